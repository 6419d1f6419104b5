"""Gaps between tables of facts, found when a process starts, and reported all at once in sentences.

`coldread serve` and `coldread work` refuse to start if a row is missing, `coldread doctor` lists them, and a test requires none.
What is missing inside a single module is refused when it is imported (`base.table_checks`); this module checks across layers and
folders. Files are found by name, and nothing is imported that a server would not import. Reading texts and lexicons
takes all but 15 of its 90 ms, and they stay loaded."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from starlette.routing import compile_path

from coldread import worker
from coldread.base.languages import Language
from coldread.base.settings import LETTER_KINDS, Settings
from coldread.base.table_checks import gaps
from coldread.base.texts.gaps import gaps as unsaid_texts
from coldread.jobs.job import JOBS, NAMED
from coldread.mail.letters import LETTERS
from coldread.orders.rules.lifecycle import STATES, Status, contradictions
from coldread.orders.rules.status_words import WORDS
from coldread.orders.tables import orders
from coldread.pages.language_files import gaps as missing_language_files
from coldread.payments import accepted
from coldread.payments.tables import payments
from coldread.protocols.a2a.task import State as TaskState
from coldread.scanner.goals import gaps as goals_without_lexicon
from coldread.scanner.judge import rubric
from coldread.scanner.judge.finding import dimension_of
from coldread.scanner.judge.reasons import reason
from coldread.scanner.page.phrases import lexicon_gaps

HERE = Path(__file__).parent
_REASON = re.compile(rb"\bNot(?:Measured|Applicable)\(\"([\w-]+)\"\)")
_PARAMETER = re.compile(r"\{\w+\}")
_TASK, _ASKED = (
    re.compile(rb"\"(\w+\.\w+)\": \w"),
    re.compile(rb"isolated(?:_tasks)?\.run\([A-Z]+, \"([\w.]+)\""),
)


def list_gaps(*, serving: bool = True) -> list[str]:
    """Everything that is missing: a sentence for each, which says what and where it belongs.

    A worker serves no addresses and does not import their modules (0.4 s of its start)."""
    checks = (*CHECKS, *SERVING) if serving else CHECKS
    return [sentence for check in checks for sentence in check()]


def unregistered_job_files() -> Iterable[str]:
    """A file of jobs that the worker does not import: its jobs would wait for ever."""
    registered = {Path(file.__file__ or "") for file in worker.JOB_FILES}
    for path in sorted(HERE.glob("*/*jobs.py")):
        if path not in registered and "@job(" in path.read_text("utf-8"):
            yield f"{path.relative_to(HERE)} has jobs and is not in worker.JOB_FILES"


def effects_without_function() -> Iterable[str]:
    """An effect of a status that no function does."""
    for row in STATES:
        for job in row.then:
            if job not in JOBS:
                yield f"orders/rules/lifecycle: {row.status} brings about {job}, and no function does it"


def jobs_without_function() -> Iterable[str]:
    """A job that is deferred somewhere and has no function: it would become a dead job."""
    effects = {job for row in STATES for job in row.then}
    for name in NAMED:
        if name not in JOBS and name not in effects:
            yield f"{name} is put off, and no function does it: decorate one with @job in a file of worker.JOB_FILES"


def statuses_without_words() -> Iterable[str]:
    """A status without words: the order's page and A2A would answer 500."""
    yield from gaps(WORDS, Status, "orders/rules/status_words")


def statuses_that_do_not_fit() -> Iterable[str]:
    """A value in a row of the lifecycle that the tables, or A2A, do not have."""
    yield from contradictions()
    longest: int = orders.c.status.type.length  # type: ignore[attr-defined]  # it is a String
    for row in STATES:
        if len(row.status) > longest:
            yield f"orders/rules/lifecycle: {row.status} is longer than {longest} characters, the column's most"
        if row.timestamp and row.timestamp not in orders.c:
            yield f"orders/rules/lifecycle: {row.status} sets {row.timestamp}, which the table orders has not"
        if row.a2a not in tuple(TaskState):
            yield f"orders/rules/lifecycle: {row.status} is {row.a2a} to A2A, which has no such state"


def unlisted_check_files() -> Iterable[str]:
    """A check that no scan runs, that has no words, or whose dimension has no weight."""
    listed = {getattr(row.judge, "func", row.judge).__module__ for row in rubric.CHECKS}
    dimensions = {row.name for row in rubric.DIMENSIONS}
    checks = HERE / "scanner/judge/checks"
    for path in sorted(checks.glob("*/*.py")):
        source, where = path.read_bytes(), path.relative_to(HERE)
        if b"\nMETA = Meta(" in source and ".".join(("coldread", *where.with_suffix("").parts)) not in listed:
            yield f"{where} is not in CHECKS of scanner/judge/rubric.py"
        for key in sorted({found.decode() for found in _REASON.findall(source)}):
            try:
                reason(key, Language.EN)
            except LookupError:
                yield f"{where} answers {key}, which [reason] of scanner/judge/texts/<language>.toml has no words for"
    for row in rubric.CHECKS:
        if dimension_of(row.meta.id) not in dimensions:
            yield f"the check {row.meta.id} belongs to no dimension of scanner/judge/rubric.py"
    for name, number in Counter(row.meta.id for row in rubric.CHECKS).items():
        if number > 1:
            yield f"{number} checks are named {name}"


