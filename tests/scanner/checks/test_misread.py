"""What owners found misread in reports on their own pages, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import pytest

from tests.scanner.patch.mending import ids
from tests.scanner.seeing import document, report

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


def told(body: str, check_id: str, goal: str = "book_call") -> bool:
    return check_id in ids(report(document(body), goal))


def _card(name: str, said: str) -> str:
    return f"<div class='card'><div><img src='a.jpg' alt=''></div><div><h3>{name}</h3><p>{said}</p></div></div>"


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        (_card("Toni", "With over 15 years of experience, Toni guides you.") + _card("Susan", "Susan brings over 25 years of experience."), False),
        (_card("Toni Berg", "Office manager, 15 years of experience.") + _card("Susan Ek", "Baker, 25 years of experience."), False),
        ("<p>We have 40 years of experience.</p><p>She leads the bakery and has 25 years of experience.</p>", False),
        ("<p>Anna har 15 års erfarenhet av bröd.</p><p>Erik har 25 års erfarenhet av bröd.</p>", False),
        ("<p>We have 15 years of experience.</p><p>With 25 years of experience we know bread.</p>", True),
        (_card("Why us?", "15 years of experience.") + _card("What do we do?", "25 years of experience with rye."), True),
    ],
)  # fmt: skip
def test_years_of_two_persons_do_not_contradict_each_other(body: str, is_told: bool) -> None:
    assert told(f"{BREAD}<section>{body}</section>", "copy.contradiction") is is_told
