"""What the order wants visitors to do, in its own words: the act, its button, and what on the page does it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.base.texts.said import Said
from coldread.drafts.business.kind import Kind
from coldread.scanner.goals import PrimaryGoal


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that visitors should do."""

    name: str
    #: as an order words it
    asked: re.Pattern[str]
    #: as a label or an address words it
    pressed: re.Pattern[str]
    button: Said
    #: done by coming, not by pressing: these facts are what serves it
    by_facts: tuple[str, ...] = ()


#: a short word with the endings that leave it the same word: “ring” is no “ringlampa”
_SHORT_WORD = re.compile(r"[a-zåäö]{3,5}")


_ENDINGS = r"(?:s|ing|ings|t|n|en)?(?!\w)"


def _whole(pressed: str) -> str:
    """The alternatives of a lexicon; a short one as a whole word, a longer one by its beginning."""
    parts = pressed.split("|")
    return "|".join(one + _ENDINGS if _SHORT_WORD.fullmatch(one) else one for one in parts)


def _act(name: str, asked: str, pressed: str, button: Said, by_facts: tuple[str, ...] = ()) -> Act:
    return Act(
        name=name,
        asked=re.compile(rf"(?<!\w)(?:{asked})", re.IGNORECASE),
        pressed=re.compile(rf"(?<!\w)(?:{_whole(pressed)})", re.IGNORECASE),
        button=button,
        by_facts=by_facts,
    )


