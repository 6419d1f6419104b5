"""The report's own sentences: `say("sv", "verdict_good")`, the sources of findings, and goals in words."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText
from coldread.base.texts.texts import room
from coldread.scanner.judge.finding import Source

say = room("coldread.scanner.report")

#: sources of findings that have a name in each language; the others are proper names
SOURCES: dict[str, InlineText] = {
    Source.CONSENSUS: InlineText(en=Source.CONSENSUS.value, sv="branschpraxis"),
    Source.READABILITY: InlineText(
        en=Source.READABILITY.value,
        sv="Unbounce 2024 och Entropy 2021, 23(11):1388: enklare text hänger ihop med konvertering",
    ),
    Source.SPEED: InlineText(en=Source.SPEED.value, sv="Google och Deloitte om snabbhet och konvertering"),
    Source.SLOP: InlineText(en="common signs of template pages", sv="vanliga tecken på mallsidor"),
    Source.LIX: InlineText(en=Source.LIX.value, sv="läsbarhetsindexet LIX"),
    Source.INTERSTITIALS: InlineText(en=Source.INTERSTITIALS.value, sv="Google om påträngande lager"),
}


def source_words(source: str, lang: Language) -> str:
    return "; ".join(SOURCES[part](lang) if part in SOURCES else part for part in source.split("; "))
