"""The changes that matter for the goal: each a sentence that says what is wrong here, and one that says what to do.

They come in this order: what breaks the step, what cannot be read, what contradicts itself, what hides the step, for whom it
is, proof, price, facts that are looked for, and the worst of what the scan found. Everything else is the developer's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.drafts.business.facts import Found
from coldread.drafts.business.kind import Kind
from coldread.drafts.case import Case
from coldread.drafts.disagreements import disagreements
from coldread.drafts.first_screen import listed, short
from coldread.drafts.order_answer import pale_contact
from coldread.drafts.say import TEXTS, quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.unready import signs
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.page.page import Page
from coldread.scanner.report.plain import prose

MOST = 5
#: contradictions and the like that are told at once
MOST_DISAGREEMENTS = 3
#: a phone's headline that sticks out so many px is cut
CUT = 12


@dataclass(frozen=True, kw_only=True)
class Point:
    """One change, as its owner reads it."""

    title: str
    do: str
    #: of the finding that it tells; empty where it is none's
    of: str = ""


def points(case: Case, *, has_versions: bool) -> list[Point]:
    """The five, most important first; each told once."""
    facts, page = case.settled, case.page
    if facts is None or page is None:
        return []
    found = [
        *_broken(case, facts),
        *_unready(case, facts, page),
        *_unread(case, page),
        *_nothing_behind(case, facts),
        *(Point(title=title, do=do) for title, do in disagreements(case)[:MOST_DISAGREEMENTS]),
        *_findings(case, facts, (Severity.P0,)),
        *_findings(case, facts, tuple(Severity), only=True),
        *_hidden_step(case, facts, page),
        *_no_field(case, facts),
        *_first_lines(case, facts, has_versions=has_versions),
        *_trust(case, facts),
        *_looked_for(case, facts),
        *_findings(case, facts, (Severity.P1,)),
        *_findings(case, facts, (Severity.P2,)),
    ]
    kept: dict[str, Point] = {}
    for one in found:
        kept.setdefault(one.of or one.title, one)
    return list(kept.values())[:MOST]


def _broken(case: Case, facts: Settled) -> Iterator[Point]:
    """The step itself does not work, or there is none."""
    lang, control, ordered = case.lang, facts.control, facts.ordered
    links = [one for one in case.leftovers if one.kind == "link"]
    for one in links[:1]:
        values = {"said": quoted(one.said, lang), "target": quoted(one.target, lang)}
        yield Point(
            title=say(lang, "point.unfilled", **values), do=say(lang, "point.unfilled_do"), of="copy.leftover"
        )
    if facts.step == "broken" and control is not None and not links:
        yield Point(
            title=say(lang, f"point.step_{facts.failure}", label=quoted(control.label, lang)),
            do=say(lang, "point.step_broken_do"),
            of="cta.broken-target" if facts.failure == "gone" else "cta.dead-link",
        )
    if ordered.is_unsent:
        other = _leaves_form(ordered.page)
        key = "form_link" if other else "form"
        label = quoted(other or ordered.unsent, lang)
        yield Point(
            title=say(lang, f"point.{key}", label=label), do=say(lang, f"point.{key}_do"), of="form.no-action"
        )
    if facts.step == "contact":
        contact = quoted(ordered.reachable, lang)
        yield Point(
            title=say(lang, "point.contact", contact=contact),
            do=say(lang, "point.contact_do", contact=contact),
        )
    if facts.step == "none" and facts.act is not None:
        button = quoted(facts.act.button(case.assignment.lang), lang)
        yield Point(title=say(lang, "point.no_step"), do=say(lang, "point.no_step_do", button=button))


def _unready(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """What the page itself says is not finished."""
    lang = case.lang
    for one in signs(page, facts.control):
        values = {"said": quoted(short(one.said), lang), "target": quoted(short(one.target), lang)}
        yield Point(
            title=say(lang, f"point.unready_{one.kind}", **values),
            do=say(lang, f"point.unready_{one.kind}_do"),
        )


def _no_field(case: Case, facts: Settled) -> Iterator[Point]:
    """They want to be rung, and the form that asks to be answered has no room for a number."""
    lang, form = case.lang, next(iter(facts.ordered.page.lead_forms), None)
    wants = (
        _RINGS.search(case.assignment.goal) is not None and case.told is not None and case.told.form_serves
    )
    if form is not None and wants and not any(field.kind in ("phone", "tel") for field in form.fields):
        yield Point(title=say(lang, "point.no_phone_field"), do=say(lang, "point.no_phone_field_do"))


_RINGS = re.compile(r"\b(?:ring\w*|samtal\w*|calls?|phone)\b", re.IGNORECASE)


def _nothing_behind(case: Case, facts: Settled) -> Iterator[Point]:
    """The page behind the button was read, and has no way to go on."""
    control, lang = facts.control, case.lang
    if (
        control is None
        or control.behind is None
        or facts.act is None
        or facts.act.name in ("contact", "visit", "join")
    ):
        return
    if control.behind.known_by == "page" and control.behind.kind == "other":
        label = quoted(control.label, lang)
        yield Point(
            title=say(lang, "point.behind", label=label),
            do=say(lang, "point.behind_do"),
            of="cta.behind-mismatch",
        )


def _leaves_form(page: Page) -> str:
    """A link inside a form that stands for its button: what was typed does not go along."""
    for form in page.forms:
        if form.element.all("button") and any(
            one.attr("type") != "button" for one in form.element.all("button")
        ):
            continue
        for link in form.element.all("a"):
            if link.attr("href").startswith("http") and link.text.strip():
                return " ".join(link.text.split())
    return ""


def _unread(case: Case, page: Page) -> Iterator[Point]:
    """What somebody would act by, and cannot read."""
    lang = case.lang
    contact = pale_contact(case.ordered) if case.ordered is not None else ""
    if contact:
        yield Point(
            title=say(lang, "point.pale_contact", said=quoted(contact, lang)),
            do=say(lang, "point.pale_contact_do"),
            of="a11y.color-contrast",
        )
    cut = cut_on_phone(page)
    if cut:
        yield Point(
            title=say(lang, "point.cut", said=quoted(short(cut), lang)),
            do=say(lang, "point.cut_do"),
            of="visual.overflow-x",
        )


def cut_on_phone(page: Page) -> str:
    """The headline, or the line under it, where it sticks out of a phone's screen; else empty."""
    view = page.seen.mobile
    if view is None:
        return ""
    shown = [page.headline, *(block.element for block in page.subheads[:2])]
    for element in shown:
        drawn = page.mobile.get(element.selector) if element is not None else None
        if element is not None and drawn is not None and drawn.visible and drawn.own_chars >= 0:
            x, y, width, _ = drawn.box
            if 0 <= x < view.width and x + width > view.width + CUT and y < view.height:
                return " ".join(element.text.split())
    return ""


