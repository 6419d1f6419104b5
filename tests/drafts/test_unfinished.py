"""A page that is not written yet gets questions and no versions; what stands for text to come is never used."""

from __future__ import annotations

import pytest

from coldread.drafts.spec import spec_md
from coldread.drafts.unfinished import is_mash
from coldread.scanner.page.observe.dom import Dom, read_dom
from coldread.scanner.page.observe.made_up import is_made_up_link, is_made_up_mail
from tests.drafts.test_spec import case
from tests.scanner.seeing import document

LATIN = "Nullam in dui mauris. Vivamus hendrerit arcu sed erat molestie vehicula. Phasellus molestie magna non est bibendum."
UNFINISHED = document(
    f"<main><h1>Super stor rubrik</h1><p>{LATIN}</p><h2>Tillsammans ger vi:</h2><p>495.000:-</p>"
    '<p>Kontakta oss på <a href="mailto:Fake.Mail@gmail.com">Fake.Mail@gmail.com</a></p></main>',
    head="<title>Julinsamlingen</title>",
    lang="",
)
SHOP = document(
    "<main><h1>LED-ringlampa 26 cm</h1><p>En lampa för den som filmar sig själv, med ställbart ljus.</p><p>Pris: 249 kr</p>"
    '<a href="https://www.amazon.se/dp/B08EXAMPLE">Köp på Amazon</a></main>',
    head="<title>Ringlampa</title>",
    lang="sv",
)


def test_an_unfinished_page_is_told_so_first_and_asked_what_it_is() -> None:
    told = case(UNFINISHED, lang="sv", goal="Fler som skänker pengar", primary_goal="other")
    text = spec_md(told)
    assert told.is_unfinished
    assert "**Sidan är inte klar.**" in text
    assert "”Super stor rubrik”" in text
    assert "”Fake.Mail@gmail.com”" in text
    assert "1. Vad erbjuder ni?" in text
    for word in ("Version A", "Behåll", "Avsnittens ordning", "av 100"):
        assert word not in text, word


def test_latin_never_decides_the_language_of_a_page() -> None:
    told = case(UNFINISHED, lang="sv", primary_goal="other")
    assert told.page is not None
    assert told.page.language == "sv"
    assert 'lang="la"' not in "".join(one.diff for one in told.mendings)


def test_an_address_that_nobody_filled_in_is_what_to_begin_with() -> None:
    told = case(SHOP, lang="sv", goal="Fler köp", primary_goal="other")
    text = spec_md(told)
    assert not told.is_unfinished
    assert "1. **”Köp på Amazon” (första skärmen) leder till" in text
    assert "aldrig fylldes i" in text


@pytest.mark.parametrize(
    ("href", "is_so"),
    [
        ("https://YOUR-BOOKING-LINK", True),
        ("https://calendly.com/your-link", True),
        ("https://www.amazon.se/dp/B08EXAMPLE", True),
        ("https://example.com/book", True),
        ("https://page.example/book", False),
        ("https://shop.example/find-your-size", False),
        ("/examples/one", False),
        ("https://shop.example/choose-your-store", False),
        ("/your-page-in-a-day", False),
        ("https://instagram.com/yourname", True),
    ],
)
def test_an_unfilled_address(href: str, is_so: bool) -> None:
    assert is_made_up_link(href) is is_so


@pytest.mark.parametrize(
    ("mail", "is_so"),
    [
        ("Fake.Mail@gmail.com", True),
        ("your.name@example.com", True),
        ("info@foretag.se", True),
        ("info@crestum.se", False),
        ("fakery@gmail.com", False),
        ("anna@page.example", False),
    ],
)
def test_a_made_up_mail(mail: str, is_so: bool) -> None:
    assert is_made_up_mail(mail) is is_so


def test_keys_struck_at_random_are_no_text() -> None:
    assert is_mash("fejsvnrjdknvj heuich yu gyug yugyui gyuigyuiyuieycft drt rt xer er yefuiop op o")
    assert not is_mash(
        "Vi utför västkustskt markarbete och världsomspännande kvalitetskontroll hos er i Göteborg varje vecka"
    )
    assert not is_mash(
        "The strengths of our benchmarks: lengths, widths, and eighths of an inch, measured twice"
    )


#: everything about it is wrong or missing that somebody could be tempted to make up
TEMPTING = document(
    "<h2>Avg. response time 9 seconds</h2><p>Biodlarna Jordbruksverket Kurser på SLU Allt om Biodling Tidningen Land.</p>"
    '<p>Vi säljer honung från egna kupor till dig som bor i Lund, och kör ut den varje lördag.</p><img src="/honung.jpg" width="10" height="10" alt="">'
    '<form action="/x"><label>E-post <input name="email"></label><label>Telefon * <input type="tel" name="tel" required></label>'
    "<button>Skicka</button></form><a href='#'>Läs mer</a><footer>© 2019 Biodlarna</footer>",
    head='<title>Hem</title><meta name="robots" content="noindex">',
    lang="sv",
)


@pytest.mark.parametrize("goal", ["book_call", "newsletter", "paid_signup", "demo", "other"])
def test_no_patch_chooses_a_word_an_address_or_a_picture_for_the_owner(goal: str) -> None:
    """Whatever a visitor, a searcher or a friend with whom it is shared reads stays as its owner wrote it."""
    told = case(TEMPTING, lang="sv", primary_goal=goal)
    assert told.mendings, "nothing was mended: the test proves nothing"
    for one in told.mendings:
        before, after = read_dom(one.source), read_dom(one.mended.text)
        assert after.body.text == before.body.text
        for tag in ("title", "h1", "h2", "button", "label", "img", "script", "a"):
            assert len(after.all(tag)) == len(before.all(tag)), tag
        assert _chosen(after) == _chosen(before)
        assert " style=" not in one.mended.text
    assert 'content="Biodlarna' not in spec_md(told)


def _chosen(dom: Dom) -> list[tuple[str, ...]]:
    """What a search result, a shared link or a press of a button shows."""
    return [
        (
            one.tag,
            one.content,
            *(one.attr(name) for name in ("href", "src", "alt", "content", "name", "required", "value")),
        )
        for one in dom.all("title", "h1", "h2", "meta", "button", "a", "img", "script")
        if one.attr("name") != "viewport"
    ]


def test_the_buyer_s_part_names_no_check_and_no_score() -> None:
    text = spec_md(
        case(
            UNFINISHED.replace(LATIN, "Vi samlar in pengar till dem som saknar hem.").replace(
                "Super stor rubrik", "Skänk en natts logi"
            ),
            lang="sv",
            primary_goal="other",
        )
    )
    buyers, appendix = text.split("## Till er utvecklare")
    assert "a11y.html-has-lang" not in buyers
    assert "a11y.html-has-lang" in appendix
    for word in ("av 100", "inget här är påhittat", "erfarenhet", "Beläggsplan", "Märken", "Cold-read"):
        assert word not in text, word
