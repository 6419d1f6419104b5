"""The first screen, judged and written anew: five questions, what to keep, and whole versions to choose from.

Versions are made of the page's and the buyer's own facts. What is missing is a mark, ⟦…⟧, which delivery looks for.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from coldread.base.languages import Language
from coldread.drafts.case import Case
from coldread.drafts.marks import marked
from coldread.drafts.parts_of_page import calms, is_worth_keeping
from coldread.drafts.remedies.code import escaped, markup
from coldread.drafts.say import quoted, say
from coldread.drafts.told import Told, is_nothing
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.answers import Answer, Answered
from coldread.scanner.judge.questions import TITLES, Question
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, mid_sentence, stem, words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.report.plain import prose, visible
from coldread.scanner.suggest.lines import first_sentence, hidden_description
from coldread.scanner.suggest.wording import capital, ended, first_clause

LONGEST_HEADLINE = 12
LONGEST_AUDIENCE = 9
LONGEST_CLAIM = 10
#: words of the line below a button
LONGEST_BELOW = 10
#: an offer that says already whom or what it is for
_FOR = re.compile(r"\b(?:for|för|till|åt)\s+[^\W\d]", re.IGNORECASE)


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """One version, whole."""

    #: key of its name and its reason in `texts/`
    name: str
    headline: str
    subhead: str
    button: str
    below: str


_MARKS = re.compile('[“”"»«„]')
#: quotations of the page beside an answer
MOST_QUOTES = 2


def answers(case: Case, told: Told) -> list[str]:
    """The five questions as the scan answered them, with the page's own words."""
    lang, report = case.assignment.lang, case.report
    lines = [f"| {say(lang, 'first.question')} | {say(lang, 'first.answer')} |", "|---|---|"]
    for row in report.answers if report is not None else ():
        yes_or_no = say(lang, f"first.{row.answer}")
        cost = _fields(told, lang) if row.question is Question.COST else ""
        parts = (f"**{yes_or_no}**", prose(row.said(lang)), _quotes(row, lang), cost)
        lines.append(f"| {TITLES[row.question](lang)} | {' '.join(filter(None, parts))} |")
    return lines


def _quotes(row: Answered, lang: Language) -> str:
    """Words of the page that the answer rests on; a promise that nothing is there rests on none."""
    told = dict.fromkeys(one.snippet for one in row.evidence if one.snippet and not is_nothing(one.snippet))
    return ", ".join(quoted(_MARKS.sub("", one), lang) for one in list(told)[:MOST_QUOTES])


def _fields(told: Told, lang: Language) -> str:
    named = ", ".join(dict.fromkeys(map(prose, told.fields[:6])))
    return say(lang, "first.cost_fields", fields=named) if named else ""


def keeps(case: Case, told: Told) -> list[str]:
    """What is good and stays: said first, so that nobody mends it away."""
    lang = case.assignment.lang
    lines = []
    if told.headline and _is_yes(case, Question.WHAT) and not told.is_vague:
        lines.append(say(lang, "keep.headline", headline=quoted(told.headline, lang)))
    if told.claims:
        lines.append(say(lang, "keep.claim", claim=quoted(told.claims[0], lang)))
    others = [text for kind, text in told.proofs if is_worth_keeping(kind, text) and text not in told.claims]
    if others:
        lines.append(say(lang, "keep.proof", proof=quoted(others[0], lang)))
    if told.ways_out:
        lines.append(say(lang, "keep.way_out", said=quoted(told.ways_out[0], lang)))
    if told.prices:
        lines.append(say(lang, "keep.price", price=quoted(told.prices[0], lang)))
    if told.can_be_reached:
        lines.append(say(lang, "keep.reached"))
    return [f"- {line}" for line in lines] or [say(lang, "keep.nothing")]


def _is_yes(case: Case, question: Question) -> bool:
    rows = case.report.answers if case.report is not None else ()
    return any(row.question is question and row.answer is Answer.YES for row in rows)


def versions(page: Page, told: Told) -> list[FirstScreen]:
    """Two or three, each from another side: what it is, what it brings, what it costs and risks."""
    lang = page.supported_language
    plain, outcome, safe = _plain(page, told, lang), _outcome(page, told, lang), _safe(page, told, lang)
    # without a figure the second is a mark with a frame around it: only where there is nothing else to choose
    made = (
        [plain, safe]
        if safe is not None and outcome.headline == say(lang, "fill.outcome")
        else [plain, outcome, safe]
    )
    unlike: dict[str, FirstScreen] = {}
    for one in made:
        if one is not None:
            unlike.setdefault(f"{one.headline}\n{one.subhead}".lower(), one)
    return list(unlike.values())


