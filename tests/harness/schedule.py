"""How the tests of a run are shared out: what shares something expensive together, what takes long first; and the quick ones."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.harness.workers import GROUP

ROOT = Path(__file__).parents[2]
#: what takes longest begins first, so that no worker is left alone with it in the end
LONGEST_FIRST = (
    "tests/scanner/render/test_hard_pages.py",
    "tests/e2e/test_interface_description.py",
    "tests/chain/",
    "tests/pages/test_hostile.py",
    "tests/scanner/render/test_hostile.py",
    "tests/pages/test_axe.py",
    "tests/console/test_browser.py",
    "tests/e2e/test_wire.py",
    "tests/faults/",
    "tests/e2e/",
    "tests/drafts/test_kills.py",
    "tests/scanner/render/",
    "tests/scanner/quality/",
    "tests/pages/test_walk.py",
    "tests/protocols/test_a2a_clients.py",
    "tests/client/",
    "tests/reader/test_reading_of_scans.py",
    "tests/jobs/",
    "tests/cli/",
    "tests/recipes/",
    "tests/test_",
    "tests/scanner/patch/",
)
#: one of each for all tests of a file, because it takes seconds to make
SHARED = frozenset({"studio", "shop", "server", "looking", "chromium"})
#: what a quick run does without
EXPENSIVE = SHARED | {"postgres_url", "own_postgres", "start_server", "chain", "mailbox"}
#: processes, whole browsers or real models, without a fixture that tells; sweeps over the whole repository or thousands of pages;
#: walks through the console and the buyer's pages, which take a third of a second each
SLOW = (
    "tests/advice/test_with_a_model.py::test_an_attack",
    "tests/api/test_examples.py::test_a_service_that_runs",
    "tests/api/test_scan.py::test_a_pipeline_answer",
    "tests/backup/",
    "tests/base/test_bounded_body.py::test_a_bomb",
    "tests/base/test_bounded_body.py::test_a_node_that_answers_with_a_bomb",
    "tests/base/test_db.py::test_postgres_connections",
    "tests/base/test_journey.py",
    "tests/base/test_problems.py",
    "tests/base/test_texts.py::test_every_text_is_asked",
    "tests/chain/",
    "tests/cli/",
    "tests/client/",
    "tests/console/test_bulk.py",
    "tests/console/test_deciding.py",
    "tests/console/test_delivering.py",
    "tests/console/test_doors.py::test_a_form_from_elsewhere",
    "tests/console/test_swedish.py::test_an_order",
    "tests/console/test_work.py",
    "tests/contract/test_guessing.py",
    "tests/contract/test_limits.py::test_zero_switches",
    "tests/drafts/test_kills.py",
    "tests/drafts/test_linear.py",
    "tests/drafts/test_prepare.py",
    "tests/drafts/test_text_edits.py::test_whatever_is_proposed",
    "tests/drafts/test_attacks.py",
    "tests/drafts/test_redraw.py",
    "tests/e2e/",
    "tests/faults/",
    "tests/isolation/test_pool.py",
    "tests/jobs/test_conformance.py",
    "tests/llm/test_gate.py::test_after_failures_in_a_row",
    "tests/llm/test_model.py",
    "tests/reader/test_reading_of_scans.py",
    "tests/migrations/",
    "tests/move/",
    "tests/operators/test_signing_in.py",
    "tests/orders/test_push.py",
    "tests/orders/test_rescan.py",
    "tests/orders/test_state_machine.py",
    "tests/pages/test_bank_payment.py",
    "tests/pages/test_every_field.py",
    "tests/pages/test_hostile_markup.py",
    "tests/pages/test_saying.py",
    "tests/pages/test_states.py",
    "tests/pages/test_times.py",
    "tests/pages/test_withdrawing.py",
    "tests/payments/",
    "tests/protocols/test_a2a_clients.py",
    "tests/protocols/test_mcp.py",
    "tests/protocols/test_one_record.py",
    "tests/protocols/test_three_surfaces.py",
    "tests/recipes/",
    "tests/scans/comparison/test_picture_difference.py::test_a_page_without_end",
    "tests/scans/test_cut_off.py",
    "tests/scans/test_lite.py::test_the_command_line",
    "tests/scanner/fetch/test_fetch.py::test_a_bomb",
    "tests/scanner/patch/test_diff.py::test_git_makes",
    "tests/scanner/patch/test_jsx.py",
    "tests/scanner/patch/test_mend.py::test_own_pages",
    "tests/scanner/quality/",
    "tests/scanner/render/",
    "tests/scanner/test_addresses.py",
    "tests/scanner/test_grown_documents.py",
    "tests/scanner/test_hostile_documents.py",
    "tests/scanner/test_hostile_markup.py",
    "tests/scanner/test_phrases.py",
    "tests/scanner/test_score.py::test_the_order_does_not_depend",
    "tests/submissions/test_submit.py::TestReview",
    "tests/test_import_circles.py",
    "tests/test_lines.py",
    "tests/test_patterns.py",
    "tests/test_pick_python.py",
    "tests/test_plain_words.py",
    "tests/test_shape.py::test_a_long_file_or",
    "tests/test_whole_requests.py",
    "tests/test_without_payments.py",
    "tests/test_worker.py",
    "tests/test_workers.py",
    "tests/watches/test_api.py::test_the_command",
    "tests/watches/test_month.py",
)


def ordered(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The longest first, the others as they stand in their files."""
    return sorted(items, key=lambda item: _place(item, LONGEST_FIRST))


def grouped(items: Sequence[pytest.Item]) -> None:
    """Tests of a file that share something expensive go to one worker."""
    for item in items:
        if SHARED & set(getattr(item, "fixturenames", ())) and not item.get_closest_marker(GROUP):
            item.add_marker(pytest.mark.together(_path(item)))


def is_quick(item: pytest.Item) -> bool:
    """No browser, no PostgreSQL, no chain, no process of the service."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    on_postgres = params.get("database_url") == "postgres"
    needed = set(getattr(item, "fixturenames", ())) - {"postgres_url"}
    return not on_postgres and not EXPENSIVE & needed and not item.nodeid.startswith(SLOW)


def is_left_out(path: Path) -> bool:
    """Of a quick run, as a whole: such a file is not even read."""
    told = path.relative_to(ROOT).as_posix()
    return (f"{told}/" if path.is_dir() else told) in SLOW


def _place(item: pytest.Item, table: Sequence[str]) -> int:
    path = _path(item)
    return next((place for place, start in enumerate(table) if path.startswith(start)), len(table))


def _path(item: pytest.Item) -> str:
    return _from_root(item.path)


@functools.cache
def _from_root(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
