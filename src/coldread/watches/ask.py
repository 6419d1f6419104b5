"""Asking for a watch, and confirming it: no page is scanned before the mailbox's owner has pressed the button.

The answer never says whether an address has watches: it is always the same, and only the letter differs. The link works
once and is stored hashed; looking at it uses nothing up, because mail scanners fetch links."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.problems import Fault, InvalidInput
from coldread.base.settings import Settings
from coldread.egress.address_rules import check_named
from coldread.egress.errors import EgressRefused
from coldread.egress.policy import Policy, parse_allowed
from coldread.guard import rate
from coldread.guard.limits import WATCHES, WATCHES_DOMAIN, WATCHES_HOST, WATCHES_IP, Counted, Usage
from coldread.guard.mailbox import address_hash, limited_domain_of, mailbox_of
from coldread.orders.push.register import add_subject_receiver, move_subject_receivers
from coldread.scans.url_key import url_key
from coldread.watches.letters import drop_unsent, forget_letters, write_confirm_letter
from coldread.watches.queries import hold_watch, unused_moment, watches_of
from coldread.watches.rules import (
    LINK,
    MOST_OF_MAILBOX,
    REFUSED_FOR,
    YEAR,
    Rhythm,
    WatchEnded,
    WatchState,
    next_run,
)
from coldread.watches.tables import watch_refusals, watches
from coldread.watches.wanted import Wanted, host_of


@dataclasses.dataclass(frozen=True, kw_only=True)
class Confirmation:
    """The result of pressing the button."""

    #: the active watch; None if there is none
    watch_id: str | None
    #: which maximum is reached: the mailbox's, the host's, or the host's for today; empty if the watch began
    full: str = ""
    #: watches of the address, if its mailbox has too many
    others: Sequence[sa.Row[Any]] = ()
    #: the address already had a watch of the page, which goes on
    is_double: bool = False


def ask_watch(session: Session, settings: Settings, wanted: Wanted) -> tuple[str, Usage | None]:
    """Store the request and write the letter with the link. Returns the watch's id; raises 400 and 429.

    If the mailbox has had too many letters, or wants none, the answer is the same and no letter is written."""
    refuse_page(wanted.url, settings)
    usage = rate.count_use(session, WATCHES_IP, wanted.client, WATCHES_IP.most(settings))
    watch_id, token = new_secret_id(), secrets.token_urlsafe(32)
    mailbox = mailbox_hash(wanted.email)
    session.run(
        sa.insert(watches),
        {
            "id": watch_id,
            "history_id": new_secret_id(),
            "url": wanted.url,
            "page_hash": hash_of(url_key(wanted.url)),
            "host": host_of(wanted.url),
            "goal": wanted.brief.goal,
            "audience": wanted.brief.audience,
            "language": wanted.brief.lang,
            "rhythm": wanted.rhythm.value,
            "email": wanted.email.strip(),
            "mailbox_hash": mailbox,
            "address_hash": address_hash(wanted.email),
            "state": WatchState.ASKED,
            "confirm_hash": hash_of(token),
            "asked_at": session.now,
            "queued_until": 0,
            "second_looks": 0,
            "failures": 0,
            "runs": 0,
        },
    )
    if wanted.receiver is not None:
        add_subject_receiver(session, watch_id, wanted.receiver)
    if not has_refused_watches(session, mailbox) and rate.count_all(
        session, _letter_limits(settings, wanted.email)
    ):
        write_confirm_letter(session, settings, watch_id, token, wanted)
    return watch_id, usage


def refuse_page(url: str, settings: Settings) -> None:
    """400 for an address that could never be scanned. The guard asks again at each look, by the address behind the
    name."""
    policy = Policy(
        allow=parse_allowed(settings.scan_allow_hosts), own_hosts=frozenset((settings.host_name,))
    )
    try:
        check_named(url, policy)
    except EgressRefused as no:
        detail = f"#/url: it would never be looked at: {no}"
        raise InvalidInput([Fault(pointer="#/url", detail=detail, code=no.reason)]) from None


def find_asked(session: Session, token: str) -> sa.Row[Any] | None:
    """The watch that this link confirms; None if the link was used, is too old or unknown."""
    row = session.row(sa.select(watches).where(watches.c.confirm_hash == hash_of(token)))
    return row if row is not None and session.now < row.asked_at + LINK else None


def confirm(session: Session, settings: Settings, token: str) -> Confirmation:
    """Use up the link and begin. The first look is due at once."""
    asked = find_asked(session, token)
    if asked is None:
        return Confirmation(watch_id=None)
    _hold_mailbox(session, asked.mailbox_hash)
    row = hold_watch(session, asked.id)
    if row is None or row.confirm_hash is None:
        return Confirmation(watch_id=None)
    others = watches_of(session, row.mailbox_hash)
    # two addresses that count as one mailbox may belong to two people
    own = [one for one in others if one.address_hash == row.address_hash]
    if double := next((one for one in own if one.page_hash == row.page_hash), None):
        _go_on(session, double, row)
        return Confirmation(watch_id=double.id, is_double=True)
    if len(others) >= MOST_OF_MAILBOX:
        return Confirmation(watch_id=None, full="mailbox", others=own)
    if full := _reason_host_is_full(session, settings, row.host):
        return Confirmation(watch_id=None, full=full)
    _update_watch(
        session,
        row.id,
        state=WatchState.ON,
        confirm_hash=None,
        confirmed_at=session.now,
        ends_at=session.now + YEAR,
        due_at=session.now,
    )
    forget_letters(session, row.id)
    return Confirmation(watch_id=row.id)


def _go_on(session: Session, living: sa.Row[Any], wish: sa.Row[Any]) -> None:
    """Renew a watch after a second request for the same page, with the rhythm and the receivers of that request."""
    rhythm = Rhythm(wish.rhythm)
    _update_watch(session, living.id, rhythm=rhythm, ends_at=session.now + YEAR, warned_at=None)
    if (sooner := next_run(living.id, rhythm, session.now)) < living.due_at:
        _update_watch(session, living.id, due_at=unused_moment(session, living.id, sooner), queued_until=0)
    move_subject_receivers(session, wish.id, living.id)
    end(session, wish.id, WatchEnded.DOUBLE)
    forget_letters(session, wish.id)


def _reason_host_is_full(session: Session, settings: Settings, host: str) -> str:
    """Why no watch of this host may begin now; empty, and counted, if one may."""
    if settings.watches_per_host and _count_watches_of_host(session, host) >= settings.watches_per_host:
        return "host"
    # counted here: otherwise unconfirmed requests could use up the host's day for everybody
    today = (WATCHES_HOST, hash_of(host), WATCHES_HOST.most(settings))
    return "" if rate.count_all(session, [today]) else "host_today"


def end(session: Session, watch_id: str, because: WatchEnded) -> None:
    """The watch is over: no look, no letter, and the address that letters went to is deleted."""
    _update_watch(
        session,
        watch_id,
        state=WatchState.OVER,
        ended_because=because,
        ended_at=session.now,
        confirm_hash=None,
        due_at=None,
        email=None,
    )


def stop(session: Session, watch_id: str, because: WatchEnded = WatchEnded.STOPPED) -> bool:
    """End a requested or active watch; letters that wait are not sent. False if there is none."""
    row = hold_watch(session, watch_id)
    if row is None:
        return False
    if row.state != WatchState.OVER:
        end(session, watch_id, because)
        drop_unsent(session, watch_id)
    return True


def renew(session: Session, watch_id: str) -> bool:
    """Let the watch last a year from now; False if it is not active."""
    row = hold_watch(session, watch_id)
    if row is None or row.state != WatchState.ON:
        return False
    _update_watch(session, watch_id, ends_at=session.now + YEAR, warned_at=None)
    return True


def new_address(session: Session, watch_id: str) -> None:
    """Replace the history's address: the old one leads nowhere."""
    _update_watch(session, watch_id, history_id=new_secret_id())


