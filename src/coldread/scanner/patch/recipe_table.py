"""The table of recipes: what repairs a finding, why an expert would merge it, and how the source shows that it worked.

A recipe exists only if there is one right answer for every owner. Titles, headlines and their levels, descriptions, names, labels,
years, gaps to fill in, buttons and where they lead, colours (greys apart), sizes, and all that changes the layout, such as a
viewport, are the owner's choice: the specification describes them in words.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.patch.recipe import Recipe
from coldread.scanner.patch.recipes import (
    anchors,
    colours,
    forms,
    head,
    language,
    names,
    parts,
    pictures,
)

_UNNAMED = "the control shows only a sign; a screen reader now says what it is, and nothing looks different"
_ROOM = (
    "the browser keeps the room before the picture arrives, so that text does not jump; it is drawn as before"
)

RECIPES: Mapping[str, Recipe] = {
    "cta.broken-target": Recipe(
        make=anchors.spell_as_the_id,
        why="nothing has the id that the link leads to, and one id differs only in capitals or hyphens",
    ),
    "cta.low-contrast": Recipe(
        make=colours.recolour_buttons,
        why="the label has too little contrast; the nearest grey that has enough, in the rule that sets it, and nothing else gets less",
    ),
    "trust.https": Recipe(
        make=forms.send_encrypted,
        settled=forms.sent_encrypted,
        why="what visitors type travels in the open; the same address takes it encrypted",
    ),
    "form.label": Recipe(
        make=forms.name_fields,
        why="without a name a screen reader cannot say what the field asks for; nothing looks different",
    ),
    "form.placeholder-as-label": Recipe(
        make=forms.label_from_placeholder,
        why="the words beside the field become its name, so that it has one when the placeholder is gone",
    ),
    "form.email-type": Recipe(
        make=forms.email_type,
        why="phones show the keyboard with @, browsers notice a typing error; nothing looks different",
    ),
    "form.autocomplete": Recipe(
        make=forms.autocomplete, why="browsers fill in what they know (WCAG 1.3.5); nothing looks different"
    ),
    "copy.lang-mismatch": Recipe(
        make=language.declare_detected,
        why="screen readers, translators and search engines go by the declared language",
    ),
    "a11y.html-has-lang": Recipe(
        make=language.declare_detected,
        settled=language.declares_language,
        why="screen readers choose their voice by it, translators their source language",
    ),
    "a11y.html-lang-valid": Recipe(
        make=language.declare_detected,
        settled=language.declares_language,
        why="screen readers choose their voice by it, translators their source language",
    ),
    "a11y.image-alt": Recipe(
        make=pictures.describe,
        why="the link's own words or the picture's title say it already",
    ),
    "a11y.color-contrast": Recipe(
        make=colours.recolour_texts,
        why="the text has too little contrast; the nearest grey that has enough, in the rule that sets it, and nothing else gets less",
    ),
    "a11y.link-name": Recipe(make=names.name_controls, why=_UNNAMED),
    "a11y.button-name": Recipe(make=names.name_controls, why=_UNNAMED),
    "a11y.frame-title": Recipe(
        make=names.name_frames, why="a screen reader says what the frame holds before it is entered"
    ),
    "a11y.meta-viewport": Recipe(
        make=head.allow_zoom,
        settled=head.allows_zoom,
        why="whoever sees badly may enlarge the page (WCAG 1.4.4); nothing looks different",
    ),
    "perf.lcp": Recipe(
        make=pictures.load_first,
        why="the largest picture of the first screen is asked for at once instead of last",
    ),
    "perf.img-dimensions": Recipe(make=pictures.reserve_room, why=_ROOM),
    "seo.canonical": Recipe(
        make=head.canonical, why="copies of the address with tracking parameters count as this page"
    ),
    "agent.landmarks": Recipe(
        make=parts.main_part,
        settled=parts.has_main,
        why="keyboard and screen reader can jump to the content; nothing looks different",
    ),
}
