"""Exact text or markup for findings that no patch could be made for: a table of check ids, small functions beside it.

What only the owner knows stands in square brackets and is said to. Nothing is invented.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from coldread.drafts import own_words
from coldread.drafts.say import quoted, say
from coldread.scanner.finding import Finding
from coldread.scanner.observe.dom import Element
from coldread.scanner.observe.text import HEADINGS
from coldread.scanner.page import Page
from coldread.scanner.patch.recipes.head import is_public
from coldread.scanner.report.plain import code, prose
from coldread.scanner.words import mid_sentence, words

Remedy = Callable[[Page, Finding, str], list[str]]

MOST_PLACES = 10
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_JOINTS = re.compile(
    r"[,;]?\s+(?:and|but|so that|which|while|because|och|men|så att|medan|eftersom|vilket)\s+|[;–—]\s+"
)


#: headings over other people's words, and headings that name nothing
_SAID_BY_OTHERS = re.compile(
    r"\b(?:clients?|customers?|testimonials?|reviews?|kund\w*|omdöme\w*|recension\w*)\b", re.IGNORECASE
)
_EMPTY = re.compile(r"\s*(?:feature|heading|title|section|rubrik|avsnitt)\s*\d*\s*$", re.IGNORECASE)


def remedy(page: Page, finding: Finding, lang: str) -> list[str]:
    """Lines of markdown; empty where the fix's own sentence says it all."""
    make = REMEDIES.get(finding.id)
    return make(page, finding, lang) if make is not None else []


def has_form(lines: list[str]) -> bool:
    """Whether this remedy writes out a form, which is written out once."""
    return any(line.startswith("<form id=") for line in lines)


def without_form(lines: list[str]) -> list[str]:
    start = next(at for at, line in enumerate(lines) if line.startswith(("<form id=", "<!-- ")))
    end = lines.index("```", start)
    return [*lines[: start - 1 if not lines[start - 1] else start], *lines[end:]]


def markup(*lines: str, kind: str = "html") -> list[str]:
    """A block of code that its content cannot end."""
    shown = [line.replace("```", "'''") for line in lines]
    return [f"```{kind}", *shown, "```"]


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _headline(page: Page, finding: Finding, lang: str) -> list[str]:
    marked = own_words.largest(page) if finding.id == "clarity.h1-missing" else ""
    said = marked or own_words.headline(page)
    if not said:
        return [say(lang, "remedy.headline_unknown")]
    below = own_words.for_audience(page)
    lines = [f"<h1>{_escaped(said)}</h1>", *([f"<p>{_escaped(below)}</p>"] if below else [])]
    vague = ["", say(lang, "remedy.headline_vague")] if own_words.is_vague(page, said) else []
    return [say(lang, "remedy.headline"), "", *markup(*lines), *vague]


def _audience(page: Page, finding: Finding, lang: str) -> list[str]:
    below = own_words.for_audience(page)
    if below:
        return [say(lang, "remedy.audience"), "", *markup(f"<p>{_escaped(below)}</p>")]
    return [say(lang, "remedy.audience_translated", audience=prose(page.brief.audience))]


def _subhead(page: Page, finding: Finding, lang: str) -> list[str]:
    said = own_words.subhead(page)
    return [say(lang, "remedy.subhead"), "", *markup(f"<p>{_escaped(said)}</p>")] if said else []


def _call(page: Page, finding: Finding, lang: str) -> list[str]:
    """A button with the goal's own words, and the form it leads to where the page has none."""
    label = own_words.label(page)
    if not label:
        return [say(lang, "remedy.call_unknown")]
    target, form = _target(page)
    button = _button(_look(page), target, label)
    if form:
        return [say(lang, "remedy.call_with_form"), "", *markup(button, "", *form)]
    return [say(lang, "remedy.call"), "", *markup(button)]


