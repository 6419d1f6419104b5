"""New buttons: what they say, where they stand, where they lead."""

from __future__ import annotations

import re
from functools import cache

from coldread.advice.labels import label_for, own_words, step_of
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import TEXTS, Rewrite, css, listed, safe, say
from coldread.base.languages import Language, quoted
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
        hint = say(reading.lang, "call.step_hint")
        return Rewrite(text=f"{label}{hint}", grounded=0.45)
    note = f"\n<small>{after}</small>" if after else ""
    sure = 1.0 if own_words(reading) else 0.85
    return Rewrite(text=f"<button>{safe(label)}</button>{note}", grounded=sure)


def serve_the_goal(reading: Reading) -> Rewrite:
    label = label_for(reading)
    if label is None:
        return say_the_step(reading)
    old = reading.quote
    lines = [f'<a class="button" href="[{say(reading.lang, "call.where_it_happens")}]">{safe(label)}</a>']
    if old and old.lower() != label.lower():
        lines.append(f'<a href="[…]">{safe(old)}</a>')
    return Rewrite(text="\n".join(lines), grounded=0.85)


def one_filled(reading: Reading) -> Rewrite:
    """The one that names a step stays filled, the others become links."""
    labels = list(reading.quoted)
    count = reading.number_of("button", "knapp", "cta")
    if len(labels) < 2:
        label = label_for(reading) or say(reading.lang, "call.one_step")
        other = say(reading.lang, "call.second_step")
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
    spoken = listed(reading, [quoted(one, reading.lang) for one in labels])
    return Rewrite(text="\n".join(lines), grounded=0.85, slots={"labels": spoken, "n": count})


def _same_step(label: str, wanted: str) -> bool:
    return bool(set(label.lower().split()) & {word for word in wanted.lower().split() if len(word) > 3})


def up_to_the_first_screen(reading: Reading) -> Rewrite:
    label = label_for(reading) or reading.quote or say(reading.lang, "call.verb_and_object")
    text = say(reading.lang, "call.first_screen", label=safe(label))
    return Rewrite(text=text, grounded=0.8)


def once_more(reading: Reading) -> Rewrite:
    label = reading.quote or label_for(reading) or say(reading.lang, "call.same_words")
    line = say(reading.lang, "call.last_doubt")
    return Rewrite(
        text=f'<section>\n  <p>{line}</p>\n  <a class="button" href="[…]">{safe(label)}</a>\n</section>',
        grounded=0.8,
    )


def lead_somewhere(reading: Reading) -> Rewrite:
    label = reading.quote if reading.quote and not is_generic(reading.quote) else label_for(reading)
    label = label or reading.quote or say(reading.lang, "call.label")
    step = step_of(reading)
    target = f"#{step.place(reading.lang)}" if step else say(reading.lang, "call.where_reached")
    note = say(reading.lang, "call.must_exist", target=target)
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
    wanted = Language.SV if other else reading.lang
    step = step_of(reading)
    said = (reading.quote or "").lower().strip()
    if step and (not said or is_generic(said) or said not in _known_buttons(Language.EN)):
        label = step.label(wanted)
        return Rewrite(text=f"<button>{label}</button>", grounded=0.8)
    known = next((key for language in Language if (key := _known_buttons(language).get(said))), None)
    if known:
        return Rewrite(text=f"<button>{say(wanted, known)}</button>", grounded=0.9)
    text = say(reading.lang, "call.same_in_language", tag=wanted)
    return Rewrite(text=text, grounded=0.5)


@cache
def _known_buttons(lang: Language) -> dict[str, str]:
    """What a button of everyday says to its key; in English the key is what is said."""
    keys = [key for key in TEXTS.of(lang) if key.startswith("button.")]
    if lang == Language.EN:
        return {key.removeprefix("button.").replace("_", " "): key for key in keys}
    return {say(lang, key).lower(): key for key in keys}


def take_names_instead(reading: Reading) -> Rewrite:
    """Nothing is left to sell: say so, and let people ask to be told."""
    return Rewrite(text=say(reading.lang, "call.sold_out"), grounded=0.7)
