"""Tags are found where a browser finds them, and elements know their place."""

from __future__ import annotations

import time

import pytest

from coldread.scanner.patch.markup import Markup
from coldread.scanner.patch.match import Counterparts
from coldread.scanner.patch.tags import tags


def names(text: str) -> list[str]:
    return [("/" if tag.closes else "") + tag.name for tag in tags(text)]


def test_tags_in_comments_scripts_and_text_areas_are_no_tags() -> None:
    text = "<!-- <a> --><script>if (a<b) '<p>'</script><textarea><b></textarea><!doctype html><i>x</I>"
    assert names(text) == ["script", "/script", "textarea", "/textarea", "i", "/i"]


@pytest.mark.parametrize("text", ["<!--><p>", "<!---><p>", "<!-- a --!><p>", "<?php echo ?><p>", "</ x><p>"])
def test_odd_comments_end_where_a_browser_ends_them(text: str) -> None:
    assert names(text) == ["p"]


def test_every_way_to_write_an_attribute_is_read() -> None:
    (tag,) = tags("""<A HREF=/x?a=1&amp;b title='it"s' disabled data-x = "1\n2" class= b/>""")
    read = [(item.name, item.value) for item in tag.attributes]
    assert read == [
        ("href", "/x?a=1&b"),
        ("title", 'it"s'),
        ("disabled", ""),
        ("data-x", "1\n2"),
        ("class", "b/"),
    ]


def test_the_first_of_two_equal_attributes_counts() -> None:
    (tag,) = tags('<img alt="one" alt="two">')
    assert (tag.attribute("alt") or tag).value == "one"  # type: ignore[union-attr]


def test_a_file_that_ends_inside_a_tag_has_no_such_tag() -> None:
    assert names('<p>text<a href="x') == ["p"]


@pytest.mark.parametrize(
    ("text", "selector", "written"),
    [
        ("<ul><li>a<li>b</ul>", "body > ul > li:nth-of-type(2)", "<li>"),
        ("<p>one<p class=x>two", "body > p:nth-of-type(2)", "<p class=x>"),
        ("<DIV><P ID=a>x</P></DIV>", "#a", "<P ID=a>"),
        ("<svg><title>t</title></svg><p id=b>", "#b", "<p id=b>"),
        ("<template><p>x</p></template><p>y</p>", "body > p", "<p>"),
        ("\ufeff<!doctype html>\r\n<h1>x</h1>", "body > h1", "<h1>"),
    ],
)  # fmt: skip
def test_an_element_knows_its_start_tag(text: str, selector: str, written: str) -> None:
    markup = Markup(text)
    tag = markup.tag_of(markup.dom.by_selector[selector])
    assert tag is not None
    assert text[tag.start : tag.end] == written


def test_an_element_that_nobody_wrote_has_no_place() -> None:
    markup = Markup("<p>x</p>")
    assert markup.tag_of(markup.dom.body) is None


def test_an_element_that_the_parser_doubled_has_no_place() -> None:
    markup = Markup("<p><b class=x>one</p><p>two</b></p>")
    bold = [element for element in markup.dom.elements if element.tag == "b"]
    assert len(bold) == 2
    assert [markup.tag_of(element) for element in bold] == [None, None]


def test_an_end_tag_is_the_elements_own_or_none() -> None:
    markup = Markup("<div id=a><div>x</div></div><ul><li id=b>one<li id=c>two</li></ul>")
    ends = {name: markup.end_tag_of(markup.dom.by_selector[f"#{name}"]) for name in "abc"}
    assert ends["b"] is None
    assert ends["a"] is not None
    assert ends["a"].start == markup.text.index("</div></div>") + 6
    assert ends["c"] is not None
    assert ends["c"].start == markup.text.index("</li>")


def test_a_hostile_nest_of_tags_is_read_in_linear_time() -> None:
    """30,000 open elements, unclosed quotes and a long run of blanks: a square would take minutes."""
    started = time.process_time()
    markup = Markup("<div>" * 30_000 + "<p " + " " * 50_000 + "a" + '="' * 20_000)
    assert Counterparts(markup.dom).of(markup.dom.elements[200]) is not None
    assert time.process_time() - started < 20
