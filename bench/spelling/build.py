"""Makes `scanner/page/dictionaries` from the unpacked packages named in its README; the same files give the same bytes.

    python -m bench.spelling.build FOLDER

FOLDER contains `american-english-huge`, `british-english-huge` (SCOWL), `frequency_dictionary_en_82_765.txt` (symspellpy),
`sv_SE.aff`, `sv_SE.dic` (hunspell-sv), `help-en/` and `help-sv/` (the HTML of libreoffice-help-en-us and -sv). `own_*.txt`
beside this file has words of the web that are too new for those lists.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bench.spelling.hunspell import forms
from coldread.scanner.page.dictionary import FOLDER, filter_positions

#: bits for each word, of which each marks four: one word in eighty (English) or in forty (Swedish) that is none passes for one
BITS = {"en": 10, "sv": 8}
SHORTEST, LONGEST = 2, 40
#: a slip is one edit away from one of these
FEWEST_LETTERS = 5
ENGLISH_COMMON = 16_000
#: in a manual of 0.8 million words
HELP_COUNT = 3
HELP_USED = 5
#: words that end with it: `behandlingen` ends many
PRODUCTIVE = 10
_MARKUP = re.compile(r"(?s)<script.*?</script>|<style.*?</style>|<[^>]+>")
_WORD = re.compile(r"[a-zåäöé]+")


def main(source: Path) -> None:
    english = _plain(
        word
        for name in ("american-english-huge", "british-english-huge")
        for word in (source / name).read_text("utf-8").split()
    )
    ranked = [
        line.split()
        for line in (source / "frequency_dictionary_en_82_765.txt").read_text("utf-8-sig").splitlines()
    ]
    english |= _plain(word for word, _ in ranked) | _used(source / "help-en") | _own("en")
    common = [word for word, _ in sorted(ranked, key=lambda row: (-int(row[1]), row[0]))[:ENGLISH_COMMON]]
    _write("en", english, _long(common))

    whole, parts = forms(source, "sv_SE")
    swedish = _plain(whole)
    counted = _counted(source / "help-sv")
    ends = _productive(swedish)
    common = [word for word in swedish if counted[word] >= HELP_COUNT or ends[word] >= PRODUCTIVE]
    _write("sv", swedish | _plain(parts) | _own("sv"), _long(common))


def _own(name: str) -> set[str]:
    return _plain((Path(__file__).parent / f"own_{name}.txt").read_text("utf-8").split())


def _used(folder: Path) -> set[str]:
    """What a manual writes again and again is no slip, whether a list has it or not."""
    return _plain(word for word, count in _counted(folder).items() if count >= HELP_USED)


def _plain(words: Iterable[str]) -> set[str]:
    low = {word.lower() for word in words}
    return {word for word in low if word.isalpha() and SHORTEST <= len(word) <= LONGEST}


def _long(words: Iterable[str]) -> list[str]:
    return sorted(word for word in set(words) if word.isalpha() and len(word) >= FEWEST_LETTERS)


def _counted(folder: Path) -> Counter[str]:
    """How often a word stands in the manual, in small letters only: names do not count."""
    tally: Counter[str] = Counter()
    for file in sorted(folder.rglob("*.html")):
        tally.update(_WORD.findall(_MARKUP.sub(" ", file.read_text("utf-8", "replace"))))
    return tally


def _productive(words: set[str]) -> Counter[str]:
    """How many longer words end with each word."""
    tally: Counter[str] = Counter()
    for word in words:
        for start in range(3, len(word) - FEWEST_LETTERS + 1):
            if word[start:] in words:
                tally[word[start:]] += 1
    return tally


def _write(name: str, words: set[str], common: list[str]) -> None:
    kept = {word for word in words if not word.endswith("s") or word.endswith("ss") or word[:-1] not in words}
    size = (len(kept) * BITS[name] + 7) // 8
    marks = bytearray(size)
    for word in kept:
        for place in filter_positions(word, size * 8):
            marks[place >> 3] |= 1 << (place & 7)
    (FOLDER / f"{name}.words").write_bytes(bytes(marks))
    packed = gzip.compress("\n".join(common).encode(), 9, mtime=0)
    (FOLDER / f"{name}.common.gz").write_bytes(packed)
    print(name, len(words), "words,", len(kept), "kept,", size, "bytes;", len(common), "common ones")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
