"""Calls to action: is there one clear thing to do, and does it serve the goal?"""

from __future__ import annotations

from typing import Any

import pytest

from coldread.scanner.judge.finding import Finding, NotMeasured
from coldread.scanner.page.observations import ProbedTarget, UseResult
from coldread.scanner.page.observe.actions import leads_nowhere
from coldread.scanner.page.page import Page

from ..seeing import (
    ENGLISH,
    brief,
    button,
    document,
    drawn,
    finding,
    page,
    rendered,
    verdict,
    violation,
)


def labels(html: str, goal: Any) -> list[str]:
    return [call.label for call in page(html, goal).calls]


@pytest.mark.parametrize(
    "control",
    [
        '<button aria-expanded="false">Products</button>',
        "<button>Menu</button>",
        "<button>☰</button>",
        '<button aria-label="Next slide">›</button>',
        "<button>Acceptera alla kakor</button>",
        "<button>Accept all</button>",
        "<button>Stäng</button>",
        '<button role="tab">Monthly</button>',
        "<button>SV</button>",
        '<a role="button" href="https://www.linkedin.com/company/x">LinkedIn</a>',
        "<details><summary>What does it cost?</summary>Nothing</details>",
        '<button type="reset">Start over</button>',
    ],
)
def test_controls_of_the_page_itself_are_no_calls(control: str) -> None:
    assert labels(document(control), "other") == []


def test_the_largest_goal_call_above_the_fold_is_primary_whatever_it_says() -> None:
    html = document(
        f'<header><a href="/c">Book a call</a></header><main><h1>Bread</h1>{ENGLISH}<a href="/b">Book</a><a href="/c2">Contact us now</a></main>'
    )
    small, large = (
        button("body > main > a:nth-of-type(1)", "Book", box=(0, 300, 90, 40)),
        button("body > main > a:nth-of-type(2)", "Contact us now", box=(0, 400, 300, 60)),
    )
    head = button("body > header > a", "Book a call", box=(1000, 10, 400, 60))
    chosen = Page(rendered(html, head, small, large), brief("book_call")).primary
    assert chosen is not None
    assert chosen.label == "Contact us now"


@pytest.mark.parametrize("href", ["", "#", "javascript:void(0)", "javascript:;", "https://", "#!"])
def test_a_link_without_a_target_leads_nowhere(href: str) -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="{href}">Book a call</a></main>')
    item = finding("cta.dead-link", html)
    assert item.severity == "P0"


@pytest.mark.parametrize("href", ["/book", "#form", "javascript:openBooking()", "mailto:a@b.se", "#top"])
def test_a_link_with_a_target_does_not(href: str) -> None:
    assert not any(
        map(leads_nowhere, page(document(f'<main><a href="{href}">Book a call</a></main>')).actions)
    )


def test_a_dead_link_that_a_script_could_handle_is_not_judged_unseen() -> None:
    html = document(
        f'<main><h1>Bread</h1>{ENGLISH}<a href="#">Book a call</a></main><script src="/a.js"></script>'
    )
    assert isinstance(verdict("cta.dead-link", html), NotMeasured)

    def clicked(handled: bool | None) -> tuple[UseResult, ...]:
        return (UseResult(selector="body > main > a", event="click", handled=handled),)

    look = button("body > main > a", "Book a call")
    assert verdict("cta.dead-link", rendered(html, look, handled=clicked(True))) is None
    assert finding("cta.dead-link", rendered(html, look, handled=clicked(False))).severity == "P0"
    assert isinstance(verdict("cta.dead-link", rendered(html, look, handled=clicked(None))), NotMeasured)


def test_a_dead_link_beside_the_primary_one_is_hygiene() -> None:
    html = document(
        f'<main><h1>Bread</h1>{ENGLISH}<a href="/b">Book a call</a><a href="#">Our story</a></main>'
    )
    assert finding("cta.dead-link", html).severity == "P2"


def target(html: str, **more: Any) -> Any:
    return rendered(html, button("body > main > a", "Book a call"), **more)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (404, "P0"),
        (410, "P0"),
        (500, "P0"),
        (502, "P0"),
        (200, None),
        (403, None),
        (503, None),
        (501, None),
        (429, None),
    ],
)
def test_a_target_is_broken_when_it_is_gone_or_fails(status: int, expected: str | None) -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="/book">Book a call</a></main>')
    answer = verdict(
        "cta.broken-target",
        target(
            html,
            targets=(
                ProbedTarget(selector="body > main > a", url="https://page.example/book", status=status),
            ),
        ),
    )
    assert (getattr(answer, "severity", None)) == expected


