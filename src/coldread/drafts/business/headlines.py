"""New headlines: templates of each kind of business, filled with facts of the page and of the order.

A template is used only where its facts are there; a mark, ⟦…⟧, stands for the one that only the owner knows. The order's
words choose among templates and are never printed.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Literal

from coldread.base.languages import Language
from coldread.base.texts.said import Said, gaps_in
from coldread.drafts.business.acts import Act
from coldread.drafts.business.facts import Found, is_label
from coldread.drafts.business.kind import LONGEST_LINE, Business, Kind, top_lines
from coldread.drafts.business.readers import Readers
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, phrases, stem, words
from coldread.scanner.reading.aimed import aimed_at
from coldread.scanner.reading.audience import wanted_words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.places import places_in
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import Reading
from coldread.scanner.suggest.names import looks_like_name
from coldread.scanner.suggest.wording import capital, first_clause, recased, sentences

#: what stands under the headline: an explanation, or facts to come or call by
Below = Literal["explain", "practical"]
LEAST_WORDS, MOST_WORDS, MOST_CHARS = 3, 12, 90
#: content words that two headlines may share, as a part of the shorter
_ALIKE = 0.6
#: words that a version must have beside the page's own headline
_LEAST_NEW = 2


@dataclasses.dataclass(frozen=True, kw_only=True)
class Template:
    """One headline of a kind, and why one would choose it."""

    head: Said
    why: Said
    below: Below
    act: str = ""
    trait: str = ""
    #: a fact that the page or a link of it must tell; `said`: the page itself
    fact: str = ""
    said: bool = False

    @property
    def slots(self) -> frozenset[str]:
        return gaps_in(self.head("en"))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Idea:
    """A headline that can stand."""

    headline: str
    why: Said
    below: Below
    #: the act that it speaks of, where it is about one
    act: str = ""
    #: of the neutral set, on a page whose kind is known
    neutral: bool = False


def _t(
    head: Said,
    why: Said,
    below: Below = "explain",
    *,
    act: str = "",
    trait: str = "",
    fact: str = "",
    said: bool = False,
) -> Template:
    return Template(head=head, why=why, below=below, act=act, trait=trait, fact=fact, said=said)


_WHERE = Said(
    en="It says what it is and where: the two things people search for.",
    sv="Säger vad det är och var: de två saker man söker efter.",
)
_OWN_LINE = Said(
    en="A line you wrote yourselves, moved to the top.",
    sv="En rad som ni själva har skrivit, flyttad överst.",
)
_GAINED = Said(
    en="What the reader gets, in words from further down on your page.",
    sv="Vad läsaren får, med ord från längre ned på er sida.",
)

TEMPLATES: Mapping[Kind, tuple[Template, ...]] = {
    Kind.FOOD: (
        _t(Said(en="{Items} in {place}", sv="{Items} i {place}"),
           Said(en="It says what you serve and where, which the name alone does not.", sv="Säger vad man får och var, vilket namnet ensamt inte gör."), "practical"),
        _t(Said(en="A break between lectures or meetings", sv="En paus mellan föreläsningar och möten"),
           Said(en="It names the moment when these guests could come.", sv="Nämner stunden då just de här gästerna kan komma."), trait="students+office"),
        _t(Said(en="A break between lectures", sv="En paus mellan föreläsningarna"),
           Said(en="It names the moment when these guests could come.", sv="Nämner stunden då just de här gästerna kan komma."), trait="students"),
        _t(Said(en="A break in the middle of the working day", sv="En paus mitt i arbetsdagen"),
           Said(en="It names the moment when these guests could come.", sv="Nämner stunden då just de här gästerna kan komma."), trait="office"),
        _t(Said(en="Open {hours}", sv="Öppet {hours}"),
           Said(en="Most visitors to such a page want to know whether you are open; this answers it first.", sv="De flesta som går in på en sådan sida vill veta om ni har öppet; här står svaret först."), "explain"),
        _t(Said(en="Open ⟦Mon–Fri 7–18⟧ on ⟦the street⟧", sv="Öppet ⟦mån–fre 7–18⟧ på ⟦gatan⟧"),
           Said(en="Most visitors to such a page want to know whether you are open; this answers it first.", sv="De flesta som går in på en sådan sida vill veta om ni har öppet; här står svaret först."), "explain"),
        _t(Said(en="{Noun} in {place}", sv="{Noun} i {place}"), _WHERE, "practical"),
    ),
    Kind.CARE: (
        _t(Said(en="Been a while? You are welcome all the same.", sv="Länge sedan sist? Du är välkommen ändå."),
           Said(en="It starts with the shame that keeps these people away.", sv="Bemöter först av allt den skam som håller de här människorna borta."), "practical", trait="absent"),
        _t(Said(en="In pain? Get an appointment within ⟦how many days⟧", sv="Ont? Du får en tid inom ⟦hur många dagar⟧"),
           Said(en="It starts where the reader is, and says how long the wait is.", sv="Börjar där läsaren är, och säger hur länge man får vänta."), "practical", trait="pain"),
        _t(Said(en="First time? We show you how.", sv="Första gången? Vi visar hur det går till."),
           Said(en="It welcomes people who have never been here before.", sv="Välkomnar den som aldrig har varit här förut."), "practical", trait="beginners"),
        _t(Said(en="Not sure that you need help? Just ask.", sv="Osäker på om du behöver hjälp? Fråga bara."),
           Said(en="It offers a small first step to people who hesitate.", sv="Erbjuder ett litet första steg till den som tvekar."), "explain", trait="hesitant"),
        _t(Said(en="{Noun} in {place}: {others}", sv="{Noun} i {place}: {others}"), _WHERE, "explain"),
        _t(Said(en="{Items} in {place}", sv="{Items} i {place}"), _WHERE, "explain"),
        _t(Said(en="Call {phone} for an appointment", sv="Ring {phone} så får du en tid"),
           Said(en="For people who would rather talk than fill in a form.", sv="För den som hellre pratar än fyller i formulär."), "practical"),
        _t(Said(en="{Noun} in {place}", sv="{Noun} i {place}"), _WHERE, "explain"),
        _t(Said(en="Next available appointment: ⟦day⟧", sv="Nästa lediga tid: ⟦dag⟧"),
           Said(en="People who look for help want to know how long the wait is.", sv="Den som söker hjälp vill veta hur länge man får vänta."), "explain"),
    ),
    Kind.CHARITY: (
        _t(Said(en="Adopt {one} in {place}", sv="Adoptera {one} i {place}"),
           Said(en="It says what the visitor can do, and where.", sv="Säger vad besökaren kan göra, och var."), "practical", act="adopt"),
        _t(Said(en="{Nouns} in {place} are waiting for a home", sv="{Nouns} i {place} väntar på ett hem"),
           Said(en="It starts with the animals, which is why people came.", sv="Börjar med djuren, och det är för dem folk kommer."), "explain", act="adopt"),
        _t(Said(en="⟦$20⟧ feeds {one} for ⟦a week⟧", sv="⟦100 kr⟧ räcker till mat åt {one} i ⟦en vecka⟧"),
           Said(en="For those who cannot adopt: an amount with a clear purpose is easier to give than “support us”.", sv="För den som inte kan adoptera: en summa man kan se framför sig är lättare att ge än ”stöd oss”."), "explain", act="donate"),
        _t(Said(en="⟦A sum⟧ gives ⟦whom⟧ ⟦what⟧", sv="⟦En summa⟧ ger ⟦vem⟧ ⟦vad⟧"),
           Said(en="A gift with a clear purpose is easier to give than “support us”.", sv="En gåva man kan se framför sig är lättare att ge än ”stöd oss”."), "explain", act="donate"),
        _t(Said(en="⟦Two hours a week⟧ of your time, in {place}", sv="⟦Två timmar i veckan⟧ av din tid, i {place}"),
           Said(en="It says how much time it takes; not knowing is what makes people hesitate.", sv="Säger hur mycket som krävs; det är ovissheten som får folk att tveka."), "explain", act="volunteer"),
        _t(Said(en="{brand} helps ⟦whom, and with what⟧", sv="{brand} hjälper ⟦vem, och med vad⟧"),
           Said(en="It says what you do before it asks for anything.", sv="Säger vad ni gör innan ni ber om något."), "explain"),
    ),
    Kind.ASSOCIATION: (
        _t(Said(en="No garden of your own? {lead}", sv="Ingen egen trädgård? {lead}"),
           Said(en="It starts with what these families lack.", sv="Börjar med det som de här familjerna saknar."), "explain", trait="gardenless"),
        _t(Said(en="Never tried? Come and look: ⟦day and time⟧", sv="Aldrig provat? Kom och titta: ⟦dag och tid⟧"),
           Said(en="A small first step for people who have not started yet.", sv="Ett litet första steg för den som inte har börjat än."), "explain", trait="beginners"),
        _t(Said(en="{lead} in {place}", sv="{lead} i {place}"),
           Said(en="It says what people do here and where, instead of welcoming them.", sv="Säger vad man gör här och var, i stället för att hälsa välkommen."), "explain"),
        _t(Said(en="How to get {one} with us", sv="Så får du {one} hos oss"),
           Said(en="It answers the question they come with, and leads to the next step.", sv="Svarar på frågan de kommer med, och leder vidare till nästa steg."), "practical", act="queue"),
        _t(Said(en="A member of {brand} for ⟦a fee⟧ a year", sv="Medlem i {brand} för ⟦avgift⟧ om året"),
           Said(en="It says what membership costs, which nobody likes to ask.", sv="Säger vad det kostar att vara med, vilket få vill fråga om."), "practical", act="join"),
        _t(Said(en="Next time we meet: ⟦day and place⟧", sv="Nästa gång vi ses: ⟦dag och plats⟧"),
           Said(en="A date is easier to say yes to than a membership.", sv="Ett datum är lättare att säga ja till än ett medlemskap."), "explain", act="join"),
        _t(Said(en="{brand}: ⟦what the members do together⟧", sv="{brand}: ⟦vad medlemmarna gör tillsammans⟧"),
           Said(en="It says what people join before asking them to.", sv="Säger vad man går med i innan ni ber någon göra det."), "practical"),
    ),
    Kind.CRAFT: (
        _t(Said(en="{Noun} in {place}", sv="{Noun} i {place}"), _WHERE, "explain"),
        _t(Said(en="{Noun} for houses and housing associations", sv="{Noun} för villor och bostadsrättsföreningar"),
           Said(en="Both groups see at once that you take their kind of job.", sv="Båda grupperna ser direkt att ni tar deras sorts jobb."), "practical", trait="housing"),
        _t(Said(en="{Noun} for your house", sv="{Noun} hemma hos dig"),
           Said(en="It says that you come to private homes, not only to companies.", sv="Säger att ni kommer hem till folk, inte bara till företag."), "practical", trait="homeowners"),
        _t(Said(en="{Items} in {place}", sv="{Items} i {place}"), _WHERE, "explain"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="A quote within ⟦24 hours⟧, the work done in ⟦weeks⟧", sv="Pris inom ⟦24 timmar⟧, jobbet klart inom ⟦veckor⟧"),
           Said(en="The two waiting times people ask about first; promise only what you can keep.", sv="De två väntetider folk frågar om först; lova bara det ni håller."), "explain"),
    ),
    Kind.APP: (
        _t(Said(en="Done in ⟦how many⟧ minutes, when it suits you", sv="Klart på ⟦antal⟧ minuter, när det passar dig"),
           Said(en="It answers the first question busy people ask.", sv="Svarar på det första den som har ont om tid vill veta."), "explain", trait="busy"),
        _t(Said(en="{thing} for {aimed}", sv="{thing} för {aimed}"),
           Said(en="What it is and who it is for in one line, in words from the page.", sv="Vad det är och för vem på en rad, med ord från sidan."), "explain"),
        _t(Said(en="{do}", sv="{do}"), _OWN_LINE, "explain"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="Tired of starting over? Try this one for {days} days", sv="Trött på att börja om? Prova den här i {days} dagar"),
           Said(en="It speaks to people who have given up before, and asks for a few days instead of faith.", sv="Talar till den som har gett upp förut, och ber om några dagar i stället för tilltro."), "explain", trait="tired"),
        _t(Said(en="See {brand} in ⟦20 minutes⟧", sv="Se {brand} på ⟦20 minuter⟧"),
           Said(en="It offers the demo itself and says how long it is, which is where people hesitate.", sv="Erbjuder själva demon och säger hur lång den är; det är där man tvekar."), "explain", act="demo"),
        _t(Said(en="{what}. Opens ⟦when⟧", sv="{what}. Öppnar ⟦när⟧"),
           Said(en="People who leave an address want to know how long the wait is.", sv="Den som lämnar sin adress vill veta hur länge man väntar."), "explain", act="waitlist"),
        _t(Said(en="{what}", sv="{what}"), _OWN_LINE, "explain"),
        _t(Said(en="No more ⟦what they do by hand today⟧", sv="Slipp ⟦det de gör för hand i dag⟧"),
           Said(en="For visitors who do not know there is a tool for it; name the chore in their words.", sv="För den som inte vet att det finns ett verktyg; kalla sysslan vad de själva kallar den."), "explain"),
    ),
    Kind.OPEN_SOURCE: (
        _t(Said(en="{what}", sv="{what}"), _OWN_LINE, "practical"),
        _t(Said(en="{do}", sv="{do}"), _OWN_LINE, "practical"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="Running in ⟦five minutes⟧, under ⟦a licence⟧", sv="Igång på ⟦fem minuter⟧, under ⟦licens⟧"),
           Said(en="The two things developers look for first.", sv="De två saker utvecklare letar efter först."), "explain"),
        _t(Said(en="Use it instead of ⟦what people use today⟧", sv="Använd det i stället för ⟦det folk använder i dag⟧"),
           Said(en="A comparison is the shortest explanation.", sv="En jämförelse är den kortaste förklaringen."), "explain"),
    ),
    Kind.SHOP: (
        _t(Said(en="Done in ⟦how many⟧ minutes, when it suits you", sv="Klart på ⟦antal⟧ minuter, när det passar dig"),
           Said(en="It answers the first question busy people ask.", sv="Svarar på det första den som har ont om tid vill veta."), "explain", trait="busy"),
        _t(Said(en="{do}", sv="{do}"), _OWN_LINE, "practical"),
        _t(Said(en="{what}", sv="{what}"), _OWN_LINE, "practical"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="{goods} at your door within ⟦days⟧", sv="{goods} hemma hos dig inom ⟦dagar⟧"),
           Said(en="What you sell and when it arrives: the two things people ask of a shop they do not know.", sv="Vad ni säljer och när det kommer: det man frågar en butik man inte känner till."), "explain"),
        _t(Said(en="⟦What you sell⟧, at your door within ⟦days⟧", sv="⟦Vad ni säljer⟧, hemma hos dig inom ⟦dagar⟧"),
           Said(en="What you sell and when it arrives: the two things people ask of a shop they do not know.", sv="Vad ni säljer och när det kommer: det man frågar en butik man inte känner till."), "explain"),
    ),
    Kind.COURSE: (
        _t(Said(en="Done in ⟦how many⟧ minutes, when it suits you", sv="Klart på ⟦antal⟧ minuter, när det passar dig"),
           Said(en="It answers the first question busy people ask.", sv="Svarar på det första den som har ont om tid vill veta."), "explain", trait="busy"),
        _t(Said(en="{what}, ⟦start date⟧", sv="{what}, ⟦startdatum⟧"),
           Said(en="A date makes it real; without one, nobody signs up.", sv="Ett datum gör det på riktigt; utan det anmäler sig ingen."), "practical"),
        _t(Said(en="Afterwards you can ⟦one thing they cannot do today⟧", sv="Efteråt kan du ⟦en sak som de inte kan i dag⟧"),
           Said(en="It says what changes, not what is taught.", sv="Säger vad som förändras, inte vad som lärs ut."), "explain"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="{do}", sv="{do}"), _OWN_LINE, "practical"),
    ),
    Kind.EXPERT: (
        _t(Said(en="{Items} for {aimed} in {place}", sv="{Items} för {aimed} i {place}"),
           Said(en="What you do, who it is for and where, in one line.", sv="Vad ni gör, för vem och var, på en rad."), "explain"),
        _t(Said(en="{Items} for {aimed}", sv="{Items} för {aimed}"),
           Said(en="What you do and who it is for, in one line.", sv="Vad ni gör och för vem, på en rad."), "explain"),
        _t(Said(en="Hand it over: {items}", sv="Lämna över det: {items}"),
           Said(en="It says what they get rid of, which is why they come.", sv="Säger vad de blir av med, och det är därför de kommer."), "explain", trait="dread"),
        _t(Said(en="{Items} for people who run their own business", sv="{Items} för dig som driver eget"),
           Said(en="Readers see at once that it is for a business of their size.", sv="Läsaren ser direkt att det är tänkt för företag av den storleken."), "explain", trait="own_firm"),
        _t(Said(en="⟦20 minutes⟧ on the phone, and you know ⟦what⟧", sv="⟦20 minuter⟧ i telefon, så vet du ⟦vad⟧"),
           Said(en="It offers the call itself and says how long it is, which is where people hesitate.", sv="Erbjuder själva samtalet och säger hur långt det är; det är där man tvekar."), "explain", act="call"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="{Items} in {place}", sv="{Items} i {place}"), _WHERE, "explain"),
        _t(Said(en="What we did for ⟦a client, by name⟧", sv="Det här gjorde vi åt ⟦en kund, vid namn⟧"),
           Said(en="One true job says more than a list of services.", sv="Ett enda verkligt jobb säger mer än en lista med tjänster."), "explain"),
    ),
    Kind.STAY: (
        _t(Said(en="{Items} in {place}", sv="{Items} i {place}"), _WHERE, "practical"),
        _t(Said(en="⟦Minutes⟧ from ⟦what guests come to see⟧", sv="⟦Minuter⟧ från ⟦det gästerna kommer för att se⟧"),
           Said(en="People choose where to stay by what is nearby.", sv="Man väljer boende efter vad som ligger nära."), "practical"),
    ),
    Kind.OTHER: (
        _t(Said(en="Done in ⟦how many⟧ minutes, when it suits you", sv="Klart på ⟦antal⟧ minuter, när det passar dig"),
           Said(en="It answers the first question busy people ask.", sv="Svarar på det första den som har ont om tid vill veta."), "explain", trait="busy"),
        _t(Said(en="{thing} for {aimed}", sv="{thing} för {aimed}"),
           Said(en="What it is and who it is for in one line, in words from the page.", sv="Vad det är och för vem på en rad, med ord från sidan."), "explain"),
        _t(Said(en="{do}", sv="{do}"), _OWN_LINE, "explain"),
        _t(Said(en="{gain}", sv="{gain}"), _GAINED, "explain"),
        _t(Said(en="{what}", sv="{what}"), _OWN_LINE, "explain"),
    ),
}  # fmt: skip

#: whatever the kind, where a letter or a place in a line is what is asked for
LETTER: tuple[Template, ...] = (
    _t(Said(en="⟦What it is about⟧, {often}", sv="⟦Vad det handlar om⟧, {often}"),
       Said(en="It sells the newsletter itself: what is in it and how often it comes.", sv="Säljer själva nyhetsbrevet: vad som står i det och hur ofta det kommer."), "explain", act="newsletter"),
    _t(Said(en="⟦What it is about⟧ in your inbox ⟦every week⟧", sv="⟦Vad det handlar om⟧ i din inkorg ⟦varje vecka⟧"),
       Said(en="It sells the newsletter itself: what is in it and how often it comes.", sv="Säljer själva nyhetsbrevet: vad som står i det och hur ofta det kommer."), "explain", act="newsletter"),
    _t(Said(en="{what}. Opens ⟦when⟧", sv="{what}. Öppnar ⟦när⟧"),
       Said(en="People who leave an address want to know how long the wait is.", sv="Den som lämnar sin adress vill veta hur länge man väntar."), "explain", act="waitlist"),
    _t(Said(en="The first on the list get ⟦what⟧", sv="De första på listan får ⟦vad⟧"),
       Said(en="It gives a reason to sign up today rather than when it opens.", sv="Ger ett skäl att skriva upp sig i dag i stället för när det öppnar."), "explain", act="waitlist"),
)  # fmt: skip


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material:
    """Everything that headlines are made of."""

    page: Page
    reading: Reading
    business: Business
    acts: tuple[Act, ...]
    readers: Readers
    facts: tuple[Found, ...]
    order_words: str
    audience: str
    order_lang: Language
    headline: str
    brand: str

    @property
    def lang(self) -> Language:
        """The page's own; the order's where the page calls itself another than it is written in."""
        top = f"{self.page.title} {self.headline} {' '.join(block.text[:200] for block in self.page.subheads[:3])}"
        told = language_of_phrase(top)
        return Language(told) if told == self.order_lang else self.page.supported_language

    def said(self, name: str) -> str:
        return next((one.said for one in self.facts if one.name == name and one.state == "said"), "")


def ideas(material: Material) -> Iterator[Idea]:
    """Every headline that can stand, the best first; each unlike the page's own and unlike those before it."""
    slots, trade = _slots(material), material.business.trade
    names = [act.name for act in material.acts]
    listed = TEMPLATES[material.business.spoken]
    letters = [one for one in LETTER if one.act in names]
    chosen = [*(one for one in listed if one.act in names), *letters] if letters else list(listed)
    told: list[str] = []
    rest = [one for one in listed if letters and one not in chosen]
    neutral = [one for one in TEMPLATES[Kind.OTHER] if material.business.spoken is not Kind.OTHER]
    for template in (*_traits_first(chosen, material.readers), *rest, *neutral):
        if template.act and template.act not in names:
            continue
        if template.slots & {"days"} and {"waitlist", "newsletter"} & set(names):
            continue  # what cannot be had yet is not tried
        if template.trait == "homeowners" and trade is not None and not trade.comes:
            continue  # one goes to a workshop
        if template.trait and not material.readers.has(template.trait):
            continue
        if template is LETTER[1] and slots["often"]:
            continue  # the one before it says the same with the page's own words
        told_where = ("said",) if template.said else ("said", "behind")
        if template.fact and not any(
            one.name == template.fact and one.state in told_where for one in material.facts
        ):
            continue
        if any(not slots.get(name) for name in template.slots):
            continue
        line = capital(template.head(material.lang, **{name: slots[name] for name in template.slots}).strip())
        if _names_others(line, material):
            continue
        if _fits(line) and not repeats(line, material.headline) and not any(alike(line, one) for one in told):
            told.append(line)
            yield Idea(
                headline=line,
                why=template.why,
                below=template.below,
                act=template.act,
                neutral=template in TEMPLATES[Kind.OTHER],
            )


