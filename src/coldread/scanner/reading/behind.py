"""What is behind a step, and whether it is what the label promised: from the record alone.

The page that was followed, the section of an anchor and the form of a button each become an outline (`page.observe.outline`).
One rule decides the kind of an outline. If a target could not be read, the result has the reason; it is never called broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from urllib.parse import unquote

from coldread.base.incoming.addresses import split_address, split_fragment
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.behind import BehindPage, FormOutline, Outline
from coldread.scanner.page.observe.actions import Action, leads_nowhere
from coldread.scanner.page.observe.calls import CallToAction, path_words
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.outline import may_be_followed, place_outline, sends_by_mail, service_at
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.record import Behind, BehindKind

#: what a label promises; `any` promises nothing specific
Promise = Literal["booking", "buying", "letter", "enquiry", "any"]
GONE = frozenset({404, 410})
#: an element with fewer words is an anchor in front of the section
FEWEST_WORDS = 4
#: characters that are searched for these words
TELLING = 400
#: most parts of a page that get an outline, since an outline of a long part is slow
MOST_PLACES = 60
#: addresses that open a program instead of a page
_PROGRAMS: tuple[tuple[tuple[str, ...], BehindKind], ...] = (
    (("mailto:",), "mail"),
    (("tel:", "sms:"), "phone"),
)
#: fields of a form that is more than a newsletter's
_TELLING = frozenset({"phone", "message", "company", "password", "address", "national_id"})


def step_target(page: Page) -> tuple[str, str] | None:
    """Selector and address of the goal's step if it should be followed; None if the page itself shows what is behind it."""
    call = _goal_step(page)
    if call is None:
        return None
    address = _address(page, call)
    return (call.selector, address) if address and may_be_followed(page.seen.final_url, address) else None


def _goal_step(page: Page) -> CallToAction | None:
    """The primary call if it serves the goal, else the first that does."""
    serving = {call.selector: call for call in page.calls}
    if page.primary is not None and page.primary.selector in serving:
        return serving[page.primary.selector]
    return next(iter(page.calls), None)


def _address(page: Page, call: CallToAction) -> str:
    """The address of a GET, without fragment; empty for this page, for scripts and for forms that send data."""
    form = call.form
    if form is not None and not form.loose:
        asks = form.element.attr("method").lower() in ("", "get")
        written = form.element.attr("action").strip() if asks else ""
    else:
        written = call.action.href.strip() if call.action is not None else ""
    if not written or (call.action is not None and form is None and leads_nowhere(call.action)):
        return ""
    address = split_fragment(page.absolute(written))[0]
    return "" if _is_here(page, address) else address


def _is_here(page: Page, address: str) -> bool:
    """The address is this page, with or without "index.html"."""
    here = split_fragment(page.seen.final_url)[0]
    return address.removesuffix("index.html") == here.removesuffix("index.html")


def what_is_behind(page: Page, action: Action) -> Behind:
    """What is behind a control that serves the goal."""
    is_link = action.element.tag == "a" and not action.href.strip().lower().startswith("javascript:")
    if action.form is not None and (not action.form.loose or not is_link):
        return _behind_form(page, action.form)
    return _behind_link(page, action) if is_link else Behind(kind="not_looked_at", why="script")


def _behind_link(page: Page, action: Action) -> Behind:
    href = action.href.strip()
    for schemes, kind in _PROGRAMS:
        if href.lower().startswith(schemes):
            return Behind(kind=kind, known_by="address", url=href)
    if leads_nowhere(action):
        return Behind(kind="not_looked_at", why="nowhere")
    address, fragment = split_fragment(page.absolute(href))
    if _is_here(page, address):
        return _behind_anchor(page, fragment)
    return behind_address(page, address)


def behind_address(page: Page, address: str) -> Behind:
    """By the page that was followed, else by the address of a known service."""
    followed = page.seen.behind
    if followed and followed[0].url == address:
        return _behind_pages(followed)
    service = service_at(address)
    if service:
        return Behind(kind=service, known_by="address", url=address)  # type: ignore[arg-type]
    if not may_be_followed(page.seen.final_url, address):
        return Behind(kind="not_looked_at", why="another-site", url=address)
    return Behind(kind="not_looked_at", why="not-first" if followed else "not-asked", url=address)


def _behind_pages(followed: tuple[BehindPage, ...]) -> Behind:
    """The second page counts only if it has a step, else the first: that the second has none is not the button's fault."""
    results = [_behind_page(followed_page, number) for number, followed_page in enumerate(followed, start=1)]
    return results[-1] if results[-1].kind in ("form", "calendar", "checkout", "phone") else results[0]


