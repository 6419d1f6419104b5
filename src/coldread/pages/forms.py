"""Forms that people send: only from our own pages, counted while they stream in, read into plain texts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping

from pydantic import ValidationError
from starlette.requests import Request

from coldread.base.incoming.addresses import split_address
from coldread.base.problems import Problem
from coldread.orders.rules.billing_details import mistyped_numbers
from coldread.pages.page_texts import Say
from coldread.web import forms
from coldread.web.forms import MOST_FIELDS, Form, is_from_here
from coldread.web.request import SMALL, read_up_to

#: kinds of fault with their own sentence; the others share one
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


async def read_form(request: Request, most: int = SMALL) -> Form:
    """The form's texts by field, files as text. Raises 403, 415, 413 and 400."""
    if not is_from_here(request):
        raise Problem("foreign-origin", "This form was not sent from a page of ours.")
    return await read_sent_form(request, most)


async def read_sent_form(request: Request, most: int = SMALL) -> Form:
    """The same, from anywhere: mail programs name no origin."""
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return await _multipart(request, await read_up_to(request, most))
    return await forms.read_form(request, most)


async def _multipart(request: Request, body: bytes) -> Form:
    from starlette.datastructures import UploadFile  # only forms with a file need the parser
    from starlette.formparsers import MultiPartException, MultiPartParser

    async def once() -> AsyncGenerator[bytes, None]:
        yield body

    try:
        parser = MultiPartParser(
            request.headers, once(), max_files=4, max_fields=MOST_FIELDS, max_part_size=len(body) + 1
        )
        form = await parser.parse()
        read = Form()
        for name, value in form.multi_items():
            raw = _file_text(await value.read()) if isinstance(value, UploadFile) else value
            if raw or name not in read:
                read[name] = _clean_text(raw)
        await form.close()
    except (MultiPartException, UnicodeDecodeError):
        raise _unreadable_form_problem() from None
    return read


def _file_text(data: bytes) -> str:
    """UTF-8, or what the file itself declares; raises UnicodeDecodeError."""
    from coldread.scanner.patch.source import read_source  # only forms with a file need it

    read = read_source(data)
    if read is None or read.codec == "utf-8":
        return data.decode("utf-8")
    return read.text


def _clean_text(value: str) -> str:
    if "\x00" in value:
        raise _unreadable_form_problem()
    return value.replace("\r\n", "\n").removeprefix("\ufeff")


def _unreadable_form_problem() -> Problem:
    return Problem("invalid-input", "The form cannot be read: its texts must be UTF-8.")


def web_address(typed: str) -> str:
    """What people type for an address: `example.com` means `https://example.com`."""
    typed = typed.strip()
    return typed if not typed or "://" in typed else f"https://{typed}"


def is_without_scheme(typed: str) -> bool:
    """Whether a person wrote an address without its scheme."""
    return bool(typed.strip()) and "://" not in typed


def odd_hosts(typed: Mapping[str, str], fields: Iterable[str], t: Say) -> dict[str, str]:
    """Addresses that no site on the web can have, such as `https://foo`: a name has a dot, a number is one."""
    found: dict[str, str] = {}
    for field in fields:
        for line in typed.get(field, "").splitlines():
            if line.strip() and "." not in (split_address(web_address(line)).hostname or "").strip("."):
                found.setdefault(field, t("fault_host"))
    return found


def odd_numbers(form: Mapping[str, str], t: Say) -> dict[str, str]:
    """Company numbers whose checksum shows that they are mistyped."""
    said = {"vat_id": "fault_vat", "org_number": "fault_org"}
    typed = {name: form.get(name, "").strip() for name in said}
    return {name: t(said[name]) for name in mistyped_numbers(typed)}


def faults_of(error: ValidationError, t: Say, names: Mapping[str, str]) -> dict[str, str]:
    """Field to a sentence about its first fault; `names` maps the model's paths to the form's fields."""
    found: dict[str, str] = {}
    for entry in error.errors(include_url=False):
        path = ".".join(str(part) for part in entry["loc"] if isinstance(part, str))
        field = names.get(path, path)
        bounds = {name: value for name, value in entry.get("ctx", {}).items() if isinstance(value, int)}
        key = SENTENCES.get(entry["type"], "fault_other")
        if key == "fault_short" and not entry["input"]:
            key = "fault_missing"  # nobody who left a field empty wants to count characters
        needs = {"fault_short": "min_length", "fault_long": "max_length", "fault_many": "max_length"}.get(key)
        found.setdefault(field, t(key, n=bounds.get(needs, 0)) if needs else t(key))
    return found
