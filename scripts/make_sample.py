"""Makes the sample report: looks at tests/sites/sample_en.html with the real scanner and keeps record and pictures.

`python scripts/make_sample.py`; run it when the scanner's record changes its shape, or the page is changed.
"""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from tests.harness.website import Website  # noqa: E402

from coldread.base.languages import Language  # noqa: E402
from coldread.scanner.brief import Brief  # noqa: E402
from coldread.scanner.goals import PrimaryGoal  # noqa: E402
from coldread.scanner.scanner import Scanner, ScannerOptions  # noqa: E402
from coldread.scanner.stored_record import RECORD_NAME, packed_record  # noqa: E402

SAMPLE = ROOT / "src/coldread/pages/report_page/sample"


async def look(place: str, url: str) -> None:
    options = ScannerOptions(engine="pipeline", no_sandbox_permitted=True, allow_hosts=(place,))
    scanner = Scanner(options)
    scanned = await scanner.scan(
        url, Brief(goal=PrimaryGoal.BOOK_CALL, audience="Owners of cafés in Malmö", lang=Language.EN)
    )
    await scanner.close()
    SAMPLE.mkdir(exist_ok=True)
    (SAMPLE / RECORD_NAME).write_bytes(packed_record(scanned.report.seen))
    for name in ("desktop", "mobile"):
        picture = Image.open(io.BytesIO(scanned.pictures[f"{name}.jpg"]))
        picture.save(SAMPLE / f"{name}.webp", quality=70, method=6)
    print(scanned.report.scores.overall, scanned.report.counts, scanned.report.caveats)


def main() -> None:
    page = (ROOT / "tests/sites/sample_en.html").read_text("utf-8")
    with Website({"/": page}) as site:
        asyncio.run(look(site.place, site.url("/")))


if __name__ == "__main__":
    main()
