"""Every address of the console."""

from __future__ import annotations

from coldread.pages.console import delivery, editor, login, order, queue
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints(row for module in (login, queue, order, editor, delivery) for row in module.ENDPOINTS)
