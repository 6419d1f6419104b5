"""The weakest sentences of a page, each with a new wording or the word “cut”, and the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from coldread.base import languages
from coldread.drafts.business.heads import alike
from coldread.drafts.business.plain_words import praise_in, without_praise
from coldread.drafts.case import Case
from coldread.drafts.first_screen import SMALL_PRINT
from coldread.drafts.say import quoted, say
from coldread.drafts.told import Told
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, phrases, stem, words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.suggest.wording import capital, ended, sentences

MOST_EDITS, MOST_OF_A_KIND = 4, 2
LONG_SENTENCE, LEAST_HALF = 29, 5
LONGEST_SHOWN = 320
#: a shorter line is a label
LEAST_SENTENCE = 5


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One sentence, what to write instead (empty: cut it), and why."""

    today: str
    new: str
    #: key of `[edit]`
    why: str
    values: tuple[tuple[str, str], ...] = ()


#: where a long sentence can end: the second half begins with its own subject
_SPLIT = re.compile(
    r"(?:,|\s[–—-]|;)?\s(?:and|but|so|och|men|så)\s(?=(?:we|you|it|they|he|she|i|vi|du|ni|det|de|jag|man)\b)"
    r"|;\s|\s[–—]\s(?=(?:we|you|it|they|this|that|vi|du|ni|det|de|den)\b)",
    re.IGNORECASE,
)
#: words between two halves that turn the sense: they open the second
_TURNS = re.compile(r"\b(?:but|so|men|så)\b", re.IGNORECASE)
#: a clause that hangs on the next: cut there, it is no sentence
_OPENS = re.compile(r"^(?:if|when|while|as|since|because|with|after|by|to|whether|once|unless|om|när|medan|eftersom|med|efter|genom|för att|sedan|trots|oavsett)\b", re.IGNORECASE)  # fmt: skip
#: “both … and”: what comes in two is not cut apart
_PAIRED = re.compile(r"\b(?:both|either|between|både|antingen|mellan|dels)\b", re.IGNORECASE)
_GREETING = re.compile(r"^(?:welcome\b|(?:hjärtligt |varmt )?välkom\w+\b)", re.IGNORECASE)
#: the name of an icon run into a word: “checkedEasy”
_GLUED = re.compile(r"[a-zåäö]{3}[A-ZÅÄÖ][a-zåäö]{2}")
_SHOUTS = re.compile(r"[!?]{2,}")


def copy_edits(case: Case, page: Page, told: Told) -> list[str]:
    """Three to six of them, the worst first; in the order of harm, not of the page."""
    lang = case.assignment.lang
    held = _held_words(case, page)
    ranked = sorted(_found(page, told), key=lambda row: (row[0], row[1]))
    found = [edit for _, _, edit in ranked if not loses(edit, held) and len(edit.new) <= LONGEST_SHOWN]
    kept: list[Edit] = []
    counted: Counter[str] = Counter()
    for edit in found:
        known = any(alike(edit.today, other.today) for other in kept)
        if not known and counted[edit.why] < MOST_OF_A_KIND and len(kept) < MOST_EDITS:
            counted[edit.why] += 1
            kept.append(edit)
    if not kept:
        return []
    head = [
        f"| {say(lang, 'edit.today')} | {say(lang, 'edit.change')} | {say(lang, 'edit.why')} |",
        "|---|---|---|",
    ]
    return [
        *head,
        *(
            f"| {quoted(_cut(edit.today), lang)} | {quoted(edit.new, lang) if edit.new else say(lang, 'edit.cut')} | {say(lang, f'edit.why_{edit.why}', **dict(edit.values))} |"
            for edit in kept
        ),
    ]


