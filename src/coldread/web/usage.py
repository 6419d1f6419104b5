"""The table of what a caller can use, in words: `/llms.txt`, `/docs` and the agents' skills are built from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.orders.views.retention_words import orders_readable
from coldread.scanner.goals import PrimaryGoal
from coldread.web.prefer import LONGEST_WAIT_S


@dataclasses.dataclass(frozen=True, kw_only=True)
class Use:
    """One row: something that can be done, and how."""

    title: str
    text: str
    #: whether the operator's settings enable it
    offered: Callable[[Settings], bool] = lambda _: True


USES: tuple[Use, ...] = (
    Use(
        title="Scan a page, free",
        text="`POST {base}/v1/scan` with `url`, `primary_goal` ({goals}) and, where you know it, `audience`; it takes about "
        "15 seconds. Every answer has `chat_summary`, to relay as it stands. `_source` says how the page was seen: "
        "`pipeline` (in a browser) brings `scores`, `findings` and `report_md`, `lite` (the source alone) brings `reviews` "
        "instead, with `lite_reason` and `lite_why`; after `browser-busy` it is not counted, so ask again. A `lite` answer has no score, "
        "and is never compared with one from a browser. {limits} Asked again within six hours for the same goal and audience, the stored "
        "answer comes back (`served_from`: `cache`; `scanned_at` says when it was made), and is counted too. `GET {base}/v1/scans/{{session_id}}` reads it again; `GET {base}/v1/checks` lists what is looked "
        "for.",
    ),
    Use(
        title="Put a page beside others",
        text="`POST {base}/v1/scan` takes up to three other addresses as `competitors`. The answer is that of the scan alone, with "
        "`beside_id`; the others are looked at afterwards, each counted as a scan. `GET {base}/v1/beside/{{beside_id}}` has the five "
        "answers and the measured facts of all, and `differences` in words with their evidence (`report_md` to relay); ask again "
        "while `pending` is true. It is no ranking.",
        offered=lambda settings: bool(settings.watch),
    ),
    Use(
        title="Compare two scans of a page",
        text="`GET {base}/v1/scans/{{session_id}}/compared-to/{{other}}`, the earlier one last: `outcome` is `nothing_changed`, "
        "`changed` or `could_not_tell` (then `incomparable_because` says why). `texts` has headline, prices and main button, "
        "`findings` what is new, fixed and still there, `pictures` what looks different. Weight and load differ from scan to "
        "scan; they stand in `load` and are no change.",
        offered=lambda settings: bool(settings.watch),
    ),
    Use(
        title="Order a cold-read",
        text="`POST {base}/v1/cold-read-requests` with `url`, `goal`, `audience`, `contact_email` and an `Idempotency-Key` "
        "header (a UUID); `goal` and `audience` are your own words. 201 brings `order_id` and `status_url`. `dry_run: true` prices the order and lists what is missing without placing it. `ignored` names fields that are not known. "
        "`language` ({languages}; else by `Accept-Language`, else `sv` for a Swedish organisation number) is that of questions, letters "
        "and documents.",
    ),
    Use(
        title="Follow an order",
        text="`GET {base}/v1/orders/{{id}}` at `poll_interval_sec`, with `If-None-Match` to save bytes; or with "
        "`Prefer: wait={wait}`: the answer comes when something changes, at the latest after so many seconds. Stop once "
        "`next_action` is `review_complete` or `request_closed`. Orders can be read for {readable}.",
    ),
    Use(
        title="Be told instead of asking",
        text="An order takes `webhook_url` (https) and `webhook_secret` (16 to 256 characters of yours). Each change is sent "
        "there as a Standard Webhook (`webhook-id`, `webhook-timestamp`, `webhook-signature`; a secret that begins with `whsec_` "
        "is read as base64, any other is its own bytes), in order and at least once: "
        '`{{"type": "order.status_changed", "timestamp": …, "data": {{"order_id": …, "status": …}}}}`. Read the order for the '
        "rest. A first event, `webhook.verification`, asks your host for a 2xx, once per host: have the receiver run before you order, since a host that refuses is asked again after an hour. An address that would never be called (not https, "
        "not public, another port than 443) is refused with 400; whether what is sent arrives is told by "
        "`GET {base}/v1/orders/{{id}}/webhooks` (`state`, `last_outcome`, `next_attempt_at`). A2A clients set a push notification "
        "configuration; what is pushed names the task and its state alone, so read the task.",
        offered=lambda settings: settings.webhooks,
    ),
    Use(
        title="Relay a question and its answer",
        text="In `needs_info` the order carries `question`: relay it to the buyer, and send the answer with "
        "`POST {base}/v1/orders/{{id}}/info` as `message`, with `html`, `jsx` or `repo_url` where that helps. The order stays in "
        "`needs_info` until a person moves it on: relay while `waits_for.on` is `buyer`, and wait once it is `operator` "
        "(`waits_for.why` is then `answered`).",
    ),
    Use(
        title="Rehearse an order",
        text="With `sandbox: true` an order walks through its whole life by itself in minutes, a question and a pay page "
        "included; nobody is written to and nothing is to be paid. Its `poll_interval_sec` is half a step, and "
        "it has no rescan: a look at a page is never pretended.",
        offered=lambda settings: settings.sandbox,
    ),
    Use(
        title="After delivery",
        text="`draft_url`, `final_url` and `diff_url` (`GET {base}/deliverables/{{id}}/{{file}}`) appear in the order when there "
        "is something behind them. One rescan is free while `rescan_available` is true: `POST {base}/v1/orders/{{id}}/rescan` with the `url` of the "
        "changed page.",
    ),
    Use(
        title="Watch a page",
        text="`POST {base}/v1/watches` with `url`, `primary_goal`, `email` and, where you like, `rhythm` (`daily`, `weekly`). A letter "
        "with a link goes to `email`; nothing is looked at before its owner has pressed the button. Then the page is looked at "
        "every day or week, and its owner is told when something that matters changes: the page is gone twice, its main "
        "control fails twice, a new P0 or P1, another headline, price or main button, five points. "
        "`GET {base}/v1/watches/{{watch_id}}` reads the looks and what was told, `DELETE` stops it.",
        offered=lambda settings: bool(settings.watch),
    ),
    Use(
        title="Have your own endpoint reviewed",
        text="`POST {base}/v1/agents/submit` with `endpoint_url` and `name`: its agent readiness is then read at "
        "`GET {base}/v1/agents/submissions/{{submission_id}}`.",
    ),
)


def offered_uses(settings: Settings) -> list[tuple[str, str]]:
    """Title and text of everything that this service offers."""
    values = {
        "base": settings.base_url,
        "goals": ", ".join(f"`{goal}`" for goal in PrimaryGoal),
        "languages": ", ".join(f"`{language}`" for language in Language),
        "limits": _limits(settings),
        "wait": LONGEST_WAIT_S,
        "readable": orders_readable(settings),
    }
    return [(row.title, row.text.format(**values)) for row in USES if row.offered(settings)]


def _limits(settings: Settings) -> str:
    url, ip = settings.scan_limit_url, settings.scan_limit_ip
    parts = [f"{url} a day for one page" if url else "", f"{ip} for one caller" if ip else ""]
    limits = " and ".join(part for part in parts if part)
    return (
        f"Free are {limits}; `RateLimit-Remaining` says what is left."
        if limits
        else "There is no daily limit."
    )
