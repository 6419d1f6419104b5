"""The first screen in a copywriter's frames: at most three, each whole, each of what is sure, and no word invented."""

from __future__ import annotations

import pytest

from coldread.drafts.case import Case
from coldread.drafts.frames import first_screens
from coldread.drafts.marks import marks_in
from coldread.drafts.promises import promises
from coldread.drafts.proposals import FirstScreen
from coldread.drafts.slots import Slots, as_question, is_strange, plain_answer
from coldread.drafts.sold import goal_things
from coldread.drafts.spec import spec_md
from coldread.scanner.page.page import Page
from tests.drafts.test_nothing_false import owners
from tests.drafts.test_ordered import made
from tests.scanner.seeing import document, site

ROOFS = document(
    '<header><a href="tel:+46701740605">070-174 06 05</a></header><main><section><h1>Tak som håller</h1>'
    '<p>Vi är ditt lokala team med lång erfarenhet.</p><a class="btn" href="#kontakt">Begär offert</a></section>'
    "<section><h2>Nytt tak</h2><p>Vi lägger plåttak, tegeltak och papptak på villor i Umeå och Vännäs.</p>"
    "<p>10 års garanti på arbetet.</p></section><section><h2>Så säger kunderna</h2><blockquote>"
    '<p>"De kom när de sa och priset blev det vi hade avtalat."</p><footer>Karin Lind, Ersboda</footer></blockquote></section>'
    '<section id="kontakt"><form action="/s" method="post"><label>Namn<input name="n"></label><label>E-post<input type="email" name="e"></label>'
    "<button>Skicka</button></form></section></main>",
    lang="sv",
    head="<title>Nordtak – Takläggare i Umeå</title>",
)
BAKERS = document(
    '<main><section><h1>Bake smarter.</h1><p>The future of bread is here.</p><a class="btn" href="/demo">Book a demo</a></section>'
    "<section><h2>No more lost order slips</h2><p>Loafly collects every wholesale order in one list, so the night shift knows what to bake.</p>"
    "<p>From £29 a month. Cancel any time.</p></section><section><blockquote><p>“We stopped losing orders in the first week.”</p>"
    "<footer>{who}</footer></blockquote></section></main>",
    head="<title>Loafly | Order management for bakeries</title>",
)


def roofs() -> list[FirstScreen]:
    audience = "villaägare i Umeå som behöver byta tak"
    return first_screens(made(ROOFS, goal="Fler offertförfrågningar", audience=audience, lang="sv"))


def bakers(who: str = "Tom Reed, Reed &amp; Sons Bakery") -> list[FirstScreen]:
    html = BAKERS.replace("{who}", who)
    return first_screens(made(html, goal="More demo bookings", audience="owners of small bakeries who want fewer mistakes", primary_goal="demo"))  # fmt: skip


@pytest.mark.parametrize(
    "name", ["bad_en", "bad_sv", "calls_en", "signup_en", "demo_sv", "newsletter_sv", "sample_en"]
)
def test_no_two_versions_share_a_headline_or_a_line_and_none_has_a_gap_above_its_button(name: str) -> None:
    found = first_screens(made(site(name), lang="sv" if name.endswith("sv") else "en", primary_goal="demo"))
    assert len(found) <= 3
    assert len({one.headline for one in found}) == len({one.subhead for one in found}) == len(found)
    for one in found:
        assert one.headline
        assert one.subhead
        assert one.why == "why_voice_to_come" or not marks_in(f"{one.headline} {one.subhead} {one.button}")


def test_the_plain_one_says_what_for_whom_and_where_and_the_quote_is_signed() -> None:
    found = {one.why: one for one in roofs()}
    assert found["why_plain"].headline == "Takläggare för villaägare i Umeå"
    assert (
        found["why_quote"].headline == "”De kom när de sa och priset blev det vi hade avtalat.” – Karin Lind"
    )
    assert "Karin" not in found["why_quote"].subhead, "who signs does not speak the line below"
    assert found["why_plain"].below == "10 års garanti på arbetet · Eller ring 070-174 06 05"
    assert not any(marks_in(f"{one.headline} {one.subhead} {one.below}") for one in found.values())


