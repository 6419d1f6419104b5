"""What is worth trying in the browser after everything is measured: links that lead nowhere, forms that send nothing, targets."""

from __future__ import annotations

from coldread.base.addresses import split_address, split_fragment
from coldread.scanner.brief import Brief
from coldread.scanner.judge.checks.cta.broken_target import candidates, missing_anchor
from coldread.scanner.judge.checks.friction.no_action import goes_nowhere
from coldread.scanner.page.observations import Observations, ProbePlan
from coldread.scanner.page.observe.actions import leads_nowhere, names_no_host
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import links_rel, metas
from coldread.scanner.page.page import Page
from coldread.scanner.reading.behind import step_target

#: each click may reload or cover the page, so few are tried: the primary one first
MAX_CLICKS, MAX_SUBMITS = 8, 4


def plan_probes(seen: Observations, brief: Brief) -> ProbePlan:
    """Written from a first look, with all layers but the probes filled."""
    page = Page(seen, brief)
    wanted = candidates(page)
    dead = [
        action.selector for action in page.actions if leads_nowhere(action) and not names_no_host(action.href)
    ]
    dead += [call.selector for call in wanted if missing_anchor(page, call)]
    primary = page.primary.selector if page.primary else ""
    dead.sort(key=lambda selector: selector != primary)
    forms = [form for form in page.forms if not form.loose and not form.is_search and goes_nowhere(form)]
    lead = {id(form) for form in page.lead_forms}
    forms.sort(key=lambda form: id(form) not in lead)
    return ProbePlan(
        clicks=tuple(dict.fromkeys(dead))[:MAX_CLICKS],
        submits=tuple(form.element.selector for form in forms)[:MAX_SUBMITS],
        targets=tuple(_targets(page)),
        assets=tuple(_assets(page)),
        behind=tuple((*step, str(brief.goal)) for step in (step_target(page),) if step is not None),
    )


def _targets(page: Page) -> list[tuple[str, str]]:
    here, _ = split_fragment(page.seen.final_url)
    found = []
    for call in candidates(page):
        address = page.absolute(call.action.href) if call.action else ""
        if (
            split_address(address).hostname
            and address.startswith(("http:", "https:"))
            and split_fragment(address)[0] != here
        ):
            found.append((call.selector, address))
    return found


def _assets(page: Page) -> list[tuple[str, str]]:
    named: list[tuple[Element, str]] = [
        (meta, meta.attr("content")) for meta in metas(page.dom, "og:image")[:1]
    ]
    named += [(link, link.attr("href")) for link in links_rel(page.dom, "icon")[:1]]
    pairs = [(element.selector, page.absolute(address)) for element, address in named if address]
    return [(selector, address) for selector, address in pairs if address.startswith(("http:", "https:"))]
