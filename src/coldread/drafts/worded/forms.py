"""What a form asks for and where its markup sends it, for a model. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.page import Page

#: a script that sends something
_SENDS = re.compile(r"submit|fetch\(|XMLHttpRequest|FormData|\$\.(?:ajax|post)|sendForm", re.IGNORECASE)
_MOST_SCRIPT = 100_000


def form_told(page: Page, form: Form) -> str:
    return f"{_asked(form)}{_sending(page, form)}{_unsent(form)}"


def _asked(form: Form) -> str:
    """What its fields are called, for somebody who does not see them."""
    names = (
        one.attr("placeholder") or one.attr("aria-label") or one.attr("name") or one.attr("type")
        for one in (field.element for field in form.fields)
    )
    return ", ".join(filter(None, names))


def _sending(page: Page, form: Form) -> str:
    """What the markup says of where it goes; a script may do otherwise, where there is one."""
    action = form.element.attr("action")
    if form.element.tag != "form" or action.strip() not in ("", "#"):
        return ""
    scripts = page.dom.all("script")
    scripted = any(one.attr("src") or _SENDS.search(one.content[:_MOST_SCRIPT]) for one in scripts)
    inline = any(name.startswith("on") for name in form.element.attrs)
    said = (
        "without a script of its own it reaches nobody"
        if scripted or inline
        else "no script sends it either, so it reaches nobody"
    )
    return f" (its action is “{action}”: {said})"


def _unsent(form: Form) -> str:
    """Fields without a name are never sent by the markup alone."""
    nameless = [one for one in (field.element for field in form.fields) if not one.attr("name")]
    checked = ", and nothing is checked before it is sent" if "novalidate" in form.element.attrs else ""
    said = f" ({len(nameless)} of {len(form.fields)} fields have no name in the markup{checked})"
    return said if nameless or checked else ""
