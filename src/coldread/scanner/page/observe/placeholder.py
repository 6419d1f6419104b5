"""Recognises placeholder text: lexicon phrases, editors' marks, unfilled templates."""

from __future__ import annotations

import re

from coldread.scanner.page.observe.text import is_filler
from coldread.scanner.page.phrases import content_words, may_hold, phrases, remembered, words

#: marks of unfinished text in any language: capitals as editors write them, empty brackets, unfilled templates
_MARKS = re.compile(
    r"\b(?:TODO|FIXME|TBD|TBC|XX+|TKTK|LOREM)\b(?!\w)|\[(?:your|insert|company|name|headline|product|city|din|ditt|namn|företag|rubrik|text|infoga)[^\]]{0,60}\]"
    r"|\[(?!(?:PDF|Video|New|Free|Ad|Beta|Live|Updated|Edit|SE|EN|SV)\])(?:X+|[A-ZÅÄÖ][\wåäö]*(?: [\wåäö]+){0,3})\]|%%\w+%%"
    r"|\{\{\s*[\w.]+[^}]{0,40}\}\}|<%=?\s*[\w.]+\s*%>|\$\{\s*\w+[^}]{0,40}\}"
    r"|(?:\(\d{3}\)\s?|\+\d{1,3}[\s-]?|\b\d{2,4}[\s-])?#{2,4}(?:[\s-]#{2,4}){1,4}(?!#)|#{2,}@#{2,}(?:\.\w{2,6})?"
)
#: a blank for an address or a number
_CONTACT = r"\[(?:(?:street|e-?mail|post|web)?[\s-]?(?:address|adress)|(?:tele)?(?:phone|fon)(?:\s?(?:number|nummer))?|e-?mail|e-post)\]"
_CASELESS = re.compile(
    r"<(?:your|insert|din|ditt|infoga)\b[^<>]{0,40}>|(?:©|copyright)\s*(?:\d{4}\s*)?your (?:website|company|name|brand|business|site)\b|"
    r"\[(?:your|insert|company|din|ditt|infoga|ert|er)\b[^\]]{0,60}\]"
    rf"|{_CONTACT}",
    re.IGNORECASE,
)
#: every match of the two patterns contains one of these
_SIGNS = ("TODO", "FIXME", "TBD", "TBC", "XX", "TKTK", "LOREM", "[", "%%", "{{", "<%", "${", "##")
_CASELESS_SIGNS = ("<", "©", "copyright", "[")
#: a longer text that has one of these phrases is about writing or design
SENTENCE_WORDS = 10
_TALKED_ABOUT = re.compile(
    r"(?:body copy|to be written|default (?:text|title)|(?:sample|example|demo|dummy|placeholder|filler) (?:text|copy|headline|content|title|heading)|(?:hero|catchy|compelling) headline"
    r"|replace (?:me|this text|this copy)|click to edit|untitled (?:page|document)|add your (?:text|copy|headline)|insert (?:text|image|name|title)|exempeltext\w*|dummytext\w*|platshållare\w*|att fylla i)",
    re.IGNORECASE,
)
#: a text that calls itself a placeholder, or tells its author to replace it
_ANNOUNCED = re.compile(
    r"^\W{0,4}(?:placeholder|platshållare)\s?(?:for|för|:|–|-|text|citat|quote|bild|image)"
    r"|\b(?:replace|byt ut|ersätt)\b[^.!?]{0,80}\b(?:before (?:you )?(?:publish|launch)|before going live|innan (?:du|ni) publicerar|före publicering)",
    re.IGNORECASE,
)
_ANNOUNCED_SIGNS = ("placeholder", "platshållare", "replace", "byt ut", "ersätt")
#: some phrases are placeholders only if they are nearly all of a text with at most so many words
SHORT_WORDS = 5
#: words of filler Latin that a finding quotes
FEW_WORDS = 6


@remembered
def placeholder_in(text: str) -> str:
    """The placeholder words; empty if there are none."""
    match = _match_unmistakable_phrase(text)
    if match is None and any(map(text.__contains__, _SIGNS)):
        match = _MARKS.search(text)
    if match is None and may_hold(text, _CASELESS_SIGNS):
        match = _CASELESS.search(text)
    if match is None and may_hold(text, _ANNOUNCED_SIGNS):
        match = _ANNOUNCED.search(text)
    if match is None and len(words(text)) <= SHORT_WORDS:
        match = _match_of_nearly_all(text)
    if match is None and is_filler(text):
        return " ".join(text.split()[:FEW_WORDS])
    return match[0] if match else ""


def is_blank_contact(mark: str) -> bool:
    """The placeholder words are where visitors look for a number or an address."""
    return "##" in mark or re.fullmatch(_CONTACT, mark, re.IGNORECASE) is not None


def _match_unmistakable_phrase(text: str) -> re.Match[str] | None:
    """A phrase of the list, unless a long sentence is about it."""
    match = phrases("placeholder.phrases").search(text)
    if match is not None and len(words(text)) > SENTENCE_WORDS and _TALKED_ABOUT.fullmatch(match[0]):
        return None
    if match is not None and _is_product_text(text, match):
        return None
    return match


def _is_product_text(text: str, match: re.Match[str]) -> bool:
    """The phrase describes what the product displays: "Reminders go out with your company name"."""
    before = text[max(match.start() - LONGEST_BEFORE, 0) : match.start()]
    whose = _WHOSE.fullmatch(match[0]) is not None and _SHOWN_WITH.search(before) is not None
    return whose and len(words(text)) > SHORT_WORDS


#: characters before the phrase that are searched for such a verb or preposition
LONGEST_BEFORE = 16
_WHOSE = re.compile(
    r"your (?:company|business|brand|product) name|(?:ditt|ert) (?:företags|produkt)namn", re.IGNORECASE
)
_SHOWN_WITH = re.compile(
    r"\b(?:with|under|in|on|using|shows?|enter|add|type|include|includes|med|under|i|på|visar|ange|anger|skriv)\s{1,3}$",
    re.IGNORECASE,
)


def _match_of_nearly_all(text: str) -> re.Match[str] | None:
    match = phrases("placeholder.short").search(text)
    left = content_words(text.replace(match[0], " ")) if match else []
    return match if not left else None
