"""The goal's step: what is paid, rung, sent or named by the order; what only looks like it is asked about, and nothing is built on it."""

from __future__ import annotations

import pytest

from coldread.drafts.business.acts import acts_of
from coldread.drafts.business.kind import Kind
from coldread.drafts.disagreements import disagreements
from coldread.drafts.frames import first_screens
from coldread.drafts.proposals import button_of
from coldread.drafts.settled import Settled
from coldread.drafts.spec import spec_md
from coldread.scanner.goals import PrimaryGoal
from tests.drafts.test_ordered import made
from tests.scanner.seeing import document


def settled(html: str, **more: str) -> Settled:
    found = made(html, **more).settled
    assert found is not None
    return found


GAME = document(
    "<main><section><h1>Pixel Siege</h1><p>A turn-based siege game for the browser.</p><button>Enter code</button>"
    '<a href="/play">Play the first level</a></section><section><h2>The whole game</h2><p>All 40 levels.</p>'
    '<a href="https://buy.stripe.com/abc">Unlock all levels</a></section></main>'
)


def test_what_is_paid_beats_what_redeems_a_code() -> None:
    told = settled(GAME, goal="More people who buy the full game", primary_goal="paid_signup")
    assert told.control is not None
    assert told.control.label == "Unlock all levels"


@pytest.mark.parametrize(
    "label", ["Log in", "Redeem voucher", "Restore purchase", "Mina sidor", "Lös in presentkort"]
)
def test_the_door_of_those_who_are_inside_is_no_step(label: str) -> None:
    told = settled(
        GAME.replace("Enter code", label), goal="More people who buy the game", primary_goal="paid_signup"
    )
    assert told.control is not None
    assert told.control.label == "Unlock all levels"


CATS = document(
    '<main><section><h1>Hjälp oss hjälpa</h1><p>Varje katt förtjänar ett hem.</p><a href="/om">Läs mer om oss</a></section>'
    "<section><h2>Stöd oss</h2><p>Swish: 123 456 78 90. Märk med GÅVA.</p></section></main>",
    lang="sv",
    head="<title>Visby katthem</title>",
)


def test_a_number_is_the_step_where_money_is_asked_for_and_no_button_takes_it() -> None:
    asked = {"goal": "Fler som swishar en gåva", "audience": "djurvänner på Gotland", "lang": "sv"}
    told = made(CATS, **asked)
    assert told.settled is not None
    assert told.settled.step == "pay"
    assert button_of(told, told.settled) == "Swisha 123 456 78 90"
    assert "Vägen dit är ”Swish 123 456 78 90”" in spec_md(told)
    button = CATS.replace(
        '<a href="/om">Läs mer om oss</a>', '<a href="https://app.swish.nu/1/p/sw">Swisha en gåva</a>'
    )
    assert settled(button, **asked).step == "first"


RESTAURANT = document(
    '<main><section><h1>A taste of Provence</h1><p>Slow food in the heart of Leeds.</p><a class="btn" href="/menu">See la carte</a></section>'
    "<section><h2>Delivery</h2><p>Delivery fee £4 within Leeds.</p></section><section><h2>Visit</h2><p>Book on 0113 496 0000.</p></section></main>",
    head="<title>Chez Anna – Restaurant in Leeds</title>",
)


def test_a_menu_is_no_booking_and_the_number_is() -> None:
    told = made(RESTAURANT, goal="More table bookings", audience="couples in Leeds", primary_goal="book_call")
    assert told.settled is not None
    assert told.settled.control is None
    assert told.settled.step == "contact"
    assert all(one.button == "Call 0113 496 0000" for one in first_screens(told))


def test_a_fee_beside_the_price_is_no_price() -> None:
    assert settled(RESTAURANT, goal="More orders", primary_goal="paid_signup").prices == ()
    sold = RESTAURANT.replace("Delivery fee £4 within Leeds.", "Dinner from £24 per person.")
    assert settled(sold, goal="More orders", primary_goal="paid_signup").prices != ()


