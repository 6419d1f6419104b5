"""Proof, promises and ways to be reached: never invented, so what is not told stays a blank to be filled."""

from __future__ import annotations

import re

from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, safe, say
from coldread.base.languages import quoted
from coldread.scanner.suggest.wording import capital, ended

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_PHONE = re.compile(r"(?<!\d)(?:\+\d{2}|0)[\d\s-]{7,14}\d")
_PRICE = re.compile(
    r"(?:(?:from|från)\s+)?(?:[$€£]\s?\d[\d\s.,]*\d|[$€£]\s?\d|\d[\d\s.,]*\s?(?:kr|kronor|sek|usd|eur|dollars?|euros?|€|\$|pounds?)\b)"
    r"(?:\s*(?:/|per|a|an|i|om)\s*(?:month|mo|year|user|seat|hour|month per user|månaden|månad|mån|året|år|användare|timme|timmen))?",
    re.IGNORECASE,
)
_RISK = re.compile(
    r"(?:\d+[\s-]*(?:day|days|dagars?|month|months|månaders?|week|weeks|veckors?)\s*(?:free\s+|money[\s-]back\s+|gratis\s+|kostnadsfri\s+)?(?:trial|guarantee|refund|money[\s-]back(?: guarantee)?|returns?|provperiod|öppet köp|garanti|ångerrätt|pengarna tillbaka)"
    r"|money[\s-]back guarantee|cancel (?:at )?any ?time|no credit card(?: needed| required)?|no binding period|no lock[\s-]in|ingen bindningstid|utan bindningstid|pengarna tillbaka(?:-garanti)?|säga upp när som helst|avsluta när som helst|fri frakt|free returns|fri retur|öppet köp(?: i \d+ dagar)?)",
    re.IGNORECASE,
)


def ask_for_proof(reading: Reading) -> Rewrite:
    whom = reading.offer.audience or say(reading.lang, "proof.customers")
    text = say(reading.lang, "proof.ask", whom=safe(whom))
    return Rewrite(text=text, grounded=0.7)


def sign_it(reading: Reading) -> Rewrite:
    said = reading.quote
    if said and len(said) > 12:
        quote = quoted(safe(said), reading.lang)
        text = say(reading.lang, "proof.signed", quote=quote)
        return Rewrite(text=text, grounded=0.8)
    return Rewrite(text=ask_for_proof(reading).text, grounded=0.65)


def ways_out(reading: Reading) -> list[str]:
    """What the complaint itself tells of trials, guarantees and leaving."""
    found = (capital(" ".join(hit[0].split())) for hit in _RISK.finditer(reading.problem))
    return list(dict.fromkeys(found))


def promise_a_way_out(reading: Reading) -> Rewrite:
    facts = ways_out(reading)
    button = (
        f"<button>{safe(reading.quote)}</button>\n" if reading.quote and reading.element == "call" else ""
    )
    if facts:
        line = " ".join(ended(fact) for fact in facts)
        spoken = ", ".join(fact[:1].lower() + fact[1:] for fact in facts)
        return Rewrite(text=f"{button}<p>{safe(line)}</p>", grounded=1.0, slots={"facts": spoken})
    text = say(reading.lang, "proof.way_out", button=button)
    return Rewrite(text=text, grounded=0.5, slots={"facts": None})


def be_reachable(reading: Reading) -> Rewrite:
    mail, phone = _EMAIL.search(reading.problem), _PHONE.search(reading.problem)
    number = " ".join(phone[0].split()) if phone else say(reading.lang, "proof.number")
    dial = re.sub(r"[^\d+]", "", number) if phone else "[+46…]"
    address = mail[0] if mail else f"[…]@{reading.host.removeprefix('www.')}"
    text = say(reading.lang, "proof.reachable", dial=dial, number=number, address=address)
    return Rewrite(text=text, grounded=0.9 if mail or phone else 0.6)


def tappable(reading: Reading) -> Rewrite:
    """The number or the address as it is written, made a link; nothing else changes."""
    mail, phone = _EMAIL.search(reading.problem), _PHONE.search(reading.problem)
    about_mail = re.search(r"\b(?:e-?mail|mejl|mail|e-?post)", reading.outside_quotes, re.IGNORECASE)
    about_phone = re.search(
        r"phone|number|\btel|nummer|numret|telefon", reading.outside_quotes, re.IGNORECASE
    )
    number = " ".join(phone[0].split()) if phone else say(reading.lang, "proof.number")
    dial = re.sub(r"[^\d+]", "", number) if phone else number
    lines = [f'<a href="tel:{dial}">{number}</a>'] if about_phone or not about_mail else []
    if about_mail and (mail or not lines):
        address = mail[0] if mail else say(reading.lang, "proof.address")
        lines.append(f'<a href="mailto:{address}">{address}</a>')
    return Rewrite(text="\n".join(lines), grounded=1.0 if phone or mail else 0.9)


def today(reading: Reading) -> Rewrite:
    old = re.search(r"(?:19|20)\d\d", reading.problem)
    quote = reading.quote
    if quote and (found := re.search(r"(?:19|20)\d\d(?!.*(?:19|20)\d\d)", quote)):
        return Rewrite(text=quote[: found.start()] + str(reading.year) + quote[found.end() :], grounded=0.95)
    text = f"© {reading.year} {reading.brand}" if old else say(reading.lang, "proof.last_change")
    return Rewrite(text=text, grounded=0.8 if old else 0.5)


def show_the_price(reading: Reading) -> Rewrite:
    price = _PRICE.search(reading.problem)
    if price:
        said = " ".join(price[0].split())
        start = "" if re.match(r"(?:from|från)\b", said, re.IGNORECASE) else say(reading.lang, "proof.from")
        line = ended(capital(start + said))
        rest = say(reading.lang, "proof.what_is_included")
        return Rewrite(
            text=f"<p><strong>{safe(line)}</strong> {rest}</p>",
            grounded=0.9,
            slots={"element": _elsewhere(reading)},
        )
    text = say(reading.lang, "proof.price_unknown")
    return Rewrite(text=text, grounded=0.6, slots={"element": _elsewhere(reading)})


def _elsewhere(reading: Reading) -> str | None:
    """The element that fails to answer; the price itself cannot be said to."""
    return None if reading.element == "price" else reading.element_name


def three_plans(reading: Reading) -> Rewrite:
    count = reading.number_of("plan", "tier", "packag", "paket", "option", "nivå")
    text = say(reading.lang, "proof.plans")
    return Rewrite(text=text, grounded=0.65, slots={"n": count})


def whole_price_early(reading: Reading) -> Rewrite:
    """What it costs altogether, before anybody begins."""
    price = _PRICE.search(reading.problem)
    if price:
        return Rewrite(
            text=say(reading.lang, "proof.costs", price=safe(" ".join(price[0].split()))), grounded=0.85
        )
    return Rewrite(text=say(reading.lang, "proof.whole_price"), grounded=0.65)


def what_the_price_buys(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "proof.price_buys"), grounded=0.55)


def without_customers(reading: Reading) -> Rewrite:
    """What a stranger can check when nobody has bought yet."""
    return Rewrite(text=say(reading.lang, "proof.no_customers"), grounded=0.7)


def without_names(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "proof.no_names"), grounded=0.7)


def by_mail_only(reading: Reading) -> Rewrite:
    mail = _EMAIL.search(reading.problem)
    address = mail[0] if mail else f"[…]@{reading.host.removeprefix('www.')}"
    return Rewrite(text=say(reading.lang, "proof.by_mail", address=address), grounded=0.9 if mail else 0.7)
