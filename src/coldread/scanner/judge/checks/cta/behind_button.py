"""A button behind which something else lies than it promised: followed once, or looked for in the section it names."""

from __future__ import annotations

from coldread.base.texts.said import Said
from coldread.scanner.goals import NAMED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.cta.broken_target import missing_anchor
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.calls import CallToAction
from coldread.scanner.page.page import Page
from coldread.scanner.reading.behind import behind, is_empty_section, missed, promise_of
from coldread.scanner.reading.record import Behind
from coldread.scanner.reading.steps import leads_to
from coldread.scanner.reading.unready import is_circle

#: what lies there, in words that end “… leads to”
PLACES: dict[str, Said] = {
    "login": Said(en="a login page", sv="en inloggningssida"),
    "newsletter": Said(en="a newsletter form", sv="ett formulär för nyhetsbrev"),
    "contact": Said(en="a general contact page", sv="en allmän kontaktsida"),
    "mail": Said(en="the visitor's mail program", sv="besökarens mejlprogram"),
    "not_found": Said(en="a “page not found” message", sv="ett meddelande om att sidan inte finns"),
    "empty": Said(
        en="a section with nothing to fill in or press",
        sv="ett avsnitt där inget går att fylla i eller trycka på",
    ),
    "circle": Said(
        en="a section whose own button leads back to that section",
        sv="ett avsnitt vars egen knapp leder tillbaka till avsnittet",
    ),
}
#: the address alone tells these: `label_mismatch` does
_BY_ADDRESS = frozenset({"mail", "home", "login", "newsletter"})
#: a rule on meaning, weaker than a page that was read
UNSURE = 0.6

META = Meta(
    id="cta.behind-mismatch",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="The button leads to what it promises",
        failure="“{label}” leads to {place}",
        why="We followed the button once, as a visitor would. People who press it have made up their minds, and get something other than the label promised.",
        fix="Lead the button straight to the form, calendar or checkout it promises, or change the label to say what really comes next.",
    ),
    sv=Text(
        title="Knappen leder till det den lovar",
        failure="”{label}” leder till {place}",
        why="Vi följde knappen en gång, som en besökare. Den som trycker har bestämt sig, och får något annat än det knappen lovade.",
        fix="Låt knappen leda direkt till det formulär, den kalender eller den kassa den lovar, eller ändra knapptexten så att den säger vad som faktiskt kommer.",
    ),
)


def check(page: Page) -> Verdict:
    calls = [call for call in page.calls if call.action is not None and call.label]
    if not calls:
        return NotApplicable("no-goal-cta")
    primary = page.primary.selector if page.primary is not None else ""
    wrong = [row for call in calls if call.action is not None and (row := _wrong(page, call, call.action))]
    if wrong:
        wrong.sort(key=lambda row: (row[0].selector != primary, row[1] != "lost"))
        call, distance, place, _ = wrong[0]
        return found(
            META,
            page.brief,
            Severity.P1 if distance == "lost" else Severity.P2,
            [item for *_, item in wrong],
            confidence=UNSURE if distance == "detour" else None,
            label=evidence.shortened(call.label),
            place=PLACES[place](page.brief.lang),
        )
    first = next((call for call in calls if call.selector == primary), calls[0])
    told = behind(page, first.action) if first.action is not None else None
    return NotMeasured("not-followed") if told is not None and told.kind == "not_looked_at" else None


def _wrong(page: Page, call: CallToAction, action: Action) -> tuple[CallToAction, str, str, Evidence] | None:
    """The call, how far off it leads, where to, and the proof."""
    if (leads_to(page, action) in _BY_ADDRESS and action.element.tag == "a") or missing_anchor(page, call):
        return None
    if is_circle(page, action.href):
        proof = evidence.of(page, action.element, value=action.href)
        return call, "lost", "circle", proof
    told = behind(page, action)
    if told.kind == "contact" and told.known_by == "here" and (page.lead_forms or told.asks):
        return None  # a place on this page, with a form to fill in
    if told.kind == "not_found" and _was_answered(page, call):
        return None  # `broken_target` says it, with the status
    distance = missed(call.label, page.brief.goal, told)
    place: str = told.kind if distance else ""
    if not distance and _leads_to_nothing(page, call, action, told):
        distance, place = "detour", "empty"
    if not distance:
        return None
    value = " · ".join(filter(None, (place, told.title, told.url)))
    return call, distance, place, evidence.of(page, action.element, value=evidence.shortened(value))


def _was_answered(page: Page, call: CallToAction) -> bool:
    return any(one.selector == call.selector and one.status in (404, 410) for one in page.seen.targets)


def _leads_to_nothing(page: Page, call: CallToAction, action: Action, told: Behind) -> bool:
    """Only where the whole page was seen: a script may fill a section."""
    seen = page.rendered or not page.scripts
    promised = promise_of(call.label, page.brief.goal) in ("booking", "buying", "letter")
    return (
        seen
        and promised
        and told.kind == "other"
        and told.known_by == "here"
        and is_empty_section(page, action)
    )
