"""The kinds of change that matter on a watched page, one row for each, with their words."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText


class ChangeKind(StrEnum):
    DOWN = "page_down"
    REPLACED = "page_replaced"
    TARGET = "target_fails"
    BLOCKING = "new_blocking_finding"
    COSTLY = "new_costly_finding"
    HEADLINE = "headline_changed"
    PRICE = "price_changed"
    BUTTON = "main_button_changed"
    SCORE = "score_moved"


@dataclasses.dataclass(frozen=True, kw_only=True)
class ChangeKindRow:
    """One row."""

    kind: ChangeKind
    #: what happened; `before` and `after` as the page or the scan has them
    sentence: InlineText
    #: the first thing to do; a finding has its own
    todo: InlineText


CHANGE_KINDS = (
    ChangeKindRow(
        kind=ChangeKind.DOWN,
        sentence=InlineText(
            en="We could not see the page, twice in a row: {after}",
            sv="Vi kunde inte se sidan, två gånger i rad: {after}",
        ),
        todo=InlineText(
            en="Open the page yourself. If it does not load, ask the people who run your server.",
            sv="Öppna sidan själv. Kommer den inte, fråga den som sköter servern.",
        ),
    ),
    ChangeKindRow(
        kind=ChangeKind.REPLACED,
        sentence=InlineText(
            en="The address shows another page, twice in a row: “{after}” instead of “{before}”. Title, headline and nearly all of the text are different",
            sv="Adressen visar en annan sida, två gånger i rad: ”{after}” i stället för ”{before}”. Titel, rubrik och nästan all text är andra",
        ),
        todo=InlineText(
            en="Open the address yourself. If that is not your page, ask the people who run your server or your domain.",
            sv="Öppna adressen själv. Är det inte din sida, fråga den som sköter servern eller domänen.",
        ),
    ),
    ChangeKindRow(
        kind=ChangeKind.TARGET,
        sentence=InlineText(
            en="The main button leads to {before}, which fails twice in a row: {after}",
            sv="Huvudknappen leder till {before}, som har fallerat två gånger i rad: {after}",
        ),
        todo=InlineText(
            en="Press the button yourself, and correct its link or the page behind it.",
            sv="Tryck på knappen själv, och rätta länken eller sidan bakom den.",
        ),
    ),
    ChangeKindRow(
        kind=ChangeKind.BLOCKING,
        sentence=InlineText(
            en="New, and it blocks the goal: {after}", sv="Nytt, och det hindrar målet: {after}"
        ),
        todo=InlineText(en="Fix it first.", sv="Åtgärda det först."),
    ),
    ChangeKindRow(
        kind=ChangeKind.COSTLY,
        sentence=InlineText(
            en="New, and it costs visitors: {after}", sv="Nytt, och det kostar besökare: {after}"
        ),
        todo=InlineText(en="Fix it soon.", sv="Åtgärda det snart."),
    ),
    ChangeKindRow(
        kind=ChangeKind.HEADLINE,
        sentence=InlineText(
            en="The headline changed from “{before}” to “{after}”",
            sv="Rubriken ändrades från ”{before}” till ”{after}”",
        ),
        todo=InlineText(
            en="Check that somebody meant to change it.",
            sv="Kontrollera att någon menade att ändra den.",
        ),
    ),
    ChangeKindRow(
        kind=ChangeKind.PRICE,
        sentence=InlineText(
            en="The prices changed from {before} to {after}",
            sv="Priserna ändrades från {before} till {after}",
        ),
        todo=InlineText(
            en="Check that the page states the prices that you charge.",
            sv="Kontrollera att sidan anger de priser som du tar.",
        ),
    ),
    ChangeKindRow(
        kind=ChangeKind.BUTTON,
        sentence=InlineText(
            en="The main button changed from “{before}” to “{after}”",
            sv="Huvudknappen ändrades från ”{before}” till ”{after}”",
        ),
        todo=InlineText(
            en="Check that it is the button that visitors should press first.",
            sv="Kontrollera att det är den knapp som besökare ska trycka på först.",
        ),
    ),
    ChangeKindRow(
        kind=ChangeKind.SCORE,
        sentence=InlineText(
            en="The score went from {before} to {after}", sv="Poängen gick från {before} till {after}"
        ),
        todo=InlineText(
            en="Look at the findings that are new or gone.", sv="Se vilka fynd som är nya eller borta."
        ),
    ),
)
BY_KIND = {row.kind: row for row in CHANGE_KINDS}
#: said if the page has no such text
_NONE = InlineText(en="none", sv="ingenting")


def sentence(kind: ChangeKind, before: str, after: str, lang: Language) -> str:
    """What happened."""
    return BY_KIND[kind].sentence(lang, before=before or _NONE(lang), after=after or _NONE(lang))


def first_thing_to_do(kind: ChangeKind, lang: Language, fix: str = "") -> str:
    """The finding's own fix, else the row's."""
    return fix or BY_KIND[kind].todo(lang)
