"""The owner's part as a model worded it, laid out as the rules' own is; what it does not say, the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, get_args

from coldread.drafts.case import Case
from coldread.drafts.frames import first_screens
from coldread.drafts.marks import marks_in
from coldread.drafts.points.point import Point
from coldread.drafts.proposals import FirstScreen, letters, shown
from coldread.drafts.say import quoted, say
from coldread.drafts.sight import place, said_where
from coldread.drafts.worded.material import numbered_points
from coldread.drafts.worded.shape import PastedText, Screen, Where, WordedDraft
from coldread.scanner.judge.finding import Effort, Severity
from coldread.scanner.judge.questions import FIVE, TITLES
from coldread.scanner.page.page import Page
from coldread.scanner.report.plain import prose

#: pieces without which the rules' own part is better
LEAST_CHANGES, LEAST_SCREENS = 2, 1
MOST_SCREENS = 3
LONGEST_CELL = 230


def is_enough(worded: WordedDraft | None) -> bool:
    """Changes, a summary and a first screen: less is no part of its own."""
    return (
        worded is not None
        and bool(worded.summary)
        and len(worded.changes) >= LEAST_CHANGES
        and len(worded.screens) >= LEAST_SCREENS
    )


def worded_part(case: Case, worded: WordedDraft, page: Page) -> list[str]:
    """Section by section; what the rules know for sure and the model passed over stands among the changes."""
    made = screens_of(case, worded)
    lines = [
        *_in_short(case, worded),
        *_changes(case, worded),
        *_visitor(case, worded, page),
        *_first_screen(case, worded, made),
        *_section(case, "order", list(_parts(case, worded))),
        *_section(case, "ready", list(_texts(case, worded))),
        *_section(case, "doubt", list(_objections(case, worded, page))),
        *_section(case, "behind", [prose(worded.behind)] if worded.behind else []),
        *_section(case, "proof_plan", list(_proof(case, worded))),
        *_section(case, "edit", list(_edits(case, worded))),
    ]
    return [*lines, *_section(case, "asked", list(_questions(case, worded, made, "\n".join(lines))))]


def screens_of(case: Case, worded: WordedDraft) -> list[tuple[FirstScreen, str]]:
    """The model's versions with their reasons; where one is left of them, the rules' first stands beside it."""
    own = [(_first(one), one.because) for one in worded.screens][:MOST_SCREENS]
    known = {one.headline.lower() for one, _ in own}
    if len(own) < 2:
        own += [(one, "") for one in first_screens(case) if one.headline.lower() not in known][:1]
    return own


def _first(one: Screen) -> FirstScreen:
    return FirstScreen(
        headline=one.headline, subhead=one.line, button=one.button, below=one.under_button, why=""
    )


def _section(case: Case, name: str, lines: list[str]) -> Iterator[str]:
    if lines:
        title = say(case.lang, "sum.ask" if name == "asked" else f"{name}.title")
        yield from (f"## {title}", "", *lines, "")


def _in_short(case: Case, worded: WordedDraft) -> Iterator[str]:
    lang, asked = case.lang, case.assignment
    yield from (f"## {say(lang, 'draft.short')}", "", prose(worded.summary), "")
    if worded.trouble:
        told = quoted(asked.pain_point.strip(), lang)
        yield from (f"**{say(lang, 'worded.trouble')}** {told}", "", prose(worded.trouble), "")
    if worded.keep:
        yield from (f"**{say(lang, 'worded.keep')}**", "", *(f"- {prose(one)}" for one in worded.keep), "")


def chosen_points(case: Case, worded: WordedDraft) -> list[Point]:
    """Every change as a point: the model's, then what blocks the goal by the rules and it neither told nor doubted."""
    points, blocking = numbered_points(case), _blocking(case)
    told = {one.of for one in worded.changes} | set(worded.doubted)
    own = [
        Point(
            title=prose(one.title),
            do=" ".join(filter(None, (prose(one.why), prose(one.do)))),
            of=points[one.of].of if one.of in points else one.of,
            effort=one.effort,
        )
        for one in worded.changes
    ]
    left = [one for name, one in points.items() if name not in told and one.of in blocking]
    return [*own, *left]


class Built(NamedTuple):
    """Which of the model's changes says how a finding is mended, and how long that takes."""

    number: int
    effort: Effort


def built_as(case: Case) -> dict[str, Built]:
    """Findings that a change of the model's is about."""
    worded = case.worded
    if worded is None or not is_enough(worded) or not any(one.build for one in worded.changes):
        return {}
    points = numbered_points(case)
    told: dict[str, Built] = {}
    for number, one in enumerate(worded.changes, 1):
        of = points[one.of].of if one.of in points else one.of
        told.setdefault(of, Built(number, one.effort))
    return told


def _blocking(case: Case) -> frozenset[str]:
    found = case.report.findings if case.report is not None else ()
    return frozenset(item.id for item in found if item.severity is Severity.P0)


def doubted_titles(case: Case, worded: WordedDraft) -> list[str]:
    """What the rules said or measured and the model holds for wrong here: the operator decides."""
    points = {name: one.title for name, one in numbered_points(case).items()}
    found = {item.id: item.title for item in case.report.findings} if case.report is not None else {}
    return [(points | found)[name] for name in worded.doubted if name in points or name in found]


