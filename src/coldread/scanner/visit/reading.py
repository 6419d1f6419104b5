"""What a visit must know about a page's markup before it continues; small isolated tasks answer it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.limits import PAGES
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.head import base_url
from coldread.scanner.page.observe.pictures import reserves_space, source_of
from coldread.scanner.visit import behind
from coldread.scanner.visit.bot_wall import is_bot_wall

#: pictures whose files are read for their size
MOST_PICTURES = 48
LONGEST_ADDRESS = 2048


@dataclasses.dataclass(frozen=True, kw_only=True)
class SourceFacts:
    """What decides whether the source is a page."""

    #: no text, and no script that could add some
    empty: bool
    #: what prevented us from seeing the page, as keys of `judge/reasons.CAVEATS`
    caveats: tuple[str, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class UnknownPictures:
    """Addresses, as written, of pictures of unknown size, and what they are relative to."""

    addresses: tuple[str, ...]
    base: str


async def source_facts(
    isolated: IsolatedTasks, html: str, headers: tuple[tuple[str, str], ...]
) -> SourceFacts:
    found = await isolated.run(PAGES, "visit.source", {"html": html, "headers": headers})
    return SourceFacts(empty=found["empty"], caveats=tuple(found["caveats"]))


async def unknown_pictures(isolated: IsolatedTasks, record: Observations) -> UnknownPictures:
    found = await isolated.run(PAGES, "visit.pictures", {"record": record.to_json().decode()})
    return UnknownPictures(addresses=tuple(found["addresses"]), base=found["base"])


def _source_facts(value: Any) -> dict[str, Any]:
    page = read_dom(value["html"])
    words = len(page.body.text.split())
    headers = tuple((name, text) for name, text in value["headers"])
    return {
        "empty": not words and not page.all("script"),
        "caveats": ["bot-wall"] if is_bot_wall(value["html"], headers, words) else [],
    }


def _unknown_pictures(value: Any) -> dict[str, Any]:
    record = Observations.from_json(value["record"])
    return {"addresses": pictures_of_unknown_size(record), "base": base_url(record.dom, record.final_url)}


def pictures_of_unknown_size(record: Observations) -> list[str]:
    """Addresses, as written, of pictures without reserved room that no browser loaded; each once.

    A browser does not load lazy pictures; what it requested in vain is not requested again.
    """
    images = [image for image in record.dom.shown("img") if not reserves_space(image)]
    if record.rendered:
        images = [image for image in images if image.attr("loading").lower() == "lazy"]
    written = dict.fromkeys(map(source_of, images))
    asked = [one for one in written if len(one) <= LONGEST_ADDRESS and not one.lower().startswith("data:")]
    return list(filter(None, asked))[:MOST_PICTURES]


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "visit.source": _source_facts,
    "visit.pictures": _unknown_pictures,
    "visit.behind": behind.outline_page,
}
