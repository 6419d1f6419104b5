"""Which of the page's buttons and links does what the order asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from coldread.drafts.business.acts import ACT, Act
from coldread.drafts.business.control import (
    EDGES,
    LONGEST_LABEL,
    PAID_ACTS,
    Control,
    control_of,
    costs_money,
    is_by_headline,
    is_payment_link,
    is_store,
    leads_to_itself,
)
from coldread.scanner.page.observe.calls import path_words
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.record import Step


def control_for(page: Page, steps: tuple[Step, ...], act: Act, asked: str = "") -> Control | None:
    """The best on the page: one that works, a button before a menu's link, what is paid before what is only begun, a button before a number, the headline's own before the one at the page's edge, the first screen's before others, then by the label."""
    found = list(_controls(page, steps, act, asked))
    return min(
        found,
        key=lambda one: (
            not one.works,
            one.in_menu,
            one.by_address or one.stands_in,
            act.name in PAID_ACTS and not costs_money(one),
            one.reach in ("phone", "mail"),
            not one.by_headline,
            not one.on_first_screen,
        ),
        default=None,
    )


#: for those who have bought, booked or joined already: no step of somebody new
_FOR_THOSE_INSIDE = re.compile(
    r"\b(?:(?:enter|have|got|redeem|use|activate|apply)\b[^.!?]{0,16}\b(?:code|coupon|voucher|licen[cs]e|key)|redeem|restore purchase\w*|promo code|gift code|log ?in|sign ?in|my account|my pages|track (?:my |your )?order|"
    r"(?:ange|lös in|har du|använd|aktivera)\b[^.!?]{0,16}\b(?:kod\w*|presentkort\w*|värdekod\w*|licens\w*)|logga in|mina sidor|mitt konto|spåra)\b",
    re.IGNORECASE,
)


def is_for_those_inside(label: str) -> bool:
    """“Enter code”, “Log in”: whoever presses it has paid before."""
    return _FOR_THOSE_INSIDE.search(label) is not None


#: acts that one button serves: who asks for a price, books or rings wants to be in touch
SIBLINGS = ("book", "quote", "call", "meeting", "demo", "contact")


def sibling_control(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """“Get a quote” where a booking is asked for; none of a menu's, and no “Contact”."""
    if act.name not in SIBLINGS:
        return None
    found = (control_for(page, steps, ACT[name]) for name in SIBLINGS if name != act.name)
    fit = [
        one
        for one in found
        if one is not None and one.works and not (one.stands_in or one.in_menu or one.by_address)
    ]
    fit = [one for one in fit if not _CONTACT.match(one.label)]
    return min(fit, key=lambda one: not one.on_first_screen, default=None)


def _says_a_sibling(label: str, act: Act) -> bool:
    return act.name not in SIBLINGS or any(ACT[name].pressed.search(label) for name in SIBLINGS)


#: the way back to where one is
HOME = re.compile(r"\s*(?:home|start|hem|startsida\w*)\s*$", re.IGNORECASE)


def stand_in(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """What serves the goal by another name: “Contact” where nothing says “book”."""
    serving = [
        step
        for step in steps
        if step.serves_goal
        and step.evidence
        and not HOME.match(step.label)
        and not only_shows(step.label, act)
        and not is_for_those_inside(step.label)
    ]
    for step in sorted(serving, key=lambda one: (one.leads_to == "nowhere", not one.primary)):
        element = page.dom.by_selector.get(step.evidence[0].selector)
        if (
            element is not None
            and words(step.label)
            and any(map(str.isalpha, control_of(page, element, step, steps).label))
        ):
            # the page's own first button that serves the goal is the goal's, whatever it is called
            contact = _CONTACT.match(step.label) is not None
            return replace(control_of(page, element, step, steps), stands_in=contact or not step.primary)
    return None


def link_named(page: Page, named: re.Pattern[str]) -> Control | None:
    """A link that says this, whatever it is for; the best of them."""
    found = [
        control_of(page, link, None)
        for link in page.dom.shown("a")
        if _says(link.text or link.attr("aria-label"), named)
    ]
    return min(found, key=lambda one: (not one.works, one.in_menu), default=None)


def _controls(page: Page, steps: tuple[Step, ...], act: Act, asked: str = "") -> Iterator[Control]:
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a", "button"):
        label = element.text or element.attr("aria-label")
        if _is_none(page, element, label):
            continue
        step = known.get(element.selector)
        address = path_words(element.attr("href")) if element.tag == "a" else ""
        said = _says(label, act.pressed)
        told = said or (
            bool(address) and act.pressed.search(address) is not None and len(words(label)) <= LONGEST_LABEL
        )
        # a group at a network may be where one joins, if the label says so
        elsewhere = not said and on_hosts(element.attr("href"), "social")
        pays = (
            act.name in PAID_ACTS
            and is_payment_link(element.attr("href"))
            and not is_store(element.attr("href"))
        )
        rings = _is_program(element.attr("href"), act, asked)
        if rings or ((told or pays) and sum(map(str.isalpha, label)) > 1 and not elsewhere):
            said = said or pays or rings
            found = control_of(page, element, step, steps)
            # “Contact us” whose address speaks of a demo is no invitation to one
            yield replace(
                found,
                stands_in=(act.name != "contact" and _CONTACT.match(label) is not None)
                or _CART.match(label) is not None,
                by_address=not said,
                # “Tech Tutoring” among the links of the menu is no button, whatever its address says
                in_menu=found.in_menu or (not said and region_of(element) in EDGES),
            )


#: a basket, by whatever verb
_BASKET = re.compile(r"\b(?:cart|basket|bag|varukorg\w*|kundvagn\w*)\b", re.IGNORECASE)


#: an address that opens a program, by the words of an order that is about just that
_BY_PROGRAM: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("tel:", re.compile(r"\bring(?:er|a|s)?\b|\bcall(?:s|ing)? us\b|\bphone\b|\btelefon\w*", re.IGNORECASE)),
    (
        "mailto:",
        re.compile(
            r"\bmejl\w*|\bmail(?:ar|a)?\b|\be-?mails? (?:us|me)\b|\bwrite to us\b|\bskriver till\b",
            re.IGNORECASE,
        ),
    ),
)


