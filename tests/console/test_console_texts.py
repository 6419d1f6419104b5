"""The texts of the console: every one that a template asks for exists, every one that exists is asked for, and Swedish is Swedish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import nodes

from coldread.base.languages import Language
from coldread.base.texts.gaps import rooms
from coldread.base.texts.texts import texts_of
from coldread.mail.letters import LETTERS
from coldread.orders.rules.lifecycle import BillingStatus
from coldread.orders.rules.requests import Source
from coldread.pages.console.console_texts import TEXTS
from coldread.pages.console.next_step import NEXT_ROWS
from coldread.pages.console.order import SAID
from coldread.pages.console.steps import CLOSE_WITHDRAWN, STEPS
from coldread.pages.page_texts import TEXTS as PAGES
from coldread.pages.render import templates
from coldread.payments.prices import BillingMethod
from coldread.payments.states import State as LedgerState
from coldread.web.order_request import BILLING_FIELDS, FORM_FIELDS

CONSOLE = Path(__file__).parents[2] / "src/coldread/pages/console"
#: groups that belong to no template: the code names their keys, by rows of tables
BY_TABLE = ("step", "said", "mail", "next", "problem", "note", "word")
KEYS = TEXTS.keys()
#: fields of an order that the console's form does not ask for
UNASKED = {"repo_format", "jsx"}
SHARED = ("parts", "frame")


def _asked(node: nodes.Node) -> Iterator[str]:
    """The keys that an argument of `t` can be; the beginning and `*` where it is put together."""
    if isinstance(node, nodes.Const):
        yield str(node.value)
    elif isinstance(node, nodes.CondExpr):
        for each in (node.expr1, node.expr2):
            if each is not None:
                yield from _asked(each)
    elif isinstance(node, nodes.Concat):
        yield f"{next(_asked(node.nodes[0]))}*"


def _keys(template: str) -> set[str]:
    env = templates()
    assert env.loader is not None
    source = env.loader.get_source(env, template)[0]
    calls = env.parse(source).find_all(nodes.Call)
    return {
        key
        for call in calls
        if isinstance(call.node, nodes.Name) and call.node.name == "t"
        for key in _asked(call.args[0])
    }


TEMPLATES = [name for name in templates().list_templates() if name.startswith("console/")]


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_text_that_a_template_asks_for_exists(template: str) -> None:
    name = template.rpartition("/")[2].partition(".")[0]
    there = {key.partition(".")[2] for key in KEYS if key.partition(".")[0] in (name, *SHARED)}
    there |= {key.partition(".")[2] for key in PAGES.of("en") if key.partition(".")[0] in ("layout", "form")}
    asked = {key for key in _keys(template) if not key.endswith("*")}
    # what all pages share is asked for on behalf of the page that uses it
    assert {key for key in asked if key not in there} == set()
    for start in _keys(template) - asked:
        assert any(key.startswith(start[:-1]) for key in there | _table_keys()), start


def _table_keys() -> set[str]:
    return {key.partition(".")[2] for key in KEYS}


def test_every_text_is_used() -> None:
    asked = {key for template in TEMPLATES for key in _keys(template)}
    files = [*CONSOLE.glob("*.py"), *CONSOLE.with_name("templates").glob("console/*.html")]
    code = "\n".join(path.read_text("utf-8") for path in files)
    unused = [
        key
        for key in sorted(KEYS)
        if (short := key.partition(".")[2])
        and key.partition(".")[0] not in BY_TABLE
        and short not in asked
        and not any(one.endswith("*") and short.startswith(one[:-1]) for one in asked)
        and not re.search(rf"""["']{short}["']""", code)
        and not re.search(rf"""f["']{short.partition("_")[0]}_\{{""", code)
    ]
    assert unused == []


def test_every_row_of_the_tables_has_its_words() -> None:
    assert {row.name for row in NEXT_ROWS} == _of("next")
    assert set(SAID) == _of("said")
    words = {step.words for step in (*STEPS, CLOSE_WITHDRAWN)}
    assert {f"{name}_{what}" for name in words for what in ("follows", "done")} <= _of("step")
    assert {f"{step.words}_confirm" for step in (*STEPS, CLOSE_WITHDRAWN) if step.confirms} <= _of("step")


def test_every_short_name_of_a_table_has_a_word() -> None:
    named = {
        "letter": [row.kind for row in LETTERS],
        "call": [state.value for state in LedgerState],
        "money": [state.value for state in BillingStatus],
        "method": [method.value for method in BillingMethod],
        "source": [source.value for source in Source],
        "language": [language.value for language in Language],
        "field": sorted({*FORM_FIELDS, *BILLING_FIELDS} - UNASKED),
    }
    missing = {
        group: lacking
        for group, names in named.items()
        if (lacking := [name for name in names if name not in _of(f"word.{group}")])
    }
    assert missing == {}


def _of(group: str) -> set[str]:
    return {key.removeprefix(f"{group}.") for key in KEYS if key.startswith(f"{group}.")}


@pytest.mark.parametrize("room", rooms())
def test_no_sentence_was_left_in_english(room: str) -> None:
    """Equal in both languages is a name or a mark, never a sentence."""
    texts = texts_of(room)
    same = {
        key: text
        for key in sorted(texts.keys())
        if isinstance(text := texts.of(Language.EN).get(key), str)
        and text == texts.of(Language.SV).get(key)
        and len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[^}]*\}", "", text))) > 2
    }
    assert same == {}
