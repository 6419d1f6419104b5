"""A model's words in the diff: one text is exchanged, and nothing else of the source can change."""

from __future__ import annotations

import html
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coldread.drafts.source_edits.text_edits import Kind, TextEdit, apply_text_edits, typeset
from coldread.drafts.source_edits.text_nodes import html_pieces, html_tree, jsx_pieces, jsx_tree
from coldread.reader.sayable import address_like
from coldread.scanner.patch.tags import tags

PAGE = """<!doctype html><html lang="en"><head><title>Bread</title><style>p{color:red}</style></head><body>
<h1>Fresh bread at your door</h1><p>We bake at night &amp; bring it
 by seven.</p><a href="/order" title="x > Order bread">Order bread</a><pre>npm install bread</pre>
<blockquote>Best bread I ever had.</blockquote><p>Write to <b>evil</b>.. or call.</p><script>var a = "Buy our cake";</script>
<template><p>Hidden cake</p></template><noscript><p>No script</p></noscript><!-- A remark --><p>Twice</p><p>Twice</p></body></html>"""
BLADE = """<div class="{{ $x > 3 ? 'a' : 'b' }}">@if($user > 1)<p>Welcome back</p>@endif
<p>{{ "<b>Inside</b>" }}</p><p>Call us today</p>{!! $raw !!}@php echo "<p>Php text</p>"; @endphp</div>"""
PHP = """<p>Call us today</p><?php if ($a > 3) { echo "<b>Buy now</b>"; } ?><p>Open late</p>"""
JINJA = """{% if a > b %}<p>Call us today</p>{% endif %}{# <p>A remark</p> #}<p>{{ name|default("<i>Guest</i>") }}</p>"""
SVELTE = """<script>let a = 1;</script>{#if a > "<b>q</b>"}<p>Call us today</p>{/if}<p on:click={() => go("<i>No</i>")}>Open late</p>"""
JSX = """export default function A() { return (<main title={<p>No title</p>}><h1>Call us today</h1>
<p>Fish &amp; chips {price} <b>Open late</b></p><code>npm install bread</code></main>); }"""
BROKEN = """<p>Call us today<div><a href="/x>Open late</a><p>Left open <b>and <i>crossed</b></i> <table><p>Odd</table>"""


def edited(
    source: str, was: str, new: str, kind: Kind = "html", numbers: frozenset[str] = frozenset()
) -> str:
    """The source, and why nothing was changed."""
    made = apply_text_edits(source, [TextEdit(was=was, new=new)], kind, numbers)
    return made.text if made.made else made.refused[0]


