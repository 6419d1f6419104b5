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
from coldread.drafts.business.kind import Kind
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
LEAST_LINE, MOST_LINE = 5, 32
#: words of a customer's sentence that can be a headline, and of a term beside the thing
LEAST_SAID, MOST_SAID, MOST_TERM = 4, 13, 8
#: words that still fit under a button, and letters of a contested piece
MOST_UNDER, LEAST_PIECE = 10, 5
#: trades whose noun names what is sold; the others' nouns are too wide for a headline
_NAMED_KINDS = frozenset({Kind.CRAFT, Kind.FOOD, Kind.CARE, Kind.EXPERT, Kind.SHOP})
#: who comes there is not sorted by the sign over the door
_FOR_ANYBODY = frozenset({Kind.FOOD, Kind.STAY})
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
        return [one for one in own_lines(self.page) if not self.is_disputed(one.text)]

    @cached_property
    def _disputed(self) -> tuple[str, list[str]]:
        """All that the page contradicts elsewhere, and the pieces of it that are too short to be lines."""
        text = contested(self.case)
        return text, [one for one in text.split(" · ") if re.search(r"\d", one) and len(one) >= LEAST_PIECE]

    def is_disputed(self, text: str) -> bool:
        whole, pieces = self._disputed
        return text in whole or any(one in text for one in pieces)

    # What, for whom, where

    @cached_property
    def what(self) -> str:
        """What is sold, as a noun: the headline's or the title's own, then what the page says that it is, then the trade's, then the order's."""
        asked = stems(self.case.assignment.goal)
        parts = [
            one
            for one in title_parts(self.page.title)
            if asked & stems(one) or judge_line(one, self.page, topics(self.page)).outcome != "no"
        ]
        head = self.told.headline
        heads = [head, *re.split(r"\s[–—|-]\s|:\s", head)[:1]] if self.told.headline_tells else []
        for said in (*heads, *parts, *self._defined):
            told = _ARTICLE.sub("", calmed(said.strip(" .!"), self.lang))
            # “a small, family-run restaurant”: one word before a comma may be anything but the thing
            if self._names_it(told) and (len(words(told)) > 1 or self._is_trade(told) or said in heads):
                # the frames say where, so that there is room for whom before it
                return told.removesuffix(f" {self.where}") if self.where else told
        business = self.settled.ordered.business
        noun = (
            business.noun(self.lang) if business.outcome == "sure" and business.kind in _NAMED_KINDS else ""
        )
        if noun and noun not in _TOO_WIDE and spoken_of(noun, self.source) > 1:
            return noun
        thing = ordered_thing(self.source)
        return thing if thing and self._is_trade(thing) and self._names_it(thing) else ""

    @cached_property
    def _defined(self) -> list[str]:
        """“We are a community choir of forty voices”, “A turn-based game for the browser.”: the noun that the page calls itself by."""
        lines = [one.text for one in self.lines if one.kind in ("sentence", "meta") and one.region != "nav"]
        first = [" ".join(block.text[:300].split()) for block in self.page.subheads[:2]]
        found = [match["what"] for text in first if (match := _BARE_NOUN.match(text))]
        brand = re.escape(self.told.brand) if self.told.brand else "\0"
        defines = re.compile(f"(?:{_SELF[self.lang].format(brand=brand)}){_NOUN}{_NOUN_END}")
        return found + [
            match["what"] for text in lines[:MOST_LINES] if (match := defines.search(text[:MOST_CHARS]))
        ]

    def _names_it(self, said: str) -> bool:
        thing = _AIM.split(said, maxsplit=1)[0]
        return (
            0 < len(words(said)) <= MOST_THING + 2
            and 0 < len(words(thing)) <= MOST_THING
            and len(said) <= LONGEST_THING
            and is_thing(thing, self.source)
            and not is_slogan(f"{said}.")
            and not is_name(self.page, said)
            and not (_is_brand(said, self.told.brand) and not self._is_trade(said))
            and not is_strange(thing)
            and not re.match(r"\w+era\b", thing)
            and not _HAS_VERB.search(said)
            and not _OURS.search(said)
            and not _WIDE.search(thing)
        )

    def _is_trade(self, said: str) -> bool:
        trade = self.settled.ordered.business.trade
        return trade is not None and trade.find.search(said) is not None

    @cached_property
    def whom(self) -> str:
        """Those whom the order names, where that can be said to their faces after “for”."""
        if self.settled.ordered.business.kind in _FOR_ANYBODY:
            return ""
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
        near += [
            name for name, sure in named if self.source.reading.local and (sure or name in self.page.title)
        ]
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
        return (
            name
            if 0 < len(words(name)) <= MOST_NAME
            and (any(name in text for text in texts) or name in self.page.title)
            else ""
        )

    def names_place(self, text: str) -> bool:
        """A place of the page stands in it already."""
        return any(one.value.partition(",")[0].lower() in text.lower() for one in self.source.reading.place)

    def is_idle(self, line: str, other: str = "") -> bool:
        """It says nothing of the offer, is not there, or says clearly less than another."""
        weight = self._weight(line) if line else 0
        return weight <= 0 or (bool(other) and self._weight(other) > weight + 1)

    def can_stay(self, headline: str) -> bool:
        """A headline that is neither contested nor left over, and counts something if it counts."""
        return bool(headline) and not (
            self.is_disputed(headline) or placeholder_in(headline) or _NOTHING.search(headline)
        )

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
            and (_RELIEF if self.lang == "en" else _RELIEF_SV).match(one.text)
            and not alike(one.text, self.told.headline)
        )
        return next(fit, "")

    # Proof

    @cached_property
    def quote(self) -> tuple[str, str]:
        """A customer's own sentence that can lead, and whose it is."""
        for proof in self._proofs("quote"):
            if _HEADING.search(proof.selector) or not self._is_somebody(proof.who):
                continue
            spoken = re.split('[”"»“«]', " ".join(proof.said.split()).lstrip("“”\"»«„' "), maxsplit=1)[0]
            for sentence in sentences(spoken.partition(proof.who.split(",")[0])[0]):
                told = sentence.strip(" “”\"»«„'–—-")
                if self._can_lead(told):
                    return told, " ".join(proof.who.split()).strip(" –—-,")
        return "", ""

    def _is_somebody(self, who: str) -> bool:
        """A name, which is neither a role nor the house's own."""
        name = who.split(",", maxsplit=1)[0].strip()
        own = f"{self.page.title} {self.told.headline} {self.told.brand}".lower()
        return bool(name) and not _ROLE.search(name) and name.lower() not in own

    def _can_lead(self, said: str) -> bool:
        return (
            LEAST_SAID <= len(words(said)) <= MOST_SAID
            and len(said) <= LONGEST_HEAD
            and said[:1].isupper()
            and said[-1:] in ".!"
            and language_of_phrase(said) in ("", self.lang)
            and not _JOINS.match(said)
            and not _BEFORE.search(said)
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
        return [one for one in self.settled.proofs if one.kind == kind and not doubted(self.case, one) and not self.is_disputed(one.said)]  # fmt: skip

    @cached_property
    def fact(self) -> str:
        """The page's own short sentence with a figure about what it offers, which could lead."""
        fit = [
            (self._weight(one.text), one.text.strip(" ."))
            for one in self.lines
            if one.kind == "sentence"
            and self._is_of_the_offer(one)
            and _COUNTS.search(one.text)
            and (not self.is_sold or _SAYS_WHAT.search(one.text))
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
            if not self.is_disputed(one.line.text)
            and (letter or not OF_A_LETTER.search(one.line.text))
            and (one.question != "reply" or is_answered(self.settled.control))
            and not _IS_A_CONDITION.search(one.line.text)
        ]

    @cached_property
    def term(self) -> str:
        """The page's own short line of price, time or guarantee that can stand beside the thing."""
        for one in self.answers:
            said = plain_answer(one.line.text)
            telling = re.search(r"\d", said) is not None or len(words(said)) <= SHORT_TERM
            if one.question in _TERMS and telling and len(words(said)) <= MOST_TERM and _is_alone(said):
                bare = (
                    one.question == "price"
                    and not re.search(r"[^\W\d_]{5}", said)
                    and len(self.settled.prices) > 1
                    and not _FROM.match(said)
                )
                return say(self.lang, "frame.from", price=said) if bare else capital(said)
        return ""

    @cached_property
    def easing(self) -> list[str]:
        """Short facts for the line under the button, the weightiest first: the page's own, then who can be rung, then who has certified it."""
        found = [plain_answer(one.line.text) for one in self.answers if one.question in _EASING]
        found += [
            plain_answer(one.text)
            for one in self.lines
            if one.kind == "piece" and one.place.is_first and _is_piece(one.text)
        ]
        found = [capital(one) for one in found if len(words(one)) <= MOST_UNDER and _is_alone(one)]
        phone = next((one.value for one in self.source.reading.contacts if one.kind == "phone"), "")
        act = self.settled.act.name if self.settled.act is not None else ""
        if (
            phone
            and act in _SPOKEN_ACTS
            and self.settled.ordered.reachable
            and "@" not in self.settled.ordered.reachable
        ):
            found.append(
                say(self.lang, "frame.or_call", number=self._as_written(self.settled.ordered.reachable))
            )
        found += [
            capital(one.said.strip(" ."))
            for one in self._proofs("certificate")
            if len(words(one.said)) <= MOST_TERM and _VOUCHED.search(one.said)
        ]
        return list(dict.fromkeys(found))

    def _as_written(self, number: str) -> str:
        """The number with the spaces that the page gives it."""
        digits = re.sub(r"\D", "", number)[-SAME_DIGITS:]
        for block in self.page.blocks[:MOST_BLOCKS]:
            for match in _PHONE.finditer(block.text[:400]):
                if re.sub(r"\D", "", match[0]).endswith(digits):
                    return " ".join(match[0].split())
        return number

    @cached_property
    def is_unpriced(self) -> bool:
        """It is sold, and nothing on the page could be its price."""
        told = any(_NO_FEE.search(one.text) for one in self.lines)
        return self.settled.price == "none" and not told and not could_be(self.page, "price")

    # The line below

    def is_todays(self, line: str) -> bool:
        return line.strip(" .") == " ".join(line_below(self.told, self.page).split()).strip(" .")

    def follower(self, head: str) -> str:
        """Today's line where it says something beside the headline; else the page's own line that says most."""
        today = " ".join(line_below(self.told, self.page).split())
        others = [
            one.text for one in self.lines if self._is_of_the_offer(one) and not _SPOKEN.search(one.text)
        ]
        own = [today, *sentences(today)[:1]]
        lines = [_without(text, head) for text in (*own, *(one for one in others if one not in own))]
        fit = [
            # today's line goes where another says clearly more
            (weight + (TODAY if at < len(own) and weight >= 0 else 0), -at, text)
            for at, text in enumerate(lines)
            if self._can_follow(text, head) and (weight := self._weight(text)) > -TODAY
        ]
        best = max(fit, default=None)
        return ended(recased(best[2])) if best is not None and best[0] > 0 else ""

    def _is_of_the_offer(self, line: OwnLine) -> bool:
        return (
            line.kind in ("sentence", "meta")
            and line.region not in ("nav", "footer")
            and (line.kind == "meta" or line.place.is_seen)
        )

    def _weight(self, text: str) -> int:
        """How much a line says of the offer: that it is told, defined, counted, and named for these readers."""
        outcome = judge_line(text, self.page, topics(self.page)).outcome
        told = {"yes": 2, "unsure": 0, "no": -3}[outcome]
        defined = 2 if _SAYS_WHAT.search(text) else 0
        counted = 1 if re.search(r"\d", text) and not re.search(r"(?:19|20)\d\d", text) else 0
        named = 1 if stems(text) & self._offered else -1
        rest = text.removeprefix(self.told.brand) if self.told.brand else text
        named += 1 if rest != text and _DOES_SO.match(rest) else 0
        return told + defined + counted + named + min(met_in(text, self.case.assignment.audience), 1)

    @cached_property
    def _offered(self) -> set[str]:
        """Words for what is offered: the title's, the headline's, the order's."""
        return stems(f"{self.page.title} {self.told.headline} {self.case.assignment.goal}")

    def _can_follow(self, text: str, head: str) -> bool:
        return (
            LEAST_LINE <= len(words(text)) <= MOST_LINE
            and not text.endswith("?")
            and not _LEANS.match(text)
            and not placeholder_in(text)
            and not _SMALL_PRINT.search(text)
            and not re.search(r"\s[•·|✓✔]\s", text)
            and not self._is_past(text)
            and not _DENIES.search(text)
            and len(stems(text) - stems(head)) >= LEAST_NEW
            and not self.is_disputed(text)
            and language_of_phrase(text) in ("", self.lang)
        )

    def _is_past(self, text: str) -> bool:
        """It tells of a year that is over, and not of when something began."""
        now = self.page.seen.seen_on[:4]
        years = re.findall(r"\b20\d\d\b", text)
        return bool(years) and max(years) < now and not _BEGAN.search(text)


# Words


def stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in content_words(text)}