def _behind_page(page: BehindPage, number: int) -> Behind:
    address = page.final_url or page.url
    if page.status in GONE:
        return Behind(kind="not_found", known_by="page", url=address, pages=number)
    service = service_at(address)
    if service:
        return Behind(kind=service, known_by="address", url=address, pages=number)  # type: ignore[arg-type]
    if page.outline is None:
        return Behind(kind="not_looked_at", why=page.reason or "no-answer", url=address, pages=number)
    kind, why = _kind_and_doubt(page.outline, address)
    return Behind(
        kind=kind,
        known_by="" if kind == "not_looked_at" else "page",
        why=why,
        url=address,
        title=page.outline.title or page.outline.heading,
        asks=_fields_of_longest_form(page.outline),
        pages=number,
    )


def _outline_of(page: Page, place: Element, form: Form | None = None) -> Outline | None:
    """The outline of a part of this page, made once; None if too many parts have one already."""
    key = (place.number, form is not None)
    if key not in page.outlines and len(page.outlines) < MOST_PLACES:
        found = page.forms if form is None else (form,)
        page.outlines[key] = place_outline(page.dom, place, found, page.base)
    return page.outlines.get(key)


def _behind_form(page: Page, form: Form) -> Behind:
    """By a form on this page: its fields are known, and sending it is not tried."""
    if sends_by_mail(form):
        return Behind(kind="mail", known_by="here", url=form.element.attr("action").strip())
    outline = _outline_of(page, form.element, form)
    if outline is None:
        return Behind(kind="not_looked_at", why="place-unclear")
    return Behind(kind=kind_of(outline, ""), known_by="here", asks=_fields_of_longest_form(outline))


def _behind_anchor(page: Page, fragment: str) -> Behind:
    """By the section that an anchor of this page names."""
    name = unquote(fragment)
    if not name or name.lower() == "top":
        return Behind(kind="other", known_by="here", title="")
    found = page.dom.by_id.get(name) or page.dom.by_id.get(fragment)
    if not found:
        return Behind(kind="not_looked_at", why="no-such-place")
    place = section_of(found[0])
    if place is None:
        return Behind(kind="not_looked_at", why="place-unclear")
    outline = _outline_of(page, place)
    if outline is None:
        return Behind(kind="not_looked_at", why="place-unclear")
    kind, why = _kind_and_doubt(outline, "")
    return Behind(
        kind=kind,
        known_by="" if kind == "not_looked_at" else "here",
        why=why,
        url=f"#{fragment}",
        title=outline.heading,
        asks=_fields_of_longest_form(outline),
    )


def _says_something(part: Element) -> bool:
    return len(words(part.begins(TELLING))) >= FEWEST_WORDS


def section_of(named: Element) -> Element | None:
    """The part of the page that an anchor means; None if that is the whole page or unclear."""
    if named.tag in ("section", "article", "form", "footer", "aside", "dialog") or (
        named.tag in ("div", "fieldset") and _says_something(named)
    ):
        return named
    around = named.closest("section", "article", "footer", "aside", "dialog")
    if around is not None:
        return around
    parent = named.parent
    wide = ("main", "body", "html")
    return parent if parent is not None and parent.tag not in wide and _says_something(parent) else None


def _kind_and_doubt(outline: Outline, address: str) -> tuple[BehindKind, str]:
    """The kind of a target, or why it is unclear: frames of other hosts may have what was promised."""
    kind = kind_of(outline, address)
    if kind == "other" and outline.frames:
        return "not_looked_at", "frame"
    return kind, "script-shell" if kind == "not_looked_at" else ""


def kind_of(outline: Outline, address: str) -> BehindKind:
    """The kind of a target."""
    return next(_fitting_kinds(outline, address))


def _fitting_kinds(outline: Outline, address: str) -> Iterator[BehindKind]:
    """The kinds that fit the target, the most specific first."""
    own = [form for form in outline.forms if not form.in_footer]
    open_forms = [form for form in own if not form.is_login]
    filled = [form for form in open_forms if _is_more_than_letters(form)]
    if phrases("behind.not_found").search(f"{outline.title} · {outline.heading}") and not own:
        yield "not_found"
    if "calendar" in outline.embedded or any(form.asks_when for form in own):
        yield "calendar"
    if "checkout" in outline.embedded or any(form.asks_card for form in own):
        yield "checkout"
    if filled:
        yield _form_kind(outline, filled)
    if any(form.letters for form in open_forms):
        yield "newsletter"
    if any("email" in form.asks for form in open_forms):
        yield "form"
    if "newsletter" in outline.embedded:
        yield "newsletter"
    if any(form.is_login for form in own):
        yield "other" if outline.offers_account else "login"
    yield _shell_kind(address) if outline.is_shell else _kind_without_form(outline, address)


