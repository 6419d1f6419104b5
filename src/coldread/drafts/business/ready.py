"""What visitors ask before they take the step, by kind of business and act, with a ready text for each question: the tables and who they are for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from coldread.drafts.business.acts import Act
from coldread.drafts.business.kind import Business, Kind
from coldread.scanner.reading.prices import AMOUNT


@dataclass(frozen=True, kw_only=True)
class ReadyText:
    """An answer to paste: what is asked, its heading, and its text with marks for what only the owner knows."""

    topic: str
    heading: str
    text: str


#: acts that decide by themselves what is asked
_BY_ACT: Mapping[str, str] = {
    "newsletter": "letter",
    "waitlist": "waitlist",
    "donate": "donate",
    "volunteer": "volunteer",
    "adopt": "adopt",
    "subscribe": "subscription",
    "demo": "demo",
    "join": "club",
}
#: the same where no kind of business is sure
_OF_ANY_KIND: Mapping[str, str] = {
    "account": "app",
    "download": "app",
    "table": "food",
    "visit": "visit",
    "book": "book",
}
_BY_KIND: Mapping[Kind, str] = {
    Kind.ASSOCIATION: "club",
    Kind.FOOD: "food",
    Kind.CARE: "clinic",
    Kind.CHARITY: "donate",
    Kind.CRAFT: "craft",
    Kind.APP: "app",
    Kind.OPEN_SOURCE: "open_source",
    Kind.SHOP: "shop",
    Kind.COURSE: "course",
    Kind.EXPERT: "expert",
    Kind.STAY: "stay",
}
#: trades, by their English noun, whose visitors ask something else than the rest of their kind
_BY_TRADE: Mapping[str, str] = {
    "hairdresser": "hair",
    "skincare": "treatment",
    "massage": "treatment",
    "training": "gym",
    "cleaning": "cleaning",
    "window cleaning": "cleaning",
}
#: software's visitors who want to talk ask what buyers of a demo ask
_TALKS = frozenset({"call", "meeting", "contact", "quote"})
_CHILDREN = re.compile(r"\b(?:parents?|child\w*|kids?|föräldr\w*|barn\w*)\b", re.IGNORECASE)
#: trade by its English noun → a job that anybody knows, and about what it costs: examples inside of marks
_JOBS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "plumbing": {"en": ("a new kitchen tap", "£140 with parts and travel"), "sv": ("byte av köksblandare", "2 400 kr med material och resa, efter rotavdrag")},
    "electrical work": {"en": ("a new wall socket", "£90 with parts and travel"), "sv": ("ett nytt vägguttag", "1 600 kr med material och resa, efter rotavdrag")},
    "painting": {"en": ("a bedroom of 12 m², walls and ceiling", "£450 with paint"), "sv": ("ett sovrum på 12 m², väggar och tak", "6 900 kr med färg, efter rotavdrag")},
    "roofing": {"en": ("a roof of 120 m² with new tiles", "£9,500 with scaffolding"), "sv": ("ett tak på 120 m² med nya pannor", "135 000 kr med ställning, efter rotavdrag")},
    "gardening": {"en": ("a hedge of 20 metres", "£180 with removal"), "sv": ("klippning av 20 meter häck", "1 500 kr med bortforsling, efter rutavdrag")},
    "tree care": {"en": ("one birch felled and taken away", "£350"), "sv": ("fällning av en björk, med bortforsling", "3 500 kr efter rutavdrag")},
    "moving": {"en": ("a two-bedroom flat within the town", "£420 with two people and a van"), "sv": ("flytt av en trea inom stan", "4 900 kr med två personer och bil, efter rutavdrag")},
    "carpentry and renovation": {"en": ("a bathroom of 5 m², renovated", "£9,000 with materials"), "sv": ("renovering av ett badrum på 5 m²", "165 000 kr med material, efter rotavdrag")},
    "building work": {"en": ("a wooden deck of 20 m²", "£4,500 with materials"), "sv": ("en altan på 20 m²", "48 000 kr med material, efter rotavdrag")},
    "floor sanding": {"en": ("a floor of 25 m², sanded and varnished", "£600"), "sv": ("ett golv på 25 m², slipat och lackat", "7 500 kr efter rotavdrag")},
    "locksmith": {"en": ("a new lock in a front door", "£130 with the lock"), "sv": ("ett nytt lås i ytterdörren", "1 900 kr med lås")},
    "solar panels": {"en": ("eight panels on a house roof", "£6,000 installed"), "sv": ("tio paneler på ett villatak", "95 000 kr installerat")},
    "car repair": {"en": ("A full service", "£190 with oil and filters"), "sv": ("Stor service", "3 200 kr med olja och filter")},
    "car wash": {"en": ("A wash inside and out", "£45"), "sv": ("Tvätt ut- och invändigt", "595 kr")},
    "bike repair": {"en": ("A spring service", "£60 without parts"), "sv": ("Vårservice", "695 kr utan delar")},
    "websites": {"en": ("A website of five pages", "£3,000–4,500"), "sv": ("En webbplats på fem sidor", "30 000–45 000 kr")},
    "photography": {"en": ("A portrait session with ten pictures", "£350"), "sv": ("En porträttfotografering med tio bilder", "3 900 kr")},
    "accounting": {"en": ("Bookkeeping for a firm of five", "£250 a month"), "sv": ("Löpande bokföring för fem anställda", "2 500 kr i månaden")},
    "legal advice": {"en": ("An agreement, read and commented on", "£600"), "sv": ("Ett avtal, läst och kommenterat", "6 000 kr")},
    "design and marketing": {"en": ("A logo with guidelines", "£1,800"), "sv": ("En logotyp med manual", "18 000 kr")},
    "consulting": {"en": ("A first project of four weeks", "£6,000"), "sv": ("Ett första uppdrag på fyra veckor", "60 000 kr")},
    "tailoring": {"en": ("New length on a pair of trousers", "£18"), "sv": ("Uppläggning av ett par byxor", "250 kr")},
}  # fmt: skip
_ANY_JOB: Mapping[str, tuple[str, str]] = {
    "en": ("the one you do most", "£250 with material and travel"),
    "sv": ("det ni gör oftast", "3 500 kr med material och resa"),
}

#: the same: what somebody who treats others is called
_TITLES: Mapping[str, Mapping[str, str]] = {
    "dentist": {"en": "dentist", "sv": "leg. tandläkare"},
    "therapy": {"en": "psychologist", "sv": "leg. psykolog"},
    "physiotherapy": {"en": "physiotherapist", "sv": "leg. fysioterapeut"},
    "vet": {"en": "vet", "sv": "leg. veterinär"},
}
_ANY_TITLE = {"en": "nurse", "sv": "leg. sjuksköterska"}
#: what the steps after the press say already
_COVERED: Mapping[str, frozenset[str]] = {
    "join": frozenset({"first"}),
    "volunteer": frozenset({"first"}),
    "adopt": frozenset({"first", "price"}),
    "demo": frozenset({"length"}),
    "account": frozenset({"start"}),
    "download": frozenset({"start"}),
    "subscribe": frozenset({"delivery", "cancel"}),
    "buy": frozenset({"delivery", "pay"}),
    "goods": frozenset({"delivery", "pay"}),
}


def covered(act: Act | None) -> frozenset[str]:
    """Topics that the steps of this act answer."""
    return _COVERED.get(act.name, frozenset()) if act is not None else frozenset()


@cache
def _tables() -> tuple[dict[str, Any], dict[str, Any]]:
    files = resources.files("coldread.drafts.business")
    ready, after = (
        tomllib.loads(files.joinpath(name).read_text("utf-8")) for name in ("ready.toml", "after_press.toml")
    )
    return ready, after


#: an order that wants people to come
_COMES = re.compile(
    r"\b(?:hitta\w{0,2} (?:hit|till)|komm?(?:er|a)? (?:hit|in|till|på|förbi)|besök\w*|butiken|visit\w*|come (?:to|in|by|along)|find (?:us|the (?:shop|store)))\b",
    re.IGNORECASE,
)


#: a button behind which one gets an account or a program; an order for buyers alone makes no page one
_OPENS_ACCOUNT = re.compile(
    r"sign[ -]?up|regist|account|konto|\btrial|\bprova|\btesta|get started|kom igång|\bstarta?\b|\bfree\b|gratis|\bapp\b|download|install|ladda|hämta|play",
    re.IGNORECASE,
)


def is_software(business: Business, act: Act | None, label: str) -> bool:
    """An account or a download is what is asked for, and the page has one."""
    named = act is not None and act.name in ("account", "download")
    return named and (business.spoken is Kind.APP or _OPENS_ACCOUNT.search(label) is not None)


#: something to read that is given for an address: nobody has an account there, or leaves it
_GIFT = re.compile(r"\b(?:pdf\w*|guides?|guiden|e-?books?|e-?bok\w*|checklist\w*|checklista\w*|white ?papers?|cheat ?sheets?|framework|template|toolkit|workbook|blueprint|playbook|mall(?:en)?|arbetsbok\w*)\b", re.IGNORECASE)  # fmt: skip


def is_gift(wish: str) -> bool:
    return _GIFT.search(wish) is not None


def visitors_of(business: Business, act: Act | None, audience: str, wish: str = "", label: str = "") -> str:
    """Whose questions are asked: the name of a table of `ready.toml`; empty where nobody can tell."""
    name, kind = act.name if act is not None else "", business.spoken
    if name in ("account", "download", "newsletter") and is_gift(wish):
        return ""  # one thing once, and no letter that comes again
    if name in ("account", "download") and kind is Kind.OTHER and not is_software(business, act, label):
        name = ""
    if not name and kind in (Kind.OTHER, Kind.SHOP):
        return "visit" if _COMES.search(wish) else ""
    if name in _BY_ACT and not (name == "join" and kind is Kind.CARE):
        return _BY_ACT[name]
    if kind in (Kind.COURSE, Kind.ASSOCIATION) and _CHILDREN.search(audience) and name != "visit":
        return "children"
    if kind is Kind.OTHER:
        return _OF_ANY_KIND.get(name, "talk" if name in _TALKS else "")
    return _of_kind(business, name)


#: who rings a restaurant orders, and books no talk; what is ordered there is not sent in a parcel
_NO_TALKS = frozenset({Kind.FOOD, Kind.SHOP, Kind.STAY})
_PARCELS = frozenset({"goods", "buy"})


def fits_kind(act: Act, business: Business) -> bool:
    """What happens after the press is told only where this kind of business does it so."""
    if act.name in _PARCELS:
        return business.spoken is Kind.SHOP
    if act.name == "book" and business.spoken is Kind.OTHER:
        return False  # who goes where, and who pays whom when, nobody knows
    return act.name not in ("call", "meeting") or business.spoken not in _NO_TALKS


def _of_kind(business: Business, act: str) -> str:
    """By the trade where its visitors ask something else than those of its kind."""
    trade, kind = business.trade, business.spoken
    noun = trade.noun["en"] if trade is not None else ""
    if noun in _BY_TRADE:
        return _BY_TRADE[noun]
    if kind is Kind.CRAFT and trade is not None and not trade.comes:
        return "workshop"
    return "demo" if kind is Kind.APP and act in _TALKS else _BY_KIND[kind]


#: what visitors ask whatever is sold; the rest is a guess where no kind of business is sure
_OF_ANYBODY: Mapping[str, tuple[str, ...]] = {"talk": ("price",), "book": ("price", "cancel")}


def ready_texts(visitors: str, business: Business, lang: str, currency: str) -> list[ReadyText]:
    """The questions of these visitors in their order, each with its text, in the page's language and money."""
    sure = business.trade if business.outcome == "sure" else None
    noun = sure.noun["en"] if sure is not None else ""
    title = _TITLES.get(noun, _ANY_TITLE)[lang]
    job, amount = _JOBS.get(noun, {}).get(lang, _ANY_JOB[lang])
    if visitors in ("workshop", "expert"):
        job = job[0].upper() + job[1:]
    named = visitors in _OF_A_TRADE and business.outcome == "sure"
    found = []
    for topic, row in _tables()[0].get(visitors, {}).items():
        if business.spoken is Kind.OTHER and topic not in _OF_ANYBODY.get(visitors, (topic,)):
            continue
        text = row[lang][1] if named else bare(row[lang][1])
        filled = _filled(text, {"job": job, "sum": amount, "title": title})
        found.append(ReadyText(topic=topic, heading=row[lang][0], text=in_money(filled, currency)))
    return found


