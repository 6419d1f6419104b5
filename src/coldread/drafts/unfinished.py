"""A page that is not written yet: what stands for text to come, and what its owner has to tell before it can be judged.

Such a page gets a letter and no versions: whatever would be made of filler is filler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coldread.base.languages import JUDGED
from coldread.drafts.say import quoted, say
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.made_up import is_made_up_link, is_made_up_mail, made_up_phone_in
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import shortened
from coldread.scanner.reading.record import Reading


@dataclass(frozen=True, kw_only=True)
class Leftover:
    """Something that stands for what is to come."""

    kind: Literal["text", "mash", "mail", "phone", "link"]
    said: str
    #: where a link points
    target: str = ""
    words: int = 0
    on_top: bool = False


#: this part of a page's words makes the whole unfinished; so do so many kinds of leftovers, or a headline that is one
MOST_FILLER, MOST_KINDS = 0.3, 3
#: keys struck without looking: no language has so many consonants, or so many vowels, in a row
_UNSAYABLE = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}|[aeiouyåäö]{5,}", re.IGNORECASE)
LEAST_MASHED, LEAST_UNSAYABLE, UNKNOWN = 8, 2, 0.5
MOST_SHOWN, LONGEST_SHOWN = 6, 60


def leftovers(page: Page, reading: Reading) -> tuple[Leftover, ...]:
    """What was never written, as far as it can be told by rules; pure."""
    return (*_texts(page), *_contacts(reading), *made_up_links(page))


def made_up_links(page: Page) -> Iterator[Leftover]:
    """Addresses that somebody meant to fill in: `https://YOUR-BOOKING-LINK`."""
    seen = set()
    for link in page.dom.shown("a"):
        target = link.attr("href").strip()
        if is_made_up_link(target) and target not in seen:
            seen.add(target)
            yield Leftover(kind="link", said=shortened(link.text or link.attr("aria-label")), target=target)


def is_mash(text: str) -> bool:
    """“fejsvnrjdknvj heuich yu gyug”: half of it is in no dictionary, and some of it cannot be said."""
    told = [word.lower() for word in words(text[:1_000])]
    if len(told) < LEAST_MASHED or sum(bool(_UNSAYABLE.search(word)) for word in told) < LEAST_UNSAYABLE:
        return False
    unknown = sum(not any(is_listed(word, language) for language in JUDGED) for word in told)
    return unknown >= UNKNOWN * len(told)


def _texts(page: Page) -> Iterator[Leftover]:
    for block in page.blocks:
        mark = placeholder_in(block.text)
        if mark or is_mash(block.text):
            yield Leftover(
                kind="text" if mark else "mash",
                said=block.text,
                words=len(words(block.text)),
                on_top=block.kind == "heading" and page.in_hero(block.element),
            )


def _contacts(reading: Reading) -> Iterator[Leftover]:
    for one in reading.contacts:
        if one.kind == "mail" and is_made_up_mail(one.value):
            yield Leftover(kind="mail", said=one.value)
        elif one.kind == "phone" and made_up_phone_in(one.value):
            yield Leftover(kind="phone", said=one.value)


def is_unfinished(page: Page, found: tuple[Leftover, ...]) -> bool:
    """So much of it is filler that what is left tells nobody what is offered."""
    written = sum(len(words(block.text)) for block in page.blocks if block.region != "nav")
    filler = sum(one.words for one in found)
    kinds = {one.kind for one in found if one.kind != "link"}
    return (
        (filler > 0 and filler >= MOST_FILLER * written)
        or any(one.on_top for one in found)
        or len(kinds) >= MOST_KINDS
    )


def letter(found: tuple[Leftover, ...], lang: str) -> Iterator[str]:
    """What the owner reads first: that it is not finished, by what one sees it, and what has to be written."""
    yield from (f"**{say(lang, 'unfinished.verdict')}** {say(lang, 'unfinished.why')}", "")
    yield from (say(lang, "unfinished.found"), "")
    shown = list(
        dict.fromkeys(_shown(one, lang) for one in sorted(found, key=lambda one: one.kind != "link"))
    )
    yield from (f"- {line}" for line in shown[:MOST_SHOWN])
    if len(shown) > MOST_SHOWN:
        yield f"- {say(lang, 'unfinished.more', n=len(shown) - MOST_SHOWN)}"
    yield from ("", say(lang, "unfinished.ask"), "")
    for number, key in enumerate(("offer", "whom", "step", "cost", "proof", "reach"), 1):
        yield f"{number}. {say(lang, f'unfinished.ask_{key}')}"
    yield from ("", say(lang, "unfinished.then"), "")


def _shown(one: Leftover, lang: str) -> str:
    said = one.said if len(one.said) <= LONGEST_SHOWN else one.said[:LONGEST_SHOWN].rsplit(" ", 1)[0] + " …"
    return say(
        lang,
        f"unfinished.is_{one.kind}",
        said=quoted(said, lang),
        target=quoted(one.target[:LONGEST_SHOWN], lang),
    )
