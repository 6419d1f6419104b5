"""What each goal asks of a page: the next step in words, what happens afterwards, and what its form may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.orders.rules.requests import PrimaryGoal


@dataclass(frozen=True, kw_only=True)
class GoalWords:
    """One row; texts are English, Swedish."""

    #: ends “the page should bring …”
    result: tuple[str, str]
    label: tuple[str, str]
    #: the line under the button
    after: tuple[str, str]
    #: what the form may ask for
    fields: tuple[str, str]
    #: what the visitor fears in giving it
    fear: tuple[str, str]


GOALS: dict[PrimaryGoal, GoalWords] = {
    PrimaryGoal.BOOK_CALL: GoalWords(
        result=("booked calls", "bokade samtal"),
        label=("Book a call", "Boka ett samtal"),
        after=("[minutes] with [first name]. You choose the time in the calendar.", "[minuter] med [förnamn]. Du väljer tid i kalendern."),
        fields=("name and phone number, and a time to choose", "namn och telefonnummer, och en tid att välja"),
        fear=("that the call is a sales pitch that cannot be ended", "att samtalet är ett säljsamtal som inte går att avsluta"),
    ),
    PrimaryGoal.DEMO: GoalWords(
        result=("demo requests", "demobokningar"),
        label=("Book a demo", "Boka en demo"),
        after=("[minutes], on your own data or case. No preparation.", "[minuter], med era egna data eller ert eget fall. Inga förberedelser."),
        fields=("work e-mail and company; everything else can be asked in the demo", "e-post på jobbet och företag; resten går att fråga under demon"),
        fear=("an hour of slides and weeks of follow-up mail", "en timme presentation och veckor av uppföljande mejl"),
    ),
    PrimaryGoal.PAID_SIGNUP: GoalWords(
        result=("paying customers", "betalande kunder"),
        label=("Start with [plan]", "Börja med [paket]"),
        after=("[price] per month. [How one leaves, if it is easy.]", "[pris] i månaden. [Hur man slutar, om det är enkelt.]"),
        fields=("e-mail, then payment; the profile can wait until it is used", "e-post, sedan betalning; profilen kan vänta tills tjänsten används"),
        fear=("paying for something that turns out wrong, and not getting out of it", "att betala för något som visar sig vara fel, och inte komma ur det"),
    ),
    PrimaryGoal.NEWSLETTER: GoalWords(
        result=("newsletter subscribers", "prenumeranter på nyhetsbrevet"),
        label=("Send me the newsletter", "Skicka mig nyhetsbrevet"),
        after=("[How often], [about what]. Read the latest issue first: [link].", "[Hur ofta], [om vad]. Läs senaste numret först: [länk]."),
        fields=("an e-mail address and nothing else", "en e-postadress och inget annat"),
        fear=("one more sender that fills the inbox", "ännu en avsändare som fyller inkorgen"),
    ),
    PrimaryGoal.OTHER: GoalWords(
        result=("visitors who take the next step", "besökare som tar nästa steg"),
        label=("[Verb] my [thing]", "[Verb] min [sak]"),
        after=("[What happens afterwards, and when.]", "[Vad som händer sedan, och när.]"),
        fields=("what the next step needs and nothing else", "det nästa steg kräver och inget annat"),
        fear=("starting something whose end they cannot see", "att börja något som de inte ser slutet på"),
    ),
}  # fmt: skip
