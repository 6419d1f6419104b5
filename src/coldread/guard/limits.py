"""The table of limits: what is counted, for whom, in which window, and which setting changes it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Literal, NamedTuple

from coldread.base import clock
from coldread.base.setting import row_of
from coldread.base.settings import Settings
from coldread.base.table_checks import Incomplete


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limit:
    """One row."""

    name: str
    #: the field of Settings with the number; 0 switches the limit off
    setting: str
    #: length of the fixed window, in microseconds, counted from 1970 (so days are UTC days)
    window: int
    scope: Literal["ip", "url", "global", "mailbox", "domain"]
    #: `database`: exact over processes and restarts. `memory`: counted in each process and forgotten at its end, because
    #: a read must not write; processes on PostgreSQL report their counts in blocks (`shared`), so that together they
    #: exceed a limit by at most a tenth
    kept_in: Literal["database", "memory"]
    meaning: str
    #: the setting that offers what is counted; empty: it is always offered
    offered_by: str = ""

    def __post_init__(self) -> None:
        field = Settings.__dataclass_fields__.get(self.setting)
        if field is None:
            raise Incomplete(
                f"guard/limits: {self.name} names {self.setting}, which base/settings does not have"
            )
        if row_of(field).least != 0:
            raise Incomplete(
                f"guard/limits: {self.name} names {self.setting}, whose row in base/settings lacks least=0"
            )

    def most(self, settings: Settings) -> int:
        value: int = getattr(settings, self.setting)
        return value

    @property
    def window_seconds(self) -> int:
        return self.window // clock.SECOND


SCAN_URL = Limit(
    name="scan_url",
    setting="scan_limit_url",
    window=clock.DAY,
    scope="url",
    kept_in="database",
    meaning="Free scans of one page. A scan of an unreachable page (422) does not count.",
)
SCAN_IP = Limit(
    name="scan_ip",
    setting="scan_limit_ip",
    window=clock.DAY,
    scope="ip",
    kept_in="database",
    meaning="Free scans of one client. Only a scan that failed on our side (502) does not count.",
)
SCAN_GLOBAL = Limit(
    name="scan_global",
    setting="scan_limit_global",
    window=clock.DAY,
    scope="global",
    kept_in="database",
    meaning="Free scans of all clients together. A scan of an unreachable page (422) does not count.",
)
CREATE = Limit(
    name="create",
    setting="limit_create_per_hour",
    window=clock.HOUR,
    scope="ip",
    kept_in="database",
    meaning="Orders created, V1 and V2 together; replays and refused requests are not counted.",
)
READS = Limit(
    name="reads",
    setting="limit_reads_per_min",
    window=clock.MINUTE,
    scope="ip",
    kept_in="memory",
    meaning="Reads by id: orders, invoices, deliverables, scans, submissions.",
)
MISSES = Limit(
    name="misses",
    setting="limit_misses_per_10min",
    window=10 * clock.MINUTE,
    scope="ip",
    kept_in="memory",
    meaning="Reads by id that found nothing, and wrong keys. Beyond it the client's id reads and wrong keys are refused; "
    "20 is the limit while all clients together miss more than 3000 times a minute.",
)
LOGINS = Limit(
    name="logins",
    setting="limit_logins_per_10min",
    window=10 * clock.MINUTE,
    scope="ip",
    kept_in="database",
    meaning="Sign-ins to the console, right or wrong.",
)
PAID_CALLS = Limit(
    name="paid_calls",
    setting="payment_rate_per_min",
    window=clock.MINUTE,
    scope="ip",
    kept_in="database",
    meaning="Pay-per-call requests that carry a credential; there is no limit per wallet.",
)
SUBMIT = Limit(
    name="submit",
    setting="limit_submit_per_day",
    window=clock.DAY,
    scope="ip",
    kept_in="database",
    meaning="Endpoints submitted for review by one client.",
)
SUBMIT_GLOBAL = Limit(
    name="submit_global",
    setting="limit_submit_global_per_day",
    window=clock.DAY,
    scope="global",
    kept_in="database",
    meaning="Endpoints submitted for review by all clients together: each is visited.",
)

RECEIPTS = Limit(
    name="receipts",
    setting="limit_receipts_per_day",
    window=clock.DAY,
    scope="mailbox",
    kept_in="database",
    meaning="Receipt letters to one mailbox, however its address is written. Beyond it orders are still accepted, without "
    "a letter.",
)
RECEIPTS_DOMAIN = Limit(
    name="receipts_domain",
    setting="limit_receipts_domain_per_day",
    window=clock.DAY,
    scope="domain",
    kept_in="database",
    meaning="Receipt letters to all addresses at one domain, subdomains included; not counted for large public mail "
    "providers. Beyond it orders are still accepted, without a letter.",
)
RECEIPTS_IP = Limit(
    name="receipts_ip",
    setting="limit_receipts_ip_per_day",
    window=clock.DAY,
    scope="ip",
    kept_in="database",
    meaning="Receipt letters for orders of one client. Beyond it orders are still accepted, without a letter.",
)

SIGN_INS = Limit(
    name="sign_ins",
    setting="limit_sign_ins_per_hour",
    window=clock.HOUR,
    scope="mailbox",
    kept_in="database",
    meaning="Sign-in letters of “My orders” to one mailbox. Beyond it no letter is sent, and the answer is the same.",
)
SIGN_INS_DOMAIN = Limit(
    name="sign_ins_domain",
    setting="limit_sign_ins_domain_per_hour",
    window=clock.HOUR,
    scope="domain",
    kept_in="database",
    meaning="Sign-in letters of “My orders” to all addresses at one domain, subdomains included; not counted for large "
    "public mail providers.",
)
SIGN_INS_IP = Limit(
    name="sign_ins_ip",
    setting="limit_sign_ins_ip_per_hour",
    window=clock.HOUR,
    scope="ip",
    kept_in="database",
    meaning="Sign-in letters of “My orders” that one client asked for.",
)

WATCHES = Limit(
    name="watches",
    setting="limit_watches_per_hour",
    window=clock.HOUR,
    scope="mailbox",
    kept_in="database",
    meaning="Letters to one mailbox that ask to confirm a watch. Beyond it no letter is sent, and the answer is the same.",
    offered_by="watch",
)
WATCHES_DOMAIN = Limit(
    name="watches_domain",
    setting="limit_watches_domain_per_hour",
    window=clock.HOUR,
    scope="domain",
    kept_in="database",
    meaning="Letters that ask to confirm a watch, to all addresses at one domain, subdomains included; not counted for "
    "large public mail providers. Beyond it no letter is sent, and the answer is the same.",
    offered_by="watch",
)
WATCHES_IP = Limit(
    name="watches_ip",
    setting="limit_watches_ip_per_hour",
    window=clock.HOUR,
    scope="ip",
    kept_in="database",
    meaning="Watches that one client asked for.",
    offered_by="watch",
)
WATCHES_HOST = Limit(
    name="watches_host",
    setting="limit_watches_host_per_day",
    window=clock.DAY,
    scope="domain",
    kept_in="database",
    meaning="New watches of pages on one host.",
    offered_by="watch",
)
WATCH_RUNS = Limit(
    name="watch_runs",
    setting="watch_runs_per_day",
    window=clock.DAY,
    scope="global",
    kept_in="database",
    meaning="Looks at watched pages. Beyond it a run that is due waits for the next day.",
    offered_by="watch",
)
DRAWINGS = Limit(
    name="drawings",
    setting="limit_drawings_per_hour",
    window=clock.HOUR,
    scope="ip",
    kept_in="database",
    meaning="Pictures drawn for one client that show the differences between two scans; a picture that is already stored "
    "is not counted.",
    offered_by="watch",
)

#: every row above, in order
LIMITS: tuple[Limit, ...] = tuple(row for row in dict(vars()).values() if isinstance(row, Limit))


def offered_limits(settings: Settings) -> tuple[Limit, ...]:
    """The limits of what the operator offers."""
    return tuple(row for row in LIMITS if not row.offered_by or getattr(settings, row.offered_by))


_LINES = (
    b"ratelimit-limit: %d\r\nratelimit-remaining: %d\r\nratelimit-reset: %d\r\nratelimit-policy: %d;w=%d\r\n"
)


#: a limit, who is counted, and the maximum
Counted = tuple[Limit, str, int]


def rate_limit_policy_header(counted: Iterable[Counted]) -> str:
    """`RateLimit-Policy` of a route with these limits, in the table's order, without those that are switched off."""
    active = sorted(
        ((limit, most) for limit, _, most in counted if most), key=lambda each: LIMITS.index(each[0])
    )
    return ", ".join(f"{most};w={limit.window_seconds}" for limit, most in active)


