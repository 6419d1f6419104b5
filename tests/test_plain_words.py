"""What people read of us has none of the habits that readers called translated: every text of both languages, comments and documents, by rule."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText, filled_text, text_for_many
from coldread.scanner.judge.checks.seo import meta_description
from coldread.scanner.judge.rubric import CHECKS

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "coldread"
HABITS: dict[str, dict[str, str]] = {
    "en": {
        "spoken of": r"\bspoken of\b|\bspeaks? of\b",
        "ground for background": r"\b(?:its|the|their) ground\b",
        "near by": r"\bnear by\b",
        "whoever": r"\b[Ww]hoever\b",
        "who + verb for a person": r"(?:^|[.;:] )Who (?:finds|sees|steers|listens|wants|cannot|would|reads|needs|knows)\b[^?]*$",
        "whom it is for": r"(?:^|[ “])[Ww]hom (?:it|this|you|is|are|will|one|have)\b",
        "one": r"\b(?:[Oo]ne|oneself) (?:can|may|must|gets|leaves|looks|scrolls|pays|meets|cancels|gives|types|needs|hesitates|says)\b|\bone's\b|\bwhile one\b",
        "stands for is": r"\bstands? (?:on|under|below|above|there|here|further|behind|\{|\d|in (?!the way|your way))",
        "with ease, let it be, in vain": r"\bwith ease\b|\blet it be\b|\bin vain\b|\bcontent\?|\bfreight\b",
        "a heading that counts": r": \{count\}$",
        "a blank before %": r"\d %|\} %",
        "a straight quotation mark": r'(?<![=\w`])"[^"=]+"',
        "a closing mark that opens": r"(?:^|[\s(])”",
        "firm, mend": r"\b[Mm]end\b",
    },
    "sv": {
        "botten for bakgrund": r"\b(?:text|knapp|etikett)\w* och botten\b",
        "verkstaden": r"\bverkstad",
        "sett efter": r"\bsett efter\b",
        "talar för": r"\btalar för (?:den|det|er)\b",
        "belägg": r"\b[Bb]elägg\w*\b",
        "brevlåda, brev": r"\bbrevlåda\b|\bbrev(?:en|et)?\b(?<!nyhetsbrev)",
        "främlingar": r"\b[Ff]rämlingar\b",
        "menad, omskött": r"\bmenad\b|\bomskött\b",
        "målets nästa steg": r"\bmålets nästa steg\b",
        "agenter är viktiga": r"\bagenter är viktiga\b",
        "a heading that counts": r": \{count\}$",
        "an English mark": r"“",
        "a straight quotation mark": r'(?<![=\w`])"[^"=]+"',
    },
}

#: the same for comments, docstrings and documents; code in backticks is not prose
PROSE_HABITS = {
    "whoever": r"\b[Ww]hoever\b",
    "mend": r"\b[Mm]end(?:s|ed|ing)?\b",
    "stand for be": r"\b[Ss]tands?\b(?! for\b)",
    "told for reported, listed, called": r"\btold\b",
    "a sentence without its noun": r"^(?:#:|\s*)\s*Of (?:an?|the|one|what|all|another)\b|^#: of\b",
    "all the same for still, anyway": r"(?<!, )\ball the same\b",
    "held against for checked against": r"\b(?:[Hh]olds?|[Hh]eld|[Hh]olding)\b[^.;:]{0,60}\bagainst\b",
    "say of, know of for about": r"\b(?:says?|said|know[ns]?) of\b",
    "of ours for on our side": r"\b(?:[Tt]rouble|failures?|faults?|errors?) of (?:ours|our own)\b",
    "hand out, hand through": r"(?<!by )\b[Hh]and(?:s|ed|ing)? (?:\w+ ){0,3}(?:through|out)\b",
    "further for other, more": r"\b[Ff]urther (?!than|down|away|up|below|apart|left|right)[a-z]+",
    "the whole way": r"\bwhole way\b",
    "exchange for replace": r"\b(?:be|is|are|was|were|also) exchange[sd]?\b|\bexchange of (?:one|a|the) text\b",
    "came of, became of": r"\b[Ww]hat (?:has |will )?(?:came|comes?|becomes?|became) of\b",
    "for so long": r"\b(?:for|after) so long\b",
    "room for package": r"\b(?:each|every|another|higher|other|several) rooms?\b",
    "as nobody": r"\bas nobody\b",
    "lacking": r"\b(?:was|were|is|are) lacking\b",
    "None where for None if": r"\b(?:None|empty|False) where\b",
    "for who": r"\b(?:for|to) who\b",
    "another X than for an X other than": r"\b(?:an)?other \w+(?: in \w+)? than\b",
    "the books for reconciliation": r"\b(?:[Bb]y|compar\w+(?: of)?|until) the books\b|\bthe books (?:compare|decide|wait)",
    "a wall against robots": r"\b[Ww]alls? against robots\b|^\s*wall against robots",
    "single texts for text nodes": r"\bsingle texts?\b(?! nodes?)",
    "follow for are derived": r"\bfollow by (?:themselves|itself)\b",
    "turn the clock": r"\bturn(?:s|ed|ing)? (?:the|a|its) clock\b|\bclock that \w+ can turn\b",
    "tell nothing, tell of": r"\b(?:tells?|telling) (?:nothing|of)\b",
    "once at most": r"\b(?:once|twice) at most\b",
    "are others": r"\b(?:is|are|was|were) others\b",
    "away for down": r"\b(?:is|was|are|were) away\b(?! from)",
    "reckon": r"\b[Rr]eckon\w*",
    "has for is of a size": r"\b(?:has|have|had) [\d.,]+ ?[kMG]B\b",
    "standstill for downtime": r"\b[Ss]tandstill\b",
    "the transaction of its cause": r"\btransaction of its cause\b",
    "tests want": r"\b[Tt]ests (?:want|ask for)\b|\band wants? (?:its|their) rows?\b",
    "imports itself": r"\bimports? itself\b",
    "whole for completely": r"\b(?:scanned|shown|read|seen|measured|loaded) whole\b",
    "give the use back": r"\bgives? (?:the|a) use back\b",
    "drawn by the browser": r"\bdrawn by (?:the|a) browser\b",
    "failed work": r"\bis failed work\b",
    "a blank before %": r"\d %",
    "give the command": r"\b[Gg]ive the same command\b",
}
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"")
#: steps of the schema and prompts that were used: once released they never change
RELEASED = ("migrations/versions/", "reader/prompts/")

#: found only where there are several
NEVER_ONE = ("cta.many-buttons", "cta.same-words")

#: what stays: contracts, machines, and idioms that only look like a habit
ALLOWED = re.compile(r"umbrella_invoice|aria-label=|autocomplete=")


def written() -> Iterator[tuple[str, str, str]]:
    """Language, place and text of all that people are told."""
    for file in sorted(HOUSE.rglob("texts/*.toml")):
        if file.stem in HABITS:
            for key, text in _flat(tomllib.loads(file.read_text("utf-8"))):
                if not key.startswith("flags."):
                    yield file.stem, f"{file.relative_to(HOUSE)} {key}", text
    for rule, told in tomllib.loads(
        (HOUSE / "scanner/page/lexicon/axe_texts.toml").read_text("utf-8")
    ).items():
        for lang, texts in told.items():
            yield from ((lang, f"axe_texts {rule}", text) for text in texts)
    for file in sorted(HOUSE.glob("mail/templates/*.txt")):
        yield file.suffixes[0][1:], file.name, file.read_text("utf-8")
    for file in sorted(HOUSE.rglob("*.py")):
        yield from _in_place(file)


def _flat(table: dict[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield from ((before + name, str(one)) for one in (value if isinstance(value, list) else [value]))


def _in_place(file: Path) -> Iterator[tuple[str, str, str]]:
    """`InlineText(en=…, sv=…)` and `en=Text(title=…)`, wherever they stand."""
    source = file.read_text("utf-8")
    if "InlineText(" not in source and "Text(" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for word in node.keywords:
                if word.arg in HABITS:
                    values = word.value.keywords if isinstance(word.value, ast.Call) else [word]
                    for one in values:
                        if isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                            yield word.arg, f"{file.relative_to(HOUSE)}:{one.value.lineno}", one.value.value


@pytest.mark.parametrize("lang", HABITS)
def test_no_text_has_a_habit_that_reads_as_translated(lang: str) -> None:
    rules = {name: re.compile(rule, re.MULTILINE) for name, rule in HABITS[lang].items()}
    texts = [(place, text) for spoken, place, text in written() if spoken == lang]
    assert len(texts) > 1_500, "they are no longer found"
    found = [
        f"{name}: {place}: {text[:120]}"
        for place, text in texts
        for name, rule in rules.items()
        if rule.search(text) and not ALLOWED.search(text)
    ]
    assert not found, "\n".join(found)


def prose() -> Iterator[tuple[str, str]]:
    """Each line of comments, docstrings and documents, with its place."""
    for folder in (HOUSE, ROOT / "clients/python/src", ROOT / "scripts", ROOT / "examples"):
        for file in sorted(folder.rglob("*.py")):
            if "node_modules" not in file.parts:
                yield from ((f"{file.relative_to(ROOT)}:{line}", text) for line, text in _of_python(file))
    for file in sorted(HOUSE.rglob("*.js")):
        if "vendor" not in file.parts:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                yield f"{file.relative_to(ROOT)}:{number}", re.sub(r"^.*?(?:(?<!:)//|$)", "", line)
    for file in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "bench/drafts.md"):
        fenced = False
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            yield f"{file.relative_to(ROOT)}:{number}", "" if fenced else line


def _of_python(file: Path) -> Iterator[tuple[int, str]]:
    source = file.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text:
                yield from enumerate(text.splitlines(), node.body[0].lineno)
    before = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            continues = token.start[0] == before + 1
            yield token.start[0], token.string.replace("#:", "…", 1) if continues else token.string
            before = token.start[0]


def test_no_comment_docstring_or_document_has_such_a_habit() -> None:
    rules = {name: re.compile(rule) for name, rule in PROSE_HABITS.items()}
    lines = [(place, text) for place, text in prose() if not any(part in place for part in RELEASED)]
    assert len(lines) > 10_000, "they are no longer found"
    found = [
        f"{name}: {place}: {text.strip()[:120]}"
        for place, text in lines
        for name, rule in rules.items()
        if rule.search(QUOTED.sub("…", text))
    ]
    assert not found, "\n".join(found)


def test_one_is_one_and_many_are_many() -> None:
    told = InlineText(en="{n:One text is|{n} texts are} cut off", sv="{n:En text är|{n} texter är} avklippt")
    assert [told("en", n=n) for n in (0, 1, 2)] == [
        "0 texts are cut off", "One text is cut off", "2 texts are cut off",
    ]  # fmt: skip
    assert told("sv", n=1) == "En text är avklippt"
    assert meta_description._ODD("en", n=1) == "1 character long"
    assert (
        text_for_many("{n:One text is|{n} texts are} cut off by “{what}”")
        == "{n} texts are cut off by “{what}”"
    )


@pytest.mark.parametrize("lang", Language)
def test_a_finding_of_one_thing_is_told_of_one(lang: Language) -> None:
    """Titles that count choose their words; no gap is left, and nothing of the choice is seen."""
    of_one = re.compile(
        r"(?<![\d.:])\b1 (?:pictures|fields|links|texts|buttons|bilder|länkar|texter|knappar)\b"
    )
    for row in CHECKS:
        text = row.meta.text(lang)
        for number in (1, 7):
            given = {gap: number if gap in ("count", "dead") else 7 for gap in text.gaps}
            said = filled_text(text.failure, given)
            assert not re.search(r"[{}|]", said), said
            assert row.meta.id in NEVER_ONE or not of_one.search(said), said