def test_a_line_that_says_nothing_gives_way_to_one_that_does() -> None:
    assert all("future of bread" not in one.subhead for one in bakers())
    assert any(one.headline == "Order management for bakeries" for one in bakers())


@pytest.mark.parametrize("who", ["Business Owner, Leeds", "Loafly team"])
def test_only_somebody_by_name_leads(who: str) -> None:
    assert any(one.why == "why_quote" for one in bakers())
    assert not any(one.why == "why_quote" for one in bakers(who))


@pytest.mark.parametrize(
    ("audience", "lang", "asked"),
    [
        ("Parents who want their children to swim", "en", "Want your children to swim?"),
        ("Couples looking for a quiet dinner, mostly locals", "en", "Looking for a quiet dinner?"),
        ("Founders who are tired of spreadsheets", "en", "Tired of spreadsheets?"),
        ("Freelancers who feel overwhelmed at home", "en", "Feeling overwhelmed at home?"),
        (
            "Företag som behöver hjälp med integrationer bokar ett samtal",
            "sv",
            "Behöver du hjälp med integrationer?",
        ),
        ("Owners of small bakeries", "en", ""),
        ("People who want what they had when he was here", "en", ""),
        ("Ungdomar i Nyköping som vill börja åka skateboard", "sv", "Vill du börja åka skateboard?"),
        ("Par som vill gifta sig på sin gård", "sv", "Vill du gifta dig på din gård?"),
        ("Motionärer som har ont i ryggen", "sv", "Har du ont i ryggen?"),
        ("Småföretagare som är nyfikna på AI men inte kommit igång", "sv", "Nyfiken på AI?"),
        ("Föräldrar som inte vill att de ska frysa", "sv", ""),
    ],
)
def test_a_wish_of_the_readers_becomes_a_question_or_nothing(audience: str, lang: str, asked: str) -> None:
    assert as_question(audience, lang) == asked


def test_several_are_asked_as_several() -> None:
    assert as_question("Föreningar som vill laga sitt tak", "sv", plural=True) == "Vill ni laga ert tak?"


def test_a_name_and_a_foreign_word_are_no_thing_that_is_sold() -> None:
    assert is_strange("Dylan Bucher")
    assert is_strange("OONX attorneys")
    assert not is_strange("presentbutik")
    assert not is_strange("AI-telefonassistent")


def test_an_answer_stands_without_its_yes_or_no() -> None:
    assert plain_answer("Nej, ingen bindningstid.") == "Ingen bindningstid"
    assert plain_answer("No-obligation quote") == "No-obligation quote"
    assert plain_answer("Free consultation, no fee (212) 300-3191") == "Free consultation, no fee"


def test_a_page_in_a_language_that_we_do_not_write_keeps_its_own_words() -> None:
    html = document(
        "<main><h1>Des fleurs fraîches chaque matin pour votre maison</h1><p>Nous livrons des bouquets de saison dans toute la ville "
        "et nous choisissons chaque fleur avec nos producteurs.</p><a href='/commande'>Commander un bouquet</a></main>",
        lang="fr",
        head="<title>Fleurs de Lyon</title>",
    )
    found = first_screens(made(html, goal="More orders", audience="people in Lyon"))
    assert all(
        one.why in ("why_kept", "why_kept_line", "why_under", "why_line", "why_named") for one in found
    )


def test_a_gap_says_what_belongs_there_and_none_stands_for_what_the_page_has() -> None:
    html = document(
        '<main><h1>Fitted kitchens in Leeds</h1><p>We build kitchens for old houses in Leeds and York.</p><a class="btn" href="#c">Get a quote</a>'
        "<section><h2>Our services</h2><h3>Wall units</h3><p>Drawn for rooms that have no right angle.</p><h3>Oak worktops</h3><p>Oiled by hand.</p></section>"
        '<section id="c"><form action="/s" method="post"><label>Name<input name="n"></label><button>Send</button></form></section>{more}</main>',
        head="<title>Oakline – Fitted kitchens in Leeds</title>",
    )
    asked = {"goal": "More quote requests", "audience": "home owners in Leeds"}
    bare = spec_md(made(html.replace("{more}", ""), **asked))
    assert "⟦how soon you answer, e.g. a price within two days⟧" in bare
    told = spec_md(made(html.replace("{more}", "<p>You hear from us within 24 hours.</p>"), **asked))
    assert "⟦how soon you answer" not in told


