"""Every setting of the service: one field each, read once from the environment (prefix `COLDREAD_`).

Each field has its meaning and its bounds (`base.setting`); `docs/reference/settings.md` and `coldread doctor` read them
here. This file has more than 400 lines, since it is one table."""

from __future__ import annotations

import dataclasses
import datetime as dt
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from coldread.base.bank import MOST, bank_accounts
from coldread.base.languages import Language
from coldread.base.parse_value import BaseUnits, Network, can_parse, parse_value
from coldread.base.setting import (
    CHAIN_ADDRESS,
    DATABASE_ADDRESS,
    LANGUAGE,
    MAIL_ADDRESS,
    WEB_ADDRESS,
    row_of,
    setting,
)
from coldread.base.table_checks import Incomplete

PREFIX = "COLDREAD_"

MAIN_CHAIN, TEST_CHAIN = 4217, 42431

#: kinds of letters to a person who ordered on the form (`mail/letters`: `sent_by_choice`)
LetterKind = Literal[
    "none", "order_received", "question_asked", "order_accepted", "part_received", "payment_received",
    "order_rejected", "final_late", "withdrawal_received", "money_returned", "message_answered",
]  # fmt: skip
LETTER_KINDS: tuple[LetterKind, ...] = typing.get_args(LetterKind)[1:]


