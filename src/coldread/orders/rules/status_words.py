"""The words of each status, in every language: the rows of the lifecycle as text for people."""

from __future__ import annotations

import dataclasses

from coldread.base.texts.inline_text import InlineText
from coldread.orders.rules.lifecycle import Status


@dataclasses.dataclass(frozen=True, kw_only=True)
class StatusWords:
    """One row."""

    status: Status
    #: what the operator calls it
    name: InlineText
    #: what an agent relays to its human; `{pay_url}` is filled in
    to_agent: InlineText
    #: what happens next, on the order's own page
    to_buyer: InlineText


STATUS_WORDS: tuple[StatusWords, ...] = (
    StatusWords(
        status=Status.SUBMITTED,
        name=InlineText(en="submitted", sv="inkommen"),
        to_agent=InlineText(
            en="The request is in; a person looks at it. Nothing is paid yet.",
            sv="Förfrågan är mottagen; en människa läser den. Inget är betalt ännu.",
        ),
        to_buyer=InlineText(
            en="A person reads your request and answers here. You do not need to do anything.",
            sv="En människa läser din förfrågan och svarar här. Du behöver inte göra något.",
        ),
    ),
    StatusWords(
        status=Status.REVIEWING,
        name=InlineText(en="reviewing", sv="läses"),
        to_agent=InlineText(
            en="A person is looking at the request. Nothing is paid yet.",
            sv="En människa läser förfrågan. Inget är betalt ännu.",
        ),
        to_buyer=InlineText(
            en="A person is reading your request. You do not need to do anything.",
            sv="En människa läser din förfrågan just nu. Du behöver inte göra något.",
        ),
    ),
    StatusWords(
        status=Status.NEEDS_INFO,
        name=InlineText(en="needs info", sv="väntar på svar"),
        to_agent=InlineText(
            en="The reviewer has a question for the buyer; relay it, and the answer back.",
            sv="Granskaren har en fråga till köparen; för den vidare, och svaret tillbaka.",
        ),
        to_buyer=InlineText(
            en="The reviewer needs an answer from you before the work can begin.",
            sv="Granskaren behöver ett svar från dig innan arbetet kan börja.",
        ),
    ),
    StatusWords(
        status=Status.ACCEPTED,
        name=InlineText(en="accepted", sv="antagen"),
        to_agent=InlineText(
            en="The review is accepted; the pay page follows. Nothing is paid yet.",
            sv="Granskningen är antagen; betalsidan kommer. Inget är betalt ännu.",
        ),
        to_buyer=InlineText(
            en="Your order is accepted. The payment details come next.",
            sv="Din beställning är antagen. Betalningsuppgifterna kommer härnäst.",
        ),
    ),
    StatusWords(
        status=Status.BILLING_PENDING,
        name=InlineText(en="billing pending", sv="väntar på betalning"),
        to_agent=InlineText(
            en="A person has to pay now: {pay_url} – businesses by invoice (umbrella_invoice, with VAT and a receipt); mobile_payment is only a shortcut for private persons.",
            sv="Nu behöver en människa betala: {pay_url} – företag mot faktura (umbrella_invoice, med moms och underlag); mobile_payment är bara en genväg för privatpersoner.",
        ),
        to_buyer=InlineText(
            en="It is time to pay. The work begins when the payment is confirmed by a person.",
            sv="Det är dags att betala. Arbetet börjar när en människa har bekräftat betalningen.",
        ),
    ),
    StatusWords(
        status=Status.PAID,
        name=InlineText(en="paid", sv="betald"),
        to_agent=InlineText(
            en="Paid. The draft is being prepared.",
            sv="Betalt. Utkastet förbereds.",
        ),
        to_buyer=InlineText(
            en="The payment is confirmed. A first draft is being made.",
            sv="Betalningen är bekräftad. Ett första utkast tas fram.",
        ),
    ),
    StatusWords(
        status=Status.IN_PROGRESS,
        name=InlineText(en="in progress", sv="under arbete"),
        to_agent=InlineText(
            en="A person is working on the final specification; it comes within 72 hours of the payment.",
            sv="En människa arbetar med den slutliga specifikationen; den kommer inom 72 timmar från betalningen.",
        ),
        to_buyer=InlineText(
            en="A person is working on the final version.",
            sv="En människa arbetar med slutversionen.",
        ),
    ),
    StatusWords(
        status=Status.DELIVERED,
        name=InlineText(en="delivered", sv="levererad"),
        to_agent=InlineText(
            en="Delivered.",
            sv="Levererat.",
        ),
        to_buyer=InlineText(
            en="The final version is here. Publish the changes, then use the free rescan to see what got better.",
            sv="Slutversionen är här. Publicera ändringarna och använd sedan den kostnadsfria omskanningen för att se vad som blev bättre.",
        ),
    ),
    StatusWords(
        status=Status.REJECTED,
        name=InlineText(en="rejected", sv="nekad"),
        to_agent=InlineText(
            en="The request was not taken on. Nothing is to be paid.",
            sv="Förfrågan antogs inte. Det finns inget att betala.",
        ),
        to_buyer=InlineText(
            en="We cannot take this order. You owe nothing.",
            sv="Vi kan inte ta den här beställningen. Du är inte skyldig något.",
        ),
    ),
    StatusWords(
        status=Status.EXPIRED,
        name=InlineText(en="expired", sv="förfallen"),
        to_agent=InlineText(
            en="The request has lapsed: nobody acted in time. Nothing is to be paid.",
            sv="Förfrågan har förfallit: ingen agerade i tid. Det finns inget att betala.",
        ),
        to_buyer=InlineText(
            en="This order has expired. You owe nothing.",
            sv="Beställningens tid har gått ut. Du är inte skyldig något.",
        ),
    ),
)

WORDS: dict[Status, StatusWords] = {row.status: row for row in STATUS_WORDS}
