"""What a page can be for: one row for each goal, with its words and figures, which all other code reads here.

The lexicon's `[goals.*]` recognise what *others* write; these rows hold what *we* write.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import resources
from typing import Any

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText


class PrimaryGoal(StrEnum):
    """What the page is for, in the order in which forms and schemas list it."""

    BOOK_CALL = "book_call"
    PAID_SIGNUP = "paid_signup"
    NEWSLETTER = "newsletter"
    DEMO = "demo"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True)
class GoalRow:
    """A goal: how it is chosen and described, what its button and form are, and how it is weighed."""

    goal: PrimaryGoal
    #: the option of a form: “What should the page do? …”
    chosen: InlineText
    #: what the scan looks for, and which dimension weighs more; shown under the option
    judged: InlineText
    #: the goal as a phrase that ends “62/100 for …” and “the goal is …”
    result: InlineText
    #: the step as a noun that ends “the next step is only …”
    step: InlineText
    #: what its button says, a verb and its object; None: only the owner knows
    label: InlineText | None
    #: the id of the place on the page where it is reached
    anchor: InlineText
    #: the line under the button; what only the owner knows is in brackets
    after: InlineText
    #: kinds of fields that its form needs (`suggest.fields`), in their order
    fields: tuple[str, ...]
    #: the same in words: ends “the form should ask for …”
    asks: InlineText
    #: a person of the company wants to talk or to be paid
    is_lead: bool = False
    #: services that complete it at their own address: lists of lexicon/web.toml
    services: tuple[str, ...] = ()
    #: the factor by which a dimension weighs more; a judgement, versioned with the rubric
    tilt: Mapping[str, float] = field(default_factory=dict)


#: the order in which a buyer's sentence is compared with the goals
GOALS: tuple[GoalRow, ...] = (
    GoalRow(
        goal=PrimaryGoal.NEWSLETTER,
        chosen=InlineText(en="Join a newsletter", sv="Anmäla sig till ett nyhetsbrev"),
        judged=InlineText(
            en="We look for where to leave an e-mail address, what comes, and how often. What is asked of the visitor weighs more.",
            sv="Vi letar efter var man lämnar sin e-postadress, vad som kommer och hur ofta. Det som krävs av besökaren väger tyngre.",
        ),
        result=InlineText(en="newsletter sign-ups", sv="anmälningar till nyhetsbrevet"),
        step=InlineText(en="a newsletter", sv="ett nyhetsbrev"),
        label=InlineText(en="Get the newsletter", sv="Få nyhetsbrevet"),
        anchor=InlineText(en="newsletter", sv="nyhetsbrev"),
        after=InlineText(
            en="[How often], [about what]. Read the latest issue first: [link].",
            sv="[Hur ofta], [om vad]. Läs senaste numret först: [länk].",
        ),
        fields=("email",),
        asks=InlineText(en="an e-mail address and nothing else", sv="en e-postadress och inget annat"),
        services=("newsletter",),
        tilt={"friction": 1.5},
    ),
    GoalRow(
        goal=PrimaryGoal.DEMO,
        chosen=InlineText(en="Ask for a demo", sv="Be om en demo"),
        judged=InlineText(
            en="We look for the button to the demo and for what happens there. What is asked of the visitor weighs more.",
            sv="Vi letar efter knappen till demon och vad som händer där. Det som krävs av besökaren väger tyngre.",
        ),
        result=InlineText(en="requests to see or try it", sv="förfrågningar om att se eller prova"),
        step=InlineText(en="a demo", sv="en demo"),
        label=InlineText(en="Book a demo", sv="Boka en demo"),
        anchor=InlineText(en="book-a-demo", sv="boka-demo"),
        after=InlineText(
            en="[How many minutes, and who shows it.]", sv="[Hur många minuter, och vem som visar.]"
        ),
        fields=("email", "company"),
        asks=InlineText(
            en="work e-mail and company; you can ask for the rest in the demo",
            sv="jobbmejl och företag; resten går att fråga om under demon",
        ),
        is_lead=True,
        services=("scheduling",),
        tilt={"friction": 1.5},
    ),
    GoalRow(
        goal=PrimaryGoal.BOOK_CALL,
        chosen=InlineText(en="Book an appointment or a call", sv="Boka en tid eller ett samtal"),
        judged=InlineText(
            en="We look for the button that leads to a call, and for what happens then. The button weighs more.",
            sv="Vi letar efter knappen som leder till ett samtal och vad som händer sedan. Knappen väger tyngre.",
        ),
        result=InlineText(en="bookings and calls", sv="bokningar och samtal"),
        step=InlineText(en="a call", sv="ett samtal"),
        label=InlineText(en="Book a call", sv="Boka ett samtal"),
        anchor=InlineText(en="book-a-call", sv="boka-samtal"),
        after=InlineText(
            en="[How many minutes, with whom, and that you choose the time.]",
            sv="[Hur många minuter, med vem, och att du väljer tiden.]",
        ),
        fields=("name", "phone"),
        asks=InlineText(
            en="name and phone number, and a time to choose",
            sv="namn och telefonnummer, och en tid att välja",
        ),
        is_lead=True,
        services=("scheduling",),
        tilt={"cta": 1.25},
    ),
    GoalRow(
        goal=PrimaryGoal.PAID_SIGNUP,
        chosen=InlineText(
            en="Buy or order: goods, a plan, a ticket", sv="Köpa eller beställa: varor, abonnemang, biljett"
        ),
        judged=InlineText(
            en="For shops and for plans: we look for the button that buys, orders or signs up (“Add to cart”, too), the price, and why to trust the seller. Trust weighs more.",
            sv="För butiker och för abonnemang: vi letar efter knappen som köper, beställer eller tecknar (även ”Lägg i varukorgen”), priset och varför man kan lita på säljaren. Förtroendet väger tyngre.",
        ),
        result=InlineText(en="orders and sign-ups", sv="köp och anmälningar"),
        step=InlineText(en="an order", sv="en beställning"),
        label=InlineText(en="Order now", sv="Beställ nu"),
        anchor=InlineText(en="order", sv="bestall"),
        after=InlineText(
            en="[Plan and price, or that it costs nothing.] [How to cancel, if it is easy.]",
            sv="[Paket och pris, eller att det inte kostar något.] [Hur man avslutar, om det är enkelt.]",
        ),
        fields=("email",),
        asks=InlineText(
            en="e-mail, then payment; the profile can wait until it is used",
            sv="e-post, sedan betalning; profilen kan vänta tills tjänsten används",
        ),
        is_lead=True,
        services=("checkout",),
        tilt={"trust": 1.5},
    ),
    GoalRow(
        goal=PrimaryGoal.OTHER,
        chosen=InlineText(en="Something else", sv="Något annat"),
        judged=InlineText(
            en="We look for one clear next step, whichever it is. No side weighs more than another.",
            sv="Vi letar efter ett tydligt nästa steg, vilket det än är. Ingen sida väger tyngre än någon annan.",
        ),
        result=InlineText(en="the page's goal", sv="sidans mål"),
        step=InlineText(en="a first step", sv="ett första steg"),
        label=None,
        anchor=InlineText(en="contact", sv="kontakt"),
        after=InlineText(en="[What happens afterwards, and when.]", sv="[Vad som händer sedan, och när.]"),
        fields=("email", "message"),
        asks=InlineText(
            en="what the next step needs, and nothing else", sv="det nästa steg kräver, och inget annat"
        ),
    ),
)

#: every goal with known words; only the owner knows those of any other
NAMED: tuple[PrimaryGoal, ...] = tuple(row.goal for row in GOALS if row.label is not None)


_ROWS = {row.goal: row for row in GOALS}


def goal_row(goal: PrimaryGoal) -> GoalRow:
    return _ROWS[goal]


def gaps() -> list[str]:
    """What the lexicons lack for these rows, one sentence each: no button of any page would serve such a goal."""
    told = {language: table for language in Language if (table := _lexicon(language))}
    missing = [
        f"goal {name} has no {part} in scanner/page/lexicon/{language}.toml"
        for name in NAMED
        for language, table in told.items()
        for part in ("labels", "href")
        if not table.get("goals", {}).get(name, {}).get(part)
    ]
    hosts = _lexicon("web")["hosts"]
    missing += [
        f"goal {row.goal} is completed by {service}, which scanner/page/lexicon/web.toml does not list"
        for row in GOALS
        for service in row.services
        if not hosts.get(service)
    ]
    return missing


def _lexicon(name: str) -> dict[str, Any]:
    """A file of the layer above, read as data; empty if it is missing, which `page.phrases` reports."""
    file = resources.files("coldread.scanner.page").joinpath("lexicon", f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
