"""The five questions, answered from the reading alone. A finding can lower an answer afterwards, never raise it.

Trained weights (`answer_weights.toml`) decide four of them. Rules decide what it costs, since they agreed with readers as often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from coldread.base.languages import JUDGED, Language
from coldread.base.texts.texts import texts_of
from coldread.scanner.judge.answers.answer_outcome import RawAnswer
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
from coldread.scanner.judge.answers.what_cost import cost
from coldread.scanner.judge.answers.what_happens import judge_what_happens
from coldread.scanner.judge.answers.why_believe import judge_why_believe
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.audience import count_shared_stems, names_audience, wanted_words
from coldread.scanner.reading.first_screen import first_screen, lets_guess
from coldread.scanner.reading.people import first_blocks, sells_nothing
from coldread.scanner.reading.quotes import quote
from coldread.scanner.reading.record import Quote, Reading
from coldread.scanner.reading.whom import whom

TEXTS = texts_of("coldread.scanner.judge")
#: how sure a finding must be before it lowers an answer
SURE_BLOCKER, SURE_FAULT = 0.8, 0.5
MOST_QUOTES = 3
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
            "because": self.explanation(lang),
            "evidence": [
                {"selector": item.selector, "snippet": item.snippet, "where": item.where}
                for item in self.evidence
            ],
        }

    def explanation(self, lang: Language) -> str:
        return self.lowered_by or TEXTS.say(lang, f"answer.{self.because}")


def answer_questions(page: Page, reading: Reading) -> dict[Question, Answered]:
    """All five answers, before any finding lowers them."""
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
            Question.WHAT, offer_traits(page, reading, _outcome(_offer_by_rule(page, reading))), of_page
        ),
        Question.FOR_ME: traits_in_weights(Question.FOR_ME, audience_traits(page, reading), of_page),
        Question.WHY: traits_in_weights(Question.WHY, proof_traits(page, reading), of_page),
        Question.PRESS: traits_in_weights(Question.PRESS, step_traits(page, reading), of_page),
    }


def _outcome(answer: Answer) -> Outcome:
    return "yes" if answer is Answer.YES else "partly" if answer is Answer.PARTLY else "no"


def _answer_by_weights(question: Question, values: Mapping[str, int]) -> Answer:
    return Answer(models()[question.value].outcome(values))


def _offer_by_rule(page: Page, reading: Reading) -> Answer:
    screen = first_screen(page)
    if screen.says_offer == "yes":
        return Answer.YES
    return Answer.PARTLY if screen.says_offer == "partly" or lets_guess(page) else Answer.NO


def what_is_it(page: Page, reading: Reading) -> Answered:
    screen, head = first_screen(page), reading.headline
    values = offer_traits(page, reading, _outcome(_offer_by_rule(page, reading)))
    answer = _answer_by_weights(Question.WHAT, traits_in_weights(Question.WHAT, values, page_traits(page)))
    if answer is Answer.YES and not screen.telling and head is not None and head.says_offer == "no":
        answer = Answer.PARTLY  # a yes must quote a line that says what the page offers
    if answer is Answer.YES:
        by_headline = head is not None and head.says_offer == "yes"
        read_first = (head.evidence if head else ()) + (reading.subhead.evidence if reading.subhead else ())
        because = "what_yes" if by_headline or not screen.telling else "what_below"
        return _answer_with_quotes(
            Question.WHAT, answer, because, screen.evidence if by_headline else read_first or screen.evidence
        )
    if screen.says_offer == "yes" and screen.telling:
        because = "what_line"  # the quoted line says what the page offers
    else:
        because = "what_guess" if answer is Answer.PARTLY else "what_no"
    return _answer_with_quotes(Question.WHAT, answer, because, screen.evidence)


def is_it_for_me(page: Page, reading: Reading) -> Answered:
    head = reading.headline.evidence if reading.headline else ()
    if names_audience(page, surely=True):
        return _answer_with_quotes(
            Question.FOR_ME, Answer.YES, "for_me_yes", _quotes_naming_audience(page, reading) or head
        )
    weighed = _answer_by_weights(
        Question.FOR_ME, traits_in_weights(Question.FOR_ME, audience_traits(page, reading), page_traits(page))
    )
    audience = whom(page)
    meant = audience.named or audience.placed
    if weighed is Answer.NO:
        return _answer_with_quotes(Question.FOR_ME, Answer.NO, "for_me_no", head)
    if weighed is Answer.YES:
        because = "for_me_yes" if meant else "for_me_offer"
        return _answer_with_quotes(Question.FOR_ME, Answer.YES, because, meant or head)
    if meant or audience.broad:
        return _answer_with_quotes(Question.FOR_ME, Answer.PARTLY, "for_me_little", meant or audience.broad)
    later = [fact for fact in reading.audience if not any(at.where == "title" for at in fact.evidence)]
    if later:
        at_once = any(at.where == "first-screen" for at in later[0].evidence)
        because = "for_me_little" if at_once else "for_me_later"
        return _answer_with_quotes(Question.FOR_ME, Answer.PARTLY, because, later[0].evidence)
    addressed = any(phrases("words.you").search(block.text) for block in first_blocks(page))
    return _answer_with_quotes(
        Question.FOR_ME, Answer.PARTLY, "for_me_you" if addressed else "for_me_offer", head
    )


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


def why_believe_it(page: Page, reading: Reading) -> Answered:
    values = traits_in_weights(Question.WHY, proof_traits(page, reading), page_traits(page))
    return _answer_from_raw(Question.WHY, judge_why_believe(page, reading, values))


def what_does_it_cost(page: Page, reading: Reading) -> Answered:
    if not reading.prices and sells_nothing(page):
        return _answer_with_quotes(Question.COST, Answer.NOT_APPLICABLE, "cost_none", ())
    return _answer_from_raw(Question.COST, cost(page, reading))


def what_happens(page: Page, reading: Reading) -> Answered:
    return _answer_from_raw(Question.PRESS, judge_what_happens(page, reading, step_traits(page, reading)))


def _answer_from_raw(question: Question, raw: RawAnswer) -> Answered:
    return _answer_with_quotes(question, Answer(raw.outcome), raw.because, raw.evidence)


def _answer_with_quotes(
    question: Question, answer: Answer, because: str, evidence: tuple[Quote, ...]
) -> Answered:
    return Answered(question=question, answer=answer, because=because, evidence=evidence[:MOST_QUOTES])
