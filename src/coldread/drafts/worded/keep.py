"""What is kept of a model's words: nothing that the page, the order and the rules do not say, sentence by sentence. Pure.

A sentence with a new number, name, quotation or address is dropped and counted. Words to be pasted are held against the page
and the order alone, and promise nothing that those do not; a piece that has lost what it stands on goes as a whole. Gaps that the
owner fills are no facts and are left as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from coldread.drafts.case import Case
from coldread.drafts.marks import MARK, marked, marks_in
from coldread.drafts.worded.material import ABOUT_WORDS, material_of, numbered_points, words_of
from coldread.drafts.worded.shape import (
    Change,
    Edit,
    Objection,
    PagePart,
    PastedText,
    Repair,
    Rewrite,
    Screen,
    VisitorsAnswer,
    WordedDraft,
)
from coldread.llm.grounds import LANGUAGES, Grounds
from coldread.scanner.page.dictionary import is_ordinary
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.wording import sentences

#: words of a headline, a line, a label and what stands under it: a few more than a model is told
MOST_WORDS = {"headline": 14, "line": 45, "button": 6, "under_button": 24}
#: characters of a sentence, of a text to paste, and of a quotation that finds its place
LONGEST_SENTENCE, LONGEST_TEXT, SHORTEST_QUOTE = 420, 900, 3
MOST_GAPS = 3
#: how many of something there are on the page may be told to its owner, who can count
COUNTED = "two three four five six seven eight nine ten två tre fyra fem sex sju åtta nio tio eleven twelve elva tolv half third twice double halv halva hälften dubbelt tredje"
SHORTEST_REWRITE, LONGEST_REWRITE = 3, 300
_BLANKS = re.compile(r"\s+")
#: a sentence that rests on the one before it, and goes with it
_LEANS = re.compile(
    r"(?:It|This|That|These|Those|They|There|Then|So|Here|Det|Den|Detta|Denna|Dessa|De|Då|Där|Så|Här|Sedan)\b"
)
_MARKS_OF_SPEECH = re.compile('[“”„»«"]')

T = TypeVar("T")


@dataclass(frozen=True)
class Fault:
    """Words that were dropped: where they stood, and why."""

    place: str
    text: str
    reason: str


class _Sieve:
    """One draft held against what is known; notes what it drops with its place and reason."""

    def __init__(self, case: Case) -> None:
        told = material_of(case)
        page = words_of(case)
        self.page = Grounds(page)
        known = (page, case.linked, case.scripts, told.order if told else "")
        own = told.page_language if told and told.page_language in LANGUAGES else case.lang
        self.pasted = Grounds(*known, languages=(own,), is_word=is_ordinary, own_addresses=True, reckons=True)
        rules = (told.found, told.pressed, told.page, told.source, COUNTED) if told else ()
        self.said = Grounds(
            *known, *rules, languages=(case.lang,), is_word=is_ordinary, own_addresses=True, reckons=True
        )
        self.faults: list[Fault] = []
        #: the piece that is looked at, as `pieces_of` calls it
        self.at = ""
        #: headings of texts that were dropped: nobody is sent to them
        self.lost: list[str] = []

    def prose(self, text: str, *, proposes: bool = False) -> str:
        """What may be said to the owner: the sentences that hold."""
        kept: list[str] = []
        fault: str | None = None
        if not text.strip():
            return ""
        for sentence in _told(_line(text)):
            if fault and _LEANS.match(sentence):
                continue
            lost = "lost-text" if any(heading in sentence for heading in self.lost) else None
            fault = _length(sentence) or lost or self.said.objection(_bare(sentence), proposes=proposes)
            self._note(fault, sentence)
            if not fault:
                kept.append(marked(sentence))
        return " ".join(kept)

    def paste(self, text: str, *, letter: bool = False) -> str:
        """Words for the page or a letter, paragraph by paragraph: all of them, or none."""
        line = marked("\n".join(filter(None, map(_line, text.splitlines()))))
        if not line:
            return ""
        bare = _bare(line)
        grounds = self.said if letter else self.pasted
        fits = len(line) <= LONGEST_TEXT * (2 if letter else 1) and len(marks_in(line)) <= MOST_GAPS
        fault = grounds.objection(bare) if fits else "length"
        if not fault and self.pasted.makes_promise(bare):
            fault = "new-promise"
        self._note(fault, line)
        return "" if fault else line

    def quote(self, text: str) -> str:
        """The page's own words; empty where they are not."""
        line = _line(text).strip(" “”\"'")
        if len(line) < SHORTEST_QUOTE:
            return ""
        fault = None if self.page.has_quote(line) else "not-on-page"
        self._note(fault, line)
        return "" if fault else line

    def drop(self, reason: str, text: str) -> None:
        self._note(reason, text)

    def _note(self, fault: str | None, text: str) -> None:
        if fault:
            self.faults.append(Fault(self.at, text, fault))


