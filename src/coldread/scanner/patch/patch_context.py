"""What a recipe works with: the judged page, and the elements of a finding."""

from __future__ import annotations

import re
from functools import cached_property

from coldread.base.languages import Language
from coldread.scanner.judge.finding import Evidence, Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.fields import Field
from coldread.scanner.page.observe.head import links_rel
from coldread.scanner.page.page import Page
from coldread.scanner.patch.cascade import Cascade
from coldread.scanner.patch.changes import CannotPatch
from coldread.scanner.suggest.ids import free_id

#: properties that can change a picture's size, directly or through a layout
_SIZING = re.compile(r"width|height|-size|aspect-ratio|flex|grid|zoom|@import|\ball\s*:")


class RecipeContext:
    """One page to patch."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def places(self, finding: Finding) -> list[tuple[Element, Evidence]]:
        """The finding's elements, each once, with the measurement; raises CannotPatch if one is gone."""
        found: dict[str, tuple[Element, Evidence]] = {}
        for item in finding.places or finding.evidence:
            element = self.page.dom.by_selector.get(item.selector)
            if element is None:
                raise CannotPatch(f"{item.selector} is not in the document")
            found.setdefault(item.selector, (element, item))
        return list(found.values())

    def elements(self, finding: Finding) -> list[Element]:
        return [element for element, _ in self.places(finding)]

    def drawn(self, element: Element) -> Drawn | None:
        """As drawn in the desktop window."""
        return self.page.desktop.get(element.selector)

    @property
    def swedish(self) -> bool:
        """Whether the page is in Swedish, whatever the report's language."""
        return self.page.supported_language is Language.SV

    @cached_property
    def fields(self) -> dict[str, Field]:
        """Fields of all forms, by selector."""
        return {field.element.selector: field for form in self.page.forms for field in form.fields}

    @property
    def widths(self) -> tuple[int, ...]:
        """The widths of the windows in which it was drawn."""
        views = (self.page.seen.desktop, self.page.seen.mobile)
        return tuple(view.width for view in views if view is not None)

    @cached_property
    def cascade(self) -> Cascade:
        return Cascade(self.page.dom)

    @cached_property
    def _own_styles(self) -> str:
        return "\n".join(style.content for style in self.page.dom.all("style")).lower()

    def may_be_resized(self, element: Element) -> bool:
        """Whether styles can give it a size other than its own; those of files and scripts were not read."""
        styled = any(one.attr("style") for one in (element, *element.ancestors()))
        return styled or self._styles_size_things

    @cached_property
    def _styles_size_things(self) -> bool:
        unread = bool(links_rel(self.page.dom, "stylesheet") or self.page.scripts)
        return unread or bool(_SIZING.search(self._own_styles))

    @cached_property
    def _given_ids(self) -> dict[str, str]:
        return {}

    @cached_property
    def _taken_ids(self) -> set[str]:
        return set(self.page.dom.ids)

    @cached_property
    def _numbered(self) -> dict[str, int]:
        return {}

    @cached_property
    def forgotten_ids(self) -> dict[str, str]:
        """Fields without an id directly after a label that names an unused id, with that id. One pass over the page."""
        found: dict[str, str] = {}
        asked = ""
        for one in self.page.dom.elements:
            if one.tag == "label" and not one.hidden:
                wanted = one.attr("for")
                asked = wanted if wanted not in self.page.dom.by_id else ""
            elif one.tag in ("input", "select", "textarea"):
                if asked and not one.attr("id"):
                    found[one.selector] = asked
                asked = ""
        return found

    def id_for(self, element: Element, called: str = "") -> str:
        """Its id; else a new one, unique on the page, made from its name or label."""
        if element.attr("id"):
            return element.attr("id")
        if element.selector not in self._given_ids:
            given = free_id(element.attr("name") or called or element.tag, self._taken_ids, self._numbered)
            self._given_ids[element.selector] = given
            self._taken_ids.add(given)
        return self._given_ids[element.selector]
