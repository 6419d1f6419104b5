"""Every address of the pages for buyers and readers, in one table."""

from __future__ import annotations

from coldread.pages import documents, extension, home, problems, scan_wait, static, watch, watch_history
from coldread.pages.order import deliverable, my_orders, order_form, pay, status
from coldread.pages.report_page import beside, comparison, report, sample
from coldread.web.route import Endpoints

FILES = (
    home,
    scan_wait,
    comparison,
    beside,
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
