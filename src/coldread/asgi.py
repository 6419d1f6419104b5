"""The application: every surface behind one envelope, with the services it was built with."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Callable

from coldread.api import (
    checks,
    creation,
    deliverables,
    discovery,
    legacy,
    orders,
    paid,
    pipeline,
    rescans,
    scans,
    submissions,
    transitions,
)
from coldread.api.polled import PolledLane
from coldread.base import settings as settings_of
from coldread.pages import endpoints as pages
from coldread.pages.console import endpoints as console
from coldread.protocols import endpoints as protocols
from coldread.services import Services, build
from coldread.web.envelope import Envelope, unrouted
from coldread.web.route import Endpoints, Paths, routes

Lifespan = Callable[[Services], contextlib.AbstractAsyncContextManager[None]]


def endpoints() -> Endpoints:
    """Every row of every resource, the description's own included."""
    rows = Endpoints(
        row
        for module in (
            scans,
            checks,
            paid,
            creation,
            orders,
            rescans,
            transitions,
            pipeline,
            deliverables,
            submissions,
            legacy,
            discovery,
            pages,
            console,
            protocols,
        )
        for row in module.ENDPOINTS
    )
    rows.extend(discovery.description_endpoints(list(rows)))
    return rows


def create_app(services: Services | None = None, lifespan: Lifespan | None = None) -> PolledLane:
    services = services or build(settings_of.read(os.environ))
    router = Paths(
        routes(endpoints()),
        with_query=legacy.view_routes(),
        default=unrouted,
        lifespan=_lifespan(services, lifespan),
    )
    return PolledLane(Envelope(router, services), services)


def _lifespan(
    services: Services, more: Lifespan | None
) -> Callable[[object], contextlib.AbstractAsyncContextManager[None]]:
    @contextlib.asynccontextmanager
    async def run(_: object) -> AsyncIterator[None]:
        async with more(services) if more else contextlib.nullcontext():
            yield
        await services.close()

    return run
