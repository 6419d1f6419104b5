"""Whether a form has a target, by its markup alone. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.page import Page

#: attributes that show that a library or host handles the form
_TAKEN_OVER = ("onsubmit", "hx-post", "hx-get", "hx-put", "data-netlify", "netlify", "data-remote", "data-turbo", "wire:submit", "ng-submit", "x-on:submit", "@submit", "@submit.prevent", "x-on:submit.prevent")  # fmt: skip


_NO_TARGET = (
    "",
    "#",
    "javascript:void(0)",
    "javascript:void(0);",
    "javascript:;",
    "javascript:",
    "about:blank",
)


#: “formspree.io/f/your-form-id”, “YOUR_ENDPOINT”: addresses from instructions that the owner did not fill in
_NOT_FILLED_IN = re.compile(
    r"https?://[^?#]{1,200}/(?:your[-_]?(?:form|endpoint|url|id|email|username|api|key|script|deployment)[\w-]{0,30}|form[-_]?id[-_]?here|x{4,})(?:[/?#]|$)",
    re.IGNORECASE,
)


LONGEST_TARGET = 500


def names_no_receiver(target: str) -> bool:
    """The address still has the placeholder of its instructions."""
    return _NOT_FILLED_IN.match(target[:LONGEST_TARGET].strip()) is not None


def goes_nowhere(form: Form) -> bool:
    """Its markup names no target, and no library handles it."""
    element = form.element
    if names_no_receiver(element.attr("action")):
        return True
    if element.attr("method").lower() in ("post", "dialog") or any(
        name in element.attrs for name in _TAKEN_OVER
    ):
        return False
    targets = [element.attr("action"), *(button.attr("formaction") for button in form.buttons)]
    return all(target.lower() in _NO_TARGET for target in targets)


def main_form(page: Page) -> Form | None:
    """The form with personal fields that has most fields."""
    asking = [form for form in page.forms if form.personal and not form.loose and not form.is_login]
    return max(asking, key=lambda form: len(form.counted), default=None)
