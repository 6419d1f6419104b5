"""What a new visitor asks, answered by the page's own words and where they stand: one table, and no verdict in it.

A quotation with its place cannot be wrong about the page; what is not found is left out, and asked of the owner.
"""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.languages import Language
from coldread.drafts.asked_of_page import Answer
from coldread.drafts.business.control import contacts_there
from coldread.drafts.business.facts import Found, is_label
from coldread.drafts.business.heads import Source
from coldread.drafts.business.proof import Proof
from coldread.drafts.business.readers import met_in
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contested
from coldread.drafts.goal_steps import GoalStep
from coldread.drafts.own_lines import OwnLine, own_lines
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import Place, place, said_where, screens
from coldread.drafts.told import Told
from coldread.scanner.judge.questions import TITLES, Question
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.wording import recased, sentences

LONGEST_QUOTE = 230
#: words of a line that names the readers
LEAST_LINE, MOST_LINE = 3, 32


def source_of(case: Case, told: Told, facts: Settled) -> Source:
    return Source(
        page=facts.ordered.page,
        reading=facts.ordered.reading,
        business=facts.ordered.business,
        act=facts.act,
        goal=case.assignment.goal,
        audience=case.assignment.audience,
        order_lang=case.assignment.lang,
        headline=told.headline,
        brand=told.brand,
    )


def table(
    case: Case, page: Page, told: Told, facts: Settled, found: list[Answer], steps: list[GoalStep]
) -> list[str]:
    """What it is, whether it is for me, what I want to know, why I should believe it, and what happens when I press."""
    lang = case.assignment.lang
    what = _what(told, page, case)
    for_me = _for_me(case, page)
    rows = [
        (TITLES[Question.WHAT](lang), *what),
        (TITLES[Question.FOR_ME](lang), *for_me),
        *_known(case, facts, [one for one in found if not _is_above(one, line_below(told, page), for_me[0])]),
        (TITLES[Question.WHY](lang), *_why(facts, page, lang, case)),
        (TITLES[Question.PRESS](lang), *_press(facts, steps, lang)),
    ]
    head = [f"| {say(lang, 'first.question')} | {say(lang, 'first.answer')} | {say(lang, 'first.where')} |", "|---|---|---|"]  # fmt: skip
    return head + [f"| {asked} | {answer} | {where} |" for asked, answer, where in rows if answer]


def _what(told: Told, page: Page, case: Case) -> tuple[str, str]:
    if not told.headline:
        return "", ""
    lang = case.lang
    line = line_below(told, page)
    lines = [quoted(told.headline, lang), *([quoted(short(line), lang)] if line else [])]
    read = case.report.reading.headline if case.report is not None else None
    element = (page.dom.by_selector.get(read.evidence[0].selector) if read and read.evidence else None) or page.headline  # fmt: skip
    return " ".join(lines), said_where(place(page, element), lang) if element is not None else ""


def line_below(told: Told, page: Page) -> str:
    """What follows the headline on the first screen; what the reading calls so where nothing near is a line."""
    found = [
        block.text
        for block in page.subheads
        if len(words(block.text)) > LEAST_LINE
        and not is_label(block.element)
        and not any(pattern.search(block.text) for pattern in (SMALL_PRINT, _LIMITS))
        and not _is_row(block.text)
        and not placeholder_in(block.text)
        and _opens(page, block.element)
    ]
    telling = [text for text in found if judge_line(text, page, topics(page)).outcome != "no"]
    return next(iter((*telling, *found)), "") or (
        "" if _LIMITS.match(told.subhead) or _is_row(told.subhead) else told.subhead
    )


def _opens(page: Page, element: Element) -> bool:
    """Somebody meets it before scrolling, on a computer or on a phone."""
    at = place(page, element)
    return at.opens is not None or at.is_first or at.is_first_on_phone


#: a service's own limits, in front of what it does
_LIMITS = re.compile(r"^\W*(?:avgränsning|disclaimer|obs\b|note:|viktigt)", re.IGNORECASE)


def _is_row(text: str) -> bool:
    """“RUT 50% · ROT 30% …”: facts side by side, and no sentence that says what it is."""
    return text.count("·") > 0 and text.count("%") > 1


#: what a law or a service wants to be there
SMALL_PRINT = re.compile(
    r"cookie|technical data|personuppgift|privacy|integritet|third-party|samtycke|\bIP\b", re.IGNORECASE
)


