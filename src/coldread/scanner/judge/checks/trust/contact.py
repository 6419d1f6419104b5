"""No way to reach a human being."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.fields import spelled_out
from coldread.scanner.page.observe.forms import Form, button_label
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.contacts import names_mail, names_phone

META = Meta(
    id="trust.contact",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    in_source=True,
    language_bound=True,
    en=Text(
        title="Visitors can reach a person",
        failure="We found no e-mail address, phone number, address or contact link on the page",
        why="A company that cannot be reached looks as if it does not want to be. This weighs more when the goal is a call.",
        fix="Add an e-mail address, a phone number or a link to a contact page, in the footer and near the form.",
    ),
    sv=Text(
        title="Det går att nå en människa",
        failure="Vi hittade varken e-postadress, telefonnummer, adress eller kontaktlänk på sidan",
        why="Ett företag som inte går att nå verkar inte vilja bli kontaktat. Det väger tyngre när målet är ett samtal.",
        fix="Lägg till en e-postadress, ett telefonnummer eller en länk till en kontaktsida, i sidfoten och nära formuläret.",
    ),
)

#: a figure or a capital at the beginning of a word, and then the rest: so the engine skips everything else
_STREET = re.compile(
    r"[\dA-ZÅÄÖ](?<!\w[\dA-ZÅÄÖ])(?:"
    r"(?<=\d)\d{2}\s?\d{2}\s+[A-ZÅÄÖ][a-zåäö]+|(?<=[A-ZÅÄÖ])\w*(?:gatan|vägen|gränd|torget|allén|backen|plan|stigen)\s+\d+"
    r"|(?<=\d)\d{0,4}\s+(?:[A-Z][\w.]+\s+){1,3}(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Boulevard|Blvd\.?|Drive|Dr\.?|Way|Square|Court|Place)\b"
    r"|(?<=[A-Z])[A-Z]?\d[A-Z\d]?\s\d[A-Z]{2}\b)"
)


def check(page: Page) -> Verdict:
    text = page.dom.body.text
    if page.dom.shown("address") or names_mail(text) or names_phone(text) or _STREET.search(text):
        return None
    links = [link for link in page.dom.shown("a") if _is_contact_link(link)]
    if any(_is_direct(link) for link in links) or any(map(_is_contact_form, page.forms)):
        return None
    if links:
        return _only_a_link(page, links[0])
    severity = Severity.P1 if page.brief.goal == PrimaryGoal.BOOK_CALL else Severity.P2
    return found(META, page.brief, severity, [evidence.searched(page, "body")])


#: where the goal is to talk, a link in a menu is little
_LINKED = Said(
    en="We found no phone number, e-mail address or street address on the page, only the link “{link}”",
    sv="Vi hittade varken telefonnummer, mejladress eller adress på sidan, bara länken ”{link}”",
)


def _only_a_link(page: Page, link: Element) -> Verdict:
    """Told where the goal is to talk to somebody, and nothing else on the page leads there."""
    if page.brief.goal != PrimaryGoal.BOOK_CALL or page.calls:
        return None
    told = found(META, page.brief, Severity.P1, [evidence.of(page, link)], count=1)
    return replace(told, title=_LINKED(page.brief.lang).format(link=evidence.shortened(button_label(link))))


def _is_direct(link: Element) -> bool:
    href = link.attr("href").lower()
    return href.startswith(("mailto:", "tel:", "sms:")) and len(href) > 8


def _is_contact_link(link: Element) -> bool:
    if _is_direct(link):
        return True
    href = link.attr("href").lower()
    label = button_label(link)
    return bool(phrases("contact.links").search(label)) or bool(
        re.search(r"contact|kontakt|support", spelled_out(href))
    )


def _is_contact_form(form: Form) -> bool:
    """Sign-up, checkout and newsletter forms are no way to ask a question."""
    if form.asks_for("password") or form.is_search:
        return False
    free_text = any(field.element.tag == "textarea" for field in form.fields)
    return free_text or bool(phrases("contact.headings").search(form.heading))
