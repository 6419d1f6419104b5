"""Every attack in every field of an order: the page's markup is the one that plain words have."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from tests.harness.service import WAYS, Service
from tests.pages.payloads import PAYLOADS, poisoned_fields

PATHS = ("/o/{}", "/pay/{}", "/o/{}?lang=sv")


def markup(service: Service, words: str) -> list[list[tuple[str | None, tuple[str, ...]]]]:
    """Elements and the names of their attributes, of each page about an order with these words in every field."""
    order_id = service.order(**poisoned_fields([words]))["order_id"]
    for step in WAYS["billing_pending"]:
        assert service.move(order_id, step, substatus=words[:120]).status_code == 200
    pages = [service.get(path.format(order_id)) for path in PATHS]
    assert all(page.status_code == 200 for page in pages)
    return [
        [(node.tag, tuple(sorted(node.attributes))) for node in LexborHTMLParser(page.text).css("*")]
        for page in pages
    ]


def test_no_attack_becomes_markup_in_any_field(quick_service: Service) -> None:
    plain = markup(quick_service, "plain words")
    assert [attack for attack in PAYLOADS if markup(quick_service, attack) != plain] == []
