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
    assert finding("cta.below-fold-mobile", both)
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
