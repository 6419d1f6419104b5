"""What a runner does for an order that was paid: the sheet at once, then a model's version of it."""

from __future__ import annotations

from coldread.drafts.model_job import ask_model_for_draft
from coldread.drafts.prepare import prepare
from tests.harness.service import Service


def drafted(service: Service, order_id: str) -> None:
    service.run(prepare(service.services, order_id))
    if service.services.model is not None:
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
