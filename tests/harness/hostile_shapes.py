"""Pages that are made of one thing over and over: each shape grows with `n`, and none may cost more than its length."""

from __future__ import annotations

import random
from collections.abc import Callable

Shape = Callable[[int], str]

_HEAD = "<!doctype html><html lang=en><head><title>Fresh bread</title></head><body>"
_WORDS = (  # noqa: SIM905 - a sentence
    "fresh bread to your door before you wake up we bake in the night book a call sign up free trusted by Volvo 500 "
    "customers 4.8/5 stars contact privacy policy award 2021 case study how we halved returns for Brede e-mail name"
).split()


def page(body: str) -> str:
    return f"{_HEAD}<h1>Fresh bread by seven</h1>{body}</body></html>"


def _repeated(piece: str) -> Shape:
    return lambda n: page(piece * max(1, n // len(piece)))


def _numbered(piece: str) -> Shape:
    """`#` is the number of the piece."""
    return lambda n: page("".join(piece.replace("#", str(k)) for k in range(max(1, n // (len(piece) + 3)))))


def _around(before: str, piece: str, after: str = "") -> Shape:
    return lambda n: page(before + piece * max(1, n // len(piece)) + after)


def _nested(outer: str, levels: int, piece: str) -> Shape:
    """So many open elements around all pieces."""
    return lambda n: page(outer * levels + piece * max(1, n // len(piece)))


def mixed(n: int, seed: int = 7) -> str:
    """An ordinary page of any length."""
    chance = random.Random(seed)
    pieces: list[str] = []
    size = 0
    while size < n:
        said = " ".join(chance.choice(_WORDS) for _ in range(chance.choice((4, 9, 25, 60))))
        one = chance.choice(
            (
                f"<section class=part><h2>{said[:60]}</h2><p>{said}. {said}.</p></section>\n",
                f"<ul><li>{said[:40]}</li><li><a href=/{size}>{said[:20]}</a></li></ul>\n",
                f"<div class=card><img src=/p{size}.png alt='{said[:12]}'><h3>{said[:30]}</h3><p>{said}</p></div>\n",
                f"<div><a class=button href=/book>{said[:16]}</a><span>{said[:30]}</span></div>\n",
                f"<blockquote>“{said}”<cite>Anna Berg, Volvo</cite></blockquote>\n",
                f"<form action=/s><label>Name <input name=n{size}></label><button>Send</button></form>\n"
                if chance.random() < 0.1
                else f"<p>{said}</p>\n",
            )
        )
        pieces.append(one)
        size += len(one)
    return page(f"<main>{''.join(pieces)}</main><footer>© 2020 Bread</footer>")


#: the worst of what was once slower than its length; `make fuzz-structures` looks for others
SHAPES: dict[str, Shape] = {
    "links in one paragraph": _around("<p>", "<a href=/x>Book</a> "),
    "links in a header": _around("<header>", "<a href=/x>Book</a>", "</header>"),
    "inputs in a label": _around("<form><label>E-mail", "x <input name=email>", "</label></form>"),
    "inputs named by one": _around(
        "<form>", "<input aria-labelledby='a b'><i id=a>name</i>", "<button>Send</button></form>"
    ),
    "labels for one": _around("<form><input id=a>", "<label for=a></label><input id=a>", "</form>"),
    "quotations in one item": _around(
        "<ul><li>", "<blockquote>this is a very good thing</blockquote><h2>x</h2>", "</ul>"
    ),
    "trusted": _repeated("<p>Trusted by Volvo</p><img src=/a.png alt=Volvo>"),
    "pictures as references": _numbered("<img src='/a#.png?a&amp;b&#39;'>"),
    "deep paragraphs": _nested("<div>", 300, "<p>one two three"),
    "deep links": _nested("<div>x ", 300, "<a href=/x>Book a call</a> "),
    "links that are never closed": _nested(
        "<svg><g>",
        3,
        "<a href=/x><select name=email></select>" + "We bake 500 loaves a day for our customers. " * 23,
    ),
    "a long class around many texts": lambda n: page(
        f'<div class="{"xy " * (n // 6)}">'
        + "".join(f"<p>We bake bread number {k} for people here.</p>" for k in range(max(1, n // 96)))
        + "</div>"
    ),
}
