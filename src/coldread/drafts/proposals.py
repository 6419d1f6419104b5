"""The first screen written anew, of the page's own whole lines: nothing is composed but what the order itself names.

A page describes itself as a whole in few places: its title, its description for search engines, a headline that only
listeners meet, the first screen, the line in the footer and the last call. A line from there can stand under a headline,
or be one. What would not be a whole, native line is left out; two good versions beat three clumsy ones.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence

from coldread.drafts.asked_of_page import ANSWERED, OF_A_LETTER, QUESTIONS, answers, wanted
from coldread.drafts.business.control import is_answered, own_label
from coldread.drafts.business.facts import is_label
from coldread.drafts.business.heads import alike, for_whom, ordered_thing, whoms
from coldread.drafts.business.readers import met_in
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contested
from coldread.drafts.first_screen import line_below, source_of
from coldread.drafts.own_lines import OwnLine, own_lines, whole_of
from coldread.drafts.say import say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place
from coldread.drafts.told import Told, is_slogan
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, stem, words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.report.plain import prose, visible
from coldread.scanner.suggest.names import is_name, looks_like_name
from coldread.scanner.suggest.wording import capital, ended, recased

#: characters and words of a headline, and of the line below it
LONGEST_HEAD, MOST_HEAD, LEAST_HEAD = 80, 12, 3
LEAST_LINE, MOST_LINE = 6, 28
#: words that still fit under a button, and how many such facts
MOST_EASING, MOST_FACTS = 12, 2
#: stems of the order that a line of the body must share before it may stand for the whole
LEAST_SHARED = 3
#: stems of the order that a name must share to be more than a name
BOTH = 2
MOST = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """One version, whole."""

    headline: str
    subhead: str
    button: str
    below: str
    #: key of `[version]`
    why: str
    #: the place where its new line stands today; key of `[from]`
    source: str = ""


def versions(case: Case) -> list[FirstScreen]:
    """The smallest change first; none where the page's first lines are the best that it has."""
    told, facts, page = case.told, case.settled, case.page
    if told is None or facts is None or page is None:
        return []
    lines = [one for one in own_lines(page) if _stands_for_all(one, case, page)]
    made = [
        *_with_figures(case, told, facts, page),
        *_with_new_line(case, told, facts, page, lines),
        *_with_new_head(case, told, facts, page, lines),
    ]
    made = [one for one in made if is_better(one, told, page)] or [
        one for one in _with_what_is_sure(case, told, facts, page, lines) if is_better(one, told, page)
    ]
    made = made or list(_with_a_line_under(case, told, facts, page))
    kept: dict[str, FirstScreen] = {}
    for one in made:
        kept.setdefault(one.headline.lower(), one)
    return list(kept.values())[:MOST]


def _with_figures(case: Case, told: Told, facts: Settled, page: Page) -> Iterator[FirstScreen]:
    """The headline, and below it the sentence that says most with figures, where no sentence stands there today."""
    line = concrete_line(case, page)
    if line is None or told.subhead or not told.headline or told.headline in contested(case):
        return
    if len(told.headline) <= LONGEST_HEAD and not any(_is_sentence(text) for text in opening_lines(page)):
        below = under(case, facts, page, line.text)
        yield _version(case, facts, told.headline, line, below, "why_concrete")


def _is_sentence(text: str) -> bool:
    return len(words(text)) >= LEAST_TOLD and text.rstrip()[-1:] in ".!?"


#: words of a sentence that says what something is
LEAST_TOLD = 8
#: a figure with what it counts, told to somebody by somebody
FIGURE = re.compile(r"(?<![\d.,])\d{1,4}(?:[.,–-]\d+)?\s?(?:%|procent|percent|days?\b|dagar\b|hours?\b|timmar\b|minut\w*|minutes?\b|weeks?\b|veckor\b|years?\b|år\b|afternoons?\b|x\b)", re.IGNORECASE)  # fmt: skip
_TOLD = re.compile(r"\b(?:we|our|you|your|vi|vår|våra|vårt|du|din|ditt|dina|ni|er|era)\b", re.IGNORECASE)
_OF_RULES = re.compile(r"\b(?:cancel|refund|policy|terms|cookie|avbok|villkor|återbetal|faktura|invoice|ångerrätt|retention|gdpr|cook|bake|store|förvara|tillag)\w*", re.IGNORECASE)  # fmt: skip
LEAST_CONCRETE, MOST_CONCRETE = 6, 24


