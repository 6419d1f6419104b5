"""Every address of the console."""

from __future__ import annotations

from coldread.pages.console import (
    bulk,
    colleagues,
    decisions,
    delivery,
    editor,
    entry,
    login,
    look,
    metrics,
    operations,
    order,
    personal_data,
    queue,
)
from coldread.web.route import Endpoints

FILES = (
    login,
    queue,
    order,
    decisions,
    look,
    editor,
    delivery,
    entry,
    operations,
    bulk,
    personal_data,
    colleagues,
    metrics,
)
ENDPOINTS = Endpoints(row for file in FILES for row in file.ENDPOINTS)
