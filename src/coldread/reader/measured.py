"""The measured facts of a page for the model, each with the numbers of its blocks. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.reader.blocks import Blocks
from coldread.scanner.judge.finding import Evidence, Finding
from coldread.scanner.judge.measured import is_measured
from coldread.scanner.judge.report import Report
from coldread.scanner.page.behind import BehindPage, FormOutline
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.outline import is_scenery, service_at
from coldread.scanner.page.page import Page

#: limits: places of one fact, and facts
MOST_PLACES, MOST_FACTS = 4, 60
LONGEST_SNIPPET = 120


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fact:
    """One measured fact."""

    #: the check's id, or the kind of observation
    id: str
    words: str
    #: numbers of the blocks that show it
    blocks: tuple[int, ...] = ()


def measured_facts(report: Report, page: Page, blocks: Blocks) -> tuple[Fact, ...]:
    """Findings of the measured checks, targets of forms, frames that were not read, the target of the main step, and what did not work."""
    found = (
        *(_fact_of_finding(finding, blocks) for finding in report.findings if is_measured(finding.id)),
        *(_fact_of_form(form, page, blocks) for form in page.forms if not form.is_search),
        *_facts_of_frames(page, blocks),
        *_answers_of_targets(page, blocks),
        *(_fact_of_behind(behind, blocks) for behind in page.seen.behind),
        *_facts_of_scripts(page),
    )
    return tuple(found[:MOST_FACTS])


def _fact_of_finding(finding: Finding, blocks: Blocks) -> Fact:
    evidence = finding.evidence[:MOST_PLACES]
    numbers = dict.fromkeys(number for item in evidence if (number := blocks.at(item.selector)) is not None)
    places = "; ".join(filter(None, map(_place_text, evidence)))
    more = f" ({finding.count} places)" if finding.count > 1 else ""
    words = f"{finding.title}{more}" + (f": {places}" if places else "")
    return Fact(id=finding.id, words=words, blocks=tuple(numbers))


def _place_text(evidence: Evidence) -> str:
    """The element's markup, with the measured value and its limit."""
    value = "" if evidence.value is None else f" {evidence.value}"
    bound = "" if evidence.threshold is None else f" (asked: {evidence.threshold})"
    window = (
        f" on the {'phone' if evidence.viewport == 'mobile' else 'computer'}" if evidence.viewport else ""
    )
    return f"“{' '.join(evidence.snippet.split())[:LONGEST_SNIPPET]}”{value}{bound}{window}"


def _fact_of_form(form: Form, page: Page, blocks: Blocks) -> Fact:
    asks = ", ".join(dict.fromkeys(str(field.kind) for field in form.counted))
    action = shortened_address(" ".join(form.element.attr("action").split()), LONGEST_SNIPPET)
    other = next((one.attr("formaction") for one in form.buttons if one.attr("formaction")), "")
    tried = {probe.selector: probe for probe in page.seen.handled if probe.event == "submit"}
    probe = tried.get(form.element.selector)
    if form.loose:
        sends = "the fields stand in no form element"
    elif action:
        sends = f"its address is {action}" + (f"; a button of it has {other}" if other else "")
    elif other:
        sends = f"a button of it has the address {shortened_address(other, LONGEST_SNIPPET)}"
    elif probe is None or probe.handled is None:
        sends = f"{_to_itself(form)}; nobody could tell what sending it does"
    elif probe.handled:
        sends = f"its markup names no address; a script answers when it is sent ({probe.how})"
    else:
        sends = f"{_to_itself(form)}, and no script answers when it is sent"
    number = blocks.at(form.element.selector)
    head = f" under “{form.heading[:LONGEST_SNIPPET]}”" if form.heading else ""
    return Fact(
        id="form",
        words=f"A form{head} asks for: {asks or 'nothing'}; {sends}",
        blocks=() if number is None else (number,),
    )


def _to_itself(form: Form) -> str:
    """What browsers do without an address; a server may well read it."""
    if form.element.attr("method").strip().lower() == "post":
        return "its markup names no address, so the browser posts it to this page's own"
    return "its markup names no address, so the browser opens this page again with what was filled in behind its address"


def unread_frames(page: Page) -> list[tuple[Element, str]]:
    """Frames that are shown and may hold a form or a calendar, with their addresses."""
    framed = [(one, one.attr("src") or one.attr("data-src")) for one in page.dom.shown("iframe")]
    return [(one, page.absolute(source)) for one, source in framed if not is_scenery(source)][:MOST_FRAMES]


