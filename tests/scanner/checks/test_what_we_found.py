"""An absence is told as what we looked for, and what others' files draw is judged only where they came."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import Layer
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import CHECKS, Check
from coldread.scanner.page.observations import FailedRequest
from coldread.scanner.reading.prices import says_free
from coldread.scanner.reading.read import reading_of
from coldread.scanner.report.markdown import report_md
from tests.scanner.seeing import (
    ENGLISH,
    SWEDISH,
    VIEWPORT,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    page,
    rendered,
    report,
    verdict,
)

SEARCHED = ("or in its source", "eller i dess källkod")


@pytest.mark.parametrize("row", [row for row in CHECKS if row.meta.nowhere], ids=lambda row: row.meta.id)
def test_what_stands_nowhere_is_told_as_what_we_looked_for(row: Check) -> None:
    """The owner knows the page by heart: “there is none” is false where we only did not see it."""
    for text in (row.meta.en, row.meta.sv):
        assert text is not None
        assert any(words in text.failure.lower() for words in SEARCHED), text.failure


WIDE = "<h1 id='h'>Bread for offices</h1>" + ENGLISH


def wide(kept: str, status: int = 0) -> Report:
    failed = (FailedRequest(url=kept, status=status, reason="net::ERR_NAME_NOT_RESOLVED"),)
    return report(
        rendered(
            document(WIDE, head=VIEWPORT), desktop=desktop(), mobile=mobile(scroll_width=900, failed=failed)
        )
    )


@pytest.mark.parametrize(
    ("kept", "status", "is_judged"),
    [
        ("https://cdn.example/bootstrap.min.css", 0, False),
        ("https://cdn.tailwindcss.com", 0, False),
        ("https://cdn.example/bootstrap.min.css", 404, True),  # visitors do not get it either
        ("https://fonts.example/css2?family=Inter", 0, True),
        ("https://cdn.example/bootstrap-icons.css", 0, True),
        ("https://use.fontawesome.com/releases/v5/css/all.css", 0, True),
        ("https://cdn.example/jquery.min.js", 0, True),
        ("https://cdn-images.mailchimp.com/embedcode/classic.css", 0, True),
    ],
)
def test_places_and_sizes_are_judged_where_the_styles_came(kept: str, status: int, is_judged: bool) -> None:
    told = wide(kept, status)
    laid_out = [row.meta.id for row in CHECKS if Layer.STYLES in row.meta.needs]
    assert len(laid_out) > 20
    assert any(item.id == "visual.overflow-x" for item in told.findings) is is_judged
    unseen = [name for name, why in told.not_measured.items() if why == "styles-unseen"]
    assert bool(unseen) is not is_judged
    assert set(unseen) <= set(laid_out) | {"a11y.color-contrast"}


def test_a_side_that_was_not_drawn_as_visitors_see_it_has_no_score() -> None:
    came, kept = wide("https://cdn.example/a.css", 404), wide("https://cdn.example/a.css")
    assert "| Visual design | not measured |" not in report_md(came)
    assert "| Visual design | not measured |" in report_md(kept)


def test_the_browser_s_own_letters_and_colours_are_not_told_as_the_page_s() -> None:
    line = drawn("#h", text="Bread for offices", font_family="Times New Roman", own_chars=17)
    kept = (FailedRequest(url="https://cdn.example/a.css", status=0, reason="net::ERR_FAILED"),)
    assert "Times New Roman" in report_md(report(rendered(document(WIDE), desktop=desktop(line))))
    told = report_md(report(rendered(document(WIDE), desktop=desktop(line, failed=kept))))
    assert "Times New Roman" not in told
    assert "https://cdn.example/a.css" in told


@pytest.mark.parametrize(
    ("said", "unit"),
    [
        ("Lunchbuffé 99:- Mån-fre 11–14", ""),
        ("Lunchbuffé 99:- mån – tors", ""),
        ("Medlemskap 99:- mån", "mån"),
        ("Medlemskap 99 kr/mån", "/mån"),
    ],
)
def test_monday_to_friday_is_no_month(said: str, unit: str) -> None:
    (price,) = reading_of(page(document(f"<h1>Mat i Malmö</h1><p>{said}</p>{SWEDISH}", lang="sv"))).prices
    assert price.unit.lower() == unit


def test_a_house_has_its_letter() -> None:
    told = reading_of(
        page(document(f"<h1>Mat</h1>{SWEDISH}<p>Drottninggatan 4A, 212 31 Malmö</p>", lang="sv"))
    )
    assert [one.value for one in told.contacts if one.kind == "address"] == ["Drottninggatan 4A"]


def test_an_icon_that_is_not_drawn_is_no_dead_link() -> None:
    links = "".join(f"<a id='a{n}' href='#'><i class='fa'></i></a>" for n in range(6))
    html = document(f"<h1>Bread</h1>{ENGLISH}<a href='/a'>About the oven</a><a href='/b'>The shop</a>{links}")
    shown = [drawn(f"#a{n}", box=(10.0 * n, 500.0, 20.0, 20.0)) for n in range(6)]
    gone = [drawn(f"#a{n}", box=(10.0 * n, 500.0, 0.0, 0.0)) for n in range(6)]
    assert finding("cta.dead-many", rendered(html, desktop=desktop(*shown)))
    assert not getattr(verdict("cta.dead-many", rendered(html, desktop=desktop(*gone))), "title", "")


def test_a_page_that_we_cut_off_weighs_more_than_that_and_its_files_are_not_called_broken() -> None:
    broken = (FailedRequest(url="/a.jpg", status=0, reason="net::ERR_CONTENT_LENGTH_MISMATCH"),)
    for caveats, title, listed in (
        ((), "Our browser loaded 12.0 MB for the page", True),
        (("budget-bytes",), "Our browser loaded more than 12 MB for the page", False),
    ):
        told = report(
            rendered(document(WIDE), desktop=desktop(bytes=12_000_000, failed=broken), caveats=caveats)
        )
        assert next(item.title for item in told.findings if item.id == "perf.bytes") == title
        assert any("/a.jpg" in one for one in told.facts["failed_requests"]) is listed


@pytest.mark.parametrize(
    "said", ["Date: August 11, Time: 9:00 AM Volunteers: 8:00 am", "Öppet 10.30 medlemmar 12.00"]
)
def test_a_time_counts_nobody(said: str) -> None:
    assert not [
        one
        for one in reading_of(page(document(f"<h1>Bread</h1><p>{said}</p>"))).proofs
        if one.kind == "count"
    ]


@pytest.mark.parametrize(
    ("said", "is_rung"),
    [("License # 015701501", False), ("Org nr: 070-123 45 67", False), ("Ring 070-123 45 67", True)],
)
def test_a_number_that_somebody_gave_the_firm_is_not_rung(said: str, is_rung: bool) -> None:
    told = reading_of(page(document(f"<h1>Bread</h1>{ENGLISH}<p>{said}</p>"))).contacts
    assert any(one.kind == "phone" for one in told) is is_rung


def test_free_play_is_nothing_that_is_given_away() -> None:
    for said, is_free in (("9:30 Free play outdoors", False), ("The tour is free.", True)):
        assert bool(says_free(page(document(f"<h1>Daycare</h1>{ENGLISH}<p>{said}</p>")))) is is_free


def test_the_home_page_is_never_the_step() -> None:
    html = document(
        f"<main><h1>Boxning i Malmö</h1>{SWEDISH}<a class='button' href='/'>Startsida</a></main>", lang="sv"
    )
    assert not page(html, "paid_signup").calls
    step = html.replace("Startsida", "Starta nu")
    assert page(step, "paid_signup").calls


def test_a_link_with_a_handler_in_it_is_not_dead() -> None:
    links = "".join(f"<a id='a{n}' href='#0' {{}}>Menu {n}</a>" for n in range(8))
    shown = [drawn(f"#a{n}", text=f"Menu {n}", box=(10.0 * n, 500.0, 60.0, 20.0)) for n in range(8)]
    for handler, is_dead in (("", True), ("onmouseover='open()'", False)):
        html = document(f"<h1>Bread</h1>{ENGLISH}<p>{links.format(*[handler] * 8)}</p>".replace("#0", "#"))
        told = verdict("cta.dead-many", rendered(html, desktop=desktop(*shown)))
        assert bool(getattr(told, "title", "")) is is_dead
