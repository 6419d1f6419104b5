"""What follows below the first screen: the page from top to bottom, proof, and the way behind the button, each short."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.addresses import split_address
from coldread.base.languages import Language
from coldread.drafts.asked_of_page import Answer
from coldread.drafts.business.control import Control, is_answered, is_store
from coldread.drafts.business.kind import Kind
from coldread.drafts.business.plain_words import praise_in
from coldread.drafts.business.plans import CHILDREN_PLAN, LETTER_PLAN, NOBODY, PLANS, Plan
from coldread.drafts.business.proof import Proof, could_be_proof
from coldread.drafts.case import Case
from coldread.drafts.first_screen import doubted, listed, said_contact, short, signed
from coldread.drafts.goal_steps import GoalStep, call_bar, longest_gap
from coldread.drafts.own_lines import rows_of
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import Place, place, said_where, screens
from coldread.drafts.told import Told
from coldread.drafts.wrong_advice import form_is_the_order
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.offer import topics
from coldread.scanner.report.behind_words import behind_words
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.calls import kept_fields
from coldread.scanner.suggest.wording import recased, sentences

LEAST_PARTS = 4
#: a heading that says outright that others speak below it
_OTHERS = re.compile(
    r"\b(?:testimonials?|reviews?|what (?:our )?(?:clients|customers) say|kundomdöme\w*|omdömen|recensioner|vad (?:våra )?kunder(?:na)? säger|så säger)\b",
    re.IGNORECASE,
)
#: software's doubts are not those of somebody who books a talk with a person
_WITH_PEOPLE = frozenset({"call", "meeting", "quote", "contact", "book"})


#: headings of a map, and screens of a phone without the goal's button that are worth a word
MOST_PARTS, LONG_WAY = 12, 4.0


#: marks of two changes that are told above, and not again in their parts
GAP, VOICE = "order.gap", "trust.voice"


def long_way(page: Page, facts: Settled, steps: list[GoalStep]) -> float:
    """Screens of a phone without the goal's button, where they are worth a word; else 0."""
    gap = longest_gap(steps, page)
    goods = facts.act is not None and facts.act.name in ("buy", "goods", "order", "look")
    return gap if gap >= LONG_WAY and facts.control is not None and not goods else 0.0


def from_top_to_bottom(
    case: Case,
    page: Page,
    told: Told,
    facts: Settled,
    steps: list[GoalStep],
    above: frozenset[str] = frozenset(),
) -> list[str]:
    """Every part by its own heading, with where it begins on a phone; and what is sure about their order."""
    lang = case.assignment.lang
    parts = []
    for block in page.blocks:
        if block.element.tag in ("h1", "h2") and block.region not in ("nav", "footer"):
            at = place(page, block.element).phone
            if at is not None and block.text.strip():
                parts.append(f"{screens(at, lang)} {quoted(short(recased(block.text), MAP_QUOTE), lang)}")
    map_of = (
        [f"{say(lang, 'order.map')} {' · '.join(parts[:MOST_PARTS])}"] if len(parts) >= LEAST_PARTS else []
    )
    lines = [f"- {one}" for one in _moves(case, told, facts)]
    gap = long_way(page, facts, steps)
    if gap and facts.control is not None and GAP not in above:
        label = quoted(facts.control.label, lang)
        lines.append(f"- {say(lang, 'order.gap', label=label, gap=screens(gap, lang))}")
    # a list of the page's own headings is news to nobody
    return [*map_of, "", *lines] if map_of and lines else lines


MAP_QUOTE = 60


def _moves(case: Case, told: Told, facts: Settled) -> list[str]:
    """Only what is sure: others' words that stand last, and a section that stands twice."""
    lang, now, page = case.assignment.lang, told.sections, facts.ordered.page
    heads = [block for block in page.blocks if block.element.tag == "h2" and block.region == "main"]
    # what stands twice for the two widths is seen once at each
    seen = [" ".join(block.text.split()) for block in heads if place(page, block.element).desktop is not None]
    lines = [
        say(lang, "order.twice", heading=quoted(short(one), lang))
        for at, one in enumerate(seen)
        if one and one.lower() in {other.lower() for other in seen[:at]}
    ][:2]
    late = [at for at, one in enumerate(now) if _OTHERS.search(one.heading)]
    strong = any(one.kind == "quote" for one in facts.proofs)
    if len(now) > LEAST_PARTS and strong and late and late[0] >= len(now) // 2:
        section = quoted(short(now[late[0]].heading), lang)
        lines.append(say(lang, "order.raise", section=section, was=late[0] + 1, n=len(now)))
    return list(dict.fromkeys(lines))