@pytest.mark.parametrize(
    ("source", "was", "new", "kind", "becomes"),
    [
        (PAGE, "Fresh bread at your door", "Warm bread & rolls", "html", "<h1>Warm bread &amp; rolls</h1>"),
        (PAGE, "We bake at night & bring it by seven.", "Baked at night.", "html", "<p>Baked at night.</p>"),
        (PAGE, "bring it by seven", "there by seven", "html", "night &amp; there by seven.</p>"),
        (PAGE, "Order bread", "Order your bread", "html", 'title="x > Order bread">Order your bread</a>'),
        (BLADE, "Call us today", "Ring us today", "html", "<p>Ring us today</p>"),
        (PHP, "Open late", "Open until late", "html", "<p>Open until late</p>"),
        (JINJA, "Call us today", "Ring us today", "html", "{% if a > b %}<p>Ring us today</p>"),
        (SVELTE, "Call us today", "Ring us today", "html", "<p>Ring us today</p>{/if}"),
        (JSX, "Call us today", "Ring us today", "jsx", "<h1>Ring us today</h1>"),
        (JSX, "Fish & chips", "Chips & fish", "jsx", "<p>Chips &amp; fish {price}"),
        ("<p>Åker “du”&nbsp;nu?</p>", "Åker “du” nu?", "Åk nu", "html", "<p>Åk nu</p>"),
        (BROKEN, "Call us today", "Ring us today", "html", "<p>Ring us today<div>"),
    ],
)
def test_the_text_of_one_node_is_exchanged(source: str, was: str, new: str, kind: Kind, becomes: str) -> None:
    assert becomes in edited(source, was, new, kind)


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ('Order" onclick="alert(1)', "signs"),
        ("Order <b>now</b>", "signs"),
        ("Order {{ config }}", "signs"),
        ("Order {!! $x !!}", "signs"),
        ("Order ${x}", "signs"),
        ("Order @php", "signs"),
        ("Order [[ x ]]", "signs"),
        ("Order `x`", "signs"),
        ("Order \\u0041", "signs"),
        ("Order\u202e daerb", "signs"),
        ("Order\u200b bread", "signs"),
        ("Order\x00bread", "signs"),
        ("O\u0300\u0301\u0302rder", "signs"),
        ("Order\u3164bread", "signs"),
        ("Order bre\u0430d", "signs"),
        ("Order \u0664 loaves", "signs"),
        ("Order at evil.shop", "address"),
        ("Order at evil.shop/login", "address"),
        ("Order at evil。com", "signs"),
        ("Order at evil dot com", "address"),
        ("Write to info(at)evil", "address"),
        ("https://evil.example", "signs"),
        ("Call 070-999 88 77", "address"),
        ("SE45 5000 0000 0583 9825 7466", "address"),
        ("Order 900 loaves", "new-number"),
        ("", "length"),
        ("bread " * 200, "length"),
    ],
)
def test_words_with_more_than_words_in_them_are_refused(new: str, why: str) -> None:
    assert edited(PAGE, "Order bread", new) == why


@pytest.mark.parametrize(
    ("source", "was", "kind", "why"),
    [
        (PAGE, "npm install bread", "html", "changes-more"),
        (PAGE, "Best bread I ever had.", "html", "changes-more"),
        (PAGE, "Buy our cake", "html", "not-in-one-text"),
        (PAGE, "Hidden cake", "html", "changes-more"),
        (PAGE, "No script", "html", "not-in-one-text"),
        (PAGE, "A remark", "html", "not-in-one-text"),
        (PAGE, "x > Order bread", "html", "not-in-one-text"),
        (PAGE, "Twice", "html", "in-several-texts"),
        (PAGE, "resh bread", "html", "not-in-one-text"),
        (PAGE, "color", "html", "not-in-one-text"),
        (BLADE, "Inside", "html", "not-in-one-text"),
        (BLADE, "Php text", "html", "not-in-one-text"),
        (PHP, "Buy now", "html", "not-in-one-text"),
        (JINJA, "A remark", "html", "not-in-one-text"),
        (JINJA, "Guest", "html", "not-in-one-text"),
        (SVELTE, "q", "html", "not-in-one-text"),
        (SVELTE, "No", "html", "not-in-one-text"),
        ("<p>Price [[ price ]] now</p>", "now", "html", "not-in-one-text"),
        ("<p>@else Buy now</p>", "Buy now", "html", "not-in-one-text"),
        ("Here <table>Odd words<tr><td>a</td></tr></table>", "Odd words", "html", "changes-more"),
        (JSX, "No title", "jsx", "not-in-one-text"),
        (JSX, "npm install bread", "jsx", "not-in-one-text"),
        (JSX + "<", "Call us today", "jsx", "not-in-one-text"),
    ],
)
def test_what_is_no_text_of_the_page_is_left_alone(source: str, was: str, kind: Kind, why: str) -> None:
    assert edited(source, was, "Other words", kind) == why


def test_words_that_make_an_address_with_their_neighbours_are_refused() -> None:
    source = "<p>Go to <b>evil</b>. Shop here</p>"
    assert edited(source, ". Shop here", ". Buy here") != "address"
    assert edited("<p>Go to <b>evil</b> shop here</p>", "shop here", "shop now") != "address"
    assert edited("<p>Go to <b>evil</b>, here</p>", ", here", ".shop here") == "address"
    assert edited("<p>Call <b>070-12</b> now</p>", "now", "34 567", numbers=frozenset({"34567"})) == "address"


