"""What is declared and what is built cannot part."""

from __future__ import annotations

import pytest
from pydantic import Field

from coldread.base.shapes import Links, Shape, checked_body, fields_of
from coldread.base.table_checks import Incomplete


class Answer(Shape):
    name: str
    note: str | None = None
    links: Links = Field(alias="_links")


def test_a_body_is_handed_through_as_it_is() -> None:
    body = {"_links": {}, "name": "a"}
    assert checked_body(Answer, body) is body
    assert checked_body(Answer, {**body, "note": "b"})["note"] == "b"


def test_a_field_that_is_declared_and_not_built_is_refused() -> None:
    with pytest.raises(Incomplete, match="Answer and what is built differ: not built _links"):
        checked_body(Answer, {"name": "a"})


def test_a_field_that_is_built_and_not_declared_is_refused() -> None:
    with pytest.raises(Incomplete, match="not declared links, size"):
        checked_body(Answer, {"name": "a", "_links": {}, "links": {}, "size": 1})


def test_a_list_of_fields_names_only_those_that_there_are() -> None:
    assert fields_of(Answer, "name", "_links") == ("name", "_links")
    with pytest.raises(Incomplete, match="Answer has no field colour"):
        fields_of(Answer, "name", "colour")