def _for_me(case: Case, page: Page) -> tuple[str, str]:
    """The line that names most of those whom the order wants to reach; of several, the first on the page."""
    line = names_readers(case, page)
    if line is None or (case.told is not None and line.text.lower() == case.told.headline.lower()):
        return "", ""
    return quoted(short(line.text), case.lang), _place_of(line, case.lang)


#: the owners' own family, and no readers
_FAMILY = re.compile(r"\b(?:our|own|like|vår|egen) (?:own )?famil|family[- ](?:owned|run|business)|familje(?:företag|känsla|ägd)", re.IGNORECASE)  # fmt: skip


#: the way back, and no house
_HOME = re.compile(r"\b(?:hem|hemma|hemsida\w*|home|homepage)\b", re.IGNORECASE)


#: names of customers, subsidies and paint: those whom a line mentions without speaking to them
_ABOUT_OTHERS = re.compile(
    r"©|copyright|\bvalt oss\b|trusted by|subsidi[sz]ed|paint houses|\bcharge\b", re.IGNORECASE
)


#: a place that its people are from is no name for them
_FROM_WHERE = re.compile(r"\b(?:i|in|on|på|around|near|kring)\s(?:the\s)?[A-ZÅÄÖ][\wåäö-]{2,30}")


def names_readers(case: Case, page: Page) -> OwnLine | None:
    audience = _FROM_WHERE.sub(" ", case.assignment.audience)
    fit = [
        (met, line)
        for line in own_lines(page)
        if line.region not in ("nav", "head", "footer")
        and not _FAMILY.search(line.text)
        and not _ABOUT_OTHERS.search(line.text)
        and line.text.lower() not in page.title.lower()
        and LEAST_LINE <= len(words(line.text)) <= MOST_LINE
        and (met := met_in(_HOME.sub(" ", line.text), audience))
    ]
    best = max(
        fit, key=lambda row: (row[0], row[1].place.is_seen, -(row[1].place.desktop or 99)), default=None
    )
    return best[1] if best is not None else None


def _place_of(line: OwnLine, lang: str) -> str:
    where = said_where(line.place, lang)
    return say(lang, "where.footer", where=where).rstrip(", ") if line.region == "footer" else where


def _known(case: Case, facts: Settled, found: list[Answer]) -> list[tuple[str, str, str]]:
    lang = case.lang
    rows = [
        (
            say(lang, f"asked.{one.question}"),
            _worded(one, facts, lang),
            _place_of(one.line, lang),
        )
        for one in found
        if one.question != "where" or one.line.text not in contested(case)
    ]
    behind = _behind_link(facts.ordered.facts)
    if behind is not None and behind.link is not None and not any(one.question == "price" for one in found):
        label = quoted(behind.link.label, lang)
        rows.insert(0, (say(lang, "asked.price"), say(lang, "first.behind", label=label), say(lang, "where.other_page")))  # fmt: skip
    return rows


def _worded(answer: Answer, facts: Settled, lang: str) -> str:
    """In quotation marks, without the button in one box with it; a bare sum after the heading that it stands under, each by itself."""
    page = facts.ordered.page
    label = facts.control.label if facts.control is not None else ""
    said = quoted(short(answer.line.text.removeprefix(label).strip() or answer.line.text), lang)
    if answer.question != "price" or re.search(r"[^\W\d_]{4}", _FROM.sub("", answer.line.text)):
        return said
    after = next((block for block in page.blocks if block.element.number > answer.line.number), None)
    label = " ".join(after.text.split()) if after is not None and after.kind != "heading" else ""
    if (
        0 < len(words(label)) <= MOST_NAME - 2
        and not re.search(r"\d", label)
        and after is not None
        and not is_label(after.element)
    ):
        return f"{said} {quoted(label, lang)}"
    above = [block for block in page.blocks if block.element.number < answer.line.number][-ABOVE_SUM:]
    last = " ".join(above[-1].text.split()) if above and above[-1].kind != "heading" else ""
    if (
        re.search(r"\b(?:from|från|at|for|starting at)$", last, re.IGNORECASE)
        and len(words(last)) <= MOST_NAME
    ):
        return f"{quoted(last, lang)} {said}"
    name = next(
        (
            " ".join(block.text.split())
            for block in reversed(above)
            if block.element.tag in ("h3", "h4", "h5", "h6")
        ),
        "",
    )
    named = 0 < len(words(name)) <= MOST_NAME and not re.search(
        r"\bpri[sc]\w*|\bavgift\w*|\bplans?\b", name, re.IGNORECASE
    )
    return f"{quoted(short(recased(name)), lang)}: {said}" if named else said


