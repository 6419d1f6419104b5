"""What the page shows for each of the five questions: facts that its owner can look up, in place of a judgement. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.drafts.case import Case
from coldread.drafts.draft_texts import quoted, say
from coldread.reader.measured import unread_frames
from coldread.scanner.judge.answers.proof_traits import hosts_linked
from coldread.scanner.judge.answers.questions import Question
from coldread.scanner.judge.targets import missing_anchor
from coldread.scanner.page.main_control import main_control
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.reading.prices import AMOUNT, GOES_ON
from coldread.scanner.report.plain import code

#: of one kind that are named
MOST_NAMED, MOST_FORMS = 5, 2
LONGEST_QUOTE, LONGEST_ADDRESS, LONGEST_FIELD = 160, 120, 60
#: pages one click away whose amounts are named
MOST_BEHIND = 3


def page_facts_for(case: Case, question: Question) -> str:
    """Sentences; empty where no page was seen."""
    page = case.page
    return "" if page is None else " ".join(_FACTS[question](case, page))


def _what(case: Case, page: Page) -> Iterator[str]:
    lang = case.lang
    yield (
        say(lang, "shows.title", words=_words(page.title, lang))
        if page.title
        else say(lang, "shows.no_title")
    )
    headings = [heading_text(one) for one in page.headlines]
    yield say(lang, "shows.h1", words=_words(headings[0], lang)) if headings else say(lang, "shows.no_h1")


def _for_me(case: Case, page: Page) -> Iterator[str]:
    """The line beside the headline: where a page says for whom it is, it says so there first."""
    line = next((block.text for block in page.subheads if block.kind != "heading"), "")
    if line:
        yield say(case.lang, "shows.next_line", words=_words(line, case.lang))


def _why(case: Case, page: Page) -> Iterator[str]:
    hosts = sorted(hosts_linked(page))
    if hosts:
        yield say(case.lang, "shows.hosts", hosts=_named([code(one) for one in hosts], case.lang))
    else:
        yield say(case.lang, "shows.no_hosts")


def _cost(case: Case, page: Page) -> Iterator[str]:
    lang = case.lang
    found = amounts(page)
    if found:
        yield say(lang, "shows.amounts", amounts=_named([code(one) for one in found], lang))
    elif page.is_fully_read:
        yield say(lang, "shows.no_amounts")
    yield from amounts_behind(case)


def amounts(page: Page) -> list[str]:
    """Figures with a currency in the text that the page shows, each once. “£10 million” is no £10, so it is none of them."""
    found = (
        match[0].strip()
        for block in page.blocks
        for match in AMOUNT.finditer(block.text)
        if not GOES_ON.match(block.text, match.end())
    )
    return list(dict.fromkeys(one for one in found if not one[0].islower()))  # “rs4880” is a gene


def amounts_behind(case: Case) -> Iterator[str]:
    """A sentence for each page one click away that has some."""
    met = ((url, found) for url, page in case.pages_around.items() if (found := amounts(page)))
    for url, found in islice(met, MOST_BEHIND):
        told = _named([code(one) for one in found], case.lang)
        path = code(shortened_address(split_address(url).path or "/", LONGEST_ADDRESS))
        yield say(case.lang, "shows.amounts_behind", path=path, amounts=told)


def _press(case: Case, page: Page) -> Iterator[str]:
    lang, first = case.lang, main_control(page)
    if first is not None and first.label:
        label = _words(first.label, lang)
        yield say(lang, "shows.button", label=label, leads=_leads(page, first, lang))
    asking = [form for form in page.forms if not form.is_search and not form.is_login and form.fields]
    for form in asking[:MOST_FORMS]:
        yield _form(form, lang)
    if not asking:
        frames = unread_frames(page)
        yield say(lang, "shows.no_form_seen" if frames else "shows.no_form", n=len(frames))


def _leads(page: Page, action: Action, lang: str) -> str:
    """Where its markup leads, and what the address answered when it was asked."""
    href = action.href.strip()
    if not href or href == "#" or href.lower().startswith("javascript:"):
        return say(lang, "shows.leads_nowhere")
    if href.startswith("#"):
        key = "shows.leads_to_no_place" if missing_anchor(page, href) else "shows.leads_to_place"
        return say(lang, key, place=code(href[:LONGEST_ADDRESS]))
    status = next(
        (one.status for one in page.seen.targets if one.selector == action.selector and one.status), None
    )
    key = "shows.leads_to" if status is None else "shows.leads_answered"
    return say(lang, key, address=code(_short_address(page, href)), status=status)


def _short_address(page: Page, href: str) -> str:
    """Of the page's own host without it."""
    address = page.absolute(href)
    parts = split_address(address)
    own = parts.netloc and parts.netloc == split_address(page.base).netloc
    return shortened_address(parts.path or "/" if own else address, LONGEST_ADDRESS)


def _form(form: Form, lang: str) -> str:
    """How many fields it has and which of them its markup requires; a script may require more."""
    if form.loose:
        return say(lang, "shows.loose_fields", n=len(form.counted))
    required = [field.label or field.element.attr("name") for field in form.counted if field.required]
    named = [quoted(name[:LONGEST_FIELD], lang) for name in required if name]
    n = len(form.counted)
    if not required:
        return say(lang, "shows.form_free", n=n)
    if len(named) < len(required) or len(required) == n:
        return say(lang, "shows.form_required", n=n, required=len(required))
    return say(lang, "shows.form_named", n=n, names=_named(named, lang))


def _words(text: str, lang: str) -> str:
    shown = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rpartition(' ')[0]}…"
    return quoted(shown.rstrip("."), lang)


def _named(items: list[str], lang: str) -> str:
    more = len(items) - MOST_NAMED
    tail = f" {say(lang, 'change.and_more', n=more)}" if more > 0 else ""
    return f"{', '.join(items[:MOST_NAMED])}{tail}"


_FACTS: dict[Question, Callable[[Case, Page], Iterator[str]]] = {
    Question.WHAT: _what,
    Question.FOR_ME: _for_me,
    Question.WHY: _why,
    Question.COST: _cost,
    Question.PRESS: _press,
}
