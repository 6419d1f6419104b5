"""What owners word so plainly that it can hardly be mistaken: subject and fault within one sentence.

Looked at where nothing else is certain. Every pattern is bounded, so that nothing here can run long."""

from __future__ import annotations

import re
from collections.abc import Callable

from coldread.advice.clauses import is_well, without_runs
from coldread.advice.reading import Reading

#: fields from which a form asks for much, told as a number
MANY_FIELDS = 6
#: seconds from which waiting is a complaint
LONG_WAIT = 3
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n")


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NUMBER = _any(
    r"\b(?:phone|telephone|tele?|mobile|contact|emergency) ?(?:number|no\b|nr\b)",
    r"\bthe number\b",
    r"\b(?:telefon|mobil|jour|växel)?(?:numret|nummer)\b",
    r"\be-?mail address\b|\bour e-?mail\b|\b(?:mejl|mail|e-?post)adress(?:en)?\b",
)
_UNTAPPABLE = _any(
    r"(?:\bcan ?not|\bcan['’]?t|\bcould(?: not|n['’]?t)|\bnot possible to) (?:be )?(?:tap|click|press|dial)",
    r"(?:\bnot|n['’]?t) (?:tappable|clickable|pressable|a link\b|linked\b)",
    r"\b(?:går|gick) (?:inte|ej|inte ens) (?:att |o |å |och )?(?:trycka|klicka|ringa)",
    r"\bkan (?:man )?(?:inte|ej) (?:trycka|klicka)",
    r"\b(?:inte|ej) (?:klickbar|tryckbar|länkad|länkat|en länk|som (?:en )?länk)",
)
_OTHER_TARGET = _any(r"\b(?:button|menu|form|knapp|meny|formulär)")

_HEAVY = _any(
    r"\b(?:home ?page|web ?site|site|page|landing page|gallery|images?|pictures?|photos?|videos?|film)\b",
    r"\b(?:start|hem|webb)?(?:sida|sidan|sajt|sajten|plats(?:en)?)\b",
    r"\b\w*(?:bild|bilder|bilderna|bilden|galleri|galleriet|video|videon|film|filmen|videoruta)\b",
)
_SECONDS = r"(?P<{name}>\d{{1,3}})(?:[.,]\d)? ?(?:s|secs?|seconds?|sek|sekunder)\b"
_WAITS = _any(
    r"\b(?:load(?:s|ing)?|laddar|ladda|laddas)\b[^.!?]{0,25}?\b" + _SECONDS.format(name="after"),
    r"\b"
    + _SECONDS.format(name="before")
    + r"[^.!?]{0,12}\b(?:to load|to open|att ladda|att öppna|innan (?:den|det|sidan) (?:laddat|öppnas))",
)
_SLOW = _any(
    r"\bloads? (?:so |very |too |really |incredibly )?slow(?:ly)?\b|\bslow to load\b|\bslow loading\b",
    r"\btakes? (?:forever|ages|an eternity)(?: to load\b| to open\b| on (?:mobile|phones?|4g)\b)",
    r"\bladda(?:r|s|t)? (?:så |väldigt |alldeles |jätte|för |mycket )?(?:långsamt|segt|sakta)\b",
    r"\btar en evighet (?:att (?:ladda|öppna)|på mobil|i mobil)",
)
#: a film may be slow in another way, a page hardly
_SLOW_PAGE = _any(
    r"\b(?:site|page|website|homepage)(?: is| feels| gets)? (?:very |too |so |really |super |painfully )?slow\b",
    r"\b(?:start|hem|webb)?(?:sidan|sajten|webbplatsen) (?:är|blir|känns) (?:så |väldigt |för |jätte|riktigt )?(?:långsam|seg|slö)\b",
)
_OTHER_WAIT = _any(
    r"\b(?:repl|answer|respon|deliver|ship|queue|staff|support|svar(?:a|ar|et|en|s)?\b|leverans|frakt|kö\b|personal|order|betal|pay|checkout|kassa)"
)

_WORDS = r"(?:opening hours|hours|menu|price list|prices|text|schedule|timetable|programme|address)"
_ORD = r"(?:öppettiderna|öppettider|menyn|matsedeln|prislistan|priserna|texten|schemat|programmet|adressen|tidtabellen)"
_IN_A_PICTURE = _any(
    rf"\b{_WORDS} (?:is|are) (?:just |only |all |really |actually )?(?:an? |inside an? |in an? )?(?:image|picture|photo|jpe?g|png|scan|screenshot)s?\b(?! of\b)",
    rf"\b{_ORD} (?:är|ligger|finns) (?:bara |egentligen )?(?:som |i |inuti )?(?:en |ett )?(?:bild|foto|skärmdump|skärmbild|jpe?g|png)\b(?! av\b)",
    r"\btext (?:that|which) is (?:really |actually )?an? (?:image|picture)\b|\btext som (?:egentligen )?är en bild\b",
)

