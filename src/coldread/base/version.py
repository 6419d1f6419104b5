"""Who we are and which one of us: read from the package itself, said once."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def _installed() -> str:
    try:
        return version("coldread-server")
    except PackageNotFoundError:  # run from a folder that nobody installed
        return "0+source"


#: the program's, as pyproject.toml says it: a release changes that line and nothing else
VERSION = _installed()
#: the published interface's: it changes when the contract does, not with a release
INTERFACE_VERSION = "1.1.0"

SHORT = ".".join(VERSION.split(".")[:2])
#: how we sign when we visit a page; browsers of ours write it behind their own
AGENT = f"Coldread/{SHORT}"
USER_AGENT = f"Mozilla/5.0 (compatible; {AGENT})"

ABOUT = "Reviews landing pages: a free scan in seconds, a human cold-read within 72 hours."
