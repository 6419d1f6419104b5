"""*What does it cost me?*, by rules: on the labelled pages they agree with a reader as often as weights do, and each can be said.

Three prices or more tell. One or two tell where the page says as well what is free or what they are for. A price that has to be opened,
something free beside goods that cost, or a step that is told at length, tells half. Asking for a quote tells nothing yet.
"""

from __future__ import annotations

from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.judge.answer_outcome import RawAnswer
from coldread.scanner.page.page import Page
from coldread.scanner.reading.prices import asks_for_quote, counts_price, is_letter, rate, says_free
from coldread.scanner.reading.record import Price, Reading

#: so many prices, or things said about the step, tell by themselves
SEVERAL = 3
#: px: a closed part keeps its line
LEAST_HEIGHT = 2.0


def cost(page: Page, reading: Reading) -> RawAnswer:
    free = says_free(page)
    letter = page.brief.goal == PrimaryGoal.NEWSLETTER
    if reading.prices and not (letter and free):
        return _by_prices(page, reading, free is not None)
    counted = counts_price(page) or rate(page)
    if counted is not None:
        return RawAnswer("yes", "cost_counted", counted.evidence)
    if free is not None:
        because = "cost_free" if letter else "cost_first_free"
        return RawAnswer("yes" if letter else "partly", because, free.evidence)
    return _cost_without_amount(page, reading, letter)


def _cost_without_amount(page: Page, reading: Reading, letter: bool) -> RawAnswer:
    """Neither an amount nor the word free."""
    told = tuple(at for fact in reading.next_step for at in fact.evidence)
    if letter and is_letter(page):
        return RawAnswer("partly", "cost_letter" if told else "cost_letter_untold", told)
    if len(reading.next_step) >= SEVERAL and page.brief.goal in NAMED and not letter:
        return RawAnswer("partly", "cost_partly", told)
    asked = asks_for_quote(page)
    return RawAnswer("no", "cost_asked", asked.evidence) if asked is not None else RawAnswer("no", "cost_no")


def _by_prices(page: Page, reading: Reading, free: bool) -> RawAnswer:
    shown = [price for price in reading.prices if not is_closed(page, price)]
    # a unit tells a price from an example
    amounts = sorted(shown or reading.prices, key=lambda price: not price.unit)
    quotes = tuple(at for price in amounts for at in price.evidence)
    if not shown:
        return RawAnswer("partly", "cost_hidden", quotes)
    if len(reading.prices) >= SEVERAL:
        return RawAnswer("yes", "cost_yes", quotes)
    known = free or any(price.unit for price in shown)
    return RawAnswer("yes" if known else "partly", "cost_yes" if known else "cost_little", quotes)


def is_closed(page: Page, price: Price) -> bool:
    """In a part that nobody has opened, on either screen."""
    element = page.dom.by_selector.get(price.evidence[0].selector)
    if element is None:
        return False
    around = element.closest("details")
    if around is not None and "open" not in around.attrs:
        return True
    boxes = [view[element.selector] for view in (page.desktop, page.mobile) if element.selector in view]
    return bool(boxes) and not any(box.visible and box.box[3] > LEAST_HEIGHT for box in boxes)
