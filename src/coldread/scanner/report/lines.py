"""Maps evidence to lines of a source file."""

from __future__ import annotations

from bisect import bisect_right

from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.patch.markup import Markup
from coldread.scanner.patch.match import Counterparts
from coldread.scanner.report.sarif import Region


class Lines:
    """An HTML file beside the judged document. If the two do not clearly match, there is no line."""

    def __init__(self, text: str, judged: Dom) -> None:
        self._judged = judged
        self._markup = Markup(text)
        self._counterparts = Counterparts(self._markup.dom)
        self._starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]

    def region(self, proof: Evidence) -> Region | None:
        """The start tag of the element that the evidence names."""
        judged = self._judged.by_selector.get(proof.selector)
        written = self._counterparts.of(judged) if judged is not None else None
        tag = self._markup.tag_of(written) if written is not None else None
        if tag is None:
            return None
        (start_line, start_column), (end_line, end_column) = (
            self._line_and_column(tag.start),
            self._line_and_column(tag.end),
        )
        return Region(
            start_line=start_line, start_column=start_column, end_line=end_line, end_column=end_column
        )

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
