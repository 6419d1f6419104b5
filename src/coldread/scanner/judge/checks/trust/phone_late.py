"""A trade that is bought near by, whose number a phone shows only far down."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure
from coldread.scanner.reading.contacts import digits_of, telling_digits
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.phone-late",
    measured=False,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    goals=(PrimaryGoal.BOOK_CALL,),
    language_bound=True,
    en=Text(
        title="People who would rather call can do so at once",
        failure="On a phone the number to call comes only {screens} screens down",
        why="When people buy locally, many reach for the phone first. A number at the end of the page is found by those who read it all.",
        fix="Put the number, as a link that calls, in the bar at the top or beside the first button.",
    ),
    sv=Text(
        title="Den som hellre ringer kan göra det direkt",
        failure="I mobilen syns telefonnumret först {screens} skärmar ned",
        why="När man köper något lokalt tar många till telefonen först. Ett nummer i slutet av sidan hittas av den som läser allt.",
        fix="Lägg numret, som en länk som ringer upp, i raden högst upp eller vid första knappen.",
    ),
)


def check(page: Page) -> Verdict:
    reading, view = reading_of(page), page.seen.mobile
    numbers = {telling_digits(one.value) for one in reading.contacts if one.kind == "phone"}
    if not reading.local or view is None or not numbers:
        return NotApplicable("not-local" if not reading.local else "not-shown")
    places = [item for item in _places(page, numbers) if item.visible]
    first = min(places, key=lambda item: item.box[1], default=None)
    if first is None:
        return NotApplicable("not-shown")
    if first.box[1] < view.height:
        return None
    down = round(first.box[1] / view.height, 1)
    proof = [evidence.of_drawn(page, first, "mobile", value=down, threshold=1)]
    return found(META, page.brief, Severity.P2, proof, screens=down)


def _places(page: Page, numbers: set[str]) -> list[Drawn]:
    """Where the phone draws it: links that call, and the number as text."""
    calling = [link for link in page.dom.shown("a") if link.attr("href").lower().startswith(("tel:", "sms:"))]
    written = [block.element for block in read_blocks(page) if _names(block.text, numbers)]
    drawn = (page.mobile.get(element.selector) for element in (*calling, *written))
    return [item for item in drawn if item is not None]


def _names(text: str, numbers: set[str]) -> bool:
    digits = digits_of(text) if has_figure(text) else ""
    return any(number in digits for number in numbers)
