"""What a report says is said as the page shows it: lines of letters, ranges, only what is missing, the file's own name."""

from __future__ import annotations

import pytest

from coldread.scanner.engine import review
from coldread.scanner.page.observations import FailedRequest
from coldread.scanner.patch.make_patches import file_name_of
from coldread.scanner.reading.places import places_in
from coldread.scanner.reading.self_praise import _RESULT
from tests.scanner.seeing import ENGLISH, brief, desktop, document, drawn, finding, rendered, verdict

LETTERS = "".join(f"<b>{one}</b>" for one in "Sites that win")
LINES = f"<h1><span>{LETTERS}</span><span>more buyers</span></h1>"


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("Sites that win more buyers", "Sites that win more buyers"),
        ("SITES THAT WIN MORE BUYERS", "Sites that win more buyers"),
        ("Sites that win", "Sites that winmore buyers"),
    ],
)
def test_lines_whose_letters_a_script_has_split_are_as_far_apart_as_they_are_drawn(
    shown: str, told: str
) -> None:
    html = document(f"<main>{LINES}{ENGLISH}</main>")
    seen = rendered(html, desktop=desktop(drawn("body > main > h1", tag="h1", text=shown, own_chars=0)))
    assert seen.dom.by_selector["body > main > h1"].text == told


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Homes achieve 50-70% lower costs", "50-70%"),
        ("Homes achieve 50–70 % lower costs", "50–70 %"),
        ("70% lower costs", "70%"),
    ],
)
def test_a_range_is_quoted_whole(text: str, quoted: str) -> None:
    found = _RESULT.search(text)
    assert found is not None
    assert found[0] == quoted


def test_only_what_is_missing_of_a_shared_link_is_asked_for() -> None:
    titled = '<meta property="og:title" content="Bread">'
    assert "og:title" not in finding("social.og", document(ENGLISH, head=titled)).fix.summary
    neither = finding("social.og", document(ENGLISH)).fix.summary
    assert "og:title" in neither
    assert "og:image" in neither
    assert (
        verdict("social.og", document(ENGLISH, head=f'{titled}<meta property="og:image" content="/a.png">'))
        is None
    )


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://bread.example/faq.html", "faq.html"),
        ("https://bread.example/om%20oss.html", "index.html"),
        ("https://bread.example/", "index.html"),
        ("https://bread.example/prices", "index.html"),
        ("https://bread.example/../../etc/x.html", "x.html"),
    ],
)
def test_a_patch_bears_the_name_that_the_address_has(url: str, name: str) -> None:
    assert file_name_of(url) == name


@pytest.mark.parametrize(
    ("address", "is_told"),
    [
        ("https://cdn.other.test/app.js", True),
        ("https://cdn.other.test/page.css", True),
        ("https://gc.zgo.at/count.js", False),
        ("https://www.googletagmanager.com/gtag/js?id=1.js", False),
    ],
)
def test_what_only_counts_visitors_is_not_said_to_be_missing(address: str, is_told: bool) -> None:
    away = FailedRequest(url=address, status=0, reason="net::ERR_NAME_NOT_RESOLVED")
    report = review(
        rendered(document(f"<h1>Bread</h1>{ENGLISH}"), desktop=desktop(failed=(away,))), brief("book_call")
    )
    assert any("did not come to us" in told for told in report.caveats) is is_told


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Scripted in Al Qaeda Ink", []),
        ("Arkitekter med licens i TEE sedan länge", []),
        ("We bake in Heberg every night", ["Heberg"]),
        ("Vi bakar i Vessigebro varje natt", ["Vessigebro"]),
        ("Bread in Little Snoring", ["Little Snoring"]),
    ],
)
def test_a_title_and_a_register_are_no_places(text: str, places: list[str]) -> None:
    assert [one.name for one in places_in(text) if one.by == "capital"] == places
