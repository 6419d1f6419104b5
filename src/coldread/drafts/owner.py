"""The owner's part of a draft: two pages that can be forwarded, with no selector, no rule's number and no command in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts import first_screen, parts_of_page, proposals, ready_section
from coldread.drafts.asked_of_page import ANSWERED, Answer, answers
from coldread.drafts.case import Case
from coldread.drafts.copy_edits import copy_edits
from coldread.drafts.first_screen import listed, where_pressed
from coldread.drafts.frames import first_screens
from coldread.drafts.goal_steps import GoalStep, goal_steps
from coldread.drafts.marks import marks_in
from coldread.drafts.points.every import points
from coldread.drafts.points.point import Point
from coldread.drafts.points.trouble import answered as trouble_told
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, said_where
from coldread.drafts.told import Told
from coldread.drafts.told_once import WRITTEN_ABOVE
from coldread.drafts.worded.part import is_enough, worded_part
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import mid_sentence
from coldread.scanner.report.plain import prose


def owners_part(case: Case) -> list[str]:
    """In short, the first screen, the changes, the parts below, and what is asked."""
    page, told, facts = case.page, case.told, case.settled
    if page is None or told is None or facts is None:
        return []
    if case.worded is not None and is_enough(case.worded):
        return [tidied(line) for line in worded_part(case, case.worded, page)]
    own, found, steps = proposals.versions(case), answers(page, facts), goal_steps(page, facts)
    made, chosen = first_screens(case), points(case, own, found, steps)
    ready = ready_section.asked(case, page, told, facts)
    lines = [
        *_in_short(case, facts, chosen, steps, len(made)),
        *_changes(case, chosen),
        *_first_screen(case, page, told, facts, made, found, steps),
        *_below(case, page, told, facts, found, steps, frozenset(one.of for one in chosen), ready),
    ]
    asked = _needed(case, facts, made, found, chosen, ready.topics, "\n".join(lines))
    return [tidied(line) for line in (*lines, *asked)]


#: a full stop after a quotation that has its own
_DOUBLED = re.compile(r"([.!?…])([”\"])\.(?!\.)")
#: a place that nobody measured
_UNTOLD = re.compile(r" \(\)")


def tidied(line: str) -> str:
    return _UNTOLD.sub("", _DOUBLED.sub(r"\1\2", line))


def _in_short(
    case: Case, facts: Settled, chosen: list[Point], steps: list[GoalStep], versions: int
) -> Iterator[str]:
    lang, asked = case.lang, case.assignment
    yield from (f"## {say(lang, 'draft.short')}", "")
    goal = asked.goal.strip().rstrip(".")
    key = "goal_for" if asked.audience else "goal"
    audience = prose(mid_sentence(asked.audience.strip().rstrip(".")))
    told = [say(lang, f"short.{key}", goal=prose(goal), audience=audience)]
    if facts.ordered.is_list:
        told.append(say(lang, "short.list_not_letter"))
    told += _way(case, facts, steps)
    if chosen and chosen[0].title not in told:
        told.append(say(lang, "short.first", title=chosen[0].title))
    if versions > 1:
        told.append(say(lang, "short.versions", n=versions))
    yield " ".join(told)
    yield ""
    trouble = " ".join(trouble_told(case, chosen))
    if trouble:
        yield from (trouble, "")


def _way(case: Case, facts: Settled, steps: list[GoalStep]) -> Iterator[str]:
    """The goal's button, and where a visitor meets it; nothing where it is not sure which it is."""
    lang, control = case.lang, facts.control
    if facts.step in ("open", "none"):
        return
    if facts.step == "pay" and facts.ordered.payment is not None:
        element = facts.ordered.page.dom.by_selector.get(facts.ordered.payment.selector)
        at = place(facts.ordered.page, element) if element is not None else None
        late = at is not None and at.desktop is not None and not (at.is_first or at.is_first_on_phone)
        told = said_where(at, lang) if at is not None else ""
        yield say(lang, "short.way_pay_late" if late else "short.way_pay", number=quoted(facts.ordered.payment.said, lang), where=told)  # fmt: skip
        return
    label = quoted(control.label, lang) if control is not None else ""
    contact = quoted(facts.ordered.reachable, lang)
    key = f"broken_{facts.failure}" if facts.step == "broken" and control is not None else facts.step
    where = where_pressed(steps, lang)
    if facts.step in ("first", "below") and where:
        yield say(lang, "short.way_at", label=label, where=where)
        return
    if facts.step == "facts":
        lost = [
            one for one in facts.ordered.missing if facts.act is not None and one.name in facts.act.by_facts
        ]
        key = "facts_lost" if lost else "facts"
        label = listed([say(lang, f"fact.{one.name}") for one in lost], lang) if lost else ""
    yield say(lang, f"short.way_{key}", label=label, contact=contact)


