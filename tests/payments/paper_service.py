"""A service whose only node is the chain on paper, and what a payer does with it."""

from __future__ import annotations

import httpx
import sqlalchemy as sa

from coldread.payments.accounting.budget import day_of
from coldread.payments.methods.tempo import Tempo
from coldread.payments.processor import PaymentProcessor
from coldread.payments.tables import payment_budgets
from tests.harness.service import Service
from tests.payments.paper_chain import KEY, PaperChain, PaperNode, signed
from tests.payments.scripted_chain import PATH, RAW, buy, challenge_of, paying


def on_paper(service: Service, chain: PaperChain | None = None) -> PaperNode:
    """Have the service ask a node in front of `chain`, or of a new one."""
    node = PaperNode(chain or PaperChain(service.clock))
    method = service.services.one(PaymentProcessor).method("tempo")
    assert isinstance(method, Tempo)
    method.nodes[0].http, method.timeout_s = node.http, 0  # its clock is the test's: waiting brings nothing
    return node


class PaperPayer:
    """One account; signs as the published clients do."""

    def __init__(self, service: Service, key: str = KEY) -> None:
        self.service = service
        self.key = key

    def headers(self, path: str = PATH, body: bytes = RAW, **how: int | None) -> dict[str, str]:
        """Ask for the price and sign its payment."""
        challenge = challenge_of(self.service, path, body)
        return self.paying(challenge, **how)

    def paying(self, challenge: dict[str, str], **how: int | None) -> dict[str, str]:
        return paying(challenge, signed(challenge, self.service.clock.now(), key=self.key, **how))  # type: ignore[arg-type]

    def buy(self, headers: dict[str, str], path: str = PATH, body: bytes = RAW) -> httpx.Response:
        return buy(self.service, headers, path, body)


def reserved(service: Service) -> int:
    """What today's budget holds."""
    day = payment_budgets.c.day == day_of(service.clock.now())
    row = service.read(lambda session: session.row(sa.select(payment_budgets.c.reserved).where(day)))
    return row[0] if row else 0
