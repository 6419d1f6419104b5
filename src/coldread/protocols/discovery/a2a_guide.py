"""`/docs/a2a.md`: how to use A2A with this service, made from the tables of skills, methods, statuses and faults. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from coldread.base.settings import Settings
from coldread.orders.push.bodies import ANSWER_WITHIN_S, EVENTS, Form, Kind
from coldread.orders.push.outcomes import OUTCOMES
from coldread.orders.push.webhook_status import Fate
from coldread.orders.rules.lifecycle import STATES
from coldread.orders.rules.whose_turn import WAITS
from coldread.orders.views.handoff import PATH
from coldread.protocols.a2a import errors
from coldread.protocols.a2a.history import MOST
from coldread.protocols.a2a.rpc import METHODS
from coldread.web.skills import offered_skills


def a2a_guide(settings: Settings) -> str:
    # more than 50 lines, since it is one text
    base = settings.base_url
    return f"""# A2A

The card is `{base}/.well-known/agent-card.json`: fields of 0.3.0 and the `supportedInterfaces` of 1.0 in one document. No key is
needed. The same orders, scans and problems as over REST; an order's id is its task's id.

## Where to send

| version | binding | address |
|---|---|---|
| 1.0 | JSON-RPC | `{base}/a2a` |
| 1.0 | HTTP+JSON | `{base}/a2a/rest` (`/message:send`, `/tasks/{{id}}`, `/tasks/{{id}}:cancel`) |
| 0.3 | HTTP+JSON | `{base}/v1` (the same paths) |
| 0.3 | JSON-RPC | `{base}/a2a` |

Methods: {_name_list(row.name for row in METHODS if row.work)}. Streaming is not offered: `message:stream` and `:subscribe` are refused
at once. `A2A-Version` chooses the shape of an answer over REST; left out, it is that of the path. REST answers
`application/a2a+json` where `Accept` names it.

## Skills

Put the fields into a data part; `skill` may be left out where they leave no doubt. What is missing is asked for: the task is
then `input-required` and its data part lists `missing`, with `choices` where a field takes certain words. Plain text works too:
an address, an order's id, “cold-read” or “order”{_rehearsed_words(settings)} are understood, and the rest is asked for.
The card lists the seven skills of the published contract. Where pages can be watched, `page-watch` can be named too.

{_table(("skill", "what it does", "data part"), [(f"`{row.id}`", row.described(settings), f"`{example}`") for row in offered_skills(settings) for example in row.examples(settings)])}

## Tasks

- A scan is a task that is completed in the call that asks for it. A question of ours is a task too; the order or scan that its
  answer leads to is a task of its own.
- `messageId` is the idempotency key for 24 hours: the same message leads to the same task and does nothing twice.
- The answer to a reviewer's question is a message with the order's `taskId`. A rescan is a new message without `taskId`:
  a task that is closed takes no more.
- `history` tells what was ordered and answered (`ROLE_USER`) and every status and question (`ROLE_AGENT`), the last {MOST}.
- Files are artifacts. Cancel ends a question. An order cannot be canceled by a program: the answer is `TASK_NOT_CANCELABLE`.
  Until the delivery its problem says `withdrawal_asked: true`, the operator gets the wish, and the task's `waits_for` has the
  `why` `withdrawal` until the operator ends the order.
- `ListTasks` lists by `contextId`, and only the task that the conversation began with, whose id is the `contextId` that we give.
  There are no accounts, and somebody who is shown the id of a scan or an order must not find the caller's other orders: so
  without `contextId`, or with one that the caller named, the list is empty. Store the ids of your tasks.

{_table(("status of the order", "state of the task", "`next_action`", "asks the buyer for"), [(f"`{row.status}`", f"`{row.a2a}`", f"`{row.next_action}`", row.asks or "–") for row in STATES])}

If an order expires, push sends one last event; reads answer that there is no such task.

A task that asks is `working` again once the answer or a withdrawal is there. `metadata` has, under `{base}{PATH}`, what a
person has to do (`question`, `pay_url`) and `waits_for`: whose turn it is, why, and since when.

{_table(("`why`", "`on`"), list(dict.fromkeys((f"`{row.name}`", f"`{row.on}`") for row in WAITS)))}
{_push_text(settings)}
## Errors

REST answers our problem with `message` (0.3) and `error` (1.0) added. In JSON-RPC `error.data` is a list: the problem, A2A's
ErrorInfo and, where money is asked for, the `challenges`. Paid skills take `Authorization: Payment` on the HTTP request.

{_table(("problem", "reason", "code"), [(f"`{slug}`", f"`{row.reason}`", row.code) for slug, row in errors.BY_SLUG.items()] + [(f"any other {status}", f"`{row.reason}`", row.code) for status, row in errors.BY_STATUS.items()])}
"""


def _rehearsed_words(settings: Settings) -> str:
    return ", “sandbox order” or “rehearsal”" if settings.sandbox else ""


def _push_text(settings: Settings) -> str:
    if not settings.webhooks:
        return (
            "\nPush notifications are switched off on this server; tasks are polled at `poll_interval_sec`.\n"
        )
    bodies = {
        form: json.dumps(EVENTS[Kind.STATUS].example(form), ensure_ascii=False)
        for form in (Form.A2A_10, Form.A2A_03)
    }
    return f"""
## Push instead of polling

Set a push notification configuration (`url`, https and public; `token`, which signs what is sent and comes as
`X-A2A-Notification-Token`), by its methods or with the message. An address that would never be called is refused as invalid
params. Then nothing needs to be polled: read the task after each event.

{_table(("version", "body"), [(form.value.removeprefix("a2a-"), f"`{body}`") for form, body in bodies.items()])}

Events come in order and at least once; answer 2xx within {ANSWER_WITHIN_S} seconds. Their delivery is in the task's `metadata` as
`push`: `state` ({_name_list(Fate)}), `last_attempt_at`, `last_outcome`, `next_attempt_at`, `given_up`.

{_table(("`last_outcome`", "meaning"), [(f"`{row.outcome}`", row.meaning) for row in OUTCOMES])}
"""


def _name_list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(heads: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )
