"""*What does it cost me?*, by rules. On the labelled pages they agree with readers as often as weights do, and can be explained.

Yes: three prices or more, or one or two if the page also says what is free or what they are for. Partly: a price in a closed
part, something free beside paid goods, or a step explained at length. No: a request for a quote, or nothing.
"""

from __future__ import annotations

from itertools import islice

from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.judge.answers.answer_outcome import RawAnswer
from coldread.scanner.page.page import Page
from coldread.scanner.reading.prices import (
    AMOUNT,
    offers_newsletter,
    price_of_calculator,
    rate,
    says_free,
)
from coldread.scanner.reading.quotes import quote_from
from coldread.scanner.reading.record import Price, Quote, Reading

#: so many prices are enough for yes, so many facts about the step for partly
SEVERAL = 3
#: texts that are quoted of a page whose amounts are no prices
MOST_AMOUNTS = 10
#: px: a closed part may still be as high as its border
LEAST_HEIGHT = 2.0


def cost(page: Page, reading: Reading) -> RawAnswer:
    free = says_free(page)
    letter = page.brief.goal == PrimaryGoal.NEWSLETTER
    if reading.prices and not (letter and free):
        return _answer_by_prices(page, reading, free is not None)
    counted = price_of_calculator(page) or rate(page)
    if counted is not None:
        return RawAnswer("yes", counted.evidence)
    if free is not None:
        return RawAnswer("yes" if letter else "partly", free.evidence)
    return _cost_without_amount(page, reading, letter)


def _cost_without_amount(page: Page, reading: Reading, letter: bool) -> RawAnswer:
    """The answer for a page with no price and nothing free."""
    step_quotes = tuple(at for fact in reading.next_step for at in fact.evidence)
    if letter and offers_newsletter(page):
        return RawAnswer("partly", step_quotes)
    if len(reading.next_step) >= SEVERAL and page.brief.goal in NAMED and not letter:
        return RawAnswer("partly", step_quotes)
    return RawAnswer("no", quoted_amounts(page))


def quoted_amounts(page: Page) -> tuple[Quote, ...]:
    """Texts with an amount of money, of whatever it is."""
    found = ((block, AMOUNT.search(block.text)) for block in page.blocks)
    named = (quote_from(page, block, at.start()) for block, at in found if at is not None)
    return tuple(islice(named, MOST_AMOUNTS))


def _answer_by_prices(page: Page, reading: Reading, free: bool) -> RawAnswer:
    visible = [price for price in reading.prices if not is_closed(page, price)]
    # a unit tells a price from an example
    amounts = sorted(visible or reading.prices, key=lambda price: not price.unit)
    quotes = tuple(at for price in amounts for at in price.evidence)
    if not visible:
        return RawAnswer("partly", quotes)
    known = len(reading.prices) >= SEVERAL or free or any(price.unit for price in visible)
    return RawAnswer("yes" if known else "partly", quotes)


def is_closed(page: Page, price: Price) -> bool:
    """The price is in a closed part, in both windows."""
    element = page.dom.by_selector.get(price.evidence[0].selector)
    if element is None:
        return False
    around = element.closest("details")
    if around is not None and "open" not in around.attrs:
        return True
    boxes = [view[element.selector] for view in (page.desktop, page.mobile) if element.selector in view]
    return bool(boxes) and not any(box.visible and box.box[3] > LEAST_HEIGHT for box in boxes)
