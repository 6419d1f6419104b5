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
from coldread.drafts.parts_of_page import is_worth_keeping
from coldread.drafts.remedies.code import escaped, markup
from coldread.drafts.say import quoted, say
from coldread.drafts.understood import Understood, names_price
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Severity
from coldread.scanner.page.observe.claims import states_rating
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, mid_sentence, stem, words
from coldread.scanner.report.plain import prose, visible
from coldread.scanner.suggest.wording import capital, ended, first_clause

LONGEST_HEADLINE = 12
LONGEST_AUDIENCE = 9
#: an offer that says already whom or what it is for
_FOR = re.compile(r"\b(?:for|för|till|åt)\s+[^\W\d]", re.IGNORECASE)
_ANY_FOR = re.compile(r"\b(?:for|för)\b", re.IGNORECASE)


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """One version, whole."""

    #: key of its name and its reason in `texts/`
    name: str
    headline: str
    subhead: str
    button: str
    below: str


def answers(case: Case, told: Understood) -> list[str]:
    """The five questions with what the page says to them."""
    lang = case.assignment.lang
    lines = [f"| {say(lang, 'first.question')} | {say(lang, 'first.answer')} |", "|---|---|"]
    rows = (
        ("what", _what(case, told, lang)),
        ("whom", _whom(case, told, lang)),
        ("believe", _believe(told, lang)),
        ("cost", _cost(told, lang)),
        ("press", _press(case, told, lang)),
    )
    return [*lines, *(f"| {say(lang, f'first.{name}')} | {answer} |" for name, answer in rows)]


def _has(case: Case, *ids: str) -> bool:
    found = case.report.findings if case.report is not None else ()
    return any(item.id in ids and item.severity is not Severity.INFO for item in found)


def _what(case: Case, told: Understood, lang: Language) -> str:
    if not told.headline:
        return say(lang, "first.what_none")
    if told.is_vague:
        instead = say(lang, "first.what_instead", offer=quoted(told.offer, lang)) if told.offer else ""
        return say(lang, "first.what_vague", headline=quoted(told.headline, lang), instead=instead).strip()
    return say(lang, "first.what_told", headline=quoted(told.headline, lang))


def _whom(case: Case, told: Understood, lang: Language) -> str:
    if not told.audience:
        return say(lang, "first.whom_unknown")
    if _has(case, "clarity.audience-absent"):
        return say(lang, "first.whom_absent", audience=quoted(told.audience, lang))
    first = {stem(word) for word in content_words(f"{told.headline} {told.subhead} {told.offer}")}
    shared = [word for word in words(told.audience) if stem(word) in first]
    whole = case.page.dom.body.text.lower() if case.page is not None else ""
    names = [word for word in words(told.audience)[1:] if word[:1].isupper() and word.lower() not in whole]
    if shared and not {stem(word) for word in shared} & {
        stem(word) for word in content_words(told.audience)[:2]
    }:
        only = quoted(", ".join(shared), lang)
        return say(lang, "first.whom_hardly", audience=quoted(told.audience, lang), shared=only)
    said = quoted(", ".join(shared) or told.audience, lang)
    if names:
        return say(lang, "first.whom_elsewhere", shared=said, missing=quoted(", ".join(names), lang))
    return say(lang, "first.whom_named", shared=said)


def _believe(told: Understood, lang: Language) -> str:
    if not told.proofs:
        return say(lang, "first.believe_none")
    by_others = [text for kind, text in told.proofs if kind != "logos"]
    if not by_others:
        return say(lang, "first.believe_logos", heading=quoted(told.proofs[0][1], lang))
    if not any(is_worth_keeping(kind, text) or kind == "count" for kind, text in told.proofs):
        return say(lang, "first.believe_praise", first=quoted(by_others[0], lang))
    kinds = ", ".join(dict.fromkeys(say(lang, f"proof_kind.{one}") for one, _ in told.proofs))
    return say(lang, "first.believe_some", kinds=kinds, first=quoted(by_others[0], lang))


def _cost(told: Understood, lang: Language) -> str:
    price = (
        say(lang, "first.cost_price", prices=", ".join(quoted(one, lang) for one in told.prices[:3]))
        if told.prices
        else say(lang, "first.cost_no_price")
    )
    fields = (
        say(lang, "first.cost_fields", fields=", ".join(dict.fromkeys(map(prose, told.fields[:6]))))
        if told.fields
        else ""
    )
    return f"{price} {fields}".strip()


