"""What the source alone shows is mended in the source, in its own style."""

from __future__ import annotations

import pytest

from coldread.scanner.page.observations import Observations, PictureSize
from tests.scanner.seeing import ENGLISH, SWEDISH, document, seen

from .mending import fix_of, patched

FORM = '<form action="/x" method="post">{}<button>Book a call</button></form>'


def test_further_headlines_become_second_level() -> None:
    text = patched(
        "clarity.h1-multiple", document(f"<h1>Bread at your door</h1>{ENGLISH}<H1 class='a'>Cakes too</H1>")
    )
    assert "<h1>Bread at your door</h1>" in text
    assert "<H2 class='a'>Cakes too</H2>" in text


def test_the_first_heading_becomes_the_headline() -> None:
    text = patched(
        "clarity.h1-missing",
        document(f"<h2 id=x>Bread at your door</h2>{ENGLISH}", head="<title>Bread at your door</title>"),
    )
    assert "<h1 id=x>Bread at your door</h1>" in text


def test_a_greeting_gives_way_to_what_the_title_says() -> None:
    page = document(
        f"<h1>Welcome</h1>{ENGLISH}", head="<title>Fresh bread at your door by seven | Limpa</title>"
    )
    assert "<h1>Fresh bread at your door by seven</h1>" in patched("clarity.h1-vague", page)


def test_a_headline_without_a_better_title_is_left_to_words() -> None:
    fix, reason = fix_of(
        "clarity.h1-vague", document(f"<h1>Welcome</h1>{ENGLISH}", head="<title>Limpa</title>")
    )
    assert (fix.kind, fix.patch) == ("spec_only", None)
    assert "title" in reason


def test_a_long_headline_is_split_at_its_clause() -> None:
    said = "Fresh bread at your door before seven every morning. You choose the loaf in the evening and we bake it in the night for you"
    text = patched("clarity.h1-long", document(f"<main>\n  <h1>{said}</h1>\n{ENGLISH}</main>"))
    assert "  <h1>Fresh bread at your door before seven every morning.</h1>\n  <p>You choose" in text
    assert "in the night for you</p>" in text


def test_the_clients_words_for_whom_it_is_are_not_pasted_into_the_page() -> None:
    fix, _ = fix_of(
        "clarity.audience-absent",
        document(f"<h1>Fresh bread by seven</h1>{ENGLISH}"),
        audience="cafés & hotels",
    )
    assert fix.patch is None


def test_a_title_is_not_cut_to_save_a_few_characters_or_down_to_a_name() -> None:
    nearly = "Fresh sourdough bread at your door before seven every morning in Lund"
    assert 65 < len(nearly) < 75
    far = (
        "Limpa | " + "fresh sourdough bread at your door before seven every morning of the whole week in Lund"
    )
    for old in (nearly, far):
        fix, _ = fix_of("seo.title", document(ENGLISH, head=f"<title>{old}</title>"))
        assert fix.patch is None or "Limpa<" not in fix.patch
    fix, _ = fix_of("seo.title", document(f"<h1>Bread</h1>{ENGLISH}", head=f"<title>{nearly}</title>"))
    assert fix.patch is None


def test_a_town_or_a_slogan_is_no_firm() -> None:
    for title in ("Fresh bread every day | Malmö", "Bread You Love | Baked With Passion"):
        fix, reason = fix_of("agent.structured-data", document(ENGLISH, head=f"<title>{title}</title>"))
        assert fix.patch is None
        assert "company's name" in reason


def test_the_button_of_a_cookie_notice_keeps_its_words() -> None:
    notice = (
        '<div class="cookie-bar"><p>We use cookies.</p><a class="btn" role="button" href="#">OK</a></div>'
    )
    fix, _ = fix_of("cta.goal-mismatch", document(f"{notice}<main><h1>Bread</h1>{ENGLISH}</main>"), "demo")
    assert fix.patch is None


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        ('<meta charset="utf-8"><title>x</title>', '<meta charset="utf-8"><meta name="viewport"'),
        ("", '<head><meta name="viewport"'),
        ('<meta name=viewport content="width=1024">', '<meta name=viewport content="width=device-width, initial-scale=1">'),
        ('<meta charset="utf-8" /><title>x</title>', '<meta name="viewport" content="width=device-width, initial-scale=1" />'),
    ],
)  # fmt: skip
def test_a_viewport_is_declared_in_the_manner_of_the_file(head: str, wanted: str) -> None:
    assert wanted in patched("mobile.viewport-missing", document(ENGLISH, head=head))


