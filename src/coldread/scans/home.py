"""Our own start page, scanned every night like any other page. The start page shows its score and the date."""

from __future__ import annotations

import dataclasses
import json
from urllib.parse import urlsplit

from coldread.base.clock import DAY, HOUR
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import PICTURES
from coldread.operators.last_backup import last_upkeep, note_upkeep
from coldread.scanner.scanner import Scanner
from coldread.services import scanner_options

LOOK_AT_HOME = job_name("scans.home", PICTURES)
#: the name of its upkeep row
HOME = "home"
NIGHTLY = 3 * HOUR
#: an older score says nothing about today's page
SHOWN_FOR = 8 * DAY


@dataclasses.dataclass(frozen=True, kw_only=True)
class HomeScan:
    """The result of scanning our own page."""

    session_id: str
    score: int
    at: int


def queue_home(session: Session, settings: Settings) -> int:
    """Defer a scan of the start page once a night, in production."""
    if not settings.is_production or settings.scan_engine == "external":
        return 0
    due = session.now - (session.now - NIGHTLY) % DAY
    latest = last_upkeep(session).get(HOME)
    if latest is not None and latest.at >= due:
        return 0
    return int(defer(session, LOOK_AT_HOME, key=LOOK_AT_HOME))


def note_home(session: Session, session_id: str, score: int) -> None:
    note_upkeep(session, HOME, json.dumps({"session_id": session_id, "score": score}))


def home_scan(session: Session) -> HomeScan | None:
    """The latest result, if it is recent enough."""
    latest = last_upkeep(session).get(HOME)
    if latest is None or latest.at <= session.now - SHOWN_FOR:
        return None
    return HomeScan(**json.loads(latest.detail), at=latest.at)


def scanner_for_own_addresses(settings: Settings, isolated: IsolatedTasks | None = None) -> Scanner:
    """A scanner that may visit our own addresses, and otherwise only what everybody may. The caller must `close` it."""
    where = urlsplit(settings.base_url)
    own = f"{where.hostname}:{where.port or (443 if where.scheme == 'https' else 80)}"
    options = scanner_options(settings)
    return Scanner(
        dataclasses.replace(options, own_hosts=(), allow_hosts=(*options.allow_hosts, own)), isolated
    )
