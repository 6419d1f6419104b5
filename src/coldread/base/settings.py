"""Every setting of the service: one field each, read once from the environment (prefix `COLDREAD_`).

Each field carries its meaning, so that `docs/reference/settings.md` and `coldread doctor` are read from here.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from coldread.base.parse_value import BaseUnits, Network, parse_value

PREFIX = "COLDREAD_"

MAIN_CHAIN, TEST_CHAIN = 4217, 42431


class SettingsError(Exception):
    """One or more settings cannot be used; `faults` says which and why."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


def setting(default: Any, meaning: str, *, secret: bool = False, shown: str | None = None) -> Any:
    """A settings field; `shown` replaces a default that is worked out from others in the reference."""
    return dataclasses.field(default=default, metadata={"meaning": meaning, "secret": secret, "shown": shown})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """The whole configuration, frozen. Names in the environment are the field names in capitals."""

    host: str = setting("127.0.0.1", "Address to listen on.")
    port: int = setting(8000, "Port to listen on.")
    base_url: str = setting(
        "", "Prefix of every absolute address that the service prints.", shown="http://localhost:{port}"
    )
    error_type_base: str = setting("", "Prefix of every problem `type`.", shown="{base_url}/errors")
    env: Literal["development", "production"] = setting(
        "development",
        "`production` refuses generated secrets, the test chain and a non-empty `COLDREAD_SCAN_ALLOW_HOSTS`.",
    )
    log_format: Literal["auto", "json", "text"] = setting(
        "auto", "`auto` writes for people on a terminal and one JSON object a line elsewhere."
    )
    data_dir: Path = setting(
        Path("data"), "SQLite file, artifacts, screenshots, generated secrets (mode 0600).", shown="./data"
    )
    database_url: str = setting(
        "", "`postgresql://…`, or `sqlite:///path`.", secret=True, shown="SQLite file in the data dir"
    )
    store: Literal["auto", "files", "database"] = setting(
        "auto",
        "Where deliverables are kept: `files` under the data dir or in the `database`; "
        "`auto` is files beside SQLite and the database on PostgreSQL, where several machines share it.",
    )
    admin_secret: tuple[str, ...] = setting(
        (),
        "Bearer of the operator endpoints, at least 32 characters; two comma-separated values while rotating.",
        secret=True,
        shown="generated into the data dir outside production",
    )
    pipeline_key: tuple[str, ...] = setting(
        (),
        "`X-Pipeline-Key` of the analysis pipeline's callbacks; same rules as the admin secret.",
        secret=True,
        shown="generated into the data dir outside production",
    )
    chromium: str = setting("", "Path of the browser.", shown="searched")
    chromium_no_sandbox: bool = setting(
        False, "Production refuses to render without Chromium's sandbox unless this is 1."
    )
    scan_allow_hosts: tuple[str, ...] = setting(
        (), "`host:port` list exempt from the egress policy (local pages, tests); refused in production."
    )
    scan_engine: Literal["auto", "pipeline", "lite", "external"] = setting(
        "auto",
        "`pipeline`: a browser looks, or the scan fails (502); `lite`: the source alone; `auto`: pipeline where a browser "
        "is found and free, else lite; `external`: `COLDREAD_PIPELINE_URL` is asked and calls back.",
    )
    scan_deadline_s: int = setting(
        15, "Seconds that a whole scan may take; each of its parts gets its share. More on a slow machine."
    )
    pipeline_url: str = setting(
        "", "Where an outside pipeline takes scans (engine `external`).", shown="unset"
    )
    scan_limit_url: int = setting(3, "Free scans per page address and UTC day; 0 = off.")
    scan_limit_ip: int = setting(50, "Free scans per client address and UTC day; 0 = off.")
    scan_limit_global: int = setting(100, "Free scans of all together per UTC day; 0 = off.")
    trusted_proxies: tuple[Network, ...] = setting((), "Networks whose `X-Forwarded-For` is believed.")
    limit_create_per_hour: int = setting(1000, "Orders created per client address and hour; 0 = off.")
    limit_reads_per_min: int = setting(1200, "Reads by id per client address and minute; 0 = off.")
    limit_misses_per_10min: int = setting(
        300, "Unknown ids per client address and ten minutes before its id reads are refused; 0 = off."
    )
    limit_submit_per_day: int = setting(5, "Endpoints submitted per client address and UTC day; 0 = off.")
    limit_submit_global_per_day: int = setting(
        500, "Endpoints submitted by all clients together per UTC day; 0 = off."
    )
    metrics_token: tuple[str, ...] = setting(
        (),
        "Bearer with which `/metrics` is read, at least 32 characters; unset: only signed-in operators read it.",
        secret=True,
        shown="unset",
    )
    limit_logins_per_10min: int = setting(
        30, "Sign-ins to the console per client address and ten minutes; 0 = off."
    )
    v2_cutover_at: dt.datetime | None = setting(
        None, "RFC 3339. From then on the V1 paths answer 308 for 60 days, then 404.", shown="unset"
    )
    v1_deprecated_at: dt.datetime = setting(
        dt.datetime(2026, 4, 25, tzinfo=dt.UTC),
        "RFC 3339. The date in the `Deprecation` header of V1.",
        shown="2026-04-25",
    )
    legacy_card_until: dt.date = setting(
        dt.date(2026, 6, 25), "Last UTC day on which `/.well-known/agent.json` redirects."
    )
    service_mode: Literal["open", "closed"] = setting(
        "open", "`closed`: nothing new is taken (503 `service-closed`), existing orders go on."
    )
    sandbox: bool = setting(
        False, "1: orders with `sandbox: true` are taken and walk through their whole life by themselves."
    )
    sandbox_step_s: int = setting(15, "Seconds that a sandbox order stays in each status.")
    expiry_policy: Literal["strict", "extend_paid"] = setting(
        "strict",
        "`strict`: reads answer 404 seven days after creation. `extend_paid`: an invoice moves the end to "
        "17 days after it, a payment to 72 hours + 30 days after it.",
    )
    draft_after_s: int = setting(3600, "Seconds from `paid` until the draft is published.")
    smtp_url: str = setting(
        "",
        "`smtp://host:port` or `smtps://user:pass@host:port`; unset: letters are written as `.eml` files under the data dir.",
        secret=True,
        shown="unset",
    )
    mail_from: str = setting("coldread@localhost", "Sender of every letter.")
    operator_email: str = setting(
        "", "Where the operator's own notices go; unset: none are written.", shown="unset"
    )
    retention_days: int = setting(365, "Days that deliverables stay readable after delivery.")
    seller_name: str = setting("", "Who sells: legal name.", shown="unset")
    seller_org_number: str = setting("", "Who sells: organisation number.", shown="unset")
    seller_vat_id: str = setting("", "Who sells: VAT id.", shown="unset")
    seller_address: str = setting("", "Who sells: postal address.", shown="unset")
    seller_email: str = setting("", "Who sells: e-mail address for questions.", shown="unset")
    mobile_payee: str = setting(
        "", "Number that mobile payments go to; unset: mobile payment is not offered.", shown="unset"
    )
    llm_provider: Literal["none", "openai", "anthropic"] = setting(
        "none", "Who words what was found: `openai` is any compatible endpoint; `none`: rules alone."
    )
    llm_base_url: str = setting("", "Address of the model's interface.", shown="the provider's own")
    llm_model: str = setting("", "Name of the model.", shown="unset")
    llm_api_key: str = setting("", "Key of the model's interface.", secret=True, shown="unset")
    payment_chain_id: int = setting(
        0,
        "Chain on which calls are paid; must equal the RPC's own answer.",
        shown="42431; 4217 in production",
    )
    payment_rpc_url: str = setting(
        "", "RPC of the chain; explicit in production.", secret=True, shown="the test network's"
    )
    payment_recipient: str = setting(
        "", "Address that is paid; explicit in production.", shown="a wallet generated into the data dir"
    )
    payment_currency: str = setting(
        "", "Address of the token that is taken; explicit in production.", shown="the test network's pathUSD"
    )
    payment_secret: tuple[str, ...] = setting(
        (),
        "Key that challenges are bound with, at least 32 characters; two comma-separated values while rotating.",
        secret=True,
        shown="generated into the data dir outside production",
    )
    payment_challenge_ttl_s: int = setting(300, "Seconds that a challenge can be paid.")
    payment_rate_per_min: int = setting(60, "Calls with a credential per client address and minute; 0 = off.")
    payment_daily_budget_usdc: BaseUnits = setting(
        BaseUnits(100_000_000),
        "What paid calls may take in a UTC day, decimals allowed (`0.50`); 0 = spent.",
        shown="100",
    )
    payment_rpc_timeout_s: int = setting(10, "Seconds that one question to the RPC may take.")
    payment_lease_s: int = setting(
        10, "Seconds after which another process takes over a paid call whose process died."
    )

    @property
    def is_production(self) -> bool:
        return self.env == "production"

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def keeps_files_in_database(self) -> bool:
        return self.store == "database" or (self.store == "auto" and not self.is_sqlite)


