"""The five questions, answered from the reading alone; what the checks found then lowers an answer, never raises it.

The first two are weighed (`weighed`) by what was trained on readers' answers; the other three follow rules, which did as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from weakref import WeakKeyDictionary

from coldread.base.languages import JUDGED, Language
from coldread.base.texts.texts import texts_of
from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.questions import FIVE, TITLES, Question, question_of
from coldread.scanner.judge.traits import audience_traits, counted, offer_traits, page_traits
from coldread.scanner.judge.weighed import Outcome, models
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.audience import names_audience
from coldread.scanner.reading.behind import TELLS_ITSELF, missed, promise_of
from coldread.scanner.reading.first_screen import first_screen, lets_guess
from coldread.scanner.reading.people import first_blocks
from coldread.scanner.reading.prices import (
    asks_for_quote,
    counts_price,
    credentials,
    is_letter,
    rate,
    says_free,
)
from coldread.scanner.reading.record import Behind, Quote, Reading
from coldread.scanner.reading.steps import leads_to
from coldread.scanner.reading.whom import whom

TEXTS = texts_of("coldread.scanner.judge")
#: how sure a finding must be before it lowers an answer
SURE_BLOCKER, SURE_FAULT = 0.8, 0.5
MOST_QUOTES = 3
#: faults that leave the answer to their question as it was: readers answered as if they were not there
BESIDE = frozenset(
    {
        "trust.privacy-link",
        "trust.contact",
        "clarity.h1-missing",
        "clarity.h1-below-fold",
        "clarity.h1-vague",  # weighed already: a name behind a greeting often tells
    }
)
#: findings whose own words say no to their question, however small they are
DENIALS = frozenset(
    {
        "clarity.offer-unclear",
        "clarity.audience-absent",
        "clarity.audience-unclear",
        "clarity.place-absent",
        "trust.no-proof",
        "trust.proof-thin",
        "trust.proof-placeholder",
        "trust.price-absent",
        "trust.price-unclear",
        "cta.none",
        "cta.goal-mismatch",
        "cta.covered",
        "form.no-action",
    }
)
#: blockers that leave another way: late is not never
HINDERS = frozenset({"cta.none", "cta.goal-mismatch", "form.no-action"})


class Answer(StrEnum):
    """What a stranger could say after reading."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"
    UNSURE = "could_not_tell"
    NOT_APPLICABLE = "does_not_apply"


@dataclass(frozen=True, kw_only=True)
class Answered:
    """One question's answer, why, and the page's words for it."""

    question: Question
    answer: Answer
    #: key of `[answer]` in the texts
    because: str
    evidence: tuple[Quote, ...] = ()
    #: the finding that lowered it, in the brief's language
    lowered_by: str = ""

    def to_dict(self, lang: Language) -> dict[str, Any]:
        return {
            "question": self.question.value,
            "title": TITLES[self.question](lang),
            "answer": self.answer.value,
            "because": self.said(lang),
            "evidence": [
                {"selector": item.selector, "snippet": item.snippet, "where": item.where}
                for item in self.evidence
            ],
        }

    def said(self, lang: Language) -> str:
        return self.lowered_by or TEXTS.say(lang, f"answer.{self.because}")


def answers(page: Page, reading: Reading) -> dict[Question, Answered]:
    """All five, before anything was found."""
    asked = {
        Question.WHAT: what_is_it,
        Question.FOR_ME: is_it_for_me,
        Question.WHY: why_believe_it,
        Question.COST: what_does_it_cost,
        Question.PRESS: what_happens,
    }
    if page.is_shell or page.language not in JUDGED:
        why = "shell" if page.is_shell else "language"
        return {name: Answered(question=name, answer=Answer.UNSURE, because=why) for name in FIVE}
    return {name: asked[name](page, reading) for name in FIVE}


