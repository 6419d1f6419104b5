"""The first screen, judged and written anew: five questions, what to keep, and whole versions to choose from.

The answers are the settled facts (`settled`), the versions are made of them (`business/heads`). A version has no gap in
its headline and at most one in all; a version that says what the page says already is none.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.drafts.business.acts import own_label
from coldread.drafts.business.heads import (
    LONGEST,
    Source,
    alike,
    for_whom,
    line_below,
    local_number,
    promise,
    repeats,
    thing,
    whoms,
)
from coldread.drafts.business.heads import (
    where as placed,
)
from coldread.drafts.business.kind import Kind
from coldread.drafts.business.proof import Proof
from coldread.drafts.case import Case
from coldread.drafts.disagreements import disputed
from coldread.drafts.marks import marks_in
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.told import Told
from coldread.scanner.judge.questions import TITLES, Question
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.phrases import words
from coldread.scanner.report.plain import prose, visible
from coldread.scanner.suggest.wording import capital, ended, sentences

LONGEST_QUOTE = 90


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """One version, whole."""

    headline: str
    subhead: str
    button: str
    below: str
    #: key of `[version]`
    why: str
    whom: str = ""


# What a stranger asks


def answers(case: Case, told: Told, facts: Settled) -> list[str]:
    """The five questions, each answered by what was settled; no price is asked of who sells nothing."""
    lang = case.assignment.lang
    rows = (
        (Question.WHAT, what_is_it(told, facts, lang)),
        (Question.FOR_ME, for_me(case, facts)),
        (Question.WHY, why_believe(facts, lang)),
        (Question.COST, "" if facts.price == "off" else what_it_costs(facts, lang)),
        (Question.PRESS, what_happens(case, facts)),
    )
    lines = [f"| {say(lang, 'first.question')} | {say(lang, 'first.answer')} |", "|---|---|"]
    return lines + [f"| {TITLES[question](lang)} | {answer} |" for question, answer in rows if answer]


def what_is_it(told: Told, facts: Settled, lang: Language) -> str:
    headline, line = quoted(short(told.headline), lang), quoted(short(told.subhead), lang)
    if told.headline_tells:
        return say(lang, "answer.what_yes", headline=headline)
    key = "what_below" if told.subhead and told.headline else "what_vague" if told.headline else "what_none"
    return say(lang, f"answer.{key}", headline=headline, line=line)


def for_me(case: Case, facts: Settled) -> str:
    """Which of those whom the order names are named, and where."""
    lang, readers = case.assignment.lang, facts.readers
    if not case.assignment.audience:
        return ""
    if not readers.parts:
        key = "for_nearby" if readers.has("nearby") else "for_unsure"
        return say(lang, f"answer.{key}", audience=quoted(case.assignment.audience, lang))
    told = []
    for where, key in (("first", "for_first"), ("name", "for_name"), ("below", "for_below")):
        found = list(dict.fromkeys(quoted(part.found, lang) for part in readers.of(where) if not part.near))  # type: ignore[arg-type]
        if found:
            told.append(say(lang, f"answer.{key}", words=listed(found, lang)))
    told += [
        say(lang, "answer.for_near", said=quoted(part.said, lang), words=quoted(part.found, lang))
        for part in readers.parts
        if part.near
    ]
    if not told:
        return say(lang, "answer.for_unsure", audience=quoted(case.assignment.audience, lang))
    return f"**{say(lang, f'first.{readers.state}')}** {' '.join(told)}"


def why_believe(facts: Settled, lang: Language) -> str:
    if facts.proof in ("unsure", "none"):
        return say(lang, f"answer.why_{facts.proof}")
    best = facts.proofs[0]
    where = say(lang, "answer.why_first" if best.first_screen else "answer.why_below")
    said = quoted(best.said, lang)
    if facts.proof == "sure":
        return say(lang, "answer.why_sure", proof=said, where=where)
    return say(lang, "answer.why_thin", proof=said, where=where, thin=say(lang, f"proof.{best.kind}"))


def what_it_costs(facts: Settled, lang: Language) -> str:
    if facts.price != "sure":
        return say(lang, f"answer.cost_{facts.price}", said=quoted(short(facts.quote_line), lang))
    where = say(lang, "answer.on_first" if facts.price_first else "answer.further_down")
    return say(
        lang,
        "answer.cost_sure",
        prices=listed([quoted(one, lang) for one in facts.prices], lang),
        where=where,
    )


def what_happens(case: Case, facts: Settled) -> str:
    lang, control = case.assignment.lang, facts.control
    if facts.step == "open":
        return ""
    label = quoted(control.label, lang) if control is not None else ""
    if facts.step == "broken" and control is not None:
        return say(lang, f"answer.press_{facts.failure}", label=label)
    contact = quoted(facts.ordered.reachable, lang)
    if facts.step in ("first", "below", "menu") and control is not None:
        reach = control.reach if control.reach in ("here", "form", "mail", "phone", "script") else "page"
        return f"{say(lang, f'answer.press_{facts.step}', label=label)} {say(lang, f'answer.to_{reach}')}"
    return say(lang, f"answer.press_{facts.step}", label=label, contact=contact)


def listed(found: list[str], lang: str, *, either: bool = False) -> str:
    word = say(lang, "ordered.or" if either else "ordered.and")
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {word} {found[-1]}"


def short(text: str) -> str:
    text = " ".join(text.split())
    return (
        text
        if len(text) <= LONGEST_QUOTE
        else text[:LONGEST_QUOTE].rsplit(" ", 1)[0].rstrip(",.;:–—- ") + " …"
    )


# What stays


def keeps(case: Case, told: Told, facts: Settled) -> list[str]:
    """What is good and stays: said first, so that nobody mends it away; nothing that another part finds fault with."""
    lang = case.assignment.lang
    lines = []
    if told.headline_tells and facts.readers.state in ("yes", "unsure"):
        lines.append(say(lang, "keep.headline", headline=quoted(told.headline, lang)))
    if facts.step == "first" and facts.control is not None and not _is_pale(facts.control.label, case):
        lines.append(say(lang, "keep.button", label=quoted(facts.control.label, lang)))
    strong = [one for one in facts.proofs if one.strong]
    if strong and not doubted(case, strong[0]):
        key = "certificate" if strong[0].kind == "certificate" else "proof"
        lines.append(say(lang, f"keep.{key}", proof=quoted(strong[0].said, lang)))
    if facts.price == "sure" and facts.price_first:
        lines.append(say(lang, "keep.price", price=quoted(facts.prices[0], lang)))
    ways_out = [
        one for one in told.ways_out if 3 <= len(words(one)) <= 14 and one[:1].isalnum() and one[-1:] in ".!"
    ]
    if ways_out:
        lines.append(say(lang, "keep.way_out", said=quoted(ways_out[0], lang)))
    return [f"- {line}" for line in lines[:4]]


def _is_pale(label: str, case: Case) -> bool:
    return case.ordered is not None and any(label == text for text in case.ordered.pale)


def doubted(case: Case, proof: Proof) -> bool:
    """The one who praises bears the firm's own name: a reader may think that the owner wrote it."""
    brand = case.told.brand if case.told is not None else ""
    own = next((word.lower() for word in words(brand) if len(word) >= 4), "")
    return bool(own) and proof.kind == "quote" and own in proof.who.lower().replace(" ", "")


