"""The changes that matter for the goal: each a sentence that says what is wrong here, and one that says what to do.

They come in this order: what breaks the step, what is left over, what cannot be read, what contradicts itself, what hides
the step, the first lines, what comes late, price, and the worst of what the scan found. Everything else is the developer's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from coldread.drafts.asked_of_page import QUESTIONS, Answer, answers
from coldread.drafts.business.heads import ordered_thing
from coldread.drafts.business.kind import Kind
from coldread.drafts.business.readers import met_in
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contested
from coldread.drafts.contradictions import told as told_contradictions
from coldread.drafts.country import is_under_gdpr
from coldread.drafts.disagreements import disagreements
from coldread.drafts.first_screen import late, line_below, listed, short, source_of, where_pressed
from coldread.drafts.goal_steps import GoalStep, call_bar, goal_steps, names
from coldread.drafts.order_answer import pale_contact
from coldread.drafts.own_lines import own_lines
from coldread.drafts.parts_of_page import GAP, VOICE, form_here, long_way, strongest
from coldread.drafts.proposals import FirstScreen, concrete_line, opening_lines, sold, versions
from coldread.drafts.say import TEXTS, quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, said_where, screens
from coldread.drafts.unready import signs
from coldread.drafts.wrong_advice import is_wrong_advice
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Evidence, Finding, Severity
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.log_in import is_log_in
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.offer import topics
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.wording import recased

MOST = 6
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


def points(case: Case, made: list[FirstScreen], found: list[Answer], steps: list[GoalStep]) -> list[Point]:
    """The six, most important first; each told once."""
    facts, page = case.settled, case.page
    if facts is None or page is None:
        return []
    every = [
        *_broken(case, facts),
        *_unready(case, facts, page),
        *_exercise(case, page),
        *_errors(case, page),
        *_shop_without_app(case, page),
        *_unread(case, page),
        *_form_here(case, facts, page),
        *_nothing_behind(case, facts),
        *(Point(title=title, do=do) for title, do in told_contradictions(case)[:MOST_DISAGREEMENTS]),
        *_findings(case, facts, (Severity.P0,)),
        *_findings(case, facts, tuple(Severity), only=True),
        *_hidden_step(case, facts, page, steps),
        *_hidden_on_phone(case, page, steps),
        *_generic(case, facts),
        *_no_field(case, facts),
        *(one for one in _first_lines(case, facts, made) if one.of != UNDER),
        *_addressed(case, page),
        *_slogan(case, page, made),
        *_dead_privacy(case, page),
        *(Point(title=title, do=do) for title, do in disagreements(case)[:MOST_DISAGREEMENTS]),
        *_ordered_word(case, facts, page),
        *_bare_links(case, page),
        *_brought_up(case, facts, page, found, made),
        *_readers(case, facts, page),
        *_names(case, facts, steps),
        *_long_way(case, facts, page, steps),
        *(one for one in _first_lines(case, facts, made) if one.of == UNDER),
        *_trust(case, facts),
        *_proof(case, facts, page),
        *_findings(case, facts, (Severity.P1,)),
        *_findings(case, facts, (Severity.P2,)),
    ]
    kept: dict[str, Point] = {}
    for one in every:
        kept.setdefault(one.of or one.title, one)
    if "cta.dead-many" in kept:
        kept.pop("cta.dead-link", None)
    if any(one.title == bare.title for bare in _bare_links(case, page) for one in kept.values()):
        kept.pop("copy.leftover", None)  # the same link
    if "cta.dead-many" in kept and _POLICY.search(kept["cta.dead-many"].title):
        kept.pop("trust.privacy-link", None)
    if "visual.overflow-x" in kept and cut_on_phone(page):
        kept.pop("visual.clipped-text", None)  # the same edge cuts them
    if _is_told_already(case):
        kept.pop("copy.contradiction", None)
    if len(kept) < FEW:
        kept |= {one.of: one for one in _below_the_norm(case) if one.of not in kept}
    return _each_once(list(kept.values()))[:MOST]


#: checks that speak of what was never written
_UNWRITTEN = frozenset({"copy.leftover", "clarity.placeholder", "trust.proof-placeholder"})
_QUOTED = re.compile(r"[“”]([^“”]+)”")


def _each_once(found: list[Point]) -> list[Point]:
    """Without further points about the same words that were never written."""
    kept: list[Point] = []
    for one in found:
        said = set(_QUOTED.findall(one.title))
        before = {text for other in kept for text in _QUOTED.findall(other.title)}
        if one.of not in _UNWRITTEN or not said or not said <= before:
            kept.append(one)
    return kept


#: changes that are few: what the norm asks for has room among them
FEW = 3


def _below_the_norm(case: Case) -> Iterator[Point]:
    """Text that one can read, and that the norm wants darker."""
    lang = case.lang
    for item in case.report.findings if case.report is not None else ():
        if item.id == "a11y.color-contrast" and not is_wrong_advice(item, case):
            least = min((_ratio(str(one.value)) for one in item.evidence), default=PALE)
            ratio = f"{least:.1f}".replace(".", "," if lang == "sv" else ".")
            yield Point(
                title=say(lang, "point.norm", n=item.count, ratio=ratio), do=say(lang, "point.norm_do"), of=item.id
            )  # fmt: skip


def _is_told_already(case: Case) -> bool:
    """The scan's contradiction is one of those that are asked about one by one."""
    found = case.report.findings if case.report is not None else ()
    said = next((str(one.evidence[0].value) for one in found if one.id == "copy.contradiction"), "")
    return bool(said) and said in contested(case)