#: what is paid, agreed or held: a line with one of these says something that somebody relies on
_TERMS = re.compile(
    r"\d|[$€£]|\b(?:kr|kronor|sek|free|gratis|kostnadsfri\w*|price\w*|pris\w*|offert\w*|quotes?|garanti\w*|guarantee\w*|warranty|insur\w*|försäkr\w*|refund\w*|return\w*|retur\w*|ångerrätt|avbok\w*|cancel\w*|bindningstid|moms|vat|rut\w*|rot\w*|leverans\w*|levere\w*|frakt\w*|deliver\w*|shipping|öppet|öppettid\w*|open|hours|drop-?in|akut|emergency|certif\w*|auktoriserad\w*|legitimerad\w*|licensed)\b",
    re.IGNORECASE,
)


def _held_words(case: Case, page: Page) -> frozenset[str]:
    """Stems of what is sold and where: of the title, the description, the headlines, the order, and the places that the page names."""
    places = [one.value for one in case.report.reading.place] if case.report is not None else []
    heads = [
        block.text[:200]
        for block in page.blocks
        if block.kind == "heading" and not _GREETING.match(block.text.strip())
    ]
    sources = (page.title, meta_content(page.dom, "description"), case.assignment.goal, *heads, *places)
    return frozenset(stem(word.lower()) for text in sources for word in content_words(text))


def loses(edit: Edit, held: frozenset[str]) -> bool:
    """What would go with it names what is sold, its price, its place or its terms."""
    if edit.why == "leftover":
        return False
    kept = {word.lower() for word in words(edit.new)}
    gone = [word for word in words(edit.today) if word.lower() not in kept]
    if not edit.new:
        sold = any(stem(word.lower()) in held for word in gone) or len(_told_in(edit.today)) > MOST_EMPTY
        return sold or _TERMS.search(edit.today) is not None
    figures = set(_FIGURE.findall(edit.today)) - set(_FIGURE.findall(edit.new))
    return bool(figures) or any(_TERMS.search(word) or _is_held(word, held) for word in gone)


_FIGURE = re.compile(r"\d+")
#: words beside praise that a sentence may have and still say nothing
MOST_EMPTY = 2


def _told_in(sentence: str) -> list[str]:
    """Its words without those that everybody uses: what it speaks of."""
    plain = phrases("buzzwords.phrases").sub(" ", sentence)
    return [word for word in content_words(plain) if not praise_in(word) and not _GREETING.match(word)]


def _is_held(word: str, held: frozenset[str]) -> bool:
    """A name, or a word for what is sold; praise that stands in a headline, too, is still praise."""
    return stem(word.lower()) in held and not praise_in(word) and not _GREETING.match(word)


def _found(page: Page, told: Told) -> list[tuple[int, int, Edit]]:
    """Harm, place on the page, edit."""
    rows: list[tuple[int, int, Edit]] = []
    seen: set[str] = set()
    place, others = 0, False
    for block in own_words(page):
        if block.kind == "heading":
            others = OTHERS_SPEAK.search(block.text) is not None
        if (
            page.is_quotation(block.element)
            or others
            or _SPEAKER.search(block.text)
            or block.region in ("nav", "footer")
            or block.element.closest("a", "button")
        ):
            continue
        for sentence in sentences(block.text[:2_000]):
            said = " ".join(sentence.split())
            if (
                _GLUED.search(said)
                or SMALL_PRINT.search(said)
                or said in seen
                or len(words(said)) < LEAST_SENTENCE - 2 * (block.kind == "heading")
                or (block.kind == "heading" and not _GREETING.match(said))
            ):
                continue
            seen.add(said)
            place += 1
            for harm, judge in enumerate(_JUDGES):
                edit = judge(said, page, told)
                if edit is not None:
                    rows.append((harm, place, edit))
                    break
    return rows


def _leftover(said: str, page: Page, told: Told) -> Edit | None:
    return Edit(today=said, new="", why="leftover") if placeholder_in(said) else None


#: words of a greeting that says nothing else
_SHORT_GREETING = 7
_TO = re.compile(r"^(?:welcome|(?:hjärtligt |varmt )?välkom\w+)(?: (?:to|till|hos))? ", re.IGNORECASE)