def calmed(said: str, lang: str) -> str:
    """Title Case as a sentence; what follows a preposition of place keeps its capital."""
    told = recased(said).split()
    calm, place = [], False
    for word in told:
        parts = word.strip(",.;:").split("-")
        listed = all(is_listed(part.lower(), lang) for part in parts)
        small = word[:1].isupper() and word[1:].islower() and listed and not place
        calm.append(word.lower() if small else word)
        place = word.lower() in _PLACED or (place and word[:1].isupper())
    return " ".join(calm)


def _without(text: str, head: str) -> str:
    """The line without the sentence that leads already."""
    said = head.strip(" .").lower()
    return " ".join(one for one in sentences(text) if one.strip(" .").lower() != said)


#: how one is paid is told, though no sum is
_NO_FEE = re.compile(
    r"\bno (?:\w{1,20} )?fees?\b|\bfree\b|\bgratis\b|\bkostnadsfri\w*|\bprovision\b", re.IGNORECASE
)
#: a counter that has not counted
_NOTHING = re.compile(r"(?<![\d.,])0(?![\d.,:%])")
#: says what it is not
_DENIES = re.compile(r"\b(?:isn['’]t|is not|aren['’]t|are not|är inte|är ingen|är inget)\b", re.IGNORECASE)
#: somebody tells how it was: a guest, or the owner of themselves
_SPOKEN = re.compile(r"\b(?:was|were|(?-i:I)|I'm|I’m|my|jag|mitt|min|mina|var)\b", re.IGNORECASE)


