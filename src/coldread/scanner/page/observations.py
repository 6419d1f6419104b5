"""Everything that was seen of one page: a frozen record that replays every check without a browser.

Three layers feed it. The fetch always fills `html` and the facts around it. The browser fills `rendered_html`,
`desktop` and `mobile`; axe fills `axe` and `axe_tap_targets`. A layer that was not seen is `None`, never empty:
"nothing found" and "did not look" are different answers.

Both layers name elements with the same selector, so that geometry meets markup:

* `html`, `head` and `body` are themselves;
* an element whose `id` matches `[A-Za-z][A-Za-z0-9_-]*` and occurs once in the document (templates left out) is `#id`;
* any other is `<selector of its parent> > tag`, with `:nth-of-type(n)` where the parent has several children of that tag.

Tags are lower-case local names; a character outside `[a-z0-9_-]` is escaped with a backslash. `observe/dom.py` is the
same rule in Python. Boxes are `(x, y, width, height)` in CSS pixels from the top left corner of the *document* (scroll
added), rounded to one decimal. Colours are `(red, green, blue, alpha)`, 0–255 and 0–1.
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
    #: drawn for a person: display, visibility, `content-visibility`, at least 2×2 px, not clipped away
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
    #: opaque colour that lies behind the element's own box: ancestors' backgrounds composed down to the canvas;
    #: None when an image, gradient, video or a positioned picture lies there, so that nobody can tell
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
    #: `naturalWidth` × `naturalHeight` of an `img`; None elsewhere or when it did not load
    natural: tuple[int, int] | None = None
    #: `currentSrc` of an `img`, absolute
    source: str = ""
    #: encoded bytes of that resource when the browser knows them, else 0
    source_bytes: int = 0
    #: for `img`: the layout knows its size before it loads (CSS aspect-ratio other than auto, both CSS width and
    #: height fixed in the style that applies, or taken out of the flow by position absolute/fixed)
    reserved: bool = False
    #: how much larger or smaller than `font_size` says the text is painted: transforms and zoom of the whole chain
    scale: float = 1.0
    #: who dresses a control whose own box is bare: `part` (a descendant), `pseudo`, `shadow` (an inset one), `picture`,
    #: `around` (the box that holds nothing but it)
    drawn_by: str = ""
    #: its clickable area with everything painted in it, where that is more than `box`
    area: Box | None = None
    #: the colour of that dress, where it is one opaque colour
    fill: Colour | None = None

    @property
    def painted_size(self) -> float:
        """Pixels that a letter of it really has."""
        return round(self.font_size * self.scale, 1)


#: a letter or two may be a part of a word that is set letter by letter
PART_OF_A_WORD = 2
#: px between the words of two boxes that stand side by side in a line
GAP = 6


HEADINGS = frozenset({"h1", "h2", "h3"})


def stands_apart(item: Drawn) -> bool:
    """Its words do not run on from its neighbour's: a box of its own, or one in the line with room around its words."""
    if len(item.text) <= PART_OF_A_WORD or item.display in ("inline", "contents", "none"):
        return False
    if not item.display.startswith("inline"):
        return True
    _, right, _, left = item.padding
    return right + left >= GAP


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """Something fixed on top of the page at the end of the observation window."""

    #: outermost element with position fixed (or sticky/absolute with a positive z-index, or in the top layer)
    #: that the hit elements belong to
    selector: str
    #: its `innerText`, collapsed, cut at 600 characters (consent dialogs are recognised by it)
    text: str
    #: share (0–1) of a 12 × 24 grid of points over the viewport where elementFromPoint hits it, scrolled to the top
    covers: float
    #: it hides what lies below: a background (or a backdrop) with alpha ≥ 0.5, or an image of its own
    opaque: bool
    box: Box


@dataclass(frozen=True, kw_only=True)
class Listener:
    """An event listener that the page added by script."""

    #: element it was added to; `document` or `window` for those two
    selector: str
    #: `click`, `submit`, `mousedown`, `pointerdown`, `touchstart`, `keydown`, `change`
    event: str


