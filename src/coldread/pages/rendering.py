"""Templates to answers: autoescaped Jinja, a strict content policy, no script."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse

CSP = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # 0.1 s that a start need not wait for

    return Environment(
        loader=PackageLoader("coldread.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


def page(
    template: str, *, status: int = 200, headers: dict[str, str] | None = None, **values: Any
) -> HTMLResponse:
    html = _templates().get_template(template).render(**values)
    return HTMLResponse(html, status, {"Content-Security-Policy": CSP, **(headers or {})})


def wants_html(accept: str | None) -> bool:
    """People's browsers name text/html; programs name JSON, or anything."""
    return "text/html" in (accept or "")
