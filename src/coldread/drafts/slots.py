"""What the frames of a first screen are filled with: only what is sure, and only words that stand well where they are put. Pure.

What does not pass is empty, and another frame is used; nothing is bent into shape except a reader's wish into a question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from coldread.base.languages import Language
from coldread.drafts.asked_of_page import OF_A_LETTER, Answer, answers
from coldread.drafts.business.acts import is_answered
from coldread.drafts.business.could_be import could_be
from coldread.drafts.business.heads import (
    Source,
    alike,
    is_repeated,
    is_thing,
    ordered_thing,
    spoken_of,
    whoms,
)
from coldread.drafts.business.kind import Kind, top_lines
from coldread.drafts.business.proof import Proof
from coldread.drafts.business.readers import met_in
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contested
from coldread.drafts.first_screen import doubted, line_below, source_of
from coldread.drafts.own_lines import OwnLine, own_lines
from coldread.drafts.say import say
from coldread.drafts.settled import Settled
from coldread.drafts.told import Told, is_slogan
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, stem, words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.suggest.names import is_name
from coldread.scanner.suggest.wording import capital, ended, recased, sentences

#: words of a thing, of readers and of a place that a headline can hold, and characters of the whole
MOST_THING, MOST_WHOM, MOST_PLACE, LONGEST_HEAD = 6, 6, 3, 72
#: words of a sentence that can stand below a headline
LEAST_LINE, MOST_LINE = 5, 28
#: words of a customer's sentence that can be a headline, and of a term beside the thing
LEAST_SAID, MOST_SAID, MOST_TERM = 4, 13, 8
#: words that still fit under a button
MOST_UNDER = 10
#: trades whose noun names what is sold; the others' nouns are too wide for a headline
_NAMED_KINDS = frozenset({Kind.CRAFT, Kind.FOOD, Kind.CARE, Kind.EXPERT, Kind.SHOP})
_TOO_WIDE = frozenset({"vård", "care", "rådgivning", "consulting", "butik", "shop", "träning", "training", "mat på plats"})  # fmt: skip


@dataclass(frozen=True, eq=False)
class Slots:
    """The facts of one order and one page, each in words that a headline or a line can carry; empty where none is sure."""

    case: Case
    told: Told
    settled: Settled
    page: Page

    @cached_property
    def source(self) -> Source:
        return source_of(self.case, self.told, self.settled)

    @property
    def lang(self) -> Language:
        """The page's own: its words are written for visitors."""
        return self.source.lang

    @cached_property
    def can_be_worded(self) -> bool:
        """The page is in a language of ours, so that a headline of ours can stand on it."""
        return self.page.language in tuple(Language)

    @cached_property
    def lines(self) -> list[OwnLine]:
        return [one for one in own_lines(self.page) if one.text not in contested(self.case)]

    # What, for whom, where

    @cached_property
    def what(self) -> str:
        """What is sold, as a noun: the headline's or the title's own, then what the page says that it is, then the trade's, then the order's."""
        parts = [one for one in title_parts(self.page.title) if judge_line(one, self.page, topics(self.page)).outcome != "no"]
        for said in (self.told.headline if self.told.headline_tells else "", *parts, *self._defined):
            told = calmed(said.strip(" .!"), self.lang)
            if self._names_it(told):
                return told
        business = self.settled.ordered.business
        noun = business.noun(self.lang) if business.outcome == "sure" and business.kind in _NAMED_KINDS else ""
        if noun and noun not in _TOO_WIDE and spoken_of(noun, self.source) > 1:
            return noun
        asked = ordered_thing(self.source)
        top = " ".join(top_lines(self.page)).lower()
        return asked if asked and asked.lower() in top and self._names_it(asked) else ""

    @cached_property
    def _defined(self) -> list[str]:
        """“We are a community choir of forty voices”, “A turn-based game for the browser.”: the noun that the page calls itself by."""
        lines = [one.text for one in self.lines if one.kind in ("sentence", "meta") and one.region != "nav"]
        first = [" ".join(block.text[:300].split()) for block in self.page.subheads[:2]]
        found = [match["what"] for text in first if (match := _BARE_NOUN.match(text))]
        return found + [match["what"] for text in lines[:MOST_LINES] if (match := _DEFINES[self.lang].search(text))]

    def _names_it(self, said: str) -> bool:
        thing = _AIM.split(said, maxsplit=1)[0]
        return (
            0 < len(words(said)) <= MOST_THING + 2
            and 0 < len(words(thing)) <= MOST_THING
            and len(said) <= LONGEST_THING
            and is_thing(thing, self.source)
            and not is_slogan(f"{said}.")
            and not is_name(self.page, said)
            and not _is_brand(said, self.told.brand)
            and not _is_strange(thing)
            and not _HAS_VERB.search(said)
            and not _OURS.search(said)
            and not _WIDE.search(thing)
        )

    @cached_property
    def whom(self) -> str:
        """Those whom the order names, where that can be said to their faces after “for”."""
        for said in whoms(self.source):
            plain = not re.search(r"[()/\d;:]|\betc\b|\boch så\b", said) and not _OURS.search(said)
            if plain and 0 < len(words(said)) <= MOST_WHOM and not is_repeated(self.what, said):
                return said
        return ""

    @cached_property
    def where(self) -> str:
        """“in Lund”, “på Gotland”: with the preposition that page or order use; empty where the place does not matter."""
        asked = f"{self.case.assignment.goal} {self.case.assignment.audience}"
        named = [(one.value.partition(",")[0].strip(), one.sure) for one in self.source.reading.place]
        near = [name for name, _ in named if name and name in asked]
        near += [name for name in _IN_PLACE.findall(asked) if any(name in one.text for one in self.lines)]
        near += [name for name, sure in named if self.source.reading.local and (sure or name in self.page.title)]
        name = next(iter(near), "")
        name = name.title() if name.isupper() else name
        if not name or self.settled.ordered.is_remote or len(words(name)) > MOST_PLACE:
            return ""
        if not re.fullmatch(r"[A-ZÅÄÖÉ][\w' -]{2,30}", name):
            return ""
        texts = [asked, *(one.text for one in self.lines)]
        found = (re.search(rf"\b(i|på|in|on)\s{re.escape(name)}\b", text) for text in texts)
        said = next((match[1] for match in found if match is not None), "in" if self.lang == "en" else "i")
        return f"{said} {name}" if (said in ("in", "on")) == (self.lang == "en") else ""

    @cached_property
    def brand(self) -> str:
        """The name of the house, where title and page agree on it; “Visby katthem” keeps its own capitals."""
        name = self.told.brand.strip()
        texts = [one.text for one in self.lines if one.kind != "title"] + [self.told.headline]
        return name if 0 < len(words(name)) <= MOST_NAME and (any(name in text for text in texts) or name in self.page.title) else ""

    def names_place(self, text: str) -> bool:
        """A place of the page stands in it already."""
        return any(one.value.partition(",")[0].lower() in text.lower() for one in self.source.reading.place)

    def is_idle(self, line: str) -> bool:
        """It says nothing of the offer, or is not there."""
        return not line or self._weight(line) <= 0

    @property
    def is_sold(self) -> bool:
        act = self.settled.act.name if self.settled.act is not None else ""
        return self.settled.ordered.business.sells and act not in ("donate", "volunteer", "adopt", "join")

    # The question that they ask themselves

    @cached_property
    def question(self) -> str:
        """What the order says that they want or lack, asked of them."""
        return as_question(self.case.assignment.audience, self.lang, plural=self._says_ni) or self._of_trait

    @cached_property
    def _says_ni(self) -> bool:
        text = " ".join(one.text for one in self.lines)
        return len(_NI.findall(text)) > len(_DU.findall(text))

    @cached_property
    def _of_trait(self) -> str:
        names = [trait.name for trait in self.settled.readers.traits if trait.name in _ASKED_OF]
        return say(self.lang, f"trait.{names[0]}") if names else ""

    @cached_property
    def own_worry(self) -> str:
        """The page's own short line about what its readers get rid of, which stands further down."""
        fit = (
            one.text.strip()
            for one in self.lines
            if one.kind in ("heading", "sentence")
            and one.region not in ("nav", "head", "footer")
            and one.place.is_seen
            and 3 <= len(words(one.text)) <= MOST_SAID
            and len(one.text) <= LONGEST_HEAD
            and (_RELIEF if self.lang == "en" else _LÄTTNAD).match(one.text)
            and not alike(one.text, self.told.headline)
        )
        return next(fit, "")

    # Proof

    @cached_property
    def quote(self) -> tuple[str, str]:
        """A customer's own sentence that can lead, and whose it is."""
        for proof in self._proofs("quote"):
            if _HEADING.search(proof.selector) or not proof.who.strip():
                continue
            spoken = re.split('[”"»“«]', " ".join(proof.said.split()).lstrip("“”\"»«„' "), maxsplit=1)[0]
            for sentence in sentences(spoken.partition(proof.who.split(",")[0])[0]):
                told = sentence.strip(" “”\"»«„'–—-")
                if self._can_lead(told):
                    return told, " ".join(proof.who.split()).strip(" –—-,")
        return "", ""

    def _can_lead(self, said: str) -> bool:
        return (
            LEAST_SAID <= len(words(said)) <= MOST_SAID
            and len(said) <= LONGEST_HEAD
            and said[:1].isupper()
            and said[-1:] in ".!"
            and language_of_phrase(said) in ("", self.lang)
            and not _JOINS.match(said)
            and not re.search(r"…|\.\.\.|[()]", said)
        )

    @cached_property
    def rating(self) -> str:
        """A rating with its figure, short enough to lead."""
        fit = (one.said.strip(" .") for one in self._proofs("rating") if re.search(r"\d", one.said))
        return next((one for one in fit if len(words(one)) <= MOST_UNDER and len(one) <= LONGEST_HEAD), "")

    @cached_property
    def customers(self) -> list[str]:
        """Three customers by name."""
        found = next((one.said.split(", ") for one in self._proofs("customers")), [])
        return found[:3]

    def _proofs(self, kind: str) -> list[Proof]:
        said = contested(self.case)
        return [one for one in self.settled.proofs if one.kind == kind and not doubted(self.case, one) and one.said not in said]  # fmt: skip

    @cached_property
    def fact(self) -> str:
        """The page's own short sentence with a figure about what it offers, which could lead."""
        fit = [
            (self._weight(one.text), one.text.strip(" ."))
            for one in self.lines
            if one.kind == "sentence"
            and self._is_of_the_offer(one)
            and _COUNTS.search(one.text)
            and not _NO_FACT.search(one.text)
            and LEAST_LINE <= len(words(one.text)) <= MOST_SAID
            and len(one.text) <= LONGEST_HEAD
            and self._can_follow(one.text, self.told.headline)
        ]
        best = max(fit, key=lambda row: row[0], default=None)
        return best[1] if best is not None and best[0] >= LEAST_WEIGHT else ""

    # Terms

    @cached_property
    def answers(self) -> list[Answer]:
        letter = self.settled.act is not None and self.settled.act.name in ("newsletter", "waitlist")
        return [
            one
            for one in answers(self.page, self.settled)
            if one.line.text not in contested(self.case)
            and (letter or not OF_A_LETTER.search(one.line.text))
            and (one.question != "reply" or is_answered(self.settled.control))
            and not _IS_A_CONDITION.search(one.line.text)
        ]

    @cached_property
    def term(self) -> str:
        """The page's own short line of price, time or guarantee that can stand beside the thing."""
        for one in self.answers:
            said = one.line.text.strip(" .")
            if one.question in _TERMS and len(words(said)) <= MOST_TERM and _is_alone(said):
                return capital(said)
        return ""

    @cached_property
    def easing(self) -> list[str]:
        """Short facts for the line under the button, the weightiest first: the page's own, then who can be rung, then who has certified it."""
        found = [one.line.text.strip(" .") for one in self.answers if one.question in _EASING]
        found = [capital(one) for one in found if len(words(one)) <= MOST_UNDER and _is_alone(one)]
        phone = next((one.value for one in self.source.reading.contacts if one.kind == "phone"), "")
        act = self.settled.act.name if self.settled.act is not None else ""
        if phone and act in _SPOKEN_ACTS and self.settled.ordered.reachable and "@" not in self.settled.ordered.reachable:
            found.append(say(self.lang, "frame.or_call", number=self.settled.ordered.reachable))
        found += [capital(one.said.strip(" .")) for one in self._proofs("certificate") if len(words(one.said)) <= MOST_TERM]
        return list(dict.fromkeys(found))

    @cached_property
    def is_unpriced(self) -> bool:
        """It is sold, and nothing on the page could be its price."""
        return self.settled.price == "none" and not could_be(self.page, "price")

    # The line below

    def follower(self, head: str) -> str:
        """Today's line where it says something beside the headline; else the page's own line that says most."""
        today = " ".join(line_below(self.told, self.page).split())
        lines = [today, *(one.text for one in self.lines if self._is_of_the_offer(one) and one.text != today)]
        fit = [(self._weight(text), -at, text) for at, text in enumerate(lines) if self._can_follow(text, head)]
        best = max(fit, default=None)
        return ended(recased(best[2])) if best is not None and best[0] > 0 else ""

    def _is_of_the_offer(self, line: OwnLine) -> bool:
        return line.kind in ("sentence", "meta") and line.region not in ("nav", "footer") and (line.kind == "meta" or line.place.is_seen)

    def _weight(self, text: str) -> int:
        """How much a line says of the offer: that it is told, defined, counted, and named for these readers."""
        outcome = judge_line(text, self.page, topics(self.page)).outcome
        told = {"yes": 2, "unsure": 0, "no": -3}[outcome]
        defined = 2 if _SAYS_WHAT.search(text) else 0
        counted = 1 if re.search(r"\d", text) and not re.search(r"(?:19|20)\d\d", text) else 0
        return told + defined + counted + min(met_in(text, self.case.assignment.audience), 1)

    def _can_follow(self, text: str, head: str) -> bool:
        return (
            LEAST_LINE <= len(words(text)) <= MOST_LINE
            and not text.endswith("?")
            and not _LEANS.match(text)
            and not placeholder_in(text)
            and not _SMALL_PRINT.search(text)
            and len(stems(text) - stems(head)) >= LEAST_NEW
            and text not in contested(self.case)
            and language_of_phrase(text) in ("", self.lang)
        )


