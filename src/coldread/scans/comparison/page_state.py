"""The part of a scan that comparisons use: from a stored answer, a saved report, or an outside pipeline's.

What the answer does not contain is unknown (None), which counts as neither present nor gone."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

Answer = Mapping[str, Any]


@dataclasses.dataclass(frozen=True, kw_only=True)
class PriceState:
    """A price as written."""

    #: heading or line that it belongs to
    what: str
    #: amount with its unit
    text: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class ControlState:
    """The main control."""

    selector: str
    label: str
    #: on the page's own host without scheme and host, so that a preview and its page have the same targets
    target: str
    #: None if nobody can tell
    works: bool | None
    why: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class AnswerState:
    """One of the five answers."""

    question: str
    title: str
    answer: str
    because: str
    #: selector and snippet of each place that it rests on
    evidence: tuple[dict[str, str], ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class PageState:
    """What one scan says about a page."""

    session_id: str
    url: str
    #: `pipeline` if a browser saw the page, else `lite`
    source: str
    scanned_at: str
    rubric_version: str
    score: float | None
    #: id, dimension, severity, title, count, fix, and the selector and snippet of each place
    findings: tuple[dict[str, Any], ...]
    #: ids of checks that could not tell
    not_measured: frozenset[str]
    answers: tuple[AnswerState, ...]
    #: empty: the page has none
    headline: str | None
    prices: tuple[PriceState, ...] | None
    #: False: the scan does not say what the main control is
    is_measured: bool
    control: ControlState | None
    #: window to metrics
    load: dict[str, dict[str, float | None]]
    #: keys of the caveats that prevented the scan from seeing all of the page
    limits: frozenset[str]
    #: proofs, that is, statements of others about the offer: how many, and how many of them a stranger could check
    proofs: tuple[int, int] | None = None
    #: kinds of the fields that the step to the goal asks for; None if no form was seen behind it
    asks: tuple[str, ...] | None = None
    #: None: the scan does not say
    title: str | None = None
    #: hashes of a sample of the page's text (`page/shown_words`); two samples share as great a part as the two texts
    sample: frozenset[str] | None = None

    @property
    def judgement(self) -> dict[str, Any]:
        """For `findings.compare`."""
        return {
            "session_id": self.session_id,
            "url": self.url,
            "_source": self.source,
            "scores": {"overall": self.score, "rubric_version": self.rubric_version},
            "findings": {
                "items": list(self.findings),
                "not_measured": [{"id": name} for name in sorted(self.not_measured)],
            },
            "measured": {"limits": sorted(self.limits)},
        }

    @property
    def button(self) -> str | None:
        """The main control's label; empty if there is no control."""
        if not self.is_measured:
            return None
        return self.control.label if self.control is not None else ""

    def to_json(self) -> str:
        return _ADAPTER.dump_json(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> PageState:
        return _ADAPTER.validate_json(text)


_ADAPTER = TypeAdapter(PageState)


def page_state(answer: Answer) -> PageState:
    """The state that an answer describes; unknown shapes of an outside pipeline are left out."""
    found, scores = _mapping_or_empty(answer.get("findings")), _mapping_or_empty(answer.get("scores"))
    measured = _mapping_or_empty(answer.get("measured"))
    reading = answer.get("reading") if isinstance(answer.get("reading"), Mapping) else None
    shows = _mapping_or_empty(answer.get("shows"))
    url = str(answer.get("url") or "")
    score = scores.get("overall")
    return PageState(
        session_id=str(answer.get("session_id") or ""),
        url=url,
        source=str(answer.get("_source") or ""),
        scanned_at=str(answer.get("scanned_at") or ""),
        rubric_version=str(scores.get("rubric_version") or ""),
        score=score if isinstance(score, int | float) else None,
        findings=tuple(_finding(item) for item in _mappings(found.get("items")) if "id" in item),
        not_measured=frozenset(str(item.get("id")) for item in _mappings(found.get("not_measured"))),
        answers=tuple(_answer(item) for item in _mappings(found.get("answers"))),
        headline=None
        if reading is None
        else _on_one_line(_mapping_or_empty(reading.get("headline")).get("text")),
        prices=None
        if reading is None
        else tuple(
            PriceState(
                what=_on_one_line(item.get("what")),
                text=_on_one_line(f"{item.get('amount') or ''} {item.get('unit') or ''}"),
            )
            for item in _mappings(reading.get("prices"))
        ),
        is_measured=bool(measured),
        control=_control(
            _mapping_or_empty(measured.get("main_control")), str(measured.get("final_url") or url)
        ),
        load=_load_by_window(_mapping_or_empty(measured.get("load"))),
        limits=frozenset(str(key) for key in measured.get("limits") or ()),
        proofs=None if reading is None else _count_proofs(_mappings(reading.get("proofs"))),
        asks=None if reading is None else _asked_fields(_mappings(reading.get("steps"))),
        title=_on_one_line(shows["title"]) if "title" in shows else None,
        sample=_sample(shows.get("sample")),
    )


def _sample(digits: object) -> frozenset[str] | None:
    """Eight digits for each hash."""
    if not isinstance(digits, str):
        return None
    return frozenset(digits[at : at + 8] for at in range(0, len(digits), 8))


def _finding(item: Answer) -> dict[str, Any]:
    places = [
        {name: place.get(name) for name in ("selector", "snippet")}
        for place in _mappings(item.get("evidence"))
    ]
    fix = _mapping_or_empty(item.get("fix")).get("summary")
    names = ("id", "dimension", "severity", "title")
    return {
        **{name: item.get(name) for name in names},
        "count": item.get("count", 1),
        "evidence": places,
        "fix": {"summary": str(fix or "")},
    }


def _answer(item: Answer) -> AnswerState:
    names = ("question", "title", "answer", "because")
    places = tuple(
        {name: _on_one_line(place.get(name)) for name in ("selector", "snippet")}
        for place in _mappings(item.get("evidence"))
    )
    return AnswerState(**{name: str(item.get(name) or "") for name in names}, evidence=places)


def _count_proofs(items: list[Answer]) -> tuple[int, int]:
    real = [item for item in items if not item.get("placeholder")]
    return len(real), sum(bool(item.get("specific")) for item in real)


def _asked_fields(steps: list[Answer]) -> tuple[str, ...] | None:
    """The fields of the form behind the first step to the goal that has one."""
    behind = [_mapping_or_empty(step.get("behind")) for step in steps if step.get("serves_goal")]
    asked = next((page.get("asks") for page in behind if page.get("asks")), None)
    return tuple(str(kind) for kind in asked) if isinstance(asked, list | tuple) else None


def _control(item: Answer, page_url: str) -> ControlState | None:
    if not item:
        return None
    works = item.get("works")
    return ControlState(
        selector=str(item.get("selector") or ""),
        label=_on_one_line(item.get("label")),
        target=_on_page(str(item.get("target") or ""), page_url),
        works=works if isinstance(works, bool) else None,
        why=str(item.get("why") or ""),
    )


def _on_page(target: str, page_url: str) -> str:
    """A place on the page, or an address of the page's own site without its origin, so that a preview has the same one."""
    page = page_url.partition("#")[0]
    if page and target.startswith(f"{page}#"):
        return target.removeprefix(page)
    scheme, found, rest = page_url.partition("://")
    origin = f"{scheme}://{rest.split('/', 1)[0]}" if found else ""
    if origin and target.startswith(f"{origin}/"):
        return target.removeprefix(origin)
    # a report of a file names its neighbours without an origin
    return target if not target or ":" in target or target.startswith(("/", "#")) else f"/{target}"


def _load_by_window(item: Answer) -> dict[str, dict[str, float | None]]:
    return {
        str(window): {
            str(name): value if isinstance(value, int | float) else None for name, value in metrics.items()
        }
        for window, metrics in item.items()
        if isinstance(metrics, Mapping)
    }


def _on_one_line(value: object) -> str:
    return " ".join(str(value or "").split())


def _mapping_or_empty(value: object) -> Answer:
    return value if isinstance(value, Mapping) else {}


def _mappings(value: object) -> list[Answer]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []
