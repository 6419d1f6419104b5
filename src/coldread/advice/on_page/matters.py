"""What a complaint is about, broadly, and which checks of the rubric are about the same. One row a matter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from coldread.advice.reading import Reading
from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of
from coldread.scanner.page.phrases import Phrases, compiled

TEXTS = texts_of("coldread.advice.on_page")


@dataclass(frozen=True, kw_only=True)
class Matter:
    """One row; the words that tell it stand under `matter` in `texts/`."""

    name: str
    #: checks that are about the same, wherever their place is the element
    at: tuple[str, ...]
    #: of these, what is true of the whole page, so that it need not stand at the element
    of_page: tuple[str, ...] = ()


MATTERS: tuple[Matter, ...] = (
    Matter(
        name="understood",
        at=("clarity.h1-vague", "clarity.headline-name", "clarity.headline-slogan", "clarity.offer-unclear", "clarity.h1-missing", "clarity.subhead-missing", "clarity.title-h1-mismatch", "clarity.audience-unclear", "clarity.place-absent", "clarity.h1-long", "copy.no-specifics", "copy.buzzwords"),
    ),
    Matter(
        name="pressed",
        at=("cta.none", "cta.goal-mismatch", "cta.below-fold-mobile", "cta.below-fold-desktop", "cta.generic-label", "cta.vague-many", "cta.dead-link", "cta.broken-target", "cta.competing", "cta.covered", "cta.cut-off", "cta.low-contrast", "cta.tap-target", "cta.label-mismatch", "cta.behind-mismatch", "cta.loudest-elsewhere", "cta.late", "cta.label-varies", "form.no-action"),
        of_page=("cta.none", "cta.goal-mismatch", "cta.below-fold-mobile", "cta.below-fold-desktop", "cta.late", "cta.loudest-elsewhere", "cta.competing"),
    ),
    Matter(
        name="read",
        at=("a11y.color-contrast", "cta.low-contrast", "visual.small-text", "visual.line-length", "visual.clipped-text", "visual.text-overlap", "copy.wall-of-text", "copy.readability", "visual.broken-words"),
    ),
    Matter(
        name="filled_in",
        at=("form.too-many-fields", "form.no-action", "form.sensitive-early"),
    ),
    Matter(name="typed", at=("form.label", "form.placeholder-as-label", "form.email-type", "form.autocomplete")),
    Matter(
        name="works",
        at=("cta.dead-link", "cta.dead-many", "cta.broken-target", "cta.covered", "cta.label-mismatch", "cta.behind-mismatch", "form.no-action", "visual.broken-image"),
    ),
    Matter(
        name="phone",
        at=("cta.tap-target", "cta.cut-off", "cta.below-fold-mobile", "visual.small-text", "visual.clipped-text", "visual.text-overlap", "friction.popup", "visual.overflow-x"),
        of_page=("visual.overflow-x", "mobile.viewport-missing"),
    ),
    Matter(
        name="believed",
        at=("trust.proof-anonymous", "trust.proof-placeholder", "trust.proof-repeated", "trust.claims-unsupported", "trust.stock-pictures", "trust.private-mail", "clarity.placeholder", "trust.proof-thin"),
        of_page=("trust.no-proof", "trust.identity-absent"),
    ),
    Matter(name="price", at=("trust.price-unclear", "trust.price-hidden", "copy.contradiction"), of_page=("trust.price-absent",)),
    Matter(name="slow", at=("perf.lcp", "perf.img-oversize"), of_page=("perf.lcp", "perf.bytes", "perf.blocking", "perf.img-oversize")),
    Matter(name="jumps", at=("perf.cls", "perf.img-dimensions"), of_page=("perf.cls",)),
    Matter(name="found", at=("seo.title", "seo.meta-description", "seo.noindex", "social.og"), of_page=("seo.noindex", "seo.title", "seo.meta-description")),
    Matter(name="shared", at=("social.og",), of_page=("social.og",)),
    Matter(name="picture", at=("visual.broken-image", "visual.blurred-picture", "visual.repeated-image", "a11y.image-alt", "trust.stock-pictures", "perf.img-oversize")),
    Matter(name="outdated", at=("trust.stale", "copy.stale-date", "clarity.placeholder", "copy.leftover", "copy.empty-part", "copy.contradiction"), of_page=("trust.stale", "copy.stale-date")),
    Matter(name="spelled", at=("copy.spelling", "clarity.mixed-language", "copy.repeated"), of_page=("copy.spelling",)),
    Matter(name="in_the_way", at=("friction.popup", "cta.covered", "friction.nav-links"), of_page=("friction.popup",)),
    Matter(name="private", at=("trust.privacy-link", "form.sensitive-early", "trust.https"), of_page=("trust.privacy-link",)),
    Matter(name="reached", at=("trust.contact", "trust.contact-unlinked", "trust.phone-absent"), of_page=("trust.contact", "trust.contact-unlinked")),
)  # fmt: skip


@cache
def _cues(name: str, lang: Language) -> Phrases:
    return compiled(TEXTS.choices(lang, f"matter.{name}"))


def matters_of(reading: Reading) -> list[Matter]:
    """What the words are about, outside of quotations and of what is said to be well; the most told first."""
    text = reading.complained_of
    told = {
        row.name: len({hit[0].lower() for lang in Language for hit in _cues(row.name, lang).finditer(text)})
        for row in MATTERS
    }
    return sorted((row for row in MATTERS if told[row.name]), key=lambda row: -told[row.name])
