"""A button or link that could do what is wanted: where it leads, what is behind it, and what it costs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from coldread.base.addresses import split_fragment
from coldread.scanner.page.observe.actions import is_idle, says_it_opens
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.made_up import is_made_up_link, made_up_phone_in
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import shortened
from coldread.scanner.reading.record import Behind, Step

#: how far a press gets: a place on this page, another page, a form, a program; or nothing
Reach = Literal["here", "empty", "lost", "page", "form", "mail", "phone", "nowhere", "script", "unfilled"]


@dataclass(frozen=True, kw_only=True)
class Control:
    """Something on the page that says the act, and where it stands and leads."""

    label: str
    href: str
    reach: Reach
    in_menu: bool
    #: drawn within the first screen of a desktop; None where nothing was drawn
    on_first_screen: bool | None
    behind: Behind | None = None
    #: it says something else, and is the nearest that there is
    stands_in: bool = False
    #: its address says the act, its label does not
    by_address: bool = False
    #: the scan takes it for the goal's, too
    serves: bool = False
    #: it stands below the headline, in the page's first part, and not in its menu
    by_headline: bool = False
    #: where it stands in the document
    selector: str = ""

    @property
    def works(self) -> bool:
        return self.reach not in ("empty", "lost", "nowhere", "unfilled")


LONGEST_LABEL, LONGEST_CHARS = 8, 48


#: acts that end in a payment, and of them those for which somebody who gives money has done it
PAID_ACTS = frozenset({"buy", "goods", "subscribe", "account", "order", "donate", "register", "join"})


_COSTS = re.compile(
    r"\b(?:köp|buy|unlock|lås upp|upgrade|uppgradera|beställ|order now|checkout|till kassan|donate|donera|skänk|ge en gåva|give|swish\w*|pay|betala)\b|\d\s?(?:kr\b|:-|sek\b|€|usd\b)|[$£€]\s?\d",
    re.IGNORECASE,
)


#: where money is given, beside the shops that the lexicon lists
_PAY_HOSTS = (
    "ko-fi.com/",
    "buymeacoffee.com/",
    "paypal.me/",
    "gofundme.com/",
    "justgiving.com/",
    "app.swish.nu/",
)


def is_payment_link(href: str) -> bool:
    return on_hosts(href, "checkout") or any(host in href.lower() for host in _PAY_HOSTS)


def costs_money(control: Control) -> bool:
    """Its label buys, gives or names a sum, or its address is where one pays."""
    return _COSTS.search(control.label) is not None or is_payment_link(control.href)


def leads_to_itself(page: Page, href: str) -> bool:
    if not href.strip() or "#" in href:
        return False
    here, there = split_fragment(page.seen.final_url)[0], split_fragment(page.absolute(href))[0]
    return here.removesuffix("index.html") == there.removesuffix("index.html")


#: where a page keeps its links
EDGES = ("nav", "header", "footer")


def _behind(page: Page, element: Element, step: Step | None, steps: tuple[Step, ...]) -> Behind | None:
    """What was seen behind it, or behind another link to the same address that somebody followed."""
    if _leads_to_stores(page, element):
        return None
    own = step.behind if step is not None else None
    href = element.attr("href").strip()
    if not href or (own is not None and own.known_by == "page"):
        return own
    for other in steps:
        there = page.dom.by_selector.get(other.evidence[0].selector) if other.evidence else None
        if (
            there is not None
            and there.attr("href").strip() == href
            and other.behind is not None
            and other.behind.known_by == "page"
        ):
            return other.behind
    return own


def control_of(page: Page, element: Element, step: Step | None, steps: tuple[Step, ...] = ()) -> Control:
    view = page.seen.desktop
    drawn = page.desktop.get(element.selector)
    seen = (
        None
        if view is None
        # a drawer that waits beside the screen is not on it
        else bool(drawn and drawn.visible and drawn.box[1] < view.height and drawn.box[0] < view.width)
    )
    return Control(
        label=without_signs(
            shortened(
                element.text
                or element.attr("aria-label")
                or element.attr("value")
                or (step.label if step else "")
            )
        ).strip(" →›»>↗↓"),
        href=element.attr("href"),
        reach=_reach(page, element, step),
        in_menu=region_of(element) in EDGES and step is None,
        on_first_screen=seen,
        behind=_behind(page, element, step, steps),
        serves=step is not None and step.serves_goal,
        by_headline=is_by_headline(page, element),
        selector=element.selector,
    )


#: a picture in front of the words of a button
_SIGN = re.compile(r"^[^\w\s\"“”'(+#&$€£]{1,4}\s+(?=\w)")


def without_signs(label: str) -> str:
    return _SIGN.sub("", label)


def is_by_headline(page: Page, element: Element) -> bool:
    """In the first part of the page, after its headline: a second screen's worth, where a headline is tall."""
    headline = page.headline
    drawn, view = page.desktop.get(element.selector), page.seen.desktop
    far = drawn is not None and view is not None and drawn.box[1] >= FIRST_PART * view.height
    return (
        headline is not None
        and element.number > headline.number
        and region_of(element) not in EDGES
        and page.opens_with(element)
        and not far
    )


