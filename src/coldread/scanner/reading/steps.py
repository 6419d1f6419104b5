"""The page's controls, and what is behind them by address and form."""

from __future__ import annotations

import re

from coldread.base.incoming.addresses import split_address
from coldread.scanner.page.observe.actions import Action, leads_nowhere
from coldread.scanner.page.observe.calls import path_words
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.behind import what_is_behind
from coldread.scanner.reading.quotes import quote, shortened
from coldread.scanner.reading.record import LeadsTo, Step

MOST = 30
_FILE = re.compile(r"\.(?:pdf|zip|docx?|xlsx?|pptx?|dmg|exe|apk)$", re.IGNORECASE)


def steps(page: Page) -> tuple[Step, ...]:
    serving = {call.selector for call in page.calls}
    first = page.primary.selector if page.primary is not None else ""
    return tuple(
        Step(
            label=shortened(action.label),
            serves_goal=action.selector in serving,
            primary=action.selector == first,
            leads_to=leads_to(page, action),
            target=shortened(action.href),
            desktop_y=_top_edge(page, action, "desktop"),
            mobile_y=_top_edge(page, action, "mobile"),
            evidence=(quote(page, action.element, action.element.text or action.href or action.selector),),
            behind=what_is_behind(page, action) if action.selector in serving else None,
        )
        for action in page.actions[:MOST]
    )


def _top_edge(page: Page, action: Action, window: str) -> float | None:
    item = (page.desktop if window == "desktop" else page.mobile).get(action.selector)
    return item.box[1] if item is not None and item.visible else None


def leads_to(page: Page, action: Action) -> LeadsTo:
    """What is behind a control, by form and address; "unknown" if a script handles it."""
    if action.form is not None and not action.form.loose:
        return "login" if action.form.is_login else "form"
    href = action.href.strip()
    low = href.lower()
    if action.element.tag != "a" or low.startswith("javascript:"):
        return "form" if action.form is not None else "unknown"
    for scheme, kind in (("mailto:", "mail"), ("tel:", "phone"), ("sms:", "phone")):
        if low.startswith(scheme):
            return kind  # type: ignore[return-value]
    if leads_nowhere(action):  # a script may handle it: "nowhere" only if pressing it had no effect
        return "nowhere" if page.does_nothing(action.element) is True else "unknown"
    if low.startswith("#"):
        return "place"
    return _page_kind(page, href)


def _page_kind(page: Page, href: str) -> LeadsTo:
    address = page.absolute(href)
    for service, kind in (("scheduling", "calendar"), ("checkout", "checkout"), ("newsletter", "newsletter")):
        if on_hosts(address, service):
            return kind  # type: ignore[return-value]
    target, here = split_address(address), split_address(page.base)
    same = target.netloc == here.netloc
    if same and target.path.rstrip("/") == here.path.rstrip("/") and target.fragment:
        return "place"
    if same and target.path in ("", "/", "/index.html") and not target.query and not target.fragment:
        return "home"
    if _FILE.search(target.path):
        return "file"
    if phrases("labels.login").search(path_words(href)):
        return "login"
    return "page"
