"""How audiences differ as readers: what each doubts first, what convinces it, where it reads. Judgement, not data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from coldread.scanner.page.phrases import Phrases, compiled


@dataclass(frozen=True, kw_only=True)
class Lens:
    """One kind of reader; its words stand under `lens` and its name in `texts/`."""

    name: str
    #: words that tell it; the lexicons' own groups of synonyms are matched through their first word
    cues: tuple[str, ...]
    #: risks that weigh more with these readers
    weigh: tuple[str, ...] = ()


LENSES: tuple[Lens, ...] = (
    Lens(name="developers", cues=("developer*", "engineer*", "programmer*", "devops", "cto*", "utvecklare*", "programmerare*", "ingenjör*"), weigh=("jargon", "form", "price")),
    Lens(name="enterprise", cues=("enterprise*", "procurement", "corporat*", "large compan*", "it manager*", "cio*", "ciso*", "storföretag*", "koncern*", "upphandl*", "it chef*"), weigh=("proof", "contact")),
    Lens(name="restaurants", cues=("restaurant*", "cafe*", "café*", "baker*", "bistro*", "hotel*", "restaurang*", "kafé*", "krögare*", "bageri*", "hotell*"), weigh=("phone", "proof")),
    Lens(name="shops", cues=("shop*", "store*", "retail*", "merchant*", "e commerce*", "webshop*", "butik*", "handlare*", "e handel*", "webbutik*"), weigh=("price", "proof")),
    Lens(name="freelancers", cues=("freelanc*", "self employed", "sole trader*", "solo*", "consultant*", "frilans*", "egenföretagare*", "egenanställd*", "konsult*", "enskild firma"), weigh=("price", "risk")),
    Lens(name="founders", cues=("founder*", "startup*", "start up*", "entrepreneur*", "grundare*", "entreprenör*", "nystartad*"), weigh=("headline", "price")),
    Lens(name="marketers", cues=("market*", "growth*", "brand manager*", "cmo*", "marknads*", "kommunikatör*", "kommunikations*"), weigh=("proof", "specifics")),
    Lens(name="hr", cues=("hr", "human resource*", "recruit*", "talent*", "personalchef*", "rekryter*", "personal*"), weigh=("proof", "privacy")),
    Lens(name="finance", cues=("accountant*", "bookkeep*", "finance*", "cfo*", "controller*", "ekonom*", "redovisning*", "bokför*", "revisor*"), weigh=("specifics", "price")),
    Lens(name="lawyers", cues=("lawyer*", "law firm*", "attorney*", "solicitor*", "legal*", "jurist*", "advokat*"), weigh=("jargon", "contact")),
    Lens(name="health", cues=("doctor*", "clinic*", "nurse*", "dentist*", "physician*", "hospital*", "care home*", "läkare*", "klinik*", "vård*", "tandläk*", "sjuksköt*", "omsorg*"), weigh=("privacy", "proof")),
    Lens(name="patients", cues=("patient*", "people with*", "anxious*", "personer med*", "anhörig*"), weigh=("contact", "privacy", "jargon")),
    Lens(name="parents", cues=("parent*", "mum*", "mom*", "mother*", "father*", "famil*", "förälder*", "föräldrar*", "mamm*", "papp*", "småbarn*", "barnfamilj*"), weigh=("phone", "proof")),
    Lens(name="seniors", cues=("senior*", "retire*", "pensioner*", "elderly", "older people", "over 65", "pensionär*", "äldre", "65 plus"), weigh=("contact", "look", "jargon")),
    Lens(name="students", cues=("student*", "pupil*", "undergraduate*", "elev*", "studerande*"), weigh=("price", "phone")),
    Lens(name="schools", cues=("teacher*", "school*", "educator*", "tutor*", "lärare*", "skol*", "rektor*", "pedagog*"), weigh=("privacy", "specifics")),
    Lens(name="homeowners", cues=("homeowner*", "house owner*", "household*", "home owner*", "villaägare*", "husägare*", "bostadsägare*", "hushåll*", "bostadsrätt*"), weigh=("price", "proof", "contact")),
    Lens(name="landlords", cues=("landlord*", "property manager*", "property owner*", "hyresvärd*", "fastighetsägare*", "förvaltare*", "brf", "bostadsrättsförening*"), weigh=("specifics", "proof")),
    Lens(name="trades", cues=("electrician*", "plumber*", "carpenter*", "builder*", "painter*", "craftsm*", "tradesp*", "hantverkare*", "elektriker*", "rörmokare*", "snickare*", "målare*", "bygg*"), weigh=("phone", "jargon")),
    Lens(name="sport", cues=("runner*", "athlete*", "cyclist*", "gym*", "fitness*", "golfer*", "löpare*", "idrott*", "cyklist*", "motionär*", "träning*"), weigh=("headline", "proof")),
    Lens(name="managers", cues=("manager*", "director*", "executive*", "team lead*", "head of*", "ceo*", "decision maker*", "chef*", "ledare*", "beslutsfattare*", "vd"), weigh=("specifics", "proof")),
    Lens(name="small-business", cues=("small business*", "small compan*", "business owner*", "local business*", "smb", "smbs", "sme", "smes", "owner*", "småföretag*", "mindre företag*", "små företag*", "företagare*", "ägare*", "bolag*"), weigh=("price", "risk", "proof")),
    Lens(name="buyers", cues=("gift*", "shopper*", "customer*", "consumer*", "present*", "kund*", "konsument*"), weigh=("risk", "price")),
)  # fmt: skip

#: managers, owners and customers are everywhere
ROLES = LENSES[-3:]
ANYONE = Lens(name="anyone", cues=())


@cache
def _cues(lens: Lens) -> Phrases:
    return compiled(lens.cues)


def lens_of(audience: str) -> Lens:
    """The lens whose word stands earliest; roles that exist in every trade only where no trade is named."""
    found = [
        (lens in ROLES, hit.start(), index)
        for index, lens in enumerate(LENSES)
        if (hit := _cues(lens).search(audience))
    ]
    return LENSES[min(found)[2]] if found else ANYONE
