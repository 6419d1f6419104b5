"""Pages and bodies that nobody would write, by seed: a shape is drawn once and then grown to any length.

The same seed gives the same shape at every length, so that what four times as much of it costs can be compared.
`python -m bench.linear.structures` reads thousands of them, `tests/scanner/test_grown_documents` a few.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from coldread.base.languages import JUDGED
from coldread.scanner.page.phrases import lexicon

Shape = Callable[[int], str]
#: the piece with this number
Piece = Callable[[int], str]
Maker = Callable[[random.Random], Piece]

_TAGS = (  # noqa: SIM905 - a list of names
    "a abbr address area article aside audio b base blockquote body br button canvas caption center cite code col "
    "colgroup dd del details dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 "
    "h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map marquee math meta nav nobr "
    "noembed noframes noscript object ol optgroup option output p picture plaintext-like pre progress q ruby s samp search "
    "section select slot small source span strong style-like sub summary sup svg table tbody td template text textarea "
    "tfoot th thead time title tr u ul var video wbr x-card"
).split()
_OUTER = (
    "div",
    "section",
    "ul><li",
    "table><tr><td",
    "header",
    "main",
    "form",
    "b",
    "span",
    "label",
    "svg><g",
)
_NAMES = (  # noqa: SIM905
    "href id class name style for type alt src title role aria-label aria-labelledby aria-hidden required placeholder "
    "hidden width height action value data-x lang onclick content rel target autocomplete srcset tabindex"
).split()
_VALUES = (
    "/book", "#", "#i7", "javascript:void(0)", "mailto:a@b.se", "tel:+46812345678", "https://facebook.com/x", "email",
    "button", "submit", "hidden", "i7", "i7 i8 i9", "btn btn-primary", "display:none", "color:#777;font-size:12px",
    "background:url(/a.png)", "a b c d e f", "", "Volvo", "/a.png", "data:image/png;base64,AAAA", "100%", "true", "sv",
    "a.png 1x, b.png 2x", "{{name}}", "&quot;", "√•≈", "x" * 200,
)  # fmt: skip
_SIGNS = "<>&\"'/=-_.,:;!?()[]{}|\\~^*+#%$@ \t\n\r\u00a0\u200b\u2013\u2019“”•★…→0a A1é\u0301\u202e\u4e2d\U0001f469\x0c"
_ENTITIES = (
    "&amp;",
    "&#x41;",
    "&#0;",
    "&#x110000;",
    "&copy",
    "&notit;",
    "&",
    "&#",
    "&lt;p&gt;",
    "&nbsp;",
    "&#128512;",
)
_COMMENTS = (
    "<!-- x -->",
    "<!--",
    "-->",
    "<!x>",
    "<?php x ?>",
    "<![CDATA[x]]>",
    "<!-->",
    "<!--[if IE]><p>x<![endif]-->",
)
_ALPHABETS = (
    (0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x17F), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x4FF), (0x590, 0x6FF),
    (0x900, 0x97F), (0x2000, 0x206F), (0x4E00, 0x4FFF), (0xAC00, 0xACFF), (0x1F300, 0x1F64F), (0xE000, 0xE0FF),
)  # fmt: skip
_TOLD = (
    "We bake 500 loaves a day for our 1 200 customers.", "From 499 kr/month, incl. VAT.", "“This is really very good” Anna Berg, CEO",
    "+46 (0)8-123 45 67", "info@example.com", "© 2019 Bread AB", "12 March 2024", "4.8/5 stars of 312 reviews",
    "As seen in Dagens Nyheter", "Lorem ipsum dolor sit amet", "TODO", "[Company name]", "Trusted by Volvo, Ikea and 40 others",
    "Money back within 30 days", "Storgatan 12, 211 42 Malmö", "Anna Berg", "A. B. C.", "halved our returns by 37 %",
)  # fmt: skip
_DRAWN = (
    "<svg><path d='M0 0'/><text>x</text></svg>",
    "<svg><g><title>x</title>",
    "<math><mi>x</math>",
    "<svg><foreignObject><p>x",
)
_SCRIPTS = (
    "<script>x</script>", "<script>", "<style>.a{color:red}</style>", "<style>", "<noscript><p>x</p></noscript>", "<noscript>",
    "<template><p>x</p></template>", "<template>", '<script type="application/ld+json">{"@type":"Offer","name":"x"}</script>',
    "<textarea>x</textarea>", "<title>x</title>", "<iframe src=/x>x</iframe>",
)  # fmt: skip


@cache
def _phrases() -> tuple[str, ...]:
    """What the lexicons look for, so that their patterns are met and not only passed by."""

    def strings(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [one for inner in value.values() for one in strings(inner)]
        if isinstance(value, list):
            return [one for inner in value for one in strings(inner)]
        return [value] if isinstance(value, str) else []

    return tuple(sorted({one for language in JUDGED for one in strings(lexicon(language))}))


def _sentence(chance: random.Random, most: int = 12) -> str:
    known = [*_TOLD, chance.choice(_phrases()), "one", "fresh bread", "and", "you"]
    return " ".join(chance.choice(known) for _ in range(chance.randint(1, most)))


def _attributes(chance: random.Random) -> Piece:
    chosen = [
        (name, chance.choice(_VALUES), chance.choice(("", "'", '"', '"')), chance.random() < 0.3)
        for name in chance.choices(_NAMES, k=chance.choice((0, 1, 1, 2, 4)))
    ]

    def one(number: int) -> str:
        told = (f"{name}={mark}{value}{number if own else ''}{mark}" for name, value, mark, own in chosen)
        return "".join(f" {each}" for each in told)

    return one


def _element(chance: random.Random) -> Piece:
    tag, attributes = chance.choice(_TAGS), _attributes(chance)
    said = chance.choice(("", "x", _sentence(chance, 3), _sentence(chance)))
    end = chance.choice((f"</{tag}>", f"</{tag}>", f"</{tag}>", "", f"</{chance.choice(_TAGS)}>", "</"))
    return lambda number: f"<{tag}{attributes(number)}>{said}{end}"


def _pair(chance: random.Random) -> Piece:
    outer, inner = _element(chance), _element(chance)
    cut = chance.random() < 0.3
    return lambda number: outer(number).replace("x", inner(number), 1) + ("" if cut else inner(number))


def _unclosed(chance: random.Random) -> Piece:
    written = f"<{chance.choice(_TAGS)}{chance.choice((' ', ' a=', ' a=' + chr(39), ' a b c', '/', '<', ''))}"
    return lambda number: written


def _run(chance: random.Random) -> Piece:
    signs = "".join(chance.choices(_SIGNS, k=chance.choice((1, 1, 2, 3)))) * chance.choice((1, 8, 64, 500))
    return lambda number: signs


def _spoken(chance: random.Random) -> Piece:
    said, tag = (
        _sentence(chance, 30),
        chance.choice(("p", "li", "h2", "h3", "blockquote", "td", "a href=/x", "figcaption")),
    )
    return lambda number: f"<{tag}>{said}"


def _numbered(chance: random.Random) -> Piece:
    said = chance.choice(_TOLD)
    return lambda number: f"<p>{said} {number}</p>"


def _ids(chance: random.Random) -> Piece:
    return chance.choice(
        (
            lambda number: f"<label for=i{number}>E-mail *</label><input id=i{number} required>",
            lambda number: f"<label for=i7>Name</label><input id=i{number}>",
            lambda number: f"<a href=#i{number}>Book</a><p id=i{number}>x",
            lambda number: "<p id=i7>x<a href=#i7>x</a>",
            lambda number: f"<input aria-labelledby='i{number} i{number // 2} i7'><i id=i{number}>name</i>",
            lambda number: (
                f"<map name=m{number}><area href=/x{number}></map><img usemap=#m{number} src=/a{number}.png>"
            ),
        )
    )


def _table(chance: random.Random) -> Piece:
    cells = "".join(
        chance.choice(
            (
                "<tr>",
                "<td>x",
                "<th>y",
                "<p>",
                "</td>",
                "</tr>",
                "<tbody>",
                "<caption>z",
                "<table>",
                "</table>",
                "<b>",
            )
        )
        for _ in range(chance.randint(1, 8))
    )
    return lambda number: cells


def _select(chance: random.Random) -> Piece:
    inner = "".join(
        chance.choice(
            (
                "<option>x",
                "<optgroup label=y>",
                "</option>",
                "<hr>",
                "<input>",
                "<select>",
                "</select>",
                "<p>",
                "<b>z",
            )
        )
        for _ in range(chance.randint(1, 8))
    )
    return lambda number: f"<select name=s{number}>{inner}{'</select>' if number % 2 else ''}"


def _letters(chance: random.Random) -> Piece:
    first, last = chance.choice(_ALPHABETS)
    word = "".join(chr(chance.randint(first, last)) for _ in range(chance.choice((1, 2, 7, 40, 400))))
    return lambda number: f"{word} "


def _long_word(chance: random.Random) -> Piece:
    word = chance.choice(
        ("a", "A", "1", "-", "a-", "å", "a@", "a.", "1,", "/x", "%20", "中")
    ) * chance.choice((119, 130, 2_000))
    return lambda number: word + (" " if number % 2 else "")


def _one_of(pieces: tuple[str, ...]) -> Maker:
    def made(chance: random.Random) -> Piece:
        written = chance.choice(pieces)
        return lambda number: written

    return made


MAKERS: tuple[Maker, ...] = (
    _element, _element, _element, _pair, _pair, _unclosed, _run, _spoken, _spoken, _numbered, _ids, _table, _select,
    _letters, _long_word, _one_of(_ENTITIES), _one_of(_COMMENTS), _one_of(_DRAWN), _one_of(_SCRIPTS),
)  # fmt: skip


def page_shape(seed: int) -> Shape:
    """A page of about so many characters: a few kinds of pieces in turn, inside of more or fewer open elements."""
    chance = random.Random(seed)
    pieces = [chance.choice(MAKERS)(chance) for _ in range(chance.choice((1, 1, 2, 3, 5)))]
    levels = chance.choice((0, 0, 0, 2, 30, 300))
    before = f"<{chance.choice(_OUTER)}>" * levels
    head = chance.choice(
        (
            "<!doctype html><html lang=en><title>Fresh bread</title><h1>Fresh bread by seven</h1>",
            "<!doctype html><html lang=sv><title>Bröd</title><h1>Färskt bröd till dörren</h1><p>Vi bakar på natten.",
            "<html><body>",
            "",
        )
    )
    alone = chance.random() < 0.08
    where = chance.choice(
        ("title", "h1", "p class", "meta name=description content", "a href=/x title", "img alt", "style")
    )

    def grown(length: int) -> str:
        if alone:  # everything in one place
            inner = _filled(pieces[:1], length)
            name, _, value = where.partition(" ")
            return f'{head}<{name} {value}="{inner}">x' if value else f"{head}<{name}>{inner}</{name}>"
        return head + before + _filled(pieces, length)

    return grown


def _filled(pieces: list[Piece], length: int) -> str:
    told: list[str] = []
    size = number = 0
    while size < length:
        one = pieces[number % len(pieces)](number) or " "
        told.append(one)
        size += len(one)
        number += 1
    return "".join(told)


def body_shape(seed: int) -> Callable[[int], bytes]:
    """A body of about so many bytes, some of them broken."""
    chance = random.Random(seed)
    unit = chance.choice(
        (
            "{}", "[]", "1", "0.1e5", "null", '""', '"a"', '"\\u00e5"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\\\"', '"\\""',
            '{"a":1}', '[[[1]]]', "-", "tru", "1" * 300, '"' + "x" * 900 + '"', '"\\u0000"', '{"a":{"b":[{},{}]}}', '"[[["', " ",
            '"' + "\\\\" * 50 + '"', '"中👩"', "NaN",
        )
    )  # fmt: skip
    way = chance.choice(("items", "items", "members", "depth", "string", "one key", "open"))

    def grown(length: int) -> bytes:
        times = max(1, length // (len(unit) + 1))
        told = {
            "items": lambda: f'{{"x":[{",".join([unit] * times)}]}}',
            "members": lambda: "{" + ",".join(f'"k{number}":{unit}' for number in range(times)) + "}",
            "one key": lambda: "{" + ",".join(f'"k":{unit}' for _ in range(times)) + "}",
            "depth": lambda: '{"a":[' * times + unit + "]}" * times,
            "string": lambda: '{"x":"' + unit.replace('"', "") * times + '"}',
            "open": lambda: '{"x":' + (unit + ",") * times,
        }[way]()
        return told.encode("utf-8", "surrogatepass")

    return grown
