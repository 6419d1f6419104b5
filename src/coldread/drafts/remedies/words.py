"""Texts: headlines, descriptions, forgotten words, long sentences; all out of words that are there."""

from __future__ import annotations

import re

from coldread.drafts.remedies.code import escaped, markup
from coldread.drafts.say import quoted, say
from coldread.scanner.judge.checks.clarity.h1_long import MAX_CHARS, MAX_WORDS
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import HEADINGS
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import mid_sentence, words
from coldread.scanner.report.plain import code, prose
from coldread.scanner.suggest import headline as headlines
from coldread.scanner.suggest import lines as sublines
from coldread.scanner.suggest.wording import halves, recased, sentences

MOST_PLACES = 10
_JOINTS = re.compile(
    r"[,;]?\s+(?:and|but|so that|which|while|because|och|men|så att|medan|eftersom|vilket)\s+|[;–—]\s+"
)
#: headings over other people's words, and headings that name nothing
_SAID_BY_OTHERS = re.compile(
    r"\b(?:clients?|customers?|testimonials?|reviews?|kund\w*|omdöme\w*|recension\w*)\b", re.IGNORECASE
)
_EMPTY = re.compile(r"\s*(?:feature|heading|title|section|rubrik|avsnitt)\s*\d*\s*$", re.IGNORECASE)


def headline(page: Page, finding: Finding, lang: str) -> list[str]:
    missing = finding.id == "clarity.h1-missing"
    unmarked = headlines.unmarked_text(page) if missing else ""
    said = unmarked if missing else headlines.instead_of_headline(page)
    if not said or placeholder_in(said):
        return [say(lang, "remedy.headline_unknown")]
    vague = ["", say(lang, "remedy.headline_vague")] if page.is_vague(said) else []
    return [*_headline(said, "", lang), *vague]


def shorter_headline(page: Page, finding: Finding, lang: str) -> list[str]:
    """Its first thought stays, the rest becomes the sentence below; where it is one thought, another line of the page."""
    long = heading_text(page.headline) if page.headline is not None else ""
    parted = halves(recased(long), most_words=MAX_WORDS, most_chars=MAX_CHARS)
    return _headline(*parted, lang) if parted is not None else headline(page, finding, lang)


def _headline(said: str, below: str, lang: str) -> list[str]:
    lines = [f"<h1>{escaped(said)}</h1>", *([f"<p>{escaped(below)}</p>"] if below else [])]
    return [say(lang, "remedy.headline"), "", *markup(*lines)]


def audience(page: Page, finding: Finding, lang: str) -> list[str]:
    return [say(lang, "remedy.audience", audience=prose(page.brief.audience))]


def subhead(page: Page, finding: Finding, lang: str) -> list[str]:
    said = sublines.subhead(page)
    return [say(lang, "remedy.subhead"), "", *markup(f"<p>{escaped(said)}</p>")] if said else []


def placeholders(page: Page, finding: Finding, lang: str) -> list[str]:
    """Every forgotten text with the heading it stands under, which says what belongs there."""
    lines = [say(lang, "remedy.placeholders"), ""]
    lines += [
        f"| {say(lang, 'remedy.place')} | {say(lang, 'remedy.now')} | {say(lang, 'remedy.belongs')} |",
        "|---|---|---|",
    ]
    for item in finding.places[:MOST_PLACES]:
        element = page.dom.by_selector.get(item.selector)
        belongs = _belongs(page, element, lang) if element is not None else "–"
        lines.append(f"| {code(item.selector)} | {code(item.snippet[:50])} | {belongs} |")
    if finding.count > MOST_PLACES:
        lines += ["", say(lang, "remedy.more_places", n=finding.count - MOST_PLACES)]
    return lines


def _belongs(page: Page, element: Element, lang: str) -> str:
    if element.tag == "title":
        return say(lang, "remedy.belongs_title")
    if element.tag in HEADINGS:
        return say(lang, "remedy.belongs_heading")
    above = _heading_above(page, element)
    if "©" in element.text:
        return say(lang, "remedy.belongs_footer")
    if _SAID_BY_OTHERS.search(above) or _is_among_voices(element):
        return say(lang, "remedy.belongs_quote")
    if not above:
        return say(lang, "remedy.belongs_hero", audience=prose(mid_sentence(page.brief.audience)))
    return say(
        lang, "remedy.belongs_below", heading=prose(above), audience=prose(mid_sentence(page.brief.audience))
    )


_VOICES = re.compile(r"review|testimonial|omdome|recension|kundcitat", re.IGNORECASE)


def _is_among_voices(element: Element) -> bool:
    """The part is named after those who speak there, whatever its heading says."""
    return any(
        _VOICES.search(f"{above.attr('id')} {above.attr('class')}")
        for above in (element, *element.ancestors())
    )


def _heading_above(page: Page, element: Element) -> str:
    last = ""
    for other in page.dom.elements:
        if other is element:
            return last
        if (
            other.tag in HEADINGS
            and other.text
            and not (placeholder_in(other.text) or _EMPTY.match(other.text))
        ):
            last = " ".join(other.text.split())[:60]
    return last


def long_sentences(page: Page, finding: Finding, lang: str) -> list[str]:
    own = [block for block in page.copy if not page.is_quotation(block.element)]
    said = [one for block in own for one in sentences(block.text)]
    longest = sorted((one for one in said if len(words(one)) > 20), key=lambda one: -len(words(one)))[:3]
    if not longest:
        return []
    lines = [say(lang, "remedy.long_sentences"), ""]
    for one in longest:
        joint = next((match for match in _JOINTS.finditer(one) if match.start() > len(one) * 0.3), None)
        shown = f"{one[: joint.start()]} ✂ {one[joint.start() :].strip()}" if joint else one
        lines.append(f"- {len(words(one))} {say(lang, 'remedy.words')}: {quoted(shown[:400], lang)}")
    return lines


def turned_around(page: Page, finding: Finding, lang: str) -> list[str]:
    starts = re.compile(r"^(?:we|our|vi|vår|våra|vårt)\b", re.IGNORECASE)
    own = [block for block in page.blocks if not page.is_quotation(block.element)]
    said = [one for block in own for one in sentences(block.text)]
    found = [one for one in said if starts.match(one.strip())][:4]
    return [say(lang, "remedy.we"), "", *(f"- {quoted(one[:200], lang)}" for one in found)] if found else []


def description(page: Page, finding: Finding, lang: str) -> list[str]:
    """The owner's: a line that is picked by rules would stand under the firm's name in every search."""
    return [say(lang, "remedy.description_unknown")]
