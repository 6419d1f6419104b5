"""The nightly look at our own start page, by a real browser at a running service; and the pieces of its pictures."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from PIL import Image

from coldread.pages.report_page.crops import MOST
from coldread.scans.home import home_scan
from coldread.scans.jobs import look_at_home
from coldread.scans.shares import share_of
from coldread.scans.stored_scan import find_stored_scan
from tests.harness.process import ServerProcess
from tests.harness.service import Service


def test_our_own_scanner_looks_at_our_own_page_and_says_so_there(shop: ServerProcess, tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", base_url=shop.url)
    try:
        service.run(look_at_home(service.services))
        seen = service.read(home_scan)
        assert seen is not None
        assert seen.score > 0
        assert f"/r/{seen.session_id}" in service.get("/", headers={"Accept": "text/html"}).text
        report = service.get(f"/r/{seen.session_id}", headers={"Accept": "text/html"})
        assert report.status_code == 200
        assert "cta.dead" not in report.text, "what we sell against"
        pieces_are_cut_once_and_kept(service, seen.session_id, report.text)
    finally:
        service.close()


def pieces_are_cut_once_and_kept(service: Service, session_id: str, report: str) -> None:
    """Each finding that stands somewhere has its piece; a shared report has a card, and the owner's address none.

    Our own page may have no finding that stands somewhere; then it has no piece.
    """
    placed = '<rect class="frame' in report
    pieces = re.findall(r'class="crop" src="(/r/[^"]+)" width="(\d+)" height="(\d+)"', report)
    assert len(pieces) <= MOST
    assert bool(pieces) or not placed
    for path, wide, high in pieces:
        picture = service.get(path)
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/webp"), path
        assert len(picture.content) < 60_000
        with Image.open(BytesIO(picture.content)) as image:
            assert abs(image.width / image.height - int(wide) / int(high)) < 0.1, "nothing is squeezed"
    kept = service.read(find_stored_scan, session_id)
    assert {path.rpartition("/")[2] for path, _, _ in pieces} <= kept.pictures.keys()
    assert service.get(f"/r/{session_id}/crop-999.webp").status_code == 404
    here = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
    service.post(f"/r/{session_id}/share", data={"do": "begin"}, headers=here)
    share_id = service.read(share_of, session_id)
    shared = service.get(f"/s/{share_id}", headers={"Accept": "text/html"}).text
    assert f"/s/{share_id}/card.jpg" in shared
    assert session_id not in shared
    card = service.get(f"/s/{share_id}/card.jpg")
    assert (card.status_code, card.headers["content-type"]) == (200, "image/jpeg")
    with Image.open(BytesIO(card.content)) as image:
        assert image.size == (1200, 630)