def settled(base: Mapping[Question, Answered], findings: Iterable[Finding]) -> dict[Question, Answered]:
    """A sure blocker leaves no, a fault leaves partly; a finding never makes an answer better."""
    told = dict(base)
    for item in findings:
        question = question_of(item.id)
        now = told.get(question)
        if now is None or now.answer is Answer.NOT_APPLICABLE:
            continue
        if item.id in BESIDE:
            continue
        blocks = item.severity is Severity.P0 and item.confidence >= SURE_BLOCKER and item.id not in HINDERS
        if blocks and now.answer is not Answer.NO:
            told[question] = replace(now, answer=Answer.NO, lowered_by=item.title)
        elif now.answer is Answer.YES and (_is_fault(item) or denies(item)):
            told[question] = replace(now, answer=Answer.PARTLY, lowered_by=item.title)
    return told


def _is_fault(item: Finding) -> bool:
    return item.severity in (Severity.P0, Severity.P1) and item.confidence >= SURE_FAULT


def denies(item: Finding) -> bool:
    """Whoever reads it cannot at the same time read "yes" above it."""
    return item.id in DENIALS and item.severity is not Severity.INFO


def contradictions(answered: Iterable[Answered], findings: Iterable[Finding]) -> list[str]:
    """Findings that deny an answer of yes: none, ever."""
    agreed = {row.question for row in answered if row.answer is Answer.YES}
    return [item.id for item in findings if denies(item) and question_of(item.id) in agreed]


_KNOWN: WeakKeyDictionary[Page, dict[Question, Answered]] = WeakKeyDictionary()


def _once(page: Page, question: Question, work: Callable[[], Answered]) -> Answered:
    """Checks ask what the report asks."""
    known = _KNOWN.setdefault(page, {})
    if question not in known:
        known[question] = work()
    return known[question]


def traits(page: Page, reading: Reading) -> dict[Question, dict[str, int]]:
    """What the weighed answers rest on, by question."""
    of_page = page_traits(page)
    return {
        Question.WHAT: counted(
            Question.WHAT, offer_traits(page, reading, _outcome(_offer_by_rule(page, reading))), of_page
        ),
        Question.FOR_ME: counted(Question.FOR_ME, audience_traits(page, reading), of_page),
    }


def _outcome(answer: Answer) -> Outcome:
    return "yes" if answer is Answer.YES else "partly" if answer is Answer.PARTLY else "no"


def _weighed(question: Question, values: Mapping[str, int]) -> Answer:
    return Answer(models()[question.value].outcome(values))


def what_is_it(page: Page, reading: Reading) -> Answered:
    return _once(page, Question.WHAT, lambda: _what_is_it(page, reading))


def _offer_by_rule(page: Page, reading: Reading) -> Answer:
    told = first_screen(page)
    if told.says_offer == "yes":
        return Answer.YES
    return Answer.PARTLY if told.says_offer == "partly" or lets_guess(page) else Answer.NO


def _what_is_it(page: Page, reading: Reading) -> Answered:
    told, head = first_screen(page), reading.headline
    values = offer_traits(page, reading, _outcome(_offer_by_rule(page, reading)))
    answer = _weighed(Question.WHAT, counted(Question.WHAT, values, page_traits(page)))
    if answer is Answer.YES:
        by_headline = head is not None and head.says_offer == "yes"
        because = "what_yes" if by_headline or not told.telling else "what_below"
        return _answer(Question.WHAT, answer, because, told.evidence)
    if told.says_offer == "yes" and told.telling:
        because = "what_below"  # a line says it: whoever reads the quotation sees that
    else:
        because = "what_guess" if answer is Answer.PARTLY else "what_no"
    return _answer(Question.WHAT, answer, because, told.evidence)


def is_it_for_me(page: Page, reading: Reading) -> Answered:
    return _once(page, Question.FOR_ME, lambda: _is_it_for_me(page, reading))


