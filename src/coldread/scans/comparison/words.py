"""Two scans of a page side by side in words: sections of lines, and the same as text and as Markdown. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from coldread.base.languages import Language, format_number
from coldread.base.texts.texts import room
from coldread.scanner.judge.reasons import caveat
from coldread.scanner.report.plain import prose, without_control_characters
from coldread.scans.comparison.findings import CUT_OFF, NOT_WHOLE
from coldread.scans.comparison.pages import TEXTS
from coldread.scans.comparison.picture_difference import PictureDifference

say = room("coldread.scans.comparison")

#: places of a finding that are named
PLACES = 3
_NAME_OF_TEXT = {row.what: row.name for row in TEXTS}
#: units of the load metrics, and by how much their value is divided
_UNITS = {"bytes": ("kB", 1000), "lcp_ms": ("ms", 1), "blocking_ms": ("ms", 1)}

Compared = Mapping[str, Any]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Section:
    """A heading and the lines below it."""

    #: key of the package's texts
    name: str
    title: str
    lines: tuple[str, ...]


def outcome_line(compared: Compared, lang: Language) -> str:
    """The outcome in one or two sentences."""
    outcome = say(lang, compared["outcome"])
    because = compared["incomparable_because"]
    if because is None:
        return outcome
    return " ".join(
        [
            outcome,
            say(lang, f"because_{because}"),
            *(_limit_lines(compared, lang) if because == "limits" else ()),
        ]
    )


def _limit_lines(compared: Compared, lang: Language) -> Iterator[str]:
    """What one of the two could not see, or what was left to chance in both."""
    for name, other in (("before", "after"), ("after", "before")):
        for key in compared[name]["limits"]:
            if key in CUT_OFF or (key in NOT_WHOLE and key not in compared[other]["limits"]):
                yield f"{say(lang, name)}: {caveat(key, lang)}"


def sections(compared: Compared, lang: Language) -> list[Section]:
    """What changed, without what did not."""
    found = compared["findings"]
    parts: list[tuple[str, str, Iterator[str]]] = [
        ("score", say(lang, "score"), _score_lines(compared, lang)),
        ("changes", say(lang, "changes"), _change_lines(compared, lang)),
        ("answers", say(lang, "answers"), _answer_lines(compared, lang)),
        *((name, say(lang, name), _finding_lines(found[name], lang)) for name in ("new", "fixed")),
        (
            "remaining",
            say(lang, "remaining"),
            _finding_lines(_without_informational(found["remaining"]), lang),
        ),
        ("not_measured", say(lang, "not_measured"), _finding_lines(found["not_measured"], lang)),
        ("load", say(lang, "load"), _load_lines(compared["load"], lang)),
    ]
    made = [Section(name=name, title=title, lines=tuple(lines)) for name, title, lines in parts]
    return [section for section in made if section.lines]


def as_text(compared: Compared, lang: Language) -> str:
    """For a terminal."""
    return _write_comparison(
        compared, lang, head="{}", heading="\n{}", line="  {}", quoted=without_control_characters
    )


def as_markdown(compared: Compared, lang: Language) -> str:
    return _write_comparison(compared, lang, head="**{}**", heading="\n### {}\n", line="- {}", quoted=prose)


def _write_comparison(
    compared: Compared, lang: Language, *, head: str, heading: str, line: str, quoted: Callable[[str], str]
) -> str:
    lines = [head.format(outcome_line(compared, lang)), ""]
    lines += [line.format(quoted(side)) for side in sides(compared, lang)]
    for section in sections(compared, lang):
        lines.append(heading.format(section.title))
        lines += [line.format(quoted(one)) for one in section.lines]
    return "\n".join(lines) + "\n"


def sides(compared: Compared, lang: Language) -> list[str]:
    """The two scans, each in a line."""
    return [
        f"{say(lang, name)}: {compared[name]['url']}"
        + (f", {say(lang, 'scanned_at', when=when)}" if (when := compared[name]["scanned_at"]) else "")
        for name in ("before", "after")
    ]


def _score_lines(compared: Compared, lang: Language) -> Iterator[str]:
    before, after = compared["before"]["score"], compared["after"]["score"]
    if before is None or after is None:
        return
    points = {"before": f"{before:g}", "after": f"{after:g}"}
    change = compared["score_change"]
    if change is None:
        yield say(lang, "score_apart", **points)
    elif change:
        yield say(lang, "score_change", **points, change=f"{change:+g}".replace("-", "−"))
    else:
        yield say(lang, "score_same", score=points["after"])


def _change_lines(compared: Compared, lang: Language) -> Iterator[str]:
    for text in compared["texts"]:
        name = _NAME_OF_TEXT[text["what"]](lang)
        if text["told"] == "could_not_tell":
            yield say(lang, "line_unknown", name=name)
        elif text["told"] == "changed":
            both = {"name": name, "before": text["before"], "after": text["after"]}
            key = "line_gone" if not text["after"] else "line_new" if not text["before"] else "line"
            yield say(lang, key, **both)
    yield from _control_lines(compared["main_control"], lang)


def _control_lines(control: Mapping[str, Any], lang: Language) -> Iterator[str]:
    if control["told"] != "changed":
        return
    before, after = (
        control[name] or say(lang, "target_nowhere") for name in ("target_before", "target_after")
    )
    if before != after:
        yield say(lang, "target", before=before, after=after)
    if control["works_before"] is not False and control["works_after"] is False:
        yield say(lang, "fails", why=control["why"])
    if control["works_before"] is False and control["works_after"]:
        yield say(lang, "works")


def _answer_lines(compared: Compared, lang: Language) -> Iterator[str]:
    for answer in compared["answers"]:
        yield say(lang, "answer", title=answer["title"], because=answer["because"])


def _finding_lines(entries: list[dict[str, Any]], lang: Language) -> Iterator[str]:
    for entry in entries:
        places = [str(place["selector"]) for place in entry["places"] if place["selector"]]
        more = max(entry["count"], len(places)) - PLACES
        named = ", ".join(places[:PLACES])
        if more > 0 and len(places) >= PLACES:
            named += f", {say(lang, 'and_more', count=more)}"
        yield f"{entry['severity']} {entry['title']}" + (f" ({named})" if named else "")


def _without_informational(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for entry in entries if entry["severity"] != "info"]


def _load_lines(load: Mapping[str, Any], lang: Language) -> Iterator[str]:
    for metric in load["metrics"]:
        before, after = metric["before"], metric["after"]
        if before is None or after is None:
            continue
        name = f"{say(lang, metric['window'])}, {say(lang, 'metric_' + metric['metric'])}"
        then, now = (_amount_text(metric["metric"], value, lang) for value in (before, after))
        if then != now:
            yield f"{name}: {then} → {now}"
    for name in ("new", "fixed"):
        for line in _finding_lines(load["findings"][name], lang):
            yield f"{say(lang, name)}: {line}"


def _amount_text(metric: str, value: float, lang: Language) -> str:
    unit, divided = _UNITS.get(metric, ("", 1))
    digits = 2 if metric == "layout_shift" else 0
    return f"{format_number(round(value / divided, digits) if digits else round(value / divided), lang)} {unit}".strip()


def describe_difference(found: PictureDifference, lang: Language) -> str:
    """What looks different in one window."""
    if not found.picture:
        return say(lang, "looks_same")
    parts = []
    if found.areas:
        share = format_number(found.share, lang)
        parts.append(say(lang, "looks_different", areas=len(found.areas), share=share))
    if found.gone:
        parts.append(say(lang, "looks_gone", gone=found.gone))
    return " ".join(parts)