def test_a_file_without_head_and_html_gets_its_viewport_behind_the_doctype() -> None:
    text = patched("mobile.viewport-missing", f"<!DOCTYPE html>\n{ENGLISH}")
    assert text.startswith('<!DOCTYPE html>\n<meta name="viewport"')


@pytest.mark.parametrize(
    ("content", "wanted"), [("noindex", "index"), ("noindex, nofollow", "nofollow"), ("none", "nofollow")]
)
def test_only_noindex_goes_from_the_robots_tag(content: str, wanted: str) -> None:
    page = document(ENGLISH, head=f"<meta name='robots' content='{content}'>")
    assert f"<meta name='robots' content='{wanted}'>" in patched("seo.noindex", page)


def test_the_canonical_link_names_the_pages_own_address() -> None:
    page = document(ENGLISH, head="\n  <title>Bread</title>\n")
    text = patched("seo.canonical", page)
    assert '  <title>Bread</title>\n  <link rel="canonical" href="https://page.example/">\n' in text


def test_a_canonical_that_points_to_another_site_needs_a_person() -> None:
    page = document(ENGLISH, head='<link rel="canonical" href="https://other.example.org/">')
    fix, reason = fix_of("seo.canonical", page)
    assert fix.patch is None
    assert "only the owner knows" in reason


def test_the_declared_language_follows_the_text() -> None:
    text = patched("copy.lang-mismatch", document(SWEDISH, lang="en"))
    assert '<html lang="sv">' in text


def test_a_title_is_made_of_the_headline() -> None:
    text = patched(
        "seo.title", document(f"<h1>Fresh bread at your door</h1>{ENGLISH}", head="<title></title>")
    )
    assert "<title>Fresh bread at your door</title>" in text


def test_a_title_that_is_too_long_loses_its_last_part() -> None:
    long = "Fresh bread at your door before seven | Limpa bakery of Malmö, Lund and all the villages around"
    text = patched("seo.title", document(f"<h1>Fresh bread</h1>{ENGLISH}", head=f"<title>{long}</title>"))
    assert "<title>Fresh bread at your door before seven</title>" in text


def test_a_description_is_made_of_the_first_sentences() -> None:
    text = patched(
        "seo.meta-description",
        document(f"<main><h1>Bread</h1>{ENGLISH}</main>", head="<title>Fresh bread</title>"),
    )
    assert (
        'content="We bring fresh bread to your door before you wake up, so that you can sleep a little longer every day."'
        in text
    )


def test_filler_never_becomes_a_description() -> None:
    lorem = "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.</p>"
    fix, _ = fix_of("seo.meta-description", document(f"<h1>Bread at your door</h1>{lorem}"))
    assert fix.patch is None


def test_a_picture_that_is_not_known_to_load_is_never_shared() -> None:
    page = document(f'<h1>Bread</h1>{ENGLISH}<img src="hero.jpg" alt="x">', head="<title>Fresh bread</title>")
    fix, reason = fix_of("social.og", page)
    assert fix.patch is None
    assert "picture" in reason


def test_structured_data_repeats_what_the_page_says() -> None:
    head = '<title>Bread</title><meta property="og:site_name" content="Limpa">'
    text = patched(
        "agent.structured-data", document(f'{ENGLISH}<a href="mailto:a@limpa.example">Mail</a>', head=head)
    )
    assert '"name": "Limpa", "url": "https://page.example/", "email": "a@limpa.example"' in text


def test_no_firm_is_made_up_for_structured_data() -> None:
    fix, _ = fix_of("agent.structured-data", document(ENGLISH, head="<title>Bread</title>"))
    assert fix.patch is None


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
    ],
)
def test_browsers_are_told_what_to_fill_in(field: str, token: str) -> None:
    mail = '<label>Email <input type="email" name="e" autocomplete="email"></label>'
    assert f'autocomplete="{token}"' in patched(
        "form.autocomplete", document(FORM.format(mail + field) + ENGLISH)
    )


