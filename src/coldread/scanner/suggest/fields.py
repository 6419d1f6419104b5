"""The table of fields: what each kind is called, and how a browser and a person are told of it."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.base.texts.said import Said


@dataclass(frozen=True, kw_only=True)
class FieldRow:
    """A kind of field (`page.observe.fields.FieldKind`) that we can write or name."""

    kind: str
    #: `type` of the input; `textarea` is an element of its own
    type: str
    autocomplete: str
    #: its visible label
    name: Said
    #: in a sentence: “leave out …”
    spoken: Said
    #: what stands under it when it was filled in wrongly; None: nobody is asked for it on a landing page
    expected: Said | None = None
    #: the kind alone tells its name; False where it covers several questions, which the field's own words tell apart
    is_exact: bool = True


FIELDS: tuple[FieldRow, ...] = (
    FieldRow(
        kind="email",
        type="email",
        autocomplete="email",
        name=Said(en="Email", sv="E-post"),
        spoken=Said(en="an e-mail address", sv="en e-postadress"),
        expected=Said(
            en="Enter an e-mail address with an @, such as anna@example.com.",
            sv="Skriv en e-postadress med @, till exempel anna@example.com.",
        ),
    ),
    FieldRow(
        kind="phone",
        type="tel",
        autocomplete="tel",
        name=Said(en="Phone", sv="Telefon"),
        spoken=Said(en="a phone number", sv="ett telefonnummer"),
        expected=Said(
            en="Enter a phone number with digits only, such as 070 123 45 67.",
            sv="Skriv telefonnumret med siffror, till exempel 070-123 45 67.",
        ),
    ),
    FieldRow(
        kind="name",
        type="text",
        autocomplete="name",
        name=Said(en="Name", sv="Namn"),
        spoken=Said(en="a name", sv="ett namn"),
        expected=Said(
            en="Enter your name so that we know who to reply to.",
            sv="Skriv ditt namn, så att vi vet vem vi svarar.",
        ),
    ),
    FieldRow(
        kind="company",
        type="text",
        autocomplete="organization",
        name=Said(en="Company", sv="Företag"),
        spoken=Said(en="the company", sv="företaget"),
        expected=Said(
            en="Enter the company's name as it should appear on the invoice.",
            sv="Skriv företagets namn så som det ska stå på fakturan.",
        ),
    ),
    FieldRow(
        kind="message",
        type="textarea",
        autocomplete="off",
        name=Said(en="Message", sv="Meddelande"),
        spoken=Said(en="a message", sv="ett meddelande"),
        expected=Said(
            en="Write in a sentence what it is about; the rest of the form is kept.",
            sv="Skriv med en mening vad det gäller; resten av formuläret är kvar.",
        ),
    ),
    FieldRow(
        kind="address",
        type="text",
        autocomplete="street-address",
        name=Said(en="Address", sv="Adress"),
        spoken=Said(en="an address", sv="en adress"),
        expected=Said(
            en="Enter street and number, such as Storgatan 12.",
            sv="Skriv gata och nummer, till exempel Storgatan 12.",
        ),
    ),
    FieldRow(
        kind="national_id",
        type="text",
        autocomplete="off",
        name=Said(en="Personal number", sv="Personnummer"),
        spoken=Said(en="a personal number", sv="ett personnummer"),
        expected=Said(
            en="Enter the number with ten or twelve digits, such as 900101-1234.",
            sv="Skriv numret med tio eller tolv siffror, till exempel 900101-1234.",
        ),
        is_exact=False,
    ),
    FieldRow(
        kind="password",
        type="password",
        autocomplete="new-password",
        name=Said(en="Password", sv="Lösenord"),
        spoken=Said(en="a password", sv="ett lösenord"),
    ),
    FieldRow(
        kind="search",
        type="search",
        autocomplete="off",
        name=Said(en="Search", sv="Sök"),
        spoken=Said(en="a search", sv="en sökning"),
    ),
)

FIELD: dict[str, FieldRow] = {row.kind: row for row in FIELDS}