def _is_program(href: str, act: Act, asked: str) -> bool:
    """A number is the way where the order wants people to ring, and an address where they should write."""
    low = href.strip().lower()
    return act.name in ("call", "contact") and any(low.startswith(scheme) and said.search(asked) for scheme, said in _BY_PROGRAM)  # fmt: skip


#: words that a label shares with the order before it is the order's own, and the part of them
LEAST_SHARED, MOSTLY = 2, 0.5


def named_control(page: Page, steps: tuple[Step, ...], asked: str) -> Control | None:
    """A button in the words of the order itself: “Request a free case evaluation” where just that was asked for.

    What is wanted beside it, “and get our card at the same time”, is another step.
    """
    wanted = {stem(word.lower()) for word in content_words(_BESIDE.split(asked, maxsplit=1)[0])}
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    found = []
    for element in page.dom.shown("a", "button"):
        label = " ".join(element.text.split())
        mine = {stem(word.lower()) for word in content_words(label)}
        shared = len(mine & wanted)
        if (
            shared < LEAST_SHARED
            or shared < MOSTLY * len(mine)
            or len(words(label)) > LONGEST_LABEL
            or _is_none(page, element, label)
        ):
            continue
        one = control_of(page, element, known.get(element.selector), steps)
        if one.works and not one.in_menu:
            found.append((-shared, not one.by_headline, not one.on_first_screen, element.number, one))
    return min(found)[-1] if found else None


#: where a wish goes on to the next one
_BESIDE = re.compile(r",\s|\s(?:and|och) (?:also|ideally|maybe|preferably|then|gärna|också|helst|sedan|kanske)\b", re.IGNORECASE)  # fmt: skip


def _is_none(page: Page, element: Element, label: str) -> bool:
    """A question that opens its answer, the sign of a basket without a word, the door of those who are inside already, and a link to the page that one reads."""
    if label.endswith("?"):
        return True
    if (not element.text.strip() and _BASKET.search(label)) or is_for_those_inside(label):
        return True
    return element.tag == "a" and leads_to_itself(page, element.attr("href"))


#: letters of a word of an address that is more than chance
LEAST_ADDRESS = 6


def addressed_control(page: Page, steps: tuple[Step, ...], asked: str) -> Control | None:
    """The button below the headline whose address is a word of the order: “calendar.html” where they should look there."""
    wanted = [word.lower() for word in content_words(asked)]
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a"):
        label = " ".join(element.text.split())
        there = [word.lower() for word in words(path_words(element.attr("href")))]
        named = any(len(one) >= LEAST_ADDRESS and word.startswith(one) for one in there for word in wanted)
        if named and is_by_headline(page, element) and 0 < len(words(label)) <= LONGEST_LABEL:
            # whatever stands there is what they should see
            return replace(control_of(page, element, known.get(element.selector), steps), behind=None)
    return None


def form_control(page: Page, steps: tuple[Step, ...]) -> Control | None:
    """The button of a form on the page that serves the goal, whatever it is called."""
    for step in steps:
        element = page.dom.by_selector.get(step.evidence[0].selector) if step.evidence else None
        if step.serves_goal and step.leads_to == "form" and element is not None and words(step.label):
            return replace(control_of(page, element, step, steps), in_menu=False, serves=True)
    return None