_BOX = (
    r"(?:pop-?ups?|pop up|overlay|modal|(?:newsletter|sign-?up|cookie|consent|chat|offer) (?:box|notice|bar|banner|bubble|window|widget)|"
    r"(?:kak|cookie|popup-?|nyhetsbrevs|chatt?|samtyckes)(?:ruta|rutan|banner|bannern|fönster|fönstret|bubbla|bubblan)|"
    r"ruta (?:om|med|för) (?:vårt )?(?:nyhetsbrev|kakor|cookies|erbjudande|rabatt)\w*|ruta som (?:poppar|dyker|kommer) upp)"
)
_COVERS = (
    r"(?:covers|covering|hides|hiding|blocks|blocking|sits on top of|lies on top of|lies over|is on top of|"
    r"täcker|skymmer|döljer|ligger över|ligger ovanpå|lägger sig över)"
)
_BOX_OVER = _any(
    rf"\b{_BOX}\b[^.!?]{{0,60}}\b{_COVERS}\b",
    rf"\b{_BOX}\b[^.!?]{{0,60}}[.!?]?[^.!?]{{0,60}}\b(?:is|sits|lies|ligger|står|hamnar|göms) (?:right )?(?:behind|under|underneath|bakom|under) (?:it|den|rutan)\b",
)

_LETTERS = r"(?:text|font|letters|lettering|texten|bokstäverna|typsnittet|stilen|skriften)"
_SMALL = _any(
    rf"\b{_LETTERS}\b[^.!?,]{{0,25}}\b(?:too|so|way too|far too|för|så|alldeles för) (?:small|tiny|liten|litet|små)\b",
    rf"\b{_LETTERS} (?:is|are|är) (?:\w+ )?(?:tiny|minuscule|pytteliten|pyttesmå|jätteliten|jättesmå)\b",
    rf"\b(?:tiny|minuscule|pytteliten|jätteliten|mikroskopisk) (?:\w+ )?{_LETTERS}\b",
)
_PALE = _any(
    rf"\b{_LETTERS}\b[^.!?,]{{0,25}}\b(?:too|so|way too|far too|för|så|alldeles för) (?:pale|light|faint|ljus|ljust|blek|svag)\b",
    rf"\b(?:pale|faint|light gr[ae]y|ljusgrå|blek) {_LETTERS}\b",
)

_FORM = _any(r"\bforms?\b", r"\w*formulär\w*")
#: who must keep what the remedy would take away is not told to take it away
_KEPT = _any(
    r"\b(?:must|have to|has to|need to|insists?|måste|kräver att|vägrar)\b[^.!?]{0,40}\b(?:keep|stay|have all|all of them|vara kvar|behålla|ha kvar|alla)"
)


def _in_one(reading: Reading, *wanted: re.Pattern[str], without: re.Pattern[str] | None = None) -> bool:
    return any(
        all(one.search(sentence) for one in wanted) and not (without and without.search(sentence))
        for sentence in _sentences(reading)
    )


def _sentences(reading: Reading) -> list[str]:
    told = _SENTENCE.split(without_runs(reading.outside_quotes))
    return [" ".join(one.split()) for one in told if not is_well(one)]


def _cannot_be_tapped(reading: Reading) -> bool:
    return _in_one(reading, _NUMBER, _UNTAPPABLE, without=_OTHER_TARGET)


def is_slow(reading: Reading) -> bool:
    return any(
        _HEAVY.search(one)
        and not _OTHER_WAIT.search(one)
        and (_SLOW.search(one) or _SLOW_PAGE.search(one) or _long_wait(one))
        for one in _sentences(reading)
    )


def _long_wait(sentence: str) -> bool:
    found = _WAITS.search(sentence)
    return found is not None and int(found["after"] or found["before"]) >= LONG_WAIT


def _has_many_fields(reading: Reading) -> bool:
    count = reading.number_of("field", "fält")
    return (
        count is not None
        and count.isdigit()
        and int(count) >= MANY_FIELDS
        and _in_one(reading, _FORM)
        and _KEPT.search(reading.problem) is None
    )


#: by name of the complaint that answers, in this order
PLAIN: dict[str, Callable[[Reading], bool]] = {
    "not-a-link": _cannot_be_tapped,
    "text-in-picture": lambda reading: _in_one(reading, _IN_A_PICTURE),
    "box-over": lambda reading: _BOX_OVER.search(without_runs(reading.outside_quotes)) is not None,
    "slow": is_slow,
    "many-fields": _has_many_fields,
    "low-contrast": lambda reading: _in_one(reading, _PALE),
    "small-text": lambda reading: _in_one(reading, _SMALL),
}


def is_small(reading: Reading) -> bool:
    return _in_one(reading, _SMALL)


def plainly(reading: Reading) -> str | None:
    """The one that is told; where two are, none is the whole answer, but pale and small go together."""
    told = [name for name, tells in PLAIN.items() if tells(reading)]
    if told == ["low-contrast", "small-text"]:
        return told[0]
    return told[0] if len(told) == 1 else None
