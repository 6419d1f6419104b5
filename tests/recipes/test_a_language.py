"""A language is a row, a file in each room, and its column in tables; whatever is left out is named before anything runs."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.base.texts.gaps import rooms
from coldread.mail.letters import LETTERS
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS
from tests.harness.breadth import whole_only
from tests.recipes.house import ROOT, House

pytestmark = pytest.mark.together("recipes-language")

LANGUAGES = "base/languages.py"
ROW = """
    LanguageRow(
        language=Language.DE,
        english="German",
        months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        thousands=".",
        decimal=",",
        currency="SEK",
        at=", ",
        zone="schwedische Zeit",
        quotes=("„", "“"),
        has_lexicon=True,
    ),"""
ALL_GAPS = f"""
import json, sys
sys.path.insert(0, {str(ROOT / "scripts")!r})
from gaps import gaps
print('told:' + json.dumps(gaps()))
"""
#: pages and a report, as somebody meets them who reads German
SEEN = """
import json, pathlib, tempfile
from coldread.base.languages import Language, row_of
from coldread.pages.figures import moment
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.report.markdown import report_md
from tests.harness.service import START, Service
from tests.scanner.seeing import seen, site

with tempfile.TemporaryDirectory() as folder:
    service = Service(f"sqlite:///{folder}/c.db", pathlib.Path(folder) / "data", sandbox_step_s="0")
    order = service.order_in("delivered", language="de")
    paths = ["/", "/order", "/docs", "/terms", "/privacy", "/sample", "/errors", f"/o/{order}"]
    pages = {path: service.get(f"{path}?lang=de", headers={"accept": "text/html"}) for path in paths}
    pages["preferred"] = service.get("/", headers={"accept": "text/html", "accept-language": "de-AT"})
    interface = service.get("/v1/openapi.json").json()
    service.close()
report = review(seen(site("bad_en")), Brief(goal="demo", audience="Bäcker", lang=Language.DE))
told = {
    "pages": {path: (answer.status_code, answer.text) for path, answer in pages.items()},
    "enum": interface["components"]["schemas"]["Language"]["enum"],
    "report": report_md(report),
    "moment": moment(START, "de"),
}
print('told:' + json.dumps(told))
"""


def _english_as_german(path: Path) -> None:
    """Each table's English, once more as its German: what a translator begins with."""
    source = path.read_text("utf-8")
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    raw, found = source.encode(), []
    for call in ast.walk(ast.parse(source)):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in ("InlineText", "Meta")
        ):
            english = next((word.value for word in call.keywords if word.arg == "en"), None)
            if english is not None:
                at = lines[(english.end_lineno or 0) - 1] + (english.end_col_offset or 0)
                found.append((at, f", de={ast.get_source_segment(source, english)}".encode()))
    for at, text in sorted(found, reverse=True):
        raw = raw[:at] + text + raw[at:]
    if found:
        path.write_bytes(raw)


def _name_it(house: House) -> None:
    house.put(LANGUAGES, '    SV = "sv"\n', '    DE = "de"\n')


def _follow_the_recipe(house: House) -> None:
    _name_it(house)
    house.swap(
        LANGUAGES, "        has_lexicon=True,\n    ),\n)", f"        has_lexicon=True,\n    ),{ROW}\n)"
    )
    folders = [package.removeprefix("coldread.").replace(".", "/") + "/texts" for package in rooms()]
    for file in [*(f"{folder}/en.toml" for folder in folders), "scanner/page/lexicon/en.toml"]:
        shutil.copy(house.file(file), house.file(file).with_name("de.toml"))
    for path in [
        *house.file("mail/templates").glob("*.en.txt"),
        *house.file("pages/templates/documents").glob("*.en.md"),
        house.file("pages/static/sample-en.webp"),
    ]:
        shutil.copy(path, path.with_name(re.sub(r"([.-])en\.", r"\1de.", path.name)))
    house.put("scanner/judge/finding.py", "    sv: Text | None = None\n", "    de: Text | None = None\n")
    for path in house.file("").rglob("*.py"):
        if "InlineText(" in (text := path.read_text("utf-8")) or "Meta(" in text:
            _english_as_german(path)


@pytest.fixture(scope="module")
def named(gapped_house: House) -> list[str]:
    """What is missing where a language has nothing but its name."""
    _name_it(gapped_house)
    found: list[str] = gapped_house.look(ALL_GAPS)
    return found


def test_a_process_of_a_language_that_is_only_named_does_not_begin(
    gapped_house: House, named: list[str]
) -> None:
    assert re.search(r"Incomplete: the (?:check|text) .+ (?:in|lacks) de$", gapped_house.refusal())


def test_every_gap_of_a_language_is_listed_by_name(named: list[str]) -> None:
    assert "base/languages.py has no row for de" in named
    for package in rooms():
        assert f"{package.removeprefix('coldread.').replace('.', '/')}/texts/de.toml is missing" in named
    for check in CHECKS:
        assert f"the check {check.meta.id} has no text in de" in named
    for dimension in DIMENSIONS:
        assert f"the text {dimension.title(Language.EN)!r} lacks de" in named
    for letter in LETTERS:
        assert f"mail/templates/{letter.kind}.de.txt is missing" in named
    assert "pages/templates/documents/terms.de.md is missing" in named
    assert "pages/static/sample-de.webp is missing" in named
    assert "pages/templates/documents/docs.de.md is missing" not in named, (
        "the guide is written in English alone"
    )


@pytest.fixture(scope="module")
def told(house: House) -> dict[str, Any]:
    """What the house shows once the recipe was followed."""
    _follow_the_recipe(house)
    assert house.look(ALL_GAPS) == []
    seen: dict[str, Any] = house.look(SEEN)
    return seen


def test_a_language_that_has_everything_is_spoken_everywhere(told: dict[str, Any]) -> None:
    assert {path: status for path, (status, _) in told["pages"].items()} == dict.fromkeys(told["pages"], 200)
    for path, (_, page) in told["pages"].items():
        assert '<html lang="de">' in page, path
        assert 'hreflang="sv"' in page, path
    assert told["enum"] == ["en", "sv", "de"]
    assert told["moment"] == "15\u00a0November 2026, 10:20 schwedische\u00a0Zeit"
    assert told["report"].startswith("# ")


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("pages/texts/de.toml", "pages/texts/de.toml lacks home.kicker"),
        pytest.param(
            "scanner/page/lexicon/de.toml",
            "scanner/page/lexicon/de.toml lacks words.stop",
            marks=whole_only("test_one_text_left_out_is_named_and_said_in_no_other_language"),
        ),
    ],
)
def test_one_text_left_out_is_named_and_said_in_no_other_language(
    house: House, told: dict[str, Any], file: str, sentence: str
) -> None:
    there = house.file(file).read_text("utf-8")
    key = sentence.rpartition(".")[2]
    without = re.sub(
        rf"^{key} = (?:\"\"\".*?\"\"\"|\".*?\"|\[.*?\])\n", "", there, count=1, flags=re.M | re.S
    )
    assert without != there
    house.write(file, without)
    try:
        assert house.gaps() == [sentence]
    finally:
        house.write(file, there)
