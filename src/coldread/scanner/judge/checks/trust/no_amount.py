"""No amount of money appears on the page or in its source, and no words say that the thing is free."""

from __future__ import annotations

import re

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.whole_source import whole_source
from coldread.scanner.page.page import Page
from coldread.scanner.reading.amounts import is_free_itself
from coldread.scanner.reading.people import sells_nothing
from coldread.scanner.reading.prices import AMOUNT

#: a price with a figure in structured data, with its currency in another field or missing
_STRUCTURED = re.compile(
    r"[\"'](?:low|high)?price[\"']\s{0,4}:\s{0,4}[\"']?\d|itemprop=[\"'](?:low|high)?price[\"'][^>]{0,200}\bcontent=[\"']?\d"
    r"|[\"'](?:product|og):price:amount[\"'][^>]{0,200}\bcontent=[\"']?\d",
    re.IGNORECASE,
)

META = Meta(
    id="trust.no-amount",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS, Source.NNG),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    nowhere=True,
    # the other goals do not ask for money on this page
    goals=(PrimaryGoal.BOOK_CALL, PrimaryGoal.PAID_SIGNUP, PrimaryGoal.OTHER),
    en=Text(
        title="The page or its source has an amount of money, or says that it is free",
        failure="We found no figure with a currency in this page's text or in its source",
        why="Looked for: figures with signs, codes or words of currencies, such as $, € or kr. Words in pictures are not read.",
        fix="If it costs something and visitors should know how much, state a price, a range, or how you work it out.",
    ),
    sv=Text(
        title="Sidan eller dess källkod har ett belopp, eller säger att det är gratis",
        failure="Vi hittade ingen siffra med valuta i sidans text eller i dess källkod",
        why="Sökt efter: siffror med tecken, koder eller ord för valutor, som $, € eller kr. Ord i bilder läses inte.",
        fix="Kostar det något och ska besökarna veta hur mycket: ange ett pris, ett spann eller hur du räknar.",
    ),
)


def check(page: Page) -> Verdict:
    source = whole_source(page)
    if source is None:
        return NotMeasured("long-text")
    if _STRUCTURED.search(source) or any(not _is_of_a_script(match[0]) for match in AMOUNT.finditer(source)):
        return None
    if is_free_itself(page):
        return None
    if sells_nothing(page):
        return NotApplicable("sells-nothing")
    return build_finding(
        META,
        page.brief,
        Severity.P2,
        [evidence.of_searched_place(page, "body", value=0, threshold=1)],
        count=1,
    )


def _is_of_a_script(amount: str) -> bool:
    """“$1” is a placeholder in a script's replacement, not a price."""
    return len(amount) == 2 and amount[0] == "$"
