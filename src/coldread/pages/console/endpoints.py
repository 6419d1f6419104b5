"""Every address of the console."""

from __future__ import annotations

from coldread.pages.console import (
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

FILES = (login, queue, order, look, editor, delivery, entry, operations, personal_data, metrics)
ENDPOINTS = Endpoints(row for file in FILES for row in file.ENDPOINTS)
