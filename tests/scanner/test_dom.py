"""The tree that every rule reads."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from coldread.scanner.page.observe.dom import MAX_ELEMENTS, read_dom

from .seeing import BAD, GOLD, document, site


@pytest.mark.parametrize("name", [*GOLD, *BAD])
def test_every_selector_finds_exactly_its_own_element(name: str) -> None:
    html = site(name)
    parsed = LexborHTMLParser(html)
    for element in read_dom(html).elements:
        matches = parsed.css(element.selector)
        assert len(matches) == 1, element.selector
        assert matches[0].tag == element.tag


def test_an_id_that_occurs_twice_names_nothing() -> None:
    dom = read_dom(document('<p id="a">1</p><p id="a">2</p><p id="b">3</p>'))
    assert [p.selector for p in dom.all("p")] == ["body > p:nth-of-type(1)", "body > p:nth-of-type(2)", "#b"]


def test_text_keeps_blocks_apart_and_inline_parts_together() -> None:
    dom = read_dom(document("<div><p>One<b>two</b></p><p>three<br>four</p></div>"))
    assert dom.body.text == "Onetwo three four"


def test_text_keeps_the_names_of_fields_and_buttons_apart() -> None:
    dom = read_dom(
        document(
            "<form><label>Name</label><input><label>Size</label><select></select><button>Go</button>now</form>"
        )
    )
    assert dom.body.text == "Name Size Go now"


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>secret</script>",
        "<style>secret</style>",
        "<template><p>secret</p></template>",
        "<noscript><p>secret</p></noscript>",
        "<div hidden>secret</div>",
        '<div style="display : none">secret</div>',
        '<div style="visibility:hidden"><p>secret</p></div>',
        "<dialog>secret</dialog>",
        "<!-- secret -->",
        "<select><option>secret</option></select>",
    ],
)
def test_what_a_browser_does_not_show_is_no_text(hidden: str) -> None:
    assert read_dom(document(f"<p>shown</p>{hidden}")).body.text == "shown"


def test_a_noscript_in_the_head_does_not_move_the_body() -> None:
    dom = read_dom(
        '<html><head><noscript><img src="x"></noscript><meta name="a"></head><body><p>x</p></body></html>'
    )
    assert not dom.all("img")
    assert dom.all("meta")[0].selector == "head > meta"


def test_a_noscript_written_inside_a_script_is_left_alone() -> None:
    dom = read_dom(document('<script>var a = "<noscript>";</script><p>kept</p><noscript>x</noscript>'))
    assert dom.body.text == "kept"


def test_what_every_window_hides_is_hidden_and_what_one_shows_is_not() -> None:
    html = document('<div id="a"><p>phone</p></div><div id="b"><p>never</p></div>')
    dom = read_dom(html, hidden_in_views=[["#a", "#b"], ["#b"]])
    assert dom.body.text == "phone"


def test_an_endless_tree_is_cut() -> None:
    assert len(read_dom("<div>" * (MAX_ELEMENTS + 10)).elements) <= MAX_ELEMENTS
