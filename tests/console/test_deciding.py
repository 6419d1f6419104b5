"""What an operator decides beside the moves: money back in part, a withdrawal, a question after the acceptance."""

from __future__ import annotations

import pytest

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.drafts.jobs import requeue_lost
from coldread.drafts.prepare import open_task
from coldread.orders.acts.ask_buyer import ask_outside_wait
from coldread.orders.acts.buyer_message import add_buyer_message
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW
from tests.console.visitor import Visitor
from tests.harness.desk import desk, refund
from tests.harness.service import Service

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


def buyers_page(service: Service, order_id: str, path: str = "/o/") -> str:
    return " ".join(service.get(f"{path}{order_id}", headers=HERE).text.replace("\u00a0", " ").split())


def moves_offered(berit: Visitor) -> set[str]:
    actions = [str(form.attributes.get("action")) for form in berit.page.css("form")]
    return {action.rpartition("/")[2] for action in actions if "/move/" in action}


def leave(service: Service, order_id: str) -> None:
    service.write(withdraw, service.settings, order_id, "person", "Anna Ek")


def test_a_part_that_goes_back_is_told_with_its_sum_and_reason(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in(
        "in_progress", language="sv", billing_method_preference="mobile_payment"
    )
    leave(quick_service, order_id)
    berit.see(f"/console/o/{order_id}")
    told = {"reason": "Utkastet var gjort, resten inte.", "note": "Swish", "confirm": "yes"}
    assert "less than 4000" in berit.send("/refund", 400, amount="4000", **told)
    assert "whole kronor" in berit.send("/refund", 400, amount="2600,50", **told)
    assert "the buyer reads it" in berit.send("/refund", 400, **{**told, "amount": "2600", "reason": ""})
    assert "1300 SEK do not go back: say what they pay for" in berit.send(
        "/refund", 400, amount="2600", **told
    )
    told["rest"] = "Det är för utkastet."
    text = berit.send("/refund", 200, amount="2,600", **told)
    assert "Went back2,600" in text.replace("\u00a0", " ")
    assert "Not gone back1,300 SEK of 3,900 SEK" in text.replace("\u00a0", " ")
    assert "refunded in part" in text
    assert "Vi har betalat tillbaka 2 600 kr av de 3 900 kr som du betalade" in text.replace("\u00a0", " ")
    for path in ("/o/", "/pay/"):
        page = buyers_page(quick_service, order_id, path)
        assert "2 600 kr av de 3 900 kr" in page
        assert "Vi har betalat tillbaka det du betalade" not in page
    assert "Utkastet var gjort, resten inte. De övriga 1 300 kr: Det är för utkastet." in buyers_page(
        quick_service, order_id
    )
    (refund,) = desk(quick_service, order_id)["refunds"]
    assert (refund["amount"], refund["currency"]) == (2600, "SEK")
    assert desk(quick_service, order_id)["order"]["billing_status"] == "waived"


def test_several_sums_go_back_until_all_has_and_each_has_its_reason(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in(
        "in_progress", language="en", billing_method_preference="mobile_payment"
    )
    leave(quick_service, order_id)
    berit.see(f"/console/o/{order_id}")
    told = {"confirm": "yes", "reason": "You withdrew.", "rest": "The rest follows on Friday."}
    berit.send("/refund", 200, amount="1950", **told)
    assert "More can be noted" in berit.text
    assert berit.fields("/refund")["amount"] == "1950", "what is left of it"
    assert "does not go on" in berit.send("/refund", 400, amount="10", goes_on="yes", **told)
    assert "less than 1951" in berit.send("/refund", 400, amount="1951", **told)
    text = berit.send("/refund", amount="1950", confirm="yes", reason="Nothing had been done yet.")
    assert "with what went back before 3,900 SEK of the 3,900 SEK" in text.replace("\u00a0", " ")
    assert not berit.page.css("#refund"), "nothing is left"
    page = buyers_page(quick_service, order_id)
    assert page.count("1,950 SEK went back on") == 2
    assert all(
        said in page for said in ("You have your money back", "follows on Friday", "had been done yet")
    )
    assert [one["amount"] for one in desk(quick_service, order_id)["refunds"]] == [1950, 1950]


def test_amends_leave_the_work_and_its_promises_as_they_are(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("in_progress", language="en")
    berit.see(f"/console/o/{order_id}")
    told = {"reason": "It came late.", "goes_on": "yes", "confirm": "yes"}
    assert "All of the money" in berit.send("/refund", 400, amount="4875", **told)
    assert "The work goes on" in berit.send("/refund", 200, amount="500", **told)
    assert desk(quick_service, order_id)["order"]["billing_status"] == "confirmed"
    page = buyers_page(quick_service, order_id)
    assert "500 SEK went back" in page
    assert "final version comes by" in page
    assert berit.fields("/refund")["amount"] == "4375", "what is left of it"


@pytest.mark.parametrize(
    ("status", "left"),
    [("reviewing", {"rejected"}), ("billing_pending", {"rejected"}), ("in_progress", set())],
)
def test_a_withdrawal_is_decided_before_anything_else(
    quick_service: Service, status: str, left: set[str]
) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in(status, language="en")
    leave(quick_service, order_id)
    text = berit.see(f"/console/o/{order_id}")
    assert "decide this first" in text
    assert moves_offered(berit) == left
    assert berit.page.css_first("a[href$='/deliver']") is None
    for to in ("accepted", "in_progress"):
        data = {**berit.fields("/go-on"), "confirm": "yes"}
        assert berit.ask("POST", f"/console/o/{order_id}/move/{to}", data=data).status_code == 400
    assert "buyer reads it" in berit.send("/go-on", 400)
    berit.send("/go-on", because="You wrote that you want it after all.")
    assert moves_offered(berit) > left or berit.page.css_first("a[href$='/deliver']") is not None
    page = buyers_page(quick_service, order_id)
    assert "You wrote that you want it after all." in page
    assert "You have withdrawn" not in page
    assert "withdrawal asked" not in berit.see("/console?view=all")
    leave(quick_service, order_id)
    assert "You have withdrawn" in buyers_page(quick_service, order_id), "one may think twice"


@pytest.mark.parametrize(("lang", "word"), [("en", "Withdrawn"), ("sv", "Ångrad")])
def test_the_timeline_says_that_it_was_withdrawn_and_a_closed_one_says_why(
    quick_service: Service, lang: str, word: str
) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("billing_pending", language=lang)
    leave(quick_service, order_id)
    berit.see(f"/console/o/{order_id}")
    assert "No letter was sent about it" in berit.send("/move/rejected", confirm="yes")
    page = quick_service.get(f"/o/{order_id}", headers=HERE).text
    steps = page.partition('class="progress"')[2].partition("</ol>")[0]
    assert word in steps
    assert not any(said in page for said in ("We cannot take this order", "Vi kan inte ta"))


def test_no_draft_is_shown_to_who_has_withdrawn_until_the_order_goes_on(quick_service: Service) -> None:
    order_id = quick_service.order_in("paid", language="en", html="<h1>Bread</h1>")
    quick_service.move(order_id, "in_progress", patch={"spec_md": "# Draft"}).raise_for_status()
    leave(quick_service, order_id)
    quick_service.clock.move(2 * HOUR)
    assert quick_service.get(f"/deliverables/{order_id}/spec_draft.md").status_code == 404
    bare = quick_service.order_in("paid", html="<h1>Bread</h1>")
    leave(quick_service, bare)
    quick_service.clock.move(HOUR)
    assert quick_service.read(open_task, bare) is None
    assert quick_service.write(requeue_lost, quick_service.services) == 0
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    berit.send("/go-on", because="A company that has paid.")
    assert quick_service.get(f"/deliverables/{order_id}/spec_draft.md").status_code == 200


@pytest.mark.parametrize("status", ["accepted", "billing_pending", "in_progress"])
def test_a_question_after_the_acceptance_is_kept_mailed_and_shown(
    quick_service: Service, status: str
) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in(status, language="sv")
    berit.see(f"/console/o/{order_id}")
    assert "say what you want to know" in berit.send("/ask", 400)
    text = berit.send("/ask", question="Vart leder knappen Boka?")
    assert "A mail about it is ready under" in text
    mail = [pre.text() for pre in berit.page.css("pre.letter") if "Vart leder knappen" in pre.text()]
    assert len(mail) == 1
    assert "Svara på det här mejlet" in mail[0]
    assert "Vart leder knappen Boka?" in berit.page.css_first("section:has(#answers)").text()  # type: ignore[union-attr]
    page = buyers_page(quick_service, order_id)
    assert "Vart leder knappen Boka?" in page
    assert "Vi frågade med e-post" in page


def test_a_buyer_whom_nobody_has_mailed_is_not_waited_for(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order(source="web", html="x", language="en")["order_id"]
    berit.see(f"/console/o/{order_id}")
    berit.send("/move/needs_info", question="Which city?")
    assert "Send the buyer the mail that is ready: “Send the question”" in berit.text
    assert quick_service.read(queue, quick_service.settings, VIEW["buyer"], "") == []
    (line,) = quick_service.read(queue, quick_service.settings, VIEW["mine"], "")
    assert "not mailed" in line.flags
    assert line.next.clock.name == "mail"
    assert {view: quick_service.read(counts_by_view)[view] for view in ("mine", "buyer")} == {
        "mine": 1,
        "buyer": 0,
    }
    data = {**berit.fields("/remark"), "kind": "asked", "note": ""}
    assert berit.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 303
    (line,) = quick_service.read(queue, quick_service.settings, VIEW["buyer"], "")
    assert "not mailed" not in line.flags
    assert {view: quick_service.read(counts_by_view)[view] for view in ("mine", "buyer")} == {
        "mine": 0,
        "buyer": 1,
    }
    berit.see(f"/console/o/{order_id}")
    berit.send("/move/billing_pending", looked="yes")
    mails = {" ".join(each.text().split()) for each in berit.page.css("section:has(#mail) summary")}
    assert "Tell how to pay not sent" in mails
    assert not any("Remind" in each for each in mails), "the first word about money is no reminder"
    assert "organisation number or VAT id" in berit.text, "the mail asks for what the invoice lacks"


@pytest.mark.parametrize("kind", ["told_refund", "asked", "answered_by_mail"])
def test_a_press_from_an_older_page_ticks_off_nothing_that_began_since(
    quick_service: Service, kind: str
) -> None:
    """Two sums back, two questions: the page showed the first, and somebody adds the second before the press."""
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("paid", source="web", html="x", language="en")

    def begin(number: int) -> None:
        if kind == "told_refund":
            refund(quick_service, order_id, 100 * number, work_goes_on=True)
        else:
            quick_service.write(
                ask_outside_wait, quick_service.settings, order_id, "anna", f"Question {number}?"
            )

    begin(1)
    berit.see(f"/console/o/{order_id}")
    old = {**berit.fields("/remark"), "kind": kind, "note": ""}
    quick_service.clock.move(MINUTE)
    begin(2)
    held = berit.ask("POST", f"/console/o/{order_id}/remark", data=old)
    assert held.status_code == 409
    assert "The order has changed in the meantime" in held.text
    berit.see(f"/console/o/{order_id}")
    new = {**berit.fields("/remark"), "kind": kind, "note": ""}
    assert berit.ask("POST", f"/console/o/{order_id}/remark", data=new).status_code == 303


def test_no_mail_asks_what_was_answered(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("reviewing", source="web", html="x", language="en")
    assert quick_service.move(order_id, "needs_info", question="Which city?").is_success
    for asked in (True, False):
        berit.see(f"/console/o/{order_id}")
        mails = [each.text() for each in berit.page.css("section:has(#mail) summary")]
        assert any("Send the question" in each for each in mails) is asked
        quick_service.post(f"/v1/orders/{order_id}/info", json={"message": "Lund"}).raise_for_status()


def test_a_bill_without_a_number_warns_before_it_is_asked_for(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    complete = {"company_name": "Fika AB", "org_number": "556036-0793"}
    for billing, warned in ((None, True), (complete, False)):
        given = {"billing": billing} if billing else {}
        order_id = quick_service.order(html="x", **given)["order_id"]
        assert ("For an invoice we lack" in berit.see(f"/console/o/{order_id}")) is warned


def test_an_invoice_is_due_from_when_it_has_a_number_and_until_then_the_buyer_reads_what_comes_next(
    quick_service: Service,
) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("accepted", html="x", language="en")
    bill = {"billing_method_final": "umbrella_invoice"}
    assert quick_service.move(order_id, "billing_pending", patch=bill).is_success

    def buyer_reads() -> str:
        return buyers_page(quick_service, order_id) + buyers_page(quick_service, order_id, "/pay/")

    def needs_me() -> list[tuple[str, ...]]:
        return [line.flags for line in quick_service.read(queue, quick_service.settings, VIEW["mine"], "")]

    said = buyer_reads()
    assert "Who is the invoice for?" in said
    assert "there is no invoice" in said
    assert "Last day to pay:" not in said
    assert needs_me() == [], "it waits for the buyer's details"
    assert "No invoice can be written yet" in berit.see(f"/console/o/{order_id}")
    assert "Org. number: that is too short" in berit.send("/billing", 400, org_number="1")
    quick_service.clock.move(DAY)
    berit.sign_in().see(f"/console/o/{order_id}")
    berit.send("/billing", company_name="Fika AB", org_number="556036-0793")
    assert "Next: write the invoice over" in berit.text
    assert needs_me() == [("invoice to write",)]
    said = buyer_reads()
    assert "The invoice is on its way" in said
    assert "Fika AB" in said
    assert "Last day to pay:" not in said
    assert quick_service.get(f"/pay/{order_id}/invoice.pdf").status_code == 404
    assert "type it as it is written" in berit.send("/reference", 400, reference=" ")
    berit.send("/reference", reference="F-2026/17")
    assert order_id in berit.see("/console?q=F-2026/17"), "whoever calls has only that number"
    assert quick_service.seen(order_id)["external_reference"] == "F-2026/17"
    said = buyer_reads()
    assert "It is time to pay" in said
    assert "Last day to pay: 30 November 2026" in said, "14 days from its number, not from the bill"
    assert "quote invoice number F-2026/17" in said
    assert quick_service.get(f"/pay/{order_id}/invoice.pdf").status_code == 200
    assert needs_me() == []
    quick_service.clock.move(DAY)
    berit.sign_in().see(f"/console/o/{order_id}")
    berit.send("/reference", reference="F-2026/18")
    assert "Last day to pay: 30 November 2026" in buyer_reads(), "a corrected number moves no day"
    early = quick_service.order_in("accepted", html="x")
    data = {**berit.fields("/reference"), "seen": "0"}
    assert berit.ask("POST", f"/console/o/{early}/reference", data=data).status_code in (400, 409)


def test_the_console_names_the_dates_that_the_buyer_reads(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("accepted", html="x", language="en")
    assert quick_service.move(order_id, "billing_pending", patch={"external_reference": "F-1"}).is_success
    text = berit.see(f"/console/o/{order_id}")
    assert "Last day to pay, as the buyer reads it29 Nov 2026" in text
    assert "Closes if nothing has come in15 Dec 2026" in text
    assert "open unpaid 30 d left" in text, "money is taken until the buyer's page ends"
    assert "15 December 2026" in buyers_page(quick_service, order_id)


def test_a_withdrawal_stands_above_an_unread_message(quick_service: Service) -> None:
    order_id = quick_service.order_in("submitted")
    berit = Visitor(quick_service).sign_in()
    quick_service.write(add_buyer_message, quick_service.settings, order_id, "Please wait")
    berit.see(f"/console/o/{order_id}")
    assert berit.page.css_first("[data-next]").attributes["data-next"] == "unread"  # type: ignore[union-attr]
    leave(quick_service, order_id)
    berit.see(f"/console/o/{order_id}")
    assert berit.page.css_first("[data-next]").attributes["data-next"] == "withdrawn"  # type: ignore[union-attr]
    text = berit.page.html or ""
    assert text.index('id="withdrawn"') < text.index("/move/rejected") < text.index('id="new"')


def test_a_no_and_a_silent_end_are_apart_and_say_what_the_buyer_gets(quick_service: Service) -> None:
    order_id = quick_service.order_in("submitted")
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    endings = berit.page.css_first(".endings")
    assert endings is not None
    shown = {(each.attributes["class"] or "").split()[1]: each.text() for each in endings.css("details.step")}
    assert set(shown) == {"danger", "silent"}
    assert "the mail for it is ready afterwards" in shown["danger"], "an agent's order gets no letter"
    assert "No letter is sent" in shown["silent"]
    assert "without an answer to the buyer" in shown["silent"]
    assert not berit.page.css("#steps > .danger, #steps > .silent")