def points_of(case: Case) -> list[Point]:
    """The same, of a case alone."""
    facts, page = case.settled, case.page
    if facts is None or page is None:
        return []
    return points(case, versions(case), answers(page, facts), goal_steps(page, facts))


#: made-up numbers and addresses that are named
MOST_MADE_UP = 2


def _broken(case: Case, facts: Settled) -> Iterator[Point]:
    """The step itself does not work, or there is none."""
    lang, control, ordered = case.lang, facts.control, facts.ordered
    made_up = [one for one in case.leftovers if one.kind in ("phone", "mail")]
    if made_up:
        said = listed([quoted(one.said, lang) for one in made_up[:MOST_MADE_UP]], lang)
        values = {"said": said, "n": len(made_up[:MOST_MADE_UP])}
        yield Point(
            title=say(lang, "point.made_up", **values), do=say(lang, "point.made_up_do"), of="copy.leftover"
        )
    links = [one for one in case.leftovers if one.kind == "link" and not made_up]
    for one in links[:1]:
        shown = one.target.removeprefix("https://").removeprefix("http://").partition("?")[0]
        links_to = [link for link in ordered.page.dom.shown("a") if link.attr("href").strip() == one.target]
        where = said_where(place(ordered.page, links_to[-1]), lang) if links_to else ""
        said = f"{quoted(one.said, lang)} ({where})" if where else quoted(one.said, lang)
        values = {"said": said, "target": quoted(shown, lang)}
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
    pressable = any(region_of(one) == "main" for one in ordered.page.dom.shown("a", "button"))
    if facts.step == "none" and facts.act is not None and not pressable:
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


#: acts for which a general contact page is something else than was promised
_PROMISED = frozenset({"call", "meeting", "demo", "book", "register"})


def _nothing_behind(case: Case, facts: Settled) -> Iterator[Point]:
    """The page behind the button was read, and has no way to go on."""
    control, lang = facts.control, case.lang
    if (
        control is None
        or control.behind is None
        or facts.act is None
        or facts.act.name in ("contact", "visit", "join", "buy", "goods", "order")
    ):
        return
    if control.behind.known_by == "page" and control.behind.kind == "contact" and facts.act.name in _PROMISED:
        title = quoted(control.behind.title, lang) if control.behind.title else quoted(control.href, lang)
        yield Point(
            title=say(lang, "point.general", label=quoted(control.label, lang), title=title),
            do=say(lang, "point.general_do"),
            of="cta.behind-mismatch",
        )
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


def _hidden_step(case: Case, facts: Settled, page: Page, steps: list[GoalStep]) -> Iterator[Point]:
    """It is there, and not where the eye is."""
    lang, control = case.lang, facts.control
    if control is None or facts.step not in ("first", "below", "menu"):
        return
    label, down = late(steps, lang)
    if label:
        menu = any(one.in_menu and one.place.is_first for one in steps)
        key = "step_late" if menu else "step_late_alone"
        yield Point(
            title=say(lang, f"point.{key}", label=quoted(label, lang), down=down),
            do=_make_room(page, lang),
            of="cta.below-fold-desktop",
        )
        return
    if facts.step == "below" and _SENDS.match(control.label):
        yield from _no_way_to_form(page, steps, lang)
    if (
        facts.step == "first"
        or _SENDS.match(control.label)
        or any(one.place.is_first and not one.in_menu for one in steps)
    ):
        return
    label, other = quoted(control.label, lang), _first_button(page, control.label)
    if facts.step == "menu" and other:
        return  # the first screen has a button, which may be meant for it
    key = "menu" if facts.step == "menu" else "instead" if other else "below"
    values = {"label": label, "other": quoted(other, lang), "where": where_pressed(steps, lang)}
    yield Point(
        title=say(lang, f"point.step_{key}", **values),
        do=say(lang, "point.step_raise_do", label=label),
        of="cta.below-fold-desktop",
    )


def _no_way_to_form(page: Page, steps: list[GoalStep], lang: str) -> Iterator[Point]:
    """The form is the only way, and no button of the first part jumps to it."""
    where = where_pressed(steps, lang)
    jumps = [
        link
        for link in page.dom.shown("a")
        if page.in_hero(link) and region_of(link) not in ("nav", "header")
    ]
    forms = [form.element for form in page.lead_forms]
    reached = {one.attr("id") for form in forms for one in (form, *form.ancestors()) if one.attr("id")}
    if where and forms and not any(link.attr("href").strip().lstrip("#") in reached for link in jumps):
        yield Point(
            title=say(lang, "point.no_way", where=where), do=say(lang, "point.no_way_do"), of="cta.below-fold-desktop"
        )  # fmt: skip