def test_two_edits_of_one_text_that_make_an_address_together_are_not_both_made() -> None:
    edits = [TextEdit(was="come", new="evil"), TextEdit(was=", now", new=".shop now")]
    made = apply_text_edits("<p>Please come, now</p>", edits, "html", frozenset())
    assert made.text == "<p>Please evil, now</p>"


@pytest.mark.parametrize(
    ("source", "was", "new"),
    [
        ("<p>She said <b>“Good bread”</b> twice.</p>", "Good bread”", "Warm bread"),
        ("<p>“<b>Good bread</b>” she said.</p>", "” she said.", " she said."),
        ("<p>We bake (at night) <a href=/>for cafés</a>.</p>", "(at night)", "(at night, by hand"),
        ("<p>We bake <b>(at night)</b>.</p>", "We bake", "We bake)"),
        ("<p>“<code>bread</code> is installed” it says.</p>", "is installed”", "is there"),
        ("<p>Open late</p>", "Open late", "Open «late"),
    ],
)
def test_no_quotation_mark_or_parenthesis_is_left_open(source: str, was: str, new: str) -> None:
    assert edited(source, was, new) == "unclosed"


def test_what_is_open_already_may_stay_so_or_be_closed() -> None:
    assert "27” wheels, new" in edited("<p>27” wheels</p>", "wheels", "wheels, new")
    assert edited("<p>Bread (of rye</p>", "of rye", "of rye)") == "<p>Bread (of rye)</p>"
    assert edited("<p>Bread</p>", "Bread", "“Bread” (of rye)") == "<p>“Bread” (of rye)</p>"


@pytest.mark.parametrize(
    ("place", "longest", "kind"),
    [
        ("<h1>Bread</h1>", 90, "html"),
        ("<h3><span>Bread</span></h3>", 60, "html"),
        ("<a class=btn href=/><b>Bread</b></a>", 40, "html"),
        ("<button>Bread</button>", 40, "html"),
        ("<button>Bread</button><button>Order as many loaves as you want for tomorrow</button>", 72, "html"),
        ("export default () => <h1>Bread</h1>", 90, "jsx"),
    ],
)
def test_a_heading_or_a_label_does_not_outgrow_its_kind(place: str, longest: int, kind: Kind) -> None:
    fits = ("warm " * 40)[: longest - 6].strip() + " bread"
    fits = fits.rjust(longest, "a")[:longest]
    assert fits in edited(place, "Bread", fits, kind)
    assert edited(place, "Bread", f"{fits}s", kind) == "long-for-its-place"


def test_a_long_heading_may_stay_as_long_as_it_is() -> None:
    long = "Bread " * 30 + "for cafés"
    assert "for shops</h2>" in edited(f"<h2>{long}</h2>", "for cafés", "for shops")
    assert "are" in edited("<h2>Bread</h2><p>We bake.</p>", "We bake.", "We are a bakery of rye. " * 4)


def test_a_number_of_the_order_may_come_in() -> None:
    assert "for 45 kr" in edited(PAGE, "Order bread", "Order bread for 45 kr", numbers=frozenset({"45"}))


def test_straight_quotation_marks_become_printed_ones() -> None:
    assert typeset('Say "yes" to  Anna\'s\nbread') == "Say “yes” to Anna’s bread"
    assert typeset('Säg "ja"', "sv") == "Säg ”ja”"


def test_of_several_those_that_hold_are_made() -> None:
    edits = [
        TextEdit(was="Order bread", new="Order your bread"),
        TextEdit(was="npm install bread", new="npm install cake"),
        TextEdit(was="Fresh bread", new="Warm bread"),
        TextEdit(was="at your door", new="at home"),
        TextEdit(was="your door", new="your place"),
    ]
    made = apply_text_edits(PAGE, edits, "html", frozenset())
    assert (made.made, made.refused) == ((0, 2, 3), {1: "changes-more", 4: "same-words"})
    assert made.text == PAGE.replace(">Order bread<", ">Order your bread<").replace(
        "Fresh bread at your door", "Warm bread at home"
    )


