"""New forms and fields: fewer, named, with the right keyboard, and errors that help."""

from __future__ import annotations

import re

from coldread.advice.labels import label_for, step_of
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, listed, safe, say
from coldread.scanner.page.phrases import phrases
from coldread.scanner.suggest.fields import FIELD, FIELDS

#: kinds that strangers are asked for
_ASKED = tuple(row.kind for row in FIELDS if row.expected is not None)
#: what a form needs where no step is known
_LEAST = ("email", "message")
_THREE = ("name", "email", "message")
#: a birth date is among the sensitive ones, and no identity number
_IDENTITY = re.compile(
    r"personn|identit|social security|\bssn\b|passport|national id|passn|samordning", re.IGNORECASE
)


def fields_named(reading: Reading) -> list[str]:
    """Kinds of fields that the complaint or the selector names."""
    selected = re.sub(r"\[(?:name|id|type|for|autocomplete|aria-label)\W*=", " ", reading.selector.lower())
    text = f"{reading.outside_quotes} {re.sub(r'[^a-zåäö]+', ' ', selected)}"
    return [kind for kind in _ASKED if phrases(f"fields.{kind}").search(text)]


def _field(kind: str, reading: Reading) -> str:
    row = FIELD[kind]
    if row.type == "textarea":
        box = f'<textarea name="{kind}" rows="4" required></textarea>'
    else:
        box = f'<input type="{row.type}" name="{kind}" autocomplete="{row.autocomplete}" required>'
    return f"<label>{row.name(reading.lang)}\n  {box}</label>"


def fewer_fields(reading: Reading) -> Rewrite:
    step = step_of(reading)
    needed = (step.fields if step else ()) or _LEAST
    named = fields_named(reading)
    dropped = [kind for kind in named if kind not in needed]
    fields = "\n".join(_field(kind, reading) for kind in needed)
    label = label_for(reading) or say(reading.lang, "forms.send_message")
    text = f'<form method="post" action="[…]">\n{fields}\n<button>{safe(label)}</button>\n</form>'
    named_so = [kind for kind in dropped if kind != "national_id" or _IDENTITY.search(reading.problem)]
    names = [FIELD[kind].spoken(reading.lang) for kind in named_so]
    extras = say(reading.lang, "forms.among_them", listed=listed(reading, names)) if names else ""
    count = reading.number_of("field", "fält", "question", "fråg", "input", "uppgift")
    if count:
        text = f"{text}\n{say(reading.lang, 'forms.rest_later')}"
    return Rewrite(text=text, grounded=0.9 if step else 0.65, slots={"n": count, "extras": extras})


def three_fields(reading: Reading) -> Rewrite:
    """The three that an answer needs; what the step itself asks for where it is known."""
    step = step_of(reading)
    kinds = list(dict.fromkeys((*((step.fields if step else ()) or ()), *_THREE)))[:3]
    fields = "\n".join(_field(kind, reading) for kind in sorted(kinds, key=lambda kind: kind != "name"))
    text = f'<form method="post" action="[…]">\n{fields}\n<button>{say(reading.lang, "forms.label_as_it_is")}</button>\n</form>'
    count = reading.number_of("field", "fält")
    return Rewrite(text=f"{text}\n{say(reading.lang, 'forms.rest_later')}", slots={"n": count})


def ask_later(reading: Reading) -> Rewrite:
    asked = [kind for kind in fields_named(reading) if kind in ("phone", "national_id", "address", "company")]
    if re.search(r"\b(?:card|kort\w*)\b", reading.outside_quotes, re.IGNORECASE) and not asked:
        text = say(reading.lang, "forms.no_card")
        return Rewrite(text=text, grounded=0.6, slots={"field": say(reading.lang, "forms.card_details")})
    kind = asked[0] if asked else "phone"
    row = FIELD[kind]
    named = row.spoken(reading.lang)
    if kind == "national_id":
        text = say(reading.lang, "forms.national_id_later")
        return Rewrite(text=text, grounded=0.8, slots={"field": named})
    use = say(reading.lang, "forms.phone_optional" if kind == "phone" else "forms.optional")
    text = f'<label>{row.name(reading.lang)} <small>{use}</small>\n  <input type="{row.type}" name="{kind}" autocomplete="{row.autocomplete}"></label>'
    return Rewrite(text=text, grounded=0.95 if asked else 0.7, slots={"field": named})


def label_the_field(reading: Reading) -> Rewrite:
    named = fields_named(reading)
    kinds = named[:3] or (["email"] if reading.element == "field" else ["name", "email"])
    text = "\n".join(_field(kind, reading) for kind in kinds)
    return Rewrite(text=text, grounded=0.95 if named else 0.65)


def helpful_error(reading: Reading) -> Rewrite:
    named = fields_named(reading)
    kind = named[0] if named else "email"
    row = FIELD[kind]
    said = row.expected(reading.lang) if row.expected is not None else ""
    text = f'<p id="{kind}-error" role="alert">{said}</p>\n<input type="{row.type}" name="{kind}" aria-invalid="true" aria-describedby="{kind}-error">'
    return Rewrite(text=text, grounded=0.95 if named else 0.6)


def say_what_for(reading: Reading) -> Rewrite:
    step = step_of(reading)
    use = (
        say(reading.lang, "forms.use_newsletter")
        if step and step.name == "newsletter"
        else say(reading.lang, "forms.use_answer")
    )
    text = say(reading.lang, "forms.what_for", use=use)
    return Rewrite(text=text, grounded=0.75)


def send_for_certain(reading: Reading) -> Rewrite:
    """What a form needs to arrive, in the order in which it usually fails."""
    return Rewrite(text=say(reading.lang, "forms.sends"), grounded=0.6)


def say_who_it_is_for(reading: Reading) -> Rewrite:
    whom = reading.offer.audience or say(reading.lang, "headline.whom")
    return Rewrite(
        text=say(reading.lang, "forms.who_it_is_for", whom=safe(whom)),
        grounded=0.7 if reading.offer.audience else 0.55,
    )


def trap_for_robots(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "forms.trap"), grounded=0.85)


def hard_to_mistype(reading: Reading) -> Rewrite:
    """The right keyboard, the browser's own memory, and the value shown once more."""
    named = [kind for kind in fields_named(reading) if kind in ("phone", "email")]
    row = FIELD[named[0] if named else "email"]
    return Rewrite(
        text=say(
            reading.lang,
            "forms.mistype",
            name=row.name(reading.lang),
            kind=row.kind,
            type=row.type,
            auto=row.autocomplete,
        ),
        grounded=0.85 if named else 0.6,
    )
