"""How audiences differ as readers: what each doubts first, what convinces it, where it reads. Judgement, not data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coldread.scanner.page.phrases import compiled


@dataclass(frozen=True, kw_only=True)
class Lens:
    """One kind of reader; texts are English, Swedish."""

    name: str
    #: words that tell it; the lexicons' own groups of synonyms are matched through their first word
    cues: tuple[str, ...]
    #: ends “They ask first: …”
    doubt: tuple[str, str]
    #: ends “What convinces them is …”
    proof: tuple[str, str]
    #: risks that weigh more with these readers
    weigh: tuple[str, ...] = ()


LENSES: tuple[Lens, ...] = (
    Lens(name="developers", cues=("developer*", "engineer*", "programmer*", "devops", "cto*", "utvecklare*", "programmerare*", "ingenjör*"), doubt=("can I try it without talking to anyone?", "kan jag prova utan att prata med någon?"), proof=("a code sample that runs, the documentation and a price list", "ett kodexempel som går att köra, dokumentationen och en prislista"), weigh=("jargon", "form", "price")),
    Lens(name="enterprise", cues=("enterprise*", "procurement", "corporat*", "large compan*", "it manager*", "cio*", "ciso*", "storföretag*", "koncern*", "upphandl*", "it chef*"), doubt=("will this pass security and purchasing?", "klarar det här säkerhet och inköp?"), proof=("a named customer of the same size, and security and data terms one click away", "en namngiven kund i samma storlek, och säkerhets- och datavillkor ett klick bort"), weigh=("proof", "contact")),
    Lens(name="restaurants", cues=("restaurant*", "cafe*", "café*", "baker*", "bistro*", "hotel*", "restaurang*", "kafé*", "krögare*", "bageri*", "hotell*"), doubt=("does it work in the middle of a rush?", "fungerar det mitt i lunchrusningen?"), proof=("another place like theirs, by name and town", "ett annat ställe som deras, med namn och ort"), weigh=("phone", "proof")),
    Lens(name="shops", cues=("shop*", "store*", "retail*", "merchant*", "e commerce*", "webshop*", "butik*", "handlare*", "e handel*", "webbutik*"), doubt=("what does it do to my margin?", "vad gör det med min marginal?"), proof=("one shop's figures before and after", "en butiks siffror före och efter"), weigh=("price", "proof")),
    Lens(name="freelancers", cues=("freelanc*", "self employed", "sole trader*", "solo*", "consultant*", "frilans*", "egenföretagare*", "egenanställd*", "konsult*", "enskild firma"), doubt=("is it worth my own money and an evening?", "är det värt mina egna pengar och en kväll?"), proof=("the price, the time it takes, and someone who works alone too", "priset, tiden det tar, och någon som också arbetar ensam"), weigh=("price", "risk")),
    Lens(name="founders", cues=("founder*", "startup*", "start up*", "entrepreneur*", "grundare*", "entreprenör*", "nystartad*"), doubt=("how soon do I see a result?", "hur snart ser jag ett resultat?"), proof=("a result with its number of days, from a company at the same stage", "ett resultat med antal dagar, från ett bolag i samma skede"), weigh=("headline", "price")),
    Lens(name="marketers", cues=("market*", "growth*", "brand manager*", "cmo*", "marknads*", "kommunikatör*", "kommunikations*"), doubt=("how do I defend this to my manager?", "hur försvarar jag det här för min chef?"), proof=("a figure that can be put on a slide, with its source", "en siffra som går att visa på möte, med källa"), weigh=("proof", "specifics")),
    Lens(name="hr", cues=("hr", "human resource*", "recruit*", "talent*", "personalchef*", "rekryter*", "personal*"), doubt=("will people actually use it?", "kommer folk att använda det?"), proof=("what the staff said after three months, not what the vendor says", "vad medarbetarna sade efter tre månader, inte vad säljaren säger"), weigh=("proof", "privacy")),
    Lens(name="finance", cues=("accountant*", "bookkeep*", "finance*", "cfo*", "controller*", "ekonom*", "redovisning*", "bokför*", "revisor*"), doubt=("is it correct, and can it be audited?", "blir det rätt, och går det att granska?"), proof=("which rules it follows, an export, and a price to the krona", "vilka regler det följer, en export, och ett pris på kronan"), weigh=("specifics", "price")),
    Lens(name="lawyers", cues=("lawyer*", "law firm*", "attorney*", "solicitor*", "legal*", "jurist*", "advokat*"), doubt=("what is promised exactly, and by whom?", "exakt vad lovas, och av vem?"), proof=("exact wording and a named person", "exakta formuleringar och en namngiven person"), weigh=("jargon", "contact")),
    Lens(name="health", cues=("doctor*", "clinic*", "nurse*", "dentist*", "physician*", "hospital*", "care home*", "läkare*", "klinik*", "vård*", "tandläk*", "sjuksköt*", "omsorg*"), doubt=("does it cost time at the patient's side?", "tar det tid från patienten?"), proof=("a colleague in the same kind of unit, and how data are protected", "en kollega på samma slags enhet, och hur uppgifter skyddas"), weigh=("privacy", "proof")),
    Lens(name="patients", cues=("patient*", "people with*", "anxious*", "personer med*", "anhörig*"), doubt=("will I be taken seriously here?", "blir jag tagen på allvar här?"), proof=("the face and name of whoever receives them, and what happens at the first visit", "ansikte och namn på den som tar emot, och vad som händer vid första besöket"), weigh=("contact", "privacy", "jargon")),
    Lens(name="parents", cues=("parent*", "mum*", "mom*", "mother*", "father*", "famil*", "förälder*", "föräldrar*", "mamm*", "papp*", "småbarn*", "barnfamilj*"), doubt=("is it safe, and can I do it with one hand?", "är det tryggt, och går det att göra med en hand?"), proof=("other parents with names, and an answer on safety in plain words", "andra föräldrar med namn, och ett svar om säkerhet på vanlig svenska"), weigh=("phone", "proof")),
    Lens(name="seniors", cues=("senior*", "retire*", "pensioner*", "elderly", "older people", "over 65", "pensionär*", "äldre", "65 plus"), doubt=("can I ring someone?", "kan jag ringa någon?"), proof=("a telephone number in large type and a calm explanation of each step", "ett telefonnummer i stor text och en lugn förklaring av varje steg"), weigh=("contact", "look", "jargon")),
    Lens(name="students", cues=("student*", "pupil*", "undergraduate*", "elev*", "studerande*"), doubt=("what does it cost me, really?", "vad kostar det mig, egentligen?"), proof=("the price for students and someone from their own school", "studentpriset och någon från den egna skolan"), weigh=("price", "phone")),
    Lens(name="schools", cues=("teacher*", "school*", "educator*", "tutor*", "lärare*", "skol*", "rektor*", "pedagog*"), doubt=("does it fit my lesson plan and the rules on pupils' data?", "passar det min planering och reglerna om elevers uppgifter?"), proof=("a colleague's lesson, ready to use, and the data agreement", "en kollegas lektion, färdig att använda, och personuppgiftsavtalet"), weigh=("privacy", "specifics")),
    Lens(name="homeowners", cues=("homeowner*", "house owner*", "household*", "home owner*", "villaägare*", "husägare*", "bostadsägare*", "hushåll*", "bostadsrätt*"), doubt=("what will it cost in the end, and who answers if it goes wrong?", "vad kostar det till slut, och vem svarar om det går fel?"), proof=("pictures of finished jobs nearby, a price example and the guarantee", "bilder på färdiga jobb i närheten, ett prisexempel och garantin"), weigh=("price", "proof", "contact")),
    Lens(name="landlords", cues=("landlord*", "property manager*", "property owner*", "hyresvärd*", "fastighetsägare*", "förvaltare*", "brf", "bostadsrättsförening*"), doubt=("how much trouble is it to change?", "hur krångligt är det att byta?"), proof=("a comparable property with the yearly figure", "en jämförbar fastighet med årssiffran"), weigh=("specifics", "proof")),
    Lens(name="trades", cues=("electrician*", "plumber*", "carpenter*", "builder*", "painter*", "craftsm*", "tradesp*", "hantverkare*", "elektriker*", "rörmokare*", "snickare*", "målare*", "bygg*"), doubt=("can I do it from the van?", "går det att göra från bilen?"), proof=("a colleague in the trade, and that it works on the phone", "en kollega i branschen, och att det fungerar i mobilen"), weigh=("phone", "jargon")),
    Lens(name="sport", cues=("runner*", "athlete*", "cyclist*", "gym*", "fitness*", "golfer*", "löpare*", "idrott*", "cyklist*", "motionär*", "träning*"), doubt=("is it for someone at my level?", "är det för någon på min nivå?"), proof=("one person at their level, with time and date", "en person på deras nivå, med tid och datum"), weigh=("headline", "proof")),
    Lens(name="managers", cues=("manager*", "director*", "executive*", "team lead*", "head of*", "ceo*", "decision maker*", "chef*", "ledare*", "beslutsfattare*", "vd"), doubt=("what does my team have to change?", "vad måste mitt team ändra?"), proof=("how long the change took elsewhere, and what it saved", "hur lång tid bytet tog hos andra, och vad det sparade"), weigh=("specifics", "proof")),
    Lens(name="small-business", cues=("small business*", "small compan*", "business owner*", "local business*", "smb*", "sme*", "owner*", "småföretag*", "mindre företag*", "små företag*", "företagare*", "ägare*", "bolag*"), doubt=("what does it cost, and am I bound?", "vad kostar det, och binder jag mig?"), proof=("the price, the terms for leaving, and a firm of their size in the same town", "priset, villkoren för att sluta, och ett företag i deras storlek på orten"), weigh=("price", "risk", "proof")),
    Lens(name="buyers", cues=("gift*", "shopper*", "customer*", "consumer*", "present*", "kund*", "konsument*"), doubt=("when does it arrive, and can I send it back?", "när kommer det, och kan jag skicka tillbaka det?"), proof=("delivery day, return terms and pictures by other buyers", "leveransdag, returvillkor och andra köpares bilder"), weigh=("risk", "price")),
)  # fmt: skip

#: managers, owners and customers are everywhere
ROLES = LENSES[-3:]
ANYONE = Lens(
    name="anyone",
    cues=(),
    doubt=("is this for someone like me?", "är det här för någon som mig?"),
    proof=("one person like them, by name, who says what changed", "en person som liknar dem, med namn, som säger vad som blev annorlunda"),
)  # fmt: skip


@cache
def _cues(lens: Lens) -> re.Pattern[str]:
    return compiled(lens.cues)


def lens_of(audience: str) -> Lens:
    """The lens whose word stands earliest; roles that exist in every trade only where no trade is named."""
    found = [
        (lens in ROLES, hit.start(), index)
        for index, lens in enumerate(LENSES)
        if (hit := _cues(lens).search(audience))
    ]
    return LENSES[min(found)[2]] if found else ANYONE
