"""Before and after: the first screen that the text proposes is drawn, kept beside today's and shown with the document."""

from __future__ import annotations

import difflib
import json
import re
from io import BytesIO
from pathlib import Path

import sqlalchemy as sa
from PIL import Image, ImageDraw
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.drafts import versions
from coldread.drafts.draft_texts import say
from coldread.drafts.first_screen.changed_page import worse
from coldread.drafts.first_screen.chosen_version import ChosenVersion, chosen_version
from coldread.drafts.first_screen.redraw import (
    NOTE,
    PROPOSED,
    TODAY,
    pictures_differ,
    put_off,
    redraw,
    scan_of,
)
from coldread.drafts.first_screen.redraw_plan import source_with_fitting_patch
from coldread.drafts.prepare import prepare
from coldread.jobs.tables import jobs
from coldread.scanner.visit.render.redraw import Redrawn
from coldread.scans.stored_scan import read_attachment
from tests.console.visitor import Visitor
from tests.harness.service import Service
from tests.harness.website import Website

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Threadworks</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Welcome to Threadworks</h1><p>We love what we do, and it shows in everything.</p>
<a href="#join">Join the course</a></main></body></html>"""
TEXT = """# Cold-read

## In short

Do this.

## The first screen, rewritten

### Version {letter}

- **Headline:** {headline}
- **Line below:** Six evenings \\#1, &lt;b&gt;one&lt;/b&gt; pair.
- **Button:** Join the course

*Because.*

