"""Why a scan failed: a sentence of its own for each cause, in the reader's language; a bare name is tried twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coldread.base.languages import Language
from coldread.pages.page_texts import page_texts
from coldread.pages.scan_reasons import SENTENCES, reason_sentence
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.scan_request import ScanRequest
from coldread.scans.ticket_jobs import scan_for_ticket
from coldread.scans.tickets import find_ticket, open_ticket
from tests.harness.service import Service
from tests.harness.website import Website

PAGE = "<title>Bread</title><h1>Fresh bread every morning</h1><p>Order before eight.</p>"


@pytest.mark.parametrize("lang", list(Language))
def test_every_cause_has_its_own_sentence(lang: Language) -> None:
    say = page_texts(lang, "scan_problem")
    told = {
        text: reason_sentence(say, {"slug": "url-unreachable", "reason": reason})
        for reason, text in SENTENCES
    }
    assert len(set(told.values())) == len(told) >= 12
    assert reason_sentence(say, {"slug": "url-unreachable", "reason": "something new"}) not in told.values()


def test_a_bare_address_is_tried_on_https_and_then_on_http(sqlite_service: Callable[..., Service]) -> None:
    brief = Brief(goal=PrimaryGoal.OTHER, audience="", lang=Language.EN)
    with Website({"/": PAGE}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        for bare in (False, True):  # the cache does not tell the schemes apart
            wanted = ScanRequest(url=f"https://{site.place}/", brief=brief, client="somebody", bare=bare)
            ticket_id = service.write(open_ticket, wanted)
            service.run(scan_for_ticket(service.services, ticket_id=ticket_id))
            ticket = service.read(find_ticket, ticket_id)
            assert (ticket.session_id is not None) is bare, ticket