def test_targets_that_give_no_answer_are_not_judged() -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="/book">Book a call</a></main>')
    silent = ProbedTarget(
        selector="body > main > a", url="https://page.example/book", status=None, reason="timeout"
    )
    assert isinstance(verdict("cta.broken-target", target(html, targets=(silent,))), NotMeasured)


@pytest.mark.parametrize(
    ("href", "broken"),
    [
        ("#nowhere", True),
        ("https://page.example/#nowhere", True),
        ("#form", False),
        ("#top", False),
        ("#/route", False),
        ("#!x", False),
    ],
)
def test_an_anchor_must_be_there(href: str, broken: bool) -> None:
    html = document(
        f'<main><h1>Bread</h1>{ENGLISH}<a href="{href}">Book a call</a><div id="form"></div></main>'
    )
    assert (verdict("cta.broken-target", target(html)) is not None) is broken


def test_an_anchor_that_a_script_handles_is_fine() -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="#modal">Book a call</a></main>')
    assert (
        verdict(
            "cta.broken-target",
            target(html, handled=(UseResult(selector="body > main > a", event="click", handled=True),)),
        )
        is None
    )


def test_three_buttons_of_one_weight_on_one_screen_compete() -> None:
    html = document("".join(f'<a href="/{n}">Do {n}</a>' for n in ("this", "that", "other")))
    items = [button(f"body > a:nth-of-type({n})", f"Do {n}") for n in (1, 2, 3)]
    assert finding("cta.many-buttons", rendered(html, *items)).severity == "P2"
    assert verdict("cta.many-buttons", rendered(html, *items[:2])) is None
    lines = {"background": (0, 0, 0, 0.0), "border_width": 1.0, "border_sides": 4}
    framed = [button(f"body > a:nth-of-type({n})", f"Do {n}", **lines) for n in (1, 2, 3)]
    assert finding("cta.many-buttons", rendered(html, *framed)).confidence < 0.9
    assert verdict("cta.many-buttons", rendered(html, items[0], *framed[1:])) is None, "one stands out"
    signs = [button(f"body > a:nth-of-type({n})", "+") for n in (1, 2, 3)]
    assert verdict("cta.many-buttons", rendered(html, *signs)) is None


@pytest.mark.parametrize(
    ("style", "severity"),
    [
        ({"color": (60, 70, 160, 1.0)}, "P1"),
        ({"color": (90, 100, 190, 1.0)}, "P2"),
        ({"color": (120, 130, 220, 1.0)}, "info"),
        ({"background": (250, 250, 250, 1.0), "color": (0, 0, 0, 1.0)}, "P1"),
        ({"background": (250, 250, 250, 1.0), "color": (0, 0, 0, 1.0), "border_width": 1.0}, None),
        ({"background": (250, 250, 250, 1.0), "color": (0, 0, 0, 1.0), "shadow": True}, None),
        ({"background": (150, 190, 255, 1.0), "color": (0, 0, 0, 1.0)}, "info"),
        ({"background": (235, 99, 84, 1.0), "behind": (0, 171, 175, 1.0), "color": (0, 0, 0, 1.0)}, "info"),
        ({"color": (0, 0, 0, 0.0)}, None),
        ({"background": (120, 120, 200, 1.0), "font_size": 24.0}, None),
        ({"background_image": True, "color": (150, 160, 255, 1.0)}, None),
        ({}, None),
    ],
)
def test_a_button_must_be_seen_and_read(style: dict[str, Any], severity: str | None) -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="/b">Book a call</a></main>')
    answer = verdict("cta.low-contrast", rendered(html, button("body > main > a", "Book a call", **style)))
    assert getattr(answer, "severity", None) == severity


def test_a_button_whose_words_can_be_read_is_not_called_unreadable() -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="/b">Book a call</a></main>')
    style: dict[str, Any] = {"background": (250, 250, 250, 1.0), "color": (0, 0, 0, 1.0)}
    told = finding("cta.low-contrast", rendered(html, button("body > main > a", "Book a call", **style)))
    assert told.title == "The fill of “Book a call” has a contrast of 1.04:1 to what is around it"
    assert "not about the words" in told.why


