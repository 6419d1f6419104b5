"""An endpoint is a file and a name in its table; a limit, a setting, a problem, a letter and a check are a row each.

Description, documents, pages and headers follow from that; and with one place left out no process begins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.recipes.house import ROOT, House

pytestmark = pytest.mark.together("recipes-interface")

TABLE, WEATHER, SHOUTING = "api/endpoints.py", "api/weather.py", "scanner/judge/checks/cta/shouting.py"
SETTINGS, LIMITS, PROBLEMS = "base/settings.py", "guard/limits.py", "base/problems.py"
LETTERS, RUBRIC = "mail/letters.py", "scanner/judge/rubric.py"

ENDPOINT = '''"""`GET /v1/weather`: how the sky is."""

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.base.shapes import Shape, checked_body
from coldread.guard import rate
from coldread.guard.limits import WEATHER
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.request import client_of, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()


class Weather(Shape):
    """The sky."""

    sky: str


@ENDPOINTS.add(
    "GET",
    "/v1/weather",
    name="get_weather",
    tag="discovery",
    summary="How the sky is",
    replies=(Reply(status=200, description="The sky.", model=Weather, headers=LIMITED),),
    problems=("storm", "rate-limited"),
)
async def get_weather(request: Request) -> Response:
    services = services_of(request)
    client, most = client_of(request.scope, services), WEATHER.most(services.settings)
    usage = await services.db.write(rate.count_use, WEATHER, client, most)
    if request.query_params:
        raise Problem("storm", "It blows.", wind=12)
    return json_answer(checked_body(Weather, {"sky": "blue"}), headers=usage.headers() if usage else {})
'''
SETTING = (
    '    limit_weather_per_min: int = setting(30, "How often the sky may be asked for; 0 = off.", least=0)\n'
)
LIMIT = """WEATHER = Limit(
    name="weather",
    setting="limit_weather_per_min",
    window=clock.MINUTE,
    scope="ip",
    kept_in="database",
    meaning="How often the sky is asked for.",
)
"""
PROBLEM = """
    _type(
        "storm",
        409,
        "It blows",
        "The sky cannot be looked at.",
        "Stay inside.",
        members={"wind": 12},
    ),"""
LETTER = """
    Letter(
        kind="weather_changed",
        to="customer",
        when="the sky turns",
        values=("sky",),
        button=Button(leads_to=("sky",), label=InlineText(en="Look up", sv="Titta upp")),
    ),"""
CHECK = '''"""A call to action in capitals."""

from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Source, Text, Verdict
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.shouting",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="needs_review",
    en=Text(title="It does not shout", failure="It shouts", why="It is heard anyway.", fix="Write small letters."),
    sv=Text(title="Den skriker inte", failure="Den skriker", why="Den hörs ändå.", fix="Skriv gemener."),
)


def check(page: Page) -> Verdict:
    return NotApplicable("language")
'''


def add_endpoint(house: House, *, registered: bool = True) -> None:
    house.write(WEATHER, ENDPOINT)
    if registered:
        house.swap(TABLE, "    webhooks,\n)\nfrom", "    webhooks,\n    weather,\n)\nfrom")
        house.swap(TABLE, "    discovery,\n)\nENDPOINTS", "    discovery,\n    weather,\n)\nENDPOINTS")


def add_limit(house: House) -> None:
    house.swap(SETTINGS, "    sandbox: bool = setting(\n", SETTING + "    sandbox: bool = setting(\n")
    house.swap(LIMITS, "\n#: every row above", f"{LIMIT}\n#: every row above")


def add_problem(house: House) -> None:
    house.put(PROBLEMS, "PROBLEMS: tuple[ProblemType, ...] = (", PROBLEM)


def add_letter(house: House, *texts: str) -> None:
    house.put(LETTERS, "LETTERS: tuple[Letter, ...] = (", LETTER)
    for name in texts:
        house.write(f"mail/templates/weather_changed.{name}.txt", f"{name}: {{{{ sky }}}}\n\nLook up.\n")


def add_check(house: House, *, listed: bool = True) -> None:
    house.write(SHOUTING, CHECK)
    if listed:
        house.put(RUBRIC, "    many_buttons,\n", "    shouting,\n")
        house.put(RUBRIC, "    _row(many_buttons),\n", "    _row(shouting),\n")


@pytest.fixture(scope="module")
def told(house: House) -> dict[str, Any]:
    """Every face of a service in which all six were added."""
    add_endpoint(house)
    add_limit(house)
    add_problem(house)
    add_letter(house, "en", "sv")
    add_check(house)
    script = Path(__file__).with_name("faces_api.py").read_text("utf-8").replace("ROOT", str(ROOT))
    faces: dict[str, Any] = house.look(script)
    return faces


@pytest.fixture(scope="module")
def gaps(gapped_house: House) -> list[str]:
    """What a process says of a house in which each lacks one place."""
    add_endpoint(gapped_house, registered=False)
    add_limit(gapped_house)
    add_problem(gapped_house)
    add_letter(gapped_house, "en")
    gapped_house.write("mail/templates/weather_changed.en.txt", "{{ sky }} {{ cloud }}\n")
    add_check(gapped_house, listed=False)
    gapped_house.swap(SHOUTING, '"language"', '"too-loud"')
    gapped_house.swap("base/links.py", 'path="/v1/checks"', 'path="/v1/rubric"')
    gapped_house.swap("api/checks.py", '    name="get_checks",\n', '    name="get_scan",\n')
    gapped_house.swap("api/submissions.py", 'leads_to=("get_submission",)', 'leads_to=("get_answer",)')
    return gapped_house.gaps()


def test_what_is_followed_leaves_no_gap(told: dict[str, Any]) -> None:
    assert told["gaps"] == []


def test_an_endpoint_is_routed_described_and_listed(told: dict[str, Any]) -> None:
    assert told["fine"][:2] == [200, {"sky": "blue"}]
    assert told["taken"] == [405, "GET, HEAD, OPTIONS"]
    assert told["described"] == ["get_weather", "#/components/schemas/Weather", ["sky"], True]
    assert told["full"] == [True, True, True]
    assert told["pages"] == [True, True, True, True]


def test_a_limit_counts_and_is_told_in_headers_manifest_and_documents(told: dict[str, Any]) -> None:
    assert told["fine"][2] == "2;w=60"
    assert told["spent"] == [429, "ip", 2]
    assert (told["limit"]["limit"], told["limit"]["window_seconds"]) == (2, 60)


def test_a_setting_is_read_known_and_bounded(told: dict[str, Any]) -> None:
    assert told["unknown"] == []
    assert told["refused"] == ["COLDREAD_LIMIT_WEATHER_PER_MIN: must not be negative"]


def test_a_problem_has_its_answer_and_its_page(told: dict[str, Any]) -> None:
    assert told["storm"] == [409, "https://coldread.test/errors/storm", 12]
    assert told["explained"] == ["The sky cannot be looked at.", ["wind"], 200, True]


def test_a_letter_is_written_in_every_language_of_its_readers(told: dict[str, Any]) -> None:
    assert told["letters"] == ["en: blue", "sv: blue"]


def test_a_check_is_run_and_in_the_catalogue(told: dict[str, Any]) -> None:
    assert told["check"] == ["Den skriker inte", True]


def test_with_one_place_left_out_each_is_named_and_all_at_once(gaps: list[str]) -> None:
    assert gaps == [
        "scanner/judge/checks/cta/shouting.py is not in CHECKS of scanner/judge/rubric.py",
        "scanner/judge/checks/cta/shouting.py answers too-loud, which [reason] of scanner/judge/texts/<language>.toml has no words for",
        "api/weather.py has endpoints and is not in FILES of api/endpoints.py",
        "2 endpoints are named get_scan",
        "POST /v1/agents/submit leads to get_answer, and no endpoint has that name",
        "base/links: checks of scan leads to GET /v1/rubric, and no endpoint serves it",
        "mail/templates/weather_changed.en.txt wants cloud, which the row weather_changed of mail/letters does not give",
        "mail/templates/weather_changed.sv.txt is missing",
    ]


@pytest.mark.usefixtures("gaps")
def test_a_name_that_no_table_has_stops_every_process(gapped_house: House) -> None:
    """One after the other: each is refused when its module is imported."""
    add_endpoint(gapped_house)
    gapped_house.swap(WEATHER, '"storm", "rate-limited"', '"hail", "rate-limited"')
    gapped_house.swap(WEATHER, "headers=LIMITED", 'headers=("X-Wind",)')
    gapped_house.swap(WEATHER, 'tag="discovery"', 'tag="sky"')
    assert gapped_house.refusal("import coldread.api.endpoints").endswith(
        "Incomplete: GET /v1/weather names the problem hail, which base/problems does not have; "
        "GET /v1/weather names the header X-Wind, which web/headers does not have; "
        "GET /v1/weather names the tag sky, which web/route.TAGS does not have"
    )


@pytest.mark.usefixtures("gaps")
@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            "",
            "guard/limits: weather names limit_weather_per_min, which base/settings does not have",
        ),
        (
            SETTING.replace(", least=0", ""),
            "guard/limits: weather names limit_weather_per_min, whose row in base/settings lacks least=0",
        ),
        (
            SETTING.replace("int", "float"),
            "base/parse_value reads no float: COLDREAD_LIMIT_WEATHER_PER_MIN",
        ),
    ],
    ids=["no setting", "no bound", "no such kind"],
)
def test_a_limit_without_a_setting_that_bounds_it_stops_every_process(
    gapped_house: House, setting: str, sentence: str
) -> None:
    there = gapped_house.file(SETTINGS).read_text("utf-8")
    gapped_house.swap(SETTINGS, SETTING, setting)
    try:
        assert gapped_house.refusal("import coldread.guard.limits").endswith(f"Incomplete: {sentence}")
    finally:
        gapped_house.write(SETTINGS, there)
