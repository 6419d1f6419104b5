"""What owners found embarrassing in ten reports, by class: each sentence is told no more where it does not fit, and still where it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coldread.scanner.judge.answers.questions import Question, question_of
from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Overlay
from coldread.scanner.report.markdown import report_md, verdict
from tests.scanner.seeing import button, document, mobile, rendered, report

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


def finding(told: Report, check_id: str) -> str:
    """Everything that it says."""
    return next(
        (f"{item.title} {item.why} {item.fix.summary}" for item in told.findings if item.id == check_id), ""
    )


@pytest.mark.parametrize(
    ("said", "proven"),
    [
        ("Less than 0.5% alc./vol. Made for the occasion.", False),
        ("More than 70 % recycled wool in every blanket.", False),
        ("Mindre än 2 % fett i varje burk.", False),
        ("Our clients spend 30 % less on bread.", True),
        ("More than 95 % satisfied customers.", True),
    ],
)
def test_how_much_of_something_is_in_it_is_no_result(said: str, proven: bool) -> None:
    page = report(document(f"{BREAD}<p>{said}</p>"), "book_call")
    assert bool(page.reading.proofs) is proven


@pytest.mark.parametrize(
    ("signed", "specific"),
    [("Loaf Bakery Team", False), ("Loaf Delivery Crew", False), ("Anna Berg, Nordea", True)],
)
def test_nobody_vouches_for_himself(signed: str, specific: bool) -> None:
    html = document(
        f"{BREAD}<blockquote><p>Mornings in this office begin with warm bread now.</p><cite>{signed}</cite></blockquote>",
        head="<title>Loaf | Bread for offices</title>",
    )
    assert [item.specific for item in report(html, "book_call").reading.proofs] == [specific]


@pytest.mark.parametrize(
    ("title", "body", "brand"),
    [
        ("Takinspektion med drönare | Jönköping", "<footer>Jönköping</footer>", None),
        (
            "Takläggare i Skåne | Ferax – takbyte, plåt och fasad",
            '<img src="l.png" alt="Ferax logotyp"><p>Takläggare i Skåne</p>',
            "Ferax",
        ),
        ("Bröd till kontor | Limpan", "<footer>Limpan</footer>", "Limpan"),
    ],
)
def test_a_town_or_a_trade_in_the_title_is_no_firm(title: str, body: str, brand: str | None) -> None:
    html = document(
        f"<h1>Vi kommer till er i Jönköping</h1>{body}<p>Adress: Storgatan 1, 553 15 Jönköping</p>",
        lang="sv",
        head=f"<title>{title}</title>",
    )
    told = report(html, "book_call", lang="sv").reading.brand
    assert (told.value if told else None) == brand


@pytest.mark.parametrize(
    ("label", "serves"),
    [
        ("Lämna sidan", False),
        ("Leave this site", False),
        ("Quick exit", False),
        ("Back to top", False),
        ("Call us now", True),
    ],
)
def test_a_way_out_that_floats_over_the_page_is_no_step_to_its_goal(label: str, serves: bool) -> None:
    html = document(f'{BREAD}<button id="out">{label}</button>')
    seen = rendered(html, button("#out", label, box=(1100.0, 700.0, 120.0, 48.0), position="fixed"))
    steps = [step.label for step in report(seen, "other").reading.steps if step.serves_goal]
    assert (label in steps) is serves


def test_the_first_line_counts_every_finding_as_the_page_and_the_answer_do() -> None:
    html = document(f'{BREAD}<form><input name="a"><input type="email" name="b"><button>Send</button></form>')
    told = report(html, "book_call")
    grave = [item for item in told.findings if item.severity is Severity.P1]
    costly = [item for item in grave if question_of(item.id) is not Question.HYGIENE]
    assert len(costly) < len(grave), "a page with hygiene among its faults"
    assert f"{told.counts['P1']} that often cost visitors" in report_md(told)
    assert told.counts["P1"] == len(grave)


@pytest.mark.parametrize(
    ("said", "priced"), [("Our help is free of charge.", False), ("Fees: 400 kr per term.", True)]
)
def test_free_help_is_no_price_on_the_page(said: str, priced: bool) -> None:
    html = document(f"<h1>Free help for children in Lund</h1><p>{said}</p>")
    assert report(html, "other").facts["price_visible"] is priced


@pytest.mark.parametrize(
    ("said", "eased"),
    [
        ("Ingen risk för personskador.", False),
        ("Prova på badminton den 3 maj.", False),
        ("Ingen risk: pengarna tillbaka inom 30 dagar.", True),
    ],
)
def test_what_the_thing_spares_is_not_what_the_buyer_risks(said: str, eased: bool) -> None:
    html = document(f"<h1>Takinspektion med drönare i Lund</h1><p>{said}</p>", lang="sv")
    assert bool(report(html, "book_call", lang="sv").reading.risk_reversal) is eased


def test_broken_letters_are_called_that_and_not_a_templates() -> None:
    html = document("<h1>Tak i Lund</h1><p>PlÃ¥tslageri som hÃ¥ller tÃ¤tt</p>", lang="sv")
    told = finding(report(html, "book_call", lang="sv"), "copy.unfilled")
    assert "”PlÃ¥tslageri” ska vara ”Plåtslageri”" in told
    assert "UTF-8" in told
    assert "mall" not in told
    template = document("<h1>Tak i Lund</h1><p>Ring {{phone}} i dag</p>", lang="sv")
    assert "mall" in finding(report(template, "book_call", lang="sv"), "copy.unfilled")


@pytest.mark.parametrize(("veil", "severity"), [(0.6, Severity.P1), (0.1, Severity.INFO)])
def test_a_question_about_cookies_behind_a_veil_hides_the_page(veil: float, severity: Severity) -> None:
    layers = (
        Overlay(selector="#veil", text="", covers=veil, opaque=False, box=(0, 0, 390, 844)),
        Overlay(selector="#ask", text="We use cookies. Accept all cookies?", covers=0.35, opaque=True, box=(0, 500, 390, 300)),
    )  # fmt: skip
    seen = rendered(document(BREAD), mobile=mobile(overlays=layers))
    told = [item.severity for item in report(seen, "book_call").findings if item.id == "friction.popup"]
    assert told == [severity]


@pytest.mark.parametrize(
    ("said", "checkable"),
    [
        ("Under 2024 nådde vi totalt 16 101 barn och unga.", False),
        ("500+ Nöjda Kunder", False),
        ("4 812 kunder enligt Kantar 2024", True),
        ('<a href="https://survey.example/2024">4 812 kunder i Lund</a>', True),
    ],
)
def test_ones_own_figure_is_a_claim_until_somebody_else_is_named(said: str, checkable: bool) -> None:
    html = document(f"<h1>Hjälp till barn i Lund</h1><p>{said}</p>", lang="sv")
    assert [item.specific for item in report(html, "other", lang="sv").reading.proofs] == [checkable]


@pytest.mark.parametrize(
    ("said", "proven"),
    [
        ("02 Analyse what customers use and read", False),
        ("1883 De första gästerna flyttar in.", False),
        ("Cirka 10 % av alla barn i Sverige växer upp så.", False),
        ("98 % av våra kunder kommer tillbaka.", True),
        ("1 883 gäster har bott här.", True),
    ],
)
def test_numbers_of_steps_of_old_years_and_of_a_whole_country_count_no_customers(
    said: str, proven: bool
) -> None:
    html = document(f"<h1>Hjälp till barn i Lund</h1><p>{said}</p>", lang="sv")
    assert bool(report(html, "other", lang="sv").reading.proofs) is proven


def test_the_verdict_names_no_cost_where_the_count_beside_it_is_none() -> None:
    told = report(rendered(document(BREAD)), "book_call")
    scored = replace(told.scores, overall=60, coverage=100)
    grave = [item for item in told.findings if item.severity is Severity.P1]
    hygiene = tuple(item for item in grave if question_of(item.id) is Question.HYGIENE)
    costly = tuple(item for item in grave if item not in hygiene)
    assert hygiene
    assert costly
    assert "often costs visitors" in verdict(replace(told, scores=scored, findings=costly[:1]))
    assert "Nothing that we measured stands in the way" in verdict(
        replace(told, scores=scored, findings=hygiene)
    )
    few = replace(told, scores=replace(scored, overall=40), findings=costly[:1])
    assert "Several" not in verdict(few), "one thing is not several"
