"""Quick-fix and audit with a model, from the credential to the answer: what holds is sold, the rest is failed work."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from coldread.advice.accepted_answer import LONGEST, MOST_FINDINGS
from coldread.advice.model_shapes import SaidFix, clipped
from coldread.payments.accounting import refunds
from coldread.reader.shape import Reference
from tests.advice.bought import FIX_BODY, GOOD_FIX, Shop, good_audit, replying
from tests.harness.fake_model import FakeModel, openai_reply
from tests.harness.refusals import refusal
from tests.harness.service import Service

MakeService = Callable[..., Service]
FIX, AUDIT = "/v1/quick-fix", "/v1/audit"

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

#: what a model that a page or an attacker steers would put into a text that is pasted or relayed
HOSTILE = {
    "an address": "Log in at evil.shop/login",
    "an address with another full stop": "Read more on evil。com",
    "an address in brackets": "Bread from evil[.]zone",
    "an address spelled out": "Bread from evil dot com",
    "an address in two parts": "Bread from evil .com",
    "an address over two lines": "Bread from evil.\ncom/login",
    "an address in another script": "Bread from evil.xn--p1ai",
    "an address in a gap": "Bread: [https://evil.shop]",
    "a part of the owner's host": "Bread at op.example",
    "another mail address": "Write to nna@shop.example",
    "a mail address spelled out": "Write to evil at gmail dot com",
    "another telephone": "Call +46 70 123 45 67",
    "a telephone in words": "Call zero seven zero, one two three",
    "an account in a gap": "Pay to [SE45 5000 0000 0583 9825 7466]",
    "markup": "<b onclick=x>Bread</b>",
    "a link": "Bread [here](//evil)",
    "a template": "{{ 7*7 }} bread",
    "a script": "javascript:alert(1)",
    "an entity": "&lt;script",
    "another direction": "Bread \u202efor cafés",
    "an invisible sign": "Bread\u200b for cafés",
    "an invisible letter": "Bread\u3164 for cafés",
    "a look-alike letter": "breаd for cafés",
    "a new number": "Bread for 4000 cafés",
    "a new name": "Bread for cafés, as Svensson of Volvo buys it for his people",
    "a promise": "Bread for cafés, guaranteed fresh",
    "another language": "dobry chleb dla kawiarni w mieście, codziennie rano świeży i dostarczony przed otwarciem lokalu",
}


def bought(make_service: MakeService, content: Any, path: str = FIX) -> tuple[Any, Shop]:
    with FakeModel(replying(content)) as fake:
        made = Shop(make_service, fake, path)
        return made.buy(), made


def test_what_holds_is_sold_with_the_contracts_fields(make_service: MakeService) -> None:
    answer, made = bought(make_service, GOOD_FIX)
    assert answer.status_code == 200, answer.text
    assert answer.headers["payment-receipt"]
    assert answer.json() == {
        **{name: GOOD_FIX[name] for name in ("diagnosis", "rewrite", "rationale")},
        "element_selector": "h1",
        "confidence": 0.9,
        "engine": "fake-1",
    }
    (asked,) = made.fake.asked
    told = asked["messages"][1]["content"]
    assert "<untrusted-" in told
    assert "We sell sourdough bread" in told


def test_a_gap_for_a_promise_and_a_name_of_the_trade_cost_no_answer(make_service: MakeService) -> None:
    said = {
        **GOOD_FIX,
        "rewrite": "Bread for cafés. [free delivery from which sum, if you offer it]",
        "rationale": "Ask your mail provider about SPF and DKIM. You can tell that it helped when more cafés call you.",
    }
    answer, _ = bought(make_service, said)
    assert answer.status_code == 200, answer.text
    assert answer.json()["rewrite"] == said["rewrite"]
    assert answer.json()["rationale"] == "You can tell that it helped when more cafés call you."


def test_a_model_is_sure_only_of_what_it_can_point_at(make_service: MakeService) -> None:
    for reference in (
        {"block": "{mark}-3", "words": "sells cars"},
        {"block": "b000000-3", "words": "says nothing"},
    ):
        answer, _ = bought(make_service, {**GOOD_FIX, "rests_on": [reference]})
        assert answer.json()["confidence"] == 0.6
    answer, _ = bought(make_service, {**GOOD_FIX, "sure": "usual"})
    assert answer.json()["confidence"] == 0.4


def test_an_audit_has_five_ranked_findings_and_says_that_nobody_opened_the_page(
    make_service: MakeService,
) -> None:
    answer, made = bought(make_service, good_audit(), AUDIT)
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert set(said) == {"executive_summary", "findings", "confidence", "engine"}
    assert [one["rank"] for one in said["findings"]] == [1, 2, 3, 4, 5]
    assert [one["priority"] for one in said["findings"]] == ["P0", "P0", "P1", "P1", "P2"]
    assert said["executive_summary"].endswith("its goal and its audience.")
    assert (said["confidence"], said["engine"]) == (0.6, "fake-1")
    assert made.fake.asked[0]["max_tokens"] == 4_000, "five times the output of a quick-fix"


def test_an_attack_in_the_text_that_is_pasted_is_never_delivered(make_service: MakeService) -> None:
    said = dict(GOOD_FIX)
    with FakeModel(lambda asked: replying(said)(asked)) as fake:  # noqa: PLW0108
        shop = Shop(make_service, fake, FIX)
        for attack, text in HOSTILE.items():
            said["rewrite"] = text
            answer = shop.buy()
            assert answer.status_code == 503, f"{attack}: {answer.text}"
            assert "payment-receipt" not in answer.headers
        said["rewrite"] = "Call 040-12 34 56 or write to anna@shop.example"
        assert shop.buy().status_code == 200, "what the caller told may be said"


def test_an_attack_in_an_audit_costs_its_sentence_or_its_finding(make_service: MakeService) -> None:
    said = good_audit()
    with FakeModel(lambda asked: replying(said)(asked)) as fake:  # noqa: PLW0108
        shop = Shop(make_service, fake, AUDIT)
        for attack, text in HOSTILE.items():
            if attack == "a promise":  # advice may speak of one
                continue
            said.update(good_audit())
            said["findings"][1]["fix"] = text
            if attack != "another language":
                said["executive_summary"] += f" {text}"
            answer = shop.buy()
            assert answer.status_code == 200, f"{attack}: {answer.text}"
            assert text.split()[-1] not in answer.text, attack


@pytest.mark.parametrize(
    "change",
    [
        {"rewrite": "Welcome"},
        {"rewrite": "No change is proposed."},
        {"rewrite": ""},
        {"rewrite": "[your headline]"},
        {"diagnosis": ""},
        {
            "diagnosis": "Powitanie nie mówi kawiarni, co jest tu sprzedawane, i nikt nie wie, o co chodzi na tej stronie."
        },
    ],
)
def test_a_quick_fix_that_proposes_nothing_is_failed_work(
    make_service: MakeService, change: dict[str, str]
) -> None:
    answer, _ = bought(make_service, {**GOOD_FIX, **change})
    problem = refusal(answer, 503, "unavailable")
    assert problem["payment"].startswith("kept")


def test_four_findings_or_one_twice_are_no_audit(make_service: MakeService) -> None:
    refusal(bought(make_service, good_audit(4), AUDIT)[0], 503, "unavailable")
    twice = good_audit(5)
    twice["findings"][4]["fix"] = twice["findings"][3]["fix"].upper()
    refusal(bought(make_service, twice, AUDIT)[0], 503, "unavailable")


@pytest.mark.parametrize("path", [FIX, AUDIT])
def test_work_that_failed_three_times_is_refunded_and_not_begun_again(
    make_service: MakeService, path: str
) -> None:
    said = {**GOOD_FIX, "rewrite": "Welcome"} if path == FIX else good_audit(4)
    with FakeModel(replying(said)) as fake:
        made = Shop(make_service, fake, path)
        tries = [made.buy(), made.again(), made.again()]
        said_of_it = [refusal(one, 503, "unavailable")["payment"].split(":")[0] for one in tries]
        refusal(made.again(), 403, "payment-refund-due")
    assert said_of_it == ["kept", "kept", "refund"]
    assert len(fake.asked) == 6, "each try asks once more, with what was refused"
    assert len(made.chain.charged) == 1
    (owed,) = made.service.read(refunds.open_refunds)
    assert (owed.route, owed.reason) == (path, "the work failed three times")


@pytest.mark.parametrize(
    ("path", "bad", "good", "told"),
    [
        (
            FIX,
            {**GOOD_FIX, "rewrite": "Bread for 4000 cafés in Malmö"},
            GOOD_FIX,
            "new-number: Bread for 4000 cafés in Malmö",
        ),
        (AUDIT, good_audit(4), good_audit(), "too-few: 4 findings are left, and 5 are needed"),
    ],
)
def test_what_was_refused_is_asked_for_anew_within_the_same_try(
    make_service: MakeService, path: str, bad: dict[str, Any], good: dict[str, Any], told: str
) -> None:
    replies = [replying(bad), replying(good)]
    with FakeModel(lambda asked: replies.pop(0)(asked)) as fake:  # noqa: PLW0108
        made = Shop(make_service, fake, path)
        answer = made.buy()
    assert answer.status_code == 200, answer.text
    assert answer.headers["payment-receipt"]
    assert len(made.chain.charged) == 1
    first, second = fake.asked
    said = second["messages"][-1]["content"]
    assert said.startswith(first["messages"][-1]["content"].partition("<untrusted-")[0])
    assert told in said
    assert told not in first["messages"][-1]["content"]
    assert 0 < second["max_tokens"] < first["max_tokens"], "both have the tokens of one"


def test_an_answer_that_spent_the_tokens_is_not_asked_for_anew(make_service: MakeService) -> None:
    long = {**GOOD_FIX, "rewrite": "Bread for 4000 cafés. " * 80}
    with FakeModel(replying(long)) as fake:
        refusal(Shop(make_service, fake, FIX).buy(), 503, "unavailable")
    assert len(fake.asked) == 1


@pytest.mark.parametrize(
    ("problem", "rewrite", "is_sold"),
    [
        (
            "The button .btn { width: 90px } cuts its text.",
            ".btn {\n  width: auto;\n  padding: 12px 20px;\n}",
            True,
        ),
        (
            "The CSS lets the button cut its text.",
            "Set .btn { white-space: normal } and give it 12px of room.",
            True,
        ),
        ("The button cuts its text.", ".btn { width: auto }", False),
        ("The CSS lets the button cut its text.", ".btn { background: url(//evil.shop) }", False),
        ("The CSS lets the button cut its text.", "a { color: evil.shop }", False),
        ("The CSS lets the button cut its text.", "{{ 7*7 }} { color: red }", False),
        ("The CSS lets the button cut its text.", ".btn { price: 4000 }", False),
        ("The CSS lets the button cut its text.", "Used by 4000 cafés. .btn { width: auto }", False),
        ("Two reviews are not enough.", "Good bread every morning. [third review]", True),
        ("Two reviews are not enough.", "Good bread every morning. [review of 4000 guests]", False),
        ("Two reviews are not enough.", "Get double bread every morning", False),
    ],
)
def test_code_of_a_style_sheet_and_a_place_in_a_row_are_no_new_facts(
    make_service: MakeService, problem: str, rewrite: str, is_sold: bool
) -> None:
    with FakeModel(replying({**GOOD_FIX, "rests_on": [], "rewrite": rewrite})) as fake:
        made = Shop(make_service, fake, FIX)
        made.body = json.dumps({**FIX_BODY, "problem": f"{problem} {FIX_BODY['problem']}"}).encode()
        answer = made.buy()
    assert answer.status_code == (200 if is_sold else 503), answer.text
    if is_sold:
        assert answer.json()["rewrite"].split() == rewrite.split()


def test_work_that_failed_once_is_done_free_by_the_same_credential(make_service: MakeService) -> None:
    replies = [*[replying({**GOOD_FIX, "rewrite": "Welcome"})] * 2, replying(GOOD_FIX)]
    with FakeModel(lambda asked: replies.pop(0)(asked)) as fake:  # noqa: PLW0108
        made = Shop(make_service, fake, FIX)
        refusal(made.buy(), 503, "unavailable")
        assert made.again().status_code == 200
    assert len(made.chain.charged) == 1


@pytest.mark.parametrize("where", ["rewrite", "diagnosis", "references", "findings"])
def test_an_answer_of_nearly_a_megabyte_costs_its_length_once(make_service: MakeService, where: str) -> None:
    many = 900_000
    path = AUDIT if where == "findings" else FIX
    said: dict[str, Any] = good_audit() if where == "findings" else dict(GOOD_FIX)
    if where == "references":
        said["rests_on"] = [{"block": "b", "words": "w"}] * (many // 45)
    elif where == "findings":
        said["findings"] = [{**said["findings"][0], "title": f"Say it {'a' * 9}"}] * (many // 400)
    else:
        said[where] = "evil.shop " * (many // 10)
    with FakeModel(replying(said)) as fake:
        made = Shop(make_service, fake, path)
        began = time.process_time()
        answer = made.buy()
        spent = time.process_time() - began
    assert len(fake.asked) == 1
    assert spent < 5, "0.4 s of our own here; an answer of this length once cost 46"
    assert answer.status_code == (200 if where == "references" else 503), answer.text
    assert "evil.shop" not in answer.text


def test_a_silent_model_is_failed_work(make_service: MakeService) -> None:
    with FakeModel(lambda _: (401, b"{}", {})) as fake:
        refusal(Shop(make_service, fake, AUDIT).buy(), 503, "unavailable")
    with FakeModel(lambda _: openai_reply(good_audit(), finish="length")) as fake:
        refusal(Shop(make_service, fake, AUDIT).buy(), 503, "unavailable")


def test_nobody_is_charged_while_the_model_rests_or_its_tokens_are_spent(make_service: MakeService) -> None:
    with FakeModel(lambda _: (500, b"{}", {})) as fake:
        shop = Shop(make_service, fake, FIX)
        for _ in range(3):
            refusal(shop.buy(), 503, "unavailable")
        before = len(shop.chain.charged)
        asked = len(fake.asked)
        answer = shop.buy()
        refusal(answer, 503, "unavailable")
        assert (answer.headers["retry-after"], len(shop.chain.charged), len(fake.asked)) == (
            "30",
            before,
            asked,
        )
    with FakeModel(replying(GOOD_FIX)) as fake:
        spent = Shop(make_service, fake, FIX, llm_daily_tokens="1")
        assert spent.buy().status_code == 200
        refusal(spent.buy(), 503, "unavailable")
        assert (len(spent.chain.charged), len(fake.asked)) == (1, 1)


def test_what_goes_to_be_checked_is_short_however_much_was_said(database_url: str) -> None:
    said = SaidFix(
        diagnosis="d" * 900_000,
        rewrite="r\n" * 400_000,
        rationale="",
        rests_on=[Reference(block="b" * 9_000, words="w")] * 1_000,
        sure="fits",
    )
    assert len(str(clipped(said, LONGEST + 1, MOST_FINDINGS))) < 20_000
