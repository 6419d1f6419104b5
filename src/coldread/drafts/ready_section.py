"""Ready texts for what visitors ask and the page does not answer: where each goes, and the words to paste.

What the page answers is quoted with its place. A text is offered only where nothing on the page could be the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.base.addresses import split_address
from coldread.drafts.asked_of_page import Answer
from coldread.drafts.business.control import has_calendar
from coldread.drafts.business.facts import found_facts, is_label
from coldread.drafts.business.kind import Business
from coldread.drafts.business.ready import (
    COULD_ANSWER,
    FACT_OF,
    ReadyText,
    after_press,
    covered,
    fits_kind,
    is_gift,
    is_software,
    ready_texts,
    visitors_of,
)
from coldread.drafts.case import Case
from coldread.drafts.first_screen import short
from coldread.drafts.own_lines import OwnLine, own_lines
from coldread.drafts.parts_of_page import behind_the_button
from coldread.drafts.say import quoted, say
from coldread.drafts.sections import kind_of_heading
from coldread.drafts.settled import Settled
from coldread.drafts.sight import said_where
from coldread.drafts.told import Told
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import mid_sentence, words
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.wording import recased

#: texts of one draft, and among them the steps after the press: what is left to the owner is little, or it is not done
MOST_TEXTS = 4
#: answers that are quoted
MOST_ANSWERED = 4
#: words of a line that answers
LEAST_WORDS, MOST_WORDS = 4, 30
#: fields that are named in a step
MOST_FIELDS = 5
#: acts after which visitors wonder most what happens
_STEPS_FIRST = frozenset(
    {"quote", "call", "meeting", "demo", "contact", "join", "volunteer", "adopt", "queue"}
)


@dataclass(frozen=True, kw_only=True)
class Pasted:
    """One text, and where it goes."""

    topic: str
    where: str
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What these visitors ask: what the page lacks, and what it answers."""

    texts: tuple[Pasted, ...]
    answered: tuple[tuple[str, OwnLine], ...]

    @property
    def topics(self) -> frozenset[str]:
        return frozenset(one.topic for one in self.texts)


def asked(case: Case, page: Page, told: Told, facts: Settled) -> Asked:
    """Pure: the same page and order, the same texts."""
    lang = page.language if page.language in ("en", "sv") else case.assignment.lang
    business = facts.ordered.house
    label = facts.control.label if facts.control is not None else ""
    visitors = visitors_of(business, facts.act, case.assignment.audience, case.assignment.goal, label)
    rows = ready_texts(visitors, business, lang, _currency(page))
    parts = _parts(page)
    texts: list[Pasted] = []
    answered: list[tuple[str, OwnLine]] = []
    lines = own_lines(page)
    said = list(_said(page))
    fetched = facts.act is not None and facts.act.name == "download"  # what one installs, one removes
    for row in rows:
        if fetched and row.topic == "cancel":
            continue
        if not _could_be(row.topic, page, facts, said):
            where = _where(row.topic, parts, facts, page, case.lang)
            texts.append(Pasted(topic=row.topic, where=where, lines=(f"**{row.heading}**", "", row.text)))
        elif (line := _line(row, lines)) is not None:
            answered.append((row.heading, line))
    steps = _steps(case, page, told, facts, business, lang, parts)
    if steps:
        texts = [one for one in texts if one.topic not in covered(facts.act)]
    first = facts.act is not None and facts.act.name in _STEPS_FIRST
    kept = texts[: MOST_TEXTS - len(steps)]
    return Asked(texts=tuple([*steps, *kept] if first else [*kept, *steps]), answered=tuple(answered))


def section(
    case: Case, page: Page, told: Told, facts: Settled, found: list[Answer], all_of: Asked
) -> list[str]:
    """The texts, each after the words that say where it goes; else what answers them all."""
    lang = case.lang
    lines: list[str] = []
    if all_of.texts:
        lines += [say(lang, "ready.intro", n=len(all_of.texts)), ""]
    for where in dict.fromkeys(one.where for one in all_of.texts):
        lines += [where, ""]
        for one in (text for text in all_of.texts if text.where == where):
            lines += [*(f"> {line}".rstrip() for line in one.lines), ""]
            if one.topic == "steps":
                way = [
                    re.sub(r"^\d\. ", "", row) for row in behind_the_button(case, page, told, facts, found)
                ]
                lines += [f"*{say(lang, 'ready.today')}* {' '.join(way)}", ""] if way else []
    shown = {one.line.text for one in found}
    told_there = [
        f"- {heading} {quoted(short(line.text), lang)} ({said_where(line.place, lang)})"
        for heading, line in all_of.answered
        if line.text not in shown and line.place.is_seen
    ][:MOST_ANSWERED]
    if told_there and not all_of.texts:
        lines += [say(lang, "ready.all_answered"), "", *told_there]
    while lines and not lines[-1]:
        lines.pop()
    return lines


