"""What a button can say: the table of next steps, and the complaint's own verb and object where it names them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coldread.advice.reading import Reading
from coldread.scanner.page.phrases import compiled


@dataclass(frozen=True, kw_only=True)
class Step:
    """A next step that a page asks for."""

    name: str
    en: str
    sv: str
    #: what happens afterwards, as the line under the button
    after_en: str
    after_sv: str
    cues: tuple[str, ...]


#: what is particular stands first: a “free demo booking form” is a demo, not a form
STEPS: tuple[Step, ...] = (
    Step(name="table", en="Book a table", sv="Boka bord", after_en="[How and when the booking is confirmed.]", after_sv="[Hur och när bokningen bekräftas.]", cues=("book a table", "table booking*", "reservation*", "bordsbokning*", "boka bord")),
    Step(name="demo", en="Book a demo", sv="Boka en demo", after_en="[How many minutes, and who shows it.]", after_sv="[Hur många minuter, och vem som visar.]", cues=("demo*",)),
    Step(name="call", en="Book a call", sv="Boka ett samtal", after_en="[How many minutes, with whom, and that you choose the time.]", after_sv="[Hur många minuter, med vem, och att du väljer tiden.]", cues=("book a call", "calls", "phone call*", "consultation*", "intro call", "discovery call*", "boka samtal", "samtal", "rådgivning*", "konsultation*", "telefonsamtal*")),
    Step(name="quote", en="Get my quote", sv="Få min offert", after_en="[When you get the price, and that asking binds you to nothing, if so.]", after_sv="[När du får priset, och att förfrågan inte är bindande, om det är så.]", cues=("quote", "quotes", "get quote", "quote form", "quote request*", "estimate*", "quotation form", "offert*", "prisförslag*", "kostnadsförslag*")),
    Step(name="trial", en="Start my trial", sv="Starta min provperiod", after_en="[How long it lasts, and whether a card is needed.]", after_sv="[Hur länge den gäller, och om kort behövs.]", cues=("trial*", "provperiod*", "testperiod*", "prova gratis", "testa gratis", "prova på")),
    Step(name="newsletter", en="Send me the newsletter", sv="Skicka mig nyhetsbrevet", after_en="[How often it comes.] Unsubscribe in one click.", after_sv="[Hur ofta det kommer.] Avsluta med ett klick.", cues=("newsletter*", "mailing list", "subscribe*", "subscription form", "subscribers", "nyhetsbrev*", "prenumer*", "utskick*")),
    Step(name="download", en="Download the guide", sv="Ladda ner guiden", after_en="[Format, pages, size.]", after_sv="[Format, sidor, storlek.]", cues=("download*", "ebook*", "e book*", "white paper*", "whitepaper*", "pdf", "checklist*", "ladda ner", "ladda ned", "nedladdning*", "checklista*")),
    Step(name="checkout", en="Place my order", sv="Slutför köpet", after_en="[Total with delivery and VAT.]", after_sv="[Totalsumma med frakt och moms.]", cues=("checkout*", "check out page", "payment page", "pay button", "kassa*", "betalsida*", "till kassan")),
    Step(name="apply", en="Send my application", sv="Skicka min ansökan", after_en="[Within how many days you reply.]", after_sv="[Inom hur många dagar du får svar.]", cues=("job application*", "apply", "application form", "careers*", "vacanc*", "jobbansökan*", "ansökan*", "lediga tjänster", "söka jobb*")),
    Step(name="event", en="Save my seat", sv="Boka min plats", after_en="[Date, place or link, and what it costs.]", after_sv="[Datum, plats eller länk, och vad det kostar.]", cues=("webinar*", "event*", "workshop*", "seminar*", "conference*", "webbinari*", "evenemang*", "kursanmälan*", "seminari*")),
    Step(name="donate", en="Give a gift", sv="Ge en gåva", after_en="[What a given sum does.]", after_sv="[Vad en viss summa räcker till.]", cues=("donat*", "charity", "fundrais*", "gåva*", "donera*", "insamling*")),
    Step(name="appointment", en="Book an appointment", sv="Boka tid", after_en="[Where free times are shown, and how one cancels.]", after_sv="[Var lediga tider visas, och hur man avbokar.]", cues=("appointment*", "dentist*", "clinic*", "salon*", "hairdresser*", "tidsbokning*", "boka tid", "klinik*", "tandläk*", "frisör*", "mottagning*", "booking*", "bokning*")),
    Step(name="buy", en="Add to basket", sv="Lägg i varukorgen", after_en="[Delivery time and returns.]", after_sv="[Leveranstid och returvillkor.]", cues=("product page*", "add to cart", "buy*", "webshop*", "web shop", "purchase*", "produktsida*", "köp*", "webbutik*", "varukorg*")),
    Step(name="signup", en="Create my account", sv="Skapa mitt konto", after_en="[What it costs, or that it costs nothing.]", after_sv="[Vad det kostar, eller att det inte kostar något.]", cues=("sign up*", "signup*", "register*", "registration*", "account*", "get started", "registrer*", "konto", "kontot", "skapa konto", "kom igång")),
    Step(name="contact", en="Send my message", sv="Skicka mitt meddelande", after_en="[Who answers, and how soon.]", after_sv="[Vem som svarar, och hur snart.]", cues=("contact*", "message*", "enquir*", "inquir*", "kontakt*", "meddelande*", "förfrågan*", "hör av dig")),
)  # fmt: skip

BY_NAME = {step.name: step for step in STEPS}

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
def _cues(step: Step) -> re.Pattern[str]:
    return compiled(step.cues)


def step_of(reading: Reading) -> Step | None:
    """The step that complaint, selector or path name; quotations tell less than what is said around them."""
    spaced = reading.surroundings.replace(reading.problem, reading.outside_quotes)
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
    return (step.sv if reading.swedish else step.en) if step else None
