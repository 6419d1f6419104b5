"""Findings that owners of twelve pages called false: each now counts what it names, and claims no more."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.languages import Language

from ..seeing import ENGLISH, button, document, drawn, finding, mobile, rendered, verdict

HEAD = f"<h1>Bread for offices</h1>{ENGLISH}"


@pytest.mark.parametrize(
    ("lang", "title", "why"),
    [
        (
            Language.EN,
            "At least 2 pictures on show lack width or height in the markup",
            "Their markup does not set both. A style may keep their space instead.",
        ),
        (
            Language.SV,
            "Minst 2 bilder som visas saknar bredd eller höjd i koden (width eller height)",
            "Koden anger inte båda. En stilregel kan hålla deras plats i stället.",
        ),
    ],
)
def test_a_picture_with_one_of_both_sizes_is_not_said_to_have_none(
    lang: Language, title: str, why: str
) -> None:
    html = document('<img src="a.png" width="183"><img src="b.png" height="60">')
    told = finding("perf.img-dimensions", html, lang=lang)
    assert (told.title, told.why) == (title, why)


def test_a_picture_file_that_is_shown_twice_is_one_file() -> None:
    html = document('<img src="a.png"><img src="a.png"><img src="b.png">')

    def image(number: int, name: str) -> Any:
        source = f"https://page.example/{name}"
        return drawn(
            f"body > img:nth-of-type({number})",
            box=(0, 0, 100, 100),
            natural=(900, 900),
            source_bytes=300_000,
            source=source,
        )

    told = finding(
        "perf.img-oversize", rendered(html, image(1, "a.png"), image(2, "a.png"), image(3, "b.png"))
    )
    assert told.title.startswith("2 picture files")
    assert [one.selector[-2] for one in told.evidence] == ["1", "3"]


def test_a_choice_between_mail_and_phone_asks_for_neither() -> None:
    choice = '<input type="radio" name="contact_preference" value="email"> <input type="radio" name="phone" value="p">'
    html = document(f'<form action="/x"><input type="email" name="email">{choice}<button>Go</button></form>')
    told = finding("form.autocomplete", html)
    assert told.title.startswith("One field")


@pytest.mark.parametrize(
    ("head", "lang", "title"),
    [
        ("<title></title>", Language.EN, "The page title is empty"),
        ("<title></title>", Language.SV, "Sidans titel är tom"),
        ("", Language.EN, "The page title is missing"),
        ("", Language.SV, "Sidans titel saknas"),
    ],
)
def test_an_empty_title_is_told_as_empty_and_shown(head: str, lang: Language, title: str) -> None:
    told = finding("seo.title", document(HEAD, head=head), lang=lang)
    assert told.title == title
    assert told.evidence[0].selector == ("head > title" if head else "head")


@pytest.mark.parametrize(
    ("html", "more"),
    [
        ('<div class="card-button">Read more</div>', {"pointer": True, "tag": "div"}),
        ("<button>Edit the page</button>", {"position": "fixed"}),
        ('<button aria-pressed="true">Excl. VAT</button>', {}),
        ('<span role="button">Order here</span>', {"background": (0, 0, 0, 0.0)}),
    ],
)
def test_a_first_screen_with_anything_like_a_button_is_not_said_to_have_none(
    html: str, more: dict[str, Any]
) -> None:
    tag = html[1 : html.index(">")].partition(" ")[0]
    record = document(f"{html}<main>{HEAD}<a href='/buy'>Buy</a></main>")
    near = button(f"body > {tag}", "any", **more)
    below = button("body > main > a", "Buy", box=(40.0, 2000.0, 200.0, 50.0))
    assert verdict("cta.no-control", rendered(record, near, below, mobile=mobile(near, below))) is None


def test_a_box_painted_like_a_button_is_not_called_missing_whatever_the_pointer_does_at_rest() -> None:
    record = document(f"<div>Book a time</div><main>{HEAD}<a href='/buy'>Buy</a></main>")
    label = button("body > div", "Book a time")
    assert verdict("cta.no-control", rendered(record, label, mobile=mobile(label))) is None


def test_the_index_of_the_whole_page_is_not_told_of_each_sentence() -> None:
    hard = "<p>Organisationsutvecklingens förutsättningar konkretiseras genom verksamhetsanpassade utvärderingsprocesser.</p>"
    told = finding("copy.readability", document(hard * 12, lang="sv"))
    assert "LIX" in told.title
    assert all(one.value is None and one.threshold is None for one in told.evidence)
