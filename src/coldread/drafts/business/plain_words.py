"""Praise that could stand on any page: found before a noun, and taken out where the sentence stands without it."""

from __future__ import annotations

import re

_PUFF = (
    r"(?:highly[- ])?(?:powerful|innovative|cutting[- ]edge|seamless|world[- ]class|best[- ]in[- ]class|high[- ]quality|top[- ]notch|"
    r"dedicated|comprehensive|unparalleled|exceptional|amazing|stunning|state[- ]of[- ]the[- ]art|passionate|"
    r"högkvalitativ\w*|pålitlig\w*|skräddarsydd\w*|innovativ\w*|engagerad\w*|prisvärd\w*|heltäckande|nytänkande|enastående|förstklassig\w*)"
)
_NO_NOUN = r"(?!(?:and|och|that|som|is|är|to|att|for|för|in|i|with|med|by|av|of|from|than|on|på|or|eller)\b)"
#: one word or several in a row; one that follows a comma is part of a list
_PRAISE = re.compile(
    rf"(?<![\w-])(?<!, )(?<!and )(?<!och )(?:{_PUFF}(?:,\s+|\s+(?:and|och|&)\s+|\s+))+(?=[^\W\d_]){_NO_NOUN}",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b([Aa])n? (?=(\w))")


def praise_in(text: str) -> list[str]:
    """Each run of it, as it stands."""
    found = (match[0].lower().strip(" ,") for match in _PRAISE.finditer(text))
    return list(dict.fromkeys(one.removesuffix(" and").removesuffix(" och").strip(" ,") for one in found))


def without_praise(text: str, lang: str) -> str:
    new = _PRAISE.sub("", text)
    if new == text:
        return text
    if lang == "en":
        new = _ARTICLE.sub(lambda match: f"{match[1]}{'n' if match[2].lower() in 'aeio' else ''} ", new)
    return new[:1].upper() + new[1:]
