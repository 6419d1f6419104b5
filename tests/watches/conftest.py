"""The pages that are watched, and a service that takes any number of wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import shop


@pytest.fixture
def pages() -> dict[str, str]:
    return {"/": shop(), "/b": shop("Rye bread")}


@pytest.fixture
def site(pages: dict[str, str]) -> Iterator[Website]:
    with Website(pages) as made:
        yield made


@pytest.fixture
def service(make_service: Callable[..., Service], site: Website) -> Service:
    return make_service(
        scan_engine="lite",
        scan_allow_hosts=site.place,
        limit_watches_per_hour="0",
        limit_watches_ip_per_hour="0",
        limit_watches_domain_per_hour="0",
    )
