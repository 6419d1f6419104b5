"""A button leads nowhere."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.blocked_files import lacks_scripts
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.main_control import main_control
from coldread.scanner.page.observe.actions import (
    Action,
    leads_nowhere,
    names_no_host,
    opens_beside,
    says_it_opens,
)
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.dead-link",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Every button has a complete address or a script",
        failure="“{label}”{count: has| and others ({count} buttons in all) have} no complete address, and we found no script that answers a press",
        why="We pressed it with the network cut and saw no change, or its markup and its surroundings have no script for a press.",
        fix="Give it an address or a script, or take it away.",
    ),
    sv=Text(
        title="Varje knapp har en fullständig adress eller ett skript",
        failure="”{label}”{count: har| och andra ({count} knappar i allt) har} ingen fullständig adress, och vi hittade inget skript som svarar på ett tryck",
        why="Vi tryckte på den utan nät och såg ingen ändring, eller så har den och det som omger den inget skript för ett tryck.",
        fix="Ge den en adress eller ett skript, eller ta bort den.",
    ),
)


def check(page: Page) -> Verdict:
    suspects = [action for action in page.actions if leads_nowhere(action) or _is_loose_button(action)]
    if not suspects:
        return None
    verdicts = {action.selector: _is_handled_by_script(page, action) for action in suspects}
    dead = [action for action in suspects if verdicts[action.selector] is False]
    if not dead:
        return NotMeasured("script-could-handle") if None in verdicts.values() else None
    main = main_control(page)
    dead.sort(key=lambda action: action is not main)
    proof = [evidence.of(page, action.element, value=_target(action)) for action in dead]
    return build_finding(
        META, page.brief, Severity.P0 if dead[0] is main else Severity.P2, proof, label=dead[0].label
    )


def _is_loose_button(action: Action) -> bool:
    """A button outside of forms that opens nothing by itself: only a script could make it work."""
    element = action.element
    return (
        element.tag == "button"
        and action.form is None
        and element.first("a") is None  # a link inside it leads on
        and element.closest("form", "a", "summary", "dialog") is None
        and not says_it_opens(element)
        and not opens_beside(element)
        and any(sign.isalpha() for sign in element.text)  # an arrow turns a slide and leads nowhere
    )


def _target(action: Action) -> str:
    return f'href="{action.element.attr("href")}"' if action.element.tag == "a" else "onclick: null"


def _is_handled_by_script(page: Page, action: Action) -> bool | None:
    """Whether a script handles it; None if that could not be measured."""
    if lacks_scripts(page.seen) and not names_no_host(action.href):
        return None
    if action.element.tag == "button":
        idle = page.does_nothing(action.element)
        return None if idle is None else not idle
    if action.selector in page.tried_clicks:
        return page.tried_clicks[action.selector]
    if "onclick" in action.element.attrs:
        return True
    if names_no_host(action.href):
        return False
    return None if page.rendered or page.scripts else False
