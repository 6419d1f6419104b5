"""Orders and what belongs to them. Moments are microseconds (see `base.clock`)."""

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
    #: the last move's word
    sa.Column("substatus", sa.String(120)),
    sa.Column("source", sa.String(8), nullable=False),
    #: language of letters and documents
    sa.Column("language", sa.String(2), nullable=False),
    #: for finding a person's orders, in small letters; null once erased
    sa.Column("contact_email", sa.String(254)),
    #: what the buyer sent, as JSON: shown or used, never searched (html and jsx lie in order_sources)
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
    #: from this moment the draft can be read; null while there is none
    sa.Column("draft_live_at", sa.BigInteger),
    sa.Column("rescan_used", sa.Boolean, nullable=False),
    #: of a patched api_key only these are kept
    sa.Column("api_key_hash", sa.String(64)),
    sa.Column("api_key_last4", sa.String(4)),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    #: always grows
    sa.Column("updated_at", sa.BigInteger, nullable=False),
    #: reads answer 404 from here on
    sa.Column("expires_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("reviewed_at", sa.BigInteger),
    sa.Column("accepted_at", sa.BigInteger),
    sa.Column("rejected_at", sa.BigInteger),
    sa.Column("billing_pending_at", sa.BigInteger),
    sa.Column("paid_at", sa.BigInteger),
    sa.Column("in_progress_at", sa.BigInteger),
    sa.Column("delivered_at", sa.BigInteger),
    #: a sandbox order: walks by itself, sends no letter, stays out of queue, clocks and figures
    sa.Column("sandbox", sa.Boolean, nullable=False, server_default=sa.false()),
    #: what the operator asked, while the order waits for the answer
    sa.Column("question", sa.Text),
    #: a person ordered it on our form: letters tell of each step; nobody else can set it
    sa.Column("by_form", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_orders_status_updated_at", "status", "updated_at"),
    #: the newest first, of every status
    sa.Index("ix_orders_updated_at", "updated_at"),
    #: how many there are of each status, without reading one
    sa.Index(
        "ix_orders_counted",
        "status",
        sqlite_where=sa.text("sandbox IS 0"),
        postgresql_where=sa.text("sandbox IS false"),
    ),
    #: what time alone ends or erases: only orders of which there is still something to erase
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

#: what was done beside the lifecycle (asked, refunded, edited): a trail to read; of rules only what the buyer was mailed
#: follows from it (`remarks.SETTLES_SOURCE`, `remarks.TELLS`)
order_remarks = sa.Table(
    "order_remarks",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.String(60), nullable=False),
    #: a kind of `remarks.KINDS`
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("note", sa.Text),
    #: what buyers wrote, for the queue: it is looked for in orders of every status
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
    #: where the content lies in the store
    sa.Column("content_key", sa.String(64), nullable=False, index=True),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("author", sa.String(60), nullable=False),
    sa.Column("stored_at", sa.BigInteger, nullable=False),
)

#: every text that a file ever had, so that a person can look back
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
    #: what its writer wants the operator to know
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
    #: from this moment the body may no longer be true
    sa.Column("fresh_until", sa.BigInteger, nullable=False),
    #: the answer of GET /v1/orders/{id}, as bytes
    sa.Column("body", sa.LargeBinary, nullable=False),
)

#: scans that belong to an order; `scans` forgets after a year, so nothing there is promised here
order_scans = sa.Table(
    "order_scans",
    metadata,
    _order_id(primary_key=True),
    sa.Column("session_id", sa.String(32), primary_key=True),
    #: `look`: before anybody said yes; `draft`: what the draft was made from; `rescan`: the free one after delivery
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    # whose a scan is
    sa.Index("ix_order_scans_session_id", "session_id"),
)

#: who is using an order's one rescan right now
rescan_leases = sa.Table(
    "rescan_leases",
    metadata,
    _order_id(primary_key=True),
    sa.Column("holder", sa.String(32), nullable=False),
    #: from then on the holder is taken for dead, and the right is free again
    sa.Column("until", sa.BigInteger, nullable=False),
)

#: how far an outside pipeline says that it has come
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
    #: the version guard: a page that holds an older one may not overwrite it
    sa.Column("saved_at", sa.BigInteger, nullable=False),
)

#: who wants to withdraw; the operator answers and moves the order
order_withdrawals = sa.Table(
    "order_withdrawals",
    metadata,
    _order_id(primary_key=True),
    #: when the buyer first asked
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    #: `person` or `agent`; before 0014 only agents' wishes were kept here
    sa.Column("asked_by", sa.String(8), nullable=False, server_default="agent"),
    #: who says so on the order's page; null once forgotten
    sa.Column("name", sa.String(120)),
    #: the order goes on nevertheless since then, and why: the buyer reads it
    sa.Column("settled_at", sa.BigInteger),
    sa.Column("settled_because", sa.Text),
)

#: money that went back, in whole kronor; several where it went back in parts
order_refunds = sa.Table(
    "order_refunds",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _order_id(nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("amount", sa.Integer, nullable=False),
    #: why, as the buyer reads it; null once forgotten
    sa.Column("reason", sa.Text),
)

#: who wants to be told of an order's changes; what it is told lies in `webhook_events`
order_webhooks = sa.Table(
    "order_webhooks",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    _order_id(nullable=False, index=True),
    #: by which its owner knows it
    sa.Column("name", sa.String(64), nullable=False),
    #: a form of `push.bodies.Form`
    sa.Column("form", sa.String(12), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    #: the caller's; signs what is sent, never shown again
    sa.Column("secret", sa.Text),
    sa.Column("authorization", sa.Text),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    #: who is sending to it now, and until when it is believed to live
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("busy_until", sa.BigInteger, nullable=False),
    #: it rests until then after a failure
    sa.Column("retry_at", sa.BigInteger, nullable=False),
)

webhook_events = sa.Table(
    "webhook_events",
    metadata,
    #: their order
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    #: as the receiver knows it: the same however often it is sent
    sa.Column("event_id", sa.String(32), nullable=False),
    sa.Column("webhook_id", sa.String(32), sa.ForeignKey("order_webhooks.id"), nullable=False, index=True),
    sa.Column("order_id", sa.String(12), nullable=False, index=True),
    #: a kind of `push.bodies.Kind`
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: not sent before
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("sent_at", sa.BigInteger),
    #: failed too often: waits for a person
    sa.Column("given_up_at", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    #: of the last try, for the operator
    sa.Column("error", sa.Text),
    #: when it was last tried, and what came of it: a word of `push.outcomes.Outcome`
    sa.Column("tried_at", sa.BigInteger),
    sa.Column("outcome", sa.String(32)),
)

#: hosts that were asked whether they want to be told: at most once an hour
webhook_hosts = sa.Table(
    "webhook_hosts",
    metadata,
    sa.Column("host", sa.String(300), primary_key=True),
    sa.Column("tried_at", sa.BigInteger, nullable=False),
    sa.Column("verified_at", sa.BigInteger),
)

#: links of sign-in letters, used once; of an address without orders the row is empty and opens nothing
buyer_links = sa.Table(
    "buyer_links",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

#: who is signed in to “My orders”
buyer_sessions = sa.Table(
    "buyer_sessions",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)
