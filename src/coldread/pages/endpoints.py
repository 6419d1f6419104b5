"""Every address of the pages for buyers and readers, in one table."""

from __future__ import annotations

from coldread.pages import (
    comparison,
    deliverable,
    documents,
    extension,
    home,
    my_orders,
    order_form,
    pay,
    problems,
    report,
    sample,
    scan_wait,
    static,
    status,
    watch,
    watch_history,
)
from coldread.web.route import Endpoints

FILES = (
    home,
    scan_wait,
    comparison,
    report,
    sample,
    order_form,
    my_orders,
    status,
    pay,
    deliverable,
    documents,
    problems,
    extension,
    watch,
    watch_history,
    static,
)
ENDPOINTS = Endpoints(row for file in FILES for row in file.ENDPOINTS)