@pytest.mark.parametrize("greeting", ["Welcome to ", "Welcome! "])
def test_a_headline_stays_without_its_greeting(greeting: str) -> None:
    html = document(
        f"<main><h1>{greeting}Baker Street Bread in Hull</h1><p>We bake sourdough bread and buns every morning in Hull.</p></main>",
        head="<title>Baker Street Bread</title>",
    )
    heads = [one.headline for one in first_screens(made(html, goal="More visitors to the shop"))]
    assert "Baker Street Bread in Hull" in heads
    assert not any("Welcome" in head for head in heads)


def grill(said: str, **more: str) -> str:
    html = document(
        f'<main><section><h1>The Heart &amp; Plate</h1><p>{said}</p><a class="btn" href="/order">Order online</a></section></main>',
        head="<title>The Heart &amp; Plate</title>",
    )
    return owners(made(html, goal="I want people to order food online", audience="families nearby", **more))


def test_one_word_before_a_comma_is_not_what_is_sold() -> None:
    told = grill("We are a small, family-run restaurant with a kitchen that closes late on every evening.")
    assert "**Headline:** Small" not in told


def test_the_goal_is_quoted_and_not_put_into_our_own_mouth() -> None:
    told = grill("Warm dishes from the oven for everybody who comes home late and hungry in the evening.")
    assert "Your goal, in your words: “I want people to order food online”." in told


def test_a_price_that_begins_with_from_is_told_so_once() -> None:
    html = document(
        '<main><section><h1>Dog grooming with care</h1><p>We wash, cut and dry dogs of every kind in our salon.</p><a class="btn" href="#book">Book now</a></section>'
        "<section><h2>Prices</h2><p>From £30</p><p>From £45</p></section></main>",
        head="<title>Anabel – Dog grooming</title>",
    )
    told = owners(made(html, goal="More people who book a time", audience="dog owners"))
    assert "£30" in told
    assert "From From" not in told


def test_a_number_that_nobody_has_is_the_first_thing_to_mend_and_stands_under_no_button() -> None:
    html = document(
        '<main><section><h1>Dog grooming with care</h1><p>We wash, cut and dry dogs of every kind in our salon.</p><a class="btn" href="#book">Book now</a></section>'
        "<section><h2>Find us</h2><p>Call <a href='tel:+441234567890'>01234 567890</a></p><p>123 High Street, Your City, YC1 2AB</p>"
        "<p>Monday 9:00 AM - 5:00 PM</p><p>Tuesday 9:00 AM - 6:00 PM</p></section></main>",
        head="<title>Anabel – Dog grooming</title>",
    )
    told = owners(made(html, goal="More people who call us", audience="dog owners"))
    first = told.partition("\n1. ")[2].partition("\n")[0]
    assert "Nobody can reach you by “+441234567890”: it is made up." in first
    versions = told.partition("## The first screen, rewritten")[2].partition("\n## ")[0]
    assert "01234" not in versions
    assert "Monday" not in told, "one day of a week is not when they are open"
    assert "Your City" not in told


def test_nobody_is_asked_what_they_thought_of_what_is_not_there_yet() -> None:
    html = document(
        "<main><section><h1>A search for clothes of natural fibre</h1><p>Find linen and wool without reading every label in the shop.</p>"
        '<form action="/s" method="post"><label>E-mail<input type="email" name="e"></label><button>Join the waiting list</button></form></section></main>',
        head="<title>naturalonly – natural fibre search</title>",
    )
    told = owners(made(html, goal="More people on the waiting list", audience="people who read labels", primary_goal="newsletter"))  # fmt: skip
    assert "Write to" not in told


def test_words_that_were_never_written_are_one_change() -> None:
    html = document(
        '<main><section><h1>Grill by the harbour</h1><p>Burgers from the coals for families that come home late.</p><a class="btn" href="/order">Order</a></section>'
        "<section><h2>Tasters</h2><h3>Placeholder</h3><p>Placeholder</p><h3>Placeholder</h3><p>Placeholder</p></section></main>",
        head="<title>Grill by the harbour</title>",
    )
    told = owners(made(html, goal="More orders", audience="families nearby", primary_goal="paid_signup"))
    changes = told.partition("## The changes that matter most")[2].partition("\n## ")[0]
    assert changes.count("“Placeholder”") == 1


