"""An answer by matters: what usually helps with each that was told, one question, and the way to a look at the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from coldread.advice.clauses import clauses, is_well, without_runs
from coldread.advice.humble import repeated
from coldread.advice.hurts.classes import Hurt
from coldread.advice.matters.own_words import own_words
from coldread.advice.matters.signs import QUOTED, TEXTS, Told, languages_of, signs_of, told
from coldread.advice.matters.table import NAMED, OUTCOME, SYMPTOM, TOPIC, Matter, matters_in
from coldread.advice.reading import Reading
from coldread.advice.shapes import QuickFix
from coldread.base.languages import Language, quoted
from coldread.base.texts.said import gaps_in

#: what may be claimed at most: nothing was looked at, and what helps usually may not help here
SURE: Mapping[int, float] = {NAMED: 0.45, TOPIC: 0.4, SYMPTOM: 0.35, OUTCOME: 0.3}
#: of an answer that knows what happens and not why
BY_KIND = 0.25
#: what people want who tell nothing but figures, in words up to this many
WISH = "wish"
BRIEF = 12
#: signs of a quotation that is repeated whole
LONGEST_QUOTE = 60
#: matters that are answered by the fact itself, where the owner has told it
FACT_HELPS = frozenset(
    ("headline", "not-understood", "wrong-belief", "asked", "unsaid", "included", "credentials", "middleman", "jargon")
)  # fmt: skip
#: “nothing looks right” says that something is wrong
_NONE = re.compile(r"\b(?:nothing|nobody|no one|none|inget|ingenting|ingen|inga)\b", re.IGNORECASE)
_MARKS = re.compile(r'[“”„«»"]')


def matters_of(reading: Reading) -> tuple[Matter, ...]:
    return matters_in(_told(reading))


def _told(reading: Reading) -> Told:
    """Without the clauses that say that something is well as it is."""
    text = without_runs(reading.outside_quotes)
    for clause in clauses(text):
        if is_well(clause) and not _NONE.search(clause):
            text = text.replace(clause, " ")
    return told(text.replace("…", QUOTED))


def by_matters(matters: Sequence[Matter], reading: Reading) -> QuickFix:
    said = _told(reading)
    lang = reading.lang
    fact = own_words(reading.outside_quotes) if any(one.name in FACT_HELPS for one in matters) else None
    says = " ".join(_text(matter, "says", lang) for matter in matters)
    return QuickFix(
        diagnosis=TEXTS.say(lang, "said.read", says=says),
        rewrite="\n\n".join((*_steps(matters, reading, said, fact), _question(matters[0], fact, lang))),
        rationale=TEXTS.say(lang, "said.rationale", home=reading.home),
        element_selector=reading.selector,
        confidence=SURE[matters[0].weight],
        engine="rules",
    )


def _text(matter: Matter, part: str, lang: Language) -> str:
    return TEXTS.say(lang, f"matter.{matter.name}.{part}")


def _question(leading: Matter, fact: str | None, lang: Language) -> str:
    """What was told already is not asked for."""
    if fact and leading.name in FACT_HELPS:
        return TEXTS.say(lang, "said.ask_fact")
    return _text(leading, "ask", lang)


def _steps(matters: Sequence[Matter], reading: Reading, said: Told, fact: str | None) -> list[str]:
    lang = reading.lang
    helps = [_help(matter, reading, said) for matter in matters]
    if len(matters) > 1:
        helps = [
            TEXTS.say(lang, "said.item", number=number, title=_text(matter, "title", lang), help=text)
            for number, (matter, text) in enumerate(zip(matters, helps, strict=True), start=1)
        ]
    if fact:
        helps.append(TEXTS.say(lang, "said.offered", offer=_MARKS.sub("’", fact)))
    if _tells("said.kept", said):
        helps.append(TEXTS.say(lang, "said.bound"))
    return helps


def _help(matter: Matter, reading: Reading, said: Told) -> str:
    """The first wording whose gaps can be filled."""
    known = {"quote": quote} if (quote := _quote_of(matter, reading, said)) else {}
    choices = TEXTS.choices(reading.lang, f"matter.{matter.name}.help")
    return next(text for text in choices if gaps_in(text) <= known.keys()).format(**known)


def _quote_of(matter: Matter, reading: Reading, said: Told) -> str | None:
    """What is quoted in the sentence that tells the matter: quotations elsewhere are about something else."""
    before = 0
    for sentence in said.sentences:
        here = sentence.count(QUOTED)
        if here and matters_in(Told((sentence,))) and matter in matters_in(Told((sentence,))):
            quote = reading.quoted[before] if before < len(reading.quoted) else None
            return _MARKS.sub("’", quote) if quote and len(quote) <= LONGEST_QUOTE else None
        before += here
    return None


def _tells(key: str, said: Told) -> bool:
    return any(
        said.tells(sign, lang) is not None for lang in languages_of(said) for sign in signs_of(key, lang)
    )


def kind_of(hurts: Sequence[Hurt], reading: Reading) -> str | None:
    """The first that has an answer of its own; what leads may only rule remedies out. Mere figures are a wish for better ones."""
    said = _told(reading)
    fitting = (hurt.name for hurt in hurts if _fits(hurt.name, said))
    is_brief = len(reading.problem.split()) <= BRIEF
    return next(fitting, WISH if is_brief and _tells("kind.figures.signs", said) else None)


def _fits(kind: str, said: Told) -> bool:
    """Whether it has reasons to tell, and the words name what they are about where that is needed."""
    if TEXTS.find(Language.EN, f"kind.{kind}.causes") is None:
        return False
    return not signs_of(f"kind.{kind}.needs", Language.EN) or _tells(f"kind.{kind}.needs", said)


def by_kind(kind: str, reading: Reading) -> QuickFix:
    """What happens is told and not why: the usual reasons, how to tell them apart, and what would decide."""
    lang = reading.lang
    read = quoted(repeated(reading.problem), lang)
    return QuickFix(
        diagnosis=TEXTS.say(lang, "kind.intro", read=read),
        rewrite=f"{TEXTS.say(lang, f'kind.{kind}.causes')}\n\n{TEXTS.say(lang, f'kind.{kind}.ask')}",
        rationale=TEXTS.say(lang, "kind.rationale", home=reading.home),
        element_selector=reading.selector,
        confidence=BY_KIND,
        engine="rules",
    )
