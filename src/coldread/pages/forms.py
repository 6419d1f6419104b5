"""Forms that people send: only from our own pages, counted while they stream in, read into plain texts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from urllib.parse import parse_qsl, urlsplit

from pydantic import ValidationError
from starlette.requests import Request

from coldread.base.problems import Problem
from coldread.pages.wording import Say
from coldread.web.asking import SMALL, read_bytes, services_of

MOST_FIELDS = 60
#: kinds of fault that have a sentence of their own; the rest share one
SENTENCES = {
    "missing": "fault_missing",
    "blank": "fault_missing",
    "string_too_short": "fault_short",
    "string_too_long": "fault_long",
    "too_long": "fault_many",
    "uri": "fault_uri",
    "email": "fault_email",
    "enum": "fault_choice",
}


def require_own_form(request: Request) -> None:
    """Refuse what another site sends in a visitor's name.

    Browsers say where a request comes from in `Sec-Fetch-Site`. Those that do not are asked for `Origin`, which is
    `null` under our own `Referrer-Policy: no-referrer`.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        if site in {"same-origin", "none"}:
            return
    elif request.headers.get("origin") in {*_own_origins(request), "null"}:
        return
    raise Problem("foreign-origin", "This form was not sent from a page of ours.")


def _own_origins(request: Request) -> tuple[str, str]:
    base = urlsplit(services_of(request).settings.base_url)
    return f"{base.scheme}://{base.netloc}", f"{request.url.scheme}://{request.url.netloc}"


async def read_form(request: Request, most: int = SMALL) -> dict[str, str]:
    """The form's texts by field; line ends as `\\n`, files as text. Raises 403, 413, 415 and 400."""
    require_own_form(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _multipart(request, await read_bytes(request, most))
    if kind != "application/x-www-form-urlencoded":
        raise Problem("unsupported-media-type", "This address reads forms.")
    try:
        pairs = parse_qsl(
            (await read_bytes(request, most)).decode("ascii"),
            keep_blank_values=True,
            strict_parsing=False,
            max_num_fields=MOST_FIELDS,
            errors="strict",
        )
    except ValueError:
        raise _unreadable() from None
    return {name: _text(value) for name, value in pairs}


async def _multipart(request: Request, body: bytes) -> dict[str, str]:
    from starlette.datastructures import UploadFile  # only forms with a file need the parser
    from starlette.formparsers import MultiPartException, MultiPartParser

    async def once() -> AsyncGenerator[bytes, None]:
        yield body

    try:
        parser = MultiPartParser(
            request.headers, once(), max_files=4, max_fields=MOST_FIELDS, max_part_size=len(body) + 1
        )
        form = await parser.parse()
        read: dict[str, str] = {}
        for name, value in form.multi_items():
            raw = (await value.read()).decode("utf-8") if isinstance(value, UploadFile) else value
            if raw or name not in read:
                read[name] = _text(raw)
        await form.close()
    except (MultiPartException, UnicodeDecodeError):
        raise _unreadable() from None
    return read


def _text(value: str) -> str:
    if "\x00" in value:
        raise _unreadable()
    return value.replace("\r\n", "\n").removeprefix("\ufeff")


def _unreadable() -> Problem:
    return Problem("invalid-input", "The form cannot be read: its texts must be UTF-8.")


def web_address(typed: str) -> str:
    """What people type for an address: `example.com` means `https://example.com`."""
    typed = typed.strip()
    return typed if not typed or "://" in typed else f"https://{typed}"


def faults_of(error: ValidationError, t: Say, names: Mapping[str, str]) -> dict[str, str]:
    """Field to a sentence about its first fault; `names` maps the model's paths to the form's fields."""
    found: dict[str, str] = {}
    for entry in error.errors(include_url=False):
        path = ".".join(str(part) for part in entry["loc"] if isinstance(part, str))
        field = names.get(path, path)
        bounds = {name: value for name, value in entry.get("ctx", {}).items() if isinstance(value, int)}
        key = SENTENCES.get(entry["type"], "fault_other")
        needs = {"fault_short": "min_length", "fault_long": "max_length", "fault_many": "max_length"}.get(key)
        found.setdefault(field, t(key, n=bounds.get(needs, 0)) if needs else t(key))
    return found
