"""The first screen, judged and written anew: five questions, what to keep, and whole versions to choose from.

Versions are made of the page's own facts and of its kind's templates (`business/headlines`). What is missing is a mark,
⟦…⟧, which delivery looks for. A version that says what the page says already is none.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping

from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.drafts.business.acts import own_label
from coldread.drafts.business.headlines import (
    Idea,
    Material,
    alike,
    all_hours,
    ideas,
    local_number,
    monthly_price,
    place_of,
    say_place,
)
from coldread.drafts.business.kind import Kind, top_lines
from coldread.drafts.business.plain_words import without_praise
from coldread.drafts.case import Case
from coldread.drafts.marks import marks_in
from coldread.drafts.order_answer import OrderedPage
from coldread.drafts.parts_of_page import is_others_word, is_worth_keeping
from coldread.drafts.say import quoted, say
from coldread.drafts.told import Told, is_nothing
from coldread.scanner.judge.answers import Answer, Answered
from coldread.scanner.judge.questions import TITLES, Question
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.report.plain import prose, visible
from coldread.scanner.suggest.lines import first_sentence, hidden_description
from coldread.scanner.suggest.wording import capital, ended, sentences

MOST_VERSIONS = 3
#: words of the line under a headline, and marks that it may hold
LONGEST_BELOW, LONGEST_OWN, MOST_MARKS = 27, 33, 2
#: quotations of the page beside an answer
MOST_QUOTES, LONGEST_QUOTE = 2, 80
_MARKS = re.compile('[“”"»«„]')


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """One version, whole."""

    headline: str
    subhead: str
    button: str
    below: str
    why: Said


#: kind → facts that somebody comes or calls by, and that a line under the headline can hold
_PRACTICAL: Mapping[Kind, tuple[str, ...]] = {
    Kind.FOOD: ("hours", "address"),
    Kind.CARE: ("address", "hours", "phone"),
    Kind.CHARITY: ("address", "hours"),
    Kind.ASSOCIATION: ("address",),
    Kind.CRAFT: ("area",),
    Kind.APP: ("cancel",),
    Kind.OPEN_SOURCE: ("install", "licence"),
    Kind.SHOP: ("delivery", "returns"),
    Kind.COURSE: ("dates",),
    Kind.EXPERT: (),
    Kind.STAY: ("address",),
    Kind.OTHER: (),
}
#: a fact as a sentence, and as a mark where the page does not tell it
_AS_LINE: Mapping[str, tuple[Said, Said]] = {
    "hours": (Said(en="Open {said}.", sv="Öppet {said}."), Said(en="Open ⟦days and hours⟧.", sv="Öppet ⟦dagar och tider⟧.")),
    "address": (Said(en="{said}.", sv="{said}."), Said(en="⟦Street⟧, {place}.", sv="⟦Gata⟧, {place}.")),
    "phone": (Said(en="Call {said}.", sv="Ring {said}."), Said(en="Call ⟦number⟧.", sv="Ring ⟦nummer⟧.")),
    "area": (Said(en="We come to you in {place}.", sv="Vi kommer till dig i {place}."), Said(en="We come to you in ⟦towns⟧.", sv="Vi kommer till dig i ⟦orter⟧.")),
    "cancel": (Said(en="{said}.", sv="{said}."), Said(en="You can cancel ⟦how⟧.", sv="Du kan avsluta ⟦hur⟧.")),
    "delivery": (Said(en="{said}.", sv="{said}."), Said(en="Delivered within ⟦days⟧.", sv="Levereras inom ⟦dagar⟧.")),
    "returns": (Said(en="{said}.", sv="{said}."), Said(en="⟦Days⟧ to return it.", sv="⟦Antal⟧ dagars returrätt.")),
    "dates": (Said(en="{said}.", sv="{said}."), Said(en="⟦Dates⟧.", sv="⟦Datum⟧.")),
    "install": (Said(en="Install it with {said}.", sv="Installera med {said}."), Said(en="Install it with ⟦one line⟧.", sv="Installera med ⟦en rad⟧.")),
    "licence": (Said(en="{said}.", sv="{said}."), Said(en="Free under ⟦licence⟧.", sv="Fritt under ⟦licens⟧.")),
}  # fmt: skip
_OR_CALL = Said(en="Would you rather talk? {phone}.", sv="Vill du hellre prata? {phone}.")
#: kinds whose visitors call
#: acts after which somebody answers
_ANSWERED = frozenset({"quote", "contact", "book", "call"})
_CALLED = frozenset({Kind.CARE, Kind.CRAFT, Kind.CHARITY, Kind.STAY, Kind.ASSOCIATION})
_NEUTRAL_BELOW = Said(en="⟦What happens afterwards, and when.⟧", sv="⟦Vad som händer sedan, och när.⟧")
_NEUTRAL_BUTTON = Said(
    en="⟦The next step, as a verb and its object⟧", sv="⟦Nästa steg, som verb och vad det gäller⟧"
)


def answers(case: Case, told: Told) -> list[str]:
    """The five questions as the scan answered them, with the page's own words; no price is asked of who sells nothing."""
    lang, report = case.assignment.lang, case.report
    lines = [f"| {say(lang, 'first.question')} | {say(lang, 'first.answer')} |", "|---|---|"]
    for row in report.answers if report is not None else ():
        if row.question is Question.COST and not sells(case):
            continue
        if row.question is Question.FOR_ME and case.assignment.audience and case.ordered is not None:
            lines.append(f"| {TITLES[row.question](lang)} | {_for_them(case.ordered)} |")
            continue
        yes_or_no = say(lang, f"first.{row.answer}")
        cost = _fields(told, lang) if row.question is Question.COST and told.form_serves else ""
        parts = (f"**{yes_or_no}**", prose(row.said(lang)), _quotes(row, lang), cost)
        lines.append(f"| {TITLES[row.question](lang)} | {' '.join(filter(None, parts))} |")
    return lines