def _plain(page: Page, told: Told, lang: Language) -> FirstScreen:
    """What it is, for whom."""
    offer = _short(told.offer)
    whom = _whom_in(told, lang)
    if not offer:
        offer = say(lang, "fill.offer")
    named = _names_readers(offer, whom)
    headline, lead = offer, ""
    if not named:
        lead = say(lang, "version.for_whom", whom=mid_sentence(whom))
    explained = next(
        (one for one in _explaining(page, told) if one not in (told.headline, told.offer)),
        say(lang, "fill.how"),
    )
    return _version("plain", headline, f"{lead} {_first(explained)}".strip(), page, told, lang)


def _explaining(page: Page, told: Told) -> Iterator[str]:
    """Lines of the page that can stand under the headline: the one that does, the description, a sentence that says the offer."""
    yield from filter(None, (told.subhead, hidden_description(page)))
    first = first_sentence(page)
    if first and judge_line(first, page, topics(page)).outcome == "yes":
        yield first


def _outcome(page: Page, told: Told, lang: Language) -> FirstScreen:
    """What changes for them: the page's own figure where it has one."""
    claim = next((one for one in told.claims if 3 <= len(words(one)) <= LONGEST_CLAIM), "")
    headline = claim or say(lang, "fill.outcome")
    what = _short(told.offer) or say(lang, "fill.offer")
    whom = _whom_in(told, lang)
    lead = "" if _names_readers(what, whom) else say(lang, "version.for_whom", whom=mid_sentence(whom))
    under = f"{_first(told.subhead) if told.subhead else ended(what)} {lead}".strip()
    return _version("outcome", headline.rstrip("."), under, page, told, lang)


def _safe(page: Page, told: Told, lang: Language) -> FirstScreen | None:
    """The price and the way out directly under the headline: only where the page has one of them, and in its own words."""
    lines = [*told.price_lines[:1], *told.ways_out[:1]]
    offer = _short(told.offer)
    if not offer or not lines:
        return None
    missing = () if told.ways_out else (say(lang, "fill.way_out"),)
    return _version("safe", offer, " ".join((*map(ended, dict.fromkeys(lines)), *missing)), page, told, lang)


def _version(name: str, headline: str, under: str, page: Page, told: Told, lang: Language) -> FirstScreen:
    button = told.wanted_button or say(lang, "fill.button")
    row = goal_row(page.brief.goal)
    line = calms(told, row)
    own = [line] if 1 < len(words(line)) <= LONGEST_BELOW and line not in f"{headline} {under}" else []
    after = say(lang, f"fill.after_{told.kind}") if told.kind else marked(row.after(lang))
    below = " ".join((*map(ended, own), *(() if own else (after,))))
    return FirstScreen(name=name, headline=capital(headline), subhead=under, button=button, below=below)


def _short(offer: str) -> str:
    if len(words(offer)) <= LONGEST_HEADLINE:
        return offer
    return first_clause(offer, most_words=LONGEST_HEADLINE, most_chars=90) or offer


def _first(text: str) -> str:
    from coldread.scanner.suggest.wording import sentences

    told = sentences(text)
    return " ".join(told[:2]) if len(words(" ".join(told[:2]))) <= 35 else told[0]


def _names_readers(offer: str, whom: str) -> bool:
    """Whether the offer says already whom it is for, or nobody is known to say it of."""
    known = {stem(word) for word in content_words(offer)}
    return not whom or bool(_FOR.search(offer)) or any(stem(word) in known for word in content_words(whom))


def _whom_in(told: Told, lang: Language) -> str:
    """The buyer's word for the readers, where it is short and in the page's language."""
    whom = told.audience
    fits = whom and len(words(whom)) <= LONGEST_AUDIENCE and not re.search(r"[;:()]", whom)
    own = (language_of_phrase(whom) or lang) == lang if fits else False
    return whom if own else ""


def shown(case: Case, made: list[FirstScreen]) -> Iterator[str]:
    """The versions as they would stand, and why one would choose each."""
    lang = case.assignment.lang
    for letter, one in zip("ABC", made, strict=False):
        yield f"### {say(lang, 'version.title', letter=letter, name=say(lang, f'version.name_{one.name}'))}"
        yield ""
        yield from markup(
            f"<h1>{_shown(one.headline)}</h1>",
            f"<p>{_shown(one.subhead)}</p>",
            f'<a class="button" href="…">{_shown(one.button)}</a>',
            f"<small>{_shown(one.below)}</small>",
        )
        yield ""
        yield say(lang, f"version.why_{one.name}")
        yield ""


def _shown(text: str) -> str:
    """A page's words inside a block of code: one line, nothing that steers."""
    return escaped(" ".join(visible(text).split()))
