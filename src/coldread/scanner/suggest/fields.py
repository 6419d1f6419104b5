"""The table of fields: the name of each kind for people and for browsers."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.base.texts.inline_text import InlineText


@dataclass(frozen=True, kw_only=True)
class FieldRow:
    """A kind of field (`page.observe.fields.FieldKind`) that we can write or name."""

    kind: str
    #: `type` of the input; `textarea` is a separate element
    type: str
    autocomplete: str
    #: its visible label
    name: InlineText
    #: in a sentence: “leave out …”
    spoken: InlineText
    #: the message under it after wrong input; None: landing pages do not ask for it
    expected: InlineText | None = None
    #: the kind alone gives its name; False if it covers several questions, which the field's own words distinguish
    is_exact: bool = True


FIELDS: tuple[FieldRow, ...] = (
    FieldRow(
        kind="email",
        type="email",
        autocomplete="email",
        name=InlineText(en="Email", sv="E-post"),
        spoken=InlineText(en="an e-mail address", sv="en e-postadress"),
        expected=InlineText(
            en="Enter an e-mail address with an @, such as anna@example.com.",
            sv="Skriv en e-postadress med @, till exempel anna@example.com.",
        ),
    ),
    FieldRow(
        kind="phone",
        type="tel",
        autocomplete="tel",
        name=InlineText(en="Phone", sv="Telefon"),
        spoken=InlineText(en="a phone number", sv="ett telefonnummer"),
        expected=InlineText(
            en="Enter a phone number with digits only, such as 070 123 45 67.",
            sv="Skriv telefonnumret med siffror, till exempel 070-123 45 67.",
        ),
    ),
    FieldRow(
        kind="name",
        type="text",
        autocomplete="name",
        name=InlineText(en="Name", sv="Namn"),
        spoken=InlineText(en="a name", sv="ett namn"),
        expected=InlineText(
            en="Enter your name so that we know who to reply to.",
            sv="Skriv ditt namn, så att vi vet vem vi svarar.",
        ),
    ),
    FieldRow(
        kind="company",
        type="text",
        autocomplete="organization",
        name=InlineText(en="Company", sv="Företag"),
        spoken=InlineText(en="the company", sv="företaget"),
        expected=InlineText(
            en="Enter the company's name as it should appear on the invoice.",
            sv="Skriv företagets namn så som det ska stå på fakturan.",
        ),
    ),
    FieldRow(
        kind="message",
        type="textarea",
        autocomplete="off",
        name=InlineText(en="Message", sv="Meddelande"),
        spoken=InlineText(en="a message", sv="ett meddelande"),
        expected=InlineText(
            en="Write in a sentence what it is about; the rest of the form is kept.",
            sv="Skriv med en mening vad det gäller; resten av formuläret är kvar.",
        ),
    ),
    FieldRow(
        kind="address",
        type="text",
        autocomplete="street-address",
        name=InlineText(en="Address", sv="Adress"),
        spoken=InlineText(en="an address", sv="en adress"),
        expected=InlineText(
            en="Enter street and number, such as Storgatan 12.",
            sv="Skriv gata och nummer, till exempel Storgatan 12.",
        ),
    ),
    FieldRow(
        kind="national_id",
        type="text",
        autocomplete="off",
        name=InlineText(en="Personal number", sv="Personnummer"),
        spoken=InlineText(en="a personal number", sv="ett personnummer"),
        expected=InlineText(
            en="Enter the number with ten or twelve digits, such as 900101-1234.",
            sv="Skriv numret med tio eller tolv siffror, till exempel 900101-1234.",
        ),
        is_exact=False,
    ),
    FieldRow(
        kind="password",
        type="password",
        autocomplete="new-password",
        name=InlineText(en="Password", sv="Lösenord"),
        spoken=InlineText(en="a password", sv="ett lösenord"),
    ),
    FieldRow(
        kind="search",
        type="search",
        autocomplete="off",
        name=InlineText(en="Search", sv="Sök"),
        spoken=InlineText(en="a search", sv="en sökning"),
    ),
)

FIELD: dict[str, FieldRow] = {row.kind: row for row in FIELDS}