def _is_it_for_me(page: Page, reading: Reading) -> Answered:
    head = reading.headline.evidence if reading.headline else ()
    if names_audience(page):
        return _answer(Question.FOR_ME, Answer.YES, "for_me_yes", head)
    weighed = _weighed(
        Question.FOR_ME, counted(Question.FOR_ME, audience_traits(page, reading), page_traits(page))
    )
    told = whom(page)
    meant = told.named or told.placed
    if weighed is Answer.NO:
        return _answer(Question.FOR_ME, Answer.NO, "for_me_no", head)
    if weighed is Answer.YES:
        because = "for_me_yes" if meant else "for_me_offer"
        return _answer(Question.FOR_ME, Answer.YES, because, meant or head)
    if meant or told.broad:
        return _answer(Question.FOR_ME, Answer.PARTLY, "for_me_little", meant or told.broad)
    later = [fact for fact in reading.audience if not any(at.where == "title" for at in fact.evidence)]
    if later:
        return _answer(Question.FOR_ME, Answer.PARTLY, "for_me_later", later[0].evidence)
    spoken = any(phrases("words.you").search(block.text) for block in first_blocks(page))
    return _answer(Question.FOR_ME, Answer.PARTLY, "for_me_you" if spoken else "for_me_offer", head)


def why_believe_it(page: Page, reading: Reading) -> Answered:
    real = [item for item in reading.proofs if not item.placeholder]
    specific = [item for item in real if item.specific]
    quotes = tuple(at for item in (specific or real) for at in item.evidence)[:MOST_QUOTES]
    voices = {at.snippet for item in specific if item.kind in ("quote", "case") for at in item.evidence}
    firms = {item.organisation for item in specific if item.kind == "quote" and _is_firm(item.organisation)}
    cases = any(item.kind == "case" for item in specific)
    others = {item.kind for item in specific if item.kind not in ("quote", "case")}
    # names alone are written by anybody: a firm, a case or somebody else's count has to stand beside them
    if (len(voices) >= 2 and (firms or cases)) or (voices and others) or len(others) >= 2:
        return _answer(Question.WHY, Answer.YES, "why_yes", quotes)
    if specific:
        return _answer(Question.WHY, Answer.PARTLY, "why_one", quotes)
    if real:
        figures = all(item.kind == "count" for item in real)
        return _answer(Question.WHY, Answer.PARTLY, "why_figures" if figures else "why_thin", quotes)
    own = credentials(page)
    if own is not None and not reading.proofs:
        return _answer(Question.WHY, Answer.PARTLY, "why_own", own.evidence)
    return _answer(Question.WHY, Answer.NO, "why_placeholder" if reading.proofs else "why_no", ())


#: "White Plains, NY": where somebody lives is not for whom they speak
_HOME = re.compile(r"^[A-ZÅÄÖ][\w .-]+, [A-Z]{2}$")


def _is_firm(organisation: str) -> bool:
    return bool(organisation) and _HOME.match(organisation) is None


def what_does_it_cost(page: Page, reading: Reading) -> Answered:
    goal = page.brief.goal
    amounts = sorted(reading.prices, key=lambda price: not price.unit)  # a unit tells a price from an example
    priced = tuple(at for price in amounts for at in price.evidence)[:MOST_QUOTES]
    told = tuple(at for fact in reading.next_step for at in fact.evidence)[:MOST_QUOTES]
    free = says_free(page)
    freely = free.evidence if free else ()
    if goal == PrimaryGoal.NEWSLETTER and is_letter(page):
        known = bool(told or free)
        because = "cost_letter" if known else "cost_letter_untold"
        return _answer(Question.COST, Answer.YES if known else Answer.PARTLY, because, told or freely)
    if reading.prices:
        return _answer(Question.COST, Answer.YES, "cost_yes", priced)
    counted = counts_price(page) or rate(page)
    if counted is not None:
        return _answer(Question.COST, Answer.YES, "cost_counted", counted.evidence)
    if free and goal == PrimaryGoal.OTHER:
        return _answer(Question.COST, Answer.YES, "cost_free", freely)
    talks = goal not in (PrimaryGoal.OTHER, PrimaryGoal.NEWSLETTER)
    asked = asks_for_quote(page) if talks else None
    if free or asked or (told and goal != PrimaryGoal.OTHER):
        fact = free or asked
        return _answer(Question.COST, Answer.PARTLY, "cost_partly", fact.evidence if fact else told)
    return _answer(Question.COST, Answer.NO, "cost_no", ())


