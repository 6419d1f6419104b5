"""A page that is not UTF-8, along the whole way: its diff has the bytes of its file, and every text of ours is UTF-8."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from coldread.base.languages import Language
from coldread.drafts import versions
from coldread.drafts.write import write
from coldread.scanner.page.charset import decode
from tests.drafts.drafting import drafted
from tests.drafts.ordering import made
from tests.drafts.saying import PREFIX, edit, said
from tests.drafts.test_document import block
from tests.harness.service import Service
from tests.harness.website import Website
from tests.scanner.seeing import document
from tests.scanner.seeing import seen as seen_page

PAGE = document(
    "<main><section><h1>Smörgåsar från Malmö</h1><p>Vi bakar åt 45 kaféer, sex nätter i veckan.</p>"
    '<a class="btn" href="#prov">Boka en provsmakning</a></section><section id="prov"><h2>Så går det till</h2>'
    '<img src="bröd.jpg"><form action="/x" method="post"><label>Namn <input name="namn"></label>'
    '<input name="epost" placeholder="E-post för svar"><button>Skicka</button></form></section></main>',
    head='<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Kvarnen, bröd åt kaféer</title>',
    lang="sv",
).replace('<meta charset="utf-8">', "")
UNDECLARED = PAGE.replace("; charset=iso-8859-1", "")


def applied(folder: Path, file: str, content: bytes, diff: bytes) -> bytes:
    """As `git apply` does it."""
    (folder / file).write_bytes(content)
    (folder / "diff.patch").write_bytes(diff)
    subprocess.run(["git", "apply", "diff.patch"], cwd=folder, check=True, capture_output=True)
    return (folder / file).read_bytes()


@pytest.mark.parametrize("page", [PAGE, UNDECLARED])
def test_the_diff_of_a_latin_1_file_applies_to_its_bytes_and_the_sheet_quotes_its_letters(
    page: str, tmp_path: Path
) -> None:
    content = page.encode("cp1252")
    case = made(page, lang=Language.SV)
    written = write(case, {"html": content.decode("utf-8", "surrogateescape")}, None)
    after = applied(tmp_path, "index.html", content, written.diff_bytes)
    assert after != content
    assert "Smörgåsar från Malmö" in after.decode("cp1252")
    assert written.spec_md.encode("utf-8")
    assert "E-post för svar" in written.spec_md
    assert "\ufffd" not in written.spec_md


def test_the_diff_of_a_page_without_source_has_the_codec_that_its_server_names(tmp_path: Path) -> None:
    content = UNDECLARED.encode("cp1252")
    header = "text/html; charset=windows-1252"
    record = dataclasses.replace(
        seen_page(decode(content, header)),
        url="https://page.example/",
        final_url="https://page.example/",
        headers=(("content-type", header),),
    )
    case = made(PAGE, lang=Language.SV)
    assert case.report is not None
    case = dataclasses.replace(case, report=dataclasses.replace(case.report, seen=record))
    written = write(case, {}, None)
    assert applied(tmp_path, "index.html", content, written.diff_bytes) != content
    assert "E-post för svar" in written.spec_md


def test_a_models_text_goes_into_a_latin_1_file_in_its_own_letters(tmp_path: Path) -> None:
    content = PAGE.encode("cp1252")
    case = made(PAGE, lang=Language.SV)
    heading = block(case, "Så går det till")
    answer = {
        "draft": said(heading, edits=[edit(heading, "Så går det till", "Så här går en provsmakning till")]),
        "shown": [],
        "prefix": PREFIX,
    }
    written = write(case, {"html": content.decode("utf-8", "surrogateescape")}, answer)
    after = applied(tmp_path, "index.html", content, written.diff_bytes)
    assert "<h2>Så här går en provsmakning till</h2>".encode("cp1252") in after
    assert "+<h2>" not in written.spec_md or "Så här går en provsmakning till" in written.spec_md


def test_a_latin_1_page_is_ordered_drafted_read_and_delivered_whole(
    make_service: Callable[..., Service], tmp_path: Path
) -> None:
    """Its draft is written by an isolated process, whose frames hold no stray bytes."""
    content = UNDECLARED.encode("cp1252")
    with Website({"/": UNDECLARED}, "windows-1252") as site:
        service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
        order_id = service.order_in("paid", url=site.url("/"), language="sv")
        drafted(service, order_id)
    draft = service.read(versions.current_draft, service.services, order_id)
    assert "Smörgåsar från Malmö" in draft.spec_md
    assert "\ufffd" not in draft.spec_md + draft.diff
    sent = service.read(versions.diff_bytes, service.services, order_id, draft.diff)
    assert applied(tmp_path, "index.html", content, sent) != content
