"""What a stranger meets first: is the step in sight, is it free, can the address be left, are the pictures one's own?"""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import NotApplicable
from coldread.scanner.page.observations import Drawn, Overlay

from ..seeing import ENGLISH, SWEDISH, button, desktop, document, drawn, finding, mobile, rendered, verdict

STEP = '<main><h1>Bread at your door</h1>{words}<a href="/book">{label}</a></main>'
AT = "body > main > a"


def html(label: str = "Book a call", words: str = ENGLISH, lang: str = "en") -> str:
    return document(STEP.format(words=words, label=label), lang=lang)


def step(top: float, label: str = "Book a call") -> Drawn:
    return button(AT, label, box=(40.0, top, 200.0, 48.0))


@pytest.mark.parametrize(
    ("label", "words", "lang"),
    [("Book a call", ENGLISH, "en"), ("Boka ett samtal", SWEDISH, "sv")],
)
def test_a_step_that_a_tall_headline_pushes_out_of_a_computers_first_screen_is_told(
    label: str, words: str, lang: str
) -> None:
    record = rendered(
        html(label, words, lang), desktop=desktop(step(900, label)), mobile=mobile(step(300, label))
    )
    item = finding("cta.below-fold-desktop", record, lang=lang)
    assert item.severity == "P1"
    assert item.evidence[0].value == 900
    assert label in item.title


@pytest.mark.parametrize("top", [300, 730])
def test_a_step_that_can_be_seen_there_is_not(top: float) -> None:
    record = rendered(html(), desktop=desktop(step(top)), mobile=mobile(step(300)))
    assert verdict("cta.below-fold-desktop", record) is None


def test_what_the_phone_or_the_distance_tells_is_not_told_twice() -> None:
    both = rendered(html(), desktop=desktop(step(900)), mobile=mobile(step(900)))
    assert isinstance(verdict("cta.below-fold-desktop", both), NotApplicable)
    assert isinstance(verdict("cta.below-fold-mobile", both), NotApplicable)
    assert finding("cta.none", both)
    phone = rendered(html(), desktop=desktop(step(300)), mobile=mobile(step(900)))
    assert finding("cta.below-fold-mobile", phone)
    far = rendered(html(), desktop=desktop(step(1800)), mobile=mobile(step(300)))
    assert isinstance(verdict("cta.below-fold-desktop", far), NotApplicable)
    assert finding("cta.late", far)


def bar(text: str, *, top: float = 280, high: float = 100, opaque: bool = True) -> Overlay:
    return Overlay(
        selector="body > aside", text=text, covers=0.12, opaque=opaque, box=(0.0, top, 1366.0, high)
    )


def test_something_that_lies_on_the_only_step_is_told_and_a_consent_bar_costs_less() -> None:
    for text, severity in (("Chat with us", "P1"), ("We use cookies. Accept all", "P2")):
        view = desktop(step(300), overlays=(bar(text),))
        item = finding("cta.covered", rendered(html(), desktop=view, mobile=mobile(step(300))))
        assert item.severity == severity
        assert item.evidence[0].selector == AT


@pytest.mark.parametrize(
    "layer",
    [bar("Chat", top=600), bar("Chat", opaque=False), bar("Chat", top=335)],
    ids=["elsewhere", "seen through", "its lower edge only"],
)
def test_what_leaves_the_step_in_sight_is_not(layer: Overlay) -> None:
    record = rendered(html(), desktop=desktop(step(300), overlays=(layer,)), mobile=mobile(step(300)))
    assert verdict("cta.covered", record) is None


def test_a_second_step_that_stands_free_is_enough() -> None:
    free = document(
        STEP.format(words=ENGLISH, label="Book a call").replace(
            "</main>", '<a href="/book">Book a call</a></main>'
        )
    )
    one, two = f"{AT}:nth-of-type(1)", f"{AT}:nth-of-type(2)"
    items = (
        button(one, "Book a call", box=(40.0, 300.0, 200.0, 48.0)),
        button(two, "Book a call", box=(40.0, 100.0, 200.0, 48.0)),
    )
    view = desktop(*items, overlays=(bar("Chat"),))
    assert verdict("cta.covered", rendered(free, desktop=view, mobile=mobile(*items))) is None


