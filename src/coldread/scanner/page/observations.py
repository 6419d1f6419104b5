"""Everything that a scan observed of one page: a frozen record from which every check runs again without a browser.

It has three layers. The fetch always fills `html` and the facts around it. The browser fills `rendered_html`, `desktop` and
`mobile`; axe fills `axe` and `axe_tap_targets`. A layer that was not observed is `None`, never empty: "nothing found" and "not
measured" are different answers.

All layers name elements by the same selector, so that geometry and markup fit together:

* `html`, `head` and `body` are themselves;
* an element whose `id` matches `[A-Za-z][A-Za-z0-9_-]*` and occurs once in the document (without templates) is `#id`;
* any other is `<selector of its parent> > tag`, with `:nth-of-type(n)` where the parent has several children of that tag.

Tags are lower-case local names; a character outside `[a-z0-9_-]` is escaped with a backslash. `observe/dom.py` has the same
rule in Python. Boxes are `(x, y, width, height)` in CSS pixels from the top left corner of the *document* (scroll added),
rounded to one decimal. Colours are `(red, green, blue, alpha)`, 0–255 and 0–1.

This file has more than 400 lines, since a record is easier to read with the meaning of every field in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pydantic import TypeAdapter

from coldread.scanner.page import painted
from coldread.scanner.page.behind import BehindPage
from coldread.scanner.page.observe.dom import Dom, read_dom
from coldread.scanner.page.painted import FirstBox, InnerControl, Painted

Box = painted.Box
Colour = painted.Colour


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """One element as a viewport drew it.

    Listed, in document order: every element of the body that has a non-blank text node of its own, and every
    `a button input select textarea form label img svg picture video iframe h1–h6 p li blockquote figure header nav
    main footer section article aside dialog [role] [onclick] [contenteditable]`; at most 3000 of them.
    Elements inside `script style template noscript head`, inside an `svg`, frames or shadow roots are not listed.
    """

    #: by the rule in the module's docstring
    selector: str
    #: lower-case
    tag: str
    #: visible text of the element and its descendants (`innerText`), white space collapsed, cut at 300 characters
    text: str
    #: number of non-blank characters in the element's *own* text nodes, 0 when the element is not visible
    own_chars: int
    #: getBoundingClientRect plus scroll; zeros when nothing is drawn
    box: Box
    #: visible to a person: display, visibility, `content-visibility`, at least 2×2 px, not clipped away
    #: (`clip`/`clip-path` to nothing, off the left or top edge), effective opacity of the chain above 0.05
    visible: bool
    #: computed `font-size` in px and `font-weight`, of the element itself
    font_size: float
    font_weight: int
    #: first family of computed `font-family`, without quotes
    font_family: str
    #: computed `color` of the innermost element that holds the first non-blank text (the label), else its own
    color: Colour
    #: own computed `background-color`
    background: Colour
    #: own `background-image` is not `none` (a gradient counts)
    background_image: bool
    #: opaque colour behind the element's own box: ancestors' backgrounds composed down to the canvas;
    #: None if an image, gradient, video or positioned picture is there, since the colour is unknown then
    behind: Colour | None
    #: widest of the four sides whose style is not none/hidden and whose colour is not transparent, in px
    border_width: float
    #: colour of that side
    border_color: Colour
    #: how many of the four sides have such a border (an underline drawn as a border is one side, not a box)
    border_sides: int
    #: computed padding: top, right, bottom, left
    padding: Box
    #: computed `border-radius` of the top left corner in px
    radius: float
    #: computed `box-shadow` is not none
    shadow: bool
    #: computed `display` and `position`
    display: str
    position: str
    #: computed `cursor` is `pointer`
    pointer: bool
    #: number of lines that the element's text takes, for `p` and `li` with own text; 0 elsewhere
    lines: int = 0
    #: characters of the fullest of those lines, by its share of their widths; 0 if unknown
    line_chars: int = 0
    #: `naturalWidth` × `naturalHeight` of an `img`; None elsewhere or when it did not load
    natural: tuple[int, int] | None = None
    #: `currentSrc` of an `img`, absolute
    source: str = ""
    #: encoded bytes of that resource when the browser knows them, else 0
    source_bytes: int = 0
    #: for `img`: the layout knows its size before it loads (CSS aspect-ratio other than auto, both CSS width and
    #: height fixed in the style that applies, or taken out of the flow by position absolute/fixed)
    reserved: bool = False
    #: painted size of text relative to `font_size`: transforms and zoom of all ancestors
    scale: float = 1.0
    #: what paints a control whose own box has no paint: `part` (a descendant), `pseudo`, `shadow` (an inset one), `picture`,
    #: `around` (a box that contains only the control)
    drawn_by: str = ""
    #: its clickable area with everything painted in it, if that is more than `box`
    area: Box | None = None
    #: the colour of that paint, if it is one opaque colour
    fill: Colour | None = None

    @property
    def painted_size(self) -> float:
        """The font size in px as painted."""
        return round(self.font_size * self.scale, 1)


#: so few letters may be a part of a word with one element for each letter
PART_OF_A_WORD = 2
#: px of padding that separates the words of two boxes in a line
GAP = 6


HEADINGS = frozenset({"h1", "h2", "h3"})


def is_set_apart(item: Drawn) -> bool:
    """Its words are separate from its neighbour's: a block, or an inline block with padding."""
    if len(item.text) <= PART_OF_A_WORD or item.display in ("inline", "contents", "none"):
        return False
    if not item.display.startswith("inline"):
        return True
    _, right, _, left = item.padding
    return right + left >= GAP


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """A layer that is fixed over the page at the end of the observation window."""

    #: outermost element with position fixed (or sticky/absolute with a positive z-index, or in the top layer)
    #: that the hit elements belong to
    selector: str
    #: its `innerText`, collapsed, cut at 600 characters (consent dialogs are recognised by it)
    text: str
    #: share (0–1) of a 12 × 24 grid of points over the viewport where elementFromPoint hits it, scrolled to the top
    covers: float
    #: it hides what is below: a background (or a backdrop) with alpha ≥ 0.5, or an image of its own
    opaque: bool
    box: Box


