"""`/console/o/{id}/deliver`: a last look at what the buyer gets, letter included, then the move."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from email.message import EmailMessage

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.languages import Language
from coldread.base.problems import Problem
from coldread.base.texts.inline_text import InlineText
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
from coldread.drafts.draft_texts import say as draft_text
from coldread.drafts.gaps import gaps_of, leftovers, without_gaps
from coldread.drafts.left_out import answers_left_out, competitors_left_out, few_new_lines
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.ask_buyer import ask_outside_wait
from coldread.orders.acts.audit_notes import ChangedMeanwhile
from coldread.orders.files.deliverable_files import OWN
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.lifecycle import Status
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.pages.console.console_texts import console_language, console_say, invalid_input_problem
from coldread.pages.console.editor import EditorText, keep_text, text_in_work, verdict_on
from coldread.pages.console.filters import translated_flag
from coldread.pages.console.order import seen_in, workbench_of
from coldread.pages.order.before_after import before_after
from coldread.pages.order.deliverable import split_after_summary
from coldread.pages.page_texts import Say, page_texts
from coldread.pages.safe_markdown import safe_html
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


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
    """Lists everything that is missing, before and after the button is pressed, so that an operator sees all refusals at once."""
    services, bench = services_of(request), await workbench_of(request)
    say = console_say(request, "deliver")
    if Status.DELIVERED not in bench.moves:
        raise invalid_input_problem(say, "fault_withdrawn" if bench.withdrawn else "fault_status")
    text = await services.db.read(text_in_work, services, bench.order.id)
    latest = next(iter(await services.db.read(versions.versions, bench.order.id)), None)
    draft = await services.db.read(versions.current_draft, services, bench.order.id)
    automatic = await services.db.read(versions.automatic_text, services, bench.order.id)
    verdict = verdict_on(text, bench.sources) if text.diff.strip() else None
    with_diff = verdict is not None and not verdict.fault
    final = Final(spec_md=text.spec_md, diff=text.diff if with_diff else "")
    letter = await _preview_letter(request, bench.order.updated_at, final) if text.spec_md.strip() else None
    opening, rest = split_after_summary(await safe_html(services.isolated_tasks, text.spec_md))
    return console_page(
        request,
        operator,
        "deliver.html",
        status=status,
        order=bench.order,
        bench=bench,
        text=text,
        opening=opening,
        rest=rest,
        verdict=verdict,
        shots=await services.db.read(before_after, services, bench.order.id, text.spec_md, text.diff),
        say_shots=page_texts(bench.order.language, "before_after"),
        letter=letter,
        letter_text=_plain_body_of(letter),
        warnings=list(_warnings(text, latest, automatic, say, console_language(request).value)),
        questions=list(_questions(text, bench, draft, automatic, say)),
        reasons=_reasons_to_refuse(text, bench, entered),
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


@ENDPOINTS.add("POST", "/console/o/{id}/gaps", name="settle_gaps", summary="Ask for gaps, or leave them out")
@operator_form()
async def settle_gaps(request: Request, operator: OperatorSession, form: Form) -> Response:
    """All of the text's gaps at once: one question to the buyer, or a text without them, to be read again."""
    services, bench = services_of(request), await workbench_of(request)
    text = await services.db.read(text_in_work, services, bench.order.id)
    if form.text("do") == "leave":
        if str(text.copy) != form.text("copy"):
            raise ChangedMeanwhile
        left = dataclasses.replace(text, spec_md=without_gaps(text.spec_md))
        await services.db.write(keep_text, bench.order.id, left, operator.name)
        return redirect_after_form(f"/console/o/{bench.order.id}/draft?said=left_out")
    question = gap_question(text.spec_md, bench.order.language)
    if not question or not bench.asks_by_mail:
        raise invalid_input_problem(console_say(request, "deliver"), "fault_gap")
    await services.db.write(ask_outside_wait, services.settings, bench.order.id, operator.name, question)
    return redirect_after_form(f"/console/o/{bench.order.id}?said=asked_by_mail")