def _for_them(ordered: OrderedPage) -> str:
    """Asked by those whom the order names."""
    lang, readers = ordered.asked.lang, ordered.readers
    key = (
        "yes"
        if readers.named_first
        else "partly"
        if readers.named_below or readers.matter
        else "could_not_tell"
    )
    met = readers.named_first or readers.named_below or readers.matter
    words_of = ", ".join(quoted(word, lang) for word in met)
    why = (
        "first"
        if readers.named_first
        else "below"
        if readers.named_below
        else "matter"
        if readers.matter
        else "none"
    )
    return f"**{say(lang, f'first.{key}')}** {say(lang, f'first.for_{why}', words=words_of) if met else say(lang, 'first.for_none')}"


def sells(case: Case) -> bool:
    return case.ordered is None or case.ordered.business.sells


def _quotes(row: Answered, lang: Language) -> str:
    """Words of the page that the answer rests on; a promise that nothing is there rests on none."""
    told = dict.fromkeys(
        one.snippet
        for one in row.evidence
        if one.snippet
        and one.snippet != one.selector
        and " > " not in one.snippet
        and not is_nothing(one.snippet)
    )
    return ", ".join(quoted(_short(_MARKS.sub("", one)), lang) for one in list(told)[:MOST_QUOTES])


def _short(text: str) -> str:
    return (
        text
        if len(text) <= LONGEST_QUOTE
        else text[:LONGEST_QUOTE].rsplit(" ", 1)[0].rstrip(",.;:–—- ") + " …"
    )


def _fields(told: Told, lang: Language) -> str:
    named = ", ".join(dict.fromkeys(map(prose, told.fields[:6])))
    return say(lang, "first.cost_fields", fields=named) if named else ""


