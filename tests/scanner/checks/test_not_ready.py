"""What readers saw at once and the scan did not: notes to the maker, digits to come, boxes that never fill, goods that are gone."""

from __future__ import annotations

import pytest

from tests.scanner.patch.mending import ids
from tests.scanner.seeing import document, finding, rendered, report

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("We answer by mail. Enter your actual opening hours here.", True),
        ("</p><footer>© 2026 Loaf. Fyll i företagets namn och organisationsnummer</footer><p>", True),
        ("Fyll i företagets uppgifter, så ser ni vad det kostar.", False),
        ("Byt ut mot en riktig bild innan ni publicerar.", True),
        ("Here the visitor should feel at home.", True),
        ("Telefon: xxx-xxx xx xx", True),
        ("Enter your address and see who is near.", False),
        ("Skriv till oss här på sidan så svarar vi snart", False),
        ("Put real butter on the bread and the day begins well in a real way.", False),
        ("Fyll i formuläret så hör vi av oss.", False),
        ("Available in sizes XS, S, M, L, XL and XXL.", False),
    ],
)
def test_notes_to_the_maker_and_digits_to_come(said: str, is_told: bool) -> None:
    told = report(document(f"{BREAD}<p>{said}</p>"), "book_call")
    assert ("copy.leftover" in ids(told)) is is_told


def test_a_form_may_ask_its_visitors_to_fill_in() -> None:
    form = '<form><p>Fyll i företagsnamn</p><input name="company" aria-label="Company"></form>'
    assert "copy.leftover" not in ids(report(document(BREAD + form), "book_call"))


def test_the_sentence_to_the_maker_is_quoted_and_no_other() -> None:
    long = "We have baked in this street for a long time, and we love it. Enter your actual hours here. Welcome to us all the same, whenever you like to come by."
    told = finding("copy.leftover", document(f"{BREAD}<p>{long}</p>"))
    assert "“Enter your actual hours here.”" in told.title


@pytest.mark.parametrize(
    ("said", "is_told"),
    [("Video loading...", True), ("Karta laddar…", True), ("Loading docks for lorries", False)],
)
def test_a_box_that_is_loading_when_all_is_done_is_empty(said: str, is_told: bool) -> None:
    html = document(f"{BREAD}<div><p>{said}</p></div>")
    assert ("copy.empty-part" in ids(report(rendered(html), "book_call"))) is is_told


@pytest.mark.parametrize(
    ("stamp", "label", "is_told"),
    [
        ("<header><span>Sold out</span></header>", "Preorder for Saturday", True),
        ("<header><span>Fullbokat</span></header>", "Boka din plats", True),
        ("<header><span>Sold out</span></header>", "Read our story", False),
        ("<ul><li>Rye</li><li>Sold out</li></ul>", "Order bread", False),
    ],
)
def test_what_is_gone_cannot_be_ordered(stamp: str, label: str, is_told: bool) -> None:
    html = document(f'{stamp}{BREAD}<p><a class="button" href="/order">{label}</a></p>')
    assert ("copy.contradiction" in ids(report(html, "other"))) is is_told
