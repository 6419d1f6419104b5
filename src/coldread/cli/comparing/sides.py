"""One side of a comparison: a saved report, a scan that a service has, or a page that is scanned now."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from coldread.base.incoming.inflate import EncodingError, TooLargeError
from coldread.cli.comparing.options import CompareOptions
from coldread.cli.scanning.answer import as_json
from coldread.cli.scanning.exits import Code, Stop, usage_error
from coldread.cli.scanning.place import open_place, policy_for
from coldread.cli.scanning.progress import Progress
from coldread.cli.scanning.run import judge_visit, prepared_for, visit_of
from coldread.cli.scanning.visit import visit
from coldread.egress.budget import Budget, Caps
from coldread.egress.client import Client
from coldread.egress.connector import Connector
from coldread.egress.errors import EgressError
from coldread.egress.names import Names
from coldread.egress.policy import parse_allowed
from coldread.scans.comparison.page_state import PageState, page_state

#: a scan's id, and the addresses of one: its JSON and its report's page
ID = re.compile(r"[A-Za-z0-9_-]{22}")
SCAN = re.compile(rf"/(?:v1/scans|r)/({ID.pattern})(?:\.md|/report\.json)?")
LARGEST = 8_000_000
CAPS = Caps(bytes=LARGEST, requests=5, seconds=30.0, silence=10.0)


def side_of(argument: str, options: CompareOptions, progress: Progress) -> PageState:
    """The state of one side; raises Stop."""
    address = service_address(argument, options.service)
    if address:
        progress.step(f"asking {urlsplit(address).netloc} for a scan")
        return page_state(_with_findings(asyncio.run(_fetch_scan(address, options)), argument))
    path = Path(argument)
    if path.suffix.lower() == ".json" and "://" not in argument:
        return page_state(_with_findings(_read(path), argument))
    return _scan_page(argument, options, progress)


def service_address(argument: str, service: str) -> str:
    """The address of the scan's JSON, if the argument is a scan of a service; else empty. Raises Stop."""
    if "://" in argument:
        url = urlsplit(argument)
        found = SCAN.fullmatch(url.path)
        return f"{url.scheme}://{url.netloc}/v1/scans/{found[1]}" if found else ""
    if not ID.fullmatch(argument) or Path(argument).exists():
        return ""
    if not service:
        raise usage_error(f"{argument} looks like a scan's id; name the service that has it with --service.")
    return f"{service.rstrip('/')}/v1/scans/{argument}"


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise usage_error(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise usage_error(
            f"{path} is no report; write one with: coldread scan … --format json --output {path}"
        ) from None


def _with_findings(answer: Any, name: str) -> Mapping[str, Any]:
    """The answer, if it says what was found: a service without a browser answers with reviews alone."""
    if not isinstance(answer, Mapping) or not isinstance(answer.get("findings"), Mapping):
        raise usage_error(f"{name} has no findings to compare; it must be a report in JSON.")
    return answer


async def _fetch_scan(address: str, options: CompareOptions) -> Any:
    policy = await policy_for(address, parse_allowed(options.scan.allowed))
    body = bytearray()
    try:
        async with (
            Client(Connector(policy=policy, names=Names(), budget=Budget(CAPS))) as client,
            client.open(address, headers={"Accept": "application/json"}) as answer,
        ):
            if answer.status != 200:
                raise Stop(Code.NO_PAGE, f"There is no scan at {address}: it answered {answer.status}.")
            async for piece in answer.plain(LARGEST):
                body += piece
        return json.loads(body)
    except (EgressError, EncodingError, TooLargeError) as error:
        raise Stop(Code.NO_PAGE, f"There is no scan at {address}: {error}.") from None
    except ValueError:
        raise Stop(Code.NO_PAGE, f"There is no scan at {address}: the answer is no JSON.") from None


def _scan_page(argument: str, options: CompareOptions, progress: Progress) -> PageState:
    """The page as it is now: the same answer as `coldread scan --format json` gives."""
    order = replace(options.scan, page=argument)
    prepared = prepared_for(order)
    with open_place(argument) as place:
        visited = asyncio.run(visit(visit_of(order, prepared, place), progress))
        text = as_json(judge_visit(order, prepared, place, visited, progress).report)
    if place.is_temporary:
        text = text.replace(place.is_temporary, "")
    return page_state(json.loads(text))
