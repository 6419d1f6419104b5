"""Changes that somebody makes to a page: each kind, how it is made, and what must be reported to its owner. Pure except for the random choice."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bench.quality.neutral import attributes_turned, comments_added, reformatted
from coldread.scans.comparison.change_kinds import ChangeKind

#: from the page's source and its last answer to the changed source; None if the change does not fit the page
Make = Callable[[str, Mapping[str, Any], random.Random], str | None]
#: the page is no longer there, nor anything beside it
GONE = ""
#: what servers and hosts show instead of a page, with status 200
OTHERS = (
    "<!doctype html><title>Directory listing for /</title><h1>Directory listing for /</h1><ul><li><a href='style.css'>style.css</a></ul>",
    "<!doctype html><html lang=en><title>Page not found</title><h1>Page not found</h1><p>We could not find what you looked for.</p>"
    "<a href='/'>Go to the start</a>",
    "<!doctype html><html lang=en><title>shop.example</title><meta name=viewport content='width=device-width'><h1>This name is parked</h1>"
    "<p>The owner of this name has put nothing here yet. It may be for sale.</p><a href='/ask'>Ask for this name</a>",
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Change:
    """One row."""

    name: str
    make: Make
    #: what must be reported; None: nothing may be
    told: ChangeKind | None


def _headline(html: str, answer: Mapping[str, Any], dice: random.Random) -> str | None:
    said = _said(answer, "headline", "text")
    tree = LexborHTMLParser(html)
    for node in tree.css("h1, h2, p"):
        if said and " ".join(node.text().split()) == said:
            words = said.split()
            dice.shuffle(words)
            new = " ".join(words) if words != said.split() else f"{said} {said.split()[0]}"
            node.inner_html = new
            return tree.html
    return None


def _price(html: str, answer: Mapping[str, Any], dice: random.Random) -> str | None:
    amounts = [str(price.get("amount") or "") for price in (answer.get("reading") or {}).get("prices") or ()]
    fitting = [amount for amount in amounts if re.search(r"\d", amount) and f">{amount}" in html]
    if not fitting:
        return None
    amount = dice.choice(fitting)
    digit = re.search(r"[1-8]", amount)
    if digit is None:
        return None
    dearer = amount[: digit.start()] + str(int(digit[0]) + 1) + amount[digit.end() :]
    return html.replace(f">{amount}", f">{dearer}")


def _button(html: str, answer: Mapping[str, Any], dice: random.Random) -> str | None:
    tree = LexborHTMLParser(html)
    node = _control(tree, answer)
    if node is None or " ".join(node.text().split()) != _main(answer, "label"):
        return None
    node.inner_html = dice.choice(["Go on", "Try it", "Begin here", "Fortsätt", "Kom igång"])
    return tree.html


def _target(html: str, answer: Mapping[str, Any], dice: random.Random) -> str | None:
    tree = LexborHTMLParser(html)
    node = _control(tree, answer)
    if node is None or node.tag != "a" or not node.attributes.get("href"):
        return None
    if " ".join(node.text().split()) != _main(answer, "label"):  # scripts have put the button together
        return None
    if (
        _main_control(answer).get("works") is False
    ):  # it leads nowhere already: frozen pages lack most of what they link to
        return None
    node.attrs["href"] = f"/moved-{dice.randrange(1000)}.html"
    return tree.html


def _gone(_: str, __: Mapping[str, Any], ___: random.Random) -> str | None:
    return GONE


def _another(_: str, __: Mapping[str, Any], dice: random.Random) -> str | None:
    return dice.choice(OTHERS)


def _sentence(html: str, _: Mapping[str, Any], dice: random.Random) -> str | None:
    """A few words more in the last plain paragraph."""
    tree = LexborHTMLParser(html)
    plain = [node for node in tree.css("p") if "<" not in (node.inner_html or "<") and len(node.text()) > 40]
    if not plain:
        return None
    plain[-1].inner_html = f"{plain[-1].inner_html} {dice.choice(['Welcome.', 'See you.', 'Thank you.'])}"
    return tree.html


def _year(html: str, _: Mapping[str, Any], __: random.Random) -> str | None:
    """The footer's year."""
    changed = re.sub(r"(©|&copy;)\s*20\d\d", r"\1 2026", html)
    return changed if changed != html else None


def _counter(html: str, _: Mapping[str, Any], dice: random.Random) -> str | None:
    """A script that counts visitors and shows nothing."""
    script = f"<script>window.visits = {dice.randrange(10_000)}</script></body>"
    return html.replace("</body>", script, 1) if "</body>" in html else None


def _plain(change: Callable[[str], str]) -> Make:
    return lambda html, _, __: change(html)


CHANGES = (
    Change(name="another headline", make=_headline, told=ChangeKind.HEADLINE),
    Change(name="another price", make=_price, told=ChangeKind.PRICE),
    Change(name="other words on the main button", make=_button, told=ChangeKind.BUTTON),
    Change(name="the main button leads to no page", make=_target, told=ChangeKind.TARGET),
    Change(name="the page is gone", make=_gone, told=ChangeKind.DOWN),
    Change(name="another page at the address", make=_another, told=ChangeKind.REPLACED),
    Change(name="a sentence more", make=_sentence, told=None),
    Change(name="the year in the footer", make=_year, told=None),
    Change(name="a counter of visitors", make=_counter, told=None),
    Change(name="the source is formatted anew", make=_plain(reformatted), told=None),
    Change(name="attributes in another order", make=_plain(attributes_turned), told=None),
    Change(name="comments in the source", make=_plain(comments_added), told=None),
)


def chosen(
    html: str,
    answer: Mapping[str, Any],
    dice: random.Random,
    used: Mapping[str, int],
    *,
    that_matter: bool = False,
) -> tuple[Change, str]:
    """A change that fits the page, the kinds that were used least first; only those that must be told, if wanted."""
    rows = [change for change in CHANGES if change.told or not that_matter]
    order = sorted(rows, key=lambda change: (used.get(change.name, 0), dice.random()))
    for change in order:
        made = change.make(html, answer, dice)
        if made is not None and made != html:
            return change, made
    raise AssertionError("the page can always be gone")


def _said(answer: Mapping[str, Any], name: str, part: str) -> str:
    return str(((answer.get("reading") or {}).get(name) or {}).get(part) or "")


def _main(answer: Mapping[str, Any], part: str) -> str:
    return str(_main_control(answer).get(part) or "")


def _main_control(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    return (answer.get("measured") or {}).get("main_control") or {}


def _control(tree: LexborHTMLParser, answer: Mapping[str, Any]) -> LexborNode | None:
    selector = _main(answer, "selector")
    try:
        found = tree.css(selector) if selector else []
    except ValueError:
        return None
    return found[0] if len(found) == 1 else None