def picture(natural: tuple[int, int] | None, size: tuple[float, float], source: str = "/a.jpg") -> Drawn:
    return drawn("body > img", box=(0.0, 0.0, *size), natural=natural, source=source)


def test_a_picture_blown_up_to_twice_its_file_is_told() -> None:
    page = document(f'<img src="/a.jpg" alt="A loaf"><h1>Bread</h1>{ENGLISH}')
    item = finding("visual.blurred-picture", rendered(page, picture((200, 150), (800, 600))))
    assert item.severity == "P2"
    assert item.evidence[0].value == 4.0


@pytest.mark.parametrize(
    "shown",
    [
        picture((800, 600), (800, 600)),
        picture((400, 1200), (800, 600)),
        picture((40, 40), (120, 120)),
        picture((20, 20), (800, 600), "/drawing.svg"),
        picture(None, (800, 600)),
    ],
    ids=["as large", "cropped", "a mark", "a drawing", "not loaded"],
)
def test_other_pictures_are_not(shown: Drawn) -> None:
    page = document(f'<img src="/a.jpg" alt="A loaf"><h1>Bread</h1>{ENGLISH}')
    assert verdict("visual.blurred-picture", rendered(page, shown)) is None


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('<a class="button" href="/subscribe">Subscribe</a>', True),
        ('<a class="button" href="#letter">Subscribe</a><div id="letter">Write to us</div>', False),
        (
            '<a href="#f">Subscribe</a><form id="f" action="/x" method="post"><input type="email" name="email"><button>Subscribe</button></form>',
            False,
        ),
    ],
    ids=["another page", "a place here", "a form here"],
)
def test_a_letter_whose_field_stands_on_another_page_is_told(body: str, told: bool) -> None:
    page = document(f"<main><h1>A letter on bread every week</h1>{ENGLISH}{body}</main>")
    assert (getattr(verdict("form.elsewhere", page, "newsletter"), "severity", None) == "P2") is told


def test_pictures_of_a_library_are_counted_once_each() -> None:
    images = "".join(
        f'<img src="{name}" alt="Bread">'
        for name in (
            "/img/pexels-photo-12.jpg",
            "/img/pexels-photo-12.jpg?w=2",
            "https://images.unsplash.com/photo-9",
        )
    )
    item = finding("trust.stock-pictures", document(f"<main><h1>Bread</h1>{ENGLISH}{images}</main>"))
    assert item.count == 2
    own = images.replace("pexels-photo", "our-bakery")
    assert verdict("trust.stock-pictures", document(f"<main><h1>Bread</h1>{ENGLISH}{own}</main>")) is None


@pytest.mark.parametrize(
    ("title", "headline", "lang", "told"),
    [
        ("TK Tree Services - Prior Lake", "TK Tree Services", "en", True),
        ("Tandläkare Rosendahl", "Tandläkare Anders Rosendahl", "sv", True),
        ("Start", "Lunds Bygg & Tak AB", "sv", True),
        ("Mill Lane | Bread", "Fresh bread before you wake", "en", False),
        ("Massage in Lund", "Massage and training in Lund for runners", "en", False),
        ("Coming soon", "Coming Soon", "en", False),
        ("Fresh bread daily", "Fresh bread daily", "en", False),
        ("Trucking Accounting Made Easy", "Trucking Accounting Made Easy", "en", False),
    ],
)
def test_a_headline_that_is_only_the_name_is_told(title: str, headline: str, lang: str, told: bool) -> None:
    words = SWEDISH if lang == "sv" else ENGLISH
    page = document(f"<main><h1>{headline}</h1>{words}</main>", head=f"<title>{title}</title>", lang=lang)
    assert (getattr(verdict("clarity.headline-name", page, lang=lang), "severity", None) == "P2") is told


def test_a_name_in_the_headline_is_not_told_as_a_missing_line_as_well() -> None:
    page = document("<h1>Mill Lane</h1><p>Bread.</p>", head="<title>Mill Lane</title>")
    record = rendered(page, drawn("body > h1", text="Mill Lane", own_chars=8, font_size=48.0))
    assert finding("clarity.headline-name", record)
    assert isinstance(verdict("clarity.subhead-missing", record), NotApplicable)


