"""`coldread doctor`: what is configured, what is missing, and what follows from it."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from coldread.base import private, secrets_dir
from coldread.base import settings as settings_of
from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.settings import Settings, SettingsError
from coldread.llm.endpoint import endpoint_host
from coldread.llm.gate import Purpose, may_spend
from coldread.llm.shared_gate import tokens_today
from coldread.migrations import apply
from coldread.payments.accepted import INSTALL, installed_methods, missing_settings
from coldread.payments.prices import CALLS
from coldread.scanner.scanner import find_browser
from coldread.scanner.visit.render.errors import RenderError
from coldread.scanner.visit.render.renderer import Renderer
from coldread.services import scanner_options
from coldread.startup_checks import list_gaps

BY_HTML_ALONE = "pages are judged by their HTML alone"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """One line: ✓ fine, ! works but needs attention, ✗ the service cannot run like this."""

    mark: str
    what: str
    says: str


def examine(environ: Mapping[str, str]) -> list[Diagnosis]:
    try:
        settings = settings_of.read(environ)
    except SettingsError as error:
        return [bad("settings", fault) for fault in error.faults]
    if missing := missing_settings(settings):
        return [bad("settings", fault) for fault in missing]
    return [
        _environment(settings),
        *(
            warn("settings", f"{name} means nothing here: a typing error?")
            for name in settings_of.unknown_names(environ)
        ),
        good("address", f"listens on {settings.host}:{settings.port}, prints {settings.base_url}"),
        _data_dir(settings),
        _database(settings),
        _admin(settings),
        _browser(settings),
        _seller(settings),
        _model(settings),
        _payments(settings),
        *_calls_by_model(settings),
        _diagnose_service_mode(settings),
        _v1(settings),
        *_tables(),
    ]


def _environment(settings: Settings) -> Diagnosis:
    if settings.is_production:
        return good("environment", "production")
    return warn("environment", "development: secrets are generated, local pages may be scanned where listed")


def _data_dir(settings: Settings) -> Diagnosis:
    folder = settings.data_dir.absolute()
    nearest = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not os.access(nearest, os.W_OK):
        return bad("data dir", f"{folder} cannot be written")
    if open_to_others := private.open_places(settings):
        named = ", ".join(str(path) for path in open_to_others)
        return warn(
            "data dir", f"others on this machine may read {named}; `serve` and `work` close what is theirs"
        )
    free = shutil.disk_usage(nearest).free // 2**30
    return good("data dir", f"{folder}, {free} GiB free")


def _database(settings: Settings) -> Diagnosis:
    kind = "SQLite" if settings.is_sqlite else "PostgreSQL"
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    if settings.is_sqlite and not path.exists():
        return good("database", f"{kind}, {path} is made at the first start")
    try:
        current = apply.current_step(settings.database_url)
    except Exception as error:
        return bad("database", f"{kind} does not answer: {str(error).splitlines()[0]}")
    if current != apply.newest_step():
        return warn(
            "database",
            f"{kind} is at {current or 'nothing'}, this version wants {apply.newest_step()}: `coldread migrate`",
        )
    return good("database", f"{kind}, schema {current}")


def _admin(settings: Settings) -> Diagnosis:
    if settings.admin_secret:
        rotating = ", two values: rotating" if len(settings.admin_secret) > 1 else ""
        return good("admin secret", f"from COLDREAD_ADMIN_SECRET{rotating}")
    return warn("admin secret", f"generated, in {secrets_dir.path_of(settings.data_dir, 'admin_secret')}")


def _browser(settings: Settings) -> Diagnosis:
    """Start it: the browser or its driver may lack a library."""
    how = scanner_options(settings)
    if how.engine == "lite":
        return good("browser", "none wanted: COLDREAD_SCAN_ENGINE is lite")
    path = find_browser(how.chromium)
    if not path:
        return warn("browser", f"none found: {BY_HTML_ALONE}; apt-get install chromium")
    try:
        asyncio.run(_start_and_close_browser(path, no_sandbox_permitted=how.no_sandbox_permitted))
    except RenderError as error:
        return warn("browser", f"{path} does not start: {error}: {BY_HTML_ALONE}")
    return good("browser", f"{path} starts")


async def _start_and_close_browser(path: str, *, no_sandbox_permitted: bool) -> None:
    renderer = Renderer(chromium=path, no_sandbox_permitted=no_sandbox_permitted)
    try:
        await renderer.warm_up()
    finally:
        await renderer.close()


def _seller(settings: Settings) -> Diagnosis:
    if settings.seller_name:
        return good("seller", settings.seller_name)
    return warn("seller", "COLDREAD_SELLER_NAME is unset: the pay page cannot name who sells")


def _model(settings: Settings) -> Diagnosis:
    if settings.llm_provider == "none":
        return good("model", "none: reports, drafts and paid advice come from rules alone")
    asked = f"{settings.llm_model} at {endpoint_host(settings)}, up to {settings.llm_at_once} calls at once"
    has_database = not settings.is_sqlite or Path(settings.database_url.removeprefix("sqlite:///")).exists()
    try:
        spent = asyncio.run(_tokens_today(settings)) if has_database else 0
    except Exception as error:  # the line about the database has the details
        return warn("model", f"{asked}; the tokens of today cannot be read: {str(error).splitlines()[0]}")
    if not settings.llm_daily_tokens:
        return warn("model", f"{asked}; {spent} tokens today; COLDREAD_LLM_DAILY_TOKENS sets no bound")
    used = f"{spent} of {settings.llm_daily_tokens} tokens today"
    if not may_spend(Purpose.FREE, spent, settings.llm_daily_tokens):
        return warn("model", f"{asked}; {used}: free scans are not read any more today")
    return good("model", f"{asked}; {used}")


async def _tokens_today(settings: Settings) -> int:
    database = open_database(settings.database_url, Clock())
    try:
        return await database.read(tokens_today)
    finally:
        await database.close()


def _payments(settings: Settings) -> Diagnosis:
    if not installed_methods():
        return good("paid calls", f"not installed, so none are sold; to sell them: {INSTALL}")
    if settings.payment_chain_id == settings_of.MAIN_CHAIN:
        return good(
            "paid calls", f"chain {settings.payment_chain_id}, paid to {settings.payment_recipient or '?'}"
        )
    paid_to = settings.payment_recipient or "a wallet of its own (`coldread wallet`)"
    return warn("paid calls", f"on the test network, chain {settings.payment_chain_id}, paid to {paid_to}")


def _calls_by_model(settings: Settings) -> list[Diagnosis]:
    """Whether production sells quick-fix and audit without a model."""
    if not settings.is_production or settings.llm_provider != "none" or not installed_methods():
        return []
    named = " and ".join(call.name for call in CALLS if call.by_model)
    if settings.sell_without_model:
        says = "sold without a model (COLDREAD_SELL_WITHOUT_MODEL=1): the answers are gaps to fill, and buyers pay for them"
        return [warn(named, says)]
    return [good(named, "not sold, because no model is configured; they answer 503 and ask for no money")]


def _diagnose_service_mode(settings: Settings) -> Diagnosis:
    if settings.service_mode == "closed":
        return warn("service", "closed: new scans and orders get 503, existing orders go on")
    if settings.expiry_policy == "strict" and (settings.bank_account or settings.seller_org_number):
        return warn(
            "service",
            "open; expiry strict: seven days after an order was placed its address for agents answers 404, also where its "
            "invoice (14 days) is being paid or its final is late. Whoever sells by invoice sets "
            "COLDREAD_EXPIRY_POLICY=keep_paid",
        )
    return good(
        "service", f"open; expiry {settings.expiry_policy}; drafts {settings.draft_after_s} s after payment"
    )


def _v1(settings: Settings) -> Diagnosis:
    if settings.v2_cutover_at is None:
        return good("V1", "served natively with deprecation headers; COLDREAD_V2_CUTOVER_AT is unset")
    return good("V1", f"redirected for 60 days from {settings.v2_cutover_at.isoformat()}, then gone")


def _tables() -> list[Diagnosis]:
    """What is missing, so that `serve` and `work` refuse to start."""
    return [bad("tables", gap) for gap in list_gaps()] or [good("tables", "each has what the others need")]


def good(what: str, says: str) -> Diagnosis:
    return Diagnosis(mark="✓", what=what, says=says)


def warn(what: str, says: str) -> Diagnosis:
    return Diagnosis(mark="!", what=what, says=says)


def bad(what: str, says: str) -> Diagnosis:
    return Diagnosis(mark="✗", what=what, says=says)
