"""Small repairs of the markup that a model proposes: what the diff takes, and what it leaves to a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coldread.drafts.diff import patched
from coldread.drafts.prepare import with_diff, write
from coldread.drafts.sight import place
from coldread.drafts.spec import defects
from coldread.drafts.worded.keep import kept_of
from coldread.drafts.worded.known import known_of
from coldread.drafts.worded.material import material_of
from coldread.drafts.worded.repaired import is_repair
from coldread.scanner.page.markup import LONGEST_STYLE, source_text
from coldread.scanner.page.observations import FailedRequest, Viewport
from coldread.scanner.page.page import Page
from tests.drafts.test_ordered import made
from tests.drafts.test_worded import CHANGE, ORDER, PAGE, said

BODY = (
    '<p id="prices">Call 040-12 34 56 or <a class="to" href="contcat.html">write to us</a>. Mail: bread@rye.example.</p>'
    '<p>We delivver every <a href="/contact.html">night</a>.</p><form action="/send" novalidate><label>Your e-mail <input name="e" type="email" autocomplete="email"></label></form>'
)
SITE = (
    PAGE.replace("</main>", f"{BODY}</main>")
    if "</main>" in PAGE
    else PAGE.replace("</body>", f"{BODY}</body>")
)


@pytest.mark.parametrize(
    ("today", "instead"),
    [
        ('<a class="to" href="contcat.html">', '<a class="to" href="/contact.html">'),
        ("040-12 34 56", '<a href="tel:+464012 34 56">040-12 34 56</a>'),
        ("bread@rye.example", '<a href="mailto:bread@rye.example">bread@rye.example</a>'),
        ('<a href="/contact.html">', '<a href="#prices">'),
        ("We delivver every", "We deliver every"),
        ('<form action="/send" novalidate>', '<form action="/send">'),
    ],
)
def test_a_repair_that_rules_can_tell_for_one_is_in_the_diff(today: str, instead: str) -> None:
    case = made(SITE, **ORDER)
    kept, _ = kept_of(
        said(edits=[], repairs=[{"today": today, "instead": instead, "why": "It does not work."}]), case
    )
    whole = with_diff(replace(case, worded=kept), {"html": SITE})
    [one] = whole.mendings
    new = patched(SITE, one.diff)
    assert new is not None
    assert instead in new
    assert "- It does not work. (in the diff" in write(whole).spec_md


@pytest.mark.parametrize(
    ("today", "instead"),
    [
        ('<a href="/contact.html">', '<a href="/nowhere.html">'),
        ('<a href="/contact.html">', '<a href="https://elsewhere.example/">'),
        ('<a href="/contact.html">', '<a href="javascript:alert(1)">'),
        ('<a href="/contact.html">', '<a href="#gone">'),
        ('<a href="/contact.html">', '<a href="/contact.html" onclick="x()">'),
        ('<a href="/contact.html">', '<a href="/contact.html" style="color:red">'),
        ("<p>Call 040-12 34 56</p>", '<p>Call <a href="tel:040999999">040-12 34 56</a></p>'),
        ("<p>Call 040-12 34 56</p>", "<p>Call 040-12 34 57</p>"),
        ("<p>We can help</p>", "<p>We can't help</p>"),
        ("<p>We bake bread</p>", "<p>We bake the best bread</p>"),
        ("<p>We bake</p>", "<p>We bake</p><script>x()</script>"),
        ("<p>We bake</p>", "<h2>We bake</h2>"),
        ("<p>We bake</p>", '<p><a href="/contact.html">We <b>bake</a></b></p>'),
        ('<form action="/send">', '<form action="https://elsewhere.example/">'),
        ('<link href="/a.css">', '<link href="/contact.html">'),
        ('<script type="text/plain">', '<script type="module">'),
        ("<p>We bake</p>", "<p>We bake</p"),
        ("<p>We bake</p>", '<p\nonclick="x()">We bake</p>'),
        ("<p>We bake</p>", "<p/onclick=x()>We bake</p>"),
        ("<p>We bake</p>", "<p>We bake<!-- x --></p>"),
        ('<a href="/contact.html">', '<a href="/contact.html" href="javascript:x()">'),
        ('<a href="/contact.html">', '<a href="javascript:x()" href="/contact.html">'),
        ('<a href="/contact.html">', '<a href="/contact.html?to=another">'),
        ('<a href="/contact.html">', '<a href="&#106;avascript:x()">'),
        ("<p>Call 040-12 34 56</p>", '<p>Call <a href="tel:0900123440123456">040-12 34 56</a></p>'),
        ("<p>Call 040-12 34 56</p>", '<p>Call <a href="tel:040123456;x=1">040-12 34 56</a></p>'),
    ],
)
def test_what_is_more_than_a_repair_is_left_to_a_person(today: str, instead: str) -> None:
    case = made(SITE, **ORDER)
    assert case.page is not None
    assert not is_repair(today, instead, known_of(case, case.page))


@pytest.mark.parametrize(
    ("html", "today", "instead"),
    [
        ("<p>We delivver.</p><p>We delivver.</p>", "We delivver.", "We deliver."),
        ("<!-- <p>We delivver.</p> -->", "We delivver.", "We deliver."),
        ("<script>say('We delivver.')</script>", "We delivver.", "We deliver."),
        (
            '<a href="/contact.html">040-12 34 56</a>',
            "040-12 34 56",
            '<a href="tel:040123456">040-12 34 56</a>',
        ),
    ],
)
def test_a_repair_without_one_sure_place_is_told_and_not_made(html: str, today: str, instead: str) -> None:
    site = SITE.replace("We delivver every", "We come every").replace("Call 040-12 34 56 or ", "") + html
    case = made(site, **ORDER)
    kept, _ = kept_of(
        said(edits=[], repairs=[{"today": today, "instead": instead, "why": "It is misspelt."}]), case
    )
    whole = with_diff(replace(case, worded=kept), {"html": site})
    assert not any(one.repairs for one in whole.mendings)
    assert "- It is misspelt. (by hand" in write(whole).spec_md


def test_the_rules_remedy_gives_way_where_a_change_says_how_the_same_finding_is_mended() -> None:
    case = made(PAGE, **ORDER)
    assert case.report is not None
    worded = replace(case, worded=kept_of(said(), case)[0])
    whole = write(worded).spec_md
    finding = next(item for item in defects(worded) if item.id == "trust.privacy-link")
    about = [{**CHANGE, "of": finding.id, "build": "Make the part narrower."}, CHANGE]
    mended = write(replace(case, worded=kept_of(said(changes=about), case)[0])).spec_md
    assert "As number 1 under “The changes, to be built” says." in mended
    assert "As number" not in whole


def test_the_model_is_told_the_markup_without_drawings_scripts_and_embedded_files() -> None:
    styles = "p{}" * LONGEST_STYLE
    html = PAGE.replace(
        "</body>",
        f'<svg><path d="M0 0"/></svg><script>let a</script><style>{styles}</style><img src="data:image/png;base64,{"A" * 90}">'
        '<input   maxlength="7" name="who"></body>',
    )
    page = made(html, **ORDER).page
    assert page is not None
    told = source_text(page)
    assert '<input maxlength="7" name="who">' in told
    assert "<svg></svg><script></script>" in told
    assert "data:…" in told
    assert "AAAA" not in told
    assert told.count("p{}") <= LONGEST_STYLE // 3


def test_the_model_is_told_what_the_console_says_and_not_what_was_kept_from_us() -> None:
    case = made(PAGE, **ORDER)
    assert case.report is not None
    view = Viewport(
        name="desktop", width=1366, height=768, scroll_width=1366, scroll_height=900, drawn=(),
        console=("SyntaxError: Identifier 'menu' has already been declared", "Failed to load resource: net::ERR_FAILED"),
        mixed_content=("http://cdn.example/lib.js",),
    )  # fmt: skip
    seen = replace(case.report.seen, desktop=view)
    told = material_of(replace(case, report=replace(case.report, seen=seen)))
    assert told is not None
    assert (
        "console says when the page is opened: SyntaxError: Identifier 'menu' has already been declared"
        in told.pressed
    )
    assert "ERR_FAILED" not in told.pressed
    assert "which browsers refuse: cdn.example/lib.js" in told.pressed


def test_a_number_that_a_repair_makes_callable_is_told_as_in_the_diff_and_counted_there() -> None:
    case = made(SITE, **ORDER)
    call = {
        "today": "040-12 34 56",
        "instead": '<a href="tel:+4640123456">040-12 34 56</a>',
        "why": "It is pressed.",
    }
    whole = with_diff(replace(case, worded=kept_of(said(edits=[], repairs=[call]), case)[0]), {"html": SITE})
    [one] = whole.mendings
    assert one.repairs
    assert "It also makes one small repair, listed under “Small repairs”." in write(whole).spec_md


def test_a_repair_that_is_left_to_a_person_is_shown_with_its_place() -> None:
    wrong = {"today": "We delivver every", "instead": "We fly every", "why": "It is misspelt."}
    case = made(SITE, **ORDER)
    whole = with_diff(replace(case, worded=kept_of(said(edits=[], repairs=[wrong]), case)[0]), {"html": SITE})
    assert "- It is misspelt. (by hand): `We delivver every` → `We fly every`" in write(whole).spec_md


def test_no_place_is_told_where_a_style_sheet_was_kept_from_us() -> None:
    case = made(PAGE, **ORDER)
    assert case.report is not None
    kept = FailedRequest(url="https://cdn.example/bootstrap.min.css", status=0, reason="net::ERR_FAILED")
    for failed, told in (((), False), ((kept,), True)):
        view = Viewport(
            name="desktop", width=1366, height=768, scroll_width=1366, scroll_height=900, drawn=(), failed=failed
        )  # fmt: skip
        page = Page(replace(case.report.seen, desktop=view, rendered_html=PAGE), case.report.brief)
        heading = page.dom.all("h1")[0]
        assert (place(page, heading).opens is not None) is told