def concrete_line(case: Case, page: Page) -> OwnLine | None:
    """The page's own sentence below the first screen that names what is sold, speaks to somebody and has most figures, none of which the first screen has."""
    nouns, there = sold(page), _figures(" ".join(opening_lines(page)))
    fit = [
        (len(FIGURE.findall(one.text)), one)
        for one in own_lines(page)
        if one.kind == "sentence"
        and one.region not in ("nav", "head", "footer")
        and one.place.is_seen
        and not (one.place.is_first or one.place.is_first_on_phone)
        and LEAST_CONCRETE <= len(words(one.text)) <= MOST_CONCRETE
        and FIGURE.search(one.text)
        and _TOLD.search(one.text)
        and not _OF_RULES.search(one.text)
        and one.text not in contested(case)
        and not there & _figures(one.text)
        and nouns & _stems(one.text)
    ]
    best = max(fit, key=lambda row: (row[0], -(row[1].place.desktop or 99)), default=None)
    return best[1] if best is not None else None


def _figures(text: str) -> set[str]:
    return {" ".join(one.lower().split()) for one in FIGURE.findall(text)}


# What is better than today's


def is_better(one: FirstScreen, told: Told, page: Page) -> bool:
    """It names what is sold where today's first screen does not, and repeats nothing that stands there."""
    head_is_new = one.headline.strip(" .").lower() != told.headline.strip(" .").lower()
    line_is_new = bool(one.subhead) and one.subhead.strip(" .") not in told.subhead
    new = " ".join((one.headline if head_is_new else "", one.subhead if line_is_new else "")).strip()
    if not new:
        return False
    nouns, opening = sold(page), opening_lines(page)
    if nouns and not nouns & _stems(new):
        return False
    there = _stems(" ".join(opening))
    mine = _stems(new)
    if mine and len(mine & there) > MOST_REPEATED * len(mine):
        return False
    if head_is_new and one.why != "why_ordered":
        return not nouns & _stems(told.headline)
    return one.why == "why_ordered" or not any(
        nouns & _stems(text) and len(words(text)) >= LEAST_TOLD and "·" not in text
        for text in opening
        if not alike(text, told.headline)
    )


#: part of a new line's words that may stand on the first screen already
MOST_REPEATED = 0.6


def sold(page: Page) -> set[str]:
    """What the page is about by its title or its description, and comes back to: the offer's own nouns."""
    about = _stems(f"{page.title} {meta_content(page.dom, 'description')}")
    return about & set(topics(page)) or about


def opening_lines(page: Page) -> list[str]:
    """What a visitor reads before scrolling, at either width; no labels."""
    found = []
    for block in page.blocks[:MOST_OPENING]:
        at = place(page, block.element)
        if block.region != "nav" and (at.is_first or at.is_first_on_phone) and not is_label(block.element):
            found.append(" ".join(block.text[:600].split()))
    return found


MOST_OPENING = 120
#: letters of a word that names something
LEAST_NOUN = 3


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in content_words(text) if len(word) >= LEAST_NOUN}


def _with_a_line_under(case: Case, told: Told, facts: Settled, page: Page) -> Iterator[FirstScreen]:
    """Headline and line stay; what eases the press is put under the button."""
    easing = under(case, facts, page, told.headline)
    if easing and told.headline and told.headline not in contested(case) and facts.button:
        today = line_below(told, page)
        line = (
            today
            if len(words(today)) <= MOST_LINE and any(today in text for text in opening_lines(page))
            else ""
        )
        yield FirstScreen(
            headline=told.headline, subhead=line, button=button_of(case, facts), below=easing, why="why_under"
        )  # fmt: skip


# What describes the whole


