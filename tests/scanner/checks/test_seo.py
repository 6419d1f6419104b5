"""Search and sharing: what machines are told."""

from __future__ import annotations

import pytest

from coldread.base.incoming.hosts import registrable_domain
from coldread.scanner.judge.finding import Finding

from ..seeing import ENGLISH, document, finding, seen, verdict


@pytest.mark.parametrize(
    ("title", "severity"), [("", "P1"), ("Home", "P2"), ("x" * 10, None), ("x" * 65, None), ("x" * 66, "P2")]
)
def test_a_title_has_ten_to_sixty_five_characters(title: str, severity: str | None) -> None:
    answer = verdict("seo.title", document(ENGLISH, head=f"<title>{title}</title>"))
    assert getattr(answer, "severity", None) == severity


def test_the_title_of_a_picture_is_not_the_pages() -> None:
    assert finding("seo.title", document("<svg><title>A long enough title</title></svg>")).severity == "P1"


@pytest.mark.parametrize(("length", "found"), [(0, True), (49, True), (50, False), (170, False), (171, True)])
def test_a_description_has_fifty_to_a_hundred_and_seventy_characters(length: int, found: bool) -> None:
    html = document(ENGLISH, head=f'<meta name="description" content="{"x" * length}">')
    assert (verdict("seo.meta-description", html) is not None) is found


@pytest.mark.parametrize(
    ("head", "header", "found"),
    [
        ('<meta name="robots" content="noindex">', "", True),
        ('<meta name="robots" content="none">', "", True),
        ('<meta name="googlebot" content="follow, NOINDEX">', "", True),
        ("", "noindex, nofollow", True),
        ("", "googlebot: noindex", True),
        ('<meta name="robots" content="index, follow, max-image-preview:none">', "", False),
        ("", "", False),
    ],
)
def test_a_page_that_asks_not_to_be_found_is_listed(head: str, header: str, found: bool) -> None:
    headers = (("x-robots-tag", header),) if header else ()
    answer = verdict("seo.noindex", seen(document(ENGLISH, head=head), headers=headers))
    assert (answer is not None) is found
    if answer is not None:
        assert isinstance(answer, Finding)
        assert (answer.severity, answer.confidence) == ("P1", 0.5)
        assert answer.title == "The page asks search engines to leave it out (noindex)"
        assert "may be intended" in answer.why


@pytest.mark.parametrize(
    ("href", "severity"),
    [
        ("", "P2"),
        ("/", None),
        ("https://page.example/", None),
        ("https://www.page.example/x", None),
        ("https://shop.page.example/", None),
        ("https://other.example/", "P1"),
    ],
)
def test_the_canonical_address_belongs_to_the_same_owner(href: str, severity: str | None) -> None:
    html = document(ENGLISH, head=f'<link rel="canonical" href="{href}">')
    assert getattr(verdict("seo.canonical", html), "severity", None) == severity


def test_an_allow_listed_host_may_have_any_canonical_address_but_must_have_one() -> None:
    foreign = document(ENGLISH, head='<link rel="canonical" href="https://other.example/">')
    assert verdict("seo.canonical", seen(foreign, allow_listed=True)) is None
    assert finding("seo.canonical", seen(document(ENGLISH), allow_listed=True)).severity == "P2"


@pytest.mark.parametrize(
    ("host", "owner"),
    [
        ("www.page.example", "page.example"),
        ("a.b.co.uk", "b.co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
    ],
)
def test_a_host_belongs_to_its_registrable_domain(host: str, owner: str) -> None:
    assert registrable_domain(host) == owner


@pytest.mark.parametrize(
    ("head", "missing"),
    [
        ("", "og:title, og:image"),
        ('<meta property="og:title" content="x">', "og:image"),
        ('<meta property="og:title" content="x"><meta property="og:image" content="">', "og:image"),
    ],
)
def test_a_shared_link_needs_title_and_picture(head: str, missing: str) -> None:
    assert finding("social.og", document(ENGLISH, head=head)).evidence[0].value == missing


def test_a_complete_preview_is_fine() -> None:
    head = '<meta content="x" property="og:title"><meta property="og:image:url" content="/a.png">'
    assert verdict("social.og", document(ENGLISH, head=head)) is None