_CHILDREN = re.compile(r"\b(?:parents?|child\w*|kids?|föräldr\w*|barn\w*)\b", re.IGNORECASE)
#: what is asked for tells more than what the page is called
_PLAN_OF_ACT = {"join": Kind.ASSOCIATION}


def plan_of(case: Case) -> Plan:
    facts = case.settled
    if facts is None:
        return PLANS[Kind.OTHER]
    kind, act = facts.ordered.house.spoken, facts.act.name if facts.act is not None else ""
    if act == "newsletter":
        return LETTER_PLAN
    if kind is Kind.COURSE and _CHILDREN.search(case.assignment.audience):
        return CHILDREN_PLAN
    if act in ("download", "account") and kind is Kind.OTHER:
        return PLANS[Kind.APP]
    if act in _PLAN_OF_ACT:
        return PLANS[_PLAN_OF_ACT[act]]
    return PLANS[Kind.EXPERT if kind is Kind.APP and act in _WITH_PEOPLE else kind]


#: proofs beside the voices that are told, and voices that are given a place
MOST_OTHERS, MOST_PLACED = 2, 2


def proof_plan(case: Case, page: Page, facts: Settled, above: frozenset[str] = frozenset()) -> list[str]:
    """Where there are voices: which sentence of whom belongs where. Where there are none: whom to write to, and the letter."""
    lang = case.assignment.lang
    strong = [proof for proof in facts.proofs if proof.strong]
    quotes = [proof for proof in strong if proof.kind == "quote"]
    lines = [f"- {one}" for one in _placed(case, page, facts, quotes)]
    for one in [proof for proof in strong if proof.kind != "quote"][:MOST_OTHERS]:
        lines.append(f"- {signed(one, lang)} {_at(one, page, lang)}".rstrip())
    lines += [f"- {one}" for one in works(page, lang, " ".join(lines))]
    thin = unsourced(page, facts)
    if thin:
        said = listed([quoted(one, lang) for one in thin], lang)
        lines.append(f"- {say(lang, 'proof_plan.unsourced', said=said)}")
    voices = _voices(facts)
    if quotes or len([proof for proof in voices if proof.strong]) >= ENOUGH:
        return lines
    if any(proof.kind == "customers" for proof in voices):
        return [*lines, "", say(lang, "proof_plan.ask_named")]
    promised = _promised(page)
    unsigned = next((proof for proof in voices if proof.kind == "unsigned"), None)
    if promised and unsigned is not None:
        return [*lines, f"- {say(lang, 'voice.unsigned', said=quoted(short(unsigned.said), lang))}"]
    if promised:
        return [*lines, f"- {say(lang, 'voice.unread', heading=quoted(promised, lang))}"]
    return [*lines, *([""] if lines else []), *_asked_for(case, page, facts, above)]


def _asked_for(case: Case, page: Page, facts: Settled, above: frozenset[str]) -> list[str]:
    """Whom to write to, a letter that can be sent as it is, and where the answers belong."""
    lang, plan = case.assignment.lang, plan_of(case)
    if facts.act is None or facts.act.name == "look":
        return []  # nobody knows who could be asked, and what
    if facts.act is not None and facts.act.name == "waitlist":  # nobody has used it yet
        return [NOBODY(lang)]
    theirs = page.language if page.language in ("en", "sv") else lang
    key, _ = strongest(case, facts, page)
    said = [say(lang, f"proof_plan.{key}"), ""] if key in ("none", "no_voice") and VOICE not in above else []
    letter = [
        say(theirs, "letter.hello"),
        "",
        *(f"{number}. {question(theirs)}" for number, question in enumerate(plan.questions, 1)),
        "",
        say(theirs, "letter.bye"),
    ]
    return [*said, plan.ask(lang), "", *(f"> {line}".rstrip() for line in letter), "", plan.place(lang)]


