"""Makes the outline of a page or of a part of it: what visitors can do there, in a few numbers and short texts."""

from __future__ import annotations

from collections.abc import Iterable

from coldread.base.incoming.addresses import join_address, split_address
from coldread.base.incoming.hosts import registrable_domain
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.behind import FormOutline, Outline
from coldread.scanner.page.observe import forms as read_forms
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.head import (
    base_url,
    on_hosts,
    runnable_scripts,
    title_of,
)
from coldread.scanner.page.observe.menus import leads_here
from coldread.scanner.page.observe.text import HEADINGS, region_of
from coldread.scanner.page.phrases import phrases, words

#: a service's list in lexicon/web.toml, and its kind
SERVICES = (("scheduling", "calendar"), ("checkout", "checkout"), ("newsletter", "newsletter"))
#: a page with scripts and fewer words is a script shell
SHELL_WORDS = 50
LONGEST, MOST_FORMS, MOST_LINKS = 160, 12, 400
LONGEST_ADDRESS = 2_048
#: frames that contain neither a form nor a calendar
_SCENERY = ("google.com/maps", "maps.google.com", "youtube.com", "youtube-nocookie.com", "player.vimeo.com", "googletagmanager.com", "recaptcha", "openstreetmap.org", "spotify.com")  # fmt: skip


def service_at(address: str) -> str:
    """`calendar`, `checkout` or `newsletter` if the address belongs to a known service; else empty."""
    return next((kind for service, kind in SERVICES if on_hosts(address, service)), "")


def may_be_followed(here: str, address: str) -> bool:
    """The address is on the page's own site or a known service, and is an ordinary web address."""
    target, own = split_address(address), split_address(here)
    if target.scheme not in ("http", "https") or not target.hostname or len(address) > LONGEST_ADDRESS:
        return False
    same = registrable_domain(target.hostname) == registrable_domain(own.hostname or "")
    return same or bool(service_at(address))


def page_outline(dom: Dom, address: str) -> Outline:
    """The outline of a whole page, without links and buttons of header, menu and footer."""
    titled = title_of(dom)
    count = len(words(dom.body.text))
    return _outline(
        dom,
        dom.body,
        read_forms.read_forms(dom),
        base_url(dom, address),
        title=titled.content if titled is not None else "",
        is_shell=count < SHELL_WORDS and bool(runnable_scripts(dom)),
        whole_page=True,
    )


def place_outline(dom: Dom, place: Element, found: Iterable[Form], base: str) -> Outline:
    """The outline of a part of a page, with everything in it."""
    inside = [form for form in found if place.contains(form.element) or form.element.contains(place)]
    return _outline(dom, place, inside, base, title="", is_shell=False, whole_page=False)


def _outline(
    dom: Dom,
    place: Element,
    found: Iterable[Form],
    base: str,
    *,
    title: str,
    is_shell: bool,
    whole_page: bool,
) -> Outline:
    inside = [element for element in place.walk() if not element.hidden]
    links = [element for element in inside if element.tag == "a" and element.attr("href")][:MOST_LINKS]
    own = [link for link in links if not whole_page or region_of(link) == "main"]
    targets = [link.attr("href").strip().lower() for link in own]
    heading = next((element.text for element in inside if element.tag in HEADINGS and element.text), "")
    framed = [element for element in inside if element.tag == "iframe"]
    sources = [element.attr("src") or element.attr("data-src") for element in framed]
    embedded = [
        service_at(join_address(base, source))
        for source in (*sources, *_widget_addresses(dom, place, whole_page))
    ]
    return Outline(
        title=_shortened_text(title),
        heading=_shortened_text(heading),
        forms=tuple(_form_outline(form) for form in found if not form.is_search)[:MOST_FORMS],
        embedded=_without_repetition(embedded),
        linked=_without_repetition(service_at(join_address(base, link.attr("href"))) for link in own),
        frames=sum(
            not service_at(join_address(base, source)) and not is_scenery(source) for source in sources
        ),
        phones=sum(target.startswith(("tel:", "sms:")) for target in targets),
        mails=sum(target.startswith("mailto:") for target in targets),
        presses=sum(not target.startswith(("tel:", "sms:", "mailto:")) for target in targets)
        + sum(
            element.tag == "button" for element in inside if not whole_page or region_of(element) == "main"
        ),
        offers_account=any(phrases("reading.bought").search(link.begins(LONGEST)) for link in own),
        words=len(words(place.text)),
        is_shell=is_shell,
    )


def _form_outline(form: Form) -> FormOutline:
    fields = [field.element for field in form.fields]
    return FormOutline(
        asks=tuple(dict.fromkeys(field.kind for field in form.fields)),
        says=_shortened_text(form.speech),
        is_login=form.is_login,
        letters=form.speaks_of_letters,
        asks_when=form.asks_when,
        asks_card=any(one.attr("autocomplete").lower().startswith("cc-") for one in fields),
        by_mail=sends_by_mail(form),
        in_footer=region_of(form.element) == "footer",
    )


def sends_by_mail(form: Form) -> bool:
    """The form opens the visitor's mail program instead of sending anything."""
    return not form.loose and form.element.attr("action").strip().lower().startswith("mailto:")


def _widget_addresses(dom: Dom, place: Element, whole_page: bool) -> list[str]:
    """Addresses of services in attributes of widgets, and for a whole page those of its scripts."""
    named = [one.attr("data-url") for one in place.walk() if "data-url" in one.attrs]
    named += [
        f"https://cal.com/{one.attr('data-cal-link')}" for one in place.walk() if one.attr("data-cal-link")
    ]
    scripts = [one.attr("src") for one in dom.all("script")] if whole_page else []
    return [one for one in (*named, *scripts) if one][:MOST_LINKS]


def goal_link_target(dom: Dom, address: str, goal: PrimaryGoal) -> str:
    """The target of the first link in the main part whose text names the goal; empty if there is none."""
    base = base_url(dom, address)
    if goal == PrimaryGoal.OTHER:
        return ""
    for link in dom.shown("a")[:MOST_LINKS]:
        target = join_address(base, link.attr("href")).partition("#")[0]
        if (
            region_of(link) == "main"
            and 0 < len(words(link.text)) <= 8
            and phrases(f"goals.{goal}.labels").search(link.text)
            and not leads_here(target, address)
            and may_be_followed(address, target)
        ):
            return target
    return ""


def is_scenery(source: str) -> bool:
    """A frame with a map, a film or nothing: neither a form nor a calendar."""
    return not source or any(part in source for part in _SCENERY)


def _without_repetition(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind for kind in kinds if kind))


def _shortened_text(text: str) -> str:
    return collapse(text[: 4 * LONGEST])[:LONGEST]