def is_aimed(said: str) -> bool:
    """It says already for whom or where."""
    return _AIM.search(said) is not None


def _is_brand(said: str, brand: str) -> bool:
    mine, own = said.lower(), brand.lower()
    return bool(own) and (mine in own or own in mine)


def is_strange(said: str) -> bool:
    """A word of it is in no dictionary, or keeps a capital that no abbreviation has: a name, or another language."""
    told = re.findall(r"[^\W\d_]+", said)
    capitals = any(word[:1].isupper() and not word.isupper() for word in told)
    return (
        capitals
        or any(word.isupper() and len(word) > LONGEST_ACRONYM for word in told)
        or not all(_is_known(word.lower()) for word in told if len(word) > LONGEST_ACRONYM)
    )


def _is_known(word: str) -> bool:
    """In a dictionary, or a Swedish compound whose last part is."""
    if is_listed(word, "en") or is_listed(word, "sv"):
        return True
    return any(is_listed(word[at:], "sv") for at in range(LEAST_PART, len(word) - LEAST_PART))


LONGEST_ACRONYM, LEAST_PART = 3, 4
_PHONE = re.compile(r"\+?\(?\d[\d ()/.\u00a0-]{6,18}\d")
SAME_DIGITS, MOST_BLOCKS = 7, 600
_ARTICLE = re.compile(r"^(?:the|an?|en|ett)\s", re.IGNORECASE)
_BEGAN = re.compile(r"\b(?:since|founded|est|started|sedan|grundad\w*|startade\w*)\b", re.IGNORECASE)
_IN_PLACE = re.compile(
    r"\b(?:in|i|på|on|around|near|kring)\s(?:the\s)?([A-ZÅÄÖ][\wåäöé'-]+(?:\s[A-ZÅÄÖ][\wåäöé'-]+){0,2})"
)
_PLACED = frozenset({"in", "i", "på", "on", "at", "near", "från", "from", "kring", "around"})
#: where the thing ends, and whom or where it is for begins
_AIM = re.compile(r"\s(?:for|för|till|åt|in|i|på|on|at|near)\s", re.IGNORECASE)
_HEADING = re.compile(r"\bh[1-6](?::nth-of-type\(\d+\))?$")
#: a figure that counts something, and lines whose figure is a rule's, a date's or a number's
_COUNTS = re.compile(r"(?<![\d.,:/-])\d{1,6}(?![\d.,:/-]*\d)\s?\+?\s?[^\W\d_]{3}")
_NO_FACT = re.compile(r"\b(?:19|20)\d\d\b|\d{3}[- ]\d{2}|\b\d{5}\b|\b(?:this|that|these|those|denna|detta|dessa|cancel|refund|avbok|återbetal|cookie|kontakt|contact|located|street|address|adress|gatan|vägen|ålder|aged?|years old|step|steg|km|kl)\b", re.IGNORECASE)  # fmt: skip
LEAST_WEIGHT = 2
#: what today's line is worth by standing there
TODAY = 3
#: words of a line that its headline has not
LEAST_NEW = 3
#: nouns that say nothing of what it is
_WIDE = re.compile(r"\b(?:team|company|business|firm|group|place|family|gang|people|website|site|page|way|future|home|world|experience|solutions?|services?|partner|företag|bolag|firma|grupp|gäng|plats|familj|sida|hemsida|webbplats|framtid\w*|värld|upplevelse|lösning\w*|tjänst\w*|partner)$", re.IGNORECASE)  # fmt: skip
_FROM = re.compile(r"(?:from|från)\b", re.IGNORECASE)
_NOUN_END = r"(?=\s(?:in|of|for|that|who|which|based|with|offering|run|since|and|from|by|serving|where|to|i|på|för|som|med|av|och|från|där|till)\b|\s?[,.;:–—(]|$)"
_BARE_NOUN = re.compile(
    rf"(?:An?|En|Ett)\s(?P<what>[a-zåäö][\wåäö-]*(?:\s[a-zåäö][\wåäö-]*){{0,3}}?){_NOUN_END}"
)
_SELF = {
    "en": r"\b[Ww]e(?: are|'re|’re) an?|{brand} is an?",
    "sv": r"\b[Vv]i är (?:en|ett)|{brand} är (?:en|ett)",
}
_NOUN = r"\s(?P<what>[a-zåäö][\wåäö-]*(?:\s[a-zåäö][\wåäö-]*){0,3}?)"
#: a line that says what somebody is or does
_SAYS_WHAT = re.compile(
    r"\b(?:we are an?|we're an?|is an?|are an?|we (?:make|sell|offer|help|build|repair|clean|teach|grow|bake|design|install|deliver|run|provide|create|fix|serve|train|write|rent)|"
    r"vi är (?:en|ett)|är (?:en|ett)|vi (?:säljer|erbjuder|hjälper|bygger|lagar|städar|lägger|bakar|odlar|gör|ritar|installerar|levererar|driver|renoverar|monterar|skriver|hyr|utför|tillverkar|syr|undervisar|håller))\b",
    re.IGNORECASE,
)
#: what follows a house's name where the line says what it does
_DOES_SO = re.compile(r"\s(?:is|are|offers?|helps?|gives?|makes?|sells?|builds?|connects?|collects?|lets?|represents?|är|erbjuder|hjälper|ger|gör|säljer|bygger|samlar|låter|hyr)\b")  # fmt: skip
#: lines that are asked what the page calls itself
MOST_LINES, MOST_CHARS, LONGEST_THING, MOST_NAME = 60, 300, 54, 4
#: forms that no name of a thing has
_HAS_VERB = re.compile(r"\b(?:is|are|has|have|can|will|makes?|helps?|gets?|built|made|meets?|är|har|kan|blir|får|gör|hjälper|finns|möter|bygger|skapar)\b", re.IGNORECASE)  # fmt: skip
#: the owner speaks of their own, which one does not write to visitors
_OURS = re.compile(r"\b(?:our|my|we|us|their|they|them|vår|våra|vårt|min|mina|oss|vi|deras|de|dem|sin|sina|sitt|existing|befintliga|potential|potentiella|new customers|nya kunder)\b", re.IGNORECASE)  # fmt: skip
_NI = re.compile(r"\b(?:ni|er|ert|era)\b", re.IGNORECASE)
_DU = re.compile(r"\b(?:du|dig|din|ditt|dina)\b", re.IGNORECASE)
#: begins as the second of two sentences, or leans on what stood above
_LEANS = re.compile(r"(?:and|but|or|so|then|they|it|he|she|also|this|that|these|those|och|men|eller|så|då|därför|dessutom|också|den|det|de|detta|dessa|han|hon|här|there|here|as|when|if|som|när|om)\b", re.IGNORECASE)  # fmt: skip
#: a customer may speak of “them”, and not begin with “but”
_JOINS = re.compile(r"(?:and|but|or|so|then|also|this|that|these|those|it|och|men|eller|så|då|därför|dessutom|detta|det|den)\b", re.IGNORECASE)  # fmt: skip
#: what somebody is, where a name belongs
_ROLE = re.compile(r"\b(?:owner|manager|customer|client|student|parent|mother|father|founder|director|user|member|anonymous|verified|team|kund|ägare|förälder|medlem|anonym|chef|grundare|pappa|mamma)\b", re.IGNORECASE)  # fmt: skip
#: how it was before, and the seller's own voice
_BEFORE = re.compile(r"\b(?:before|used to|worried|convinced|afraid|struggl\w+|problem\w*|was losing|never thought|at first|for you|innan|tidigare|orolig\w*|rädd\w*|trodde|till en början|åt dig)\b", re.IGNORECASE)  # fmt: skip
_SMALL_PRINT = re.compile(r"©|cookie|privacy|integritet|villkor|\bterms\b|https?:|@|\blorem\b|subscribe|prenumerera|click|klicka", re.IGNORECASE)  # fmt: skip
_IS_A_CONDITION = re.compile(r"\b(?:senast|måste|deadline|must|required|krävs|gäller ej|endast om|only if|when you (?:spend|order)|vid köp|if you)\b", re.IGNORECASE)  # fmt: skip
_RELIEF = re.compile(r"(?:no more|never again|stop|tired of|fed up|skip the|forget|less time|without the|say goodbye)\b", re.IGNORECASE)  # fmt: skip
_RELIEF_SV = re.compile(r"(?:slipp|aldrig mer|inget mer|inga fler|sluta|trött på|less på|glöm|säg hejdå)\b", re.IGNORECASE)  # fmt: skip
_TERMS = frozenset({"price", "free", "safe", "long", "when", "often"})
_EASING = frozenset({"free", "safe", "long", "reply", "when", "often", "delivery"})
#: acts that a call does as well
_SPOKEN_ACTS = frozenset({"book", "quote", "call", "meeting", "contact", "table", "room", "visit"})
#: traits that can be asked of somebody without offence
_ASKED_OF = ("pain", "hesitant", "wedding", "organisers", "switching", "carers", "gardenless", "busy", "beginners", "own_firm")  # fmt: skip


