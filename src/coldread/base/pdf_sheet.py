"""A document of one A4 page with headings, paragraphs and rows, in the PDF's own fonts.

A sheet is a list of plain values until it is drawn: the outbox stores it with a letter and draws it when the letter is
sent."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

#: one square of a QR code, in millimetres
QR_SQUARE = 0.9


class Sheet:
    """Each part is drawn below the earlier ones."""

    def __init__(self, title: str, lang: str) -> None:
        self.title, self.lang = title, lang
        self._parts: list[list[Any]] = []

    def write(self, text: str, *, size: int = 10, style: str = "", gap: int = 0) -> None:
        self._parts.append(["text", text, size, style, gap])

    def row(self, label: str, value: str, style: str = "") -> None:
        """A label, and a value at the right edge."""
        self._parts.append(["row", label, value, style])

    def gap(self, millimetres: int) -> None:
        self._parts.append(["gap", millimetres])

    def qr(self, holds: str) -> None:
        """A QR code for a camera."""
        self._parts.append(["qr", holds])

    def as_json(self) -> dict[str, Any]:
        return {"title": self.title, "lang": self.lang, "parts": self._parts}

    def output(self) -> bytes:
        return draw(self.as_json())


def draw(sheet: dict[str, Any]) -> bytes:
    """The PDF of a sheet."""
    from fpdf import FPDF  # takes 0.2 s, which no other page should wait for

    pdf = FPDF(format="A4")
    pdf.set_title(in_pdf_letters(sheet["title"]))
    pdf.set_lang(sheet["lang"])
    pdf.set_margins(22, 22)
    pdf.add_page()
    for kind, *values in sheet["parts"]:
        _DRAWN[kind](pdf, *values)
    return bytes(pdf.output())


def _write_text(pdf: Any, text: str, size: int, style: str, gap: int) -> None:
    pdf.set_font("Helvetica", style, size)
    pdf.multi_cell(0, size * 0.55, in_pdf_letters(text), align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(gap)


def _add_row(pdf: Any, label: str, value: str, style: str) -> None:
    pdf.set_font("Helvetica", style, 10)
    pdf.cell(120, 7, in_pdf_letters(label), border="B")
    pdf.cell(0, 7, in_pdf_letters(value), border="B", align="R", new_x="LMARGIN", new_y="NEXT")


def _add_gap(pdf: Any, millimetres: int) -> None:
    pdf.ln(millimetres)


def _add_qr_code(pdf: Any, holds: str) -> None:
    import segno

    code = segno.make(holds, error="m", micro=False)
    left, top = pdf.get_x() + 4 * QR_SQUARE, pdf.get_y() + 2 * QR_SQUARE
    for down, line in enumerate(code.matrix):
        for across, dark in enumerate(line):
            if dark:
                pdf.rect(left + across * QR_SQUARE, top + down * QR_SQUARE, QR_SQUARE, QR_SQUARE, style="F")
    pdf.ln((len(code.matrix) + 6) * QR_SQUARE)


_DRAWN: dict[str, Callable[..., None]] = {
    "text": _write_text,
    "row": _add_row,
    "gap": _add_gap,
    "qr": _add_qr_code,
}


def in_pdf_letters(text: str) -> str:
    """The text in the letters of the PDF's own fonts (Western Europe). Other letters lose their accents, or become `?`."""
    replaced = text.replace("\u00a0", " ").replace("–", "-").replace("’", "'")
    for mark in "“”":
        replaced = replaced.replace(mark, '"')
    return "".join(
        letter
        if letter.encode("latin-1", "ignore")
        else unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
        for letter in replaced
    )
