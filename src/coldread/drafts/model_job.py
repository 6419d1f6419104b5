"""A model's version of a draft: a separate job, which writes it once the work sheet is stored.

No draft, letter or scan waits for a model. Its material is stored with the order until it has answered, or has failed for the
last time. A person's text is never replaced, and a delivered order stays as it is.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from coldread.base import log
from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.base.texts.stored_words import translated_sentence
from coldread.drafts import versions
from coldread.drafts.draft_texts import TEXTS as DRAFT_TEXTS
from coldread.drafts.finished_draft import WrittenDraft, write_elsewhere
from coldread.drafts.first_screen.redraw import put_off, scan_of
from coldread.isolation.errors import CutOff
from coldread.isolation.limits import DRAFTS
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import MODEL
from coldread.orders.files.deliverable_files import DRAFT, MATERIAL
from coldread.orders.files.deliverables import drop_file, store_file
from coldread.orders.letters import notice_language, write_notice
from coldread.orders.queries import artifacts_of, find_order
from coldread.orders.views.whose_turn import whose_turn
from coldread.scans.stored_scan import read_attachment
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.llm.model import Model

WORD = job_name("drafts.word", MODEL)
#: how many times a model that gave nothing is asked, and how long after each: an endpoint in its pause is asked again later
TRIES, PAUSE = 4, 10 * MINUTE


@dataclasses.dataclass(frozen=True, kw_only=True)
class WordingTask:
    """What the model is given, read in one transaction."""

    #: all that the sheet was written from, and the pages that it leads to
    material: dict[str, Any]
    pictures: Mapping[str, bytes]


def ask_a_model(session: Session, services: Services, order_id: str, material: dict[str, Any]) -> None:
    """In the transaction that stores the sheet."""
    content = json.dumps(material, ensure_ascii=False).encode("utf-8", "surrogatepass")
    store_file(
        session,
        services.contents,
        order_id=order_id,
        file=MATERIAL,
        content=content,
        author=versions.OWN,
    )
    defer(session, WORD, key=f"{WORD}:{order_id}", order_id=order_id, tries=1)


async def ask_model_for_draft(services: Services, order_id: str, tries: int) -> None:
    """Ask the model; store what may be repeated of its answer, or ask again later."""
    task = await services.db.read(open_task, services, order_id)
    if task is None or services.model is None:
        await services.db.write(_give_up, services, order_id)
        return
    try:
        said = await _ask_and_edit(services, services.model, task)
    except CutOff:
        said, tries = None, TRIES  # parsing it costs too much, and would again
    if said is None:
        again = _give_up if tries >= TRIES else _ask_later
        await services.db.write(again, services, order_id, tries=tries)
        return
    await _store_worded(services, order_id, task, said)


async def _store_worded(services: Services, order_id: str, task: WordingTask, said: dict[str, Any]) -> None:
    written = None
    for answers in (
        said,
        {"said": said["said"]},
    ):  # if the editor's version costs too much, the first may not
        with contextlib.suppress(CutOff):
            written = await write_elsewhere(services, {**task.material, **answers})
            break
    if written is None:
        await services.db.write(_give_up, services, order_id)
        return
    if services.model is not None:
        for reason, times in written.dropped.items():
            services.model.count(f"dropped-{reason}", times)
    log.get("drafts").info("a model worded a draft", dropped=written.dropped, kept=written.is_worded)
    if written.is_worded:
        await services.db.write(_store_written_draft, services, order_id, written)
    else:  # so little of it may be shown that the work sheet is better
        await services.db.write(_give_up, services, order_id)


async def _ask_and_edit(services: Services, model: Model, task: WordingTask) -> dict[str, Any] | None:
    """The first answer and the editor's, unchecked; None if there is nothing to read, or the model is silent."""
    from coldread.drafts.model_draft.draft_ask import ask_model, ask_to_look_again
    from coldread.drafts.model_draft.draft_material import DraftMaterial

    found = await services.isolated_tasks.run(DRAFTS, "drafts.material", task.material)
    if found is None:
        return None
    told = DraftMaterial.from_json(found)
    first = await ask_model(model, told, task.pictures)
    if first is None:
        return None
    try:
        lost = await services.isolated_tasks.run(DRAFTS, "drafts.lost", {**task.material, "said": first})
    except CutOff:
        return {"said": first}
    return {"said": first, "again": await ask_to_look_again(model, told, task.pictures, first, lost)}


def open_task(session: Session, services: Services, order_id: str) -> WordingTask | None:
    """None if no model version is needed any more: delivered, withdrawn from, or written by somebody else meanwhile."""
    order = find_order(session, order_id)
    files = artifacts_of(session, order_id)
    if order is None or MATERIAL not in files or not _is_ours(session, order_id):
        return None
    if whose_turn(session, [order])[order_id].ends_promises:
        return None
    content = services.contents.get(session, files[MATERIAL].content_key)
    if content is None:
        return None
    scan = scan_of(session, order_id)
    names = () if scan is None else [name for name in scan.pictures if name.endswith(".jpg")]
    pictures = {
        name: picture
        for name in names
        if scan is not None and (picture := read_attachment(session, services.contents, scan, name))
    }
    return WordingTask(material=json.loads(content.decode("utf-8", "surrogatepass")), pictures=pictures)


def _is_ours(session: Session, order_id: str) -> bool:
    """The draft is the sheet that we wrote, and the order is not delivered."""
    order = find_order(session, order_id)
    draft = artifacts_of(session, order_id).get(DRAFT)
    return (
        order is not None
        and order.delivered_at is None
        and draft is not None
        and draft.author == versions.OWN
    )


def _ask_later(session: Session, services: Services, order_id: str, *, tries: int) -> None:
    key = f"{WORD}:{order_id}:{tries + 1}"
    defer(session, WORD, key=key, run_at=session.now + PAUSE, order_id=order_id, tries=tries + 1)


def _give_up(session: Session, services: Services, order_id: str, *, tries: int = TRIES) -> None:
    """The work sheet stays what the buyer reads; the operator is notified that it is ready."""
    drop_file(session, services.contents, order_id, MATERIAL)
    if _is_ours(session, order_id):
        note_ready(session, services, order_id, versions.versions(session, order_id)[0].flags)


def _store_written_draft(session: Session, services: Services, order_id: str, written: WrittenDraft) -> None:
    """Replace the work sheet, if it is still what the buyer reads or will read."""
    drop_file(session, services.contents, order_id, MATERIAL)
    if not _is_ours(session, order_id):
        return
    versions.save_worded(session, services, order_id, written.spec_md, written.diff, flags=written.flags)
    put_off(session, services, order_id)
    note_ready(session, services, order_id, written.flags)


def note_ready(session: Session, services: Services, order_id: str, flags: Sequence[str]) -> None:
    """Tell the operator, once."""
    order = find_order(session, order_id)
    if order is not None:
        lang = notice_language(services.settings)
        told = [translated_sentence(flag, DRAFT_TEXTS, "flags", lang) for flag in flags]
        write_notice(session, services.settings, "draft_ready", order, about=order.id, flags=told)
