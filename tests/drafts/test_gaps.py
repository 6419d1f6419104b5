"""What only the owner knows is found, asked for and left out as a whole; what is quoted is not taken for ours."""

from __future__ import annotations

import pytest

from coldread.base.languages import Language
from coldread.drafts.draft_texts import say
from coldread.drafts.gap_marks import mark_gaps, mark_gaps_outside_quotes
from coldread.drafts.gaps import gaps_of, leftovers, line_numbers_of_explanations, without_gaps

TEXT = """# Final

- **Line below:** ⟦How it goes, in one sentence.⟧
- **Under the button:** ⟦How long it takes. And until when one can cancel.⟧ Rather talk? Call us.

Keep the price. It is ⟦price⟧ a month. Say so twice.

| What | Now |
|---|---|
| Price | ⟦price⟧ |

```html
<form action="⟦address⟧" method="post">
```
"""


def test_each_gap_is_found_once_with_its_lines() -> None:
    assert [(gap.wanted, gap.lines) for gap in gaps_of(TEXT)] == [
        ("How it goes, in one sentence.", (3,)),
        ("How long it takes. And until when one can cancel.", (4,)),
        ("price", (6, 10)),
        ("address", (13,)),
    ]


def test_brackets_that_a_remark_quotes_are_the_pages_own() -> None:
    remark = "På sidan står ”[Adress]”, och “[Name]” under [whom it concerns]. Say [when] instead of “Ring [nummer]”."
    assert mark_gaps_outside_quotes(remark) == (
        "På sidan står ”[Adress]”, och “[Name]” under ⟦whom it concerns⟧. Say ⟦when⟧ instead of “Ring ⟦nummer⟧”."
    )
    assert mark_gaps("”[Adress]”") == "”⟦Adress⟧”"


@pytest.mark.parametrize("lang", list(Language))
def test_what_explains_the_gaps_is_none_and_has_to_go(lang: Language) -> None:
    text = f"# Final\n\n{say(lang, 'worded.marks')}\n\n- What belongs in the gaps marked ⟦…⟧.\n"
    assert gaps_of(text) == []
    assert line_numbers_of_explanations(text) == [3, 5]
    assert "⟦" not in without_gaps(text)


def test_left_out_goes_the_sentence_and_nothing_more() -> None:
    left = without_gaps(TEXT)
    assert "⟦" not in left
    assert "Line below" not in left, "nothing but its label would be left"
    assert "- **Under the button:** Rather talk? Call us." in left
    assert "Keep the price. Say so twice." in left
    assert "| Price | … |" in left
    assert '<form action="…" method="post">' in left


@pytest.mark.parametrize(
    "quoted",
    [
        "The page says “Lorem ipsum dolor”.",
        "Sidan säger ”Lorem ipsum”.",
        "`TODO`",
        "> Lorem ipsum dolor",
        "```\nTODO\n```",
    ],
)
def test_words_of_the_page_are_not_held_against_the_text(quoted: str) -> None:
    assert leftovers(f"# Final\n\n{quoted}\n") == []


@pytest.mark.parametrize(
    ("own", "words"), [("TODO: the price", "TODO"), ("Lorem ipsum dolor", "Lorem ipsum"), ("> TBD", "TBD")]
)
def test_words_of_our_own_are(own: str, words: str) -> None:
    assert [(each.words, each.line) for each in leftovers(f"# Final\n\n{own}\n")] == [(words, 3)]