def keeps(case: Case, told: Told) -> list[str]:
    """What is good and stays: said first, so that nobody mends it away."""
    lang = case.assignment.lang
    lines = []
    if told.headline and _is_yes(case, Question.WHAT) and told.headline_tells:
        lines.append(say(lang, "keep.headline", headline=quoted(told.headline, lang)))
    if told.claims:
        lines.append(say(lang, "keep.claim", claim=quoted(told.claims[0], lang)))
    others = [
        text
        for kind, text in told.proofs
        if is_worth_keeping(kind, text)
        and is_others_word(kind, text)
        and text not in told.claims
        and is_sentence(text, least=3)
    ]
    if others:
        lines.append(say(lang, "keep.proof", proof=quoted(others[0], lang)))
    ways_out = [one for one in told.ways_out if is_sentence(one, least=3)]
    if ways_out:
        lines.append(say(lang, "keep.way_out", said=quoted(ways_out[0], lang)))
    sums = case.report.reading.prices if case.report is not None else ()
    if told.prices and any(price.unit for price in sums):
        lines.append(say(lang, "keep.price", price=quoted(told.prices[0], lang)))
    return [f"- {line}" for line in lines] or [say(lang, "keep.nothing")]


def _is_yes(case: Case, question: Question) -> bool:
    rows = case.report.answers if case.report is not None else ()
    return any(row.question is question and row.answer is Answer.YES for row in rows)


def material_of(case: Case, told: Told, ordered: OrderedPage) -> Material:
    return Material(
        page=ordered.page,
        reading=ordered.reading,
        business=ordered.business,
        acts=ordered.acts,
        readers=ordered.readers,
        facts=ordered.facts,
        audience=case.assignment.audience,
        order_words=f"{case.assignment.goal} {case.assignment.audience}",
        order_lang=case.assignment.lang,
        headline=told.headline,
        brand=told.brand,
    )


#: a bullet or a number that a list has put before it
_BULLET = re.compile(r"^(?:[-–—•*·★☆✓✔→>]|\d{1,2}[.)])")
_RULES = re.compile(
    r"återbetal|reklam(?:ation|era)|refund|returned|leveransdatum|några problem|any problems|policy|villkor|cookie",
    re.IGNORECASE,
)
LEAST_SENTENCE = 5


def is_sentence(text: str, *, least: int = LEAST_SENTENCE) -> bool:
    """Something that can stand under a headline: words that begin like a sentence; no stars, bullet, label or rule of returns."""
    return (
        len(words(text)) >= least
        and not _BULLET.match(text)
        and not _RULES.search(text)
        and text[:1].isalnum()
    )


def versions(case: Case) -> list[FirstScreen]:
    """At most three, unlike each other and unlike the page: those with facts before those with marks; none without a line that tells the offer."""
    told, ordered = case.told, case.ordered
    if told is None or ordered is None:
        return []
    material = material_of(case, told, ordered)
    found = list(ideas(material))
    if ordered.business.outcome != "sure" and all(marks_in(one.headline) for one in found):
        return []  # the page tells nothing to write from: its owner is asked
    ranked = sorted(found, key=lambda one: (bool(marks_in(one.headline)), one.neutral, found.index(one)))
    chosen = [one for one in ranked if not (one.neutral and marks_in(one.headline))][:MOST_VERSIONS]
    used: list[str] = []
    made = []
    for idea in chosen:
        under = _under(idea, material, told, used)
        used.append(under)
        made.append(_version(idea, under, material, ordered))
    return made


def _version(idea: Idea, under: str, material: Material, ordered: OrderedPage) -> FirstScreen:
    lang = material.lang
    act, control = next(
        (row for row in ordered.controls if row[0].name == idea.act),
        next(iter(ordered.controls), (None, None)),
    )
    button = own_label(control) or (act.button(lang) if act is not None else _NEUTRAL_BUTTON(lang))
    after = material.said("next") if act is not None and act.name in _ANSWERED else ""
    below = ended(after) if after else (act.below(lang) if act is not None else _NEUTRAL_BELOW(lang))
    if act is not None and act.name == "account":
        below = _paid_after(material) or below
    phone = local_number(material.said("phone"))
    if phone and material.business.spoken in _CALLED and phone not in f"{idea.headline} {under}":
        below = f"{below} {_OR_CALL(lang, phone=phone)}"
    return FirstScreen(
        headline=idea.headline, subhead=under, button=capital(button), below=below, why=idea.why
    )