# Words


def stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in content_words(text)}


def calmed(said: str, lang: str) -> str:
    """Title Case as a sentence; what follows a preposition of place keeps its capital."""
    told = recased(said).split()
    calm, place = [], False
    for word in told:
        small = word[:1].isupper() and word[1:].islower() and is_listed(word.lower().strip(",.;:"), lang) and not place
        calm.append(word.lower() if small else word)
        place = word.lower() in _PLACED or (place and word[:1].isupper())
    return " ".join(calm)


def is_aimed(said: str) -> bool:
    """It says already for whom or where."""
    return _AIM.search(said) is not None


def _is_brand(said: str, brand: str) -> bool:
    mine, own = said.lower(), brand.lower()
    return bool(own) and (mine in own or own in mine)


def _is_strange(said: str) -> bool:
    """Most of its words are in no dictionary: a name, or another language."""
    told = [word.lower() for word in words(said) if len(word) > 2]
    known = sum(is_listed(word, "en") or is_listed(word, "sv") for word in told)
    return known * 2 < len(told) or re.search(r"[A-ZÅÄÖ]{3}", said) is not None


_IN_PLACE = re.compile(r"\b(?:in|i|på|on|around|near|kring)\s(?:the\s)?([A-ZÅÄÖ][\wåäöé'-]+(?:\s[A-ZÅÄÖ][\wåäöé'-]+){0,2})")
_PLACED = frozenset({"in", "i", "på", "on", "at", "near", "från", "from", "kring", "around"})
#: where the thing ends, and whom or where it is for begins
_AIM = re.compile(r"\s(?:for|för|till|åt|in|i|på|on|at|near)\s", re.IGNORECASE)
_HEADING = re.compile(r"\bh[1-6](?::nth-of-type\(\d+\))?$")
#: a figure that counts something, and lines whose figure is a rule's, a date's or a number's
_COUNTS = re.compile(r"(?<![\d.,:/-])\d{1,6}(?![\d.,:/-]*\d)\s?\+?\s?[^\W\d_]{3}")
_NO_FACT = re.compile(r"\b(?:19|20)\d\d\b|\d{3}[- ]\d{2}|\b(?:cancel|refund|avbok|återbetal|cookie|kontakt|contact|ålder|aged?|years old|step|steg|km|kl)\b", re.IGNORECASE)  # fmt: skip
LEAST_WEIGHT = 2
#: words of a line that its headline has not
LEAST_NEW = 3
#: nouns that say nothing of what it is
_WIDE = re.compile(r"\b(?:team|company|business|firm|group|place|family|gang|people|website|site|page|way|future|home|world|experience|solutions?|services?|partner|företag|bolag|firma|grupp|gäng|plats|familj|sida|hemsida|webbplats|framtid\w*|värld|upplevelse|lösning\w*|tjänst\w*|partner)$", re.IGNORECASE)  # fmt: skip
_NOUN_END = r"(?=\s(?:in|of|for|that|who|which|based|with|offering|run|since|and|from|by|serving|where|to|i|på|för|som|med|av|och|från|där|till)\b|\s?[,.;:–—(]|$)"
_BARE_NOUN = re.compile(rf"(?:An?|The|En|Ett)\s(?P<what>[a-zåäö][\wåäö-]*(?:\s[a-zåäö][\wåäö-]*){{0,3}}?){_NOUN_END}")
_DEFINES = {
    "en": re.compile(rf"\b(?:[Ww]e are|[Ww]e're|[Ii]s) an?\s(?P<what>[a-z][\w-]*(?:\s[a-z][\w-]*){{0,3}}?){_NOUN_END}"),
    "sv": re.compile(rf"\b(?:[Vv]i är|[Ää]r) (?:en|ett)\s(?P<what>[a-zåäö][\wåäö-]*(?:\s[a-zåäö][\wåäö-]*){{0,3}}?){_NOUN_END}"),
}
#: a line that says what somebody is or does
_SAYS_WHAT = re.compile(
    r"\b(?:we are an?|we're an?|is an?|are an?|we (?:make|sell|offer|help|build|repair|clean|teach|grow|bake|design|install|deliver|run|provide|create|fix|serve|train|write|rent)|"
    r"vi är (?:en|ett)|är (?:en|ett)|vi (?:säljer|erbjuder|hjälper|bygger|lagar|städar|lägger|bakar|odlar|gör|ritar|installerar|levererar|driver|renoverar|monterar|skriver|hyr|utför|tillverkar|syr|undervisar|håller))\b",
    re.IGNORECASE,
)
#: lines that are asked what the page calls itself
MOST_LINES, LONGEST_THING, MOST_NAME = 60, 54, 4
#: forms that no name of a thing has
_HAS_VERB = re.compile(r"\b(?:is|are|has|have|can|will|makes?|helps?|gets?|built|made|meets?|är|har|kan|blir|får|gör|hjälper|finns|möter|bygger|skapar)\b", re.IGNORECASE)  # fmt: skip
#: the owner speaks of their own, which one does not write to visitors
_OURS = re.compile(r"\b(?:our|my|we|us|their|they|them|vår|våra|vårt|min|mina|oss|vi|deras|de|dem|sin|sina|sitt|existing|befintliga|potential|potentiella|new customers|nya kunder)\b", re.IGNORECASE)  # fmt: skip
_NI = re.compile(r"\b(?:ni|er|ert|era)\b", re.IGNORECASE)
_DU = re.compile(r"\b(?:du|dig|din|ditt|dina)\b", re.IGNORECASE)
#: begins as the second of two sentences, or leans on what stood above
_LEANS = re.compile(r"(?:and|but|or|so|then|they|it|he|she|also|this|that|these|those|och|men|eller|så|då|därför|dessutom|också|den|det|de|detta|dessa|han|hon|här|there|here)\b", re.IGNORECASE)  # fmt: skip
#: a customer may speak of “them”, and not begin with “but”
_JOINS = re.compile(r"(?:and|but|or|so|then|also|this|that|these|those|it|och|men|eller|så|då|därför|dessutom|detta|det|den)\b", re.IGNORECASE)  # fmt: skip
_SMALL_PRINT = re.compile(r"©|cookie|privacy|integritet|villkor|\bterms\b|https?:|@|\blorem\b|subscribe|prenumerera|click|klicka", re.IGNORECASE)  # fmt: skip
_IS_A_CONDITION = re.compile(r"\b(?:senast|måste|deadline|must|required|krävs|gäller ej|endast om|only if|when you (?:spend|order)|vid köp|if you)\b", re.IGNORECASE)  # fmt: skip
_RELIEF = re.compile(r"(?:no more|never again|stop|tired of|fed up|skip the|forget|less time|without the|say goodbye|don.t)\b", re.IGNORECASE)  # fmt: skip
_LÄTTNAD = re.compile(r"(?:slipp|aldrig mer|inget mer|inga fler|sluta|trött på|less på|glöm|säg hejdå)\b", re.IGNORECASE)  # fmt: skip
_TERMS = frozenset({"price", "free", "safe", "long", "reply", "when", "often"})
_EASING = frozenset({"free", "safe", "long", "reply", "when", "often", "delivery"})
#: acts that a call does as well
_SPOKEN_ACTS = frozenset({"book", "quote", "call", "meeting", "contact", "table", "room", "visit"})
#: traits that can be asked of somebody without offence
_ASKED_OF = ("pain", "hesitant", "wedding", "organisers", "switching", "carers", "gardenless", "busy", "beginners", "own_firm")  # fmt: skip


