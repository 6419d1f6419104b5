"""What the windows measure: geometry, style, visibility, overlays, timings, and the page's own reactions."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from coldread.scanner.page.observations import Drawn, Observations, ProbePlan, UseResult, Viewport
from coldread.scanner.visit.visitor import VisitResult
from tests.scanner.render.studio import Answer

from ..seeing import without_timings
from .studio import Studio, html

PIXEL = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>"

PAGE = html(
    f"""
<header style="height: 60px"><a id="home" href="/">Home</a><nav><ul><li>One</li><li>Two</li></ul></nav></header>
<main>
<h1 style="font: 700 48px/1.2 Georgia, serif; color: rgb(10, 20, 30)">A headline<br>in two lines 😀</h1>
<p id="short" style="width: 100px; font-size: 20px; line-height: 24px">Some words that need more than a single line</p>
<a id="filled" href="/go" style="display: inline-block; padding: 12px 24px; background: #06c; color: #fff; border-radius: 8px;
   box-shadow: 0 1px 2px black; cursor: pointer"><span style="color: rgb(255, 255, 0)">Get a quote</span></a>
<a id="outlined" href="/go" style="border: 2px solid oklch(0.7 0.15 30); border-left-style: none">More</a>
<div id="dark" style="background: #000"><div style="background: rgba(255, 255, 255, 0.5)"><b id="mixed">On grey</b></div></div>
<div style="background-image: linear-gradient(red, blue)"><b id="on-gradient">On a gradient</b></div>
<div style="position: relative; height: 200px"><img alt="" src="{PIXEL}" style="position: absolute; inset: 0; width: 100%; height: 100%">
<b id="on-picture" style="position: relative">On a picture</b></div>
<p id="none" style="display: none">Not drawn</p>
<p id="invisible" style="visibility: hidden">Not drawn <b id="shown" style="visibility: visible">but this</b></p>
<p id="faded" style="opacity: 0.01">Nearly nothing</p>
<p id="reader" style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0)">For readers</p>
<div style="height: 0; overflow: hidden"><p id="folded">In a closed fold</p></div>
<p id="off" style="position: absolute; left: -9999px">Off the edge</p>
<img id="picture" alt="A box" src="{PIXEL}" width="80">
<img id="reserved" alt="A box" src="{PIXEL}" style="width: 80px; height: 40px">
<img id="broken" alt="A box" src="/missing.png">
<form id="form"><label for="mail">E-mail</label><input id="mail" type="email"><input id="send" type="submit" value="Send it"></form>
<svg width="10" height="10"><text>in a drawing</text></svg>
<custom-box><p id="in-custom">In a custom element</p></custom-box>
<div id="fading" style="animation: fade 60s infinite">Moves</div>
<div style="animation: slide 3s forwards"><p id="sliding">Slides in</p></div>
</main>
<footer style="margin-top: 2000px"><p>The end</p></footer>
<script>
document.getElementById("filled").addEventListener("click", (event) => event.preventDefault());
document.getElementById("form").onsubmit = () => false;
document.addEventListener("click", () => {{}});
console.error("something", "broke");
setTimeout(() => {{ const p = document.createElement("p"); p.id = "late"; p.textContent = "Late words"; document.querySelector("main").append(p) }}, 700);
setTimeout(() => {{ throw new Error("uncaught thing") }}, 100);
</script>
""",
    head="<style>@keyframes fade { from { opacity: 0 } } @keyframes slide { from { margin-left: 500px } to { margin-left: 7px } } body { margin: 0 }</style>",
)


@pytest.fixture(scope="module")
def seen(studio: Studio) -> VisitResult:
    return studio.look(PAGE)


@pytest.fixture(scope="module")
def desktop(seen: VisitResult) -> Viewport:
    assert seen.observations.desktop is not None
    return seen.observations.desktop


@pytest.fixture(scope="module")
def drawn(desktop: Viewport) -> dict[str, Drawn]:
    return {one.selector: one for one in desktop.drawn}


def test_elements_are_named_as_the_markup_names_them(seen: VisitResult, drawn: dict[str, Drawn]) -> None:
    assert set(drawn) <= set(seen.observations.dom.by_selector)
    assert "body > header > nav > ul > li:nth-of-type(2)" in drawn
    assert all(seen.observations.dom.by_selector[name].tag == one.tag for name, one in drawn.items())


def test_boxes_are_in_document_pixels(drawn: dict[str, Drawn]) -> None:
    headline = drawn["body > main > h1"]
    assert headline.box[1] == pytest.approx(60 + 32.2, abs=40)
    assert headline.box[2] == 1366
    assert drawn["#filled"].padding == (12, 24, 12, 24)


def test_type_is_computed(drawn: dict[str, Drawn]) -> None:
    headline = drawn["body > main > h1"]
    assert (headline.font_size, headline.font_weight, headline.font_family) == (48, 700, "Georgia")
    assert headline.color == (10, 20, 30, 1)
    assert headline.text == "A headline in two lines 😀"


def test_a_button_is_described_as_it_is_painted(drawn: dict[str, Drawn]) -> None:
    filled = drawn["#filled"]
    assert filled.background == (0, 102, 204, 1)
    assert filled.color == (255, 255, 0, 1)
    assert filled.behind == (255, 255, 255, 1)
    assert (filled.radius, filled.shadow, filled.pointer, filled.border_width) == (8, True, True, 0)


def test_borders_are_counted_and_modern_colours_are_understood(drawn: dict[str, Drawn]) -> None:
    outlined = drawn["#outlined"]
    assert (outlined.border_width, outlined.border_sides) == (2, 3)
    red, green, blue, alpha = outlined.border_color
    assert red > green > 90
    assert blue > 90
    assert alpha == 1


def test_what_lies_behind_is_mixed_or_unknown(drawn: dict[str, Drawn]) -> None:
    assert drawn["#mixed"].behind == (128, 128, 128, 1)
    assert drawn["#on-gradient"].behind is None
    assert drawn["#on-picture"].behind is None


@pytest.mark.parametrize("name", ["none", "invisible", "faded", "reader", "folded", "off"])
def test_what_nobody_sees_is_not_visible(drawn: dict[str, Drawn], name: str) -> None:
    assert not drawn[f"#{name}"].visible
    assert drawn[f"#{name}"].own_chars == 0


def test_what_somebody_sees_is_visible(drawn: dict[str, Drawn]) -> None:
    assert drawn["#shown"].visible
    assert drawn["#in-custom"].visible
    assert drawn["#in-custom"].own_chars == len("Inacustomelement")


def test_the_topmost_hidden_elements_are_listed(desktop: Viewport) -> None:
    assert {"#none", "#reader"} <= set(desktop.hidden)
    assert "#faded" not in desktop.hidden
    assert "#invisible" not in desktop.hidden


def test_lines_are_counted(drawn: dict[str, Drawn]) -> None:
    assert drawn["#short"].lines == round(drawn["#short"].box[3] / 24) > 1


def test_the_fullest_line_of_a_text_is_known_by_its_characters(studio: Studio) -> None:
    """At one width for every letter: three full lines of 40, and a last line of 8."""
    column = "font: 16px/24px monospace; white-space: pre-wrap"
    lines = "\n".join(["x" * 40, "y" * 40, "z" * 40, "the last"])
    page = html(f'<h1>Bread</h1><p id="full" style="{column}">{lines}</p><p id="one">One line</p>')
    view = studio.look(page).observations.desktop
    assert view is not None
    items = {item.selector: item for item in view.drawn}
    assert (items["#full"].lines, items["#full"].line_chars) == (4, 41), "the line breaks are shared out"


@pytest.mark.parametrize(
    ("head", "wide"), [("", 980), ('<meta name="viewport" content="width=device-width">', 390)]
)
def test_a_phone_lays_out_a_page_without_a_viewport_tag_as_wide_as_a_desk(
    studio: Studio, head: str, wide: int
) -> None:
    body = '<h1>Bread</h1><div style="width: 50%"><p id="half">Half of the width of the page.</p></div>'
    page = f"<!doctype html><html lang=en><head><title>Bread</title><style>body{{margin:0}}</style>{head}</head><body>{body}</body></html>"
    view = studio.look(page).observations.mobile
    assert view is not None
    assert (view.layout_width, view.is_shrunk) == (wide, wide > 390)
    half = next(item for item in view.drawn if item.selector == "#half")
    assert half.box[2] == wide / 2, "no picture was taken before it was measured that changed the layout"


def test_pictures_know_their_size(drawn: dict[str, Drawn]) -> None:
    assert drawn["#picture"].natural == (40, 20)
    assert drawn["#broken"].natural is None
    assert drawn["#reserved"].reserved
    assert not drawn["#picture"].reserved


def test_a_submit_button_says_its_value(drawn: dict[str, Drawn]) -> None:
    assert drawn["#send"].text == "Send it"


def test_animations_are_over_when_the_page_is_measured(drawn: dict[str, Drawn]) -> None:
    assert drawn["#sliding"].box[0] == 7
    assert drawn["#fading"].visible


def test_what_comes_late_is_seen(seen: VisitResult, drawn: dict[str, Drawn]) -> None:
    assert drawn["#late"].text == "Late words"
    assert "Late words" in (seen.observations.rendered_html or "")
    assert (
        "Late words"
        not in seen.observations.html.replace("textContent = &quot;", "").partition("<script>")[0]
    )


def test_listeners_and_handlers_are_noted(desktop: Viewport) -> None:
    noted = {(one.selector, one.event) for one in desktop.listeners}
    assert {("#filled", "click"), ("#form", "submit"), ("document", "click")} <= noted


def test_errors_are_kept(desktop: Viewport) -> None:
    assert "something broke" in desktop.console
    assert any("uncaught thing" in message for message in desktop.console)


def test_failed_requests_are_kept_with_their_status(desktop: Viewport) -> None:
    assert [(one.url.rsplit("/", 1)[1], one.status) for one in desktop.failed] == [("missing.png", 404)]


def test_timings_and_traffic_are_measured(desktop: Viewport) -> None:
    assert desktop.lcp_ms is not None
    assert desktop.lcp_ms > 0
    assert desktop.lcp_selector
    assert desktop.cls is not None
    assert desktop.blocking_ms is not None
    assert desktop.requests == 2
    assert desktop.bytes is not None
    assert len(PAGE.encode()) < desktop.bytes < len(PAGE.encode()) + 1000
    assert desktop.loaded


def test_both_windows_bring_a_picture(seen: VisitResult) -> None:
    names = {"desktop.jpg", "mobile.jpg", "desktop-first.jpg", "mobile-first.jpg"}
    assert set(seen.pictures) == names
    assert all(picture.startswith(b"\xff\xd8") for picture in seen.pictures.values())


def test_axe_names_elements_by_our_rule(studio: Studio) -> None:
    page = html("<main><h1>Small things</h1><p><input type=text></p><button id=x style='width:8px;height:8px;padding:0;border:0'></button>"
                "<button style='width:8px;height:8px;padding:0;border:0'>a</button></main>")  # fmt: skip
    record = studio.look(page).observations
    assert record.axe is not None
    found = {violation.rule: [node.selector for node in violation.nodes] for violation in record.axe}
    assert found["label"] == ["body > main > p > input"]
    assert found["button-name"] == ["#x"]
    assert "target-size" not in found
    assert record.axe_tap_targets is not None
    assert "#x" in [node.selector for node in record.axe_tap_targets]


def comparable(record: Observations) -> bytes:
    """Without timings and the port of the test's site."""
    port = record.final_url.rsplit(":", 1)[1].strip("/")
    still = dataclasses.replace(without_timings(record), url="", final_url="", headers=())
    return still.to_json().replace(f":{port}".encode(), b":0")


