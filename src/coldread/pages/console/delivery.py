"""`/console/o/{id}/deliver`: a last look at what the buyer gets, letter included, then the move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.drafts import versions
from coldread.drafts.deliver import (
    Final,
    LetterPreview,
    NotDelivered,
    Refusal,
    deliver,
    preview_delivery,
    refusals,
)
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.remarks import ChangedMeanwhile
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.lifecycle import Status
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.pages.console.editor import EditorText, text_in_work, verdict_on
from coldread.pages.console.order import seen_in, workbench_of
from coldread.pages.safe_markdown import safe_html
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

#: what people write where they mean to come back
_UNFINISHED = re.compile(r"\b(?:TODO|TBD|FIXME|XXX)\b|lorem ipsum|\[\.\.\.\]", re.IGNORECASE)


@ENDPOINTS.add("GET", "/console/o/{id}/deliver", name="show_delivery", summary="Before delivery")
@operator_page
async def show_delivery(request: Request, operator: OperatorSession) -> Response:
    return await delivery_page(request, operator)


async def delivery_page(
    request: Request,
    operator: OperatorSession,
    *,
    status: int = 200,
    entered: Form | None = None,
) -> Response:
    """With everything that stands in the way, before and after the button: nobody is refused one thing at a time."""
    services, bench = services_of(request), await workbench_of(request)
    if Status.DELIVERED not in bench.moves:
        raise Problem("invalid-input", "Only an order that is in progress can be delivered.")
    text = await services.db.read(text_in_work, services, bench.order.id)
    latest = next(iter(await services.db.read(versions.versions, bench.order.id)), None)
    verdict = verdict_on(text, bench.sources) if text.diff.strip() else None
    with_diff = verdict is not None and not verdict.fault
    final = Final(spec_md=text.spec_md, diff=text.diff if with_diff else "")
    letter = await _letter(request, bench.order.updated_at, final) if text.spec_md.strip() else None
    return console_page(
        request,
        operator,
        "deliver.html",
        status=status,
        order=bench.order,
        text=text,
        preview=await safe_html(services_of(request).bench, text.spec_md),
        verdict=verdict,
        letter=letter,
        letter_text=_plain(letter),
        warnings=list(_warnings(text, latest)),
        reasons=_reasons(text, bench, entered),
        entered=entered or Form(),
    )


@ENDPOINTS.add("POST", "/console/o/{id}/deliver", name="deliver_final", summary="Deliver")
@operator_form()
async def deliver_final(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    text = await services.db.read(text_in_work, services, bench.order.id)
    done = redirect_after_form(f"/console/o/{bench.order.id}?said=delivered")
    if _is_delivered_by(operator, bench):
        return done
    if str(text.copy) != form.text("copy"):
        raise ChangedMeanwhile
    if form.get("confirm") != "yes":
        return await delivery_page(request, operator, status=400, entered=form)
    diff = text.diff if form.get("diff") == "yes" else ""
    final = Final(spec_md=text.spec_md, diff=diff, note=form.text("note")[:2000] or None)
    try:
        await services.db.write(deliver, services, bench.order.id, seen_in(form), final, operator.name)
    except ChangedMeanwhile:
        if not _is_delivered_by(operator, await workbench_of(request)):
            raise
    except NotDelivered as problem:
        return await delivery_page(request, operator, status=problem.type.status, entered=form)
    return done


def _is_delivered_by(operator: OperatorSession, bench: Workbench) -> bool:
    """The same hand has done it: the second click of two."""
    return bench.order.status == Status.DELIVERED and bench.trail[0].actor == operator.name


async def _letter(request: Request, seen: int, final: Final) -> EmailMessage | None:
    services = services_of(request)
    order_id: str = request.path_params["id"]
    try:
        await services.db.write(preview_delivery, services, order_id, seen, final, "preview")
    except LetterPreview as shown:
        return shown.letter
    except Problem:
        return None


def _plain(letter: EmailMessage | None) -> str:
    body = letter.get_body(("plain",)) if letter is not None else None
    return str(body.get_content()) if body is not None else ""


#: of the page's own form, not of the text
_UNREAD = Refusal(sentence="Tick the box: a person must have read it.", field="confirm")


def _reasons(text: EditorText, bench: Workbench, entered: Form | None) -> list[Refusal]:
    """Of the text, and of its diff where the form wants it delivered; of the form, once it was sent."""
    wanted = entered is not None and entered.get("diff") == "yes"
    sources = [(row.kind, row.content) for row in bench.sources]
    found = refusals(Final(spec_md=text.spec_md, diff=text.diff if wanted else ""), sources)
    unread = entered is not None and entered.get("confirm") != "yes" and bool(text.spec_md.strip())
    return [*found, *([_UNREAD] if unread else [])]


def _warnings(text: EditorText, latest: versions.Version | None) -> Iterator[str]:
    if latest is not None and latest.author == versions.OWN and text.copy == 0:
        yield "This is the machine’s draft, unchanged: nobody has edited it."
    if found := _UNFINISHED.search(text.spec_md):
        yield f"The text still says “{found.group()}”."
    if latest is not None:
        yield from latest.flags