_FOR_WHOM = re.compile(r"\b(?:for|för|till|åt)\s+(?P<whom>[^.,;:⟦]+)$", re.IGNORECASE)


def _names_others(line: str, material: Material) -> bool:
    """“… for technology startups”, where the order wants insurance agencies: it would turn them away."""
    named = _FOR_WHOM.search(line)
    if named is None or not material.audience:
        return False
    whom = {stem(word) for word in content_words(named["whom"])}
    return not whom & wanted_words(f"{material.order_words} {_ANYBODY}")


#: words that name no other people than those whom anybody wants
_ANYBODY = "you your dig er alla everyone people folk home hem business businesses företag house"


def _traits_first(listed: list[Template], readers: Readers) -> list[Template]:
    """What answers to these readers, then the rest."""
    met = [one for one in listed if one.trait and readers.has(one.trait)][:1]
    return [*met, *(one for one in listed if one not in met and not one.trait)]


def _fits(line: str) -> bool:
    return len(words(line)) <= MOST_WORDS + 2 and len(line) <= MOST_CHARS + 15


def alike(one: str, other: str) -> bool:
    """The same line in a few other words."""
    mine, theirs = _marks(one), _marks(other)
    if min(len(mine), len(theirs)) < _LEAST_NEW:
        return mine == theirs
    return len(mine & theirs) / min(len(mine), len(theirs)) > _ALIKE