def _placed(case: Case, page: Page, facts: Settled, quotes: list[Proof]) -> list[str]:
    """The sentences that tell most, each with its name, where it stands and where it belongs."""
    lang = case.assignment.lang
    best = sorted(quotes, key=lambda one: (doubted(case, one), *_weight(telling(one.said, page), page)))
    button = quoted(facts.button, lang) if facts.button else ""
    asks = facts.control is not None and facts.control.reach in ("form", "here") and bool(page.lead_forms)
    second = "price" if facts.price == "sure" else "form" if asks else "next"
    lines = []
    for one, where in zip(best[:MOST_PLACED], ("button" if button else "first", second), strict=False):
        said = signed(replace(one, said=telling(one.said, page)), lang)
        doubt = say(lang, "proof_plan.self") if doubted(case, one) else ""
        told = say(lang, f"voice.{where}", button=button, said=f"{said} {_at(one, page, lang)}".rstrip())
        lines.append(" ".join(filter(None, (told, doubt))))
    rest = len(quotes) - len(lines) + sum(proof.kind == "unsigned" for proof in facts.proofs)
    if quotes and rest > 0:
        lines.append(say(lang, "voice.others", n=rest))
    return lines


def _at(proof: Proof, page: Page, lang: Language) -> str:
    element = page.dom.by_selector.get(proof.selector)
    return (
        say(lang, "proof_plan.at", where=said_where(place(page, element), lang))
        if element is not None
        else ""
    )


#: words of a sentence that can stand beside a button
LEAST_TELLING, MOST_TELLING = 4, 28


def telling(said: str, page: Page) -> str:
    """The sentence of it that tells most: one with a figure, or with the page's own matter; whole where none is short enough."""
    fit = [one for one in sentences(said) if LEAST_TELLING <= len(words(one)) <= MOST_TELLING]
    return min(fit, key=lambda one: _weight(one, page), default=said)


#: what anybody says who is content
_ANYBODYS = re.compile(r"nöjd\w*|proffs\w*|bemötande\w*|rekommend\w*|recommend\w*|great|amazing|awesome|fantasti\w*|profession\w*|service|trevlig\w*|tack|thanks?|thank|best|bästa?|förnämlig\w*|highly|excellent|wonderful|jobb|arbete|work|job|super\w*|varmt", re.IGNORECASE)  # fmt: skip


#: how it was before: without what came after, it is no praise
_BEFORE = re.compile(r"\b(?:used to|before|at first|brukade|innan|tidigare|förut)\b", re.IGNORECASE)
_DEAR = re.compile(r"\bprice\b|\bworth\b|\bpenny\b|\bpris\w*|\bvärt\b|\bkrona\b", re.IGNORECASE)


def _weight(sentence: str, page: Page) -> tuple[bool, bool, int, int]:
    """The lower the better: nothing about before, or about money where it is free; a figure, and words that only somebody says who was there."""
    misleads = _BEFORE.search(sentence) is not None or (
        page.brief.goal is PrimaryGoal.NEWSLETTER and _DEAR.search(sentence) is not None
    )
    own = content_words(sentence)
    said = [word for word in own if not _ANYBODYS.fullmatch(word) and not praise_in(word)]
    of_page = {stem(word.lower()) for word in said} & set(topics(page))
    return misleads, not re.search(r"\d", sentence), -len(said) - len(of_page), len(own)


def _promised(page: Page) -> str:
    """The heading under which others should speak."""
    heads = (
        block for block in page.blocks if block.kind == "heading" and block.region not in ("nav", "footer")
    )
    return next((short(recased(" ".join(one.text.split()))) for one in heads if _OTHERS.search(one.text)), "")


def _voices(facts: Settled) -> list[Proof]:
    """Those who speak for it; a certificate does not speak."""
    return [proof for proof in facts.proofs if proof.kind not in ("certificate", "credential")]


def strongest(case: Case, facts: Settled, page: Page) -> tuple[str, dict[str, str]]:
    """That nobody speaks, or where the best of them stands and does not belong: a key of `[proof_plan]`, and its words."""
    strong = [proof for proof in facts.proofs if proof.strong and not doubted(case, proof)]
    if not _voices(facts) and not could_be_proof(page) and not _rated_elsewhere(page):
        return ("no_voice" if strong else "none"), {}
    strong.sort(key=lambda one: (one.kind == "certificate", *_weight(telling(one.said, page), page)))
    element = page.dom.by_selector.get(strong[0].selector) if strong else None
    at = place(page, element) if element is not None else None
    if at is None or not at.is_seen or (at.desktop or at.phone or 0) < FAR:
        return "", {}
    said = quoted(short(telling(strong[0].said, page), STRONG_QUOTE), case.lang)
    return "strongest", {"said": said, "where": said_where(at, case.lang)}


