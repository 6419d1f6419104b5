"""A form has no target and no script that sends it."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.blocked_files import lacks_scripts
from coldread.scanner.judge.finding import (
    Finding,
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
from coldread.scanner.page.observe.forms import Form
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
        title="Forms name an address, or a script sends them",
        failure="A form names no address, and we found no script that sends it",
        why="Its markup has neither an address in action nor method=post: without a script, browsers at most open this page again. Where a browser ran, no script answered when we sent it once with the network cut.",
        fix="Give the form an action and method=post, or attach the script that sends it.",
    ),
    sv=Text(
        title="Formulär anger en adress, eller skickas av ett skript",
        failure="Ett formulär anger ingen adress, och vi hittade inget skript som skickar det",
        why="Koden har varken en adress i action eller method=post: utan skript öppnar webbläsare på sin höjd den här sidan igen. Där en webbläsare kördes svarade inget skript när vi skickade det en gång utan nät.",
        fix="Ge formuläret en action och method=post, eller koppla på skriptet som ska skicka det.",
    ),
)


def check(page: Page) -> Verdict:
    real = [form for form in page.forms if not form.loose and not form.is_search]
    if not real:
        return NotApplicable("no-form")
    main = main_form(page)
    unfilled = [form for form in real if names_no_receiver(form.element.attr("action"))]
    if unfilled:
        return _finding_of_placeholder(page, sorted(unfilled, key=lambda form: form is not main), main)
    suspects = [form for form in real if goes_nowhere(form)]
    verdicts = [(form, _is_handled_by_script(page, form.element)) for form in suspects]
    lost = [form for form, handled in verdicts if handled is False]
    if not lost:
        return NotMeasured("script-could-handle") if any(handled is None for _, handled in verdicts) else None
    lost.sort(key=lambda form: form is not main)
    severity = Severity.P0 if lost[0] is main else Severity.P2
    proof = [evidence.of(page, form.element) for form in lost]
    return build_finding(META, page.brief, severity, proof, glaring=severity is Severity.P0)


def _finding_of_placeholder(page: Page, forms: list[Form], main: Form | None) -> Finding:
    """The markup shows it, whatever a script does; it blocks the goal unless a script takes over the sending."""
    is_taken_over = any(
        probe.selector == forms[0].element.selector and probe.how == "prevented"
        for probe in page.seen.handled
        if probe.event == "submit"
    )
    severity = Severity.P0 if forms[0] is main and not is_taken_over else Severity.P2
    proof = [evidence.of(page, form.element, value=form.element.attr("action")[:160]) for form in forms]
    finding = build_finding(META, page.brief, severity, proof, glaring=severity is Severity.P0)
    lang, target = page.brief.lang, evidence.shortened(forms[0].element.attr("action"))
    texts = {name: text(lang, target=target) for name, text in _UNFILLED.items()}
    return replace(
        finding, title=texts["title"], why=texts["why"], fix=replace(finding.fix, summary=texts["fix"])
    )


#: texts for a form whose target is a template's unfilled address
_UNFILLED = {
    "title": InlineText(
        en="The address of a form has a placeholder in it: {target}",
        sv="Adressen för ett formulär har en platshållare i sig: {target}",
    ),
    "why": InlineText(
        en="It is in the form's action. A script may still send the form to another address.",
        sv="Den står i formulärets action. Ett skript kan ändå skicka formuläret till en annan adress.",
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
    if _sends_otherwise(page, form) or lacks_scripts(page.seen):
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
