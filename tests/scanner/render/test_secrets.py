"""Signed-in visits: who hears the headers and cookies, and who must not."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from coldread.egress.policy import Policy
from coldread.scanner.visit.visitor import Visitor
from tests.egress.places import a_site, fixed
from tests.harness.patience import SCAN_S

from .studio import Studio, html, serving

SECRETS = {"Authorization": "Bearer open-sesame", "Cookie": "session=abc; theme=dark"}


@dataclass
class Ear:
    """Answers with its pages and keeps what each request said."""

    pages: Mapping[str, str]
    heard: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    async def __call__(self, head: str, writer: asyncio.StreamWriter) -> None:
        path = head.split(" ")[1]
        self.heard[path].append(head.lower())
        if self.pages.get(path, "").startswith("http"):
            writer.write(
                f"HTTP/1.1 302 Found\r\nLocation: {self.pages[path]}\r\nContent-Length: 0\r\n\r\n".encode()
            )
            return
        await serving(self.pages)(head, writer)

    def always_signed(self, path: str, *, least: int = 1) -> bool:
        """At least so many requests came to this path, and every one of them was signed in."""
        heads = self.heard[path]
        return len(heads) >= least and all(
            "bearer open-sesame" in head and "session=abc" in head for head in heads
        )

    def never_signed(self, path: str) -> bool:
        heads = self.heard[path]
        return bool(heads) and not any("authorization" in head or "cookie" in head for head in heads)


def visited(studio: Studio, own: dict[str, str], other: dict[str, str], start: str = "/") -> tuple[Ear, Ear]:
    """A look at a page of `page.test`, signed in; `{other}` in its markup is the address of `other.test`."""

    async def looking() -> tuple[Ear, Ear]:
        stranger = Ear(other)
        async with a_site(stranger) as far:
            home = Ear({path: text.format(other=f"http://other.test:{far}") for path, text in own.items()})
            async with a_site(home) as near:
                policy = Policy(allow=frozenset({("page.test", near), ("other.test", far)}))
                names = fixed({"page.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]})
                visitor = Visitor(policy=policy, renderer=studio.renderer, resolver=names, deadline_s=SCAN_S)
                await visitor.visit(f"http://page.test:{near}{start}", secret_headers=SECRETS)
        return home, stranger

    return studio.run(looking())


def test_the_page_and_what_it_loads_from_its_own_origin_come_signed_in(studio: Studio) -> None:
    home, _ = visited(studio, {"/": html('<h1>Hello again</h1><img src="/me.png">')}, {})
    assert home.always_signed("/", least=2)  # the source, and a window
    assert home.always_signed("/me.png")


def test_another_origin_hears_neither_headers_nor_cookies(studio: Studio) -> None:
    _, stranger = visited(studio, {"/": html('<h1>Hello again</h1><img src="{other}/pixel.png">')}, {})
    assert stranger.never_signed("/pixel.png")


def test_a_redirect_to_another_origin_leaves_them_behind(studio: Studio) -> None:
    own = {"/": html('<h1>Hello again</h1><img src="/out">'), "/out": "{other}/pixel.png"}
    home, stranger = visited(studio, own, {})
    assert home.always_signed("/out")
    assert stranger.never_signed("/pixel.png")


def test_a_page_that_leads_on_to_another_origin_is_seen_there_without_them(studio: Studio) -> None:
    own = {"/start": "{other}/"}
    home, stranger = visited(studio, own, {"/": html("<h1>Please sign in</h1>")}, start="/start")
    assert home.always_signed("/start")
    assert stranger.never_signed("/")
