"""A form has no target and no script that sends it."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.form_targets import goes_nowhere, main_form, names_no_receiver
from coldread.scanner.page.observe.actions import is_idle
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page

META = Meta(
    id="form.no-action",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="M",
    fix="spec_only",
    en=Text(
        title="Forms send what visitors type",
        failure="A form has no target and no script behind it: nothing that visitors type is sent",
        why="The visitor has done everything right, and nobody will ever know.",
        fix="Give the form an action and method=post, or attach the script that sends it.",
    ),
    sv=Text(
        title="Formulär skickar det besökaren skriver",
        failure="Ett formulär saknar både mottagare och skript: det besökaren skriver skickas ingenstans",
        why="Besökaren har gjort allt rätt, och ingen får någonsin veta det.",
        fix="Ge formuläret en action och method=post, eller koppla på skriptet som ska skicka det.",
    ),
)


def check(page: Page) -> Verdict:
    real = [form for form in page.forms if not form.loose and not form.is_search]
    if not real:
        return NotApplicable("no-form")
    suspects = [form for form in real if goes_nowhere(form)]
    verdicts = [(form, _is_handled_by_script(page, form.element)) for form in suspects]
    lost = [form for form, handled in verdicts if handled is False]
    if not lost:
        return NotMeasured("script-could-handle") if any(handled is None for _, handled in verdicts) else None
    main = main_form(page)
    lost.sort(key=lambda form: form is not main)
    severity = Severity.P0 if lost[0] is main else Severity.P2
    proof = [evidence.of(page, form.element) for form in lost]
    finding = build_finding(META, page.brief, severity, proof, glaring=severity is Severity.P0)
    target = lost[0].element.attr("action")
    if not names_no_receiver(target):
        return finding
    lang = page.brief.lang
    return replace(
        finding,
        title=_UNFILLED["title"](lang, target=evidence.shortened(target)),
        fix=replace(finding.fix, summary=_UNFILLED["fix"](lang)),
    )


#: texts for a form whose target is a template's unfilled address
_UNFILLED = {
    "title": InlineText(
        en="A form is sent to an address that was never filled in: {target}",
        sv="Ett formulär skickas till en adress som aldrig fyllts i: {target}",
    ),
    "fix": InlineText(
        en="Put your own address from the form service in its place, send the form once yourself and see that it arrives.",
        sv="Sätt in din egen adress från formulärtjänsten, skicka formuläret en gång själv och se att det kommer fram.",
    ),
}


def _sends_otherwise(page: Page, form: Element) -> bool:
    """A link with a target, or an element with a listener, may send the form instead of a button."""
    if any(not is_idle(link.attr("href")) for link in form.all("a") if _is_button(page, link)):
        return True
    return any(page.is_listened_to(part) for part in form.all("a", "button", "div", "span", "input"))


def _is_button(page: Page, link: Element) -> bool:
    return any(action.selector == link.selector for action in page.actions)


def _is_handled_by_script(page: Page, form: Element) -> bool | None:
    """Whether a script handles the form; None if that could not be measured."""
    if _sends_otherwise(page, form):
        return None
    tried = [
        probe.handled
        for probe in page.seen.handled
        if probe.selector == form.selector and probe.event == "submit"
    ]
    if tried:
        return None if tried[0] is False and could_be_scripted(page, form) else tried[0]
    return None if page.rendered or page.scripts else False


def could_be_scripted(page: Page, form: Element) -> bool:
    """A script failed to load or to run, or one refers to this form, so we cannot know what it would send."""
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    sources = {page.absolute(script.attr("src")) for script in page.scripts if script.attr("src")}
    lost = any(
        request.url in sources or _SCRIPT.search(request.url) for view in views for request in view.failed
    )
    broke = any(_BROKE.search(line) for view in views for line in view.console)
    named = [name for name in (form.attr("id"), form.attr("name")) if len(name) >= LEAST_NAME]
    written = [script.content[:MOST_SCRIPT] for script in page.scripts if not script.attr("src")]
    return lost or broke or any(_SENDS.search(text) and _names_any_of(text, named) for text in written)


def _names_any_of(text: str, named: list[str]) -> bool:
    return any(name in text for name in named) or _ANY_FORM.search(text) is not None


#: shortest form name that a script does not contain by chance, and how many characters of a script are searched
LEAST_NAME, MOST_SCRIPT = 4, 200_000
_SCRIPT = re.compile(r"\.m?js(?:[?#]|$)", re.IGNORECASE)
_BROKE = re.compile(r"\b(?:Uncaught|ReferenceError|TypeError|SyntaxError|is not defined)\b")
#: how a script sends a form, and how it finds a form without its name
_SENDS = re.compile(
    r"\bfetch\(|XMLHttpRequest|FormData\(|emailjs|sendForm|\$\.(?:ajax|post)|axios|addDoc\(|sendBeacon"
)
_ANY_FORM = re.compile(
    r"addEventListener\(\s{0,5}['\"]submit['\"]|\.onsubmit\b|querySelector(?:All)?\(\s{0,5}['\"]form\b|\.submit\(|\bon\(\s{0,5}['\"]submit['\"]"
)
