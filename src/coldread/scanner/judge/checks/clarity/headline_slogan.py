"""The largest words are a slogan; what is offered stands in a smaller line."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.answers import Answer, what_is_it
from coldread.scanner.judge.checks.clarity.headline_name import is_name
from coldread.scanner.judge.checks.clarity.offer_unclear import is_plain, names_trade
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.first_screen import first_screen
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.read import reading_of

#: of the headline's words of substance that come again in the smaller line: then it is said already
SAME, FEWEST_SAME = 0.5, 2
#: words of a line that tells more than a label
FEWEST_WORDS = 5

META = Meta(
    id="clarity.headline-slogan",
    needs=(Layer.STATIC,),
    sources=(Source.NNG, Source.CONSENSUS),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The headline itself says what you offer",
        failure="The headline “{said}” does not say what is offered; only a smaller line does: “{told}”",
        why="Many people read only the largest words. What you offer is in a smaller line that those visitors never reach.",
        fix="Swap the headline and that line, or put what the line says into the headline: what it is, and who it is for.",
    ),
    sv=Text(
        title="Rubriken själv säger vad som erbjuds",
        failure="Rubriken ”{said}” säger inte vad som erbjuds; det gör bara en mindre rad: ”{told}”",
        why="Många läser bara de största orden. Vad ni erbjuder står på en mindre rad som de besökarna aldrig når.",
        fix="Låt rubriken och raden byta plats, eller skriv i rubriken det som raden säger: vad det är och för vem.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    headline = reading.headline
    if headline is None or page.headline is None:
        return NotApplicable("no-headline")  # clarity.h1-missing
    if page.is_vague(headline.text) or is_name(page, headline.text):
        return NotApplicable("counted-elsewhere")  # clarity.h1-vague, clarity.headline-name
    if what_is_it(page, reading).answer is not Answer.YES:
        return NotApplicable("counted-elsewhere")  # clarity.offer-unclear
    told = first_screen(page)
    mute = headline.says_offer == "yes" and page.rendered and _names_nothing(page, headline.text)
    lines = [at for at in told.telling if len(words(at.snippet)) >= FEWEST_WORDS] if mute else told.evidence
    telling = next((at for at in lines if at not in headline.evidence), None)
    # without a browser nobody knows which line is large: only a headline that says nothing is called so
    spared = ("yes",) if page.rendered else ("yes", "unsure")
    if (headline.says_offer in spared and not mute) or telling is None or names_trade(headline.text):
        return None
    brand = reading.brand.value if reading.brand else ""
    if (
        _says_the_same(headline.text, telling.snippet)
        or is_plain(page, headline)
        or begins_as_titled(page, headline.text, brand)
    ):
        return None
    proof = [*(quoted(page, at) for at in headline.evidence), quoted(page, telling)]
    return found(
        META,
        page.brief,
        Severity.P2,
        proof,
        count=1,
        said=evidence.shortened(headline.text),
        told=evidence.shortened(telling.snippet),
    )


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
