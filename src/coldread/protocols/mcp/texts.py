"""A tool's answer for a host that reads only text: complete in itself, the sentence to relay first. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from coldread.base.problems import BY_SLUG
from coldread.orders.views.order_state import order_words
from coldread.protocols.internal_call import RouteProblem
from coldread.protocols.mcp.tools import Tool

#: why the scores of two scans are not compared
INCOMPARABLE = {
    "source": "one of the two was seen in a browser and the other was not",
    "rubric_version": "the two were judged by different rules",
    "limits": "one of the two could not see the whole page",
}
#: the lines of an order below its words; null values are left out
ORDER_LINES = (
    "pay_url",
    "draft_url",
    "final_url",
    "diff_url",
    "external_reference",
    "billing_status",
    "delivery_status",
    "expires_at",
)


def answer_texts(tool: Tool, answer: dict[str, Any]) -> list[str]:
    """The texts of a tool's result."""
    if "chat_summary" in answer:
        return _scan_lines(answer)
    if "missing" in answer and "human_steps" in answer:
        return ["\n".join(_dry_run(answer))]
    say = SAYERS.get(tool.name)
    if say is None:
        return [str(answer["text"])]
    return ["\n".join(say(answer))]


def order_text(order: dict[str, Any], webhooks: Sequence[dict[str, Any]] = ()) -> str:
    """An order for an agent that relays it. The id comes first; a closed order has no advice to poll."""
    return "\n".join([*_order_lines(order), *map(_webhook_line, webhooks)])


def refusal(no: RouteProblem) -> dict[str, Any]:
    """The problem as REST sends it, with a remedy and whether the same call may succeed later."""
    row = BY_SLUG.get(no.slug)
    return {**no.body, **({"remedy": row.remedy, "safe_to_retry": row.retry} if row is not None else {})}


def refusal_text(no: RouteProblem) -> str:
    """What is wrong and what to change, for a model that can correct its call."""
    body = no.body
    lines = [f"{body['title']}. {body.get('detail', '')}".strip()]
    lines += [
        f"- {error['pointer'].removeprefix('#/') or 'input'}: {error['detail']}"
        for error in body.get("errors") or ()
    ]
    row = BY_SLUG.get(no.slug)
    if row is not None:
        lines.append(f"What to do: {row.remedy}")
    if (seconds := body.get("retry_after", no.headers.get("Retry-After"))) is not None:
        lines.append(f"Retry-After: {seconds} seconds.")
    return "\n".join([*lines, f"type: {body['type']}", f"request_id: {body.get('request_id', '-')}"])


def _scan_lines(scan: dict[str, Any]) -> list[str]:
    """The summary, then all of it: the report, or what the source alone shows."""
    rest = [f"session_id: {scan['session_id']}"]
    rest += _link_lines(scan, ("report", "self", "side_by_side"))
    if scan.get("beside_id"):
        rest.append(f"beside_id: {scan['beside_id']} (get_side_by_side, in about half a minute)")
    if scan.get("lite_reason"):
        rest.append(f"lite_reason: {scan['lite_reason']}: {scan.get('lite_why')}")
    if "remaining_calls_today" in scan:
        rest.append(f"remaining_calls_today: {scan['remaining_calls_today']}")
    rest += [f"caveat: {caveat}" for caveat in scan.get("caveats") or ()]
    if compared := scan.get("compared_to"):
        rest += _comparison_lines(compared)
    if scan.get("report_md"):
        rest += ["", str(scan["report_md"])]
    for review in scan.get("reviews") or ():
        rest.append("- " + "; ".join(f"{name}: {value}" for name, value in review.items() if value))
    return [str(scan["chat_summary"]), "\n".join(rest)]


def _side_by_side(answer: dict[str, Any]) -> Iterable[str]:
    yield str(answer["report_md"])
    if answer["pending"]:
        yield "Not all pages are looked at yet: ask again in a few seconds."
    yield from _link_lines(answer, ("report",))


def _comparison_lines(compared: dict[str, Any]) -> Iterable[str]:
    change = compared["scores"]["change"]
    if why := INCOMPARABLE.get(compared["incomparable_because"]):
        yield f"compared with the scan before: no scores, since {why}"
    else:
        yield f"compared with the scan before: overall score changed by {change if change is not None else 'unknown'}"
    for kind, found in compared["findings"].items():
        yield f"{kind}: {', '.join(entry['title'] for entry in found) or 'none'}"


def _dry_run(answer: dict[str, Any]) -> Iterable[str]:
    yield f"Nothing is ordered. The order would cost {_price_text(answer['price'])}."
    if answer["missing"]:
        yield "Worth asking the buyer for first:"
        yield from (f"- {gap['pointer'].removeprefix('#/')}: {gap['why']}" for gap in answer["missing"])
    else:
        yield "Nothing is missing."
    yield "What the buyer will meet:"
    yield from (f"{number}. {step}" for number, step in enumerate(answer["human_steps"], 1))
    yield from _ignored_line(answer)
    yield "To order, call again without dry_run."


def _ignored_line(answer: dict[str, Any]) -> Iterable[str]:
    if answer.get("ignored"):
        yield f"Not known, so nothing was done with them: {', '.join(answer['ignored'])}."


