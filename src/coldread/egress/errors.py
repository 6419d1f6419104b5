"""The errors of outgoing connections.

EgressError
├── EgressRefused         the policy refuses; nothing was sent
│   ├── UrlRefused        not a valid address: syntax, user info, control characters
│   ├── SchemeRefused     neither http nor https
│   ├── HostRefused       a host name that is never visited: single labels, our own names
│   ├── PortRefused       neither 80 nor 443
│   ├── AddressRefused    the name has an address that is not global
│   └── RedirectRefused   the caller does not want to visit the target of a redirect
├── Unreachable           the policy allows it, but the other side does not answer
│   ├── NameNotFound      no such name
│   ├── ConnectFailed     no connection
│   ├── TlsFailed         no trustworthy connection
│   ├── TimedOut          no answer in time
│   └── BadAnswer         an answer that is not HTTP
└── Exhausted             the other side takes more than one scan may use
    ├── TooManyBytes
    ├── TooManyRequests
    ├── TooManyRedirects
    └── TooMuchTime
"""

from __future__ import annotations


class EgressError(Exception):
    """An address was not reached; `reason` is a code for it."""

    reason = "egress"


class EgressRefused(EgressError):
    reason = "refused"


class UrlRefused(EgressRefused):
    reason = "url_refused"


class SchemeRefused(EgressRefused):
    reason = "scheme_refused"


class HostRefused(EgressRefused):
    reason = "host_refused"


class PortRefused(EgressRefused):
    reason = "port_refused"


class AddressRefused(EgressRefused):
    reason = "address_refused"


class RedirectRefused(EgressRefused):
    reason = "redirect_refused"


class Unreachable(EgressError):
    reason = "unreachable"


class NameNotFound(Unreachable):
    reason = "name_not_found"


class ConnectFailed(Unreachable):
    reason = "connect_failed"


class TlsFailed(Unreachable):
    reason = "tls_failed"


class TimedOut(Unreachable):
    reason = "timeout"


class BadAnswer(Unreachable):
    reason = "bad_answer"


class Exhausted(EgressError):
    reason = "exhausted"


class TooManyBytes(Exhausted):
    reason = "too_many_bytes"


class TooManyRequests(Exhausted):
    reason = "too_many_requests"


class TooManyRedirects(Exhausted):
    reason = "too_many_redirects"


class TooMuchTime(Exhausted):
    reason = "too_much_time"