def _press(case: Case, told: Understood, lang: Language) -> str:
    if not told.button:
        return say(lang, "first.press_none")
    if not told.leads_somewhere:
        return say(lang, "first.press_nowhere", button=quoted(told.button, lang))
    mismatch = not told.button_serves or _has(case, "cta.goal-mismatch", "cta.generic-label")
    key = "first.press_unclear" if mismatch else "first.press_told"
    goal = goal_row(case.assignment.primary_goal).result(lang)
    return say(lang, key, button=quoted(told.button, lang), goal=goal)


def keeps(case: Case, told: Understood) -> list[str]:
    """What is good and stays: said first, so that nobody mends it away."""
    lang = case.assignment.lang
    lines = []
    if told.headline and not told.is_vague:
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


def versions(page: Page, told: Understood) -> list[FirstScreen]:
    """Two or three, each from another side: what it is, what it brings, what it costs and risks."""
    lang = page.supported_language
    made = [_plain(page, told, lang), _outcome(page, told, lang), _safe(page, told, lang)]
    unlike: dict[str, FirstScreen] = {}
    for one in made:
        if one is not None:
            unlike.setdefault(one.headline.lower(), one)
    return list(unlike.values())


def _plain(page: Page, told: Understood, lang: Language) -> FirstScreen:
    """What it is, for whom."""
    offer = _short(told.offer)
    whom = _whom_in(told, lang)
    if not offer:
        offer = say(lang, "fill.offer")
    named = _names_readers(offer, whom)
    headline, lead = offer, ""
    if not named:
        joined = say(lang, "version.for", offer=offer.rstrip(" .!"), whom=mid_sentence(whom))
        if len(words(joined)) <= LONGEST_HEADLINE and not _ANY_FOR.search(offer):
            headline = joined
        else:
            lead = say(lang, "version.for_whom", whom=mid_sentence(whom))
    explained = (
        told.subhead
        if told.subhead and told.subhead not in (told.headline, told.offer)
        else say(lang, "fill.how")
    )
    return _version("plain", headline, f"{lead} {_first(explained)}".strip(), page, told, lang)


def _outcome(page: Page, told: Understood, lang: Language) -> FirstScreen:
    """What changes for them: the page's own figure where it has one."""
    counted = (one for one in told.claims if not states_rating(one))
    claim = next((one for one in counted if len(words(one)) <= LONGEST_HEADLINE + 2), "")
    headline = claim or say(lang, "fill.outcome")
    what = _short(told.offer) or say(lang, "fill.offer")
    whom = _whom_in(told, lang)
    under = (
        say(lang, "version.what_for", offer=what.rstrip(" .!"), whom=mid_sentence(whom))
        if not _names_readers(what, whom)
        else ended(what)
    )
    return _version("outcome", headline.rstrip("."), under, page, told, lang)


def _safe(page: Page, told: Understood, lang: Language) -> FirstScreen | None:
    """The price and the way out in front: only where the page has one of them, and in its own sentence."""
    lines = [*told.price_lines[:1], *told.ways_out[:1]]
    if not lines:
        return None
    what = _short(told.offer) or say(lang, "fill.offer")
    offer = what.partition(",")[0].rstrip(" .!")
    headline = offer if names_price(offer) else say(lang, "version.price", offer=offer)
    missing = () if told.ways_out else (say(lang, "fill.way_out"),)
    return _version(
        "safe", headline, " ".join((*map(ended, dict.fromkeys(lines)), *missing)), page, told, lang
    )


def _version(
    name: str, headline: str, subhead: str, page: Page, told: Understood, lang: Language
) -> FirstScreen:
    button = told.wanted_button or say(lang, "fill.button")
    row = goal_row(page.brief.goal)
    own = [line for line in told.ways_out if line not in subhead][:1]
    below = " ".join((*map(ended, own), *(() if own else (marked(row.after(lang)),))))
    return FirstScreen(name=name, headline=capital(headline), subhead=subhead, button=button, below=below)


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


def _whom_in(told: Understood, lang: Language) -> str:
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