def _dead_links(page: Page, finding: Finding, lang: str) -> list[str]:
    """Buttons for the goal keep their words and get a target; where the others lead only the owner knows."""
    target, form = _target(page)
    serving = {call.selector for call in page.calls}
    named = (page.dom.by_selector.get(item.selector) for item in finding.places)
    elements = [element for element in named if element is not None]
    mine = [one for one in elements if one.selector in serving]
    buttons = list(dict.fromkeys(_button(_worn(one), target, _said(one)) for one in mine))[:2]
    others = [f"- {code(_said(one)[:40])} ({code(one.selector)})" for one in elements if one not in mine]
    told = []
    if buttons:
        key = "dead_links_form" if form else "dead_links"
        told = [say(lang, f"remedy.{key}"), "", *markup(*buttons, *(["", *form] if form else []))]
    if others:
        told += [*([""] if told else []), say(lang, "remedy.dead_others"), "", *others[:MOST_PLACES]]
    return told


def _said(element: Element) -> str:
    return " ".join(element.text.split())


def _higher_up(page: Page, finding: Finding, lang: str) -> list[str]:
    """The same button, on the first screen."""
    primary = page.primary
    label = primary.label if primary is not None and primary.label else own_words.label(page)
    target = _target(page)[0]
    return [say(lang, "remedy.higher_up"), "", *markup(_button(_look(page), target, label))] if label else []


def _button(worn: str, target: str, label: str) -> str:
    return f'<a{worn} href="{html.escape(target)}">{_escaped(label)}</a>'


def _worn(element: Element) -> str:
    worn = " ".join(element.attr("class").split())
    return f' class="{html.escape(worn)}"' if worn else ""


def _look(page: Page) -> str:
    """The class of the page's own primary button, so that the new one looks like it."""
    action = page.primary.action if page.primary is not None else None
    return _worn(action.element) if action is not None else ""


def _target(page: Page) -> tuple[str, list[str]]:
    """Where a button can lead: the page's own form for the goal, else one to be added."""
    asking = page.lead_forms or [form for form in page.forms if form.is_lead]
    for form in asking:
        near = next((place for place in (form.element, *form.element.ancestors()) if place.attr("id")), None)
        if near is not None and near.tag not in ("body", "html"):
            return f"#{near.attr('id')}", []
    name = own_words.anchor(page)
    if asking and not asking[0].loose:
        return f"#{name}", [f"<!-- {asking[0].element.selector} -->", f'<form id="{name}" …>']
    return f"#{name}", _short_form(page, name)


def _short_form(page: Page, name: str) -> list[str]:
    """The fewest fields that the goal needs."""
    swedish = own_words.swedish(page)
    email = ("Email", "E-post")[swedish]
    own_name = ("Name", "Namn")[swedish]
    fields = [] if page.brief.goal == "newsletter" else [("name", "text", "name", own_name)]
    fields.append(("email", "email", "email", email))
    lines = [
        f'  <label for="{name}-{key}">{text}</label>\n'
        f'  <input id="{name}-{key}" name="{key}" type="{kind}" autocomplete="{token}" required>'
        for key, kind, token, text in fields
    ]
    action = ("[address that takes the answers]", "[adress som tar emot svaren]")[swedish]
    return [
        f'<form id="{name}" action="{action}" method="post">',
        *(part for line in lines for part in line.split("\n")),
        f"  <button>{own_words.label(page)}</button>",
        "</form>",
    ]


def _form_target(page: Page, finding: Finding, lang: str) -> list[str]:
    swedish = own_words.swedish(page)
    action = ("[address that takes the answers]", "[adress som tar emot svaren]")[swedish]
    return [say(lang, "remedy.form_target"), "", *markup(f'<form action="{action}" method="post" …>')]


def _fields(page: Page, finding: Finding, lang: str) -> list[str]:
    """Which questions can wait."""
    forms = [form for form in page.lead_forms if form.fields]
    if not forms:
        return []
    keep = {"email", "name", "message"} if page.brief.goal != "newsletter" else {"email"}
    lines = [
        say(lang, "remedy.fields"),
        "",
        f"| {say(lang, 'remedy.field')} | {say(lang, 'remedy.verdict')} |",
        "|---|---|",
    ]
    for field in forms[0].counted[:MOST_PLACES]:
        named = field.label or field.element.attr("placeholder") or field.element.attr("name")
        word = "keep" if field.kind in keep else "later"
        lines.append(f"| {prose(named) or code(field.element.selector)} | {say(lang, f'remedy.{word}')} |")
    return lines


