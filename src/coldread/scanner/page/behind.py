"""What was behind the goal's button when the scan followed it: part of the frozen record, so no network is needed later.

It has the outlines of at most two pages, never their text: forms and their fields, services, ways to reach somebody.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class FormOutline:
    """The purpose of a form."""

    #: kinds of its fields (`observe.fields.FieldKind`), each once, in their order
    asks: tuple[str, ...]
    #: heading, name and buttons, at most 160 characters
    says: str
    is_login: bool = False
    #: a newsletter, by its text
    letters: bool = False
    #: it asks for a day or an hour
    asks_when: bool = False
    #: it asks for a card's number
    asks_card: bool = False
    #: the visitor's mail program sends it
    by_mail: bool = False
    in_footer: bool = False


@dataclass(frozen=True, kw_only=True)
class Outline:
    """What visitors can do on a page or a part of one."""

    title: str = ""
    #: its first heading
    heading: str = ""
    forms: tuple[FormOutline, ...] = ()
    #: embedded services, as frames or widgets: `calendar`, `checkout`, `newsletter`
    embedded: tuple[str, ...] = ()
    #: services that its links lead to
    linked: tuple[str, ...] = ()
    #: frames with unknown content
    frames: int = 0
    phones: int = 0
    mails: int = 0
    #: other controls
    presses: int = 0
    #: a link mentions buying, signing up or a new account
    offers_account: bool = False
    words: int = 0
    #: it has almost no words, and scripts that may add them
    is_shell: bool = False


@dataclass(frozen=True, kw_only=True)
class BehindPage:
    """A followed address, or why it was not followed."""

    #: the button or form that leads there, also for the second page
    selector: str
    #: as requested, without fragment
    url: str
    #: after redirects; empty if nothing answered
    final_url: str = ""
    #: None if unknown
    status: int | None = None
    #: why there is no outline: `timeout`, `refused`, `bot-wall`, `http_403`, `another-site`, `not-html`, `no-time`, `too-large`, …
    reason: str = ""
    outline: Outline | None = None