def env_name(field: str) -> str:
    return PREFIX + field.upper()


def read(environ: Mapping[str, str]) -> Settings:
    """The settings in `environ`, with what follows from them filled in; raises SettingsError with every fault."""
    hints = typing.get_type_hints(Settings)
    values: dict[str, Any] = {}
    faults: list[str] = []
    for field in dataclasses.fields(Settings):
        raw = environ.get(env_name(field.name), "").strip()
        if not raw:
            continue
        try:
            values[field.name] = parse_value(raw, hints[field.name])
        except ValueError as error:
            faults.append(f"{env_name(field.name)}: {error}")
    if faults:
        raise SettingsError(faults)
    settings = _completed(Settings(**values))
    faults = _refusals(settings)
    if faults:
        raise SettingsError(faults)
    return settings


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """Names that carry our prefix and mean nothing to us: most often a typing error."""
    known = {env_name(field.name) for field in dataclasses.fields(Settings)}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)


def _completed(settings: Settings) -> Settings:
    base_url = (settings.base_url or f"http://localhost:{settings.port}").rstrip("/")
    return dataclasses.replace(
        settings,
        base_url=base_url,
        error_type_base=(settings.error_type_base or f"{base_url}/errors").rstrip("/"),
        database_url=settings.database_url or f"sqlite:///{settings.data_dir / 'coldread.db'}",
        payment_chain_id=settings.payment_chain_id or (MAIN_CHAIN if settings.is_production else TEST_CHAIN),
    )