class SettingsError(Exception):
    """One or more settings are invalid; `faults` says which and why."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """The complete configuration, frozen. Names in the environment are the field names in capitals."""

    host: str = setting("127.0.0.1", "Address to listen on.")
    port: int = setting(8000, "Port to listen on.", least=0, most=65535)
    base_url: str = setting(
        "",
        "Prefix of every absolute address that the service prints.",
        default_text="http://localhost:{port}",
        form=WEB_ADDRESS,
    )
    error_type_base: str = setting(
        "", "Prefix of every problem `type`.", default_text="{base_url}/errors", form=WEB_ADDRESS
    )
    env: Literal["development", "production"] = setting(
        "development",
        "`production` refuses generated secrets, the test chain and a non-empty `COLDREAD_SCAN_ALLOW_HOSTS`.",
    )
    log_format: Literal["auto", "json", "text"] = setting(
        "auto", "`auto` writes lines for people on a terminal, and one JSON object per line elsewhere."
    )
    data_dir: Path = setting(
        Path("data"),
        "Folder of the SQLite file, artifacts, screenshots, letters and generated secrets, with modes 0600 and 0700 whatever "
        "the umask. `serve` and `work` remove others' rights.",
        default_text="./data",
    )
    database_url: str = setting(
        "",
        "`postgresql://…`, or `sqlite:///path`.",
        secret=True,
        default_text="SQLite file in the data directory",
        form=DATABASE_ADDRESS,
    )
    store: Literal["auto", "files", "database"] = setting(
        "auto",
        "Where deliverables are stored: as `files` in the data directory, or in the `database`. "
        "`auto`: files with SQLite, the database with PostgreSQL, which several machines can share.",
    )
    admin_secret: tuple[str, ...] = setting(
        (),
        "Bearer token of the operator endpoints, at least 32 characters; two comma-separated values during a rotation.",
        secret=True,
        default_text="generated in the data directory outside production",
        shortest=32,
        values=2,
        in_production="needed",
    )
    pipeline_key: tuple[str, ...] = setting(
        (),
        "`X-Pipeline-Key` of the analysis pipeline's callbacks; same rules as the admin secret.",
        secret=True,
        default_text="generated in the data directory outside production",
        shortest=32,
        values=2,
        in_production="needed",
    )
    chromium: str = setting("", "Path of the browser.", default_text="searched for")
    chromium_no_sandbox: bool = setting(
        False, "Production refuses to render without Chromium's sandbox unless this is 1."
    )
    scan_allow_hosts: tuple[str, ...] = setting(
        (),
        "List of `host:port` that the egress policy allows (local pages, tests); refused in production.",
        in_production="empty",
    )
    scan_engine: Literal["auto", "pipeline", "lite", "external"] = setting(
        "auto",
        "`pipeline`: scan with a browser, or fail (502); `lite`: only the source; `auto`: `pipeline` if a browser "
        "is installed and free, else `lite`; `external`: the pipeline at `COLDREAD_PIPELINE_URL` scans and calls back.",
    )
    scan_deadline_s: int = setting(
        15,
        "Seconds that a scan may take; each of its parts gets a share. Raise it on a slow machine.",
        least=5,
    )
    pipeline_url: str = setting(
        "",
        "Address of an outside pipeline that takes scan requests (engine `external`).",
        default_text="unset",
        form=WEB_ADDRESS,
    )
    scan_limit_url: int = setting(3, "Free scans per page address and UTC day; 0 = off.", least=0)
    scan_limit_ip: int = setting(50, "Free scans per client address and UTC day; 0 = off.", least=0)
    scan_limit_global: int = setting(100, "Free scans of all clients together per UTC day; 0 = off.", least=0)
    trusted_proxies: tuple[Network, ...] = setting((), "Networks whose `X-Forwarded-For` is trusted.")
    limit_create_per_hour: int = setting(
        1000, "Orders created per client address and hour; 0 = off.", least=0
    )
    limit_reads_per_min: int = setting(1200, "Reads by id per client address and minute; 0 = off.", least=0)
    limit_misses_per_10min: int = setting(
        300,
        "Unknown ids per client address and ten minutes before its id reads are refused; 0 = off.",
        least=0,
    )
    limit_submit_per_day: int = setting(
        5, "Endpoints submitted per client address and UTC day; 0 = off.", least=0
    )
    limit_submit_global_per_day: int = setting(
        500, "Endpoints submitted by all clients together per UTC day; 0 = off.", least=0
    )
    metrics_token: tuple[str, ...] = setting(
        (),
        "Bearer token for reading `/metrics`, at least 32 characters; unset: only signed-in operators can read it.",
        secret=True,
        default_text="unset",
        shortest=32,
    )
    limit_logins_per_10min: int = setting(
        30, "Sign-ins to the console per client address and ten minutes; 0 = off.", least=0
    )
    v2_cutover_at: dt.datetime | None = setting(
        None, "RFC 3339. From then on the V1 paths answer 308 for 60 days, then 404.", default_text="unset"
    )
    v1_deprecated_at: dt.datetime = setting(
        dt.datetime(2026, 4, 25, tzinfo=dt.UTC),
        "RFC 3339. The date in the `Deprecation` header of V1.",
        default_text="2026-04-25",
    )
    legacy_card_until: dt.date = setting(
        dt.date(2026, 6, 25), "Last UTC day on which `/.well-known/agent.json` redirects."
    )
    service_mode: Literal["open", "closed"] = setting(
        "open", "`closed`: new orders and calls are refused (503 `service-closed`), existing orders go on."
    )
    sandbox: bool = setting(
        False, "1: orders with `sandbox: true` are accepted, and move through their lifecycle by themselves."
    )
    sandbox_step_s: int = setting(15, "Seconds that a sandbox order stays in each status.", least=0)
    webhooks: bool = setting(
        False,
        "1: orders accept `webhook_url` and `webhook_secret`, and A2A push notifications; their changes are sent with a signature.",
    )
    watch: bool | None = setting(
        None,
        "1: a page can be watched: it is scanned every day or week, and its owner gets a letter about changes.",
        default_text="1; 0 in production",
    )
    watch_runs_per_day: int = setting(
        2000, "Looks at watched pages per UTC day, in addition to free scans; 0 = off.", least=0
    )
    watches_per_host: int = setting(500, "Watched pages of one host at a time; 0 = off.", least=0)
    limit_watches_per_hour: int = setting(
        5,
        "Letters to one mailbox per hour that ask to confirm a watch, however its address is written; 0 = off.",
        least=0,
    )
    limit_watches_domain_per_hour: int = setting(
        20,
        "Letters to one domain's addresses per hour that ask to confirm a watch, large public mail providers excepted; 0 = off.",
        least=0,
    )
    limit_watches_ip_per_hour: int = setting(
        10, "Watches requested by one client address per hour; 0 = off.", least=0
    )
    limit_watches_host_per_day: int = setting(
        100, "New watches of pages on one host per UTC day; 0 = off.", least=0
    )
    limit_drawings_per_hour: int = setting(
        120,
        "Pictures that show the differences between two scans, drawn per client address and hour; 0 = off.",
        least=0,
    )
    expiry_policy: Literal["strict", "keep_paid", "extend_paid"] = setting(
        "strict",
        "`strict`: the API's reads of an order answer 404 seven days after creation, even if it is paid. `keep_paid`: "
        "a paid order can be read until `COLDREAD_RETENTION_DAYS` after delivery; for sellers by invoice. "
        "`extend_paid`: an invoice moves the end to 17 days after it, a payment to 72 hours + 30 days after it.",
    )
    draft_after_s: int = setting(3600, "Seconds from `paid` until the draft is published.", least=0)
    traces_url: str = setting(
        "",
        "OTLP/HTTP collector for traces (needs the extra `otel`): names and durations of steps, no ids, addresses, "
        "headers or values; unset: no traces.",
        default_text="unset",
        form=WEB_ADDRESS,
    )
    smtp_url: str = setting(
        "",
        "`smtp://host:port` or `smtps://user:pass@host:port`; unset: letters are written as `.eml` files in the data directory.",
        secret=True,
        default_text="unset",
        form=MAIL_ADDRESS,
    )
    mail_from: str = setting("coldread@localhost", "Sender of every letter.")
    receipt_letter: bool = setting(
        True, "Whether a person who orders on the form gets a letter with the order's address."
    )
    letters: tuple[LetterKind, ...] = setting(
        LETTER_KINDS,
        "Letters about an order from the form, in addition to the draft's and the final's, which every order gets: any of "
        f"{', '.join(f'`{kind}`' for kind in LETTER_KINDS)}; `none`: none of them. The console "
        "offers a letter that is not sent as a prepared mail.",
        default_text="all",
    )
    limit_receipts_per_day: int = setting(
        3, "Receipt letters to one mailbox per UTC day, however its address is written; 0 = off.", least=0
    )
    limit_receipts_domain_per_day: int = setting(
        10,
        "Receipt letters to one domain's addresses per UTC day, large public mail providers excepted; 0 = off.",
        least=0,
    )
    limit_receipts_ip_per_day: int = setting(
        10, "Receipt letters for orders of one client address per UTC day; 0 = off.", least=0
    )
    limit_sign_ins_per_hour: int = setting(
        5,
        "Sign-in letters of “My orders” to one mailbox per hour, however its address is written; 0 = off.",
        least=0,
    )
    limit_sign_ins_domain_per_hour: int = setting(
        20,
        "Sign-in letters of “My orders” to one domain's addresses per hour, large public mail providers excepted; 0 = off.",
        least=0,
    )
    limit_sign_ins_ip_per_hour: int = setting(
        10, "Sign-in letters of “My orders” requested by one client address per hour; 0 = off.", least=0
    )
    operator_email: str = setting(
        "", "Address for notices to the operator; unset: no notices.", default_text="unset"
    )
    console_language: str = setting(
        "",
        f"Language of the operator's pages: {', '.join(f'`{language}`' for language in Language)}; "
        "unset: what each operator's browser asks for.",
        default_text="unset",
        form=LANGUAGE,
    )
    retention_days: int = setting(365, "Days that deliverables stay readable after delivery.", least=1)
    seller_name: str = setting("", "Seller: legal name.", default_text="unset", in_production="needed")
    seller_org_number: str = setting("", "Seller: organisation number.", default_text="unset")
    seller_vat_id: str = setting("", "Seller: VAT id.", default_text="unset")
    seller_address: str = setting("", "Seller: postal address.", default_text="unset")
    seller_email: str = setting("", "Seller: e-mail address for questions.", default_text="unset")
    bank_account: tuple[str, ...] = setting(
        (),
        "Accounts for paying invoices: a Bankgiro (`123-4567`), an IBAN with its BIC (`SE…/BIC`), or both; shown with "
        "amount, reference and due date on the pay page, the invoice's PDF and the letter, and as a QR code. Payers "
        "from other countries see the IBAN if there is one.",
        default_text="unset",
        values=MOST,
    )
    mobile_payee: str = setting(
        "", "Phone number for mobile payments; unset: mobile payment is not offered.", default_text="unset"
    )
    llm_provider: Literal["none", "openai", "anthropic"] = setting(
        "none", "The model's interface: `openai` is any compatible endpoint; `none`: only rules, no model."
    )
    llm_base_url: str = setting(
        "", "Address of the model's interface.", default_text="the provider's own", form=WEB_ADDRESS
    )
    llm_model: str = setting("", "Name of the model.", default_text="unset")
    llm_at_once: int = setting(
        4,
        "Concurrent calls to the model, over all processes; readings of free scans leave one for paid work.",
        least=1,
    )
    llm_readings: Literal["1", "3"] = setting(
        "1",
        "How many times the model reads a page. 3: twice, and a third time if the points differ by more than 8; the reading "
        "with the median points counts.",
    )
    llm_daily_tokens: int = setting(
        0, "Model tokens per UTC day; free scans stop at 70%, paid calls at 90%. 0: no limit."
    )
    sell_without_model: bool = setting(
        False,
        "1: production sells quick-fix and audit without a model too, as a small answer with gaps. 0: without a model "
        "they answer 503 and ask for no payment.",
    )
    llm_api_key: str = setting("", "API key of the model's interface.", secret=True, default_text="unset")
    payment_chain_id: int = setting(
        0,
        "Chain on which calls are paid; must equal the RPC's own answer.",
        default_text="42431; 4217 in production",
    )
    payment_rpc_url: tuple[str, ...] = setting(
        (),
        "RPC address of the chain; with two, separated by a comma, an answer about a payment counts if both give it. "
        "Required in production.",
        secret=True,
        default_text="the test network's",
        form=WEB_ADDRESS,
        values=2,
        in_production="sold",
    )
    payment_recipient: str = setting(
        "",
        "Address that receives payments; required in production.",
        default_text="a wallet generated in the data directory",
        form=CHAIN_ADDRESS,
        in_production="sold",
    )
    payment_currency: str = setting(
        "",
        "Address of the accepted token; required in production.",
        default_text="the test network's pathUSD",
        form=CHAIN_ADDRESS,
        in_production="sold",
    )
    payment_secret: tuple[str, ...] = setting(
        (),
        "Key that signs challenges, at least 32 characters; two comma-separated values during a rotation.",
        secret=True,
        default_text="generated in the data directory outside production",
        shortest=32,
        values=2,
        in_production="sold",
    )
    payment_challenge_ttl_s: int = setting(300, "Seconds for which a challenge can be paid.", least=1)
    payment_rate_per_min: int = setting(
        60, "Calls with a credential per client address and minute; 0 = off.", least=0
    )
    payment_daily_budget_usdc: BaseUnits = setting(
        BaseUnits(100_000_000),
        "Budget of paid calls per UTC day, decimals allowed (`0.50`); 0: no paid calls.",
        default_text="100",
        least=0,
    )
    payment_open_payer_usdc: BaseUnits = setting(
        BaseUnits(2_000_000),
        "Budget that unsettled payments of one account may reserve together; 0 = off.",
        default_text="2",
        least=0,
    )
    payment_open_client_usdc: BaseUnits = setting(
        BaseUnits(5_000_000),
        "The same for one client address; 0 = off.",
        default_text="5",
        least=0,
    )
    payment_open_total_usdc: BaseUnits = setting(
        BaseUnits(25_000_000),
        "The same for all clients together; 0 = off.",
        default_text="25",
        least=0,
    )
    payment_open_unproven_usdc: BaseUnits = setting(
        BaseUnits(1_000_000),
        "The same for all signatures that only name their account (keychain, multisig); they do not count against the "
        "account itself. 0: they are refused.",
        default_text="1",
        least=0,
    )
    payment_rpc_timeout_s: int = setting(10, "Seconds that one request to the RPC may take.", least=1)
    payment_lease_s: int = setting(
        10, "Seconds after which another process takes over a paid call whose process died.", least=1
    )

    @property
    def is_production(self) -> bool:
        return self.env == "production"

    @property
    def host_name(self) -> str:
        """The host of our own address: for Message-IDs, and to refuse scans of ourselves."""
        return urlsplit(self.base_url).hostname or "localhost"

    @property
    def private_way(self) -> Literal["either", "swish", "bank", ""]:
        """How a private person can pay; empty: only companies and other organisations are sold to on the pages."""
        if self.mobile_payee:
            return "either" if self.bank_account else "swish"
        return "bank" if self.bank_account else ""

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def keeps_files_in_database(self) -> bool:
        return self.store == "database" or (self.store == "auto" and not self.is_sqlite)


def env_name(field: str) -> str:
    return PREFIX + field.upper()


def read(environ: Mapping[str, str]) -> Settings:
    """The settings in `environ`, with computed defaults filled in; raises SettingsError with every fault."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for field in dataclasses.fields(Settings):
        raw = environ.get(env_name(field.name), "").strip()
        if not raw:
            continue
        try:
            values[field.name] = parse_value(raw, KINDS[field.name])
        except ValueError as error:
            faults.append(f"{env_name(field.name)}: {error}")
    if faults:
        raise SettingsError(faults)
    settings = _with_derived_defaults(Settings(**values))
    faults = _refusals(settings)
    if faults:
        raise SettingsError(faults)
    return settings


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """Names with our prefix that are not settings: most often a typing error."""
    known = {env_name(field.name) for field in dataclasses.fields(Settings)}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)


