"""Every address of the pages for buyers and readers, in one table."""

from __future__ import annotations

from coldread.pages import extension, home, problems, report, scanning, static
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints(
    row for module in (home, scanning, report, problems, extension, static) for row in module.ENDPOINTS
)
