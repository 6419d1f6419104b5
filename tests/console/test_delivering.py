"""Writing, saving, publishing and delivering, by forms alone."""

from __future__ import annotations

import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.drafts import versions
from coldread.drafts.draft_texts import say
from coldread.mail.tables import letters
from coldread.orders.files.deliverable_files import CHANGES
from tests.console.visitor import PASSWORD, Visitor
from tests.harness.desk import audit
from tests.harness.service import Service

#: how the page's script asks
SCRIPT = {"Accept": "application/json"}
PAGE = "<title>Bread</title>\n<h1>Bread</h1>\n<p>Buy it</p>\n"
FITS = "--- a/p.html\n+++ b/p.html\n@@ -1,3 +1,3 @@\n <title>Bread</title>\n-<h1>Bread</h1>\n+<h1>Fresh bread</h1>\n <p>Buy it</p>\n"


def kinds(session: Session) -> list[str]:
    return sorted(row.kind for row in session.rows(sa.select(letters.c.kind)))


def at_work(service: Service, status: str = "in_progress", **fields: str) -> tuple[Visitor, str]:
    visitor = Visitor(service).sign_in()
    return visitor, service.order_in(status, html=PAGE, **fields)


def test_a_final_is_written_checked_looked_at_and_delivered(service: Service) -> None:
    berit, order_id = at_work(service, language="sv")
    berit.see(f"/console/o/{order_id}/deliver")
    assert "nothing is delivered without one" in berit.text
    berit.see(f"/console/o/{order_id}/draft")
    preview = berit.send("/draft", do="preview", spec_md="# Klart\n\n**Byt** rubriken", diff=FITS)
    assert "Applies to the buyer’s html" in preview
    assert berit.page.css_first(".preview strong").text() == "Byt"  # type: ignore[union-attr]
    assert service.read(versions.versions, order_id) == [], "a preview saves no version"
    assert "**Byt** rubriken" in berit.see(f"/console/o/{order_id}/draft"), (
        "and loses nothing: what was shown is what is stored"
    )
    assert "Saved." in berit.send("/draft", do="save")
    assert [(each.number, each.author) for each in service.read(versions.versions, order_id)] == [
        (1, "berit")
    ]
    text = berit.see(f"/console/o/{order_id}/deliver")
    assert "Klart" in text
    assert "anna@shop.example" in text, "the letter, as it will be sent"
    assert f"https://coldread.test/o/{order_id}/diff" in text, "a page that a person can read"
    assert service.seen(order_id)["status"] == "in_progress"
    assert "final_delivered" not in service.read(kinds), "looking at the letter sends none"
    assert "Tick the box" in berit.send("/deliver", 400, diff="yes")
    assert "Delivered." in berit.send("/deliver", confirm="yes", diff="yes", note="Read twice")
    order = service.seen(order_id)
    assert order["status"] == "delivered"
    assert service.get(f"/deliverables/{order_id}/spec_final.md").text.startswith("# Klart")
    assert service.get(f"/deliverables/{order_id}/diff.patch").text == FITS
    assert "final_delivered" in service.read(kinds)
    assert audit(service, order_id)[-1]["actor"] == "berit"


def test_a_diff_that_does_not_apply_stays_at_home(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service)
    berit.see(f"/console/o/{order_id}/draft")
    berit.send("/draft", do="save", spec_md="# Final", diff=FITS.replace("-<h1>Bread", "-<h1>Cake"))
    assert "does not apply" in berit.see(f"/console/o/{order_id}/deliver")
    assert "cannot be delivered" in berit.send("/deliver", 400, confirm="yes", diff="yes")
    berit.send("/deliver", confirm="yes")
    assert quick_service.seen(order_id)["diff_url"] is None
    assert quick_service.get(f"/deliverables/{order_id}/diff.patch").status_code == 404


def test_what_was_typed_last_is_what_is_delivered(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service)
    berit.see(f"/console/o/{order_id}/draft")
    assert "Typed a moment ago" in berit.send(
        "/draft", do="deliver", spec_md="# Typed a moment ago\n\nRead twice"
    )


