"""A stored scan beside other pages. Each of these is scanned under its own ticket and counted like any free scan, so that
nobody waits for all of them.

The set of pages beside a scan has its own id: a scan from the cache serves several callers, who name different pages."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.languages import Language
from coldread.base.links import links_of
from coldread.base.shapes import checked_body
from coldread.scans.beside.facts import say
from coldread.scans.beside.shapes import SideBySide
from coldread.scans.beside.side_by_side import MOST, Side, side_by_side
from coldread.scans.beside.words import as_markdown
from coldread.scans.comparison.stored import state_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from coldread.scans.tables import pages_beside, scan_tickets, scans
from coldread.scans.tickets import open_ticket
from coldread.scans.url_key import url_key
from coldread.services import Services

#: a page that is not scanned by then counts as failed; if its scan is only late, it is still added
GIVE_UP = 10 * MINUTE
#: problems with their own sentence
_WHY = frozenset({"url-unreachable", "page-empty", "rate-limited", "pipeline-unavailable"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class OtherPage:
    """A page that was named, and its result."""

    url: str
    session_id: str | None
    #: slug of the problem; empty while there is none
    problem: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Beside:
    """A scan and the pages beside it."""

    id: str
    own: StoredScan
    others: tuple[OtherPage, ...]
    asked_at: int


def put_beside(session: Session, session_id: str, own: ScanRequest, urls: Iterable[str]) -> str | None:
    """Queue a look at each page. Returns the id by which they are read (128 bits); None if no other page was named."""
    by_page: dict[str, str] = {}
    for url in (own.url, *urls):
        by_page.setdefault(url_key(url), url)
    _, *others = by_page.values()
    if not others:
        return None
    beside_id = new_secret_id()
    for place, url in enumerate(others[:MOST], 1):
        ticket_id = open_ticket(session, dataclasses.replace(own, url=url))
        session.run(
            sa.insert(pages_beside),
            {
                "id": beside_id,
                "place": place,
                "own_id": session_id,
                "url": url,
                "ticket_id": ticket_id,
                "asked_at": session.now,
            },
        )
    return beside_id


def find_beside(session: Session, beside_id: str) -> Beside | None:
    rows = session.rows(
        sa.select(pages_beside, scan_tickets.c.session_id, scan_tickets.c.problem.label("trouble"))
        .outerjoin(scan_tickets, scan_tickets.c.id == pages_beside.c.ticket_id)
        .where(pages_beside.c.id == beside_id)
        .order_by(pages_beside.c.place)
    )
    own = find_stored_scan(session, rows[0].own_id) if rows else None
    if own is None:
        return None
    return Beside(
        id=beside_id,
        own=own,
        others=tuple(
            OtherPage(
                url=row.url,
                session_id=row.other_id or row.session_id,
                problem=row.problem or (json.loads(row.trouble)["slug"] if row.trouble else ""),
            )
            for row in rows
        ),
        asked_at=rows[0].asked_at,
    )


async def shown_beside(services: Services, beside: Beside, lang: Language) -> dict[str, Any]:
    """The whole answer, in `lang`."""
    sides = await sides_of(services, beside, lang)
    told = side_by_side(sides, lang)
    base = services.settings.base_url
    return checked_body(
        SideBySide,
        {
            **told,
            "beside_id": beside.id,
            "pending": any(side.state == "pending" for side in sides),
            "report_md": as_markdown(told, lang),
            "_links": links_of(base, "beside", beside.id),
        },
    )


async def sides_of(services: Services, beside: Beside, lang: Language) -> Sequence[Side]:
    brief = {"goal": beside.own.goal, "audience": beside.own.audience, "lang": lang.value}
    sides = [await _side_of_scan(services, beside.own, beside.own.url, brief)]
    is_late = services.clock.now() > beside.asked_at + GIVE_UP
    for other in beside.others:
        stored = (
            await services.db.read(find_stored_scan, other.session_id)
            if other.session_id is not None
            else None
        )
        if stored is not None:
            sides.append(await _side_of_scan(services, stored, other.url, brief))
        elif other.session_id is not None or other.problem or is_late:
            why = "deleted" if other.session_id else other.problem or "pipeline-unavailable"
            sides.append(Side(url=other.url, state="failed", why=reason_not_seen(why, lang)))
        else:
            sides.append(Side(url=other.url, state="pending"))
    return sides


def reason_not_seen(slug: str, lang: Language) -> str:
    return say(lang, f"why.{slug if slug in _WHY | {'deleted'} else 'other'}")


async def _side_of_scan(services: Services, stored: StoredScan, url: str, brief: dict[str, str]) -> Side:
    page = await state_of(services, stored, brief)
    address = f"{services.settings.base_url}/r/{stored.session_id}"
    return Side(url=url, state="seen", page=dataclasses.replace(page, url=url), report_url=address)


def keep_results(session: Session, _: Services) -> int:
    """Store the results of tickets before these are deleted; returns for how many pages."""
    done = session.rows(
        sa.select(pages_beside.c.ticket_id, scan_tickets.c.session_id, scan_tickets.c.problem)
        .join(scan_tickets, scan_tickets.c.id == pages_beside.c.ticket_id)
        .where(
            pages_beside.c.other_id.is_(None),
            pages_beside.c.problem.is_(None),
            sa.or_(scan_tickets.c.session_id.is_not(None), scan_tickets.c.problem.is_not(None)),
        )
    )
    for row in done:
        slug = json.loads(row.problem)["slug"] if row.problem else None
        session.run(
            sa.update(pages_beside)
            .where(pages_beside.c.ticket_id == row.ticket_id)
            .values(other_id=row.session_id, problem=slug)
        )
    return len(done)


def forget_beside(session: Session) -> int:
    """Delete the rows of pages beside scans that are deleted."""
    has_scan = sa.exists().where(scans.c.session_id == pages_beside.c.own_id)
    return session.run(sa.delete(pages_beside).where(sa.not_(has_scan))).rowcount
