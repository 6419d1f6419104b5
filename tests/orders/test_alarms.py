"""Notices to the operator that nobody asked for: each is written once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import HOUR, SECOND
from coldread.base.db import Session
from coldread.jobs.job import DeadJob
from coldread.mail.tables import letters
from coldread.orders.operator import alarms
from coldread.worker import sweep
from tests.harness.service import Service


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    return make_service(operator_email="desk@coldread.test")


def notices(service: Service, kind: str) -> list[Any]:
    def ask(session: Session) -> list[Any]:
        return list(session.rows(sa.select(letters).where(letters.c.kind == kind)))

    found: list[Any] = service.read(ask)
    return found


def test_a_final_that_is_due_in_eighteen_hours_is_told_once(service: Service) -> None:
    late = service.order_in("paid")
    also = service.order_in("in_progress")
    done = service.order_in("delivered")
    service.clock.move(54 * HOUR - SECOND)
    service.run(sweep(service.services))
    assert notices(service, "sla_warning") == []
    service.clock.move(SECOND)
    for _ in range(2):
        service.run(sweep(service.services))
    written = notices(service, "sla_warning")
    assert {row.about for row in written} == {late, also}
    assert done not in {row.about for row in written}
    assert {row.recipient for row in written} == {"desk@coldread.test"}
    assert "November 2026, 10:20" in written[0].details


def test_a_job_that_was_given_up_is_told_once_and_again_when_it_is_given_up_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = DeadJob(
        id=7,
        name="drafts.prepare",
        key="k",
        arguments={},
        tries=8,
        error="Traceback …\nValueError: no",
        at=1,
    )
    letter = DeadJob(id=8, name="mail.send", key="l", arguments={}, tries=100, error="refused", at=1)
    for at in (1, 1, 2):
        given_up = [DeadJob(**{**vars(dead), "at": at}), letter]
        monkeypatch.setattr(alarms, "dead_jobs", lambda _, given_up=given_up: given_up)
        service.run(sweep(service.services))
    written = notices(service, "dead_job")
    assert [row.about for row in written] == ["job/7/1", "job/7/2"]
    assert "ValueError: no" in written[0].details
    assert "Traceback" not in written[0].details


def test_where_no_operator_is_named_nothing_is_written(make_service: Callable[..., Service]) -> None:
    service = make_service()
    service.order_in("paid")
    service.clock.move(60 * HOUR)
    assert service.run(sweep(service.services))["warnings"] == 0
