"""What a buyer sees of an order: one table from state and facts to heading, sentence and instruction. Pure.

The order's page is made from one row alone. Each row declares what it claims (`claims`); what the page shows
besides (buttons, forms, dates) is in `shows`. So no two sentences of a page contradict each other, and a test
calls `contradictions` for every page. This file has more than 400 lines, since it is one table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Literal

from coldread.base.texts.inline_text import InlineText
from coldread.orders.rules.buyer_claims import Claim
from coldread.orders.rules.invoice import invoice_stage
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.status_words import WORDS
from coldread.orders.rules.whose_turn import Wait

Part = Literal["pay", "answer", "more", "page", "reason", "draft_due", "final_due", "rescan", "write"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class ViewFacts:
    """The facts that decide what a buyer sees."""

    order: Order
    wait: Wait
    now: int
    draft_due: int | None
    final_due: int | None
    #: a withdrawal is open: nobody has decided that the order goes on
    withdrawn: bool
    #: how much was refunded, in whole kronor
    returned: int = 0
    #: a person has changed the draft since the machine wrote it
    draft_by_person: bool = False
    #: a question is open that was asked without a status
    asked: bool = False

    @property
    def is_part(self) -> bool:
        """Whether the refund is partial. An order from before sums were noted was refunded in full."""
        return 0 < self.returned < self.order.money_in

    @property
    def draft_live(self) -> bool:
        return self.order.draft_is_live(self.now)

    @property
    def is_late(self) -> bool:
        return self.final_due is not None and self.final_due <= self.now

    @property
    def draft_is_late(self) -> bool:
        return self.draft_due is not None and self.draft_due <= self.now


@dataclasses.dataclass(frozen=True, kw_only=True)
class BuyerRow:
    """One row. The first row that applies is what the buyer sees."""

    name: str
    applies: Callable[[ViewFacts], bool]
    heading: InlineText
    #: None: the sentence of the status (`status_words`)
    sentence: InlineText | None = None
    claims: tuple[Claim, ...]
    shows: tuple[Part, ...] = ()

    def said(self, status: str) -> InlineText:
        return self.sentence or WORDS[Status(status)].to_buyer


def _has_status(status: Status) -> Callable[[ViewFacts], bool]:
    return lambda facts: facts.order.status == status


def _waits_for(name: str) -> Callable[[ViewFacts], bool]:
    return lambda facts: facts.wait.name == name


def _is_delivered(facts: ViewFacts) -> bool:
    return facts.order.status == Status.DELIVERED


def _final_is_owed(facts: ViewFacts) -> bool:
    return facts.wait.owes_final


def _part_in(facts: ViewFacts) -> bool:
    """A part of the price came in, and must go back."""
    return facts.order.is_part_paid and facts.order.to_return > 0


def _part_back(facts: ViewFacts) -> bool:
    """What came in of an unpaid order has gone back."""
    return facts.order.paid_at is None and facts.returned > 0 and not facts.order.received


def _is_refunded(facts: ViewFacts) -> bool:
    return facts.order.is_refunded


BUYER_ROWS: tuple[BuyerRow, ...] = (
    BuyerRow(
        name="refunded_part_final",
        applies=lambda facts: _is_refunded(facts) and facts.is_part and _is_delivered(facts),
        heading=InlineText(en="Part of your money is back", sv="Du har fått tillbaka en del av pengarna"),
        sentence=InlineText(
            en="We have returned {returned} of the {paid} that you paid. What was delivered stays here for you to read.",
            sv="Vi har betalat tillbaka {returned} av de {paid} som du betalade. Det som levererades finns kvar här.",
        ),
        claims=("refunded", "owes nothing", "closed", "final there"),
    ),
    BuyerRow(
        name="refunded_part",
        applies=lambda facts: _is_refunded(facts) and facts.is_part,
        heading=InlineText(en="Part of your money is back", sv="Du har fått tillbaka en del av pengarna"),
        sentence=InlineText(
            en="We have returned {returned} of the {paid} that you paid, and the work has ended. You owe nothing more.",
            sv="Vi har betalat tillbaka {returned} av de {paid} som du betalade och arbetet är avslutat. Du är inte skyldig något mer.",
        ),
        claims=("refunded", "owes nothing", "closed"),
    ),
    BuyerRow(
        name="refunded_final",
        applies=lambda facts: _is_refunded(facts) and _is_delivered(facts),
        heading=InlineText(en="You have your money back", sv="Du har fått pengarna tillbaka"),
        sentence=InlineText(
            en="We have returned what you paid. What was delivered stays here for you to read.",
            sv="Vi har betalat tillbaka det du betalade. Det som levererades finns kvar här.",
        ),
        claims=("refunded", "owes nothing", "closed", "final there"),
    ),
    BuyerRow(
        name="refunded",
        applies=_is_refunded,
        heading=InlineText(en="You have your money back", sv="Du har fått pengarna tillbaka"),
        sentence=InlineText(
            en="We have returned what you paid, and the work has ended. You owe nothing.",
            sv="Vi har betalat tillbaka det du betalade och arbetet är avslutat. Du är inte skyldig något.",
        ),
        claims=("refunded", "owes nothing", "closed"),
    ),
    BuyerRow(
        name="ended_part_in",
        applies=lambda facts: _part_in(facts) and facts.order.state.is_declined,
        heading=InlineText(en="Your money goes back to you", sv="Du får tillbaka dina pengar"),
        sentence=InlineText(
            en="The order is closed. The {to_return} that had come in go back to you; this page says when they are sent. You owe nothing.",
            sv="Beställningen är avslutad. De {to_return} som hade kommit in betalas tillbaka till dig; här står när de är skickade. Du är inte skyldig något.",
        ),
        claims=("not paid", "owes nothing", "closed"),
        shows=("reason",),
    ),
    BuyerRow(
        name="ended_part_back",
        applies=lambda facts: _part_back(facts) and facts.order.state.is_declined,
        heading=InlineText(en="You have your money back", sv="Du har fått pengarna tillbaka"),
        sentence=InlineText(
            en="The order is closed, and what had come in has gone back to you. You owe nothing.",
            sv="Beställningen är avslutad och det som hade kommit in är tillbakabetalt till dig. Du är inte skyldig något.",
        ),
        claims=("not paid", "owes nothing", "closed"),
        shows=("reason",),
    ),
    BuyerRow(
        name="withdrawn_closed",
        applies=lambda facts: facts.withdrawn and facts.order.state.is_declined,
        heading=InlineText(en="You have withdrawn", sv="Du har ångrat beställningen"),
        sentence=InlineText(
            en="We received your withdrawal on {withdrawn}, and the order is closed. You owe nothing.",
            sv="Vi tog emot ditt besked {withdrawn} och beställningen är avslutad. Du är inte skyldig något.",
        ),
        claims=("not paid", "owes nothing", "closed"),
    ),
    BuyerRow(
        name="rejected",
        applies=_has_status(Status.REJECTED),
        heading=InlineText(en="We cannot take this order", sv="Vi kan inte ta den här beställningen"),
        sentence=InlineText(en="The order is closed. You owe nothing.", sv="Beställningen är avslutad. Du är inte skyldig något."),
        claims=("not paid", "owes nothing", "closed"),
        shows=("reason", "write"),
    ),
    BuyerRow(
        name="expired",
        applies=_has_status(Status.EXPIRED),
        heading=InlineText(en="This order has expired", sv="Beställningens tid har gått ut"),
        sentence=InlineText(
            en="Nobody acted in time, so it was closed. You owe nothing, and you can order again.",
            sv="Ingen hann göra något i tid, så den stängdes. Du är inte skyldig något och kan beställa igen.",
        ),
        claims=("not paid", "owes nothing", "closed"),
    ),
    BuyerRow(
        name="withdrawn_paid",
        applies=lambda facts: _waits_for("withdrawal")(facts) and facts.order.paid_at is not None,
        heading=InlineText(en="You have withdrawn", sv="Du har ångrat beställningen"),
        sentence=InlineText(
            en="We received your withdrawal on {withdrawn}. What you are owed goes back as the terms say. Save or print the acknowledgement; you do not need to do anything else.",
            sv="Vi tog emot ditt besked {withdrawn}. Det du har rätt till betalas tillbaka enligt villkoren. Spara eller skriv ut bekräftelsen; mer behöver du inte göra.",
        ),
        claims=("paid", "our turn", "nothing to do"),
    ),
    BuyerRow(
        name="withdrawn_part_in",
        applies=lambda facts: _waits_for("withdrawal")(facts) and _part_in(facts),
        heading=InlineText(en="You have withdrawn", sv="Du har ångrat beställningen"),
        sentence=InlineText(
            en="We received your withdrawal on {withdrawn}. The {to_return} that had come in go back to you. Please pay nothing more. Save or print the acknowledgement; you do not need to do anything else.",
            sv="Vi tog emot ditt besked {withdrawn}. De {to_return} som hade kommit in betalas tillbaka till dig. Betala inget mer. Spara eller skriv ut bekräftelsen; mer behöver du inte göra.",
        ),
        claims=("not paid", "owes nothing", "our turn", "nothing to do"),
    ),
    BuyerRow(
        name="withdrawn",
        applies=_waits_for("withdrawal"),
        heading=InlineText(en="You have withdrawn", sv="Du har ångrat beställningen"),
        sentence=InlineText(
            en="We received your withdrawal on {withdrawn}. Please pay nothing. Save or print the acknowledgement; you do not need to do anything else.",
            sv="Vi tog emot ditt besked {withdrawn}. Betala inget. Spara eller skriv ut bekräftelsen; mer behöver du inte göra.",
        ),
        claims=("not paid", "owes nothing", "our turn", "nothing to do"),
    ),
    BuyerRow(
        name="delivered_rescan",
        applies=lambda facts: _is_delivered(facts) and facts.order.can_rescan(facts.now),
        heading=InlineText(en="Your cold-read is here", sv="Din cold-read är här"),
        claims=("paid", "closed", "final there", "rescan open"),
        shows=("rescan",),
    ),
    BuyerRow(
        name="delivered",
        applies=_is_delivered,
        heading=InlineText(en="Your cold-read is here", sv="Din cold-read är här"),
        sentence=InlineText(
            en="A person has checked it. Everything that was delivered stays here for you to read.",
            sv="En människa har granskat den. Allt som levererades finns kvar här.",
        ),
        claims=("paid", "closed", "final there"),
    ),
    BuyerRow(
        name="answered",
        applies=lambda facts: facts.wait.name == "answered" and facts.order.state.asks == "answer",
        heading=InlineText(en="Your answer is with the reviewer", sv="Ditt svar är hos granskaren"),
        sentence=InlineText(
            en="The reviewer reads it and continues. You do not need to do anything more; if you forgot something, add it on the order's page.",
            sv="Granskaren läser det och går vidare. Du behöver inte göra mer; har du glömt något kan du lägga till det på beställningens sida.",
        ),
        claims=("not paid", "our turn", "nothing to do"),
        shows=("more",),
    ),
    BuyerRow(
        name="question",
        applies=lambda facts: facts.order.state.asks == "answer",
        heading=InlineText(en="A question for you", sv="En fråga till dig"),
        claims=("not paid", "buyer's turn"),
        shows=("answer",),
    ),
    BuyerRow(
        name="payment_rest",
        applies=lambda facts: facts.order.state.asks == "payment" and facts.order.is_part_paid,
        heading=InlineText(en="{remaining} remain to be paid", sv="{remaining} återstår att betala"),
        sentence=InlineText(
            en="Of {price}, {received} have come in. The work begins when the rest has come in and a person has confirmed it.",
            sv="Av {price} har {received} kommit in. Arbetet börjar när resten har kommit in och en människa har bekräftat det.",
        ),
        claims=("not paid", "asks for payment", "buyer's turn"),
        shows=("pay",),
    ),
    BuyerRow(
        name="invoice_details",
        applies=lambda facts: invoice_stage(facts.order) == "details",
        heading=InlineText(en="Who is the invoice for?", sv="Vem ska fakturan ställas till?"),
        sentence=InlineText(
            en="Your order is accepted. Please fill in the company’s details on the pay page; then we write the invoice and send it by e-mail. The days to pay it begin when it is there.",
            sv="Din beställning är antagen. Fyll i företagets uppgifter på betalsidan; sedan skriver vi fakturan och skickar den med e-post. Tiden att betala den börjar när den har kommit.",
        ),
        claims=("not paid", "asks for payment", "buyer's turn"),
        shows=("pay",),
    ),
    BuyerRow(
        name="invoice_coming",
        applies=lambda facts: invoice_stage(facts.order) == "to_write",
        heading=InlineText(en="The invoice is on its way", sv="Fakturan är på väg"),
        sentence=InlineText(
            en="Your order is accepted. We write the invoice and send it to you by e-mail; its number and last day to pay appear here, too. The work begins when a person has confirmed the payment.",
            sv="Din beställning är antagen. Vi skriver fakturan och skickar den till dig med e-post; fakturanumret och sista betalningsdag syns också här. Arbetet börjar när en människa har bekräftat betalningen.",
        ),
        claims=("not paid", "asks for payment"),
        shows=("pay",),
    ),
    BuyerRow(
        name="payment",
        applies=lambda facts: facts.order.state.asks == "payment",
        heading=InlineText(en="It is time to pay", sv="Det är dags att betala"),
        sentence=InlineText(
            en="Your order is accepted. The work begins when a person has confirmed the payment.",
            sv="Din beställning är antagen. Arbetet börjar när en människa har bekräftat betalningen.",
        ),
        claims=("not paid", "asks for payment", "buyer's turn"),
        shows=("pay",),
    ),
    BuyerRow(
        name="page",
        applies=_waits_for("page"),
        heading=InlineText(en="We need another way to your page", sv="Vi behöver en annan väg till din sida"),
        sentence=InlineText(
            en="The address did not answer, asks for a sign-in, is empty or only lets known visitors in, and no source came with the order. Nothing has been written yet. Send another address that anyone can open, or the page's HTML file, and we make the draft at once.",
            sv="Adressen svarar inte, kräver inloggning, är tom eller släpper bara in vissa besökare, och ingen källkod följde med beställningen. Inget är skrivet ännu. Skicka en annan adress som vem som helst kan öppna, eller sidans HTML-fil: då görs utkastet direkt.",
        ),
        claims=("paid", "buyer's turn"),
        shows=("page",),
    ),
    BuyerRow(
        name="late",
        applies=lambda facts: _final_is_owed(facts) and facts.is_late,
        heading=InlineText(en="The final version is late", sv="Slutversionen är försenad"),
        sentence=InlineText(
            en="It was due on {final_due}. We are sorry, and we are working on it. Write to us if you would rather have your money back.",
            sv="Den skulle ha kommit {final_due}. Vi ber om ursäkt och arbetar med den. Skriv till oss om du hellre vill ha pengarna tillbaka.",
        ),
        claims=("paid", "our turn", "final coming"),
        shows=("write",),
    ),
    BuyerRow(
        name="draft_edited",
        applies=lambda facts: _final_is_owed(facts) and facts.draft_live and facts.draft_by_person,
        heading=InlineText(en="Your draft is here", sv="Ditt utkast är här"),
        sentence=InlineText(
            en="A person has begun to work on it, so that you can follow. The final version comes by {final_due}, and we will e-mail you.",
            sv="En människa har börjat bearbeta det, så att du kan följa med. Slutversionen kommer senast {final_due} och du får ett mejl.",
        ),
        claims=("paid", "our turn", "draft there", "final coming"),
        shows=("final_due",),
    ),
    BuyerRow(
        name="draft_there",
        applies=lambda facts: _final_is_owed(facts) and facts.draft_live,
        heading=InlineText(en="Your draft is here", sv="Ditt utkast är här"),
        sentence=InlineText(
            en="It was made by a machine, so that you can start. A person is working on the final version; it comes by {final_due}, and we will e-mail you.",
            sv="Det är gjort av en maskin, så att du kan börja. En människa arbetar med slutversionen; den kommer senast {final_due} och du får ett mejl.",
        ),
        claims=("paid", "our turn", "draft there", "final coming"),
        shows=("final_due",),
    ),
    BuyerRow(
        name="draft_late",
        applies=lambda facts: facts.order.status == Status.PAID and facts.draft_is_late,
        heading=InlineText(en="Paid. Thank you", sv="Betalt. Tack"),
        sentence=InlineText(
            en="The draft is taking longer than usual. The final version comes by {final_due}, whatever happens to the draft.",
            sv="Utkastet tar längre tid än vanligt. Slutversionen kommer senast {final_due}, vad som än händer med utkastet.",
        ),
        claims=("paid", "our turn", "draft coming", "final coming"),
        shows=("final_due",),
    ),
    BuyerRow(
        name="paid",
        applies=_has_status(Status.PAID),
        heading=InlineText(en="Paid. Thank you", sv="Betalt. Tack"),
        sentence=InlineText(
            en="A first draft appears here by {draft_due}, the final version by {final_due}. We will e-mail you each time.",
            sv="Ett första utkast kommer hit senast {draft_due}, slutversionen senast {final_due}. Du får ett mejl båda gångerna.",
        ),
        claims=("paid", "our turn", "draft coming", "final coming"),
        shows=("draft_due", "final_due"),
    ),
    BuyerRow(
        name="in_work",
        applies=lambda facts: facts.order.status == Status.IN_PROGRESS,
        heading=InlineText(en="A person is working on it", sv="En människa arbetar med din cold-read"),
        sentence=InlineText(
            en="The final version comes by {final_due}, and we will e-mail you.",
            sv="Slutversionen kommer senast {final_due} och du får ett mejl.",
        ),
        claims=("paid", "our turn", "final coming"),
        shows=("final_due",),
    ),
    BuyerRow(
        name="submitted",
        applies=_has_status(Status.SUBMITTED),
        heading=InlineText(en="Thank you. Your order is in", sv="Tack. Vi har tagit emot din beställning"),
        sentence=InlineText(
            en="A person reads it and answers here within a day: with a yes, a question, or a no with the reason. You pay nothing yet, and you do not need to do anything.",
            sv="En människa läser den och svarar här inom ett dygn: med ett ja, en fråga eller ett nej och skälet till det. Du betalar inget ännu och behöver inte göra något.",
        ),
        claims=("not paid", "our turn", "nothing to do"),
    ),
    BuyerRow(
        name="reviewing",
        applies=_has_status(Status.REVIEWING),
        heading=InlineText(en="A person is reading your order", sv="En människa läser din beställning"),
        sentence=InlineText(
            en="The answer comes here: a yes, a question, or a no with the reason. You pay nothing yet, and you do not need to do anything.",
            sv="Svaret kommer här: ett ja, en fråga eller ett nej och skälet till det. Du betalar inget ännu och behöver inte göra något.",
        ),
        claims=("not paid", "our turn", "nothing to do"),
    ),
    BuyerRow(
        name="accepted_asked",
        applies=lambda facts: facts.order.status == Status.ACCEPTED and facts.asked,
        heading=InlineText(en="Your order is accepted, and we have a question", sv="Din beställning är antagen, och vi har en fråga"),
        sentence=InlineText(
            en="Please answer it below. Next, this page will show how to pay.",
            sv="Svara gärna här nedanför. Härnäst visar den här sidan hur du betalar.",
        ),
        claims=("not paid",),
    ),
    BuyerRow(
        name="accepted",
        applies=_has_status(Status.ACCEPTED),
        heading=InlineText(en="Your order is accepted", sv="Din beställning är antagen"),
        sentence=InlineText(
            en="Next, this page will show how to pay. You do not need to do anything until then.",
            sv="Härnäst visar den här sidan hur du betalar. Du behöver inte göra något innan dess.",
        ),
        claims=("not paid", "our turn", "nothing to do"),
    ),
    # A status that has no row here: the sentence of the status, and no other claim.
    BuyerRow(
        name="other",
        applies=lambda _: True,
        heading=InlineText(en="What happens next", sv="Vad som händer nu"),
        claims=(),
    ),
)  # fmt: skip


def buyer_row(facts: ViewFacts) -> BuyerRow:
    return next(row for row in BUYER_ROWS if row.applies(facts))
