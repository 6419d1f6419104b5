"""The table of problem types (RFC 9457), and the exception that carries one.

`Problem` is an answer with a type from the table: any layer raises it, the surfaces shape it. `InvalidInput` is the 400
with a pointer to each fault."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from coldread.base.texts.inline_text import InlineText, Sentence


@dataclasses.dataclass(frozen=True, kw_only=True)
class ProblemType:
    """One row: what is wrong, and what the caller can do."""

    #: the last part of the type's address
    slug: str
    status: int
    title: str
    #: what happened, for a reader of the type's page
    meaning: str
    #: what to do next
    remedy: str
    #: whether the same request can succeed later
    retry: bool = False
    #: members beyond RFC 9457's own, each with an example
    members: Mapping[str, Any] = dataclasses.field(default_factory=dict)


def _type(
    slug: str,
    status: int,
    title: str,
    meaning: str,
    remedy: str,
    *,
    retry: bool = False,
    members: Mapping[str, Any] | None = None,
) -> ProblemType:
    return ProblemType(
        slug=slug,
        status=status,
        title=title,
        meaning=meaning,
        remedy=remedy,
        retry=retry,
        members=members or {},
    )


PROBLEMS: tuple[ProblemType, ...] = (
    _type(
        "invalid-input",
        400,
        "The input does not fit the contract",
        "A field is missing, too short, too long or of the wrong kind, or a header cannot be used.",
        "Each entry of `errors` points to one fault; fix those and send the request again.",
        members={
            "errors": [
                {
                    "pointer": "#/goal",
                    "detail": "#/goal: String should have at least 5 characters",
                    "code": "string_too_short",
                }
            ]
        },
    ),
    _type(
        "malformed-json",
        400,
        "The body is not usable JSON",
        "The body must be UTF-8 JSON without a byte order mark, NaN, NUL, lone surrogates or duplicate keys, "
        "at most 32 levels deep.",
        "Send what a strict JSON writer produces.",
    ),
    _type(
        "operation-unsupported",
        400,
        "This agent does not do that",
        "The protocol knows the operation, this agent does not offer it: no streaming, push notifications only where the card says so, "
        "no list of tasks, and no message to a task that is finished.",
        "The agent card says what is offered. Poll `GET /v1/tasks/{id}` instead of subscribing.",
    ),
    _type(
        "method-unsupported",
        400,
        "This payment method is not accepted",
        "The credential names a method or an intent that this service does not offer.",
        "Pay the challenge in `WWW-Authenticate` of an answer 402. Nothing was charged.",
    ),
    _type(
        "unauthorized",
        401,
        "A valid key is needed",
        "The operator endpoints take `Authorization: Bearer <admin secret>`, the pipeline's callbacks `X-Pipeline-Key`.",
        "Send the key that the operator configured. The two are not interchangeable.",
    ),
    _type(
        "payment-required",
        402,
        "This call is paid",
        "`WWW-Authenticate: Payment` carries the challenge: how much, in which token, to whom, until when.",
        "Send the body, pay the challenge that comes back and repeat the request with `Authorization: Payment`. "
        "`errors` lists what is wrong with the body: fix it before you pay.",
        members={
            "errors": [{"pointer": "#/problem", "detail": "#/problem: Field required", "code": "missing"}]
        },
    ),
    _type(
        "payment-insufficient",
        402,
        "The payer cannot pay this",
        "The account that signed holds less than the price. Nothing was charged.",
        "Fund the account, then pay the new challenge.",
    ),
    _type(
        "payment-expired",
        402,
        "The challenge has expired",
        "The payment did not reach the chain before the challenge expired. Nothing was charged now.",
        "Pay the new challenge.",
    ),
    _type(
        "verification-failed",
        402,
        "The payment is not valid",
        "The transaction does not transfer the price for this challenge, or the chain refused or reverted it.",
        "Pay the new challenge as it is written: amount, token, recipient, memo.",
    ),
    _type(
        "malformed-credential",
        402,
        "The credential cannot be read",
        "`Authorization: Payment` takes base64url of a JSON object with `challenge` and `payload`.",
        "Build it as the Payment authentication scheme says, from the challenge of this answer.",
    ),
    _type(
        "invalid-challenge",
        402,
        "The credential does not pay for this request",
        "Its challenge was not issued here, was issued for another path or body, or has already been used up.",
        "Pay the new challenge. One payment buys one execution.",
    ),
    _type(
        "payment-refund-due",
        403,
        "This payment is being paid back",
        "It was charged, and what it paid for could not be done: the operator owes the money to its payer, or has paid "
        "it back. Also the final answer for a payment whose result is no longer stored, or that was disputed and never arrived: "
        "`detail` says so, and then nothing is owed. A challenge is never sent for the same payment again.",
        "Do not pay again for this request before you know why it failed. The refund needs nothing from you.",
    ),
    _type(
        "foreign-origin",
        403,
        "The form was sent from another site",
        "Forms are accepted only from pages of this service, so that no other site can send one in a visitor's name.",
        "Open the page here and send the form again. Programs use the API, which needs no form.",
    ),
    _type(
        "not-found",
        404,
        "There is nothing under this id",
        "The order, invoice or file does not exist, is not stored yet, or its time has passed.",
        "Check the id or the name. Orders can be read for at least seven days after they were placed.",
    ),
    _type(
        "route-not-found",
        404,
        "There is no such address",
        "No route has this path.",
        "`/v1/openapi.json` lists every path; none ends in a slash.",
    ),
    _type(
        "gone",
        404,
        "This address has been retired",
        "The deprecated path was kept for as long as announced and is no longer served.",
        "Follow the `Link` header with relation `successor-version`.",
    ),
    _type(
        "method-not-allowed",
        405,
        "The address does not take this method",
        "The path exists, but not for this method.",
        "The `Allow` header lists the methods.",
    ),
    _type(
        "idempotency-conflict",
        409,
        "A request with this key is in progress",
        "Another request with the same `Idempotency-Key` has not finished.",
        "Wait as long as `Retry-After` says and repeat the request with the same key and payload.",
        retry=True,
    ),
    _type(
        "illegal-transition",
        409,
        "The order cannot go there from its status",
        "The lifecycle does not lead from the current status to the requested one.",
        "Read the order: `waits_for` says whose turn it is. Only the operator moves orders, to one of "
        "`allowed_transitions`.",
        members={"current_status": "delivered", "requested_status": "paid", "allowed_transitions": []},
    ),
    _type(
        "rescan-used",
        409,
        "The free rescan has been used",
        "Each cold-read includes one rescan.",
        "A free scan is at `POST /v1/scan`.",
    ),
    _type(
        "rescan-not-available",
        409,
        "The rescan comes with the delivery",
        "The order has not been delivered yet, or it is a rehearsal: a sandbox order has no rescan.",
        "Poll the order until its `_links` contain `rescan`; those of a sandbox order never do.",
    ),
    _type(
        "task-not-cancelable",
        409,
        "An order is not canceled by its task",
        "Only the operator ends an order. Until it is delivered your wish to withdraw is passed on to the operator; a finished "
        "task has nothing left to cancel.",
        "Poll the order; it turns `rejected` when the operator has ended it. Nothing unpaid costs anything.",
    ),
    _type(
        "payment-in-progress",
        409,
        "A request with this payment is in progress",
        "Another request with the same credential has not finished.",
        "Wait as long as `Retry-After` says and repeat the request with the same credential. You are charged only once.",
        retry=True,
    ),
    _type(
        "payload-too-large",
        413,
        "The body is too large",
        "The body is longer than this route reads.",
        "Send less; `limit_bytes` says how much is read. Field limits are in `/v1/openapi.json`.",
        members={"limit_bytes": 65536},
    ),
    _type(
        "uri-too-long",
        414,
        "The address is too long",
        "Path and query together exceed 8 kB.",
        "Send data in the body.",
    ),
    _type(
        "unsupported-media-type",
        415,
        "The body must be JSON",
        "The `Content-Type` names something other than JSON, or a content encoding is applied.",
        "Send `Content-Type: application/json` and no `Content-Encoding`.",
    ),
    _type(
        "idempotency-key-reused",
        422,
        "The key belongs to another payload",
        "This `Idempotency-Key` was used within 24 hours with a different payload.",
        "Use a new key (UUID v4) for a new order; to repeat an order, send the very same payload.",
    ),
    _type(
        "url-unreachable",
        422,
        "The page cannot be reached",
        "The address is refused or does not answer, answers with an error, or is not an HTML page of at most 5 MB.",
        "`reason` says which. Check the address in a browser; private and local addresses are never visited.",
        members={"reason": "http_404"},
    ),
    _type(
        "page-empty",
        422,
        "The page has no visible text",
        "It answered, and there is nothing on it to judge.",
        "Check that the address shows the page without signing in.",
        members={"reason": "no_text"},
    ),
    _type(
        "rate-limited",
        429,
        "Too many requests",
        "A limit is used up. The `RateLimit-*` headers describe it.",
        "Wait as long as `Retry-After` says.",
        retry=True,
        members={"limit_scope": "ip", "limit": 1000, "retry_after": 1200},
    ),
    _type(
        "headers-too-large",
        431,
        "The headers are too large",
        "The header section exceeds 64 kB.",
        "Send fewer or smaller headers.",
    ),
    _type(
        "internal-error",
        500,
        "Something broke on our side",
        "An error that nobody foresaw. It is in our log under `request_id`.",
        "Repeat the request with the same `Idempotency-Key`; if the error persists, write to us and quote the `request_id`.",
        retry=True,
    ),
    _type(
        "pipeline-unavailable",
        502,
        "The page could not be analysed now",
        "The analysis pipeline did not answer in time. Nothing was counted or used up.",
        "Try again in a minute.",
        retry=True,
    ),
    _type(
        "service-closed",
        503,
        "Nothing new is taken now",
        "The pilot is closed: existing orders go on, new scans and orders are not taken.",
        "Existing orders, deliverables and documents can still be read.",
    ),
    _type(
        "budget-exhausted",
        503,
        "Paid calls are used up for today",
        "The service accepts a limited amount a day for paid calls, and that amount has been reached. Nothing was charged.",
        "`Retry-After` says in how many seconds the earliest payment that is not settled yet frees its share, or the day "
        "ends.",
        retry=True,
    ),
    _type(
        "unavailable",
        503,
        "The service cannot answer right now",
        "The database, the model or the payment network is down or too busy, or this server does not sell the call (`detail` says which). Nothing was changed by a request that got this "
        "answer, or it was changed as a whole: repeating it with its `Idempotency-Key` or its payment credential is safe.",
        "Wait as long as `Retry-After` says and try again. Where `detail` says that this server does not sell the call, "
        "only its operator can change that: do not wait for it.",
        retry=True,
    ),
)

BY_SLUG: Mapping[str, ProblemType] = {row.slug: row for row in PROBLEMS}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault of the input: its place (a JSON pointer into the body, or a header), a sentence, and a stable code."""

    pointer: str
    detail: str
    code: str
    header: str | None = None

    def as_json(self) -> dict[str, str]:
        entry = {"pointer": self.pointer, "detail": self.detail, "code": self.code}
        return entry if self.header is None else {**entry, "header": self.header}


class Problem(Exception):
    """Ends a request with the answer of one row of the table. Programs read `detail` in English; people read a detail that
    was given in every language in their own (`told`)."""

    def __init__(
        self,
        slug: str,
        detail: str | InlineText | Sentence,
        *,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        self.type = BY_SLUG[slug]
        self.told = None if isinstance(detail, str) else detail
        self.detail = detail if isinstance(detail, str) else detail("en")
        self.headers = dict(headers or {})
        self.members = members
        super().__init__(f"{slug}: {self.detail}")


class InvalidInput(Problem):
    """400 with every fault that was found."""

    def __init__(self, faults: list[Fault]) -> None:
        plural = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__(
            "invalid-input",
            f"{plural} in the request; the first: {faults[0].detail}",
            errors=[fault.as_json() for fault in faults],
        )


def not_found() -> Problem:
    """Unknown, lapsed and not published all get this answer, so that it tells a guesser nothing."""
    return Problem("not-found", "There is nothing under this id, or its time has passed.")