def gap_question(spec_md: str, lang: str) -> str:
    """Every gap as a line of one question, in the buyer's language; empty if there is none."""
    say = page_texts(lang, "buyer_mail")
    lines = [
        f"- {gap.wanted}"
        + (say("gap_in", line=_without_markdown(gap.context)) if len(gap.wanted) < SHORT else "")
        for gap in gaps_of(spec_md)
    ]
    return "\n".join([say("gaps_intro"), "", *lines])[:LONGEST_QUESTION] if lines else ""


#: a gap of fewer characters says little without its line
SHORT = 25
LONGEST_QUESTION = 2000


def _without_markdown(line: str) -> str:
    """A line of Markdown as a mail shows it."""
    return line.strip("-*|#> ").replace("**", "").replace("⟦", "[").replace("⟧", "]")[:160]


def _is_delivered_by(operator: OperatorSession, bench: Workbench) -> bool:
    """The same operator has already done it: a double click."""
    return bench.order.status == Status.DELIVERED and bench.trail[0].actor == operator.name


async def _preview_letter(request: Request, seen: int, final: Final) -> EmailMessage | None:
    services = services_of(request)
    order_id: str = request.path_params["id"]
    try:
        await services.db.write(preview_delivery, services, order_id, seen, final, "preview")
    except LetterPreview as shown:
        return shown.letter
    except Problem:
        return None


def _plain_body_of(letter: EmailMessage | None) -> str:
    body = letter.get_body(("plain",)) if letter is not None else None
    return str(body.get_content()) if body is not None else ""


#: concerns the page's own form, not the text
UNREAD = Refusal(
    sentence=InlineText(
        en="Tick the box: a person must have read it.", sv="Kryssa i rutan: en människa måste ha läst den."
    ).about(),
    field="confirm",
)


def _reasons_to_refuse(text: EditorText, bench: Workbench, entered: Form | None) -> list[Refusal]:
    """What refuses a delivery: in the text, in the diff if the form includes it, and in the form once it was sent."""
    wanted = entered is not None and entered.get("diff") == "yes"
    sources = [(row.kind, row.content) for row in bench.sources]
    found = refusals(Final(spec_md=text.spec_md, diff=text.diff if wanted else ""), sources)
    unread = entered is not None and entered.get("confirm") != "yes" and bool(text.spec_md.strip())
    return [*found, *([UNREAD] if unread else [])]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Warned:
    """What to check before delivering; it prevents nothing."""

    sentence: str
    #: its line in the editor
    line: int | None = None


def _questions(
    text: EditorText, bench: Workbench, draft: versions.Draft | None, automatic: str | None, say: Say
) -> Iterator[str]:
    """What a person should have thought of; each is a question, and none prevents the delivery. `automatic`: the
    service's own last draft."""
    if not text.spec_md.strip():
        return
    is_automatic = automatic is not None and automatic.strip() == text.spec_md.strip()
    new = None if automatic is None or is_automatic else few_new_lines(automatic, text.spec_md)
    if new is not None:
        yield say("question_automatic", n=new) if new else say("question_automatic_none")
    elif draft is not None and draft.version.author != OWN and draft.spec_md.strip() == text.spec_md.strip():
        yield say("question_same")
    for host in competitors_left_out(text.spec_md, bench.order.asked.get("competitors") or ()):
        yield say("question_competitor", host=host)
    answers = [reply.message for each in bench.thread if not each.is_note for reply in each.replies]
    for answer, lacking in answers_left_out(text.spec_md, answers):
        if lacking:
            yield say("question_numbers", answer=answer, numbers=", ".join(lacking))
        else:
            yield say("question_answer", answer=answer)


def _warnings(
    text: EditorText, latest: versions.Version | None, automatic: str | None, say: Say, lang: str
) -> Iterator[Warned]:
    if automatic is not None and automatic.strip() == text.spec_md.strip():
        yield Warned(sentence=say("unchanged"))
    for found in leftovers(text.spec_md):
        yield Warned(sentence=say("leftover", words=found.words), line=found.line)
    if latest is not None:
        now_there = {draft_text(each, "flags.no_diff") for each in Language} if text.diff.strip() else set()
        flags = (flag for flag in latest.flags if flag not in now_there)
        yield from (Warned(sentence=translated_flag(flag, lang)) for flag in flags)