@dataclass(frozen=True, kw_only=True)
class FailedRequest:
    """A resource of the page that did not arrive."""

    url: str
    #: HTTP status, or 0 when no answer came
    status: int
    #: the browser's word, for instance `net::ERR_NAME_NOT_RESOLVED`, or our own refusal `egress: …`
    reason: str


@dataclass(frozen=True, kw_only=True)
class Viewport:
    """The page in one window: timings, traffic and overlays at the end of the observation window, everything else after
    the page was scrolled through, animations finished, back at the top.

    Records from before 2.0 were not scrolled: their `painted` and `first_screen` are None.
    """

    name: Literal["desktop", "mobile"]
    #: 1366 × 768 or 390 × 844
    width: int
    height: int
    #: of the scrolling element
    scroll_width: int
    scroll_height: int
    drawn: tuple[Drawn, ...]
    #: topmost elements under body that are `display: none`, `visibility: hidden` or clipped to nothing
    #: (screen-reader-only text); opacity alone does not hide: many pages fade sections in while one scrolls
    hidden: tuple[str, ...] = ()
    #: visible elements whose right edge lies beyond `width` + 2 and that widen the page, widest first, at most 10
    overflowing: tuple[Drawn, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    listeners: tuple[Listener, ...] = ()
    #: largest contentful paint in ms after navigation start, None when the browser reported none
    lcp_ms: float | None = None
    #: the element it was, empty when unknown
    lcp_selector: str = ""
    #: cumulative layout shift without recent input (largest session window)
    cls: float | None = None
    #: elements that moved most, at most 5
    cls_selectors: tuple[str, ...] = ()
    #: sum over long tasks of what exceeds 50 ms, None when not observed
    blocking_ms: float | None = None
    #: transferred (encoded) bytes and number of requests
    bytes: int | None = None
    requests: int | None = None
    failed: tuple[FailedRequest, ...] = ()
    #: messages of level error and uncaught exceptions, each cut at 300 characters, at most 20
    console: tuple[str, ...] = ()
    #: http: addresses that an https: page asked for
    mixed_content: tuple[str, ...] = ()
    #: key of the stored picture, empty when none was taken
    screenshot: str = ""
    #: the `load` event came before the navigation deadline
    loaded: bool = True
    #: controls, headings, forms and frames of the first screen before anybody scrolled; None: nobody looked
    first_screen: tuple[FirstBox, ...] | None = None
    #: key of the first screen's picture before anybody scrolled, empty when none was taken
    first_picture: str = ""
    #: controls in open shadow roots, told by their host
    inner: tuple[InnerControl, ...] = ()
    #: what only the eye sees, after the page was scrolled through; None: nobody looked
    painted: Painted | None = None
    #: milliseconds that the browser waited for a core while the page loaded; None: not known
    waited_ms: float | None = None


@dataclass(frozen=True, kw_only=True)
class AxeNode:
    """One element that an axe rule complains about."""

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
    """What the browser should try after everything is measured; `probes.plan` writes it from a first look.

    The renderer calls `plan(observations)` with all but `handled`, `targets`, `assets`, `behind` and `picture_sizes` filled,
    tries what it says, and fills those.
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
    """What happened when an element was used once with the network cut (desktop, after everything was measured)."""

    selector: str
    event: Literal["click", "submit"]
    #: None when it could not be tried (gone, covered, the page hung)
    handled: bool | None
    #: `prevented`, `dom`, `scroll`, `url`, `dialog`, `request`; why not when `handled` is None
    how: str = ""


@dataclass(frozen=True, kw_only=True)
class ProbedTarget:
    """What answered at the address of a call to action."""

    selector: str
    #: absolute address, fragment kept
    url: str
    #: the GET's status where one was needed, else the HEAD's; None when nothing could be told
    status: int | None
    #: why there is no status: `refused`, `timeout`, `bot-wall`, …
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class PictureSize:
    """The size that a picture's file states, where no browser loaded it."""

    #: the address as the page writes it
    src: str
    width: float
    height: float
    #: in pixels; False: proportions only (a drawing without a size of its own)
    fixed: bool = True


@dataclass(frozen=True, kw_only=True)
class Observations:
    """One page, seen once."""

    #: as asked for, and after redirects
    url: str
    final_url: str
    #: day of the look, `YYYY-MM-DD` (UTC); copyright years are judged against it
    seen_on: str
    #: the host stands in `COLDREAD_SCAN_ALLOW_HOSTS`: no verdict on its scheme or canonical domain
    allow_listed: bool = False
    #: HTTP status and headers (names lower-case) of the final answer
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    #: addresses passed on the way, in order, the final one left out
    redirects: tuple[str, ...] = ()
    #: the source as decoded text
    html: str
    #: `outerHTML` of the desktop document after it was scrolled through (doctype not needed)
    rendered_html: str | None = None
    desktop: Viewport | None = None
    mobile: Viewport | None = None
    #: violations at desktop, tags as in the rubric; None when axe did not run
    axe: tuple[AxeViolation, ...] | None = None
    #: `target-size` violations at the mobile viewport; None when axe did not run there
    axe_tap_targets: tuple[AxeNode, ...] | None = None
    #: tried as `probes.plan` asked for; what is missing here was not tried
    handled: tuple[UseResult, ...] = ()
    targets: tuple[ProbedTarget, ...] = ()
    #: `og:image` and favicon when they were asked for: same shape, selector of the tag
    assets: tuple[ProbedTarget, ...] = ()
    #: what lay behind the goal's step, in the order in which it was followed; at most two pages
    behind: tuple[BehindPage, ...] = ()
    #: sizes, read from their files, of pictures without width and height that no browser loaded;
    #: no finding depends on them
    picture_sizes: tuple[PictureSize, ...] = ()
    #: text of /robots.txt ("" when there is none), presence of /llms.txt; None when not asked
    robots_txt: str | None = None
    llms_txt: bool | None = None
    #: what stood between us and the page, as keys of `judge/reasons.CAVEATS`: `bot-wall`, `navigation-timeout`,
    #: `desktop-failed`, `mobile-failed`, `axe-failed`, `probe-failed`, `budget-bytes`, `budget-requests`,
    #: `browser-busy`, `browser-missing`, `render-failed`, `html-truncated`;
    #: what the tree itself was cut at stands beside them in the report
    caveats: tuple[str, ...] = ()

    @cached_property
    def source(self) -> Dom:
        """The raw markup as a tree."""
        return read_dom(self.html)

    @cached_property
    def dom(self) -> Dom:
        """The tree that rules judge: the rendered document where it was seen, the raw one otherwise."""
        if self.rendered_html is None:
            return self.source
        views = [view for view in (self.desktop, self.mobile) if view is not None]
        apart = frozenset(item.selector for view in views for item in view.drawn if stands_apart(item))
        dom = read_dom(self.rendered_html, hidden_in_views=[view.hidden for view in views], apart=apart)
        for item in views[0].drawn if views else ():
            if item.tag in HEADINGS and (heading := dom.by_selector.get(item.selector)) is not None:
                heading.set_apart(item.text)
        return dom

    @property
    def rendered(self) -> bool:
        """A browser brought back at least the desktop document."""
        return self.rendered_html is not None and self.desktop is not None

    @property
    def cut_off(self) -> bool:
        """We stopped it at a bound of ours: what waits for the rest, as a loading picture does, waits for ever."""
        return bool({"budget-bytes", "budget-requests"} & set(self.caveats))

    @property
    def has_hidden_parts(self) -> bool:
        return any(view.hidden for view in (self.desktop, self.mobile) if view is not None)

    def by_source_alone(self) -> Observations:
        """The document that was drawn, and nothing of what the browser told of it: no part of it is known to be hidden."""
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