def _slogan(case: Case, page: Page, made: list[FirstScreen]) -> Iterator[Point]:
    """No word of the headline is one for what the page sells, by its title and its description."""
    lang, told, nouns = case.lang, case.told, sold(page)
    read = case.report.reading.headline if case.report is not None else None
    element = (
        page.dom.by_selector.get(read.evidence[0].selector) if read is not None and read.evidence else None
    )
    if told is None or not told.headline or len(nouns) < LEAST_NOUNS or element is None:
        return
    at = place(page, element)
    if not page.seen.rendered or not (at.is_first or at.is_first_on_phone):
        return
    if any(one.headline != told.headline for one in made) or told.headline in contested(case):
        return  # a better one is offered
    about = f"{page.title} {meta_content(page.dom, 'description')} {' '.join(topics(page))}".lower()
    known = re.findall(r"[^\W\d_]{4,40}", about)
    mine = [word.lower() for word in words(told.headline) if len(word) >= LEAST_PART - 1]
    if any(word in one or one in word or stem(word) in one for word in mine for one in known):
        return
    line = line_below(told, page)
    says = bool(nouns & {stem(word.lower()) for word in content_words(line)})
    key = "slogan_line_do" if says else "slogan_do"
    yield Point(
        title=say(lang, "point.slogan", said=quoted(told.headline, lang)),
        do=say(lang, f"point.{key}", line=quoted(short(line, RAISED_QUOTE), lang)),
        of="clarity.headline-slogan",
    )


#: words for what is sold that a page must have before one is missed in its headline
LEAST_NOUNS = 2


def _long_way(case: Case, facts: Settled, page: Page, steps: list[GoalStep]) -> Iterator[Point]:
    gap = long_way(page, facts, steps)
    if gap and facts.control is not None:
        label = quoted(facts.control.label, case.lang)
        yield Point(title=say(case.lang, "point.gap", label=label, gap=screens(gap, case.lang)), do=say(case.lang, "point.gap_do"), of=GAP)  # fmt: skip


