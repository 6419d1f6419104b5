"""Behind the button: a small real site is followed, each kind of page is told apart, and nothing is asked too often."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Mapping
from typing import cast
from urllib.parse import urlsplit

import pytest

from coldread.egress.client import Client
from coldread.egress.names import Resolver
from coldread.egress.policy import Policy
from coldread.isolation.in_process import InProcessTasks
from coldread.scanner.judge.answers.answer_kinds import Answer, Told
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.page.behind import BehindPage
from coldread.scanner.page.observations import Observations, ProbePlan
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import read
from coldread.scanner.reading.record import Behind
from coldread.scanner.visit.behind import Step, follow
from coldread.scanner.visit.reading import TASKS
from coldread.scanner.visit.render.observe_window import WindowRecord
from coldread.scanner.visit.visitor import Visitor, _Probing
from tests.cli.page_server import serving
from tests.egress.places import a_door, fixed
from tests.harness.patience import SCAN_S

from ..seeing import ENGLISH, brief, document, drawn, rendered, report, seen

FIELDS = '<label>E-mail <input type="email" name="email"></label>'
PHONE = '<label>Phone <input type="tel" name="phone"></label>'
MESSAGE = '<label>Message <textarea name="message"></textarea></label>'
FORM = f'<form method="post" action="/send">{FIELDS}{PHONE}<button>Ask for a time</button></form>'
CONTACT = f'<h1>Contact us</h1>{ENGLISH}<form method="post" action="/send">{FIELDS}{MESSAGE}<button>Send</button></form>'
LOGIN = '<h1>Log in</h1><form method="post" action="/in"><input type="email" name="email"><input type="password" name="password"><button>Log in</button></form>'
LETTERS = f'<h1>Our newsletter</h1>{ENGLISH}<form method="post" action="/join">{FIELDS}<button>Subscribe</button></form>'


def home(href: str = "/book", label: str = "Book a call") -> str:
    return document(
        f'<main><section><h1>Bread at your door</h1>{ENGLISH}<a href="{href}">{label}</a></section></main>'
    )


def followed(
    pages: Mapping[str, str],
    path: str = "/book",
    *,
    goal: str = "book_call",
    seconds: float = SCAN_S,
    here: str = "",
) -> tuple[tuple[BehindPage, ...], list[str], str]:
    """What was found, what the site was asked, and its origin."""
    with serving(pages) as site:
        place = urlsplit(site.origin)

        async def run() -> tuple[BehindPage, ...]:
            door = a_door(allow={("127.0.0.1", cast("int", place.port))})
            async with Client(door) as client:
                step = Step(
                    selector="a", url=f"{site.origin}{path}", goal=goal, here=here or f"{site.origin}/"
                )
                return await follow(
                    client, InProcessTasks(lambda: TASKS), step, ends=time.monotonic() + seconds
                )

        found = asyncio.run(run())
        return found, [path for path, _ in site.heard], site.origin


def record(found: tuple[BehindPage, ...], origin: str, html: str = "") -> Observations:
    """The page whose button was followed."""
    return seen(html or home(), url=f"{origin}/", final_url=f"{origin}/", behind=found)


def behind(seen_page: Observations, goal: str = "book_call") -> Behind:
    steps = read(Page(seen_page, brief(goal))).steps
    return next(step.behind for step in steps if step.behind is not None)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("form", f"<h1>Book a call</h1>{ENGLISH}{FORM}"),
        ("form", f'<h1>Create your account</h1>{ENGLISH}<form method="post" action="/n">{FIELDS}<input type="password" name="password"><button>Create account</button></form>'),
        ("calendar", f'<h1>Choose a time</h1>{ENGLISH}<iframe src="https://calendly.com/bread/30min"></iframe>'),
        ("calendar", f'<h1>Choose a time</h1><div data-url="https://calendly.com/bread"></div><script src="https://assets.calendly.com/widget.js"></script>{ENGLISH}'),
        ("calendar", f'<h1>Book</h1>{ENGLISH}<form method="post" action="/b">{FIELDS}<input type="date" name="day"><button>Book</button></form>'),
        ("calendar", f'<h1>Book</h1>{ENGLISH}<p><a href="https://cal.com/bread">Choose a time</a></p>'),
        ("checkout", f'<h1>Pay</h1>{ENGLISH}<form method="post" action="/p"><input name="card" autocomplete="cc-number"><button>Pay</button></form>'),
        ("checkout", f'<h1>The box</h1>{ENGLISH}<a href="https://buy.stripe.com/x">Buy</a>'),
        ("phone", f'<h1>Contact</h1>{ENGLISH}<a href="tel:+4681234567">08-123 45 67</a>'),
        ("login", f"{LOGIN}{ENGLISH}"),
        ("newsletter", LETTERS),
        ("contact", CONTACT),
        ("contact", f'<h1>Contact us</h1>{ENGLISH}<a href="tel:+46812">08-12</a> <a href="mailto:a@bread.test">a@bread.test</a>'),
        ("not_found", f"<h1>404: page not found</h1>{ENGLISH}"),
        ("mail", f'<h1>Write</h1>{ENGLISH}<a href="mailto:a@bread.test">a@bread.test</a>'),
        ("mail", f'<h1>Ask us</h1>{ENGLISH}<form action="mailto:a@bread.test">{FIELDS}{MESSAGE}<button>Send</button></form>'),
        ("other", f"<h1>How we bake</h1>{ENGLISH}"),
        # a newsletter in every page's footer is not what the page is for
        ("other", f"<main><h1>How we bake</h1>{ENGLISH}</main><footer>{LETTERS}</footer>"),
        # who has no account yet finds the way: nothing is said against it
        ("other", f'{LOGIN}{ENGLISH}<a href="/new">Create an account</a>'),
    ],
)  # fmt: skip
def test_each_kind_is_told_apart(kind: str, body: str) -> None:
    found, asked, origin = followed({"/book": document(body)})
    told = behind(record(found, origin))
    assert (told.kind, told.known_by, told.pages) == (kind, "page", 1)
    assert asked == ["/book"]


def test_another_sites_frame_may_hold_what_was_promised() -> None:
    frame = '<iframe src="https://forms.unknown.test/1"></iframe>'
    found, _, origin = followed(
        {"/book": document(f'<h1>Contact us</h1>{ENGLISH}{frame}<a href="tel:1">1</a>')}
    )
    told = behind(record(found, origin))
    assert (told.kind, told.why) == ("not_looked_at", "frame")


def test_a_swedish_page_is_understood() -> None:
    page = "<h1>Sidan hittades inte</h1><p>Vi kan inte hitta sidan som du söker efter just nu.</p>"
    found, _, origin = followed({"/book": document(page, lang="sv")})
    assert behind(record(found, origin)).kind == "not_found"


def test_a_page_of_scripts_says_nothing() -> None:
    found, _, origin = followed({"/book": document("<div id=root></div><script>1</script>")})
    told = behind(record(found, origin))
    assert (told.kind, told.why) == ("not_looked_at", "script-shell")


def test_a_redirect_is_one_page_and_its_end_counts() -> None:
    found, asked, origin = followed({"/book": "→ /boka", "/boka": document(f"<h1>Book</h1>{ENGLISH}{FORM}")})
    assert [one.final_url for one in found] == [f"{origin}/boka"]
    assert asked == ["/book", "/boka"]
    assert behind(record(found, origin)).kind == "form"


def test_a_redirect_to_another_site_is_not_followed() -> None:
    with serving({"/": document(FORM)}) as other:
        elsewhere = other.origin.replace("127.0.0.1", "localhost")
        found, asked, origin = followed({"/book": f"→ {elsewhere}/"})
        assert other.heard == []
    assert asked == ["/book"]
    assert (found[0].status, found[0].reason) == (None, "another-site")
    assert behind(record(found, origin)).why == "another-site"


@pytest.mark.parametrize(
    ("url", "resolver"),
    [
        ("http://127.0.0.1:9/", fixed({})),
        ("http://10.0.0.7/", fixed({})),
        ("http://169.254.169.254/latest/meta-data/", fixed({})),
        ("http://book.page.example/", fixed({"book.page.example": ["10.0.0.7"]})),
        ("http://book.page.example/", fixed({"book.page.example": ["93.184.216.34", "127.0.0.1"]})),
    ],
)
def test_no_private_address_is_followed(url: str, resolver: Resolver) -> None:
    async def run() -> tuple[BehindPage, ...]:
        async with Client(a_door(resolver=resolver)) as client:
            step = Step(selector="a", url=url, goal="book_call", here="https://page.example/")
            return await follow(client, InProcessTasks(lambda: TASKS), step, ends=time.monotonic() + SCAN_S)

    (found,) = asyncio.run(run())
    assert (found.status, found.reason, found.outline) == (None, "refused", None)


def test_a_page_that_leads_on_is_followed_once_more_and_no_further() -> None:
    def on(path: str) -> str:
        return document(f'<h1>How it works</h1>{ENGLISH}<p><a href="{path}">Book a call</a></p>')

    found, asked, origin = followed({"/book": on("/two"), "/two": on("/three"), "/three": document(FORM)})
    assert asked == ["/book", "/two"]
    assert behind(record(found, origin)).kind == "other"
    ends_well = {"/book": on("/two"), "/two": document(f"<h1>Book</h1>{ENGLISH}{FORM}")}
    found, asked, origin = followed(ends_well)
    assert asked == ["/book", "/two"]
    told = behind(record(found, origin))
    assert (told.kind, told.pages, told.asks) == ("form", 2, ("email", "phone"))
    # a page that does not answer, or that is no step either, leaves the first: the button did not lead there
    found, _, origin = followed({"/book": on("/two"), "/two": document(CONTACT)})
    assert behind(record(found, origin)).kind == "other"
    found, asked, origin = followed({"/book": on("/gone")})
    assert asked == ["/book", "/gone"]
    assert behind(record(found, origin)).kind == "other"


def test_with_no_time_left_nothing_is_asked() -> None:
    with serving({"/book": document(FORM)}) as site:
        place = urlsplit(site.origin)
        visitor = Visitor(policy=Policy(allow=frozenset({("127.0.0.1", cast("int", place.port))})))
        wanted = ProbePlan(behind=(("a", f"{site.origin}/book", "book_call"),))
        source = record((), site.origin)
        left = asyncio.run(
            visitor._look_behind_step(source, wanted, visitor._names(), time.monotonic() + 0.01)
        )
        assert site.heard == []
        assert [one.reason for one in left] == ["no-time"]
        in_time = asyncio.run(
            visitor._look_behind_step(source, wanted, visitor._names(), time.monotonic() + SCAN_S)
        )
        assert len(in_time) == len(site.heard) == 1
    assert behind(record(left, site.origin)).kind == "not_looked_at"


def test_a_silent_page_ends_with_the_look() -> None:
    found, _, origin = followed({"/book": "…"}, seconds=0.3)
    assert (found[0].status, found[0].reason) == (None, "timeout")
    assert behind(record(found, origin)).kind == "not_looked_at"


def test_a_stored_record_tells_the_same_again() -> None:
    found, _, origin = followed({"/book": document(CONTACT)})
    first = record(found, origin)
    again = Observations.from_json(first.to_json())
    assert again == first
    assert report(again).findings == report(first).findings
    assert read(Page(again, brief())) == read(Page(first, brief()))


def test_a_record_from_before_says_that_nobody_looked() -> None:
    told = behind(seen(home()))
    assert (told.kind, told.why) == ("not_looked_at", "not-asked")


def test_what_lies_there_answers_what_happens_when_i_press() -> None:
    calendar = document(f'<h1>Times</h1>{ENGLISH}<iframe src="https://calendly.com/bread"></iframe>')
    found, _, origin = followed({"/book": calendar})
    told = {one.question.value: one for one in report(record(found, origin)).answers}["press"]
    assert (told.answer, told.told) == (Answer.YES, Told.FOUND)


def test_the_plan_follows_the_goals_link_on_its_own_site_alone() -> None:
    def planned(href: str, goal: str = "book_call") -> tuple[tuple[str, str, str], ...]:
        return plan_probes(seen(home(href)), brief(goal)).behind

    ((selector, address, goal),) = planned("/book#form")
    assert (selector.rpartition(" ")[2], address, goal) == ("a", "https://page.example/book", "book_call")
    assert [url for _, url, _ in planned("https://calendly.com/x")] == ["https://calendly.com/x"]
    assert [url for _, url, _ in planned("https://www.page.example/b")] == ["https://www.page.example/b"]
    for never in ("https://other.example/book", "#book", "mailto:a@b.se", "javascript:book()", "/", "tel:1"):
        assert planned(never) == ()


def test_the_followed_address_is_not_probed_as_well() -> None:
    html = home()
    sight = rendered(html, drawn("body > main > section > h1", tag="h1"))
    assert sight.desktop is not None
    with serving({"/book": document(f"<h1>Book</h1>{ENGLISH}{FORM}")}) as site:
        port = cast("int", urlsplit(site.origin).port)
        pair = ("body > main > section > a", f"{site.origin}/book")
        wanted = ProbePlan(
            targets=((pair[0], pair[1] + "#f"), ("x", f"{site.origin}/gone")), behind=((*pair, "book_call"),)
        )
        window = WindowRecord(
            viewport=sight.desktop,
            url=f"{site.origin}/",
            html=html,
            axe=None,
            picture=b"",
            first_picture=b"",
            caveats=(),
            spent={},
        )

        async def measured(observed: Observations) -> Observations:
            return observed

        async def run() -> Observations:
            async with Client(a_door(allow={("127.0.0.1", port)})) as client:

                async def followed_once(observed: Observations, plan: ProbePlan) -> tuple[BehindPage, ...]:
                    ((selector, url, goal),) = plan.behind
                    step = Step(selector=selector, url=url, goal=goal, here=observed.final_url)
                    return await follow(
                        client, InProcessTasks(lambda: TASKS), step, ends=time.monotonic() + SCAN_S
                    )

                source = dataclasses.replace(seen(html), url=f"{site.origin}/", final_url=f"{site.origin}/")
                probing = _Probing(
                    source, lambda _: wanted, client, measured, target_s=SCAN_S, follow=followed_once
                )
                await probing.begin(window, None)
                return await probing.finish(None)

        observed = asyncio.run(run())
        asked = [path for path, _ in site.heard]
    assert asked.count("/book") == 1
    assert [(one.selector, one.status) for one in observed.targets] == [(pair[0], 200), ("x", 404)]
    assert observed.targets[0].url.endswith("/book#f")
    assert observed.behind[0].outline is not None