def repeats(line: str, headline: str) -> bool:
    """What the page says already: a version needs words that its headline has not."""
    mine, theirs = _marks(line), _marks(headline)
    same = len(mine & theirs) / max(len(mine), len(theirs), 1) > _ALIKE
    return (
        same
        or len(mine - theirs) < min(_LEAST_NEW, len(mine))
        or line.strip().lower() == headline.strip().lower()
    )


_NUMBER = re.compile(r"\d+")


def _marks(text: str) -> set[str]:
    return {*(stem(word) for word in content_words(text)), *_NUMBER.findall(text)}


#: what a shop is called says nothing of what it sells
_SHOPS = frozenset({"butik", "shop"})


#: words of a headline that is nothing but what is sold
_MOST_GOODS = 2


def _goods(material: Material, noun: str) -> str:
    """What is sold, by the trade's noun or by a headline that is nothing else."""
    own = material.headline
    is_noun = 0 < len(words(own)) <= _MOST_GOODS and not looks_like_name(material.page, own)
    if is_noun and material.business.kind is Kind.SHOP and not material.page.is_vague(own):
        return capital(own)
    return "" if noun in _SHOPS else capital(noun)


def _slots(material: Material) -> dict[str, str]:
    lang, business = material.lang, material.business
    items = [item.noun[lang] for item in business.items]
    noun = business.noun(lang)
    trade = business.trade
    what = _what(material)
    return {
        "place": place_of(material) or say_place(lang),
        "noun": noun,
        "Noun": capital(noun),
        "Nouns": capital(noun) if trade is not None and trade.one else "",
        "one": trade.one.get(lang, "") if trade is not None else "",
        "lead": trade.lead.get(lang, "") if trade is not None else "",
        "items": _and(items, lang),
        "others": _and([item for item in items if item not in noun and noun not in item], lang),
        "Items": capital(_and(items, lang)),
        "brand": material.brand,
        "goods": _goods(material, noun),
        "phone": local_number(material.said("phone")),
        "hours": all_hours(material),
        "often": _lower_first(material.said("often")) if _OFTEN.fullmatch(material.said("often")) else "",
        "days": _trial(material.page),
        "aimed": _aimed(material),
        "what": what,
        "thing": _thing(material),
        "do": _do(material, what),
        "gain": _gain(material),
    }


