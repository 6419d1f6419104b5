"""A page as checks read it: the observations, with derived values that are computed once.

This file has more than 400 lines, since all derived values of a page share its cached ones.
"""

from __future__ import annotations

import dataclasses
import ipaddress
from functools import cached_property

from coldread.base.incoming.addresses import join_address, split_address
from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.behind import Outline
from coldread.scanner.page.contrast import painted_verdict
from coldread.scanner.page.observations import Drawn, Observations, Viewport
from coldread.scanner.page.observe import actions, calls, controls, forms, head, menus, proof, text
from coldread.scanner.page.observe.actions import Action, can_be_seen
from coldread.scanner.page.observe.bars import is_under_a_bar, is_veiled, veils
from coldread.scanner.page.observe.calls import CallToAction
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.drawn_examples import is_sample_talk
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.picture_head import Size, picture_size
from coldread.scanner.page.observe.pictures import embedded_bytes, source_of
from coldread.scanner.page.observe.proof import Proof
from coldread.scanner.page.observe.text import Block, DetectedLanguage
from coldread.scanner.page.observe.titles import outer_parts
from coldread.scanner.page.painted import PaintedText
from coldread.scanner.page.phrases import content_words, words

#: raw HTML with scripts and fewer words is a script shell
SHELL_WORDS = 50
#: value in `_quotations` for an element that contains a quotation
AROUND = 2
#: px, as drawn: a picture at least so wide and high is no logo
LARGE_PICTURE = (150, 110)
#: words of a line that may be a headline
FEWEST_WORDS, MOST_WORDS = 2, 16
#: a line so many times larger than the h1 is the headline instead; and px of a heading that opens a page
FAR_LARGER, HEADING_PX = 1.6, 20.0
#: limit on characters of the document that all evidence together may search for attributes
SEARCHED = 100_000_000
#: characters of a title that are read, since an unclosed one contains the whole document
LONGEST_TITLE = 2_000