#: the first that fits comes first; an order may ask for two
ACTS: tuple[Act, ...] = (
    _act("adopt", r"adopt\w*|omplacer\w*", r"adopt|omplacer|söker hem|our (?:cats|dogs|animals)|våra (?:katter|hundar|djur)|available (?:cats|dogs|pets)",
         Said(en="See who needs a home", sv="Se vilka som söker hem")),
    _act("donate", r"donat\w*|donera\w*|skänk\w*|gåv(?:a|or|an)\b|bidra\b|bidrag\w*|insamling\w*|give money|givers?", r"donat|donera|skänk|gåva|ge ett bidrag|stöd oss|support us|give now|swish",
         Said(en="Give now", sv="Ge en gåva")),
    _act("volunteer", r"volunt\w*|volontär\w*|frivillig\w*", r"(?<!find )volunt|volontär|frivillig|hjälp till",
         Said(en="Volunteer with us", sv="Bli volontär")),
    _act("waitlist", r"wait(?:ing)?[\s-]?list\w*|väntelist\w*|early access|intresselist\w*|pre-?launch|intresseanmäl\w*", r"wait(?:ing)?[\s-]?list|väntelist|early access|notify me|intresseanmäl|intresselist",
         Said(en="Join the waiting list", sv="Skriv upp dig på väntelistan")),
    _act("queue", r"\bkön?\b|köplats\w*|\bqueue\w*|stand in line", r"\bkö(?:n|a|anmälan|platser?)?\b|ställ dig i kö|\bqueue|ansök|intresseanmäl|apply",
         Said(en="Join the queue", sv="Ställ dig i kön")),
    _act("join", r"medlem\w*|provträn\w*|provpass\w*|members?\b|membership\w*|join (?:us|the (?:club|association))", r"bli medlem|gå med|häng med|kom med|medlemskap|medlemsansök|become a member|membership|join us|join the|come along|(?:start )?(?:your )?free trial|try a |prova|provträn",
         Said(en="Become a member", sv="Bli medlem")),
    _act("register", r"anmäl\w* sig|anmäl(?:er|a|ningar)\b|deltagar\w*|regist(?:er|rations?)\b|attend\w*|tickets?|biljett\w*|enrol\w*|book (?:a )?(?:seat|place)", r"anmäl|registr|enrol|biljett|ticket|boka plats|sign up|save my seat",
         Said(en="Save your place", sv="Anmäl dig")),
    _act("table", r"bord(?:s\w*)?\b|\btables?\b(?! tennis)|reservations?", r"boka bord|book a table|reserv|bordsbokning",
         Said(en="Book a table", sv="Boka bord")),
    _act("room", r"\b(?:rum|stug\w+|övernatt\w*|nätter|rooms?|nights?|stays?|guests? who book)\b", r"boka|book|reserv|availab|lediga",
         Said(en="See available nights", sv="Se lediga nätter")),
    _act("visit", r"kom(?:mer|ma)? (?:in|förbi|hit|till oss)|besök(?:er|a|are)?\b(?! sidan)|walk in|come in|drop in|visit us|visitors? to (?:the|our)|hitta\w* (?:hit|till)|find their way|öppet", r"öppettid|opening hours|hitta hit|find us|visit us|besök oss|directions|karta",
         Said(en="Opening hours and directions", sv="Öppettider och vägbeskrivning"), ("hours", "address")),
    _act("order", r"beställ\w*(?! demo)|(?:pre-?)?order(?:s|ing|ed)?\b|take ?away|hämtmat\w*", r"beställ|order|meny|menu|take ?away",
         Said(en="See the menu", sv="Se menyn")),
    _act("quote", r"offert\w*|quotes?\b|estimates?\b|prisförfråg\w*|förfrågning\w*|enquir\w*|inquir\w*", r"offert|quote|estimate|prisförslag|få (?:ett )?pris|se (?:ditt )?pris|förfråg|enquir",
         Said(en="Get a quote", sv="Begär offert")),
    _act("demo", r"demo\w*|visning\w*", r"demo|visning",
         Said(en="Book a demo", sv="Boka en demo")),
    _act("newsletter", r"newsletter\w*|nyhetsbrev\w*|mailing list", r"newsletter|nyhetsbrev|subscri|prenumer|join (?:the )?list|wait(?:ing)?[\s-]?list|early access|notify me",
         Said(en="Get the newsletter", sv="Få nyhetsbrevet")),
    _act("meeting", r"möten?\b|mötesbokning\w*|meetings?\b", r"möte|meeting|let.?s talk|boka|book|schedule|assessment|consultation|konsultation|rådgivning",
         Said(en="Book a meeting", sv="Boka ett möte")),
    _act("call", r"\bcalls?\b|samtal\w*|phone (?:us|calls)|ring(?:er|a)\b", r"call|samtal|let.?s talk|schedule|boka|book|talk to|ring|assessment|consultation|discovery|konsultation|rådgivning",
         Said(en="Book a call", sv="Boka ett samtal")),
    _act("book", r"bok(?:a|ar|ade?|ning\w*)\b|book\w*|appointments?|patient\w*|tid(?:er)?\b", r"boka|book|beställ|tidsbok|webbok|online ?bok|appointment|schedule|webbtid",
         Said(en="Book a time", sv="Boka tid")),
    _act("download", r"download\w*|ladda\w* (?:ner|hem)|nedladdning\w*|install\w*", r"download|ladda (?:ner|hem)|hämta|install|app store|google play|get the app|lägg till i",
         Said(en="Download", sv="Ladda ner")),
    _act("account", r"konto\w*|accounts?\b|sign[ -]?ups?|registrer\w*|användare|users?\b|trials?\b|provperiod\w*|betalande|paying", r"skapa konto|konto|sign ?up|regist|trial|prova|testa|kom igång|get started|start|lägg till|join|unlock|lås upp|upgrade|uppgradera",
         Said(en="Create an account", sv="Skapa konto")),
    _act("subscribe", r"prenumer\w*|subscri\w*|abonn\w*", r"prenumer|subscri|abonn|beställ|handla|kom igång|order|start",
         Said(en="Start a subscription", sv="Börja prenumerera")),
    _act("goods", r"beställ\w*|(?:pre-?)?order(?:s|ing|ed)?\b", r"beställ|order|köp|buy|lägg (?:i|till)|add to|varukorg|cart|basket|handla|shop",
         Said(en="See what you can order", sv="Se vad du kan beställa")),
    _act("buy", r"köp\w*|buy\w*|sales?\b|försälj\w*|purchas\w*|kunder\b|customers?\b|handla\w*|orders?\b", r"köp|buy|varukorg|cart|basket|handla|shop|kassa|checkout|beställ|order|unlock|lås upp|upgrade|uppgradera|get (?:the )?(?:full|premium|lifetime|pro)|skaffa",
         Said(en="Buy now", sv="Köp nu")),
    _act("contribute", r"contribut\w*|bidrags?givare|stars?\b|maintain\w*", r"github|gitlab|contribut|star|source",
         Said(en="Get started", sv="Kom igång")),
    _act("contact", r"kontakt\w*|contact\w*|get in touch|hör\w* av sig|förfråg\w*|leads?\b", r"kontakt|contact|get in touch|hör av dig|mejla|skriv till|ring",
         Said(en="Get in touch", sv="Hör av dig")),
)  # fmt: skip


