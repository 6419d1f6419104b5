"""A status is a name, a row and its words; a way or an effect is a name in a row; a job has a name, a function, a file.

All that shows, moves, sweeps or does orders follows from that; and with one place left out no process begins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.recipes.house import ROOT, House

pytestmark = pytest.mark.together("recipes-lifecycle")

LIFECYCLE, STATUS_WORDS = "orders/rules/lifecycle.py", "orders/rules/status_words.py"
ROW = """
    State(
        status=S.ON_HOLD,
        to=(S.IN_PROGRESS,),
        next_action=NextAction.WAIT_FOR_DELIVERY,
        paid_for=True,
        a2a="working",
        v1=V1Status.PROCESSING,
    ),"""
WORDS = """
    StatusWords(
        status=Status.ON_HOLD,
        name=InlineText(en="on hold", sv="vilar"),
        to_agent=InlineText(en="The work rests.", sv="Arbetet vilar."),
        to_buyer=InlineText(en="The work rests for a while.", sv="Arbetet vilar en stund."),
    ),"""
FUNCTION = """

@job(PRAISE)
async def praise(services: Services, order_id: str) -> None:
    pass
"""
JOB_FILE = '''"""`advice.remember`."""

from coldread.advice.requests import REMEMBER
from coldread.jobs.job import job


@job(REMEMBER, tries=3)
async def remember(services: object) -> None:
    pass
'''


def add_status(house: House, row: str = ROW, words: str = WORDS) -> None:
    house.put(LIFECYCLE, '    IN_PROGRESS = "in_progress"\n', '    ON_HOLD = "on_hold"\n')
    house.swap(LIFECYCLE, "to=(S.DELIVERED,)", "to=(S.DELIVERED, S.ON_HOLD)")
    house.put(LIFECYCLE, "        rehearsed=S.DELIVERED,\n    ),", row)
    house.put(STATUS_WORDS, "STATUS_WORDS: tuple[StatusWords, ...] = (", words)


def add_effect(house: House, *, function: bool) -> None:
    house.put(
        LIFECYCLE,
        'PREPARE_DRAFT = job_name("drafts.prepare", DRAFTS)',
        '\nPRAISE = job_name("drafts.praise", DRAFTS)',
    )
    house.swap(LIFECYCLE, "then=(PREPARE_DRAFT,)", "then=(PREPARE_DRAFT, PRAISE)")
    if function:
        house.swap("drafts/jobs.py", "import IN_WORK, PREPARE_DRAFT", "import IN_WORK, PRAISE, PREPARE_DRAFT")
        house.put("drafts/jobs.py", "    await preparing.prepare(services, order_id)\n", FUNCTION)


def add_job(house: House, *, registered: bool) -> None:
    named = '\nfrom coldread.jobs.job import job_name\nfrom coldread.jobs.kinds import UPKEEP\n\nREMEMBER = job_name("advice.remember", UPKEEP)\n'
    house.put("advice/requests.py", "from __future__ import annotations\n", named)
    house.write("advice/jobs.py", JOB_FILE)
    if registered:
        house.put("worker.py", "import signal\n", "from coldread.advice import jobs as advice_jobs\n")
        house.swap("worker.py", "JOB_FILES = (", "JOB_FILES = (advice_jobs, ")


@pytest.fixture(scope="module")
def told(house: House) -> dict[str, Any]:
    """Every face of a service in which all four were added."""
    add_status(house)
    house.swap(
        LIFECYCLE,
        "to=(S.BILLING_PENDING, S.REJECTED, S.EXPIRED)",
        "to=(S.BILLING_PENDING, S.REVIEWING, S.REJECTED, S.EXPIRED)",
    )
    add_effect(house, function=True)
    add_job(house, registered=True)
    script = Path(__file__).with_name("faces.py").read_text("utf-8").replace("ROOT", str(ROOT))
    faces: dict[str, Any] = house.look(script)
    return faces


@pytest.fixture(scope="module")
def gaps(gapped_house: House) -> list[str]:
    """What a process says of a house in which each lacks one place."""
    add_status(gapped_house, row=ROW.replace("working", "resting"), words="")
    gapped_house.swap(LIFECYCLE, "to=(S.DELIVERED, S.ON_HOLD)", "to=(S.DELIVERED, S.ON_HOLD, S.REJECTED)")
    add_effect(gapped_house, function=False)
    add_job(gapped_house, registered=False)
    gapped_house.put(
        "scans/tickets.py",
        'JOB = job_name("scans.ticket", TICKETS)\n',
        'AGAIN = job_name("scans.again", TICKETS)\n',
    )
    return gapped_house.gaps()


def test_what_is_followed_leaves_no_gap(told: dict[str, Any]) -> None:
    assert told["gaps"] == []


def test_a_status_is_offered_entered_and_left_in_the_console_and_by_the_api(told: dict[str, Any]) -> None:
    assert told["offered"]
    assert told["seen"] == ["on_hold", False, "current"]
    assert told["back"] == 200


def test_a_status_is_told_to_the_buyer_to_agents_and_to_whoever_reads_the_documents(
    told: dict[str, Any],
) -> None:
    assert told["page"] == [True, True]
    state, words = told["task"]
    assert (state, words.partition("\n")[0]) == ("working", "The work rests.")
    assert told["tool"].partition("\n")[0].endswith(": The work rests.")
    assert told["docs"] == [200, True, True]
    assert told["client"]


def test_a_paid_status_is_in_the_views_of_work_and_is_never_swept_as_unpaid(told: dict[str, Any]) -> None:
    assert told["views"] == ["mine", "work", "all"]
    assert told["swept"] == 0


def test_a_status_has_a_place_of_its_own_in_the_drawing_and_a_way_back_goes_around_the_boxes(
    told: dict[str, Any],
) -> None:
    assert told["apart"]
    assert told["bent"] == 1


def test_a_way_is_offered_and_taken(told: dict[str, Any]) -> None:
    assert told["way"] == [["billing_pending", "reviewing", "rejected", "expired"], 200]


def test_an_effect_is_put_off_by_the_move_in_the_queue_of_its_name(told: dict[str, Any]) -> None:
    assert told["effects"] == [["drafts.prepare", "scan"], ["drafts.praise", "scan"]]


def test_a_job_is_known_to_the_runner_with_its_queue_and_its_tries(told: dict[str, Any]) -> None:
    assert told["job"] == ["work", 3]


def test_with_one_place_left_out_each_is_named_and_all_at_once(gaps: list[str]) -> None:
    assert gaps == [
        "advice/jobs.py has jobs and is not in worker.JOB_FILES",
        "orders/rules/lifecycle: paid brings about drafts.praise, and no function does it",
        "scans.again is put off, and no function does it: decorate one with @job in a file of worker.JOB_FILES",
        "orders/rules/status_words lacks on_hold",
        "orders/rules/lifecycle: paid can become rejected: money that was taken cannot be declined",
        "orders/rules/lifecycle: in_progress can become rejected: money that was taken cannot be declined",
        "orders/rules/lifecycle: on_hold can become rejected: money that was taken cannot be declined",
        "orders/rules/lifecycle: on_hold is resting to A2A, which has no such state",
    ]


def test_a_row_that_is_left_out_or_lacks_a_column_stops_every_process(gapped_house: House) -> None:
    gapped_house.swap(
        LIFECYCLE, '        paid_for=True,\n        a2a="resting",\n', '        a2a="working",\n'
    )
    assert "missing 1 required keyword-only argument: 'paid_for'" in gapped_house.refusal()
    gapped_house.swap(LIFECYCLE, ROW.replace("        paid_for=True,\n", ""), "")
    assert gapped_house.refusal().endswith("Incomplete: orders/rules/lifecycle: STATES lacks on_hold")