def _stands_for_all(line: OwnLine, case: Case, page: Page) -> bool:
    """It stands where a page speaks of itself as a whole, or it names what was ordered outright."""
    if line.text.endswith("?") or placeholder_in(line.text) or _ASIDE.search(line.text) or _REPLIES.match(line.text):  # fmt: skip
        return False
    if line.text in contested(case) or _names_others(line.text, case):
        return False
    if line.kind in ("title", "meta") or line.region == "head":
        return True
    if line.region == "footer":
        # what closes a page is a motto more often than a description, and better than a bare name above it
        spoken_of = shared(line.text, case) > 0 or (case.told is not None and _is_named(case.told, page))
        return line.kind == "sentence" and len(words(line.text)) >= LEAST_LINE and spoken_of
    if line.kind == "sentence" and line.place.is_first:
        return True
    spoken = _SPOKEN.match(line.text) is not None
    return (
        line.kind == "sentence"
        and line.place.is_seen
        and not spoken
        and shared(line.text, case) >= LEAST_SHARED
    )


#: somebody speaks: a customer, or a window that answers questions
_SPOKEN = re.compile(
    r"(?:I|I'm|I’m|my|we use|we used|we have used|jag|min|mitt|hej|hi|hello)\b", re.IGNORECASE
)


def _names_others(text: str, case: Case) -> bool:
    """It is addressed to people of whom the order does not speak."""
    audience = case.report.reading.audience if case.report is not None else ()
    named = any(one.value.lower() in text.lower() for one in audience)
    return named and bool(case.assignment.audience) and not met_in(text, case.assignment.audience) and not shared(text, case)  # fmt: skip


#: an answer without its question
_REPLIES = re.compile(r"(?:ja|nej|yes|no|absolut)[,.! ]", re.IGNORECASE)
#: small print, and lines that speak of a part of the page
_ASIDE = re.compile(
    r"©|copyright|all rights|cookie|safeguard|evaluated by|diagnos|physician|utbildningssyfte|personuppgift|privacy|integritet|villkor|terms|org\.?\s?nr|questions we|frågor vi|in confidence|klicka|click (?:on|here)|samtycke|godkänner|agree to|@|https?:|located at|\b\d{2,5} \w+ (?:st|street|ave|avenue|rd|road)\b|(?:vägen|gatan) \d|\b0\d{1,3}[-\s]\d|read more|läs mer|\bhttp",
    re.IGNORECASE,
)


def shared(text: str, case: Case) -> int:
    """Stems of the order's goal and readers that a line has, and those of its readers whom it names by another word."""
    order = {stem(word) for word in content_words(f"{case.assignment.goal} {case.assignment.audience}")}
    same = len(order & {stem(word) for word in content_words(text)})
    return max(same, met_in(text, case.assignment.audience))


def _tells(text: str, case: Case, page: Page) -> bool:
    return judge_line(text, page, topics(page)).outcome == "yes" or shared(text, case) > 1


# The headline stays


def _with_new_line(
    case: Case, told: Told, facts: Settled, page: Page, lines: list[OwnLine]
) -> Iterator[FirstScreen]:
    """The page's headline where it tells, with a line that says more to these readers than today's."""
    named = not told.headline_tells and _is_named(told, page)
    if (
        not (told.headline_tells or named)
        or len(told.headline) > LONGEST_HEAD
        or told.headline in contested(case)
    ):
        return
    today = shared(told.subhead, case) if len(words(told.subhead)) <= MOST_LINE else -1
    fit = [one for one in lines if _can_follow(one, told.headline, told.subhead, case, page)]
    new = sold(page) - _stems(" ".join(opening_lines(page))) if not told.subhead else set()
    best = max(fit, key=lambda one: (len(new & _stems(one.text)), *_worth(one, case, page)), default=None)
    easing = under(case, facts, page, told.headline)
    missed = best is not None and bool(new & _stems(best.text))
    if best is not None and (missed or shared(best.text, case) > (max(today, 0) if not named else -1)):
        yield _version(case, facts, told.headline, best, easing, "why_named" if named else "why_line")


def _can_follow(line: OwnLine, headline: str, today: str, case: Case, page: Page) -> bool:
    text = _clause(line, case)
    return (
        LEAST_LINE <= len(words(text)) <= MOST_LINE
        and line.kind in ("sentence", "meta", "heading")
        and _tells(text, case, page)
        and not alike(text, headline)
        and text.lower() != headline.lower()
        and text.strip(" .") not in today
        and _is_of_language(text, case)
        and not _DANGLES.match(text)
    )


