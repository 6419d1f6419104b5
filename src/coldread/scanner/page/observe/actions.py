"""The page's button-like elements, without navigation and without controls of the page itself such as tabs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coldread.base.incoming.addresses import split_address
from coldread.scanner.goals import NAMED
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, Tree
from coldread.scanner.page.observe.forms import Form, button_label, is_submit
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.text import HEADINGS, Region, region_of
from coldread.scanner.page.phrases import phrases, whole_phrases, words

if TYPE_CHECKING:
    from coldread.scanner.page.observations import Drawn

#: longer labels are teasers or cards, not buttons
MAX_LABEL_WORDS = 8
#: a taller or wider filled link is a card or a banner
MAX_BUTTON_HEIGHT = 130.0
#: more links in one row are navigation
MAX_ROW = 3

_DRAWN_INLINE = re.compile(
    r"(background(-color)?|border(-width)?)\s*:(?!none|transparent|0)[^;]", re.IGNORECASE
)
_PADDED_INLINE = re.compile(r"padding[^:;]{0,40}:(?!0)[^;]", re.IGNORECASE)
#: a link whose text is an address is text
_ADDRESS = re.compile(r"://|@|^www\.", re.IGNORECASE)
#: attributes of an element that opens something on the page
OPENS = (
    "form", "popovertarget", "commandfor", "aria-controls", "aria-haspopup", "aria-expanded", "data-toggle", "data-bs-toggle",
    "data-target", "data-bs-target",
)  # fmt: skip
#: code of a `javascript:` address that does nothing
_IDLE_SCRIPTS = ("", "void", "return false", "false", "null", "undefined")
#: a link that contains one of these is a card
_PARTS = ("p", "div", "section", "article", *HEADINGS)
_LANGUAGE_CODE = re.compile(r"(?:[a-z]{2}(?:[-_][a-z]{2})?)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Action:
    """A button-like element with its label and target."""

    element: Element
    label: str
    #: as written, empty for buttons
    href: str
    region: Region
    #: the form it sends
    form: Form | None = None

    @property
    def selector(self) -> str:
        return self.element.selector


def read_actions(
    dom: Dom,
    found_forms: tuple[Form, ...],
    drawn: dict[str, Drawn],
    listened: frozenset[str] = frozenset(),
) -> tuple[Action, ...]:
    """Every visible button-like element in document order; if there are `drawn` boxes, they decide about links.

    `listened` are elements with a click listener: they count as buttons if they look like one, whatever their tag.
    """
    sends = {id(button): form for form in found_forms for button in form.buttons}
    found: list[Action] = []
    links: set[int] = set()
    for element in dom.elements:
        if element.hidden or not (_could_be_pressed(element) or _has_click_handler(element, listened, drawn)):
            continue
        form = sends.get(id(element))
        if form is not None and form.is_search:
            continue
        if _is_link(element) and not (form and form.loose) and not _drawn_as_button(element, drawn):
            continue
        around = link_around(element)
        if around is not None and around.number in links:
            continue  # a button in a link counts as one control
        leads = around or (element.first("a") if element.tag == "button" else None) or element
        action = Action(
            element=element,
            label=button_label(element),
            href=leads.attr("href") if leads.tag == "a" else "",
            region=region_of(element),
            form=form,
        )
        if not is_page_control(action):
            found.append(action)
            if element.tag == "a":
                links.add(element.number)
    return tuple(found)


def link_around(element: Element) -> Element | None:
    """The link around a button; pressing one presses the other."""
    around = element.parent.closest("a") if element.parent is not None else None
    return around if around is not None and around.attr("href") else None


def _could_be_pressed(element: Element) -> bool:
    if element.tag == "input":
        return element.attr("type").lower() in ("submit", "button", "image")
    return element.tag in ("a", "button") or element.attr("role").lower() == "button"


def _has_click_handler(element: Element, listened: frozenset[str], drawn: dict[str, Drawn]) -> bool:
    """An element of another tag with a listener or `onclick`, a short text and no control inside it."""
    if "onclick" not in element.attrs and element.selector not in listened:
        return False
    if element.tag in ("body", "html", "main", "form", "section", "header", "nav", "label", "summary"):
        return False
    box = drawn.get(element.selector)
    if box is None or not (box.visible and box.pointer and looks_pressable(box)):
        return False
    return 0 < len(words(element.text)) <= MAX_LABEL_WORDS and element.first("a", "button", "input") is None


def _is_link(element: Element) -> bool:
    return element.tag == "a" and element.attr("role").lower() != "button"


def _drawn_as_button(element: Element, drawn: dict[str, Drawn]) -> bool:
    label = button_label(element)
    if not label or len(words(label)) > MAX_LABEL_WORDS:
        return False
    if on_hosts(element.attr("href"), "stores"):
        return True
    if drawn:
        box = drawn.get(element.selector)
        # a picture counts only if its text names a goal, since logos and cards are pictures too
        counts = box is not None and (box.drawn_by != "picture" or _speaks_of_any_goal(element))
        return box is not None and can_be_seen(box) and counts and looks_pressable(box)
    return _placed_as_button(element)


def looks_pressable(box: Drawn) -> bool:
    """A filled or bordered box with space around its label, whichever element paints it."""
    filled = box.background_image or (
        box.background[3] >= 0.1 and box.background[:3] != (box.behind or (-1,))[:3]
    )
    bordered = box.border_width >= 1 and box.border_sides >= 3
    top, right, bottom, left = box.padding
    _, _, width, height = box.area or box.box
    roomy = (left + right >= 12 and top + bottom >= 4) or (height >= box.font_size * 1.9 and width >= 60)
    return (filled or bordered or bool(box.drawn_by)) and roomy and height <= MAX_BUTTON_HEIGHT


def is_choice(action: Action) -> bool:
    """A card or a tab: it switches parts of the page and does not compete with the goal's step."""
    element = action.element
    return (
        len(words(action.label)) > MAX_LABEL_WORDS
        or element.attr("role").lower() in ("tab", "radio", "option", "switch")
        or any(name in element.attrs for name in ("aria-selected", "aria-pressed", "aria-checked"))
    )


