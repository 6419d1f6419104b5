"""A first screen has no button for a next step and no field."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.windows import window_words
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.actions import (
    MAX_LABEL_WORDS,
    Action,
    can_be_seen,
    is_idle,
    label_names_a_control,
    looks_pressable,
)
from coldread.scanner.page.observe.controls import Floating, is_for_consent_or_chat
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.forms import button_label
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: letters of a language's code are fewer; characters of a button's text that are read
SHORTEST_WORD, LONGEST_BUTTON = 3, 200

META = Meta(
    id="cta.no-control",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The first screen shows a button or a field",
        failure="Menus and controls such as ☰ aside, the first screen {where} shows no button, no link drawn as one, and no field",
        why="Seen before anything was scrolled or closed. Plain links, menus and controls of the page itself (☰, ×, arrows, language, consent, chat, social networks) are not counted.",
        fix="If visitors should act there, put a button or a field on the first screen.",
    ),
    sv=Text(
        title="Första skärmen visar en knapp eller ett fält",
        failure="Menyer och reglage som ☰ oräknade visar första skärmen {where} ingen knapp, ingen länk som ser ut som en, och inget fält",
        why="Sett innan något hade rullats eller stängts. Vanliga länkar, menyer och sidans egna reglage (☰, ×, pilar, språk, kakor, chatt, sociala medier) räknas inte.",
        fix="Ska besökarna göra något där: lägg en knapp eller ett fält på första skärmen.",
    ),
)

_BOTH = InlineText(
    en="Menus and controls such as ☰ aside, the first screen shows no button, no link drawn as one, and no field, at 1366 × 768 or at 390 × 844",
    sv="Menyer och reglage som ☰ oräknade visar första skärmen ingen knapp, ingen länk som ser ut som en, och inget fält, varken vid 1366 × 768 eller vid 390 × 844",
)


def check(page: Page) -> Verdict:
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    wanted = {action.selector for action in page.actions}
    wanted |= {field.element.selector for form in page.forms for field in form.fields}
    wanted |= {link.selector for link in page.dom.shown("a") if _may_be_a_button(link)}
    floating = Floating.over(tuple(views))
    wanted |= {
        item.selector
        for view in views
        for item in view.drawn
        if _looks_like_a_button(page, item) and not _is_of_the_site(page, item, floating)
    }
    bare = [view for view in views if not _has_control(page, view, wanted)]
    if not bare:
        unseen = "phone-shrinks" if page.is_shrunk else "no-mobile"
        return NotMeasured(unseen) if page.seen.mobile is None else None
    both = len(bare) > 1
    proof = [_first_below(page, view, wanted) for view in bare]
    where = window_words(bare[0].name, page.brief.lang)
    finding = build_finding(
        META, page.brief, Severity.P1 if both else Severity.P2, proof, count=1, where=where
    )
    return replace(finding, title=_BOTH(page.brief.lang)) if both else finding


def _may_be_a_button(link: Element) -> bool:
    """A picture that leads somewhere may have a button's words drawn into it, such as a shop's badge."""
    return (
        not link.text
        and link.first("img", "svg") is not None
        and not is_idle(link.attr("href"))
        and region_of(link) == "main"
    )


def _looks_like_a_button(page: Page, item: Drawn) -> bool:
    """A button with words, or a painted box with a few words, whatever a press on it does: visitors cannot tell them apart."""
    element = page.dom.by_selector.get(item.selector)
    if element is None or element.closest("a", "nav") is not None or not can_be_seen(item):
        return False
    named = words(element.begins(LONGEST_BUTTON))
    if not named or len(named) > MAX_LABEL_WORDS or len("".join(named)) < SHORTEST_WORD:
        return False
    is_button = element.tag == "button" or element.attr("role").lower() == "button"
    return is_button or looks_pressable(item)


def _is_of_the_site(page: Page, item: Drawn, floating: Floating) -> bool:
    """It opens a menu, chooses a language, asks for consent or opens a chat."""
    element = page.dom.by_selector[item.selector]
    action = Action(element=element, label=button_label(element), href="", region=region_of(element))
    return label_names_a_control(action) or is_for_consent_or_chat(action, floating, page.drawn)


def _has_control(page: Page, view: Viewport, wanted: set[str]) -> bool:
    """A control is on the first screen, by any element that paints it, now or before the scan scrolled."""
    if any(page.was_on_first_screen(selector, view) for selector in wanted):
        return True
    if any(inner.selector in wanted and inner.box[1] < view.height for inner in view.inner):
        return True
    return any(_top_edge(item) < view.height for item in _visible_controls(view, wanted))


def _visible_controls(view: Viewport, wanted: set[str]) -> list[Drawn]:
    return [item for item in view.drawn if item.selector in wanted and can_be_seen(item)]


def _top_edge(item: Drawn) -> float:
    return (item.area or item.box)[1]


def _first_below(page: Page, view: Viewport, wanted: set[str]) -> Evidence:
    """A sentence about the uppermost control of the page and how far down it is, or that there is none."""
    nearest = min(_visible_controls(view, wanted), key=_top_edge, default=None)
    if nearest is not None:
        return evidence.of_drawn(
            page, nearest, view.name, value=f"{round(_top_edge(nearest))} px", threshold=f"{view.height} px"
        )
    return Evidence(
        layer="rendered",
        selector="body",
        snippet="body",
        viewport=view.name,
        box=(0, 0, view.width, view.height),
        value=0,
        threshold=1,
    )