def _is_alone(said: str) -> bool:
    """It can be read by itself: it begins and ends a thought."""
    return (
        not _LEANS.match(said)
        and not said.endswith(("?", ":", ",", "…"))
        and not re.search(r"\s(?:and|or|to|the|a|of|for|with|och|eller|att|av|för|med|i|på)$", said)
        and said[:1].isalnum()
    )


# A wish of the readers as a question

MOST_ASKED, LONGEST_ASKED = 9, 56
_CUT = re.compile(r"[,;:()–—]|\s(?:but|because|so that|men|för att de|eftersom|så att)\s|\s(?:and|och)\s(?:who|som|have|are|har|är|want|need|vill|behöver)\b", re.IGNORECASE)  # fmt: skip
_EN_ASKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (r"\b(?:who|that) (?:just |really |also |often |still )?want ", "Want "),
        (r"\b(?:who|that) (?:just |really |also |often |still )?need ", "Need "),
        (r"\b(?:who|that) would like ", "Would you like "),
        (r"\b(?:who|that) (?:are |have grown |have become )?tired of ", "Tired of "),
        (r"\b(?:(?:who|that) (?:are )?)?looking for ", "Looking for "),
        (r"\b(?:(?:who|that) (?:are )?)?planning ", "Planning "),
        (r"\b(?:(?:who|that) (?:are )?)?thinking of ", "Thinking of "),
        (r"\b(?:(?:who|that) (?:are )?)?struggling with ", "Struggling with "),
        (r"\b(?:who|that) struggle with ", "Struggling with "),
        (r"\b(?:who|that) (?:have )?never ", "Never "),
        (r"\b(?:who|that) (?:hate|dread) ", "Hate "),
        (r"\b(?:who|that) dream of ", "Dreaming of "),
        (r"\bwithout (?:an? |their own )", "No "),
    )
)
_SV_VERB = re.compile(
    r"\bsom (?:bara |gärna |verkligen |ofta |redan |också )?(?P<verb>vill|behöver|söker|letar|drömmer|funderar|planerar|saknar|har tröttnat|har ont|ska|är nyfikna|är trötta|(?:hinner|orkar|vågar|vet) inte) (?P<rest>.+)",
    re.IGNORECASE,
)
_EN_YOURS = {"their": "your", "theirs": "yours", "themselves": "yourself", "they": "you", "them": "you"}
_SV_DIN = {"sig": "dig", "sin": "din", "sitt": "ditt", "sina": "dina"}
_SV_ER = {"sig": "er", "sin": "er", "sitt": "ert", "sina": "era"}
#: people of whom the clause would speak as of others, and words that lose their reference
_OF_OTHERS = re.compile(r"\b(?:he|she|his|her|it|its|we|our|us|de|dem|deras|den|det|vi|oss|vår|våra)\b", re.IGNORECASE)  # fmt: skip


