"""The questions that structure a scan's report, and the question of each check.

The five questions come first; then whether the page can be read and used, whether it is well maintained, and hygiene.
"""

from __future__ import annotations

from enum import StrEnum

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge.finding import dimension_of


class Question(StrEnum):
    """In the order in which a stranger asks."""

    WHAT = "what"
    FOR_ME = "for_me"
    WHY = "why"
    COST = "cost"
    PRESS = "press"
    READ = "read"
    CARE = "care"
    HYGIENE = "hygiene"


#: the questions that get an answer in words
FIVE = (Question.WHAT, Question.FOR_ME, Question.WHY, Question.COST, Question.PRESS)

TITLES: dict[Question, InlineText] = {
    Question.WHAT: InlineText(en="What is it?", sv="Vad är det?"),
    Question.FOR_ME: InlineText(en="Is it for me?", sv="Är det för mig?"),
    Question.WHY: InlineText(en="Why should I believe it?", sv="Varför ska jag tro på det?"),
    Question.COST: InlineText(en="What does it cost me?", sv="Vad kostar det mig?"),
    Question.PRESS: InlineText(
        en="What happens when I press the button?", sv="Vad händer när jag trycker på knappen?"
    ),
    Question.READ: InlineText(en="Can I read and use it?", sv="Kan jag läsa och använda den?"),
    Question.CARE: InlineText(en="Is it well kept?", sv="Är sidan välskött?"),
    Question.HYGIENE: InlineText(en="Hygiene", sv="Hygien"),
}

_OF_DIMENSION = {
    "clarity": Question.WHAT,
    "cta": Question.PRESS,
    "trust": Question.WHY,
    "friction": Question.COST,
    "copy": Question.CARE,
    "visual": Question.READ,
    "accessibility": Question.HYGIENE,
    "performance": Question.HYGIENE,
    "seo": Question.HYGIENE,
    "agent": Question.HYGIENE,
}
#: checks that belong to a question other than that of most of their dimension
_OF_CHECK = {
    "clarity.placeholder": Question.CARE,
    "clarity.h1-missing": Question.HYGIENE,
    "clarity.h1-multiple": Question.HYGIENE,
    "cta.low-contrast": Question.READ,
    "trust.no-amount": Question.COST,
    "trust.no-direct-contact": Question.PRESS,
    "visual.bare-heading": Question.CARE,
    "cta.cut-off": Question.READ,
    "cta.tap-target": Question.HYGIENE,
    "trust.privacy-link": Question.HYGIENE,
    "trust.stale": Question.CARE,
    "trust.private-mail": Question.CARE,
    "trust.contact-unlinked": Question.PRESS,
    "form.no-action": Question.PRESS,
    "form.label": Question.HYGIENE,
    "form.placeholder-as-label": Question.HYGIENE,
    "form.email-type": Question.HYGIENE,
    "form.autocomplete": Question.HYGIENE,
    "friction.popup": Question.READ,
    "copy.readability": Question.READ,
    "copy.wall-of-text": Question.READ,
    "copy.lang-mismatch": Question.HYGIENE,
    "a11y.color-contrast": Question.READ,
    "a11y.meta-viewport": Question.HYGIENE,
    "perf.lcp": Question.HYGIENE,
}


def is_hygiene(check_id: str) -> bool:
    """Whether a check is hygiene; False for unknown ids of an outside pipeline."""
    known = check_id in _OF_CHECK or dimension_of(check_id) in _OF_DIMENSION
    return known and question_of(check_id) is Question.HYGIENE


def question_of(check_id: str) -> Question:
    return _OF_CHECK.get(check_id) or _OF_DIMENSION[dimension_of(check_id)]
