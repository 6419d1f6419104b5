"""The first lines, and what they should have said: what it is, what it costs, who says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.asked_of_page import QUESTIONS, Answer
from coldread.drafts.business.heads import ordered_thing
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contested
from coldread.drafts.first_screen import line_below, short, source_of
from coldread.drafts.own_lines import own_lines
from coldread.drafts.parts_of_page import VOICE, strongest
from coldread.drafts.points.point import Point
from coldread.drafts.points.readers import LEAST_PART
from coldread.drafts.points.trouble import FIRST_LINE, PRICE_LATE, troubles
from coldread.drafts.proposals import FirstScreen, concrete_line, opening_lines, sold
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, said_where
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.offer import topics


def slogan(case: Case, page: Page, made: list[FirstScreen]) -> Iterator[Point]:
    """No word of the headline is one for what the page sells, by its title and its description."""
    lang, told, nouns = case.lang, case.told, sold(page)
    read = case.report.reading.headline if case.report is not None else None
    element = (
        page.dom.by_selector.get(read.evidence[0].selector) if read is not None and read.evidence else None
    )
    if told is None or not told.headline or len(nouns) < LEAST_NOUNS or element is None:
        return
    at = place(page, element)
    if not page.seen.rendered or not (at.is_first or at.is_first_on_phone):
        return
    if any(one.headline != told.headline for one in made) or told.headline in contested(case):
        return  # a better one is offered
    about = f"{page.title} {meta_content(page.dom, 'description')} {' '.join(topics(page))}".lower()
    known = re.findall(r"[^\W\d_]{4,40}", about)
    mine = [word.lower() for word in words(told.headline) if len(word) >= LEAST_PART - 1]
    if any(word in one or one in word or stem(word) in one for word in mine for one in known):
        return
    line = line_below(told, page)
    says = bool(nouns & {stem(word.lower()) for word in content_words(line)})
    key = "slogan_line_do" if says else "slogan_do"
    yield Point(
        title=say(lang, "point.slogan", said=quoted(told.headline, lang)),
        do=say(lang, f"point.{key}", line=quoted(short(line, RAISED_QUOTE), lang)),
        of="clarity.headline-slogan",
    )


#: words for what is sold that a page must have before one is missed in its headline
LEAST_NOUNS = 2


def voice(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """Nobody speaks for it; or somebody does, far down."""
    key, values = strongest(case, facts, page)
    if key:
        yield Point(
            title=say(case.lang, f"proof_plan.{key}", **values),
            do=say(case.lang, f"point.{key}_do"),
            of=VOICE,
        )


def first_lines(case: Case, facts: Settled, made: list[FirstScreen]) -> Iterator[Point]:
    """A plainer line that the page has already, and readers whose own word stands nowhere."""
    lang, told = case.lang, case.told
    if told is None:
        return
    if made:
        one = made[0]
        key = "take_concrete" if one.why == "why_concrete" else "take_ordered" if one.why == "why_ordered" else "take_head" if one.headline.lower() != told.headline.lower() else "take_under" if one.why == "why_under" else "take_line"  # fmt: skip
        said = (
            one.headline
            if key in ("take_head", "take_ordered")
            else one.below
            if key == "take_under"
            else one.subhead
        )
        yield Point(
            title=say(lang, f"point.{key}", said=quoted(short(said), lang), now=quoted(told.headline, lang)),
            do=say(lang, "point.take_do"),
            of=UNDER if key == "take_under" else "clarity.h1-vague",
        )


#: a line for the button, and none for the headline
UNDER = "cta.next-step-untold"


def ordered_word(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """What the order is about has a word, which the first screen has not."""
    lang, told = case.lang, case.told
    if told is None:
        return
    word = ordered_thing(source_of(case, told, facts))
    if stem(word.lower()) not in topics(page):
        return  # “första” is no matter of the page
    lines = [one for one in own_lines(page) if word and word.lower() in one.text.lower() and one.region not in ("head", "nav")]  # fmt: skip
    seen = [one for one in lines if one.place.is_seen]
    if not seen or any(one.place.is_first or one.place.is_first_on_phone for one in seen):
        return
    labels = " ".join(
        element.text.lower() for element in page.dom.shown("a", "button") if page.in_hero(element)
    )
    if word.lower() in labels:
        return
    first = min(seen, key=lambda one: one.place.desktop or 99)
    yield Point(
        title=say(lang, "point.ordered_word", word=quoted(word, lang), where=said_where(first.place, lang)),
        do=say(lang, "point.ordered_word_do"),
    )


#: answers that are worth moving, and screens down from which on they come late
_RAISED = ("price", "free")


LATE = 1.5


def brought_up(
    case: Case, facts: Settled, page: Page, found: list[Answer], made: list[FirstScreen]
) -> Iterator[Point]:
    """What decides it is on the page, and comes late: what it costs, and the line that says most with a figure."""
    lang = case.lang
    used = " ".join(f"{one.below} {one.subhead}" for one in made)
    opening = " ".join(opening_lines(page))
    late_ones = [
        one
        for one in found
        if one.question in _RAISED
        and one.line.place.is_seen
        and (one.line.place.desktop or 0) >= LATE
        and one.line.text.strip(" .") not in used
        and not (one.question in QUESTIONS and QUESTIONS[one.question].find.search(f"{used} {opening}"))
        and re.search(r"[^\W\d_]{4}", one.line.text)
    ][:1]
    best = concrete_line(case, page)
    if best is not None and best.text.strip(" .") not in used:
        told = f"{quoted(short(best.text, RAISED_QUOTE), lang)} ({said_where(best.place, lang)})"
        yield Point(
            title=say(lang, "point.bring_up", said=told), do=say(lang, "point.bring_up_do"), of=FIRST_LINE
        )
    for one in late_ones:
        if one.question != "price" or _is_lowest(one.line.text, facts):
            told = f"{quoted(short(one.line.text, RAISED_QUOTE), lang)} ({said_where(one.line.place, lang)})"
            yield Point(
                title=say(lang, "point.raise", said=told), do=say(lang, "point.raise_do"), of=PRICE_LATE
            )


def _is_lowest(text: str, facts: Settled) -> bool:
    """No other price of the page is lower: what it begins at is what one may lead with."""
    mine = _sum(text)
    every = [_sum(one.amount) for one in facts.ordered.reading.prices]
    return mine > 0 and all(mine <= one for one in every if one > 0)


def _sum(text: str) -> float:
    found = re.search(r"\d[\d \u00a0.,]*", text)
    digits = (
        re.sub(r"[ \u00a0]|,(?=\d{3})|\.(?=\d{3})", "", found[0]).strip(".,").replace(",", ".")
        if found is not None
        else ""
    )
    return float(digits) if re.fullmatch(r"\d+(?:\.\d+)?", digits) else 0.0


RAISED_QUOTE = 120


def price_absent(case: Case, facts: Settled) -> Iterator[Point]:
    shown_first = facts.act is not None and facts.act.name == "demo"
    usual = facts.ordered.asked.primary_goal != PrimaryGoal.OTHER and not shown_first
    if facts.price == "none" and (usual or any("price" in one.asked for one in troubles(case))):
        goods = facts.act is not None and facts.act.name in ("buy", "goods")
        do = say(case.lang, "point.price_goods_do" if goods else "point.price_do")
        yield Point(title=say(case.lang, "point.price"), do=do, of="trust.price-absent")