# What is sold, and where it is found


def page_of(first: str, more: str = "", *, title: str, lang: str = "en") -> str:
    return document(
        f"<main><section>{first}</section>{more}</main>", lang=lang, head=f"<title>{title}</title>"
    )


CAR_WASH = page_of(
    '<h1>Prima Bilvård</h1><p>Där glans möter elegans</p><a class="btn" href="#boka">Boka din tid nu</a>',
    "<section><h2>Våra tjänster</h2><h3>Utvändig handtvätt</h3><p>Vi tvättar lacken för hand med mjuka svampar.</p><span>Från 199 kr</span>"
    "<h3>Invändig tvätt</h3><p>Vi dammsuger hela kupén och putsar rutorna.</p><span>Från 249 kr</span></section>"
    '<section id="boka"><h2>Boka</h2><form action="/s" method="post"><label>Namn<input name="n"></label><button>Boka</button></form></section>',
    title="Prima Bilvård – biltvätt i Kristianstad",
    lang="sv",
)


def test_the_order_names_what_is_sold_and_the_services_and_their_lowest_price_stand_below() -> None:
    goal = "Att folk bokar tid för biltvätt eller rekond direkt på sidan"
    one, other = first_screens(made(CAR_WASH, goal=goal, audience="bilägare i Kristianstad", lang="sv", primary_goal="book_call"))  # fmt: skip
    assert one.headline.startswith("Biltvätt")
    assert one.subhead == "Utvändig handtvätt och invändig tvätt. Från 199 kr."
    assert one.button == other.button == "Boka din tid nu"
    assert other.headline == "”⟦en mening av någon som har prövat⟧” – ⟦namn⟧"
    assert other.subhead == f"{one.headline}."


@pytest.mark.parametrize(
    ("goal", "lang", "things"),
    [
        ("Att folk bokar tid för biltvätt eller rekond direkt på sidan", "sv", ["biltvätt", "rekond"]),
        ("Att företag som behöver hjälp med system eller integrationer bokar ett samtal", "sv", ["system", "integrationer"]),
        ("More enquiries about system integration from our site", "en", ["system integration"]),
        ("I want Substack writers to install the Chrome extension", "en", ["Chrome extension"]),
        ("More people in the shop", "en", []),
    ],
)  # fmt: skip
def test_what_an_order_wants_to_be_booked_or_asked_about(goal: str, lang: str, things: list[str]) -> None:
    assert goal_things(goal, lang) == things


def test_a_line_below_a_name_that_says_what_it_is_leads() -> None:
    html = page_of(
        "<h1>naturalonly</h1><p>The search engine for 100% natural fiber clothing. No synthetics. No blends. Ever.</p>"
        '<a class="btn" href="#list">Get early access</a>',
        '<section id="list"><h2>Be first in line</h2><form action="/s" method="post"><input type="email" name="e"><button>Notify me</button></form></section>',
        title="naturalonly",
    )
    audience = "people who only want natural fibers and are tired of checking labels"
    found = {one.why: one for one in first_screens(made(html, goal="Get people on the waiting list", audience=audience, primary_goal="newsletter"))}  # fmt: skip
    assert found["why_described"].headline == "The search engine for 100% natural fiber clothing"
    assert found["why_described"].subhead == "No synthetics. No blends. Ever."
    assert found["why_question"].headline == "Tired of checking labels?"


PROMISES = page_of(
    '<h1>Helhetslösningar för fastigheter</h1><p>Vi sköter fastigheter i hela regionen med egen personal.</p><a class="btn" href="#k">Kontakta oss</a>',
    "<section><h2>Därför vi</h2><h3>En kontakt, full kontroll</h3><p>Med oss slipper du hantera flera olika aktörer.</p>"
    "<h3>Egen personal</h3><p>Andra firmor bygger utan egen personal.</p></section>",
    title="Nord – fastighetsskötsel",
    lang="sv",
)


def test_a_promise_from_further_down_leads_with_its_own_sentence() -> None:
    case = made(PROMISES, goal="Att fler hör av sig", audience="förvaltare", lang="sv")
    found = promises(page_under(case), "sv", "förvaltare", lambda _: False)
    assert found[0].head == "En kontakt, full kontroll"
    assert not any("Andra firmor" in one.head for one in found), "what is told of others is no promise"
    assert found[0].line == "Med oss slipper du hantera flera olika aktörer."