def _proof(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """Nobody speaks for it; or somebody does, far down."""
    key, values = strongest(case, facts, page)
    if key:
        yield Point(
            title=say(case.lang, f"proof_plan.{key}", **values),
            do=say(case.lang, f"point.{key}_do"),
            of=VOICE,
        )


def _generic(case: Case, facts: Settled) -> Iterator[Point]:
    """The goal's own button says only “read more”."""
    control, lang = facts.control, case.lang
    if control is not None and facts.act is not None and control.works and is_generic(control.label):
        title = (
            control.behind.title if control.behind is not None and control.behind.known_by == "page" else ""
        )
        key = "generic_to" if title else "generic"
        yield Point(
            title=say(lang, f"point.{key}", label=quoted(control.label, lang), title=quoted(title, lang)),
            do=say(lang, "point.generic_do"),
            of="cta.generic-label",
        )


def _make_room(page: Page, lang: str) -> str:
    """The headline's own size where it is what takes the room; else the lines above."""
    view, headline = page.seen.desktop, page.headline
    drawn = page.desktop.get(headline.selector) if headline is not None else None
    if view is None or drawn is None or not view.height:
        return say(lang, "point.step_late_do")
    part = drawn.box[3] / view.height
    if part < TALL:
        return say(lang, "point.step_late_do")
    return say(lang, "point.step_late_head_do", part=f"{part * 100:.0f}", size=f"{drawn.font_size:.0f}")


#: part of a screen that a headline takes which is too large for it
TALL = 0.3


def _hidden_on_phone(case: Case, page: Page, steps: list[GoalStep]) -> Iterator[Point]:
    """A phone shows a picture first: neither the headline's end nor the button is on its first screen."""
    lang, headline = case.lang, page.headline
    at = place(page, headline).phone if headline is not None else None
    first = min((one.place.phone for one in steps if one.place.phone is not None), default=None)
    if at is None or first is None or at < LOW or first < 1 or call_bar(page):
        return
    label = next(one.label for one in steps if one.place.phone == first)
    yield Point(
        title=say(lang, "point.phone_low", at=screens(at, lang), label=quoted(recased(label), lang), down=screens(first, lang)),
        do=say(lang, "point.phone_low_do"),
        of="cta.below-fold-mobile",
    )  # fmt: skip


#: screens down at which a phone's headline begins too late
LOW = 0.5


#: the button of a form, which nobody puts at the top
_SENDS = re.compile(r"\s*(?:skicka|send|submit)\b", re.IGNORECASE)


def _first_button(page: Page, label: str) -> str:
    """What the first screen's own button says, where that is another step."""
    first = page.primary
    element = page.dom.by_selector.get(first.selector) if first is not None else None
    if first is None or element is None or first.label.lower() == label.lower():
        return ""
    return first.label if page.rendered and place(page, element).is_first else ""


def _first_lines(case: Case, facts: Settled, made: list[FirstScreen]) -> Iterator[Point]:
    """A plainer line that the page has already, and readers whose own word stands nowhere."""
    lang, told = case.lang, case.told
    if told is None:
        return
    if made:
        one = made[0]
        key = "take_concrete" if one.why == "why_concrete" else "take_ordered" if one.why == "why_ordered" else "take_head" if one.headline.lower() != told.headline.lower() else "take_under" if one.why == "why_under" else "take_line"  # fmt: skip
        said = (
            one.headline
            if key in ("take_head", "take_ordered")
            else one.below
            if key == "take_under"
            else one.subhead
        )
        yield Point(
            title=say(lang, f"point.{key}", said=quoted(short(said), lang), now=quoted(told.headline, lang)),
            do=say(lang, "point.take_do"),
            of=UNDER if key == "take_under" else "clarity.h1-vague",
        )


#: a line for the button, and none for the headline
UNDER = "cta.next-step-untold"


def _readers(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """Readers of whom no word stands on the page; else, a first screen that has none of theirs."""
    lang = case.lang
    nowhere = [
        who
        for part in facts.readers.parts
        if not part.where and not part.near and (who := unnamed(part.said, page))
    ]
    if (
        len(nowhere) == len(facts.readers.parts)
        and nowhere
        and not _speaks_of(case.assignment.audience, nowhere, page)
    ):
        told = listed([quoted(one, lang) for one in nowhere], lang, either=True)
        yield Point(title=say(lang, "point.readers", words=told), do=say(lang, "point.readers_do"), of="clarity.audience")  # fmt: skip
        return
    audience = case.assignment.audience.strip(" .")
    trait = _TRAIT.search(audience)
    everything = f"{page.title} {page.dom.body.text_within(MOST_TEXT)}".lower()
    if trait is not None and stem(trait[1].lower()) not in everything and not _speaks_of(trait[0], [], page):
        yield Point(title=say(lang, "point.readers", words=quoted(trait[1], lang)), do=say(lang, "point.readers_do"), of="clarity.audience")  # fmt: skip
        return
    mine = content_words(audience)
    pressed = (one.text for one in page.dom.shown("a", "button") if page.in_hero(one))
    top = " ".join((page.title, *opening_lines(page), *pressed)).lower()
    every = set(re.findall(r"[^\W\d_]{4,40}", top))
    met = any(_is_met(word.lower(), top, every) for word in mine)
    if len(mine) >= LEAST_READERS and not met and not met_in(top, audience) and page.seen.rendered:
        yield Point(
            title=say(lang, "point.readers_first", audience=quoted(prose(audience), lang)),
            do=say(lang, "point.readers_first_do"),
            of="clarity.audience",
        )


def _is_met(word: str, top: str, every: set[str]) -> bool:
    """It, its stem, or a part of it that is a word of its own stands there: “chefer” is said to “HR-chefer”."""
    return stem(word) in top or word[:LEAST_PART] in top or any(one in word for one in every)


#: “people with allergies”: the word that makes them readers
_TRAIT = re.compile(
    r"\b(?:people|those|folk|personer|människor|de) (?:with|med) ([^\W\d_]{6,})", re.IGNORECASE
)
#: words of an order that say who somebody is and what about
LEAST_READERS = 3


#: a short line over a headline that names people
_PEOPLE = re.compile(
    r"\b(?:owners|founders|managers|teams|parents|leaders|professionals|agencies|developers|operators|chefer|ägare|företagare|föräldrar|byråer|ledare|konsulter|entreprenörer)$",
    re.IGNORECASE,
)
MOST_KICKER = 4


def _addressed(case: Case, page: Page) -> Iterator[Point]:
    """The line over the headline is addressed to others than those whom the order names."""
    headline, audience = page.headline, case.assignment.audience
    if headline is None or not audience:
        return
    for block in page.blocks:
        text = " ".join(block.text.split()).strip(" .·•—–-")
        if block.element.number >= headline.number:
            return
        named = 0 < len(words(text)) <= MOST_KICKER and _PEOPLE.search(text) is not None
        same = {stem(word) for word in content_words(text)} & {stem(word) for word in content_words(audience)}
        if named and page.hero.contains(block.element) and not same and not met_in(text, audience):
            lang = case.lang
            yield Point(
                title=say(lang, "point.addressed", said=quoted(text, lang), audience=quoted(prose(audience.strip(" .")), lang)),
                do=say(lang, "point.addressed_do"),
                of="clarity.audience",
            )  # fmt: skip
            return


_POLICY = re.compile(r"\b(?:privacy|integritet\w*|personuppgift\w*)\b", re.IGNORECASE)


def _dead_privacy(case: Case, page: Page) -> Iterator[Point]:
    """The privacy policy is a link that leads nowhere."""
    lang = case.lang
    for link in page.dom.shown("a"):
        idle = link.attr("href").strip() in ("#", "#!", "")
        label = " ".join(link.text.split())
        if (
            idle
            and len(words(label)) <= MOST_LABEL
            and _POLICY.search(label)
            and page.does_nothing(link) is not False
        ):
            yield Point(
                title=say(lang, "point.dead_privacy", said=quoted(label, lang)), do=say(lang, "point.dead_privacy_do"),
                of="trust.privacy-link",
            )  # fmt: skip
            return


def _speaks_of(audience: str, nowhere: list[str], page: Page) -> bool:
    """The first screen has a word of what these readers are about, if not of who they are: “barnkalas” is said to parents."""
    rest = audience
    for who in nowhere:
        rest = rest.replace(who, " ")
    top = " ".join((page.title, *opening_lines(page))).lower()
    return any(
        stem(word) in top or word[-LEAST_PART:] in top
        for word in content_words(rest)
        if len(word) >= LEAST_PART - 1
    )


_WHOSE = re.compile(r"^(?:their|our|your|the|all|deras|sina|våra|alla)\s|-$", re.IGNORECASE)
_WITH = re.compile(r"\s(?:with|in|of|on|at|from|for|med|i|på|av|från|som|till)\s", re.IGNORECASE)
#: letters that a part of a longer word must have, as “förening” in “bostadsrättsförening”
LEAST_PART = 5


def unnamed(said: str, page: Page) -> str:
    """Readers of whom no word stands on the page, nor a part of one; empty where any does."""
    who = _WITH.split(_WHOSE.sub("", said.strip()))[0]
    text = f"{page.title} {page.dom.body.text_within(MOST_TEXT)}".lower()
    mine = [word for word in content_words(who) if len(word) >= LEAST_PART - 1]
    every = set(re.findall(r"[^\W\d_]{5,40}", text))
    for word in mine:
        mark = stem(word)
        if mark in text or any(
            one[:8] in word for one in every if len(one) >= LEAST_PART and one[:LEAST_PART] in word
        ):
            return ""
    return who if mine else ""


MOST_TEXT = 200_000


def _ordered_word(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """What the order is about has a word, which the first screen has not."""
    lang, told = case.lang, case.told
    if told is None:
        return
    word = ordered_thing(source_of(case, told, facts))
    if stem(word.lower()) not in topics(page):
        return  # “första” is no matter of the page
    lines = [one for one in own_lines(page) if word and word.lower() in one.text.lower() and one.region not in ("head", "nav")]  # fmt: skip
    seen = [one for one in lines if one.place.is_seen]
    if not seen or any(one.place.is_first or one.place.is_first_on_phone for one in seen):
        return
    labels = " ".join(
        element.text.lower() for element in page.dom.shown("a", "button") if page.in_hero(element)
    )
    if word.lower() in labels:
        return
    first = min(seen, key=lambda one: one.place.desktop or 99)
    yield Point(
        title=say(lang, "point.ordered_word", word=quoted(word, lang), where=said_where(first.place, lang)),
        do=say(lang, "point.ordered_word_do"),
    )


#: answers that are worth moving, and screens down from which on they come late
_RAISED = ("price", "free")
LATE = 1.5


def _brought_up(
    case: Case, facts: Settled, page: Page, found: list[Answer], made: list[FirstScreen]
) -> Iterator[Point]:
    """What decides it is on the page, and comes late: what it costs, and the line that says most with a figure."""
    lang = case.lang
    used = " ".join(f"{one.below} {one.subhead}" for one in made)
    opening = " ".join(opening_lines(page))
    late_ones = [
        one
        for one in found
        if one.question in _RAISED
        and one.line.place.is_seen
        and (one.line.place.desktop or 0) >= LATE
        and one.line.text.strip(" .") not in used
        and not (one.question in QUESTIONS and QUESTIONS[one.question].find.search(f"{used} {opening}"))
        and re.search(r"[^\W\d_]{4}", one.line.text)
    ][:1]
    best = concrete_line(case, page)
    if best is not None and best.text.strip(" .") not in used:
        told = f"{quoted(short(best.text, RAISED_QUOTE), lang)} ({said_where(best.place, lang)})"
        yield Point(title=say(lang, "point.bring_up", said=told), do=say(lang, "point.bring_up_do"))
    for one in late_ones:
        if one.question != "price" or _is_lowest(one.line.text, facts):
            told = f"{quoted(short(one.line.text, RAISED_QUOTE), lang)} ({said_where(one.line.place, lang)})"
            yield Point(title=say(lang, "point.raise", said=told), do=say(lang, "point.raise_do"))


def _is_lowest(text: str, facts: Settled) -> bool:
    """No other price of the page is lower: what it begins at is what one may lead with."""
    mine = _sum(text)
    every = [_sum(one.amount) for one in facts.ordered.reading.prices]
    return mine > 0 and all(mine <= one for one in every if one > 0)


def _sum(text: str) -> float:
    found = re.search(r"\d[\d \u00a0.,]*", text)
    digits = (
        re.sub(r"[ \u00a0]|,(?=\d{3})|\.(?=\d{3})", "", found[0]).strip(".,").replace(",", ".")
        if found is not None
        else ""
    )
    return float(digits) if re.fullmatch(r"\d+(?:\.\d+)?", digits) else 0.0


RAISED_QUOTE = 120


def _names(case: Case, facts: Settled, steps: list[GoalStep]) -> Iterator[Point]:
    """One step, several names, each with how often it stands there."""
    lang, found = case.lang, names(steps, facts)
    if len(found) > 2:
        told = listed([f"{quoted(label, lang)} ({count})" for label, count in found[:MOST_NAMES]], lang)
        yield Point(
            title=say(lang, "point.names", said=told), do=say(lang, "point.names_do"), of="cta.label-varies"
        )


MOST_NAMES = 7


def _form_here(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """The form is on this page, and the button leads to another."""
    where = form_here(page, case.told, facts) if case.told is not None else ""
    if where and facts.control is not None:
        label, target = quoted(facts.control.label, case.lang), prose(facts.control.href)
        yield Point(
            title=say(case.lang, "point.form_here", label=label, target=target, where=where),
            do=say(case.lang, "point.form_here_do"),
            of="cta.behind-mismatch",
        )


_EXERCISE = re.compile(r"\butbildningssyfte\w*|\bskolprojekt\w*|\bexamensarbete\w*|\bfiktiv\w* (?:företag|butik|sida|webbplats)|\bdemo(?:sida|webbplats)\b|\bthis is a (?:demo|fictional|sample|concept|student|portfolio)\b|\bfictional (?:company|business|shop|brand|store)\b|\b(?:demo|demonstration|portfolio|educational) purposes\b|\bstudent project\b|\bnot a real (?:company|business|shop|store)\b|\bconcept (?:site|website|redesign)\b", re.IGNORECASE)  # fmt: skip


def _exercise(case: Case, page: Page) -> Iterator[Point]:
    """The page says of itself that it is not meant."""
    said = next(
        (line.text for line in own_lines(page) if _EXERCISE.search(line.text) and line.region != "head"), ""
    )
    if said:
        yield Point(
            title=say(case.lang, "point.exercise", said=quoted(short(said), case.lang)),
            do=say(case.lang, "point.exercise_do"),
        )


#: what a script tells where something failed
_FAILED = re.compile(
    r"^\W*(?:kunde inte|det gick inte att|något gick fel|ett fel (?:har )?(?:uppstod|inträffat)|failed to|could not|couldn['’]t|unable to|something went wrong|an error (?:has )?occurred|error:)",
    re.IGNORECASE,
)
MOST_FAILED = 20


def _errors(case: Case, page: Page) -> Iterator[Point]:
    """An error stands on the page when it has loaded, and nobody has pressed anything."""
    lang = case.lang
    for block in page.blocks:
        text = " ".join(block.text[:300].split())
        if not _FAILED.match(text) or len(words(text)) > MOST_FAILED or page.is_quotation(block.element):
            continue
        at = place(page, block.element)
        if block.kind != "heading" and page.seen.rendered and at.is_seen and page.is_drawn(block.element):
            yield Point(
                title=say(lang, "point.error", said=quoted(text, lang), where=said_where(at, lang)),
                do=say(lang, "point.error_do"),
            )
            return


_APP_STORE = re.compile(r"^https?://(?:apps|itunes)\.apple\.com/(?:\w\w/)?app/(?!.*\bid\d)", re.IGNORECASE)


def _shop_without_app(case: Case, page: Page) -> Iterator[Point]:
    """An address in Apple's shop without the number of the app opens none."""
    bare = next((link for link in page.dom.shown("a") if _APP_STORE.match(link.attr("href").strip())), None)
    if bare is not None:
        lang = case.lang
        label = " ".join((bare.text or bare.attr("aria-label") or "App Store").split())
        yield Point(
            title=say(lang, "point.shop", said=quoted(label, lang), target=prose(bare.attr("href"))), do=say(lang, "point.shop_do")
        )  # fmt: skip


_NETWORKS = re.compile(r"^https?://(?:www\.)?(?:facebook|instagram|linkedin|twitter|x|youtube|tiktok|pinterest)\.com/?(?:#.*)?$", re.IGNORECASE)  # fmt: skip


def _bare_links(case: Case, page: Page) -> Iterator[Point]:
    """“Facebook” leads to facebook.com itself."""
    lang = case.lang
    bare = [link for link in page.dom.shown("a") if _NETWORKS.match(link.attr("href").strip())]
    if bare:
        named = " ".join((bare[0].text or bare[0].attr("aria-label")).split())
        label = (
            named
            or bare[0].attr("href").partition("://")[2].removeprefix("www.").partition(".")[0].capitalize()
        )
        yield Point(
            title=say(lang, "point.bare", said=quoted(label, lang), target=prose(bare[0].attr("href"))),
            do=say(lang, "point.bare_do"),
        )


def _trust(case: Case, facts: Settled) -> Iterator[Point]:
    shown_first = facts.act is not None and facts.act.name == "demo"
    if facts.price == "none" and facts.ordered.asked.primary_goal != PrimaryGoal.OTHER and not shown_first:
        goods = facts.act is not None and facts.act.name in ("buy", "goods")
        do = say(case.lang, "point.price_goods_do" if goods else "point.price_do")
        yield Point(title=say(case.lang, "point.price"), do=do, of="trust.price-absent")


#: true, and no business of an owner's, or told by a settled fact
_PASSED = frozenset(
    {
        "clarity.h1-vague", "clarity.offer-unclear", "clarity.audience-absent", "clarity.audience-unclear", "cta.none",
        "cta.goal-mismatch", "cta.label-varies", "clarity.headline-slogan", "trust.no-proof", "trust.claims-unsupported", "trust.proof-anonymous", "copy.repeated", "trust.proof-thin", "trust.price-absent", "cta.below-fold-mobile", "cta.late",
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
    "seo.noindex",
    "clarity.placeholder",
)
#: a number for those in need is no way to buy
_NO_LEAD = re.compile(
    r"safeguard|welfare|emergenc|in confidence|nödsituation|orosanmäl|visselblås", re.IGNORECASE
)
#: words of a button; a tab or a card has more
MOST_LABEL = 6


def is_beside(item: Finding, case: Case) -> bool:
    """True by the rule, and of no weight for this goal; a developer mends pale text whatever it is."""
    facts = case.settled
    return facts is not None and item.id not in _MENDED and _is_beside(item, facts)


_MENDED = frozenset(
    {"a11y.color-contrast", "visual.small-text", "visual.clipped-text", "cta.tap-target", "cta.low-contrast"}
)


def _is_beside(item: Finding, facts: Settled) -> bool:
    """True by the rule, and no business of an owner's who has this goal."""
    rule = _BESIDE.get(item.id)
    said = " ".join(item.evidence[0].snippet.split()) if item.evidence else ""
    return rule is not None and rule(item, said, facts)


#: a contrast that anybody sees to be weak; what lies between it and the norm is the developer's
PALE = 3.0
#: px of letters that are read at a lower contrast, and that contrast
LARGE, LARGE_PALE = 24, 2.4
#: the same for the words of a button, which are few and heavy
PLAINLY_PALE = 3.0
LEAST_COMPETING = 3
_RATIO = re.compile(r"^(\d+(?:[.,]\d+)?)")


def _ratio(value: str) -> float:
    told = _RATIO.match(value)
    return float(told[1].replace(",", ".")) if told is not None else PALE


#: words of a text that one reads, and does not glance at
LEAST_TEXT = 8


def _least(item: Finding) -> float:
    return min((_ratio(str(one.value)) for one in item.evidence[:1]), default=PALE)


def _pale(item: Finding, page: Page) -> list[Evidence]:
    """What anybody sees to be weak, whole lines before single words; the small print of a footer and drawn examples left out."""
    found = []
    for one in item.evidence:
        element = page.dom.by_selector.get(one.selector)
        edge = element is not None and (region_of(element) == "footer" or is_drawn_example(element))
        drawn = page.desktop.get(one.selector) or page.mobile.get(one.selector)
        most = LARGE_PALE if drawn is not None and drawn.painted_size >= LARGE else PALE
        if _ratio(str(one.value)) <= most and not edge and _LETTERS.search(one.snippet):
            found.append(one)
    return sorted(found, key=lambda one: (not _is_a_line(one.snippet), _ratio(str(one.value))))


def _is_a_line(text: str) -> bool:
    return len(text.split()) >= WHOLE_LINE and re.search(r"\b[a-zåäö]{2,} [a-zåäö]{2,}", text) is not None


def _matters(pale: list[Evidence]) -> bool:
    """A whole line is among them; single words are labels, and the developer's."""
    return any(_is_a_line(one.snippet) for one in pale)


#: words of a line that one reads
WHOLE_LINE = 3


def _on_screen(item: Finding, page: Page) -> list[str]:
    """Of the buttons in the evidence, those that a visitor sees before scrolling."""
    elements = [page.dom.by_selector.get(one.selector) for one in item.evidence]
    return [one.text for one in elements if one is not None and place(page, one).is_first]


def _is_goals(label: str, facts: Settled) -> bool:
    own = facts.control.label if facts.control is not None and facts.step != "unsure" else ""
    plain = label.strip(" →›»>").lower()
    return bool(own) and (
        plain == own.lower() or (facts.act is not None and bool(facts.act.pressed.search(plain)))
    )


_ROW = re.compile("[✓·•|◆]")
_BESIDE: dict[str, Callable[[Finding, str, Settled], bool]] = {
    "cta.low-contrast": lambda item, said, facts: not _is_goals(said, facts) or _least(item) >= PLAINLY_PALE,
    "cta.dead-link": lambda item, _, facts: _is_for_members(item, facts.ordered.page),
    "form.too-many-fields": lambda _, __, facts: _is_letter(facts),
    "cta.tap-target": lambda item, said, facts: (
        not _is_goals(said, facts) or not _is_shown_on_phone(item, facts)
    ),
    "clarity.mixed-language": lambda _, said, __: len(said.split()) < LEAST_TEXT,
    "copy.wall-of-text": lambda _, said, __: re.search("[◆•·|✦]", said) is not None,
    "a11y.color-contrast": lambda item, _, facts: not _matters(_pale(item, facts.ordered.page)),
    "visual.small-text": lambda item, said, facts: (
        len(said.split()) < LEAST_TEXT or _ROW.search(said) is not None or _is_drawn(item, facts)
    ),
    "visual.clipped-text": lambda item, _, facts: _is_drawn(item, facts) or _is_at_the_end(item, facts),
    "cta.competing": lambda item, _, facts: (
        len(_on_screen(item, facts.ordered.page)) < LEAST_COMPETING or _stands_out(item, facts)
    ),
    "trust.contact-unlinked": lambda item, _, __: any(_NO_LEAD.search(one.snippet) for one in item.evidence),
}


def _is_for_members(item: Finding, page: Page) -> bool:
    """A way in for those who are customers already wins nobody."""
    found = (page.dom.by_selector.get(one.selector) for one in item.evidence)
    return any(one is not None and is_log_in(one) for one in found)


def _is_drawn(item: Finding, facts: Settled) -> bool:
    """Its first example stands in a picture of the product, which nobody reads."""
    found = facts.ordered.page.dom.by_selector.get(item.evidence[0].selector) if item.evidence else None
    return found is not None and is_drawn_example(found)


def _is_shown_on_phone(item: Finding, facts: Settled) -> bool:
    """Nobody presses what waits in a closed menu."""
    page = facts.ordered.page
    found = page.dom.by_selector.get(item.evidence[0].selector) if item.evidence else None
    drawn = page.mobile.get(found.selector) if found is not None else None
    return drawn is None or drawn.visible


def _is_at_the_end(item: Finding, facts: Settled) -> bool:
    found = facts.ordered.page.dom.by_selector.get(item.evidence[0].selector) if item.evidence else None
    return found is not None and region_of(found) == "footer"


def _stands_out(item: Finding, facts: Settled) -> bool:
    """The goal's button is filled, and the others are outlines."""
    page, own = facts.ordered.page, facts.control
    mine = page.desktop.get(own.selector) if own is not None else None
    others = [
        page.desktop.get(one.selector)
        for one in item.evidence
        if own is not None and one.selector != own.selector
    ]
    return (
        mine is not None
        and _is_filled(mine)
        and not any(_is_filled(one) for one in others if one is not None and one.text != mine.text)
    )


def _is_filled(drawn: Drawn) -> bool:
    return drawn.background_image or drawn.background[3] > HALF


HALF = 0.5


def _is_letter(facts: Settled) -> bool:
    return facts.act is not None and facts.act.name in ("newsletter", "waitlist")


def _findings(
    case: Case, facts: Settled, weights: tuple[Severity, ...], *, only: bool = False
) -> Iterator[Point]:
    """Those that an owner has a sentence for, in the scan's order; `only` those of the goal."""
    lang = case.lang
    for item in _own_first(case.report.findings, facts) if case.report is not None else ():
        if (only and item.id not in _OF_THE_GOAL) or _is_beside(item, facts):
            continue
        if (
            item.severity not in weights
            or item.id in _PASSED
            or is_wrong_advice(item, case)
            or _is_wordless(item)
        ):
            continue
        if item.id == "clarity.place-absent" and not _is_local(case, facts):
            continue
        title, do = TEXTS.find(lang, f"fault.{item.id}"), TEXTS.find(lang, f"fault.{item.id}_do")
        if item.id == "trust.privacy-link" and not is_under_gdpr(facts.ordered.page):
            do = say(lang, "point.privacy_do")
        if title is None or do is None:
            continue
        worst = _told_where(item, facts.ordered.page, lang) if item.id == "cta.low-contrast" else ""
        pale = _pale(item, facts.ordered.page) if item.id == "a11y.color-contrast" else []
        if _needs_words(title) and not _has_words(item, pale):
            continue  # nothing on the page that an owner would find again
        yield Point(
            title=_filled(title, item, lang, pale).replace("{where}", worst),
            do=_filled(do, item, lang),
            of=item.id,
        )


def _own_first(found: Sequence[Finding], facts: Settled) -> Iterator[Finding]:
    """Of several pale buttons, the goal's own before the others."""
    own = facts.control.selector if facts.control is not None else ""
    drawn = facts.ordered.page.desktop
    for item in found:
        rows = sorted(item.evidence, key=lambda one: one.selector != own)
        if item.id == "cta.competing":  # a label that stands there twice, for the two widths, is read once
            shown = [(one, drawn.get(one.selector)) for one in item.evidence]
            rows = [
                replace(one, snippet=seen.text) if seen is not None and seen.text else one
                for one, seen in shown
            ]
        yield (
            replace(item, evidence=tuple(rows)) if item.id in ("cta.low-contrast", "cta.competing") else item
        )


#: acts that nobody goes anywhere for
_AT_A_DISTANCE = frozenset(
    {"demo", "account", "download", "newsletter", "waitlist", "buy", "goods", "subscribe"}
)


def _is_local(case: Case, facts: Settled) -> bool:
    act = facts.act.name if facts.act is not None else ""
    return facts.ordered.business.kind in _NEAR and act not in _AT_A_DISTANCE and not _says_where(case)


def _told_where(item: Finding, page: Page, lang: str) -> str:
    """Which of several buttons with one label it is, and how weak: “in the menu, 1.32:1”."""
    first = item.evidence[0]
    element = page.dom.by_selector.get(first.selector)
    if element is None:
        return ""
    menu = region_of(element) in ("nav", "header")
    where = say(lang, "where.menu") if menu else said_where(place(page, element), lang)
    ratio = str(first.value or "").replace(".", "," if lang == "sv" else ".")
    return f"{where}, {ratio}:1" if re.fullmatch(r"[\d.,]+", ratio) else where


def _says_where(case: Case) -> bool:
    """A town stands in the headline or the title after all."""
    top = f"{case.told.headline if case.told is not None else ''} {case.page.title if case.page is not None else ''}"
    places = case.report.reading.place if case.report is not None else ()
    return any(one.value.partition(",")[0].lower() in top.lower() for one in places)


def _needs_words(title: str) -> bool:
    return "{said}" in title or "{each}" in title


def _has_words(item: Finding, pale: Sequence[Evidence]) -> bool:
    shown = pale if item.id == "a11y.color-contrast" else item.evidence
    return any(_LETTERS.search(one.snippet) and " > " not in one.snippet and one.snippet != one.selector for one in shown)  # fmt: skip


FAULT_QUOTE, LINK_QUOTE = 90, 45
_LETTERS = re.compile(r"[^\W\d_]{2}")


def _filled(text: str, item: Finding, lang: str, pale: Sequence[Evidence] = ()) -> str:
    if item.id == "a11y.color-contrast":
        item = replace(item, evidence=tuple(pale))
    most = LINK_QUOTE if item.id.startswith("cta.dead") else FAULT_QUOTE
    told = [
        quoted(
            short(str(one.value) if item.id == "copy.spelling" and one.value else one.snippet, most),
            lang,
        )
        for one in item.evidence
        if one.snippet
        and one.snippet != one.selector
        and " > " not in one.snippet
        and _LETTERS.search(one.snippet)
    ]
    each = list(dict.fromkeys(told))
    others = (len(item.evidence) if pale else item.count) - 1
    more = say(lang, "fault.more", n=others) if others > 0 else ""
    return text.replace("{where}", "{{where}}").format(
        said=each[0] if each else "",
        title=item.title,
        n=item.count,
        each=listed(each[:3], lang) if each else "",
        more=more,
    )


def _is_wordless(item: Finding) -> bool:
    """A button that is a sign: an owner would not know which is meant."""
    first = item.evidence[0].snippet if item.evidence else ""
    return item.id.startswith(("cta.", "a11y.")) and bool(first) and not any(sign.isalpha() for sign in first)
