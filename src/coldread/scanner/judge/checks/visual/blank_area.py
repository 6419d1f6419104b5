"""A part of the page where nothing is."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.painted_evidence import in_both, place_of, was_scrolled
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.blank-area",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    en=Text(
        title="No part of the page stays empty",
        failure="{height} px of the page are empty",
        why="Whoever scrolls into nothing takes the page for ended or broken. The page was scrolled through first, so that what appears only then counts as there.",
        fix="Show the content without waiting for a script, or take the empty part out.",
    ),
    sv=Text(
        title="Ingen del av sidan är tom",
        failure="{height} px av sidan är tomma",
        why="Den som rullar in i ingenting tror att sidan är slut eller trasig. Sidan rullades först igenom, så att det som visas först då räknas som synligt.",
        fix="Visa innehållet utan att vänta på ett skript, eller ta bort den tomma delen.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    empty = in_both(page, lambda painted: (one for one in painted.empty if one.blank))
    if not empty:
        return None
    empty.sort(key=lambda row: (not row[0].silent, -row[0].box[3]))
    proof = [place_of(page, one, view, value=round(one.box[3])) for one, view in empty]
    # text that is there and never shows is certain to be a fault; mere room may be meant
    severity = Severity.P1 if empty[0][0].silent else Severity.P2
    return found(META, page.brief, severity, proof, height=round(empty[0][0].box[3]))
