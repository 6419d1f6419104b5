"""Which buttons' targets are tried, and whether an anchor exists on the page. Pure."""

from __future__ import annotations

from urllib.parse import unquote

from coldread.base.addresses import split_fragment
from coldread.scanner.page.main_control import main_controls
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.page import Page

#: most addresses that are tried: the main controls', then others
TRIED = 5


def candidates(page: Page) -> list[Action]:
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
