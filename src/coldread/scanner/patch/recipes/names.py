"""Repairs controls without a name, from their target, picture or class."""

from __future__ import annotations

import re

from coldread.base.incoming.addresses import split_address
from coldread.base.languages import JUDGED
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.patch.changes import CannotPatch, Change, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext

#: names of well-known sites
_SITES = {
    "facebook.com": "Facebook", "instagram.com": "Instagram", "linkedin.com": "LinkedIn", "twitter.com": "Twitter",
    "x.com": "X", "youtube.com": "YouTube", "github.com": "GitHub", "tiktok.com": "TikTok", "pinterest.com": "Pinterest",
    "dribbble.com": "Dribbble", "behance.net": "Behance", "medium.com": "Medium", "t.me": "Telegram", "wa.me": "WhatsApp",
    "discord.com": "Discord", "discord.gg": "Discord", "vimeo.com": "Vimeo", "reddit.com": "Reddit",
}  # fmt: skip
#: icon classes: what they draw, in English and Swedish
_ICONS = {
    "facebook": ("Facebook", "Facebook"), "instagram": ("Instagram", "Instagram"), "linkedin": ("LinkedIn", "LinkedIn"),
    "twitter": ("Twitter", "Twitter"), "youtube": ("YouTube", "YouTube"), "github": ("GitHub", "GitHub"),
    "pinterest": ("Pinterest", "Pinterest"), "tiktok": ("TikTok", "TikTok"), "whatsapp": ("WhatsApp", "WhatsApp"),
    "dribbble": ("Dribbble", "Dribbble"), "search": ("Search", "Sök"), "bars": ("Menu", "Meny"),
    "hamburger": ("Menu", "Meny"), "toggler": ("Menu", "Meny"), "close": ("Close", "Stäng"), "cart": ("Cart", "Varukorg"),
    "prev": ("Previous", "Föregående"), "next": ("Next", "Nästa"), 
}  # fmt: skip

#: embedded frames by a part of their address: what they show, in English and Swedish
_FRAMES = {
    "/maps": ("Map", "Karta"), "openstreetmap.org": ("Map", "Karta"), "youtube": ("Video", "Video"), "vimeo.com": ("Video", "Video"),
    "calendly.com": ("Calendar", "Kalender"),
}  # fmt: skip


def name_controls(work: RecipeContext, finding: Finding) -> list[Change]:
    return [
        SetAttribute(element=one, name="aria-label", value=_name_for_control(work, one))
        for one in work.elements(finding)
    ]


def _name_for_control(work: RecipeContext, element: Element) -> str:
    pictures = [image.attr("alt") or image.attr("title") for image in element.all("img", "svg")]
    titles = [title.content for title in element.all("title")]
    for said in (element.attr("title"), *pictures, *titles):
        if collapse(said):
            return collapse(said)
    href = element.attr("href")
    name = _site(href) or _icon(work, element) or _words_of_address(href)
    if not name:
        raise CannotPatch(f"nothing says what {element.selector} does")
    if name in _SITES.values() and not _site(href):
        raise CannotPatch(f"{element.selector} shows the sign of {name} and does not lead there")
    return name


def _site(href: str) -> str:
    host = (split_address(href).hostname or "").removeprefix("www.")
    return _SITES.get(host, "")


def _icon(work: RecipeContext, element: Element) -> str:
    classes = " ".join(below.attr("class") for below in element.walk()).lower()
    drawn = re.split(r"[^a-z]+", classes)
    names = next((names for key, names in _ICONS.items() if key in drawn), ("", ""))
    is_word = names[0] != names[1]
    return "" if is_word and work.page.language not in JUDGED else names[work.swedish]


def _words_of_address(href: str) -> str:
    """An e-mail address or a telephone number; a file's name is not a name for people."""
    return href.partition(":")[2].partition("?")[0] if href.lower().startswith(("mailto:", "tel:")) else ""


def name_frames(work: RecipeContext, finding: Finding) -> list[Change]:
    """The site whose content the frame shows."""
    changes: list[SetAttribute] = []
    for element in work.elements(finding):
        host = (split_address(work.page.absolute(element.attr("src"))).hostname or "").removeprefix("www.")
        if not element.attr("src") or not host:
            raise CannotPatch("the frame does not say whose content it shows")
        changes.append(SetAttribute(element=element, name="title", value=_frame(work, element, host)))
    if len({one.value for one in changes}) < len(changes):
        raise CannotPatch("two frames would have the same name: somebody has to tell them apart")
    return list(changes)


def _frame(work: RecipeContext, element: Element, host: str) -> str:
    known = [
        names
        for place, names in _FRAMES.items()
        if place in f"{host}{split_address(element.attr('src')).path}"
    ]
    if known:
        return known[0][work.swedish]
    if host not in _SITES:
        raise CannotPatch("the frame's address does not tell what it shows: a host's name helps no listener")
    return f"Innehåll från {_SITES[host]}" if work.swedish else f"Content from {_SITES[host]}"
