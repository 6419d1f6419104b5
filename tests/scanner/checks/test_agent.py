"""Agent readability: can programs that act for people read the page?"""

from __future__ import annotations

import pytest

from coldread.scanner.judge.checks.agent.robots_ai_block import refused_agents
from coldread.scanner.judge.finding import NotMeasured

from ..seeing import ENGLISH, document, finding, rendered, seen, verdict


def test_a_page_that_scripts_write_is_silent_for_agents() -> None:
    record = rendered(
        document(f"<h1>Bread</h1>{ENGLISH}"),
        html=document('<div id="app"></div><script src="/a.js"></script>'),
    )
    assert finding("agent.no-js-text", record).severity == "P1"
    assert verdict("agent.no-js-text", rendered(document(ENGLISH))) is None


@pytest.mark.parametrize(
    "body",
    [
        '<script type="application/ld+json">{"@type": "Organization"}</script>',
        '<script type="application/ld+json">{"@graph": [{"@type": "WebSite"}, {"@type": ["Thing", "Product"]}]}</script>',
        '<script type="application/ld+json">[{"@type": "https://schema.org/LocalBusiness"}]</script>',
        '<div itemscope itemtype="https://schema.org/SoftwareApplication"></div>',
        '<script type="application/ld+json">{"@type": "DrivingSchool"}</script>',
        '<div vocab="https://schema.org/" typeof="Course"></div>',
        '<script type="application/ld+json">{"@type": "WebPage", "mainEntity": {"@type": "Event"}}</script>',
    ],
)
def test_structured_data_names_who_offers_what(body: str) -> None:
    assert verdict("agent.structured-data", document(body)) is None


@pytest.mark.parametrize(
    "body",
    [
        "",
        '<script type="application/ld+json">{"@type": "WebSite"}</script>',
        '<script type="application/ld+json">{"@type": "FAQPage", "mainEntity": {"@type": "Question"}}</script>',
        '<script type="application/ld+json">{broken</script>',
        '<script>{"@type": "Organization"}</script>',
    ],
)
def test_other_data_or_none_does_not(body: str) -> None:
    assert finding("agent.structured-data", document(ENGLISH + body)).severity == "P2"


@pytest.mark.parametrize(("there", "expected"), [(False, "info"), (True, None)])
def test_a_missing_llms_txt_is_shown_and_costs_nothing(there: bool, expected: str | None) -> None:
    answer = verdict("agent.llms-txt", seen(document(ENGLISH), llms_txt=there))
    assert getattr(answer, "severity", None) == expected
    assert isinstance(verdict("agent.llms-txt", document(ENGLISH)), NotMeasured)


@pytest.mark.parametrize(
    ("robots", "agents"),
    [
        ("User-agent: GPTBot\nDisallow: /", ["GPTBot"]),
        (
            "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n\nUser-agent: *\nAllow: /",
            ["GPTBot", "ClaudeBot"],
        ),
        ("User-agent: *\nDisallow: /", []),
        ("User-agent: GPTBot\nDisallow: /private", []),
        ("# User-agent: GPTBot\nUser-agent: x\nDisallow: /", []),
        ("", []),
    ],
)
def test_robots_that_turn_assistants_away_are_named(robots: str, agents: list[str]) -> None:
    assert refused_agents(robots) == agents


def test_a_block_of_assistants_is_shown_and_costs_nothing() -> None:
    assert (
        finding(
            "agent.robots-ai-block", seen(document(ENGLISH), robots_txt="User-agent: GPTBot\nDisallow: /")
        ).severity
        == "info"
    )
    assert verdict("agent.robots-ai-block", seen(document(ENGLISH), robots_txt="")) is None
