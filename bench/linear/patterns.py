"""Which patterns backtrack on outsiders' text: `python -m bench.linear.patterns`, also run by `tests/test_patterns`.

Finds every pattern of `src` by itself: compiled patterns of modules, patterns compiled at run time (constants in the code), and the
lists of the lexicons. Attacks each with runs of the characters that it contains.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import pkgutil
import re
import re._parser as parser  # type: ignore[import-not-found]  # the only reader of patterns that is theirs
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import coldread
from coldread.base.languages import JUDGED
from coldread.scanner.page.observe.element_tree import readable_text
from coldread.scanner.page.phrases import lexicon, phrases

#: characters, and how many times as many: linear is 4 times the cost, n^1.2 is 5.3, a square 16
SHORT, TIMES = 700, 4
#: a crowded machine disturbs even the least of several; whatever is above is measured again, twice as long
MOST = 9.0
#: below this many seconds a clock tells nothing; a square of the longer text takes six times that
TELLING_S = 0.0008
#: what takes longer than this is measured once
CLEAR_S = 0.05
#: runs of each list of the lexicons, which one function turns into patterns; they are matched against visible text (`element_tree.readable_text`)
RUNS_OF_A_LIST = 10
#: what may be between the words of every list, and inside words of any kind
_GAPS = (("", "- "), ("", "-"), ("", "a "), ("", "a-"))
CALLS = {"compile", "search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"}

#: where a pattern's place begins so, and why what is fed to it keeps it within bounds
BOUNDED: dict[str, str] = {
    "advice.": "2,000 characters, read by a child that may compute for five seconds",
    "llm.grounds:_ADDRESS": "one field of a model's answer, whose tokens are counted: a few thousand characters",
    "llm.grounds:_QUOTED": "the same",
    "scanner.judge.checks.copy.readability:_SENTENCE_END": "text of a page: no word is longer than 120 signs",
    "scanner.page.observe.picture_head:READERS": "matched at the start of a file, never searched",
    "scanner.page.observe.titles:_SIGN": "a title: single blanks",
}


def is_bounded(place: str) -> bool:
    return place.startswith(tuple(BOUNDED))


@cache
def found_patterns() -> dict[str, re.Pattern[Any]]:
    found: dict[str, re.Pattern[Any]] = {}
    root = Path(coldread.__path__[0])
    for info in pkgutil.walk_packages(coldread.__path__, "coldread."):
        if ".migrations." in info.name or info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        _note_matched(module)
        for name, value in vars(module).items():
            for number, one in enumerate(_held(value)):
                found.setdefault(f"{info.name.removeprefix('coldread.')}:{name}.{number}", one)
    known = {one.pattern for one in found.values()}
    for path in root.rglob("*.py"):
        for line, way, written in _constants(_nodes(path)):
            if written not in known:
                one = found[f"{path.relative_to(root)}:{line}"] = re.compile(written)
                if way in ("match", "fullmatch"):
                    _ONLY_MATCHED.add(one)
    for language in JUDGED:
        for where in _lists(lexicon(language)):
            listed = phrases(where, language)
            found[f"{language}:{where} exact"] = listed._exact_pattern
            _ONLY_MATCHED.add(listed._exact_pattern)  # asked where the quick one has found something
            found[f"{language}:{where} quick"] = listed._quick_pattern
            found[f"{language}:{where} open"] = listed._open
    return found


#: patterns of which their module asks nothing but whether a text begins so, or is so
_ONLY_MATCHED: set[re.Pattern[Any]] = set()


def _note_matched(module: ModuleType) -> None:
    if not module.__file__ or not module.__file__.endswith(".py"):
        return
    asked: dict[str, set[str]] = {}
    read: Counter[str] = Counter()
    for node in _nodes(Path(module.__file__)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            asked.setdefault(node.value.id, set()).add(node.attr)
            read[node.value.id] -= 1
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read[node.id] += 1
    for name, ways in asked.items():
        value = getattr(module, name, None)
        if isinstance(value, re.Pattern) and ways <= {"match", "fullmatch"} and not read[name]:
            _ONLY_MATCHED.add(value)


def _held(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (one for inner in value.values() for one in _held(inner))
    elif isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        yield from (one for inner in value for one in _held(inner))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """What is asked of patterns: names, attributes and calls."""
    tree = ast.parse(path.read_text("utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name | ast.Call))


def _constants(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str, str | bytes]]:
    for node in nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in CALLS
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, (str, bytes))
        ):
            yield node.lineno, node.func.attr, node.args[0].value


def _lists(table: dict[str, Any], before: str = "") -> Iterator[str]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _lists(value, f"{before}{name}.")
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            yield before + name


def _signs(tokens: Any) -> Iterator[str]:
    """Signs that the pattern names, and one of each kind that it takes."""
    for kind, value in tokens:
        name = str(kind)
        if name in ("LITERAL", "NOT_LITERAL"):
            yield chr(value)
        elif name == "RANGE":
            yield chr(value[0])
        elif name == "CATEGORY":
            yield {"DIGIT": "1", "SPACE": " ", "WORD": "a"}.get(str(value).rpartition("_")[2], "-")
        elif name == "ANY":
            yield "x"
        elif name == "IN":
            yield from _signs(value)
        elif name == "BRANCH":
            yield from (sign for one in value[1] for sign in _signs(one))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            yield from _signs(value[2])
        elif name == "SUBPATTERN":
            yield from _signs(value[3])
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _signs(value[1])
        elif name == "ATOMIC_GROUP":
            yield from _signs(value)


def runs(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str]]:
    """A beginning and what is repeated behind it."""
    said = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    signs = list(dict.fromkeys(_signs(parser.parse(said, pattern.flags & ~re.UNICODE & ~re.DEBUG))))
    plain = list(
        dict.fromkeys([*[sign for sign in signs if not sign.isalnum()][:7], *signs[:3], "a", "1", " "])
    )
    words = re.findall(r"[A-Za-zåäö]{2,}", said)[:3]
    # "abab…" and "baba…" are one text but for its first sign
    for unit in itertools.chain(plain, (a + b for a, b in itertools.combinations(plain[:7], 2)), words):
        yield "", unit
    for begin in plain[:4]:
        for unit in plain[:4]:
            yield begin, unit


def cost(pattern: re.Pattern[Any], text: str) -> float:
    subject: Any = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
    began = time.process_time()
    if pattern in _ONLY_MATCHED:
        pattern.match(subject)
    else:
        for _ in pattern.finditer(subject):
            pass
    return time.process_time() - began


def growth(pattern: re.Pattern[Any], begin: str, unit: str, *, of_a_list: bool = False) -> float:
    """How many times as much four times the length costs; 0 where it is too little to tell. Three lengths must agree."""

    def spent(signs: int) -> float:
        text = begin + unit * (signs // len(unit)) + "\x01"
        return cost(pattern, readable_text(text) if of_a_list else text)

    if (
        early := spent(SHORT // TIMES)
    ) > CLEAR_S / 10:  # a cube or worse: the longer texts would take minutes
        return early / max(spent(SHORT // TIMES // TIMES), 1e-5)
    first = spent(SHORT * TIMES // 2)
    if first < TELLING_S / 2:  # a square takes three times that
        return 0.0
    often = 3 if first < CLEAR_S else 1
    least, middle = (min(spent(SHORT * times) for _ in range(often)) for times in (1, TIMES))
    if middle < TELLING_S or middle / max(least, 1e-5) <= MOST:
        return middle / max(least, 1e-5)
    twice = min(spent(SHORT * TIMES * 2) for _ in range(often))
    return min(middle / max(least, 1e-5), (twice / middle) ** 2)


@cache
def worst(pattern: re.Pattern[Any], *, of_a_list: bool = False) -> tuple[float, str]:
    """How fast it grows at its worst, and with what: the first run that is too much ends the search. A pattern that several modules hold is asked once."""
    found = (0.0, "")
    tried = (
        itertools.chain(_GAPS, itertools.islice(runs(pattern), RUNS_OF_A_LIST))
        if of_a_list
        else runs(pattern)
    )
    for begin, unit in tried:
        found = max(found, (growth(pattern, begin, unit, of_a_list=of_a_list), begin + unit))
        if found[0] > MOST:
            break
    return found


def slow_patterns() -> dict[str, tuple[float, str]]:
    told = {
        place: worst(pattern, of_a_list=place.endswith((" exact", " quick", " open")))
        for place, pattern in found_patterns().items()
        if not is_bounded(place)
    }
    return {place: found for place, found in told.items() if found[0] > MOST}


def main() -> None:
    for place, (grown, unit) in slow_patterns().items():
        print(f"{grown:6.1f} times for {TIMES} times {unit!r}: {place}", flush=True)


if __name__ == "__main__":
    main()