class Page:
    """One page for one brief."""

    def __init__(self, seen: Observations, brief: Brief) -> None:
        #: phones lay it out as wide as a computer's page and shrink it: what was measured there is not what they show
        self.is_shrunk = seen.mobile is not None and seen.mobile.is_shrunk
        self.seen = dataclasses.replace(seen, mobile=None, axe_tap_targets=None) if self.is_shrunk else seen
        self.brief = brief
        self._written_at, self._written_left = 0, SEARCHED
        self._absolute: dict[str, str] = {}

    @cached_property
    def written(self) -> str:
        """The judged document as written, white space collapsed; every snippet is a part of it."""
        return collapse(self.seen.rendered_html or self.seen.html)

    def is_written(self, form: str) -> bool:
        """The document contains this text. The search starts at the last match, since evidence comes in document order."""
        if self._written_left <= 0:
            return False
        found = self.written.find(form, self._written_at)
        self._written_left -= (found if found >= 0 else len(self.written)) - self._written_at
        if found < 0 and self._written_at:
            found = self.written.find(form, 0, self._written_at + len(form))
            self._written_left -= found if found >= 0 else self._written_at
        if found >= 0:
            self._written_at = found
        return found >= 0

    @cached_property
    def as_written(self) -> Page:
        """The same page by its markup alone, in which no part is hidden by styles."""
        return Page(self.seen.by_source_alone(), self.brief)

    @property
    def dom(self) -> Dom:
        return self.seen.dom

    @property
    def rendered(self) -> bool:
        return self.seen.rendered

    @cached_property
    def desktop(self) -> dict[str, Drawn]:
        return _drawn_by_selector(self.seen.desktop)

    @cached_property
    def mobile(self) -> dict[str, Drawn]:
        return _drawn_by_selector(self.seen.mobile)

    @cached_property
    def drawn(self) -> dict[str, Drawn]:
        """Boxes of the desktop, and of the phone for what only the phone shows."""
        both = dict(self.mobile)
        both.update({key: item for key, item in self.desktop.items() if item.visible or key not in both})
        return both

    @cached_property
    def is_shell(self) -> bool:
        """The page was not rendered and has scripts but almost no words."""
        return not self.rendered and bool(self.scripts) and len(words(self.dom.body.text)) < SHELL_WORDS

    @cached_property
    def scripts(self) -> list[Element]:
        return head.runnable_scripts(self.seen.source)

    @cached_property
    def base(self) -> str:
        return head.base_url(self.dom, self.seen.final_url)

    def absolute(self, href: str) -> str:
        known = self._absolute.get(href)
        if known is None:
            known = self._absolute[href] = join_address(self.base, href.strip())
        return known

    @cached_property
    def _picture_sizes(self) -> dict[str, Size]:
        return {
            size.src: Size(width=size.width, height=size.height, fixed=size.fixed)
            for size in self.seen.picture_sizes
        }

    def picture_size(self, image: Element) -> Size | None:
        """The size that the picture's file states, if the file was read or is embedded."""
        address = source_of(image)
        carried = embedded_bytes(address)
        return self._picture_sizes.get(address) if carried is None else picture_size(carried)

    @cached_property
    def _blocks(self) -> text.Blocks:
        return text.read_visible_blocks(self.dom)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self._blocks.read

    @property
    def is_fully_read(self) -> bool:
        """No blocks were left out between the beginning and the end."""
        return self._blocks.complete

    @cached_property
    def copy(self) -> list[Block]:
        return text.copy_blocks(self.blocks)

    @cached_property
    def detected_language(self) -> DetectedLanguage | None:
        return text.detect_language(self.blocks)

    @cached_property
    def language(self) -> str:
        declared = text.declared_language(self.dom)
        sure = self.detected_language is not None and self.detected_language.clear
        if not sure and (code := text.language_by_words(self.blocks)):
            return code
        return text.language_of(declared, self.detected_language) or text.guess_language(self.blocks)

    @property
    def supported_language(self) -> Language:
        """The language for texts that we write into the page: its own, or the first of ours."""
        return next((language for language in Language if language == self.language), next(iter(Language)))

    @cached_property
    def is_public(self) -> bool:
        """Whether the scanned host is one that visitors use."""
        host = split_address(self.seen.final_url).hostname or ""
        try:
            return ipaddress.ip_address(host).is_global and not self.seen.allow_listed
        except ValueError:
            return "." in host and not self.seen.allow_listed

    @cached_property
    def headlines(self) -> list[Element]:
        """Every visible h1 with text or a named picture."""
        return [h1 for h1 in self.dom.shown("h1") if heading_text(h1) and self.is_drawn(h1)]

    @cached_property
    def headline(self) -> Element | None:
        """The first h1 that visitors take for the headline: not a generic button, and not less prominent than another line."""
        return next((h1 for h1 in self.headlines if not (_is_button(h1) or self._is_outdone(h1))), None)

    def _is_outdone(self, h1: Element) -> bool:
        """Another line of the first screen is far larger, or the h1 is below the fold and another heading is above it."""
        view, drawn = self.seen.desktop, self.desktop.get(h1.selector)
        if view is None or drawn is None or not drawn.visible:
            return False
        own = f"{h1.selector} "
        others = [item for item in self._headline_candidates if not f"{item.selector} ".startswith(own)]
        largest = max((item.painted_size for item in others), default=0.0)
        if drawn.box[1] >= view.height:
            headed = any(item.tag in text.HEADINGS and item.painted_size >= HEADING_PX for item in others)
            return headed or largest >= drawn.painted_size
        return largest >= drawn.painted_size * (1 if _is_logo(h1) else FAR_LARGER)

    @cached_property
    def _headline_candidates(self) -> list[Drawn]:
        """Lines of the first screen that could be a headline, outside of menus and buttons."""
        height = self.seen.desktop.height if self.seen.desktop else 0
        lines = [
            (item, block)
            for block in self.blocks
            if block.region == "main" and (item := self.desktop.get(block.element.selector)) is not None
        ]
        return [
            item
            for item, block in lines
            if item.visible
            and 0 <= item.box[1] < height
            and FEWEST_WORDS <= len(words(block.text)) <= MOST_WORDS
            and block.element.closest("a", "button", "form", "nav") is None
        ]

    def is_drawn(self, element: Element) -> bool:
        """Visible in a viewport; without a browser, not hidden by markup."""
        boxes = [view[element.selector] for view in (self.desktop, self.mobile) if element.selector in view]
        return any(box.visible for box in boxes) if boxes else not element.hidden

    @cached_property
    def title(self) -> str:
        element = head.title_of(self.dom)
        return collapse(element.content[:LONGEST_TITLE]) if element is not None else ""

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        return forms.read_forms(self.dom)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        own = actions.read_actions(self.dom, self.forms, self.drawn, self._click_listener_selectors)
        framed = controls.framed_actions(self.dom, self.drawn, self.brief.goal)
        every = (*own, *framed, *controls.shadow_root_actions(self.dom, self._views))
        floating = controls.Floating.over(self._views)
        return tuple(
            action
            for action in every
            if not controls.serves_the_site(action, floating, self.drawn)
            and not menus.leads_around(action, self.drawn, self.absolute, self.seen.final_url)
        )

    @property
    def _views(self) -> tuple[Viewport, ...]:
        return tuple(view for view in (self.seen.desktop, self.seen.mobile) if view is not None)

    @cached_property
    def _click_listener_selectors(self) -> frozenset[str]:
        """Selectors of elements with a click listener."""
        return frozenset(
            listener.selector
            for view in self._views
            for listener in view.listeners
            if listener.event == "click"
        )

    def is_listened_to(self, element: Element) -> bool:
        """This element itself has a click listener."""
        return element.selector in self._click_listener_selectors

    @cached_property
    def tried_clicks(self) -> dict[str, bool | None]:
        """Whether a tried click had an effect, by selector; None if unknown."""
        return {probe.selector: probe.handled for probe in self.seen.handled if probe.event == "click"}

    def does_nothing(self, element: Element) -> bool | None:
        """Whether a click on an element without a target has no effect; None if unknown.

        A tried click decides. A listener on the whole document may handle this element or not: if no tried click had an effect,
        this one has none either.
        """
        tried = self.tried_clicks
        if (handled := tried.get(element.selector)) is not None:
            return not handled
        if not self.rendered:
            return None
        if any(name.startswith("on") for name in element.attrs) or any(
            above.selector in self._click_listener_selectors or "onclick" in above.attrs
            for above in (element, *element.ancestors())
        ):
            return False
        if not self._click_listener_selectors & {"document", "window", "html", "body"}:
            return True
        return (bool(tried) and not any(tried.values())) or None

    @cached_property
    def painted_texts(self) -> dict[str, tuple[PaintedText, str]]:
        """Texts measured by pixels, each once, with the window in which its contrast is worse."""
        found: dict[str, tuple[PaintedText, str]] = {}
        for view in self._views:
            for painted_text in view.painted.texts if view.painted else ():
                if is_under_a_bar(painted_text.selector, painted_text.box, view) or is_veiled(
                    painted_text.selector, view
                ):
                    continue  # the pixels are those of the bar or layer
                known = found.get(painted_text.selector)
                if known is None or _has_worse_contrast(painted_text, known[0]):
                    found[painted_text.selector] = (painted_text, view.name)
        return found

    @cached_property
    def outlines(self) -> dict[tuple[int, bool], Outline]:
        """Cache of outlines of parts of the page, by element number and whether it is for a form alone."""
        return {}

    @cached_property
    def calls(self) -> list[CallToAction]:
        return calls.calls_to_action(self.actions, self.forms, self.brief, self.base)

    @cached_property
    def primary(self) -> CallToAction | None:
        boxes = {item.selector: item.area or item.box for item in self.desktop.values() if can_be_seen(item)}
        return calls.choose_primary_call(self.actions, self.calls, self.is_on_first_screen, boxes)

    @cached_property
    def measured_headlines(self) -> list[Element]:
        """Headlines whose size and place are judged: not a logo that is marked as h1, and not a less prominent h1."""
        return [h1 for h1 in self.headlines if not _is_logo(h1) and not self._is_outdone(h1)]

    def was_on_first_screen(self, selector: str, view: Viewport) -> bool:
        """The element was on the first screen before the scan scrolled."""
        return any(box.selector == selector for box in view.first_screen or ())

    @cached_property
    def _veils(self) -> frozenset[str]:
        """Selectors of layers that opened by themselves over much of the window."""
        view = self.seen.desktop
        return frozenset(layer.selector for layer in veils(view)) if view else frozenset()

    def is_over_the_page(self, element: Element) -> bool:
        """The element is in a layer over the page, so it is not the page's own main content."""
        places = (element, *element.ancestors()) if self._veils else ()
        return any(place.selector in self._veils for place in places)

    def is_on_first_screen(self, call: CallToAction) -> bool:
        """The call is above the desktop fold; without a browser, in the header or in the first part of the page."""
        if self.seen.desktop is None:
            element = self.dom.by_selector[call.selector]
            return self.opens_with(element) or text.region_of(element) in ("header", "nav")
        item = self.desktop.get(call.selector)
        if item is None or not can_be_seen(item):
            return False
        if self.brief.goal != PrimaryGoal.NEWSLETTER and self.is_over_the_page(
            self.dom.by_selector[call.selector]
        ):
            return False
        _, top, _, high = item.area or item.box
        return -high < top < self.seen.desktop.height

    @cached_property
    def lead_forms(self) -> list[Form]:
        return calls.lead_forms(self.forms, self.brief.goal)

    @cached_property
    def proofs(self) -> list[Proof]:
        found = proof.proofs(self.dom, self.blocks)
        return [
            piece
            for piece in found
            if not (piece.kind == "logos" and self._is_gallery(piece.element))
            and not (piece.kind in ("quote", "count") and is_sample_talk(piece.element))
        ]

    def _is_gallery(self, place: Element) -> bool:
        """Most pictures are too large for logos or link within the site, so they are work, goods or a menu, not proof."""
        pictures = place.all("img")
        boxes = [item.box for picture in pictures if (item := self.desktop.get(picture.selector))]
        large = sum(wide >= LARGE_PICTURE[0] and high >= LARGE_PICTURE[1] for _, _, wide, high in boxes)
        staying = sum(
            (link := picture.closest("a")) is not None and self._stays_on_site(link) for picture in pictures
        )
        return len(pictures) > 2 and 2 * max(large, staying) > len(pictures)

    def _stays_on_site(self, link: Element) -> bool:
        href = link.attr("href").strip()
        return len(href) > 1 and split_address(self.absolute(href)).netloc == split_address(self.base).netloc

    @cached_property
    def names(self) -> frozenset[str]:
        """Words of the firm's name, by site name, structured data, logo and host."""
        host = (split_address(self.seen.final_url).hostname or "").removeprefix("www.").split(".")[0]
        declared = [
            head.meta_content(self.dom, "og:site_name"),
            *head.structured_values(self.dom, "name"),
            host,
        ]
        logos = [
            image.attr("alt") for image in self.dom.all("img") if image.closest("header", "nav") is not None
        ]
        return frozenset(word for part in (*declared, *logos) for word in content_words(part))

    @cached_property
    def brand(self) -> frozenset[str]:
        """Words of the firm's name, and of short parts of the title, which may be a name or an offer."""
        short = [part for part in outer_parts(self.title) if len(words(part)) <= 3]
        return self.names | {word for part in short for word in content_words(part)}

    @cached_property
    def _quotations(self) -> bytearray:
        """For each element: 1 if it is in a quotation, `AROUND` if it contains one, else 0."""
        found = bytearray(len(self.dom.elements))
        quotes = [piece.element for piece in self.proofs if piece.kind == "quote"]
        for quote in quotes:
            found[quote.number : quote.end] = b"\1" * (quote.end - quote.number)
        for quote in quotes:
            above = quote.parent
            while above is not None and found[above.number] != AROUND:
                found[above.number] = AROUND
                above = above.parent
        return found

    def is_quotation(self, element: Element) -> bool:
        """The element is in a quotation or contains one."""
        return self._quotations[element.number] != 0

    def is_spoken(self, element: Element) -> bool:
        """The element is in a quotation."""
        return self._quotations[element.number] not in (0, AROUND)

    @cached_property
    def hero(self) -> Element:
        """The part of the page with the headline, or the first part with text."""
        anchor = self.headline or next(
            (block.element for block in self.blocks if block.region == "main"), None
        )
        if anchor is None:
            return self.dom.body
        chain = [above for above in anchor.ancestors() if above.tag not in ("html", "body", "main")]
        return next((above for above in chain if above.tag in ("section", "header", "article")), None) or (
            chain[-1] if chain and not _is_wrapper(chain[-1], self.dom) else anchor.parent or anchor
        )

    def in_hero(self, element: Element) -> bool:
        """The element is above the desktop fold if it was drawn, else in the first part of the page."""
        box = self.desktop.get(element.selector)
        if box is not None and box.visible and self.seen.desktop is not None:
            return box.box[1] < self.seen.desktop.height
        return self.opens_with(element)

    def opens_with(self, element: Element) -> bool:
        """The element is in the hero and before the heading of the next part, since flat markup has no hero element."""
        return self.hero.contains(element) and element.number < self._next_part

    @cached_property
    def _next_part(self) -> int:
        """The number of the first h2 that is not directly below the headline."""
        headline = self.headline or next(iter(self.dom.shown("h2")), None)
        start = headline.number if headline else -1
        following = [block for block in self.blocks if block.element.number > start]
        parts = (h2 for block in following[1:] if (h2 := block.element.closest("h2")) is not None)
        return next((h2.number for h2 in parts), len(self.dom.elements))

    @cached_property
    def subheads(self) -> list[Block]:
        """Blocks that follow the headline in the hero, the nearest first."""
        headline = self.headline
        if headline is None:
            return []
        after = [block for block in self.blocks if block.element.number > headline.number]
        return [block for block in after if self.hero.contains(block.element)][:3]


