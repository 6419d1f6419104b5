"""The page to scan: an address, a bare host, or a file that is served on loopback during the scan."""

from __future__ import annotations

import dataclasses
import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

from coldread.cli.scanning.exits import usage_error
from coldread.cli.scanning.local_site import serve_folder
from coldread.egress.budget import Budget, Caps
from coldread.egress.connector import Connector
from coldread.egress.errors import EgressError, EgressRefused
from coldread.egress.names import Names, Resolver, system_resolver
from coldread.egress.policy import Policy
from coldread.egress.target import parse

FILE_ENDINGS = (".html", ".htm", ".xhtml")
FRONT_PAGES = ("index.html", "index.htm")
#: the folders where site builders write, in order; the first with an index page is used
BUILT = ("dist", "build", "public", "docs")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Place:
    """Where to visit the page, and its name in texts."""

    url: str
    #: its name for people: the address, or the path of the file
    shown: str
    file: Path | None = None
    #: prefix of addresses that exist only during the scan; it is removed from the output
    is_temporary: str = ""


@contextmanager
def open_place(argument: str) -> Iterator[Place]:
    """The place of `argument`, ready to visit; raises Stop."""
    file = _file(argument)
    if file is None:
        yield Place(url=_address(argument), shown=_address(argument))
        return
    with serve_folder(file.parent) as origin:
        url = f"{origin}/{quote(file.name)}"
        yield Place(url=url, shown=file.as_posix(), file=file, is_temporary=f"{origin}/")


def _file(argument: str) -> Path | None:
    """The HTML file of the argument, if it is one. A folder means its index page, else that of the site built in it."""
    if "://" in argument:
        return None
    path = Path(argument)
    if path.is_dir():
        fronts = [
            page
            for root in (path, *(path / name for name in BUILT))
            for name in FRONT_PAGES
            if (page := root / name).is_file()
        ]
        if not fronts:
            raise usage_error(
                f"{argument} is a folder without an index.html, and none of {', '.join(BUILT)} in it has one; name the file."
            )
        return fronts[0]
    if path.is_file():
        return path
    if path.suffix.lower() in FILE_ENDINGS or argument.startswith((".", "/", "~")):
        raise usage_error(f"There is no file {argument}.")
    return None


def _address(argument: str) -> str:
    """The full address; raises Stop for one that cannot be visited."""
    url = argument if "://" in argument else f"{_usual_scheme(argument)}://{argument}"
    if "@" in urlsplit(url).netloc:
        raise usage_error("An address may not carry a password; use --header 'Authorization: …' or --cookie.")
    try:
        parse(url)
    except EgressRefused as error:
        raise usage_error(f"{argument} is no address of a page: {error}.") from None
    return url


def _usual_scheme(argument: str) -> str:
    """What people mean by a bare host: http for their own machine, https for all others."""
    host = urlsplit(f"//{argument}").hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "http" if "." not in host or host.endswith(".localhost") else "https"
    return "http"


async def policy_for(
    url: str, allowed: frozenset[tuple[str, int]], resolver: Resolver = system_resolver
) -> Policy:
    """The public policy, opened only for the named host and port, and only if it would be refused otherwise.

    A public page gets no exception, so that it is scanned and guarded as in the service."""
    policy, target = Policy(allow=allowed), parse(url)
    door = Connector(policy=policy, names=Names(resolver), budget=Budget(Caps()))
    try:
        await door.addresses(target.host, target.port)
    except EgressRefused:
        return dataclasses.replace(policy, allow=allowed | {(target.host, target.port)})
    except EgressError:
        pass  # the visit will report it, in the right words
    return policy
