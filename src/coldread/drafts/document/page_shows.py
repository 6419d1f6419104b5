"""What the page shows for each of the five questions: facts that its owner can look up, in place of a judgement. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from coldread.drafts.case import Case
from coldread.drafts.document.money_shown import money_facts
from coldread.drafts.document.quoting import named, words_of
from coldread.drafts.document.ways_on import ways_on
from coldread.drafts.draft_texts import say
from coldread.drafts.order_price import order_price
from coldread.scanner.judge.answers.answers import Answer, Answered
from coldread.scanner.judge.answers.proof_traits import hosts_linked
from coldread.scanner.judge.answers.questions import Question
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.audience import welcoming_lines
from coldread.scanner.reading.record import Quote
from coldread.scanner.report.plain import code

#: lines that are quoted for one question
MOST_LINES = 3
#: words of a line; fewer are a label or the name of a picture
LEAST_WORDS = 3
#: answers that rest on words about the audience; the others quote the headline for want of such words
_NAMES_AUDIENCE = frozenset(["for_me_yes", "for_me_little", "for_me_later"])
#: answers that claim something about the page
_CLAIMS = frozenset([Answer.YES, Answer.PARTLY])


def page_facts_for(case: Case, answered: Answered) -> str:
    """Sentences; empty where no page was seen."""
    page = case.page
    if page is None:
        return ""
    facts = " ".join(_FACTS[answered.question](case, page, answered))
    return facts or say(case.lang, "shows.no_words")


def rules_answer(case: Case, answered: Answered) -> str:
    """What the scan's rules answer; nothing where no words show it, or where the order's own words say otherwise."""
    page = case.page
    if page is None:
        return ""
    facts = list(_FACTS[answered.question](case, page, answered))
    if not facts and answered.answer in _CLAIMS:
        return ""
    if answered.question is Question.COST and answered.answer is Answer.NOT_APPLICABLE:
        return "" if order_price(case.assignment).amounts else _said(case, answered)
    if answered.question is Question.COST and order_price(case.assignment).is_nothing_sold:
        return ""
    return _said(case, answered)


def _said(case: Case, answered: Answered) -> str:
    return say(case.lang, "sheet.rules", answer=say(case.lang, f"answer.{answered.answer}").lower())


def _lines_on_what(case: Case, page: Page, _answered: Answered) -> Iterator[str]:
    lang = case.lang
    yield (
        say(lang, "shows.title", words=words_of(page.title, lang))
        if page.title
        else say(lang, "shows.no_title")
    )
    headings = [heading_text(one) for one in page.headlines]
    yield say(lang, "shows.h1", words=words_of(headings[0], lang)) if headings else say(lang, "shows.no_h1")


def _lines_on_for_me(case: Case, page: Page, answered: Answered) -> Iterator[str]:
    """The line right after the headline, and the lines that name people."""
    after = next(iter(page.subheads), None)
    is_line = (
        after is not None and after.kind != "heading" and after.element.closest("a", "button", "form") is None
    )
    line = after.text if after is not None and is_line else ""
    if line:
        yield say(case.lang, "shows.next_line", words=words_of(line, case.lang))
    reading = case.report.reading if case.report is not None else None
    found = [*answered.evidence] if answered.because in _NAMES_AUDIENCE else []
    if reading is not None:
        found += [at for fact in reading.audience if fact.sure for at in fact.evidence]
    found += welcoming_lines(page)
    if quotes := _quotes(page, found, line, case.lang):
        yield say(case.lang, "shows.for_whom", words=quotes)


def _quotes(page: Page, found: list[Quote], known: str, lang: str) -> str:
    """Lines of the page's text and title, without the one that is quoted already."""
    texts = [_bare(one) for one in (page.title, *(block.text for block in page.blocks))]
    lines = dict.fromkeys(at.snippet for at in found if len(words(at.snippet)) >= LEAST_WORDS)
    fresh = (
        line
        for line in lines
        if any(_bare(line) in text for text in texts) and not _bare(known).startswith(_bare(line))
    )
    return ", ".join(words_of(one, lang) for one in islice(fresh, MOST_LINES))


def _bare(text: str) -> str:
    return " ".join(text.split()).rstrip(".… ")


def _lines_on_why(case: Case, page: Page, answered: Answered) -> Iterator[str]:
    hosts = sorted(hosts_linked(page))
    if hosts:
        yield say(case.lang, "shows.hosts", hosts=named([code(one) for one in hosts], case.lang))
    else:
        yield say(case.lang, "shows.no_hosts")
    if quotes := _quotes(page, [*answered.evidence], "", case.lang):
        yield say(case.lang, "shows.by_words", words=quotes)


def _lines_on_cost(case: Case, page: Page, _answered: Answered) -> Iterator[str]:
    yield from money_facts(case, page)


def _lines_on_press(case: Case, page: Page, _answered: Answered) -> Iterator[str]:
    yield from ways_on(case, page)


_FACTS: dict[Question, Callable[[Case, Page, Answered], Iterator[str]]] = {
    Question.WHAT: _lines_on_what,
    Question.FOR_ME: _lines_on_for_me,
    Question.WHY: _lines_on_why,
    Question.COST: _lines_on_cost,
    Question.PRESS: _lines_on_press,
}
