"""What the frames of a first screen are filled with: only what is sure, and only words that stand well where they are put. Pure.

What does not pass is empty, and another frame is used; nothing is bent into shape except a reader's wish into a question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from coldread.base.languages import Language
from coldread.drafts.asked_of_page import OF_A_LETTER, Answer, answers
from coldread.drafts.business.control import is_answered
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
from coldread.drafts.own_lines import OwnLine, own_lines, whole_of
from coldread.drafts.parts_of_page import telling
from coldread.drafts.promises import Promise, promises
from coldread.drafts.say import say
from coldread.drafts.settled import Settled
from coldread.drafts.sold import (
    Card,
    card_of,
    cards,
    goal_things,
    naming_lines,
    row_above,
    steps_line,
    thing_of,
)
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
#: services that a line names, at least and at most; words of the name of one that can lead; lines that are offered
LEAST_NAMED, MOST_NAMED, ONE_SERVICE, MOST_FOLLOWERS = 2, 4, 3, 12
#: words of a paragraph that needs no full stop to be a sentence
LEAST_UNENDED = 8
#: words of the order that a heading must have, what a promise must weigh, and letters that two names of a place share
LEAST_ASKED_OF, LEAST_PROMISE, LEAST_MARK = 2, 3, 4
#: words that still fit under a button, and letters of a contested piece
MOST_UNDER, LEAST_PIECE = 10, 5
#: trades whose noun names what is sold; the others' nouns are too wide for a headline
_NAMED_KINDS = frozenset({Kind.CRAFT, Kind.FOOD, Kind.CARE, Kind.EXPERT, Kind.SHOP})
#: on what terms it is sold, and not what
_ON_TERMS = re.compile(r"\b(?:öppettid\w*|priser?|kvalitet|garanti\w*|erfarenhet|(?:opening )?hours|prices?|quality|guarantees?|experience)$", re.IGNORECASE)  # fmt: skip
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
            # “.NET” without its dot is another word
            if f".{one}" not in self.page.title
            and (asked & stems(one) or judge_line(one, self.page, topics(self.page)).outcome != "no")
        ]
        head = self.told.headline
        heads = [head, *re.split(r"\s[–—|-]\s|:\s", head)[:1]] if self.told.headline_tells else []
        if self._listed_row and not heads:
            return self._listed_row
        for said in (*heads, *parts, *self._defined, *self._row):
            told = _ARTICLE.sub("", calmed(said.strip().rstrip(" .!"), self.lang))
            # “a small, family-run restaurant”: one word before a comma may be anything but the thing
            if self._names_it(told) and (len(words(told)) > 1 or self._is_trade(told) or said in heads):
                # the frames say where, so that there is room for whom before it
                return told.removesuffix(f" {self.where}") if self.where else told
        if self.ordered_card is not None:
            return calmed(self.ordered_card.name, self.lang)
        if self._ordered:
            return self._ordered
        business = self.settled.ordered.business
        noun = (
            business.noun(self.lang) if business.outcome == "sure" and business.kind in _NAMED_KINDS else ""
        )
        if noun and noun not in _TOO_WIDE and spoken_of(noun, self.source) > 1:
            return noun
        thing = ordered_thing(self.source)
        return thing if thing and self._is_trade(thing) and self._names_it(thing) else ""

    @cached_property
    def _row(self) -> list[str]:
        """The row above the headline, without the piece that is a place."""
        places = {one.value.partition(",")[0].lower() for one in self.source.reading.place}
        return [one for one in row_above(self.page) if one.lower() not in places]

    @cached_property
    def _listed_row(self) -> str:
        """“Breakfast • Lunch • Dinner”: together they are what one gets."""
        row = [one.lower() for one in self._row]
        plain = all(len(words(one)) == 1 and is_listed(one, self.lang) for one in row)
        return _listed(row, self.lang) if len(row) > LEAST_NAMED and plain else ""

    @cached_property
    def cards(self) -> list[Card]:
        return cards(self.page)

    @cached_property
    def _things(self) -> list[str]:
        """What the order wants to be booked or asked about, where the page speaks of it, too."""
        said = goal_things(self.case.assignment.goal, self.lang)
        return [
            one
            for one in said
            if is_thing(one, self.source) and (spoken_of(one, self.source) > 1 or self._is_trade(one))
        ]

    @cached_property
    def ordered_card(self) -> Card | None:
        """The service that the order means by a word of its own, where it means one."""
        found = card_of(self._things[0], self.cards) if len(self._things) == 1 else None
        return found if found is not None and len(words(found.name)) <= ONE_SERVICE else None

    @cached_property
    def _ordered(self) -> str:
        """“biltvätt och rekond”."""
        return _listed(self._things, self.lang)

    @cached_property
    def lines_of_thing(self) -> list[str]:
        """What the page says of the service that was ordered; else its services by name, and from what they cost."""
        return list(filter(None, (self.card_line, self.offered_line, self.steps)))

    @cached_property
    def card_line(self) -> str:
        """What the page says of the service that the order means."""
        told = sentences(self.ordered_card.text) if self.ordered_card is not None else []
        fit = [one for one in told[:2] if len(words(one)) >= LEAST_LINE and not _LEANS.match(one)]
        line = " ".join(fit)
        return ended(line) if fit and len(words(line)) <= MOST_LINE else ""

    @cached_property
    def offered_line(self) -> str:
        """The first services by their names, and the lowest price that the page says it begins at."""
        names: list[str] = []
        for card in self.cards:
            name = calmed(card.name, self.lang)
            name = name if name[1:2].isupper() else f"{name[:1].lower()}{name[1:]}"
            if (
                not self.is_disputed(name)
                and "- &" not in name
                and not any(alike(name, one) for one in names)
            ):
                names.append(name)
        if len(names) < LEAST_NAMED or any(is_slogan(f"{one}.") or _HAS_VERB.search(one) for one in names):
            return ""
        said = capital(_listed(names[:MOST_NAMED], self.lang))
        said = f"{ended(said)} {ended(self.lowest)}" if self.lowest else ended(said)
        return said if len(words(said)) <= MOST_LINE else ""

    @cached_property
    def lowest(self) -> str:
        """“Från 199 kr”: the least of the sums that the page says something begins at; empty where they are not of one sort."""
        found = [
            (
                int(re.sub(r"\D", "", match["sum"])),
                " ".join(match[0].split()),
                (match["sign"] or match["unit"]).lower(),
            )
            for block in self.page.blocks[:MOST_BLOCKS]
            if len(words(block.text)) <= MOST_TERM and (match := _BEGINS_AT.search(block.text[:80]))
        ]
        sure = self.settled.price == "sure" and len({unit for _, _, unit in found}) == 1
        return capital(min(found)[1]) if sure else ""

    @cached_property
    def steps(self) -> str:
        line = steps_line(self.page)
        return line if not self.is_disputed(line) and language_of_phrase(line) in ("", self.lang) else ""

    @cached_property
    def described(self) -> list[tuple[str, str]]:
        """Lines of the first screen that are a name for the thing, with what follows them."""
        return [
            (line, ended(rest))
            for line, rest in naming_lines(self.page)
            if self._describes(line) and not alike(line, self.told.headline) and not self.is_disputed(line)
        ]

    def _describes(self, line: str) -> bool:
        """A thing and whom or what it is for, and no call, no sentence and no slogan."""
        thing = calmed(thing_of(line), self.lang)
        return (
            thing != calmed(line, self.lang)
            and LEAST_NAMED <= len(words(thing)) <= MOST_THING
            and not is_strange(thing)
            and not any(pattern.search(thing) for pattern in (_HAS_VERB, _WIDE, _OURS))
            and not _OURS.search(line)
            and judge_line(line, self.page, topics(self.page)).outcome != "no"
        )

    @cached_property
    def asked_part(self) -> tuple[str, str]:
        """The heading further down that names what the order asks for, and the sentence that says what it is."""
        wanted = (
            stems(self.case.assignment.goal) - stems(self.told.brand) - stems(self.case.assignment.audience)
        )
        blocks = [block for block in self.page.blocks[:MOST_BLOCKS] if block.region not in ("nav", "footer")]
        for at, block in enumerate(blocks[:-1]):
            head = capital(recased(" ".join(block.text.split())).rpartition(": ")[2].strip(" ."))
            if (
                block.kind != "heading"
                or len(stems(head) & wanted) < LEAST_ASKED_OF
                or len(head) > LONGEST_HEAD
                or head.endswith("?")
                or alike(head, self.told.headline)
            ):
                continue
            told = sentences(" ".join(blocks[at + 1].text[:MOST_CHARS].split()))
            fit = [one for one in told if LEAST_LINE <= len(words(one)) <= MOST_LINE and one.endswith(".")]
            best = max(fit, key=self._weight, default="")
            if best and not self.is_disputed(f"{head} {best}"):
                return head, best
        return "", ""

    @cached_property
    def promises(self) -> list[Promise]:
        found = promises(self.page, self.lang, self.case.assignment.audience, self.is_disputed)
        return [one for one in found if one.weight >= LEAST_PROMISE and not alike(one.head, self.told.headline)][:3]  # fmt: skip

    @cached_property
    def result(self) -> tuple[str, str]:
        """“↓ 80 % manuellt arbete” under the name of a case: the figure leads, and the case stands below."""
        blocks = self.page.blocks[:MOST_BLOCKS]
        for at, block in enumerate(blocks):
            found = _FELL.match(" ".join(block.text[:200].split()))
            if found is None or block.region in ("nav", "footer"):
                continue
            above = next(
                (one for one in reversed(blocks[max(at - 4, 0) : at]) if one.kind == "heading"), None
            )
            name = " ".join(above.text.split()).strip(" .") if above is not None else ""
            if name and LEAST_NAMED <= len(words(name)) <= MOST_SAID:
                head = say(self.lang, "frame.fell", share=found["share"], what=found["what"].strip().lower())
                return head, say(self.lang, "frame.case", name=name)
        return "", ""

    @cached_property
    def _defined(self) -> list[str]:
        """“We are a community choir of forty voices”, “A turn-based game for the browser.”: the noun that the page calls itself by."""
        lines = [one.text for one in self.lines if one.kind in ("sentence", "meta") and one.region != "nav"]
        first = [" ".join(block.text[:300].split()) for block in self.page.subheads[:2]]
        found = [match["what"] for text in first if (match := _BARE_NOUN.match(text))]
        brand = re.escape(self.told.brand) if self.told.brand else "\0"
        defines = re.compile(f"(?:{_SELF[self.lang].format(brand=brand)}){_NOUN}{_NOUN_END}")
        found += [
            match["what"] for text in lines[:MOST_LINES] if (match := defines.search(text[:MOST_CHARS]))
        ]
        offers = re.compile(f"(?:{_SELLS[self.lang]}){_NOUN}{_NOUN_END}")
        sold = [match["what"] for text in lines[:MOST_LINES] if (match := offers.search(text[:MOST_CHARS]))]
        # what is offered in passing is not what the page is about
        about = {*topics(self.page), *stems(self.page.title)}
        return found + [one for one in sold if stem(one.split()[-1]) in about]

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
            and not _ON_TERMS.search(thing)
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
        if _AND_BEYOND.search(asked):
            return ""  # a town over the door would turn the others away
        named = [(one.value.partition(",")[0].strip(), one.sure) for one in self.source.reading.place]
        near = [name for name in _IN_PLACE.findall(asked) if self._is_known_place(name)]
        near += [name for name, _ in named if name and name in asked]
        if not near and _IN_PLACE.search(asked):
            return ""  # the order wants them from elsewhere
        near += [
            name for name, sure in named if self.source.reading.local and (sure or name in self.page.title)
        ]
        name = next(iter(near), "")
        name = name.title() if name.isupper() and name not in asked else name
        if not name or self.settled.ordered.is_remote or len(words(name)) > MOST_PLACE:
            return ""
        if not re.fullmatch(r"[A-ZÅÄÖÉ][\w' -]{2,30}", name):
            return ""
        texts = [asked, *(one.text for one in self.lines)]
        found = (re.search(rf"\b(i|på|in|on)\s{re.escape(name)}\b", text) for text in texts)
        said = next((match[1] for match in found if match is not None), "in" if self.lang == "en" else "i")
        return f"{said} {name}" if (said in ("in", "on")) == (self.lang == "en") else ""

    def _is_known_place(self, name: str) -> bool:
        """The page speaks of it: “Stockholmsområdet” where it says “Stockholmsregionen”."""
        mark = name[: max(LEAST_MARK, len(name) // 2)]
        return any(mark in one.text for one in self.lines)

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
        asked = self.case.assignment
        said = (as_question(text, self.lang, plural=self._says_ni) for text in (asked.audience, asked.goal))
        return next(filter(None, said), "") or self._of_trait

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
            said = spoken.partition(proof.who.split(",")[0])[0]
            for sentence in (telling(said, self.page), *sentences(said)):
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
        """Three customers by name, where the line above them says that they are customers."""
        found = next(iter(self._proofs("customers")), None)
        above = self.page.dom.by_selector.get(found.selector) if found is not None else None
        if found is None or above is None or not _CHOSE.search(above.text[:200]):
            return []
        return found.said.split(", ")[:3]

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
        found = [
            plain_answer(self._without_label(whole_of(self.page, one.line, MOST_UNDER)))
            for one in self.answers
            if one.question in _EASING
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

    def _without_label(self, text: str) -> str:
        """A line without the button that the markup has in one box with it."""
        label = self.settled.control.label if self.settled.control is not None else ""
        return text.removeprefix(label).strip() if label else text

    def _as_written(self, number: str) -> str:
        """The number with the spaces that the page gives it."""
        digits = re.sub(r"\D", "", number)[-SAME_DIGITS:]
        for block in self.page.blocks[:MOST_BLOCKS]:
            for match in _PHONE.finditer(block.text[:400]):
                if re.sub(r"\D", "", match[0]).endswith(digits):
                    return " ".join(match[0].split())
        return number

    # The line below

    def is_todays(self, line: str) -> bool:
        """It stands below the headline today, whole or as a part of what stands there."""
        today = " ".join((line_below(self.told, self.page), *(block.text for block in self.page.subheads)))
        return line.strip(" .") in " ".join(today.split())

    def followers(self, head: str) -> list[str]:
        """Today's line where it says something beside the headline, and the page's own lines that say most; the best first."""
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
        best = sorted(fit, reverse=True)[:MOST_FOLLOWERS]
        return [ended(recased(text)) for weight, _, text in best if weight > 0]

    def todays(self, head: str) -> list[str]:
        """The sentences that stand below the headline today."""
        told = sentences(" ".join(line_below(self.told, self.page).split()))
        return [ended(one) for one in told[:2] if self._can_follow(one, head) and self._weight(one) > -TODAY]

    def _is_of_the_offer(self, line: OwnLine) -> bool:
        # a paragraph without its full stop is a sentence, too
        whole = line.kind == "piece" and len(words(line.text)) >= LEAST_UNENDED and line.text[:1].isupper()
        return (
            (line.kind in ("sentence", "meta") or whole)
            and line.region not in ("nav", "footer")
            and (line.kind == "meta" or line.place.is_seen)
        )

    def _weight(self, text: str) -> int:
        """How much a line says of the offer: that it is told, defined, counted, and named for these readers."""
        outcome = judge_line(text, self.page, topics(self.page)).outcome
        told = {"yes": 2, "unsure": 0, "no": -3}[outcome]
        defined = 2 if _SAYS_WHAT.search(text) else 0
        counted = 1 if re.search(r"\d", text) and not re.search(r"(?:19|20)\d\d", text) else 0
        named = 1 if stems(text) & self.offered else -1
        rest = text.removeprefix(self.told.brand) if self.told.brand else text
        named += 1 if rest != text and _DOES_SO.match(rest) else 0
        return told + defined + counted + named + min(met_in(text, self.case.assignment.audience), 1)

    @cached_property
    def offered(self) -> set[str]:
        """Words for what is offered: the title's, the headline's, the order's."""
        return stems(f"{self.page.title} {self.told.headline} {self.case.assignment.goal}")

    def _can_follow(self, text: str, head: str) -> bool:
        return (
            LEAST_LINE <= len(words(text)) <= MOST_LINE
            and not text.rstrip().endswith(("?", ":"))
            and not _LEANS.match(text)
            and not placeholder_in(text)
            and not _SMALL_PRINT.search(text)
            and not re.search(r"\s[•·|✓✔]\s", text)
            and not self._is_past(text)
            and not _DENIES.search(text)
            and not _COMPLAINS.search(text)
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


def _listed(named: list[str], lang: str) -> str:
    """“one, two and three”."""
    if len(named) < LEAST_NAMED:
        return "".join(named)
    return say(lang, "frame.both", one=", ".join(named[:-1]), two=named[-1])


def calmed(said: str, lang: str) -> str:
    """Title Case as a sentence; what follows a preposition of place keeps its capital."""
    told = recased(said).split()
    calm, place = [], False
    for word in told:
        parts = [part for part in word.strip(",.;:").split("-") if part]
        listed = bool(parts) and all(is_listed(part.lower(), lang) for part in parts)
        cased = all(part[:1].isupper() and (len(part) == 1 or part[1:].islower()) for part in parts[:1]) and all(part[1:].islower() for part in parts[1:])  # fmt: skip
        small = word[:1].isupper() and cased and listed and not place
        calm.append(word.lower() if small else word)
        place = word.lower() in _PLACED or (place and word[:1].isupper())
    return " ".join(calm)


def _without(text: str, head: str) -> str:
    """The line without the sentence that leads already."""
    said = head.strip(" .").lower()
    return " ".join(one for one in sentences(text) if one.strip(" .").lower() != said)


#: a counter that has not counted
_NOTHING = re.compile(r"(?<![\d.,])0(?![\d.,:%])")
#: says what it is not
_DENIES = re.compile(r"\b(?:isn['’]t|is not|aren['’]t|are not|är inte|är ingen|är inget)\b", re.IGNORECASE)
#: says how bad it is without it
_COMPLAINS = re.compile(r"\b(?:hard|impossible|frustrat\w*|struggl\w*|wast(?:e|ed|ing)|twice as long|foggy|guilty|crash\w*|svårt|krångl\w*|omöjlig\w*|frustrer\w*|ja|yes)\b(?!-)", re.IGNORECASE)  # fmt: skip
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
#: the order wants more than the place that it names
_AND_BEYOND = re.compile(r"\b(?:(?:och|samt) (?:övriga|resten av|hela)|hela (?:landet|Sverige|världen)|and (?:the rest|all over|beyond|across)|nationwide|worldwide)\b", re.IGNORECASE)  # fmt: skip
#: “From £20”
_BEGINS_AT = re.compile(r"\b(?:från|from)\s(?P<sum>(?P<sign>[$£€])\s?\d{1,3}(?:[ ,.]?\d{3})?|\d{1,3}(?:[ ,.]?\d{3})?\s?(?P<unit>kr|:-|€|sek))", re.IGNORECASE)  # fmt: skip
#: “↓ 80 % manuellt arbete · …”
_FELL = re.compile(r"[↓▼]\s?(?P<share>\d{1,2}\s?%)\s(?P<what>[^\W\d_][\w -]{3,40})")
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
_NOUN_END = r"(?<!-)(?=\s(?:mitt|right|near|nära|in|of|for|that|who|which|based|with|offering|run|since|and|from|by|serving|where|to|i|på|för|som|med|av|och|från|där|till)\b|\s?[,.;:–—(]|$)"
_BARE_NOUN = re.compile(
    rf"(?:An?|En|Ett)\s(?P<what>[a-zåäö][\wåäö-]*(?:\s[a-zåäö][\wåäö-]*){{0,3}}?){_NOUN_END}"
)
_SELF = {
    "en": r"\b[Ww]e(?: are|'re|’re) an?|{brand} is an?",
    "sv": r"\b[Vv]i är (?:en|ett)|{brand} är (?:en|ett)",
}
_SELLS = {"en": r"\b[Ww]e (?:offer|sell|provide)", "sv": r"\b[Vv]i (?:erbjuder|säljer|utför|hyr ut)"}
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
_ASKED_OF = ("pain", "wedding", "gardenless")


def plain_answer(text: str) -> str:
    """“No, there is no contract” without what it answers, and without a number to ring."""
    said = _ANSWERS.sub("", _PHONE.sub("", text).strip(" .,:–—-"))
    return capital(said)


_ANSWERS = re.compile(
    r"^(?:nej|ja|no|yes|absolut|absolutely|of course|självklart)(?:[,.!]\s|\s[–—-]\s)", re.IGNORECASE
)
#: somebody outside vouches for the house, and not for one of its customers
_VOUCHED = re.compile(r"\b(?:ISO|insured|licensed|member of|accredited by|certified by|auktoriserad\w*|legitimerad\w*|medlem i|F-skatt|försäkrad\w*|KRAV|Svanen\w*)\b", re.IGNORECASE)  # fmt: skip
#: words of a term that needs no figure
SHORT_TERM = 5


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
_CUT = re.compile(r"[,;:()–—]|\s(?:bokar|ringer|köper|beställer|anmäler|kontaktar|hör av|väljer|ber om|to (?:book|call|contact|order|buy|sign|get in|join))\b|\s(?:but|because|so that|men|för att de|eftersom|så att)\s|\s(?:and|och)\s(?:who|som|have|are|har|är|want|need|vill|behöver)\b", re.IGNORECASE)  # fmt: skip
_EN_ASKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (r"\b(?:who|that) (?:just |really |also |often |still )?want ", "Want "),
        (r"\b(?:who|that) (?:just |really |also |often |still )?need ", "Need "),
        (r"\b(?:who|that) would like ", "Would you like "),
        (r"\b(?:who|that|and) (?:are |have grown |have become )?tired of ", "Tired of "),
        (r"\b(?:who|that) feel ", "Feeling "),
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
#: a line above names that makes them customers of the house, and not of somebody who works there
_CHOSE = re.compile(r"\b(?:trusted|chosen|used) by\b|\b(?:clients|customers|kunder\w*|valt|anlita\w*)\b", re.IGNORECASE)  # fmt: skip
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
