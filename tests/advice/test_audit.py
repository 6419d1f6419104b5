"""The audit reasons from goal, audience and address, and says that it saw nothing."""

from __future__ import annotations

import pytest

from coldread.advice.audit import audited, in_a_sentence
from coldread.advice.lenses import lens_of
from coldread.advice.requests import AuditRequest
from coldread.scanner.goals import PrimaryGoal


def ask(
    url: str = "https://acme.example/", goal: str = "demo", audience: str = "Owners of small bakeries"
) -> AuditRequest:
    return AuditRequest.model_validate({"url": url, "primary_goal": goal, "audience": audience})


@pytest.mark.parametrize("goal", [goal.value for goal in PrimaryGoal])
@pytest.mark.parametrize("audience", ["Developers at startups", "Pensionärer i Skåne", "{x} {0} %s"])
def test_every_goal_gets_five_findings_and_no_slot_stays_open(goal: str, audience: str) -> None:
    said = audited(ask(goal=goal, audience=audience))
    assert len({one.title for one in said.findings}) == 5
    assert [one.priority for one in said.findings] == sorted(one.priority for one in said.findings)


def test_it_says_that_the_page_was_not_opened() -> None:
    assert "was not opened" in audited(ask()).executive_summary
    assert "inte öppnats" in audited(ask(audience="Villaägare i Örebro")).executive_summary


def test_a_plain_http_address_is_a_fact_and_comes_first() -> None:
    first = audited(ask(url="http://acme.example/")).findings[0]
    assert (first.priority, first.confidence) == ("P0", 0.95)
    assert "http" in first.title


def test_a_borrowed_address_is_named() -> None:
    titles = [one.title for one in audited(ask(url="https://acme.wixsite.com/shop")).findings]
    assert any("acme.wixsite.com" in title for title in titles)


def test_readers_differ() -> None:
    developers = audited(ask(audience="Developers")).model_dump_json()
    pensioners = audited(ask(audience="Pensioners")).model_dump_json()
    assert "a code sample that runs" in developers
    assert "telephone number in large type" in pensioners


def test_a_trade_tells_more_than_a_role() -> None:
    assert lens_of("Owners of small bakeries").name == "restaurants"
    assert lens_of("Chefer inom vården").name == "health"
    assert lens_of("Zebras").name == "anyone"


def test_the_audience_stands_in_our_sentence_without_its_own_capital() -> None:
    assert in_a_sentence("Owners of small bakeries.") == "owners of small bakeries"
    assert in_a_sentence("HR managers") == "HR managers"


def test_a_form_that_needs_a_phone_number_is_not_warned_of_one() -> None:
    for audience in ("Villaägare i Örebro", "Homeowners in York"):
        said = audited(ask(goal="book_call", audience=audience)).model_dump_json()
        assert "telephone number above all" not in said
        assert "särskilt ett telefonnummer" not in said


def test_a_goal_without_a_usual_button_gets_no_pattern_for_a_label() -> None:
    for audience in ("Parents", "Föräldrar till småbarn"):
        assert "[Verb]" not in audited(ask(goal="other", audience=audience)).model_dump_json()


def test_it_points_to_the_scan_that_costs_nothing() -> None:
    assert "free scan (POST /v1/scan)" in audited(ask()).executive_summary
    assert "kostnadsfria skanningen" in audited(ask(audience="Villaägare i Örebro")).executive_summary


def test_readers_of_a_newsletter_are_not_promised_a_telephone_call() -> None:
    said = audited(ask(goal="newsletter", audience="Pensionärer som vill laga mat"))
    assert "ringa" not in said.executive_summary
    assert "senaste numret" in said.executive_summary


def test_who_pays_may_buy_or_sign_up_and_a_smell_is_no_small_firm() -> None:
    said = audited(ask(goal="paid_signup", audience="men who want to smell good"))
    assert "“Buy” or “Create your account”" in said.executive_summary
    assert lens_of("men who want to smell good").name == "anyone"
    assert lens_of("SMEs in the north").name == "small-business"
