"""Drafts from several hands: the latest writer wins, every text stays, the own preparation overwrites nobody."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.drafts import versions
from coldread.jobs.defer import live_keys
from coldread.mail.tables import letters
from coldread.orders.files.deliverable_files import CHANGES
from coldread.orders.tables import order_scans
from tests.harness.service import START, Service


def save(service: Service, order_id: str, text: str, author: str, diff: str | None = None) -> bool:
    saved: bool = service.write(versions.save_draft, service.services, order_id, text, diff, author)
    return saved


def current(service: Service, order_id: str) -> Any:
    return service.read(versions.current_draft, service.services, order_id)


def due(service: Service) -> list[int]:
    """When each waiting letter leaves."""

    def ask(session: Any) -> list[int]:
        if session.is_postgres:
            text = "SELECT extract(epoch FROM scheduled_at)::bigint * 1000000 FROM procrastinate_jobs WHERE task_name = 'mail.send'"
        else:
            text = "SELECT due_at FROM jobs WHERE name = 'mail.send'"
        return [int(row[0]) for row in session.rows(sa.text(text))]

    found: list[int] = service.read(ask)
    return found


def test_paying_puts_the_preparation_off_once(service: Service) -> None:
    order_id = service.order_in("billing_pending")
    assert service.read(live_keys) == set()
    service.move(order_id, "paid")
    assert service.read(live_keys) == {f"drafts.prepare:{order_id}"}


def test_a_saved_draft_goes_live_at_its_time_with_one_letter(service: Service) -> None:
    order_id = service.order_in("paid")
    assert save(service, order_id, "# Own", versions.OWN, "--- a/x\n")
    assert service.seen(order_id)["draft_url"] is None
    assert service.get(f"/deliverables/{order_id}/spec_draft.md").status_code == 404
    assert due(service) == [START + 60 * MINUTE]
    service.clock.move(60 * MINUTE)
    assert service.seen(order_id)["draft_url"].endswith("spec_draft.md")
    assert service.get(f"/deliverables/{order_id}/spec_draft.md").text == "# Own"
    assert service.get(f"/deliverables/{order_id}/diff.patch").status_code == 404, (
        "the diff comes with the final"
    )
    save(service, order_id, "# Better", "anna")
    assert len(due(service)) == 1, "one letter, however often the draft is saved"


def test_the_latest_hand_wins_and_the_own_preparation_overwrites_nobody(service: Service) -> None:
    order_id = service.order_in("paid")
    assert save(service, order_id, "# Callback", "pipeline")
    assert not save(service, order_id, "# Own", versions.OWN)
    assert save(service, order_id, "# Anna", "anna")
    assert save(service, order_id, "# Anna", "anna"), "saying it twice is saying it once"
    found = current(service, order_id)
    assert (found.spec_md, found.diff, found.version.author) == ("# Anna", None, "anna")
    kept = service.read(versions.versions, order_id)
    assert [(one.number, one.author) for one in kept] == [(2, "anna"), (1, "pipeline")]
    assert service.read(versions.text_of, service.services, kept[1]) == "# Callback"


def test_one_draft_of_our_own_stays_the_only_one(service: Service) -> None:
    order_id = service.order_in("paid")
    assert save(service, order_id, "# First", versions.OWN)
    assert not save(service, order_id, "# Second", versions.OWN)
    assert current(service, order_id).spec_md == "# First"


def test_a_transitions_text_is_a_version_too_and_the_final_keeps_what_changed(service: Service) -> None:
    order_id = service.order_in("paid")
    save(service, order_id, "# Draft\n\nOne\nTwo\n", versions.OWN)
    service.move(order_id, "in_progress", patch={"spec_md": "# Draft\n\nOne\nThree\n"})
    assert [one.author for one in service.read(versions.versions, order_id)] == ["admin", versions.OWN]
    assert service.read(versions.versions, order_id, CHANGES) == []
    service.move(order_id, "delivered", patch={"spec_md": "# Final\n\nOne\nThree\n"})
    (changes,) = service.read(versions.versions, order_id, CHANGES)
    assert "-# Draft\n+# Final\n" in service.read(versions.text_of, service.services, changes)
    assert service.get(f"/deliverables/{order_id}/draft_to_final.diff").status_code == 404, (
        "the operator's own"
    )


def test_publishing_earlier_brings_the_letter_forward(service: Service) -> None:
    order_id = service.order_in("paid")
    assert not service.write(versions.publish, service.services, order_id), "there is nothing to publish"
    save(service, order_id, "# Own", versions.OWN)
    service.clock.move(MINUTE)
    assert service.write(versions.publish, service.services, order_id)
    assert service.seen(order_id)["draft_url"].endswith("spec_draft.md")
    assert due(service) == [START + MINUTE]
    (letter,) = service.read(lambda session: session.rows(sa.select(letters)))
    assert json.loads(letter.details)["draft_url"].endswith(f"/o/{order_id}/spec?version=draft")


def test_a_delivered_order_needs_no_preparation_any_more(service: Service) -> None:
    order_id = service.order_in("delivered")
    assert not save(service, order_id, "# Own", versions.OWN)
    assert current(service, order_id) is None
    assert service.read(lambda session: session.rows(sa.select(order_scans))) == []
