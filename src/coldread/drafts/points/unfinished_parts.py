"""What was never finished or is left over: errors that visitors see, exercises, links to nobody's page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.case import Case
from coldread.drafts.first_screen import short
from coldread.drafts.own_lines import own_lines
from coldread.drafts.points.faults import MOST_LABEL
from coldread.drafts.points.point import Point
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, said_where
from coldread.drafts.unready import signs
from coldread.scanner.page.observe.made_up import is_network_itself
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.report.plain import prose


def unready(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """What the page itself says is not finished."""
    lang = case.lang
    for one in signs(page, facts.control):
        values = {"said": quoted(short(one.said), lang), "target": quoted(short(one.target), lang)}
        yield Point(
            title=say(lang, f"point.unready_{one.kind}", **values),
            do=say(lang, f"point.unready_{one.kind}_do"),
        )


POLICY = re.compile(r"\b(?:privacy|integritet\w*|personuppgift\w*)\b", re.IGNORECASE)


def dead_privacy(case: Case, page: Page) -> Iterator[Point]:
    """The privacy policy is a link that leads nowhere."""
    lang = case.lang
    for link in page.dom.shown("a"):
        idle = link.attr("href").strip() in ("#", "#!", "")
        label = " ".join(link.text.split())
        if (
            idle
            and len(words(label)) <= MOST_LABEL
            and POLICY.search(label)
            and page.does_nothing(link) is not False
        ):
            yield Point(
                title=say(lang, "point.dead_privacy", said=quoted(label, lang)), do=say(lang, "point.dead_privacy_do"),
                of="trust.privacy-link",
            )  # fmt: skip
            return


_EXERCISE = re.compile(r"\butbildningssyfte\w*|\bskolprojekt\w*|\bexamensarbete\w*|\bfiktiv\w* (?:företag|butik|sida|webbplats)|\bdemo(?:sida|webbplats)\b|\bthis is a (?:demo|fictional|sample|concept|student|portfolio)\b|\bfictional (?:company|business|shop|brand|store)\b|\b(?:demo|demonstration|portfolio|educational) purposes\b|\bstudent project\b|\bnot a real (?:company|business|shop|store)\b|\bconcept (?:site|website|redesign)\b", re.IGNORECASE)  # fmt: skip


def exercise(case: Case, page: Page) -> Iterator[Point]:
    """The page says of itself that it is not meant."""
    said = next(
        (line.text for line in own_lines(page) if _EXERCISE.search(line.text) and line.region != "head"), ""
    )
    if said:
        yield Point(
            title=say(case.lang, "point.exercise", said=quoted(short(said), case.lang)),
            do=say(case.lang, "point.exercise_do"),
        )


#: it cannot be had now, which is said of the whole: a shop that is closed on Mondays is not
_CLOSED = re.compile(
    r"\b(?:cohort|registrations?|enrol(?:l)?ments?|applications?|bookings?|sign-?ups?|waiting list)\b[^.!?]{0,20}\b(?:is|are) (?:now |currently )?closed\b(?! (?:on|from))"
    r"|\b(?:sold out|fully booked)\b|\b(?:anmälan|ansökan|bokningen|kön|intaget)\b[^.!?]{0,20}\b(?:är )?stängd\b|\b(?:slutsåld\w{0,2}|fullbokad\w{0,2}|fulltecknad\w{0,2})\b",
    re.IGNORECASE,
)
#: words of a line that says so, and acts that it forbids
MOST_CLOSED = 20
_SHUT = frozenset({"register", "buy", "goods", "book", "room", "subscribe", "account", "order", "join"})


def closed(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """The page says that it cannot be had now, and its button still asks for it."""
    lang = case.lang
    if facts.act is None or facts.act.name not in _SHUT or not facts.button:
        return
    said = next(
        (
            line.text
            for line in own_lines(page)
            if _CLOSED.search(line.text)
            and len(words(line.text)) <= MOST_CLOSED
            and (line.place.is_first or line.place.is_first_on_phone)
        ),
        "",
    )
    if said:
        yield Point(
            title=say(lang, "point.closed", said=quoted(short(said), lang), label=quoted(facts.button, lang)),
            do=say(lang, "point.closed_do"),
        )


#: what a script tells where something failed
_FAILED = re.compile(
    r"^\W*(?:kunde inte|det gick inte att|något gick fel|ett fel (?:har )?(?:uppstod|inträffat)|failed to|could not|couldn['’]t|unable to|something went wrong|an error (?:has )?occurred|error:)",
    re.IGNORECASE,
)


MOST_FAILED = 20


def errors(case: Case, page: Page) -> Iterator[Point]:
    """An error stands on the page when it has loaded, and nobody has pressed anything."""
    lang = case.lang
    for block in page.blocks:
        text = " ".join(block.text[:300].split())
        if not _FAILED.match(text) or len(words(text)) > MOST_FAILED or page.is_quotation(block.element):
            continue
        at = place(page, block.element)
        if block.kind != "heading" and page.seen.rendered and at.is_seen and page.is_drawn(block.element):
            yield Point(
                title=say(lang, "point.error", said=quoted(text, lang), where=said_where(at, lang)),
                do=say(lang, "point.error_do"),
            )
            return


_APP_STORE = re.compile(r"^https?://(?:apps|itunes)\.apple\.com/(?:\w\w/)?app/(?!.*\bid\d)", re.IGNORECASE)


def shop_without_app(case: Case, page: Page) -> Iterator[Point]:
    """An address in Apple's shop without the number of the app opens none."""
    bare = next((link for link in page.dom.shown("a") if _APP_STORE.match(link.attr("href").strip())), None)
    if bare is not None:
        lang = case.lang
        label = " ".join((bare.text or bare.attr("aria-label") or "App Store").split())
        yield Point(
            title=say(lang, "point.shop", said=quoted(label, lang), target=prose(bare.attr("href"))), do=say(lang, "point.shop_do")
        )  # fmt: skip


def leads_to_a_front_door(facts: Settled) -> bool:
    """The goal's own button is such a link."""
    return facts.control is not None and is_network_itself(facts.control.href.strip())


def bare_links(case: Case, page: Page) -> Iterator[Point]:
    """“Facebook” leads to facebook.com itself, “Download” to the shop's front door."""
    lang = case.lang
    bare = [link for link in page.dom.shown("a") if is_network_itself(link.attr("href").strip())]
    if bare:
        named = " ".join((bare[0].text or bare[0].attr("aria-label")).split())
        label = (
            named
            or bare[0].attr("href").partition("://")[2].removeprefix("www.").partition(".")[0].capitalize()
        )
        yield Point(
            title=say(lang, "point.bare", said=quoted(label, lang), target=prose(bare[0].attr("href"))),
            do=say(lang, "point.bare_do"),
        )