#: more than one day: “Mon–Fri 8–17”, “weekdays 8–17”
_DAYS = re.compile(
    r"\b\w{3,}\.?\s?[-–]\s?\w{3,}|vardag|daglig|weekday|daily|alla dagar|every day|helg|24/7|dygnet",
    re.IGNORECASE,
)


def all_hours(material: Material) -> str:
    """The opening hours where they fit on a line; those of one day alone are not all of them."""
    said = material.said("hours")
    return _lower_first(said) if said and len(words(said)) <= 5 and _DAYS.search(said) else ""


_OFTEN = re.compile(
    r"(?:every|varje|varannan|each) \w+|weekly|monthly|daily|once a \w+|en gång i \w+", re.IGNORECASE
)


def monthly_price(reading: Reading) -> str:
    return next((price.amount for price in reading.prices if _MONTH.search(price.unit)), "")


def say_place(lang: Language) -> str:
    return Said(en="⟦town⟧", sv="⟦ort⟧")(lang)


def place_of(material: Material) -> str:
    """A town that the page is sure of, else one that the order names; never a guess."""
    top = f"{material.page.title} · {material.headline}".lower()
    found = [
        one.value
        for one in material.reading.place
        if one.sure or any(f" {word} {one.value.lower()}" in top for word in ("in", "i"))
    ]
    ordered = [one.name for one in places_in(material.order_words) if one.by == "listed"]
    ordered += [match[1] for match in _IN_ORDER.finditer(material.order_words)]
    parish = [match[1] for block in own_words(material.page) if (match := _PARISH.search(block.text[:600]))]
    town = next(iter((*found, *ordered, *parish)), "").partition(",")[0].strip()
    if _COUNTRY.fullmatch(town):
        return ""
    return town.title() if town.isupper() and len(town) > 3 else town


