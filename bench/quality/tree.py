"""A page that can be damaged: find elements, change them, write the page again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from coldread.scanner.brief import Brief
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page


@dataclass
class Tree:
    """One page under the knife."""

    html: str
    brief: Brief

    def __post_init__(self) -> None:
        self.parsed = LexborHTMLParser(self.html)
        record = Observations(
            url="https://page.example/",
            final_url="https://page.example/",
            seen_on="2026-11-15",
            html=self.html,
        )
        self.page = Page(record, self.brief)

    @property
    def lang(self) -> str:
        return "sv" if self.page.language == "sv" else "en"

    def all(self, selector: str) -> list[LexborNode]:
        return self.parsed.css(selector)

    def first(self, selector: str) -> LexborNode | None:
        return self.parsed.css_first(selector)

    def remove(self, selector: str) -> bool:
        """True when there was something to remove."""
        gone = self.all(selector)
        for node in gone:
            node.decompose()
        return bool(gone)

    def text_of(self, selector: str, text: str) -> bool:
        node = self.first(selector)
        if node is None:
            return False
        node.inner_html = text
        return True

    def primary(self) -> LexborNode | None:
        call = self.page.primary
        return self.first(call.selector) if call is not None and call.action is not None else None

    def form(self) -> LexborNode | None:
        """The goal's form."""
        found = [form for form in self.page.lead_forms if not form.loose]
        return self.first(found[0].element.selector) if found else None

    def add_style(self, rules: str) -> bool:
        return self.append_to("head", f"<style>{rules}</style>")

    def append_to(self, selector: str, html: str) -> bool:
        node = self.first(selector)
        if node is None:
            return False
        node.inner_html = (node.inner_html or "") + html
        return True

    def prepend_to(self, selector: str, html: str) -> bool:
        node = self.first(selector)
        if node is None:
            return False
        node.inner_html = html + (node.inner_html or "")
        return True

    def texts(self) -> Iterator[LexborNode]:
        """Paragraphs outside the footer that say something."""
        legal = {node.mem_id for node in self.all("footer p, nav p, header p, form p, blockquote p")}
        return (node for node in self.all("p") if len(node.text().split()) >= 6 and node.mem_id not in legal)

    def written(self) -> str:
        return "<!doctype html>\n" + (self.parsed.html or "")