def kept_of(said: WordedDraft, case: Case) -> tuple[WordedDraft, Counter[str]]:
    """The same shape with what holds, and how much did not, by its reason."""
    kept, faults = sifted(said, case)
    return kept, Counter(one.reason for one in faults)


def sifted(said: WordedDraft, case: Case) -> tuple[WordedDraft, list[Fault]]:
    """The same shape with what holds, and what does not, with its place."""
    sieve = _Sieve(case)
    ids = numbered_points(case)
    measured = {item.id for item in case.report.findings} if case.report is not None else set()

    def prose(name: str, text: str, *, proposes: bool = False) -> str:
        sieve.at = name
        return sieve.prose(text, proposes=proposes)

    def each(name: str, found: list[T], of: Callable[[T], T | None]) -> list[T]:
        kept = []
        for number, one in enumerate(found, 1):
            sieve.at = f"{name}.{number}"
            kept.append(of(one))
        return [one for one in kept if one is not None]

    def lines(name: str, found: list[str]) -> list[str]:
        kept = [prose(f"{name}.{number}", text) for number, text in enumerate(found, 1)]
        return [text for text in kept if text]

    texts = each("texts", said.texts, lambda one: _text(one, sieve))
    there = {one.heading for one in texts}
    sieve.lost = [head for one in said.texts if (head := marked(_line(one.heading))) and head not in there]
    kept = WordedDraft(
        summary=prose("summary", said.summary),
        trouble=prose("trouble", said.trouble) if case.assignment.pain_point else "",
        keep=lines("keep", said.keep),
        changes=each("changes", said.changes, lambda one: _change(one, sieve, {*ids, *measured})),
        doubted=[name for name in dict.fromkeys(said.doubted) if name in ids or name in measured],
        answers=each("answers", said.answers, lambda one: _answer(one, sieve)),
        screens=each("screens", said.screens, lambda one: _screen(one, sieve)),
        parts=each("parts", said.parts, lambda one: _part(one, sieve)),
        texts=texts,
        objections=each("objections", said.objections, lambda one: _objection(one, sieve)),
        behind=prose("behind", said.behind, proposes=True),
        proof=prose("proof", said.proof, proposes=True),
        letter=_letter(said.letter, sieve),
        edits=each("edits", said.edits, lambda one: _edit(one, sieve)),
        repairs=each("repairs", said.repairs, lambda one: _repair(one, sieve)),
        questions=lines("questions", said.questions),
        rewrites=each("rewrites", said.rewrites, lambda one: _rewrite(one, sieve, case)),
    )
    return kept, sieve.faults


def _letter(text: str, sieve: _Sieve) -> str:
    sieve.at = "letter"
    return sieve.paste(text, letter=True)


