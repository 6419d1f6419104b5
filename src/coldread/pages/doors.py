"""Every address of the pages for buyers and readers, in one table."""

from __future__ import annotations

from coldread.pages import (
    deliverable,
    extension,
    home,
    ordering,
    pay,
    problems,
    report,
    scanning,
    static,
    status,
)
from coldread.web.route import Endpoints

PAGES = (home, scanning, report, ordering, status, pay, deliverable, problems, extension, static)
ENDPOINTS = Endpoints(row for module in PAGES for row in module.ENDPOINTS)