# Versions


def source_of(case: Case, told: Told, facts: Settled) -> Source:
    return Source(
        page=facts.ordered.page,
        reading=facts.ordered.reading,
        business=facts.ordered.business,
        act=facts.act,
        goal=case.assignment.goal,
        audience=case.assignment.audience,
        order_lang=case.assignment.lang,
        headline=told.headline,
        is_named_so=told.is_vague,
        brand=told.brand,
    )


def versions(case: Case) -> list[FirstScreen]:
    """At most three: for whom, what it promises, and the page's own headline with the readers named below it."""
    told, facts = case.told, case.settled
    if told is None or facts is None:
        return []
    source = source_of(case, told, facts)
    what = thing(source)
    if not what:
        return []
    found: list[tuple[str, str, str]] = []
    aimed = for_whom(source, what) or placed(source, what)
    # a headline that tells it, with a figure, loses by every other
    strong = told.headline_tells and re.search(r"\d", told.headline) is not None
    if aimed and not strong and not _same(aimed, told.headline):
        found.append((aimed, line_below(source, aimed), _why(source, facts)))
    # no headline is made of a price that the page itself does not lead with
    top = f"{told.headline} {told.subhead}"
    prices = tuple(one for one in facts.prices if one.partition("/")[0].split(" a ")[0] in top)
    promised = promise(
        source, what, prices if facts.price == "sure" else (), facts.price_line, disputed(case)
    )
    if promised and not _same(promised, told.headline) and (not aimed or promised != aimed):
        line = ended(aimed) if aimed else line_below(source, promised)
        found.append((promised, line, "why_fact"))
    stays = told.headline_tells and len(told.headline) <= LONGEST and (strong or facts.readers.state != "no")
    if aimed and stays and len(found) < 2 and not alike(aimed, told.headline):
        found.append((told.headline, ended(aimed), "why_stays"))
    whom = next(iter(whoms(source)), "")
    return [_version(case, source, facts, *one, whom) for one in found]


def _why(source: Source, facts: Settled) -> str:
    if not whoms(source):
        return "why_where"
    return "why_whom" if facts.readers.state == "yes" else "why_unnamed"


def _same(line: str, headline: str) -> bool:
    return line.strip(" .").lower() == headline.strip(" .").lower() or (
        alike(line, headline) and repeats(line, headline)
    )


def _version(
    case: Case, source: Source, facts: Settled, headline: str, line: str, why: str, whom: str
) -> FirstScreen:
    act, control = facts.act, facts.control
    label = own_label(control) if facts.step in ("first", "below", "menu", "broken") else ""
    button = label or (act.button(source.lang) if act is not None else "")
    reached = facts.ordered.reachable
    if facts.step == "contact":
        button = (_WRITE if "@" in reached else _CALL)(source.lang, contact=reached)
    under = _under(case, source, facts)
    if act is not None and set(re.findall(r"\d+", headline)) & set(re.findall(r"\d+", under)):
        under = act.below(source.lang)  # the headline has said it
    subhead = line or (say(source.lang, "fill.how") if not marks_in(under) else "")
    return FirstScreen(
        headline=headline, subhead=subhead, button=capital(button), below=under, why=why, whom=whom
    )


