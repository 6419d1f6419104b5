"""New buttons: what they say, where they stand, where they lead."""

from __future__ import annotations

import re

from coldread.advice.labels import label_for, own_words, step_of
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, css, in_marks, pick, safe
from coldread.scanner.goals import UNKNOWN_LABEL
from coldread.scanner.page.observe.calls import is_generic

_TARGET = re.compile(
    r"(?<![\w/])(?:https?://[^\s“”\"'<>]+|/[a-z0-9][\w/-]*|#[a-z][\w-]*)(?![\w])", re.IGNORECASE
)


def say_the_step(reading: Reading) -> Rewrite:
    """Verb and object, in the visitor's voice, and what happens afterwards below."""
    label = label_for(reading)
    step = step_of(reading)
    after = step.after(reading.lang) if step else None
    if label is None:
        label = UNKNOWN_LABEL(reading.lang)
        hint = pick(
            reading,
            "\n(finish the sentence “I want to …” as your visitor would: Get my quote, See prices, Book a visit)",
            "\n(avsluta meningen ”Jag vill …” som besökaren skulle: Få min offert, Se priser, Boka ett besök)",
        )
        return Rewrite(text=f"{label}{hint}", grounded=0.45)
    note = f"\n<small>{after}</small>" if after else ""
    sure = 1.0 if own_words(reading) else 0.85
    return Rewrite(text=f"<button>{safe(label)}</button>{note}", grounded=sure)


def serve_the_goal(reading: Reading) -> Rewrite:
    label = label_for(reading)
    if label is None:
        return say_the_step(reading)
    old = reading.quote
    lines = [
        f'<a class="button" href="[{pick(reading, "the page where that happens", "sidan där det sker")}]">{safe(label)}</a>'
    ]
    if old and old.lower() != label.lower():
        lines.append(f'<a href="[…]">{safe(old)}</a>')
    return Rewrite(text="\n".join(lines), grounded=0.85)


def one_filled(reading: Reading) -> Rewrite:
    """The one that names a step stays filled, the others become links."""
    labels = list(reading.quoted)
    count = reading.number_of("button", "knapp", "cta")
    if len(labels) < 2:
        label = label_for(reading) or pick(
            reading, "[the one step you want most]", "[det enda steg ni helst vill ha]"
        )
        other = pick(reading, "[the second step]", "[det andra steget]")
        text = f'<a class="button" href="[…]">{safe(label)}</a>\n<a href="[…]">{other}</a>'
        return Rewrite(text=text, grounded=0.6, slots={"labels": None, "n": count})
    wanted = label_for(reading)
    main = next((one for one in labels if wanted and _same_step(one, wanted)), None)
    main = main or next((one for one in labels if not is_generic(one)), labels[0])
    rest = [one for one in labels if one != main]
    lines = [
        f'<a class="button" href="[…]">{safe(main)}</a>',
        *(f'<a href="[…]">{safe(one)}</a>' for one in rest),
    ]
    join = pick(reading, " and ", " och ")
    named = [in_marks(reading, one) for one in labels]
    spoken = ", ".join(named[:-1]) + join + named[-1]
    return Rewrite(text="\n".join(lines), grounded=0.85, slots={"labels": spoken, "n": count})


def _same_step(label: str, wanted: str) -> bool:
    return bool(set(label.lower().split()) & {word for word in wanted.lower().split() if len(word) > 3})


def up_to_the_first_screen(reading: Reading) -> Rewrite:
    label = label_for(reading) or reading.quote or pick(reading, "[Verb and object]", "[Verb och objekt]")
    text = pick(
        reading,
        f'<h1>[headline]</h1>\n<p>[one sentence]</p>\n<a class="button" href="[…]">{safe(label)}</a>\n<!-- the picture follows after the button on screens under 640 px -->\n@media (max-width: 640px) {{ .hero img {{ order: 2; max-height: 40vh }} }}',
        f'<h1>[rubrik]</h1>\n<p>[en mening]</p>\n<a class="button" href="[…]">{safe(label)}</a>\n<!-- bilden kommer efter knappen på skärmar under 640 px -->\n@media (max-width: 640px) {{ .hero img {{ order: 2; max-height: 40vh }} }}',
    )
    return Rewrite(text=text, grounded=0.8)


