"""The possible outcomes of a delivery, in words: one table, used everywhere a webhook's state is shown. Pure."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from coldread.base.table_checks import require_complete
from coldread.egress.errors import (
    BadAnswer,
    ConnectFailed,
    EgressError,
    EgressRefused,
    NameNotFound,
    TimedOut,
    TlsFailed,
    TooMuchTime,
)

GONE = 410


class Outcome(StrEnum):
    """The outcome of the last try."""

    ARRIVED = "arrived"
    GONE = "gone"
    REDIRECTED = "redirected"
    ERROR_STATUS = "error_status"
    ADDRESS_REFUSED = "address_refused"
    NAME_NOT_FOUND = "name_not_found"
    NO_CONNECTION = "no_connection"
    TLS_FAILED = "tls_failed"
    TIMEOUT = "timeout"
    NOT_HTTP = "not_http"
    FAILED = "failed"


@dataclasses.dataclass(frozen=True, kw_only=True)
class OutcomeRow:
    """One row."""

    outcome: Outcome
    #: an explanation for the receiver's owner
    meaning: str
    #: errors of the egress that mean this outcome; more specific rows come first
    errors: tuple[type[EgressError], ...] = ()


OUTCOMES: tuple[OutcomeRow, ...] = (
    OutcomeRow(outcome=Outcome.ARRIVED, meaning="It answered 2xx."),
    OutcomeRow(outcome=Outcome.GONE, meaning="It answered 410: the event is not sent again."),
    OutcomeRow(
        outcome=Outcome.REDIRECTED,
        meaning="It answered with a redirect, and none is followed: name the last address.",
    ),
    OutcomeRow(outcome=Outcome.ERROR_STATUS, meaning="It answered with something else than 2xx."),
    OutcomeRow(
        outcome=Outcome.ADDRESS_REFUSED,
        meaning="Its name leads to an address that is not public, and none is called.",
        errors=(EgressRefused,),
    ),
    OutcomeRow(outcome=Outcome.NAME_NOT_FOUND, meaning="Its name has no address.", errors=(NameNotFound,)),
    OutcomeRow(outcome=Outcome.NO_CONNECTION, meaning="It takes no connection.", errors=(ConnectFailed,)),
    OutcomeRow(
        outcome=Outcome.TLS_FAILED,
        meaning="Its certificate is not one that is trusted, or it speaks no TLS.",
        errors=(TlsFailed,),
    ),
    OutcomeRow(outcome=Outcome.TIMEOUT, meaning="It did not answer in time.", errors=(TimedOut, TooMuchTime)),
    OutcomeRow(outcome=Outcome.NOT_HTTP, meaning="What it answered is not HTTP.", errors=(BadAnswer,)),
    OutcomeRow(outcome=Outcome.FAILED, meaning="It could not be sent.", errors=(EgressError,)),
)
MEANING = {
    outcome: row.meaning
    for outcome, row in require_complete(
        {row.outcome: row for row in OUTCOMES}, Outcome, "orders/push/outcomes: OUTCOMES"
    ).items()
}


def outcome_of(status: int) -> Outcome:
    """The outcome for an HTTP status."""
    if 200 <= status < 300:
        return Outcome.ARRIVED
    if status == GONE:
        return Outcome.GONE
    return Outcome.REDIRECTED if 300 <= status < 400 else Outcome.ERROR_STATUS


def outcome_of_error(error: EgressError) -> Outcome:
    """The outcome for an error without an answer."""
    return next(row.outcome for row in OUTCOMES if isinstance(error, row.errors))