#: voices that are enough: nobody who has them is told to go and ask for more
ENOUGH = 2


STRONG_QUOTE = 90
#: screens down at which proof is met late
FAR = 2.0


def _rated_elsewhere(page: Page) -> bool:
    """It links to who rates it, or shows quotations of some kind."""
    return any(site in link.attr("href").lower() for site in _SITES for link in page.dom.shown("a"))


_WORKS = re.compile(r"\b(?:results?|case stud(?:y|ies)|cases?|recent (?:work|projects?)|project highlights|our work|portfolio|success stories|selected (?:work|projects|cases)|utvalda (?:projekt|uppdrag|case)|kundcase|referens\w*|resultat|våra projekt|tidigare (?:arbeten|projekt|uppdrag)|utförda (?:arbeten|projekt))\b", re.IGNORECASE)  # fmt: skip
MOST_WORKS, LEAST_WORKS, MOST_FIRM = 4, 2, 4


def works(page: Page, lang: Language, told: str) -> list[str]:
    """What was done for others, under a heading that says so: the headings below it, or its first sentences."""
    blocks = [block for block in page.blocks if block.region not in ("nav", "footer")]
    starts = [
        at
        for at, block in enumerate(blocks)
        if block.element.tag in ("h2", "h3") and _WORKS.search(block.text)
    ]
    for at in starts[:1]:
        level = blocks[at].element.tag
        end = next(
            (n for n in range(at + 1, len(blocks)) if blocks[n].element.tag in ("h1", "h2", level)),
            len(blocks),
        )
        below = blocks[at + 1 : end]
        results = _RESULTS.search(blocks[at].text) is not None
        heads = [" ".join(one.text.split()) for one in below if one.element.tag in ("h3", "h4") and len(words(one.text)) <= MOST_FIRM]  # fmt: skip
        named = [recased(one) for one in heads if not results or _FIRM.fullmatch(one)]
        if len(named) < LEAST_WORKS:
            named = _with_figures([" ".join(one.text.split()) for one in below])
        shown = [quoted(short(one, WORK_QUOTE), lang) for one in dict.fromkeys(named) if one not in told][
            :MOST_WORKS
        ]
        if len(shown) >= LEAST_WORKS:
            heading = quoted(recased(" ".join(blocks[at].text.split())), lang)
            where = said_where(place(page, blocks[at].element), lang)
            return [say(lang, "proof_plan.works", heading=heading, where=where, said=listed(shown, lang))]
    return []


WORK_QUOTE = 110
#: “Core Diesel”; a heading in plain words is a step of the work
_FIRM = re.compile(r"[A-ZÅÄÖ][\w&.'’-]*(?: [A-ZÅÄÖ][\w&.'’-]*){1,3}")
#: what came of it is told by figures; names below such a heading are steps of the work
_RESULTS = re.compile(r"\b(?:results?|resultat\w*)\b", re.IGNORECASE)
_FIGURE = re.compile(r"[\d.,+%×x$€£\s]{1,12}(?:[hmsk%]|min|tim|kr)?(?:\s?\d{1,3}\s?[hms])?", re.IGNORECASE)


def _with_figures(texts: list[str]) -> list[str]:
    """Lines with a figure in them; a figure that stands alone with the words that follow it."""
    found = []
    for at, text in enumerate(texts):
        if (
            at
            and _FIGURE.fullmatch(texts[at - 1])
            and re.search(r"\d", texts[at - 1])
            and not re.match(r"0\d", texts[at - 1])
        ):
            found.append(f"{texts[at - 1]} {text}")
        elif re.search(r"\d", text) and len(words(text)) >= LEAST_RESULT:
            found.append(text)
    return found


LEAST_RESULT = 4


