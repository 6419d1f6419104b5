"""Words that are no words and one slip away from a common one; names, jargon and other languages are left alone.

Precision before recall: only words in small letters, only slips inside of a word (endings and beginnings are how languages
and firms make new words), and nothing that the page writes often, or somewhere with a capital.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from coldread.base.languages import JUDGED
from coldread.scanner.page.dictionary import common_words, is_known
from coldread.scanner.page.observe.dom import Element, Tree
from coldread.scanner.page.observe.text import Block, is_filler
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import remembered
from coldread.scanner.reading.quotes import read_blocks

#: shorter words are one slip away from too many others
FEWEST_LETTERS = 6
#: written more often, it is meant
MOST_TIMES = 2
#: different words of a page that are looked up, and slips that are told: a book of nonsense is not read to its end
MOST_WORDS, MOST_SLIPS = 6_000, 20
#: unknown words beyond this share: another language, code or a list of names
MOST_UNKNOWN = 0.2
#: words; a shorter line is a label, in which names are written small as well
SHORT_LINE = 4
_LETTERS = {"en": "abcdefghijklmnopqrstuvwxyz", "sv": "abcdefghijklmnopqrstuvwxyzåäöé"}
#: what stands between blanks, without the marks around it: a word, or two with one mark between them; anything else is an
#: address, a name or a figure
_TOKEN = re.compile(
    r"(?<!\S)[\"'“”«‘(]{0,2}([^\W\d_]{2,40})(?:[/–-]([^\W\d_]{2,40}))?[\"'”»’).,;:!?…]{0,3}(?!\S)"
)
_JOINTS = ("/", "–", "-")


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A word as written, the common one that was probably meant, and where it stands."""

    word: str
    meant: str
    line: str
    start: int


def page_slips(page: Page) -> list[tuple[Block, Slip]]:
    """Of the page's own text: no quotation, no code, no filler, no line that says it is in another language."""
    if page.language not in _LETTERS:
        return []
    blocks: dict[str, Block] = {}
    is_foreign = page.dom.root.tree.once(_foreign_to(page.language))
    for block in read_blocks(page):
        if not (
            block.region == "nav"
            or page.is_quotation(block.element)
            or is_filler(block.text)
            or block.element.closest("pre", "code", "kbd", "samp", "address") is not None
            or is_foreign[block.element.number]
        ):
            blocks.setdefault(block.text, block)
    return [(blocks[slip.line], slip) for slip in slips(blocks, page.language, page.brand)]


@cache
def _foreign_to(language: str) -> Callable[[Tree], list[bool]]:
    """Whether an element, or what is around it, says that it is in another language, or not to be translated."""

    def of_all(tree: Tree) -> list[bool]:
        found: list[bool] = []
        for element in tree.elements:  # parents come before their children
            around = element.parent is not None and found[element.parent.number]
            found.append(around or _says_foreign(element, language))
        return found

    return of_all


def _says_foreign(element: Element, language: str) -> bool:
    if element.attr("translate").lower() == "no":
        return True
    told = element.attr("lang") if element.tag not in ("html", "body") else ""
    return bool(told) and told[:2].lower() != language


def slips(texts: Iterable[str], language: str, names: Collection[str] = ()) -> list[Slip]:
    """In order; of each word its first place."""
    if language not in _LETTERS:
        return []
    lines = {line: _words(line) for line in texts}
    seen = Counter([word for words in lines.values() for word in words])
    capital = {word.lower() for word in seen if not word.islower()}
    read = dict.fromkeys(word for word in seen if word.islower())
    strange = {word for word in islice(read, MOST_WORDS) if _is_unknown(word, language)}
    found: dict[str, Slip] = {}
    for line, words in lines.items():
        if strange.isdisjoint(words):
            continue
        unknown = [(word, at) for word, at in _placed_words(line) if word in strange]
        if len(unknown) > max(2.0, MOST_UNKNOWN * len(words)):
            continue
        for word, at in unknown:
            if word in found or seen[word] > MOST_TIMES or word in capital or word in names:
                continue
            joined = line[at - 1 : at] in _JOINTS or line[at + len(word) : at + len(word) + 1] in _JOINTS
            meant = meant_by(word, language, strict=joined or len(words) < SHORT_LINE)
            if meant:
                found[word] = Slip(word=word, meant=meant, line=line, start=at)
        if len(found) >= MOST_SLIPS:
            break
    return list(found.values())


def _words(line: str) -> list[str]:
    """The same as the next, at a third of the time: nearly everything between two blanks is a word or two."""
    found: list[str] = []
    for part in line.split():
        if part.isalpha() and 2 <= len(part) <= 40:
            found.append(part)
        else:
            found += _words_of(part)
    return found


@remembered
def _words_of(part: str) -> tuple[str, ...]:
    token = _TOKEN.fullmatch(part)
    return tuple([word for word in token.groups() if word]) if token else ()


def _placed_words(line: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for token in _TOKEN.finditer(line):
        found.append((token[1], token.start(1)))
        if token[2]:
            found.append((token[2], token.start(2)))
    return found


def _is_unknown(word: str, language: str) -> bool:
    others = (other for other in JUDGED if other != language)
    return not is_known(word, language) and not any(word in common_words(other) for other in others)


def meant_by(word: str, language: str, *, strict: bool = False) -> str:
    """The one common word that is a slip inside of the word away; empty where there is none, or several.

    A letter lost, doubled or swapped is a slip of the hand and comes first; a letter that is another (`strict`: left out)
    may be another word.
    """
    common = common_words(language)
    if len(word) < FEWEST_LETTERS:
        return ""
    for edits in (_slips_of_the_hand, _other_letters)[: 1 if strict else 2]:
        near = {other for other in edits(word, _LETTERS[language]) if other in common}
        if near:
            return near.pop() if len(near) == 1 else ""
    return ""


def _slips_of_the_hand(word: str, letters: str) -> Iterator[str]:
    """The first and the last letter stay."""
    for at in range(1, len(word)):
        if at < len(word) - 1:
            yield word[:at] + word[at + 1 :]
        yield from (word[:at] + letter + word[at:] for letter in letters)
        if at < len(word) - 2:
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _other_letters(word: str, letters: str) -> Iterator[str]:
    """Not among the last three: `modifierare` is not `modifierade`."""
    for at in range(1, len(word) - 3):
        yield from (word[:at] + letter + word[at + 1 :] for letter in letters)
