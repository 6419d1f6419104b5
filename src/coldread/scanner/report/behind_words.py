"""What is behind the goal's step, in words."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.scanner.reading.record import Behind, Reading
from coldread.scanner.report.words import say

#: why we did not look, by the reasons in the record; any other reason means that the page did not answer
WHY = {
    "timeout": "time", "no-time": "time",
    "refused": "refused",
    "bot-wall": "shut", "http_401": "shut", "http_403": "shut", "http_429": "shut",
    "another-site": "elsewhere", "frame": "frame",
    "script": "script", "script-shell": "script", "nowhere": "script",
    "no-such-place": "place", "place-unclear": "place",
    "not-asked": "asked", "not-first": "asked",
}  # fmt: skip
#: consent and search fields are not questions; fields of unknown kind are left out
UNTOLD = frozenset({"consent", "search", "other"})
LONGEST_TITLE = 80


def first_behind(reading: Reading) -> Behind | None:
    """For the step that the page leads with; otherwise for the first one that serves the goal."""
    serving = [step for step in reading.steps if step.serves_goal and step.behind is not None]
    first = next((step for step in serving if step.primary), next(iter(serving), None))
    return first.behind if first is not None else None


def behind_words(behind: Behind, lang: Language) -> str:
    if behind.kind == "not_looked_at":
        return say(lang, "behind_not_looked_at", why=say(lang, f"behind_why_{WHY.get(behind.why, 'silent')}"))
    asked = [say(lang, f"field_{kind}") for kind in behind.asks if kind not in UNTOLD]
    if behind.kind == "form" and asked:
        what = say(lang, "behind_form_asks", fields=", ".join(asked))
    else:
        what = say(lang, f"behind_{behind.kind}")
    title = behind.title[:LONGEST_TITLE]
    return say(lang, "behind_titled", what=what, title=title) if title else what