def heading_text(element: Element) -> str:
    """A heading's text, or the alternative text of its picture."""
    return element.text or next((image.attr("alt") for image in element.all("img") if image.attr("alt")), "")


def _is_button(h1: Element) -> bool:
    """All of the heading is a link or button with a generic label."""
    label = collapse(heading_text(h1))
    return calls.is_generic(label) and any(
        collapse(link.text) == label for link in _links_and_buttons(h1, "a", "button")
    )


def _links_and_buttons(h1: Element, *tags: str) -> list[Element]:
    """Links or buttons in the heading or around it."""
    around = h1.closest(*tags)
    return [*h1.all(*tags), *([around] if around is not None else [])]


def _is_logo(h1: Element) -> bool:
    """The heading is a link to the start page, or only a picture in the header."""
    home = ("/", "#", "./", "index.html", "/index.html")
    links = _links_and_buttons(h1, "a")
    if h1.closest("header", "nav") is None and not any(link.attr("href") in home for link in links):
        return False
    leads_home = any(link.attr("href") in home or not link.attr("href") for link in links)
    return leads_home or not h1.text


def _has_worse_contrast(one: PaintedText, other: PaintedText) -> bool:
    """The first text's contrast is worse: pale before unclear before fine, then by ratio."""
    order = {"pale": 0, "unclear": 1, "fine": 2}
    return (order[painted_verdict(one)], one.ratio or 0.0) < (
        order[painted_verdict(other)],
        other.ratio or 0.0,
    )


def _drawn_by_selector(view: Viewport | None) -> dict[str, Drawn]:
    return {} if view is None else {item.selector: item for item in view.drawn}


def _is_wrapper(element: Element, dom: Dom) -> bool:
    """The element contains most of the page's text, so it is no hero."""
    return len(element.text) > 0.6 * len(dom.body.text)
