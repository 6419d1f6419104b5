"""Parts of a page: proof, contact, structured data, and elements that a style sheet or a tag mends."""

from __future__ import annotations

import re

from coldread.drafts.remedies.code import markup
from coldread.drafts.say import say
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import Unmendable
from coldread.scanner.patch.recipe_table import STYLE_WISHES
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.report.plain import code
from coldread.scanner.suggest.head import organization as organization_facts
from coldread.scanner.suggest.names import likely_name

MOST_PLACES = 10


def proof(page: Page, finding: Finding, lang: str) -> list[str]:
    block = [
        "<figure>",
        f"  <blockquote><p>{say(lang, 'remedy.customer_says')}</p></blockquote>",
        f"  <figcaption>{say(lang, 'remedy.customer')}</figcaption>",
        "</figure>",
    ]
    return [say(lang, "remedy.proof"), "", *markup(*block)]


def reassurance(page: Page, finding: Finding, lang: str) -> list[str]:
    return [say(lang, "remedy.reassurance")]


def organization(page: Page, finding: Finding, lang: str) -> list[str]:
    told = organization_facts(page, likely_name(page) or say(lang, "remedy.company"))
    return [
        say(lang, "remedy.organization"),
        "",
        *markup(f'<script type="application/ld+json">{told}</script>'),
    ]


def contact(page: Page, finding: Finding, lang: str) -> list[str]:
    mail = say(lang, "remedy.mail")
    return [say(lang, "remedy.contact"), "", *markup(f'<a href="mailto:{mail}">{mail}</a>')]


def places(page: Page, finding: Finding, lang: str) -> list[str]:
    """The elements, where the sentence is general and the places are what a developer needs."""
    found = dict.fromkeys(item.selector for item in (finding.places or finding.evidence))
    shown = [f"- {code(selector)}" for selector in list(found)[:MOST_PLACES]]
    more = (
        [f"- {say(lang, 'remedy.and_more', n=len(found) - MOST_PLACES)}"] if len(found) > MOST_PLACES else []
    )
    return [say(lang, "remedy.places"), "", *shown, *more] if len(found) > 3 else []


def rules(page: Page, finding: Finding, lang: str) -> list[str]:
    """What the style sheet should say: our own figures, for the rule that sets them and not for one element.

    No colours: a rule's colour stands on other grounds, too, and nobody has seen it there.
    """
    try:
        wishes = STYLE_WISHES[finding.id](RecipeContext(page), finding)
    except Unmendable:
        return places(page, finding, lang)
    wanted: dict[str, dict[str, str]] = {}
    for one in wishes:
        for name, value in one.declarations:
            if "color" not in name and name != "background":
                rule = wanted.setdefault(_by_class(one.element), {})
                rule[name] = max(rule.get(name, value), value)
    told = [
        f"{by} {{ {'; '.join(f'{name}: {value}' for name, value in rule.items())}; }}"
        for by, rule in wanted.items()
    ]
    if not told:
        return places(page, finding, lang)
    return [say(lang, "remedy.rules"), "", *markup(*told[:MOST_PLACES], kind="css")]


def _by_class(element: Element) -> str:
    """As a style sheet would name it: by its id or its first class, else by its place."""
    if element.attr("id"):
        return f"#{element.attr('id')}"
    for near in (element, *element.ancestors()):
        worn = near.attr("class").split()
        if worn and re.fullmatch(r"[\w-]+", worn[0]):
            return f"{near.tag}.{worn[0]}" + ("" if near is element else f" {element.tag}")
    return element.selector


def fit(page: Page, finding: Finding, lang: str) -> list[str]:
    others = [item.selector for item in finding.places if not item.selector.split(" ")[-1].startswith("img")]
    rules = [f"{selector} {{ max-width: 100%; }}" for selector in others[:3]]
    return [
        say(lang, "remedy.fit"),
        "",
        *markup("img, video, iframe { max-width: 100%; height: auto; }", *rules, kind="css"),
    ]