def _first_screen(
    case: Case,
    page: Page,
    told: Told,
    facts: Settled,
    made: list[proposals.FirstScreen],
    found: list[Answer],
    steps: list[GoalStep],
) -> Iterator[str]:
    lang = case.lang
    yield from (f"## {say(lang, 'first.title')}", "", say(lang, "first.intro"), "")
    yield from (*first_screen.table(case, page, told, facts, found, steps), "")
    lacking = proposals.lacking(case) if not made else ""
    if made:
        added = all(one.why == "why_under" for one in made)
        yield from (f"## {say(lang, 'first.added_title' if added else 'first.version_title')}", "")
        yield from proposals.shown(case, made)
    elif lacking:
        yield from (say(lang, "version.lacking", fact=say(lang, f"lacking.{lacking}")), "")
    worded = {name: text for name, text in case.rewrites.items() if name in WRITTEN_ABOVE}
    if worded:
        yield from (say(lang, "change.wording"), "", *(f"> {prose(text)}" for text in worded.values()), "")


def _changes(case: Case, chosen: list[Point]) -> Iterator[str]:
    lang = case.lang
    yield from (f"## {say(lang, 'point.heading' if len(chosen) > 1 else 'point.heading_one')}", "")
    yield from (f"{number}. **{one.title}** {one.do}" for number, one in enumerate(chosen, 1))
    if not chosen:
        yield say(lang, "draft.no_changes")
    yield ""


def _below(
    case: Case,
    page: Page,
    told: Told,
    facts: Settled,
    found: list[Answer],
    steps: list[GoalStep],
    above: frozenset[str],
    ready: ready_section.Asked,
) -> Iterator[str]:
    """What follows the first screen; a part with nothing sure to say is left out."""
    told_already = "steps" in ready.topics or "cta.behind-mismatch" in above
    behind = [] if told_already else parts_of_page.behind_the_button(case, page, told, facts, found)
    if len(behind) == 1 and facts.step in ("first", "below", "menu"):
        behind = []  # where it leads stands in the table
    for name, lines in (
        (
            "ready" if ready.texts else "answered",
            ready_section.section(case, page, told, facts, found, ready),
        ),
        ("behind", behind),
        ("proof_plan", parts_of_page.proof_plan(case, page, facts, above)),
        ("order", parts_of_page.from_top_to_bottom(case, page, told, facts, steps, above)),
        ("edit", copy_edits(case, page, told)),
    ):
        if lines:
            yield from (f"## {say(case.lang, f'{name}.title')}", "", *lines, "")


#: facts that are asked of the owner where nothing on the page could be them
_ASKED_FACTS = frozenset({"price", "fee", "hours", "address", "area", "next", "cancel", "returns", "delivery", "length", "dates", "often", "leave", "new", "queue", "opens", "use"})  # fmt: skip
MOST_ASKED = 6


def _needed(
    case: Case,
    facts: Settled,
    made: list[proposals.FirstScreen],
    found: list[Answer],
    chosen: list[Point],
    ready: frozenset[str],
    above: str,
) -> Iterator[str]:
    """What only the owner knows, as one short list; nothing that the page answers, and nothing that a ready text asks for."""
    lang = case.lang
    asked = []
    if len(made) > 1:
        asked.append(say(lang, "sum.ask_choice", letters=proposals.letters(len(made), lang)))
    gaps = marks_in(above)
    if gaps:
        asked.append(say(lang, "sum.ask_marks", n=len(gaps)))
    if facts.step == "unsure" and facts.control is not None:
        asked.append(say(lang, "sum.ask_step", label=quoted(facts.control.label, lang)))
    if facts.step == "open":
        asked.append(say(lang, "sum.ask_which"))
    if facts.proof != "sure":
        asked.append(say(lang, "sum.ask_proof"))
    known = {one.question for one in found}
    told = _ANSWERED_BY
    lost = [one.name for one in facts.ordered.facts if one.state == "missing" and one.name in _ASKED_FACTS]
    lost = [name for name in lost if not (told.get(name, frozenset({name})) & known)]
    lost = [name for name in lost if name != "price" or facts.price == "none"]
    act = facts.act.name if facts.act is not None else ""
    lost = [name for name in lost if name != "next" or act in _ANSWERS]
    lost = [name for name in lost if _TEXT_FOR.get(name, name) not in ready]
    if any(one.of == "clarity.place-absent" for one in chosen) and "area" not in (*lost, *ready):
        lost.insert(0, "area")
    asked += [say(lang, f"fact.{name}_owner") for name in lost[:3]]
    waits = facts.button and _waits_for_an_answer(facts, act) and "steps" not in ready
    if "reply" not in known and "next" not in lost and waits:
        asked.append(say(lang, "sum.ask_reply", label=quoted(facts.button, lang)))
    asked += _asked_of_the_offer(case, facts, made)
    if case.assignment.goal_guessed:
        asked.append(say(lang, "sum.ask_goal"))
    if asked:
        yield from (f"## {say(lang, 'sum.ask')}", "", *(f"- {one}" for one in asked[:MOST_ASKED]), "")


