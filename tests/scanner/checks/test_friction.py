"""Friction: what makes the step to the goal harder than it needs to be?"""

from __future__ import annotations

from typing import Any

import pytest

from coldread.scanner.judge.finding import Finding, NotMeasured
from coldread.scanner.page.observations import FailedRequest, Observations, Overlay, UseResult
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.forms import Form, read_forms

from ..seeing import ENGLISH, desktop, document, finding, mobile, rendered, verdict, violation


def first_form(body: str) -> Form:
    return read_forms(read_dom(document(body)))[0]


@pytest.mark.parametrize(
    ("control", "kind"),
    [
        ('<input name="email">', "email"),
        ('<input name="user_mail">', "email"),
        ('<label>E-postadress <input name="f1"></label>', "email"),
        ('<input placeholder="joe@example.com">', "email"),
        ('<input name="tel">', "phone"),
        ('<input placeholder="Mobilnummer">', "phone"),
        ('<input name="firstName">', "name"),
        ('<input placeholder="City, area or street name">', "address"),
        ('<input name="companyName">', "company"),
        ('<input autocomplete="family-name" name="x">', "name"),
        ('<textarea name="x"></textarea>', "message"),
        ('<input name="ssn">', "national_id"),
        ('<label for="p">Personnummer</label><input id="p">', "national_id"),
        ('<input type="search" name="x">', "search"),
        ('<input aria-label="Search" name="s">', "search"),
        ('<input name="budget">', "other"),
    ],
)
def test_a_field_is_known_by_what_it_says_and_how_it_is_named(control: str, kind: str) -> None:
    assert first_form(f"<form>{control}<button>x</button></form>").fields[0].kind == kind


def test_a_form_asks_for_what_a_visitor_has_to_answer() -> None:
    body = """<form><input name="email"><select name="size"></select><textarea name="m"></textarea>
      <input type="radio" name="r" value="1"><input type="radio" name="r" value="2">
      <input type="hidden" name="h"><input type="checkbox" name="terms"><input type="submit"><button>x</button>
      <input name="website" tabindex="-1" autocomplete="off"><div style="position:absolute;left:-9999px"><input name="trap"></div>
      <label>Leave this field empty <input name="b"></label></form>"""
    assert len(first_form(body).counted) == 4


def form_of(count: int, button: str = "Send") -> str:
    fields = "".join(f'<label>Question {n} <input name="q{n}"></label>' for n in range(count - 1))
    return document(
        f'{ENGLISH}<h2>Book a demo</h2><form action="/x"><input type="email" name="email">{fields}<button>{button}</button></form>'
    )


@pytest.mark.parametrize("goal", ["newsletter", "demo", "other"])
def test_fields_are_counted_whatever_the_page_is_for(goal: str) -> None:
    assert verdict("form.many-fields", form_of(6), goal) is None
    item = finding("form.many-fields", form_of(7), goal)
    assert (item.severity, item.evidence[0].value, item.evidence[0].threshold) == ("P1", 7, 6)
    assert item.title == "A form has 7 fields that are not marked as optional"


def test_a_nameless_field_is_axes_finding_and_a_placeholder_is_ours() -> None:
    html = document(
        '<form action="/x"><input name="email" placeholder="E-mail"><input name="x"><button>Go</button></form>'
    )
    record = rendered(
        html, axe=(violation("label", "body > form > input:nth-of-type(2)", impact="critical"),)
    )
    assert finding("form.label", record).severity == "P1"
    assert (
        finding("form.placeholder-as-label", record).evidence[0].selector
        == "body > form > input:nth-of-type(1)"
    )
    assert verdict("form.label", rendered(html)) is None
    assert isinstance(verdict("form.label", html), NotMeasured)


@pytest.mark.parametrize(
    "control",
    [
        '<label>E-mail <input placeholder="x"></label>',
        '<input aria-label="E-mail" placeholder="x">',
        '<label for="e">E</label><input id="e" placeholder="x">',
        '<input title="E-mail" placeholder="x">',
    ],
)
def test_a_field_with_a_name_besides_its_placeholder_is_fine(control: str) -> None:
    assert (
        verdict(
            "form.placeholder-as-label", document(f'<form action="/x">{control}<button>Go</button></form>')
        )
        is None
    )