def test_the_same_page_twice_gives_the_same_record(studio: Studio, seen: VisitResult) -> None:
    assert comparable(studio.look(PAGE).observations) == comparable(seen.observations)


def test_the_record_goes_through_json_unchanged(seen: VisitResult) -> None:
    assert Observations.from_json(seen.observations.to_json()) == seen.observations


def test_overlays_and_overflow_are_found_on_mobile(studio: Studio) -> None:
    page = html(
        "<main style='position: absolute; z-index: 2'><h1>Under a banner</h1><p>Words</p></main>"
        "<div id='wide' style='margin-left: -8px; width: 600px; height: 10px; background: red'>wide</div>"
        "<div style='overflow: hidden; width: 300px'><p id='clipped' style='width: 900px'>clipped</p></div>"
        "<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', "
        "'<div id=veil style=\"position: fixed; inset: 40% 0 0 0; background: white; z-index: 9\">We use cookies</div>'), 500)</script>"
    )
    record = studio.look(page).observations
    assert record.mobile is not None
    assert record.desktop is not None
    [veil] = record.mobile.overlays
    assert (veil.selector, veil.opaque, veil.text) == ("#veil", True, "We use cookies")
    assert veil.covers == pytest.approx(0.6, abs=0.05)
    assert record.mobile.scroll_width == 600
    assert [one.selector for one in record.mobile.overflowing] == ["#wide"]
    assert record.desktop.scroll_width == 1366
    assert record.desktop.overflowing == ()


