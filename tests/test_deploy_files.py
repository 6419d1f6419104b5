"""What is under deploy/ names commands and settings that exist, and gives processes no more than they need."""

from __future__ import annotations

import configparser
import dataclasses
import re
from pathlib import Path

import yaml
from typer.main import get_command

from coldread.base.setting import row_of
from coldread.base.settings import PREFIX, Settings, env_name
from coldread.cli.main import app
from coldread.orders.operator.health import health
from coldread.pages.console.metrics import exposition
from coldread.web.meter import AREAS, METER
from tests.harness.service import Service

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
SETTINGS = {env_name(field.name) for field in dataclasses.fields(Settings)}
#: the compose file's own, for the proxy
NOT_OURS = {"COLDREAD_HOST_NAME"}


def texts() -> dict[str, str]:
    return {path.name: path.read_text() for path in DEPLOY.rglob("*") if path.is_file()}


def test_every_setting_that_a_deploy_file_names_exists() -> None:
    for name, text in texts().items():
        named = set(re.findall(rf"\b{PREFIX}[A-Z0-9_]+\b", text)) - NOT_OURS
        assert named <= SETTINGS, (name, named - SETTINGS)


def test_what_production_needs_stands_in_the_example_of_its_settings() -> None:
    example = (DEPLOY / "coldread.env.example").read_text()
    needed = [
        field for field in dataclasses.fields(Settings) if row_of(field).in_production in {"needed", "sold"}
    ]
    assert len(needed) == 7
    assert [env_name(field.name) for field in needed if f"\n{env_name(field.name)}=" not in example] == []


def test_every_command_that_a_deploy_file_or_guide_runs_exists() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    guides = {path.name: path.read_text() for path in (ROOT / "docs" / "guides").glob("*.md")}
    for name, text in {**texts(), **guides}.items():
        for command, sub in re.findall(r"(?:bin/|`|\$ |exec work )coldread ([a-z]+)(?: ([a-z]+))?", text):
            assert command in commands, (name, command)
            group = getattr(commands[command], "commands", None)
            if group and sub:
                assert sub in group, (name, command, sub)


def test_units_have_what_a_unit_needs() -> None:
    for path in (DEPLOY / "systemd").iterdir():
        unit = configparser.ConfigParser(strict=False, interpolation=None)
        unit.read(path)
        assert unit["Unit"]["Description"]
        assert "Timer" in unit or unit["Service"]["ExecStart"].startswith("/opt/coldread/.venv/bin/coldread ")


def test_every_service_gives_up_what_it_does_not_need() -> None:
    for path in (DEPLOY / "systemd").glob("*.service"):
        given_up = set(path.read_text().splitlines())
        assert {
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "StateDirectoryMode=0700",
            "CapabilityBoundingSet=",
            "UMask=0077",
        } <= given_up, path


def test_links_in_the_guides_lead_somewhere() -> None:
    for path in (ROOT / "docs" / "guides").glob("*.md"):
        for target in re.findall(r"\]\((?!http)([^)#]+)", path.read_text()):
            assert (path.parent / target).exists(), (path.name, target)


def test_every_alert_asks_for_metrics_and_labels_that_there_are(quick_service: Service) -> None:
    quick_service.get(f"/v1/orders/{quick_service.order()['order_id']}")
    found = quick_service.read(health, quick_service.services)
    shown = exposition(METER, found).decode()
    metrics = set(re.findall(r"^(?:# TYPE )?(coldread_\w+)", shown, re.MULTILINE))
    labels = set(re.findall(r"\{?[,{](\w+)=", shown))
    values = set(re.findall(r'="([^"]+)"', shown)) | {area for _, area in AREAS}
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])
    asked: set[str] = set()
    for rule in group["rules"]:
        asked |= (named := set(re.findall(r"\bcoldread_\w+", rule["expr"])))
        assert named <= metrics, (rule["alert"], named - metrics)
        for label, how, value in re.findall(r'[{,](\w+)(=~?)"([^"]+)"', rule["expr"]):
            assert label == "job" or label in labels, (rule["alert"], label)
            assert label == "job" or how == "=~" or value in values, (rule["alert"], value)
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["do"]
    guide = (ROOT / "docs" / "guides" / "self-hosting.md").read_text()
    promised = set(re.findall(r"`(coldread_\w+)", guide)) - {
        "coldread_answer_seconds",
        "coldread_letters_failing",
    }
    assert promised <= asked, "what the guide tells to watch is watched"
