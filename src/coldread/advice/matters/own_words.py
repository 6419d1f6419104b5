"""A sentence of the owner's that already says what the page should: “we repair nets in Grimsby”. None where it may be the complaint."""

from __future__ import annotations

import re

from coldread.advice.clauses import without_runs

#: words from which a sentence is one, and up to which it can be a line on a page
FEWEST, MOST = 3, 18
_BRACKETS = re.compile(r"\(([^()]{8,120})\)")
_SENTENCE = re.compile(
    r"(?<=[.!?…])\s+|\n+|[;:()]|,?\s+(?:but|though|although|because|so|men|fast|eftersom|så)\s+",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"(?:(?:and|och|in fact|actually)\s+)?"
    r"(?:(?:we|they)(?:['’]re| are| do| run| teach| sell| make| repair| offer| also| give| take| check| have been| have iso)|i(?:['’]m| am| do| teach| make| sell| repair| give)"
    r"|it(?:['’]s| is| reconciles| helps| lets)|the first|(?:vi|jag) (?:är|gör|har ju|har funnits|säljer|tar|ger|lagar|erbjuder|automatiserar|sätter|reparerar|undervisar|lämnar|tillverkar|bakar|odlar)"
    r"|(?:de|dom) är|det är (?:en|ett|original)|direct is|direkt)\b",
    re.IGNORECASE,
)
#: what belongs to the complaint and not to the page
_COMPLAINS = re.compile(
    r"\b(?:hidden|faq|buried|footer|bottom|scroll|slow|broken|old|wrong|dead|mess|ugly|just|only|too|so|very|still|hard|kinda|gömd\w*|gömt|längst|sidfot\w*|bara|för|så|fortfarande|fult?|not|no|never|nobody|none|nothing|page|site|website|web|button|form|menu|photo\w*|pic|text|headline|slider|analytics|visitors?|people|customers?|they|think|want|get|need|know|"
    r"lose|losing|lost|feel|fed|sure|guess|sorry|maybe|believe|afraid|only says|how|why|what|which|worse|silly|annoy\w*|problem|about|me|my|fixed|today|"
    r"inte|ej|ingen|inget|inga|aldrig|sidan?|hemsid\w*|sajt\w*|knapp\w*|formulär\w*|meny\w*|bild\w*|text\w*|rubrik\w*|folk|kund\w*|besökare|tror|vill|får|vet|behöver|känn\w*|kanske|nog|väl|hur|varför|vad|vilk\w*|"
    r"förbannad|trött|problem\w*|mig|min|mitt|mina|liten|dag|ensam|sköter|fel|svårt|synd|tur|oense)\b|n['’]?t\b|…|\?",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(r"^(?:and|och|in fact|actually)\s+|\b(?:ju|faktiskt|actually)\s+", re.IGNORECASE)
#: what a line on a page does without
_OF_SPEECH = re.compile(r"^(?:it['’]s|it is|we do(?! (?:give|take|have)\b)|i do|det är)\s+", re.IGNORECASE)


def own_words(outside_quotes: str) -> str | None:
    """The first that states what is so, without a word of complaint in it."""
    text = without_runs(outside_quotes)
    bracketed = [found[1] for found in _BRACKETS.finditer(text)]
    for part in (*bracketed, *_SENTENCE.split(text)):
        said = _LEADS_IN.sub("", " ".join((part or "").split()).strip(" .!,–—-"))
        fewest = (
            FEWEST + 2 if _OF_SPEECH.match(said) and not said.lower().startswith(("we", "i ")) else FEWEST
        )
        if _STATES.match(said) and fewest <= len(said.split()) <= MOST and not _COMPLAINS.search(said):
            plain = _OF_SPEECH.sub("", said)
            return plain[0].upper() + plain[1:]
    return None
