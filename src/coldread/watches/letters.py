"""Letters about a watch: to confirm it, on a change, when it stops, and before its year ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import sqlalchemy as sa

from coldread.base.clock import HOUR
from coldread.base.dates import day
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.base.texts.texts import room
from coldread.jobs.defer import drop_jobs
from coldread.mail.outbox import SEND, key_of, write_letter
from coldread.mail.tables import letters
from coldread.scanner.report.plain import without_control_characters
from coldread.scans.comparison.change_kinds import ChangeKind, first_thing_to_do
from coldread.scans.comparison.change_kinds import sentence as kind_sentence
from coldread.scans.comparison.matters import Change
from coldread.watches.rules import LINK, MOST_FAILURES
from coldread.watches.wanted import Wanted, host_as_written

say = room("coldread.watches")
#: longer host names and words of a page are cut in a letter
LONGEST_HOST, LONGEST_WORDS = 80, 160


def write_confirm_letter(
    session: Session, settings: Settings, watch_id: str, token: str, wanted: Wanted
) -> None:
    """To an address that anybody may have typed, so it repeats only the host's name of what was typed."""
    base, lang = settings.base_url, wanted.brief.lang
    write_letter(
        session,
        "watch_confirm",
        about=_letter_key(watch_id, "confirm"),
        recipient=wanted.email.strip(),
        language=lang,
        domain=settings.host_name,
        host=_shortened_text(without_control_characters(host_as_written(wanted.url)), LONGEST_HOST),
        rhythm=say(lang, f"rhythm.{wanted.rhythm}"),
        confirm_page=f"{base}/watch/in/{token}?lang={lang}",
        refuse_page=f"{base}/watch/no/{token}?lang={lang}",
        hours=LINK // HOUR,
    )


def write_change_letter(
    session: Session, settings: Settings, watch: sa.Row[Any], number: int, changes: Sequence[Change]
) -> None:
    """What changed, and what to do first. The run's number makes it one letter for each change."""
    lang = watch.language
    write_letter(
        session,
        "watch_changed",
        about=_letter_key(watch.id, str(number)),
        **_letter_fields(watch, settings),
        subject=say(lang, f"subject.{changes[0].kind}", page=_page_name(watch)),
        changes=[sentence(change, lang) for change in changes],
        first=first_step(changes[0], lang),
    )


def write_stopped_letter(session: Session, settings: Settings, watch: sa.Row[Any], fault: str) -> None:
    """The page could not be seen so many times that the watch has stopped."""
    more = urlencode({"url": watch.url, "lang": watch.language})
    write_letter(
        session,
        "watch_stopped",
        about=_letter_key(watch.id, "stopped"),
        **{name: value for name, value in _letter_fields(watch, settings).items() if name != "stop_page"},
        times=MOST_FAILURES,
        reason=reason_of(fault, watch.language),
        again_page=f"{settings.base_url}/watch?{more}",
    )


def write_end_letter(session: Session, settings: Settings, watch: sa.Row[Any], ends_at: int) -> None:
    """The year is nearly over."""
    write_letter(
        session,
        "watch_ends",
        about=_letter_key(watch.id, f"ends/{ends_at}"),
        **_letter_fields(watch, settings),
        ends=day(ends_at, watch.language),
        renew_page=f"{settings.base_url}/watch/{watch.id}?lang={watch.language}#renew",
    )


def sentence(change: Change, lang: str) -> str:
    """A change in one sentence."""
    after = reason_of(change.after, lang) if change.kind == ChangeKind.DOWN else change.after
    then, now = (
        _shortened_text(without_control_characters(words), LONGEST_WORDS) for words in (change.before, after)
    )
    said = kind_sentence(change.kind, then, now, Language(lang))
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


def first_step(change: Change, lang: str) -> str:
    """What to do first: the finding's own fix, else the first step of its kind."""
    if change.kind == ChangeKind.DOWN and change.after in FIRST_STEPS:
        return say(lang, f"first.{change.after}")
    fix = ((change.finding or {}).get("fix") or {}).get("summary") or ""
    return first_thing_to_do(change.kind, Language(lang), without_control_characters(str(fix)))


def reason_of(fault: str, lang: str) -> str:
    """Why there was no page, in words."""
    if fault.startswith("http_"):
        return say(lang, "fault.http", code=fault.removeprefix("http_"))
    known = fault if fault in FAULTS else "other"
    return say(lang, f"fault.{known}")


#: causes with their own first step
FIRST_STEPS = frozenset({"bot_wall"})
#: causes, by their machine name, that have their own words
FAULTS = frozenset(
    {
        "bot_wall",
        "name_not_found",
        "connect_failed",
        "tls_failed",
        "timeout",
        "too_much_time",
        "not_html",
        "too_large",
        "not_looked",
    }
)


def letters_of(session: Session, watch_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(sa.select(letters).where(_about_watch_condition(watch_id)))


def drop_unsent(session: Session, watch_id: str) -> None:
    """Delete the letters that wait, with their jobs."""
    _drop(session, [row for row in letters_of(session, watch_id) if row.sent_at is None])


def forget_letters(session: Session, watch_id: str) -> None:
    """Delete all letters of a watch, with their jobs."""
    _drop(session, letters_of(session, watch_id))


def _drop(session: Session, found: Sequence[sa.Row[Any]]) -> None:
    if found:
        drop_jobs(session, SEND, [key_of(row.message_id) for row in found])
        session.run(sa.delete(letters).where(letters.c.id.in_([row.id for row in found])))


def _about_watch_condition(watch_id: str) -> sa.ColumnElement[bool]:
    return letters.c.about.startswith(_letter_key(watch_id, ""), autoescape=True)


def _letter_key(watch_id: str, what: str) -> str:
    return f"watch/{watch_id}/{what}"


def _letter_fields(watch: sa.Row[Any], settings: Settings) -> dict[str, Any]:
    """What every letter to a watch's owner has."""
    page = f"{settings.base_url}/watch/{watch.id}"
    return {
        "recipient": watch.email,
        "language": watch.language,
        "domain": settings.host_name,
        "page_url": _page_name(watch),
        "watch_page": f"{page}?lang={watch.language}",
        "stop_page": f"{page}/stop?lang={watch.language}",
    }


def _page_name(watch: sa.Row[Any]) -> str:
    return _shortened_text(without_control_characters(watch.url.partition("://")[2]), LONGEST_WORDS)


def _shortened_text(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
