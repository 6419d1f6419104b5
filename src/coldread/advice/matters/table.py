"""The table of matters: how much each says about what is wrong, and to which others it gives way."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.advice.matters.signs import Told, languages_of, signs_of
from coldread.base.languages import Language

#: told by what it is called: a PDF, a carousel, an age check
NAMED = 3
#: told by a subject and what is wrong with it
TOPIC = 2
#: what people do or believe, whatever the reason
SYMPTOM = 1
#: how it ends; said only where nothing else is told
OUTCOME = 0


@dataclass(frozen=True, kw_only=True)
class Matter:
    """One row; its signs and what is said of it stand under `matter` in `texts/`."""

    name: str
    weight: int = TOPIC
    #: those beside which it adds nothing, or would point elsewhere
    gives_way: tuple[str, ...] = ()


MATTERS: tuple[Matter, ...] = (
    Matter(name="beyond", weight=NAMED, gives_way=("full",)),
    Matter(name="number-dead", weight=NAMED),
    Matter(name="number-buried", weight=NAMED, gives_way=("number-dead",)),
    Matter(name="words-in-picture", weight=NAMED, gives_way=("number-dead",)),
    Matter(name="pdf", weight=NAMED),
    Matter(name="slow", weight=NAMED),
    Matter(name="sound", weight=NAMED),
    Matter(name="order", gives_way=("popup", "carousel", "age-gate", "slow", "sound")),
    Matter(name="carousel", weight=NAMED),
    Matter(name="age-gate", weight=NAMED),
    Matter(name="popup", weight=NAMED),
    Matter(name="close", weight=NAMED, gives_way=("popup", "cookie")),
    Matter(name="cookie", weight=NAMED),
    Matter(name="chat", weight=NAMED),
    Matter(name="covers", weight=NAMED, gives_way=("cookie", "popup", "chat", "close", "age-gate")),
    Matter(name="menu", gives_way=("close", "button-words", "pdf")),
    Matter(name="buttons-rival", weight=NAMED),
    Matter(name="button-unseen", weight=NAMED, gives_way=("number-buried", "third-party")),
    Matter(name="button-words", gives_way=("third-party", "dead-click", "button-unseen")),
    Matter(name="dead-click", weight=NAMED, gives_way=("error", "mail-lost")),
    Matter(name="headline", gives_way=("after-change",)),
    Matter(name="not-understood", gives_way=("headline", "button-words", "jargon")),
    Matter(name="wrong-belief", weight=SYMPTOM, gives_way=("headline", "not-understood", "button-words", "must-book", "third-party", "language", "no-receipt", "fears")),
    Matter(name="fears", weight=SYMPTOM, gives_way=("price-unsaid", "included", "third-party", "press")),
    Matter(name="asked", weight=SYMPTOM, gives_way=("price-unsaid", "must-book", "mixed-up", "where", "when", "middleman", "distrust", "buried")),
    Matter(name="contact", gives_way=("number-buried", "number-dead", "distrust")),
    Matter(name="calls-instead", weight=SYMPTOM, gives_way=("third-party", "button-words", "must-book", "number-buried", "middleman", "phone-layout")),
    Matter(name="must-book", gives_way=("full",)),
    Matter(name="price-unsaid", gives_way=("price-late", "price-table", "middleman")),
    Matter(name="price-late", weight=NAMED),
    Matter(name="price-table", gives_way=("price-late",)),
    Matter(name="dear", gives_way=("price-late", "middleman", "error")),
    Matter(name="middleman", weight=NAMED),
    Matter(name="reviews-elsewhere", weight=NAMED),
    Matter(name="reviews-anonymous", weight=NAMED),
    Matter(name="not-yet", weight=NAMED),
    Matter(name="credentials", gives_way=("press",)),
    Matter(name="press", weight=NAMED),
    Matter(name="distrust", weight=SYMPTOM, gives_way=("credentials", "third-party", "press", "reviews-elsewhere", "reviews-anonymous", "language", "price-late")),
    Matter(name="third-party", weight=NAMED),
    Matter(name="fields", weight=NAMED, gives_way=("error", "printed", "age-gate", "labels")),
    Matter(name="sensitive", weight=NAMED, gives_way=("age-gate",)),
    Matter(name="hard-question", weight=NAMED),
    Matter(name="error", weight=NAMED, gives_way=("lost-work",)),
    Matter(name="lost-work", weight=NAMED),
    Matter(name="default", weight=NAMED, gives_way=("giving",)),
    Matter(name="labels", weight=NAMED),
    Matter(name="mail-lost", weight=NAMED),
    Matter(name="no-receipt", weight=NAMED),
    Matter(name="account", weight=NAMED),
    Matter(name="pay-ways"),
    Matter(name="wrong-ones"),
    Matter(name="mixed-up", gives_way=("buttons-rival", "menu")),
    Matter(name="stale", gives_way=("google-entry", "full")),
    Matter(name="google-entry", weight=NAMED),
    Matter(name="ranking", weight=NAMED),
    Matter(name="free-times"),
    Matter(name="full", weight=NAMED),
    Matter(name="reply-late", weight=NAMED),
    Matter(name="text-long", gives_way=("price-late", "must-book", "carousel", "asked")),
    Matter(name="text-none", weight=NAMED),
    Matter(name="jargon"),
    Matter(name="tone"),
    Matter(name="sameness", gives_way=("jargon",)),
    Matter(name="spelling"),
    Matter(name="language", weight=NAMED),
    Matter(name="contrast", gives_way=("button-unseen", "number-buried")),
    Matter(name="small"),
    Matter(name="font"),
    Matter(name="phone-layout", gives_way=("wide-table", "close", "popup")),
    Matter(name="wide-table", weight=NAMED),
    Matter(name="looks-old", gives_way=("photos", "font")),
    Matter(name="photos", gives_way=("text-none", "slow", "unplayed", "words-in-picture", "blank-part")),
    Matter(name="blank-part", gives_way=("slow", "dead-click")),
    Matter(name="down", weight=NAMED),
    Matter(name="after-change", weight=NAMED),
    Matter(name="law", gives_way=("sensitive", "fields")),
    Matter(name="two-groups", weight=NAMED),
    Matter(name="access"),
    Matter(name="sharing", weight=NAMED),
    Matter(name="no-access"),
    Matter(name="ads", weight=NAMED, gives_way=("wrong-ones",)),
    Matter(name="few-visitors"),
    Matter(name="no-shows", weight=NAMED),
    Matter(name="newsletter"),
    Matter(name="giving"),
    Matter(name="when", gives_way=("google-entry", "stale", "full", "blank-part")),
    Matter(name="where", weight=NAMED, gives_way=("google-entry",)),
    Matter(name="site-search", weight=NAMED),
    Matter(name="login"),
    Matter(name="printed", weight=NAMED),
    Matter(name="unplayed"),
    Matter(name="about-self"),
    Matter(name="included", gives_way=("middleman", "price-late", "pay-ways")),
    Matter(name="tell-or-not", weight=SYMPTOM, gives_way=("headline", "price-unsaid", "wrong-ones", "middleman")),
    Matter(name="unsaid", weight=SYMPTOM, gives_way=("price-unsaid", "included", "must-book", "middleman", "asked", "pay-ways", "credentials", "reviews-elsewhere")),
    Matter(name="surprised", weight=OUTCOME, gives_way=("asked", "unsaid", "wrong-belief", "buried", "tell-or-not", "calls-instead", "fears")),
    Matter(name="buried", weight=SYMPTOM, gives_way=("number-buried", "menu", "button-unseen", "middleman", "credentials", "included", "reviews-elsewhere", "when", "where", "carousel", "price-late", "unplayed", "pdf", "after-change", "site-search", "ranking", "two-groups", "account")),
)  # fmt: skip

BY_NAME = {row.name: row for row in MATTERS}
#: how many are answered at once, and how many where one of them is only a symptom
MOST = 3
MOST_WITH_SYMPTOM = 2


def matters_in(said: Told) -> tuple[Matter, ...]:
    """What is told, the most telling first, then as it was told; what gives way to another is left out."""
    spoken = languages_of(said)
    first = {row.name: at for row in MATTERS if (at := _told_at(row.name, said, spoken)) is not None}
    left = [row for row in MATTERS if row.name in first and not first.keys() & set(row.gives_way)]
    left.sort(key=lambda row: (-row.weight, first[row.name]))
    telling = [row for row in left if row.weight > SYMPTOM][:MOST]
    if len(telling) >= MOST_WITH_SYMPTOM:
        return tuple(telling)
    return tuple(telling + [row for row in left if row.weight == SYMPTOM][:1]) or tuple(left[:1])


def _told_at(name: str, said: Told, spoken: tuple[Language, ...]) -> int | None:
    """The number of the sentence that tells it, in whichever of its languages."""
    found: list[int] = []
    for lang in spoken:
        for sign in signs_of(f"matter.{name}.unless", lang):
            if said.tells(sign, lang) is not None:
                return None
        told_at = (said.tells(sign, lang) for sign in signs_of(f"matter.{name}.signs", lang))
        found += [at for at in told_at if at is not None]
    return min(found, default=None)