_PARISH = re.compile(r"\bi ([A-ZÅÄÖ][a-zåäö]{2,}) kommun\b")
_IN_ORDER = re.compile(r"\b(?:i|in|near|around|kring)\s+([A-ZÅÄÖ][a-zåäöé]{2,})")
_COUNTRY = re.compile(r"(?:sverige|sweden|india|south africa|malaysia|norge|norway|danmark|usa|the us|uk|england|online)s?", re.IGNORECASE)  # fmt: skip
_MONTH = re.compile(r"/?\s?(?:per |i |a )?(?:mo(?:nth|n)?\b|mån\w*)", re.IGNORECASE)
_TRIAL = re.compile(
    r"\b(\d{1,2})[- ]?(?:days?|dagars?)\b(?=[^.!?]{0,30}(?:trial|free|gratis|prov))|(?:gratis|free|prova|try)[^.!?]{0,20}\b(\d{1,2})[- ]?(?:days?|dagar)\b",
    re.IGNORECASE,
)


def _trial(page: Page) -> str:
    for block in own_words(page):
        match = _TRIAL.search(block.text[:1_000])
        if match is not None:
            return match[1] or match[2]
    return ""


def _and(listed: list[str], lang: Language) -> str:
    word = Said(en="and", sv="och")(lang)
    return (
        listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} {word} {listed[-1]}" if listed else ""
    )


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def local_number(number: str) -> str:
    """“+46729421405” as it is dialled and read in the country itself."""
    stockholm = re.fullmatch(r"\+468(\d{3})(\d{2,3})(\d{2})", number)
    if stockholm:
        return f"08-{stockholm[1]} {stockholm[2]} {stockholm[3]}"
    mobile = re.fullmatch(r"(?:\+46|0)(7\d)(\d{3})(\d{2})(\d{2})", number)
    if mobile:
        return f"0{mobile[1]}-{mobile[2]} {mobile[3]} {mobile[4]}"
    swedish = re.fullmatch(r"\+46\s?\(?0?\)?\s?(\d{2,3})[\s-]?(\d{2,3})[\s-]?(\d{2})[\s-]?(\d{2,3})", number)
    return f"0{swedish[1]}-{swedish[2]} {swedish[3]} {swedish[4]}" if swedish else number