_RATED = re.compile(r"\b[345](?:[.,]\d)?\s?(?:/|av|out of)\s?5\b|\b[45](?:[.,]\d)?\s?(?:★|stars?\b|stjärn\w*)|★\s?[45][.,]\d", re.IGNORECASE)  # fmt: skip
_PEOPLE = r"(?:customers|clients|companies|businesses|teams|users|families|patients|athletes|students|traders|investors|readers|subscribers|people|guests|owners|professionals|workshops|brands|kunder|företag|användare|familjer|patienter|läsare|prenumeranter|byråer|bolag|hushåll|gäster|elever)"  # fmt: skip
_COUNTED = re.compile(rf"(?:\d{{1,3}}(?:[ ,.\u00a0]\d{{3}})+\+?|\d{{2,6}}\+|thousands of|hundreds of|tusentals|hundratals)\s(?:[\w-]+\s){{0,3}}?{_PEOPLE}\b|\b(?:community|gemenskap)\b[^.!?]{{0,20}}\b(?:of|med|på) (?:over |över )?\d{{1,3}}(?:[ ,.\u00a0]\d{{3}})+", re.IGNORECASE)  # fmt: skip
_SITES = ("trustpilot", "google.com/maps", "goo.gl", "g.page", "reco.se", "yelp", "tripadvisor", "capterra", "g2.com", "facebook", "apps.apple", "play.google", "offerta", "servicefinder")  # fmt: skip
#: counts of things that nobody asks for a source of
_OWN_COUNT = re.compile(r"years?|år|kr|sek|minut|hours?|days?|dagar|tim|weeks?|months?|månad|miles|km|cal|words|pages?|sidor|produ[ck]t|flavou?rs|smaker|class(?:es)?|features|kvm|meter", re.IGNORECASE)  # fmt: skip
MOST_CLAIM, MOST_CLAIMS = 16, 3


def unsourced(page: Page, facts: Settled) -> list[str]:
    """Ratings and numbers of customers that the page gives on its own word; none where it links to who rates it."""
    if facts.act is not None and facts.act.name in ("join", "visit", "volunteer", "donate"):
        return []  # members count themselves
    links = [link.attr("href").lower() for link in page.dom.shown("a")]
    linked = any(site in href for site in _SITES[:7] for href in links)
    found = []
    for line in rows_of(page):
        if len(words(line)) > MOST_CLAIM:
            continue
        if (_RATED.search(line) and not linked) or (
            (match := _COUNTED.search(line)) and not _OWN_COUNT.search(match[0])
        ):
            found.append(line.strip(" ."))
    kept: dict[str, str] = {}
    for one in found:  # one figure, told in several places, is asked for once
        kept.setdefault(next(iter(re.findall(r"\d[\d ,.]*", one)), one.lower()).strip(" ,."), one)
    return list(kept.values())[:MOST_CLAIMS]


def behind_the_button(case: Case, page: Page, told: Told, facts: Settled, found: list[Answer]) -> list[str]:
    """Step by step: what is pressed, where it leads, what is asked, what happens then."""
    lang, act, control = case.assignment.lang, facts.act, facts.control
    if facts.step == "broken" and control is not None:
        return [say(lang, "behind.broken", button=quoted(control.label, lang))]
    if facts.step in ("contact", "facts"):
        contact = quoted(facts.ordered.reachable, lang)
        button = quoted(act.button(lang), lang) if act is not None else ""
        return [say(lang, f"behind.{facts.step}", button=button, contact=contact)]
    if control is None or facts.step in ("open", "none"):
        return []
    shops = leads_to_stores(page, control)
    leads = (
        say(lang, "behind.to_shops", where=said_where(shops, lang))
        if shops is not None
        else say(lang, f"behind.to_{said_contact(facts)}")
        if said_contact(facts)
        else _where(control, lang)
    )
    # what a script does when it is pressed nobody saw, and that is no news to whoever owns it
    pressed = f"{say(lang, 'behind.press', button=quoted(control.label, lang))} {leads}"
    lines = [] if control.reach == "script" else [pressed]
    asked = _asked(case, page, told)
    lines += [asked] if asked else []
    if on_hosts(control.href, "social"):
        lines.append(say(lang, "behind.social", host=prose(_plain(control.href).partition("/")[0])))
    here = form_here(page, told, facts)
    lines += [say(lang, "behind.form_here", where=here)] if here else []
    rings = call_bar(page)
    if rings and control.reach != "phone":
        lines.append(say(lang, "behind.call_bar", label=quoted(recased(rings), lang)))
    said = next((one.line for one in found if one.question == "reply" and is_answered(control)), None)
    if said is not None:
        lines.append(
            say(lang, "behind.after_said", said=quoted(said.text, lang), where=said_where(said.place, lang))
        )
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


