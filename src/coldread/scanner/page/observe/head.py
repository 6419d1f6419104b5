"""The page's data for machines: title, meta tags, links, structured data, scripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from coldread.base.incoming.addresses import join_address, split_address
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.page.phrases import lexicon, remembered

#: script types that a browser runs; data blocks (JSON-LD, templates, import maps) are not code
_CODE = frozenset(
    {"", "module", "text/javascript", "application/javascript", "text/ecmascript", "text/babel"}
)


def title_of(dom: Dom) -> Element | None:
    """The document's title element; a title inside an svg does not count."""
    return next((found for found in dom.all("title") if found.closest("svg") is None), None)


def metas(dom: Dom, *names: str) -> list[Element]:
    """Meta tags with one of these names or properties."""
    wanted = {name.lower() for name in names}
    return [
        meta
        for meta in dom.all("meta")
        if wanted & {meta.attr("name").lower(), meta.attr("property").lower(), meta.attr("itemprop").lower()}
    ]


def meta_content(dom: Dom, *names: str) -> str:
    """The first non-empty content among them."""
    return next((collapse(meta.attr("content")) for meta in metas(dom, *names) if meta.attr("content")), "")


def links_rel(dom: Dom, rel: str) -> list[Element]:
    return [link for link in dom.all("link") if rel in link.attr("rel").lower().split()]


def has_unread_styles(dom: Dom) -> bool:
    """The page has a style sheet in a file of its own. Font sheets do not count: they change no layout."""
    return any("font" not in link.attr("href").lower() for link in links_rel(dom, "stylesheet"))


def base_url(dom: Dom, address: str) -> str:
    """The base of relative addresses."""
    for base in dom.all("base"):
        if base.attr("href"):
            return join_address(address, base.attr("href"))
    return address


def runnable_scripts(dom: Dom) -> list[Element]:
    """Scripts that could attach a handler."""
    return [
        script
        for script in dom.all("script")
        if script.attr("type").lower() in _CODE and (script.attr("src") or script.content.strip())
    ]


def structured_types(dom: Dom) -> set[str]:
    """Every schema.org type in JSON-LD (graphs included), microdata or RDFa."""
    found: set[str] = set()
    for script in dom.all("script"):
        if script.attr("type").lower() == "application/ld+json":
            found.update(_types(_parse_json(script.content)))
    for element in dom.elements:
        for value in (element.attr("itemtype"), element.attr("typeof")) if element.attrs else ():
            found.update(part.rstrip("/").rpartition("/")[2].rpartition(":")[2] for part in value.split())
    return found


def structured_values(dom: Dom, key: str) -> list[str]:
    """Every string in JSON-LD under this key."""
    found: list[str] = []
    for script in dom.all("script"):
        if script.attr("type").lower() == "application/ld+json":
            found += [
                node[key]
                for node in _json_nodes(_parse_json(script.content))
                if isinstance(node.get(key), str)
            ]
    return found


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _json_nodes(value: Any) -> Iterator[dict[str, Any]]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            yield item
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def _types(value: Any) -> Iterator[str]:
    for node in _json_nodes(value):
        named = node.get("@type", ())
        for name in (named,) if isinstance(named, str) else named:
            if isinstance(name, str):
                yield name.rstrip("/").rpartition("/")[2].rpartition(":")[2]


def on_hosts(address: str, kind: str) -> bool:
    """The address belongs to one of the listed services (`scheduling`, `checkout`, `social`, …)."""
    host, full_address = _host_of(address)
    hosts, addresses = _read_list(kind)
    while host:
        if host in hosts:
            return True
        host = host.partition(".")[2]
    return full_address.startswith(addresses)


@remembered
def _host_of(address: str) -> tuple[str, str]:
    """The lowercase host without `www.`, and the same with the path."""
    parts = split_address(address.strip().lower())
    host = (parts.hostname or "").removeprefix("www.")
    return host, host + parts.path


@cache
def _read_list(kind: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Hosts of a service, and addresses on hosts of which only a part belongs to the service."""
    listed = lexicon("web")["hosts"][kind]
    return frozenset(listed), tuple(entry for entry in listed if "/" in entry)