USED = html(
    """<main><h1>Things to press</h1>
<a id="dead" href="#">Dead</a><a id="empty" href="">Empty</a><a id="nowhere" href="#missing">Nowhere</a><a id="void" href="javascript:void(0)">Void</a>
<a id="twice" href="" target="_blank">Twice</a>
<a id="prevented" href="#">Prevented</a><a id="changes" href="#">Changes</a><a id="asks" href="#">Asks</a><a id="sends" href="#">Sends</a>
<a id="leads" href="#">Leads</a><a id="opens" href="#">Opens</a><a id="pressed" href="#">Pressed</a><button id="idle">Idle</button>
<form id="plain"><input></form><form id="caught"><input></form></main>
<script>
const on = (id, event, work) => document.getElementById(id).addEventListener(event, work);
on("prevented", "click", (event) => event.preventDefault());
on("changes", "click", () => setTimeout(() => document.body.append("changed"), 50));
on("asks", "click", () => alert("hello"));
on("sends", "click", () => fetch("/x").catch(() => {}));
on("leads", "click", () => { location.href = "/elsewhere" });
on("opens", "click", () => window.open("/popup"));
on("pressed", "mousedown", () => document.body.append("pressed"));
on("caught", "submit", (event) => event.preventDefault());
</script>"""
)
DEAD = ("dead", "empty", "twice", "nowhere", "void", "idle")
ALIVE = {
    "prevented": "prevented",
    "changes": "dom",
    "asks": "dialog",
    "sends": "request",
    "leads": "request",
    "opens": "request",
    "pressed": "dom",
}


