"""What is sold, to whom and to what end, where the complaint says it in plain words: “we sell … for …”."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.advice.clauses import without_runs

_END = (
    r"(?=\s*(?:[.;!?\n]|$|\s[–—-]\s|,\s*(?:but|and|so|yet|which|men|och|så|fast|vilket)\b"
    r"|\s(?:but|yet|although|though|men|fast|trots)\b|[”\")]))"
)
_THING = r"(?P<offer>[^.;!?\n]{3,140}?)"
_WE_SELL = re.compile(
    r"(?<!what )(?<!vad )(?<!how )(?<!hur )\b(?:we|they|it|the (?:site|page|company|firm|product|app)|vi|de|företaget|bolaget|sidan|appen)\s+"
    r"(?:actually |really |only |just |mainly |egentligen |faktiskt |bara |främst )?"
    r"(?:sells?|makes?|offers?|builds?|provides?|runs?|rents?(?: out)?|ships?|brews?|bakes?|roasts?|prints?|grows?|imports?|is an?|are an?|"
    r"säljer|gör|tillverkar|erbjuder|bygger|driver|hyr ut|levererar|bakar|rostar|trycker|odlar|importerar|är en|är ett)\s+"
    rf"(?:an? |the |en |ett )?{_THING}{_END}",
    re.IGNORECASE,
)
#: “we repair phones”: done to what is the customer's, so the verb is the offer
_WE_DO = re.compile(
    r"\b(?P<says>(?:we|I|vi|jag)\s+(?:repairs?|installs?|cleans?|fix|paint|renovate|teach|train|coach|design|translate|photograph|walk|groom|move|deliver|"
    r"handle|manage|look after|take care of|do|sköter|hanterar|ordnar|tar hand om|reparerar|installerar|städar|målar|renoverar|utbildar|tränar|undervisar|formger|översätter|fotograferar|flyttar|lagar|tvättar|klipper)\s+"
    rf"[^.;!?\n]{{3,110}}?){_END}",
    re.IGNORECASE,
)
#: verbs of the complaint, not of the trade
_OF_THE_COMPLAINT = (
    "have|had|get|got|want|need|think|know|are|were|can|should|must|use|ask|show|require|removed?|see|say|hear|like|love|try|tried|put|feel|write|wrote|pay|charge|"
    "only|just|also|always|never|don|do not|keep|lose|lost|receive|spend|send|told|tell|changed?|pivoted|launched|added|look|believe|hope|wonder|made|cannot|could|would|will|"
    "har|får|vill|är|kan|ska|måste|tror|vet|tycker|behöver|använder|skriver|säger|visar|frågar|ser|hoppas|betalar|försöker|undrar|menar|blir|ber|kommer|gillar|hade|fick|"
    "tappar|förlorar|kräver|tar|märker|hör|brukar|kunde|borde|skulle|känner|svarar|skickar|lägger ut|lägger in|la|bytte|ändrade"
)
_WE_ALSO_DO = re.compile(
    rf"(?:^|[.!?\n(]\s*|[”\"“…]\s*)(?P<says>(?:we|I|vi|jag)\s+(?!(?:{_OF_THE_COMPLAINT})\b)[a-zåäö]{{3,}}\s+[^.;!?\n]{{6,90}}?){_END}",
    re.IGNORECASE,
)
#: “we are plumbers in York”: a trade, not a mood
_WE_ARE = re.compile(
    r"\b(?:we are|we're|I am|I'm|vi är|jag är)\s+(?P<offer>(?:[\wåäö-]+\s)?[\wåäö-]+"
    r"(?:ers|ists|ants|agency|studio|clinic|bakery|are|byrå|firma|butik|klinik|verkstad|konsulter)\b[^.;!?,\n]{0,60}?)"
    rf"{_END}",
    re.IGNORECASE,
)
#: “it's invoicing software for plumbers”: only with a word for what it can be, since “it's hard for people” is no offer
_IT_IS = re.compile(
    r"\b(?:it['’]s|it is|this is|det är)\s+(?:an? |en |ett )?(?P<offer>(?:[\wåäö-]+\s){0,3}[\wåäö-]*"
    r"(?:software|app|tool|service|platform|shop|store|studio|course|system|programme?|agency|marketplace|tjänst|butik|kurs|verktyg|klinik|byrå|program)"
    rf"\b[^.;!?\n]{{0,80}}?){_END}",
    re.IGNORECASE,
)
_FOR_WHOM = re.compile(
    r"(?P<offer>.+?)\s+(?:for|to|aimed at|för|till|åt|riktad till|riktat till)\s+(?P<audience>(?!att\b|free\b|gratis\b)[^\d].{2,90})$",
    re.IGNORECASE,
)
_WE_HELP = re.compile(
    r"\b(?:we|it|the (?:product|app|tool|service)|vi|appen|tjänsten|verktyget)\s+(?:helps?|lets?|allows?|enables?|hjälper|låter)\s+"
    rf"(?P<audience>[^.;!?\n,]{{2,60}}?)\s+(?P<to>to |att |med att )?(?P<outcome>(?:[a-zåäö]+)\s[^.;!?\n]{{3,90}}?){_END}",
    re.IGNORECASE,
)
_VISITORS = re.compile(
    r"\b(?:our (?:audience|customers|visitors|users|readers|buyers) (?:are|is)|målgruppen är|våra (?:kunder|besökare|läsare) är|"
    rf"(?:aimed at|written for|meant for|riktar (?:oss|sig) till|vänder (?:oss|sig) till))\s+(?P<audience>[^.;!?\n,]{{3,80}}?){_END}",
    re.IGNORECASE,
)
#: what begins so belongs to the clause before it
_LEADS_IN = re.compile(
    r"(?:after|before|when|while|if|that|because|since|than|as|until|and|or|but|not|so|it|this|there|nothing|something|sure|up|"
    r"efter|innan|när|medan|om|att|som|eftersom|sedan|än|tills|och|eller|men|inte|så|det|detta|den|inget|något|någonting|bort|ut|upp)\b",
    re.IGNORECASE,
)
#: English verbs that follow “we help cafés …” without “to”
_VERBS = (
    r"(?:cut|save|find|keep|get|make|book|sell|send|file|track|plan|build|run|reduce|stop|start|hire|train|manage|pay|learn|"
    r"grow|win|ship|write|read|see|fix|order|rent|buy|share|store|spot|avoid|prepare|automate|turn|reach|measure|cook|sleep)"
)
_BARE_HELP = re.compile(
    rf"\b(?:we|it|the (?:product|app|tool|service))\s+(?:helps?|lets?)\s+(?P<audience>[^.;!?\n,]{{2,60}}?)\s+"
    rf"(?P<outcome>{_VERBS}\s[^.;!?\n]{{3,90}}?){_END}",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What the complaint tells of the business; None where it does not."""

    thing: str | None = None
    audience: str | None = None
    outcome: str | None = None
    #: a whole sentence that names what is done: “we repair phones in York”
    says: str | None = None

    def __bool__(self) -> bool:
        return bool(self.thing or self.outcome or self.says)


