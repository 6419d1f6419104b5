"""A paid call whose work a model does that says what the test wants: from the credential to the answer."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from typing import Any

import httpx

from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service
from tests.payments.scripted_chain import ScriptedChain, buy, challenge_of, paying, scripted

FIX_BODY = {
    "url": "https://www.shop.example/menu",
    "element_selector": "h1",
    "problem": "The headline “Welcome” says nothing. We sell sourdough bread to cafés in Malmö. "
    "Call 040-12 34 56 or write to anna@shop.example.",
}
AUDIT_BODY = {"url": "https://shop.example/", "primary_goal": "demo", "audience": "Owners of small bakeries"}
PATHS = {"/v1/quick-fix": FIX_BODY, "/v1/audit": AUDIT_BODY}

GOOD_FIX: dict[str, Any] = {
    "diagnosis": "A greeting does not tell a café what is sold. Most visitors leave before they find out.",
    "rewrite": "Sourdough bread for cafés in Malmö",
    "rationale": "It names the thing and the reader in the first line. You can tell that it helped when more cafés call you.",
    "rests_on": [{"block": "{mark}-3", "words": "says nothing"}],
    "sure": "told",
}
_TOPICS = (
    ("Say what the demo shows", "They want to know before they give an hour of the day away.", "Write beside the button what is shown."),
    ("Name the bakery as the reader", "An owner of a small bakery asks whether it is made for a shop of this size.", "Put the reader into the headline."),
    ("Show one bakery that uses it", "They believe somebody in the same trade before they believe a seller.", "Add the words of [a named bakery]."),
    ("Say what it costs", "An owner who pays from the till looks for the price before the demo.", "Write the price or its range: [the price]."),
    ("Say how long the demo takes", "A baker has an hour in the afternoon and not more than that.", "Write [how many minutes] under the button."),
    ("Ask for little", "A long form is left to the evening and then to nobody at all.", "Keep the name and the telephone alone."),
)  # fmt: skip


def good_audit(number: int = 6) -> dict[str, Any]:
    return {
        "executive_summary": "An owner of a small bakery has little time and has to see what the demo shows before it is booked. "
        "A page loses them where it speaks of the product and not of the bakery.",
        "findings": [
            {
                "priority": ("P1", "P0", "P2")[place % 3],
                "title": title,
                "why": why,
                "fix": fix,
                "rests_on": [{"block": "{mark}-3", "words": "small bakeries"}],
                "sure": "fits",
            }
            for place, (title, why, fix) in enumerate(_TOPICS[:number])
        ],
    }


def replying(content: Any) -> Callable[[dict[str, Any]], Reply]:
    """The content with `{mark}` replaced by the prefix of the request's blocks, as a model that reads them would."""

    def reply(asked: dict[str, Any]) -> Reply:
        found = re.search(r"\[(b[0-9a-f]{6})-1\]", json.dumps(asked["messages"], ensure_ascii=False))
        assert found, "the caller's words are numbered blocks"
        return openai_reply(json.loads(json.dumps(content).replace("{mark}", found[1])))

    return reply


class Shop:
    """One service beside a model that says what it is told to; each `buy` pays anew, `again` shows the last credential once more."""

    def __init__(
        self, make_service: Callable[..., Service], fake: FakeModel, path: str, **settings: str
    ) -> None:
        self.fake = fake
        self.service = make_service(**fake.settings(), **settings)
        self.chain: ScriptedChain = scripted(self.service)
        self.path = path
        self.body = json.dumps(PATHS[path]).encode()
        self.headers: dict[str, str] = {}

    def buy(self) -> httpx.Response:
        self.headers = paying(challenge_of(self.service, self.path, self.body), f"0x{secrets.token_hex(8)}")
        return self.again()

    def again(self) -> httpx.Response:
        return buy(self.service, self.headers, self.path, self.body)