def is_beside_window(box: Drawn, width: int) -> bool:
    """The box is left or right of the window: a closed drawer, cart or menu."""
    left, _, wide, _ = box.area or box.box
    return left >= width or left + wide <= 0


def can_be_seen(box: Drawn) -> bool:
    """The box or something painted in it is visible: an inline link around a block has a box without height."""
    return box.visible or (box.area is not None and bool(box.drawn_by))


def _placed_as_button(element: Element) -> bool:
    """Without a browser: an element outside of running text and lists of links, or one with inline button styles."""
    style = element.attr("style")
    if _DRAWN_INLINE.search(style) and _PADDED_INLINE.search(style):
        return True
    if element.first(*_PARTS) is not None or element.closest("p", *HEADINGS, "figure", "td"):
        return _alone_in_paragraph(element)
    if not any(sign.isalpha() for sign in element.text) or _ADDRESS.search(element.text):
        return False
    region = region_of(element)
    if region == "footer":
        return False
    if region in ("nav", "header"):
        named = whole_phrases("labels.navigation").fullmatch(element.text)
        return _last_of_header(element) and not named and _speaks_of_any_goal(element)
    return _alone_in_row(element) and element.closest("li") is None


def _alone_in_paragraph(element: Element) -> bool:
    """The link is all of its paragraph: `<p><a>Book a call</a></p>`."""
    place = element.closest("p")
    if place is None or element.first(*_PARTS) is not None or place.count("a", "button") > MAX_ROW:
        return False
    texts = [link.text for link in place.all("a", "button")]
    return region_of(element) == "main" and place.text == " ".join(texts).strip()


def _alone_in_row(element: Element) -> bool:
    parent = element.parent
    if parent is None or parent.own_text:
        return False
    return element.tree.once(_count_controls_by_parent)[parent.number] <= MAX_ROW


def _count_controls_by_parent(tree: Tree) -> Counter[int]:
    """The number of visible links and buttons by parent."""
    pressable = tree.tagged(("a", "button"))[1]
    return Counter(
        control.parent.number for control in pressable if control.parent is not None and not control.hidden
    )


def _last_of_header(element: Element) -> bool:
    place = element.parent.closest("header", "nav", "body") if element.parent is not None else None
    if place is None:
        return False
    numbers = element.tree.once(_links_with_text)
    last = bisect_left(numbers, place.end) - 1
    return last >= 0 and numbers[last] == element.number


