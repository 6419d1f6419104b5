"""Why a check could not tell or does not apply, and what stood between us and the page, in both languages."""

from __future__ import annotations

from coldread.scanner.brief import Lang

#: key: (English, Swedish)
REASONS: dict[str, tuple[str, str]] = {
    "no-browser": ("The page was not rendered in a browser.", "Sidan renderades inte i en webbläsare."),
    "no-mobile": ("The page was not rendered at phone size.", "Sidan renderades inte i mobilstorlek."),
    "no-axe": ("axe-core did not run on the page.", "axe-core kördes inte på sidan."),
    "language": (
        "The page's language has no lexicon yet; words are judged in English and Swedish only.",
        "Sidans språk har inget lexikon ännu; ord bedöms bara på engelska och svenska.",
    ),
    "script-shell": (
        "The HTML is only the shell of an application, and it was not rendered.",
        "HTML-koden är bara skalet till en applikation, och den renderades inte.",
    ),
    "script-could-handle": (
        "A script could handle it, and that could not be tried.",
        "Ett skript kan hantera det, och det gick inte att pröva.",
    ),
    "no-answer": (
        "The targets gave no answer that tells whether they exist.",
        "Målen gav inget svar som visar om de finns.",
    ),
    "too-little-text": ("There is too little text to judge.", "Det finns för lite text att bedöma."),
    "language-unclear": (
        "The language of the text could not be told clearly.",
        "Textens språk gick inte att avgöra säkert.",
    ),
    "not-timed": ("The browser gave no such measurement.", "Webbläsaren gav inget sådant mått."),
    "not-asked": ("It was not asked for.", "Det efterfrågades inte."),
    "check-failed": ("The check itself failed on this page.", "Kontrollen själv misslyckades på sidan."),
    "goal": ("It does not concern this goal.", "Den gäller inte detta mål."),
    "no-headline": ("There is no headline to judge.", "Det finns ingen rubrik att bedöma."),
    "no-audience": ("No audience was given.", "Ingen målgrupp angavs."),
    "no-goal-cta": ("No call to action serves the goal.", "Ingen uppmaning tjänar målet."),
    "no-button": ("There is no button to judge.", "Det finns ingen knapp att bedöma."),
    "unknown-purpose": (
        "What the first button leads to could not be told from its words or its target.",
        "Vart den första knappen leder gick inte att avgöra av orden eller adressen.",
    ),
    "short-page": ("The page is short.", "Sidan är kort."),
    "no-quotation": ("There is no quotation.", "Det finns inget citat."),
    "no-proof": ("There is no proof to place.", "Det finns inga belägg att placera."),
    "no-personal-form": ("No form asks for personal data.", "Inget formulär ber om personuppgifter."),
    "no-copyright-year": ("No copyright year is stated.", "Inget copyrightår anges."),
    "no-goal-form": ("No form serves the goal.", "Inget formulär tjänar målet."),
    "no-form": ("There is no form.", "Det finns inget formulär."),
    "no-email-field": ("No form asks for an e-mail address.", "Inget formulär ber om e-postadress."),
    "no-lang": ("The page declares no language.", "Sidan anger inget språk."),
    "no-text": ("There is no visible text.", "Det finns ingen synlig text."),
    "no-images": ("There are no images.", "Det finns inga bilder."),
}

CAVEATS: dict[str, tuple[str, str]] = {
    "bot-wall": (
        "A bot wall or challenge page answered; what it showed was judged.",
        "En robotspärr svarade; det den visade bedömdes.",
    ),
    "navigation-timeout": (
        "The page had not finished loading at our deadline; what stood there by then was judged.",
        "Sidan hade inte laddat klart vid vår tidsgräns; det som då fanns bedömdes.",
    ),
    "desktop-failed": ("The desktop view could not be read.", "Datorvyn gick inte att läsa."),
    "mobile-failed": ("The phone view could not be read.", "Mobilvyn gick inte att läsa."),
    "axe-failed": ("axe-core could not finish on this page.", "axe-core blev inte klar på sidan."),
    "probe-failed": (
        "Links and forms could not be tried out.",
        "Länkar och formulär gick inte att pröva.",
    ),
    "budget-bytes": (
        "The page was cut off at our limit of transferred bytes.",
        "Sidan klipptes vid vår gräns för överförda byte.",
    ),
    "budget-requests": (
        "The page was cut off at our limit of requests.",
        "Sidan klipptes vid vår gräns för anrop.",
    ),
    "browser-busy": (
        "All browsers were busy, so only the HTML was read.",
        "Alla webbläsare var upptagna, så bara HTML-koden lästes.",
    ),
    "browser-missing": (
        "No browser is available here, so only the HTML was read.",
        "Ingen webbläsare finns här, så bara HTML-koden lästes.",
    ),
    "render-failed": (
        "The page could not be rendered, so only the HTML was read.",
        "Sidan gick inte att rendera, så bara HTML-koden lästes.",
    ),
    "html-truncated": ("The HTML was cut at our size limit.", "HTML-koden klipptes vid vår storleksgräns."),
    "consent-banner": (
        "A consent dialog covered part of the page.",
        "En samtyckesruta täckte en del av sidan.",
    ),
}


def reason(key: str, lang: Lang) -> str:
    return REASONS[key][lang == "sv"]


def caveat(key: str, lang: Lang) -> str:
    """A caveat that nobody has worded yet is shown as it came."""
    return CAVEATS.get(key, (key, key))[lang == "sv"]
