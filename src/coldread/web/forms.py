"""Forms from people: small, in UTF-8, and only from our own pages."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from coldread.base.problems import Problem
from coldread.base.texts.inline_text import InlineText
from coldread.web.request import SMALL, read_up_to, services_of

MOST_FIELDS = 100
KIND = "application/x-www-form-urlencoded"


class Form(dict[str, str]):
    r"""Fields by name. Line ends are `\n`; browsers send others."""

    def text(self, name: str) -> str:
        """A field without surrounding white space; empty if it is missing."""
        return self.get(name, "").strip()


async def read_form(request: Request, most: int = SMALL) -> Form:
    """The form; raises 415, 413 or 400 for anything else."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != KIND:
        raise Problem("unsupported-media-type", f"A form comes as {KIND}.")
    raw = await read_up_to(request, most)
    try:
        pairs = parse_qsl(
            raw.decode("ascii"),
            keep_blank_values=True,
            encoding="utf-8",
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise Problem(
            "invalid-input", InlineText(en="The form cannot be read.", sv="Formuläret går inte att läsa.")
        ) from None
    form = Form((name, value.replace("\r\n", "\n").replace("\r", "\n")) for name, value in pairs)
    if any("\x00" in value for value in form.values()):
        nul = InlineText(en="A field holds a NUL character.", sv="Ett fält innehåller ett NUL-tecken.")
        raise Problem("invalid-input", nul)
    return form


def is_from_here(request: Request) -> bool:
    """Whether a page of ours sent this, by the browser's own headers.

    A page cannot set `Sec-Fetch-Site`; browsers send it over TLS and on localhost. Without it the Origin must be ours.
    Our pages have the policy `no-referrer`, so a browser may send `null`, which is refused."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = urlsplit(request.headers.get("origin") or "")
    own_host = urlsplit(services_of(request).settings.base_url).netloc
    return bool(origin.netloc) and origin.netloc.lower() in {
        own_host.lower(),
        request.headers.get("host", "").lower(),
    }
