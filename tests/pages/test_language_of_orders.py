"""The pages of an order speak to whoever reads them; where a person chose the language by ordering, they keep to it."""

from __future__ import annotations

import pytest

from tests.harness.service import Service
from tests.orders.test_step_letters import typed

BROWSER = {"sv": "sv-SE,sv;q=0.9,en;q=0.5", "en": "en-GB,en;q=0.8"}


def language(service: Service, path: str, browser: str = "") -> str:
    headers = {"Accept": "text/html", **({"Accept-Language": BROWSER[browser]} if browser else {})}
    return service.get(path, headers=headers).text.partition('lang="')[2][:2]


@pytest.mark.parametrize("place", ["/o/{}", "/pay/{}", "/o/{}/spec"])
def test_a_swedish_browser_reads_an_agents_order_in_swedish(quick_service: Service, place: str) -> None:
    order_id = quick_service.order_in("in_progress", language="en")
    quick_service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    path = place.format(order_id)
    assert language(quick_service, path, "sv") == "sv"
    assert language(quick_service, path, "en") == "en"
    assert language(quick_service, f"{path}?lang=en", "sv") == "en", "what was chosen by hand stays"
    assert language(quick_service, path) == "en", "a browser that says nothing reads the order's own"


def test_an_order_of_the_form_keeps_the_language_in_which_it_was_made(quick_service: Service) -> None:
    order_id = typed(quick_service, lang="sv")
    assert language(quick_service, f"/o/{order_id}", "en") == "sv"