#: tables whose examples are of the one trade that their visitors look for; elsewhere an example would be another's
_OF_A_TRADE = frozenset({"hair", "treatment", "clinic", "gym", "craft", "cleaning", "workshop", "food", "club", "course", "children", "stay", "adopt", "volunteer"})  # fmt: skip
_EXAMPLE = re.compile(r",\s(?:e\.g\.|t\.ex\.)\s[^⟧\n]{0,200}(?=⟧)")


def bare(text: str) -> str:
    """The gaps without their examples."""
    return _EXAMPLE.sub("", text)


def _filled(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


_POUNDS = re.compile(r"£(\d[\d,]*(?:–\d[\d,]*)?)")


def in_money(text: str, currency: str) -> str:
    """Examples in pounds become examples in the page's own money."""
    after = f"\\1 {currency}" if currency.isalpha() else f"{currency}\\1"
    return text if currency == "£" else _POUNDS.sub(after, text)


#: acts whose steps are another's
_STEPS_OF: Mapping[str, str] = {"meeting": "call", "goods": "buy"}


def after_press(
    act: Act | None, business: Business, lang: str, fields: str, currency: str, *, calendar: bool = True
) -> list[str]:
    """A heading and three steps; empty where nothing has to be said. Nobody chooses a time where no calendar was seen."""
    name = act.name if act is not None else ""
    comes = business.kind is Kind.CRAFT and (business.trade is None or business.trade.comes)
    name = "book_home" if name == "book" and comes else _STEPS_OF.get(name, name)
    table = _tables()[1]
    name = f"{name}_asked" if not calendar and f"{name}_asked" in table else name
    if name not in table or name == "asked":
        return []
    words = table["asked"][lang]
    asked = words["fields"].replace("{fields}", fields) if fields else words["open"]
    rows = [in_money(row.replace("{asked}", asked), currency) for row in table[name][lang]]
    return rows if business.outcome == "sure" else [bare(row) for row in rows]


_CANCEL = r"avbok|ombok|boka om|uppsägning|säg\w{0,3} upp|bindningstid|ångerrätt|cancel|reschedul|refund|money[- ]back|pengarna tillbaka|no contract|avsluta när|förhinder"
_FIRST = r"\b(?:your|the|a)? ?first (?:visit|time|appointment|session|consultation|lesson|evening)|\bförsta (?:besöket|gången|mötet|tillfället|passet|lektionen|träffen)|\bnew here\b|\bny här\b|what to (?:expect|bring)|vad (?:ska|bör) (?:jag|man|du) ta med|provträn|prova på|come and try|trial (?:class|session|lesson)"
_MONTH = r"(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec)[a-z]{0,7}"
#: topic → words of the page that may be an answer to it, in either language; what has none is asked by a fact of `facts.py`
COULD_ANSWER: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "price": rf"{AMOUNT.pattern}|^(?:våra )?(?:priser|prislista|pris)\b|^(?:our )?(?:prices|pricing|fees|rates|plans)\b|\bgratis att\b|\bfree (?:to|for|forever)\b|\bno (?:win|recovery|cure)\W{{1,3}}no (?:fee|pay)|\bcontingen(?:cy|t)\b|\bfixed fee\b|\bfast pris\b",
        "fee": rf"{AMOUNT.pattern}|avgift|\bfees?\b|kostar|\bdues\b",
        "cancel": _CANCEL,
        "first": _FIRST,
        "new": r"nya (?:patienter|kunder|klienter)|new (?:patients|clients)",
        "who": r"\b(?:founders?|grundarna|(?:built|made|created|developed) (?:[\w ]{1,40} )?by|(?:byggt|byggd|utvecklad|utvecklat) av|grundare|ägare|owner|owned|our team|vårt team|teamet|meet the|meet our|om mig|about me|jag heter|my name is|legitimerad|leg\.|utbildad|diplomerad|qualified|certified|years of experience|års erfarenhet|ordförande|chair(?:man|person)?|run by|drivs av|grundad|founded|started by)\b",
        "find": r"\b\d{3} ?\d{2} [A-ZÅÄÖ]|(?:gatan|vägen|torget|gränd)\b|\b(?:street|road|avenue|lane|suite)\b|adress\b|address\b|hitta (?:hit|oss)|find us|directions",
        "soon": r"\b(?:inom|within) (?:\d|en|ett|två|one|two|a |the hour)|same[- ]day|samma dag|\bakut|\bjour|24/7|dygnet runt|next available|lediga tider|emergency|snabb\w{0,3} (?:på plats|start|hjälp)",
        "guarantee": r"garanti|guarantee|warrant|försäkr|insur|reklam(?:ation|era)|nöjd|satisf|put it right|rättar till|take (?:it|the animal) back|tar tillbaka",
        "included": r"\bingår\b|\bincludes?\b|\bincluded\b|inkluder|checklist",
        "length": r"\d\s?(?:[-–]\s?\d{1,3}\s?)?-?(?:min|tim|hour|hr|dag|day|dygn|veck|week|månad|month)|samma dag|same day",
        "menu": r"\bmeny|\bmenu\b|dagens",
        "group": r"sällskap|\bgroups?\b|part(?:y|ies) of|boka bord|book a table|reserv|allerg",
        "use": rf"räcker till|går till|goes? (?:directly )?to|pays for|provides|your (?:gift|donation)|din gåva|{AMOUNT.pattern}",
        "control": r"90-konto|årsredovisning|annual report|audit|insamlingskontroll|registered charity|charity (?:no|number)|\d ?%|org\.?\s?n",
        "give": r"\b(?:swish|bankgiro|plusgiro|bg|pg|iban|paypal|just ?giving|gofundme|patreon|direct debit|autogiro)\b",
        "trial": r"\bprova|provpass|provträn|\btrial\b|first (?:class|session|visit) (?:is )?free|gratis (?:första|pass|prov)",
        "start": r"\d\s?(?:min|sek|sec)|minut|no set-?up|kom igång (?:på|direkt)|get started in|\bimport|onboard|set ?up|i tre steg|in three steps|\bsteg \d|\bstep \d",
        "data": r"\b(?:don['’]t|do not|never) (?:\w+, ){0,3}(?:store|share|sell|process|keep|save)|stays? (?:in|on|with) your|privacy[- ]first|(?:sparar|delar|säljer|lagrar) (?:vi )?(?:inte|aldrig|inga)|gdpr|encrypt|krypter|lagras|stored|inom eu\b|in the eu\b|dina (?:uppgifter|data)|your data|on your device|på din (?:enhet|telefon)|self-host",
        "fit": r"storlek|\bsizes?\b|\bmått|measure|dimension|\d ?cm\b|\bpassar\b|\bfits?\b|för (?:dig|er) som|for (?:teams|companies|businesses|people|those) (?:who|that|with|of)|\bbuilt for\b|\bmade for\b|\bwe serve\b|who we help|vilka vi hjälper|\bför vem\b",
        "pay": r"swish|klarna|kortbetal|\bvisa\b|mastercard|paypal|faktura|invoice|apple pay|betala",
        "dates": rf"\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s?{_MONTH}\b|\b{_MONTH}\s\d{{1,2}}\b|\d{{4}}-\d\d-\d\d|kursstart|nästa (?:start|kurs|termin|tillfälle)|next (?:start|course|term|intake|session)|kalender|calendar|schema\b|schedule|every (?:mon|tues|wednes|thurs|fri|satur|sun)day|varje (?:mån|tis|ons|tors|fre|lör|sön)dag",
        "level": r"nybörjar|beginner|alla nivåer|all levels|every level|ålder|\bages?\b|aged \d|\d\s?[-–]\s?\d{1,2} (?:år|years)|förkunskap|no experience|oavsett|everyone is welcome|alla är välkomna",
        "commit": r"varje vecka|en gång|once a|every (?:week|mon|tues|wednes|thurs|fri|satur|sun)|weekly|träffas|we meet|timmar|\bhours\b|(?:mån|tis|ons|tors|fre|lör|sön)dagar\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days\b",
        "cases": r"our clients|our customers|våra kunder|have served|has served|case stud|\bcases\b|kundcase|referens|portfolio|testimonial|omdöme|recension|our work|våra projekt|success stor|results we|trusted by|used by|used at|används av|clients include",
        "issue": r"latest issue|senaste numret|read (?:an|the|a recent) (?:issue|edition)|archive|arkiv|past issues|previous issues|sample|läs (?:ett|senaste)",
    }.items()
}  # fmt: skip
#: topics that a fact of `facts.py` stands for, where they have no words of their own above
FACT_OF: Mapping[str, str] = {
    name: name
    for name in (
        "area",
        "hours",
        "delivery",
        "returns",
        "often",
        "leave",
        "opens",
        "install",
        "licence",
    )
}