@dataclass(frozen=True, kw_only=True)
class Listener:
    """An event listener that a script added."""

    #: element it was added to; `document` or `window` for those two
    selector: str
    #: `click`, `submit`, `mousedown`, `pointerdown`, `touchstart`, `keydown`, `change`
    event: str


@dataclass(frozen=True, kw_only=True)
class FailedRequest:
    """A resource of the page that did not load."""

    url: str
    #: HTTP status; 0 if there was no answer
    status: int
    #: the browser's error, for instance `net::ERR_NAME_NOT_RESOLVED`, or our own refusal `egress: …`
    reason: str


#: times its window's width from which on a layout is not made for it
SHRUNK = 1.2


@dataclass(frozen=True, kw_only=True)
class Viewport:
    """The page in one window: timings, traffic and overlays at the end of the observation window, everything else after
    the page was scrolled through, animations finished, back at the top.

    Records from before 2.0 were made without scrolling: their `painted` and `first_screen` are None.
    """

    name: Literal["desktop", "mobile"]
    #: 1366 × 768 or 390 × 844
    width: int
    height: int
    #: width in CSS px for which the page was laid out; 0 in old records. A phone lays out a page without a viewport tag about
    #: 980 px wide and shrinks it
    layout_width: int = 0
    #: size of the scrolling element
    scroll_width: int
    scroll_height: int
    drawn: tuple[Drawn, ...]
    #: topmost elements under body that are `display: none`, `visibility: hidden` or clipped to nothing
    #: (screen-reader-only text); opacity alone does not hide, since many pages fade sections in on scroll
    hidden: tuple[str, ...] = ()
    #: visible elements whose right edge is beyond `width` + 2 and that widen the page, widest first, at most 10
    overflowing: tuple[Drawn, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    listeners: tuple[Listener, ...] = ()
    #: largest contentful paint in ms after navigation start; None if the browser reported none
    lcp_ms: float | None = None
    #: its element; empty if unknown
    lcp_selector: str = ""
    #: cumulative layout shift without recent input (largest session window)
    cls: float | None = None
    #: elements that moved most, at most 5
    cls_selectors: tuple[str, ...] = ()
    #: sum over long tasks of the time above 50 ms; None if not observed
    blocking_ms: float | None = None
    #: transferred (encoded) bytes and number of requests
    bytes: int | None = None
    requests: int | None = None
    failed: tuple[FailedRequest, ...] = ()
    #: messages of level error and uncaught exceptions, each cut at 300 characters, at most 20
    console: tuple[str, ...] = ()
    #: http: addresses that an https: page requested
    mixed_content: tuple[str, ...] = ()
    #: key of the stored picture; empty if none was taken
    screenshot: str = ""
    #: the `load` event fired before the navigation deadline
    loaded: bool = True
    #: controls, headings, forms and frames of the first screen before scrolling; None if not observed
    first_screen: tuple[FirstBox, ...] | None = None
    #: key of the first screen's picture before scrolling; empty if none was taken
    first_picture: str = ""
    #: controls in open shadow roots, with the selector of their host
    inner: tuple[InnerControl, ...] = ()
    #: faults of the painted page, after it was scrolled through; None if not observed
    painted: Painted | None = None
    #: milliseconds that the browser waited for a core while the page loaded; None if unknown
    waited_ms: float | None = None

    @property
    def is_shrunk(self) -> bool:
        """The page is laid out for a wider screen and shrunk to this one, so that nothing has its measured size."""
        return self.layout_width > SHRUNK * self.width


@dataclass(frozen=True, kw_only=True)
class AxeNode:
    """An element that fails an axe rule."""

    selector: str
    #: axe's `html`, collapsed, cut at 300 characters
    html: str
    #: axe's `failureSummary`, collapsed, cut at 300 characters
    summary: str = ""


@dataclass(frozen=True, kw_only=True)
class AxeViolation:
    """One axe rule that failed (top document only)."""

    rule: str
    impact: Literal["minor", "moderate", "serious", "critical"]
    #: axe's own sentence (`help`)
    help: str
    tags: tuple[str, ...]
    nodes: tuple[AxeNode, ...]


@dataclass(frozen=True, kw_only=True)
class ProbePlan:
    """What the browser should try after measuring. `judge.probes.plan_probes` makes it from the first observations.

    The visitor calls it with everything but `handled`, `targets`, `assets`, `behind` and `picture_sizes`, carries the plan out,
    and fills those.
    """

    #: click once each, network cut, desktop
    clicks: tuple[str, ...] = ()
    #: dispatch a cancelable `submit` event once each, network cut, desktop
    submits: tuple[str, ...] = ()
    #: selector and absolute address: HEAD through egress, GET to confirm a bad status; at most 3
    targets: tuple[tuple[str, str], ...] = ()
    #: the same for `og:image` and the favicon; at most 2
    assets: tuple[tuple[str, str], ...] = ()
    #: selector, absolute address and goal of the one step that is followed: GET through egress, at most two pages
    behind: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class UseResult:
    """What happened when an element was used once without network (desktop, after measuring)."""

    selector: str
    event: Literal["click", "submit"]
    #: None if it could not be tried (gone, covered, the page hung)
    handled: bool | None
    #: `prevented`, `dom`, `scroll`, `url`, `dialog`, `request`; the reason if `handled` is None
    how: str = ""


@dataclass(frozen=True, kw_only=True)
class ProbedTarget:
    """The answer at the address of a call to action."""

    selector: str
    #: absolute address with fragment
    url: str
    #: the GET's status if one was needed, else the HEAD's; None if unknown
    status: int | None
    #: why there is no status: `refused`, `timeout`, `bot-wall`, …
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class PictureSize:
    """The size that a picture's file states, for pictures that no browser loaded."""

    #: the address as written in the page
    src: str
    width: float
    height: float
    #: in pixels; False if they are proportions only (a drawing without a size)
    fixed: bool = True


@dataclass(frozen=True, kw_only=True)
class Observations:
    """The record of one visit to one page."""

    #: as requested, and after redirects
    url: str
    final_url: str
    #: day of the visit, `YYYY-MM-DD` (UTC); copyright years are compared with it
    seen_on: str
    #: the host is in `COLDREAD_SCAN_ALLOW_HOSTS`, so its scheme and canonical domain are not judged
    allow_listed: bool = False
    #: HTTP status and headers (names lower-case) of the final answer
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    #: addresses of the redirects, in order, without the final one
    redirects: tuple[str, ...] = ()
    #: the source as decoded text
    html: str
    #: `outerHTML` of the desktop document after it was scrolled through (doctype not needed)
    rendered_html: str | None = None
    desktop: Viewport | None = None
    mobile: Viewport | None = None
    #: violations at desktop, tags as in the rubric; None if axe did not run
    axe: tuple[AxeViolation, ...] | None = None
    #: `target-size` violations at the mobile viewport; None if axe did not run there
    axe_tap_targets: tuple[AxeNode, ...] | None = None
    #: results of the probes; a missing one was not tried
    handled: tuple[UseResult, ...] = ()
    targets: tuple[ProbedTarget, ...] = ()
    #: `og:image` and favicon if they were requested: same shape, selector of the tag
    assets: tuple[ProbedTarget, ...] = ()
    #: the pages behind the goal's step, in the order in which they were followed; at most two
    behind: tuple[BehindPage, ...] = ()
    #: sizes, read from their files, of pictures without width and height that no browser loaded;
    #: no finding depends on them
    picture_sizes: tuple[PictureSize, ...] = ()
    #: text of /robots.txt ("" if there is none), presence of /llms.txt; None if not requested
    robots_txt: str | None = None
    llms_txt: bool | None = None
    #: what limited the scan, as keys of `[caveat]` in `scanner/judge/texts`: `bot-wall`, `navigation-timeout`,
    #: `still-moving`, `desktop-failed`, `mobile-failed`, `axe-failed`, `probe-failed`, `budget-bytes`, `budget-requests`,
    #: `browser-busy`, `browser-missing`, `render-failed`, `html-truncated`;
    #: the report adds the limits at which the tree was cut
    caveats: tuple[str, ...] = ()

    @cached_property
    def source(self) -> Dom:
        """The raw markup as a tree."""
        return read_dom(self.html)

    @cached_property
    def dom(self) -> Dom:
        """The tree that rules judge: the rendered document if there is one, else the raw one."""
        if self.rendered_html is None:
            return self.source
        views = [view for view in (self.desktop, self.mobile) if view is not None]
        apart = frozenset(item.selector for view in views for item in view.drawn if is_set_apart(item))
        dom = read_dom(self.rendered_html, hidden_in_views=[view.hidden for view in views], apart=apart)
        for item in views[0].drawn if views else ():
            if item.tag in HEADINGS and (heading := dom.by_selector.get(item.selector)) is not None:
                heading.take_drawn_spaces(item.text)
        return dom

    @property
    def rendered(self) -> bool:
        """A browser rendered at least the desktop document."""
        return self.rendered_html is not None and self.desktop is not None

    @property
    def cut_off(self) -> bool:
        """The scan stopped the page's traffic at a limit, so elements that wait for files, such as loading pictures, stay."""
        return bool({"budget-bytes", "budget-requests"} & set(self.caveats))

    @property
    def has_hidden_parts(self) -> bool:
        return any(view.hidden for view in (self.desktop, self.mobile) if view is not None)

    def by_source_alone(self) -> Observations:
        """The rendered document without the browser's measurements, so that no part of it is known to be hidden."""
        return replace(
            self,
            html=self.rendered_html or self.html,
            rendered_html=None,
            desktop=None,
            mobile=None,
            axe=None,
            axe_tap_targets=None,
        )

    def header(self, name: str) -> str:
        """All values of a response header, comma-joined; empty when absent."""
        return ", ".join(value for key, value in self.headers if key == name.lower())

    def to_json(self) -> bytes:
        return _ADAPTER.dump_json(self)

    @staticmethod
    def from_json(data: bytes | str) -> Observations:
        return _ADAPTER.validate_json(data)


_ADAPTER = TypeAdapter(Observations)
