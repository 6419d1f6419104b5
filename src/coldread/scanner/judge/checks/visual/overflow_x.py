"""A page that slides sideways under the thumb."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

TOLERANCE_PX = 2

META = Meta(
    id="visual.overflow-x",
    needs=(Layer.MOBILE,),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="S",
    fix="needs_review",
    en=Text(
        title="The page fits a phone's width",
        failure="On a phone the page is {over} px wider than the screen",
        why="Text and buttons hang over the edge, and every scroll drifts sideways.",
        fix="Give the widest element max-width:100 %, or let its row wrap.",
    ),
    sv=Text(
        title="Sidan ryms på mobilens bredd",
        failure="På mobilen är sidan {over} px bredare än skärmen",
        why="Text och knappar hänger över kanten, och varje rullning glider i sidled.",
        fix="Ge det bredaste elementet max-width:100 %, eller låt raden brytas.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.mobile
    if view is None or view.scroll_width <= view.width + TOLERANCE_PX:
        return None
    proof = [
        evidence.of_drawn(page, item, "mobile", value=round(item.box[0] + item.box[2]), threshold=view.width)
        for item in view.overflowing
    ] or [evidence.searched(page, "body", value=view.scroll_width, threshold=view.width)]
    return found(META, page.brief, Severity.P1, proof, over=view.scroll_width - view.width)