def _with_derived_defaults(settings: Settings) -> Settings:
    base_url = (settings.base_url or f"http://localhost:{settings.port}").rstrip("/")
    return dataclasses.replace(
        settings,
        base_url=base_url,
        error_type_base=(settings.error_type_base or f"{base_url}/errors").rstrip("/"),
        database_url=settings.database_url or f"sqlite:///{settings.data_dir / 'coldread.db'}",
        watch=not settings.is_production if settings.watch is None else settings.watch,
        payment_chain_id=settings.payment_chain_id or (MAIN_CHAIN if settings.is_production else TEST_CHAIN),
    )


def _refusals(settings: Settings) -> list[str]:
    """The faults of single values, then those of combinations."""
    production = settings.is_production
    return [
        *(
            f"{env_name(field.name)}: {fault}"
            for field in dataclasses.fields(Settings)
            for fault in row_of(field).faults(getattr(settings, field.name), production=production)
        ),
        *(f"{env_name(name)}: {fault}" for name, fault in _disagreements(settings)),
    ]


def _disagreements(settings: Settings) -> Iterator[tuple[str, str]]:
    try:
        bank_accounts(settings.bank_account)
    except ValueError as error:
        yield "bank_account", str(error)
    if set(settings.admin_secret) & set(settings.pipeline_key):
        yield "pipeline_key", "must differ from the admin secret"
    if settings.scan_engine == "external" and not settings.pipeline_url:
        yield "pipeline_url", "the engine `external` needs it"
    if settings.llm_provider != "none" and not settings.llm_model:
        yield "llm_model", "the provider needs a model's name"
    if settings.payment_chain_id not in {MAIN_CHAIN, TEST_CHAIN}:
        yield "payment_chain_id", f"must be {MAIN_CHAIN} or {TEST_CHAIN} (the test network)"
    if settings.is_production and settings.payment_chain_id == TEST_CHAIN:
        yield "payment_chain_id", "production takes no payments on the test network"


#: the parser of each type; an unsupported type fails here, not when somebody sets it
KINDS = typing.get_type_hints(Settings)
if _unread := [name for name, kind in KINDS.items() if not can_parse(kind)]:
    raise Incomplete(
        "; ".join(
            f"base/parse_value reads no {getattr(KINDS[name], '__name__', KINDS[name])}: {env_name(name)}"
            for name in _unread
        )
    )
