"""What a button can say: the table of next steps, and the complaint's own verb and object where it names them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coldread.advice.clauses import complained_of
from coldread.advice.reading import Reading
from coldread.base.complete import Incomplete
from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.phrases import Phrases, compiled


@dataclass(frozen=True, kw_only=True)
class Step:
    """A next step that a page asks for."""

    name: str
    label: Said
    #: what happens afterwards, as the line under the button
    after: Said
    cues: tuple[str, ...]
    #: kinds of fields that its form needs (`suggest.fields`); empty where nothing is known
    fields: tuple[str, ...] = ()
    #: the id of the place where it is reached, where that is not its name
    anchor: Said | None = None

    def place(self, lang: Language) -> str:
        return self.anchor(lang) if self.anchor is not None else self.name


def _to_goal(goal: PrimaryGoal, *, name: str, cues: tuple[str, ...]) -> Step:
    """A step that is a goal: its words are the goal's."""
    row = goal_row(goal)
    if row.label is None:
        raise Incomplete(
            f"advice/labels has the goal {goal} as a step, and scanner/goals has no label for it"
        )
    return Step(name=name, label=row.label, after=row.after, cues=cues, fields=row.fields, anchor=row.anchor)


#: what is particular stands first: a “free demo booking form” is a demo, not a form
STEPS: tuple[Step, ...] = (
    Step(name="table", label=Said(en="Book a table", sv="Boka bord"), after=Said(en="[How and when the booking is confirmed.]", sv="[Hur och när bokningen bekräftas.]"), cues=("book a table", "table booking*", "reservation*", "bordsbokning*", "boka bord"), fields=("name", "phone")),
    _to_goal(PrimaryGoal.DEMO, name="demo", cues=("demo*",)),
    _to_goal(PrimaryGoal.BOOK_CALL, name="call", cues=("book a call", "calls", "phone call*", "consultation*", "intro call", "discovery call*", "boka samtal", "samtal", "rådgivning*", "konsultation*", "telefonsamtal*")),
    Step(name="quote", label=Said(en="Get my quote", sv="Få min offert"), after=Said(en="[When you get the price, and that asking binds you to nothing, if so.]", sv="[När du får priset, och att förfrågan inte är bindande, om det är så.]"), cues=("quote", "quotes", "get quote", "quote form", "quote request*", "estimate*", "quotation form", "offert*", "prisförslag*", "kostnadsförslag*"), fields=("email", "message")),
    Step(name="trial", label=Said(en="Start my trial", sv="Starta min provperiod"), after=Said(en="[How long it lasts, and whether a card is needed.]", sv="[Hur länge den gäller, och om kort behövs.]"), cues=("trial*", "provperiod*", "testperiod*", "prova gratis", "testa gratis", "prova på"), fields=("email",)),
    _to_goal(PrimaryGoal.NEWSLETTER, name="newsletter", cues=("newsletter*", "mailing list", "subscribe*", "subscription form", "subscribers", "nyhetsbrev*", "prenumer*", "utskick*")),
    Step(name="download", label=Said(en="Download the guide", sv="Ladda ner guiden"), after=Said(en="[Format, pages, size.]", sv="[Format, sidor, storlek.]"), cues=("download*", "ebook*", "e book*", "white paper*", "whitepaper*", "pdf", "checklist*", "ladda ner", "ladda ned", "nedladdning*", "checklista*"), fields=("email",)),
    Step(name="checkout", label=Said(en="Place my order", sv="Slutför köpet"), after=Said(en="[Total with delivery and VAT.]", sv="[Totalsumma med frakt och moms.]"), cues=("checkout*", "check out page", "payment page", "pay button", "kassa*", "betalsida*", "till kassan"), fields=("email", "name", "address")),
    Step(name="apply", label=Said(en="Send my application", sv="Skicka min ansökan"), after=Said(en="[Within how many days you reply.]", sv="[Inom hur många dagar du får svar.]"), cues=("job application*", "apply", "application form", "careers*", "vacanc*", "jobbansökan*", "ansökan*", "lediga tjänster", "söka jobb*"), fields=("name", "email", "message")),
    Step(name="event", label=Said(en="Save my seat", sv="Boka min plats"), after=Said(en="[Date, place or link, and what it costs.]", sv="[Datum, plats eller länk, och vad det kostar.]"), cues=("webinar*", "event*", "workshop*", "seminar*", "conference*", "webbinari*", "evenemang*", "kursanmälan*", "seminari*"), fields=("name", "email")),
    Step(name="donate", label=Said(en="Give a gift", sv="Ge en gåva"), after=Said(en="[What a given sum does.]", sv="[Vad en viss summa räcker till.]"), cues=("donat*", "charity", "fundrais*", "gåva*", "donera*", "insamling*")),
    Step(name="appointment", label=Said(en="Book an appointment", sv="Boka tid"), after=Said(en="[Where free times are shown, and how to cancel.]", sv="[Var lediga tider visas, och hur man avbokar.]"), cues=("appointment*", "dentist*", "clinic*", "salon*", "hairdresser*", "tidsbokning*", "boka tid", "klinik*", "tandläk*", "frisör*", "mottagning*", "booking*", "bokning*"), fields=("name", "phone")),
    Step(name="buy", label=Said(en="Add to basket", sv="Lägg i varukorgen"), after=Said(en="[Delivery time and returns.]", sv="[Leveranstid och returvillkor.]"), cues=("product page*", "add to cart", "buy*", "webshop*", "web shop", "purchase*", "produktsida*", "köp*", "webbutik*", "varukorg*")),
    _to_goal(PrimaryGoal.PAID_SIGNUP, name="signup", cues=("sign up*", "signup*", "register*", "registration*", "account*", "get started", "registrer*", "konto", "kontot", "skapa konto", "kom igång")),
    Step(name="contact", label=Said(en="Send my message", sv="Skicka mitt meddelande"), after=Said(en="[Who answers, and how soon.]", sv="[Vem som svarar, och hur snart.]"), cues=("contact*", "message*", "enquir*", "inquir*", "kontakt*", "meddelande*", "förfrågan*", "hör av dig"), fields=("email", "message")),
)  # fmt: skip

