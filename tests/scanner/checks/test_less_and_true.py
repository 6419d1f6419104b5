"""Where a sentence could be false, less is said: about links, letters that did not load, labels and what lies on text."""

from __future__ import annotations

from coldread.scanner.page.observations import FailedRequest, Viewport
from coldread.scanner.page.painted import Painted, TextOverText

from ..seeing import (
    ENGLISH,
    VIEWPORT,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    rendered,
    verdict,
    violation,
)

HEAD = f"<h1>Bread for offices</h1>{ENGLISH}"


def lacking(*urls: str) -> Viewport:
    return desktop(
        failed=tuple(FailedRequest(url=url, status=0, reason="net::ERR_NAME_NOT_RESOLVED") for url in urls)
    )


def test_an_entry_that_opens_the_list_beside_it_leads_somewhere() -> None:
    entries = "".join(
        f'<li><a href="#">{name} ▼</a>{{}}</li>' for name in ("Join", "Rules", "About", "Contact")
    )
    html = document(f"<nav><ul>{entries}</ul></nav><main>{HEAD}</main>")
    opens = '<ul class="dropdown" hidden><li><a href="/queue">Queue</a></li></ul>'
    assert verdict("cta.dead-many", rendered(html.replace("{}", opens))) is None
    assert finding("cta.dead-many", rendered(html.replace("{}", ""))).count == 3  # the first may be a brand


def test_a_link_that_waits_for_a_script_that_did_not_load_is_not_called_dead() -> None:
    idle = '<a href="#">Cookie settings</a><a href="#">Chat</a>'
    html = document(f'<main>{HEAD}<a href="/a">A</a><a href="/b">B</a>{idle}</main>')
    script, counter = "https://cdn.example/consent.js", "https://www.googletagmanager.com/gtag/js?id=1"
    assert verdict("cta.dead-many", rendered(html, desktop=lacking(script))) is None
    assert finding("cta.dead-many", rendered(html, desktop=lacking(counter))).count == 2
    missing = html.replace('"#"', '"#gone"')
    assert finding("cta.dead-many", rendered(missing, desktop=lacking(script))).count == 2


def test_a_width_that_was_measured_with_other_letters_says_so() -> None:
    html = document(HEAD, head=VIEWPORT)
    wide = mobile(scroll_width=425)
    fonts = lacking("https://fonts.example/css2?family=Playfair")
    assert (
        "with other letters" in finding("visual.overflow-x", rendered(html, desktop=fonts, mobile=wide)).why
    )
    told = finding("visual.overflow-x", rendered(html, mobile=wide))
    assert "with other letters" not in told.why
    assert "above" not in told.fix.summary


def test_a_text_that_is_hidden_from_those_who_listen_lies_on_nothing() -> None:
    for attribute, is_told in (("", True), ('aria-hidden="true"', False)):
        html = document(
            f"{HEAD}<footer><div {attribute}><span>SEEN</span></div><p>Studio in Bath</p></footer>"
        )
        mark, line = "body > footer > div > span", "body > footer > p"
        items = (
            drawn(mark, text="SEEN", own_chars=4, box=(0.0, 900.0, 900.0, 200.0)),
            drawn(line, text="Studio in Bath", own_chars=12, box=(40.0, 950.0, 300.0, 40.0)),
        )
        lying = TextOverText(selector=line, other=mark, box=(40.0, 950.0, 300.0, 40.0))
        view = desktop(*items, painted=Painted(reached=2000, overlapping=(lying,)))
        assert (verdict("visual.text-overlap", rendered(html, desktop=view)) is not None) is is_told


def test_of_a_field_is_said_that_no_label_is_linked_to_it() -> None:
    html = document(f"{HEAD}<form><label>Room size</label><input name=size></form>")
    told = finding("form.label", rendered(html, axe=(violation("label", "body > form > input"),)))
    assert told.title == "No label is linked to one form field"


def test_a_list_of_lines_is_no_long_paragraph() -> None:
    words = "Write to Ada Berg at the council, " * 16
    lines = words.replace("council, ", "council,<br>")
    assert verdict("copy.wall-of-text", document(f"{HEAD}<p>{lines}</p>")) is None
    assert finding("copy.wall-of-text", document(f"{HEAD}<p>{words}</p>")).count == 1
