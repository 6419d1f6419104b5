"""Documents that depend only on the settings: built at the first request, then served from memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.settings import Settings
from coldread.web.answers import conditional_response
from coldread.web.request import services_of

AN_HOUR = {"Cache-Control": "public, max-age=3600"}


class Document:
    """One document; `make` gets the settings and returns its bytes."""

    def __init__(self, make: Callable[[Settings], bytes], media_type: str = "application/json") -> None:
        self.make = make
        self.media_type = media_type
        self._made: dict[Settings, tuple[bytes, str]] = {}

    def answer(self, request: Request, headers: dict[str, str] | None = None) -> Response:
        settings = services_of(request).settings
        if settings not in self._made:
            body = self.make(settings)
            self._made[settings] = (body, f'"{hashlib.blake2b(body, digest_size=9).hexdigest()}"')
        body, etag = self._made[settings]
        return conditional_response(
            body, etag, request.headers.get("if-none-match"), headers or AN_HOUR, self.media_type
        )