def test_a_fading_label_becomes_a_lasting_one() -> None:
    page = document(
        FORM.format('\n  <p>\n    <input type="email" name="mail" placeholder="Your e-mail *">\n  </p>')
        + ENGLISH
    )
    text = patched("form.placeholder-as-label", page)
    assert (
        '    <label for="mail">Your e-mail</label>\n    <input type="email" name="mail" placeholder="Your e-mail *" id="mail">\n'
        in text
    )


def test_an_example_in_a_placeholder_is_not_taken_for_a_label() -> None:
    page = document(
        FORM.format('<p><input type="email" name="mail" placeholder="anna@firma.se"></p>') + SWEDISH,
        lang="sv",
    )
    assert '<label for="mail">E-post</label>' in patched("form.placeholder-as-label", page)


def test_words_that_stand_before_a_field_become_its_name_without_a_second_label() -> None:
    page = document(
        FORM.format('<div><span>Your mail</span><input type="email" placeholder="name@firm.com"></div>')
        + ENGLISH
    )
    text = patched("form.placeholder-as-label", page)
    assert '<span id="your-mail-label">Your mail</span>' in text
    assert 'aria-labelledby="your-mail-label"' in text
    assert "<label" not in text


def test_a_field_in_a_row_with_its_button_is_named_without_breaking_the_row() -> None:
    page = document(
        '<form action="/x"><input type="email" placeholder="Your e-mail"><button>Book a call</button></form>'
        + ENGLISH
    )
    assert 'placeholder="Your e-mail" aria-label="Your e-mail"' in patched("form.placeholder-as-label", page)


def test_a_new_id_never_meets_one_that_is_there() -> None:
    page = document(
        f'<p id="mail"></p>{FORM.format(chr(60) + "p><input type=email name=mail placeholder=Mail></p>")}{ENGLISH}'
    )
    assert '<label for="mail-2">' in patched("form.placeholder-as-label", page)


def test_a_phone_number_is_no_longer_demanded() -> None:
    page = document(
        FORM.format(
            '<label>Email <input type="email" name="e"></label><label for="p">Phone*</label><input id="p" type="tel" required>'
        )
        + ENGLISH
    )
    text = patched("form.sensitive-early", page, "demo")
    assert '<label for="p">Phone</label><input id="p" type="tel">' in text


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("&copy; 2019 Limpa", "&copy; 2026 Limpa"),
        ("© 2015–2020 Limpa", "© 2015–2026 Limpa"),
        ("Copyright <b>2021</b> Limpa", "Copyright <b>2026</b> Limpa"),
        ("© 2018-21 Limpa", "© 2018-2026 Limpa"),
    ],
)
def test_the_copyright_year_is_the_year_of_the_look(written: str, wanted: str) -> None:
    assert f"<p>{wanted}</p>" in patched(
        "trust.stale", document(f"{ENGLISH}<footer><p>{written}</p></footer>")
    )


def test_a_wall_of_text_is_cut_at_sentence_ends_and_loses_no_word() -> None:
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
    said = " ".join(
        f"On {day} you choose a loaf before ten in the evening, we bake it in the night and bring it by seven on {day}."
        for day in days
    )
    text = patched("copy.wall-of-text", document(f'<main>\n  <p class="big">{said}</p>\n</main>'))
    assert 'by seven on Tuesday.</p>\n  <p class="big">On Wednesday' in text
    assert text.replace('</p>\n  <p class="big">', " ").count(said) == 1


def test_a_dead_link_leads_to_where_the_working_call_leads() -> None:
    page = document(
        f'<h1>Bread</h1><a href="#" class="btn" role="button">Book a call</a>{ENGLISH}<a class="btn" role="button" href="/book">Book a call now</a>'
    )
    assert '<a href="/book" class="btn" role="button">Book a call</a>' in patched("cta.dead-link", page)


