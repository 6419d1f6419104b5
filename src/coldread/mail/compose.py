"""The message of a letter: text and HTML from the templates of its kind and language."""

from __future__ import annotations

import json
import re
from email.message import EmailMessage
from email.utils import formatdate
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.pdf_sheet import draw
from coldread.mail.letters import BY_KIND, PAPER

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    return Environment(
        loader=PackageLoader("coldread.mail"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def wanted_by(kind: str, language: str) -> set[str] | None:
    """Names of the values that the letter's text uses; None if there is no such text."""
    from jinja2 import TemplateNotFound, meta

    environment = _templates()
    assert environment.loader is not None
    try:
        source, _, _ = environment.loader.get_source(environment, f"{kind}.{language}.txt")
    except TemplateNotFound:
        return None
    return meta.find_undeclared_variables(environment.parse(source))


def words_of(letter: sa.Row[Any]) -> tuple[str, str]:
    """Its subject, which is the text's first line, and its text. None of both where it was stored by an older version, whose
    values are not those that the text wants now."""
    from jinja2 import UndefinedError

    try:
        subject, text = _subject_and_text(letter.kind, letter.language, json.loads(letter.details))
    except UndefinedError:
        return "", ""
    return subject, text


def _subject_and_text(kind: str, language: str, details: dict[str, Any]) -> tuple[str, str]:
    words = _templates().get_template(f"{kind}.{language}.txt").render(details)
    subject, _, text = words.partition("\n")
    return " ".join(subject.split()), re.sub(r"\n{3,}", "\n\n", text.strip())


def compose(letter: sa.Row[Any], sender: str) -> EmailMessage:
    """The complete message."""
    details = json.loads(letter.details)
    subject, text = _subject_and_text(letter.kind, letter.language, details)
    message = EmailMessage()
    message["From"] = sender
    message["To"] = letter.recipient
    message["Subject"] = subject
    message["Date"] = formatdate(letter.written_at / SECOND)
    message["Message-ID"] = letter.message_id
    message["Auto-Submitted"] = "auto-generated"
    if stopped_at := details.get(BY_KIND[letter.kind].stopped_at):
        message["List-Unsubscribe"] = f"<{stopped_at}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text + "\n")
    html = (
        _templates()
        .get_template("letter.html")
        .render(
            subject=subject,
            paragraphs=_paragraphs(text),
            language=letter.language,
            button=_button(letter.kind, letter.language, details),
        )
    )
    message.add_alternative(html, subtype="html")
    if paper := details.get(PAPER):
        message.add_attachment(
            draw(paper), maintype="application", subtype="pdf", filename=_file_name(paper["title"])
        )
    return message


def _file_name(title: str) -> str:
    """What the paper is called on the reader's disk: what it is, and of which order."""
    return f"coldread-{re.sub(r'[^A-Za-z0-9_-]+', '-', title)}.pdf"


def _button(kind: str, language: str, details: dict[str, Any]) -> tuple[str, str] | None:
    """The address and the text of the letter's button; None for a notice."""
    row = BY_KIND[kind].button
    where = next((details[name] for name in row.leads_to if details.get(name)), None) if row else None
    return (where, row.label(language)) if row and where else None


def _paragraphs(text: str) -> list[list[tuple[str, bool]]]:
    """Paragraphs of lines; a line that is an address becomes a link."""
    blocks = text.strip().split("\n\n")
    return [
        [(line, line.startswith(("http://", "https://"))) for line in block.split("\n")] for block in blocks
    ]
