"""The answers if no model is configured, so that the whole flow can be tried: what is true of any page, and gaps to fill in. Pure.

In production these are not sold (`payments/on_sale`).
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from coldread.advice.prompt_material import audit_material, fix_material
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, AuditFinding, QuickFix
from coldread.base.languages import Language, quoted
from coldread.base.texts.texts import texts_of
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.answers.questions import FIVE, TITLES, Question

say = texts_of("coldread.advice").say

#: confidence: nothing was understood and no page was seen; a fact that the address itself shows is certain
UNSURE, SURE = 0.2, 0.9
#: characters of the caller's words that are repeated
LONGEST_READ = 200
#: the kind of element that a selector or a complaint names; else `text`
KINDS = {
    "call": re.compile(r"\b(?:button|btn|cta|submit)\b|^a\b|\bknapp", re.IGNORECASE),
    "headline": re.compile(r"\bh[1-3]\b|headline|heading|rubrik", re.IGNORECASE),
    "form": re.compile(r"\b(?:form|input|label|textarea|select)\b|field|formulär|fält", re.IGNORECASE),
}
#: questions that come first when a visitor decides whether to stay
FIRST = frozenset({Question.WHAT, Question.FOR_ME, Question.PRESS})


def quick_fix_by_rules(body: QuickFixRequest) -> QuickFix:
    """The caller's words, and what an element of this kind must say, with gaps for what only the caller knows."""
    lang = fix_material(body).lang
    kind = _element_kind_in(body.element_selector) or _element_kind_in(body.problem) or "text"
    return QuickFix(
        diagnosis=say(lang, "fix.diagnosis", read=quoted(_shortened_line(body.problem), lang)),
        rewrite=say(lang, f"fix.{kind}"),
        rationale=say(lang, f"fix.why_{kind}"),
        element_selector=body.element_selector,
        confidence=UNSURE,
        engine="rules",
    )


def _element_kind_in(text: str) -> str:
    return next((name for name, pattern in KINDS.items() if pattern.search(text)), "")


def _shortened_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_READ else f"{line[:LONGEST_READ].rpartition(' ')[0]} …"


def audit_by_rules(body: AuditRequest) -> Audit:
    """The five questions of a visitor, in the words of this goal; those about the page's address come first."""
    lang = audit_material(body).lang
    findings = [_plain_http(lang)] if urlsplit(body.url).scheme == "http" else []
    findings += [
        _finding_for_question(question, body, lang)
        for question in sorted(FIVE, key=lambda one: one not in FIRST)
    ]
    ranked = [one.model_copy(update={"rank": rank}) for rank, one in enumerate(findings[: len(FIVE)], 1)]
    return Audit(
        executive_summary=say(lang, "audit.summary", goal=goal_row(body.primary_goal).result(lang)),
        findings=ranked,
        confidence=round(sum(one.confidence for one in ranked) / len(ranked), 2),
        engine="rules",
    )


def _plain_http(lang: Language) -> AuditFinding:
    texts = {name: say(lang, f"http.{name}") for name in ("title", "why", "fix")}
    return AuditFinding(rank=1, priority="P0", confidence=SURE, **texts)


def _finding_for_question(question: Question, body: AuditRequest, lang: Language) -> AuditFinding:
    return AuditFinding(
        rank=1,
        priority="P1" if question in FIRST else "P2",
        title=TITLES[question](lang),
        why=say(lang, "audit.why", goal=goal_row(body.primary_goal).result(lang)),
        fix=say(lang, f"ask.{question}"),
        confidence=UNSURE,
    )
