"""The client's types say what the service's shapes say: the client may not import them, so they are compared here."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from coldread.advice import shapes as advice
from coldread.base import shapes as base
from coldread.client import shapes as client
from coldread.orders.shown import shapes as orders
from coldread.scans import shapes as scans
from coldread.submissions import shapes as submissions

PAIRS = (
    (client.Link, base.Link),
    (client.Scan, scans.ScanResponse),
    (client.Rescan, orders.RescanResponse),
    (client.Placed, orders.OrderRequestResponse),
    (client.Order, orders.Order),
    (client.QuickFix, advice.QuickFix),
    (client.Audit, advice.Audit),
    (client.AuditFinding, advice.AuditFinding),
    (client.Submission, submissions.Submission),
)


@pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=lambda kind: kind.__name__)
def test_a_type_of_the_client_has_the_fields_of_the_answer(ours: type, theirs: type[base.Shape]) -> None:
    declared = {field.alias or name for name, field in theirs.model_fields.items()}
    assert set(get_type_hints(ours)) == declared
