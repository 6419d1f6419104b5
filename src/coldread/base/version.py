"""The name and version of this program, read from the installed package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def _installed_version() -> str:
    try:
        return version("coldread-server")
    except PackageNotFoundError:  # run from a folder that is not installed
        return "0+source"


#: the program's version, from pyproject.toml: a release changes only that line
VERSION = _installed_version()
#: the version of the published interface: it changes with the contract, not with a release
INTERFACE_VERSION = "1.1.0"

SHORT = ".".join(VERSION.split(".")[:2])
#: our user agent on visits; our browsers append it to their own
AGENT = f"Coldread/{SHORT}"
USER_AGENT = f"Mozilla/5.0 (compatible; {AGENT})"

ABOUT = "Reviews landing pages: a free scan in seconds, a human cold-read within 72 hours."