#: begins as the second of two sentences
_DANGLES = re.compile(r"(?:and|but|or|so|then|they|it|och|men|eller|så|då|därför|whether|oavsett|som)\b|(?:this|that|these|den|det|de|detta|dessa)\s(?:is|are|was|means|will|can|är|har|blir|kan|ska|gör|var|som|betyder)\b", re.IGNORECASE)  # fmt: skip


def _worth(line: OwnLine, case: Case, page: Page) -> tuple[int, int, int]:
    """What it shares with the order; then how surely it tells the offer; then the shorter."""
    return (
        shared(line.text, case),
        judge_line(line.text, page, topics(page)).points,
        -len(line.text),
    )


def _is_of_language(text: str, case: Case) -> bool:
    told = language_of_phrase(text)
    return told in ("", case.page.supported_language if case.page is not None else "", case.lang)


def _is_named(told: Told, page: Page) -> bool:
    """The headline is a name: the firm's, or that of the thing, with which the title begins."""
    said = told.headline.strip(" .").lower()
    first = next(iter(title_parts(page.title)), "").strip(" .").lower()
    return bool(said) and (is_name(page, told.headline) or said in (told.brand.lower(), first))


def _clause(line: OwnLine, case: Case) -> str:
    """Without what the title says, too, in front of a dash: “Kungsbacka Car Community — bilträffar …”."""
    head, joint, rest = line.text.partition(" — ")
    if not joint:
        head, joint, rest = line.text.partition(" – ")
    title = {stem(word) for word in content_words(case.page.title if case.page is not None else "")}
    named = {stem(word) for word in content_words(head)} <= title
    return capital(rest.strip()) if joint and named and len(words(rest)) >= LEAST_HEAD else line.text


def _with_what_is_sure(
    case: Case, told: Told, facts: Settled, page: Page, lines: list[OwnLine]
) -> Iterator[FirstScreen]:
    """A headline that tells little, and nothing to put in its place: the most concrete line of the page below it."""
    if told.headline_tells or not told.headline:
        return
    rules = [QUESTIONS[name] for name in wanted(facts) if name in QUESTIONS]
    fit = [
        (sum(rule.find.search(one.text) is not None for rule in rules), one)
        for one in lines
        if one.kind in ("sentence", "meta")
        and LEAST_LINE <= len(words(one.text)) <= MOST_LINE
        and one.text.strip(" .") not in told.subhead
        and _is_of_language(one.text, case)
        and not _DANGLES.match(one.text)
    ]
    best = max(fit, key=lambda row: (row[0], _worth(row[1], case, page)), default=None)
    if best is not None and best[0] > 0:
        below = under(case, facts, page, best[1].text)
        yield _version(case, facts, told.headline, best[1], below, "why_concrete")


# Another line leads


def _with_new_head(
    case: Case, told: Told, facts: Settled, page: Page, lines: list[OwnLine]
) -> Iterator[FirstScreen]:
    """What was ordered and for whom, in the order's words; then the page's own line that says most."""
    source = source_of(case, told, facts)
    # “offert på taktvätt”: the order names the trade; a table, a plan or a newsletter is no trade
    quote = facts.act is not None and facts.act.name == "quote" and not told.headline_tells
    what = ordered_thing(source) if quote else ""
    what = what if len(what.split()) == 1 else ""
    aimed = for_whom(source, what) if what and whoms(source) else ""
    if aimed and not alike(aimed, told.headline) and not re.search(r"\d", told.headline):
        follow = _follower(aimed, case, told, page, lines)
        yield FirstScreen(
            headline=aimed, subhead=follow, button=button_of(case, facts), below=under(case, facts, page, f"{aimed} {follow}"), why="why_ordered",
        )  # fmt: skip
    if told.headline_tells:
        return
    fit = [(one, _clause(one, case).strip().rstrip(" .")) for one in lines]
    heads = [row for row in fit if _can_lead(row[0], row[1], case, told, page)]
    for line, text in sorted(heads, key=lambda row: _worth(row[0], case, page), reverse=True)[:1]:
        head = capital(text)
        follow = _follower(head, case, told, page, lines)
        yield FirstScreen(
            headline=head, subhead=follow, button=button_of(case, facts), below=under(case, facts, page, f"{head} {follow}"),
            why="why_own", source=_from(line),
        )  # fmt: skip