def _proof(page: Page, finding: Finding, lang: str) -> list[str]:
    swedish = own_words.swedish(page)
    words_, who = (
        ("[a customer's own words about a result they got]", "[name, role, company]"),
        ("[en kunds egna ord om ett resultat]", "[namn, roll, företag]"),
    )[swedish]
    block = [
        "<figure>",
        f"  <blockquote><p>{words_}</p></blockquote>",
        f"  <figcaption>{who}</figcaption>",
        "</figure>",
    ]
    return [say(lang, "remedy.proof"), "", *markup(*block)]


def _reassurance(page: Page, finding: Finding, lang: str) -> list[str]:
    return [say(lang, "remedy.reassurance")]


def _placeholders(page: Page, finding: Finding, lang: str) -> list[str]:
    """Every forgotten text with the heading it stands under, which says what belongs there."""
    lines = [say(lang, "remedy.placeholders"), ""]
    lines += [
        f"| {say(lang, 'remedy.place')} | {say(lang, 'remedy.now')} | {say(lang, 'remedy.belongs')} |",
        "|---|---|---|",
    ]
    for item in finding.places[:MOST_PLACES]:
        element = page.dom.by_selector.get(item.selector)
        belongs = _belongs(page, element, lang) if element is not None else "–"
        lines.append(f"| {code(item.selector)} | {code(item.snippet[:50])} | {belongs} |")
    if finding.count > MOST_PLACES:
        lines += ["", say(lang, "remedy.more_places", n=finding.count - MOST_PLACES)]
    return lines


def _belongs(page: Page, element: Element, lang: str) -> str:
    if element.tag == "title":
        said = own_words.page_title(page)
        return code(said) if said else say(lang, "remedy.belongs_title")
    if element.tag in HEADINGS:
        return say(lang, "remedy.belongs_heading")
    above = _heading_above(page, element)
    if "©" in element.text:
        return say(lang, "remedy.belongs_footer")
    if _SAID_BY_OTHERS.search(above):
        return say(lang, "remedy.belongs_quote")
    if not above:
        return say(lang, "remedy.belongs_hero", audience=prose(mid_sentence(page.brief.audience)))
    return say(
        lang, "remedy.belongs_below", heading=prose(above), audience=prose(mid_sentence(page.brief.audience))
    )


def _heading_above(page: Page, element: Element) -> str:
    from coldread.scanner.checks.clarity.placeholder import placeholder_in

    last = ""
    for other in page.dom.elements:
        if other is element:
            return last
        if (
            other.tag in HEADINGS
            and other.text
            and not (placeholder_in(other.text) or _EMPTY.match(other.text))
        ):
            last = " ".join(other.text.split())[:60]
    return last


def _long_sentences(page: Page, finding: Finding, lang: str) -> list[str]:
    sentences = [one for block in page.copy for one in _SENTENCE_END.split(block.text)]
    longest = sorted((one for one in sentences if len(words(one)) > 20), key=lambda one: -len(words(one)))[:3]
    if not longest:
        return []
    lines = [say(lang, "remedy.long_sentences"), ""]
    for one in longest:
        joint = next((match for match in _JOINTS.finditer(one) if match.start() > len(one) * 0.3), None)
        shown = f"{one[: joint.start()]} ✂ {one[joint.start() :].strip()}" if joint else one
        lines.append(f"- {len(words(one))} {say(lang, 'remedy.words')}: {quoted(shown[:400], lang)}")
    return lines


def _we(page: Page, finding: Finding, lang: str) -> list[str]:
    starts = re.compile(r"^(?:we|our|vi|vår|våra|vårt)\b", re.IGNORECASE)
    sentences = [one for block in page.blocks for one in _SENTENCE_END.split(block.text)]
    found = [one for one in sentences if starts.match(one.strip())][:4]
    return [say(lang, "remedy.we"), "", *(f"- {quoted(one[:200], lang)}" for one in found)] if found else []


