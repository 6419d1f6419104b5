"""What the page tells machines: title, description and the firm's own facts, out of what it tells people. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from coldread.base.addresses import split_address
from coldread.scanner.judge.checks.seo import meta_description, title
from coldread.scanner.page.observe.dom import collapse
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.titles import title_parts, title_runs
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import content_words, words
from coldread.scanner.suggest.headline import LONGEST_NEW, headline
from coldread.scanner.suggest.lines import first_sentence
from coldread.scanner.suggest.names import likely_name, looks_like_name, names_the_page
from coldread.scanner.suggest.wording import ended, first_clause, recased, sentences

#: shorter paragraphs describe nothing
_LEAST_PARAGRAPH = 5
#: words that a headline must add to a description
_LEAST_NEW = 2


def page_title(page: Page) -> str:
    """A title within the length that search results show: the old one shortened where it told something, else a new one."""
    return next((one for one in _titles(page) if _fits(one) and one != page.title), "")


def _titles(page: Page) -> Iterator[str]:
    """Best first: never a vague headline, never a placeholder, never a bare name."""
    name = likely_name(page)
    if len(page.title) > title.LONGEST and not placeholder_in(page.title):
        yield from (run for run in title_runs(page.title) if _tells(page, run))
        yield from (one for part in title_parts(page.title) for one in _named(_clause(page, part), name))
    yield from _named(headline(page), name)


def _named(said: str, name: str) -> Iterator[str]:
    """With the firm behind it, then alone."""
    if said and name and name.lower() not in said.lower():
        yield f"{said} | {name}"
    yield said


def _clause(page: Page, part: str) -> str:
    """The first thought of a part that is too long."""
    said = first_clause(part, most_words=LONGEST_NEW, most_chars=title.LONGEST)
    return said if said and _tells(page, said) else ""


def _fits(said: str) -> bool:
    return title.SHORTEST <= len(said) <= title.LONGEST


def _tells(page: Page, run: str) -> bool:
    """Holds a part that says something of the offer, so that the cut has not left a bare name."""
    return any(not looks_like_name(page, part) and not page.is_vague(part) for part in title_parts(run))


#: words of a title that is no more than a name
_MOST_OF_A_NAME = 2


def title_with_headline(page: Page) -> str:
    """The headline first, the old title behind it; empty where the headline says nothing or both are too long."""
    said = recased(heading_text(page.headline)).rstrip(".") if page.headline is not None else ""
    if not said or page.is_vague(said) or placeholder_in(said):
        return ""
    old = "" if placeholder_in(page.title) or names_the_page(page.title) else page.title
    if (
        len(content_words(old)) > _MOST_OF_A_NAME
    ):  # a title that tells something is not cut down for the sake of a shared word
        joined = f"{said} | {old}"
        return joined if _fits(joined) else ""
    behind = [f"{said} | {part}" for part in (old, *title_runs(old)) if part]
    return next((one for one in (*behind, said) if _fits(one)), "")


def shared_title(page: Page) -> str:
    """What a shared link says: the title, unless it is a leftover or only “Home”."""
    empty = placeholder_in(page.title) or names_the_page(page.title)
    return page_title(page) if empty else page.title


def description(page: Page) -> str:
    """The old one cut to fit, where it is one; else headline and first sentence; else the first paragraphs."""
    old = meta_content(page.dom, "description")
    kept = _fitted(old) if not placeholder_in(old) else ""
    return kept or _composed(page) or _fitted(" ".join(_paragraphs(page)))


#: what ends a sentence; a line without one is a label or a link
_ENDS = (".", "!", "?")


def _composed(page: Page) -> str:
    """What they get and how, as much as fits; a headline that the rest repeats is left out."""
    told = [one for text in _paragraphs(page) for one in sentences(text)]
    how = [one for one in dict.fromkeys((first_sentence(page), *told)) if one[-1:] in _ENDS]
    said = _filled(_offer(page, how[:1]), how)
    return said if len(said) >= meta_description.SHORTEST else ""


def _offer(page: Page, how: list[str]) -> str:
    """The headline as a sentence, where it says something that neither title nor first sentence do."""
    said = headline(page)
    known = {*content_words(page.title), *(word for one in how for word in content_words(one))}
    new = [word for word in content_words(said) if word not in known]
    return ended(said) if len(new) >= _LEAST_NEW or not how else ""


def _filled(offer: str, how: list[str]) -> str:
    """As many sentences as there is room for."""
    said = offer if len(offer) <= meta_description.LONGEST else ""
    for sentence in how:
        longer = f"{said} {sentence}".strip()
        if len(longer) > meta_description.LONGEST:
            break
        said = longer
    return said


def _paragraphs(page: Page) -> list[str]:
    first = [block for block in page.subheads if block.kind == "paragraph"]
    real = [
        block.text
        for block in (*first, *page.copy[:4])
        if not placeholder_in(block.text) and not page.is_quotation(block.element)
    ]
    return list(dict.fromkeys(text for text in real if len(words(text)) >= _LEAST_PARAGRAPH))


def _fitted(text: str) -> str:
    """Whole sentences up to the limit; empty when there is too little."""
    said = ""
    for sentence in sentences(collapse(text)):
        longer = f"{said} {sentence}".strip()
        if len(longer) > meta_description.LONGEST:
            break
        said = longer
    return said if meta_description.SHORTEST <= len(said) <= meta_description.LONGEST else ""


#: addresses of templates
_NOBODYS = re.compile(r"@(?:your|my|example|domain|company|email|site)[\w-]*\.", re.IGNORECASE)


def organization(page: Page, name: str) -> str:
    """JSON-LD: name and address, and the ways to be reached that stand on the page."""
    facts = {"@context": "https://schema.org", "@type": "Organization", "name": name}
    if page.is_public:
        parts = split_address(page.seen.final_url)
        facts["url"] = f"{parts.scheme}://{parts.netloc}/"
    for scheme, key in (("mailto:", "email"), ("tel:", "telephone")):
        links = [a.attr("href") for a in page.dom.shown("a") if a.attr("href").lower().startswith(scheme)]
        found = (link[len(scheme) :].partition("?")[0].strip("/ ") for link in links)
        real = next((one for one in found if not placeholder_in(one) and not _NOBODYS.search(one)), "")
        if real:
            facts[key] = real
    return json.dumps(facts, ensure_ascii=False).replace("</", "<\\/")
