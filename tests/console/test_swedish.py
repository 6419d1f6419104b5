"""The Swedish console: every page in every state, every refusal, and no word on it that the Swedish tables do not have."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.base.languages import row_of
from coldread.base.texts.gaps import rooms
from coldread.base.texts.inline_text import InlineText, Sentence, text_for_many
from coldread.base.texts.texts import texts_of
from coldread.drafts import versions
from coldread.drafts.draft_texts import TEXTS as DRAFT_TEXTS
from coldread.orders.acts.ask_buyer import ask_outside_wait
from coldread.orders.acts.buyer_message import add_buyer_message
from coldread.orders.acts.early_start import CONSENT
from coldread.orders.acts.page_unreachable import note_unreachable
from coldread.orders.acts.refunds import RefundNote, note_refund
from coldread.orders.acts.withdrawal import go_on, withdraw
from coldread.orders.queries import find_order
from coldread.pages.console.endpoints import ENDPOINTS
from coldread.pages.console.filters import translated_flag, translated_note
from coldread.pages.console.operations import SAID as OPS_SAID
from coldread.pages.console.order import SAID
from coldread.pages.console.steps import STEPS
from tests.console.visitor import Visitor
from tests.harness.breadth import WHOLE
from tests.harness.service import WAYS, Service

#: names, and what stands for itself in both languages
NAMES = {
    "berit",
    "coldread",
    "sqlite",
    "postgresql",
    "usdc",
    "cet",
    "esc",
    "enter",
    "inv",
    "name",
    "auto",
    "lite",
    "strict",
    "todo",
}
#: what an order says is in figures, so that every word on a page is ours
FIGURES = {
    "url": "https://127.0.0.1/4711",
    "goal": "12345 67890",
    "audience": "12345 67890",
    "contact_email": "4711@127.example",
    "language": "sv",
    "billing": {"company_name": "4711", "org_number": "556036-0793"},
}
#: what is shown of a machine's or a person's words: code, a text in the order's language, a tool's own sentence
OTHERS = "script, style, code, .mono, kbd, textarea, .preview, pre, [lang=en]"
ATTRIBUTES = ("aria-label", "placeholder", "alt", "data-busy", "data-done", "data-label")
_WORD = re.compile(r"[^\W\d_]{2,}")
#: addresses, files and marks
_NO_WORDS = re.compile(r"\S*[@/_]\S*|\S+\.(?:md|patch|jpg)\b|INV-\S+")

#: what differs in the same form of two orders: the order, the session, the moment and the row
_SEEN = re.compile(r"INV-\w+|(?<=value=\")[\w.:-]{10,}(?=\")|\d+")


def words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(_NO_WORDS.sub(" ", text))}


@pytest.fixture(scope="module")
def swedish() -> set[str]:
    """Every word of every Swedish table."""
    found = set(NAMES)
    for room in rooms():
        for text in texts_of(room).of("sv").values():
            for one in (text,) if isinstance(text, str) else text:
                found |= words(one)
    for text_of_table in _inline_texts():
        found |= words(text_of_table("sv"))
    return found | {month[:3] for month in row_of("sv").months.split()}


def _inline_texts() -> Iterator[InlineText]:
    """Those of the tables in the code: module by module, row by row, column by column."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("coldread."):
            for value in vars(module).values():
                yield from _texts_in(value, deep=4)


def _texts_in(value: object, *, deep: int) -> Iterator[InlineText]:
    if isinstance(value, InlineText):
        yield value
    elif deep == 0:
        return
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts_in(each, deep=deep - 1)
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from _texts_in(each, deep=deep - 1)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _texts_in(getattr(value, field.name, None), deep=deep - 1)
    elif isinstance(value, Sentence):
        yield InlineText(en=value("en"), sv=value("sv"))


def said_on(html: str) -> Iterator[str]:
    """Everything that the page says: its texts, its names for those who hear it, and what its script may say."""
    page = HTMLParser(html)
    assert page.root is not None
    assert page.root.attributes["lang"] == "sv"
    for theirs in page.css(OTHERS):
        theirs.decompose()
    title, body = page.css_first("title"), page.body
    assert title is not None
    assert body is not None
    yield title.text()
    yield body.text(separator=" ")
    for node in body.css("*"):
        yield from _named(node)


def _named(node: LexborNode) -> Iterator[str]:
    for name in ATTRIBUTES:
        yield node.attributes.get(name) or ""
    if "data-words" in node.attributes:
        yield " ".join(json.loads(node.attributes["data-words"] or "{}").values())


def foreign(html: str, swedish: set[str]) -> set[str]:
    return {word for text in said_on(html) for word in words(text)} - swedish


def nothing(service: Service, order_id: str) -> None:
    """The state alone."""


def answered(service: Service, order_id: str) -> None:
    service.post(f"/v1/orders/{order_id}/info", json={"message": "4711"}).raise_for_status()


def asked_beside(service: Service, order_id: str) -> None:
    service.write(ask_outside_wait, service.settings, order_id, "berit", "4711?")