def as_question(audience: str, lang: str, *, plural: bool = False) -> str:
    """“Parents who want their children to swim” → “Want your children to swim?”; empty where it would not be native."""
    text = " ".join(audience.split()).rstrip(".")
    if language_of_phrase(text) not in ("", lang):
        return ""
    begun, rest = _begun_sv(text, plural=plural) if lang == "sv" else _begun_en(text)
    rest = _CUT.split(rest, maxsplit=1)[0].strip()
    yours = (_SV_ER if plural else _SV_DIN) if lang == "sv" else _EN_YOURS
    rest = " ".join(yours.get(word.lower(), word) for word in rest.split())
    asked = f"{begun}{rest}"
    fits = 3 <= len(words(asked)) <= MOST_ASKED and len(asked) <= LONGEST_ASKED
    good = fits and bool(rest) and not _OF_OTHERS.search(rest) and not re.search(r"[\d@\"“”?!]", rest)
    return f"{asked}?" if good and _is_alone(asked) else ""


def _begun_en(text: str) -> tuple[str, str]:
    found = [(match.start(), said, text[match.end() :]) for pattern, said in _EN_ASKS if (match := pattern.search(text))]
    first = min(found, default=None)
    return (first[1], first[2]) if first is not None else ("", "")


def _begun_sv(text: str, *, plural: bool) -> tuple[str, str]:
    match = _SV_VERB.search(text)
    if match is None:
        return "", ""
    you = "ni" if plural else "du"
    verb, _, more = match["verb"].lower().partition(" ")
    if more in ("trötta", "nyfikna"):
        return ("Trötta " if plural else "Trött ") if more == "trötta" else ("Nyfikna " if plural else "Nyfiken "), match["rest"]
    return f"{' '.join(filter(None, (capital(verb), you, more)))} ", match["rest"]