def _description(page: Page, finding: Finding, lang: str) -> list[str]:
    said = own_words.description(page)
    if not said:
        return [say(lang, "remedy.description_unknown")]
    return [
        say(lang, "remedy.paste"),
        "",
        *markup(f'<meta name="description" content="{html.escape(said)}">'),
    ]


def _title(page: Page, finding: Finding, lang: str) -> list[str]:
    said = own_words.page_title(page)
    return [say(lang, "remedy.paste"), "", *markup(f"<title>{_escaped(said)}</title>")] if said else []


def _organization(page: Page, finding: Finding, lang: str) -> list[str]:
    name = (
        page.title
        if 1 <= len(words(page.title)) <= 3
        else ("[company]", "[företag]")[own_words.swedish(page)]
    )
    facts = {"@context": "https://schema.org", "@type": "Organization", "name": name}
    if is_public(page):
        parts = urlsplit(page.seen.final_url)
        facts["url"] = f"{parts.scheme}://{parts.netloc}/"
    told = json.dumps(facts, ensure_ascii=False).replace("</", "<\\/")
    return [
        say(lang, "remedy.organization"),
        "",
        *markup(f'<script type="application/ld+json">{told}</script>'),
    ]


def _contact(page: Page, finding: Finding, lang: str) -> list[str]:
    words_ = ("[e-mail address]", "[e-postadress]")[own_words.swedish(page)]
    return [say(lang, "remedy.contact"), "", *markup(f'<a href="mailto:{words_}">{words_}</a>')]


def _places(page: Page, finding: Finding, lang: str) -> list[str]:
    """The elements, where the sentence is general and the places are what a developer needs."""
    found = dict.fromkeys(item.selector for item in (finding.places or finding.evidence))
    shown = [f"- {code(selector)}" for selector in list(found)[:MOST_PLACES]]
    more = (
        [f"- {say(lang, 'remedy.and_more', n=len(found) - MOST_PLACES)}"] if len(found) > MOST_PLACES else []
    )
    return [say(lang, "remedy.places"), "", *shown, *more] if len(found) > 3 else []


def _fit(page: Page, finding: Finding, lang: str) -> list[str]:
    others = [item.selector for item in finding.places if not item.selector.split(" ")[-1].startswith("img")]
    rules = [f"{selector} {{ max-width: 100%; }}" for selector in others[:3]]
    return [
        say(lang, "remedy.fit"),
        "",
        *markup("img, video, iframe { max-width: 100%; height: auto; }", *rules, kind="css"),
    ]


REMEDIES: Mapping[str, Remedy] = {
    "clarity.h1-missing": _headline,
    "clarity.h1-vague": _headline,
    "clarity.h1-long": _headline,
    "clarity.audience-absent": _audience,
    "clarity.subhead-missing": _subhead,
    "clarity.placeholder": _placeholders,
    "cta.none": _call,
    "cta.goal-mismatch": _call,
    "cta.generic-label": _call,
    "cta.dead-link": _dead_links,
    "cta.below-fold-mobile": _higher_up,
    "form.no-action": _form_target,
    "form.too-many-fields": _fields,
    "trust.no-proof": _proof,
    "trust.proof-anonymous": _proof,
    "trust.risk-reversal": _reassurance,
    "trust.contact": _contact,
    "copy.readability": _long_sentences,
    "copy.we-vs-you": _we,
    "seo.meta-description": _description,
    "seo.title": _title,
    "agent.structured-data": _organization,
    "visual.overflow-x": _fit,
    "a11y.region": _places,
    "a11y.color-contrast": _places,
    "a11y.heading-order": _places,
    "a11y.link-name": _places,
    "perf.img-dimensions": _places,
}


def proposed(page: Page) -> Iterator[str]:
    """Everything that the remedies may put on the page, for whoever checks that nothing is invented."""
    yield from (own_words.headline(page), own_words.subhead(page), own_words.description(page))
    yield from (own_words.page_title(page), own_words.for_audience(page), own_words.label(page))