_THEN = Said(en="Then {monthly} a month.", sv="Sedan {monthly} i månaden.")
_LEAVES = re.compile(
    r"ingen bindningstid|säg upp när (?:du vill|som helst)|avsluta när du vill|no (?:contracts?|commitment)|cancel any ?time",
    re.IGNORECASE,
)


def _paid_after(material: Material) -> str:
    """What it costs after the trial and how one leaves, where the page tells both."""
    monthly = monthly_price(material.reading)
    way_out = leaving(material)
    return f"{_THEN(material.lang, monthly=monthly)} {ended(capital(way_out))}" if monthly and way_out else ""


def leaving(material: Material) -> str:
    found = (_LEAVES.search(block.text[:1_000]) for block in own_words(material.page))
    return next((match[0] for match in found if match is not None), "")


def _under(idea: Idea, material: Material, told: Told, used: list[str]) -> str:
    """The line under the headline: of the kind that the idea wants, else another that is not used yet."""
    makers = {"explain": _explaining, "practical": _practical}
    order = [idea.below, *(name for name in makers if name != idea.below)]
    lines = [_beside(line, idea.headline) for name in order for line in makers[name](material, told)]
    lines += [line(material.lang) for line in _OPEN.get(material.business.spoken, _OPEN[Kind.OTHER])]
    figures = set(_FIGURE.findall(idea.headline))
    fitting = [
        line
        for line in lines
        if line and not alike(line, idea.headline) and not figures & set(_FIGURE.findall(line))
    ]
    return next(
        (line for line in fitting if line not in used), next(iter(fitting), say(material.lang, "fill.how"))
    )


def _beside(line: str, headline: str) -> str:
    """Without the sentence that the headline has said."""
    told = sentences(line)
    return " ".join(one for one in told if not alike(one, headline)) if len(told) > 1 else line


_FIGURE = re.compile(r"\d+")
#: kind → what only the owner can tell, where the page has no sentence to take
_OPEN: Mapping[Kind, tuple[Said, ...]] = {
    Kind.CHARITY: (
        Said(en="⟦How many are with you today, and what they are waiting for.⟧", sv="⟦Hur många ni har hos er i dag, och vad de väntar på.⟧"),
        Said(en="⟦What last year's gifts paid for.⟧", sv="⟦Vad förra årets gåvor betalade.⟧"),
    ),
    Kind.FOOD: (Said(en="⟦The two things people come for.⟧", sv="⟦De två saker folk kommer för.⟧"),),
    Kind.ASSOCIATION: (Said(en="⟦How many you are, and what a season looks like.⟧", sv="⟦Hur många ni är, och hur en säsong ser ut.⟧"),),
    Kind.CARE: (Said(en="⟦Who they will meet, and what happens at the first visit.⟧", sv="⟦Vem man får träffa, och vad som händer vid första besöket.⟧"),),
    Kind.CRAFT: (Said(en="⟦How long you have done this, and for whom locally.⟧", sv="⟦Hur länge ni har gjort det, och åt vilka i trakten.⟧"),),
    Kind.STAY: (Said(en="⟦What guests hear and see in the morning.⟧", sv="⟦Vad man hör och ser på morgonen.⟧"),),
    Kind.OTHER: (Said(en="⟦How it works, in one sentence.⟧", sv="⟦Hur det går till, i en mening.⟧"),),
}  # fmt: skip


