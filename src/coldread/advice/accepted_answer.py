"""Which parts of a model's answer are sold: only those that the caller's words support. If too few are left, the call counts as failed. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from coldread.advice.language import is_in_any_language, is_in_language
from coldread.advice.model_shapes import SaidAudit, SaidFinding, SaidFix
from coldread.advice.prompt_material import AdviceMaterial
from coldread.advice.shapes import Audit, AuditFinding, QuickFix
from coldread.base.texts.texts import texts_of
from coldread.reader.sayable import Sayable, sentences
from coldread.reader.shape import Reference

say = texts_of("coldread.advice").say

#: findings of an audit, and how many of the model's are examined
FINDINGS, MOST_FINDINGS = 5, 10
#: characters; a longer text is refused
LONGEST_TITLE, LONGEST_PASSAGE, LONGEST_REWRITE, LONGEST_SUMMARY = 120, 700, 1_200, 1_200
SHORTEST = 3
LONGEST = max(LONGEST_PASSAGE, LONGEST_REWRITE, LONGEST_SUMMARY)
#: confidence by the model's own word; `told` only if it quotes words of the caller as its source
CONFIDENCE = {"told": 0.9, "fits": 0.6, "usual": 0.4}
#: a text with this many words has a language that can be recognised
TELLING = 8
_GAP = re.compile(r"\[[^\[\]]*\]")
_QUOTED = re.compile(r"[\"“”„»«']([^\"“”„»«']{2,200})[\"“”»«']")
#: a rewrite that says that no change is needed; a buyer was charged for “No change is proposed.”
_NO_CHANGE = re.compile(
    r"(?:no change|nothing to change|keep (?:it|this) as|leave (?:it|this) as|ingen ändring|behåll (?:den|det|texten) som)\b",
    re.IGNORECASE,
)

#: words of a caller who mentions a style sheet
_CSS = re.compile(
    r"[.#]?[\w-]{1,60}\s{0,3}\{|\bcss\b|\bstyle ?sheet|\bstilmall"
    r"|\b(?:margin|padding|display|overflow|z-index|font-size|color|width|height|position|line-height)\s{0,2}:",
    re.IGNORECASE,
)
#: one rule of a style sheet: a plain selector, and declarations without quotation marks, addresses or anything that runs
_DECLARED = (
    r"(?:margin|padding|display|overflow|z-index|font|color|background|width|height|min|max|position|top|left|right|bottom|flex|grid|gap|align|justify"
    r"|text|line-height|letter-spacing|border|opacity|transform|visibility|white-space|word|cursor|outline|object|aspect-ratio|box|float|inset|hyphens)"
    r"[a-z-]{0,30}\s{0,3}:\s{0,3}[a-z0-9#%., -]{1,60}"
)
_RULE = re.compile(
    r"(?<![\w-])[.#]?[a-z][\w-]{0,60}(?:[ .#>:]{1,3}[a-z][\w-]{0,60}){0,6}\s{0,3}"
    rf"\{{\s{{0,8}}(?:{_DECLARED};\s{{0,8}}){{0,20}}(?:{_DECLARED}\s{{0,8}})?\}}"
)
_MEASURE = re.compile(r"\b\d{1,4}(?:\.\d{1,3})?(?:px|r?em|vw|vh|ch)\b")


class Keeper:
    """Checks one answer against the model's material; `dropped` counts refused texts by reason."""

    def __init__(self, told: AdviceMaterial, prefix: str) -> None:
        self._told = told
        self._prefix = prefix
        self._sayable = Sayable(*told.words, told.host, lang=told.lang, forbidden=f"{prefix}-")
        self.dropped: Counter[str] = Counter()
        #: each with its reason, in the model's order
        self.refused: list[tuple[str, str]] = []
        self._knows_css = any(map(_CSS.search, told.words))

    def fix(self, said: SaidFix, selector: str, engine: str) -> QuickFix | None:
        diagnosis = self._passage(said.diagnosis, LONGEST_PASSAGE)
        rationale = self._passage(said.rationale, LONGEST_PASSAGE, leans=False)
        rewrite = self._rewrite(said.rewrite)
        if not (
            diagnosis and rationale and rewrite and all(map(self._is_in_language, (diagnosis, rationale)))
        ):
            return None
        return QuickFix(
            diagnosis=diagnosis,
            rewrite=rewrite,
            rationale=rationale,
            element_selector=selector,
            confidence=self._confidence(said.sure, said.rests_on),
            engine=engine,
        )

    def audit(self, said: SaidAudit, engine: str) -> Audit | None:
        """The five most costly of the valid findings, and below the summary our own note that nobody saw the page."""
        summary = self._passage(said.executive_summary, LONGEST_SUMMARY)
        kept = list(self._distinct_findings(said.findings[:MOST_FINDINGS]))
        if summary and len(kept) < FINDINGS:
            self._drop("too-few", f"{len(kept)} findings are left, and {FINDINGS} are needed")
        if not summary or not self._is_in_language(summary) or len(kept) < FINDINGS:
            return None
        ranked = sorted(kept, key=lambda one: one.priority)[:FINDINGS]
        findings = [one.model_copy(update={"rank": rank}) for rank, one in enumerate(ranked, 1)]
        return Audit(
            executive_summary=f"{summary} {say(self._told.lang, 'audit.not_opened')}",
            findings=findings,
            confidence=round(sum(one.confidence for one in findings) / FINDINGS, 2),
            engine=engine,
        )

    def _distinct_findings(self, said: Iterable[SaidFinding]) -> Iterable[AuditFinding]:
        seen: set[str] = set()
        for one in said:
            found = self._accepted_finding(one)
            if found is None:
                continue
            marks = {f"title {_lowercase_words_of(found.title)}", f"fix {_lowercase_words_of(found.fix)}"}
            if marks & seen:
                self._drop("said-twice", found.title)
                continue
            seen |= marks
            yield found

    def _accepted_finding(self, said: SaidFinding) -> AuditFinding | None:
        title = self._title(said.title)
        why, fix = (self._passage(text, LONGEST_PASSAGE) for text in (said.why, said.fix))
        if not (title and why and fix and all(map(self._is_in_language, (why, fix)))):
            return None
        return AuditFinding(
            rank=1,
            priority=said.priority,
            title=title,
            why=why,
            fix=fix,
            confidence=self._confidence(said.sure, said.rests_on),
        )

    def _rewrite(self, text: str) -> str:
        """All of it or nothing, since it is pasted as it is. Line breaks stay."""
        lines = [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]
        rewrite = "\n".join(lines)
        if len(rewrite) > LONGEST_REWRITE:
            return self._drop("length", rewrite)
        plain_lines = self._without_css(rewrite).split("\n")
        if not all(self._may_say(line, as_the_owner=True) for line in plain_lines) or self._spells_an_address(
            lines
        ):
            return ""
        plain = _GAP.sub(" ", rewrite)
        if not any(sign.isalpha() for sign in plain) or self._is_no_change(rewrite):
            return self._drop("no-change", rewrite)
        if len(plain.split()) >= TELLING and not is_in_any_language(plain):
            return self._drop("other-language", rewrite)
        return rewrite

    def _is_no_change(self, rewrite: str) -> bool:
        """The element's present words, which owners quote first, do not count as a change, nor does a sentence that says that none is needed."""
        present = _QUOTED.search(self._told.words[-1])
        unchanged = present is not None and _lowercase_words_of(present[1]) == _lowercase_words_of(rewrite)
        return unchanged or _NO_CHANGE.match(rewrite) is not None

    def _passage(self, text: str, longest: int, *, leans: bool = True) -> str:
        """The sentences that may be said; `leans`: none if the first may not, because the others depend on it."""
        line = " ".join(text.split())
        if not SHORTEST <= len(line) <= longest:
            return self._drop("length", line)
        said = sentences(line)
        held = [one for one in said if self._may_say(self._without_css(one))]
        if not held or (leans and held[0] != said[0]):
            return ""
        return held[0] if self._spells_an_address(held) else " ".join(held)

    def _title(self, text: str) -> str:
        line = " ".join(text.split())
        if not SHORTEST <= len(line) <= LONGEST_TITLE:
            return self._drop("length", line)
        return line if self._may_say(line) else ""

    def _spells_an_address(self, parts: list[str]) -> bool:
        """Reasons against all parts together, although each part alone may be said."""
        found = self._sayable.new_address(" ".join(parts))
        if found:
            self._drop("new-address", " ".join(parts))
        return found

    def _may_say(self, text: str, *, as_the_owner: bool = False) -> bool:
        """`as_the_owner`: visitors would read it as the owner's own words, so it promises nothing new outside its gaps."""
        promised = self._sayable.objection_to_words(_GAP.sub(" … ", text)) if as_the_owner else ""
        reason = (
            self._sayable.objection(text) or promised or ("" if self._is_in_script(text) else "other-script")
        )
        if reason:
            self._drop(reason, text)
        return not reason

    def _without_css(self, text: str) -> str:
        """A rule or a measure of a style sheet does not count as a fact of the page if the caller mentions style sheets."""
        if not self._knows_css:
            return text
        return _MEASURE.sub(
            " … ",
            _RULE.sub(lambda one: one[0] if self._sayable.new_address(one[0]) else " … ", text),
        )

    def _is_in_script(self, text: str) -> bool:
        """Letters of scripts other than Latin only if the caller used them."""
        told = set("".join(self._told.words))
        return all(sign < "\u0250" or sign in told for sign in text if sign.isalpha())

    def _is_in_language(self, text: str) -> bool:
        if len(text.split()) < TELLING or is_in_language(self._told.lang, text):
            return True
        self._drop("other-language", text)
        return False

    def _confidence(self, sure: str, rests_on: Iterable[Reference]) -> float:
        is_told = sure == "told" and any(map(self._is_there, rests_on))
        return CONFIDENCE["fits" if sure == "told" and not is_told else sure]

    def _is_there(self, reference: Reference) -> bool:
        prefix, _, number = reference.block.strip(" []").rpartition("-")
        if prefix != self._prefix or not (number.isascii() and number.isdigit()):
            return False
        blocks = dict(enumerate(self._told.words, 1))
        words = " ".join(reference.words.split())
        return bool(words) and words in blocks.get(int(number), "")

    def _drop(self, reason: str, text: str) -> str:
        self.dropped[reason] += 1
        self.refused.append((reason, text))
        return ""


def accepted_json(answer: QuickFix | Audit | None, keeper: Keeper) -> dict[str, Any]:
    """`refused`: what the model learns if nothing can be sold."""
    return {
        "answer": None if answer is None else answer.model_dump(),
        "dropped": dict(keeper.dropped),
        "refused": keeper.refused if answer is None else [],
    }


def _lowercase_words_of(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