#: acts that a message serves: what is booked, bought or paid elsewhere is not done by a form that writes to somebody
_BY_MESSAGE = frozenset({"quote", "contact", "call"})


def form_here(page: Page, told: Told, facts: Settled) -> str:
    """The goal's own form stands on this page, and the button leads to another page of the site; where it stands."""
    form, control = next(iter(page.lead_forms), None), facts.control
    if form is None or control is None or control.reach != "page" or not told.form_serves:
        return ""
    if facts.act is None or facts.act.name not in _BY_MESSAGE or not form.element.all("textarea"):
        return ""
    here, there = (split_address(one).hostname for one in (page.seen.final_url, page.absolute(control.href)))
    if here != there or form.element.closest("dialog") is not None:
        return ""
    if control.behind is not None and control.behind.kind == "form":
        return ""
    at = place(page, form.element)
    return said_where(at, page.brief.lang) if at.is_seen else ""


def leads_to_stores(page: Page, control: Control) -> Place | None:
    """Where the links to the app shops stand that it jumps to; None where it does not."""
    links = [link for link in page.dom.shown("a") if is_store(link.attr("href"))]
    if control.reach != "here" or not links:
        return None
    return place(page, links[0])


def _where(control: Control, lang: Language) -> str:
    if control.reach in ("here", "form", "mail", "phone"):
        return say(lang, f"behind.to_{control.reach}")
    return say(lang, "behind.address", target=prose(_plain(control.href)))


def _plain(href: str) -> str:
    """An address as one says it; of another site its host and what it calls the first part."""
    if "://" not in href:
        return href.partition("?")[0]
    plain = href.partition("://")[2].removeprefix("www.").partition("?")[0].rstrip("/")
    host, _, path = plain.partition("/")
    first = path.partition("/")[0]
    return f"{host}/{first}" if first.isalpha() else host


def _asked(case: Case, page: Page, told: Told) -> str:
    lang = case.assignment.lang
    form = next(iter(page.lead_forms), None)
    seen = _looked_behind(case, lang)
    if seen:
        return seen
    control = case.settled.control if case.settled is not None else None
    if not told.fields or form is None or (control is not None and control.reach == "page"):
        return ""  # a form of this page is not what stands behind a button that leads elsewhere
    named = ", ".join(dict.fromkeys(prose(one) for one in told.fields[:8] if one.strip()))
    if not told.form_serves:
        goal = goal_row(case.assignment.primary_goal).result(lang)
        return (
            say(lang, "behind.other_form", fields=named, goal=goal)
            if len(told.fields) == 1 and len(words(named)) <= MOST_FIELD and len(page.dom.all("form")) == 1
            else ""
        )
    keep = kept_fields(page, form)
    letter = facts_are_letter(case) or form_is_the_order(case)
    later = [
        name
        for name, field in zip(told.fields, form.counted, strict=True)
        if field.kind not in keep and not letter
    ]
    advice = say(lang, "behind.many", n=len(told.fields)) if len(later) > LATER else ""
    return " ".join(filter(None, (say(lang, "behind.fields", fields=named), advice)))


def facts_are_letter(case: Case) -> bool:
    return (
        case.settled is not None
        and case.settled.act is not None
        and case.settled.act.name in ("newsletter", "waitlist")
    )


#: words of a field's name; more are a sentence
MOST_FIELD = 4
#: fields beyond the needed ones that are worth a word
LATER = 3


def _looked_behind(case: Case, lang: Language) -> str:
    """What was seen there, where somebody looked."""
    control = case.settled.control if case.settled is not None else None
    found = control.behind if control is not None and control.reach == "page" else None
    if found is None or found.known_by != "page":
        return ""  # nobody looked behind this very button
    act = case.settled.act.name if case.settled is not None and case.settled.act is not None else ""
    if (
        found.kind == "other"
        and act in ("join", "visit", "volunteer", "buy", "goods", "order")
        and found.title
    ):
        return say(lang, "behind.titled", title=quoted(title_parts(found.title)[0], lang))
    if found.kind == "calendar":
        return say(lang, "behind.calendar")
    # “other things” tells an owner nothing
    told = replace(found, asks=tuple(kind for kind in found.asks if kind != "other"))
    return say(lang, "behind.seen", what=prose(behind_words(told, lang)))
