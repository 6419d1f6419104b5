"""Changes that mean nothing to a visitor; no finding may change because of them."""

from __future__ import annotations

import re
from collections.abc import Callable

_TAG = re.compile(
    r"<(?P<name>[a-zA-Z][\w-]*)(?P<attrs>(?:\s+[^\s=>\"']+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*)\s*(?P<end>/?)>"
)
_ATTR = re.compile(r"([^\s=>\"']+)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"']+))?")
_KEPT = re.compile(
    r"(<(?:script|style|textarea|pre)\b.*?</(?:script|style|textarea|pre)>|<!doctype[^>]*>|<!--.*?-->)",
    re.IGNORECASE | re.DOTALL,
)


def outside_code(html: str, change: Callable[[str], str]) -> str:
    """Scripts, styles and comments stay as they are."""
    return "".join(part if index % 2 else change(part) for index, part in enumerate(_KEPT.split(html)))


def _tags(html: str, change: Callable[[str, list[tuple[str, str]], str], str]) -> str:
    def each(match: re.Match[str]) -> str:
        return change(match["name"], _ATTR.findall(match["attrs"]), match["end"])

    return outside_code(html, lambda part: _TAG.sub(each, part))


def _written(name: str, attrs: list[tuple[str, str]], end: str) -> str:
    return (
        "<"
        + " ".join([name, *(f"{key}={value}" if value else key for key, value in attrs)])
        + (" /" if end else "")
        + ">"
    )


def reformatted(html: str) -> str:
    """Every run of white space between tags becomes a line break with an indent."""
    return outside_code(html, lambda part: re.sub(r">\s+<", ">\n        <", part))


def tight(html: str) -> str:
    """Runs of white space shrink to one blank."""
    return outside_code(html, lambda part: re.sub(r"\s+", " ", part))


def attributes_turned(html: str) -> str:
    return _tags(html, lambda name, attrs, end: _written(name, attrs[::-1], end))


def attributes_requoted(html: str) -> str:
    def requote(value: str) -> str:
        return f"'{value[1:-1]}'" if value.startswith('"') and "'" not in value else value

    return _tags(
        html, lambda name, attrs, end: _written(name, [(key, requote(value)) for key, value in attrs], end)
    )


def tags_shouted(html: str) -> str:
    """HTML does not mind capitals."""
    return _tags(
        html, lambda name, attrs, end: _written(name.upper() if name.lower() != "svg" else name, attrs, end)
    )


def classes_renamed(html: str) -> str:
    """Every class gets a meaningless name, in the markup and in the page's own style sheet."""
    names = {
        name for value in re.findall(r"\bclass\s*=\s*[\"']([^\"']*)[\"']", html) for name in value.split()
    }
    new = {name: f"k{index:03d}" for index, name in enumerate(sorted(names))}

    def in_markup(name: str, attrs: list[tuple[str, str]], end: str) -> str:
        renamed = [
            (key, '"' + " ".join(new.get(word, word) for word in value.strip("\"'").split()) + '"')
            if key.lower() == "class"
            else (key, value)
            for key, value in attrs
        ]
        return _written(name, renamed, end)

    marked = _tags(html, in_markup)
    return re.sub(
        r"(<style\b.*?</style>)",
        lambda style: re.sub(r"\.([A-Za-z_][\w-]*)", lambda word: "." + new.get(word[1], word[1]), style[0]),
        marked,
        flags=re.DOTALL | re.IGNORECASE,
    )


def comments_added(html: str) -> str:
    return outside_code(
        html,
        lambda part: re.sub(
            r"(</(?:p|div|section|h[1-6]|li|form)>)",
            r"\1<!-- TODO: lorem ipsum, your headline here -->",
            part,
        ),
    )


NEUTRAL: tuple[Callable[[str], str], ...] = (
    reformatted,
    tight,
    attributes_turned,
    attributes_requoted,
    tags_shouted,
    classes_renamed,
    comments_added,
)
