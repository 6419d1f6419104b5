"""What a stranger meets first: is the step in sight, is it free, can the address be left, are the pictures one's own?"""

from __future__ import annotations

import pytest

from coldread.scanner.page.observations import Drawn, Overlay

from ..seeing import ENGLISH, button, desktop, document, drawn, finding, mobile, rendered, verdict

STEP = '<main><h1>Bread at your door</h1>{words}<a href="/book">{label}</a></main>'
AT = "body > main > a"


def html(label: str = "Book a call", words: str = ENGLISH, lang: str = "en") -> str:
    return document(STEP.format(words=words, label=label), lang=lang)


def step(top: float, label: str = "Book a call") -> Drawn:
    return button(AT, label, box=(40.0, top, 200.0, 48.0))


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
        ("", "Document", "Document"),
    ],
)
def test_what_a_workshop_left_is_told(body: str, title: str, sample: str) -> None:
    page = document(f"<main><h1>Bread</h1>{ENGLISH}{body}</main>", head=f"<title>{title}</title>")
    assert finding("copy.unfilled", page).evidence[0].value == sample


def test_letters_with_accents_and_a_real_number_are_no_leftovers() -> None:
    text = "<p>We speak Português, and Âme is our café. Call 212-736-5000 or 08-411 52 00.</p>"
    page = document(f"<main><h1>Bread</h1>{ENGLISH}{text}</main>", head="<title>Bread</title>")
    assert verdict("copy.unfilled", page) is None


def test_a_place_on_the_page_that_does_not_exist_is_a_dead_link() -> None:
    links = "".join(f'<a href="#{name}">Go to {name}</a>' for name in ("hours", "menu", "bread", "h"))
    page = document(f'<main><h1 id="h">Bread</h1>{ENGLISH}{links}</main>')
    item = finding("cta.dead-many", rendered(page))
    assert item.title.startswith("At least 3 links have no address")
