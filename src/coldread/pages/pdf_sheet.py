"""A sheet of paper: one page of A4 with headings, paragraphs and rows, in the PDF's own fonts."""

from __future__ import annotations

import unicodedata


class Sheet:
    """What is written comes below what was written before."""

    def __init__(self, title: str, lang: str) -> None:
        from fpdf import FPDF  # 0.2 s that no other page waits for

        self._pdf = FPDF(format="A4")
        self._pdf.set_title(plain(title))
        self._pdf.set_lang(lang)
        self._pdf.set_margins(22, 22)
        self._pdf.add_page()

    def write(self, text: str, *, size: int = 10, style: str = "", gap: int = 0) -> None:
        self._pdf.set_font("Helvetica", style, size)
        self._pdf.multi_cell(0, size * 0.55, plain(text), align="L", new_x="LMARGIN", new_y="NEXT")
        self._pdf.ln(gap)

    def row(self, label: str, value: str, style: str = "") -> None:
        """A label and, at the right edge, what belongs to it."""
        self._pdf.set_font("Helvetica", style, 10)
        self._pdf.cell(120, 7, plain(label), border="B")
        self._pdf.cell(0, 7, plain(value), border="B", align="R", new_x="LMARGIN", new_y="NEXT")

    def gap(self, millimetres: int) -> None:
        self._pdf.ln(millimetres)

    def output(self) -> bytes:
        return bytes(self._pdf.output())


def plain(text: str) -> str:
    """In the letters of the PDF's own fonts (Western Europe); others lose their marks, what has none becomes `?`."""
    kept = text.replace("\u00a0", " ").replace("–", "-").replace("’", "'")
    for mark in "“”":
        kept = kept.replace(mark, '"')
    return "".join(
        letter
        if letter.encode("latin-1", "ignore")
        else unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
        for letter in kept
    )
