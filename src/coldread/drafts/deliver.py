"""Delivering what a person has written: the final, its diff or none, and the move, in one transaction."""

from __future__ import annotations

import dataclasses
from email.message import EmailMessage
from typing import NoReturn

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.problems import Problem
from coldread.drafts.marks import marks_in
from coldread.drafts.say import say
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.acts.advance import Move, advance
from coldread.orders.acts.remarks import hold_unchanged
from coldread.orders.files.deliverable_files import DIFF
from coldread.orders.files.deliverables import drop_file, store_file
from coldread.orders.files.diff_check import check_diff
from coldread.orders.queries import sources_of
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Final:
    """What the buyer gets."""

    spec_md: str
    #: empty: none
    diff: str
    note: str | None = None


class LetterPreview(Exception):
    """Carries the letter out of a transaction that must not commit."""

    def __init__(self, letter: EmailMessage | None) -> None:
        self.letter = letter
        super().__init__("a preview")


def still_says_draft(spec_md: str) -> bool:
    """Whether the machine's own line stands in it, which says that no person has checked it."""
    return any(say(lang, "draft.status").partition("{order}")[0] in spec_md for lang in Language)


def open_choice(spec_md: str) -> bool:
    """Whether more than one version of the first screen is left to choose from."""
    starts = {say(lang, "version.title").partition("{letter}")[0] for lang in Language}
    found = [line for line in spec_md.splitlines() if line.startswith(tuple(f"### {one}" for one in starts))]
    return len(found) > 1


def deliver(
    session: Session, services: Services, order_id: str, seen: int, final: Final, actor: str
) -> Order:
    """Deliver; refused without a text, with one that nobody has finished, and with a diff that does not apply."""
    if still_says_draft(final.spec_md):
        raise Problem(
            "invalid-input",
            "The text still says that it is a draft which no person has checked. Read it, then take that line out.",
        )
    left = marks_in(final.spec_md)
    if left:
        shown = ", ".join(left[:3])
        raise Problem(
            "invalid-input",
            f"{len(left)} places are still to be filled in or taken out, the first of them {shown}.",
        )
    if open_choice(final.spec_md):
        raise Problem(
            "invalid-input",
            "The text still offers several versions of the first screen. Keep the one that the buyer chose, or that you recommend.",
        )
    return _deliver(session, services, order_id, seen, final, actor)


def _deliver(
    session: Session, services: Services, order_id: str, seen: int, final: Final, actor: str
) -> Order:
    hold_unchanged(session, order_id, seen)
    if not final.spec_md.strip():
        raise Problem("invalid-input", "There is no final yet: nothing is delivered without one.")
    _keep_diff(session, services, order_id, final.diff, actor)
    move = Move(to_status=Status.DELIVERED, actor=actor, note=final.note, patch={"spec_md": final.spec_md})
    return advance(session, services, order_id, move)


def preview_delivery(
    session: Session, services: Services, order_id: str, seen: int, final: Final, actor: str
) -> NoReturn:
    """Deliver, take the letter that this would send, and roll everything back by raising."""
    _deliver(session, services, order_id, seen, final, actor)
    row = session.row(
        sa.select(letters).where(letters.c.about == order_id, letters.c.kind == "final_delivered")
    )
    raise LetterPreview(compose(row, services.mail_from) if row else None)


def _keep_diff(session: Session, services: Services, order_id: str, diff: str, actor: str) -> None:
    if not diff.strip():
        drop_file(
            session, services.contents, order_id, DIFF
        )  # one that the machine made is not delivered either
        return
    verdict = check_diff(diff, [(row.kind, row.content) for row in sources_of(session, order_id)])
    if verdict.fault:
        raise Problem("invalid-input", f"The diff cannot be delivered. {verdict.fault}")
    store_file(session, services.contents, order_id=order_id, file=DIFF, content=diff.encode(), author=actor)