def tasks_without_function() -> Iterable[str]:
    """Names of isolated tasks that are in no table: the caller would get an error."""
    files = {path: path.read_bytes() for path in sorted(HERE.rglob("*.py"))}
    defined = {name for source in files.values() for name in _TASK.findall(source)}
    for path, source in files.items():
        for name in _ASKED.findall(source):
            if name not in defined:
                yield f"{path.relative_to(HERE)} asks for the isolated task {name.decode()}, which no TASKS names"


def unregistered_endpoint_files() -> Iterable[str]:
    """A file of endpoints that is in no table: each address would be 404."""
    from coldread import asgi

    tables = {Path(surface.__file__ or "") for surface in asgi.SURFACES}
    registered = {Path(file.__file__ or "") for surface in asgi.SURFACES for file in surface.FILES} | tables
    for floor in ("api", "pages", "protocols"):
        for path in sorted((HERE / floor).rglob("*.py")):
            if path not in registered and b"\nENDPOINTS = Endpoints(" in path.read_bytes():
                nearest = max(
                    (table for table in tables if table.parent in path.parents), key=lambda at: len(at.parts)
                )
                yield f"{path.relative_to(HERE)} has endpoints and is not in FILES of {nearest.relative_to(HERE)}"


def endpoints_that_clash() -> Iterable[str]:
    """Two endpoints with the same address or operation name, and an answer that leads to an unknown operation."""
    from coldread import asgi

    rows = asgi.endpoints()
    for place, number in Counter(f"{row.method} {row.path}" for row in rows).items():
        if number > 1:
            yield f"{place} is served by {number} endpoints"
    names = Counter(row.name for row in rows)
    for name, number in names.items():
        if number > 1:
            yield f"{number} endpoints are named {name}"
    for row in rows:
        for name in (name for reply in row.replies for name in reply.leads_to):
            if name not in names:
                yield f"{row.method} {row.path} leads to {name}, and no endpoint has that name"


def addresses_without_endpoint() -> Iterable[str]:
    """A link, a skill or a tool with an address that no endpoint serves."""
    from coldread import asgi
    from coldread.base.links import RELATIONS
    from coldread.protocols.mcp.resources import RESOURCES
    from coldread.protocols.mcp.tools import TOOLS
    from coldread.web.skills import SKILLS

    served = [(row.method, compile_path(row.path)[0]) for row in asgi.endpoints()]
    linked = [
        *((f"base/links: {row.name} of {row.of}", row.method, row.path) for row in RELATIONS),
        *((f"web/skills: {row.id}", row.method, row.path) for row in SKILLS),
        *((f"protocols/mcp/tools: {row.name}", row.method, row.path) for row in TOOLS),
        *((f"protocols/mcp/resources: {row.name}", "GET", row.path) for row in RESOURCES),
    ]
    for where, method, path in linked:
        example = _PARAMETER.sub("x", path)
        if not any(method == served_method and pattern.match(example) for served_method, pattern in served):
            yield f"{where} leads to {method} {path}, and no endpoint serves it"


def payment_methods_that_do_not_fit() -> Iterable[str]:
    """A payment method that is in no table, that reads unknown settings, or that no ledger row can store."""
    names = {field.name for field in dataclasses.fields(Settings)}
    listed = {row.open.__module__ for row in accepted.METHODS}
    for path in sorted((HERE / "payments/methods").glob("*.py")):
        if (
            b"= PaymentMethod(" in path.read_bytes()
            and f"coldread.payments.methods.{path.stem}" not in listed
        ):
            yield f"payments/methods/{path.name} is not in METHODS of payments/accepted.py"
    for row in accepted.METHODS:
        for name in sorted({*row.needs, row.network} - names):
            yield f"the payment method {row.name} reads the setting {name}, and there is none"
        for column, text in (("method", row.name), *(("kind", kind) for kind in row.modes)):
            longest: int = payments.c[column].type.length  # type: ignore[attr-defined]  # it is a String
            if len(text) > longest:
                yield f"the payment method {row.name}: {text} is longer than {longest} characters, the column's most"


def letters_that_cannot_be_written() -> Iterable[str]:
    """A letter without its text, or whose text uses values that are not given: it would fail on every try."""
    from coldread.mail.compose import wanted_by

    for name in sorted({row.kind for row in LETTERS if row.sent_by_choice} ^ set(LETTER_KINDS)):
        yield f"the letter {name} is in only one of mail/letters (sent_by_choice) and base/settings (LETTER_KINDS)"
    for row in LETTERS:
        for language in row.languages:
            file = f"mail/templates/{row.kind}.{language}.txt"
            wanted = wanted_by(row.kind, language)
            if wanted is None:
                yield f"{file} is missing"
                continue
            if row.to == "customer" and not (row.button and set(row.button.leads_to) <= set(row.values)):
                yield f"the letter {row.kind} has no button that leads to one of its values"
            for name in sorted(wanted - set(row.values)):
                yield f"{file} wants {name}, which the row {row.kind} of mail/letters does not give"


#: one function for each kind of missing row; each yields sentences
CHECKS: tuple[Callable[[], Iterable[str]], ...] = (
    unregistered_job_files,
    effects_without_function,
    jobs_without_function,
    statuses_without_words,
    statuses_that_do_not_fit,
    unsaid_texts,
    missing_language_files,
    lexicon_gaps,
    goals_without_lexicon,
    unlisted_check_files,
    payment_methods_that_do_not_fit,
    tasks_without_function,
)
#: those of a process that answers requests: it has every address and the template engine
SERVING: tuple[Callable[[], Iterable[str]], ...] = (
    unregistered_endpoint_files,
    endpoints_that_clash,
    addresses_without_endpoint,
    letters_that_cannot_be_written,
)