def wrote(service: Service, order_id: str) -> None:
    service.write(add_buyer_message, service.settings, order_id, "4711")


def withdrew(service: Service, order_id: str) -> None:
    service.write(withdraw, service.settings, order_id, "person", "4711")


def went_on(service: Service, order_id: str) -> None:
    withdrew(service, order_id)

    def decide(session: Session) -> None:
        order = find_order(session, order_id)
        assert order is not None
        go_on(session, service.services, order_id, order.updated_at, "berit", "4711")

    service.write(decide)


def money_back(service: Service, order_id: str) -> None:
    def note(session: Session) -> None:
        order = find_order(session, order_id)
        assert order is not None
        told = RefundNote(amount=1000, reason="4711", how="4711", work_goes_on=False)
        note_refund(session, service.services, order_id, order.updated_at, "berit", told)

    service.write(note)


def unreachable(service: Service, order_id: str) -> None:
    service.write(note_unreachable, service.settings, order_id, "coldread", "4711")


def drafted(service: Service, order_id: str) -> None:
    """With all that stands in the way of a delivery, and what the preparation left to know."""
    flags = [DRAFT_TEXTS.say("en", f"flags.{name}") for name in ("lite", "no_diff")]
    spec = f"# 1\n\n{DRAFT_TEXTS.say('sv', 'draft.status_alone')}\n\n⟦1⟧\n\nTODO"
    diff = "--- a/1\n+++ b/1\n@@ -1 +1 @@\n-1\n+2\n"

    def save(session: Session) -> None:
        versions.save_draft(session, service.services, order_id, spec, diff, "coldread", flags=flags)

    service.write(save)


def lapsed(service: Service, order_id: str) -> None:
    service.clock.move(40 * DAY)


IN_WORK = ("paid", "in_progress")
UNPAID = ("submitted", "reviewing", "needs_info", "accepted", "billing_pending")
#: what happens beside the moves, and in which statuses
FACTS: tuple[tuple[Callable[[Service, str], None], tuple[str, ...]], ...] = (
    (nothing, tuple(WAYS)),
    (answered, ("needs_info",)),
    (asked_beside, ("billing_pending", *IN_WORK)),
    (wrote, ("submitted", "in_progress", "delivered")),
    (withdrew, (*UNPAID, *IN_WORK)),
    (went_on, IN_WORK),
    (money_back, (*IN_WORK, "delivered")),
    (unreachable, IN_WORK),
    (drafted, IN_WORK),
    (lapsed, ("submitted", "billing_pending", "paid")),
)


@pytest.mark.parametrize("status", WAYS)
def test_an_order_is_swedish_whatever_happened_to_it(
    sqlite_service: Callable[..., Service], swedish: set[str], status: str
) -> None:
    """Its page, its text, the last look before delivery, its line in the queue; and every refusal of its forms.

    An ordinary run sends a form once in each status, and not again after each fact that leaves the form as it was."""
    service = sqlite_service(operator_email="berit@127.example")
    sent: set[str] = set()
    for number, (fact, where) in enumerate(FACTS):
        if status not in where:
            continue
        method = ("umbrella_invoice", "mobile_payment")[number % 2]
        order_id = service.order_in(status, **FIGURES, billing_method_preference=method)
        fact(service, order_id)
        berit = Visitor(service, lang="sv").sign_in()
        for path in (
            f"/console/o/{order_id}",
            f"/console/o/{order_id}/draft",
            f"/console/o/{order_id}/deliver",
        ):
            for refused in _with_refusals(berit, path, sent):
                assert foreign(refused, swedish) == set(), (status, fact.__name__, path)
        for view in ("mine", "buyer", "work", "done", "all"):
            assert foreign(berit.ask("GET", f"/console?view={view}").text, swedish) == set(), view


def _with_refusals(berit: Visitor, path: str, sent: set[str]) -> Iterator[str]:
    """The page, and what comes of each of its forms that was not sent before, when it is sent as it stands."""
    answer = berit.ask("GET", path)
    yield answer.text
    page = HTMLParser(answer.text)
    for form in page.css("form[method=post]"):
        action = str(form.attributes["action"])
        if "/look" in action or action.endswith(("/logout", "/keep", "/preview", "/remark", "/export")):
            continue
        looks = _SEEN.sub("", form.html or "")
        if looks in sent and not WHOLE:
            continue
        sent.add(looks)
        berit.page = page
        typed = {
            name: value for name, value in berit.fields(action).items() if name in ("token", "seen", "copy")
        }
        answer = berit.ask("POST", action, data={**typed, "seen": "1"})
        yield (berit.ask("GET", answer.headers["location"]) if answer.is_redirect else answer).text


