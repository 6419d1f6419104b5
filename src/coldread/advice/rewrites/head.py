"""What stands in search results, tabs and shared links."""

from __future__ import annotations

import re

from coldread.advice.labels import label_for
from coldread.advice.reading import Reading
from coldread.advice.rewrites import headline
from coldread.advice.rewrites.rewrite import Rewrite, safe, say
from coldread.scanner.judge.checks.seo import title as title_check
from coldread.scanner.suggest.wording import capital, ended

_SEARCHED = re.compile(
    r"\b(?:search(?:es|ing)?(?: for)?|googl(?:es|ing)(?: for)?|looks? for|söker(?: efter| på)?|googlar(?: på)?|söka(?: efter| på)?)\s+"
    r"(?P<what>[^.;!?,\n]{3,60}?)\s*(?=[.;!?,\n]|$|\s(?:but|men|so|så)\b)",
    re.IGNORECASE,
)


def telling_title(reading: Reading) -> Rewrite:
    what, grounded = headline.promise(reading)
    title = f"{what} | {reading.brand}"
    if len(title) > title_check.LONGEST >= len(what):
        title = what
    return Rewrite(text=f"<title>{safe(title)}</title>", grounded=grounded)


def telling_description(reading: Reading) -> Rewrite:
    what, grounded = headline.promise(reading)
    step = label_for(reading)
    change = say(reading.lang, "head.change_with_figure")
    text = f"{ended(what)} {change}" + (f" {ended(step)}" if step else "")
    return Rewrite(text=f'<meta name="description" content="{safe(text)}">', grounded=grounded * 0.9)


def dressed_link(reading: Reading) -> Rewrite:
    what, grounded = headline.promise(reading)
    change = say(reading.lang, "head.change_in_a_sentence")
    text = (
        f'<meta property="og:title" content="{safe(what)}">\n'
        f'<meta property="og:description" content="{change}">\n'
        f'<meta property="og:image" content="https://{safe(reading.host)}/[{say(reading.lang, "head.picture")}-1200x630.jpg]">\n'
        '<meta name="twitter:card" content="summary_large_image">'
    )
    return Rewrite(text=text, grounded=max(grounded * 0.9, 0.6))


def found_by_searchers(reading: Reading) -> Rewrite:
    """What people type, where search engines look first; the words themselves where the complaint names them."""
    found = next(iter(_SEARCHED.finditer(reading.outside_quotes)), None)
    sought = " ".join(found["what"].split()) if found else reading.quote
    words_ = capital(sought) if sought else say(reading.lang, "head.sought")
    return Rewrite(
        text=say(reading.lang, "head.found", sought=safe(words_), brand=safe(reading.brand)),
        grounded=0.8 if sought else 0.55,
    )
