"""The table of checks for an endpoint's readiness for agents, and the verdict on each."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from coldread.base.incoming.auth_challenges import auth_challenges
from coldread.base.shapes import checked_body
from coldread.submissions.shapes import ReadinessCheck, Review, Verdict
from coldread.submissions.visit import EndpointAnswer, EndpointClient


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReadinessVerdict:
    """One verdict, with the reason in words."""

    verdict: Verdict
    detail: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Readiness:
    """One row."""

    name: str
    title: str
    judge: Callable[[EndpointClient], Awaitable[ReadinessVerdict]]
    fix: str


def passed(detail: str) -> ReadinessVerdict:
    return ReadinessVerdict(verdict="pass", detail=detail)


def failed(detail: str) -> ReadinessVerdict:
    return ReadinessVerdict(verdict="fail", detail=detail)


def _unusable_answer(answer: EndpointAnswer, what: str) -> ReadinessVerdict | None:
    if answer.failure:
        return failed(f"{what} could not be reached ({answer.failure}).")
    return None if answer.status == 200 else failed(f"{what} answers {answer.status}.")


async def check_reachable(visitor: EndpointClient) -> ReadinessVerdict:
    answer = await visitor.get("", "application/json")
    if answer.failure:
        return failed(f"The endpoint could not be reached ({answer.failure}).")
    return (
        failed(f"It answers {answer.status}.")
        if (answer.status or 0) >= 500
        else passed(f"It answers {answer.status}.")
    )


async def check_agent_card(visitor: EndpointClient) -> ReadinessVerdict:
    path = "/.well-known/agent-card.json"
    answer = await visitor.get(path, "application/json")
    missing = _unusable_answer(answer, path)
    if missing:
        return missing
    card = answer.document
    if card is None:
        return failed(f"{path} is not a JSON object.")
    lacking = [name for name in ("name", "description", "version", "skills") if not card.get(name)]
    if not (card.get("url") or card.get("supportedInterfaces")):
        lacking.append("url or supportedInterfaces")
    return (
        failed(f"The card lacks {', '.join(lacking)}.")
        if lacking
        else passed(f"{_count(card['skills'])} skills.")
    )


async def check_openapi(visitor: EndpointClient) -> ReadinessVerdict:
    for path in ("/openapi.json", "/v1/openapi.json"):
        document = (await visitor.get(path, "application/json")).document
        if document and str(document.get("openapi", "")).startswith("3.") and document.get("paths"):
            return passed(
                f"{path}: OpenAPI {str(document['openapi'])[:10]}, {_count(document['paths'])} paths."
            )
    return failed("Neither /openapi.json nor /v1/openapi.json is an OpenAPI 3 document with paths.")


async def check_llms_txt(visitor: EndpointClient) -> ReadinessVerdict:
    answer = await visitor.get("/llms.txt", "text/plain, text/markdown")
    missing = _unusable_answer(answer, "/llms.txt")
    if missing:
        return missing
    if answer.media_type == "text/html" or answer.text.lstrip().startswith("<"):
        return failed("/llms.txt answers with a web page.")
    title = any(line.startswith("# ") for line in answer.text.splitlines()[:20])
    return passed("It has its title.") if title else failed("/llms.txt has no title line (# Name).")


async def check_problem_json(visitor: EndpointClient) -> ReadinessVerdict:
    """A path that cannot exist: the name is random for this review."""
    answer = await visitor.get(f"/{secrets.token_hex(8)}", "application/json")
    if answer.failure:
        return failed(f"An unknown path could not be asked for ({answer.failure}).")
    if answer.status != 404:
        return failed(f"An unknown path answers {answer.status}, not 404.")
    if answer.media_type != "application/problem+json":
        return failed(f"The 404 is {answer.media_type or 'of no type'}, not application/problem+json.")
    lacking = [name for name in ("type", "title", "status") if name not in (answer.document or {})]
    return failed(f"The 404 lacks {', '.join(lacking)}.") if lacking else passed("404 as problem+json.")


async def check_payment(visitor: EndpointClient) -> ReadinessVerdict:
    answer = await visitor.post_empty()
    if answer.failure:
        return failed(f"An empty POST could not be made ({answer.failure}).")
    if answer.status != 402:
        return ReadinessVerdict(
            verdict="not_applicable", detail=f"An empty POST answers {answer.status}: not a paid endpoint."
        )
    faults = []
    asked = auth_challenges([answer.header("www-authenticate")])
    if not any(challenge.scheme == "payment" for challenge in asked):
        faults.append("no WWW-Authenticate: Payment challenge")
    if "no-store" not in answer.header("cache-control").lower():
        faults.append("Cache-Control is not no-store")
    if answer.media_type != "application/problem+json":
        faults.append("the body is not application/problem+json")
    return (
        failed(f"402 with faults: {'; '.join(faults)}.")
        if faults
        else passed("402 with a challenge, not cached.")
    )


async def check_honest_errors(visitor: EndpointClient) -> ReadinessVerdict:
    answer = await visitor.post_empty()
    if answer.failure or answer.status is None:
        return failed(f"An empty POST could not be made ({answer.failure}).")
    if answer.status >= 500:
        return failed(f"An empty POST answers {answer.status}: the caller's fault is told as the server's.")
    if 200 <= answer.status < 300:
        return failed(f"An empty POST answers {answer.status}: nothing was checked.")
    has_json = answer.document is not None
    return (
        passed(f"{answer.status} as JSON.")
        if has_json
        else failed(f"{answer.status} without a JSON body to act on.")
    )


READINESS: tuple[Readiness, ...] = (
    Readiness(name="reachable", title="The endpoint answers", judge=check_reachable, fix="Serve it at a public https address."),
    Readiness(name="agent_card", title="An agent card says what it can do", judge=check_agent_card, fix="Serve /.well-known/agent-card.json with name, description, url, version and skills."),
    Readiness(name="openapi", title="OpenAPI describes it", judge=check_openapi, fix="Serve an OpenAPI 3 document at /openapi.json."),
    Readiness(name="llms_txt", title="llms.txt introduces it", judge=check_llms_txt, fix="Serve /llms.txt as plain text: a title, a sentence, links that answer."),
    Readiness(name="problem_json", title="Errors are problem+json", judge=check_problem_json, fix="Answer unknown paths with 404 application/problem+json (RFC 9457)."),
    Readiness(name="errors", title="A faulty call gets a useful refusal", judge=check_honest_errors, fix="Answer an empty or faulty body with 4xx and JSON that says what is missing; 402 first where it costs."),
    Readiness(name="payment", title="What costs money says so first", judge=check_payment, fix="Answer 402 with WWW-Authenticate: Payment, Cache-Control: no-store and a problem body before checking the input."),
)  # fmt: skip


async def review_endpoint(visitor: EndpointClient) -> dict[str, Any]:
    """Every row with its verdict, and how many of the applicable ones are passed."""
    checks = []
    for row in READINESS:
        found = await row.judge(visitor)
        entry = {"name": row.name, "title": row.title, "verdict": found.verdict, "detail": found.detail}
        checks.append(
            checked_body(ReadinessCheck, {**entry, "fix": row.fix} if found.verdict == "fail" else entry)
        )
        if row.judge is check_reachable and found.verdict == "fail":
            break
    applying = [check for check in checks if check["verdict"] != "not_applicable"]
    ready = sum(check["verdict"] == "pass" for check in applying)
    return checked_body(Review, {"passed": ready, "of": len(applying), "checks": checks})


def _count(value: Any) -> int:
    return len(value) if isinstance(value, (list, dict)) else 0
