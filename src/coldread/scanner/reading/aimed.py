"""The people that a line is meant for, in its own words: "for small fleets", "för dig som hyr ut"."""

from __future__ import annotations

import re

from coldread.scanner.reading.offer import people_in

#: where "for" introduces people: at the beginning of a sentence, or after "made", "designed", "software" and the like
_AIMED = re.compile(
    r"(?:^|(?<=[.!?·|–—] )|\b(?:built|made|designed|perfect|ideal|created|tailored|crafted|suited|meant|best|great|right|especially|exclusively"
    r"|software|platform|app|tool|tools|services|newsletter|solutions|analytics|machines|workspace|marketing|websites|training|coaching"
    r"|byggd|byggt|skapad|skapat|gjord|gjort|anpassad|anpassat|perfekt|passar|utformad|framtagen|särskilt|tänkt|idealisk|byggtjänster|tjänster|plattform|verktyg) )"
    r"(?:for|för)\s+(?:both\s+|både\s+)?",
    re.IGNORECASE,
)
_HELPS = re.compile(r"\b(?:we help|helps|i help|vi hjälper|jag hjälper|hjälper)\s+", re.IGNORECASE)
#: where the words for the people end
_ENDS = re.compile(
    r"[.;:!?()–—|·\n]|\s(?:who|that|to|in|on|with|seeking|scaling|looking|wanting|needing|as|at|by|from|via|using|running|which|where|when|so"
    r"|because|manage|get|grow|build|find|save|att|som|på|i|med|utan|från|vid|genom|när|där|vilket|oavsett|inom|hitta|få)\s",
    re.IGNORECASE,
)
_YOU_WHO = re.compile(
    r"\b(?:for (?:you|those|people|anyone) who|för (?:dig|er|alla|den) som)\b", re.IGNORECASE
)
MOST_WORDS, LONGEST = 8, 90


def aimed_at(text: str) -> str:
    """The people that a line is meant for; empty if it names none."""
    for start in (*_AIMED.finditer(text), *_HELPS.finditer(text)):
        rest = text[start.end() :]
        end = _ENDS.search(rest)
        people = (rest[: end.start()] if end else rest).strip(" ,-")
        if people and len(people.split()) <= MOST_WORDS and _ends_in_people(people):
            return people
    return ""


def _ends_in_people(people: str) -> bool:
    """The last word names people: "for better customer engagement" is meant for nobody."""
    last = people.rsplit(maxsplit=1)[-1]
    return bool(people_in(last)) or last.endswith("s") or last.isupper()


def sentence_for_you_who(text: str) -> str:
    """ "For you who …" to the end of its sentence, cut at a word if it is long."""
    start = _YOU_WHO.search(text)
    if start is None:
        return ""
    sentence = re.split(r"[.!?\n]", text[start.start() :], maxsplit=1)[0].strip()
    return sentence if len(sentence) <= LONGEST else sentence[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,") + " …"
