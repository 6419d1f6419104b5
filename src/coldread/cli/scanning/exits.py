"""How `coldread scan` and `coldread compare` end: tables of exit codes, and the exception that carries one."""

from __future__ import annotations

import dataclasses
from enum import IntEnum


class Code(IntEnum):
    OK = 0
    FAILED = 1
    USAGE = 2
    NO_PAGE = 3
    NO_BROWSER = 4
    OUR_FAULT = 5
    UNLIKE = 6
    INTERRUPTED = 130


@dataclasses.dataclass(frozen=True, kw_only=True)
class Exit:
    code: Code
    meaning: str


def exit_row(code: Code, meaning: str) -> Exit:
    return Exit(code=code, meaning=meaning)


EXITS = (
    exit_row(Code.OK, "scanned, and every requirement is met"),
    exit_row(Code.FAILED, "the score is below --fail-under, or something is new or worse than in --baseline"),
    exit_row(Code.USAGE, "the command cannot run as written: an option, an address or a file is wrong"),
    exit_row(Code.NO_PAGE, "no page to judge: unreachable, refused, not HTML, or empty"),
    exit_row(Code.NO_BROWSER, "a browser was required (--browser, --screenshot) and could not show the page"),
    exit_row(Code.OUR_FAULT, "a fault of Coldread itself; the traceback is printed, please report it"),
    exit_row(Code.INTERRUPTED, "interrupted from the keyboard"),
)

COMPARE_EXITS = (
    exit_row(Code.OK, "compared, and nothing changed that --fail-on asks for"),
    exit_row(Code.FAILED, "something changed that --fail-on asks for"),
    exit_row(
        Code.USAGE, "the command cannot run as written: an option, a report, an address or a file is wrong"
    ),
    exit_row(Code.NO_PAGE, "one of the two is no page, or no scan of the service"),
    exit_row(Code.NO_BROWSER, "a browser was required (--browser) and could not show the page"),
    exit_row(Code.OUR_FAULT, "a fault of Coldread itself; the traceback is printed, please report it"),
    exit_row(Code.UNLIKE, "the two cannot be compared; the answer says why"),
    exit_row(Code.INTERRUPTED, "interrupted from the keyboard"),
)


class Stop(Exception):
    """The scan ends here, with one sentence for the person."""

    def __init__(self, code: Code, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(sentence)


def usage_error(sentence: str) -> Stop:
    """The command line is invalid."""
    return Stop(Code.USAGE, sentence)