_FROM = re.compile(r"^(?:from|från)\b", re.IGNORECASE)
#: blocks above a sum among which its name is looked for, and words that it may have
ABOVE_SUM, MOST_NAME = 8, 6


def _is_above(answer: Answer, line: str, for_me: str) -> bool:
    """It stands in a row above already."""
    text = " ".join(answer.line.text.split())
    return text in " ".join(line.split()) or text in for_me


def _behind_link(facts: tuple[Found, ...]) -> Found | None:
    return next((one for one in facts if one.name == "price" and one.state == "behind" and one.link), None)


def _why(facts: Settled, page: Page, lang: Language, case: Case) -> tuple[str, str]:
    best = next((one for one in facts.proofs if one.strong and not doubted(case, one)), None)
    if best is None:
        return "", ""
    element = page.dom.by_selector.get(best.selector)
    where = said_where(place(page, element), lang) if element is not None else say(lang, "where.further_down")
    first = sentences(best.said)[0]
    return signed(replace(best, said=f"{first} …" if first != best.said else first), lang), where


def signed(proof: Proof, lang: str) -> str:
    """The words, and whose they are."""
    who, words_of = prose(" ".join(proof.who.split()).strip(" –—-,")), quoted(short(proof.said), lang)
    return f"{words_of} {say(lang, 'first.by', who=who)}" if who else words_of


def doubted(case: Case, proof: Proof) -> bool:
    """The one who praises bears the firm's own name: a reader may think that the owner wrote it."""
    brand = case.told.brand if case.told is not None else ""
    own = next((word.lower() for word in words(brand) if len(word) >= 4), "")
    return bool(own) and proof.kind == "quote" and own in proof.who.lower().replace(" ", "")


def _press(facts: Settled, steps: list[GoalStep], lang: Language) -> tuple[str, str]:
    control, payment = facts.control, facts.ordered.payment
    if facts.step == "pay" and payment is not None:
        element = facts.ordered.page.dom.by_selector.get(payment.selector)
        where = said_where(place(facts.ordered.page, element), lang) if element is not None else ""
        return f"{quoted(payment.said, lang)}: {say(lang, 'answer.to_number')}", where
    if control is None or facts.step in ("open", "none", "facts", "unsure") or control.reach == "script":
        return "", ""
    label = quoted(control.label, lang)
    if facts.step == "broken":
        return say(lang, f"answer.press_{facts.failure}", label=label), ""
    reach = control.reach if control.reach in ("here", "form", "mail", "phone") else "page"
    told = say(lang, f"answer.to_{said_contact(facts) or reach}")
    return f"{label}: {told}", where_pressed(steps, lang)


#: acts that a button promises to do then and there
_BOOKS = frozenset({"book", "call", "meeting", "demo", "table", "room"})


def said_contact(facts: Settled) -> str:
    """The end of a key, where a button that promises a booking only jumps to an address or a number; else empty."""
    if facts.control is None or facts.act is None or facts.act.name not in _BOOKS:
        return ""
    found = contacts_there(facts.ordered.page, facts.control)
    return f"contact_{found[0] if len(found) == 1 else 'both'}" if found else ""


def where_pressed(steps: list[GoalStep], lang: str) -> str:
    """The first of them on a computer and on a phone."""
    steps = [one for one in steps if not one.in_menu] or steps  # the menu's is another's way
    desktop = min((one.place.desktop for one in steps if one.place.desktop is not None), default=None)
    phone = min((one.place.phone for one in steps if one.place.phone is not None), default=None)
    return said_where(Place(desktop=desktop, phone=phone), lang) if (desktop, phone) != (None, None) else ""


def late(steps: list[GoalStep], lang: str) -> tuple[str, str]:
    """The button under the headline, where a computer's first screen ends above it: its label, and how far down."""
    shown = [one for one in steps if one.place.desktop is not None and not one.in_menu]
    first = min(shown, key=lambda one: one.place.desktop or 0, default=None)
    if first is None or first.place.desktop is None or not 1 <= first.place.desktop < NEARLY:
        return "", ""
    return first.label, screens(first.place.desktop, lang)


#: screens down that are just below the edge
NEARLY = 1.7


def listed(found: list[str], lang: str, *, either: bool = False) -> str:
    word = say(lang, "ordered.or" if either else "ordered.and")
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {word} {found[-1]}"


def short(text: str, most: int = LONGEST_QUOTE) -> str:
    """Whole, or cut at a word with the sign that says so."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(",.;:–—-( ") + " …"