def _hidden_step(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """It is there, and not where the eye is."""
    lang, control = case.lang, facts.control
    if control is None or facts.step not in ("below", "menu"):
        return
    label, other = quoted(control.label, lang), _first_button(page, control.label)
    if facts.step == "menu" and other:
        return  # the first screen has a button, which may be meant for it
    key = "menu" if facts.step == "menu" else "instead" if other else "below"
    yield Point(
        title=say(lang, f"point.step_{key}", label=label, other=quoted(other, lang)),
        do=say(lang, "point.step_raise_do", label=label),
        of="cta.below-fold-desktop",
    )


def _first_button(page: Page, label: str) -> str:
    """What the first screen's own button says, where that is another step."""
    first, view = page.primary, page.seen.desktop
    if first is None or view is None or first.label.lower() == label.lower():
        return ""
    drawn = page.desktop.get(first.selector)
    return first.label if drawn is not None and drawn.visible and drawn.box[1] < view.height else ""


def _first_lines(case: Case, facts: Settled, *, has_versions: bool) -> Iterator[Point]:
    """What the headline leaves unsaid: the offer, those whom it is for, or both."""
    lang, told, readers = case.lang, case.told, facts.readers
    if told is None:
        return
    do = say(lang, "point.take_version" if has_versions else "point.answer_offer")
    unseen = [part.said for part in readers.parts if part.near or part.where in ("", "below")]
    words = listed([quoted(one, lang) for one in unseen], lang, either=True) if unseen else ""
    headline = quoted(short(told.headline), lang)
    if not told.headline_tells:
        key = "no_headline" if not told.headline else "headline_readers" if unseen else "headline"
        yield Point(title=say(lang, f"point.{key}", said=headline, words=words), do=do, of="clarity.h1-vague")
    elif unseen:
        advice = do if has_versions else say(lang, "point.readers_do")
        yield Point(title=say(lang, "point.readers", words=words), do=advice, of="clarity.audience")


def _trust(case: Case, facts: Settled) -> Iterator[Point]:
    lang = case.lang
    if facts.proof in ("thin", "none"):
        said = quoted(facts.proofs[0].said, lang) if facts.proofs else ""
        yield Point(
            title=say(lang, f"point.proof_{facts.proof}", said=said),
            do=say(lang, "point.proof_do"),
            of="trust.proof",
        )
    if facts.price == "none" and facts.ordered.asked.primary_goal != PrimaryGoal.OTHER:
        yield Point(title=say(lang, "point.price"), do=say(lang, "point.price_do"), of="trust.price-absent")


#: facts that are told elsewhere, or that no owner misses
_TOLD = frozenset({"price", "cases", "who", "contact", "phone"})


def _looked_for(case: Case, facts: Settled) -> Iterator[Point]:
    lang = case.lang
    gone: list[Found] = [
        one for one in facts.ordered.missing if one.state == "missing" and one.name not in _TOLD
    ]
    if gone:
        names = listed([say(lang, f"fact.{one.name}") for one in gone[:3]], lang)
        yield Point(
            title=say(lang, "point.facts", facts=names),
            do=prose(say(lang, f"fact.{gone[0].name}_do")) if len(gone) == 1 else say(lang, "point.facts_do"),
        )


#: true, and no business of an owner's, or told by a settled fact
_PASSED = frozenset(
    {
        "clarity.h1-vague", "clarity.offer-unclear", "clarity.audience-absent", "clarity.audience-unclear", "cta.none",
        "cta.goal-mismatch", "trust.no-proof", "trust.proof-thin", "trust.price-absent", "cta.below-fold-mobile", "cta.late",
    }
)  # fmt: skip
_NEAR = (Kind.CRAFT, Kind.CARE, Kind.FOOD, Kind.STAY)


#: measured, and in the way of the goal whatever they weigh: where it is, the goal's own button, links that lead nowhere
_OF_THE_GOAL = (
    "clarity.place-absent",
    "cta.low-contrast",
    "cta.broken-target",
    "cta.dead-many",
    "cta.dead-link",
)
#: a number for those in need is no way to buy
_NO_LEAD = re.compile(
    r"safeguard|welfare|emergenc|in confidence|nödsituation|orosanmäl|visselblås", re.IGNORECASE
)
#: words of a button; a tab or a card has more
MOST_LABEL = 6


def _is_beside(item: Finding, facts: Settled) -> bool:
    """True by the rule, and no business of an owner's who has this goal."""
    said = " ".join(item.evidence[0].snippet.split()) if item.evidence else ""
    if item.id == "cta.low-contrast":
        return not _is_goals(said, facts)
    if item.id == "cta.loudest-elsewhere":
        return len(said.split()) > MOST_LABEL
    if item.id == "form.too-many-fields":
        return facts.act is not None and facts.act.name in ("newsletter", "waitlist")
    if item.id == "copy.wall-of-text":
        return re.search("[◆•·|✦]", said) is not None
    return item.id == "trust.contact-unlinked" and any(_NO_LEAD.search(one.snippet) for one in item.evidence)


def _is_goals(label: str, facts: Settled) -> bool:
    own = facts.control.label if facts.control is not None and facts.step != "unsure" else ""
    plain = label.strip(" →›»>").lower()
    return bool(own) and (
        plain == own.lower() or (facts.act is not None and bool(facts.act.pressed.search(plain)))
    )


def _findings(
    case: Case, facts: Settled, weights: tuple[Severity, ...], *, only: bool = False
) -> Iterator[Point]:
    """Those that an owner has a sentence for, in the scan's order; `only` those of the goal."""
    lang = case.lang
    for item in case.report.findings if case.report is not None else ():
        if (only and item.id not in _OF_THE_GOAL) or _is_beside(item, facts):
            continue
        if (
            item.severity not in weights
            or item.id in _PASSED
            or is_wrong_advice(item, case)
            or _is_wordless(item)
        ):
            continue
        if item.id == "clarity.place-absent" and (
            facts.ordered.business.kind not in _NEAR or _says_where(case)
        ):
            continue
        title, do = TEXTS.find(lang, f"fault.{item.id}"), TEXTS.find(lang, f"fault.{item.id}_do")
        if title is None or do is None:
            continue
        yield Point(title=_filled(title, item, lang), do=_filled(do, item, lang), of=item.id)


def _says_where(case: Case) -> bool:
    """A town stands in the headline or the title after all."""
    top = f"{case.told.headline if case.told is not None else ''} {case.page.title if case.page is not None else ''}"
    places = case.report.reading.place if case.report is not None else ()
    return any(one.value.partition(",")[0].lower() in top.lower() for one in places)


def _filled(text: str, item: Finding, lang: str) -> str:
    told = [
        quoted(short(str(one.value) if item.id == "copy.spelling" and one.value else one.snippet), lang)
        for one in item.evidence
        if one.snippet and one.snippet != one.selector and " > " not in one.snippet
    ]
    each = list(dict.fromkeys(told))
    more = say(lang, "fault.more", n=item.count - 1) if item.count > 1 else ""
    return text.format(
        said=each[0] if each else "", n=item.count, each=listed(each[:3], lang) if each else "", more=more
    )


def _is_wordless(item: Finding) -> bool:
    """A button that is a sign: an owner would not know which is meant."""
    first = item.evidence[0].snippet if item.evidence else ""
    return item.id.startswith(("cta.", "a11y.")) and bool(first) and not any(sign.isalpha() for sign in first)


#: px that a page may be wider than a phone before anybody notices
WIDER = 8


def is_wrong_advice(item: Finding, case: Case) -> bool:
    """True by the rule, and wrong for this page: nobody is told it."""
    if item.id == "visual.overflow-x":
        value = next((one.value for one in item.evidence if one.value is not None), 0)
        limit = next((one.threshold for one in item.evidence if one.threshold is not None), 0)
        try:
            return float(str(value)) - float(str(limit)) < WIDER
        except ValueError:
            return False
    if item.id == "seo.canonical":
        return bool(item.evidence) and item.evidence[0].snippet.startswith(
            "http"
        )  # its owner has chosen an address
    kinds = (Kind.APP, Kind.OPEN_SOURCE)
    return item.id == "agent.llms-txt" and (case.ordered is None or case.ordered.business.kind not in kinds)
