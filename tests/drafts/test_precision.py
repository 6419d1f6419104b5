"""What a draft must not say: each by a small page on which a rule once said too much."""

from __future__ import annotations

from dataclasses import replace

from coldread.drafts.points.every import points_of
from coldread.drafts.proposals import versions
from coldread.drafts.remedies import parts
from coldread.drafts.remedies.table import REMEDIES
from coldread.drafts.say import TEXTS
from coldread.drafts.spec import spec_md
from tests.drafts.test_ordered import made
from tests.scanner.seeing import document, rendered

LETTER = document(
    '<nav><a href="https://page.example/">Nyhetsbrev</a></nav><main><h1>Håll kreativiteten vid liv</h1><p>Prenumerera på '
    'vårt brev om färg och form.</p><form action="/ta-emot" method="post"><label>E-post <input type="email" name="e"></label>'
    "<button>Ja, ge mig inspiration!</button></form></main>",
    lang="sv",
)


def test_no_colour_is_proposed_for_a_rule_that_stands_on_other_grounds() -> None:
    assert REMEDIES["a11y.color-contrast"] is REMEDIES["cta.low-contrast"] is parts.places


def test_no_tally_of_findings() -> None:
    for lang in ("en", "sv"):
        assert "{before" not in TEXTS.of(lang)["diff.proven"]


def test_a_form_on_the_page_comes_before_a_link_to_the_page_itself() -> None:
    told = made(LETTER, goal="Fler som prenumererar på nyhetsbrevet", primary_goal="newsletter", lang="sv")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "Ja, ge mig inspiration!"
    assert "Enda vägen" not in spec_md(told)


def test_a_button_in_the_header_that_joins_a_group_is_the_way() -> None:
    html = document(
        '<header><a class="btn" href="https://www.facebook.com/groups/1/">Bli medlem</a></header><main><h1>Bilar</h1>'
        '<p>Skriv till kontakt@bilar.se.</p><a href="mailto:kontakt@bilar.se">kontakt@bilar.se</a></main>',
        lang="sv",
    )
    told = made(html, goal="Fler medlemmar", lang="sv")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "Bli medlem"
    assert "ingen knapp" not in spec_md(told)


def test_nobody_is_told_that_there_is_no_button_where_one_could_be_it() -> None:
    html = document(
        '<main><h1>Knitters</h1><a class="button" href="/tuesdays">See you on Tuesday</a>'
        '<a href="mailto:hi@knit.org">hi@knit.org</a></main>'
    )
    told = made(html, goal="More members")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "See you on Tuesday", "the page's own first button, whatever it says"
    text = spec_md(told)
    assert "no button" not in text


def test_the_sign_of_a_basket_is_no_button() -> None:
    html = document(
        '<header><button aria-label="Open cart"><svg></svg></button></header><main><h1>Cold juices</h1>'
        '<a class="btn" href="/shop.html">Shop juices</a></main>'
    )
    told = made(html, goal="More online orders", primary_goal="paid_signup")
    assert told.settled is not None
    assert told.settled.control is None or told.settled.control.label == "Shop juices"


def test_a_book_about_a_guest_house_is_no_guest_house() -> None:
    html = document(
        "<main><h1>Pensionat Granparken</h1><p>Berättelsen om ett pensionat och dess rum.</p>"
        '<a class="btn" href="https://buy.stripe.com/1">Köp boken</a></main>',
        head="<title>Boken om Pensionat Granparken</title>",
        lang="sv",
    )
    text = spec_md(made(html, goal="Fler som köper boken", primary_goal="paid_signup", lang="sv"))
    for word in ("avbok", "gäster", "rummet", "boka här"):
        assert word not in text


def test_developers_who_build_houses_install_nothing() -> None:
    html = document("<main><h1>Air quality consultants</h1><p>Reports for planning applications.</p></main>")
    told = made(html, goal="More enquiries", audience="developers and planning consultants")
    assert "install line" not in spec_md(told)
    assert told.settled is not None
    assert not told.settled.readers.of("first"), "consultants are those who write"


def test_what_a_lead_costs_is_no_price_and_no_headline() -> None:
    html = document(
        "<main><h1>Get more cars in bays</h1><p>Marketing for car repair shops.</p><p>$38 cost per lead</p>"
        "<p>Under $30/Lead</p><h2>Simple pricing</h2><p>$1,500/m</p></main>",
        head="<title>Car repair marketing</title>",
    )
    told = made(html, goal="More booked calls", primary_goal="book_call", audience="car repair shops")
    assert told.settled is not None
    assert all("$3" not in one for one in told.settled.prices)
    assert "$38" not in spec_md(told).partition("## For your developer")[0]


def test_a_sum_keeps_its_own_unit() -> None:
    html = document(
        "<main><h1>Juice</h1><div><h3>3-Day Reset</h3><p>$49</p><p>6 juices (2 per day)</p><a>Add to cart</a></div>"
        "<div><h3>7-Day Reset</h3><p>$99</p></div></main>"
    )
    assert "$49 per day" not in spec_md(made(html, goal="More orders", primary_goal="paid_signup"))


def test_the_line_below_is_of_the_first_screen_and_no_empty_basket() -> None:
    html = document(
        "<main><h1>Fuel your body. Feed your soul.</h1><p>Fresh cold-pressed juice from real fruit, made every morning in our "
        "kitchen.</p><aside><p>Fill your cart with something fresh and purposeful today.</p></aside></main>",
        head="<title>Soul | Cold-pressed juice for the week</title>",
    )
    told = made(
        html, goal="More orders of cold-pressed juice", primary_goal="paid_signup", audience="runners in York"
    )
    text = spec_md(told)
    assert "purposeful" not in text.partition("## The changes")[0]
    assert "what you sell" not in text