MOST_FRAMES = 8


def _facts_of_frames(page: Page, blocks: Blocks) -> Iterator[Fact]:
    for element, address in unread_frames(page):
        number = blocks.at(element.selector)
        kind = service_at(address)
        known = f", which belongs to a service for this: {kind}" if kind else ""
        yield Fact(
            id="frame",
            words=f"A frame shows another page, {shortened_address(address, LONGEST_SNIPPET)}{known}; we cannot look into it, and a form may be in it",
            blocks=() if number is None else (number,),
        )


def _answers_of_targets(page: Page, blocks: Blocks) -> Iterator[Fact]:
    for target in page.seen.targets:
        number = blocks.at(target.selector)
        answer = f"status {target.status}" if target.status is not None else f"no answer ({target.reason})"
        yield Fact(
            id="target",
            words=f"{shortened_address(target.url, LONGEST_SNIPPET)} was asked: {answer}",
            blocks=() if number is None else (number,),
        )


def _fact_of_behind(behind: BehindPage, blocks: Blocks) -> Fact:
    number = blocks.at(behind.selector)
    return Fact(
        id="behind",
        words=f"Behind it, {behind.final_url or behind.url}: {_next_page_words(behind)}"[:600],
        blocks=() if number is None else (number,),
    )


def _next_page_words(behind: BehindPage) -> str:
    outline = behind.outline
    if outline is None:
        return f"nobody knows what is there ({behind.reason or behind.status})"
    parts = [
        f"title “{outline.title}”" if outline.title else "",
        f"heading “{outline.heading}”" if outline.heading else "",
        *(_next_form_words(form) for form in outline.forms),
        f"embedded: {', '.join(outline.embedded)}" if outline.embedded else "",
        f"links to: {', '.join(outline.linked)}" if outline.linked else "",
        f"{outline.frames} frames of which nobody knows what they hold" if outline.frames else "",
        f"{outline.phones} telephone links, {outline.mails} mail links, {outline.words} words",
    ]
    return "; ".join(filter(None, parts))


def _next_form_words(form: FormOutline) -> str:
    return f"a form that asks for {', '.join(form.asks) or 'nothing'}" + (
        " and is handed to the visitor's mail program" if form.by_mail else ""
    )


def _facts_of_scripts(page: Page) -> Iterator[Fact]:
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    errors = list(dict.fromkeys(text for view in views for text in view.console))[:MOST_PLACES]
    for error in errors:
        yield Fact(id="console", words=f"The browser's console says: {error}")
    if not page.rendered:
        yield Fact(id="no-browser", words="No browser has seen the page; its scripts were not run")


#: files that draw no text
_DRAWS_NOTHING = re.compile(
    r"\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|woff2?|ttf|otf|eot|mp[34]|webm|json|map)$", re.IGNORECASE
)


def lacks_own_parts(page: Page) -> bool:
    """Whether a resource of the page's own site that may have text was requested and did not load."""
    here = split_address(page.base).netloc
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    addresses = [split_address(item.url) for view in views for item in view.failed]
    return any(address.netloc == here and not _DRAWS_NOTHING.search(address.path) for address in addresses)


def files_that_failed(page: Page) -> tuple[str, ...]:
    """What the page requested and did not get: unknown content, never a fault. With the file that shows the same picture instead."""
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    lost = dict.fromkeys(item.url for view in views for item in view.failed)
    instead = _shown_instead(page)
    return tuple(
        shortened_address(url, LONGEST_SNIPPET)
        + (
            f" (its picture is shown from {shortened_address(instead[url], LONGEST_SNIPPET)})"
            if url in instead
            else ""
        )
        for url in list(lost)[:MOST_LOST]
    )


MOST_LOST = 40


def _shown_instead(page: Page) -> dict[str, str]:
    """The pictures that the browser loads from a file other than the one that the source names, with that file."""
    found: dict[str, str] = {}
    for image in page.seen.source.all("img"):
        shown = page.drawn.get(image.selector)
        if shown is not None and shown.natural is not None and shown.source:
            named = (page.absolute(image.attr(by)) for by in ("src", "data-src") if image.attr(by))
            found |= {one: shown.source for one in named if one != shown.source}
    return found
