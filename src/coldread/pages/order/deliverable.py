"""`/o/{id}/spec` and `/o/{id}/diff`: what was delivered, made readable, with pictures; the raw files stay where they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from coldread.orders.files.deliverable_files import DIFF, DRAFT, FINAL
from coldread.orders.files.deliverables import Deliverable, read_deliverable
from coldread.orders.queries import artifacts_of, find_order
from coldread.orders.rules.order import Order
from coldread.pages.order.before_after import before_after, picture_of
from coldread.pages.order.diff_view import diff_files
from coldread.pages.order.order_facts import is_written_by_person
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import language_of, language_of_order, page
from coldread.pages.safe_markdown import document_of
from coldread.web.request import read_by_id, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/o/{id}/spec", summary="Specification")
@show_problems_as_pages
async def show_spec(request: Request) -> Response:
    async def show(order_id: str) -> Response:
        order = await services_of(request).db.read(find_order, order_id)
        stored = await services_of(request).db.read(artifacts_of, order_id)
        delivered = order is not None and order.delivered_at is not None
        wants_draft = request.query_params.get("version") == "draft"
        file = DRAFT if wants_draft or not delivered else FINAL
        found = await _find_deliverable(request, order_id, file)
        text = found.content.decode("utf-8", "replace")
        shift = 0 if text.lstrip().startswith("# ") else 1
        document = await document_of(services_of(request).isolated_tasks, text, shift)
        shots = await services_of(request).db.read(before_after, services_of(request), order_id, text)
        opening, rest = split_after_summary(document.html)
        return _deliverable_page(
            request,
            "spec.html",
            order,
            file=file,
            document=document,
            opening=opening,
            rest=rest,
            shots=shots,
            say_shots=page_texts(
                language_of_order(request, order) if order else language_of(request), "before_after"
            ),
            is_draft=file == DRAFT,
            final=_final_of(order, stored) if delivered else None,
            by_person=is_written_by_person(stored.get(DRAFT)),
        )

    return await read_by_id(request, show)


@ENDPOINTS.add(
    "GET", "/o/{id}/pictures/{file}", summary="Pictures of the first screen, today and as proposed"
)
@show_problems_as_pages
async def show_picture(request: Request) -> Response:
    async def show(order_id: str) -> Response:
        services = services_of(request)
        order = await services.db.read(find_order, order_id)
        delivered = order is not None and order.delivered_at is not None
        await _find_deliverable(
            request, order_id, FINAL if delivered else DRAFT
        )  # a visitor who may not read the text sees no picture
        return await picture_of(services, order_id, request.path_params["file"])

    return await read_by_id(request, show)


def split_after_summary(html: Markup) -> tuple[Markup, Markup]:
    """The document up to its second part, and the rest: what a founder forwards comes before everything else. Its headings
    are distinguished by their tags, which `safe_markdown` wrote."""
    first = html.find("<h2")
    at = html.find("<h2", first + 1) if first >= 0 else -1
    return (html[:at], html[at:]) if at > 0 else (html, Markup(""))


@ENDPOINTS.add("GET", "/o/{id}/diff", summary="Diff")
@show_problems_as_pages
async def show_diff(request: Request) -> Response:
    async def show(order_id: str) -> Response:
        order = await services_of(request).db.read(find_order, order_id)
        found = await _find_deliverable(request, order_id, DIFF)
        text = found.content.decode("utf-8", "replace")
        files = await diff_files(services_of(request).isolated_tasks, text)
        return _deliverable_page(request, "diff.html", order, file=DIFF, text=text, files=files)

    return await read_by_id(request, show)


def _final_of(order: Order | None, stored: Mapping[str, Any]) -> str | None:
    """Where the final is read once it is there."""
    if order is None:
        return None
    return f"/o/{order.id}/spec" if FINAL in stored else order.final_url


async def _find_deliverable(request: Request, order_id: str, file: str) -> Deliverable:
    services = services_of(request)
    found: Deliverable = await services.db.read(read_deliverable, services, order_id, file)
    return found


def _deliverable_page(
    request: Request, template: str, order: Order | None, *, file: str, **values: object
) -> Response:
    assert order is not None  # its deliverable was just read
    lang = language_of_order(request, order)
    raw = f"{services_of(request).settings.base_url}/deliverables/{order.id}/{file}"
    return page(request, template, language=lang, order=order, raw=raw, file=file, **values)  # type: ignore[arg-type]
