"""An exception for every problem type; rendered from the tables by `make docs`."""

from __future__ import annotations

from coldread_client.errors import PaymentNeeded, ProblemError


class InvalidInput(ProblemError):
    """400: The input does not fit the contract."""


class MalformedJson(ProblemError):
    """400: The body is not usable JSON."""


class OperationUnsupported(ProblemError):
    """400: This agent does not do that."""


class MethodUnsupported(ProblemError):
    """400: This payment method is not accepted."""


class Unauthorized(ProblemError):
    """401: A valid key is needed."""


class PaymentRequired(PaymentNeeded):
    """402: This call is paid."""


class PaymentInsufficient(PaymentNeeded):
    """402: The payer cannot pay this."""


class PaymentExpired(PaymentNeeded):
    """402: The challenge has expired."""


class VerificationFailed(PaymentNeeded):
    """402: The payment is not valid."""


class MalformedCredential(PaymentNeeded):
    """402: The credential cannot be read."""


class InvalidChallenge(PaymentNeeded):
    """402: The credential does not pay for this request."""


class PaymentRefundDue(ProblemError):
    """403: This payment is being paid back."""


class ForeignOrigin(ProblemError):
    """403: The form was sent from another site."""


class NotFound(ProblemError):
    """404: There is nothing under this id."""


class RouteNotFound(ProblemError):
    """404: There is no such address."""


class Gone(ProblemError):
    """404: This address has been retired."""


class MethodNotAllowed(ProblemError):
    """405: The address does not take this method."""


class IdempotencyConflict(ProblemError):
    """409: A request with this key is in progress."""


class IllegalTransition(ProblemError):
    """409: The order cannot go there from its status."""


class RescanUsed(ProblemError):
    """409: The free rescan has been used."""


class RescanNotAvailable(ProblemError):
    """409: The rescan comes with the delivery."""


class TaskNotCancelable(ProblemError):
    """409: An order is not canceled by its task."""


class PaymentInProgress(ProblemError):
    """409: A request with this payment is in progress."""


class PayloadTooLarge(ProblemError):
    """413: The body is too large."""


class UriTooLong(ProblemError):
    """414: The address is too long."""


class UnsupportedMediaType(ProblemError):
    """415: The body must be JSON."""


class IdempotencyKeyReused(ProblemError):
    """422: The key belongs to another payload."""


class UrlUnreachable(ProblemError):
    """422: The page cannot be reached."""


class PageEmpty(ProblemError):
    """422: The page has no visible text."""


class RateLimited(ProblemError):
    """429: Too many requests."""


class HeadersTooLarge(ProblemError):
    """431: The headers are too large."""


class InternalError(ProblemError):
    """500: Something broke on our side."""


class PipelineUnavailable(ProblemError):
    """502: The page could not be analysed now."""


class ServiceClosed(ProblemError):
    """503: Nothing new is taken now."""


class BudgetExhausted(ProblemError):
    """503: Paid calls are used up for today."""


class Unavailable(ProblemError):
    """503: The service cannot answer right now."""


BY_SLUG: dict[str, type[ProblemError]] = {
    "invalid-input": InvalidInput,
    "malformed-json": MalformedJson,
    "operation-unsupported": OperationUnsupported,
    "method-unsupported": MethodUnsupported,
    "unauthorized": Unauthorized,
    "payment-required": PaymentRequired,
    "payment-insufficient": PaymentInsufficient,
    "payment-expired": PaymentExpired,
    "verification-failed": VerificationFailed,
    "malformed-credential": MalformedCredential,
    "invalid-challenge": InvalidChallenge,
    "payment-refund-due": PaymentRefundDue,
    "foreign-origin": ForeignOrigin,
    "not-found": NotFound,
    "route-not-found": RouteNotFound,
    "gone": Gone,
    "method-not-allowed": MethodNotAllowed,
    "idempotency-conflict": IdempotencyConflict,
    "illegal-transition": IllegalTransition,
    "rescan-used": RescanUsed,
    "rescan-not-available": RescanNotAvailable,
    "task-not-cancelable": TaskNotCancelable,
    "payment-in-progress": PaymentInProgress,
    "payload-too-large": PayloadTooLarge,
    "uri-too-long": UriTooLong,
    "unsupported-media-type": UnsupportedMediaType,
    "idempotency-key-reused": IdempotencyKeyReused,
    "url-unreachable": UrlUnreachable,
    "page-empty": PageEmpty,
    "rate-limited": RateLimited,
    "headers-too-large": HeadersTooLarge,
    "internal-error": InternalError,
    "pipeline-unavailable": PipelineUnavailable,
    "service-closed": ServiceClosed,
    "budget-exhausted": BudgetExhausted,
    "unavailable": Unavailable,
}
