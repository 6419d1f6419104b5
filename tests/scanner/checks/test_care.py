"""Whether somebody takes care of the page: what it says in two ways, what is unfinished, empty, cut or left untold."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import Finding, NotApplicable, NotMeasured, Severity
from coldread.scanner.page.observations import Overlay
from coldread.scanner.page.painted import Painted, TextOverText

from ..seeing import (
    ENGLISH,
    SWEDISH,
    VIEWPORT,
    button,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    rendered,
    verdict,
)


def told(check_id: str, body: str, goal: str = "book_call", lang: str = "en") -> bool:
    return isinstance(verdict(check_id, document(body, lang=lang), goal), Finding)


@pytest.mark.parametrize(
    ("body", "lang"),
    [
        ("<p>Engångskostnad. Inga månadsavgifter.</p><p>25 000 kr + 549 kr/mån</p>" + SWEDISH, "sv"),
        ("<p>A 30-minute call with us.</p><p>Then we sit with you for 90 minutes.</p>" + ENGLISH, "en"),
        ("<p>339+ Clients Served</p><p>We are proud of 500+ clients served.</p>" + ENGLISH, "en"),
        ("<h2>All Three Major Area Airports</h2><p>8+</p><p>Airports Served</p>" + ENGLISH, "en"),
        ("<p>26 000+ verifierade slutpriser</p><p>80 000+ verifierade slutpriser</p>" + SWEDISH, "sv"),
        ("<p>Founded in 1998 by two bakers.</p><p>Established 2004.</p>" + ENGLISH, "en"),
        (
            "<div><section><p>Mån–fre 8–17</p></section></div>"
            + SWEDISH
            + "<div><div><section><div><footer><p>Mån-fre 9.00–18.00</p></footer></div></section></div></div>",
            "sv",
        ),
    ],
)
def test_two_figures_for_one_thing_are_a_contradiction(body: str, lang: str) -> None:
    assert told("copy.contradiction", body, lang=lang)


@pytest.mark.parametrize(
    ("body", "lang"),
    [
        ("<p>Inga månadsavgifter.</p><p>25 000 kr</p>" + SWEDISH, "sv"),
        ("<p>No monthly fees. Competitors charge $99/month instead.</p>" + ENGLISH, "en"),
        ("<p>A 30-minute call with us.</p><p>The call of 30 minutes is free.</p>" + ENGLISH, "en"),
        ("<p>01</p><p>Tax resources</p><p>06</p><p>Tax resources</p>" + ENGLISH, "en"),
        ("<p>10+ years of baking.</p><p>25+ years of eating.</p>" + ENGLISH, "en"),
        ("<p>100+ members</p><p>over 110 members</p>" + ENGLISH, "en"),
        ("<ul><li>Mån–fre 8–17</li><li>Mån–fre 11–14</li></ul>" + SWEDISH, "sv"),
        ("<p>Founded in 1998 by two bakers.</p><p>Founded in 1998.</p>" + ENGLISH, "en"),
    ],
)
def test_figures_that_may_both_be_true_are_left_alone(body: str, lang: str) -> None:
    assert not told("copy.contradiction", body, lang=lang)


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("<footer><p>© Firma AB · Prototyp V5</p></footer>", Severity.P1),
        ("<footer><p>Webbplatsen används i utbildningssyfte för analys.</p></footer>", Severity.P1),
        ('<a href="#1">V1</a> <a href="#2">V2</a> <a href="#3">V3 favorit</a>', Severity.P1),
        ('<a href="https://www.facebook.com">Facebook</a>', Severity.P2),
    ],
)
def test_a_page_that_calls_itself_unfinished_is_left_over(body: str, severity: Severity) -> None:
    assert finding("copy.leftover", document(SWEDISH + body, lang="sv")).severity is severity


def test_ones_own_page_in_a_network_is_no_leftover() -> None:
    own = (
        '<a href="https://www.facebook.com/bageriet">Facebook</a><p>Vi har en prototyp av ugnen i köket.</p>'
    )
    assert not told("copy.leftover", SWEDISH + own, lang="sv")


def test_a_quotation_signed_as_a_placeholder_is_no_proof() -> None:
    quote = "<div><p>”Vi gick från siffror till rådgivning utan att anställa fler.”</p><p>Kund · Byråägare · placeholder</p></div>"
    assert finding("trust.proof-placeholder", document(SWEDISH + quote, lang="sv")).severity is Severity.P1


def test_a_button_to_a_list_that_is_empty() -> None:
    html = document(
        '<h1>Bilträffar i Kungsbacka</h1><a href="#next">Nästa träff</a>'
        f'<section id="next"><h2>Träffar</h2><p>Det är tyst just nu, inga inplanerade träffar.</p></section>{SWEDISH}',
        lang="sv",
    )
    look = rendered(html, button("body > a", "Nästa träff"))
    told_of = finding("copy.empty-part", look, "other")
    assert told_of.severity is Severity.P1
    assert "inga inplanerade träffar" in told_of.title


def test_a_heading_with_nothing_below_it() -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}<h2>Our team</h2><div></div><h2>Prices</h2>{ENGLISH}")
    heads = [
        drawn("body > h1", text="Bread", box=(0.0, 0.0, 600.0, 60.0)),
        drawn("body > h2:nth-of-type(1)", text="Our team", box=(0.0, 300.0, 600.0, 40.0)),
    ]
    far = drawn("body > h2:nth-of-type(2)", text="Prices", box=(0.0, 700.0, 600.0, 40.0))
    near = drawn("body > h2:nth-of-type(2)", text="Prices", box=(0.0, 345.0, 600.0, 40.0))
    assert "Our team" in finding("copy.empty-part", rendered(html, *heads, far)).title
    assert verdict("copy.empty-part", rendered(html, *heads, near)) is None


def test_words_and_stops_that_stand_twice() -> None:
    assert told("copy.spelling", ENGLISH + "<p>If you prefer to to explore a bit further, do.</p>")
    assert told("copy.spelling", SWEDISH + "<p>Skapande har varit en stor del av mitt liv. .</p>", lang="sv")
    assert not told("copy.spelling", ENGLISH + "<p>What it is is bread. And so on...</p>")


def _phone(*items: object, **more: object) -> dict[str, object]:
    return {"mobile": mobile(*items, **more), "desktop": desktop()}  # type: ignore[arg-type]


def test_a_button_that_the_edge_of_the_phone_cuts() -> None:
    html = document(f"<h1>Trays</h1>{ENGLISH}<button>Add</button><button>Next</button>")
    cut = button("body > button:nth-of-type(1)", "Add", box=(335.0, 900.0, 80.0, 30.0))
    whole = button("body > button:nth-of-type(1)", "Add", box=(300.0, 900.0, 80.0, 30.0))
    beside = button("body > button:nth-of-type(2)", "Next", box=(430.0, 900.0, 80.0, 30.0))
    assert "“Add”" in finding("cta.cut-off", rendered(html, **_phone(cut))).title
    assert verdict("cta.cut-off", rendered(html, **_phone(whole))) is None
    assert verdict("cta.cut-off", rendered(html, **_phone(cut, beside))) is None, "a row to swipe"


def test_a_phone_that_makes_room_for_what_is_too_wide() -> None:
    html = document(f"<header>Bread</header>{ENGLISH}", head=VIEWPORT)
    bar = Overlay(
        selector="body > header", text="Bread", covers=0.08, opaque=True, box=(0.0, 0.0, 539.0, 87.0)
    )
    fits = Overlay(
        selector="body > header", text="Bread", covers=0.08, opaque=True, box=(0.0, 0.0, 390.0, 87.0)
    )
    assert "149 px" in finding("visual.overflow-x", rendered(html, **_phone(overlays=(bar,)))).title
    assert verdict("visual.overflow-x", rendered(html, **_phone(overlays=(fits,)))) is None


def test_a_trade_without_a_picture() -> None:
    text = "<h1>Brudbuketter i Umeå</h1>" + SWEDISH
    assert finding("trust.no-pictures", rendered(document(text, lang="sv"))).severity is Severity.INFO
    shown = document(text + '<img src="bukett.jpg" alt="">', lang="sv")
    picture = drawn("body > img", box=(0.0, 0.0, 400.0, 300.0))
    assert verdict("trust.no-pictures", rendered(shown, picture)) is None
    used = document("<h1>En app för brudbuketter</h1>" + SWEDISH, lang="sv")
    assert isinstance(verdict("trust.no-pictures", rendered(used)), NotApplicable)
    styled = document(text, head='<link rel="stylesheet" href="style.css">', lang="sv")
    behind = drawn("body", background_image=True, box=(0.0, 0.0, 1366.0, 600.0))
    assert isinstance(verdict("trust.no-pictures", rendered(styled, behind)), NotMeasured)


def test_a_price_behind_a_closed_question() -> None:
    closed = "<details><summary>What does it cost?</summary><p>From £850 for a report.</p></details>"
    opened = closed.replace("<details>", "<details open>")
    assert "£850" in finding("trust.price-hidden", rendered(document(ENGLISH + closed))).title
    assert verdict("trust.price-hidden", rendered(document(ENGLISH + opened))) is None


def test_a_trial_whose_end_is_untold() -> None:
    offer = "<h1>Drafts for your mail</h1><a href='/start'>Start your free trial</a>"
    assert told("trust.trial-terms", offer + ENGLISH, "paid_signup")
    assert not told("trust.trial-terms", offer + "<p>No credit card needed.</p>" + ENGLISH, "paid_signup")
    assert not told("trust.trial-terms", "<h1>Bread</h1>" + ENGLISH, "paid_signup")


def test_goods_without_a_word_about_delivery() -> None:
    shop = "<h1>Boken om huset</h1><a class='btn' href='/kassa' style='background:#000;padding:9px'>Köp boken</a>"
    assert told("trust.delivery-untold", shop + "<p>Inbunden, 200 sidor.</p>", "paid_signup", "sv")
    assert not told("trust.delivery-untold", shop + "<p>Frakten kostar 49 kr.</p>", "paid_signup", "sv")


def test_links_under_different_headings_that_lead_to_one_page() -> None:
    cards = "".join(
        f"<div><h3>Article {number}</h3><a href='/blog'>Read more</a></div>"
        for number in ("one", "two", "three")
    )
    own = cards.replace(
        "'/blog'>Read more</a></div><div><h3>Article two", "'/one'>Read more</a></div><div><h3>Article two"
    )
    assert "same page" in finding("cta.vague-many", document(ENGLISH + cards)).title
    assert "only say" in finding("cta.vague-many", document(ENGLISH + own)).title


def test_a_button_that_leads_to_itself() -> None:
    html = document(
        "<h1>Rapporter</h1><a href='#cta' style='background:#000;padding:9px'>Boka demo</a>"
        f"{SWEDISH}<section id='cta'><h2>Boka en demo</h2><a href='#cta'>Boka demo</a></section>",
        lang="sv",
    )
    assert finding("cta.behind-mismatch", html, "demo").severity is Severity.P1


# what strangers called wrong


def test_one_step_under_two_buttons_does_not_compete() -> None:
    html = document(
        '<header><a href="/demo">Book demo</a></header><h1>Bread</h1><a href="/demo">Book a demo</a>'
        f'<a href="/video">See it</a><button role="tab">Reports</button>{ENGLISH}'
    )
    steps = [
        button("body > header > a", "Book demo"),
        button("body > a:nth-of-type(1)", "Book a demo"),
        button("body > a:nth-of-type(2)", "See it"),
        button("body > button", "Reports"),
    ]
    assert verdict("cta.competing", rendered(html, *steps)) is None
    other = html.replace('href="/demo">Book a demo', 'href="/buy">Buy it')
    assert finding("cta.competing", rendered(other, *steps)).count == 3


def test_a_drawer_beside_the_window_does_not_compete() -> None:
    html = document(
        f'<h1>Bread</h1><a href="/a">Shop</a><a href="/b">Cleanse</a>{ENGLISH}<a href="/c">Order</a>'
    )
    places = [(40.0, 300.0), (300.0, 300.0), (1411.0, 600.0)]
    rows = [
        button(f"body > a:nth-of-type({number})", "Shop", box=(x, y, 200.0, 48.0))
        for number, (x, y) in enumerate(places, start=1)
    ]
    assert verdict("cta.competing", rendered(html, *rows)) is None


@pytest.mark.parametrize("price", ["₹2,499", "CHF 90", "10–12% / per booking", "90 zł"])
def test_a_price_in_any_money_is_a_price(price: str) -> None:
    html = document(f"<h1>Homes that run themselves</h1><p>{price}</p>" + ENGLISH)
    assert verdict("trust.price-absent", html) is None


def test_a_share_that_others_take_is_no_price() -> None:
    html = document("<h1>Homes that run themselves</h1><p>They take 15% commission.</p>" + ENGLISH)
    assert isinstance(verdict("trust.price-absent", html), Finding)


@pytest.mark.parametrize(
    "line",
    [
        "Teams play five matches (85% Handicap).</p><p>Matches use 50% handicap (rounded down).",
        "#1 of 90 restaurants in town, Tripadvisor</p><p>#1 of 90 restaurants in town.",
    ],
)
def test_figures_that_claim_nothing(line: str) -> None:
    assert not told("trust.claims-unsupported", f"<h1>The Pheasant</h1><p>{line}</p>" + ENGLISH, "other")


def test_a_club_is_not_asked_for_customers() -> None:
    club = document("<h1>Kidderminster Chess Club</h1>" + ENGLISH)
    assert isinstance(verdict("trust.no-proof", club, "other"), NotApplicable)
    assert isinstance(verdict("clarity.offer-unclear", club, "other"), Finding) is False


def test_software_is_not_asked_where_it_is() -> None:
    body = "<h1>Beställningar för din pizzeria</h1><a href='tel:031123456'>Ring</a>" + SWEDISH
    assert isinstance(verdict("clarity.place-absent", document(body, lang="sv"), "demo"), NotApplicable)


def test_a_label_that_nothing_links_is_a_label() -> None:
    beside = '<form action="/go"><div><label>Full name</label><input type="text" placeholder="Your name"></div></form>'
    bare = '<form action="/go"><div><input type="text" placeholder="Your name"></div></form>'
    assert finding("form.placeholder-as-label", document(ENGLISH + beside)).severity is Severity.INFO
    assert finding("form.placeholder-as-label", document(ENGLISH + bare)).severity is Severity.P2


def test_large_letters_that_end_where_the_next_line_begins_do_not_overlap() -> None:
    html = document(f"<h1>House</h1><p>A story.</p>{ENGLISH}")
    heading = drawn("body > h1", text="House", box=(100.0, 320.0, 1000.0, 120.0), font_size=120.0)
    shared = TextOverText(selector="body > p", other="body > h1", box=(100.0, 444.0, 400.0, 16.0))
    for top, lies in ((440.0, False), (400.0, True)):
        line = drawn("body > p", text="A story.", box=(100.0, top, 400.0, 54.0))
        view = desktop(heading, line, painted=Painted(reached=2000, overlapping=(shared,)))
        look = rendered(html, heading, line, desktop=view)
        assert isinstance(verdict("visual.text-overlap", look), Finding) is lies


def test_the_finding_says_where_the_offer_stands() -> None:
    filler = "<p>Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor</p>" * 3
    said = "<p>Vi hyr ut lägenheter i Umeå till studenter.</p>"
    html = document(f"<h1>Trygghet i vardagen</h1>{said}{filler}", lang="sv")
    told = finding("clarity.offer-unclear", html)
    assert "smaller lines near it do" in told.title
