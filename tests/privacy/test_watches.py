"""The watches of a person are handed out and erased, with their histories and letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from coldread.guard.mailbox import address_hash
from coldread.privacy.erase import erase_again, erase_person
from coldread.privacy.export import export_person
from coldread.watches.tables import watches
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import (
    ANNA,
    asked,
    letters_to,
    next_run_of,
    rows,
    run_due,
    runs,
    shop,
    told,
    watched,
)


@pytest.fixture
def pages() -> dict[str, str]:
    return {"/": shop(), "/b": shop("Rye bread")}


@pytest.fixture
def site(pages: dict[str, str]) -> Iterator[Website]:
    with Website(pages) as made:
        yield made


@pytest.fixture
def service(make_service: Callable[..., Service], site: Website, pages: dict[str, str]) -> Service:
    """Anna has a watch that told something and a wish; Eva has a watch."""
    made = make_service(scan_engine="lite", scan_allow_hosts=site.place)
    mine = watched(made, site.url("/"))
    watched(made, site.url("/b"), "eva@shop.example")
    asked(made, site.url("/c"), ANNA.upper())
    run_due(made)
    pages["/"] = shop("Stale bread")
    next_run_of(made, mine)
    return made


def test_the_export_has_each_watch_with_its_runs_what_was_told_and_its_letters(
    service: Service, site: Website
) -> None:
    found = service.write(export_person, service.services, f" {ANNA} ")["watches"]
    assert [watch["url"] for watch in found] == [site.url("/"), site.url("/c")]
    assert found[0]["runs"][0]["told"] == []
    assert found[0]["runs"][1]["told"][0]["after"] == "Stale bread"
    assert [letter["kind"] for letter in found[0]["letters"]] == ["watch_changed"]
    assert "watches" not in service.write(export_person, service.services, "nobody@shop.example")


@pytest.mark.parametrize("again", [False, True], ids=["erased", "erased again after a restore"])
def test_the_erasure_leaves_nothing_of_this_person_and_all_of_others(service: Service, again: bool) -> None:
    if again:
        erased = service.write(erase_again, service.services, frozenset({address_hash(ANNA)}))
    else:
        erased = service.write(erase_person, service.services, ANNA, "system")
    assert erased.watches == 2
    assert letters_to(service) == letters_to(service, ANNA.upper()) == []
    assert [row.email for row in rows(service, watches)] == ["eva@shop.example"]
    assert len({run.watch_id for run in runs(service)}) == 1
    assert told(service) == []