@pytest.mark.parametrize(
    ("position", "ground", "told"),
    [("fixed", 0.0, False), ("fixed", 1.0, True), ("static", 0.0, True)],
)
def test_words_in_a_bar_without_a_ground_of_its_own_are_not_measured_by_the_page_below(
    position: str, ground: float, told: bool
) -> None:
    """A clear bar lies over a dark first screen now and over white later: its ground is not the body's."""
    html = document(
        f'<header><a href="/b"><b>Book a call</b></a></header><main><h1>Bread</h1>{ENGLISH}</main>'
    )
    items = (
        drawn(
            "body > header",
            box=(0.0, 0.0, 1366.0, 60.0),
            position=position,
            background=(251, 251, 253, ground),
        ),
        button("body > header > a", "Book a call", background_image=True, box=(900.0, 8.0, 126.0, 42.0)),
    )
    record = rendered(html, *items, axe=(violation("color-contrast", "body > header > a > b"),))
    assert isinstance(verdict("cta.low-contrast", record), Finding) is told


@pytest.mark.parametrize(("position", "told"), [("fixed", False), ("static", True)])
def test_an_outlined_button_in_a_clear_bar_is_not_measured_by_the_page_below(
    position: str, told: bool
) -> None:
    html = document(f'<header><a href="/b">Book a call</a></header><main><h1>Bread</h1>{ENGLISH}</main>')
    outlined = button(
        "body > header > a", "Book a call", background=(0, 0, 0, 0.0), behind=(255, 255, 255, 1.0),
        color=(235, 235, 235, 1.0), border_width=1.0, border_sides=4, box=(900.0, 8.0, 126.0, 42.0),
    )  # fmt: skip
    bar = drawn(
        "body > header", box=(0.0, 0.0, 1366.0, 60.0), position=position, background=(255, 255, 255, 0.0)
    )
    assert isinstance(verdict("cta.low-contrast", rendered(html, bar, outlined)), Finding) is told


def test_what_axe_says_of_a_buttons_contrast_is_told_once() -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="/b"><b>Book a call</b></a></main>')
    record = rendered(
        html,
        button("body > main > a", "Book a call", background_image=True),
        axe=(violation("color-contrast", "body > main > a > b"),),
    )
    assert finding("cta.low-contrast", record).severity == "P2"
    assert verdict("a11y.color-contrast", record) is None


def test_a_target_is_small_by_the_measure_of_wcag_alone() -> None:
    html = document(f'<main><h1>Bread</h1>{ENGLISH}<a href="/b">Book a call</a></main>')
    tight = button("body > main > a", "Book a call", box=(0, 300, 200, 36))
    assert verdict("cta.tap-target", rendered(html, tight)) is None
    failing = violation("target-size", "body > main > a").nodes
    small = button("body > main > a", "Book a call", box=(0, 300, 200, 20))
    assert finding("cta.tap-target", rendered(html, small, axe_tap_targets=failing)).severity == "P1"
    assert verdict("cta.tap-target", rendered(html, button("body > main > a", "Book a call"))) is None
    assert isinstance(verdict("cta.tap-target", rendered(html, tight, axe_tap_targets=None)), NotMeasured)


@pytest.mark.parametrize(
    ("style", "pressable"),
    [
        ({}, True),
        ({"background": (0, 0, 0, 0.0), "border_width": 1.0, "border_sides": 4}, True),
        ({"background": (0, 0, 0, 0.0), "border_width": 2.0, "border_sides": 1}, False),
        ({"background": (0, 0, 0, 0.0)}, False),
        ({"background": (255, 255, 255, 1.0)}, False),
        ({"padding": (0.0, 0.0, 0.0, 0.0), "box": (0, 0, 40, 18)}, False),
        ({"box": (0, 0, 400, 400)}, False),
        ({"visible": False}, False),
    ],
)
def test_a_link_is_a_button_when_it_is_drawn_as_one(style: dict[str, Any], pressable: bool) -> None:
    html = document('<nav><a href="/x">Products</a></nav>')
    found = Page(rendered(html, button("body > nav > a", "Products", **style)), brief("other")).actions
    assert bool(found) is pressable


def test_class_names_play_no_part() -> None:
    plain = document(
        '<nav><a href="/x">Products</a><a class="btn btn-primary cta" href="/y">Company</a></nav><p>See <a class="button" href="/z">this</a> too.</p>'
    )
    assert page(plain, "other").actions == ()


def test_a_page_seen_without_a_browser_knows_buttons_by_where_they_stand() -> None:
    html = document(
        f'<header><nav><a href="/a">About</a><a href="/b">Book a demo</a></nav></header><main><h1>Bread</h1>{ENGLISH}<div><a href="/c">Order a loaf</a></div></main><footer><a href="/d">Terms</a></footer>'
    )
    assert [action.label for action in page(html, "other").actions] == ["Book a demo", "Order a loaf"]
