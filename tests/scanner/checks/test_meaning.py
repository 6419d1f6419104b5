"""Checks that rest on the reading: offer, audience and place, proof and claims, the step, price, care."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import Finding, NotApplicable

from ..reading.test_offer import BODY
from ..seeing import ENGLISH, button, desktop, document, drawn, finding, mobile, rendered, verdict


def main(*parts: str, lang: str = "en", head: str = "") -> str:
    return document(f"<main>{''.join(parts)}</main>", lang=lang, head=head)


def test_a_first_screen_that_says_nothing_is_found_and_one_that_does_is_not() -> None:
    empty = main(
        "<section><h1>Your mornings, reinvented</h1><p>Because you deserve it every single day.</p></section>",
        BODY,
    )
    item = finding("clarity.offer-unclear", empty)
    assert item.severity == "P1"
    assert item.fix.summary.endswith("in plain words.")
    assert (
        verdict(
            "clarity.offer-unclear", main("<section><h1>Bread delivery in the night</h1></section>", BODY)
        )
        is None
    )


def test_a_headline_that_greets_is_counted_once() -> None:
    greeting = main("<section><h1>Welcome to our website</h1></section>", BODY)
    assert isinstance(verdict("clarity.offer-unclear", greeting), NotApplicable)
    assert isinstance(verdict("clarity.h1-vague", greeting), Finding)


def test_a_local_trade_without_a_place_is_found() -> None:
    footer = '<footer><a href="tel:+441225496000">Ring us</a></footer>'
    assert finding(
        "clarity.place-absent",
        document(f"<main><h1>Dentist for nervous patients</h1>{ENGLISH}</main>{footer}"),
    )
    there = document(f"<main><h1>Dentist in London</h1>{ENGLISH}</main>{footer}")
    assert verdict("clarity.place-absent", there) is None


def test_a_line_in_another_language_is_found_and_a_loan_is_not() -> None:
    swedish = (
        "<p>Vi bakar ditt bröd på natten och ställer det på trappan så att du kan sova lite längre på morgonen.</p>"
        * 2
    )
    mixed = main(
        "<h1>Bröd på trappan</h1>", swedish, "<h2>What our customers have to say about us</h2>", lang="sv"
    )
    assert finding("clarity.mixed-language", mixed).evidence[0].value == "en"
    assert (
        verdict(
            "clarity.mixed-language",
            main("<h1>Bröd på trappan</h1>", swedish, "<h2>Team och feedback</h2>", lang="sv"),
        )
        is None
    )


@pytest.mark.parametrize(
    ("proof", "check"),
    [
        (
            "<blockquote>Best decision that we made in years.</blockquote><p>A happy customer</p>",
            "trust.proof-thin",
        ),
        (
            "<figure><blockquote>It changed how we work every day.</blockquote><figcaption>Jane Doe, CEO</figcaption></figure>",
            "trust.proof-placeholder",
        ),
        (
            "<figure><blockquote>It changed how we work every single day.</blockquote><figcaption>Ann Lee, Mill Lane</figcaption></figure>"
            "<figure><blockquote>It changed how we work every single day.</blockquote><figcaption>Tom Hill, Rye House</figcaption></figure>",
            "trust.proof-repeated",
        ),
        (
            "<h2>The world's leading bakery platform</h2><p>Our ovens are 3x faster, with better results.</p>",
            "trust.claims-unsupported",
        ),
    ],
)
def test_proof_that_does_not_convince_is_found(proof: str, check: str) -> None:
    good = "<figure><blockquote>It changed how we bake every single night.</blockquote><figcaption>Ann Lee, owner of Mill Lane</figcaption></figure>"
    assert finding(check, main("<h1>Bread</h1>", ENGLISH, proof))
    assert not isinstance(verdict(check, main("<h1>Bread</h1>", ENGLISH, good)), Finding)


def test_a_price_that_nobody_finds_costs_and_one_on_its_own_page_costs_less() -> None:
    plain = main("<h1>Bread</h1>", ENGLISH, '<a href="/signup">Sign up</a>')
    assert finding("trust.price-absent", plain, "paid_signup").severity == "P1"
    elsewhere = main("<h1>Bread</h1>", ENGLISH, '<a href="/pricing">Pricing</a>')
    assert finding("trust.price-absent", elsewhere, "paid_signup").severity == "P2"
    quoted = main("<h1>Bread</h1>", ENGLISH, "<p>Ask us for a free quote.</p>")
    told = finding("trust.price-absent", quoted, "book_call")
    assert told.severity == "P2"
    assert "only that visitors can ask" in told.title
    assert (
        verdict(
            "trust.price-absent",
            main("<h1>Bread</h1>", ENGLISH, "<p>It costs £7 a month.</p>"),
            "paid_signup",
        )
        is None
    )
    letter = main("<h1>Bread, a weekly newsletter</h1>", ENGLISH)
    assert isinstance(verdict("trust.price-absent", letter, "newsletter"), NotApplicable)


def test_two_amounts_without_a_unit_are_a_question() -> None:
    bare = main("<h1>Bread</h1>", ENGLISH, "<h2>Plans</h2><h3>Small</h3><p>$19</p><h3>Large</h3><p>$49</p>")
    assert finding("trust.price-unclear", bare, "paid_signup")
    told = main(
        "<h1>Bread</h1>", ENGLISH, "<h3>Small</h3><p>$19 per month</p><h3>Large</h3><p>$49 per month</p>"
    )
    assert verdict("trust.price-unclear", told, "paid_signup") is None


def test_a_private_mailbox_is_found() -> None:
    assert finding("trust.private-mail", main(ENGLISH, '<a href="mailto:brod.ab@gmail.com">Write</a>'))
    assert verdict("trust.private-mail", main(ENGLISH, '<a href="mailto:hello@bread.test">Write</a>')) is None


@pytest.mark.parametrize(
    "left",
    [
        '<p><a href="mailto:info@example.com">info@example.com</a></p>',
        "<p>Call us: (123) 456-7890</p>",
        "<p>123 Main Street, Anytown</p>",
        "<p>Copyright Start Bootstrap</p>",
        "<p>[object Object]</p>",
        "<h2>undefined</h2>",
    ],
)
def test_what_a_template_left_is_found(left: str) -> None:
    assert finding("copy.leftover", main("<h1>Bread</h1>", ENGLISH, left))


def test_ordinary_words_are_no_leftovers_and_no_placeholders() -> None:
    words = (
        "<p>We replace the placeholder text on your site with words that your customers use themselves.</p>"
        "<h3>Description</h3><p>Ring 020 7946 0123 or write to hello@bread.test.</p>"
    )
    assert verdict("copy.leftover", main("<h1>Bread</h1>", ENGLISH, words)) is None
    assert verdict("clarity.placeholder", main("<h1>Bread</h1>", ENGLISH, words)) is None


def test_two_figures_for_one_fact_contradict_each_other() -> None:
    both = main(
        "<h1>Bread</h1>",
        ENGLISH,
        "<p>Start your 14-day free trial.</p>",
        "<p>The 30-day trial needs no card.</p>",
    )
    assert finding("copy.contradiction", both).count == 2
    same = main(
        "<h1>Bread</h1>",
        ENGLISH,
        "<p>Start your 14-day free trial.</p>",
        "<p>The 14-day trial needs no card.</p>",
    )
    assert verdict("copy.contradiction", same) is None


def test_a_day_that_has_passed_is_found_where_it_is_announced() -> None:
    assert finding(
        "copy.stale-date",
        main("<h1>Bread</h1>", ENGLISH, "<p>Register now, the course starts 3 March 2024.</p>"),
    )
    ahead = main("<h1>Bread</h1>", ENGLISH, "<p>Register now, the course starts 3 March 2027.</p>")
    assert verdict("copy.stale-date", ahead) is None


def test_known_slips_are_found_in_their_language_alone() -> None:
    assert finding("copy.spelling", main("<h1>Proffesional bread</h1>", ENGLISH)).severity == "P2"
    swedish = (
        "<p>Vi bakar ditt bröd på natten och ställer det på din adress så att du kan sova lite längre på morgonen.</p>"
        * 2
    )
    assert verdict("copy.spelling", main("<h1>Bröd på trappan</h1>", swedish, lang="sv")) is None


def test_one_text_under_several_headings_is_found() -> None:
    text = "<p>We take care of everything so that you can rest and enjoy the day.</p>"
    assert finding("copy.repeated", main("<h1>Bread</h1>", ENGLISH, f"<h2>Rye</h2>{text}<h2>Buns</h2>{text}"))


def test_a_button_that_opens_a_mail_program_is_no_booking() -> None:
    wrong = main(
        "<section><h1>Bread</h1>",
        ENGLISH,
        '<a class="b" href="mailto:a@bread.test">Book a call</a></section>',
    )
    assert finding("cta.label-mismatch", wrong).evidence[0].value == "mailto:a@bread.test"
    assert verdict("cta.label-mismatch", wrong.replace("Book a call", "Write to us")) is None


def test_one_step_with_many_names_is_found_and_two_spellings_are_one() -> None:
    names = ("Book a call", "Contact us", "Get a quote")
    links = "".join(f'<section><a href="/book">{name}</a></section>' for name in names)
    assert finding("cta.label-varies", main("<h1>Bread</h1>", ENGLISH, links)).count == 3
    spelled = "".join(
        f'<section><a href="/book">{name}</a></section>'
        for name in ("Book a call", "BOOK A CALL →", "Book a call!")
    )
    assert verdict("cta.label-varies", main("<h1>Bread</h1>", ENGLISH, spelled)) is None


def test_nothing_said_about_what_follows_is_found() -> None:
    bare = main("<section><h1>Bread</h1>", ENGLISH, '<a href="/book">Book a call</a></section>')
    assert finding("cta.next-step-untold", bare)
    told = main(
        "<section><h1>Bread</h1>",
        ENGLISH,
        '<a href="/book">Book a call</a><p>We ring you within one day.</p></section>',
    )
    assert verdict("cta.next-step-untold", told) is None


def test_the_loudest_button_must_serve_the_goal() -> None:
    html = main(
        '<section><h1 id="h">Bread</h1>',
        ENGLISH,
        '<a id="film" href="/film">Watch the film</a><a id="book" href="/book">Book a call</a></section>',
    )
    loud = rendered(
        html,
        button("#film", "Watch the film", box=(40.0, 300.0, 400.0, 60.0)),
        button("#book", "Book a call", box=(40.0, 400.0, 120.0, 40.0)),
    )
    assert "Watch the film" in finding("cta.loudest-elsewhere", loud).title
    quiet = rendered(
        html,
        button("#film", "Watch the film", box=(40.0, 300.0, 120.0, 40.0)),
        button("#book", "Book a call", box=(40.0, 400.0, 400.0, 60.0)),
    )
    assert verdict("cta.loudest-elsewhere", quiet) is None


def test_a_step_far_down_comes_late() -> None:
    html = main(
        '<section><h1 id="h">Bread</h1>',
        ENGLISH,
        '</section><section><a id="book" href="/book">Book a call</a></section>',
    )
    assert (
        finding(
            "cta.late",
            rendered(
                html,
                desktop=desktop(button("#book", "Book a call", box=(40.0, 3000.0, 200.0, 48.0))),
                mobile=mobile(button("#book", "Book a call")),
            ),
        ).severity
        == "P1"
    )
    assert verdict("cta.late", rendered(html, button("#book", "Book a call"))) is None


def test_a_picture_of_a_form_is_not_the_goal_s_form() -> None:
    shut = main(
        "<h1>Bread</h1>",
        ENGLISH,
        '<form inert><input type="email" name="email"><button>Book a call</button></form>',
    )
    assert finding("cta.goal-mismatch", shut)
    lost = verdict("form.no-action", shut)
    assert not isinstance(lost, Finding) or lost.severity != "P0"


@pytest.mark.parametrize(
    ("headline", "is_told"),
    [
        ("Your field moves fast. Know what matters.", True),
        ("Advanced care", True),
        ("Sourdough bread for offices in Leeds", False),
    ],
)
def test_a_headline_of_few_words_or_of_no_thing_is_told_to_say_more(headline: str, is_told: bool) -> None:
    html = main(
        f"<section><h1>{headline}</h1><p>We bring sourdough bread to offices in Leeds before seven each morning.</p>"
        "<p>Pick your loaves and the days on which you want them.</p></section>",
        BODY,
    )
    big = drawn("h1", text=headline, own_chars=30, font_size=48.0, box=(100.0, 100.0, 800.0, 60.0))
    first = drawn(
        "p:nth-of-type(1)",
        text="We bring sourdough bread to offices in Leeds before seven each morning.",
        own_chars=60,
        box=(100.0, 180.0, 800.0, 30.0),
    )
    told = {
        item
        for item in ("clarity.headline-slogan", "clarity.offer-unclear")
        if isinstance(verdict(item, rendered(html, big, first)), Finding)
    }
    assert bool(told) is is_told