def test_everything_that_stands_in_the_way_is_told_at_once_with_its_place(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service)
    draft = say("en", "draft.status", order=order_id, final_by="2026-11-18")
    text = f"# Final\n\n{draft}\n\n### Version A: one\n\nFrom ⟦price⟧\n\n### Version B: two\n\n⟦price⟧ and ⟦days⟧\n"
    berit.see(f"/console/o/{order_id}/draft")
    berit.send("/draft", do="save", spec_md=text, diff=FITS.replace("-<h1>Bread", "-<h1>Cake"))
    berit.see(f"/console/o/{order_id}/deliver")
    editor = f"/console/o/{order_id}/draft"
    of_text = [
        ("no person has checked", f"{editor}?line=3#spec_md"),
        ("Version A: one; Version B: two", f"{editor}?line=5#spec_md"),
        ("⟦price⟧, in 2 lines", f"{editor}?line=7#spec_md"),
        ("⟦days⟧", f"{editor}?line=11#spec_md"),
    ]

    def told() -> list[tuple[str, str]]:
        lines = berit.page.css(".notice.bad li")
        return [(line.text(), str(line.css_first("a").attributes["href"])) for line in lines]  # type: ignore[union-attr]

    def is_told(wanted: list[tuple[str, str]]) -> bool:
        shown = told()
        return len(shown) == len(wanted) and all(
            words in text and place == where
            for (text, where), (words, place) in zip(shown, wanted, strict=True)
        )

    assert is_told(of_text), told()
    berit.send("/deliver", 400, diff="yes")
    assert is_told([*of_text, ("does not apply", f"{editor}#diff"), ("Tick the box", "#confirm")]), told()
    assert quick_service.seen(order_id)["status"] == "in_progress"
    berit.see(editor)
    berit.send("/draft", do="save", spec_md="# Final", diff="")
    berit.see(f"/console/o/{order_id}/deliver")
    assert told() == []
    assert "Delivered." in berit.send("/deliver", confirm="yes")


def test_gaps_are_asked_for_in_one_click_or_left_out(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service, language="sv")
    berit.see(f"/console/o/{order_id}/draft")
    berit.send(
        "/draft",
        do="save",
        spec_md="# Klart\n\nFrån ⟦pris⟧ i månaden.\n\n⟦Vem som svarar, och när.⟧\n\nSlut.",
    )
    berit.see(f"/console/o/{order_id}/deliver")
    asked = berit.send("/gaps", do="ask")
    assert "A mail about it is ready under" in asked
    assert "- Vem som svarar, och när." in asked
    assert "- pris (i raden: Från [pris] i månaden.)" in asked
    berit.see(f"/console/o/{order_id}/deliver")
    assert "Last asked by e-mail" in berit.text
    assert "what stood beside them may read oddly" in berit.send("/gaps", do="leave")
    assert "Before it can be delivered" not in berit.text
    assert (
        quick_service.read(versions.current_draft, quick_service.services, order_id).spec_md.count("⟦") == 2
    ), "nothing is saved by it"
    berit.see(f"/console/o/{order_id}/deliver")
    assert "Delivered." in berit.send("/deliver", confirm="yes")
    assert quick_service.get(f"/deliverables/{order_id}/spec_final.md").text == "# Klart\n\n\n\nSlut."


def test_what_a_person_made_of_the_draft_is_on_record_after_saving_it(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service, "paid")
    quick_service.write(
        versions.save_draft, quick_service.services, order_id, "# Draft\n\nOne\n", None, versions.OWN
    )
    quick_service.move(order_id, "in_progress").raise_for_status()
    berit.see(f"/console/o/{order_id}/draft")
    berit.send("/draft", do="save", spec_md="# Final\n\nOne\n")
    berit.see(f"/console/o/{order_id}/deliver")
    berit.send("/deliver", confirm="yes")
    (changes,) = quick_service.read(versions.versions, order_id, CHANGES)
    assert "-# Draft\n+# Final\n" in quick_service.read(versions.text_of, quick_service.services, changes)


def test_a_final_that_is_nearly_the_automatic_draft_is_asked_about(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service)
    lines = [f"Line {number}\n" for number in range(20)]
    quick_service.write(
        versions.save_draft, quick_service.services, order_id, "".join(lines), None, versions.OWN
    )
    for text, question in (
        ("".join(lines), "machine’s draft, unchanged"),
        ("".join(lines[:18]), "no line that is not in the automatic draft"),
        ("".join([*lines, "My own"]), "Only 1 line of the final is not in the automatic draft"),
        ("# Mine\n\nAll of it", ""),
    ):
        berit.see(f"/console/o/{order_id}/draft")
        berit.send("/draft", do="preview", spec_md=text)
        berit.see(f"/console/o/{order_id}/deliver")
        asked = [each.text() for each in berit.page.css(".notice.warn")]
        assert [question in each for each in asked] == [True] * bool(question), text


