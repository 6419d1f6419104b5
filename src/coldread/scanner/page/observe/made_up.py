"""Recognises made-up e-mail addresses, phone numbers, addresses and links of templates."""

from __future__ import annotations

import re

_MAIL = re.compile(
    r"@(?:example\.(?:com|org|net)|(?:your|my)?(?:domain|website|company|site|mail|email)\.(?:com|org|net|se)|(?:yourdomain|yourcompany|yoursite|dittforetag|exempel)\.\w+)$"
    r"|"
    r"^(?:fake|test|example|exempel|your|yourname|name|namn|din|ditt|user|someone|mail|e-?mail|info|hello|fornamn|firstname)?"
    r"[._-]?(?:mail|name|namn|e-?mail|epost|user|efternamn|lastname)?@(?:example|exempel|domain|doman|domän|yourdomain|your-?(?:company|domain|site|website)|company|mail|email|foretag|företag|test)\.\w+$"
    r"|^(?:fake|dummy|placeholder)[._-]?(?:e-?mail|mail|address|name|user)?@",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?<!\d)(?:\+?1[ .-]?)?(?:\(?123\)?[ .-]?456[ .-]?7890?|1234567890|0123456789|\(?555\)?[ .-]\d{3}[ .-]\d{4}|\(?\d{3}\)?[ .-]555[ .-]\d{4}"
    r"|0\d{1,3}[ -]?123 ?45 ?6?7?\d?|012[ -]?34 ?5 ?6[\d ]{0,4}|\(\d{3}\) 123-4567|000 ?000 ?000|(\d{3})[ -]\1[ -]\1|0(\d)\2{2,3}[ -]\2\2[ \d]{3,8}"
    r"|0\d{1,3}[ -]{0,2}(?:[xX]{2,3} ?){2,4}|\d{3,4}-555-?\d{3,4}|0123 ?- ?45 ?67 ?89|(\d)\3\3[ -](\d)\4\4[ -]\4\4\4\4)(?!\d)"
)
#: "+44 1234 567890" is "01234 567890" in its own country
_COUNTRY = re.compile(r"\+\d{2}[ -]?(?:\(0\))?(?=\d)")
#: "+12 345 6789"
_COUNTED_UP = re.compile(
    r"(?<!\d)\+?(?:0[ -]?)?1[ -]?2[ -]?3[ -]?4[ -]?5[ -]?6[ -]?7[ -]?8(?:[ -]?9)?(?:[ -]?0)?(?!\d)"
)
#: "123 Main Street", "Exempelgatan 1, 123 45 Stad": only Farsta has postal codes that begin like this
_ADDRESS = re.compile(
    r"\b123 (?:Main|Street|Example|Fake|Anywhere|Business|Tech)\b|\bA108 Adam Street\b|\bExempel(?:gatan|vägen) \d"
    r"|(?<![\d+-])\b(?:123 ?45|000 00),? (?!Farsta\b)[A-ZÅÄÖ][A-Za-zåäöÅÄÖ]{2}"
    r"|\b\w{1,30}(?:gatan|vägen) \d{1,3}[,.]? 123 ?45\b",
    re.IGNORECASE,
)
#: every made-up number contains such a piece, which is found quickly
_FIGURES = re.compile(r"\d[\d ().xX-]{5}")
_LINK = re.compile(
    r"(?<![A-Za-z-])YOUR[-_]?[A-Z]|(?<=[/=@])your[-_](?:booking|calendar|calendly|link|url|domain|website|site|user(?:name)?|company|name|id|store|product|page|form|whatsapp|number)(?![\w-])"
    r"|[A-Z0-9]{2}EXAMPLE|\bEXAMPLE[-_]|\bexample\.(?:com|org|net)\b|PLACEHOLDER|\bINSERT[-_]|\b(?:din|ert|er)[-_](?:lank|länk|sida|bokning)\b"
)
_PROFILE = re.compile(
    r"//(?:www\.)?(?:instagram|facebook|twitter|x|linkedin|tiktok|youtube|pinterest)\.com/(?:in/|company/)?@?(?:your[_-]?\w{0,40}|username|dittforetag|ditt-foretag|profile-name)/?$",
    re.IGNORECASE,
)
#: a network's front page instead of the firm's profile
_NETWORK = re.compile(
    r"^(?:https?:)?//(?:(?:www\.)?(?:instagram|facebook|twitter|x|linkedin|tiktok|youtube|pinterest)\.com|(?:apps|itunes)\.apple\.com|www\.apple\.com/app-store|play\.google\.com(?:/store(?:/apps)?)?)/?(?:#|\?|$)",
    re.IGNORECASE,
)
_PROGRAMS = ("mailto:", "tel:")
#: the number in a link that calls or opens a chat
_DIALS = re.compile(
    r"^(?:tel:|sms:|(?:https?:)?//(?:wa\.me/|api\.whatsapp\.com/send/?\?phone=))/{0,2}(?P<number>\+?[\d ().-]{6,20})",
    re.IGNORECASE,
)
#: numbers that belong to nobody, without country code and leading zeros: kept for films and plays by Ofcom, NANPA and PTS,
#: zeros, and the digits in their order
_NOBODYS = re.compile(r"7700900\d{3}|(?:\d{3})?55501\d\d|7017406(?:0[5-9]|[1-9]\d)|\d{1,5}0{7,}|1234567890?")
_COUNTRIES = re.compile(r"(?:44|46)(?=\d{9})|1(?=\d{10}$)")


def is_made_up_mail(address: str) -> bool:
    """A made-up address such as `your.name@example.com`."""
    return _MAIL.search(address.removeprefix("mailto:").strip()) is not None


def made_up_phone_in(text: str) -> re.Match[str] | None:
    """A made-up number such as “123-456-7890”."""
    if not _FIGURES.search(text):
        return None
    return _PHONE.search(text) or _COUNTED_UP.search(text) or _PHONE.search(_COUNTRY.sub("0", text))


def number_dialled(href: str) -> str:
    """The number that a link calls or chats with; empty if it does neither."""
    dials = _DIALS.match(href.strip())
    return dials["number"].strip() if dials is not None else ""


def is_nobodys_number(number: str) -> bool:
    """A number that no telephone has, such as 07700 900123, 555-0100 or +44 7700 000000."""
    digits = re.sub(r"\D", "", number.replace("(0)", "")).removeprefix("00")
    return _NOBODYS.fullmatch(_COUNTRIES.sub("", digits, count=1).lstrip("0")) is not None or (
        _NOBODYS.fullmatch(digits.lstrip("0")) is not None
    )


def made_up_address_in(text: str) -> re.Match[str] | None:
    """A made-up address such as “Storgatan 1, 123 45 Stad”."""
    if not any(sign in text for sign in ("123", "A108", "000", "xempel", "XEMPEL")):
        return None
    return _ADDRESS.search(text)


def is_made_up_link(href: str) -> bool:
    """A made-up link such as `https://YOUR-BOOKING-LINK` or `https://instagram.com/yourname`."""
    return not href.startswith(_PROGRAMS) and (_LINK.search(href) or _PROFILE.search(href)) is not None


def is_network_itself(href: str) -> bool:
    """A link to a network's front page instead of the firm's profile: `https://www.facebook.com`."""
    return _NETWORK.search(href) is not None
