"""Delivering what a person has written: the final, its diff or none, and the move, in one transaction."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from typing import NoReturn

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.problems import Problem
from coldread.base.texts.inline_text import InlineText, Sentence
from coldread.drafts.draft_texts import say
from coldread.drafts.first_screen.redraw import put_off
from coldread.drafts.gaps import gaps_of, line_numbers_of_explanations
from coldread.drafts.versions import diff_bytes
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.acts.advance import Move, advance
from coldread.orders.acts.audit_notes import hold_unchanged
from coldread.orders.files.deliverable_files import DIFF
from coldread.orders.files.deliverables import drop_file, store_file
from coldread.orders.files.diff_check import check_diff
from coldread.orders.queries import sources_of
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.services import Services

NO_FINAL = InlineText(
    en="There is no final yet: nothing is delivered without one.",
    sv="Det finns ingen slutversion än: utan den levereras inget.",
)
STILL_A_DRAFT = InlineText(
    en="The text still says that it is a draft which no person has checked. Read it, then take that line out.",
    sv="Texten säger fortfarande att den är ett utkast som ingen människa har granskat. Läs den och ta sedan bort raden.",
)
OPEN_GAP = InlineText(
    en="Still to be filled in or taken out: {mark}{lines:|, in {lines} lines}",
    sv="Att fylla i eller ta bort: {mark}{lines:|, på {lines} rader}",
)
EXPLAINS_GAPS = InlineText(
    en="The text still explains the gaps of a draft. Take that sentence out.",
    sv="Texten förklarar fortfarande luckorna i ett utkast. Ta bort den meningen.",
)
SEVERAL_VERSIONS = InlineText(
    en="The text still offers several versions of the first screen ({several}). Keep the one that the buyer chose, or that you recommend.",
    sv="Texten erbjuder fortfarande flera versioner av den första skärmen ({several}). Behåll den som köparen valde eller som du förordar.",
)
NO_SUCH_DIFF = InlineText(
    en="The diff cannot be delivered. {fault}", sv="Diffen går inte att leverera. {fault}"
)


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


@dataclasses.dataclass(frozen=True, kw_only=True)
class Refusal:
    """One reason not to deliver, and where to correct it."""

    sentence: Sentence
    #: field of the editor: `spec_md` or `diff`
    field: str
    #: its line in the field, the first is 1; None: the whole field
    line: int | None = None
    #: a gap that only the owner can fill in: the console can ask for it or leave it out
    gap: bool = False


def refusals(final: Final, sources: Sequence[tuple[str, str]]) -> list[Refusal]:
    """Every reason not to deliver, at once, so that correcting one does not only reveal the next. Pure."""
    if not final.spec_md.strip():
        return [Refusal(sentence=NO_FINAL.about(), field="spec_md"), *_refusals_of_diff(final.diff, sources)]
    return [*_refusals_of_text(final.spec_md), *_refusals_of_diff(final.diff, sources)]


def _refusals_of_text(spec_md: str) -> list[Refusal]:
    """What refuses the text, in the order of its lines: the line that a machine wrote it, each gap once, a choice that nobody has made."""
    lines = list(enumerate(spec_md.splitlines(), 1))
    found = [
        *_refusals_of_own_lines(lines),
        *_refusals_of_gaps(spec_md),
        *_refusals_of_explanations(spec_md),
        *_refusals_of_open_choice(lines),
    ]
    return sorted(found, key=lambda each: each.line or 0)


def _refusals_of_own_lines(lines: Sequence[tuple[int, str]]) -> Iterator[Refusal]:
    own = [
        words
        for lang in Language
        for words in (
            say(lang, "draft.status").partition("{order}")[0],
            say(lang, "draft.status_alone"),
            say(lang, "sheet.intro"),
        )
    ]
    for number, line in lines:
        if any(words in line for words in own):
            yield Refusal(
                sentence=STILL_A_DRAFT.about(),
                field="spec_md",
                line=number,
            )


def _refusals_of_gaps(spec_md: str) -> Iterator[Refusal]:
    for gap in gaps_of(spec_md):
        yield Refusal(
            sentence=OPEN_GAP.about(mark=gap.mark, lines=len(gap.lines)),
            field="spec_md",
            line=gap.lines[0],
            gap=True,
        )


def _refusals_of_explanations(spec_md: str) -> Iterator[Refusal]:
    for number in line_numbers_of_explanations(spec_md):
        yield Refusal(
            sentence=EXPLAINS_GAPS.about(),
            field="spec_md",
            line=number,
        )


def _refusals_of_open_choice(lines: Sequence[tuple[int, str]]) -> Iterator[Refusal]:
    starts = tuple(f"### {say(lang, 'version.title').partition('{letter}')[0]}" for lang in Language)
    offered = [(number, line.lstrip("# ")) for number, line in lines if line.startswith(starts)]
    if len(offered) > 1:
        several = "; ".join(title for _, title in offered)
        yield Refusal(
            sentence=SEVERAL_VERSIONS.about(several=several),
            field="spec_md",
            line=offered[0][0],
        )


def _refusals_of_diff(diff: str, sources: Sequence[tuple[str, str]]) -> Iterator[Refusal]:
    fault = check_diff(diff, sources).fault if diff.strip() else None
    if fault:
        yield Refusal(sentence=NO_SUCH_DIFF.about(fault=fault), field="diff")


class NotDelivered(Problem):
    """What was refused, with all of its reasons."""

    def __init__(self, reasons: Sequence[Refusal]) -> None:
        super().__init__("invalid-input", " ".join(each.sentence("en") for each in reasons))
        self.reasons = tuple(reasons)


def deliver(
    session: Session, services: Services, order_id: str, seen: int, final: Final, actor: str
) -> Order:
    """Deliver. Refused without a text, with an unfinished one, and with a diff that does not apply."""
    sources = [(row.kind, row.content) for row in sources_of(session, order_id)]
    if reasons := refusals(final, sources):
        raise NotDelivered(reasons)
    return _deliver(session, services, order_id, seen, final, actor)


def _deliver(
    session: Session, services: Services, order_id: str, seen: int, final: Final, actor: str
) -> Order:
    hold_unchanged(session, order_id, seen)
    _keep_diff(session, services, order_id, final.diff, actor)
    move = Move(to_status=Status.DELIVERED, actor=actor, note=final.note, patch={"spec_md": final.spec_md})
    delivered = advance(session, services, order_id, move)
    put_off(session, services, order_id)
    return delivered


def preview_delivery(
    session: Session, services: Services, order_id: str, seen: int, final: Final, actor: str
) -> NoReturn:
    """Preview: deliver, keep the letter that this would send, and roll everything back by raising."""
    _deliver(session, services, order_id, seen, final, actor)
    row = session.row(
        sa.select(letters).where(letters.c.about == order_id, letters.c.kind == "final_delivered")
    )
    raise LetterPreview(compose(row, services.mail_from) if row else None)


def _keep_diff(session: Session, services: Services, order_id: str, diff: str, actor: str) -> None:
    if not diff.strip():
        drop_file(
            session, services.contents, order_id, DIFF
        )  # an automatically made diff is not delivered either
        return
    content = diff_bytes(session, services, order_id, diff)
    store_file(session, services.contents, order_id=order_id, file=DIFF, content=content, author=actor)
