"""Where a form's markup sends it, for a model. Pure."""

from __future__ import annotations

import re

from coldread.base.incoming.addresses import shortened_address
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.page import Page

#: a script that sends something
_SENDS = re.compile(r"submit|fetch\(|XMLHttpRequest|FormData|\$\.(?:ajax|post)|sendForm", re.IGNORECASE)
_MOST_SCRIPT = 100_000


def form_description(page: Page, form: Form) -> str:
    """Where it goes; its fields are listed one by one."""
    return f"{len(form.fields)} fields{_note_on_target(page, form)}{_note_on_nameless_fields(form)}"


def _note_on_target(page: Page, form: Form) -> str:
    """Where the form goes according to the markup; a script or a server, if there is one, may do something else."""
    if form.element.tag != "form":
        return ""
    own = form.element.attr("action").strip()
    pressed = next((one.attr("formaction").strip() for one in form.buttons if one.attr("formaction")), "")
    action = own if own not in ("", "#") else pressed or own
    if action not in ("", "#"):
        return f" (the markup sends it to {shortened_address(action, LONGEST_TARGET)}{_sent_along(form)})"
    by = (
        "by POST, to the address of this page"
        if _is_posted(form)
        else "to the address of this page, with what was filled in behind it"
    )
    scripts = page.dom.all("script")
    scripted = any(one.attr("src") or _SENDS.search(one.content[:_MOST_SCRIPT]) for one in scripts)
    inline = any(name.startswith("on") for name in form.element.attrs)
    said = (
        f"without a script of its own the browser sends it {by}"
        if scripted or inline
        else f"no script sends it, so the browser does, {by}"
    )
    return f" (its action is “{action}”: {said}; whether a server reads it there, nobody knows)"


def _is_posted(form: Form) -> bool:
    return form.element.attr("method").strip().lower() == "post"


#: characters of a target and of hidden values, and how many of those are listed
LONGEST_TARGET, MOST_ALONG = 120, 4
#: hidden fields that say what happens then
_THEN = re.compile(r"next|redirect|return|thank|success|subject|autoresponse|reply", re.IGNORECASE)


def _sent_along(form: Form) -> str:
    """Hidden fields that tell which page follows, or what is mailed."""
    hidden = [one for one in form.element.all("input") if one.attr("type").lower() == "hidden"]
    told = [
        f"{one.attr('name')[:40]}={one.attr('value')[:LONGEST_TARGET]}"
        for one in hidden
        if _THEN.search(one.attr("name")[:40])
    ]
    return f", with {'; '.join(told[:MOST_ALONG])}" if told else ""


def _note_on_nameless_fields(form: Form) -> str:
    """Fields without a name are never sent by the markup alone."""
    nameless = [one for one in (field.element for field in form.fields) if not one.attr("name")]
    checked = ", and nothing is checked before it is sent" if "novalidate" in form.element.attrs else ""
    said = f" ({len(nameless)} of {len(form.fields)} fields have no name in the markup{checked})"
    return said if nameless or checked else ""