def way_to_form(page: Page, steps: tuple[Step, ...], form: Control) -> Control:
    """The button below the headline that leads to the form's part of the page, where there is one: it is what people press first."""
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a", "button"):
        if is_by_headline(page, element) and 0 < len(words(element.text)) <= LONGEST_LABEL:
            found = control_of(page, element, known.get(element.selector), steps)
            # “Contact us” that a script carries to the form is the way there, too
            scripted = found.reach == "script" and _CONTACT.match(found.label) is not None
            if found.reach == "form" or scripted:
                return replace(found, in_menu=False, serves=True)
    return form


def first_control(page: Page, steps: tuple[Step, ...], act: Act) -> Control | None:
    """The page's own first button, in its main part and on the first screen, where it serves the goal."""
    for step in steps:
        element = page.dom.by_selector.get(step.evidence[0].selector) if step.evidence else None
        if step.serves_goal and step.primary and element is not None and words(step.label):
            if only_shows(step.label, act) or is_for_those_inside(step.label):
                continue
            found = control_of(page, element, step, steps)
            if region_of(element) not in EDGES and found.on_first_screen and found.works:
                # a label that asks for something else may be another's way: its owner is asked
                near = (
                    act.pressed.search(step.label)
                    or _BEGINS.search(step.label)
                    or _says_a_sibling(step.label, act)
                )
                return replace(found, stands_in=not near)
    return None


#: a first button that leads somewhere else than to what a page is for
_NO_FIRST = re.compile(r"\b(?:chat|login|log in|logga in|sign in|contact|kontakt\w*|story|about|om oss|read|läs|watch|se film|play|ring|call|scroll|whatsapp|instagram|facebook|english|svenska|cookies?|accept\w*|acceptera)\b", re.IGNORECASE)  # fmt: skip


def hero_control(page: Page, steps: tuple[Step, ...], act: Act, asked: str = "") -> Control | None:
    """The page's own first button right below its headline; unsure where it neither buys nor lets people look round."""
    headline = page.headline
    wanted = {stem(word.lower()) for word in content_words(asked)}
    known = {step.evidence[0].selector: step for step in steps if step.evidence}
    for element in page.dom.shown("a", "button"):
        if headline is None or element.number < headline.number or not page.hero.contains(element):
            continue
        label, href = " ".join(element.text.split()), element.attr("href").strip().lower()
        if (
            not 0 < len(words(label)) <= LONGEST_LABEL - 3
            or _NO_FIRST.search(label)
            or is_for_those_inside(label)
            or region_of(element) in EDGES
        ):
            continue
        if href.startswith(("tel:", "mailto:")) or on_hosts(href, "social") or leads_to_itself(page, href):
            continue
        found = control_of(page, element, known.get(element.selector), steps)
        sure = (
            looks_round(label)
            or costs_money(found)
            or bool(_BEGINS.search(label) or act.pressed.search(label))
            # “Choose a facility” where the order wants people to choose a facility first
            or bool({stem(word.lower()) for word in content_words(label)} & wanted)
        )
        return replace(found, stands_in=not sure) if found.works else None
    return None


#: words of a button that lets people look round, which is how such an act begins
_LOOKS = re.compile(
    r"\b(?:see|view|shop|browse|discover|explore|find|choose|pick|our|all|collection|products?|menu|plans?|prices|"
    r"se|visa|upptäck|hitta|välj|utforska|till|våra|vårt|alla|sortiment\w*|meny\w*|priser|kurser|butik\w*)\b",
    re.IGNORECASE,
)


_BEGINS = re.compile(r"\b(?:get|start|try|join|prova|testa|kom igång|börja|starta)\b", re.IGNORECASE)


def looks_round(label: str) -> bool:
    return _LOOKS.search(label) is not None


#: shows what there is, and books nothing
_SHOWS = re.compile(
    r"\b(?:menu|meny\w*|(?:à |a |la )?carte|lunch\w*|dagens|gallery|galleri\w*|portfolio|about|om oss|our story|read|läs|learn more|prices|priser|prislista)\b",
    re.IGNORECASE,
)


#: acts for which somebody is written to, rung or met
_MEETS = frozenset({"book", "table", "room", "call", "meeting", "demo", "quote", "contact", "visit"})


def only_shows(label: str, act: Act) -> bool:
    """“See à la carte” is no way to a table."""
    return act.name in _MEETS and _SHOWS.search(label) is not None and act.pressed.search(label) is None


#: where one pays for what one has chosen already
_CART = re.compile(r"\s*(?:varukorg\w*|kundvagn\w*|kassa\w*|till kassan|(?:my |your |view )?(?:cart|basket|bag)|checkout)\W*\d{0,3}\W*$", re.IGNORECASE)  # fmt: skip


_CONTACT = re.compile(r"\s*(?:contact|kontakt)", re.IGNORECASE)


def _says(label: str, named: re.Pattern[str]) -> bool:
    return 0 < len(words(label)) <= LONGEST_LABEL and named.search(label) is not None
