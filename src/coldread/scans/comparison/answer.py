"""The answer about two stored scans: what changed, and where it is shown."""

from __future__ import annotations

from typing import Any

from coldread.base.languages import Language
from coldread.base.links import links_of
from coldread.base.shapes import checked_body
from coldread.scans.comparison.pages import compare_pages
from coldread.scans.comparison.picture_difference import PictureDifference
from coldread.scans.comparison.shapes import ComparedPicture, ScansCompared
from coldread.scans.comparison.stored import differences_of, states_of
from coldread.scans.stored_scan import StoredScan
from coldread.services import Services


def place_of(before: StoredScan, after: StoredScan) -> str:
    """The last part of the addresses of this comparison."""
    return f"{after.session_id}/compared-to/{before.session_id}"


async def compare_stored_scans(
    services: Services, before: StoredScan, after: StoredScan, client: str
) -> dict[str, Any]:
    """`client`: who is counted if pictures must still be drawn."""
    before_state, after_state = await states_of(services, before, after, Language(after.language))
    drawn = await differences_of(services, before, after, client)
    base, place = services.settings.base_url, place_of(before, after)
    return checked_body(
        ScansCompared,
        {
            **compare_pages(before_state, after_state),
            "pictures": [
                _compared_picture(window, found, f"{base}/r/{place}") for window, found in drawn.items()
            ],
            "_links": links_of(base, "comparison", place),
        },
    )


def _compared_picture(window: str, found: PictureDifference, address: str) -> dict[str, Any]:
    return checked_body(
        ComparedPicture,
        {
            "window": window,
            "href": f"{address}/{window}.webp" if found.picture else None,
            "width": found.width,
            "height": found.height,
            "areas": [list(area) for area in found.areas],
            "gone": found.gone,
            "share": found.share,
        },
    )