def _refusals(settings: Settings) -> list[str]:
    faults = []
    for name in ("base_url", "error_type_base"):
        parts = urlsplit(getattr(settings, name))
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            faults.append(f"{env_name(name)}: must be an absolute http or https address")
    if not settings.database_url.startswith(("sqlite:///", "postgresql://", "postgres://")):
        faults.append(f"{env_name('database_url')}: must start with postgresql:// or sqlite:///")
    for name in ("admin_secret", "pipeline_key", "metrics_token"):
        keys = getattr(settings, name)
        if any(len(key) < 32 for key in keys):
            faults.append(f"{env_name(name)}: each value needs at least 32 characters")
        if settings.is_production and not keys and name != "metrics_token":
            faults.append(f"{env_name(name)}: must be set in production")
    if set(settings.admin_secret) & set(settings.pipeline_key):
        faults.append(f"{env_name('pipeline_key')}: must differ from the admin secret")
    if settings.is_production and settings.scan_allow_hosts:
        faults.append(f"{env_name('scan_allow_hosts')}: must be empty in production")
    if settings.is_production and not settings.seller_name:
        faults.append(f"{env_name('seller_name')}: production needs to say who sells")
    faults += _scan_refusals(settings) + _model_refusals(settings)
    for name in (
        "scan_limit_url",
        "scan_limit_ip",
        "scan_limit_global",
        "draft_after_s",
        "sandbox_step_s",
        "limit_submit_per_day",
        "limit_submit_global_per_day",
        "limit_create_per_hour",
        "limit_reads_per_min",
        "limit_misses_per_10min",
        "payment_rate_per_min",
        "payment_daily_budget_usdc",
        "limit_logins_per_10min",
    ):
        if getattr(settings, name) < 0:
            faults.append(f"{env_name(name)}: must not be negative")
    return faults + _payment_refusals(settings)


def _scan_refusals(settings: Settings) -> list[str]:
    faults = []
    if settings.scan_engine == "external" and not settings.pipeline_url:
        faults.append(f"{env_name('pipeline_url')}: the engine `external` needs it")
    if settings.scan_deadline_s < 5:
        faults.append(f"{env_name('scan_deadline_s')}: must be at least 5")
    return faults


def _payment_refusals(settings: Settings) -> list[str]:
    faults = []
    if settings.payment_chain_id not in {MAIN_CHAIN, TEST_CHAIN}:
        faults.append(
            f"{env_name('payment_chain_id')}: must be {MAIN_CHAIN} or {TEST_CHAIN} (the test network)"
        )
    if settings.is_production and settings.payment_chain_id == TEST_CHAIN:
        faults.append(f"{env_name('payment_chain_id')}: production takes no payments on the test network")
    for name in ("payment_rpc_url", "payment_recipient", "payment_currency", "payment_secret"):
        if settings.is_production and not getattr(settings, name):
            faults.append(f"{env_name(name)}: must be set in production")
    for name in ("payment_recipient", "payment_currency"):
        value = getattr(settings, name)
        if value and not re.fullmatch(r"0x[0-9a-fA-F]{40}", value):
            faults.append(f"{env_name(name)}: must be an address, 0x and 40 hexadecimal digits")
    if settings.payment_rpc_url and not settings.payment_rpc_url.startswith(("http://", "https://")):
        faults.append(f"{env_name('payment_rpc_url')}: must be an http or https address")
    if len(settings.payment_secret) > 2 or any(len(key) < 32 for key in settings.payment_secret):
        faults.append(f"{env_name('payment_secret')}: one or two values of at least 32 characters each")
    faults.extend(
        f"{env_name(name)}: must be at least 1"
        for name in ("payment_challenge_ttl_s", "payment_rpc_timeout_s", "payment_lease_s")
        if getattr(settings, name) < 1
    )
    return faults


def _model_refusals(settings: Settings) -> list[str]:
    faults = []
    if settings.llm_provider != "none" and not settings.llm_model:
        faults.append(f"{env_name('llm_model')}: the provider needs a model's name")
    if settings.llm_base_url and not settings.llm_base_url.startswith(("http://", "https://")):
        faults.append(f"{env_name('llm_base_url')}: must be an absolute http or https address")
    return faults