def _can_lead(line: OwnLine, text: str, case: Case, told: Told, page: Page) -> bool:
    return (
        (line.kind in ("title", "meta") or line.region == "head")
        and LEAST_HEAD <= len(words(text)) <= MOST_HEAD
        and len(text) <= LONGEST_HEAD
        and _tells(text, case, page)
        and shared(text, case) > 0  # a motto of the title names nothing that was ordered
        and not is_slogan(f"{text}.")
        and not (told.brand and text.lower().startswith(told.brand.lower()))
        and not re.search(r"[.!?]\s", text)
        and not (
            _is_firm(text, told, page) or (text.lower() in told.brand.lower() and shared(text, case) < BOTH)
        )
        and not _is_capitalised_name(text)
        and not alike(text, told.headline)
        and " — " not in text
        and " – " not in text
        and text.lower() != told.headline.strip(" .").lower()
        and not _DANGLES.match(text)
        and _is_of_language(text, case)
    )


def _is_firm(text: str, told: Told, page: Page) -> bool:
    """The firm's name and no more; “Daily Market Brief Newsletter” is a name that says what it is."""
    named = looks_like_name(page, text) or text.lower() in told.brand.lower()
    return named and len(content_words(text)) < LEAST_HEAD


def _is_capitalised_name(text: str) -> bool:
    """“El Macero Country Club”: every word with its capital, and one of them in no dictionary."""
    said = re.findall(r"[^\W\d_]+", text)
    unknown = any(not is_listed(word.lower(), "en") and not is_listed(word.lower(), "sv") for word in said)
    return all(word[:1].isupper() for word in said) and unknown


def _follower(head: str, case: Case, told: Told, page: Page, lines: list[OwnLine]) -> str:
    """Today's line where it goes with the new headline; else the page's line that says most beside it."""
    fit = [one for one in lines if _can_follow(one, head, "", case, page)]
    best = max(fit, key=lambda one: _worth(one, case, page), default=None)
    stays = told.subhead and len(words(told.subhead)) <= MOST_LINE and not alike(told.subhead, head)
    if stays and (best is None or shared(best.text, case) <= shared(told.subhead, case)):
        return told.subhead
    return ended(_clause(best, case)) if best is not None else ""


# Button, and what eases the press


def button_of(case: Case, facts: Settled) -> str:
    """The page's own words; else the act's usual ones."""
    label = own_label(facts.control) if facts.step in ("first", "below", "menu", "broken") else ""
    lang = case.page.supported_language if case.page is not None else case.assignment.lang
    payment = facts.ordered.payment
    if facts.step == "pay" and payment is not None:
        return say(
            lang, f"frame.pay_{payment.kind}", number=payment.said.partition(" ")[2], said=payment.said
        )
    if (
        facts.button
        and facts.control is not None
        and facts.control.reach == "phone"
        and not _LETTERS.search(facts.button)
    ):
        return say(lang, "frame.call", number=facts.button)
    if facts.button and facts.control is not None and facts.control.reach == "mail" and "@" in facts.button:
        return say(lang, "frame.write", number=facts.button)
    if facts.step == "contact" and facts.ordered.reachable:
        by = "write" if "@" in facts.ordered.reachable else "call"
        return say(lang, f"frame.{by}", number=facts.ordered.reachable)
    if (
        facts.control is not None
        and not label
        and facts.control.label
        and not is_generic(facts.control.label)
    ):
        return capital(
            recased(facts.control.label)
        )  # a label of one word, or of a link that is broken, is its owner's, too
    return capital(recased(label) or (facts.act.button(lang) if facts.act is not None else ""))


_LETTERS = re.compile(r"[^\W\d_]{2}")


