"""A style sheet as rules whose declarations know their offsets: enough of CSS to change one value in place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coldread.scanner.patch.changes import CannotPatch, Restyle
from coldread.scanner.patch.edits import Edit

#: characters that end or open something; everything between them is a prelude or a declaration
_SIGNS = re.compile(r"/\*|[\"'{};]|url\(\s*(?![\"'\s])", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_IMPORTANT = re.compile(r"!\s*important\s*\Z", re.IGNORECASE)
#: at-rules whose blocks hold declarations or keyframes, never rules for elements
_NO_RULES = (
    "@keyframes",
    "@-webkit-keyframes",
    "@-moz-keyframes",
    "@font-face",
    "@page",
    "@property",
    "@counter-style",
)


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """`name: value` in a rule; the offsets are those of the value without `!important`."""

    #: lower-case; a custom property as it is written
    name: str
    value: str
    is_important: bool
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class StyleRule:
    """One rule with the at-rules around it, outermost first."""

    selectors: str
    within: tuple[str, ...]
    declarations: tuple[Declaration, ...]


@dataclass
class _Block:
    """A block during parsing."""

    prelude: str
    declarations: list[Declaration]


def read_rules(css: str) -> list[StyleRule]:
    """Every rule, in order. A nested rule is listed with the outer one around it."""
    return list(_rules(css))


def _rules(css: str) -> Iterator[StyleRule]:
    open_blocks: list[_Block] = []
    begin = at = 0
    while (sign := _SIGNS.search(css, at)) is not None:
        here = sign[0]
        at = sign.end()
        if here == "/*":
            at = _index_after_sign(css, "*/", at)
        elif here in "\"'":
            at = _behind_string(css, here, at)
        elif here == "{":
            open_blocks.append(
                _Block(prelude=_prelude_without_comments(css[begin : sign.start()]), declarations=[])
            )
            begin = at
        elif here in ";}":
            if open_blocks:
                open_blocks[-1].declarations += _declarations_between(css, begin, sign.start())
            if here == "}" and open_blocks:
                yield from _close_block(open_blocks)
            begin = at
        else:
            at = _index_after_sign(css, ")", at)


def _close_block(open_blocks: list[_Block]) -> Iterator[StyleRule]:
    block = open_blocks.pop()
    around = tuple(one.prelude for one in open_blocks)
    is_rule = bool(block.prelude) and not block.prelude.startswith("@")
    if is_rule and not any(one.lower().startswith(_NO_RULES) for one in around):
        yield StyleRule(selectors=block.prelude, within=around, declarations=tuple(block.declarations))


def _declarations_between(css: str, begin: int, end: int) -> Iterator[Declaration]:
    """The text between two delimiters; comments before the name are skipped."""
    while (
        comment := _COMMENT.match(css, _skip_blanks(css, begin, end))
    ) is not None and comment.end() <= end:
        begin = comment.end()
    begin = _skip_blanks(css, begin, end)
    name, colon, written = css[begin:end].partition(":")
    name = name.strip()
    if not colon or not re.fullmatch(r"[-\w]+", name):
        return
    start = begin + css[begin:end].index(":") + 1
    important = _IMPORTANT.search(written)
    value = written[: important.start()] if important else written
    lead = len(value) - len(value.lstrip())
    yield Declaration(
        name=name if name.startswith("--") else name.lower(),
        value=value.strip(),
        is_important=important is not None,
        start=start + lead,
        end=start + len(value.rstrip()),
    )


def _skip_blanks(css: str, begin: int, end: int) -> int:
    """The first character that is not a blank."""
    while begin < end and css[begin].isspace():
        begin += 1
    return begin


def _index_after_sign(css: str, sign: str, at: int) -> int:
    found = css.find(sign, at)
    return len(css) if found < 0 else found + len(sign)


def _behind_string(css: str, quote: str, at: int) -> int:
    """After the closing quote; an unclosed string ends with its line."""
    while at < len(css) and css[at] not in (quote, "\n"):
        at += 2 if css[at] == "\\" else 1
    return min(at + 1, len(css))


def _prelude_without_comments(prelude: str) -> str:
    """Without comments, and with single blanks."""
    return " ".join(_COMMENT.sub(" ", prelude).split())


def edit_of_restyle(sheets: Iterable[tuple[int, str]], change: Restyle) -> Edit:
    """The edit of a file with style sheets at these offsets; raises CannotPatch unless exactly one place fits."""
    found = [
        (begin + one.start, begin + one.end)
        for begin, css in sheets
        for rule in read_rules(css)
        if (rule.within, rule.selectors) == (change.within, change.selectors)
        for one in rule.declarations
        if (one.name, one.value) == (change.name, change.old)
    ]
    if len(found) != 1:
        raise CannotPatch(f"the rule for “{change.selectors[:60]}” does not stand exactly once in the source")
    return Edit(start=found[0][0], end=found[0][1], new=change.new)
