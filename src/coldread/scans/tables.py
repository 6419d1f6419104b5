"""The tables of scans, and of requests that wait for one."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

scans = sa.Table(
    "scans",
    metadata,
    #: 128 bits: anybody who has it may read the scan
    sa.Column("session_id", sa.String(32), primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    #: equal for equal requests: page, goal, audience, language, engine and rubric
    sa.Column("cache_key", sa.String(64), nullable=False),
    sa.Column("goal", sa.String(12), nullable=False),
    sa.Column("audience", sa.String(240), nullable=False),
    #: the answer's language; the page's own is in its reading
    sa.Column("language", sa.String(2), nullable=False),
    #: `pipeline` or `lite`
    sa.Column("source", sa.String(8), nullable=False),
    #: version of the code that scanned and judged
    sa.Column("engine_version", sa.String(20), nullable=False),
    sa.Column("rubric_version", sa.String(10), nullable=False),
    #: SHA-256 of the record that the answer was judged from
    sa.Column("observations_hash", sa.String(64), nullable=False),
    #: the answer as JSON, without the fields that belong to one call
    sa.Column("answer", sa.LargeBinary, nullable=False),
    #: JSON: viewport to content key of its picture
    sa.Column("pictures", sa.Text, nullable=False),
    sa.Column("scanned_at", sa.BigInteger, nullable=False, index=True),
    #: JSON: `shows`, and scores and findings if the answer does not have them (`lite`)
    sa.Column("judgement", sa.LargeBinary),
    sa.Index("ix_scans_cache_key_scanned_at", "cache_key", "scanned_at"),
)

#: reports that their owner shares, by an id that is not the report's own; the row is deleted when the share is
#: withdrawn
scan_shares = sa.Table(
    "scan_shares",
    metadata,
    #: 128 bits
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("session_id", sa.String(32), nullable=False, unique=True),
    sa.Column("shared_at", sa.BigInteger, nullable=False),
)

#: scan requests to others: a worker with a browser, or an outside pipeline
looks = sa.Table(
    "looks",
    metadata,
    #: the session id that the scan will have
    sa.Column("id", sa.String(32), primary_key=True),
    #: JSON: address, goal, audience, language
    sa.Column("wanted", sa.Text, nullable=False),
    #: after this moment nobody waits any longer
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    #: `seen`: the scan is stored; `no-page` or `failed`: `reason` says why; null while it is open
    sa.Column("outcome", sa.String(8)),
    #: JSON
    sa.Column("reason", sa.Text),
)

#: scans that a web page asked for, which looks up the result later
scan_tickets = sa.Table(
    "scan_tickets",
    metadata,
    #: 128 bits: anybody who has it may see the result
    sa.Column("id", sa.String(32), primary_key=True),
    #: JSON: address, brief, and the name under which the caller is counted
    sa.Column("wanted", sa.Text, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("session_id", sa.String(32)),
    #: JSON: slug and detail of the problem
    sa.Column("problem", sa.Text),
)

#: pages of others that were put beside a scan
pages_beside = sa.Table(
    "pages_beside",
    metadata,
    #: 128 bits: anybody who has it may read all of them side by side
    sa.Column("id", sa.String(32), primary_key=True),
    #: 1, 2, 3: as they were named
    sa.Column("place", sa.Integer, primary_key=True),
    #: the scan that they were put beside
    sa.Column("own_id", sa.String(32), nullable=False, index=True),
    sa.Column("url", sa.Text, nullable=False),
    #: what looks at the page; forgotten after a day
    sa.Column("ticket_id", sa.String(32), nullable=False, unique=True),
    #: the page's scan; null until its ticket is forgotten
    sa.Column("other_id", sa.String(32)),
    #: slug of the problem, if there is no scan
    sa.Column("problem", sa.String(40)),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
)
