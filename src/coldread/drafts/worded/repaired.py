"""Small repairs of the markup that a model proposes, written into the source where rules can tell that each is one. Pure.

A wrong link, a number that cannot be called, a misspelt word, a field of the wrong kind: they need no answer from the owner. A repair
changes no element but a link that it puts around words, leads only to where the site or the page leads already, and brings no words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from coldread.drafts.worded.edited import is_apart, is_led
from coldread.drafts.worded.leads import linked_address, places_of
from coldread.drafts.worded.shape import Repair
from coldread.scanner.judge.report import Report
from coldread.scanner.page.dictionary import is_ordinary
from coldread.scanner.page.page import Page
from coldread.scanner.patch.tags import Tag, tags
from coldread.scanner.patch.verify import StaticScan, judge_source, objection

#: characters of a piece, elements in it, and words of it that may be misspelt
LONGEST, MOST_TAGS, MOST_MISSPELT = 800, 12, 3
_NO_DIGIT = re.compile(r"\D+")
_NUMBER = re.compile(r"\d[\d\s()/.–-]{4,24}")
_MAIL = re.compile(r"mailto:([^?\s]+)", re.IGNORECASE)
_CALL = re.compile(r"tel:[+\d\s().-]{5,30}", re.IGNORECASE)
_FIELDS = frozenset({"input", "select", "textarea"})
#: attributes that may change: of which elements, and what may be chosen
_CHOSEN = {
    "type": (_FIELDS, re.compile(r"email|tel|url|number|date|search")),
    "inputmode": (_FIELDS, re.compile(r"email|tel|numeric|decimal|url|search")),
    "autocomplete": (_FIELDS, re.compile(r"[a-z]+(?:-[a-z]+)*")),
    "maxlength": (_FIELDS, re.compile(r"\d{2,5}")),
    "for": (frozenset({"label"}), re.compile(r"[\w-]{1,60}")),
    "lang": (frozenset({"html"}), re.compile(r"[a-z]{2}(?:-[A-Z]{2})?")),
    "rel": (frozenset({"a"}), re.compile(r"(?:noopener|noreferrer|nofollow|external| )+")),
    "target": (frozenset({"a"}), re.compile(r"_blank|_self")),
    "loading": (frozenset({"img"}), re.compile(r"lazy|eager")),
}
#: what may be taken away: it only keeps visitors from something
_TAKEN_AWAY = frozenset({"maxlength", "target", "novalidate"})
#: how alike a misspelt word and the right one are
ALIKE = 0.7
#: digits of a number, and of a country before it
SHORTEST_NUMBER, LONGEST_COUNTRY = 6, 3


@dataclass(frozen=True)
class Known:
    """Where a repair may lead, and what is said anywhere."""

    page: Page
    #: addresses that the page or its site leads to, as `linked_address` writes them
    addresses: frozenset[str]
    text: str


def repaired(
    source: str, repairs: Sequence[Repair], report: Report, known: Known
) -> tuple[str, tuple[Repair, ...], frozenset[str]]:
    """The source with those that hold, which they are, and which findings are gone; judged all at once, one by one where that does not hold."""
    text, fit = _all_exchanged(source, repairs, known)
    if not fit:
        return source, (), frozenset()
    before = judge_source(report.seen, source, report.brief)
    after = judge_source(report.seen, text, report.brief)
    if objection((), before, after, rendered=report.seen.rendered):
        text, fit, after = _one_by_one(source, fit, report, known, before)
    return text, tuple(fit), frozenset(before.counts) - frozenset(after.counts)


def _all_exchanged(source: str, repairs: Iterable[Repair], known: Known) -> tuple[str, list[Repair]]:
    """With every one that is a mere repair by itself."""
    fit: list[Repair] = []
    for one in repairs:
        tried = _exchanged(source, one, known)
        if tried is not None:
            source, fit = tried, [*fit, one]
    return source, fit


def _one_by_one(
    source: str, repairs: Iterable[Repair], report: Report, known: Known, before: StaticScan
) -> tuple[str, list[Repair], StaticScan]:
    """Those that cost nothing, each judged with those before it."""
    made: list[Repair] = []
    for one in repairs:
        tried = _exchanged(source, one, known)
        after = judge_source(report.seen, tried, report.brief) if tried is not None else before
        if tried is not None and not objection((), before, after, rendered=report.seen.rendered):
            source, before = tried, after
            made.append(one)
    return source, made, before


def _exchanged(source: str, one: Repair, known: Known) -> str | None:
    """The source with this one in it; None where it has no sure place, or is no mere repair."""
    if not 3 <= len(one.today) <= LONGEST or len(one.instead) > LONGEST or not one.today.split():
        return None
    places = list(re.finditer(r"\s+".join(map(re.escape, one.today.split())), source))
    if len(places) != 1:
        return None
    start, end = places[0].span()
    left, right = _to_the_tag(source, start, end)
    today, instead = source[left:right], f"{source[left:start]}{one.instead}{source[end:right]}"
    lower = source.lower()
    adds_link = instead.lower().count("</a") > today.lower().count("</a")
    if len(lower) != len(source) or is_apart(lower, left) or (adds_link and is_led(lower, left)):
        return None
    if not is_repair(today, instead, known):
        return None
    return f"{source[:left]}{instead}{source[right:]}"


def _to_the_tag(source: str, start: int, end: int) -> tuple[int, int]:
    """Grown to whole tags."""
    opened = source.rfind("<", 0, start)
    left = opened if opened > source.rfind(">", 0, start) else start
    inside = source.rfind("<", 0, end) > source.rfind(">", 0, end)
    closed = source.find(">", end)
    return left, closed + 1 if inside and closed >= 0 else end


def is_repair(today: str, instead: str, known: Known) -> bool:
    """By rules alone."""
    old, new = _pieces(today), _pieces(instead)
    if old is None or new is None or today == instead:
        return False
    old_tags, new_tags = ([one for one in pieces if isinstance(one, Tag)] for pieces in (old, new))
    if len(new_tags) > MOST_TAGS or not _same_but_links(old_tags, new):
        return False
    if not all(_may_change(*pair, known) for pair in _pairs(old_tags, new_tags)):
        return False
    old_words, new_words = (
        " ".join(one for one in pieces if isinstance(one, str)).split() for pieces in (old, new)
    )
    return _is_spelling(old_words, new_words)


def _pieces(text: str) -> list[Tag | str] | None:
    """Tags as a browser reads them and the words between; None where there is anything else: a comment, half a tag."""
    pieces: list[Tag | str] = []
    at = 0
    for tag in tags(text):
        pieces += [*([text[at : tag.start]] if tag.start > at else []), tag]
        at = tag.end
    pieces += [text[at:]] if at < len(text) else []
    return None if any(isinstance(one, str) and ("<" in one or ">" in one) for one in pieces) else pieces


def _called(piece: Tag | str) -> str:
    """A tag's name, with the stroke of a closing one; of words nothing."""
    return f"{'/' if piece.closes else ''}{piece.name}" if isinstance(piece, Tag) else ""