ACT = {act.name: act for act in ACTS}


#: an order that names no act, and a button whose address it names: “see in the calendar what is on”
LOOK = _act("look", r"(?!)", r"(?!)", Said(en="See more", sv="Se mer"))


#: where the order's words name nothing: what its goal means for such a business
_USUAL: dict[PrimaryGoal, str] = {
    PrimaryGoal.BOOK_CALL: "call",
    PrimaryGoal.DEMO: "demo",
    PrimaryGoal.NEWSLETTER: "newsletter",
    PrimaryGoal.PAID_SIGNUP: "account",
}


_USUAL_OF_KIND: dict[Kind, str] = {
    Kind.ASSOCIATION: "join",
    Kind.FOOD: "visit",
    Kind.CARE: "book",
    Kind.CHARITY: "donate",
    Kind.CRAFT: "quote",
    Kind.APP: "account",
    Kind.OPEN_SOURCE: "contribute",
    Kind.SHOP: "buy",
    Kind.COURSE: "register",
    Kind.EXPERT: "contact",
    Kind.STAY: "room",
}


#: acts that a word of another kind of business would be mistaken for
_ONLY_FOR: dict[str, frozenset[Kind]] = {
    "room": frozenset({Kind.STAY}),
    "table": frozenset({Kind.FOOD}),
    "contribute": frozenset({Kind.OPEN_SOURCE}),
    "adopt": frozenset({Kind.CHARITY}),
    "order": frozenset({Kind.FOOD}),
}


MOST_ACTS = 2


#: what is ordered on the page itself, whoever may be rung as well
_ORDERED_HERE = re.compile(r"\border(?:ing|s)? (?:food )?online\b|\bbeställ\w{0,3} (?:\w{1,12} )?(?:online|direkt|på sidan)\b", re.IGNORECASE)  # fmt: skip


#: acts that end with an address on a list
_OF_A_LIST = frozenset({"newsletter", "waitlist", "download"})


def acts_of(wish: str, goal: PrimaryGoal, kind: Kind) -> tuple[Act, ...]:
    """What the order asks for, at most two things; what is usual where its words name none."""
    found = [
        act for act in ACTS if act.asked.search(wish) and kind in _ONLY_FOR.get(act.name, frozenset({kind}))
    ]
    names = [act.name for act in found]
    if goal is PrimaryGoal.NEWSLETTER and "subscribe" in names:
        names.remove("subscribe")
    for wide, narrow in (
        ("book", ("call", "demo", "table", "room", "quote", "meeting")),
        ("newsletter", ("waitlist",)),
        ("register", ("queue", "waitlist", "newsletter", "account")),
        ("buy", ("account", "subscribe", "order", "quote", "book", "call", "demo", "newsletter")),
        ("contact", ("quote", "call", "book", "demo", "meeting")),
        (
            "account",
            (
                "newsletter",
                "waitlist",
                "book",
                "call",
                "demo",
                "queue",
                "volunteer",
                "adopt",
                "donate",
                "join",
            ),
        ),
        ("register", ("volunteer", "join")),
        ("join", ("queue",)),
        (
            "goods",
            (
                "order",
                "contact",
                "quote",
                "call",
                "book",
                "subscribe",
                "download",
                "demo",
                "newsletter",
                "room",
                "table",
            ),
        ),
        ("buy", ("goods", "download")),
        ("account", ("download",)),
        ("call", ("quote",)),
    ):
        if wide in names and any(name in names for name in narrow):
            names.remove(wide)
    if "call" in names and "goods" in (act.name for act in found) and _ORDERED_HERE.search(wish):
        names[names.index("call")] = "goods"  # who may ring instead is to order first
    if goal is PrimaryGoal.NEWSLETTER:  # what may come of it later is no step of this page
        names = [name for name in names if name in _OF_A_LIST] or ["newsletter"]
    if names:
        return tuple(ACT[name] for name in names[:MOST_ACTS])
    usual = _USUAL.get(goal, "") or _USUAL_OF_KIND.get(kind, "")
    if goal is PrimaryGoal.BOOK_CALL and kind in (Kind.CARE, Kind.CRAFT, Kind.STAY, Kind.FOOD):
        usual = _USUAL_OF_KIND[kind]
    return (ACT[usual],) if usual else ()