@pytest.fixture(scope="module")
def used(studio: Studio) -> dict[str, UseResult]:
    reached: list[str] = []

    async def elsewhere(head: str, writer: asyncio.StreamWriter) -> None:
        reached.append(head)

    plan = ProbePlan(
        clicks=(*(f"#{name}" for name in (*ALIVE, *DEAD)), "#gone"), submits=("#plain", "#caught")
    )
    pages: dict[str, str | Answer] = {
        "/": USED,
        "/x": elsewhere,
        "/elsewhere": elsewhere,
        "/popup": elsewhere,
    }
    handled = studio.look(pages, plan=lambda _seen: plan).observations.handled
    assert reached == []
    return {f"{one.event} {one.selector}": one for one in handled}


@pytest.mark.parametrize("name", DEAD)
def test_a_dead_button_is_not_handled(used: dict[str, UseResult], name: str) -> None:
    assert used[f"click #{name}"].handled is False


@pytest.mark.parametrize(("name", "how"), ALIVE.items())
def test_a_living_button_is_handled(used: dict[str, UseResult], name: str, how: str) -> None:
    assert (used[f"click #{name}"].handled, used[f"click #{name}"].how) == (True, how)


def test_a_form_is_handled_when_somebody_catches_its_submit(used: dict[str, UseResult]) -> None:
    assert used["submit #caught"].handled is True
    assert used["submit #plain"].handled is False