def under(case: Case, facts: Settled, page: Page, said: str) -> str:
    """Short facts of the page that ease the press and stand below the first screen today; empty where there are none."""
    names = [name for name in wanted(facts) if name in QUESTIONS and QUESTIONS[name].eases]
    lines = own_lines(page)
    opening = opening_lines(page)
    letter = facts.act is not None and facts.act.name in ("newsletter", "waitlist")
    found: list[str] = []
    for name in names:
        rule = QUESTIONS[name]
        fit = [one for one in lines if _eases(one) and rule.find.search(one.text) and not (rule.unless and rule.unless.search(one.text))]  # fmt: skip
        fit = [one for one in fit if one.text not in contested(case) and not _IS_A_CONDITION.search(one.text)]
        fit = [one for one in fit if letter or not OF_A_LETTER.search(one.text)]
        fit = [
            one
            for one in fit
            if name != "reply" or (ANSWERED.search(one.text) and is_answered(facts.control))
        ]
        if not fit or any(rule.find.search(text) for text in opening):
            continue  # it is on the first screen already
        told_so = [one.line.text for one in answers(page, facts) if one.question == name]
        best = min(fit, key=lambda one: (one.text not in told_so, len(one.text)))
        text = whole_of(page, best, MOST_EASING)
        if not alike(text, said) and not any(alike(text, one) for one in found):
            found.append(capital(text if text[:-1].count(".") else text.strip(" .")))
    return " · ".join(found[:MOST_FACTS])


#: what somebody must do, and by when
_IS_A_CONDITION = re.compile(
    r"\b(?:senast|måste|ska ske|by the \d|deadline|must|required|krävs|gäller ej|endast om|only if|when you (?:spend|order)|vid köp|enter by|if you)\b",
    re.IGNORECASE,
)


def _eases(line: OwnLine) -> bool:
    return (
        line.kind in ("heading", "sentence", "piece")
        and line.region not in ("nav", "head")
        and line.place.is_seen
        and 2 <= len(words(line.text)) <= MOST_EASING
        and not line.text.endswith("?")
        and not re.search(r"@|\d{3}[- ]\d{2}", line.text)
    )


def _version(case: Case, facts: Settled, headline: str, line: OwnLine, below: str, why: str) -> FirstScreen:
    return FirstScreen(
        headline=headline, subhead=ended(_clause(line, case)), button=button_of(case, facts), below=below, why=why, source=_from(line)
    )  # fmt: skip


def _from(line: OwnLine) -> str:
    if line.kind in ("title", "meta"):
        return line.kind
    if line.region in ("head", "footer"):
        return line.region
    return "first" if line.place.is_first else "body"


# As it is shown


def shown(case: Case, made: list[FirstScreen], reasons: Sequence[str] = ()) -> Iterator[str]:
    """The versions as they would stand, and why one would choose each: in these words, or in the rules' own."""
    lang = case.assignment.lang
    if len(made) == 1 and made[0].why not in ("why_under", ""):
        yield from (say(lang, "version.only"), "")
    for letter, one, reason in zip("ABC", made, (*reasons, "", "", "")[: len(made)], strict=False):
        if len(made) > 1:
            yield from (f"### {say(lang, 'version.title', letter=letter)}", "")
        yield f"- **{say(lang, 'version.headline')}** {_plain(one.headline)}"
        if one.subhead:
            yield f"- **{say(lang, 'version.subhead')}** {_plain(one.subhead)}"
        if one.button:
            yield f"- **{say(lang, 'version.button')}** {_plain(one.button)}"
        if one.below:
            yield f"- **{say(lang, 'version.below')}** {_plain(one.below)}"
        yield ""
        because = prose(reason) or _because(one, lang)
        if because:
            yield from (f"*{because}*", "")


def _because(one: FirstScreen, lang: str) -> str:
    place = say(lang, f"from.{one.source}") if one.source else ""
    return " ".join(filter(None, (say(lang, f"version.{one.why}") if one.why else "", place)))


def letters(count: int, lang: str) -> str:
    """“A, B or C”."""
    return f" {say(lang, 'ordered.or')} ".join(
        filter(None, (", ".join("ABC"[: count - 1]), "ABC"[count - 1]))
    )


def lacking(case: Case) -> str:
    """Where no version is better than today's: the key of the one fact that would make one; empty where the page has them all."""
    facts, page = case.settled, case.page
    if facts is None or page is None or not page.seen.rendered:
        return ""
    act = facts.act.name if facts.act is not None else ""
    if (
        facts.price == "none"
        and case.assignment.primary_goal != PrimaryGoal.OTHER
        and act not in ("demo", "download")
    ):
        return "price"
    if not any(
        re.search(r"\d", text) and not re.search(r"\d{3}[- ]\d{2}", text) for text in opening_lines(page)
    ):
        return "figure"
    return "voice" if facts.proof == "none" else ""


def _plain(text: str) -> str:
    """A page's words on one line, as text and never as markdown."""
    return prose(" ".join(visible(text).split()))