#: screens that the first part of a page may take
FIRST_PART = 1.7


#: addresses that open a program
_PROGRAMS: tuple[tuple[str, Reach], ...] = (("mailto:", "mail"), ("tel:", "phone"))


def _is_opened_by_script(page: Page, element: Element) -> bool:
    """A link without an address that opens a menu or a window: pressed, it does something."""
    if element.tag != "a" or not is_idle(element.attr("href")):
        return False
    tried = page.does_nothing(element)
    return tried is False or (tried is not True and says_it_opens(element))


def _reach(page: Page, element: Element, step: Step | None) -> Reach:
    target = element.attr("href").strip() if element.tag == "a" else ""
    if is_made_up_link(target) or (target.lower().startswith("tel:") and made_up_phone_in(target)):
        return "unfilled"
    if _is_opened_by_script(page, element):
        return "script"
    if step is not None and step.leads_to in ("form", "mail", "phone", "nowhere"):
        return "here" if step.leads_to == "form" and _leads_to_stores(page, element) else step.leads_to
    href = element.attr("href").strip()
    low = href.lower()
    if element.tag != "a" or low.startswith("javascript:"):
        return "form" if element.closest("form") is not None else "script"
    if not href or href in ("#", "#!"):
        return "nowhere"
    program = next((kind for scheme, kind in _PROGRAMS if low.startswith(scheme)), None)
    return program or _reach_of(page, href)


#: where apps are fetched
_STORES = ("apps.apple.com/", "itunes.apple.com/", "play.google.com/", "apps.microsoft.com/", "chromewebstore.google.com/")  # fmt: skip


def is_answered(control: Control | None) -> bool:
    """Somebody answers whoever presses it: a form writes to them; a calendar, a shop or another house does not wait for that."""
    if control is None:
        return False
    behind = control.behind.kind if control.behind is not None and control.behind.known_by else ""
    if behind in ("calendar", "checkout") and control.reach == "page":
        return False
    return control.reach != "page" or behind in ("form", "contact") or "://" not in control.href


_CALENDARS = re.compile(r"calendly|cal\.com|bokadirekt|acuityscheduling|simplybook|setmore|savvycal|tidycal|booksy|fresha|timma\.se|meetings\.hubspot|youcanbook", re.IGNORECASE)  # fmt: skip


def has_calendar(control: Control | None) -> bool:
    """A time is chosen there: somebody saw it, or the address is of a service for just that."""
    if control is None:
        return False
    seen = control.behind is not None and control.behind.known_by == "page" and control.behind.kind == "calendar"  # fmt: skip
    return seen or _CALENDARS.search(control.href) is not None


def contacts_there(page: Page, control: Control) -> tuple[str, ...]:
    """What a button that only jumps to contact details jumps to, `mail` and `phone`; empty where there is more, or nothing."""
    if control.reach != "here":
        return ()
    fragment = split_fragment(control.href.strip())[1]
    named = page.dom.by_id.get(unquote(fragment)) or page.dom.by_id.get(fragment) or []
    if not named or named[0].all("form", "input", "textarea", "iframe"):
        return ()
    links = [link.attr("href").strip().lower() for link in named[0].all("a")]
    if any(link.startswith("http") and _CALENDARS.search(link) for link in links):
        return ()
    return tuple(kind for scheme, kind in _PROGRAMS if any(link.startswith(scheme) for link in links))


def is_store(href: str) -> bool:
    return any(store in href for store in _STORES)


def _has_stores(place: Element) -> bool:
    """The way to an app's shop: a form beside it is for something else."""
    return any(store in link.attr("href") for link in place.all("a") for store in _STORES)


def _leads_to_stores(page: Page, element: Element) -> bool:
    fragment = split_fragment(element.attr("href").strip())[1]
    named = page.dom.by_id.get(unquote(fragment), []) if fragment else []
    return bool(named) and _has_stores(named[0])


def _reach_of(page: Page, href: str) -> Reach:
    """Another page, or a place on this one, which may be missing or empty."""
    address, fragment = split_fragment(page.absolute(href))
    here = split_fragment(page.seen.final_url)[0]
    if not fragment or address.removesuffix("index.html") != here.removesuffix("index.html"):
        return "page"
    named = page.dom.by_id.get(unquote(fragment)) or page.dom.by_id.get(fragment)
    if not named:
        return "lost"
    if (named[0].tag == "form" or named[0].all("form")) and not _has_stores(named[0]):
        return "form"
    return "here" if words(named[0].text) or named[0].all("input", "iframe", "img") else "empty"


def own_label(control: Control | None) -> str:
    """The page's own words for the act, where they are a button's."""
    usable = control is not None and (control.works or control.reach == "unfilled")
    if control is None or not usable or control.stands_in or control.by_address or is_generic(control.label):
        return ""
    label = control.label.rstrip("! ")
    return label if 1 < len(words(label)) <= LONGEST_LABEL and len(label) <= LONGEST_CHARS else ""