def offer_in(text: str) -> Offer:
    """Read outside quotation marks: what is quoted is the page's present text, not the truth about the firm."""
    text = without_runs(text)
    helps = _BARE_HELP.search(text) or _helps_to(text)
    if helps and is_whole(helps["audience"]) and is_whole(helps["outcome"]):
        return Offer(audience=_clean(helps["audience"]), outcome=_clean(helps["outcome"]))
    sells = _first_whole(text, "offer", _WE_SELL, _WE_ARE, _IT_IS)
    visitors = _VISITORS.search(text)
    audience = _clean(visitors["audience"]) if visitors else None
    does = _first_whole(text, "says", _WE_DO, _WE_ALSO_DO) if not sells else None
    if does:
        return Offer(audience=audience, says=_clean(does["says"]))
    if not sells:
        return Offer(audience=audience)
    thing = _clean(sells["offer"])
    split = _FOR_WHOM.match(thing)
    if split and len(split["offer"].split()) >= 1:
        return Offer(thing=_clean(split["offer"]), audience=audience or _clean(split["audience"]))
    return Offer(thing=thing, audience=audience)


def is_whole(said: str) -> bool:
    """Something that can stand by itself: closed brackets, and no lead-in of another clause."""
    pairs = (("(", ")"), ("[", "]"), ("{", "}"))
    return all(said.count(left) == said.count(right) for left, right in pairs) and not (
        _LEADS_IN.match(said.strip()) or "…" in said
    )


def _first_whole(text: str, group: str, *patterns: re.Pattern[str]) -> re.Match[str] | None:
    found = (hit for pattern in patterns for hit in pattern.finditer(text))
    return next((hit for hit in found if is_whole(hit[group])), None)


def _helps_to(text: str) -> re.Match[str] | None:
    found = _WE_HELP.search(text)
    return found if found and found["to"] else None


def _clean(words: str) -> str:
    return " ".join(words.split()).strip(" ,:–—-")