def what_happens(page: Page, reading: Reading) -> Answered:
    first = page.primary
    serving = {call.selector for call in page.calls}
    steps = tuple(at for step in reading.steps if step.serves_goal for at in step.evidence)[:MOST_QUOTES]
    if not serving:
        reached = reading.contacts or _contact_links(page)
        sold = page.brief.goal == PrimaryGoal.PAID_SIGNUP and not _links(
            page, "reading.bought", "reading.booked"
        )
        answer, why = (Answer.PARTLY, "press_contact") if reached and not sold else (Answer.NO, "press_none")
        return _answer(Question.PRESS, answer, why, ())
    if first is None or first.selector not in serving:
        return _answer(Question.PRESS, Answer.PARTLY, "press_other", steps)
    kind = leads_to(page, first.action) if first.action is not None else "form"
    if is_generic(first.label) and first.action is not None:
        return _answer(Question.PRESS, Answer.PARTLY, "press_mute", steps)
    behind = next((step.behind for step in reading.steps if step.primary), None)
    empty = behind is not None and _holds_nothing(page, first.label, behind)
    elsewhere = kind in ("mail", "nowhere", "home", "login") or _leads_elsewhere(page, first.label, behind)
    if empty or elsewhere or _has_no_form(page, behind):
        why = "press_nothing" if empty else "press_elsewhere" if elsewhere else "press_no_form"
        return _answer(Question.PRESS, Answer.NO if empty else Answer.PARTLY, why, steps)
    if len(words(first.label)) <= 1 and kind != "form" and not _is_sure(behind):
        return _answer(Question.PRESS, Answer.PARTLY, "press_untold", steps)
    told = reading.next_step or reading.risk_reversal or kind in ("calendar", "phone", "checkout")
    followed = behind is not None and behind.kind in TELLS_ITSELF
    because = "press_yes" if told else "press_followed" if followed else "press_plain"
    return _answer(Question.PRESS, Answer.YES, because, steps)


def _has_no_form(page: Page, behind: Behind | None) -> bool:
    """The page behind it was read, and there is nothing to fill in, to choose or to pay."""
    return (
        page.brief.goal in NAMED
        and behind is not None
        and (behind.kind, behind.known_by) == ("other", "page")
    )


def _contact_links(page: Page) -> bool:
    return _links(page, "contact.links")


def _links(page: Page, *lists: str) -> bool:
    return any(phrases(name).search(link.text) for name in lists for link in page.dom.shown("a"))


def _holds_nothing(page: Page, label: str, behind: Behind) -> bool:
    """A button that promises booking or buying, and a place on this page where neither can be done."""
    promised = promise_of(label, page.brief.goal) in ("booking", "buying")
    return promised and behind.known_by == "here" and behind.kind == "other"


def _leads_elsewhere(page: Page, label: str, behind: Behind | None) -> bool:
    """A contact page in place of a calendar is less than was promised, and still the way there."""
    return behind is not None and behind.kind != "contact" and bool(missed(label, page.brief.goal, behind))


def _is_sure(behind: Behind | None) -> bool:
    return behind is not None and behind.kind in ("calendar", "checkout", "phone", "form")


def _answer(question: Question, answer: Answer, because: str, evidence: tuple[Quote, ...]) -> Answered:
    return Answered(question=question, answer=answer, because=because, evidence=evidence[:MOST_QUOTES])
