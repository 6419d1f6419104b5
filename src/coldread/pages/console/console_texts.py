"""The words of the operator's pages, and their language: that of `COLDREAD_CONSOLE_LANGUAGE`, else the browser's."""

from __future__ import annotations

from starlette.requests import Request

from coldread.base.languages import Language
from coldread.base.problems import Problem
from coldread.base.texts.texts import texts_of
from coldread.pages.page_texts import Say, page_texts
from coldread.pages.render import language_of
from coldread.web.request import services_of

TEXTS = texts_of("coldread.pages.console")


def console_language(request: Request) -> Language:
    return language_of(request, services_of(request).settings.console_language or None)


def console_texts(lang: str, *groups: str) -> Say:
    """`t("title")`: from the first of these groups that has the key, else from the layout that all pages share."""
    layout = page_texts(lang, "layout", "form")

    def say(key: str, **values: object) -> str:
        group = next((one for one in groups if TEXTS.find(lang, f"{one}.{key}") is not None), None)
        return layout(key, **values) if group is None else TEXTS.say(lang, f"{group}.{key}", **values)

    return say


def console_say(request: Request, *groups: str) -> Say:
    return console_texts(console_language(request).value, *groups)


class SaidProblem(Problem):
    """A problem whose detail is already in the console's language: only the operator reads it, no program."""


def invalid_input_problem(say: Say, key: str, **values: object) -> SaidProblem:
    """400 with the sentence of this key."""
    return SaidProblem("invalid-input", say(key, **values))
