"""What every handler needs of a request: the services, the caller, the id in the path, the validated body."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from coldread.base import ids
from coldread.base.incoming import strict_json
from coldread.base.problems import Fault, InvalidInput, Problem, not_found
from coldread.guard.address import client_key
from coldread.services import Services

M = TypeVar("M", bound=BaseModel)

KIB = 1024
#: bodies are counted while they stream in
SMALL = 64 * KIB
CREATION = 6 * KIB * KIB
OPERATOR = 8 * KIB * KIB

_untrusting_client = lru_cache(maxsize=4096)(lambda peer: client_key(peer, (), ()))


def services_of(request: Request) -> Services:
    services: Services = request.scope["services"]
    return services


def client_of(scope: Any, services: Services) -> str:
    """The name under which the caller's uses are counted."""
    return client_name(scope.get("client"), scope["headers"], services)


def client_name(
    peer: tuple[str, int] | None, headers: Iterable[tuple[bytes, bytes]], services: Services
) -> str:
    """The same from peer and headers only: `api/polled` has no Starlette request."""
    host = peer[0] if peer else None
    trusted = services.settings.trusted_proxies
    if not trusted:
        return _untrusting_client(host)
    forwarded = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    return client_key(host, forwarded, trusted)


def require_open(services: Services) -> None:
    if services.settings.service_mode == "closed":
        raise Problem("service-closed", "The pilot is closed: nothing new is taken. Existing orders go on.")


def order_id_of(request: Request) -> str:
    """The id in the path. An invalid id raises 404 without a query."""
    order_id: str = request.path_params["id"]
    if not ids.ORDER_ID.fullmatch(order_id):
        raise not_found()
    return order_id


def require_key(request: Request, key: str | None, check: Callable[[str | None], None]) -> None:
    """401 unless the key is right. A wrong key counts as a guess, like an unknown id. The right one is never refused."""
    try:
        check(key)
    except Problem:
        if key is not None:
            services = services_of(request)
            services.reads.count_miss(client_of(request.scope, services))
        raise


async def read_by_id(request: Request, work: Callable[[str], Awaitable[Response]]) -> Response:
    """Run `work` with the order's id of the path, as a counted read."""
    return await counted_read(request, lambda: work(order_id_of(request)))


async def counted_read(request: Request, work: Callable[[], Awaitable[Response]]) -> Response:
    """Run `work` and count the read; a 404 also counts as a miss."""
    services = services_of(request)
    client = client_of(request.scope, services)
    await services.reads.before_read(client)
    limits = services.reads.admit(client)
    try:
        answer = await work()
    except Problem as problem:
        if problem.type.slug == "not-found":
            await services.reads.before_miss(client)
            services.reads.count_miss(client)
        if problem.type.slug != "rate-limited":  # a limit other than this one
            problem.headers = {**limits, **problem.headers}
        raise
    if "RateLimit-Remaining" in answer.headers and "RateLimit-Remaining" in limits:
        nearer = int(limits["RateLimit-Remaining"]) < int(answer.headers["RateLimit-Remaining"])
        answer.headers.update(limits if nearer else {})
    else:
        answer.headers.update(limits)
    return answer


async def read_body(request: Request, model: type[M], most: int) -> tuple[M, Any]:
    """The validated body and its JSON: raises 415, 413, 400 in this order."""
    value = await read_json(request, most)
    return validate_body(model, value), value


async def read_json(request: Request, most: int) -> Any:
    """The body as JSON, not validated yet: raises 415, 413, 400 in this order."""
    _require_json(request)
    return await parse_body(await read_up_to(request, most))


#: a larger body is parsed in a thread: a page in one string takes tens of milliseconds
READ_AT_ONCE = 256 * KIB


async def parse_body(raw: bytes) -> Any:
    """The strictly parsed body."""
    if len(raw) <= READ_AT_ONCE:
        return strict_json.parse(raw)
    return await asyncio.to_thread(strict_json.parse, raw)


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReceivedBody(Generic[M]):
    """A body or its validation problem: paid routes ask for payment before they refuse a body."""

    body: M | None
    raw: bytes
    fault: Problem | None


async def receive_body(request: Request, model: type[M], most: int) -> ReceivedBody[M]:
    """The valid body, or the problem without raising it: a paid route answers 402 before 400."""
    raw = b""
    try:
        _require_json(request)
        raw = await read_up_to(request, most)
        return ReceivedBody(body=validate_body(model, await parse_body(raw)), raw=raw, fault=None)
    except Problem as fault:
        return ReceivedBody(body=None, raw=raw, fault=fault)


def validate_body(model: type[M], value: Any) -> M:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise InvalidInput([_fault(entry) for entry in error.errors(include_url=False)]) from None


#: pydantic's words for these name a class of ours
_SAID = {
    "model_type": "must be a JSON object",
    "model_attributes_type": "must be a JSON object",
    "dict_type": "must be a JSON object",
}


def _fault(entry: Any) -> Fault:
    pointer = "#" + "".join(f"/{_escaped(part)}" for part in entry["loc"])
    says = _SAID.get(entry["type"], entry["msg"])
    return Fault(pointer=pointer, detail=f"{pointer}: {says}", code=entry["type"])


def _escaped(part: object) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")


def _require_json(request: Request) -> None:
    if request.headers.get("content-encoding", "identity") != "identity":
        raise Problem("unsupported-media-type", "Encoded bodies are not read.")
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise Problem("unsupported-media-type", f"The body must be application/json, not {kind[:80]}.")


async def read_up_to(request: Request, most: int) -> bytes:
    """The body's bytes; 413 as soon as there are too many."""
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > most:
        raise _too_large(most)
    chunks = bytearray()
    try:
        async for chunk in request.stream():
            chunks += chunk
            if len(chunks) > most:
                raise _too_large(most)
    except ClientDisconnect:
        # nobody reads this answer; as a server error, outsiders could raise an alarm and fill the log with it
        raise Problem("malformed-json", "The connection ended before the body did.") from None
    return bytes(chunks)


def _too_large(most: int) -> Problem:
    # The rest of the body is not read, so the connection cannot be reused.
    return Problem(
        "payload-too-large",
        f"This route reads at most {most} bytes.",
        headers={"Connection": "close"},
        limit_bytes=most,
    )