@pytest.mark.parametrize(
    ("script", "view"),
    [
        (
            '<script src="/a.js"></script>',
            {"failed": (FailedRequest(url="https://page.example/a.js", status=0, reason="net"),)},
        ),
        ('<script src="/a.js"></script>', {"console": ("Uncaught ReferenceError: emailjs is not defined",)}),
        (
            "<script>document.getElementById('signup').onclick; fetch('/x', {body: new FormData(f)})</script>",
            {},
        ),
    ],
)
def test_a_form_whose_script_did_not_come_broke_off_or_names_it_is_not_called_dead(
    script: str, view: dict[str, Any]
) -> None:
    html = document(
        f'{ENGLISH}<form id="signup"><input name="email"><button>Subscribe</button></form>{script}'
    )
    tried = (
        UseResult(selector="#signup", event="submit", handled=False),
        UseResult(selector="body > form", event="submit", handled=False),
    )
    record = rendered(html, desktop=desktop(**view), mobile=mobile(), handled=tried)
    assert isinstance(verdict("form.no-action", record, "newsletter"), NotMeasured)
    alone = document(
        f'{ENGLISH}<form id="signup"><input name="email"><button>Subscribe</button></form><script>fetch("/count")</script>'
    )
    seen = rendered(alone, desktop=desktop(), mobile=mobile(), handled=tried)
    assert finding("form.no-action", seen, "newsletter").severity == "P0", (
        "a script that has nothing to do with it sends nothing"
    )


@pytest.mark.parametrize(
    ("control", "found"),
    [
        ('<input name="email">', True),
        ('<input type="text" name="epost">', True),
        ('<input type="email" name="email">', False),
    ],
)
def test_an_email_field_has_the_type_email(control: str, found: bool) -> None:
    assert (
        verdict("form.email-type", document(f'<form action="/x">{control}<button>Go</button></form>'))
        is not None
    ) is found


@pytest.mark.parametrize(
    ("attribute", "found"),
    [
        ("", True),
        ('autocomplete="off"', True),
        ('autocomplete="email"', False),
        ('autocomplete="work email"', False),
    ],
)
def test_the_browser_is_asked_for_what_it_knows(attribute: str, found: bool) -> None:
    html = document(
        f'<form action="/x"><input type="email" name="email" {attribute}><button>Go</button></form>'
    )
    assert (verdict("form.autocomplete", html) is not None) is found


@pytest.mark.parametrize(
    "form",
    [
        "<form>",
        '<form action="">',
        '<form action="#">',
        '<form action="javascript:void(0)">',
        '<form method="get">',
    ],
)
def test_a_form_without_target_and_script_loses_what_is_typed(form: str) -> None:
    html = document(
        f'{ENGLISH}{form}<input type="email" name="email"><button>Join the newsletter</button></form>'
    )
    for goal in ("newsletter", "paid_signup"):
        assert finding("form.no-action", html, goal).severity == "P0", "whatever the page is for"
    beside = (
        f'<form action="/order"><input name="email"><input name="name"><button>Order</button></form>{html}'
    )
    assert finding("form.no-action", beside).severity == "P2", "another form asks for more"


@pytest.mark.parametrize(
    "form",
    [
        '<form action="/x">',
        '<form method="post">',
        '<form onsubmit="send()">',
        '<form data-netlify="true">',
        '<form hx-post="/x">',
    ],
)
def test_a_form_with_a_target_or_a_handler_is_fine(form: str) -> None:
    assert (
        verdict(
            "form.no-action",
            document(f'{ENGLISH}{form}<input name="email"><button>Subscribe</button></form>'),
        )
        is None
    )


def test_a_form_that_a_script_could_send_is_tried_or_not_judged() -> None:
    html = document(
        f'{ENGLISH}<form><input name="email"><button>Subscribe</button></form><script src="/a.js"></script>'
    )
    assert isinstance(verdict("form.no-action", html, "newsletter"), NotMeasured)

    def tried(handled: bool) -> Observations:
        return rendered(html, handled=(UseResult(selector="body > form", event="submit", handled=handled),))

    assert verdict("form.no-action", tried(True), "newsletter") is None
    assert finding("form.no-action", tried(False), "newsletter").severity == "P0"


