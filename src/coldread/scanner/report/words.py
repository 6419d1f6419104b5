"""The report's own sentences in English and Swedish."""

from __future__ import annotations

from coldread.scanner.brief import Lang

TEXTS: dict[str, tuple[str, str]] = {
    "title": ("Landing page review", "Granskning av landningssida"),
    "verdict_blocked": (
        "The goal is blocked. Fix that before anything else: until then every other improvement is wasted.",
        "Målet är blockerat. Åtgärda det först: tills dess är varje annan förbättring bortkastad.",
    ),
    "verdict_poor": (
        "Several things are likely to cost conversions. The good news: the list is short and each item has a fix.",
        "Flera saker kostar sannolikt konverteringar. Den goda nyheten: listan är kort och varje punkt har en åtgärd.",
    ),
    "verdict_fair": (
        "A sound page with a few things in the way.",
        "En stabil sida med några saker i vägen.",
    ),
    "verdict_good": (
        "A strong page. What is left is polish.",
        "En stark sida. Det som återstår är finputs.",
    ),
    "score_line": (
        "**{overall}/100** for {goal} · {coverage} % of what applies was measured · {p0} blocking the goal, {p1} likely costing conversions, {p2} to tidy",
        "**{overall}/100** för {goal} · {coverage} % av det som gäller mättes · {p0} blockerar målet, {p1} kostar sannolikt kunder, {p2} att putsa",
    ),
    "first": ("What to fix first", "Åtgärda först"),
    "nothing": (
        "Nothing that was measured stands in the way of the goal.",
        "Inget av det som mättes står i vägen för målet.",
    ),
    "seen": ("Seen", "Sett"),
    "fix": ("Fix", "Åtgärd"),
    "effort": ("effort", "insats"),
    "source": ("Rests on", "Stöds av"),
    "and_more": ("and {n} more", "och {n} till"),
    "searched": ("looked for in {place}, not there", "söktes i {place}, finns inte"),
    "measured": ("measured {value}, wanted {limit}", "uppmätt {value}, önskat {limit}"),
    "desktop": ("desktop", "dator"),
    "mobile": ("phone", "mobil"),
    "scores": ("Scores", "Poäng"),
    "dimension": ("Dimension", "Område"),
    "score": ("Score", "Poäng"),
    "unmeasured": ("not measured", "inte mätt"),
    "reviewers": ("Three readers", "Tre läsare"),
    "rest": ("Everything else that counts", "Allt annat som räknas"),
    "info": ("Shown, not scored", "Visat, inte poängsatt"),
    "facts": ("Also seen on the page", "Också sett på sidan"),
    "not_measured": ("Not measured", "Inte mätt"),
    "caveats": ("Please note", "Att notera"),
    "colophon": (
        "Rubric {version}. Weights are judgement, and findings are associated with outcomes: they promise no lift. Timings are lab values from one visit.",
        "Regelverk {version}. Vikterna är bedömningar, och fynden hänger ihop med utfall: de lovar ingen ökning. Tider är labbvärden från ett enda besök.",
    ),
    "next": (
        "Next: fix the first one, then scan again.",
        "Nästa steg: åtgärda den första och skanna igen.",
    ),
    "next_clean": (
        "Next: test the offer itself with five people from the audience; the page no longer stands in its way.",
        "Nästa steg: pröva själva erbjudandet på fem personer ur målgruppen; sidan står inte längre i vägen.",
    ),
    "checked": (
        "Read as a designer, a copywriter and a strategist would, on desktop and phone where a browser was at hand.",
        "Läst som en formgivare, en copywriter och en strateg, på dator och mobil där en webbläsare fanns.",
    ),
    "coverage": (
        "{coverage} % of the applicable checks could be measured; what could not is listed, not counted as passed.",
        "{coverage} % av de tillämpliga kontrollerna gick att mäta; resten listas och räknas inte som godkänd.",
    ),
    "strongest": ("Strongest: {names}.", "Starkast: {names}."),
    "fact_language": ("Language", "Språk"),
    "fact_words": ("Words", "Ord"),
    "fact_price_visible": ("Price on the page", "Pris på sidan"),
    "fact_favicon": ("Favicon", "Favicon"),
    "fact_og_image": ("Preview picture", "Förhandsbild"),
    "fact_tools": ("Tools", "Verktyg"),
    "fact_console_errors": ("Console errors", "Fel i konsolen"),
    "fact_failed_requests": ("Requests that failed", "Misslyckade anrop"),
    "fact_mixed_content": ("Unencrypted content", "Okrypterat innehåll"),
    "fact_fonts": ("Typefaces", "Typsnitt"),
    "fact_colours": ("Text colours", "Textfärger"),
    "fold": ("the first screen ends here", "här slutar första skärmen"),
    "hollow": (
        "A hollow number stands for something that is missing, or that no single place in the pictures shows.",
        "En ihålig siffra står för något som saknas eller som ingen enskild plats i bilderna visar.",
    ),
    "yes": ("yes", "ja"),
    "no": ("no", "nej"),
    "ok": ("found", "finns"),
    "missing": ("missing", "saknas"),
    "unresolved": ("named, but it does not answer", "angiven, men svarar inte"),
}


#: what a finding rests on, where its English name is not a proper name
SOURCES_SV = {
    "practitioner consensus only": "praktikers samlade erfarenhet, inget mer",
    "Unbounce 2024 and Entropy 2021, 23(11):1388: simpler copy is associated with conversion": (
        "Unbounce 2024 och Entropy 2021, 23(11):1388: enklare text hänger ihop med konvertering"
    ),
    "Google and Deloitte on speed and conversion": "Google och Deloitte om snabbhet och konvertering",
    "slop-detect (design and copy tells)": "slop-detect (kännetecken i form och text)",
    "LIX readability index": "läsbarhetsindexet LIX",
    "Google on intrusive interstitials": "Google om påträngande lager",
}


def source_words(source: str, lang: Lang) -> str:
    if lang == "en":
        return source
    return "; ".join(SOURCES_SV.get(part, part) for part in source.split("; "))


def say(key: str, lang: Lang, **values: object) -> str:
    return TEXTS[key][lang == "sv"].format(**values)
