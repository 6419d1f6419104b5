"""A buyer who gets the diff and the specification reads one proposal for a finding."""

from __future__ import annotations

import html as markup
import re

import pytest

from coldread.drafts.remedies.table import REMEDIES
from coldread.scanner.page.page import Page

from ..patch.mending import patched
from ..seeing import ENGLISH, brief, document, finding, seen

BODY = f"<main><h1>Warm loaves by seven</h1>{ENGLISH}</main>"
PAGES = {
    "agent.structured-data": (
        document(
            BODY,
            head='<title>Warm loaves | Acme Bakery</title><meta property="og:site_name" content="Acme Bakery">',
        ),
        r"ld\+json\">(.*?)</",
    ),
    "clarity.h1-vague": (
        document(
            f"<main><h1>Welcome</h1>{ENGLISH}</main>",
            head="<title>Acme: warm loaves by seven o'clock</title>",
        ),
        r"<h1>(.*?)</h1>",
    ),
}


@pytest.mark.parametrize("check", PAGES)
def test_patch_and_specification_propose_the_same_words(check: str) -> None:
    html, pattern = PAGES[check]
    audience = "Owners of small cafés"
    page = Page(seen(html), brief(audience=audience))
    written = "\n".join(REMEDIES[check](page, finding(check, html, audience=audience), "en"))
    proposed = re.search(pattern, written)
    assert proposed is not None, written
    mended = patched(check, html, audience=audience)
    assert markup.unescape(proposed[1]) in markup.unescape(mended)