_MONEY = re.compile(r"[$£€]|\b(?:kr|SEK|EUR|USD|GBP|NOK|DKK)\b")
_SUM = re.compile(rf"(?:{_MONEY.pattern})\s?\d|\d\s?(?:{_MONEY.pattern})")


def _currency(page: Page) -> str:
    """The sign of the first sum on the page; else that of its country."""
    text = page.dom.body.text_within(MOST_TEXT)
    found = _SUM.search(text)
    sign = _MONEY.search(found[0]) if found is not None else None
    if sign is not None:
        return {"USD": "$", "GBP": "£", "EUR": "€"}.get(sign[0], sign[0])
    host = split_address(page.seen.final_url).hostname or ""
    return {"uk": "£", "de": "€", "fr": "€", "nl": "€", "ie": "€", "fi": "€", "se": "kr"}.get(
        host.rpartition(".")[2], "$"
    )


MOST_TEXT = 100_000


def _said(page: Page) -> Iterator[str]:
    """What the page itself says, and what its buttons and fields are called; a link of the menu or the footer only leads to an answer, and what others say is none."""
    for block in page.blocks:
        linked = block.region in ("nav", "footer") and is_label(block.element)
        if not linked and not page.is_quotation(block.element) and not placeholder_in(block.text[:300]):
            yield " ".join(block.text[:2_000].split())
    for element in page.dom.shown("a", "button", "input", "textarea", "label", "option"):
        if region_of(element) not in ("nav", "header", "footer"):
            yield " ".join(
                (element.text[:200] or element.attr("placeholder") or element.attr("aria-label")).split()
            )


def _could_be(topic: str, page: Page, facts: Settled, said: list[str]) -> bool:
    """Something on the page may answer it."""
    if topic == "price" and facts.price == "sure":
        return True
    if topic == "who" and _is_introduced(page):
        return True
    if topic == "cases" and any(one.kind in ("quote", "case", "customers", "logos") for one in facts.proofs):
        return True
    if topic in FACT_OF:
        [fact] = found_facts(page, facts.ordered.reading, (FACT_OF[topic],))
        return fact.state != "missing"
    return any(COULD_ANSWER[topic].search(text) for text in said)


_ABOUT = re.compile(r"^(?:om (?:oss|mig|\w+)|about(?: \w+){0,2}|(?:our|the|vårt) (?:team|story)|teamet|vilka vi är|who we are|styrelsen?|personal(?:en)?|medarbetare)\W*$", re.IGNORECASE)  # fmt: skip


def _is_introduced(page: Page) -> bool:
    """A part of the page says who they are, or somebody speaks as himself."""
    heads = (block.text for block in page.blocks if block.kind == "heading" and block.region != "footer")
    spoken = sum(
        _I.search(block.text[:600]) is not None
        for block in page.blocks
        if not page.is_quotation(block.element)
    )
    return spoken >= LEAST_SPOKEN or any(_ABOUT.match(" ".join(text.split())) for text in heads)


#: somebody who speaks of himself, and lines in which he does before he is known
_I, LEAST_SPOKEN = re.compile(r"\b(?:I|I['’](?:m|ve|ll|d)|my|jag|min|mitt|mina)\b(?!\.)"), 3


def _line(row: ReadyText, lines: list[OwnLine]) -> OwnLine | None:
    """The first whole sentence that answers; a heading or a label does not, nor what only may be about it."""
    pattern = COULD_ANSWER.get(row.topic) if row.topic in _TOLD_BY_WORDS else None
    if pattern is None:
        return None
    fit = (
        line
        for line in lines
        if line.kind == "sentence"
        and line.region not in ("nav", "head")
        and LEAST_WORDS <= len(words(line.text)) <= MOST_WORDS
        and not line.text.endswith("?")
        and pattern.search(line.text)
    )
    return next(fit, None)


