"""Every table in one metadata, for migrations and for the test that compares both."""

from __future__ import annotations

from coldread.base.db import metadata
from coldread.guard import tables as guard_tables
from coldread.jobs import tables as jobs_tables
from coldread.llm import tables as llm_tables
from coldread.mail import tables as mail_tables
from coldread.operators import tables as operators_tables
from coldread.orders import tables as orders_tables
from coldread.payments import tables as payments_tables
from coldread.privacy import tables as privacy_tables
from coldread.protocols import tables as protocols_tables
from coldread.reader import tables as reader_tables
from coldread.scans import tables as scans_tables
from coldread.store import tables as store_tables
from coldread.submissions import tables as submissions_tables
from coldread.watches import tables as watches_tables

#: imported because they add tables to the metadata
PARTS = (
    guard_tables,
    jobs_tables,
    llm_tables,
    mail_tables,
    operators_tables,
    orders_tables,
    privacy_tables,
    protocols_tables,
    payments_tables,
    reader_tables,
    scans_tables,
    store_tables,
    submissions_tables,
    watches_tables,
)

__all__ = ["PARTS", "metadata"]