_CALL = Said(en="Call {contact}", sv="Ring {contact}")
_WRITE = Said(en="Write to {contact}", sv="Mejla {contact}")
#: words of what follows that fit under a button
MOST_AFTER = 14
_MINUTES = re.compile(r"\b(?P<n>\d{1,3})[- ]?(?:min\w*)\b", re.IGNORECASE)
_CALLED = frozenset({Kind.CARE, Kind.CRAFT, Kind.CHARITY, Kind.STAY, Kind.ASSOCIATION})
_OR_CALL = Said(en="Would you rather talk? Call {phone}.", sv="Vill du hellre prata? Ring {phone}.")
_LASTS = Said(en="It takes {n} minutes.", sv="Det tar {n} minuter.")
_ANSWERED = frozenset({"quote", "contact", "book", "call", "demo", "meeting"})
_SAYS_CALL = re.compile(r"\b(?:call|meeting|demo|samtal|möte|slot)\b", re.IGNORECASE)


def _under(case: Case, source: Source, facts: Settled) -> str:
    """The line under the button, of facts that nothing on the page contradicts; else one gap."""
    lang, act, ordered = source.lang, facts.act, facts.ordered
    said = {one.name: one.said for one in ordered.facts if one.state == "said"}
    contested, pieces = disputed(case), []
    names = {act.name} if act is not None else set()
    if names & {"newsletter"}:
        pieces = [ended(capital(said[name])) for name in ("leave",) if name in said]
    elif names & _ANSWERED:
        length = _MINUTES.search(said.get("length", ""))
        if length is not None and _SAYS_CALL.search(said["length"]) and length[0] not in contested:
            pieces.append(_LASTS(lang, n=length["n"]))
        following = re.sub(r"^[^\s@]{1,64}@\S{1,80}\s", "", said.get("next", ""))
        following = capital(re.sub(r"^\w+:\s", "", following))  # “Deliverable: …”
        if following and len(words(following)) <= MOST_AFTER and following[:1].isupper():
            pieces.append(ended(following))
    elif names & {"account", "subscribe"}:
        told = case.told.ways_out if case.told is not None else ()
        pieces = [ended(capital(one)) for one in told if len(words(one)) <= 8 and one[:1].isalnum()][:1]
    phone = local_number(said.get("phone", "") or (ordered.reachable if "@" not in ordered.reachable else ""))
    if phone and ordered.business.spoken in _CALLED and re.search(r"\d[\s-]", phone):
        pieces.append(_OR_CALL(lang, phone=phone))
    if pieces:
        return " ".join(dict.fromkeys(pieces))
    if facts.readers.has("nearby"):
        return say(lang, "fill.fetch")
    return act.below(lang) if act is not None else say(lang, "fill.after")


def own_lines(case: Case) -> list[str]:
    """What the page itself says it is, line by line: its title, its headline and the sentence below."""
    if case.told is None or case.page is None:
        return []
    below = sentences(" ".join(case.told.subhead.split()))
    found = [*title_parts(case.page.title), case.told.headline, *below[:1]]
    kept = [
        line for line in found if len(words(line)) >= LEAST_OWN and line.lower() != case.told.brand.lower()
    ]
    return list(dict.fromkeys(map(short, kept)))[:3]


#: words of a line that may say what a page is
LEAST_OWN = 3


def shown(case: Case, made: list[FirstScreen]) -> Iterator[str]:
    """The versions as they would stand, and why one would choose each; a question where nothing can be written."""
    lang = case.assignment.lang
    if not made:
        tells = case.told is not None and case.told.headline_tells
        headline = quoted(case.told.headline, lang) if case.told is not None else ""
        lines = own_lines(case)
        key = "none_keep" if tells else "none" if len(lines) > 1 else "none_asked"
        told = listed([quoted(line, lang) for line in lines], lang, either=True) if lines else ""
        yield from (say(lang, f"version.{key}", headline=headline, lines=told), "")
    for letter, one in zip("ABC", made, strict=False):
        yield f"### {say(lang, 'version.title', letter=letter)}"
        yield ""
        yield f"- **{say(lang, 'version.headline')}** {_shown(one.headline)}"
        if one.subhead:
            yield f"- **{say(lang, 'version.subhead')}** {_shown(one.subhead)}"
        yield f"- **{say(lang, 'version.button')}** {_shown(one.button)}"
        yield f"- **{say(lang, 'version.below')}** {_shown(one.below)}"
        yield ""
        yield f"*{say(lang, f'version.{one.why}', whom=prose(one.whom))}*"
        yield ""


def _shown(text: str) -> str:
    """A page's words on one line, as text and never as markdown."""
    return prose(" ".join(visible(text).split()))
