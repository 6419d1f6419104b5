"""Every address of the console."""

from __future__ import annotations

from coldread.pages.console import (
    bulk,
    colleagues,
    decisions,
    delivery,
    editor,
    login,
    metrics,
    new_order,
    operations,
    order,
    part_money,
    personal_data,
    preview_page,
    queue,
    watches,
)
from coldread.web.route import Endpoints

FILES = (
    login,
    queue,
    order,
    decisions,
    part_money,
    preview_page,
    editor,
    delivery,
    new_order,
    operations,
    bulk,
    personal_data,
    colleagues,
    watches,
    metrics,
)
ENDPOINTS = Endpoints(row for file in FILES for row in file.ENDPOINTS)
