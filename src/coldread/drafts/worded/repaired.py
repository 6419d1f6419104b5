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
from coldread.drafts.worded.leads import bare_address, places_of
from coldread.drafts.worded.shape import Repair
from coldread.scanner.judge.report import Report
from coldread.scanner.page.dictionary import is_ordinary
from coldread.scanner.page.page import Page
from coldread.scanner.patch.verify import StaticScan, judge_source, objection

#: characters of a piece, elements in it, and words of it that may be misspelt
LONGEST, MOST_TAGS, MOST_MISSPELT = 800, 12, 3
_TOKEN = re.compile(r"<[^<>]*>|[^<>]+")
_NAME = re.compile(r"</?\s*([a-zA-Z][\w-]*)")
_ATTRIBUTE = re.compile(r"""([^\s"'=<>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_NO_DIGIT = re.compile(r"\D+")
_NUMBER = re.compile(r"\d[\d\s()/.–-]{4,24}")
_MAIL = re.compile(r"mailto:([^?\s]+)", re.IGNORECASE)
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
SHORTEST_NUMBER = 6


@dataclass(frozen=True)
class Known:
    """Where a repair may lead, and what is said anywhere."""

    page: Page
    #: addresses that the page or its site leads to
    addresses: frozenset[str]
    text: str


def repaired(
    source: str, repairs: Sequence[Repair], report: Report, known: Known
) -> tuple[str, tuple[Repair, ...], frozenset[str]]:
    """The source with those that hold, which they are, and which findings are gone; each is judged with those before it."""
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
    old, new = _TOKEN.findall(today), _TOKEN.findall(instead)
    if "".join(old) != today or "".join(new) != instead or today == instead:
        return False
    old_tags, new_tags = ([token for token in one if token.startswith("<")] for one in (old, new))
    if len(new_tags) > MOST_TAGS or not _same_but_links(old_tags, new):
        return False
    if not all(_may_change(*pair, known) for pair in _pairs(old_tags, new_tags)):
        return False
    old_words, new_words = (
        " ".join(token for token in one if not token.startswith("<")).split() for one in (old, new)
    )
    return _is_spelling(old_words, new_words)


def _tag(token: str) -> str:
    """Its name, with the stroke of a closing one."""
    found = _NAME.match(token)
    return f"{'/' if token.startswith('</') else ''}{found[1].lower()}" if found else token


def _same_but_links(old: list[str], new: list[str]) -> bool:
    """The same elements in the same order; of links, where there was none, whole ones around words."""
    was, tags = list(map(_tag, old)), [_tag(token) for token in new if token.startswith("<")]
    if was == tags:
        return True
    if "a" in was or [tag for tag in tags if tag not in ("a", "/a")] != was:
        return False
    at = [number for number, token in enumerate(new) if _tag(token) == "a"]
    around = all(len(new) > number + 2 and _tag(new[number + 2]) == "/a" for number in at)
    return around and tags.count("/a") == len(at)


def _pairs(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    """Each tag with what it was; a link that was not there is held against a bare one."""
    left = list(old)
    return [(left.pop(0) if left and _tag(left[0]) == _tag(one) else f"<{_tag(one)}>", one) for one in new]


def _attributes(token: str) -> dict[str, str]:
    inside = token[1:-1].strip().rstrip("/")
    found = _ATTRIBUTE.findall(inside.partition(" ")[2] if " " in inside else "")
    return {name.lower(): value.strip("\"'") for name, value in found}


def _may_change(old: str, new: str, known: Known) -> bool:
    before, after = _attributes(old), _attributes(new)
    gone = set(before) - set(after)
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    return gone <= _TAKEN_AWAY and all(
        _may_be(_tag(new), name, value, known) for name, value in changed.items()
    )


def _may_be(tag: str, name: str, value: str, known: Known) -> bool:
    if name == "href":
        return tag == "a" and _leads_somewhere(value, known)
    tags, chosen = _CHOSEN.get(name, (frozenset(), _NUMBER))
    return tag in tags and chosen.fullmatch(value) is not None


def _leads_somewhere(href: str, known: Known) -> bool:
    """To a place on the page, a number or an address that is told, or where the site leads already."""
    if href.startswith("#"):
        return len(href) > 1 and href[1:] in places_of(known.page)
    if href.lower().startswith("tel:"):
        return _is_told(href, known.text)
    mail = _MAIL.fullmatch(href)
    if mail is not None:
        return "@" in mail[1] and mail[1].lower() in known.text.lower()
    return bare_address(known.page.absolute(href)) in known.addresses


def _is_told(number: str, text: str) -> bool:
    """The same digits stand there, with or without the country's."""
    called = _digits(number)
    told = filter(None, map(_digits, _NUMBER.findall(text)))
    return len(called) >= SHORTEST_NUMBER and any(
        len(one) >= SHORTEST_NUMBER and (one.endswith(called) or called.endswith(one)) for one in told
    )


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