def _is_more_than_letters(form: FormOutline) -> bool:
    return not _TELLING.isdisjoint(form.asks) or ("name" in form.asks and not form.letters)


def _form_kind(outline: Outline, filled: list[FormOutline]) -> BehindKind:
    """ "contact" for a form that only takes a message and does not mention a booking or purchase."""
    if all(form.by_mail for form in filled):
        return "mail"
    messages = all("message" in form.asks and "password" not in form.asks for form in filled)
    texts = " · ".join([outline.title, outline.heading, *(form.says for form in filled)])
    names_step = phrases("reading.booked").search(texts) or phrases("reading.bought").search(texts)
    return "contact" if messages and not names_step and phrases("contact.headings").search(texts) else "form"


def _shell_kind(address: str) -> BehindKind:
    """The kind of a page that needs scripts, by its address."""
    address_words = path_words(address)
    if phrases("labels.login").search(address_words):
        return "login"
    return "checkout" if phrases("behind.checkout").search(address_words) else "not_looked_at"


def _kind_without_form(outline: Outline, address: str) -> BehindKind:
    if phrases("behind.checkout").search(path_words(address)) or "checkout" in outline.linked:
        return "checkout"
    if "calendar" in outline.linked:
        return "calendar"
    if outline.frames:
        return "other"  # any of them may have what was promised
    if phrases("contact.headings").search(f"{outline.title} · {outline.heading}") and (
        outline.phones or outline.mails
    ):
        return "phone" if outline.phones and not outline.mails else "contact"
    if outline.phones and not outline.presses:
        return "phone"
    return "mail" if outline.mails and not outline.presses and not outline.phones else "other"


def _fields_of_longest_form(outline: Outline) -> tuple[str, ...]:
    """The fields of the form that has most."""
    own = [form.asks for form in outline.forms if not form.in_footer]
    return max(own, key=len, default=())


def promise_of(label: str, goal: PrimaryGoal) -> Promise:
    """What the label promises."""
    if goal == PrimaryGoal.NEWSLETTER and phrases("goals.newsletter.labels").search(label):
        return "letter"
    if phrases("reading.booked").search(label):
        return "booking"
    if phrases("reading.bought").search(label):
        return "buying"
    return "enquiry" if phrases("behind.enquiry").search(label) else "any"


#: promise → kinds that do not keep it, and whether a visitor can still find the way (detour)
_ELSEWHERE: dict[Promise, dict[BehindKind, Literal["lost", "detour"]]] = {
    "booking": {"login": "lost", "newsletter": "lost", "mail": "lost", "not_found": "lost", "contact": "detour"},
    "buying": {"login": "lost", "newsletter": "lost", "mail": "lost", "not_found": "lost", "contact": "detour"},
    "letter": {"login": "lost", "mail": "lost", "not_found": "lost", "contact": "detour"},
    "enquiry": {"login": "lost", "newsletter": "lost", "not_found": "lost", "mail": "detour"},
    "any": {},
}  # fmt: skip


def how_promise_is_missed(label: str, goal: PrimaryGoal, found: Behind) -> Literal["lost", "detour", ""]:
    """How far the target is from what the label promised; empty if it keeps the promise or is unclear."""
    promise = promise_of(label, goal)
    if promise == "buying" and found.kind == "newsletter" and goal == PrimaryGoal.NEWSLETTER:
        return ""
    return _ELSEWHERE[promise].get(found.kind, "")


def is_empty_section(page: Page, action: Action) -> bool:
    """The action leads to a section of this page with nothing to fill in, press or call."""
    address, fragment = split_fragment(page.absolute(action.href))
    if not fragment or not _is_here(page, address):
        return False
    named = page.dom.by_id.get(unquote(fragment)) or page.dom.by_id.get(fragment)
    place = section_of(named[0]) if named else None
    if place is None or split_address(action.href).fragment.lower() == "top":
        return False
    outline = _outline_of(page, place)
    if outline is None:
        return False
    held = (
        outline.forms
        or outline.embedded
        or outline.frames
        or outline.phones
        or outline.mails
        or outline.presses
    )
    return not held and outline.words >= FEWEST_WORDS