def test_what_is_gone_cannot_be_tried(used: dict[str, UseResult]) -> None:
    assert (used["click #gone"].handled, used["click #gone"].how) == (None, "gone")


def test_where_nothing_moves_one_wait_is_enough_for_all(studio: Studio) -> None:
    links = "".join(f"<a id='l{n}' href='#'>Link {n}</a> " for n in range(8))
    caught = "<form id='f' onsubmit='return false'><input></form>"
    plan = ProbePlan(clicks=tuple(f"#l{n}" for n in range(8)), submits=("#f",))
    record = studio.look(html(f"<h1>Dead ends</h1>{links}{caught}"), plan=lambda _seen: plan).observations
    assert [one.handled for one in record.handled] == [False] * 8 + [True]


def test_targets_and_assets_are_asked_for(studio: Studio) -> None:
    def plan(seen: Observations) -> ProbePlan:
        assert seen.desktop is not None
        return ProbePlan(
            targets=(("#a", seen.url + "there"), ("#b", seen.url + "missing")),
            assets=(("link", seen.url + "icon"),),
        )

    record = studio.look({"/": html("<h1>Links</h1>"), "/there": "yes"}, plan=plan).observations
    assert [(one.selector, one.status) for one in record.targets] == [("#a", 200), ("#b", 404)]
    assert [(one.selector, one.status) for one in record.assets] == [("link", 404)]
    assert (record.robots_txt, record.llms_txt) == ("", False)


def test_a_page_cannot_change_what_is_measured(studio: Studio) -> None:
    tamper = (
        "<script>Array.prototype.push = () => { throw 1 }; Element.prototype.getBoundingClientRect = () => { throw 2 };"
        "JSON.stringify = () => 'no'; window.axe = 1; Map.prototype.set = () => { throw 3 };</script>"
    )
    record = studio.look(html("<main><h1>As it stands</h1></main>" + tamper)).observations
    assert record.desktop is not None
    assert record.desktop.drawn[1].text == "As it stands"
    assert record.axe is not None


@pytest.mark.parametrize(("said", "language"), [("sv", "sv-SE"), ("de", "en-US")])
def test_a_page_is_opened_in_the_language_that_it_is_written_in(
    studio: Studio, said: str, language: str
) -> None:
    """A Swedish page that is English in an English browser was reviewed in English."""
    page = html("<h1>Bröd</h1><p id='told'></p><script>told.textContent = navigator.language</script>")
    record = studio.look(page.replace('lang="en"', f'lang="{said}"')).observations
    assert f">{language}<" in (record.rendered_html or "")


FADING = """<style>@keyframes fade {{ to {{ opacity: 1 }} }} .fade {{ opacity: 0; animation: fade 1s forwards }}
@media (prefers-reduced-motion: reduce) {{ {rule} }}</style>"""


@pytest.mark.parametrize("hidden", ["h1", "a"])
@pytest.mark.parametrize(
    "rule", ["* { animation: none !important }", ".fade { opacity: 1; animation: none }"]
)
def test_what_is_kept_from_whoever_wants_no_motion_is_seen_as_others_see_it(
    studio: Studio, rule: str, hidden: str
) -> None:
    fades = {name: ' class="fade"' if name == hidden else "" for name in ("h1", "a")}
    page = html(
        f'<main><h1{fades["h1"]}>Houses by the sea</h1><a{fades["a"]} href="/book">Book a call</a></main>',
        head=FADING.format(rule=rule),
    )
    record = studio.look(page).observations
    for view in (record.desktop, record.mobile):
        assert view is not None
        assert [item.visible for item in view.drawn if item.tag in ("h1", "a")] == [True, True]


def test_what_nobody_sees_is_no_reason_to_let_anything_move(studio: Studio) -> None:
    page = html(
        '<main><h1 style="opacity: 0">Houses by the sea</h1><p>Words</p><b>holds still</b></main>',
        head="<style>@media (prefers-reduced-motion: no-preference) { b { display: none } }</style>",
    )
    record = studio.look(page).observations
    assert record.desktop is not None
    shown = {item.tag: item.visible for item in record.desktop.drawn}
    assert (shown["h1"], shown["b"]) == (False, True)
