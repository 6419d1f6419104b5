"""What a model is told as measured is literally true: of forms, of frames, and of what did not come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from coldread.reader.material import Material
from coldread.scanner.page.observations import FailedRequest
from tests.reader.pages import material
from tests.scanner.seeing import desktop, document, drawn, mobile, rendered

FORM = "<form {}><label>E-mail<input type=email name=email></label><button {}>Book a call</button></form>"


def told(body: str, **more: Any) -> Material:
    return material(record=rendered(document(f"<main><h1>Bread</h1>{body}</main>"), **more))


def facts(body: str, kind: str) -> list[str]:
    return [fact.words for fact in told(body).facts if fact.id == kind]


def test_where_a_form_is_sent_is_told_as_the_markup_says_it() -> None:
    [relative] = facts(FORM.format('action="send.php" method=post', ""), "form")
    assert "its address is send.php" in relative
    [pressed] = facts(FORM.format("", 'formaction="/book"'), "form")
    assert "a button of it has the address /book" in pressed
    [posted] = facts(FORM.format("method=post", ""), "form")
    assert "its markup names no address, so the browser posts it to this page's own" in posted
    [none] = facts(FORM.format("", ""), "form")
    assert "so the browser opens this page again with what was filled in behind its address" in none


def test_a_frame_that_nobody_looks_into_is_named() -> None:
    [frame] = facts('<iframe src="https://form.example/book me"></iframe>', "frame")
    assert frame.startswith("A frame shows another page, https://form.example/book%20me;")
    assert "a form may be in it" in frame
    [calendar] = facts('<iframe data-src="https://calendly.com/anna"></iframe>', "frame")
    assert "a service for this: calendar" in calendar
    assert not facts('<iframe src="https://www.youtube.com/embed/x"></iframe><iframe></iframe>', "frame")


def lost(*addresses: str) -> tuple[FailedRequest, ...]:
    return tuple(FailedRequest(url=one, status=404, reason="Not Found") for one in addresses)


def test_what_did_not_come_is_named_with_its_end() -> None:
    long = f"https://page.example/{'uploads/' * 20}coaches.jpg.png"
    [missing] = told("", desktop=desktop(failed=lost(long))).missing
    assert missing.endswith("/coaches.jpg.png")


def test_a_picture_that_is_shown_from_another_file_is_told_so() -> None:
    """Its own file is missing, and `onerror` or a script puts another one there."""
    here = "https://page.example"
    source = document('<main><h1>Bread</h1><img src="/coaches.jpg" alt="Coaches"></main>')
    shown = source.replace("/coaches.jpg", "/coaches.jpg.png")
    picture = drawn("body > main > img", tag="img", natural=(600, 400), source=f"{here}/coaches.jpg.png")
    record = rendered(
        source,
        rendered_html=shown,
        desktop=replace(desktop(picture), failed=lost(f"{here}/coaches.jpg", f"{here}/bread.jpg")),
        mobile=mobile(),
    )
    assert material(record=record).missing == (
        f"{here}/coaches.jpg (its picture is shown from {here}/coaches.jpg.png)",
        f"{here}/bread.jpg",
    )
