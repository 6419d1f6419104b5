"""The gate that all processes of a service share, through their database."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa

from coldread.base.clock import DAY, SECOND
from coldread.base.db import Database, Session
from coldread.base.ids import new_secret_id
from coldread.base.settings import Settings
from coldread.llm.errors import UnusableAnswer
from coldread.llm.gate import (
    EndpointState,
    Purpose,
    may_spend,
    most_calls_at_once,
    reason_of,
    state_after_call,
)
from coldread.llm.tables import model_calls, model_endpoints, model_tokens
from coldread.llm.usage import Tokens

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 1.0


class SharedGate:
    """A running call has a row with an end, so that a call whose process dies gives its slot back by itself."""

    def __init__(self, db: Database, endpoint: str, *, at_once: int, daily_tokens: int = 0) -> None:
        self._db = db
        self._endpoint = endpoint
        self._at_once = at_once
        self._daily_tokens = daily_tokens

    @asynccontextmanager
    async def turn(self, purpose: Purpose, seconds: float) -> AsyncIterator[None]:
        call = new_secret_id()
        pause = FIRST_PAUSE_S
        reason: str | None = None
        spent = await self._db.read(tokens_today) if self._daily_tokens else 0
        if not may_spend(purpose, spent, self._daily_tokens):
            raise UnusableAnswer(
                "budget", f"{spent} of {self._daily_tokens} tokens of this UTC day are spent"
            )
        try:
            while not await self._db.write(
                _begin_call, self._endpoint, call, purpose, self._at_once, seconds
            ):
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE_S, 1.5 * pause)
            yield
        except BaseException as error:
            reason = reason_of(error)
            raise
        else:
            reason = ""
        finally:
            await asyncio.shield(self._db.write(_end_call, self._endpoint, call, reason))

    async def count_tokens(self, purpose: Purpose, tokens: Tokens) -> None:
        await self._db.write(_count_tokens, purpose, tokens)


def tokens_today(session: Session) -> int:
    """Input and output tokens of all purposes, this UTC day."""
    return sum(tokens_by_purpose(session).values())


def tokens_by_purpose(session: Session) -> dict[str, int]:
    today = sa.select(model_tokens).where(model_tokens.c.day == session.now // DAY)
    rows = session.rows(today.order_by(model_tokens.c.purpose))
    return {row.purpose: row.asked + row.said for row in rows}


def forget_old_tokens(session: Session) -> int:
    """Delete counts older than a quarter of a year."""
    return session.run(sa.delete(model_tokens).where(model_tokens.c.day < session.now // DAY - 90)).rowcount


def _count_tokens(session: Session, purpose: Purpose, tokens: Tokens) -> None:
    values = {"asked": tokens.asked, "said": tokens.said, "calls": 1, "estimated": int(tokens.estimated)}
    statement = session.insert(model_tokens).values(day=session.now // DAY, purpose=purpose.value, **values)
    more = {name: model_tokens.c[name] + value for name, value in values.items()}
    session.run(statement.on_conflict_do_update(index_elements=["day", "purpose"], set_=more))


def endpoint_key(settings: Settings) -> str:
    named = f"{settings.llm_provider} {settings.llm_base_url} {settings.llm_model}"
    return hashlib.sha256(named.encode()).hexdigest()


def endpoint_state(session: Session, endpoint: str) -> EndpointState:
    row = session.row(sa.select(model_endpoints).where(model_endpoints.c.endpoint == endpoint))
    if row is None:
        return EndpointState()
    return EndpointState(
        failures=row.failures, rests_until=row.rests_until, reason=row.reason, changed_at=row.changed_at
    )


def seconds_until_asked(session: Session, settings: Settings, purpose: Purpose) -> int:
    """For how long no call of this purpose begins, because the endpoint pauses or the day's tokens are spent; 0: one
    may begin now."""
    rests = endpoint_state(session, endpoint_key(settings)).rests_until - session.now
    budget = settings.llm_daily_tokens
    spent = budget > 0 and not may_spend(purpose, tokens_today(session), budget)
    wait = max(rests, DAY - session.now % DAY if spent else 0)
    return max(0, -(-wait // SECOND))


def calls_under_way(session: Session, endpoint: str) -> int:
    counted = sa.select(sa.func.count().label("number")).where(
        model_calls.c.endpoint == endpoint, model_calls.c.until > session.now
    )
    row = session.row(counted)
    return int(row.number) if row else 0


def _begin_call(
    session: Session, endpoint: str, call: str, purpose: Purpose, at_once: int, seconds: float
) -> bool:
    """Whether the call may begin; raises if the endpoint pauses. One process checks at a time."""
    _lock(session, endpoint)
    state = endpoint_state(session, endpoint)
    if state.rests_until > session.now:
        raise UnusableAnswer("resting", f"after {state.failures} failures in a row: {state.reason}")
    session.run(sa.delete(model_calls).where(model_calls.c.until <= session.now))
    # after a pause one call tries, and the others wait for its result
    most = 1 if state.rests_until else most_calls_at_once(purpose, at_once)
    if calls_under_way(session, endpoint) >= most:
        return False
    until = session.now + round(seconds * SECOND)
    values = {"id": call, "endpoint": endpoint, "purpose": purpose.value, "until": until}
    session.run(sa.insert(model_calls), values)
    return True


def _end_call(session: Session, endpoint: str, call: str, reason: str | None) -> None:
    session.run(sa.delete(model_calls).where(model_calls.c.id == call))
    if reason is None:
        return
    _lock(session, endpoint)
    before = endpoint_state(session, endpoint)
    state = state_after_call(before, reason, session.now)
    if state == before or not (state.failures or before.failures):
        return
    values = {
        "failures": state.failures,
        "rests_until": state.rests_until,
        "reason": state.reason,
        "changed_at": state.changed_at,
    }
    statement = session.insert(model_endpoints).values(endpoint=endpoint, **values)
    session.run(statement.on_conflict_do_update(index_elements=["endpoint"], set_=values))


def _lock(session: Session, endpoint: str) -> None:
    if session.is_postgres:
        session.run(sa.select(sa.func.pg_advisory_xact_lock(267, int(endpoint[:7], 16))))