@pytest.mark.parametrize(("label", "lang"), [("Read more", "en"), ("Läs mer", "sv")])
def test_three_links_that_say_the_same_nothing_are_told_and_two_are_not(label: str, lang: str) -> None:
    links = [f'<a href="/{n}">{label}</a>' for n in range(3)]
    words = SWEDISH if lang == "sv" else ENGLISH
    page = document(f"<main><h1>Bread</h1>{words}{''.join(links)}</main>", lang=lang)
    item = finding("cta.vague-many", page, lang=lang)
    assert (item.severity, item.count) == ("P2", 3)
    two = document(f"<main><h1>Bread</h1>{words}{''.join(links[:2])}</main>", lang=lang)
    assert verdict("cta.vague-many", two, lang=lang) is None
    signs = "".join(f'<a href="/{n}">+</a>' for n in range(3))
    assert verdict("cta.vague-many", document(f"<main>{words}{signs}</main>", lang=lang), lang=lang) is None


@pytest.mark.parametrize(
    ("title", "first", "severity"),
    [
        ("Mill Lane Bakery", "A bakery with its own mill", "P1"),
        ("Mill Lane Bakery in Bristol", "A bakery in Bristol with its own mill", None),
        ("Crumb", "Software for bakeries and cafes", None),
        ("Crumb", "We write texts for every bakery", None),
    ],
    ids=["nowhere", "told", "used anywhere", "the customer's trade"],
)
def test_a_trade_that_is_bought_near_by_and_names_no_place_at_all_is_told(
    title: str, first: str, severity: str | None
) -> None:
    page = document(f"<main><h1>{first}</h1>{ENGLISH}</main>", head=f"<title>{title}</title>")
    assert getattr(verdict("clarity.place-absent", page, "other"), "severity", None) == severity


def test_a_page_that_is_too_wide_for_a_computer_is_told_with_less_weight() -> None:
    page = document(f"<h1>Bread</h1>{ENGLISH}")
    item = finding("visual.overflow-x", rendered(page, desktop=desktop(scroll_width=1500)))
    assert item.severity == "P2"
    assert "134 px" in item.title
    assert verdict("visual.overflow-x", rendered(page, desktop=desktop(scroll_width=1380))) is None


@pytest.mark.parametrize(
    ("body", "title", "sample"),
    [
        ("<p>```</p>", "Bread", "```"),
        ("<p>We speak PortuguÃªs and EspaÃ±ol.</p>", "Bread", "Ãª"),
        ("<p>Call 777-111-1111.</p>", "Bread", "777-111-1111"),
        ("<p>Ring 0123 - 45 67 89.</p>", "Bread", "0123 - 45 67 89"),
        ("", "Document", "Document"),
    ],
)
def test_what_a_workshop_left_is_told(body: str, title: str, sample: str) -> None:
    page = document(f"<main><h1>Bread</h1>{ENGLISH}{body}</main>", head=f"<title>{title}</title>")
    assert finding("copy.leftover", page).evidence[0].value == sample


def test_letters_with_accents_and_a_real_number_are_no_leftovers() -> None:
    text = "<p>We speak Português, and Âme is our café. Call 212-736-5000 or 08-411 52 00.</p>"
    page = document(f"<main><h1>Bread</h1>{ENGLISH}{text}</main>", head="<title>Bread</title>")
    assert verdict("copy.leftover", page) is None


def test_two_large_counts_of_one_thing_contradict_each_other() -> None:
    one = "<p>Over 26 000+ finished sales.</p>"
    other = "<p>Built on 80 000+ finished sales.</p>"
    assert finding("copy.contradiction", document(f"<main><h1>Bread</h1>{ENGLISH}{one}{other}</main>"))
    apart = "<p>Built on 80 000+ verified reviews.</p>"
    page = document(f"<main><h1>Bread</h1>{ENGLISH}{one}{apart}</main>")
    assert verdict("copy.contradiction", page) is None


def test_a_place_on_the_page_that_does_not_exist_is_a_dead_link() -> None:
    links = "".join(f'<a href="#{name}">Go to {name}</a>' for name in ("hours", "menu", "bread", "h"))
    page = document(f'<main><h1 id="h">Bread</h1>{ENGLISH}{links}</main>')
    item = finding("cta.dead-many", rendered(page))
    assert item.title.startswith("3 of 4")