_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "två": 2, "tre": 3, "fyra": 4, "fem": 5, "sex": 6, "sju": 7}  # fmt: skip
_FROM_AGE = re.compile(
    rf"\b(?:from|från|aged?|ålder|children|barn)\s(?:the age of |mellan )?(\d{{1,2}}|{'|'.join(_NUMBERS)})\b",
    re.IGNORECASE,
)
_OFFERED_AGE = re.compile(r"\b(?:ages?|från) (\d{1,2})(?:\.\d)?\s?(?:[–-]|\+|and up|år)|\b(\d{1,2})\s?[–-]\s?\d{1,2} år\b", re.IGNORECASE)  # fmt: skip
#: mentions of an age that make a rule of it, and years that somebody of whom ages are said has at most
LEAST_AGES, OLDEST = 2, 18


def younger_than_offered(audience: str, page: Page) -> tuple[int, int] | None:
    """The youngest whom the order wants and the youngest whom the page takes, where the page takes none so young."""
    told = _FROM_AGE.search(audience)
    if told is None:
        return None
    wanted = _NUMBERS.get(told[1].lower()) or int(told[1])
    ages = [
        int(one or other) for block in page.blocks for one, other in _OFFERED_AGE.findall(block.text[:300])
    ]
    ages = [age for age in ages if 0 < age < OLDEST]
    return (wanted, min(ages)) if len(ages) >= LEAST_AGES and wanted < min(ages) else None


_CONTACTED = re.compile(r"\bwill be contacted\b|\bcontacts you\b|\bkontaktar (?:dig|er)\b", re.IGNORECASE)


def _waits_for_an_answer(facts: Settled, act: str) -> bool:
    """A form writes to somebody, and nothing on the page says how soon they answer; a calendar answers itself."""
    control, page = facts.control, facts.ordered.page
    behind = control.behind.kind if control is not None and control.behind is not None else ""
    by_form = control is not None and (control.reach in ("form", "mail") or behind in ("form", "contact"))
    said = any(
        ANSWERED.search(block.text[:600]) or _CONTACTED.search(block.text[:600]) for block in page.blocks
    )
    return act in _ANSWERS and by_form and behind not in ("calendar", "checkout") and not said


def _asked_of_the_offer(case: Case, facts: Settled, made: list[proposals.FirstScreen]) -> Iterator[str]:
    """Ages that the page does not take, a figure that would lead, and claims that nobody can check."""
    lang, page = case.lang, facts.ordered.page
    younger = younger_than_offered(case.assignment.audience, page)
    if younger is not None:
        yield say(lang, "sum.ask_age", wanted=younger[0], least=younger[1])
    if not made and proposals.lacking(case) == "figure":
        yield say(lang, "sum.ask_figure")
    for one in parts_of_page.unsourced(page, facts)[:1]:
        yield say(lang, "sum.ask_source", said=quoted(one, lang))


#: which answers of the table settle which fact
_ANSWERED_BY: dict[str, frozenset[str]] = {
    "fee": frozenset({"free", "price"}),
    "price": frozenset({"free", "price"}),
    "hours": frozenset({"when"}),
    "dates": frozenset({"when"}),
    "address": frozenset({"where"}),
    "area": frozenset({"where"}),
    "next": frozenset({"reply"}),
    "length": frozenset({"long"}),
    "cancel": frozenset({"safe"}),
    "leave": frozenset({"safe"}),
    "returns": frozenset({"safe"}),
}
#: facts whose ready text has another name
_TEXT_FOR = {"address": "find", "next": "steps"}
#: acts after which somebody waits for an answer
_ANSWERS = frozenset({"call", "meeting", "demo", "quote", "contact", "book"})