_MOST_AIMED = 5


def _aimed(material: Material) -> str:
    """People whom the page itself names as its own, where the order wants the same; else nobody."""
    wanted = wanted_words(material.order_words)
    for block in own_words(material.page):
        said = aimed_at(block.text[:600])
        if (
            said
            and {stem(word) for word in content_words(said)} & wanted
            and len(words(said)) <= _MOST_AIMED
            and "," not in said
        ):
            told = _lower_first(said)
            if told.islower():
                return told
    return ""


def _what(material: Material) -> str:
    """A part of the title or the description that names the thing and is no sentence; not the headline again."""
    page = material.page
    parts = [recased(part) for part in title_parts(page.title) if not looks_like_name(page, part)]
    description = meta_content(page.dom, "description")
    parts += [
        first_clause(one, most_words=MOST_WORDS, most_chars=MOST_CHARS) for one in sentences(description)[:1]
    ]
    return next((one for one in map(_calm, parts) if _is_line(one, material)), "")


_GAIN: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(r"\byou (?:can |will |get to |’ll |'ll )?(?P<verb>keep|save|avoid|find|track|compare|stop)\s(?P<what>[^,.;:!?()–—]{10,60})", re.IGNORECASE),
    "sv": re.compile(r"\b(?:du|ni) (?:(?P<verb>slipper|sparar|hittar|väljer|betalar|lär dig|behåller|jämför)|kan (?P<able>spara|hitta|välja|betala|lära dig|behålla|jämföra|odla|följa|sälja))\s(?P<what>[^,.;:!?()–—]{8,60})", re.IGNORECASE),
}  # fmt: skip
_IMPERATIVE = {
    "slipper": "slipp", "sparar": "spara", "hittar": "hitta", "väljer": "välj", "betalar": "betala", "lär dig": "lär dig",
    "behåller": "behåll", "jämför": "jämför", "välja": "välj", "lära dig": "lär dig",
    "behålla": "behåll", "jämföra": "jämför", "följa": "följ", "sälja": "sälj",
}  # fmt: skip
#: what a clause that was cut off cannot end with
_HANGS = re.compile(r"\s(?:and|or|to|the|a|an|of|for|with|in|on|that|och|eller|att|en|ett|av|för|med|i|på|som|till|din|ditt|dina|your|our|from|from the|about)$", re.IGNORECASE)  # fmt: skip
_LEAST_GAIN, _LEAST_TOLD = 4, 8
#: what points to another sentence
_VAGUE_GAIN = re.compile(r"\b(?:that|than|this|these|option|it|them|det|den|detta|dessa|än)\b", re.IGNORECASE)


