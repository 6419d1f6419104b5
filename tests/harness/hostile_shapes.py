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


def _attribute(name: str, piece: str) -> Shape:
    return lambda n: page(f'<a href=/x {name}="{piece * max(1, n // len(piece))}">Book a call</a>')


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


#: what was once slower than its length, or might be
SHAPES: dict[str, Shape] = {
    "mixed": mixed,
    "divs": _repeated("<div>"),
    "divs with words": _repeated("<div>x "),
    "spans": _repeated("<span>x"),
    "paragraphs": _repeated("<p>one two three"),
    "sentences": _repeated("<p>We bake 500 loaves a day for our 1 200 customers. You sleep. Anna Berg, CEO"),
    "links": _repeated("<a href=/x>Book</a>"),
    "links in one paragraph": _around("<p>", "<a href=/x>Book</a> "),
    "links in a header": _around("<header>", "<a href=/x>Book</a>", "</header>"),
    "links in navs": _repeated("<nav><a href=/x>Book a call</a></nav>"),
    "buttons": _repeated("<button>Book a call</button>"),
    "inputs": _repeated("<input name=email>"),
    "inputs in a form": _around("<form>", "<input name=email>", "<button>Send</button></form>"),
    "inputs in a label": _around("<form><label>E-mail", "x <input name=email>", "</label></form>"),
    "inputs named by one": _around(
        "<form>", "<input aria-labelledby='a b'><i id=a>name</i>", "<button>Send</button></form>"
    ),
    "labels for one": _around("<form><input id=a>", "<label for=a></label><input id=a>", "</form>"),
    "numbered fields": _numbered("<label for=i#>E-mail *</label><input id=i# required>"),
    "one form of fields": lambda n: page(
        "<form>"
        + "".join(f"<label for=i{k}>E-mail {k}</label><input id=i{k} name=email>" for k in range(n // 50))
        + "<button>Send</button></form>"
    ),
    "forms": _repeated("<form><input name=email><button>Send</button></form>"),
    "buttons of a form": _around("<form><input name=email>", "<button>Send now</button>", "</form>"),
    "radios": _numbered("<input type=radio name=r#>"),
    "selects": _repeated("<select name=a><option>one<option>two</select>"),
    "options": _around("<select name=a>", "<option>one", "</select>"),
    "headings": _repeated("<h2>Trusted by all</h2>"),
    "first headings": _repeated("<h1>Fresh bread</h1>"),
    "ranked headings": _repeated("<h2>What our customers say</h2><h3>x</h3><h4>y</h4>"),
    "lists": _repeated("<ul><li>one</ul>"),
    "nested lists": _repeated("<ul><li>one "),
    "items": _around("<ul>", "<li><a href=/x>one two</a>", "</ul>"),
    "tables": _repeated("<table><tr><td>x"),
    "cells": _around("<table>", "<tr><td>x<td>y", "</table>"),
    "quotations": _repeated("<blockquote>this is really a very good thing</blockquote>"),
    "quotations in one item": _around(
        "<ul><li>", "<blockquote>this is a very good thing</blockquote><h2>x</h2>", "</ul>"
    ),
    "quoted": _repeated("<p>“this is really a very good thing” Anna</p>"),
    "open quotations": _repeated("“a b c d e "),
    "signed": _repeated("<p>I really like this bread a lot my friend</p><p>Anna Berg, CEO</p>"),
    "trusted": _repeated("<p>Trusted by Volvo</p><img src=/a.png alt=Volvo>"),
    "pictures": _repeated("<img src=/a.png>"),
    "numbered pictures": _numbered("<img src='/a#.png' alt=''>"),
    "pictures as references": _numbered("<img src='/a#.png?a&amp;b&#39;'>"),
    "pictures in rows": _nested("<div>", 200, "<img src=/a.png alt=Volvo>"),
    "social pictures": _around(
        "<div>", "<a href=https://facebook.com/x><img src=/a.png alt=x></a>", "</div>"
    ),
    "headers": _repeated("<header>x "),
    "footers": _repeated("<footer>© 2020 x "),
    "deep paragraphs": _nested("<div>", 300, "<p>one two three"),
    "deep text": _nested("<div>x ", 300, "<p>one two three"),
    "deep links": _nested("<div>x ", 300, "<a href=/x>Book a call</a> "),
    "deep headers": _nested("<header>", 300, "word and word "),
    "deep quotations": _nested("<blockquote>", 300, "word and word "),
    "deep groups": _nested("<svg><g>", 200, "<text>word</text>"),
    "links that are never closed": _nested(
        "<svg><g>",
        3,
        "<a href=/x><select name=email></select>" + "We bake 500 loaves a day for our customers. " * 23,
    ),
    "formatting": _numbered("<p><b id=#>x"),
    "lost formatting": lambda n: page(
        "".join(f"<p><b id={k}>x" for k in range(30)) + "<p>x" * max(1, n // 4)
    ),
    "misnested": _repeated("<b><div></b>x"),
    "attributes": lambda n: page("<div " + " ".join(f"a{k}=1" for k in range(n // 8)) + ">x"),
    "bodies": _numbered("<body a#=1 b#=2>"),
    "ids": _numbered("<p id=i#>x"),
    "one id": _repeated("<p id=a>x"),
    "names without ids": _repeated("<input name=email placeholder=E-mail>"),
    "comments": _repeated("<!-- x -->"),
    "open comments": _repeated("<!--"),
    "noscripts": _repeated("<noscript"),
    "scripts": _repeated("<script>x"),
    "script ends": _repeated("<script></script"),
    "styles": _repeated("<style>a{width:1px}</style>"),
    "style rules": _around("<style>", ".a{color:red;background:url(x)} ", "</style><p>x"),
    "templates": _repeated("<template><p>x"),
    "drawings": _repeated("<svg><path d='M0 0'/></svg>"),
    "signs below": _repeated("<"),
    "signs below in a heading": _around("<h2>", "< ", "</h2>"),
    "signs above": _repeated(">"),
    "open tags": _repeated("<a "),
    "open values": _repeated("<a b='"),
    "references": _repeated("&amp;"),
    "open references": _repeated("&#x"),
    "ampersands": _repeated("&"),
    "blanks": _repeated(" "),
    "lines": _repeated("\n"),
    "lines and words": _repeated("x\n"),
    "tabs in words": _repeated("a\t\t\t"),
    "one word": _repeated("a"),
    "long words": _repeated("a" * 119 + " "),
    "digits": _repeated("1"),
    "numbers": _repeated("1 000 "),
    "grouped numbers": _repeated("1,"),
    "dashes": _repeated("-"),
    "dashed words": _repeated("a-"),
    "dots": _repeated("."),
    "sentences of one letter": _repeated("A. "),
    "addresses": _repeated("a@a."),
    "phones": _repeated("+46 (0)8-12 "),
    "years": _repeated("© 2020 "),
    "stars": _repeated("★"),
    "apostrophes": _repeated("'"),
    "brackets": _repeated("[X "),
    "braces": _repeated("{{a"),
    "percents": _repeated("%%a"),
    "capitals": _repeated("Anna Berg "),
    "umlauts": _repeated("åäö "),
    "emoji": _repeated("👩‍👩‍👧 "),
    "combined signs": _repeated("e\u0301\u0301"),
    "right to left": _repeated("\u202eab "),
    "fresh buzzwords": _repeated("<p>world-class innovative solution leverage</p>"),
    "lorem": _repeated("<p>lorem ipsum dolor sit amet</p>"),
    "to do": _repeated("<p>TODO</p>"),
    "a title without end": lambda n: (
        "<title>"
        + "".join(f"Bread{k} for bakers{k} in Malmö{k}, baked by Anna{k}. " for k in range(max(1, n // 56)))
    ),
    "a long class around many texts": lambda n: page(
        f'<div class="{"xy " * (n // 6)}">'
        + "".join(f"<p>We bake bread number {k} for people here.</p>" for k in range(max(1, n // 96)))
        + "</div>"
    ),
    "customers": _repeated("500 customers save "),
    "reviews": _repeated("rated reviews "),
    "halved": _repeated("halved doubled "),
    "privacy": _repeated("privacy policy "),
    "data": lambda n: page(
        '<script type="application/ld+json">[' + '{"@type":"Thing","name":"x"},' * (n // 28) + "{}]</script>"
    ),
    "deep data": lambda n: page(f'<script type="application/ld+json">{"[" * n}</script>'),
    "metas": lambda n: (
        f"<html><head>{'<meta name=description content=x>' * (n // 33)}</head><body><p>x</body></html>"
    ),
    "titles": lambda n: f"<html><head><title>{'a | b ' * (n // 6)}</title></head><body><p>x</body></html>",
    "title of signs": lambda n: (
        f"<html><head><title>{'- ' * (n // 2)}</title></head><body><p>x</body></html>"
    ),
    "description": lambda n: (
        f'<html><head><title>x</title><meta name=description content="{"a. " * (n // 3)}"></head><body><p>x</body></html>'
    ),
    "link elements": lambda n: (
        f"<html><head>{'<link rel=icon href=x>' * (n // 22)}</head><body><p>x</body></html>"
    ),
    "doctypes": lambda n: "<!doctype html> " * (n // 16) + "<p>x",
    "doctype comments": lambda n: "<!-- x --> " * (n // 11) + "<!doctype html><p>x",
    "a style": _attribute("style", "background : "),
    "a padded style": _attribute("style", "padding"),
    "a style of blanks": _attribute("style", "left:" + " " * 20),
    "an address": _attribute("href", "a/"),
    "a class": _attribute("class", "a "),
    "a name": _attribute("aria-label", "book "),
    "an alt": lambda n: page(f'<img src=/x.png alt="{"a " * (n // 2)}">'),
    "a placeholder": lambda n: page(f'<form><input name=a placeholder="{"e-mail " * (n // 7)}"></form>'),
    "a name of dashes": lambda n: page(f'<form><input name="{"a-" * (n // 2)}"></form>'),
    "a picture": lambda n: page(f'<img src="data:image/png;base64,{"A" * n}">'),
    "a headline": lambda n: page(f"<h1>{'welcome to ' * (n // 11)}</h1>"),
    "one long heading": lambda n: page(f"<h2>{'word ' * (n // 5)}</h2>"),
    "one long paragraph": lambda n: page(f"<p>{'We do. You go, now ' * (n // 19)}</p>"),
    "one long label": lambda n: page(f"<a href=/x>{'Book now ' * (n // 9)}</a>"),
    "address links": _repeated("<a href=mailto:a@b.se>a@b.se</a>"),
    "dead links": _repeated("<a href=#>Book a call</a>"),
    "goal links": _numbered("<a href=/book#>Book a call</a><p>"),
    "landmarks": _repeated("<main>x</main>"),
    "tall sections": _repeated("<section><h2>x</h2><p>y</p></section>"),
    "walls": _repeated("<p>" + "word " * 95 + "</p>"),
}