def test_a_dead_link_to_the_form_stays_in_its_window() -> None:
    form = '<form id="booking" action="/x"><label>Email <input type="email"></label><button>Book a call</button></form>'
    dead = '<a href="" target="_blank" class="btn" role="button">Book a call</a>'
    page = document(f"<h1>Bread</h1>{dead}{ENGLISH}{form}")
    assert '<a href="#booking" class="btn" role="button">' in patched("cta.dead-link", page)


def test_a_dead_link_to_something_else_than_the_goal_is_left_to_words() -> None:
    page = document(
        f'<h1>Bread</h1><a href="/book" role="button">Book a call</a>{ENGLISH}<a href="#" role="button">See the oven</a>'
    )
    fix, reason = fix_of("cta.dead-link", page)
    assert fix.patch is None
    assert reason.endswith("should lead is not known")


def test_a_generic_label_says_what_the_visitor_gets() -> None:
    page = document(
        f'<h1>Bread</h1><form action="/x"><label>Email <input type="email"></label><button>Submit</button></form>{ENGLISH}'
    )
    assert "<button>Get the newsletter</button>" in patched("cta.generic-label", page, "newsletter")


def test_what_only_the_owner_knows_is_marked_and_needs_a_person() -> None:
    page = document(FORM.format('<label>Email <input type="email"></label>') + ENGLISH)
    text = patched("trust.privacy-link", page)
    assert '<a href="ADD-THE-ADDRESS-OF-YOUR-PRIVACY-POLICY">Privacy policy</a></p></form>' in text
    assert fix_of("trust.privacy-link", page)[0].kind == "needs_review"
    no_contact = document(f"<h1>Bread</h1>{ENGLISH}<footer><p>Limpa</p></footer>")
    assert '<a href="mailto:ADD-YOUR-EMAIL-ADDRESS">Contact us</a></p></footer>' in patched(
        "trust.contact", no_contact
    )
    assert fix_of("trust.contact", no_contact)[0].kind == "needs_review"


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
def test_a_picture_that_styles_may_resize_gets_a_ratio_that_yields_to_its_own(image: str, head: str) -> None:
    text = patched("perf.img-dimensions", with_picture(image, head))
    assert ' style="aspect-ratio: auto 800 / 600">' in text


def test_a_drawing_without_a_size_of_its_own_gets_its_proportions() -> None:
    text = patched("perf.img-dimensions", with_picture('<img src="a.jpg" alt="">', fixed=False))
    assert ' style="aspect-ratio: auto 800 / 600">' in text


def test_a_picture_that_stands_in_the_page_tells_its_size_itself() -> None:
    text = patched("perf.img-dimensions", document(f'<h1>Bread</h1>{ENGLISH}<img src="{DOT}" alt="">'))
    assert 'alt="" width="3" height="2">' in text


@pytest.mark.parametrize(
    ("image", "head"),
    [
        ('<img class="aspect-square" src="a.jpg" alt="Bread">', SHEET),
        ('<img src="a.jpg" alt="Bread">', "<style>.photo img { aspect-ratio: 1 }</style>"),
    ],
)
def test_a_picture_that_styles_may_shape_is_left_to_words(image: str, head: str) -> None:
    fix, reason = fix_of("perf.img-dimensions", with_picture(image, head))
    assert fix.patch is None
    assert "shape of its own" in reason


@pytest.mark.parametrize("src", ["b.jpg", "data:image/gif;base64,?", "data:image/gif,x", "data:", ""])
def test_one_picture_of_unknown_size_leaves_them_all_to_words(src: str) -> None:
    image = f'<img src="a.jpg" alt="Bread"><img src="{src}" data-src="{src}" srcset="c.jpg 2x" alt="Cake">'
    fix, reason = fix_of("perf.img-dimensions", with_picture(image))
    assert fix.patch is None
    assert reason.endswith("is not known")


def test_a_title_takes_the_headline_over_without_its_full_stop() -> None:
    page = document(f"<h1>Fresh bread by seven.</h1>{ENGLISH}", head="<title>Limpa Ltd, Malmö</title>")
    assert "<title>Fresh bread by seven | Limpa Ltd, Malmö</title>" in patched(
        "clarity.title-h1-mismatch", page
    )