## The rest
"""


def test_the_first_version_of_a_text_is_read_as_it_stands_there() -> None:
    found = chosen_version(TEXT.format(letter="B", headline="Sew your own jeans"))
    assert found == ChosenVersion(
        letter="B",
        headline="Sew your own jeans",
        subhead="Six evenings #1, <b>one</b> pair.",
        button="Join the course",
    )
    swedish = f"- **{say('sv', 'version.headline')}** Sy dina egna jeans\n"
    assert chosen_version(swedish) == ChosenVersion(letter="", headline="Sy dina egna jeans")
    assert chosen_version("# A text of a person's\n\nWithout versions.") is None


def test_only_the_patch_that_fits_the_page_changes_it() -> None:
    diff = "Notice.\n\n--- a/page.jsx\n+++ b/page.jsx\n@@ -1 +1 @@\n-one\n+two\n--- a/index.html\n+++ b/index.html\n@@ -1 +1 @@\n-here\n+there\n"
    assert source_with_fitting_patch("here\n", diff) == "there\n"
    assert source_with_fitting_patch("elsewhere\n", diff) is None


def test_pictures_follow_the_version_that_the_text_proposes(tmp_path: Path) -> None:
    with Website({"/": PAGE}) as site:
        service = Service(
            f"sqlite:///{tmp_path / 'own.db'}",
            tmp_path / "own",
            scan_allow_hosts=site.place,
            scan_engine="pipeline",
            draft_after_s="0",
        )
        order_id = service.order_in("paid", url=site.url("/"), primary_goal="paid_signup")
        service.run(prepare(service.services, order_id))
        names = [row.name for row in service.read(lambda session: session.rows(sa.select(jobs.c.name)))]
        assert "drafts.redraw" in names, "put off with the draft"
        _save(service, order_id, TEXT.format(letter="A", headline="Sew your own jeans in six evenings"))
        service.run(redraw(service.services, order_id))
        assert service.write(put_off, service.services, order_id) is False, "drawn already"
        page = _document(service, order_id)
        first = _kept(service, order_id)
        _save(service, order_id, TEXT.format(letter="B", headline="Jeans that fit"))
        stale = _document(service, order_id)
        assert service.write(put_off, service.services, order_id) is True
        service.run(redraw(service.services, order_id))
        second = _kept(service, order_id)
        service.close()
    shown = [picture.attributes["src"] or "" for picture in page.css(".before-after img")]
    assert [one.partition("?")[0].rpartition("/")[2] for one in shown] == [
        "today-desktop.webp",
        "proposed-desktop.webp",
        "today-mobile.webp",
        "proposed-mobile.webp",
    ]
    assert "Sew your own jeans" in (page.css(".before-after img")[1].attributes["alt"] or "")
    headings = [heading.text() for heading in page.css("h2")]
    assert headings.index("In short") < headings.index("The first screen, today and as proposed")
    (told,) = stale.css(".before-after")
    assert "still shows version A" in told.text()
    assert json.loads(first[NOTE])["states"] == {"desktop": "drawn", "mobile": "drawn"}
    for window in TODAY:
        assert pictures_differ(first[TODAY[window]], first[PROPOSED[window]])
        assert pictures_differ(first[PROPOSED[window]], second[PROPOSED[window]]), (
            "the other version, drawn anew"
        )
    assert json.loads(second[NOTE])["version"]["letter"] == "B"


def test_what_the_change_makes_worse_is_noted_and_shown_to_the_operator(tmp_path: Path) -> None:
    source = PAGE.replace(
        '<a href="#join">',
        '<a href="/buy" style="background: #063; color: #fff; padding: 12px 24px; display: inline-block">',
    ).replace("Join the course", "Buy the course")
    without_viewport = re.sub("<meta name=.viewport.*?>", "", source)
    diff = "".join(
        difflib.unified_diff(
            source.splitlines(True), without_viewport.splitlines(True), "a/index.html", "b/index.html"
        )
    )
    with Website({"/": source, "/buy": source}) as site:
        service = Service(
            f"sqlite:///{tmp_path / 'own.db'}",
            tmp_path / "own",
            scan_allow_hosts=site.place,
            scan_engine="pipeline",
            draft_after_s="0",
        )
        order_id = service.order_in("in_progress", url=site.url("/"), primary_goal="paid_signup")
        service.run(prepare(service.services, order_id))
        notes = []
        for headline, change in (
            ("Sew your own jeans", None),
            ("Sew your own jeans, " * 60, None),
            ("Sew it", diff),
        ):
            text = TEXT.format(letter="A", headline=headline)
            service.write(versions.save_draft, service.services, order_id, text, change, "anna")
            service.run(redraw(service.services, order_id))
            notes.append(json.loads(_kept(service, order_id)[NOTE]))
        berit = Visitor(service).sign_in()
        told = []
        for page in ("draft", "deliver"):
            berit.see(f"/console/o/{order_id}/{page}")
            told.append(berit.page.css_first("[data-change]").text())  # type: ignore[union-attr]
            assert not berit.page.css("[data-stale]")
        berit.see(f"/console/o/{order_id}/draft")
        berit.send("/draft", do="preview", diff="")
        berit.see(f"/console/o/{order_id}/deliver")
        assert berit.page.css("[data-stale]"), "a diff that nobody has drawn"
        service.write(versions.save_draft, service.services, order_id, "# Without versions", "", "anna")
        assert service.write(put_off, service.services, order_id), "another diff is looked at again"
        service.close()
    assert notes[0]["worse"] == []
    assert notes[0]["findings"] is None, "no diff, nothing to judge"
    assert ["mobile", "button"] in notes[1]["worse"]
    assert notes[2]["worse"] == [["mobile", "wide"]], (
        "without a viewport tag a phone lays it out as a computer does"
    )
    assert len(notes[2]["findings"]["new"]) == 1
    for words in told:
        assert "The change makes something worse" in words
        assert notes[2]["findings"]["new"][0] in words


def _save(service: Service, order_id: str, text: str) -> None:
    service.write(versions.save_draft, service.services, order_id, text, None, "anna")


def _document(service: Service, order_id: str) -> HTMLParser:
    answer = service.get(f"/o/{order_id}/spec?lang=en", headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text[:300]
    page = HTMLParser(answer.text)
    for picture in page.css(".before-after img"):
        served = service.get(picture.attributes["src"] or "")
        assert (served.status_code, served.headers["content-type"]) == (200, "image/webp")
    return page


def _kept(service: Service, order_id: str) -> dict[str, bytes]:
    scan = service.read(scan_of, order_id)
    return {
        name: service.read(read_attachment, service.services.contents, scan, name) for name in scan.pictures
    }


def painted(colour: str, quality: int) -> bytes:
    """A first screen with two lines of text in this colour."""
    image = Image.new("RGB", (1280, 800), "#fffaf2")
    pen = ImageDraw.Draw(image)
    for line in (300, 330):
        pen.text(
            (80, line),
            "We leverage innovative, best-in-class solutions to deliver it",
            fill=colour,
            font_size=20,
        )
    pen.rectangle((700, 100, 1200, 500), fill="#c88030")
    kept = BytesIO()
    image.save(kept, "JPEG", quality=quality)
    return kept.getvalue()


def test_thin_letters_in_another_colour_are_a_change_and_grain_is_none() -> None:
    pale = painted("#b5aaa0", 80)
    assert pictures_differ(pale, painted("#70655b", 80))
    assert not pictures_differ(pale, painted("#b5aaa0", 60))


def test_a_part_that_was_on_the_first_screen_and_a_width_that_was_right_are_compared() -> None:
    looked = {
        "watched": {"headline": "h1", "button": "a"},
        "windows": {
            "desktop": {"wide": 1366, "seen": ["headline"]},
            "mobile": {"wide": 390, "seen": ["button"]},
        },
    }
    drawn = {
        "desktop": Redrawn(picture=b"", words=(), watched=("seen", "below"), wide=1366),
        "mobile": Redrawn(picture=b"", words=(), watched=("below", "lost"), wide=399),
    }
    assert list(worse(looked, drawn)) == [("mobile", "wide")], (
        "the button was below before, and now nobody knows"
    )
    below = {"mobile": Redrawn(picture=b"", words=(), watched=("seen", "below"), wide=398)}
    assert list(worse(looked, below)) == [("mobile", "button")]
