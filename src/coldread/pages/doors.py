"""Every address of the pages for buyers and readers, in one table."""

from __future__ import annotations

from coldread.pages import (
    deliverable,
    documents,
    extension,
    home,
    ordering,
    pay,
    problems,
    report,
    sample,
    scanning,
    static,
    status,
)
from coldread.web.route import Endpoints

PAGES = (
    home,
    scanning,
    report,
    sample,
    ordering,
    status,
    pay,
    deliverable,
    documents,
    problems,
    extension,
    static,
)
ENDPOINTS = Endpoints(row for module in PAGES for row in module.ENDPOINTS)