def test_publishing_early_sends_the_letter_and_saving_alone_does_not_publish(service: Service) -> None:
    berit, order_id = at_work(service, "paid")
    berit.see(f"/console/o/{order_id}/draft")
    berit.send("/draft", do="save", spec_md="# Draft")
    assert service.seen(order_id)["draft_url"] is None
    assert "Published." in berit.send("/draft", do="publish")
    assert service.seen(order_id)["draft_url"]
    assert service.get(f"/deliverables/{order_id}/spec_draft.md").text == "# Draft"
    service.clock.move(2 * HOUR)
    assert service.read(kinds).count("draft_published") == 1


def test_what_is_typed_is_kept_and_an_older_page_does_not_overwrite_it(service: Service) -> None:
    berit, order_id = at_work(service)
    cecilia = Visitor(service, "cecilia").sign_in()
    address = f"/console/o/{order_id}/draft"
    berit.see(address)
    cecilia.see(address)
    form = {**berit.fields("/draft"), "spec_md": "# Half a sent"}
    kept = berit.ask("POST", f"{address}/keep", data=form, headers=SCRIPT)
    assert kept.status_code == 200
    form = {**form, "copy": kept.json()["kept"], "spec_md": "# Half a sentence"}
    assert berit.ask("POST", f"{address}/keep", data=form, headers=SCRIPT).status_code == 200
    theirs = {**cecilia.fields("/draft"), "spec_md": "# Mine"}
    told = cecilia.ask("POST", f"{address}/keep", data=theirs, headers=SCRIPT)
    assert (told.status_code, told.json()) == (409, {"kept": None})
    both = cecilia.send("/draft", 409, spec_md="# Mine", do="save")
    assert "Two versions" in both
    assert cecilia.fields("/draft")["spec_md"].strip() == "# Mine"
    assert "# Half a sentence" in cecilia.page.css_first("#theirs").text()  # type: ignore[union-attr]
    assert service.read(versions.versions, order_id) == [], "no buyer sees what is only kept"
    cecilia.send("/draft", spec_md="# Both of us", do="save")
    assert cecilia.fields("/draft")["spec_md"].strip() == "# Both of us"


def test_a_form_that_came_after_the_session_waits_for_the_sign_in_and_is_sent_then(service: Service) -> None:
    berit, order_id = at_work(service)
    address = f"/console/o/{order_id}/draft"
    berit.see(address)
    typed = {**berit.fields("/draft"), "spec_md": "\n# Two hours of work\n\n", "do": "save"}
    service.clock.move(13 * HOUR)
    told = berit.ask("POST", f"{address}/keep", data=typed, headers=SCRIPT)
    assert (told.status_code, told.json()) == (401, {"kept": None}), "nothing that looks like success"
    late = berit.ask("POST", address, data=typed)
    assert late.status_code == 401
    berit.page = HTMLParser(late.text)
    berit.send("/console/login", 401, name="berit", password="a wrong password")
    assert "One thing was not sent" in berit.send("/console/login", name="berit", password=PASSWORD)
    assert service.read(versions.versions, order_id) == [], "nothing is done before a person says so"
    berit.send("/draft")
    assert [version.author for version in service.read(versions.versions, order_id)] == ["berit"]
    assert berit.fields("/draft")["spec_md"].strip() == "# Two hours of work"


def test_versions_can_be_looked_back_at(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service)
    berit.see(f"/console/o/{order_id}/draft")
    berit.send("/draft", do="save", spec_md="# One")
    berit.send("/draft", do="save", spec_md="# Two")
    text = berit.see(f"/console/o/{order_id}/draft/1")
    assert "-# One" in text
    assert "+# Two" in text
    berit.see(f"/console/o/{order_id}/draft/9", 404)
    berit.see(f"/console/o/{order_id}/draft/x", 404)


def test_nothing_is_edited_before_payment_or_after_delivery(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    for status in ("submitted", "delivered"):
        order_id = quick_service.order_in(status)
        berit.see(f"/console/o/{order_id}/draft")
        assert "between payment and delivery" in berit.send("/draft", 400, do="save", spec_md="# Late")
        berit.see(f"/console/o/{order_id}/deliver", 400)


def test_a_text_that_is_too_long_is_refused_and_not_lost(quick_service: Service) -> None:
    berit, order_id = at_work(quick_service)
    berit.see(f"/console/o/{order_id}/draft")
    long = "å" * 500_001
    assert "At most 500000" in berit.send("/draft", 400, do="save", spec_md=long)
    assert berit.fields("/draft")["spec_md"].strip() == long
