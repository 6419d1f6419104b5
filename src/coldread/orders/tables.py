"""The tables of orders. Moments are microseconds (see `base.clock`)."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata


def _order_id(**kwargs: bool) -> sa.Column[str]:
    return sa.Column("order_id", sa.String(12), sa.ForeignKey("orders.id"), **kwargs)  # type: ignore[arg-type]


orders = sa.Table(
    "orders",
    metadata,
    sa.Column("id", sa.String(12), primary_key=True),
    sa.Column("status", sa.String(16), nullable=False),
    #: the substatus of the last move
    sa.Column("substatus", sa.String(120)),
    sa.Column("source", sa.String(8), nullable=False),
    #: language of letters and documents
    sa.Column("language", sa.String(2), nullable=False),
    #: to find a person's orders; in lower case, null after erasure
    sa.Column("contact_email", sa.String(254)),
    #: what the buyer sent, as JSON: shown or used, never searched (html and jsx are in order_sources)
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("billing_method_final", sa.String(20)),
    sa.Column("billing_status", sa.String(12), nullable=False),
    sa.Column("delivery_status", sa.String(12), nullable=False),
    sa.Column("external_reference", sa.String(200)),
    #: addresses that a patch named instead of our own
    sa.Column("draft_url", sa.Text),
    sa.Column("final_url", sa.Text),
    sa.Column("diff_url", sa.Text),
    sa.Column("rescan_url", sa.Text),
    #: the draft is readable from this moment; null if there is none
    sa.Column("draft_live_at", sa.BigInteger),
    sa.Column("rescan_used", sa.Boolean, nullable=False),
    #: what is stored of a patched api_key
    sa.Column("api_key_hash", sa.String(64)),
    sa.Column("api_key_last4", sa.String(4)),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    #: strictly increasing
    sa.Column("updated_at", sa.BigInteger, nullable=False),
    #: reads answer 404 from this moment
    sa.Column("expires_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("reviewed_at", sa.BigInteger),
    sa.Column("accepted_at", sa.BigInteger),
    sa.Column("rejected_at", sa.BigInteger),
    sa.Column("billing_pending_at", sa.BigInteger),
    sa.Column("paid_at", sa.BigInteger),
    sa.Column("in_progress_at", sa.BigInteger),
    sa.Column("delivered_at", sa.BigInteger),
    #: a sandbox order: it moves by itself, sends no letter, and is not in the queue, clocks or figures
    sa.Column("sandbox", sa.Boolean, nullable=False, server_default=sa.false()),
    #: what the operator asked, while the order waits for the answer
    sa.Column("question", sa.Text),
    #: a person ordered on our form: letters report each step; callers cannot set it
    sa.Column("by_form", sa.Boolean, nullable=False, server_default=sa.false()),
    #: what has come in, in whole kronor; what went back before the payment was complete counts no more. 0 also for
    #: a payment that was confirmed without a sum
    sa.Column("received", sa.Integer, nullable=False, server_default=sa.text("0")),
    #: what came in and must go back, in whole kronor: of an order that ended unpaid, or more than the price
    sa.Column("to_return", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Index(
        "ix_orders_to_return",
        "updated_at",
        sqlite_where=sa.text("to_return > 0"),
        postgresql_where=sa.text("to_return > 0"),
    ),
    sa.Index("ix_orders_status_updated_at", "status", "updated_at"),
    #: newest first, of every status
    sa.Index("ix_orders_updated_at", "updated_at"),
    #: for counting the orders of each status without reading them
    sa.Index(
        "ix_orders_counted",
        "status",
        sqlite_where=sa.text("sandbox IS 0"),
        postgresql_where=sa.text("sandbox IS false"),
    ),
    #: for the sweeps that expire or erase: only orders that still have something to erase
    *(
        sa.Index(
            f"ix_orders_kept_{'_'.join(names)}",
            *names,
            sqlite_where=sa.text("contact_email IS NOT NULL"),
            postgresql_where=sa.text("contact_email IS NOT NULL"),
        )
        for names in (("status", "updated_at"), ("delivered_at",))
    ),
    sa.Index(
        "ix_orders_paid_at",
        "paid_at",
        sqlite_where=sa.text("paid_at IS NOT NULL"),
        postgresql_where=sa.text("paid_at IS NOT NULL"),
    ),
)
sa.Index("ix_orders_lower_contact_email", sa.func.lower(orders.c.contact_email))

order_events = sa.Table(
    "order_events",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: `api` (creation), `admin` (bearer), `cli`, `system`, `sandbox`, or an operator's name
    sa.Column("actor", sa.String(60), nullable=False),
    #: null for creation
    sa.Column("from_status", sa.String(16)),
    sa.Column("to_status", sa.String(16), nullable=False),
    sa.Column("substatus", sa.String(120)),
    sa.Column("note", sa.Text),
    #: the patch as JSON; documents by hash and length, keys by their last four
    sa.Column("patch", sa.Text),
    #: what the move asked the buyer
    sa.Column("question", sa.Text),
)

#: actions beside the lifecycle (asked, refunded, edited), for reading. Rules use it only to know what the
#: buyer was mailed (`audit_notes.SETTLES_SOURCE`, `audit_notes.TELLS`)
order_remarks = sa.Table(
    "order_remarks",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.String(60), nullable=False),
    #: a kind of `audit_notes.KINDS`
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("note", sa.Text),
    #: for `read`: the id of the newest message that the operator's page showed; null: all that came before.
    #: for `replied`: the id of the message; 0: the last answer to a question of the status
    sa.Column("read_up_to", sa.BigInteger),
    #: messages of buyers, for the queue, which looks for them in every status
    sa.Index(
        "ix_order_remarks_said",
        "order_id",
        "id",
        sqlite_where=sa.text("kind = 'said'"),
        postgresql_where=sa.text("kind = 'said'"),
    ),
)

order_sources = sa.Table(
    "order_sources",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    #: `html` or `jsx`
    sa.Column("kind", sa.String(4), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("received_at", sa.BigInteger, nullable=False),
)

order_messages = sa.Table(
    "order_messages",
    metadata,
    _order_id(primary_key=True),
    #: SHA-256 of the answer: the same answer sent twice is one
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("received_at", sa.BigInteger, nullable=False),
    sa.Column("message", sa.Text, nullable=False),
    sa.Column("repo_url", sa.String(300)),
)

artifacts = sa.Table(
    "artifacts",
    metadata,
    _order_id(primary_key=True),
    #: `spec_draft.md`, `spec_final.md` or `diff.patch`
    sa.Column("file", sa.String(20), primary_key=True),
    #: the content's key in the store
    sa.Column("content_key", sa.String(64), nullable=False, index=True),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("author", sa.String(60), nullable=False),
    sa.Column("stored_at", sa.BigInteger, nullable=False),
)

#: every content that a file ever had, so that a person can look back
artifact_versions = sa.Table(
    "artifact_versions",
    metadata,
    _order_id(primary_key=True),
    sa.Column("file", sa.String(20), primary_key=True),
    #: 1 is the oldest
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("content_key", sa.String(64), nullable=False, index=True),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("author", sa.String(60), nullable=False),
    #: a note of its author to the operator
    sa.Column("remark", sa.Text),
    sa.Column("stored_at", sa.BigInteger, nullable=False),
)

order_views = sa.Table(
    "order_views",
    metadata,
    _order_id(primary_key=True),
    #: version of the code and settings that made the body
    sa.Column("build", sa.String(16), nullable=False),
    sa.Column("etag", sa.String(40), nullable=False),
    #: the body may be wrong from this moment
    sa.Column("fresh_until", sa.BigInteger, nullable=False),
    #: the answer of GET /v1/orders/{id}, as bytes
    sa.Column("body", sa.LargeBinary, nullable=False),
)

#: scans that belong to an order; the scans themselves are deleted after a year
order_scans = sa.Table(
    "order_scans",
    metadata,
    _order_id(primary_key=True),
    sa.Column("session_id", sa.String(32), primary_key=True),
    #: `look`: before acceptance; `draft`: what the draft was made from; `rescan`: the free one after delivery
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    # to find the order of a scan
    sa.Index("ix_order_scans_session_id", "session_id"),
)

#: who is using an order's one rescan now
rescan_leases = sa.Table(
    "rescan_leases",
    metadata,
    _order_id(primary_key=True),
    sa.Column("holder", sa.String(32), nullable=False),
    #: after this moment the holder counts as dead, and the rescan is free again
    sa.Column("until", sa.BigInteger, nullable=False),
)

#: the progress that an outside pipeline reports
pipeline_stages = sa.Table(
    "pipeline_stages",
    metadata,
    _order_id(primary_key=True),
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("detail", sa.Text),
    sa.Column("at", sa.BigInteger, nullable=False),
)

#: what the operator is writing; no buyer sees it before it is saved as a version or delivered
working_copies = sa.Table(
    "working_copies",
    metadata,
    _order_id(primary_key=True),
    sa.Column("spec_md", sa.Text, nullable=False),
    sa.Column("diff", sa.Text, nullable=False),
    sa.Column("author", sa.String(60), nullable=False),
    #: optimistic lock: a page with an older value may not overwrite the text
    sa.Column("saved_at", sa.BigInteger, nullable=False),
)

#: withdrawals; the operator answers and moves the order
order_withdrawals = sa.Table(
    "order_withdrawals",
    metadata,
    _order_id(primary_key=True),
    #: when the buyer first asked
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    #: `person` or `agent`; before migration 0014 only agents' withdrawals were stored here
    sa.Column("asked_by", sa.String(8), nullable=False, server_default="agent"),
    #: the name that the person typed on the order's page; null after erasure
    sa.Column("name", sa.String(120)),
    #: when and why the operator continued the order nevertheless; the buyer reads it
    sa.Column("settled_at", sa.BigInteger),
    sa.Column("settled_because", sa.Text),
)

#: refunds, in whole kronor; one row for each sum
order_refunds = sa.Table(
    "order_refunds",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("amount", sa.Integer, nullable=False),
    #: the reason that the buyer reads; null after erasure
    sa.Column("reason", sa.Text),
)

#: money that came in for an order, in whole kronor; one row for each sum
order_payments = sa.Table(
    "order_payments",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    #: when an operator noted it
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("amount", sa.Integer, nullable=False),
    #: a moment of the day on which it came in
    sa.Column("received_at", sa.BigInteger, nullable=False),
    #: a way of `rules.part_payments.WAYS`; null: not noted
    sa.Column("way", sa.String(12)),
    #: what the payer wrote; null after erasure
    sa.Column("reference", sa.String(200)),
)

#: receivers of an order's events; the events are in `webhook_events`
order_webhooks = sa.Table(
    "order_webhooks",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    #: null where the events are not about an order
    _order_id(nullable=True, index=True),
    #: the owner's name for it
    sa.Column("name", sa.String(64), nullable=False),
    #: a form of `push.bodies.Form`
    sa.Column("form", sa.String(12), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    #: chosen by the caller; signs what is sent, never shown again
    sa.Column("secret", sa.Text),
    sa.Column("authorization", sa.Text),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    #: who is sending to it now, and until when that sender counts as alive
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("busy_until", sa.BigInteger, nullable=False),
    #: paused until then after a failure
    sa.Column("retry_at", sa.BigInteger, nullable=False),
    #: what the events are about, if it is no order: the id of a watch
    sa.Column("subject", sa.String(32), index=True),
)

webhook_events = sa.Table(
    "webhook_events",
    metadata,
    #: gives the order of the events
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    #: the id that the receiver sees: the same in every retry
    sa.Column("event_id", sa.String(32), nullable=False),
    sa.Column("webhook_id", sa.String(32), sa.ForeignKey("order_webhooks.id"), nullable=False, index=True),
    #: empty if it is not about an order
    sa.Column("order_id", sa.String(12), nullable=False, index=True),
    #: a kind of `push.bodies.Kind`, or another package's name for an event that brings its own body
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: the earliest time to send it
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("sent_at", sa.BigInteger),
    #: failed too often: waits for a person
    sa.Column("given_up_at", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    #: the error of the last try, for the operator
    sa.Column("error", sa.Text),
    #: when it was last tried, and the outcome: a word of `push.outcomes.Outcome`
    sa.Column("tried_at", sa.BigInteger),
    sa.Column("outcome", sa.String(32)),
    #: the whole body, of an event that is not about an order
    sa.Column("body", sa.Text),
)

#: hosts that were asked whether they accept events: at most once an hour
webhook_hosts = sa.Table(
    "webhook_hosts",
    metadata,
    sa.Column("host", sa.String(300), primary_key=True),
    sa.Column("tried_at", sa.BigInteger, nullable=False),
    sa.Column("verified_at", sa.BigInteger),
)

#: links of sign-in letters, used once; for an address without orders the row is empty and opens nothing
buyer_links = sa.Table(
    "buyer_links",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

#: sessions of “My orders”
buyer_sessions = sa.Table(
    "buyer_sessions",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)
