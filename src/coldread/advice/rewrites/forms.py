"""New forms and fields: fewer, named, with the right keyboard, and errors that help."""

from __future__ import annotations

import re

from coldread.advice.labels import label_for, step_of
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, listed, safe, say
from coldread.scanner.page.phrases import phrases

#: kind of field: markup's type and autocomplete, label in both languages, what it is called in a sentence
FIELDS: dict[str, tuple[str, str, str, str, str, str]] = {
    "email": ("email", "email", "E-mail", "E-post", "an e-mail address", "en e-postadress"),
    "phone": (
        "tel",
        "tel",
        "Phone (optional)",
        "Telefon (frivilligt)",
        "a phone number",
        "ett telefonnummer",
    ),
    "name": ("text", "name", "Name", "Namn", "a name", "ett namn"),
    "company": ("text", "organization", "Company", "Företag", "the company", "företaget"),
    "message": ("textarea", "off", "What is it about?", "Vad gäller det?", "a message", "ett meddelande"),
    "address": ("text", "street-address", "Address", "Adress", "an address", "en adress"),
    "national_id": ("text", "off", "Date of birth", "Födelsedatum", "a personal number", "ett personnummer"),
}
#: what the step after the form needs, and nothing else
NEEDED: dict[str, tuple[str, ...]] = {
    "newsletter": ("email",),
    "download": ("email",),
    "trial": ("email",),
    "signup": ("email",),
    "demo": ("email", "company"),
    "call": ("name", "phone"),
    "event": ("name", "email"),
    "quote": ("email", "message"),
    "contact": ("email", "message"),
    "apply": ("name", "email", "message"),
    "appointment": ("name", "phone"),
    "table": ("name", "phone"),
    "checkout": ("email", "name", "address"),
}


def fields_named(reading: Reading) -> list[str]:
    """Kinds of fields that the complaint or the selector names."""
    selected = re.sub(r"\[(?:name|id|type|for|autocomplete|aria-label)\W*=", " ", reading.selector.lower())
    text = f"{reading.outside_quotes} {re.sub(r'[^a-zåäö]+', ' ', selected)}"
    return [kind for kind in FIELDS if phrases(f"fields.{kind}").search(text)]


def _field(kind: str, reading: Reading, *, bare: bool = False) -> str:
    type_, complete, english, swedish, _, _ = FIELDS[kind]
    label = swedish if reading.swedish else english
    if bare:
        label = re.sub(r"\s*\((?:optional|frivilligt)\)", "", label)
    if type_ == "textarea":
        return f'<label>{label}\n  <textarea name="{kind}" rows="4" required></textarea></label>'
    need = "" if kind == "phone" and not bare else " required"
    return f'<label>{label}\n  <input type="{type_}" name="{kind}" autocomplete="{complete}"{need}></label>'


def fewer_fields(reading: Reading) -> Rewrite:
    step = step_of(reading)
    needed = NEEDED.get(step.name if step else "contact", ("email", "message"))
    named = fields_named(reading)
    dropped = [kind for kind in named if kind not in needed]
    fields = "\n".join(_field(kind, reading, bare=True) for kind in needed)
    label = label_for(reading) or say(reading.lang, "forms.send_message")
    text = f'<form method="post" action="[…]">\n{fields}\n<button>{safe(label)}</button>\n</form>'
    names = [FIELDS[kind][5 if reading.swedish else 4] for kind in dropped]
    extras = say(reading.lang, "forms.among_them", listed=listed(reading, names)) if names else ""
    count = reading.number_of("field", "fält", "question", "fråg", "input", "uppgift")
    return Rewrite(text=text, grounded=0.9 if step else 0.65, slots={"n": count, "extras": extras})


def ask_later(reading: Reading) -> Rewrite:
    asked = [kind for kind in fields_named(reading) if kind in ("phone", "national_id", "address", "company")]
    if re.search(r"\b(?:card|kort\w*)\b", reading.outside_quotes, re.IGNORECASE) and not asked:
        text = say(reading.lang, "forms.no_card")
        return Rewrite(text=text, grounded=0.6, slots={"field": say(reading.lang, "forms.card_details")})
    kind = asked[0] if asked else "phone"
    _, complete, english, swedish, en_name, sv_name = FIELDS[kind]
    if kind == "national_id":
        text = say(reading.lang, "forms.national_id_later")
        return Rewrite(text=text, grounded=0.8, slots={"field": sv_name if reading.swedish else en_name})
    label = (swedish if reading.swedish else english).split(" (")[0]
    use = say(reading.lang, "forms.phone_optional")
    if kind != "phone":
        use = say(reading.lang, "forms.optional")
    text = f'<label>{label} <small>{use}</small>\n  <input type="{FIELDS[kind][0]}" name="{kind}" autocomplete="{complete}"></label>'
    return Rewrite(
        text=text, grounded=0.95 if asked else 0.7, slots={"field": sv_name if reading.swedish else en_name}
    )


def label_the_field(reading: Reading) -> Rewrite:
    named = fields_named(reading)
    kinds = named[:3] or (["email"] if reading.element == "field" else ["name", "email"])
    text = "\n".join(_field(kind, reading, bare=True) for kind in kinds)
    return Rewrite(text=text, grounded=0.95 if named else 0.65)


_EXPECTED = {
    "email": ("Enter an e-mail address with an @, such as anna@example.com.", "Skriv en e-postadress med @, till exempel anna@example.com."),
    "phone": ("Enter a phone number with digits only, such as 070 123 45 67.", "Skriv telefonnumret med siffror, till exempel 070-123 45 67."),
    "name": ("Enter your name, so that we know whom to answer.", "Skriv ditt namn, så att vi vet vem vi svarar."),
    "company": ("Enter the company's name as it should stand on the invoice.", "Skriv företagets namn så som det ska stå på fakturan."),
    "message": ("Write in a sentence what it is about; the rest of the form is kept.", "Skriv med en mening vad det gäller; resten av formuläret är kvar."),
    "address": ("Enter street and number, such as Storgatan 12.", "Skriv gata och nummer, till exempel Storgatan 12."),
    "national_id": ("Enter the number with ten or twelve digits, such as 900101-1234.", "Skriv numret med tio eller tolv siffror, till exempel 900101-1234."),
}  # fmt: skip


def helpful_error(reading: Reading) -> Rewrite:
    named = fields_named(reading)
    kind = named[0] if named else "email"
    english, swedish = _EXPECTED[kind]
    said = swedish if reading.swedish else english
    text = f'<p id="{kind}-error" role="alert">{said}</p>\n<input type="{FIELDS[kind][0]}" name="{kind}" aria-invalid="true" aria-describedby="{kind}-error">'
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
