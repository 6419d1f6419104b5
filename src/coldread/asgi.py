"""The application: every surface inside one envelope, with its services."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Callable

from coldread.api import endpoints as api
from coldread.api.discovery import description_endpoints
from coldread.api.legacy import view_routes
from coldread.api.polled import PolledLane
from coldread.base import settings as settings_of
from coldread.pages import endpoints as pages
from coldread.pages.console import endpoints as console
from coldread.pages.problem_page import page_for_browser
from coldread.protocols import endpoints as protocols
from coldread.services import Services, build
from coldread.web.envelope import Envelope, raise_route_not_found
from coldread.web.route import Endpoints, Paths, routes

Lifespan = Callable[[Services], contextlib.AbstractAsyncContextManager[None]]


#: the tables of endpoint files, one for each surface
SURFACES = (api, pages, console, protocols)


def endpoints() -> Endpoints:
    """Every row of every surface, including those of the interface description."""
    rows = Endpoints(row for surface in SURFACES for row in surface.ENDPOINTS)
    rows.extend(description_endpoints(list(rows)))
    return rows


def create_app(services: Services | None = None, lifespan: Lifespan | None = None) -> PolledLane:
    services = services or build(settings_of.read(os.environ))
    router = Paths(
        routes([row for row in endpoints() if row.is_offered(services.settings)]),
        with_query=view_routes(),
        default=raise_route_not_found,
        lifespan=_lifespan(services, lifespan),
    )
    return PolledLane(Envelope(router, services, page_for_browser), services)


def _lifespan(
    services: Services, more: Lifespan | None
) -> Callable[[object], contextlib.AbstractAsyncContextManager[None]]:
    @contextlib.asynccontextmanager
    async def run(_: object) -> AsyncIterator[None]:
        async with more(services) if more else contextlib.nullcontext():
            yield
        await services.close()

    return run