def refuse_letters(session: Session, email: str) -> int:
    """No letters about watches to this mailbox for a year, however it is written, and the watches of this address end.
    Returns how many ended."""
    return _refuse_mailbox(session, mailbox_hash(email), address_hash(email))


def _refuse_mailbox(session: Session, mailbox: str, address: str) -> int:
    row = session.insert(watch_refusals).values(mailbox_hash=mailbox, at=session.now)
    session.run(row.on_conflict_do_update(index_elements=["mailbox_hash"], set_={"at": session.now}))
    mine = sa.and_(watches.c.address_hash == address, watches.c.state != WatchState.OVER)
    return sum(
        stop(session, row.id, WatchEnded.REFUSED)
        for row in session.rows(sa.select(watches.c.id).where(mine).order_by(watches.c.id))
    )


def refuse_asked(session: Session, token: str) -> bool:
    """The owner of the mailbox that this link was sent to wants no such letters; False if the link is not good."""
    asked = find_asked(session, token)
    if asked is None:
        return False
    _refuse_mailbox(session, asked.mailbox_hash, asked.address_hash)
    return True


def has_refused_watches(session: Session, mailbox: str) -> bool:
    row = session.row(sa.select(watch_refusals.c.at).where(watch_refusals.c.mailbox_hash == mailbox))
    return row is not None and session.now < row.at + REFUSED_FOR


def mailbox_hash(email: str) -> str:
    """Hashed, because the row remains after an erasure."""
    return hash_of(mailbox_of(email))


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _letter_limits(settings: Settings, email: str) -> list[Counted]:
    subjects = [(WATCHES, mailbox_hash(email))]
    if domain := limited_domain_of(email):
        subjects.append((WATCHES_DOMAIN, hash_of(domain)))
    return [(limit, subject, limit.most(settings)) for limit, subject in subjects]


def _hold_mailbox(session: Session, mailbox: str) -> None:
    """Lock the mailbox's watches, so that two links pressed at once do not both take the last place."""
    mine = watches.c.mailbox_hash == mailbox
    session.rows(sa.select(watches.c.id).where(mine).order_by(watches.c.id).with_for_update())


def _count_watches_of_host(session: Session, host: str) -> int:
    on = sa.and_(watches.c.host == host, watches.c.state == WatchState.ON)
    row = session.row(sa.select(sa.func.count().label("number")).where(on))
    return int(row.number) if row else 0


def _update_watch(session: Session, watch_id: str, **values: Any) -> None:
    session.run(sa.update(watches).where(watches.c.id == watch_id).values(**values))
