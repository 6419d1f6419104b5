"""`/beside/{beside_id}`: a scan side by side with other pages, for people and as Markdown."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.clock import rfc3339
from coldread.base.languages import Language
from coldread.base.problems import not_found
from coldread.pages.forms import odd_hosts, read_form, web_address
from coldread.pages.markdown import markdown_response, wants_markdown
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, language_of, page
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.beside.facts import say as say_beside
from coldread.scans.beside.side_by_side import MOST, host_of
from coldread.scans.beside.stored import Beside, find_beside, put_beside, shown_beside
from coldread.scans.beside.words import fact_cell
from coldread.scans.scan_request import ScanRequest
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from coldread.web.request import client_of, counted_read, require_open, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add(
    "POST", "/r/{session_id}/beside", summary="Put a report beside other pages", offered_by="watch"
)
@show_problems_as_pages
async def choose_pages(request: Request) -> Response:
    """One address on each line, as the order form takes them."""
    services = services_of(request)
    form = await read_form(request)
    require_open(services)
    stored = await services.db.read(find_stored_scan, request.path_params["session_id"])
    if stored is None:
        raise not_found()
    lang = language_of(request, stored.language)
    kept = {"lang": asked.value} if (asked := asked_language(request)) else {}
    urls = [web_address(line) for line in form.get("competitors", "").splitlines() if line.strip()]
    beside_id = None
    if urls and not odd_hosts(form, ("competitors",), page_texts(lang.value, "form")):
        own = _request_of(stored, client_of(request.scope, services))
        beside_id = await services.db.write(put_beside, stored.session_id, own, urls[:MOST])
    if beside_id is None:
        return RedirectResponse(
            f"/r/{stored.session_id}?{urlencode({**kept, 'beside': 'unknown'})}#others", 303
        )
    query = f"?{urlencode(kept)}" if kept else ""
    return RedirectResponse(f"/beside/{beside_id}{query}", 303)


def _request_of(stored: StoredScan, client: str) -> ScanRequest:
    brief = Brief(goal=PrimaryGoal(stored.goal), audience=stored.audience, lang=Language(stored.language))
    return ScanRequest(url=stored.url, brief=brief, client=client)


@ENDPOINTS.add("GET", "/beside/{beside_id}", summary="A scan beside other pages", offered_by="watch")
@show_problems_as_pages
async def show_beside(request: Request) -> Response:
    beside_id: str = request.path_params["beside_id"]

    async def show() -> Response:
        services = services_of(request)
        beside = await services.db.read(find_beside, beside_id.removesuffix(".md"))
        if beside is None:
            raise not_found()
        lang = language_of(request, beside.own.language)
        told = await shown_beside(services, beside, lang)
        if beside_id.endswith(".md") or wants_markdown(request):
            return _as_markdown(request, beside, told, lang)
        waiting = sum(one["state"] == "pending" for one in told["pages"])
        if "hx-request" in request.headers:
            return _on_news(request, waiting)
        return _beside_page(request, beside, told, lang, waiting)

    return await counted_read(request, show)


def _beside_page(
    request: Request, beside: Beside, told: dict[str, Any], lang: Language, waiting: int
) -> Response:
    kept = {"lang": asked.value} if (asked := asked_language(request)) else {}
    return page(
        request,
        "beside.html",
        language=lang,
        compress=True,
        beside=beside,
        told=told,
        seen=[number for number, one in enumerate(told["pages"]) if one["state"] == "seen"],
        hosts=[host_of(one["url"]) for one in told["pages"]],
        waiting=waiting,
        poll=f"/beside/{beside.id}?{urlencode({**kept, 'waiting': waiting})}",
        said=say_beside,
        fact_cell=fact_cell,
    )


def _on_news(request: Request, waiting: int) -> Response:
    """Reload the whole page once another page was seen; a reader is not disturbed for less."""
    if request.query_params.get("waiting") == str(waiting):
        return Response(b"", 204, {"Cache-Control": "no-store"})
    lang = asked_language(request)
    where = f"{request.url.path}?lang={lang.value}" if lang else request.url.path
    return Response(b"", 200, {"HX-Redirect": where, "Cache-Control": "no-store"})


def _as_markdown(request: Request, beside: Beside, told: dict[str, Any], lang: Language) -> Response:
    say = page_texts(lang.value, "beside")
    title = say("title", host=host_of(beside.own.url))
    return markdown_response(
        request,
        f"# {title}\n\n{told['report_md']}",
        canonical=f"/beside/{beside.id}",
        title=title,
        description=say("lead"),
        updated=rfc3339(beside.asked_at)[:10],
        language=lang,
        private=True,
    )
