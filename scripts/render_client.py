"""Renders the client's words, types and exceptions from the tables and the interface description.

The client imports nothing of the service, so what it must know about it is generated.
`--check` writes nothing and exits 1 if a file differs.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import textwrap
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

from coldread.api.openapi import describe
from coldread.asgi import endpoints
from coldread.base.incoming import auth_challenges
from coldread.base.languages import Language
from coldread.base.problems import PROBLEMS
from coldread.base.settings import Settings
from coldread.cli.stdio import bridge
from coldread.orders.push.outcomes import Outcome
from coldread.orders.push.webhook_status import Fate
from coldread.orders.rules.lifecycle import BillingStatus, DeliveryStatus, NextAction, Status
from coldread.orders.rules.requests import Source
from coldread.payments.prices import BillingMethod
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.submissions.requests import Protocol
from coldread.watches.rules import Rhythm, WatchEnded, WatchState

CLIENTS = Path(__file__).parents[1] / "clients"
FOLDER = CLIENTS / "python" / "src" / "coldread_client"
RENDERED = "rendered from the tables by `make docs`"
REF = "#/components/schemas/"
LONGEST_CHOICE = 80

#: name in the client, and whose words these are
WORDS: dict[str, type[StrEnum]] = {
    "OrderStatus": Status,
    "NextAction": NextAction,
    "BillingStatus": BillingStatus,
    "DeliveryStatus": DeliveryStatus,
    "BillingMethod": BillingMethod,
    "PrimaryGoal": PrimaryGoal,
    "Source": Source,
    "Language": Language,
    "Protocol": Protocol,
    "WebhookState": Fate,
    "WebhookOutcome": Outcome,
    "Rhythm": Rhythm,
    "WatchState": WatchState,
    "WatchEnded": WatchEnded,
    "ChangeKind": ChangeKind,
}
#: name in the client, name in the description, and fields that the client's calls take by themselves
TYPES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Link", "Link", ()),
    ("Price", "PriceShape", ()),
    ("BillingDetails", "BillingDetails", ()),
    ("ClientHint", "ClientHint", ()),
    ("OrderFields", "OrderRequest", ("dry_run",)),
    ("Placed", "OrderRequestResponse", ()),
    ("MissingField", "MissingField", ()),
    ("DryRun", "DryRun", ()),
    ("WaitsFor", "WaitsFor", ()),
    ("Order", "Order", ()),
    ("InfoFields", "InfoRequest", ("message",)),
    ("InfoTaken", "InfoTaken", ()),
    ("Webhook", "WebhookSeen", ()),
    ("OrderWebhooks", "OrderWebhooks", ()),
    ("Stage", "Stage", ()),
    ("Quote", "Quote", ()),
    ("Fact", "Fact", ()),
    ("Line", "Line", ()),
    ("PagePrice", "Price", ()),
    ("ProofItem", "ProofItem", ()),
    ("Claim", "Claim", ()),
    ("Behind", "Behind", ()),
    ("Step", "Step", ()),
    ("Contact", "Contact", ()),
    ("DatedLine", "DatedLine", ()),
    ("Reading", "Reading", ()),
    ("NetPrice", "NetPrice", ()),
    ("UpgradeCta", "UpgradeCta", ()),
    ("NoteRegion", "NoteRegion", ()),
    ("MainControl", "MainControl", ()),
    ("WindowLoad", "WindowLoad", ()),
    ("PageLoad", "PageLoad", ()),
    ("Measured", "Measured", ()),
    ("Evidence", "FoundEvidence", ()),
    ("Fix", "FoundFix", ()),
    ("Finding", "FoundFinding", ()),
    ("PageWords", "FoundWords", ()),
    ("Answer", "FoundAnswer", ()),
    ("NotMeasured", "NotMeasuredShape", ()),
    ("SeverityCounts", "SeverityCounts", ()),
    ("Findings", "FoundFindings", ()),
    ("Scores", "FoundScores", ()),
    ("PageReview", "FoundReview", ()),
    ("NoteAnswer", "NoteAnswer", ()),
    ("NoteProblem", "NoteProblem", ()),
    ("ModelNotes", "ModelNotes", ()),
    ("ComparedPlace", "ComparedPlace", ()),
    ("ComparedFinding", "ComparedFinding", ()),
    ("Scan", "ScanResponse", ()),
    ("ScoresCompared", "ScoresCompared", ()),
    ("FindingsCompared", "FindingsCompared", ()),
    ("ComparedTo", "ComparedTo", ()),
    ("ComparedSide", "ComparedSide", ()),
    ("ComparedText", "ComparedText", ()),
    ("ComparedControl", "ComparedControl", ()),
    ("ComparedAnswer", "ComparedAnswer", ()),
    ("ComparedMetric", "ComparedMetric", ()),
    ("ComparedLoad", "ComparedLoad", ()),
    ("ComparedPicture", "ComparedPicture", ()),
    ("ScansCompared", "ScansCompared", ()),
    ("PageBeside", "PageBeside", ()),
    ("AnswerBeside", "AnswerBeside", ()),
    ("QuestionBeside", "QuestionBeside", ()),
    ("FactBeside", "FactBeside", ()),
    ("DifferenceBeside", "DifferenceBeside", ()),
    ("SideBySide", "SideBySide", ()),
    ("Rescan", "RescanResponse", ()),
    ("QuickFix", "QuickFix", ()),
    ("AuditFinding", "AuditFinding", ()),
    ("Audit", "Audit", ()),
    ("SubmissionFields", "EndpointSubmission", ("endpoint_url", "name")),
    ("SubmissionTaken", "SubmissionTaken", ()),
    ("WatchFields", "WatchRequest", ("url", "primary_goal", "email")),
    ("WatchAsked", "WatchAsked", ()),
    ("WatchChange", "WatchChange", ()),
    ("WatchRun", "WatchRun", ()),
    ("Watch", "Watch", ()),
    ("ReadinessCheck", "ReadinessCheck", ()),
    ("Review", "Review", ()),
    ("Submission", "Submission", ()),
)


def client_files() -> dict[Path, str]:
    files = {
        "statuses.py": _statuses(),
        "shapes.py": _shapes(),
        "problems.py": _problems(),
        "auth_challenges.py": _shared(auth_challenges),
    }
    beside = CLIENTS / "mcp" / "src" / "coldread_mcp" / "bridge.py"
    return {
        **{FOLDER / name: _laid_out(FOLDER / name, text) for name, text in files.items()},
        beside: _shared(bridge),
    }


def _laid_out(path: Path, text: str) -> str:
    """As `make format` would leave it."""
    command = [str(Path(sys.executable).parent / "ruff"), "format", "--stdin-filename", str(path), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own formatter


def _shared(module: ModuleType) -> str:
    """A file that both sides have, word for word: the client cannot import it from the house."""
    return inspect.getsource(module)


def _statuses() -> str:
    literals = "\n".join(
        f"{name} = Literal[\n" + "".join(f'    "{word}",\n' for word in words) + "]"
        for name, words in WORDS.items()
    )
    return f'''"""The words that answers and requests are made of; {RENDERED}."""

from typing import Literal

{literals}
'''


def _problems() -> str:
    classes = "\n\n\n".join(
        f"class {_class_name(row.slug)}({'PaymentNeeded' if row.status == 402 else 'ProblemError'}):\n"
        + _doc(f"{row.status}: {row.title}.")
        for row in PROBLEMS
    )
    table = "".join(f'    "{row.slug}": {_class_name(row.slug)},\n' for row in PROBLEMS)
    return f'''"""An exception for every problem type; {RENDERED}."""

from __future__ import annotations

from coldread_client.errors import PaymentNeeded, ProblemError


{classes}


BY_SLUG: dict[str, type[ProblemError]] = {{
{table}}}
'''


def _shapes() -> str:
    described = describe(endpoints(), Settings(payment_chain_id=42431, webhooks=True, watch=True))[
        "components"
    ]["schemas"]
    names = {name: ours for ours, name, _ in TYPES}
    names |= {kind.__name__: ours for ours, kind in WORDS.items()}
    classes = "\n\n\n".join(
        _typed_dict(ours, described[name], left_out, described, names) for ours, name, left_out in TYPES
    )
    words = "".join(f"    {name},\n" for name in sorted(WORDS))
    return f'''"""What the service takes and answers, as plain dictionaries with their types; {RENDERED}.

