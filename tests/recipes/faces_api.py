"""Run inside a house with a weather endpoint, its limit, setting and problem, a letter and a check: tells what comes free."""

import json
import runpy
import tempfile
from pathlib import Path
from types import SimpleNamespace

from coldread.base import settings as settings_of
from coldread.base.settings import SettingsError
from coldread.mail.compose import compose
from coldread.scanner.judge.rubric import CHECKS
from coldread.startup_checks import list_gaps
from tests.harness.service import Service

folder = Path(tempfile.mkdtemp())
service = Service(f"sqlite:///{folder / 'x.db'}", folder / "data", limit_weather_per_min="2")
render = runpy.run_path("ROOT/scripts/render_reference.py")

fine = service.get("/v1/weather")
storm = service.get("/v1/weather?storm=1")
spent = service.get("/v1/weather")
taken = service.post("/v1/weather")
described = service.get("/v1/openapi.json").json()
operation = described["paths"]["/v1/weather"]["get"]
limits = {row["name"]: row for row in service.get("/v1/manifest").json()["limits"]}
full = service.get("/llms-full.txt").text
docs = service.get("/docs.md").text
explained = service.get("/errors/storm", headers={"Accept": "application/json"}).json()
page = service.get("/errors/storm", headers={"Accept": "text/html"})
checks = {row["id"]: row for row in service.get("/v1/checks").json()["checks"]}
service.close()
try:
    settings_of.read({"COLDREAD_LIMIT_WEATHER_PER_MIN": "-1"})
    refused = []
except SettingsError as error:
    refused = error.faults
letters = [
    compose(
        SimpleNamespace(  # type: ignore[arg-type]
            kind="weather_changed",
            language=language,
            details=json.dumps({"sky": "blue"}),
            recipient="anna@shop.example",
            written_at=0,
            message_id="<a@b>",
        ),
        "coldread@localhost",
    )["Subject"]
    for language in ("en", "sv")
]
told = {
    "gaps": list_gaps(),
    "fine": [fine.status_code, fine.json(), fine.headers["ratelimit-policy"]],
    "storm": [storm.status_code, storm.json()["type"], storm.json()["wind"]],
    "spent": [spent.status_code, spent.json()["limit_scope"], spent.json()["limit"]],
    "taken": [taken.status_code, taken.headers["allow"]],
    "described": [
        operation["operationId"],
        operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"],
        sorted(described["components"]["schemas"]["Weather"]["required"]),
        "storm" in operation["responses"]["409"]["content"]["application/problem+json"]["examples"],
    ],
    "limit": limits["weather"],
    "full": [
        "### GET /v1/weather" in full,
        "/errors/storm` (409)" in full,
        "How often the sky is asked for" in docs,
    ],
    "pages": [
        "| `GET /v1/weather` |" in render["endpoints_page"](),
        "| `weather` | 30 | 60 s | ip |" in render["limits_page"](),
        "| `COLDREAD_LIMIT_WEATHER_PER_MIN` | 30 | 0 or more |" in render["settings_page"](),
        "| 409 | `storm` |" in render["problems_page"](),
    ],
    "explained": [explained["meaning"], explained["members"], page.status_code, "Stay inside" in page.text],
    "unknown": settings_of.unknown_names({"COLDREAD_LIMIT_WEATHER_PER_MIN": "3"}),
    "refused": refused,
    "letters": letters,
    "check": [checks["cta.shouting"]["sv"]["title"], "cta.shouting" in [row.meta.id for row in CHECKS]],
}
print("told:" + json.dumps(told))
