"""What the order wants visitors to do, in its own words: the act, its button, and what on the page does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import unquote

from coldread.base.addresses import split_fragment
from coldread.base.texts.said import Said
from coldread.drafts.business.kind import Kind
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.actions import is_idle, says_it_opens
from coldread.scanner.page.observe.calls import is_generic, path_words
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.made_up import is_made_up_link, made_up_phone_in
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.quotes import shortened
from coldread.scanner.reading.record import Behind, Step


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
    if names:
        return tuple(ACT[name] for name in names[:MOST_ACTS])
    usual = _USUAL.get(goal, "") or _USUAL_OF_KIND.get(kind, "")
    if goal is PrimaryGoal.BOOK_CALL and kind in (Kind.CARE, Kind.CRAFT, Kind.STAY, Kind.FOOD):
        usual = _USUAL_OF_KIND[kind]
    return (ACT[usual],) if usual else ()


#: how far a press gets: a place on this page, another page, a form, a program; or nothing
Reach = Literal["here", "empty", "lost", "page", "form", "mail", "phone", "nowhere", "script", "unfilled"]


@dataclass(frozen=True, kw_only=True)
class Control:
    """Something on the page that says the act, and where it stands and leads."""

    label: str
    href: str
    reach: Reach
    in_menu: bool
    #: drawn within the first screen of a desktop; None where nothing was drawn
    on_first_screen: bool | None
    behind: Behind | None = None
    #: it says something else, and is the nearest that there is
    stands_in: bool = False
    #: its address says the act, its label does not
    by_address: bool = False
    #: the scan takes it for the goal's, too
    serves: bool = False
    #: it stands below the headline, in the page's first part, and not in its menu
    by_headline: bool = False
    #: where it stands in the document
    selector: str = ""

    @property
    def works(self) -> bool:
        return self.reach not in ("empty", "lost", "nowhere", "unfilled")


_LONGEST_LABEL, _LONGEST_CHARS = 8, 48


def control_for(page: Page, steps: tuple[Step, ...], act: Act, asked: str = "") -> Control | None:
    """The best on the page: one that works, a button before a menu's link, what is paid before what is only begun, a button before a number, the headline's own before the one at the page's edge, the first screen's before others, then by the label."""
    found = list(_controls(page, steps, act, asked))
    return min(
        found,
        key=lambda one: (
            not one.works,
            one.in_menu,
            one.by_address or one.stands_in,
            act.name in _PAID_ACTS and not costs_money(one),
            one.reach in ("phone", "mail"),
            not one.by_headline,
            not one.on_first_screen,
        ),
        default=None,
    )


#: acts that end in a payment, and of them those for which somebody who gives money has done it
_PAID_ACTS = frozenset({"buy", "goods", "subscribe", "account", "order", "donate", "register", "join"})
_COSTS = re.compile(
    r"\b(?:köp|buy|unlock|lås upp|upgrade|uppgradera|beställ|order now|checkout|till kassan|donate|donera|skänk|ge en gåva|give|swish\w*|pay|betala)\b|\d\s?(?:kr\b|:-|sek\b|€|usd\b)|[$£€]\s?\d",
    re.IGNORECASE,
)
#: where money is given, beside the shops that the lexicon lists
_PAY_HOSTS = (
    "ko-fi.com/",
    "buymeacoffee.com/",
    "paypal.me/",
    "gofundme.com/",
    "justgiving.com/",
    "app.swish.nu/",
)
#: for those who have bought, booked or joined already: no step of somebody new
_FOR_THOSE_INSIDE = re.compile(
    r"\b(?:(?:enter|have|got|redeem|use|activate|apply)\b[^.!?]{0,16}\b(?:code|coupon|voucher|licen[cs]e|key)|redeem|restore purchase\w*|promo code|gift code|log ?in|sign ?in|my account|my pages|track (?:my |your )?order|"
    r"(?:ange|lös in|har du|använd|aktivera)\b[^.!?]{0,16}\b(?:kod\w*|presentkort\w*|värdekod\w*|licens\w*)|logga in|mina sidor|mitt konto|spåra)\b",
    re.IGNORECASE,
)


def is_payment_link(href: str) -> bool:
    return on_hosts(href, "checkout") or any(host in href.lower() for host in _PAY_HOSTS)


def costs_money(control: Control) -> bool:
    """Its label buys, gives or names a sum, or its address is where one pays."""
    return _COSTS.search(control.label) is not None or is_payment_link(control.href)


def is_for_those_inside(label: str) -> bool:
    """“Enter code”, “Log in”: whoever presses it has paid before."""
    return _FOR_THOSE_INSIDE.search(label) is not None


#: acts that one button serves: who asks for a price, books or rings wants to be in touch
SIBLINGS = ("book", "quote", "call", "meeting", "demo", "contact")


def sibling_control(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """“Get a quote” where a booking is asked for; none of a menu's, and no “Contact”."""
    if act.name not in SIBLINGS:
        return None
    found = (control_for(page, steps, ACT[name]) for name in SIBLINGS if name != act.name)
    fit = [
        one
        for one in found
        if one is not None and one.works and not (one.stands_in or one.in_menu or one.by_address)
    ]
    fit = [one for one in fit if not _CONTACT.match(one.label)]
    return min(fit, key=lambda one: not one.on_first_screen, default=None)