def page_under(case: Case) -> Page:
    assert case.page is not None
    return case.page


def test_a_label_is_the_owner_s_also_where_its_link_is_broken() -> None:
    html = page_of(
        '<h1>Writing tools for long essays</h1><p>Notes, references and numbering in the editor that you write in today.</p><a class="btn" href="#">Install Extension</a>',
        "<section><h2>Why</h2><p>Your content stays in your editor. We don't store or share any of your writing.</p></section>",
        title="Scholia – Writing tools",
    )
    found = first_screens(made(html, goal="I want writers to install the extension", audience="writers", primary_goal="paid_signup"))  # fmt: skip
    assert found
    assert all(one.button == "Install Extension" for one in found)
    assert any(one.headline == "Your content stays in your editor" for one in found)


def test_one_version_is_not_spoken_of_as_several() -> None:
    praised = CAR_WASH.replace("</main>", "<p>ISO 9001-certifierad</p></main>")
    told = owners(made(praised, goal="Att folk bokar tid för biltvätt eller rekond", audience="bilägare i Kristianstad", lang="sv", primary_goal="book_call"))  # fmt: skip
    assert "argumenterar på olika sätt;" not in told
    assert "Version A" not in told
    assert "En version:" in told


@pytest.mark.parametrize(
    ("audience", "where"),
    [
        ("bilägare i Kristianstad", "i Kristianstad"),
        ("bilägare i Kristianstad och övriga Sverige", ""),
        ("bilägare i Göteborg", ""),
    ],
)
def test_no_town_over_the_door_turns_those_away_whom_the_order_wants(audience: str, where: str) -> None:
    case = made(CAR_WASH.replace("</main>", "<p>Karlsgatan 21, 291 95 Kristianstad</p></main>"), goal="Att folk bokar tid för biltvätt", audience=audience, lang="sv")  # fmt: skip
    assert case.told is not None
    assert case.settled is not None
    assert Slots(case, case.told, case.settled, page_under(case)).where == where


def test_on_what_terms_it_is_sold_is_not_what_is_sold() -> None:
    html = page_of(
        '<h1>Vi skapar leenden</h1><p>Trygg tandvård för hela familjen i Åstorp.</p><a class="btn" href="#b">Boka tid</a>',
        title="Åstorp Tandläkare – Generösa öppettider",
        lang="sv",
    )
    found = first_screens(made(html, goal="Att folk bokar tid", audience="familjer i Åstorp", lang="sv", primary_goal="book_call"))  # fmt: skip
    assert not any("öppettider" in one.headline for one in found)


def test_a_line_that_announces_something_is_not_the_line_below() -> None:
    html = page_of(
        '<h1>Vi skapar leenden</h1><p>Vid akuta besvär kan du ringa oss dygnet runt på följande nummer:</p><a class="btn" href="#b">Boka tid</a>',
        "<p>Vi tar hand om tänderna på hela familjen i Åstorp, från första tanden.</p>",
        title="Åstorp Tandläkare",
        lang="sv",
    )
    found = first_screens(made(html, goal="Att folk bokar tid", audience="familjer i Åstorp", lang="sv", primary_goal="book_call"))  # fmt: skip
    assert not any(":" in one.subhead for one in found)


def test_a_customer_s_sentence_that_tells_leads_and_not_the_trouble_before_it() -> None:
    html = page_of(
        '<h1>Tandläkare i Åstorp</h1><p>Vi tar hand om tänderna på hela familjen.</p><a class="btn" href="/boka">Boka tid</a>',
        "<section><h2>Omdömen</h2><div><p>Hade tandvärk hela natten. Ringde och fick både svar och tid hos tandläkare direkt.</p><span>Milad I.</span></div></section>",
        title="Tandläkare i Åstorp",
        lang="sv",
    )
    found = {one.why: one for one in first_screens(made(html, goal="Att folk bokar tid", audience="familjer i Åstorp", lang="sv", primary_goal="book_call"))}  # fmt: skip
    assert found["why_quote"].headline.startswith("”Ringde och fick både svar och tid")
