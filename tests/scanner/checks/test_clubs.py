"""A club has members: nobody asks it for references, guarantees or a price list."""

from __future__ import annotations

import pytest

from coldread.scanner.page.observe.actions import is_page_control
from tests.scanner.seeing import document, page


@pytest.mark.parametrize(
    ("label", "controls"),
    [("Bild 1", True), ("Go to slide 12", True), ("Sida vid sida", False), ("Boka bord 2", False)],
)
def test_a_dot_under_pictures_that_turn_is_no_button_of_the_page(label: str, controls: bool) -> None:
    found = page(document(f'<main><h1>Hej</h1><button aria-label="{label}"></button></main>'))
    own = [one for one in found.actions if one.label == label and not is_page_control(one)]
    assert (not own) is controls
