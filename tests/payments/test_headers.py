"""The header fields of draft-httpauth-payment-01: a payment beside another Authorization, and what a client can pay by."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from coldread.base.incoming.auth_challenges import auth_challenges
from coldread.payments.demand import preferred_methods
from coldread.payments.methods.tempo import TEMPO
from tests.chain.payer import NODE_BIN
from tests.harness.chain import NODE
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.payments.paper_chain import PaperNode, signed
from tests.payments.paper_service import on_paper
from tests.payments.scripted_chain import PATH, RAW, buy, challenge_of, paying
from tests.payments.test_lying_node import FIXED

BEARER = {"Authorization": "Bearer of-a-gateway"}
FIELD = "Payment-Authorization"


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Service]:
    made = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", **FIXED)
    yield made
    made.close()


@pytest.fixture
def node(shop: Service) -> PaperNode:
    return on_paper(shop)


def asked_beside(shop: Service) -> httpx.Response:
    return shop.post(PATH, content=RAW, headers=BEARER)


def beside(shop: Service) -> dict[str, str]:
    """A challenge that is paid in the other field, and the headers that pay it there."""
    (challenge,) = auth_challenges([asked_beside(shop).headers["www-authenticate"]])
    said = challenge.parameters
    credential = paying(said, signed(said, shop.clock.now()))["Authorization"]
    return {**BEARER, FIELD: credential}


def test_a_payment_goes_beside_another_authorization(shop: Service, node: PaperNode) -> None:
    paid = beside(shop)
    served = buy(shop, paid)
    assert served.status_code == 200, served.text
    assert buy(shop, {FIELD: paid[FIELD]}).content == served.content


def test_a_challenge_is_paid_in_the_field_that_it_names_alone(shop: Service, node: PaperNode) -> None:
    there = beside(shop)[FIELD]
    refusal(buy(shop, {"Authorization": there}), 402, "malformed-credential")
    challenge = challenge_of(shop)
    assert "header" not in challenge
    here = paying(challenge, signed(challenge, shop.clock.now()))["Authorization"]
    refusal(buy(shop, {FIELD: here}), 402, "malformed-credential")
    assert buy(shop, {"Authorization": here}).status_code == 200
    assert buy(shop, {**BEARER, FIELD: there}).status_code == 200


def test_pympp_reads_the_challenge_and_agrees_with_its_hmac(shop: Service) -> None:
    from mpp import Challenge

    theirs = Challenge.from_www_authenticate(asked_beside(shop).headers["www-authenticate"])
    assert theirs.header == FIELD
    assert theirs.verify("s" * 32, "coldread.test")


def test_mppx_reads_the_challenge_and_agrees_with_its_hmac(shop: Service, tmp_path: Path) -> None:
    code = (
        "import { Challenge } from 'mppx'; const c = Challenge.deserialize(process.argv[2]);"
        "console.log(c.header, Challenge.verify(c, { secretKey: 's'.repeat(32) }))"
    )
    file = NODE.parent / f"challenge-{tmp_path.name}.mjs"
    file.write_text(code)
    try:
        header = asked_beside(shop).headers["www-authenticate"]
        told = subprocess.run(
            [str(NODE_BIN), str(file), header], capture_output=True, text=True, timeout=60, check=False
        )
    finally:
        file.unlink()
    assert told.stdout.split() == [FIELD, "true"], told.stderr[-1000:]


OTHER = "other"


@pytest.mark.parametrize(
    ("accept", "offered"),
    [
        ("", ["tempo", OTHER]),
        ("tempo/charge", ["tempo"]),
        ("tempo/charge;q=0.3, other/charge", [OTHER, "tempo"]),
        ("*/charge", ["tempo", OTHER]),
        ("tempo/*;q=0, */*", [OTHER]),
        ("stripe/charge", ["tempo", OTHER]),
        ("tempo/charge;q=0", ["tempo", OTHER]),
        ("not a range", ["tempo", OTHER]),
        ("tempo/session", ["tempo", OTHER]),
        ("tempo/charge;q=2", ["tempo", OTHER]),
        ("," * 5000, ["tempo", OTHER]),
    ],
)
def test_methods_come_as_the_client_prefers_them(
    monkeypatch: pytest.MonkeyPatch, accept: str, offered: list[str]
) -> None:
    import dataclasses

    from coldread.payments import accepted

    monkeypatch.setitem(accepted.METHOD, OTHER, dataclasses.replace(TEMPO, name=OTHER))
    assert preferred_methods(["tempo", OTHER], accept) == offered


@pytest.mark.parametrize("accept", ["tempo/charge", "stripe/charge", "\x7f", "tempo/charge;q=0"])
def test_whatever_a_client_accepts_it_is_asked_for_money(shop: Service, accept: str) -> None:
    answer = shop.post(PATH, content=RAW, headers={"Accept-Payment": accept})
    refusal(answer, 402, "payment-required")
    assert 'method="tempo"' in answer.headers["www-authenticate"]


def test_the_description_says_what_is_sold_and_a_browser_may_send_the_fields(shop: Service) -> None:
    told = shop.get("/v1/openapi.json").json()["x-service-info"]
    assert told["docs"]["llms"] == "https://coldread.test/llms.txt"
    answer = shop.run(
        shop.request(
            "OPTIONS", PATH, headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
        )
    )
    allowed = answer.headers["access-control-allow-headers"]
    assert FIELD in allowed
    assert "Accept-Payment" in allowed