def once_more(reading: Reading) -> Rewrite:
    label = (
        reading.quote
        or label_for(reading)
        or pick(reading, "[the same words as at the top]", "[samma ord som högst upp]")
    )
    line = pick(reading, "[The last doubt, answered in one line.]", "[Den sista tvekan, besvarad på en rad.]")
    return Rewrite(
        text=f'<section>\n  <p>{line}</p>\n  <a class="button" href="[…]">{safe(label)}</a>\n</section>',
        grounded=0.8,
    )


def lead_somewhere(reading: Reading) -> Rewrite:
    label = reading.quote if reading.quote and not is_generic(reading.quote) else label_for(reading)
    label = label or reading.quote or pick(reading, "[label]", "[knapptext]")
    step = step_of(reading)
    target = (
        f"#{step.place(reading.lang)}"
        if step
        else pick(reading, "[where the goal is reached]", "[där målet nås]")
    )
    note = pick(
        reading,
        f"<!-- {target} must exist: the id of the form or section, or a full address -->",
        f"<!-- {target} måste finnas: id:t på formuläret eller avsnittet, eller en hel adress -->",
    )
    return Rewrite(text=f'<a class="button" href="{target}">{safe(label)}</a>\n{note}', grounded=0.7)


def thumb_sized(reading: Reading) -> Rewrite:
    size = reading.number_of("px", "pixel")
    text = css(
        reading,
        "display: inline-flex",
        "align-items: center",
        "justify-content: center",
        "min-height: 44px",
        "min-width: 44px",
        "padding: 10px 20px",
        "margin: 4px",
    )
    return Rewrite(text=text, grounded=0.95, slots={"n": size})


def in_the_page_s_language(reading: Reading) -> Rewrite:
    """The same step in the language that the complaint asks for."""
    other = re.search(
        r"in english|på engelska|english (?:button|label|text)|engelsk", reading.outside_quotes, re.IGNORECASE
    )
    to_swedish = bool(other) or reading.swedish
    step = step_of(reading)
    said = (reading.quote or "").lower().strip()
    pairs = {
        "submit": ("Submit", "Skicka"), "learn more": ("Learn more", "Läs mer"), "read more": ("Read more", "Läs mer"), "sign up": ("Sign up", "Skapa konto"),
        "get started": ("Get started", "Kom igång"), "contact us": ("Contact us", "Kontakta oss"), "subscribe": ("Subscribe", "Prenumerera"),
        "buy now": ("Buy now", "Köp nu"), "add to cart": ("Add to basket", "Lägg i varukorgen"), "book now": ("Book now", "Boka nu"), "log in": ("Log in", "Logga in"),
        "search": ("Search", "Sök"), "checkout": ("Check out", "Till kassan"), "download": ("Download", "Ladda ner"), "send": ("Send", "Skicka"),
        "accept all": ("Accept all", "Godkänn alla"), "back": ("Back", "Tillbaka"), "next": ("Next", "Nästa"),
    }  # fmt: skip
    if step and (not said or is_generic(said) or said not in pairs):
        label = step.label("sv" if to_swedish else "en")
        return Rewrite(text=f"<button>{label}</button>", grounded=0.8)
    swedish = {sv.lower(): (en, sv) for en, sv in pairs.values()}
    found = pairs.get(said) or swedish.get(said)
    if found:
        return Rewrite(text=f"<button>{found[1] if to_swedish else found[0]}</button>", grounded=0.9)
    tag = "en" if not to_swedish else "sv"
    text = pick(
        reading,
        f'<span lang="{tag}">[the same words in the page\'s language]</span>',
        f'<span lang="{tag}">[samma ord på sidans språk]</span>',
    )
    return Rewrite(text=text, grounded=0.5)