def overlay(**more: Any) -> Overlay:
    usual: dict[str, Any] = {
        "selector": "#pop",
        "text": "Get 10 % off",
        "covers": 0.5,
        "opaque": True,
        "box": (0, 0, 390, 500),
    }
    return Overlay(**(usual | more))


@pytest.mark.parametrize(
    ("layer", "severity"),
    [
        (overlay(), "P1"),
        (overlay(covers=0.3), None),
        (overlay(opaque=False), None),
        (overlay(text="We use cookies. Accept?"), "info"),
        (overlay(text="Vi använder kakor"), "info"),
    ],
)
def test_a_layer_over_a_third_of_the_phone_is_a_popup_and_consent_is_named_as_such(
    layer: Overlay, severity: str | None
) -> None:
    html = document(f'<h1>Bread</h1>{ENGLISH}<div id="pop">Get 10 % off</div>')
    record = rendered(html, desktop=desktop(), mobile=mobile(overlays=(layer,)))
    answer = verdict("friction.popup", record)
    assert getattr(answer, "severity", None) == severity
    if severity == "info":
        assert isinstance(answer, Finding)
        assert "consent" in answer.title


@pytest.mark.parametrize(
    ("layer", "is_popup"),
    [
        ('<div id="pop"><nav><a href="/a">Start</a></nav></div>', False),
        ('<nav id="pop"><a href="/a">Start</a></nav>', False),
        (
            '<div id="pop"><a href="/a">Start</a><a href="/b">Our prices</a><a href="/c">Contact</a></div>',
            False,
        ),
        (
            '<div id="pop"><p>Get 10 % off your first order today</p><a href="/a">Yes</a><a href="/b">No</a><a href="/c">Terms</a></div>',
            True,
        ),
    ],
)
def test_the_page_s_own_menu_is_no_popup(layer: str, is_popup: bool) -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}{layer}")
    record = rendered(html, desktop=desktop(), mobile=mobile(overlays=(overlay(text="", covers=0.9),)))
    assert (verdict("friction.popup", record) is not None) is is_popup


def test_an_application_in_a_fixed_frame_is_the_page_itself() -> None:
    html = document(f'<div id="pop"><h1>Bread</h1>{ENGLISH}</div>')
    assert verdict("friction.popup", rendered(html, mobile=mobile(overlays=(overlay(covers=1.0),)))) is None


@pytest.mark.parametrize(
    ("layer", "is_popup"),
    [
        ('<div id="pop" class="spinner"><span>Loading...</span></div>', False),
        ('<div id="pop" class="preloader"><img src="/logo.png" alt=""></div>', False),
        ('<div id="pop" class="preloader"><p>Get ten percent off your first order</p></div>', True),
        ('<div id="pop"><p>Only today</p></div>', True),
    ],
)
def test_what_stands_there_until_the_page_has_come_is_no_popup(layer: str, is_popup: bool) -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}{layer}")
    record = rendered(html, desktop=desktop(), mobile=mobile(overlays=(overlay(text="", covers=0.9),)))
    assert (verdict("friction.popup", record) is not None) is is_popup


@pytest.mark.parametrize(
    ("action", "is_filled_in"),
    [
        ("https://forms.example/f/your-form-id", False),
        ("https://forms.example/f/YOUR_FORM_ID", False),
        ("https://forms.example/xxxxxxx", False),
        ("https://forms.example/f/mknpzzra", True),
        ("/your-email", True),
        ("https://shop.example/send-your-email", True),
    ],
)
def test_a_form_whose_address_was_never_filled_in_reaches_nobody(action: str, is_filled_in: bool) -> None:
    form = (
        f'<form action="{action}" method="post"><input type="email" name="email"><button>Join</button></form>'
    )
    told = verdict("form.no-action", document(f"<h1>Bread letters</h1>{ENGLISH}{form}"), "newsletter")
    assert (told is None) is is_filled_in
    if isinstance(told, Finding):
        assert action in told.title