def _says_a_sibling(label: str, act: Act) -> bool:
    return act.name not in SIBLINGS or any(ACT[name].pressed.search(label) for name in SIBLINGS)


#: the way back to where one is
HOME = re.compile(r"\s*(?:home|start|hem|startsida\w*)\s*$", re.IGNORECASE)


def stand_in(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """What serves the goal by another name: “Contact” where nothing says “book”."""
    serving = [
        step
        for step in steps
        if step.serves_goal
        and step.evidence
        and not HOME.match(step.label)
        and not only_shows(step.label, act)
        and not is_for_those_inside(step.label)
    ]
    for step in sorted(serving, key=lambda one: (one.leads_to == "nowhere", not one.primary)):
        element = page.dom.by_selector.get(step.evidence[0].selector)
        if (
            element is not None
            and words(step.label)
            and any(map(str.isalpha, _control(page, element, step, steps).label))
        ):
            # the page's own first button that serves the goal is the goal's, whatever it is called
            contact = _CONTACT.match(step.label) is not None
            return replace(_control(page, element, step, steps), stands_in=contact or not step.primary)
    return None


def link_named(page: Page, named: re.Pattern[str]) -> Control | None:
    """A link that says this, whatever it is for; the best of them."""
    found = [
        _control(page, link, None)
        for link in page.dom.shown("a")
        if _says(link.text or link.attr("aria-label"), named)
    ]
    return min(found, key=lambda one: (not one.works, one.in_menu), default=None)


def _controls(page: Page, steps: tuple[Step, ...], act: Act, asked: str = "") -> Iterator[Control]:
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a", "button"):
        label = element.text or element.attr("aria-label")
        if _is_none(page, element, label):
            continue
        step = known.get(element.selector)
        address = path_words(element.attr("href")) if element.tag == "a" else ""
        said = _says(label, act.pressed)
        told = said or (
            bool(address) and act.pressed.search(address) is not None and len(words(label)) <= _LONGEST_LABEL
        )
        # a group at a network may be where one joins, if the label says so
        elsewhere = not said and on_hosts(element.attr("href"), "social")
        pays = (
            act.name in _PAID_ACTS
            and is_payment_link(element.attr("href"))
            and not is_store(element.attr("href"))
        )
        rings = _is_program(element.attr("href"), act, asked)
        if rings or ((told or pays) and sum(map(str.isalpha, label)) > 1 and not elsewhere):
            said = said or pays or rings
            found = _control(page, element, step, steps)
            # “Contact us” whose address speaks of a demo is no invitation to one
            yield replace(
                found,
                stands_in=(act.name != "contact" and _CONTACT.match(label) is not None)
                or _CART.match(label) is not None,
                by_address=not said,
                # “Tech Tutoring” among the links of the menu is no button, whatever its address says
                in_menu=found.in_menu or (not said and region_of(element) in _EDGES),
            )


#: a basket, by whatever verb
_BASKET = re.compile(r"\b(?:cart|basket|bag|varukorg\w*|kundvagn\w*)\b", re.IGNORECASE)


#: an address that opens a program, by the words of an order that is about just that
_BY_PROGRAM: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("tel:", re.compile(r"\bring(?:er|a|s)?\b|\bcall(?:s|ing)? us\b|\bphone\b|\btelefon\w*", re.IGNORECASE)),
    (
        "mailto:",
        re.compile(
            r"\bmejl\w*|\bmail(?:ar|a)?\b|\be-?mails? (?:us|me)\b|\bwrite to us\b|\bskriver till\b",
            re.IGNORECASE,
        ),
    ),
)