def _greeting(said: str, page: Page, told: Told) -> Edit | None:
    """Cut where it is all; where something follows, that stands alone."""
    if not _GREETING.match(said):
        return None
    rest = capital(_TO.sub("", said))
    if len(words(said)) <= _SHORT_GREETING:
        # the headline itself is replaced by a version, not taken away
        return None if said.lower() == told.headline.lower() else Edit(today=said, new="", why="greeting")
    return (
        Edit(today=said, new=rest, why="greeting")
        if rest != said and len(words(said)) <= LONG_SENTENCE
        else None
    )


def _empty(said: str, page: Page, told: Told) -> Edit | None:
    """Praise of oneself that tells nothing."""
    praised = list(dict.fromkeys(hit[0].lower() for hit in phrases("buzzwords.phrases").finditer(said)))
    if len(praised) < 2 or re.search(r"\d", said) or judge_line(said, page, topics(page)).outcome == "yes":
        return None  # a sentence with a figure in it says something
    return Edit(
        today=said,
        new="",
        why="empty",
        values=(
            (
                "words",
                ", ".join(f"”{word}”" if page.language == "sv" else f"“{word}”" for word in praised[:3]),
            ),
        ),
    )


def _long(said: str, page: Page, told: Told) -> Edit | None:
    count = len(words(said))
    if count <= LONG_SENTENCE or _OPENS.match(said):
        return None
    values = (("n", str(count)),)
    for cut in sorted(_SPLIT.finditer(said), key=lambda one: abs(one.start() - len(said) / 2)):
        first, rest = said[: cut.start()].rstrip(" ,;–—-"), said[cut.end() :]
        if _PAIRED.search(first):
            continue
        joint = _TURNS.search(cut[0])
        rest = f"{joint[0]} {rest}" if joint is not None else rest
        if len(words(first)) >= LEAST_HALF and len(words(rest)) >= LEAST_HALF:
            return Edit(today=said, new=f"{ended(first)} {capital(rest)}", why="long", values=values)
    return None


def _praise(said: str, page: Page, told: Told) -> Edit | None:
    """Without the adjectives that everybody uses, where the sentence stands without them."""
    found = praise_in(said)
    new = without_praise(said, page.language)
    if len(found) < LEAST_PRAISE or len(words(new)) < LEAST_SENTENCE or _GRADED.search(said):
        return None
    shown = ", ".join(languages.quoted(word, page.supported_language) for word in found[:3])
    return Edit(today=said, new=new, why="praise", values=(("words", shown),))


#: runs of praise in one sentence that are worth a row
LEAST_PRAISE = 2
#: “very committed”: the adverb would be left alone
_GRADED = re.compile(r"\b(?:very|so|really|mycket|väldigt|otroligt|så)\s", re.IGNORECASE)
#: a heading under which others speak, and somebody who speaks of himself
OTHERS_SPEAK = re.compile(
    r"\b(?:testimonials?|reviews?|(?:clients|customers|students|patients|members|people) (?:say|love)|kundomdöme\w*|omdömen|recension\w*|säger (?:våra|om)|kunder(?:na)? säger|elever(?:na)? säger|referenser)\b",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"\b(?:I|I'm|I’m|I've|I’ve|my|me|jag|mig|min|mitt|mina)\b", re.IGNORECASE)


def _shouts(said: str, page: Page, told: Told) -> Edit | None:
    if _SHOUTS.search(said):
        return Edit(today=said, new=_SHOUTS.sub(".", said), why="shouts")
    return None


#: the worst first
_JUDGES: tuple[Callable[[str, Page, Told], Edit | None], ...] = (
    _leftover,
    _empty,
    _long,
    _greeting,
    _praise,
    _shouts,
)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN].rsplit(" ", 1)[0] + " …"