def _links_with_text(tree: Tree) -> list[int]:
    """Numbers of the visible links and buttons with text."""
    return [link.number for link in tree.tagged(("a", "button"))[1] if not link.hidden and link.text]


def _speaks_of_any_goal(element: Element) -> bool:
    return any(phrases(f"goals.{goal}.labels").search(button_label(element)) for goal in NAMED)


def is_page_control(action: Action) -> bool:
    """Menu, search, tabs, carousel, accordion, language, theme, close, consent, play, social icons."""
    if _controls_by_role(action.element):
        return True
    if action.form is not None and not action.form.loose and is_submit(action.element):
        return False
    return _opens_something(action.element) or label_names_a_control(action)


def _controls_by_role(element: Element) -> bool:
    role, kind = element.attr("role").lower(), element.attr("type").lower()
    if role in ("tab", "switch", "menuitem", "option", "radio", "checkbox") or kind == "reset":
        return True
    return element.closest("summary") is not None or "hreflang" in element.attrs


def _opens_something(element: Element) -> bool:
    """It opens a menu or an accordion, by its attributes. A dialog does not count: it may be the goal's own form."""
    popup = element.attr("aria-haspopup").lower()
    return (
        "aria-expanded" in element.attrs
        or "aria-pressed" in element.attrs
        or popup in ("menu", "listbox", "true")
    )


def label_names_a_control(action: Action) -> bool:
    label = action.label.strip(" .!›»→…")
    if not any(sign.isalpha() for sign in label) or whole_phrases("labels.controls").fullmatch(label):
        return True
    if is_slider_dot(label):
        return True
    if _LANGUAGE_CODE.fullmatch(label) and label.lower() not in ("go", "ok"):
        return True
    social = on_hosts(action.href, "social") and not _speaks_of_any_goal(action.element)
    return social or _is_logo(action.element)


#: label of a dot under a carousel
_NUMBERED = re.compile(
    r"(?:(?:go to|show|visa|gå till) )?(?:bild|slide|image|picture|photo|sida|page) ?\d{1,3}", re.IGNORECASE
)


def is_slider_dot(label: str) -> bool:
    return _NUMBERED.fullmatch(label.strip()) is not None


def _is_logo(element: Element) -> bool:
    home = element.attr("href") in ("/", "#", "", "./", "index.html", "/index.html")
    return element.tag == "a" and home and element.first("img", "svg") is not None and not element.text


def leads_nowhere(action: Action) -> bool:
    """A link without a target; a script may still handle it."""
    return action.element.tag == "a" and (is_idle(action.href) or names_no_host(action.href.strip()))


def is_idle(href: str) -> bool:
    """The href has no address."""
    href = href.strip().lower()
    if href.startswith("javascript:"):
        return href.removeprefix("javascript:").strip(" ;()0") in _IDLE_SCRIPTS
    return href in ("", "#", "#!", "#0")


def says_it_opens(element: Element) -> bool:
    return any(name in element.attrs for name in OPENS)


#: tags of the part that an accordion or a menu opens
_FOLDS = frozenset(["div", "ul", "ol", "section", "nav", "p"])


def opens_beside(element: Element) -> bool:
    """The element opens the part right after it, as a question opens its answer or a menu entry its list.

    Style sheets can open these on hover or focus, without a script.
    """
    opener = element
    if opener.parent is not None and opener.parent.tag in HEADINGS:
        opener = opener.parent
    around = opener.parent
    if around is None or around.tag in ("body", "main", "header"):
        return False
    beside = list(around.elements)
    place = beside.index(opener)
    after = beside[place + 1] if place + 1 < len(beside) else None
    return (
        after is not None
        and after.tag in _FOLDS
        and (after.hidden or _HIDING.search(after.attr("class")) is not None)
    )


#: class names of the opened part
_HIDING = re.compile(r"accordion|collaps|drop-?down|sub-?menu|panel|answer|faq|svar", re.IGNORECASE)


def names_no_host(href: str) -> bool:
    """The address has a scheme but no host: `https://`."""
    return href.lower().startswith(("http:", "https:")) and not split_address(href).netloc
