"""Addresses that are none stand on real pages (a template's `http://[YOUR-DOMAIN]/`): everything else is judged and mended."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from coldread import scanner
from coldread.scanner.patch.make_patches import make_patches

from .seeing import ENGLISH, report

NONE = (
    "http://[",
    "http://[YOUR-DOMAIN]/book",
    "https://exa℀mple.com",
    "//[x",
    "https://[::1",
    "http://a:b:c@]/",
)
#: every place in which a page names an address; # stands for it
PLACES = {
    "a": '<a href="#">Book a call</a>',
    "button": '<a class=button href="#?utm_source=x">Book a call now</a>',
    "social link": '<footer><a href="#"><img src="/x.svg"></a></footer>',
    "picture": '<img src="#" alt="A picture"><img src="#">',
    "form": '<form action="#"><label>E-mail<input type=email name=email></label><button>Book a call</button></form>',
    "frame": '<iframe src="#"></iframe>',
    "video": '<video src="#" poster="#"></video>',
}
HEADS = {
    "base": '<base href="#">',
    "canonical": '<link rel=canonical href="#">',
    "other language": '<link rel=alternate hreflang=sv href="#">',
    "icon": '<link rel=icon href="#"><link rel=stylesheet href="#">',
    "share picture": '<meta property="og:image" content="#"><meta property="og:url" content="#">',
    "script": '<script src="#"></script>',
    "data": '<script type="application/ld+json">{"@type": "Organization", "url": "#", "sameAs": ["#"]}</script>',
}


@pytest.mark.parametrize("address", NONE)
def test_an_address_that_is_none_stops_nothing(address: str) -> None:
    """All places at once, and each by itself: one that raised would hide the others."""
    title = "<title>Calls for bakers</title>"
    heads = [*HEADS.values(), "".join(HEADS.values()), ""]
    bodies = [*PLACES.values(), "".join(PLACES.values())]
    for head, body in [
        *((head, "") for head in heads),
        *(("", body) for body in bodies),
        (heads[-2], bodies[-1]),
    ]:
        html = (
            f"<html lang=en><head>{title}{head}</head><body><h1>Calls for bakers</h1>{ENGLISH}{body}</body></html>"
        ).replace("#", address)
        found = report(html, "book_call", audience="owners")
        assert "check-failed" not in found.not_measured.values(), (head, body)
        make_patches(html, found)


def test_rooms_that_read_pages_split_and_join_addresses_in_one_place() -> None:
    """What `urllib.parse` raises for a page's own words would end the whole scan."""
    rooms = Path(scanner.__file__).parent
    guilty = [
        str(path.relative_to(rooms))
        for path in rooms.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "urllib.parse"
        and {name.name for name in node.names} & {"urlsplit", "urljoin", "urlparse", "urldefrag"}
    ]
    assert guilty == []
