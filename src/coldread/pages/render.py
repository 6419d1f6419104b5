"""Templates to answers: autoescaped Jinja in the reader's language, under a strict content policy."""

from __future__ import annotations

import gzip
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse

from coldread.base.languages import Language
from coldread.orders.rules.order import Order
from coldread.pages import figures
from coldread.pages.console import filters as console_wording
from coldread.pages.page_texts import TEXTS, has_group, page_texts
from coldread.pages.price_words import price_for_anybody, price_of
from coldread.pages.static import asset, takes_gzip
from coldread.web.language import preferred_language
from coldread.web.request import services_of

if TYPE_CHECKING:
    from jinja2 import Environment

#: no inline script or style, nothing from elsewhere; `data:` is for pictures in our own stylesheet
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: a page about one person is neither cached by proxies nor indexed
PRIVATE = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow"}
PUBLIC = {"Cache-Control": "public, max-age=300", "Vary": "Accept, Accept-Language"}


def asked_language(request: Request) -> Language | None:
    """The language that `?lang=` names, if we have it."""
    asked = request.query_params.get("lang")
    return Language(asked) if asked in tuple(Language) else None


def language_of(request: Request, otherwise: str | None = None) -> Language:
    """`?lang=`, else `otherwise` (an order's own language), else the browser's, else English. No cookie."""
    known = asked_language(request) or (Language(otherwise) if otherwise else None)
    return known or preferred_language(request.headers.get("accept-language") or "") or Language.EN


def language_of_order(request: Request, order: Order) -> Language:
    """The language of a page about an order: the order's own if a person ordered on the form, else the reader's first."""
    if order.by_form:
        return language_of(request, order.language)
    read = asked_language(request) or preferred_language(request.headers.get("accept-language") or "")
    return read or Language(order.language)


@cache
def templates() -> Environment:
    from jinja2 import (
        Environment,
        PackageLoader,
        StrictUndefined,
        select_autoescape,
    )  # takes 0.1 s, which the start need not wait for

    made = Environment(
        loader=PackageLoader("coldread.pages"),
        autoescape=select_autoescape(default=True, disabled_extensions=("md",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"asset": asset, "price_for_anybody": price_for_anybody}
    made.filters.update(figures.FILTERS | console_wording.FILTERS | {"price_of": price_of})
    return made


def compile_templates() -> None:
    """Compile all templates, so that neither the first reader of a page nor anybody who polls meanwhile waits for it."""
    made = templates()
    for name in made.list_templates():
        made.get_template(name)


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    language: Language | None = None,
    index: bool = False,
    compress: bool = False,
    **values: Any,
) -> HTMLResponse:
    """`index`: the page is public and may be found; all others are private. `compress`: it repeats no input."""
    html = render(request, template, language=language, index=index, **values)
    sent = {"Content-Security-Policy": CSP, **(PUBLIC if index else PRIVATE), **(headers or {})}
    # Pages of one person are not compressed: the length of a compressed page that repeats input reveals its secrets.
    if (index or compress) and takes_gzip(request):
        sent |= {"Content-Encoding": "gzip", "Vary": f"{sent.get('Vary', 'Accept')}, Accept-Encoding"}
        return HTMLResponse(gzip.compress(html.encode(), 6, mtime=0), status, sent)
    return HTMLResponse(html, status, sent)


def render(
    request: Request, template: str, *, language: Language | None = None, index: bool = False, **values: Any
) -> str:
    """The HTML alone. Its texts are those of the template's name, then those of the layout."""
    lang = language or language_of(request)
    name = template.rpartition("/")[2].partition(".")[0]
    given = {
        "lang": lang.value,
        "t": page_texts(lang.value, *_groups(name)),
        "href": _links(request),
        "languages": tuple(Language),
        "other_languages": _other_languages(request, lang),
        "path": request.url.path,
        "index": index,
        "settings": services_of(request).settings,
        "base_url": services_of(request).settings.base_url,
    }
    return templates().get_template(template).render(**(given | values))


def wants_html(accept: str | None) -> bool:
    """People's browsers name text/html; programs name JSON, or anything."""
    return "text/html" in (accept or "")


@cache
def _groups(name: str) -> tuple[str, ...]:
    return (name, "form", "layout") if has_group(name) else ("form", "layout")


def _links(request: Request) -> Any:
    """`href("/order", scan=id)`: one of our addresses, with the language that the reader chose."""
    asked = asked_language(request)

    def href(path: str, **query: str) -> str:
        before, hash_mark, fragment = path.partition("#")
        kept = {**query, **({"lang": asked.value} if asked else {})}
        return before + (f"?{urlencode(kept)}" if kept else "") + hash_mark + fragment

    return href


def _other_languages(request: Request, lang: Language) -> list[dict[str, str]]:
    """The same page in each other language; the link is in the language that it leads to."""
    return [
        {
            "code": other.value,
            "href": f"{request.url.path}?{urlencode({**request.query_params, 'lang': other.value})}",
            "name": TEXTS.say(other, "layout.language_name"),
            "label": TEXTS.say(other, "layout.language_label"),
        }
        for other in Language
        if other != lang
    ]