#: topics whose words are an answer wherever they stand
_TOLD_BY_WORDS = frozenset({"cancel", "guarantee", "length", "soon", "dates", "level", "data"})


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of the page under its heading."""

    heading: str
    kind: str
    number: int


_OFFERS = re.compile(r"\b(?:services?|what we (?:do|offer)|treatments?|products?|features?|our (?:work|menu|offer\w*)|classes|courses|lessons|activities|tjänster(?:na)?|behandling\w*|erbjud\w*|sortiment\w*|produkter\w*|funktion\w*|utbud\w*|kurser\w*|verksamhet\w*|vi (?:hjälper|gör|erbjuder)|det här (?:gör|får))\b", re.IGNORECASE)  # fmt: skip
MOST_HEADING = 60
#: headings of one level that part a page
LEAST_PARTS = 2


def _parts(page: Page) -> list[Part]:
    found = []
    levels = ("h2",) if len(page.dom.shown("h2")) >= LEAST_PARTS else ("h2", "h3", "h4")
    for block in page.blocks:
        text = recased(" ".join(block.text.split())).strip('"“” ')
        if block.element.closest(*levels) is None or block.region in ("nav", "footer") or not words(text):
            continue
        kind = kind_of_heading(text) or ("offer" if _OFFERS.search(text) else "other")
        found.append(Part(heading=short(text, MOST_HEADING), kind=kind, number=block.element.number))
    return found


#: parts after which an answer is looked for, the best first
_NEAR = {
    **dict.fromkeys(
        ("price", "fee", "included", "menu", "pay", "fit", "length", "use"), ("price", "offer", "faq")
    ),
    **dict.fromkeys(("who", "cases", "control"), ("about", "proof")),
    **dict.fromkeys(("find", "hours", "area"), ("step",)),
}


def _where(topic: str, parts: list[Part], facts: Settled, page: Page, lang: str) -> str:
    near = _NEAR.get(topic, ("faq",))
    for kind in near:
        fit = next((part for part in parts if part.kind == kind), None)
        if fit is not None:
            return say(lang, "ready.after", heading=quoted(fit.heading, lang))
    before = _before_the_step(parts, facts, page)
    if before is not None:
        return say(lang, "ready.after", heading=quoted(before.heading, lang))
    return say(lang, "ready.below_first")


def _before_the_step(parts: list[Part], facts: Settled, page: Page) -> Part | None:
    """The last part before the one in which visitors decide."""
    form = next(iter(page.lead_forms), None)
    number = form.element.number if form is not None else None
    step = next((at for at, part in enumerate(parts) if part.kind == "step"), None)
    if number is not None:
        step = next((at for at in reversed(range(len(parts))) if parts[at].number < number), step)
    if step is None:
        return parts[len(parts) // 2] if parts else None
    return parts[step - 1] if step > 0 else None


def _steps(
    case: Case,
    page: Page,
    told: Told,
    facts: Settled,
    business: Business,
    lang: str,
    parts: list[Part],
) -> list[Pasted]:
    """What happens after the press, where the page does not say it and there is a way to press."""
    if facts.step not in ("first", "below", "menu", "unsure") or facts.control is None or _tells_steps(page):
        return []
    opens = facts.act is not None and facts.act.name in ("account", "download")
    if opens and is_gift(case.assignment.goal):
        return []
    if facts.control.reach == "phone" or (
        opens and not is_software(business, facts.act, facts.control.label)
    ):
        return []
    named = [one for one in dict.fromkeys(told.fields) if one.strip() and len(words(one)) <= MOST_NAME]
    by_form = told.form_serves and facts.control.reach in ("form", "here")
    fields = _listed(named[:MOST_FIELDS], lang) if by_form and len(named) == len(told.fields) else ""
    if facts.act is not None and not fits_kind(facts.act, business):
        return []
    rows = after_press(
        facts.act, business, lang, fields, _currency(page), calendar=has_calendar(facts.control)
    )
    if not rows:
        return []
    form = next(iter(page.lead_forms), None) if by_form else None
    above = [part for part in parts if form is not None and part.number < form.element.number]
    if above:
        where = say(case.lang, "ready.above_form", heading=quoted(above[-1].heading, case.lang))
    elif form is None and parts:
        where = say(case.lang, "ready.before", heading=quoted(parts[0].heading, case.lang))
    else:
        where = say(case.lang, "ready.below_first")
    numbered = [f"{number}. {row}" for number, row in enumerate(rows[1:], 1)]
    return [Pasted(topic="steps", where=where, lines=(f"**{rows[0]}**", "", *numbered))]


#: words of a field's name; more are a sentence
MOST_NAME = 3


def _listed(names: list[str], lang: str) -> str:
    small = [prose(mid_sentence(name.strip(" *:"))) for name in names]
    joint = " och " if lang == "sv" else " and "
    return joint.join(filter(None, (", ".join(small[:-1]), small[-1]))) if small else ""


_HOW = re.compile(
    r"\bhow (?:it works|we work|to (?:adopt|join|book|apply|get started|order|begin))|what happens (?:next|when|after|then)|\bour process\b|\bthe process\b|(?:three|four|3|4) (?:easy |simple )?steps|\bså (?:fungerar|funkar|går|gör|jobbar|arbetar|här)\b|\bhur (?:det )?(?:fungerar|funkar|går det)|(?:tre|fyra|3|4) (?:enkla )?steg|\bvår process\b|\bsteg för steg\b|step[- ]by[- ]step",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^\W*(?:(?:step|steg)\s)?0?([1-4])(?:[.):\s]|$)", re.IGNORECASE)


def _tells_steps(page: Page) -> bool:
    """A heading that promises the way, or parts that are numbered."""
    heads = [block.text for block in page.blocks if block.kind == "heading"]
    numbered = {match[1] for block in page.blocks if (match := _NUMBERED.match(block.text[:40]))}
    listed = any(sum(1 for _ in row.elements) >= LEAST_LIST for row in page.dom.shown("ol"))
    return any(_HOW.search(text[:200]) for text in heads) or {"1", "2", "3"} <= numbered or listed


LEAST_LIST = 3
