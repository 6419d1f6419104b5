"""What lay behind the goal's button when it was followed: part of the frozen record, so that it is told again without a network.

Kept are the outlines of at most two pages, never their text: forms and what they ask for, services, ways to reach somebody.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class FormOutline:
    """A form as far as its purpose goes."""

    #: kinds of its fields (`observe.fields.FieldKind`), each once, in their order
    asks: tuple[str, ...]
    #: heading, name and buttons, at most 160 characters
    says: str
    is_login: bool = False
    #: a newsletter, by its own words
    letters: bool = False
    #: wants a day or an hour
    asks_when: bool = False
    #: wants a card's number
    asks_card: bool = False
    #: is handed to the visitor's mail program
    by_mail: bool = False
    in_footer: bool = False


@dataclass(frozen=True, kw_only=True)
class Outline:
    """A page, or a part of one, as far as one can tell what is done there."""

    title: str = ""
    #: its first heading
    heading: str = ""
    forms: tuple[FormOutline, ...] = ()
    #: services that stand in it as frames or widgets: `calendar`, `checkout`, `newsletter`
    embedded: tuple[str, ...] = ()
    #: services that its links lead to
    linked: tuple[str, ...] = ()
    #: frames of which nobody knows what they hold
    frames: int = 0
    phones: int = 0
    mails: int = 0
    #: other things to press
    presses: int = 0
    #: one of them speaks of buying, of signing up or of a new account
    offers_account: bool = False
    words: int = 0
    #: almost no words, and scripts that would bring them
    is_shell: bool = False


@dataclass(frozen=True, kw_only=True)
class BehindPage:
    """One address that was followed, or why it was not."""

    #: the button or form that leads there; of the second page too
    selector: str
    #: asked for, without fragment
    url: str
    #: where the redirects ended; empty where nothing answered
    final_url: str = ""
    #: None when nothing could be told
    status: int | None = None
    #: why there is no outline: `timeout`, `refused`, `bot-wall`, `http_403`, `another-site`, `not-html`, `no-time`, `too-large`, …
    reason: str = ""
    outline: Outline | None = None
