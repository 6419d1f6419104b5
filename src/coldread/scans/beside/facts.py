"""What was measured on a page, one row for each fact, as it is shown beside the same fact of other pages. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from coldread.base.languages import Language, format_number
from coldread.base.texts.inline_text import InlineText
from coldread.base.texts.texts import room
from coldread.scans.comparison.page_state import PageState

say = room("coldread.scans.beside")


@dataclasses.dataclass(frozen=True, kw_only=True)
class FactRow:
    """One row: a fact, and how it is said."""

    what: str
    name: InlineText
    #: in the language's words; empty if the page has none, None if the scan does not say
    of: Callable[[PageState, Language], str | None]
    #: it differs from scan to scan, so a small difference says nothing
    varies: bool = False


def _prices_text(page: PageState, _: Language) -> str | None:
    return None if page.prices is None else " · ".join(dict.fromkeys(price.text for price in page.prices))


def _target_text(page: PageState, lang: Language) -> str | None:
    if not page.is_measured:
        return None
    if page.control is None:
        return ""
    target = page.control.target or say(lang, "target_nowhere")
    if page.control.works is None:
        return target
    return say(lang, "works" if page.control.works else "fails", target=target, why=page.control.why)


def _proofs_text(page: PageState, lang: Language) -> str | None:
    if page.proofs is None:
        return None
    number, specific = page.proofs
    return say(lang, "proofs", number=number, specific=specific) if number else ""


def _names_of_asked_fields(page: PageState, lang: Language) -> str | None:
    if page.asks is None:
        return None
    return ", ".join(say(lang, f"field.{kind}") for kind in page.asks)


def _load_text_of(
    window: str, metric: str, unit: str, divided: int
) -> Callable[[PageState, Language], str | None]:
    def of(page: PageState, lang: Language) -> str | None:
        value = page.load.get(window, {}).get(metric)
        return None if value is None else f"{format_number(round(value / divided), lang)} {unit}".strip()

    return of


FACTS: tuple[FactRow, ...] = (
    FactRow(
        what="headline",
        name=InlineText(en="Headline", sv="Rubrik"),
        of=lambda page, _: page.headline,
    ),
    FactRow(
        what="main_button",
        name=InlineText(en="Main button", sv="Huvudknapp"),
        of=lambda page, _: page.button,
    ),
    FactRow(
        what="main_button_target",
        name=InlineText(en="Where it leads", sv="Vart den leder"),
        of=_target_text,
    ),
    FactRow(
        what="asks",
        name=InlineText(en="What the form behind it asks for", sv="Vad formuläret bakom den frågar efter"),
        of=_names_of_asked_fields,
    ),
    FactRow(
        what="prices",
        name=InlineText(en="Prices", sv="Priser"),
        of=_prices_text,
    ),
    FactRow(
        what="proofs",
        name=InlineText(en="Words of others", sv="Andras ord"),
        of=_proofs_text,
    ),
    FactRow(
        what="weight_phone",
        name=InlineText(en="Transferred, phone", sv="Överfört, mobil"),
        of=_load_text_of("mobile", "bytes", "kB", 1000),
        varies=True,
    ),
    FactRow(
        what="largest_element_phone",
        name=InlineText(en="Largest element after, phone", sv="Största elementet efter, mobil"),
        of=_load_text_of("mobile", "lcp_ms", "ms", 1),
        varies=True,
    ),
    FactRow(
        what="score",
        name=InlineText(en="Score", sv="Poäng"),
        of=lambda page, _: None if page.score is None or page.source != "pipeline" else f"{page.score:g}",
    ),
)