def _is_program(href: str, act: Act, asked: str) -> bool:
    """A number is the way where the order wants people to ring, and an address where they should write."""
    low = href.strip().lower()
    return act.name in ("call", "contact") and any(low.startswith(scheme) and said.search(asked) for scheme, said in _BY_PROGRAM)  # fmt: skip


#: words that a label shares with the order before it is the order's own, and the part of them
LEAST_SHARED, MOSTLY = 2, 0.5


def named_control(page: Page, steps: tuple[Step, ...], asked: str) -> Control | None:
    """A button in the words of the order itself: “Request a free case evaluation” where just that was asked for.

    What is wanted beside it, “and get our card at the same time”, is another step.
    """
    wanted = {stem(word.lower()) for word in content_words(_BESIDE.split(asked, maxsplit=1)[0])}
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    found = []
    for element in page.dom.shown("a", "button"):
        label = " ".join(element.text.split())
        mine = {stem(word.lower()) for word in content_words(label)}
        shared = len(mine & wanted)
        if (
            shared < LEAST_SHARED
            or shared < MOSTLY * len(mine)
            or len(words(label)) > _LONGEST_LABEL
            or _is_none(page, element, label)
        ):
            continue
        one = _control(page, element, known.get(element.selector), steps)
        if one.works and not one.in_menu:
            found.append((-shared, not one.by_headline, not one.on_first_screen, element.number, one))
    return min(found)[-1] if found else None


#: where a wish goes on to the next one
_BESIDE = re.compile(r",\s|\s(?:and|och) (?:also|ideally|maybe|preferably|then|gärna|också|helst|sedan|kanske)\b", re.IGNORECASE)  # fmt: skip


def _is_none(page: Page, element: Element, label: str) -> bool:
    """A question that opens its answer, the sign of a basket without a word, the door of those who are inside already, and a link to the page that one reads."""
    if label.endswith("?"):
        return True
    if (not element.text.strip() and _BASKET.search(label)) or is_for_those_inside(label):
        return True
    return element.tag == "a" and leads_to_itself(page, element.attr("href"))


def leads_to_itself(page: Page, href: str) -> bool:
    if not href.strip() or "#" in href:
        return False
    here, there = split_fragment(page.seen.final_url)[0], split_fragment(page.absolute(href))[0]
    return here.removesuffix("index.html") == there.removesuffix("index.html")


def form_control(page: Page, steps: tuple[Step, ...]) -> Control | None:
    """The button of a form on the page that serves the goal, whatever it is called."""
    for step in steps:
        element = page.dom.by_selector.get(step.evidence[0].selector) if step.evidence else None
        if step.serves_goal and step.leads_to == "form" and element is not None and words(step.label):
            return replace(_control(page, element, step, steps), in_menu=False, serves=True)
    return None


def way_to_form(page: Page, steps: tuple[Step, ...], form: Control) -> Control:
    """The button below the headline that leads to the form's part of the page, where there is one: it is what people press first."""
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a"):
        if _is_by_headline(page, element) and 0 < len(words(element.text)) <= _LONGEST_LABEL:
            found = _control(page, element, known.get(element.selector), steps)
            if found.reach == "form":
                return replace(found, in_menu=False, serves=True)
    return form