def _explaining(material: Material, told: Told) -> Iterator[str]:
    """Sentences of the page that can stand under a headline; its own headline among them where it tells something."""
    page = material.page
    lines = (
        told.subhead,
        hidden_description(page),
        _telling(page),
        told.headline if told.headline_tells else "",
    )
    for text in lines:
        line = _first(text) if text else ""
        if line and is_sentence(line) and len(words(line)) <= LONGEST_OWN and not _THANKS.match(line):
            yield ended(without_praise(line, page.language))


_THANKS = re.compile(r"\s*(?:thank|thanks|welcome|tack|välkommen)\b", re.IGNORECASE)


def _telling(page: Page) -> str:
    first = first_sentence(page)
    if not any(first in text for text in top_lines(page)):
        return ""
    return first if first and judge_line(first, page, topics(page)).outcome == "yes" else ""


def _practical(material: Material, told: Told) -> Iterator[str]:
    lang = material.lang
    names = list(_PRACTICAL[material.business.spoken])
    asked = {act.name for act in material.acts}
    if asked & {"waitlist", "newsletter", "demo", "call"}:
        names = [name for name in names if material.said(name)]
    if not names:
        return
    place = place_of(material) or say_place(lang)
    pieces = []
    for name in names:
        said = material.said(name)
        if name == "phone":
            said = local_number(said)
        elif name == "cancel":
            said = leaving(material)
        elif name == "hours" and said:
            said = all_hours(material)
            if not said:
                continue  # they stand further down, a day at a time
        full, empty = _AS_LINE[name]
        if name == "area":
            said = place_of(material)
            if material.business.trade is not None and not material.business.trade.comes:
                continue
        line = (full if said else empty)(lang, **_gaps(said, place, full if said else empty, lang))
        pieces.append(capital(line))
    while sum(len(marks_in(one)) for one in pieces) > MOST_MARKS:
        pieces.remove(next(one for one in reversed(pieces) if marks_in(one)))
    if pieces:
        yield " ".join(pieces)


def _gaps(said: str, place: str, text: Said, lang: Language) -> dict[str, str]:
    shape = text(lang)
    return {
        name: value
        for name, value in (("said", said.rstrip(".")), ("place", place))
        if f"{{{name}}}" in shape
    } or {}


def _first(text: str) -> str:
    told = sentences(text)
    both = " ".join(told[:2])
    return both if len(words(both)) <= LONGEST_BELOW else told[0]


def shown(case: Case, made: list[FirstScreen]) -> Iterator[str]:
    """The versions as they would stand, and why one would choose each; three questions where nothing can be written."""
    lang = case.assignment.lang
    if not made and case.told is not None and case.told.headline_tells:
        yield from (say(lang, "example.keep", headline=quoted(case.told.headline, lang)), "")
    elif not made:
        kind = case.ordered.business.spoken if case.ordered is not None else Kind.OTHER
        yield from (say(lang, "example.none"), "")
        yield from (f"{number}. {say(lang, f'example.ask_{number}')}" for number in (1, 2, 3))
        yield from ("", say(lang, "example.pattern"), "")
        yield from (f"> {line}  " for line in say(lang, f"example.{kind}").split(" / "))
        yield ""
    for letter, one in zip("ABC", made, strict=False):
        yield f"### {say(lang, 'version.title', letter=letter)}"
        yield ""
        yield f"- **{say(lang, 'version.headline')}** {_shown(one.headline)}"
        yield f"- **{say(lang, 'version.subhead')}** {_shown(one.subhead)}"
        yield f"- **{say(lang, 'version.button')}** {_shown(one.button)}"
        yield f"- **{say(lang, 'version.below')}** {_shown(one.below)}"
        yield ""
        yield f"*{say(lang, 'version.why')}* {one.why(lang)}"
        yield ""


def _shown(text: str) -> str:
    """A page's words on one line, as text and never as markdown."""
    return prose(" ".join(visible(text).split()))
