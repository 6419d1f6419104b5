"""Recognises bot walls, so that none is judged as the page."""

from __future__ import annotations

import dataclasses
import re

#: a challenge page has few words; a page with more is judged although it loads a wall's script
FEW_WORDS = 150


@dataclasses.dataclass(frozen=True, kw_only=True)
class BotWall:
    """One vendor's marks: a response header, or words in the markup."""

    name: str
    header: str = ""
    markup: re.Pattern[str] | None = None


def bot_wall(name: str, markup: str = "", header: str = "") -> BotWall:
    return BotWall(name=name, header=header, markup=re.compile(markup, re.IGNORECASE) if markup else None)


BOT_WALLS = (
    bot_wall(
        "cloudflare", r"cdn-cgi/challenge-platform|cf-chl-|cf_chl_opt|<title>just a moment", "cf-mitigated"
    ),
    bot_wall("cloudflare", r"attention required! \| cloudflare|cf-error-details"),
    bot_wall("akamai", r"errors\.edgesuite\.net|_abck=|bm-verify"),
    bot_wall("datadome", r"captcha-delivery\.com", "x-datadome"),
    bot_wall("imperva", r"_incapsula_resource|incapsula incident"),
    bot_wall("perimeterx", r"px-captcha|perimeterx\.net"),
    bot_wall("aws", r"awswaf\.com|aws-waf-token", "x-amzn-waf-action"),
    bot_wall("ddos-guard", r"ddos-guard\.net|<title>ddos-guard"),
    bot_wall("sucuri", r"sucuri website firewall|sucuri_cloudproxy"),
    bot_wall("distil", r"pardon our interruption"),
    bot_wall("siteground", r"sgcaptcha"),
    bot_wall(
        "unnamed",
        r"verify(ing)? (that )?you are (a )?human|checking (your browser|if the site connection is secure)",
    ),
    bot_wall(
        "unnamed",
        r"are you a robot\?|unusual traffic from your (computer )?network|enable javascript and cookies to continue",
    ),
)


def bot_wall_in(html: str, headers: tuple[tuple[str, str], ...]) -> str | None:
    """The vendor of this wall, by its marks alone."""
    names = {name for name, _ in headers}
    for row in BOT_WALLS:
        if (row.header and row.header in names) or (row.markup and row.markup.search(html)):
            return row.name
    return None


def is_bot_wall(html: str, headers: tuple[tuple[str, str], ...], words: int) -> bool:
    """Whether a page that answered 200 is a wall: it has the marks, and hardly any text."""
    return words < FEW_WORDS and bot_wall_in(html, headers) is not None