def test_pages_that_belong_to_no_order_are_swedish(
    sqlite_service: Callable[..., Service], swedish: set[str]
) -> None:
    """Each address of the table; empty, and with something in it."""
    service = sqlite_service()
    stranger = Visitor(service, lang="sv")
    assert foreign(stranger.ask("GET", "/console/login").text, swedish) == set()
    wrong = stranger.ask("POST", "/console/login", data={"name": "berit", "password": "4711"})
    assert foreign(wrong.text, swedish) == set()
    berit = stranger.sign_in()
    paths = [
        row.path
        for row in ENDPOINTS
        if row.method == "GET" and "{" not in row.path and row.path not in ("/metrics", "/console/login")
    ]
    assert {"/console", "/console/new", "/console/ops", "/console/people", "/console/colleagues"} <= set(
        paths
    )
    order_id = service.order_in("submitted", **FIGURES)
    views = [f"/console?view={view}" for view in ("mine", "buyer", "work", "done", "all")]
    asked = [
        "/console?q=4711",
        "/console?q=0815",
        "/console/people?email=4711@127.example",
        "/console/people?email=1@1.example",
    ]
    gone = ["/console/o/INV-aaaaaaaa", f"/console/o/{order_id}/draft/9"]
    said = [
        *(
            f"/console/o/{order_id}?said={name}"
            for name in (*SAID, *(f"to_{step.to.value}" for step in STEPS))
        ),
        *(f"/console/ops?said={name}&n=2" for name in OPS_SAID),
    ]
    for path in (*paths, *views, *asked, *gone, *said):
        assert foreign(berit.ask("GET", path).text, swedish) == set(), path


def test_refusals_outside_orders_are_swedish(
    sqlite_service: Callable[..., Service], swedish: set[str]
) -> None:
    service = sqlite_service()
    berit = Visitor(service, lang="sv").sign_in()
    for row in ENDPOINTS:
        if row.method != "POST" or "{" in row.path or row.path == "/console/logout":
            continue
        berit.see("/console/new")
        token = berit.fields("/console/new")["token"]
        for data in ({"token": token}, {"token": "1"}):
            answer = berit.ask("POST", row.path, data=data)
            if "text/html" in answer.headers.get("content-type", ""):
                assert foreign(answer.text, swedish) == set(), (row.path, data)
    order_id = service.order_in("submitted", **FIGURES)
    late = Visitor(service, "cecilia", lang="sv")
    held = late.ask("POST", f"/console/o/{order_id}/remark", data={"kind": "note", "note": "4711"})
    assert held.status_code == 401
    assert foreign(held.text, swedish) == set()


def test_two_versions_and_an_old_one_are_swedish(
    sqlite_service: Callable[..., Service], swedish: set[str]
) -> None:
    service = sqlite_service()
    order_id = service.order_in("in_progress", **FIGURES)
    drafted(service, order_id)
    berit = Visitor(service, lang="sv").sign_in()
    for _ in range(2):
        berit.see(f"/console/o/{order_id}/draft")
        berit.send("/draft", do="save", spec_md="# 2")
    assert foreign(berit.ask("GET", f"/console/o/{order_id}/draft/1").text, swedish) == set()
    token = berit.fields("/draft")["token"]
    data = {"token": token, "copy": "1", "spec_md": "# 3", "diff": "", "do": "save"}
    both = berit.ask("POST", f"/console/o/{order_id}/draft", data=data)
    assert both.status_code == 409
    assert foreign(both.text, swedish) == set()


def test_what_the_service_notes_by_itself_is_said_in_swedish() -> None:
    for note in (*CONSENT.values(), "Nobody acted in time.", "Entered by berit.", "2600 SEK. 4711"):
        assert translated_note(note, "en") == note
        assert translated_note(note, "sv") != note, note
    assert translated_note("Ring Anna", "sv") == "Ring Anna", "what a person wrote stays as it is"


def test_every_flag_of_a_draft_is_said_in_swedish() -> None:
    for key in sorted(DRAFT_TEXTS.keys()):
        if key.startswith("flags."):
            flag = text_for_many(DRAFT_TEXTS.say("en", key))
            assert translated_flag(flag, "en") == flag
            assert translated_flag(flag, "sv") != flag, key


@pytest.mark.parametrize(
    ("setting", "asked", "heading"),
    [("", "sv", "Kö"), ("", "en", "Queue"), ("sv", "en", "Kö"), ("en", "sv", "Queue")],
)
def test_the_setting_comes_before_the_browser(
    sqlite_service: Callable[..., Service], setting: str, asked: str, heading: str
) -> None:
    service = sqlite_service(**({"console_language": setting} if setting else {}))
    berit = Visitor(service, lang=asked).sign_in()
    title = berit.page.css_first("h1")
    assert title is not None
    assert title.text() == heading


def test_the_queue_renews_itself_in_the_language_of_its_address(
    sqlite_service: Callable[..., Service],
) -> None:
    berit = Visitor(sqlite_service(), lang="en").sign_in()
    page = HTMLParser(berit.ask("GET", "/console?lang=sv&view=all").text)
    (lines,) = page.css("#lines")
    renewed = berit.ask("GET", str(lines.attributes["hx-get"]))
    assert HTMLParser(renewed.text).css_first("html[lang=sv]") is not None
