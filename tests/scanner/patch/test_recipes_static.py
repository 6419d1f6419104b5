"""What the source alone shows is mended in the source, in its own style."""

from __future__ import annotations

import pytest

from coldread.scanner.page.observations import Observations, PictureSize
from coldread.scanner.patch.recipe_table import RECIPES
from tests.scanner.seeing import ENGLISH, SWEDISH, document, seen

from .mending import fix_of, patched

FORM = '<form action="/x" method="post">{}<button>Book a call</button></form>'


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        ("", '<head><link rel="canonical"'),
        ('<meta charset="utf-8" /><title>x</title>', '<link rel="canonical" href="https://page.example/" />'),
    ],
)
def test_what_is_put_into_the_head_is_in_the_manner_of_the_file(head: str, wanted: str) -> None:
    assert wanted in patched("seo.canonical", document(ENGLISH, head=head))


def test_a_file_without_head_and_html_gets_its_link_behind_the_doctype() -> None:
    text = patched("seo.canonical", f"<!DOCTYPE html>\n{ENGLISH}")
    assert text.startswith('<!DOCTYPE html>\n<link rel="canonical"')


@pytest.mark.parametrize(
    "check", ["mobile.viewport-missing", "clarity.h1-multiple", "cta.dead-link", "perf.cls"]
)
def test_what_changes_the_layout_or_is_the_owners_choice_has_no_recipe(check: str) -> None:
    assert check not in RECIPES


def test_a_field_that_takes_an_address_or_a_name_keeps_its_type() -> None:
    for label, fits in (("Email", True), ("Email or username", False), ("E-post eller telefon", False)):
        field = f'<label>{label} <input name="email"></label>'
        fix, _ = fix_of("form.email-type", document(FORM.format(field) + ENGLISH))
        assert bool(fix.patch) is fits, label


def test_the_canonical_link_names_the_pages_own_address() -> None:
    page = document(ENGLISH, head="\n  <title>Bread</title>\n")
    text = patched("seo.canonical", page)
    assert '  <title>Bread</title>\n  <link rel="canonical" href="https://page.example/">\n' in text


def test_nothing_is_put_before_the_declared_encoding() -> None:
    page = document(ENGLISH, head='\n  <title>Bread</title>\n  <meta charset="utf-8">\n')
    text = patched("seo.canonical", page)
    assert '  <meta charset="utf-8">\n  <link rel="canonical" href="https://page.example/">\n' in text


def test_a_canonical_that_points_to_another_site_needs_a_person() -> None:
    page = document(ENGLISH, head='<link rel="canonical" href="https://other.example.org/">')
    fix, reason = fix_of("seo.canonical", page)
    assert fix.patch is None
    assert "only the owner knows" in reason


def test_the_declared_language_follows_the_text() -> None:
    text = patched("copy.lang-mismatch", document(SWEDISH, lang="en"))
    assert '<html lang="sv">' in text


def test_a_page_in_two_languages_is_not_said_to_be_in_one() -> None:
    english = "<p>We bake at night and bring the bread to your door before seven, every day of the week.</p>"
    page = document(f"<main><h1>Bröd</h1>{SWEDISH * 3}{english}</main>", lang="en")
    assert patched("copy.lang-mismatch", document(f"<main><h1>Bröd</h1>{SWEDISH * 3}</main>", lang="en"))
    assert not fix_of("copy.lang-mismatch", page)[0].patch


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ('<input type="text" name="email">', '<input type="email" name="email">'),
        ("<INPUT NAME=email>", '<INPUT NAME=email type="email">'),
        ("<input type=text name=email>", "<input type=email name=email>"),
        ("<input\n    name='email'\n    type='text'\n>", "<input\n    name='email'\n    type='email'\n>"),
        ("<input name='email'>", "<input name='email' type='email'>"),
        ('<input name="email"/>', '<input name="email" type="email"/>'),
    ],
)  # fmt: skip
def test_an_email_field_gets_its_type_in_the_files_style(field: str, wanted: str) -> None:
    page = document(FORM.format(f"<label>Email {field}</label>") + ENGLISH)
    assert wanted in patched("form.email-type", page)


@pytest.mark.parametrize(
    ("field", "token"),
    [
        ('<label>First name <input name="first_name"></label>', "given-name"),
        ('<label>Efternamn <input name="ln"></label>', "family-name"),
        ('<label>Name <input name="n"></label>', "name"),
        ('<p><span>Last name</span><input placeholder="name"></p>', "family-name"),
        ('<label>Phone <input name="p" type="tel"></label>', "tel"),
        ('<label>Full name <input id="f-name" name="n"></label>', "name"),
        ('<label>Phone <input name="p" type="tel" maxlength="11"></label>', "tel-national"),
    ],
)
def test_browsers_are_told_what_to_fill_in(field: str, token: str) -> None:
    mail = '<label>Email <input type="email" name="e" autocomplete="email"></label>'
    assert f'autocomplete="{token}"' in patched(
        "form.autocomplete", document(FORM.format(mail + field) + ENGLISH)
    )