def _change(one: Change, sieve: _Sieve, ids: set[str]) -> Change | None:
    """A change without a sentence that says what is wrong, or what to do, is none."""
    title, do = sieve.prose(one.title, proposes=True), sieve.prose(one.do, proposes=True)
    if not title or not do:
        return None
    return Change(
        title=title,
        why=sieve.prose(one.why),
        do=do,
        quote=sieve.quote(one.quote),
        of=one.of if one.of in ids else "",
        effort=one.effort,
        build=sieve.prose(one.build, proposes=True),
    )


def _answer(one: VisitorsAnswer, sieve: _Sieve) -> VisitorsAnswer | None:
    said = sieve.prose(one.said)
    return VisitorsAnswer(question=one.question, said=said, quote=sieve.quote(one.quote)) if said else None


def _screen(one: Screen, sieve: _Sieve) -> Screen | None:
    """Headline and line, or no version; a label or the line under it may fall away."""
    fields = {name: sieve.paste(getattr(one, name)) for name in MOST_WORDS}
    for name, most in MOST_WORDS.items():
        if len(words(_bare(fields[name]))) > most:
            sieve.drop("length", fields[name])
            fields[name] = ""
    if not fields["headline"] or not fields["line"]:
        return None
    return Screen(**fields, because=sieve.prose(one.because, proposes=True))


def _part(one: PagePart, sieve: _Sieve) -> PagePart | None:
    heading, how = sieve.quote(one.heading), sieve.prose(one.how, proposes=True)
    return PagePart(heading=heading, act=one.act, how=how) if heading and how else None


def _text(one: PastedText, sieve: _Sieve) -> PastedText | None:
    """A heading after which it should go and that is not there sends it below the first screen."""
    text, heading = sieve.paste(one.text, letter=one.where == "letter"), sieve.paste(one.heading)
    after = sieve.quote(one.after) if one.where == "page" else sieve.prose(one.after)
    return PastedText(where=one.where, after=after, heading=heading, text=text) if text else None


def _objection(one: Objection, sieve: _Sieve) -> Objection | None:
    doubt, answer = sieve.prose(one.doubt, proposes=True), sieve.prose(one.answer, proposes=True)
    return Objection(doubt=doubt, quote=sieve.quote(one.quote), answer=answer) if doubt and answer else None


def _edit(one: Edit, sieve: _Sieve) -> Edit | None:
    today, instead = sieve.quote(one.today), sieve.paste(one.instead)
    if not today or (one.instead.strip() and not instead) or today == instead:
        return None
    return Edit(today=today, instead=instead, why=sieve.prose(one.why, proposes=True))


def _repair(one: Repair, sieve: _Sieve) -> Repair | None:
    """Told by its reason; the markup is held against the source where the diff is made."""
    why = sieve.prose(one.why, proposes=True)
    return Repair(today=one.today, instead=one.instead, why=why) if why else None


def _rewrite(one: Rewrite, sieve: _Sieve, case: Case) -> Rewrite | None:
    found = case.report.findings if case.report is not None else ()
    if one.finding_id not in {item.id for item in found if item.id in ABOUT_WORDS}:
        sieve.drop("unknown-id", one.finding_id)
        return None
    text = sieve.paste(one.text)
    if not SHORTEST_REWRITE <= len(text) <= LONGEST_REWRITE:
        if text:
            sieve.drop("length", text)
        return None
    return Rewrite(finding_id=one.finding_id, text=text)


def _told(text: str) -> list[str]:
    """Its sentences; what somebody says in several stays one."""
    kept: list[str] = []
    for sentence in sentences(text):
        if kept and len(_MARKS_OF_SPEECH.findall(kept[-1])) % 2:
            kept[-1] += f" {sentence}"
        else:
            kept.append(sentence)
    return kept


def _line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def _bare(text: str) -> str:
    """Without its gaps."""
    return MARK.sub(" … ", marked(text))


def _length(sentence: str) -> str | None:
    return "length" if not sentence.strip() or len(sentence) > LONGEST_SENTENCE else None
