"""`/console/o/{id}/draft`: the specification and the diff, with preview, autosave and versions."""

from __future__ import annotations

import dataclasses
import difflib

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from coldread.base.db import Session
from coldread.base.fields import LONGEST_SPEC
from coldread.base.problems import Problem, not_found
from coldread.base.texts.inline_text import InlineText
from coldread.drafts import versions
from coldread.drafts.deliver import Final, refusals
from coldread.drafts.draft_state import draft_state
from coldread.drafts.first_screen.redraw import put_off
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.audit_notes import ChangedMeanwhile, add_remark
from coldread.orders.files.diff_check import Verdict, check_diff
from coldread.orders.operator.working_copy import NONE, keep_copy, read_copy
from coldread.orders.queries import find_order
from coldread.pages.console.access import (
    console_page,
    operator_form,
    operator_page,
    problem_sentence,
    redirect_after_form,
)
from coldread.pages.console.console_texts import console_language, console_say, console_texts
from coldread.pages.console.order import goal_name_of, latest_scan, said_words, seen_in, workbench_of
from coldread.pages.order.before_after import BeforeAfter, before_after, picture_of
from coldread.pages.order.deliverable import split_after_summary
from coldread.pages.page_texts import page_texts
from coldread.pages.safe_markdown import safe_html
from coldread.services import Services
from coldread.web.forms import Form
from coldread.web.request import OPERATOR, order_id_of, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

SHOWN_VERSIONS = 30
EMPTY = InlineText(en="The specification is empty.", sv="Specifikationen är tom.")
NOT_NOW = InlineText(
    en="The text is written between payment and delivery.", sv="Texten skrivs mellan betalning och leverans."
)
TOO_LONG = InlineText(en="At most {most} characters each.", sv="Högst {most} tecken i varje.")


@dataclasses.dataclass(frozen=True, kw_only=True)
class EditorText:
    """The content of the editor."""

    spec_md: str
    diff: str
    #: version mark of the working copy that it was made from
    copy: int

    @property
    def words(self) -> int:
        return len(self.spec_md.split())


def text_in_work(session: Session, services: Services, order_id: str) -> EditorText:
    """The working copy, else the present draft."""
    copy = read_copy(session, order_id)
    if copy is not None:
        return EditorText(spec_md=copy.spec_md, diff=copy.diff, copy=copy.saved_at)
    draft = versions.current_draft(session, services, order_id)
    return EditorText(
        spec_md=draft.spec_md if draft else "", diff=(draft.diff or "") if draft else "", copy=NONE
    )


@ENDPOINTS.add("GET", "/console/o/{id}/draft", name="show_editor", summary="Editor")
@operator_page
async def show_editor(request: Request, operator: OperatorSession) -> Response:
    services = services_of(request)
    text = await services.db.read(text_in_work, services, order_id_of(request))
    return await editor_page(request, operator, text, said=said_words(request))


async def editor_page(
    request: Request,
    operator: OperatorSession,
    text: EditorText,
    *,
    status: int = 200,
    said: str = "",
    fault: str = "",
) -> Response:
    services = services_of(request)
    bench, lang = await workbench_of(request), console_language(request).value
    shots = await services.db.read(before_after, services, bench.order.id, text.spec_md, text.diff)
    return console_page(
        request,
        operator,
        "editor.html",
        status=status,
        bench=bench,
        order=bench.order,
        text=text,
        preview=with_inserted(await safe_html(services.isolated_tasks, text.spec_md), shots, lang),
        draft_state=await services.db.read(draft_state, bench.order),
        goal_name=goal_name_of(bench, lang),
        scan=await latest_scan(request, bench),
        verdict=verdict_on(text, bench.sources) if text.diff.strip() else None,
        versions=(await services.db.read(versions.versions, bench.order.id))[:SHOWN_VERSIONS],
        editable=bench.order.state.in_work,
        shots=shots,
        say_shots=page_texts(lang, "before_after"),
        words=_script_words(request),
        reasons=refusals(Final(spec_md=text.spec_md, diff=""), ()) if text.spec_md.strip() else [],
        said=said,
        fault=fault,
    )


def with_inserted(html: Markup, shots: BeforeAfter | None, lang: str) -> Markup:
    """The preview, with a line in the place where the buyer's page inserts its pictures."""
    if shots is None:
        return html
    opening, rest = split_after_summary(html)
    title = page_texts(lang, "before_after")("title")
    told = console_texts(lang, "editor")("inserted", title=title)
    return opening + Markup('<p class="notice small" lang="{}">{}</p>').format(lang, told) + rest


#: what the page's script says
SCRIPT = ("kept", "saving", "safe", "copy", "changed", "signed_out", "offline", "failed", "back", "both")


def _script_words(request: Request) -> dict[str, str]:
    """With their placeholders, which the script fills."""
    say = console_texts(console_language(request).value, "editor")
    return {name: say(f"js_{name}") for name in SCRIPT}


@ENDPOINTS.add("GET", "/console/o/{id}/pictures/{file}", name="show_shot", summary="A picture")
@operator_page
async def show_shot(request: Request, operator: OperatorSession) -> Response:
    return await picture_of(services_of(request), order_id_of(request), request.path_params["file"])


#: the preview of what was typed, without saving a version
_AFTER_KEEPING = {"preview": "draft?said=kept", "deliver": "deliver"}


@ENDPOINTS.add("POST", "/console/o/{id}/draft", name="save_draft", summary="Save")
@operator_form(OPERATOR)
async def save_draft(request: Request, operator: OperatorSession, form: Form) -> Response:
    """Save a version, publish it now, or keep what was typed and preview it."""
    services, order_id = services_of(request), order_id_of(request)
    try:
        text = _typed_text(form)
        if form.text("do") in _AFTER_KEEPING:
            # what is shown next is what is stored
            await services.db.write(keep_text, order_id, text, operator.name)
            return redirect_after_form(f"/console/o/{order_id}/{_AFTER_KEEPING[form.text('do')]}")
        if form.text("do") == "compare":
            return await conflict_page(request, operator, text, 200)
        await services.db.write(_save, services, order_id, text, operator.name, form.text("do") == "publish")
    except ChangedMeanwhile:
        return await conflict_page(request, operator, text, 409)
    except Problem as problem:
        kept = EditorText(spec_md=form.get("spec_md", ""), diff=form.get("diff", ""), copy=_copy_number(form))
        return await editor_page(
            request, operator, kept, status=problem.type.status, fault=problem_sentence(request, problem)
        )
    return redirect_after_form(
        f"/console/o/{order_id}/draft?said={'published' if form.text('do') == 'publish' else 'saved'}"
    )


async def conflict_page(
    request: Request, operator: OperatorSession, mine: EditorText, status: int
) -> Response:
    """Both texts beside each other; the person decides, and has seen both before anything is saved."""
    services, bench = services_of(request), await workbench_of(request)
    theirs = await services.db.read(text_in_work, services, bench.order.id)
    copy, say = await services.db.read(read_copy, bench.order.id), console_say(request, "conflict")
    changes = difflib.unified_diff(
        theirs.spec_md.splitlines(),
        mine.spec_md.splitlines(),
        say("name_stored"),
        say("name_yours"),
        lineterm="",
    )
    return console_page(
        request,
        operator,
        "conflict.html",
        status=status,
        order=bench.order,
        mine=mine,
        theirs=theirs,
        author=copy.author if copy else "",
        saved_at=copy.saved_at if copy else None,
        changes=list(changes)[:2000],
    )


@ENDPOINTS.add("POST", "/console/o/{id}/draft/keep", name="keep_draft", summary="Autosave")
@operator_form(OPERATOR)
async def keep_draft(request: Request, operator: OperatorSession, form: Form) -> Response:
    """`kept` is the mark of the stored text; null if nothing was stored."""
    text = _typed_text(form)
    kept = await services_of(request).db.write(keep_text, order_id_of(request), text, operator.name)
    return JSONResponse({"kept": kept}, headers={"Cache-Control": "no-store"})


@ENDPOINTS.add("POST", "/console/o/{id}/draft/preview", name="preview_draft", summary="Preview")
@operator_form(OPERATOR)
async def preview_draft(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, lang, spec_md = services_of(request), console_language(request).value, _typed_text(form).spec_md
    shots = await services.db.read(before_after, services, order_id_of(request), spec_md)
    return HTMLResponse(
        str(with_inserted(await safe_html(services.isolated_tasks, spec_md), shots, lang)),
        headers={"Cache-Control": "no-store"},
    )


@ENDPOINTS.add("GET", "/console/o/{id}/draft/{number}", name="show_version", summary="A version")
@operator_page
async def show_version(request: Request, operator: OperatorSession) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    found = await services.db.read(
        _version_with_both_texts, services, bench.order.id, request.path_params["number"]
    )
    if found is None:
        raise not_found()
    version, old, now = found
    say = console_say(request, "version")
    changes = list(
        difflib.unified_diff(old.splitlines(), now.splitlines(), say("old"), say("now"), lineterm="")
    )
    return console_page(
        request,
        operator,
        "version.html",
        order=bench.order,
        version=version,
        text=old,
        changes=changes[:2000],
    )


def verdict_on(text: EditorText, sources: object) -> Verdict:
    return check_diff(text.diff, [(row.kind, row.content) for row in sources])  # type: ignore[attr-defined]


def _version_with_both_texts(
    session: Session, services: Services, order_id: str, number: str
) -> tuple[versions.Version, str, str] | None:
    wanted = next((each for each in versions.versions(session, order_id) if str(each.number) == number), None)
    if wanted is None:
        return None
    now = text_in_work(session, services, order_id).spec_md
    return wanted, versions.text_of(session, services, wanted), now


def _save(
    session: Session, services: Services, order_id: str, text: EditorText, author: str, publish: bool
) -> None:
    keep_text(session, order_id, text, author)
    if not text.spec_md.strip():
        raise Problem("invalid-input", EMPTY)
    versions.save_draft(session, services, order_id, text.spec_md, text.diff or None, author)
    put_off(session, services, order_id)
    add_remark(session, order_id, "edited", author)
    if publish and versions.publish(session, services, order_id):
        add_remark(session, order_id, "published", author)


def keep_text(session: Session, order_id: str, text: EditorText, author: str) -> int:
    """Keep what was typed. Returns the mark that the next save must have seen."""
    order = find_order(session, order_id)
    if order is None:
        raise not_found()
    if not order.state.in_work:
        raise Problem("invalid-input", NOT_NOW)
    return keep_copy(session, order_id, text.copy, text.spec_md, text.diff, author)


def _typed_text(form: Form) -> EditorText:
    text = EditorText(spec_md=form.get("spec_md", ""), diff=form.get("diff", ""), copy=_copy_number(form))
    if max(len(text.spec_md), len(text.diff)) > LONGEST_SPEC:
        raise Problem("invalid-input", TOO_LONG.about(most=str(LONGEST_SPEC)))
    return text


def _copy_number(form: Form) -> int:
    return seen_in(Form(seen=form.text("copy") or "0"))