def first_control(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """The page's own first button, in its main part and on the first screen, where it serves the goal."""
    for step in steps:
        element = page.dom.by_selector.get(step.evidence[0].selector) if step.evidence else None
        if step.serves_goal and step.primary and element is not None and words(step.label):
            if only_shows(step.label, act) or is_for_those_inside(step.label):
                continue
            found = _control(page, element, step, steps)
            if region_of(element) not in _EDGES and found.on_first_screen and found.works:
                # a label that asks for something else may be another's way: its owner is asked
                near = (
                    act.pressed.search(step.label)
                    or _BEGINS.search(step.label)
                    or _says_a_sibling(step.label, act)
                )
                return replace(found, stands_in=not near)
    return None


#: a first button that leads somewhere else than to what a page is for
_NO_FIRST = re.compile(r"\b(?:chat|login|log in|logga in|sign in|contact|kontakt\w*|story|about|om oss|read|läs|watch|se film|play|ring|call|scroll|whatsapp|instagram|facebook|english|svenska|cookies?|accept\w*|acceptera)\b", re.IGNORECASE)  # fmt: skip


def hero_control(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """The page's own first button right below its headline; unsure where it neither buys nor lets people look round."""
    headline = page.headline
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a", "button"):
        if headline is None or element.number < headline.number or not page.hero.contains(element):
            continue
        label, href = " ".join(element.text.split()), element.attr("href").strip().lower()
        if (
            not 0 < len(words(label)) <= _LONGEST_LABEL - 3
            or _NO_FIRST.search(label)
            or is_for_those_inside(label)
            or region_of(element) in _EDGES
        ):
            continue
        if href.startswith(("tel:", "mailto:")) or on_hosts(href, "social") or leads_to_itself(page, href):
            continue
        found = _control(page, element, known.get(element.selector), steps)
        sure = (
            looks_round(label)
            or costs_money(found)
            or bool(_BEGINS.search(label) or act.pressed.search(label))
        )
        return replace(found, stands_in=not sure) if found.works else None
    return None


#: words of a button that lets people look round, which is how such an act begins
_LOOKS = re.compile(
    r"\b(?:see|view|shop|browse|discover|explore|find|choose|pick|our|all|collection|products?|menu|plans?|prices|"
    r"se|visa|upptäck|hitta|välj|utforska|till|våra|vårt|alla|sortiment\w*|meny\w*|priser|kurser|butik\w*)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\b(?:get|start|try|join|prova|testa|kom igång|börja|starta)\b", re.IGNORECASE)


def looks_round(label: str) -> bool:
    return _LOOKS.search(label) is not None


#: shows what there is, and books nothing
_SHOWS = re.compile(
    r"\b(?:menu|meny\w*|(?:à |a |la )?carte|lunch\w*|dagens|gallery|galleri\w*|portfolio|about|om oss|our story|read|läs|learn more|prices|priser|prislista)\b",
    re.IGNORECASE,
)
#: acts for which somebody is written to, rung or met
_MEETS = frozenset({"book", "table", "room", "call", "meeting", "demo", "quote", "contact", "visit"})


def only_shows(label: str, act: Act) -> bool:
    """“See à la carte” is no way to a table."""
    return act.name in _MEETS and _SHOWS.search(label) is not None and act.pressed.search(label) is None


#: where a page keeps its links
_EDGES = ("nav", "header", "footer")
#: where one pays for what one has chosen already
_CART = re.compile(r"\s*(?:varukorg\w*|kundvagn\w*|kassa\w*|till kassan|(?:my |your |view )?(?:cart|basket|bag)|checkout)\W*\d{0,3}\W*$", re.IGNORECASE)  # fmt: skip
_CONTACT = re.compile(r"\s*(?:contact|kontakt)", re.IGNORECASE)


def _says(label: str, named: re.Pattern[str]) -> bool:
    return 0 < len(words(label)) <= _LONGEST_LABEL and named.search(label) is not None


def _behind(page: Page, element: Element, step: Step | None, steps: tuple[Step, ...]) -> Behind | None:
    """What was seen behind it, or behind another link to the same address that somebody followed."""
    if _leads_to_stores(page, element):
        return None
    own = step.behind if step is not None else None
    href = element.attr("href").strip()
    if not href or (own is not None and own.known_by == "page"):
        return own
    for other in steps:
        there = page.dom.by_selector.get(other.evidence[0].selector) if other.evidence else None
        if (
            there is not None
            and there.attr("href").strip() == href
            and other.behind is not None
            and other.behind.known_by == "page"
        ):
            return other.behind
    return own


def _control(page: Page, element: Element, step: Step | None, steps: tuple[Step, ...] = ()) -> Control:
    view = page.seen.desktop
    drawn = page.desktop.get(element.selector)
    seen = (
        None
        if view is None
        # a drawer that waits beside the screen is not on it
        else bool(drawn and drawn.visible and drawn.box[1] < view.height and drawn.box[0] < view.width)
    )
    return Control(
        label=without_signs(
            shortened(
                element.text
                or element.attr("aria-label")
                or element.attr("value")
                or (step.label if step else "")
            )
        ).strip(" →›»>↗↓"),
        href=element.attr("href"),
        reach=_reach(page, element, step),
        in_menu=region_of(element) in _EDGES and step is None,
        on_first_screen=seen,
        behind=_behind(page, element, step, steps),
        serves=step is not None and step.serves_goal,
        by_headline=_is_by_headline(page, element),
        selector=element.selector,
    )


#: a picture in front of the words of a button
_SIGN = re.compile(r"^[^\w\s\"“”'(+#&$€£]{1,4}\s+(?=\w)")


def without_signs(label: str) -> str:
    return _SIGN.sub("", label)


def _is_by_headline(page: Page, element: Element) -> bool:
    """In the first part of the page, after its headline: a second screen's worth, where a headline is tall."""
    headline = page.headline
    drawn, view = page.desktop.get(element.selector), page.seen.desktop
    far = drawn is not None and view is not None and drawn.box[1] >= FIRST_PART * view.height
    return (
        headline is not None
        and element.number > headline.number
        and region_of(element) not in _EDGES
        and page.opens_with(element)
        and not far
    )


#: screens that the first part of a page may take
FIRST_PART = 1.7


#: addresses that open a program
_PROGRAMS: tuple[tuple[str, Reach], ...] = (("mailto:", "mail"), ("tel:", "phone"))


def _is_opened_by_script(page: Page, element: Element) -> bool:
    """A link without an address that opens a menu or a window: pressed, it does something."""
    if element.tag != "a" or not is_idle(element.attr("href")):
        return False
    tried = page.does_nothing(element)
    return tried is False or (tried is not True and says_it_opens(element))


def _reach(page: Page, element: Element, step: Step | None) -> Reach:
    target = element.attr("href").strip() if element.tag == "a" else ""
    if is_made_up_link(target) or (target.lower().startswith("tel:") and made_up_phone_in(target)):
        return "unfilled"
    if _is_opened_by_script(page, element):
        return "script"
    if step is not None and step.leads_to in ("form", "mail", "phone", "nowhere"):
        return "here" if step.leads_to == "form" and _leads_to_stores(page, element) else step.leads_to
    href = element.attr("href").strip()
    low = href.lower()
    if element.tag != "a" or low.startswith("javascript:"):
        return "form" if element.closest("form") is not None else "script"
    if not href or href in ("#", "#!"):
        return "nowhere"
    program = next((kind for scheme, kind in _PROGRAMS if low.startswith(scheme)), None)
    return program or _reach_of(page, href)


#: where apps are fetched
_STORES = ("apps.apple.com/", "itunes.apple.com/", "play.google.com/", "apps.microsoft.com/", "chromewebstore.google.com/")  # fmt: skip


def is_answered(control: Control | None) -> bool:
    """Somebody answers whoever presses it: a form writes to them; a calendar, a shop or another house does not wait for that."""
    if control is None:
        return False
    behind = control.behind.kind if control.behind is not None and control.behind.known_by else ""
    if behind in ("calendar", "checkout") and control.reach == "page":
        return False
    return control.reach != "page" or behind in ("form", "contact") or "://" not in control.href


def is_store(href: str) -> bool:
    return any(store in href for store in _STORES)


def _has_stores(place: Element) -> bool:
    """The way to an app's shop: a form beside it is for something else."""
    return any(store in link.attr("href") for link in place.all("a") for store in _STORES)


def _leads_to_stores(page: Page, element: Element) -> bool:
    fragment = split_fragment(element.attr("href").strip())[1]
    named = page.dom.by_id.get(unquote(fragment), []) if fragment else []
    return bool(named) and _has_stores(named[0])


def _reach_of(page: Page, href: str) -> Reach:
    """Another page, or a place on this one, which may be missing or empty."""
    address, fragment = split_fragment(page.absolute(href))
    here = split_fragment(page.seen.final_url)[0]
    if not fragment or address.removesuffix("index.html") != here.removesuffix("index.html"):
        return "page"
    named = page.dom.by_id.get(unquote(fragment)) or page.dom.by_id.get(fragment)
    if not named:
        return "lost"
    if (named[0].tag == "form" or named[0].all("form")) and not _has_stores(named[0]):
        return "form"
    return "here" if words(named[0].text) or named[0].all("input", "iframe", "img") else "empty"


def own_label(control: Control | None) -> str:
    """The page's own words for the act, where they are a button's."""
    usable = control is not None and (control.works or control.reach == "unfilled")
    if control is None or not usable or control.stands_in or control.by_address or is_generic(control.label):
        return ""
    label = control.label.rstrip("! ")
    return label if 1 < len(words(label)) <= _LONGEST_LABEL and len(label) <= _LONGEST_CHARS else ""
