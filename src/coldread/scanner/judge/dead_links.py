"""Links that lead nowhere: no address, a place that is missing on the page, or an address that answered with an error. Pure.

A control that opens the list beside it leads somewhere. A script that did not load may wait for a link without an address.
"""

from __future__ import annotations

from urllib.parse import unquote

from coldread.base.incoming.addresses import split_fragment
from coldread.scanner.judge.blocked_files import lacks_scripts
from coldread.scanner.judge.targets import is_error
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.actions import is_idle, opens_beside, says_it_opens
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, phrases


def can_be_met(page: Page, link: Element) -> bool:
    """The link has text or a drawn icon. An icon whose font did not load is invisible, so nobody presses it."""
    if link.text:
        return True
    if "href" not in link.attrs:
        return False  # a picture in such an element does not look as if it could be pressed
    item = page.desktop.get(link.selector) or page.mobile.get(link.selector)
    drawn = not page.rendered or (item is not None and item.visible and item.box[2] * item.box[3] > 0)
    return drawn and bool(link.all("img", "svg", "i"))


def why_dead(page: Page, link: Element) -> str:
    """Its address, with the answer if that is the reason; empty if it leads somewhere or nobody can tell."""
    href = link.attr("href")
    if says_it_opens(link) or opens_beside(link) or _leads_up(page, link):
        return ""
    if _names_nothing(page, href):
        awaited = is_idle(href) and lacks_scripts(page.seen)
        return f'href="{href}"' if page.does_nothing(link) is True and not awaited else ""
    status = _failed_status_by_address(page).get(split_fragment(page.absolute(href))[0])
    return f'href="{href}" (HTTP {status})' if status is not None else ""


def links_in_doubt(page: Page) -> list[Element]:
    """Links without a target whose click some listener may handle: only a click can tell."""
    return [
        link
        for link in page.dom.shown("a")
        if _names_nothing(page, link.attr("href"))
        and can_be_met(page, link)
        and page.does_nothing(link) is not True
        and not says_it_opens(link)
        and not _leads_up(page, link)
    ]


def _names_nothing(page: Page, href: str) -> bool:
    return is_idle(href) or _is_missing_anchor(page, href)


def _is_missing_anchor(page: Page, href: str) -> bool:
    """The href is an anchor that does not exist on this page."""
    name = unquote(href[1:]) if href.startswith("#") else ""
    if not name or name.lower() == "top" or name.startswith(("/", "!", ":~:")):
        return False
    return name not in page.dom.ids and not any(anchor.attr("name") == name for anchor in page.dom.all("a"))


@once_per_page
def _failed_status_by_address(page: Page) -> dict[str, int]:
    """Addresses that were requested and answered with an error; any link may lead there."""
    return {
        split_fragment(target.url)[0]: target.status
        for target in page.seen.targets
        if target.status is not None and is_error(target.status)
    }


def _leads_up(page: Page, link: Element) -> bool:
    """A brand name, a logo or a "home" link: an empty target leads to the top, as meant."""
    if link.attr("href") not in ("", "#"):
        return False
    label_words = content_words(link.text)
    first = next(iter(page.dom.shown("a")), None)
    apart = region_of(link) != "main" or link is first
    named = apart and bool(label_words) and all(word in page.brand for word in label_words)
    opens = link.closest("header", "nav") is not None
    pictured = opens and (link is first or (not link.text and bool(link.all("img", "svg"))))
    return named or pictured or phrases("headline.page").fullmatch(link.text.strip().lower()) is not None
