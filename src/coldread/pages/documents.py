"""`/docs`, `/terms`, `/privacy`, `/example`: written once in markdown, filled from the tables, shown as a page or as it is."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.guard.limits import offered_limits
from coldread.llm.endpoint import endpoint_host
from coldread.orders.rules.invoice import UNPAID_DAYS
from coldread.orders.rules.lifecycle import STATES
from coldread.orders.views.retention_words import orders_readable
from coldread.pages.diagram import lifecycle_svg
from coldread.pages.markdown import markdown_response, wants_markdown
from coldread.pages.page_texts import TEXTS
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import language_of, page, render
from coldread.pages.safe_markdown import document_of
from coldread.payments.accepted import installed_methods
from coldread.payments.on_sale import listed_calls
from coldread.payments.prices import BillingMethod, cold_read_price
from coldread.web.request import services_of
from coldread.web.route import Endpoints
from coldread.web.usage import offered_uses

ENDPOINTS = Endpoints()

#: name to the languages it is written in; a reader of another gets the first
DOCUMENTS: dict[str, tuple[Language, ...]] = {
    "docs": (Language.EN,),
    "terms": tuple(Language),
    "privacy": tuple(Language),
    #: a cold-read of a made-up firm's page, marked as that
    "example": tuple(Language),
}


def _add_document_endpoint(name: str) -> None:
    @show_problems_as_pages
    async def show(request: Request) -> Response:
        return await _document_page(request, name)

    for path in (f"/{name}", f"/{name}.md"):
        row = {"name": f"show_{path[1:].replace('.', '_')}", "summary": name}
        ENDPOINTS.add("GET", path, **row)(show)


for _name in DOCUMENTS:
    _add_document_endpoint(_name)


async def _document_page(request: Request, name: str) -> Response:
    lang = language_of(request)
    written = lang if lang in DOCUMENTS[name] else DOCUMENTS[name][0]
    text = render(request, template_of(name, written), **_values(services_of(request).settings, written))
    if request.url.path.endswith(".md") or wants_markdown(request):
        return markdown_response(request, text, canonical=f"/{name}")
    document = await document_of(services_of(request).isolated_tasks, text)
    return page(
        request,
        "document.html",
        index=True,
        name=name,
        document=document,
        written=written.value,
        diagram=lifecycle_svg() if name == "docs" else "",
    )


def template_of(name: str, lang: Language) -> str:
    return f"documents/{name}.{lang}.md"


def _values(settings: Settings, lang: Language) -> dict[str, Any]:
    return {
        "seller": settings.seller_name or TEXTS.say(lang, "document.seller_unnamed"),
        "seller_lines": _seller(settings, lang),
        "model_host": endpoint_host(settings),
        "invoice": cold_read_price(BillingMethod.UMBRELLA_INVOICE),
        "mobile": cold_read_price(BillingMethod.MOBILE_PAYMENT),
        "unpaid_days": UNPAID_DAYS,
        "minutes": max(1, settings.draft_after_s // 60),
        "limits": {"url": settings.scan_limit_url, "ip": settings.scan_limit_ip},
        "limit_rows": [
            (row.meaning, _rate_text(row.most(settings), row.window_seconds))
            for row in offered_limits(settings)
        ],
        "orders_readable": orders_readable(settings),
        "states": STATES,
        "uses": offered_uses(settings),
        "calls": listed_calls(settings) if installed_methods() else (),
    }


def _seller(settings: Settings, lang: Language) -> str:
    if not settings.seller_name:
        return TEXTS.say(lang, "document.seller_missing")
    parts = [settings.seller_name, settings.seller_address]
    if settings.seller_org_number:
        parts.append(TEXTS.say(lang, "document.organisation_number", number=settings.seller_org_number))
    if settings.seller_vat_id:
        parts.append(TEXTS.say(lang, "document.vat_number", number=settings.seller_vat_id))
    parts += [f"[{settings.seller_email}](mailto:{settings.seller_email})"] if settings.seller_email else []
    return ", ".join(part for part in parts if part)


def _rate_text(most: int, seconds: int) -> str:
    """`3 a day`, `300 in 10 minutes`; a limit of 0 is left out."""
    if not most:
        return "off"
    named = {60: "a minute", 3600: "an hour", 86400: "a day"}
    return f"{most} {named.get(seconds) or f'in {seconds // 60} minutes'}"