def plain_answer(text: str) -> str:
    """“No, there is no contract” without what it answers, and without a number to ring."""
    said = _ANSWERS.sub("", _PHONE.sub("", text).strip(" .,:–—-"))
    return capital(said)


_ANSWERS = re.compile(
    r"^(?:nej|ja|no|yes|absolut|absolutely|of course|självklart)(?:[,.!]\s|\s[–—-]\s)", re.IGNORECASE
)
#: a piece of a row that says what one gets or is spared, and not what there is
_PROMISES = re.compile(r"\b\d{1,3}\s?(?:h|hours?|min\w{0,5}|days?|weeks?|år|års|dagar|dagars|timmar|veckor|procent)\b|\b(?:no|free|without|guarantee\w*|same day|ingen|inga|inget|gratis|utan|garanti\w*|samma dag|kostnadsfri\w*)\b", re.IGNORECASE)  # fmt: skip


def _is_piece(text: str) -> bool:
    """“On site within 24 h”, and no clock of a drawn phone."""
    told = re.findall(r"[^\W\d_]{3,}", text)
    return len(told) > 1 and len(words(text)) <= MOST_PIECE and _PROMISES.search(text) is not None


#: somebody outside vouches for the house, and not for one of its customers
_VOUCHED = re.compile(r"\b(?:ISO|insured|licensed|member of|accredited by|certified by|auktoriserad\w*|legitimerad\w*|medlem i|F-skatt|försäkrad\w*|KRAV|Svanen\w*)\b", re.IGNORECASE)  # fmt: skip
#: words of a term that needs no figure, and of a piece of a row
SHORT_TERM, MOST_PIECE = 5, 6


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
    found = [
        (match.start(), said, text[match.end() :])
        for pattern, said in _EN_ASKS
        if (match := pattern.search(text))
    ]
    first = min(found, default=None)
    return (first[1], first[2]) if first is not None else ("", "")


def _begun_sv(text: str, *, plural: bool) -> tuple[str, str]:
    match = _SV_VERB.search(text)
    if match is None:
        return "", ""
    you = "ni" if plural else "du"
    verb, _, more = match["verb"].lower().partition(" ")
    if more in ("trötta", "nyfikna"):
        return ("Trötta " if plural else "Trött ") if more == "trötta" else (
            "Nyfikna " if plural else "Nyfiken "
        ), match["rest"]
    return f"{' '.join(filter(None, (capital(verb), you, more)))} ", match["rest"]