def _gain(material: Material) -> str:
    """“… you keep all of your wealth in crypto”: what the reader gets, as a line of its own."""
    pattern, top = _GAIN[material.lang], top_lines(material.page)
    for block in own_words(material.page):
        told = block.kind == "paragraph" and len(words(block.text)) >= _LEAST_TOLD
        told = told and block.text[:LONGEST_LINE] in top
        if not told or material.page.is_quotation(block.element) or placeholder_in(block.text):
            continue
        for match in pattern.finditer(block.text[:1_500]):
            groups = match.groupdict()
            verb = (groups.get("verb") or groups.get("able") or "").lower()
            what = re.split(
                r"\s(?:and|so|because|while|och|så|eftersom|medan|when|när|if|om)\s", match["what"]
            )[0].strip()
            line = capital(f"{_IMPERATIVE.get(verb, verb)} {what}")
            if (
                _VAGUE_GAIN.search(line)
                or judge_line(line, material.page, topics(material.page)).outcome != "yes"
            ):
                continue
            if (
                _LEAST_GAIN <= len(words(line)) <= MOST_WORDS
                and not _HANGS.search(line)
                and not repeats(line, material.headline)
            ):
                return line
    return ""


def _thing(material: Material) -> str:
    """A part of the title that names the thing in a few words and says not yet whom it is for."""
    page = material.page
    parts = [_calm(recased(part)) for part in title_parts(page.title) if not looks_like_name(page, part)]
    return next(
        (
            one
            for one in parts
            if 2 <= len(words(one)) <= 6
            and not _FOR.search(one)
            and "," not in one
            and not placeholder_in(one)
            and not page.is_vague(one)
            and not _TELLS_OF_ITSELF.search(one)
        ),
        "",
    )