def _new_order_lines(answer: dict[str, Any]) -> Iterable[str]:
    yield f"Ordered: {answer['order_id']}. {answer['message']}"
    yield from _common_lines(answer)
    yield f"price: {_price_text(answer['price'])}"
    yield f"status_url: {answer['status_url']}"
    yield from _link_lines(answer, ("status_page",))
    yield f"expires_at: {answer['expires_at']}"
    yield from _ignored_line(answer)
    yield f"Call get_order again in {answer['poll_interval_sec']} seconds."


def _order_lines(order: dict[str, Any]) -> Iterable[str]:
    yield f"{order['order_id']}: {order_words(order, 'mcp')}"
    yield from _common_lines(order)
    yield from (f"{name}: {order[name]}" for name in ORDER_LINES if order[name])
    yield f"price: {_price_text(order['price'])}"
    yield from _link_lines(order, ("status_page",))
    if "rescan" in order["_links"]:
        yield "A rescan is open: rescan_page."
    if order["stages"][order["status"]]["state"] != "done":
        yield f"Call get_order again in {order['poll_interval_sec']} seconds."


def _common_lines(order: dict[str, Any]) -> Iterable[str]:
    """The lines that every answer about an order has in common. The question is in the order's words while it is open."""
    turn = order["waits_for"]
    yield f"status: {order['status']}"
    yield f"next_action: {order['next_action']}"
    yield f"human_action_required: {str(order['human_action_required']).lower()}"
    yield f"waits_for: {turn['on']} ({turn['why']}) since {turn['since']}"


def _webhook_line(webhook: dict[str, Any]) -> str:
    """The state of a receiver in one line."""
    last = (
        f"; last try {webhook['last_attempt_at']}: {webhook['meaning']}" if webhook["last_attempt_at"] else ""
    )
    following = f"; next try {webhook['next_attempt_at']}" if webhook["next_attempt_at"] else ""
    lost = f"; {webhook['given_up']} given up" if webhook["given_up"] else ""
    return f"webhook {webhook['name']} at {webhook['host']}: {webhook['state']}{last}{following}{lost}"


def _info_lines(answer: dict[str, Any]) -> Iterable[str]:
    yield f"{answer['order_id']}: {answer['message']}"
    yield from _common_lines(answer)
    yield f"answers: {answer['answers']}"


def _fix_lines(answer: dict[str, Any]) -> Iterable[str]:
    for name in ("rewrite", "diagnosis", "rationale", "element_selector", "confidence", "engine"):
        yield f"{name}: {answer[name]}"


def _audit_lines(answer: dict[str, Any]) -> Iterable[str]:
    yield str(answer["executive_summary"])
    for finding in answer["findings"]:
        yield f"{finding['rank']}. {finding['priority']} {finding['title']}: {finding['why']} Fix: {finding['fix']} (confidence {finding['confidence']})"
    yield f"confidence: {answer['confidence']}; engine: {answer['engine']}"


def _problem_type(answer: dict[str, Any]) -> Iterable[str]:
    yield f"{answer['title']} ({answer['status']}): {answer['meaning']}"
    yield f"What to do: {answer['remedy']}"
    yield f"Sending the same again {'can' if answer['safe_to_retry'] else 'does not'} help."


def _watch_asked(answer: dict[str, Any]) -> Iterable[str]:
    hours = answer["confirm_within_hours"]
    yield f"A letter with a link is on its way. The watch begins when its button has been pressed, within {hours} hours."
    yield f"watch_id: {answer['watch_id']}"


def _watch_lines(answer: dict[str, Any]) -> Iterable[str]:
    because = f" ({answer['ended_because']})" if answer["ended_because"] else ""
    yield f"{answer['url']}: {answer['state']}{because}, {answer['rhythm']}"
    names = ("next_run_at", "ends_at", "history_url")
    yield from (f"{name}: {answer[name]}" for name in names if answer[name])
    for run in answer["runs"]:
        score = f"score {run['score']}" if run["score"] is not None else run["fault"] or "no score"
        yield f"- {run['at']}: {score}"
        yield from (f"  {change['sentence']}" for change in run["changes"])


SAYERS: dict[str, Callable[[dict[str, Any]], Iterable[str]]] = {
    "request_cold_read": _new_order_lines,
    "get_order": lambda order: [order["message"]],
    "provide_info": _info_lines,
    "fix_element": _fix_lines,
    "audit_page": _audit_lines,
    "explain_error": _problem_type,
    "get_side_by_side": _side_by_side,
    "watch_page": _watch_asked,
    "get_watch": _watch_lines,
    "stop_watch": _watch_lines,
}


def _price_text(price: dict[str, Any]) -> str:
    terms = f", due within {price['terms_days']} days" if price["terms_days"] else ""
    return f"{price['total']} {price['currency']} ({price['net']} + {price['vat']} VAT){terms}"


def _link_lines(answer: dict[str, Any], names: Iterable[str]) -> list[str]:
    return [f"{name}: {answer['_links'][name]['href']}" for name in names if name in answer["_links"]]
