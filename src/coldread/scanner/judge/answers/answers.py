"""The five questions, answered from the reading alone. A finding can lower an answer afterwards, never raise it.

Trained weights (`answer_weights.toml`) decide four of them. Rules decide what it costs, since they agreed with readers as often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from coldread.base.languages import JUDGED, Language
from coldread.base.texts.texts import texts_of
from coldread.scanner.judge.answers.answer_kinds import Answer, Told, told_of
from coldread.scanner.judge.answers.answer_outcome import RawAnswer, certain_quotes
from coldread.scanner.judge.answers.proof_traits import proof_traits
from coldread.scanner.judge.answers.questions import FIVE, TITLES, Question, question_of
from coldread.scanner.judge.answers.step_traits import step_traits
from coldread.scanner.judge.answers.traits import (
    audience_traits,
    offer_traits,
    page_traits,
    traits_in_weights,
)
from coldread.scanner.judge.answers.weigh_traits import Outcome, models
from coldread.scanner.judge.answers.what_cost import cost, quoted_amounts
from coldread.scanner.judge.answers.what_happens import judge_what_happens
from coldread.scanner.judge.answers.why_believe import judge_why_believe
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page
from coldread.scanner.reading.audience import count_shared_stems, names_audience, wanted_words
from coldread.scanner.reading.first_screen import first_screen, lets_guess
from coldread.scanner.reading.people import sells_nothing
from coldread.scanner.reading.quotes import quote
from coldread.scanner.reading.record import Quote, Reading
from coldread.scanner.reading.whom import whom

TEXTS = texts_of("coldread.scanner.judge")
#: how sure a finding must be before it lowers an answer
SURE_BLOCKER, SURE_FAULT = 0.8, 0.5
MOST_QUOTES = 3
#: marks of quotation around words that get ours
_MARKS = '“”„"« »'
#: faults that do not lower the answer to their question: readers answered as if they were not there
BESIDE = frozenset(
    {
        "trust.privacy-link",
        "clarity.h1-missing",
        "clarity.h1-below-fold",
        "cta.no-control",
        "form.many-fields",
    }
)
#: P0 findings that lower an answer to partly at most, since the visitor still has another way
HINDERS = frozenset({"form.no-action"})


@dataclass(frozen=True, kw_only=True)
class Answered:
    """One question's answer, and the page's words for it."""

    question: Question
    answer: Answer
    #: words that a visitor sees, outside of menus
    evidence: tuple[Quote, ...] = ()
    #: why nothing could be read: key of `[answer]` in the texts
    unread: str = ""
    #: the finding that lowered it, in the brief's language
    lowered_by: str = ""

    def to_dict(self, lang: Language) -> dict[str, Any]:
        return {
            "question": self.question.value,
            "title": TITLES[self.question](lang),
            "answer": self.answer.value,
            "because": self.explanation(lang),
            "evidence": [
                {"selector": item.selector, "snippet": item.snippet, "where": item.where}
                for item in self.evidence
            ],
        }

    @property
    def told(self) -> Told:
        return told_of(self.question, self.answer, quoted=bool(self.evidence), measured=bool(self.lowered_by))

    def explanation(self, lang: Language) -> str:
        """What rules found, with the words and their place; nothing about the business."""
        if self.lowered_by:
            return self.lowered_by
        if self.unread:
            return TEXTS.say(lang, f"answer.{self.unread}")
        if self.told is Told.NOT_FOUND:
            return TEXTS.say(lang, f"answer.none_{self.question}")
        if self.told is not Told.FOUND:
            return TEXTS.say(lang, "answer.unsure")
        first = self.evidence[0]
        place = TEXTS.say(lang, f"answer.in_{first.where}")
        return TEXTS.say(lang, "answer.found", place=place, words=first.snippet.strip(_MARKS))


def answer_questions(page: Page, reading: Reading) -> dict[Question, Answered]:
    """All five answers, before any finding lowers them."""
    asked: dict[Question, Callable[[Page, Reading], RawAnswer]] = {
        Question.WHAT: what_is_it,
        Question.FOR_ME: is_it_for_me,
        Question.WHY: why_believe_it,
        Question.COST: what_does_it_cost,
        Question.PRESS: what_happens,
    }
    if page.is_shell or page.language not in JUDGED:
        why = "shell" if page.is_shell else "language"
        return {name: Answered(question=name, answer=Answer.UNSURE, unread=why) for name in FIVE}
    return {name: _answered(page, name, asked[name](page, reading)) for name in FIVE}


def _answered(page: Page, question: Question, raw: RawAnswer) -> Answered:
    quotes = certain_quotes(page, raw.evidence)[:MOST_QUOTES]
    return Answered(question=question, answer=Answer(raw.outcome), evidence=quotes)


def final_answers(base: Mapping[Question, Answered], findings: Iterable[Finding]) -> dict[Question, Answered]:
    """A sure P0 makes an answer no, a sure fault makes a yes partly. A finding never improves an answer."""
    final = dict(base)
    for item in findings:
        question = question_of(item.id)
        now = final.get(question)
        if now is None or now.answer is Answer.NOT_APPLICABLE:
            continue
        if item.id in BESIDE:
            continue
        blocks = item.severity is Severity.P0 and item.confidence >= SURE_BLOCKER and item.id not in HINDERS
        if blocks and now.answer is not Answer.NO:
            final[question] = replace(now, answer=Answer.NO, lowered_by=item.title)
        elif now.answer is Answer.YES and _is_fault(item):
            final[question] = replace(now, answer=Answer.PARTLY, lowered_by=item.title)
    return final


def _is_fault(item: Finding) -> bool:
    return item.severity in (Severity.P0, Severity.P1) and item.confidence >= SURE_FAULT


def traits_by_question(page: Page, reading: Reading) -> dict[Question, dict[str, int]]:
    """The traits that the weighed answers are computed from, by question."""
    of_page = page_traits(page)
    return {
        Question.WHAT: traits_in_weights(
            Question.WHAT, offer_traits(page, reading, _offer_by_rule(page)), of_page
        ),
        Question.FOR_ME: traits_in_weights(Question.FOR_ME, audience_traits(page, reading), of_page),
        Question.WHY: traits_in_weights(Question.WHY, proof_traits(page, reading), of_page),
        Question.PRESS: traits_in_weights(Question.PRESS, step_traits(page, reading), of_page),
    }


def _answer_by_weights(question: Question, values: Mapping[str, int]) -> Outcome:
    return models()[question.value].outcome(values)


def _offer_by_rule(page: Page) -> Outcome:
    says_offer = first_screen(page).says_offer
    return "partly" if says_offer == "no" and lets_guess(page) else says_offer


def what_is_it(page: Page, reading: Reading) -> RawAnswer:
    screen, head = first_screen(page), reading.headline
    values = offer_traits(page, reading, _offer_by_rule(page))
    outcome = _answer_by_weights(Question.WHAT, traits_in_weights(Question.WHAT, values, page_traits(page)))
    if outcome == "yes" and not screen.telling and head is not None and head.says_offer == "no":
        outcome = "partly"  # a yes must quote a line that says what the page offers
    return RawAnswer(outcome, screen.telling if outcome == "yes" else screen.evidence)


def is_it_for_me(page: Page, reading: Reading) -> RawAnswer:
    named = whom(page)
    if names_audience(page, surely=True):
        return RawAnswer("yes", _quotes_naming_audience(page, reading))
    traits = traits_in_weights(Question.FOR_ME, audience_traits(page, reading), page_traits(page))
    later = tuple(at for fact in reading.audience for at in fact.evidence)
    outcome = _answer_by_weights(Question.FOR_ME, traits)
    meant = named.named or named.placed
    return RawAnswer(outcome, meant if outcome == "yes" else meant or named.broad or later)


def _quotes_naming_audience(page: Page, reading: Reading) -> tuple[Quote, ...]:
    """The line that names the audience of the brief. It is not always the headline."""
    lines = [(line.text, line.evidence) for line in (reading.headline, reading.subhead) if line is not None]
    lines += [(block.text, (quote(page, block.element, block.text),)) for block in page.subheads]
    titled = title_of(page.dom)
    if titled is not None and page.title:
        lines.append((page.title, (quote(page, titled, page.title),)))
    wanted = wanted_words(page.brief.audience)
    overlaps = [(count_shared_stems(wanted, text), at) for text, at in lines]
    most = max((count for count, _ in overlaps), default=0)
    audience = whom(page)
    return (
        next((at for count, at in overlaps if count == most), ())
        if most
        else audience.named or audience.placed
    )


def why_believe_it(page: Page, reading: Reading) -> RawAnswer:
    values = traits_in_weights(Question.WHY, proof_traits(page, reading), page_traits(page))
    return judge_why_believe(page, reading, values)


def what_does_it_cost(page: Page, reading: Reading) -> RawAnswer:
    if not reading.prices and sells_nothing(page):
        return RawAnswer("does_not_apply", quoted_amounts(page))
    return cost(page, reading)


def what_happens(page: Page, reading: Reading) -> RawAnswer:
    return judge_what_happens(page, reading, step_traits(page, reading))