def _same_but_links(old: list[Tag], new: list[Tag | str]) -> bool:
    """The same elements in the same order; of links, where there was none, whole ones around words."""
    was, now = list(map(_called, old)), [name for name in map(_called, new) if name]
    if was == now:
        return True
    if "a" in was or [name for name in now if name not in ("a", "/a")] != was:
        return False
    at = [number for number, piece in enumerate(new) if _called(piece) == "a"]
    around = all(len(new) > number + 2 and _called(new[number + 2]) == "/a" for number in at)
    return around and now.count("/a") == len(at)


def _pairs(old: list[Tag], new: list[Tag]) -> list[tuple[Tag | None, Tag]]:
    """Each tag with what it was; None where a link was not there."""
    left = list(old)
    return [(left.pop(0) if left and _called(left[0]) == _called(one) else None, one) for one in new]


def _may_change(old: Tag | None, new: Tag, known: Known) -> bool:
    before = {one.name: one.value for one in old.attributes} if old is not None else {}
    after = {one.name: one.value for one in new.attributes}
    if len(after) != len(new.attributes):  # of two of a name a browser takes the first
        return False
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    return set(before) - set(after) <= _TAKEN_AWAY and all(
        _may_be(new.name, name, value, known) for name, value in changed.items()
    )


def _may_be(tag: str, name: str, value: str, known: Known) -> bool:
    if name == "href":
        return tag == "a" and _leads_somewhere(value, known)
    tags_of_it, chosen = _CHOSEN.get(name, (frozenset(), _NUMBER))
    return tag in tags_of_it and chosen.fullmatch(value) is not None


def _leads_somewhere(href: str, known: Known) -> bool:
    """To a place on the page, a number or an address that is told, or where the site leads already."""
    if href.startswith("#"):
        return len(href) > 1 and href[1:] in places_of(known.page)
    if href.lower().startswith("tel:"):
        return _CALL.fullmatch(href) is not None and _is_told(href, known.text)
    mail = _MAIL.fullmatch(href)
    if mail is not None:
        return "@" in mail[1] and mail[1].lower() in known.text.lower()
    address = linked_address(known.page.absolute(href))
    return address.startswith(("https://", "http://")) and address in known.addresses


def _is_told(number: str, text: str) -> bool:
    """The same digits stand there, with or without the country's."""
    called = _digits(number)
    told = (one for one in map(_digits, _NUMBER.findall(text)) if len(one) >= SHORTEST_NUMBER)
    return len(called) >= SHORTEST_NUMBER and any(_is_same_number(called, one) for one in told)


def _is_same_number(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long.endswith(short) and len(long) - len(short) <= LONGEST_COUNTRY


def _digits(text: str) -> str:
    return _NO_DIGIT.sub("", text.replace("(0)", "")).lstrip("0")


def _is_spelling(old: list[str], new: list[str]) -> bool:
    """The same words but a few that are spelt otherwise; no figure changes."""
    if len(old) != len(new):
        return False
    changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    return len(changed) <= MOST_MISSPELT and all(_is_misspelt(a, b) for a, b in changed)


def _is_misspelt(old: str, new: str) -> bool:
    """No word that there is becomes another: `can` is not `can't` misspelt."""
    was, becomes = (word.strip(_SIGNS) for word in (old, new))
    if any(sign.isdigit() for sign in old + new):
        return False
    if was.lower() == becomes.lower():
        return True
    alike = SequenceMatcher(None, was.lower(), becomes.lower()).ratio() >= ALIKE
    return alike and not is_ordinary(was.lower()) and is_ordinary(becomes.lower())


_SIGNS = ".,;:!?…()“”\"'"