def _do(material: Material, what: str) -> str:
    """A clause of the page's own that says what one does with it: of the line under the headline, the description, a heading."""
    page, found = material.page, topics(material.page)
    under = material.reading.subhead
    element = page.dom.by_selector.get(under.evidence[0].selector) if under is not None else None
    lines = [under.text] if under is not None and (element is None or not is_label(element)) else []
    lines += [meta_content(page.dom, "description")]
    clauses = [
        _BREAK.sub(". ", capital(_calm(said.rstrip(" .,:;–—-!"))))
        for line in lines
        for sentence in sentences(" ".join(line.split()))[:3]
        if not sentence.endswith("?")
        for said in _clauses(_PUFF.sub("", _OFFERS.sub("", sentence)))
    ]
    return next(
        (
            said
            for said in clauses
            if _is_line(said, material)
            and not _TELLS_OF_ITSELF.search(said)
            and not phrases("buzzwords.phrases").search(said)
            and (not what or not alike(said, what))
            and judge_line(said, page, found).outcome == "yes"
        ),
        "",
    )


#: “We build internal portals …”: what follows is the offer
_OFFERS = re.compile(
    r"^(?:we|vi) (?:build|make|create|offer|sell|provide|bygger|gör|säljer|erbjuder|tillverkar|levererar)\s+(?=\w+\W+\w+\W+\w)",
    re.IGNORECASE,
)
_PUFF = re.compile(r"^(?:the )?(?:powerful|professional|professionell\w*|leading|ledande|innovative|innovativ\w*|modern\w*|premium|unique|unik\w*)\s+", re.IGNORECASE)  # fmt: skip
#: two lines that the page sets below each other
_BREAK = re.compile(r"(?<=[a-zåäö]) (?=(?:No|Ingen|Inga) [a-zåäö])")
_JOINT = re.compile(
    r"\s[–—|-]\s|—|\s(?=(?:with|med|that|som|so|så|from|från|without|utan)\s)|:\s", re.IGNORECASE
)
#: “Track loads, manage expenses”: what begins with what one does may end at any comma
_COMMA = re.compile(r",\s")
_DOES = re.compile(
    r"(?:track|manage|create|build|find|get|see|save|plan|book|learn|discover|connect|turn|make|keep|send|sell|run|grow|automate|organi[sz]e|"
    r"write|design|share|compare|read|watch|try|use|start|stop|logga|bygg|se|få|hitta|skapa|boka|prova|spara|jämför|klistra|ladda|välj|lär|"
    r"följ|sälj|köp|träna|odla|sjung|upptäck|samla|planera|slipp|hyr|beställ|anmäl|spela|res|koppla)\s",
    re.IGNORECASE,
)
#: a sentence about itself, no line to stand on top
_TELLS_OF_ITSELF = re.compile(
    r"\s(?:är|is|are|was|var|har|has|ligger)\s|^(?:föreningen|företaget|the company)\b", re.IGNORECASE
)
_FOR = re.compile(r"\b(?:for|för|till|åt)\b", re.IGNORECASE)
#: a clause that is cut off needs so many words to stand alone
_LEAST_CLAUSE = 5


def _clauses(sentence: str) -> Iterator[str]:
    """The whole sentence, then its beginning up to each joint, the longest first."""
    yield sentence
    ends = [match.start() for match in _JOINT.finditer(sentence)]
    if _DOES.match(sentence):
        ends = sorted([*ends, *(match.start() for match in _COMMA.finditer(sentence))])
    yield from (
        sentence[:end] for end in reversed(ends) if _LEAST_CLAUSE <= len(words(sentence[:end])) <= MOST_WORDS
    )


#: a dash with a list behind it, and a rank that nobody can check
_LISTED = re.compile(r"[–—]")
_BOASTS = re.compile(
    r"world.s (?:first|best)|#1|\bnumber one\b|\bthe (?:best|leading)\b|\bbäst[ae]?\b|\bledande\b|marknadens|världens",
    re.IGNORECASE,
)
_STEERS = re.compile(r"^(?:welcome|välkommen|about|om |learn|läs|kolla|click|klicka|we |our |vi |vår|jag |i |request|contact|kontakta|din |your )", re.IGNORECASE)  # fmt: skip


def _is_line(said: str, material: Material) -> bool:
    return (
        LEAST_WORDS <= len(words(said)) <= MOST_WORDS
        and len(said) <= MOST_CHARS
        and not placeholder_in(said)
        and not _STEERS.match(said)
        and not said.endswith(("…", "?"))
        and not _LISTED.search(said)
        and not _BOASTS.search(said)
        and not material.page.is_vague(said)
        and not repeats(said, material.headline)
    )


_NAME = re.compile(r"english|swedish|german|french|spanish|american|british|european|nordic|\w+day|january|february|april|june|july|august|september|october|november|december|google|facebook|apple|windows", re.IGNORECASE)  # fmt: skip


def _calm(text: str) -> str:
    """Title Case as a sentence: words of the language small, names as they are."""
    text = " ".join(text.split())
    told = text.split()
    if language_of_phrase(text) == "sv" or sum(word[:1].isupper() for word in told) <= max(2, len(told) // 2):
        return text
    language = "en"
    calm = [
        word.lower()
        if word[:1].isupper()
        and word[1:].islower()
        and is_listed(word.lower().strip(",.;:"), language)
        and not _NAME.fullmatch(word.strip(",.;:"))
        else word
        for word in told[1:]
    ]
    return " ".join([told[0], *calm])