HOSTILE = [
    '"><script>alert(1)</script>', "' onclick='x", "{{7*7}}", "{%x%}", "<?php x ?>", "${x}", "@evil", "evil.shop", "070-123 45 67",
    "javascript:x", "\u202e", "\u200d", "--><b>", "</p><img src=x onerror=y>", "&lt;b&gt;", "&#60;", "]]>", "`x`", "\\", "evil。com",
    "[[x]]", "#{x}", "//evil", "%>", "*/", "<!--", "Read on", "ok", "& more", "Plain words, no more",
]  # fmt: skip
PLAIN = [
    "Read on",
    "bread",
    "it’s",
    "“fresh”",
    "& more",
    "(today)",
    "– now",
    "100 %",
    "Å, ä, ö!",
    "or/and",
    "evil",
    "shop",
    ".com",
    "a;b",
]
SOURCES: list[tuple[str, Kind]] = [
    (PAGE, "html"), (BLADE, "html"), (PHP, "html"), (JINJA, "html"), (SVELTE, "html"), (BROKEN, "html"), (JSX, "jsx"),
]  # fmt: skip
WORDS = [
    "Call us today", "Open late", "Fresh bread", "Buy now", "Inside", "Guest", "Order bread", "A remark", "No title", "Left open", "Twice",
]  # fmt: skip


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, Kind, list[TextEdit]]:
    """A source, perhaps torn or with something put into it, and edits made of hostile words."""
    source, kind = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(source)))
        more = draw(
            st.one_of(
                st.sampled_from([*HOSTILE, "<p>", "</p>", "<b>", "<script>", "{", "}", '"']),
                st.text(max_size=6),
            )
        )
        gone = draw(st.integers(0, 4))
        source = source[:at] + more + source[at + gone :]
    pieces = (html_pieces if kind == "html" else jsx_pieces)(source)
    there = [" ".join(html.unescape(source[one.start : one.end]).split()) for one in pieces]
    hostile = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=6))
    # most are nearly good: what is refused at once shows nothing of what is written
    words = st.lists(st.one_of(*[st.sampled_from(PLAIN)] * 6, hostile), min_size=1, max_size=3)
    places = st.one_of(
        *[st.sampled_from(there)] * 3 if there else (),
        st.sampled_from(WORDS),
        st.text(min_size=1, max_size=10),
    )
    made = st.builds(lambda was, parts: TextEdit(was=was, new=" ".join(parts)), places, words)
    edits = draw(st.lists(made, min_size=1, max_size=3))
    return source, kind, edits


def read(source: str, kind: Kind) -> str:
    """The texts of a source, line by line of the tree."""
    tree = html_tree(source) if kind == "html" else jsx_tree(source) or []
    return " | ".join(one.text for one in tree if one.is_text)


def written(source: str) -> list[str]:
    """Every tag as it stands in the source."""
    return [source[one.start : one.end] for one in tags(source)]


@settings(max_examples=150, deadline=None)
@given(cases())
def test_whatever_is_proposed_only_text_changes(case: tuple[str, Kind, list[TextEdit]]) -> None:
    source, kind, edits = case
    made = apply_text_edits(source, edits, kind, frozenset())
    if not made.made:
        assert made.text == source
        return
    new = "".join(edits[number].new for number in made.made)
    assert not any(unicodedata.category(sign).startswith("C") for sign in new)
    assert not set("<>{}[]\"'`\\@") & set(new)
    assert not any(address_like(edits[number].new) for number in made.made)
    assert address_like(read(made.text, kind)) <= address_like(read(source, kind))
    if kind == "jsx":
        before, after = jsx_tree(source), jsx_tree(made.text)
        assert before is not None
        assert after is not None
    else:
        before, after = html_tree(source), html_tree(made.text)
        assert written(source) == written(made.text)
    assert [(one.depth, one.named) for one in before] == [(one.depth, one.named) for one in after]
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert 1 <= len(changed) <= len(made.made)
    assert all(old.is_text and new.is_text and old.named == ("text",) for old, new in changed)