CALLS = document(
    '<main><section><h1>Plumber in Hull</h1><p>We mend boilers.</p><a href="tel:+441482496000">01482 496000</a>'
    '<a class="btn" href="#about">About us</a></section><section id="about"><p>Since 1990.</p></section></main>'
)


def test_a_number_to_press_is_the_step_where_people_should_ring() -> None:
    told = made(CALLS, goal="More people who phone us", audience="home owners", primary_goal="book_call")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.reach == "phone"
    assert button_of(told, told.settled) == "Call 01482 496000"


def test_a_button_in_the_order_s_own_words_is_the_goal_s() -> None:
    html = document(
        '<main><section><h1>Fair pay for surgeons</h1><p>We argue with insurers.</p><a class="btn" href="tel:+12123003191">(212) 300-3191</a>'
        '<a class="btn" href="/evaluate">Request a Free Case Evaluation</a></section></main>'
    )
    told = settled(html, goal="Get more doctors to request a free case evaluation", primary_goal="book_call")
    assert told.control is not None
    assert told.control.label == "Request a Free Case Evaluation"


def test_a_first_button_that_says_something_else_is_asked_about() -> None:
    html = document(
        '<main><section><h1>Stories for children</h1><p>New ones every week.</p><a class="btn" href="/x">Sunday letters</a></section></main>'
    )
    told = made(html, goal="More sales", primary_goal="paid_signup")
    assert told.settled is not None
    assert told.settled.step == "unsure"
    assert "“Sunday letters”" in spec_md(told)
    assert all("Sunday letters" not in one.button for one in first_screens(told))


def test_a_year_in_a_name_is_no_announcement() -> None:
    html = document("<main><h1>Pixel Siege</h1><p>New maps, inspired by Warzone 2007.</p></main>")
    assert not any("2007" in title for title, _ in disagreements(made(html)))
    season = html.replace("New maps, inspired by Warzone 2007.", "Our courses, autumn 2019.")
    assert any("2019" in title for title, _ in disagreements(made(season)))


def test_what_is_wanted_beside_it_is_not_the_step() -> None:
    html = document(
        "<main><section><h1>Djursholms</h1><p>Varje köp ger poäng. Klättra i nivå och få mer för pengarna.</p>"
        '<a class="btn" href="/bestall">Beställ</a> <a class="btn" href="/kort">Skaffa vårt kort</a></section></main>',
        lang="sv",
        head="<title>Djursholmsgrillen</title>",
    )
    goal = "Vi vill att man beställer mat direkt på sidan, och gärna skaffar vårt kort på samma gång."
    case = made(html, goal=goal, audience="folk i Djursholm", lang="sv", primary_goal="paid_signup")
    assert case.settled is not None
    assert case.settled.control is not None
    assert case.settled.control.label == "Beställ"


def test_a_question_of_the_page_is_not_its_button() -> None:
    html = document(
        "<main><section><h1>Fastighetsservice i Västerås</h1><p>Vi sköter hus för bostadsrättsföreningar, dygnet runt.</p>"
        '<a class="btn" href="#kontakt">Kontakta oss</a></section><section><h2>Frågor</h2>'
        "<button>Kan jag få en kostnadsfri offert?</button><p>Ja, alltid.</p></section>"
        '<section id="kontakt"><form action="/s" method="post"><label>Namn<input name="n"></label><label>E-post<input type="email" name="e"></label>'
        "<button>Skicka</button></form></section></main>",
        lang="sv",
    )
    found = settled(
        html,
        goal="Att fler kontaktar oss för en offert",
        audience="fastighetsägare",
        lang="sv",
        primary_goal="book_call",
    )
    assert found.control is not None
    assert "?" not in found.control.label


def test_who_orders_names_for_a_list_wants_no_call_on_this_page() -> None:
    goal = "I want founders to give me their email to get the free framework, so that I get them on a strategy call"
    told = acts_of(goal, PrimaryGoal.NEWSLETTER, Kind.OTHER)
    assert [act.name for act in told] == ["newsletter"]
    assert "call" in [act.name for act in acts_of(goal, PrimaryGoal.BOOK_CALL, Kind.OTHER)]