_OBJECT = re.compile(
    r"\b(?:to|can|should|must|want(?:s)? (?:people |visitors |them )?to|för att|ska|skall|kan|vill(?: att (?:folk|besökare|man|de))?)\s+(?:let (?:people|visitors|them) )?"
    r"(?P<verb>download|order|get|book|reserve|request|buy|rent|see|compare|calculate|try|join|watch|read|"
    r"laddar? ne[rd]|beställer?|bokar?|köper?|hyra|hyr|se|jämföra?|räknar? ut|provar?|ser|hämtar?)\s+"
    r"(?P<what>(?:(?:our|the|a|an|your|their|vår|vårt|våra|en|ett|den|det|sin|sitt)\s+)?[\wåäöÅÄÖ'’-]+(?:\s+(?!(?:and|but|or|so|when|if|on|in|at|with|says|here|from|so|via|och|här|från|men|eller|så|när|om|på|i|med|säger|är|is|are)\b)[\wåäöÅÄÖ'’-]+){0,3})",
    re.IGNORECASE,
)
_INFINITIVE = {
    "laddar ner": "ladda ner", "laddar ned": "ladda ner", "ladda ned": "ladda ner", "beställer": "beställa", "bokar": "boka",
    "köper": "köpa", "hyr": "hyra", "ser": "se", "jämför": "jämföra", "räknar ut": "räkna ut", "provar": "prova", "hämtar": "hämta",
}  # fmt: skip
_IMPERATIVE = {"beställa": "beställ", "köpa": "köp", "hyra": "hyr", "jämföra": "jämför", "prova": "prova"}
_DETERMINER = re.compile(r"^(our|your|their|the)\s+", re.IGNORECASE)


@cache
def _cues(step: Step) -> Phrases:
    return compiled(step.cues)


def step_of(reading: Reading) -> Step | None:
    """The step that complaint, selector or path name; quotations tell less than what is said around them."""
    spaced = reading.surroundings.replace(complained_of(reading.problem), reading.complained_of)
    for text in (spaced, reading.surroundings):
        found = next((step for step in STEPS if _cues(step).search(text)), None)
        if found:
            return found
    return None


def own_words(reading: Reading) -> str | None:
    """“… to download our price list” → “Download the price list”."""
    found = _OBJECT.search(reading.outside_quotes)
    if not found or len(found["what"].split()) < (1 if reading.swedish else 2):
        return None
    verb, what = " ".join(found["verb"].lower().split()), found["what"]
    if reading.swedish:
        verb = _INFINITIVE.get(verb, verb)
        verb = _IMPERATIVE.get(verb, verb)
        what = re.sub(r"^(sin|sitt)\s+", "", what)
    else:
        what = _DETERMINER.sub("the ", what)
    return f"{verb.capitalize()} {what}"


def label_for(reading: Reading) -> str | None:
    own = own_words(reading)
    step = step_of(reading)
    if own:
        return own
    return step.label(reading.lang) if step else None