def _changes(case: Case, worded: WordedDraft) -> Iterator[str]:
    yield from (f"## {say(case.lang, 'point.heading')}", "")
    yield from (
        f"{number}. **{one.title}** {one.do}" for number, one in enumerate(chosen_points(case, worded), 1)
    )
    yield ""


def _visitor(case: Case, worded: WordedDraft, page: Page) -> Iterator[str]:
    lang = case.lang
    by_question = {one.question: one for one in reversed(worded.answers)}
    rows = [(TITLES[asked](lang), by_question[asked.value]) for asked in FIVE if asked.value in by_question]
    if not rows:
        return
    yield from (f"## {say(lang, 'first.title')}", "")
    yield f"| {say(lang, 'first.question')} | {say(lang, 'worded.learns')} | {say(lang, 'first.answer')} |"
    yield "|---|---|---|"
    for title, one in rows:
        yield f"| {title} | {_cell(prose(one.said))} | {_cell(_with_place(one.quote, page, lang))} |"
    yield ""


def _with_place(quote: str, page: Page, lang: str) -> str:
    """The page's words and where they stand, where that is one place."""
    if not quote:
        return ""
    text = quote if len(quote) <= LONGEST_CELL else f"{quote[:LONGEST_CELL].rsplit(' ', 1)[0]} …"
    where = where_of(quote, page, lang)
    return quoted(text, lang) + (f" ({where})" if where else "")


def where_of(quote: str, page: Page, lang: str) -> str:
    """Where the first block stands that has these words; empty where it is not drawn."""
    wanted = _mark(quote)
    block = next((one for one in page.blocks if wanted in _mark(one.text)), None)
    return said_where(place(page, block.element), lang) if block is not None else ""


def _mark(text: str) -> str:
    return " ".join(text.lower().split()).strip(' .,;:!?…“”"')


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|") if "\\|" not in text else text


def _first_screen(case: Case, worded: WordedDraft, made: list[tuple[FirstScreen, str]]) -> Iterator[str]:
    yield from (f"## {say(case.lang, 'first.version_title')}", "")
    yield from shown(case, [one for one, _ in made], [because for _, because in made])


def _parts(case: Case, worded: WordedDraft) -> Iterator[str]:
    lang = case.lang
    if worded.parts:
        yield f"| {say(lang, 'worded.part')} | {say(lang, 'edit.change')} |"
        yield "|---|---|"
    for one in worded.parts:
        act = say(lang, f"worded.act_{one.act}")
        yield f"| {_cell(quoted(one.heading, lang))} | **{act}.** {_cell(prose(one.how))} |"


def _texts(case: Case, worded: WordedDraft) -> Iterator[str]:
    """On the page first, then what is read by somebody who has pressed, then letters."""
    if worded.texts:
        yield from (say(case.lang, "worded.texts"), "")
    for one in sorted(worded.texts, key=lambda one: get_args(Where).index(one.where)):
        head = (f"> **{prose(one.heading)}**", ">") if one.heading else ()
        yield from (_placed(one, case.lang), "", *head, *_quoted_block(one.text), "")


def _placed(one: PastedText, lang: str) -> str:
    if one.where != "page":
        when = prose(one.after).rstrip(" .:")
        return (
            say(lang, f"worded.when_{one.where}", when=when)
            if when
            else say(lang, f"worded.where_{one.where}")
        )
    return (
        say(lang, "ready.after", heading=quoted(one.after, lang))
        if one.after
        else say(lang, "ready.below_first")
    )


def _objections(case: Case, worded: WordedDraft, page: Page) -> Iterator[str]:
    lang = case.lang
    if worded.objections:
        yield f"| {say(lang, 'worded.doubt')} | {say(lang, 'first.answer')} | {say(lang, 'edit.change')} |"
        yield "|---|---|---|"
    for one in worded.objections:
        quote = _with_place(one.quote, page, lang) or say(lang, "worded.nothing")
        yield f"| {_cell(prose(one.doubt))} | {_cell(quote)} | {_cell(prose(one.answer))} |"


def _proof(case: Case, worded: WordedDraft) -> Iterator[str]:
    if worded.proof:
        yield prose(worded.proof)
    if worded.proof and worded.letter:
        yield from ("", say(case.lang, "worded.letter"), "", *_quoted_block(worded.letter))


def _quoted_block(text: str) -> Iterator[str]:
    """To be copied as it stands."""
    for number, paragraph in enumerate(text.splitlines()):
        yield from ((">",) if number else ())
        yield f"> {prose(paragraph)}"


def _edits(case: Case, worded: WordedDraft) -> Iterator[str]:
    lang = case.lang
    if worded.edits:
        yield f"| {say(lang, 'edit.today')} | {say(lang, 'edit.change')} | {say(lang, 'edit.why')} |"
        yield "|---|---|---|"
    for one in worded.edits:
        new = quoted(one.instead, lang) if one.instead else say(lang, "edit.cut")
        yield f"| {_cell(quoted(one.today, lang))} | {_cell(new)} | {_cell(prose(one.why))} |"


def _questions(
    case: Case, worded: WordedDraft, made: list[tuple[FirstScreen, str]], above: str
) -> Iterator[str]:
    lang = case.lang
    if len(made) > 1:
        yield f"- {say(lang, 'sum.ask_choice', letters=letters(len(made), lang))}"
    gaps = marks_in(above)
    if gaps:
        yield f"- {say(lang, 'sum.ask_marks', n=len(gaps))}"
    yield from (f"- {prose(one)}" for one in worded.questions)
