"""What to try in the browser after measuring: links that lead nowhere, forms that send nothing, targets of buttons."""

from __future__ import annotations

from coldread.base.incoming.addresses import split_address, split_fragment
from coldread.scanner.brief import Brief
from coldread.scanner.judge.dead_links import links_in_doubt
from coldread.scanner.judge.form_targets import goes_nowhere, main_form
from coldread.scanner.judge.targets import controls_to_probe, missing_anchor
from coldread.scanner.page.main_control import main_control
from coldread.scanner.page.observations import Observations, ProbePlan
from coldread.scanner.page.observe.actions import leads_nowhere, names_no_host
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.head import links_rel, metas
from coldread.scanner.page.page import Page
from coldread.scanner.reading.behind import step_target

#: each click may reload or cover the page, so only a few are tried, the main control first
MAX_CLICKS, MAX_SUBMITS = 8, 4


def plan_probes(seen: Observations, brief: Brief) -> ProbePlan:
    """The probes for a page, from observations that contain everything except probes."""
    page = Page(seen, brief)
    wanted = controls_to_probe(page)
    dead = [
        action.selector for action in page.actions if leads_nowhere(action) and not names_no_host(action.href)
    ]
    dead += [action.selector for action in wanted if missing_anchor(page, action.href)]
    main = main_control(page)
    dead.sort(key=lambda selector: main is None or selector != main.selector)
    dead += [link.selector for link in links_in_doubt(page)]
    forms = [form for form in page.forms if not form.loose and not form.is_search and goes_nowhere(form)]
    forms.sort(key=lambda form: form is not main_form(page))
    return ProbePlan(
        clicks=tuple(dict.fromkeys(dead))[:MAX_CLICKS],
        submits=tuple(form.element.selector for form in forms)[:MAX_SUBMITS],
        targets=tuple(_targets_to_probe(page)),
        assets=tuple(_assets(page)),
        behind=tuple((*step, str(brief.goal)) for step in (step_target(page),) if step is not None),
    )


def _targets_to_probe(page: Page) -> list[tuple[str, str]]:
    here, _ = split_fragment(page.seen.final_url)
    found = []
    for action in controls_to_probe(page):
        address = page.absolute(action.href)
        if (
            split_address(address).hostname
            and address.startswith(("http:", "https:"))
            and split_fragment(address)[0] != here
        ):
            found.append((action.selector, address))
    return found


def _assets(page: Page) -> list[tuple[str, str]]:
    named: list[tuple[Element, str]] = [
        (meta, meta.attr("content")) for meta in metas(page.dom, "og:image")[:1]
    ]
    named += [(link, link.attr("href")) for link in links_rel(page.dom, "icon")[:1]]
    pairs = [(element.selector, page.absolute(address)) for element, address in named if address]
    return [(selector, address) for selector, address in pairs if address.startswith(("http:", "https:"))]