def test_a_label_that_would_need_room_of_its_own_is_left_to_words() -> None:
    page = document(
        FORM.format('<p><input type="email" name="mail" placeholder="Your e-mail *"></p>') + ENGLISH
    )
    fix, reason = fix_of("form.placeholder-as-label", page)
    assert fix.patch is None
    assert "needs room" in reason


def test_a_new_id_never_meets_one_that_is_there() -> None:
    field = '<div><label>Mail</label><input type="email" name="mail" placeholder="name@firm.com"></div>'
    page = document(f'<p id="mail"></p>{FORM.format(field)}{ENGLISH}')
    text = patched("form.placeholder-as-label", page)
    assert '<label for="mail-2">Mail</label><input' in text
    assert 'id="mail-2"' in text


def test_words_that_stand_before_a_field_become_its_name_without_a_second_label() -> None:
    page = document(
        FORM.format('<div><span>Your mail</span><input type="email" placeholder="name@firm.com"></div>')
        + ENGLISH
    )
    text = patched("form.placeholder-as-label", page)
    assert '<span id="your-mail-label">Your mail</span>' in text
    assert 'aria-labelledby="your-mail-label"' in text
    assert "<label" not in text


SHEET = '<link rel="stylesheet" href="/site.css">'
DOT = "data:image/gif;base64,R0lGODlhAwACAAAAACw="


def with_picture(image: str, head: str = "", *, fixed: bool = True) -> Observations:
    """A page with a picture whose file was read, and says 800 × 600."""
    page = document(f"<h1>Bread</h1>{ENGLISH * 2}{image}", head=head)
    return seen(page, picture_sizes=(PictureSize(src="a.jpg", width=800, height=600, fixed=fixed),))


def test_a_picture_that_no_style_reaches_gets_the_size_of_its_file() -> None:
    text = patched("perf.img-dimensions", with_picture('<img src="a.jpg" alt="Bread">'))
    assert '<img src="a.jpg" alt="Bread" width="800" height="600">' in text


@pytest.mark.parametrize(
    ("image", "head"),
    [
        ('<img src="a.jpg" alt="Bread">', SHEET),
        ('<img src="a.jpg" alt="Bread">', "<style>img { max-width: 100% }</style>"),
        ('<img src="a.jpg" alt="Bread">', '<script src="/styles.js"></script>'),
        ('<img src="a.jpg" alt="Bread" width="200">', ""),
        ('<img src="a.jpg" alt="Bread" srcset="b.jpg 2x">', ""),
        ('<div style="display: flex"><img src="a.jpg" alt="Bread"></div>', ""),
        ('<picture><source srcset="a.webp"><img src="a.jpg" alt="Bread"></picture>', ""),
    ],
)
def test_a_picture_that_styles_may_resize_is_left_to_words(image: str, head: str) -> None:
    fix, reason = fix_of("perf.img-dimensions", with_picture(image, head))
    assert fix.patch is None
    assert reason.endswith("another size")


def test_a_picture_that_stands_in_the_page_tells_its_size_itself() -> None:
    text = patched("perf.img-dimensions", document(f'<h1>Bread</h1>{ENGLISH}<img src="{DOT}" alt="">'))
    assert 'alt="" width="3" height="2">' in text


@pytest.mark.parametrize("src", ["b.jpg", "data:image/gif;base64,?", "data:image/gif,x", "data:", ""])
def test_one_picture_of_unknown_size_leaves_them_all_to_words(src: str) -> None:
    image = f'<img src="a.jpg" alt="Bread"><img src="{src}" data-src="{src}" srcset="c.jpg 2x" alt="Cake">'
    fix, reason = fix_of("perf.img-dimensions", with_picture(image))
    assert fix.patch is None
    assert reason.endswith("is not known")


def test_a_form_that_asks_for_the_same_twice_is_left_to_words() -> None:
    """The second name is a child's: the browser would fill in the parent's."""
    fields = '<label>Name <input name="n"></label><label>Pupil <input name="c-name"></label>'
    mail = '<label>Email <input type="email" name="e" autocomplete="email"></label>'
    fix, reason = fix_of("form.autocomplete", document(FORM.format(mail + fields) + ENGLISH))
    assert fix.patch is None
    assert "the same twice" in reason


@pytest.mark.parametrize(
    ("head", "fits"),
    [
        ("", True),
        ('<link rel="stylesheet" href="https://fonts.example/css">', True),
        ('<link rel="stylesheet" href="/site.css">', False),
        ('<style>input[type="text"] { border: 0 }</style>', False),
        ("<style>input:valid ~ span { top: -20px }</style>", False),
    ],
)
def test_a_field_whose_looks_may_go_by_its_type_keeps_it(head: str, fits: bool) -> None:
    """A label that floats while the text is valid would fall back onto half an address."""
    page = document(FORM.format('<label>Email <input name="email"></label>') + ENGLISH, head=head)
    assert bool(fix_of("form.email-type", page)[0].patch) is fits
