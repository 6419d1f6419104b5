"""Scans as they were answered, and looks that a request waits for."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

scans = sa.Table(
    "scans",
    metadata,
    #: 128 bits: whoever holds it may read the scan
    sa.Column("session_id", sa.String(32), primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    #: what makes two requests ask for the same: page, goal, audience, language, engine and rubric
    sa.Column("cache_key", sa.String(64), nullable=False),
    sa.Column("goal", sa.String(12), nullable=False),
    sa.Column("audience", sa.String(240), nullable=False),
    #: of the answer; the page's own stands in its reading
    sa.Column("language", sa.String(2), nullable=False),
    #: `pipeline` or `lite`
    sa.Column("source", sa.String(8), nullable=False),
    #: version of the code that looked and judged
    sa.Column("engine_version", sa.String(20), nullable=False),
    sa.Column("rubric_version", sa.String(10), nullable=False),
    #: SHA-256 of the record that the answer was judged from
    sa.Column("observations_hash", sa.String(64), nullable=False),
    #: the answer as JSON, without what belongs to one call
    sa.Column("answer", sa.LargeBinary, nullable=False),
    #: JSON: viewport to content key of its picture
    sa.Column("pictures", sa.Text, nullable=False),
    sa.Column("scanned_at", sa.BigInteger, nullable=False, index=True),
    #: JSON: scores and findings, where the answer does not carry them (`lite`); null where it does
    sa.Column("judgement", sa.LargeBinary),
    sa.Index("ix_scans_cache_key_scanned_at", "cache_key", "scanned_at"),
)

#: reports that their owner shows to others, by an id that is not the report's own; taken back, the row is gone
scan_shares = sa.Table(
    "scan_shares",
    metadata,
    #: 128 bits
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("session_id", sa.String(32), nullable=False, unique=True),
    sa.Column("shared_at", sa.BigInteger, nullable=False),
)

#: what somebody else was asked to look at: a worker with a browser, or an outside pipeline
looks = sa.Table(
    "looks",
    metadata,
    #: the session id of the scan that comes of it
    sa.Column("id", sa.String(32), primary_key=True),
    #: JSON: address, goal, audience, language
    sa.Column("wanted", sa.Text, nullable=False),
    #: nobody waits any longer then
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    #: `seen`: the scan is stored; `no-page` or `failed`: `reason` says why; null while it lasts
    sa.Column("outcome", sa.String(8)),
    #: JSON
    sa.Column("reason", sa.Text),
)

#: scans asked for on a page, where nobody waits on the line
scan_tickets = sa.Table(
    "scan_tickets",
    metadata,
    #: 128 bits: whoever holds it may see what became of it
    sa.Column("id", sa.String(32), primary_key=True),
    #: JSON: address, brief, and the name under which the caller is counted
    sa.Column("wanted", sa.Text, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("session_id", sa.String(32)),
    #: JSON: slug and detail of what went wrong
    sa.Column("problem", sa.Text),
)
