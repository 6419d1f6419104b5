"""Texts for people: the same in every language, complete, and never silently another language's."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from coldread.base.languages import LANGUAGES, Language, english_name, format_number, quoted, row_of
from coldread.base.table_checks import Incomplete, gather_refusals
from coldread.base.texts.gaps import gaps, rooms
from coldread.base.texts.inline_text import InlineText
from coldread.base.texts.texts import Texts, texts_of


def test_no_room_lacks_a_text_in_any_language() -> None:
    assert {"coldread.advice", "coldread.base", "coldread.drafts", "coldread.pages"} <= set(rooms())
    assert gaps() == []


@pytest.mark.parametrize("package", rooms())
def test_every_text_says_something(package: str) -> None:
    for language in Language:
        assert [key for key, text in texts_of(package).of(language).items() if text == ""] == []


#: a name that code completes: `step_{number}`, `'step_' ~ number`, `'step_%d'`; `{slug}-more`; `reason.{name}`
BEGUN = re.compile(r"(\w+[_-])(?:[{%]|[\"'] *[~+])")
ENDED = re.compile(r"(?:\}|[~+] *[\"'])([_-]\w+)[\"']")
#: a table that is read by a name, or as a whole
TABLE = re.compile(r"(?<=[\"'])\w+(?=\.(?:\{|[\"']))|(?<=TEXTS, \")\w+(?=\", )")


def test_every_text_is_asked_for_somewhere() -> None:
    code = "\n".join(
        path.read_text("utf-8")
        for path in (Path(__file__).parents[2] / "src").rglob("*")
        if path.suffix in {".py", ".html", ".md", ".txt"}
    )
    words = {*re.findall(r"\w+", code), *re.findall(r"[\w-]+", code)}
    begun, ended, tables = (tuple(set(shape.findall(code))) for shape in (BEGUN, ENDED, TABLE))
    unused = [
        f"{package}: {key}"
        for package in rooms()
        for key in sorted(texts_of(package).keys())
        if (table := key.partition(".")[0])
        and (name := key.rpartition(".")[2]) not in words
        and not name.startswith(begun)
        and not name.endswith(ended)
        and (table == key or table not in tables)
    ]
    assert unused == []


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one text in English; its folder of texts."""
    folder = tmp_path / "a_room_of_this_test" / "texts"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "en.toml").write_text(
        '[door]\nopen = "{who} opens"\nshut = ["It is shut", "{who} shut it"]\n', "utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, folder.parent.name, raising=False)
    return folder


def test_a_text_is_found_by_language_and_key_and_a_list_is_no_text(made_up: Path) -> None:
    texts = Texts("a_room_of_this_test")
    assert texts.say("en", "door.open", who="Anna") == "Anna opens"
    assert texts.choices("en", "door.shut") == ("It is shut", "{who} shut it")
    with pytest.raises(LookupError, match=r"a_room_of_this_test has no text door\.shut in en"):
        texts.say("en", "door.shut")


def test_what_is_not_written_is_an_error_and_never_said_in_another_language(made_up: Path) -> None:
    texts = Texts("a_room_of_this_test")
    with pytest.raises(LookupError, match=r"a_room_of_this_test has no text door\.ajar in en"):
        texts.say("en", "door.ajar")
    with pytest.raises(LookupError, match="a_room_of_this_test has no texts in sv"):
        texts.say("sv", "door.open")
    with pytest.raises(LookupError, match=r"no texts in \.\./en"):
        texts.say("../en", "door.open")


def test_every_gap_of_a_room_is_told_at_once(made_up: Path) -> None:
    assert Texts("a_room_of_this_test").check() == ["a_room_of_this_test/texts/sv.toml is missing"]
    (made_up / "sv.toml").write_text('[door]\nopen = "{vem} öppnar"\nbell = "Ring"\n', "utf-8")
    assert Texts("a_room_of_this_test").check() == [
        "a_room_of_this_test/texts/en.toml lacks door.bell",
        "a_room_of_this_test/texts/sv.toml lacks door.shut",
        "a_room_of_this_test/texts/sv.toml: door.open has the gaps vem instead of who",
    ]


def test_a_search_for_gaps_notes_every_one_of_them() -> None:
    with gather_refusals() as sentences:
        InlineText(en="a call")
        InlineText(en="{n} calls", sv="{antal} samtal")
    assert sentences == ["the text 'a call' lacks sv", "the languages of '{n} calls' have different gaps"]
    with pytest.raises(Incomplete):
        InlineText(en="a call")


def test_every_language_has_a_row_of_twelve_months() -> None:
    assert [row.language for row in LANGUAGES] == list(Language)
    assert {len(row.months.split()) for row in LANGUAGES} == {12}
    with pytest.raises(LookupError, match="has no row for the language fr"):
        row_of("fr")


def test_a_language_quotes_and_counts_in_its_own_way() -> None:
    assert [quoted("x", language) for language in Language] == ["“x”", "”x”"]
    assert [format_number(2.5, language) for language in Language] == ["2.5", "2,5"]


def test_a_page_in_a_language_that_we_do_not_speak_is_worded_in_english() -> None:
    assert [english_name(code) for code in ("sv", "en", "de", "")] == [
        "Swedish",
        "English",
        "English",
        "English",
    ]
