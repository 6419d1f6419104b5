"""A payment method is a file with its row and one line in `accepted.METHODS`: everything that tells prices follows."""

from __future__ import annotations

import base64
import dataclasses
import json
import re
from typing import Any

import pytest

from coldread.base.settings import Settings
from coldread.payments import accepted, ledger
from coldread.payments.methods.method import MalformedCredential, PaymentMethod
from coldread.payments.prices import CallPrice
from coldread.payments.terms import Terms, Token
from tests.harness.service import Service
from tests.payments.scripted_chain import RAW, ScriptedChain


def read_code(payload: dict[str, Any]) -> tuple[str, str]:
    if payload.get("type") != "code" or not isinstance(payload.get("code"), str):
        raise MalformedCredential("`payload` must be a `code`.")
    return "code", payload["code"]


def asked(terms: Terms, price: CallPrice) -> dict[str, Any]:
    return {"amount": str(price.base_units), "currency": "vouchers", "shop": terms.realm}


#: what `payments/methods/voucher.py` would hold
VOUCHER = PaymentMethod(
    name="voucher",
    intent="charge",
    modes={"code": "pull"},
    needs=("operator_email",),
    request=asked,
    read=read_code,
    token=lambda _: Token(chain_id=0, network="paper", currency="vouchers", symbol="VCH"),
    open=lambda _: ScriptedChain(),
    warm=lambda: None,
)


@pytest.fixture
def service(quick_service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    monkeypatch.setitem(accepted.METHOD, "voucher", VOUCHER)
    monkeypatch.setattr(accepted, "METHODS", (*accepted.METHODS, VOUCHER))
    return quick_service


def test_every_place_that_tells_prices_tells_the_new_method(service: Service) -> None:
    manifest = service.get("/v1/manifest").json()["prices"]["pay_per_call"]
    assert [one["method"] for one in manifest["methods"]] == ["tempo", "voucher"]
    info = service.get("/v1/openapi.json").json()["paths"]["/v1/audit"]["post"]["x-payment-info"]
    assert [one["method"] for one in info["offers"]] == ["tempo", "voucher"]
    assert "method `voucher`, intent `charge`" in service.get("/llms.txt").text


def test_it_is_asked_for_paid_with_and_kept_in_the_ledger(service: Service) -> None:
    told = service.post("/v1/quick-fix", content=RAW).headers["www-authenticate"]
    challenges = [
        dict(re.findall(r'(\w+)="([^"]*)"', one)) for one in re.split(r"(?:^|, )Payment ", told)[1:]
    ]
    assert [one["method"] for one in challenges] == ["tempo", "voucher"]
    said = {"challenge": challenges[1], "payload": {"type": "code", "code": "ABC"}}
    token = base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")
    paid = {"Authorization": f"Payment {token}"}
    served = service.post("/v1/quick-fix", content=RAW, headers=paid)
    assert served.status_code == 200, served.text
    assert service.read(ledger.find, challenges[1]["id"]).method == "voucher"
    assert service.post("/v1/quick-fix", content=RAW, headers=paid).content == served.content


def test_a_name_that_means_two_ways_is_refused() -> None:
    with pytest.raises(ValueError, match="two payment methods have one name"):
        accepted.by_name((*accepted.METHODS, dataclasses.replace(VOUCHER, name="tempo")))


def test_what_production_has_not_named_is_told(service: Service) -> None:
    assert any("OPERATOR_EMAIL" in one for one in accepted.missing_settings(Settings()))
