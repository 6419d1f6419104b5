"""Ways to damage a page, worded independently of the lexicons that must notice them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from bench.quality.tree import Tree
from coldread.scanner.page.observe.placeholder import placeholder_in

#: returns False where the damage does not fit the page
Damage = Callable[[Tree], bool]


def said(english: str, swedish: str) -> Callable[[Tree], str]:
    return lambda tree: swedish if tree.lang == "sv" else english


def headline(english: str, swedish: str) -> Damage:
    text = said(english, swedish)
    return lambda tree: tree.text_of("h1", text(tree))


def no_h1(tree: Tree) -> bool:
    node = tree.first("h1")
    if node is None:
        return False
    node.replace_with(node_of(f"<p style='font-size:2.5rem'>{node.inner_html}</p>"))
    return True


def node_of(html: str) -> Any:
    """The parser's own class has no public constructor."""
    body = LexborHTMLParser(f"<body>{html}</body>").body
    assert body is not None
    return body.child


def under_headline(english: str, swedish: str) -> Damage:
    text = said(english, swedish)

    def damage(tree: Tree) -> bool:
        node = next(tree.texts(), None)
        if node is None:
            return False
        node.inner_html = text(tree)
        return True

    return damage


def in_last_paragraph(english: str, swedish: str) -> Damage:
    text = said(english, swedish)

    def damage(tree: Tree) -> bool:
        nodes = [node for node in tree.all("main p, section p, body p") if not node.css("a")]
        if not nodes:
            return False
        nodes[-1].inner_html = text(tree)
        return True

    return damage


def primary_attr(name: str, value: str) -> Damage:
    def damage(tree: Tree) -> bool:
        node = tree.primary()
        if node is None or node.tag != "a":
            return False
        node.attrs[name] = value
        return True

    return damage


def style_primary(rules: str) -> Damage:
    def damage(tree: Tree) -> bool:
        node = tree.primary()
        if node is None:
            return False
        node.attrs["style"] = rules
        return True

    return damage


def without_privacy(tree: Tree) -> bool:
    return bool(tree.page.forms) and tree.remove(
        'a[href*="privacy"], a[href*="integritet"], a[href*="personuppgift"]'
    )


def stale(tree: Tree) -> bool:
    for node in tree.all("footer p, footer div, footer span"):
        if "©" in node.text():
            node.inner_html = "Copyright © 2016–2021"
            return True
    return False


def more_fields(tree: Tree) -> bool:
    form = tree.form()
    if form is None:
        return False
    asked = (
        ("Titel", "Bransch", "Antal anställda", "Budget", "Tidplan", "Hur hörde du om oss?")
        if tree.lang == "sv"
        else ("Job title", "Industry", "Headcount", "Budget", "Timeline", "How did you hear of us?")
    )
    extra = "".join(
        f'<label for="x{n}">{label}</label><input id="x{n}" name="x{n}" required>'
        for n, label in enumerate(asked)
    )
    form.inner_html = extra + (form.inner_html or "")
    return True


def placeholder_labels(tree: Tree) -> bool:
    form = tree.form()
    labels = form.css("label") if form is not None else []
    for label in labels:
        target = tree.first(f"#{label.attributes.get('for')}")
        if target is not None:
            target.attrs["placeholder"] = label.text().strip()
        label.decompose()
    return bool(labels)


def nameless_fields(tree: Tree) -> bool:
    return tree.form() is not None and tree.remove("form label")


def each(selector: str, change: Callable[..., None]) -> Damage:
    def damage(tree: Tree) -> bool:
        nodes = tree.all(selector)
        for node in nodes:
            change(node)
        return bool(nodes)

    return damage


def drop(*names: str) -> Callable[..., None]:
    def change(node) -> None:  # type: ignore[no-untyped-def]
        for name in names:
            if name in node.attributes:
                del node.attrs[name]

    return change


def put(**values: str) -> Callable[..., None]:
    def change(node) -> None:  # type: ignore[no-untyped-def]
        for name, value in values.items():
            node.attrs[name] = value

    return change


def hash_target(node) -> None:  # type: ignore[no-untyped-def]
    drop("method")(node)
    put(action="#")(node)


BUREAUCRACY = said(
    "Pursuant to applicable organisational requirements, prospective participants acknowledge that comprehensive administrative documentation "
    "concerning contractual responsibilities necessitates appropriate verification procedures throughout implementation, notwithstanding circumstances "
    "whereby complementary departmental regulations simultaneously establish supplementary obligations regarding confidentiality, authorisation, "
    "communication infrastructure and subsequent professional consultation undertaken by representatives responsible for international coordination.",
    "Med utgångspunkt i gällande organisatoriska förutsättningar förutsätter genomförandet av verksamhetsövergripande kvalitetssäkringsåtgärder att "
    "samtliga ansvarsområden dokumenteras enligt förvaltningsgemensamma tillämpningsföreskrifter, varvid kompletterande handläggningsrutiner beträffande "
    "behörighetstilldelning, informationssäkerhetsklassificering och uppföljningsansvar fastställs genom förvaltningsledningens särskilda beslutsunderlag.",
)


def bureaucracy(tree: Tree) -> bool:
    for node in list(tree.texts()):
        if not node.css("a, input"):
            node.inner_html = BUREAUCRACY(tree)
    for node in tree.all("li"):
        node.inner_html = BUREAUCRACY(tree)
    return True


PLAIN = said(
    "We bake the bread at night and drive it out before the cafés open their doors.",
    "Vi bakar brödet på natten och kör ut det innan kaféerna öppnar sina dörrar.",
)


def wall(tree: Tree) -> bool:
    """The first paragraph says its piece again and again; filler Latin is no copy, however long."""
    node = next(tree.texts(), None)
    if node is None:
        return False
    said = (PLAIN(tree) if placeholder_in(node.text()) else node.text()).split()
    node.inner_html = " ".join(said * (1 + 100 // len(said)))
    return True


def other_lang(tree: Tree) -> bool:
    root = tree.first("html")
    if root is None or not root.attributes.get("lang"):
        return False
    root.attrs["lang"] = "en" if tree.lang == "sv" else "sv"
    return True


def many_h1(tree: Tree) -> bool:
    return tree.append_to(
        "main", "<h1>Bröd till frukost</h1>" if tree.lang == "sv" else "<h1>Bread for breakfast</h1>"
    )


def scripted(tree: Tree) -> bool:
    """The whole body is written by a script."""
    body = tree.first("body")
    if body is None:
        return False
    inner = json.dumps(body.inner_html).replace("</", "<\\/")
    body.inner_html = f"<div id='app'></div><script>document.body.innerHTML = {inner}</script>"
    return True


def renamed(tag: str, selector: str) -> Damage:
    def damage(tree: Tree) -> bool:
        node = tree.first(selector)
        if node is None:
            return False
        node.replace_with(node_of(f"<{tag}>{node.inner_html}</{tag}>"))
        return True

    return damage