Fields that are not listed may come too.
"""

from __future__ import annotations

from typing import {"Any, " if "Any" in classes else ""}Literal, NotRequired, TypedDict

from coldread_client.statuses import (
{words})


{classes}
'''


def _typed_dict(
    name: str,
    schema: dict[str, Any],
    left_out: tuple[str, ...],
    described: dict[str, Any],
    names: dict[str, str],
) -> str:
    required = set(schema.get("required", ()))
    lines = [f"class {name}(TypedDict):", _doc(schema.get("description", name))]
    fields = []
    for field, inner in schema["properties"].items():
        if field in left_out:
            continue
        kind = _type(inner, described, names)
        fields.append(f"    {field}: {kind if field in required else f'NotRequired[{kind}]'}")
    return "\n".join([*lines, "", *fields])


def _type(schema: dict[str, Any], described: dict[str, Any], names: dict[str, str]) -> str:  # noqa: PLR0911 - a table of kinds
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return names[name] if name in names else _type(described[name], described, names)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(option, described, names) for option in schema["anyOf"]))
    if "const" in schema:
        return f"Literal[{_literal(schema['const'])}]"
    if "enum" in schema:
        return _choice([_literal(word) for word in schema["enum"]])
    match schema.get("type"):
        case "array":
            return f"list[{_type(schema.get('items', {}), described, names)}]"
        case "object":
            inner = schema.get("additionalProperties")
            return f"dict[str, {_type(inner, described, names) if isinstance(inner, dict) else 'Any'}]"
        case kind:
            simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
            return simple.get(str(kind), "Any")


def _choice(words: list[str]) -> str:
    """On one line where it fits, else a word a line, as the formatter lays it out."""
    line = f"Literal[{', '.join(words)}]"
    if len(line) <= LONGEST_CHOICE:
        return line
    return "Literal[\n" + "".join(f"        {word},\n" for word in words) + "    ]"


def _literal(word: object) -> str:
    return f'"{word}"' if isinstance(word, str) else repr(word)


def _class_name(slug: str) -> str:
    return "".join(part.capitalize() for part in slug.split("-"))


def _doc(text: str) -> str:
    if len(text) < 100:
        return f'    """{text}"""'
    wrapped = textwrap.fill(text, 100, initial_indent="    ", subsequent_indent="    ").strip()
    return f'    """{wrapped}\n    """'


def main() -> int:
    stale = [path for path, text in client_files().items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.name} of the client is out of date: run `make docs`")
        return 1 if stale else 0
    for path, text in client_files().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
