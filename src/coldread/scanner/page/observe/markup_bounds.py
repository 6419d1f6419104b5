"""Limits markup before the parser gets it: one pass over its tags cuts what exceeds a limit.

The parser walks up the open elements for almost every tag and compares each attribute with all others of its tag, so depth,
attributes and unclosed formatting take quadratic time. The pass keeps a stack of open elements as in the HTML standard, at
least as deep as the parser's own: if it is unclear, the pass assumes the deeper one.

This file has more than 400 lines, since the pass is one state machine over shared stacks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

#: open elements; the tree is cut at 512 levels, but unclear elements count as open here
MOST_OPEN = 600
#: start tags and comments; a tree has 12,000 elements, and some tags make none
MOST_TAGS = 48_000
#: attributes of one tag
MOST_ATTRIBUTES = 256
#: characters of one tag, enough for an embedded picture
LONGEST_TAG = 1_000_000
#: unclosed `<b>`, `<a>`, …: the parser opens each of them again in every block
MOST_FORMATTING = 40
#: characters of reopened tags, over the whole page
MOST_REPEATED = 10_000_000
#: options of one select: for each new one the parser walks through all others
MOST_OPTIONS = 1_000
#: characters that the parser copies while it moves text of a table, outside of its cells, in front of the table: it copies
#: all moved text for each new piece, and does not free it
MOST_COPIED = 20_000_000
#: parts of tables in templates, since the parser makes elements of some of them
MOST_IN_TEMPLATES = 500
#: a second `<body>` adds its attributes to the first
MOST_ROOTS = 16


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_VOID = _tags(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
)
_TABLES = _tags("table tbody thead tfoot tr")
_ROOTS = _tags("html head body frameset")
_FORMATTING = _tags("a b big code em font i nobr s small strike strong tt u")
#: an end tag does not reach beyond these
_FOREIGN_BARRIERS = _tags("mi mo mn ms mtext annotation-xml foreignobject desc")
_BARRIERS = _FOREIGN_BARRIERS | _tags("applet caption table td th marquee object template")
#: for these the parser puts a marker into its list of formatting, and removes what follows the marker when they end
_MARKERS = _tags("applet caption marquee object td th template")
_CLOSES_P = _tags(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup "
    "main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form hr xmp li dd dt"
)
_HEADINGS = _tags("h1 h2 h3 h4 h5 h6")
_SPECIAL = (
    _CLOSES_P
    | _BARRIERS
    | _VOID
    | _ROOTS
    | _tags(
        "button colgroup iframe noembed noframes noscript plaintext script select style tbody textarea tfoot thead title tr "
        "option optgroup"
    )
) - _tags("dialog option optgroup")
#: special elements inside lines
_IN_LINES = _tags("applet area br button embed img input keygen marquee object select wbr")
_FENCES = _SPECIAL - _tags("address div p")
#: these end an unclosed svg or math element
_BREAKOUT = _tags(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr "
    "ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
#: elements inside svg and math in which html continues
_IN_SVG, _IN_MATH = ("foreignobject", "desc", "title"), ("mi", "mo", "mn", "ms", "mtext", "annotation-xml")
#: elements whose content is text only, up to their end tag
_RAW = _tags("script style textarea title xmp iframe noembed noframes")
#: tags that the parser ignores if no table is open
_TABLE_PARTS = _tags("caption col colgroup tbody thead tfoot tr td th")
_DOCTYPE = "<!doctype"
_OF_SELECTS = _tags("select option optgroup")
#: for each tag, the tags that it closes when it begins
_ROW_PARTS = {
    "tr": ("tr",),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tbody": ("tbody", "thead", "tfoot"),
    "thead": ("tbody", "thead", "tfoot"),
    "tfoot": ("tbody", "thead", "tfoot"),
}

_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
#: the groups: an end tag's slash, the name, and the rest of the tag if its size is ordinary
_TOKEN = re.compile(
    rf"<(?:!--|[!?]|/(?![A-Za-z>])|(/?)([A-Za-z][^\s/>]*+)((?:{_ATTRIBUTE}){{0,{MOST_ATTRIBUTES}}}+[\s/]*+>)?+)"
)
_FIRST_ATTRIBUTES = re.compile(rf"(?:{_ATTRIBUTE}){{0,{MOST_ATTRIBUTES}}}+")
_REST_OF_TAG = re.compile(rf"(?:{_ATTRIBUTE})*+[\s/]*+>")
_COMMENT_END = re.compile(r"--!?>")
_IN_SCRIPT = re.compile(r"<!--|-->|<(/?)script(?=[\s/>])", re.IGNORECASE)


class BoundedMarkup(NamedTuple):
    """The markup for the parser, and the limits that cut it: `elements`, `depth`, `attributes`, `text`."""

    html: str
    cuts: frozenset[str]


def bounded_markup(html: str) -> BoundedMarkup:
    """The markup within the limits; unchanged if it exceeds none."""
    return _Pass(html).run()


class _Formatting:
    """An entry of the parser's list of active formatting."""

    __slots__ = ("lost", "name", "written")

    def __init__(self, name: str, written: str) -> None:
        self.name = name
        self.written = written
        #: the block around it ended, so the parser opens it again in the next one
        self.lost = False


class _Pass:
    """One walk over the tags of one document."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.cuts: set[str] = set()
        self.pieces: list[str] = []
        self.copied_to = 0
        self.tokens = self.roots = self.repeated = self.options = 0
        #: name and formatting of the open elements; an empty name if the parser removed one from the middle
        self.open: list[tuple[str, _Formatting | None]] = []
        self.depth = 0
        self.places: dict[str, list[int]] = {}
        self.barriers: list[int] = [-1]
        self.fences: list[int] = [-1]
        self.specials: list[int] = [-1]
        #: None is a marker
        self.formatting: list[_Formatting | None] = []
        self.lost = 0
        self.dropped: dict[str, int] = {}
        self.sure_of_drawings = True
        #: characters of text in tables, outside of their cells, and of all its copies
        self.misplaced = self.copied = 0
        self.in_templates = 0
        self.has_frames = False

    def run(self) -> BoundedMarkup:
        html, at, search = self.html, 0, _TOKEN.search
        while (found := search(html, at)) is not None:
            slash, name, rest = found.groups()
            if self.open and self.open[-1][0] in _TABLES:
                self._text_in_table(at, found.start())
            if self.lost and at < found.start() and not self._in_drawing():
                self._reopen()
            if name is None:
                self.tokens += 1
                at = self._end_of_comment(found)
            elif rest is None or found.end() - found.start() > LONGEST_TAG:
                at = self._cut_tag(found)
            elif slash:
                at = found.end()
                self._end_tag(name.lower(), found.start(), at)
            else:
                self.tokens += 1
                at = self._start_tag(name.lower(), found.start(), found.end())
            if self.tokens > MOST_TAGS or self.repeated > MOST_REPEATED:
                return self._ended(at)
        return self._result()

    # output

    def _drop(self, start: int, end: int, because: str) -> None:
        self.cuts.add(because)
        self._leave_out(start, end)

    def _leave_out(self, start: int, end: int) -> None:
        """Leave out a token that does not change the tree, since the parser copies all text around it."""
        self.pieces.append(self.html[self.copied_to : start])
        self.copied_to = end

    def _text_in_table(self, start: int, end: int) -> None:
        if start == end or self.html[start:end].isspace():
            return
        self.misplaced += end - start
        self.copied += self.misplaced
        if self.copied > MOST_COPIED:
            self._drop(start, end, "text")

    def _ended(self, at: int) -> BoundedMarkup:
        """The result if nothing after this offset is read."""
        if at < len(self.html):
            self.cuts.add("elements")
            self.pieces.append(self.html[self.copied_to : at])
            self.copied_to = len(self.html)
        return self._result()

    def _result(self) -> BoundedMarkup:
        if not self.pieces:
            return BoundedMarkup(self.html, frozenset(self.cuts))
        return BoundedMarkup("".join([*self.pieces, self.html[self.copied_to :]]), frozenset(self.cuts))

    # tokens

    def _end_of_comment(self, found: re.Match[str]) -> int:
        html, end = self.html, found.end()
        if found[0] == "<!--":
            if html.startswith((">", "->"), end):
                return html.index(">", end) + 1
            closing = _COMMENT_END.search(html, end)
            return closing.end() if closing else len(html)
        end = html.find(">", end) + 1 or len(html)
        if self.tokens > 1 and html[found.start() : found.start() + len(_DOCTYPE)].lower() == _DOCTYPE:
            self._leave_out(found.start(), end)
        return end

    def _cut_tag(self, found: re.Match[str]) -> int:
        """Keep the first attributes of a tag with too many; drop a tag that is too long or has no end. Returns where to go on."""
        rest = _REST_OF_TAG.match(self.html, found.end(2))
        if rest is None:
            self._drop(found.start(), len(self.html), "attributes")
            return len(self.html)
        first = _FIRST_ATTRIBUTES.match(self.html, found.end(2))
        cut_at = first.end() if first else found.end(2)
        if found[1] or cut_at - found.start() > LONGEST_TAG:
            self._drop(found.start(), rest.end(), "attributes")
            return rest.end()
        self._drop(cut_at, rest.end() - 1, "attributes")
        self.tokens += 1
        return self._start_tag(found[2].lower(), found.start(), rest.end())

    def _start_tag(self, name: str, start: int, end: int) -> int:  # noqa: PLR0912 - the standard's own cases
        """Where to go on reading."""
        if name in _ROOTS:
            self.has_frames = self.has_frames or name == "frameset"
            self.roots += 1
            if self.roots > MOST_ROOTS:
                self._drop(start, end, "attributes")
            return end
        drawing = self._in_drawing()
        if drawing and name in _BREAKOUT:
            self._leave_drawings()
            drawing = False
        if drawing:
            if name == "font":
                self.sure_of_drawings = False
            if self.html[end - 2] == "/" and self.sure_of_drawings:
                return end
        else:
            if self._is_passed_over(name, start, end):
                return end
            self._close_silently(name)
            if self.lost and (name not in _SPECIAL or name in _IN_LINES):
                self._reopen()
            if name in _VOID:
                return end
        if name == "select":
            self.options = 0
        if name == "option":
            self.options += 1
        too_many = self.options > MOST_OPTIONS and name in ("option", "optgroup")
        if too_many or self.depth >= MOST_OPEN:
            self.dropped[name] = self.dropped.get(name, 0) + 1
            if name in _RAW and not drawing:  # without its tag, its text would be markup
                end = self._behind_raw_text(name, end)
            self._drop(start, end, "elements" if too_many else "depth")
            return end
        if name in _FORMATTING and not drawing:
            self._format(name, start, end)
        else:
            self._push(name, None)
        return self._behind_raw_text(name, end) if name in _RAW and not drawing else end

    def _behind_raw_text(self, name: str, at: int) -> int:
        """Where its text ends. In a select, template or drawing the parser may ignore the tag, so what follows is markup."""
        if any(self._last_place_of(around) >= 0 for around in ("template", "svg", "math")) or (
            name != "script" and self._last_place_of("select") >= 0
        ):
            return at
        if name == "script":
            return self._behind_script(at)
        end = _end_of_raw(name).search(self.html, at)
        return end.start() if end else len(self.html)

    def _behind_script(self, at: int) -> int:
        """Where the script ends; a script tag inside a comment hides an end tag."""
        commented = nested = False
        while (found := _IN_SCRIPT.search(self.html, at)) is not None:
            at = found.end()
            if found[0] == "<!--":
                commented, at = True, at - 2  # `<!-->` is a comment already
            elif found[0] == "-->":
                commented = nested = False
            elif not found[1]:
                nested = commented
            elif nested:
                nested = False
            else:
                return found.start()
        return len(self.html)

    def _end_tag(self, name: str, start: int, end: int) -> None:  # noqa: PLR0912 - the standard's own cases
        if self.dropped.get(name):
            self.dropped[name] -= 1
            self._drop(start, end, "depth")
            return
        if end - start > len(name) + len("</>"):
            self._leave_out(start + len("</") + len(name), end - len(">"))
        if name in ("p", "br") and self._in_drawing():
            self._leave_drawings()
            self.sure_of_drawings = False
        place = self._last_place_of(name)
        if place < 0:
            return
        if name in _FORMATTING:
            self._unformat(name)
            if place > self.specials[-1]:
                self._close_through(place)
            elif place > self.barriers[-1]:
                self._take_out(place)
        elif name == "form":
            self._take_out(place)  # elements opened inside it stay open
        elif name in _FOREIGN_BARRIERS:
            if place >= self.specials[-1]:
                self._close_through(place)
        elif name in _BARRIERS or name in _ROW_PARTS:
            if place >= max(self._last_place_of("table"), self._last_place_of("template")):
                self._close_through(place)
        elif name in _HEADINGS or name in _SPECIAL:
            if place > self.barriers[-1] and (name != "p" or place > self._last_place_of("button")):
                self._close_through(place)
        elif place > self.specials[-1]:
            self._close_through(place)

    # open elements

    def _last_place_of(self, name: str) -> int:
        places = self.places.get(name)
        return places[-1] if places else -1

    def _in_drawing(self) -> bool:
        if not (self.places.get("svg") or self.places.get("math")):
            return False
        svg, math = self._last_place_of("svg"), self._last_place_of("math")
        return all(
            max(svg, math) > self._last_place_of(name) for name in (_IN_SVG if svg > math else _IN_MATH)
        )

    def _leave_drawings(self) -> None:
        """Close all drawings, up to the html around them."""
        while self._in_drawing():
            self._close_through(max(self._last_place_of("svg"), self._last_place_of("math")))

    def _is_passed_over(self, name: str, start: int, end: int) -> bool:
        """The parser makes no element of the tag: a part of a table outside of tables, or a select that ends another."""
        if name in ("select", "input") and self._last_place_of("select") > self.barriers[-1]:
            self._close_select()
            return True
        if name == "frame" and not self.has_frames:
            self._leave_out(start, end)
            return True
        if name not in _TABLE_PARTS or self._last_place_of("table") >= 0:
            return False
        if self._last_place_of("template") < 0:
            self._leave_out(start, end)
            return True
        self.in_templates += 1
        if self.in_templates > MOST_IN_TEMPLATES:
            self._drop(start, end, "elements")
            return True
        return False

    def _close_select(self) -> None:
        """Close the select. If anything but options is open in it, it may have ended before, so that counts as open."""
        place = self._last_place_of("select")
        if all(name in _OF_SELECTS for name, _ in self.open[place:]):
            self._close_through(place)
        else:
            self._take_out(place)

    def _push(self, name: str, formatting: _Formatting | None) -> None:
        place = len(self.open)
        self.open.append((name, formatting))
        self.places.setdefault(name, []).append(place)
        self.depth += 1
        if name in _SPECIAL:
            self.specials.append(place)
            if name in _FENCES:
                self.fences.append(place)
            if name in _BARRIERS:
                self.barriers.append(place)
                if name in _MARKERS:
                    self.formatting.append(None)

    def _close_through(self, place: int) -> None:
        """Close the element at this place and all inside it; nothing if the place is negative."""
        if place < 0:
            return
        while len(self.open) > place:
            name, formatting = self.open.pop()
            if not name:
                continue
            self.depth -= 1
            self.places[name].pop()
            if formatting is not None and not formatting.lost and formatting in self.formatting:
                formatting.lost = True
                self.lost += 1
            if name in _MARKERS:
                self._forget_to_mark()
        for stack in (self.specials, self.fences, self.barriers):
            while stack[-1] >= place:
                stack.pop()

    def _take_out(self, place: int) -> None:
        name, _ = self.open[place]
        self.open[place] = ("", None)
        self.places[name].pop()
        self.depth -= 1

    def _close_silently(self, name: str) -> None:  # noqa: PLR0912 - the standard's own cases
        """Close what the parser closes because this tag begins."""
        if name in _TABLE_PARTS and self._last_place_of("caption") == self.barriers[-1] >= 0:
            self._close_through(self.barriers[-1])
        top = self.open[-1][0] if self.open else ""
        if name in _CLOSES_P:
            place = self._last_place_of("p")
            if place > self.barriers[-1] and place > self._last_place_of("button"):
                self._close_through(place)
            self._close_same_row(name)
        elif name in _ROW_PARTS:
            place = max(self._last_place_of(other) for other in _ROW_PARTS[name])
            if place > max(self._last_place_of("table"), self._last_place_of("template")):
                self._close_through(place)
        elif name in ("option", "optgroup"):
            if top == "option" or (
                top == name == "optgroup" and self._last_place_of("select") > self.barriers[-1]
            ):
                self._close_through(len(self.open) - 1)
        elif name in ("rb", "rt", "rp", "rtc"):
            if top in ("rb", "rt", "rp") and self._last_place_of("ruby") > self.barriers[-1]:
                self._close_through(len(self.open) - 1)
        elif name == "button":
            place = self._last_place_of(name)
            if place > self.barriers[-1]:
                self._close_through(place)
        elif name in ("a", "nobr") and self._unformat(name):
            place = self._last_place_of(name)
            if place > self.specials[-1]:
                self._close_through(place)
            elif place > self.barriers[-1]:
                self._take_out(place)

    def _close_same_row(self, name: str) -> None:
        fence = self.fences[-1]
        around = self.open[fence][0] if fence >= 0 else ""
        if (name == "li" and around == "li") or (name in ("dd", "dt") and around in ("dd", "dt")):
            self._close_through(fence)
        elif name in _HEADINGS and self.open and self.open[-1][0] in _HEADINGS:
            self._close_through(len(self.open) - 1)

    # formatting

    def _format(self, name: str, start: int, end: int) -> None:
        written = self.html[start:end]
        mark = self._index_after_last_marker()
        alike = [entry for entry in self.formatting[mark:] if entry is not None and entry.written == written]
        if len(alike) >= 3:  # the parser keeps three equal entries
            self._forget(alike[0])
        if len(self.formatting) - self.formatting.count(None) >= MOST_FORMATTING:
            self.dropped[name] = self.dropped.get(name, 0) + 1
            self._drop(start, end, "depth")
            return
        entry = _Formatting(name, written)
        self.formatting.append(entry)
        self._push(name, entry)

    def _index_after_last_marker(self) -> int:
        """The index after the last marker."""
        for place in range(len(self.formatting) - 1, -1, -1):
            if self.formatting[place] is None:
                return place + 1
        return 0

    def _unformat(self, name: str) -> bool:
        """Forget the last entry of this name after the last marker; returns whether there was one."""
        for entry in reversed(self.formatting):
            if entry is None:
                return False
            if entry.name == name:
                self._forget(entry)
                return True
        return False

    def _forget(self, entry: _Formatting) -> None:
        self.formatting.remove(entry)
        if entry.lost:
            self.lost -= 1

    def _forget_to_mark(self) -> None:
        while self.formatting:
            entry = self.formatting.pop()
            if entry is None:
                return
            if entry.lost:
                self.lost -= 1

    def _reopen(self) -> None:
        """Text follows, so the formatting around the block that ended is opened again."""
        if not self.lost:
            return
        first = len(self.formatting)
        while first and (entry := self.formatting[first - 1]) is not None and entry.lost:
            first -= 1
        for entry in self.formatting[first:]:
            if entry is not None:
                entry.lost = False
                self.lost -= 1
                self.tokens += 1
                self.repeated += len(entry.written)
                self._push(entry.name, entry)


_RAW_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}


def _end_of_raw(name: str) -> re.Pattern[str]:
    return _RAW_ENDS[name]
