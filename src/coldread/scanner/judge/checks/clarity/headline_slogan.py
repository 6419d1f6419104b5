"""The largest words are a slogan; what is offered stands in a smaller line."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.answers import Answer, what_is_it
from coldread.scanner.judge.checks.clarity.offer_unclear import (
    FEW_WORDS,
    is_plain,
    names_trade,
    says_little,
)
from coldread.scanner.judge.finding import (
    Finding,
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
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.first_screen import first_screen
from coldread.scanner.reading.names import is_name
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import Line, Quote

#: of the headline's words of substance that come again in the smaller line: then it is said already
SAME, FEWEST_SAME = 0.5, 2
#: words of a line that tells more than a label
FEWEST_WORDS = 5
#: sentences; slogans are made of two or three
_SENTENCES = re.compile(r"[^\s.!?][^.!?]{1,200}[.!?]?")

META = Meta(
    id="clarity.headline-slogan",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.NNG, Source.CONSENSUS),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The headline itself says what you offer",
        failure="The headline “{said}” may not tell a stranger what is offered; smaller lines near it do",
        why="Many people read only the largest words. What you offer is in a smaller line that some of them pass over.",
        fix="Say in the headline what it is, and who it is for. The line below can tell the rest.",
    ),
    sv=Text(
        title="Rubriken själv säger vad som erbjuds",
        failure="Rubriken ”{said}” säger kanske inte en främling vad som erbjuds; det gör mindre rader intill",
        why="Många läser bara de största orden. Vad ni erbjuder står på en mindre rad som en del hoppar över.",
        fix="Säg i rubriken vad det är och för vem. Raden under kan berätta resten.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    headline = reading.headline
    if headline is None or (page.headline is None and not page.rendered):
        return NotApplicable("no-headline")  # clarity.h1-missing
    if page.is_vague(headline.text) or is_name(page, headline.text):
        return NotApplicable("counted-elsewhere")  # clarity.h1-vague, clarity.headline-name
    if what_is_it(page, reading).answer is not Answer.YES:
        return NotApplicable("counted-elsewhere")  # clarity.offer-unclear
    told = first_screen(page)
    clipped = len(_SENTENCES.findall(headline.text)) > 1
    mute = headline.says_offer == "yes" and page.rendered and clipped and _names_nothing(page, headline.text)
    foreign = {at.selector for fact in reading.other_languages for at in fact.evidence}
    sure = [
        at for at in told.telling if len(words(at.snippet)) >= FEWEST_WORDS and at.selector not in foreign
    ]
    lines = sure if mute else [at for at in told.evidence if at.selector not in foreign]
    telling = next((at for at in lines if at not in headline.evidence), None)
    # without a browser nobody knows which line is large: only a headline that says nothing is called so
    spared = ("yes",) if page.rendered else ("yes", "unsure")
    whole = headline.says_offer == "yes" and not clipped and len(words(headline.text)) > FEW_WORDS
    little = says_little(page, reading, headline.text) and not whole
    kept = (headline.says_offer in spared and not mute) or telling is None or names_trade(headline.text)
    brand = reading.brand.value if reading.brand else ""
    plain = is_plain(page, headline) or begins_as_titled(page, headline.text, brand)
    if kept or plain:
        if not little:
            return None
        # only a line that surely says it is quoted beside one that merely says little
        telling = next((at for at in sure if at not in headline.evidence), None)
    if telling is not None and _says_the_same(headline.text, telling.snippet):
        return None
    return _worded(page, headline, telling)


def _worded(page: Page, headline: Line, telling: Quote | None) -> Finding:
    """With the line that says it, where there is one."""
    said, lang = evidence.shortened(headline.text), page.brief.lang
    own = [quoted(page, at) for at in headline.evidence]
    if telling is not None:
        proof = [*own, quoted(page, telling)]
        return found(META, page.brief, Severity.P2, proof, count=1, said=said)
    only = found(META, page.brief, Severity.P2, own, count=1, said=said)
    fix = replace(only.fix, summary=_ALONE["fix"](lang))
    return replace(only, title=_ALONE["title"](lang).format(said=said), why=_ALONE["why"](lang), fix=fix)


#: no line beside it says it either
_ALONE = {
    "title": Said(
        en="The headline “{said}” may not tell a stranger what visitors get",
        sv="Rubriken ”{said}” säger kanske inte en främling vad besökaren får",
    ),
    "why": Said(
        en="Many people read only the largest words. Those who do not know you yet cannot tell from them what you offer.",
        sv="Många läser bara de största orden. Den som inte känner er kan inte se på dem vad ni erbjuder.",
    ),
    "fix": Said(
        en="Say in the headline what it is and who it is for, in plain words; keep the present line below it.",
        sv="Säg i rubriken vad det är och för vem, med vanliga ord; låt dagens rad stå kvar under den.",
    ),
}


def begins_as_titled(page: Page, headline: str, brand: str) -> bool:
    """ "Takbyten utan kaos" under the title "Takbyte, plåt och fasad": its first word is the thing, whatever it says of it."""
    own, named = content_words(headline), {stem(word) for word in content_words(brand)}
    return bool(own) and stem(own[0]) in {stem(word) for word in content_words(page.title)} - named


def _says_the_same(headline: str, line: str) -> bool:
    own = {stem(word) for word in content_words(headline)}
    again = own & {stem(word) for word in content_words(line)}
    return len(again) >= FEWEST_SAME and len(again) >= SAME * len(own)


def _names_nothing(page: Page, headline: str) -> bool:
    """Its words come back on the page, but none of them names a thing or whom it is for: “Import it. Keep it true.”"""
    counted = judge_line(headline, page, topics(page)).counted
    return counted["kind"] == 0 and counted["audience"] == 0