class Usage(NamedTuple):
    """How much of a limit is used, for the RateLimit headers."""

    limit: Limit
    most: int
    used: int
    #: seconds until the window ends
    reset: int
    #: every limit of the route; empty: only this one
    policy: str = ""

    @property
    def remaining(self) -> int:
        return max(0, self.most - self.used)

    def headers(self) -> dict[str, str]:
        """draft-ietf-httpapi-ratelimit-headers-06: three fields for the nearest limit, and a policy with all limits of
        the route."""
        return {
            "RateLimit-Limit": str(self.most),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
            "RateLimit-Policy": self.policy
            or rate_limit_policy_header([(self.limit, self.limit.name, self.most)]),
        }

    def lines(self) -> bytes:
        """The same in bytes, for the polled read, which bypasses everything that would encode them."""
        return _LINES % (self.most, self.remaining, self.reset, self.most, self.limit.window_seconds)


#: the usage after one counted use; None: the setting turns this limit off, and nothing was counted
UsageUnlessOff = Usage | None


def window_start(limit: Limit, now: int) -> int:
    return now - now % limit.window


def seconds_left(limit: Limit, now: int) -> int:
    """Rounded up, so that a client that waits this long is accepted."""
    return -(-(window_start(limit, now) + limit.window - now) // clock.SECOND)
