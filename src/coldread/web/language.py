"""The language of answers."""

from __future__ import annotations

from stdnum.se import orgnr

from coldread.base.languages import Language


def chosen_language(asked: Language | None, accept_language: str | None, org_number: str | None) -> Language:
    """The requested language; else the browser's preference; else Swedish for a Swedish organisation; else English."""
    if asked is not None:
        return asked
    wanted = preferred_language(accept_language or "")
    if wanted is not None:
        return wanted
    if org_number and orgnr.is_valid(org_number):
        return Language.SV
    return Language.EN


def preferred_language(accept_language: str) -> Language | None:
    """The first of our languages by RFC 9110's list; `*` is ignored."""
    best: tuple[float, Language] | None = None
    for entry in accept_language.split(",")[:20]:
        tag, _, weight = entry.partition(";")
        primary = tag.strip().lower().partition("-")[0]
        quality = _quality(weight)
        if primary in tuple(Language) and quality > 0 and (best is None or quality > best[0]):
            best = (quality, Language(primary))
    return best[1] if best else None


def _quality(weight: str) -> float:
    name, _, value = weight.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