def test_a_plain_headline_is_kept_and_no_trade_of_the_readers_becomes_one() -> None:
    club = document(
        "<main><h1>Kidderminster Chess Club</h1><p>Playing since 1845.</p></main>",
        head="<title>Kidderminster Chess Club | Founded 1845</title>",
    )
    told = made(club, goal="More people who come").told
    assert told is not None
    assert told.headline_tells
    agency = document(
        "<main><h1>Get more cars in bays</h1><p>Car repair marketing, free for 30 days.</p><p>Car repair.</p></main>",
        head="<title>Car repair marketing</title>",
    )
    shop = made(agency, goal="More calls", primary_goal="book_call", audience="owners of car repair shops")
    assert not any(one.headline.startswith("Car repair:") for one in versions(shop))


def test_what_a_page_says_of_itself_is_among_the_first_five() -> None:
    form = LETTER.replace('action="/ta-emot" method="post"', 'action="thank-you.html" method="GET"')
    told = made(form, goal="Fler som prenumererar på nyhetsbrevet", primary_goal="newsletter", lang="sv")
    assert "Formuläret går direkt till ”thank-you.html”" in points_of(told)[0].title
    page = document(
        '<main><h1>Bilar</h1><a class="btn" href="#event">Nästa träff</a><section id="event"><p>Garaget är tyst just nu. '
        "Just nu finns inga inplanerade träffar.</p></section><p>SEVR-kund, placeholder</p></main><footer>Prototyp V5</footer>",
        lang="sv",
    )
    titles = " ".join(one.title for one in points_of(made(page, goal="Fler medlemmar", lang="sv")))
    assert "inga inplanerade träffar" in titles
    assert "SEVR-kund, placeholder" in titles
    assert "Prototyp V5" in titles


def test_a_button_that_leads_to_its_own_section_is_told() -> None:
    html = document(
        '<main><h1>Books in order</h1><a class="btn" href="#cta">Book a demo</a><section id="cta"><p>See it.</p>'
        '<a class="btn" href="#cta">Book a 30-minute demo</a></section></main>'
    )
    titles = [one.title for one in points_of(made(html, goal="More demos", primary_goal="demo"))]
    assert any("leads back to that section" in title for title in titles)


_FIELDS = "".join(
    f'<label>{name} <input name="{name.lower()}"></label>'
    for name in ("Name", "Phone", "Vehicle", "Address", "Day", "Symptoms", "Model", "Year", "Mileage")
)


def test_the_form_of_a_booking_is_not_stripped_of_what_the_booking_needs() -> None:
    html = document(
        f'<main><h1>Mobile car repair</h1><a class="btn" href="#book">Book a visit</a><form id="book" action="/send">{_FIELDS}'
        "<button>Book a visit</button></form></main>"
    )
    booked = spec_md(made(html, goal="More booked visits", primary_goal="book_call"))
    assert "form.too-many-fields" not in booked
    assert "keep the ones you need" not in booked
    demo = html.replace("Book a visit", "Book a demo")
    assert "form.too-many-fields" in spec_md(made(demo, goal="More demos", primary_goal="demo"))


def test_a_price_is_quoted_whole_and_two_are_never_glued() -> None:
    html = document(
        "<main><h1>Projectors for the home</h1><p><s>2 490 kr</s><b>1 290 kr</b></p><p>The whole package from 1 290 kr with "
        'screen.</p><a class="btn" href="/buy">Buy now</a></main>'
    )
    text = spec_md(made(html, goal="More orders", primary_goal="paid_signup"))
    assert "“The whole package from 1 290 kr with screen.”" in text
    assert "kr1" not in text


def test_a_dead_log_in_is_neither_the_first_thing_nor_sent_to_the_goal() -> None:
    html = document(
        '<main><h1>Music lessons for children</h1><a class="btn" href="/enrol">Enrol your child</a><p>We teach on Saturdays.</p>'
        '<div><p>Already enrolled?</p><a class="btn" href="#">Enrolment hub</a></div></main>'
    )
    told = made(html, goal="More children enrolled", primary_goal="other")
    assert not any("Enrolment hub" in point.title for point in points_of(told))
    assert all('href="#">Enrolment hub' in one.mended.text for one in told.mendings)


def test_an_anchor_to_the_app_shops_leads_to_no_form() -> None:
    html = document(
        '<main><h1>An app for camping</h1><a class="btn" href="#get">Get the app</a><section id="get">'
        '<a href="https://apps.apple.com/se/app/camp/id1">App Store</a><form action="/n"><label>E-mail <input type="email" name="e">'
        "</label><button>Tell me</button></form></section></main>"
    )
    told = made(html, goal="More downloads", primary_goal="other")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.reach == "here"


def test_a_dead_button_is_not_led_to_another_dead_one() -> None:
    buttons = '<a class="btn" href="#get">Download</a><p>Soon.</p><a class="btn" id="get" href="#">Coming soon · Download</a>'
    told = made(
        document(f"<main><h1>A field guide in your pocket</h1>{buttons}</main>"), goal="More downloads"
    )
    assert 'href="#get"' not in spec_md(told)


def test_axe_is_named_where_it_ran() -> None:
    html = document("<main><h1>A field guide in your pocket</h1></main>")
    for axe, ran in (((), True), (None, False)):
        told = made(html, goal="More downloads")
        assert told.report is not None
        drawn = replace(rendered(html), axe=axe)
        spec = spec_md(replace(told, report=replace(told.report, seen=drawn)))
        assert ("ran axe-core" in spec) is ran
