"""Lets the configured model read the page of one command. Nothing is stored, and only this command waits for it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from coldread.base import log
from coldread.cli.run import settings_or_exit
from coldread.scanner.judge.report import Report
from coldread.scanner.report.plain import without_control_characters

DEADLINE_S = 180.0


async def read_by_model(report: Report, pictures: Mapping[str, bytes]) -> dict[str, Any] | None:
    """None if the model gives no valid answer; the reason is on stderr."""
    from coldread.llm.errors import UnusableAnswer
    from coldread.llm.model import model
    from coldread.reader.ask import read_record

    settings = settings_or_exit()
    asked = model(settings)
    if asked is None:
        return None
    try:
        with log.without_log_lines():  # stdout belongs to the report
            times = int(settings.llm_readings)
            found = await read_record(asked, report, pictures, deadline_s=DEADLINE_S, times=times)
    except UnusableAnswer as error:
        print(f"no reading: {without_control_characters(str(error))}", file=sys.stderr)
        return None
    finally:
        await asked.close()
    return found if found["answers"] else None
