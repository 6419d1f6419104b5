"""Which buttons' targets are tried, whether an anchor exists on the page, and what the main control did. Pure."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from coldread.base.incoming.addresses import split_fragment
from coldread.scanner.page.main_control import main_control, main_controls
from coldread.scanner.page.observe.actions import Action, leads_nowhere
from coldread.scanner.page.page import Page

#: most addresses that are tried: the main controls', then others
TRIED = 5
GONE = frozenset({404, 410})
#: statuses that do not prove that a visitor would get an error
INCONCLUSIVE = frozenset({501, 503})


def controls_to_probe(page: Page) -> list[Action]:
    """Buttons with an address, the main control first, each address once."""
    ordered = [*main_controls(page), *page.actions]
    return list({action.href: action for action in reversed(ordered) if action.href}.values())[::-1][:TRIED]


def missing_anchor(page: Page, href: str) -> str:
    """The fragment of an address on this page that no element has; empty if there is none."""
    address, fragment = split_fragment(page.absolute(href))
    here, _ = split_fragment(page.seen.final_url)
    name = unquote(fragment)
    if address != here or not name or name.lower() == "top" or name.startswith(("/", "!", ":~:")):
        return ""
    return "" if name in page.dom.ids or fragment in page.dom.ids else f"#{fragment}"


def target_fault(page: Page, action: Action) -> str:
    """What is wrong with a button's target, such as `HTTP 404` or `#gone`; empty if nothing is known to be."""
    anchor = missing_anchor(page, action.href)
    if anchor and not _may_be_handled(page, action):
        return anchor
    statuses = (target.status for target in page.seen.targets if target.selector == action.selector)
    return next((f"HTTP {status}" for status in statuses if status is not None and is_error(status)), "")


def main_control_facts(page: Page) -> dict[str, Any] | None:
    """The main control's place, label and target, and whether it worked when it was tried; None if there is no control."""
    action = main_control(page)
    if action is None:
        return None
    return {
        "selector": action.selector,
        "label": " ".join(action.label.split()),
        "target": page.absolute(action.href) if action.href else "",
        **dict(zip(("works", "why"), _outcome_of_try(page, action), strict=True)),
    }


def _outcome_of_try(page: Page, action: Action) -> tuple[bool | None, str]:
    """Whether the control worked, and the fault if it did not; None if it was not tried, or nobody can tell."""
    if fault := target_fault(page, action):
        return False, fault
    if leads_nowhere(action):
        idle = page.does_nothing(action.element)
        return (None, "") if idle is None else (not idle, "nothing happens" if idle else "")
    for target in page.seen.targets:
        if target.selector == action.selector:
            return (None, target.reason) if target.status is None else (target.status < 400 or None, "")
    return (True, "") if _is_within_page(page, action) else (None, "")


def _is_within_page(page: Page, action: Action) -> bool:
    address, fragment = split_fragment(page.absolute(action.href)) if action.href else ("", "")
    return bool(fragment) and address == split_fragment(page.seen.final_url)[0]


def _may_be_handled(page: Page, action: Action) -> bool:
    return any(probe.handled is not False for probe in page.seen.handled if probe.selector == action.selector)


def is_error(status: int) -> bool:
    return status in GONE or (status >= 500 and status not in INCONCLUSIVE)
