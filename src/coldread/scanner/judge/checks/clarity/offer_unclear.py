"""No line of the first screen says what is offered."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.answers import Answer, what_is_it
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.first_screen import first_screen
from coldread.scanner.reading.names import is_name
from coldread.scanner.reading.offer import KINDS, judge_line
from coldread.scanner.reading.offer import topics as topics_of
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import Line, Reading
from coldread.scanner.reading.things import things_in

#: letters of a place's first word by which it is known again
SHORTEST_PLACE = 4

META = Meta(
    id="clarity.offer-unclear",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.NNG, Source.CONSENSUS),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The first screen says what you offer",
        failure="“{said}” may leave new visitors guessing what you offer",
        why="We compared the first lines with what the rest of the page is about and found little of it in them. People who have never heard of you read those lines first, and often only those.",
        fix="Say in the headline what it is and who it is for, in plain words.",
    ),
    sv=Text(
        title="Första skärmen säger vad ni erbjuder",
        failure="”{said}” kan få nya besökare att gissa vad ni erbjuder",
        why="Vi jämförde de första raderna med det som resten av sidan handlar om och hittade lite av det i dem. Den som aldrig har hört talas om er läser de raderna först, och ofta bara dem.",
        fix="Säg i rubriken vad det är och för vem, med vanliga ord.",
    ),
)


def names_trade_and_place(text: str, reading: Reading) -> bool:
    """ "Westchester County's Handyman Experts", "Kidderminster Chess Club": whoever needs one there knows enough."""
    low = text.lower()
    named = {fact.value.split(",")[0].split()[0].lower() for fact in reading.place}
    return names_trade(text) and any(len(word) >= SHORTEST_PLACE and word in low for word in named)


def names_trade(text: str) -> bool:
    """ "Bergljungs åkeri", "Smith & Sons Solicitors": a name that says what it is the name of."""
    return any(
        phrases(path).search(text) for path in ("reading.local_trades", "reading.name_ends", "reading.clubs")
    )


#: words that name a thing, and words of substance, by which a line is told from a slogan
SOME_THINGS, SOME_WORDS, MANY_WORDS = 1, 3, 4


def is_plain(page: Page, headline: Line) -> bool:
    """ "Live Online Yoga & Zumba Classes": too many words of substance for a slogan, though nobody can be sure."""
    counted = judge_line(headline.text, page, topics_of(page)).counted
    if headline.says_offer == "yes" or counted["filler"] or counted["greets"]:
        return False
    things, telling = counted["kind"], counted["telling"]
    return (
        things > SOME_THINGS
        or (things == SOME_THINGS and telling >= SOME_WORDS)
        or (telling >= MANY_WORDS and headline.says_offer == "unsure")
    )


#: words of a headline that can hardly say more than a name or a mood
FEW_WORDS = 3


def says_little(page: Page, reading: Reading, headline: str) -> bool:
    """As painted: two or three words, or none that names a thing. Readers ask for more on four of five such pages."""
    if not page.rendered or names_trade_and_place(headline, reading):
        return False
    named = things_in(headline, page) or any(phrases(path).search(headline) for path in KINDS)
    return len(words(headline)) <= FEW_WORDS or not named


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    headline, subhead = reading.headline, reading.subhead
    if headline is None or (page.headline is None and not page.rendered):
        return NotApplicable("no-headline")  # clarity.h1-missing
    if page.is_vague(headline.text):
        return NotApplicable("counted-elsewhere")  # clarity.h1-vague
    told = what_is_it(page, reading).answer
    plain = headline.says_offer == "yes" or names_trade(headline.text) or is_plain(page, headline)
    if told is Answer.YES or (plain and not says_little(page, reading, headline.text)):
        return None  # clarity.headline-slogan
    lines = [line for line in (headline, subhead) if line is not None]
    proof = [quoted(page, item, value=line.points) for line in lines for item in line.evidence]
    silent = headline.says_offer == "no" and first_screen(page).says_offer == "no"
    severity = Severity.P1 if told is Answer.NO or silent else Severity.P2
    if severity is Severity.P2 and is_name(page, headline.text):
        return NotApplicable("counted-elsewhere")  # clarity.headline-name
    said = evidence.shortened(headline.text)
    unclear = found(META, page.brief, severity, proof, count=1, said=said)
    below = next((at for at in first_screen(page).telling if at not in headline.evidence), None)
    if below is None:
        return unclear
    lang = page.brief.lang
    title = _BELOW["title"](lang).format(said=said)
    return replace(unclear, title=title, why=_BELOW["why"](lang))


#: the offer is told, and not where most people look
_BELOW = {
    "title": Said(
        en="The headline “{said}” may not tell a stranger what is offered; smaller lines near it do",
        sv="Rubriken ”{said}” säger kanske inte en främling vad som erbjuds; det gör mindre rader intill",
    ),
    "why": Said(
        en="Many people read only the largest words. What you offer is in a smaller line that those visitors never reach.",
        sv="Många läser bara de största orden. Vad ni erbjuder står på en mindre rad som de besökarna aldrig når.",
    ),
}
