"""A club has members: nobody asks it for references, guarantees or a price list."""

from __future__ import annotations

import pytest

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding
from tests.scanner.seeing import document, verdict

CLUB = document(
    "<main><h1>Bjärreds Båtklubb</h1><p>Vi har bryggor och vänner. Årsmöte hålls i mars.</p><p>Skriv till styrelsen.</p></main>",
    head="<title>Bjärreds Båtklubb</title>",
    lang="sv",
)
SHOP = document(
    "<main><h1>Vinklubben</h1><p>Tre flaskor hem varje månad, utvalda av oss.</p><p>Beställ i dag.</p></main>",
    head="<title>Vinklubben</title>",
    lang="sv",
)


@pytest.mark.parametrize("check", ["trust.no-proof", "trust.risk-reversal"])
def test_what_is_asked_of_a_seller_is_not_asked_of_a_club(check: str) -> None:
    assert not isinstance(verdict(check, CLUB, PrimaryGoal.PAID_SIGNUP), Finding)
    assert isinstance(verdict(check, SHOP, PrimaryGoal.PAID_SIGNUP), Finding)


def test_a_house_that_its_members_own_sells_nothing() -> None:
    house = CLUB.replace("Bjärreds Båtklubb", "Brf Skagagård")
    assert not isinstance(verdict("trust.price-absent", house, PrimaryGoal.OTHER), Finding)
