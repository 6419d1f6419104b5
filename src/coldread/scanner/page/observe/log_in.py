"""A way in for those who are customers already: it says so itself, or the line that it stands in does. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.observe.dom import Element

#: signs of the line around it that are read; a longer one is a part of the page
AROUND = 200
_MEMBERS = re.compile(
    r"\b(?:log ?in|sign in|already (?:enrolled|registered|a member|a customer|signed up|have an account)|members?(?: area| only| login)"
    r"|logga in|inloggning|redan (?:medlem|kund|anmäld|registrerad)|mina sidor)\b",
    re.IGNORECASE,
)


def is_log_in(element: Element) -> bool:
    own = f"{element.text_within(AROUND)} {element.attr('aria-label')} {element.attr('title')}"
    around = element.parent.text_within(AROUND + 1) if element.parent is not None else ""
    return _MEMBERS.search(own) is not None or (
        len(around) <= AROUND and _MEMBERS.search(around) is not None and len(around) > len(own.strip())
    )
