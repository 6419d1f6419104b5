"""What only a browser sees is mended by arithmetic on what it saw."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.scanner.page.observations import ProbedTarget
from tests.scanner.seeing import ENGLISH, button, desktop, document, drawn, mobile, rendered, seen, violation

from .mending import fix_of, patched

CALL = '<a id="call" href="/book">Book a call</a>'


def test_an_anchor_is_spelled_as_the_id_that_differs_in_capitals_and_hyphens_alone() -> None:
    page = document(
        f'<h1>Fresh bread</h1><a id="call" href="#book-ing">Book a call</a>{ENGLISH}<section id="Booking"><h2>x</h2></section>'
    )
    seen = rendered(page, button("#call", "Book a call", tag="a"))
    assert 'href="#Booking"' in patched("cta.broken-target", seen)


@pytest.mark.parametrize("ids", [("book-a", "book-b"), ("bo-ok", "boOk"), ("books", "oven")])
def test_an_anchor_that_could_mean_two_ids_or_a_similar_one_is_left_to_words(ids: tuple[str, str]) -> None:
    page = document(
        f'<h1>Fresh bread</h1><a id="call" href="#book">Book a call</a>{ENGLISH}<b id="{ids[0]}"></b><b id="{ids[1]}"></b>'
    )
    fix, reason = fix_of("cta.broken-target", rendered(page, button("#call", "Book a call", tag="a")))
    assert fix.patch is None
    assert "#book" in reason


def test_a_target_that_answers_404_is_left_to_words() -> None:
    page = document(f"<h1>Fresh bread</h1>{CALL}{ENGLISH}")
    seen = rendered(
        page,
        button("#call", "Book a call", tag="a"),
        targets=(ProbedTarget(selector="#call", url="https://page.example/book", status=404),),
    )
    assert fix_of("cta.broken-target", seen)[0].kind == "spec_only"


def test_a_form_goes_home_over_https() -> None:
    page = document(
        f'<h1>Bread</h1>{ENGLISH}<form id="f" action="http://page.example/x?a=1"><label>Mail <input type="email"></label></form>'
    )
    assert 'action="https://page.example/x?a=1"' in patched("trust.https", rendered(page))


def test_a_page_served_in_the_open_is_the_servers_matter() -> None:
    seen = rendered(document(ENGLISH), url="http://page.example/", final_url="http://page.example/")
    assert fix_of("trust.https", seen)[0].kind == "spec_only"


def test_a_form_goes_over_https_where_something_shows_that_the_server_answers_so() -> None:
    form = '<form action="http://forms.example/x" method="post"><input name="q"><button>Go</button></form>'
    known = '<img src="https://forms.example/logo.png" alt="Forms">'
    for more, mended in (("", False), (known, True)):
        page = document(f"<h1>Bread</h1>{ENGLISH}{form}{more}")
        assert bool(fix_of("trust.https", rendered(page))[0].patch) is mended


def test_a_field_is_named_by_the_label_before_it() -> None:
    page = document(
        f'<h1>Bread</h1>{ENGLISH}<form action="/x"><div><label>Weight</label><input name="w"></div></form>'
    )
    seen = rendered(page, axe=(violation("label", "body > form > div > input"),))
    text = patched("form.label", seen)
    assert '<label for="w">Weight</label><input name="w" id="w">' in text


def test_a_field_without_words_is_named_by_its_kind() -> None:
    page = document(f'<h1>Bread</h1>{ENGLISH}<form action="/x"><input type="tel" name="p1"></form>')
    seen = rendered(page, axe=(violation("label", "body > form > input"),))
    assert 'aria-label="Phone"' in patched("form.label", seen)


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [('<html class="x">', ENGLISH, '<html class="x" lang="en">'), ("", ENGLISH, '<html lang="en">\n<head>')],
)
def test_the_root_tells_its_language(lang: str, text: str, wanted: str) -> None:
    page = f"<!doctype html>\n{lang}<head><title>Bread</title></head><body><h1>Bread</h1>{text}</body>"
    seen = rendered(page, axe=(violation("html-has-lang", "html"),))
    assert wanted in patched("a11y.html-has-lang", seen)


def test_a_page_too_short_to_tell_its_language_is_left_to_words() -> None:
    seen = rendered("<html><body><h1>Bread</h1></body></html>", axe=(violation("html-has-lang", "html"),))
    assert fix_of("a11y.html-has-lang", seen)[0].kind == "spec_only"


def test_readers_may_zoom() -> None:
    head = (
        '<meta name="viewport" content="width=device-width,initial-scale=1,maximum-scale=1,user-scalable=no">'
    )
    seen = rendered(document(ENGLISH, head=head), axe=(violation("meta-viewport", "head > meta"),))
    assert 'content="width=device-width, initial-scale=1">' in patched("a11y.meta-viewport", seen)


def test_nothing_is_put_around_several_blocks() -> None:
    """A style sheet may lay out the children of the body: a footer that it holds at the bottom would come loose."""
    body = f"<header>Logo</header><section><h1>Bread</h1></section><section>{ENGLISH}</section><footer>x</footer>"
    fix, reason = fix_of(
        "agent.landmarks", rendered(document(body), axe=(violation("landmark-one-main", "html"),))
    )
    assert fix.patch is None
    assert "may change the layout" in reason


def test_a_number_that_a_script_cuts_is_filled_in_without_its_country() -> None:
    field = '<label>Phone <input id="tel" name="p" type="tel"></label>'
    script = "<script>tel.oninput = () => tel.value = tel.value.replace(/\\D/g, '').slice(0, 11)</script>"
    for more, token in (("", "tel"), (script, "tel-national")):
        form = f'<form action="/x" method="post">{field}<button>Send</button></form>'
        page = document(f"<main><h1>Bread</h1>{ENGLISH}{form}</main>{more}")
        field_drawn = drawn("#tel", tag="input", box=(0.0, 500.0, 200.0, 40.0))
        assert f'autocomplete="{token}"' in patched("form.autocomplete", rendered(page, field_drawn))


@pytest.mark.parametrize(
    "body",
    [
        "<section><h1>Bread</h1>{}</section><footer>x</footer>",  # where does it begin?
        "<header>x</header><section><h1>Bread</h1>{}</section>",  # where does it end?
        '<header>x</header><div><div class="navbar top">Menu</div><h1>Bread</h1>{}</div><footer>x</footer>',
        "<header>x</header><section><h1>Bread</h1>{}</section><footer>x</footer><div>Ask us anything</div>",
    ],
)
def test_content_that_the_markup_does_not_set_apart_is_left_to_words(body: str) -> None:
    seen = rendered(document(body.format(ENGLISH)), axe=(violation("landmark-one-main", "html"),))
    assert fix_of("agent.landmarks", seen)[0].patch is None


def test_one_block_between_header_and_footer_is_given_the_role() -> None:
    page = document(
        f'<div class="all"><nav>x</nav><div class="c"><h1>Bread</h1>{ENGLISH}</div><footer>x</footer></div>'
    )
    seen = rendered(page, axe=(violation("landmark-one-main", "html"),))
    assert '<div class="c" role="main">' in patched("agent.landmarks", seen)


IMAGE = '<img id="pic" src="a.jpg" alt="Bread">'


def test_a_picture_keeps_its_room_as_it_was_drawn() -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}{IMAGE}")
    item = drawn("#pic", tag="img", natural=(800, 600), box=(0.0, 0.0, 200.0, 150.0))
    assert 'alt="Bread" width="200" height="150">' in patched("perf.img-dimensions", rendered(page, item))


def test_a_picture_that_is_drawn_in_parts_of_a_pixel_is_left_alone() -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}{IMAGE}")
    item = drawn("#pic", tag="img", natural=(512, 425), box=(0.0, 0.0, 44.0, 36.5))
    assert fix_of("perf.img-dimensions", rendered(page, item))[0].patch is None


def test_a_picture_that_follows_the_window_keeps_its_own_proportions() -> None:
    fluid = document(
        f"<h1>Bread</h1>{ENGLISH}{IMAGE}", head="<style>img { max-width: 100%; height: auto }</style>"
    )
    wide = drawn("#pic", tag="img", natural=(800, 600), box=(0.0, 0.0, 800.0, 600.0))
    narrow = mobile(drawn("#pic", tag="img", natural=(800, 600), box=(0.0, 0.0, 400.0, 300.0)))
    assert 'alt="Bread" width="800" height="600">' in patched(
        "perf.img-dimensions", rendered(fluid, wide, mobile=narrow)
    )
    silent = document(f"<h1>Bread</h1>{ENGLISH}{IMAGE}")
    fix, reason = fix_of("perf.img-dimensions", rendered(silent, wide, mobile=narrow))
    assert fix.patch is None
    assert "style sheet" in reason


@pytest.mark.parametrize(
    ("style", "box", "patched_as"),
    [
        ("height: auto; width: auto", (0.0, 0.0, 300.0, 60.0), ""),
        ("height: auto", (0.0, 0.0, 350.0, 70.0), ""),
        ("height: auto; width: 100%", (0.0, 0.0, 350.0, 70.0), 'width="300" height="60"'),
        ("height: auto", (0.0, 0.0, 300.0, 60.0), 'width="300" height="60"'),
    ],
    ids=[
        "no room before the file",
        "drawn wider than its file",
        "a rule sets the width",
        "as wide as its file",
    ],
)
def test_a_picture_gets_a_size_only_where_it_reserves_room_and_narrows_nothing(
    style: str, box: tuple[float, float, float, float], patched_as: str
) -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}{IMAGE}", head=f"<style>img {{ {style} }}</style>")
    seen = rendered(page, drawn("#pic", tag="img", natural=(300, 60), box=box))
    if patched_as:
        assert patched_as in patched("perf.img-dimensions", seen)
    else:
        assert fix_of("perf.img-dimensions", seen)[0].patch is None


@pytest.mark.parametrize(
    ("style", "box"),
    [("padding: 10px 0", (0.0, 0.0, 80.0, 90.0)), ("width: 2rem", (0.0, 0.0, 32.0, 24.0))],
    ids=["padded", "one side grows with the letters"],
)
def test_a_picture_whose_drawn_size_is_not_its_own_is_left_to_words(
    style: str, box: tuple[float, float, float, float]
) -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}{IMAGE}", head=f"<style>img {{ {style} }}</style>")
    item = drawn("#pic", tag="img", natural=(800, 600), box=box)
    assert fix_of("perf.img-dimensions", rendered(page, item))[0].patch is None


FIELDS = '<form action="/x"><label for="message">Your message</label><div>{}</div><button>Send it now</button></form>'


def test_a_label_that_names_no_field_is_given_the_one_behind_it() -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}" + FIELDS.format('<textarea name="m"></textarea>'))
    seen = rendered(page, axe=(violation("label", "body > form > div > textarea"),))
    assert '<textarea name="m" id="message"></textarea>' in patched("form.label", seen)


TRAP = "body > form > div > input"


@pytest.mark.parametrize(
    ("field", "left"),
    [('<input name="website">', -9999.0), ('<input name="honeypot">', 10.0)],
    ids=["off the screen", "called so"],
)
def test_a_trap_for_robots_is_not_named_for_people(field: str, left: float) -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}" + FIELDS.format(field))
    item = drawn(TRAP, tag="input", box=(left, 10.0, 200.0, 30.0))
    fix, reason = fix_of("form.label", rendered(page, item, axe=(violation("label", TRAP),)))
    assert fix.patch is None
    assert "robots" in reason


def test_a_picture_that_only_its_file_name_describes_is_left_to_words() -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}<p><img id=pic src=/i/rye-loaf_2.jpg width=1 height=1></p>")
    fix, reason = fix_of("a11y.image-alt", rendered(page, axe=(violation("image-alt", "#pic"),)))
    assert fix.patch is None
    assert "nothing beside the picture" in reason


def test_a_picture_that_never_loaded_is_left_to_words() -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}{IMAGE}")
    assert fix_of("perf.img-dimensions", rendered(page, drawn("#pic", tag="img")))[0].kind == "spec_only"
    assert fix_of("perf.img-dimensions", page)[0].kind == "spec_only"


def test_the_largest_picture_is_no_longer_held_back() -> None:
    page = document(
        f'<h1>Bread</h1>{ENGLISH}<img id="pic" src="a.jpg" alt="Bread" loading="lazy" width="1" height="1">'
    )
    seen = rendered(page)
    assert seen.desktop is not None
    slow = dataclasses.replace(seen.desktop, lcp_ms=3000.0, lcp_selector="#pic")
    text = patched("perf.lcp", dataclasses.replace(seen, desktop=slow))
    assert 'alt="Bread" width="1" height="1" fetchpriority="high">' in text


@pytest.mark.parametrize(
    ("around", "wanted"),
    [
        ('<a href="/x">{} All loaves</a>', 'alt=""'),
        ('<a href="/x" title="Rye, whole">{}</a>', 'alt="Rye, whole"'),
    ],
)  # fmt: skip
def test_a_picture_is_described_by_what_stands_beside_it(around: str, wanted: str) -> None:
    page = document(
        f"<h1>Bread</h1>{ENGLISH}{around.format('<img id=pic src=/i/rye-loaf_2.jpg width=1 height=1>')}"
    )
    seen = rendered(page, axe=(violation("image-alt", "#pic"),))
    assert wanted in patched("a11y.image-alt", seen)
    assert fix_of("a11y.image-alt", seen)[0].kind == "needs_review"


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ('<a id="l" href="https://www.facebook.com/limpa"><i class="bi"></i></a>', "Facebook"),
        ('<a id="l" href="#"><i class="fa fa-search"></i></a>', "Search"),
        ('<a id="l" href="tel:+46812345"><svg></svg></a>', "+46812345"),
    ],
)
def test_a_link_without_words_is_named_by_where_it_leads(link: str, name: str) -> None:
    seen = rendered(document(f"<h1>Bread</h1>{ENGLISH}{link}"), axe=(violation("link-name", "#l"),))
    assert f'aria-label="{name}"' in patched("a11y.link-name", seen)


@pytest.mark.parametrize(
    "link",
    [
        '<a id="l" href="/boken2019_liten.html"><img src="b.png"></a>',
        '<a id="l" href="/"><i class="fa fa-facebook"></i></a>',
    ],
)
def test_a_files_name_names_nothing_and_a_sign_that_leads_elsewhere_is_not_named(link: str) -> None:
    seen = rendered(document(f"<h1>Bread</h1>{ENGLISH}{link}"), axe=(violation("link-name", "#l"),))
    assert not fix_of("a11y.link-name", seen)[0].patch


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("https://www.google.com/maps/embed?pb=1", "Map"),
        ("https://www.youtube-nocookie.com/embed/x", "Video"),
        ("https://www.facebook.com/plugins/page.php", "Content from Facebook"),
    ],
)
def test_a_frame_is_called_what_it_shows(address: str, title: str) -> None:
    page = document(f'<h1>Bread</h1>{ENGLISH}<iframe id="f" src="{address}"></iframe>')
    seen = rendered(page, axe=(violation("frame-title", "#f"),))
    assert f'title="{title}"' in patched("a11y.frame-title", seen)


MAIL = '<form action="/{0}" method="post"><label>Email <input name="{0}"></label><button>Go</button></form>'


def test_an_element_that_a_script_wrote_is_left_to_words() -> None:
    source = document(f"<h1>Bread</h1>{ENGLISH}{MAIL.format('mail')}<script>go()</script>")
    written = source.replace("<script>go()</script>", f"<script>go()</script>{MAIL.format('later')}")
    seen = dataclasses.replace(rendered(written), html=source)
    fix, reason = fix_of("form.email-type", seen)
    assert fix.kind == "spec_only"
    assert "no certain place" in reason


def test_an_element_that_moved_is_found_again_by_what_it_says() -> None:
    body = f"<h1>Bread</h1>{ENGLISH}{MAIL.format('mail')}"
    seen = dataclasses.replace(rendered(document(f"<div>{body}</div>")), html=document(body))
    assert '<input name="mail" type="email">' in patched("form.email-type", seen)


def test_a_footer_inside_of_the_content_is_never_put_into_main() -> None:
    page = document(f"<header>x</header><div><h1>Bread</h1>{ENGLISH}<footer>x</footer></div>")
    seen = rendered(page, axe=(violation("landmark-one-main", "html"),))
    fix, reason = fix_of("agent.landmarks", seen)
    assert (fix.kind, reason) == ("spec_only", "menu or footer stand inside of the content")


def test_a_technical_name_is_no_label() -> None:
    page = document('<form><div><select name="tjanst"><option>Tak</option></select></div></form>', lang="sv")
    fix, _ = fix_of(
        "form.label", rendered(page, axe=(violation("select-name", "body > form > div > select"),))
    )
    assert not fix.patch


def test_two_frames_that_would_have_one_name_are_left_to_a_person() -> None:
    frames = "".join(
        f'<iframe id="f{n}" src="https://www.facebook.com/plugins/{n}"></iframe>' for n in (1, 2)
    )
    seen = rendered(
        document(f"<h1>Bread</h1>{ENGLISH}{frames}"), axe=(violation("frame-title", "#f1", "#f2"),)
    )
    assert not fix_of("a11y.frame-title", seen)[0].patch


def test_a_frame_of_a_host_that_nobody_knows_is_left_to_a_person() -> None:
    frame = '<iframe id="f" src="https://cdn.widgets.example/media.html?src=https%3A%2F%2Fwww.youtube.com"></iframe>'
    seen = rendered(document(f"<h1>Bread</h1>{ENGLISH}{frame}"), axe=(violation("frame-title", "#f"),))
    assert not fix_of("a11y.frame-title", seen)[0].patch


FIELD = '<input type="text" {} placeholder="Your e-mail">'


@pytest.mark.parametrize(
    ("form", "is_mended"),
    [
        ("<form action='/join' method='post'>{}</form>", True),
        ("<form onsubmit='send(event); return false'>{}</form>", True),
        ("<form onsubmit='return false;'>{}</form>", False),
        ("<form action='https://forms.example/f/your-form-id' method='post'>{}</form>", False),
        ("<div>{}<button>Join</button></div>", True),
    ],
)
def test_a_field_is_made_easier_only_where_somebody_gets_what_is_typed(form: str, is_mended: bool) -> None:
    named, nameless = (form.format(FIELD.format(name)) for name in ('name="email"', ""))
    page = document(f"<h1>Bread</h1>{ENGLISH}{named}")
    assert bool(fix_of("form.autocomplete", seen(page))[0].patch) is is_mended
    assert bool(fix_of("form.email-type", seen(page))[0].patch) is is_mended
    if form.startswith("<div"):  # nothing can find it
        lost = document(f"<h1>Bread</h1>{ENGLISH}{nameless}")
        assert not fix_of("form.email-type", seen(lost))[0].patch


def test_a_word_for_a_sign_is_written_only_in_a_language_that_we_write() -> None:
    link = '<a id="l" href="#"><i class="carousel-next"></i></a>'
    french = (
        "<p>Nous avons trois chambres et un grand jardin où les enfants jouent toute la journée avec nous.</p>"
        * 3
    )
    for text, lang, named in ((ENGLISH, "en", True), (french, "fr", False)):
        seen = rendered(
            document(f"<h1>Le jardin</h1>{text}{link}", lang=lang), axe=(violation("link-name", "#l"),)
        )
        assert bool(fix_of("a11y.link-name", seen)[0].patch) is named, lang


def test_a_form_that_wants_nothing_filled_in_is_left_as_it_is() -> None:
    form = '<form action="/x" {}><label>Email <input id="e" type="email" name="e"></label><button>Send</button></form>'
    for more, mended in (("", True), ('autocomplete="off"', False)):
        found = fix_of("form.autocomplete", document(f"<h1>Bread</h1>{ENGLISH}{form.format(more)}"))
        assert bool(found[0].patch) is mended


def test_a_picture_that_one_window_alone_shows_in_another_size_than_its_files_is_left_to_the_style_sheet() -> (
    None
):
    html = document(f'<h1>Bread</h1>{ENGLISH}<img id="pic" src="/logo.png" alt="Logo">')
    for natural, mended in (((205, 205), True), ((410, 410), False)):
        item = drawn("#pic", tag="img", box=(0, 0, 205, 205), natural=natural)
        seen = rendered(html, desktop=desktop(item), mobile=mobile())
        assert bool(fix_of("perf.img-dimensions", seen)[0].patch) is mended


@pytest.mark.parametrize(
    ("beside", "fits"),
    [
        ("", True),
        ("<span>Your work e-mail</span>", False),
        ("Your work e-mail", False),
        ("<button>Go</button>", True),
    ],
)
def test_a_field_with_words_beside_it_gets_no_other_name(beside: str, fits: bool) -> None:
    """People who use voice control say the words that they see (WCAG 2.5.3)."""
    form = f'<form action="/x" method="post"><div><input id="mail" type="email" name="email">{beside}</div></form>'
    seen = rendered(
        document(f"<h1>Bread</h1>{ENGLISH}{form}"),
        drawn("#mail", tag="input", box=(0.0, 500.0, 200.0, 40.0)),
        axe=(violation("label", "#mail"),),
    )
    fix, reason = fix_of("form.label", seen)
    assert bool(fix.patch) is fits, reason
