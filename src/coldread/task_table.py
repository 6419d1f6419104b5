"""Every isolated task by its name, and the warm-up that makes the first task as fast as the next.

Imported by the isolated processes (`isolation/template`), never by one that serves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from coldread.advice import tasks as advice
from coldread.drafts import tasks as drafts
from coldread.pages import tasks as pages
from coldread.reader import tasks as reader
from coldread.scanner import tasks as scanner
from coldread.scanner.brief import Brief
from coldread.scanner.page.observe.claims import compile_claims
from coldread.scanner.page.phrases import compile_all
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scans.comparison import tasks as comparison

TASKS: Mapping[str, Callable[[Any], Any]] = {
    **scanner.TASKS,
    **pages.TASKS,
    **drafts.TASKS,
    **advice.TASKS,
    **reader.TASKS,
    **comparison.TASKS,
}

#: a simple page for each lexicon: reading it compiles the patterns and triggers late imports
_WARMING = {
    "en": "<html lang=en><title>Bread</title><h1>Fresh bread for the cafés of Malmö</h1><p>We bake at night and deliver "
    "before you open, every day of the week.</p><a href=/book>Book a call</a><form><input type=email></form>",
    "sv": "<html lang=sv><title>Bröd</title><h1>Nybakat bröd till kaféer i Malmö</h1><p>Vi bakar på natten och levererar "
    "innan ni öppnar, alla dagar i veckan.</p><a href=/boka>Boka ett samtal</a><form><input type=email></form>",
}


def warm() -> None:
    """Load lexicons, patterns and late imports, so that children inherit them."""
    from coldread.base.languages import Language
    from coldread.scanner.engine import review
    from coldread.scanner.goals import PrimaryGoal
    from coldread.scanner.page.dictionary import common_words
    from coldread.scanner.page.observations import Observations
    from coldread.scanner.patch.make_patches import make_patches

    for lang, html in _WARMING.items():
        brief = Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakers", lang=Language(lang))
        seen = Observations(
            url="https://a.example/", final_url="https://a.example/", seen_on="2026-01-01", html=html
        )
        make_patches(html, review(seen, brief))
        common_words(lang)
    import base64

    record = resources.files("coldread.pages").joinpath("sample", RECORD_NAME).read_bytes()
    brief_json = {"goal": "book_call", "audience": "", "lang": "en"}
    value = {
        "record": base64.b64encode(record).decode(),
        "verdict": "",
        "brief": brief_json,
        "uri": "https://a.example/",
        "with_patches": False,
    }
    pages.report(value)
    pages.document({"text": "# A\n\n- b", "shift": 0})
    pages.diff({"diff": ""})
    advice.audit({"url": "https://a.example/", "primary_goal": "book_call", "audience": "bakers"})
    advice.quick_fix({"url": "https://a.example/", "element_selector": "h1", "problem": "too vague"})
    compile_all()
    compile_claims()
