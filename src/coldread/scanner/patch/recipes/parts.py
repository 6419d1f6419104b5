"""Mends the page's build: a main part, and links that every page owes its visitors."""

from __future__ import annotations

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import Change, Insert, New, SetAttribute, Unmendable, Wrap
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.suggest import links

_AROUND = ("header", "nav", "footer", "aside")
#: a footer inside of these is theirs, not the page's
_OWN_FOOTERS = ("blockquote", "figure", "article")
_NOT_CONTENT = ("script", "style", "link", "template", "noscript", "iframe", "svg")


def main_part(work: RecipeContext, finding: Finding) -> list[Change]:
    """What lies between header and footer; one block alone is given the role, several are wrapped."""
    content = _content(work.page.dom.body)
    if any(
        _ends(below) and not below.closest("article", "section") for one in content for below in one.walk()
    ):
        raise Unmendable("the footer is inside the content")
    if len(content) == 1 and content[0].tag == "div" and not content[0].attr("role"):
        return [SetAttribute(element=content[0], name="role", value="main")]
    return [Wrap(first=content[0], last=content[-1], tag="main")]


def _content(place: Element) -> list[Element]:
    """The run of content siblings; a lone wrapper around header and footer is looked into."""
    shown = [child for child in place.elements if child.tag not in _NOT_CONTENT and not child.hidden]
    if len(shown) == 1 and shown[0].tag == "div" and any(below.tag in _AROUND for below in shown[0].elements):
        return _content(shown[0])
    lead = next((at for at, child in enumerate(shown) if child.tag == "h1" or child.all("h1")), len(shown))
    before = [at for at, child in enumerate(shown[:lead]) if _frames(child) and not _ends(child)]
    start = before[-1] + 1 if before else 0
    stop = next((at for at in range(start, len(shown)) if _ends(shown[at])), len(shown))
    if start >= stop:
        raise Unmendable("nothing on the page is its main content")
    return shown[start:stop]


def _ends(element: Element) -> bool:
    return element.tag == "footer" or element.attr("role") == "contentinfo"


def _frames(element: Element) -> bool:
    """Surrounds the content: header, navigation, footer, skip links; a header with the headline is content."""
    if element.tag == "a":
        return element.attr("href").startswith("#")
    role = element.attr("role")
    around = element.tag in _AROUND or role in ("banner", "navigation", "contentinfo", "complementary")
    return around and not (element.tag == "header" and element.all("h1"))


def has_main(page: Page) -> bool:
    return any(one.tag == "main" or one.attr("role") == "main" for one in page.dom.elements)


def privacy_link(work: RecipeContext, finding: Finding) -> list[Change]:
    """Below the form that asks; the owner fills in the address."""
    link = _link(links.PRIVACY(work.page.supported_language), links.PRIVACY_ADDRESS)
    return [Insert(element=work.elements(finding)[0], where="last", new=link)]


def contact_link(work: RecipeContext, finding: Finding) -> list[Change]:
    """In the footer, else at the end of the page; the owner fills in the address."""
    footers = [one for one in work.page.dom.shown("footer") if not one.closest(*_OWN_FOOTERS)]
    place = footers[-1] if footers else work.page.dom.body
    return [
        Insert(
            element=place,
            where="last",
            new=_link(links.CONTACT(work.page.supported_language), links.MAIL_ADDRESS),
        )
    ]


def _link(text: str, address: str) -> New:
    return New(tag="p", inside=New(tag="a", attributes=(("href", address),), text=text))
