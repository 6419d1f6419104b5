"""The tables of watches: what is watched, each run, what was reported, and who wants no letters."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

watches = sa.Table(
    "watches",
    metadata,
    #: 128 bits: anybody who has it may read, stop and renew the watch
    sa.Column("id", sa.String(32), primary_key=True),
    #: 128 bits: anybody who has it may read the history; replaced when its owner wants a new address
    sa.Column("history_id", sa.String(32), nullable=False, unique=True),
    sa.Column("url", sa.Text, nullable=False),
    #: SHA-256 of the page's address as scans count it
    sa.Column("page_hash", sa.String(64), nullable=False),
    sa.Column("host", sa.String(255), nullable=False),
    sa.Column("goal", sa.String(12), nullable=False),
    sa.Column("audience", sa.String(240), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    #: a rhythm of `rules.Rhythm`
    sa.Column("rhythm", sa.String(8), nullable=False),
    #: where letters go; null once nothing is sent any more
    sa.Column("email", sa.String(254)),
    #: SHA-256 of the mailbox, to count its watches
    sa.Column("mailbox_hash", sa.String(64), nullable=False),
    #: a state of `rules.State`
    sa.Column("state", sa.String(8), nullable=False),
    #: why it is over: a word of `rules.Ended`
    sa.Column("ended_because", sa.String(16)),
    #: SHA-256 of the link that confirms it; null once it was used
    sa.Column("confirm_hash", sa.String(64), unique=True),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    sa.Column("confirmed_at", sa.BigInteger),
    #: it ends then, unless its owner renews it
    sa.Column("ends_at", sa.BigInteger),
    #: when the owner got the letter that it ends soon
    sa.Column("warned_at", sa.BigInteger),
    sa.Column("ended_at", sa.BigInteger),
    #: the next run
    sa.Column("due_at", sa.BigInteger),
    #: a run is under way or waits for its turn; after this moment it counts as lost
    sa.Column("queued_until", sa.BigInteger, nullable=False),
    #: runs in a row that found no page
    sa.Column("failures", sa.Integer, nullable=False),
    #: runs so far
    sa.Column("runs", sa.Integer, nullable=False),
    #: JSON: what is known about the page after its runs (`matters.Known`); null before the first
    sa.Column("known", sa.Text),
    sa.Column("last_scan_id", sa.String(32)),
    #: SHA-256 of the address, ignoring case: whose the watch is, even once it is over. Null if it ended before this was
    #: stored
    sa.Column("address_hash", sa.String(64), index=True),
    #: when the run that is due was first tried; null before that
    sa.Column("tried_at", sa.BigInteger),
    #: second looks in a row
    sa.Column("second_looks", sa.Integer, nullable=False),
    sa.Index("ix_watches_due", "state", "due_at"),
    sa.Index("ix_watches_mailbox", "mailbox_hash", "state"),
    sa.Index("ix_watches_host", "host", "state"),
    sa.Index(
        "uq_watches_page",
        "address_hash",
        "page_hash",
        unique=True,
        sqlite_where=sa.text("state = 'on'"),
        postgresql_where=sa.text("state = 'on'"),
    ),
)

#: one row for each due moment that was run
watch_runs = sa.Table(
    "watch_runs",
    metadata,
    sa.Column("watch_id", sa.String(32), primary_key=True),
    #: 1, 2, 3 …: the order of runs, even if the clock was turned back
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: null if no page was found
    sa.Column("session_id", sa.String(32), index=True),
    #: null without a score from a browser
    sa.Column("score", sa.Integer),
    #: why no page was found
    sa.Column("fault", sa.String(40)),
    #: what it showed: an outcome of `matters.RunResult`; null if the page was not scanned
    sa.Column("outcome", sa.String(8)),
    sa.UniqueConstraint("watch_id", "due_at"),
)

#: what was reported, at most once for each run
watch_changes = sa.Table(
    "watch_changes",
    metadata,
    sa.Column("watch_id", sa.String(32), primary_key=True),
    #: the run that saw it
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: `changed` or `failed`
    sa.Column("kind", sa.String(8), nullable=False),
    #: the scan that it was compared with
    sa.Column("before_id", sa.String(32)),
    #: JSON: what changed, the most important first (`matters.Change`)
    sa.Column("changes", sa.Text, nullable=False),
)

#: hosts whose pages are watched, and when the next look at one of them may begin
watch_hosts = sa.Table(
    "watch_hosts",
    metadata,
    sa.Column("host", sa.String(255), primary_key=True),
    sa.Column("free_at", sa.BigInteger, nullable=False),
)

#: mailboxes that want no letters about watches
watch_refusals = sa.Table(
    "watch_refusals",
    metadata,
    sa.Column("mailbox_hash", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
