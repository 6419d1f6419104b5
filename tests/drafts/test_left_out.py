"""What a person may have forgotten in a final: competitors and answers whose words do not occur."""

from __future__ import annotations

import pytest

from coldread.drafts.left_out import QUOTED, answers_left_out, competitors_left_out, few_new_lines


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("Nothing about anybody.", ["aqua-dental.se", "folktandvarden.se"]),
        ("Folktandvarden shows its prices first.", ["aqua-dental.se"]),
        ("See https://www.aqua-dental.se/priser and folktandvarden.se", []),
        ("Aqua Dental and FOLKTANDVARDEN do it.", []),
    ],
)
def test_a_competitor_is_missed_unless_its_address_or_name_occurs(text: str, lacking: list[str]) -> None:
    named = ("https://www.folktandvarden.se/", "aqua-dental.se")
    assert sorted(competitors_left_out(text, named)) == lacking


def test_an_address_that_is_none_is_not_asked_about() -> None:
    assert list(competitors_left_out("x", ("", "//"))) == []


@pytest.mark.parametrize(
    ("answer", "text", "lacking"),
    [
        ("995 kr, from 3 years", "It costs a lot.", ("995",)),
        ("995 kr, from 3 years", "It costs 995 SEK.", None),
        ("1 995 kr or 2.400", "It costs 1995, later 2 400.", None),
        ("1 995 kr or 2.400", "It costs 1995.", ("2.400",)),
        ("We are closed on Mondays", "Book at once.", ()),
        ("We are closed on Mondays", "Nobody answers on MONDAYS.", None),
        ("Yes", "Book at once.", None),
    ],
)
def test_an_answer_is_missed_by_its_numbers_or_by_all_of_its_words(
    answer: str, text: str, lacking: tuple[str, ...] | None
) -> None:
    found = list(answers_left_out(text, [answer]))
    assert found == ([] if lacking is None else [(answer, lacking)])


def test_a_long_answer_is_quoted_in_part() -> None:
    ((quoted, _),) = answers_left_out("x", ["Mondays are closed, always. " * 9])
    assert quoted.endswith(" …")
    assert len(quoted) <= QUOTED + 2


@pytest.mark.parametrize(
    ("after", "new"),
    [
        ([f"Line {number}" for number in range(20)], 0),
        ([f"Line {number}" for number in range(15)], 0),
        ([*(f"Line  {number}" for number in range(19)), "", "My own line"], 1),
        ([*(f"Line {number}" for number in range(8)), "My own line"], None),
        (["My own line"], None),
        ([""], None),
    ],
)
def test_a_text_is_nearly_another_if_a_tenth_of_its_lines_are_new_at_most(
    after: list[str], new: int | None
) -> None:
    before = "\n".join(f"Line {number}" for number in range(20))
    assert few_new_lines(before, "\n".join(after)) == new
