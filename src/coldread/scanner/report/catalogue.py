"""What a scan checks, as data: each check of the rubric, and the JSON Schema of a finding."""

from __future__ import annotations

from typing import Any, get_args

from coldread.base.languages import Language
from coldread.base.shapes import checked_body
from coldread.base.texts.inline_text import text_for_many
from coldread.scanner.judge.answers.questions import TITLES, question_of
from coldread.scanner.judge.finding import (
    MAX_EVIDENCE,
    Effort,
    FixKind,
    Layer,
    Meta,
    Severity,
    Text,
    dimension_of,
)
from coldread.scanner.judge.retired import RETIRED
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS, PENALTIES, TILTS
from coldread.scanner.judge.scoring.weights import WEIGHTS
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.report.shapes import ChecksCatalogue, CheckShape

_TEXT: dict[str, Any] = {"type": "string"}
_PLAIN_VALUE: dict[str, Any] = {"type": ["string", "number"]}

EVIDENCE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["layer", "selector", "snippet"],
    "properties": {
        "layer": {"enum": ["static", "rendered", "axe"], "description": "Where it was seen."},
        "selector": {**_TEXT, "description": "CSS selector of the element, or of the place searched."},
        "snippet": {**_TEXT, "description": "Words or markup of the page itself."},
        "viewport": {"enum": ["desktop", "mobile"]},
        "box": {
            "type": "array",
            "items": {"type": "number"},
            "minItems": 4,
            "maxItems": 4,
            "description": "x, y, width, height in CSS pixels.",
        },
        "value": {**_PLAIN_VALUE, "description": "What was measured."},
        "threshold": {**_PLAIN_VALUE, "description": "What it was held against."},
        "source_selector": {**_TEXT, "description": "The same node in the raw HTML, where it differs."},
    },
}

FINDING_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Finding",
    "description": "One thing that stands between the page and its goal, with proof.",
    "type": "object",
    "required": [
        "id",
        "dimension",
        "severity",
        "confidence",
        "title",
        "why",
        "source",
        "evidence",
        "fix",
        "effort",
        "count",
        "fingerprint",
    ],
    "properties": {
        "id": {**_TEXT, "pattern": r"^[a-z0-9]+\.[a-z0-9_.-]+$", "description": "The check's id."},
        "dimension": {"enum": [row.name for row in DIMENSIONS]},
        "severity": {"enum": [item.value for item in Severity]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "title": {**_TEXT, "description": "What is wrong."},
        "why": _TEXT,
        "source": {**_TEXT, "description": "What supports the check."},
        "evidence": {"type": "array", "minItems": 1, "maxItems": MAX_EVIDENCE, "items": EVIDENCE_SCHEMA},
        "fix": {
            "type": "object",
            "required": ["summary", "kind"],
            "properties": {
                "summary": _TEXT,
                "kind": {"enum": list(get_args(FixKind))},
                "patch": {**_TEXT, "description": "Unified diff."},
            },
        },
        "effort": {"enum": list(get_args(Effort))},
        "count": {"type": "integer", "minimum": 1, "description": "Elements concerned, listed or not."},
        "fingerprint": {**_TEXT, "description": "The same for the same defect in the same place."},
    },
}


def catalogue() -> dict[str, Any]:
    """The rubric, in its order."""
    return checked_body(
        ChecksCatalogue,
        {
            "rubric_version": RUBRIC_VERSION,
            "dimensions": [
                {
                    "name": row.name,
                    "weight": row.weight,
                    "title": {language.value: row.title(language) for language in Language},
                }
                for row in DIMENSIONS
            ],
            "goal_tilts": [
                {"goal": goal, "dimension": dimension, "factor": factor}
                for (goal, dimension), factor in TILTS.items()
            ],
            "questions": [
                {
                    "name": name.value,
                    "weight": weight,
                    "title": {language.value: TITLES[name](language) for language in Language},
                }
                for name, weight in WEIGHTS.items()
            ],
            "severities": [{"name": name.value, "penalty": penalty} for name, penalty in PENALTIES.items()],
            "checks": [check_description(row.meta) for row in CHECKS],
            "retired": [{"id": old, "successor": new or None} for old, new in RETIRED.items()],
            "finding_schema": FINDING_SCHEMA,
        },
    )


def check_description(meta: Meta) -> dict[str, Any]:
    """One check: its facts, and its texts in each language."""
    dimension = dimension_of(meta.id)
    return checked_body(
        CheckShape,
        {
            "id": meta.id,
            "measured": meta.measured,
            "dimension": dimension,
            "question": question_of(meta.id).value,
            "weight": WEIGHTS[question_of(meta.id)],
            "needs": [layer.value for layer in meta.needs],
            "lite": set(meta.needs) <= {Layer.STATIC},
            "goals": list(meta.goals),
            "confidence": meta.confidence,
            "effort": meta.effort,
            "fix_kind": meta.fix,
            "sources": [source.value for source in meta.sources],
            **{language.value: _words_of_text(meta.text(language)) for language in Language},
        },
    )


def _words_of_text(text: Text) -> dict[str, str]:
    return {"title": text.title, "failure": text_for_many(text.failure), "why": text.why, "fix": text.fix}
