"""Headlines and the lines under them: the page's own words, the telling ones first, none twice."""

from __future__ import annotations

import pytest

from coldread.scanner.page.page import Page
from coldread.scanner.suggest.everything import everything
from coldread.scanner.suggest.headline import headline, instead_of_headline
from coldread.scanner.suggest.lines import first_sentence, subhead
from coldread.scanner.suggest.wording import ended, first_clause, halves, halves_at_end, recased, sentences

from ..seeing import ENGLISH, brief, document, drawn, page, rendered


def test_a_vague_headline_gives_way_to_the_telling_part_of_the_title() -> None:
    html = document(
        f"<main><h1>Welcome to a new experience</h1>{ENGLISH}</main>",
        head="<title>Acme: warm loaves at your door by seven</title>",
    )
    assert instead_of_headline(page(html)) == "Warm loaves at your door by seven"


def test_a_heading_further_down_tells_what_the_headline_does_not() -> None:
    html = document(
        f"<main><h1>Welcome to a new experience</h1><h2>Warm loaves at your door by seven</h2>{ENGLISH}</main>",
        head="<title>Bread</title>",
    )
    assert instead_of_headline(page(html)) == "Warm loaves at your door by seven"


@pytest.mark.parametrize("title", ["Acme Bakery", "Acme Bakery | Home", "Welcome to Acme"])
def test_a_bare_name_is_no_headline(title: str) -> None:
    assert headline(page(document("<h1>Welcome</h1>", head=f"<title>{title}</title>"))) == ""


def shown(*rows: tuple[str, str, float]) -> Page:
    """Blocks of the first screen with the size of their letters."""
    body = "".join(f"<{tag}>{text}</{tag}>" for tag, text, _ in rows)
    html = document(f"<main>{body}</main>")
    boxes = [
        drawn(element.selector, text=element.text, own_chars=len(element.text), font_size=size)
        for element, (_, _, size) in zip(
            [one for one in page(html).dom.elements if one.tag in {tag for tag, _, _ in rows}],
            rows,
            strict=True,
        )
    ]
    return Page(rendered(html, *boxes), brief())


def test_a_styled_run_belongs_to_its_block() -> None:
    dom = page(document("<h2>Warm <mark><b>loaves</b></mark></h2>")).dom
    assert dom.all("b")[0].block is dom.all("h2")[0]


def test_a_quotation_is_one_from_inside_and_from_around() -> None:
    told = page(
        document(
            "<main><section><blockquote><p>Our mornings are calm since we switched to them last year.</p>"
            "<footer>Anna Berg, Café Linden</footer></blockquote></section><p>Ours.</p></main>"
        )
    )
    quote, around = told.dom.all("blockquote")[0], told.dom.all("section")[0]
    assert told.is_quotation(quote.all("p")[0])
    assert told.is_quotation(around)
    assert not told.is_quotation(told.dom.all("p")[-1])


def test_the_line_below_explains_with_what_no_visitor_has_read_yet() -> None:
    said = "Bread that is baked in the night and stands on your step at seven"
    head = f'<meta name="description" content="{said}">'
    assert subhead(page(document(ENGLISH, head=head))) == said
    assert subhead(page(document(f"{ENGLISH}<p>{said}</p>", head=head))) == first_sentence(
        page(document(ENGLISH))
    )


def test_the_order_s_word_for_its_readers_is_never_written_into_the_page() -> None:
    told = page(document("<p>Bread.</p>"), audience="small  cafés in\nLeeds.")
    assert not any("cafés" in text for text in everything(told))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We bake. You sleep! Do you? Yes.", ["We bake.", "You sleep!", "Do you?", "Yes."]),
        ("Bring bread, e.g. rye. It keeps.", ["Bring bread, e.g. rye.", "It keeps."]),
        ("Vi bakar t.ex. limpa. Åk hit.", ["Vi bakar t.ex. limpa.", "Åk hit."]),
    ],
)
def test_a_sentence_ends_before_anything_but_a_small_letter(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_a_long_line_is_parted_where_a_thought_ends() -> None:
    limits = {"most_words": 6, "most_chars": 60}
    whole = "Bread at your door. Baked in the night by people who care"
    assert halves_at_end(whole, **limits) == ("Bread at your door.", "Baked in the night by people who care")
    assert halves(whole, **limits) == ("Bread at your door", "Baked in the night by people who care.")
    assert halves("Bread at your door and cakes for every party", **limits) == (
        "Bread at your door",
        "Cakes for every party.",
    )
    assert halves_at_end("Bread at your door and cakes for every party", **limits) is None
    assert first_clause("Bread at your door and cakes for every party", **limits) == ""
    assert first_clause("Bread at your door, baked in the night", **limits) == "Bread at your door"


def test_shouting_is_calmed_and_abbreviations_stay() -> None:
    assert recased("OUR CRM FOR CAFÉS") == "Our CRM for cafés"
    assert recased("iPhone repairs") == "iPhone repairs"
    assert ended("Done") == ended("Done.") == "Done."
    assert ended("") == ""
