"""Every address for programs, in one table; the description lists them in this order."""

from __future__ import annotations

from coldread.api import (
    beside,
    checks,
    comparisons,
    creation,
    deliverables,
    discovery,
    legacy,
    orders,
    paid,
    pipeline,
    rescans,
    scans,
    submissions,
    transitions,
    watches,
    webhooks,
)
from coldread.web.route import Endpoints

FILES = (
    scans,
    comparisons,
    beside,
    checks,
    paid,
    creation,
    orders,
    webhooks,
    rescans,
    transitions,
    pipeline,
    deliverables,
    submissions,
    watches,
    legacy,
    discovery,
)
ENDPOINTS = Endpoints(row for file in FILES for row in file.ENDPOINTS)
