"""Proof, promises and ways to be reached: never invented, so what is not told stays a blank to be filled."""

from __future__ import annotations

import re

from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, pick, safe
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
    whom = reading.offer.audience or pick(reading, "customers", "kunder")
    ask_en = "What was it like before, what made you choose us, and what is different now?"
    ask_sv = "Hur var det förut, vad fick er att välja oss, och vad är annorlunda nu?"
    text = pick(
        reading,
        f"<blockquote>“[One sentence in their words: what was a nuisance before, what is different now, with a figure.]”</blockquote>\n<p>[Name], [role], [firm and town]</p>\n<!-- ask three {safe(whom)} whom you have served: “{ask_en}” and place the best answer right under the first button -->",
        f"<blockquote>”[En mening med deras ord: vad som var besvärligt förut, vad som är annorlunda nu, med en siffra.]”</blockquote>\n<p>[Namn], [roll], [företag och ort]</p>\n<!-- fråga tre {safe(whom)} ni har hjälpt: ”{ask_sv}” och lägg det bästa svaret direkt under första knappen -->",
    )
    return Rewrite(text=text, grounded=0.7)


def sign_it(reading: Reading) -> Rewrite:
    said = reading.quote
    quote = f"“{safe(said)}”" if said and not reading.swedish else f"”{safe(said)}”" if said else None
    if quote and len(said or "") > 12:
        text = pick(
            reading,
            f"<blockquote>{quote} [What changed, in their words, with a figure.]</blockquote>\n<p>[Name], [role], [firm and town]</p>",
            f"<blockquote>{quote} [Vad som blev annorlunda, med deras ord och en siffra.]</blockquote>\n<p>[Namn], [roll], [företag och ort]</p>",
        )
        return Rewrite(text=text, grounded=0.8)
    return Rewrite(text=ask_for_proof(reading).text, grounded=0.65)


def promise_a_way_out(reading: Reading) -> Rewrite:
    facts = list(
        dict.fromkeys(capital(" ".join(found[0].split())) for found in _RISK.finditer(reading.problem))
    )
    button = (
        f"<button>{safe(reading.quote)}</button>\n" if reading.quote and reading.element == "call" else ""
    )
    if facts:
        line = " ".join(ended(fact) for fact in facts)
        spoken = ", ".join(fact[:1].lower() + fact[1:] for fact in facts)
        return Rewrite(text=f"{button}<p>{safe(line)}</p>", grounded=1.0, slots={"facts": spoken})
    text = pick(
        reading,
        f"{button}<p>[Only what is true, in this order: how long one may try it, what it costs to leave, how one gets the money back.]</p>",
        f"{button}<p>[Bara det som är sant, i den ordningen: hur länge man får prova, vad det kostar att sluta, hur man får pengarna tillbaka.]</p>",
    )
    return Rewrite(text=text, grounded=0.5, slots={"facts": None})


def be_reachable(reading: Reading) -> Rewrite:
    mail, phone = _EMAIL.search(reading.problem), _PHONE.search(reading.problem)
    number = " ".join(phone[0].split()) if phone else pick(reading, "[number]", "[nummer]")
    dial = re.sub(r"[^\d+]", "", number) if phone else "[+46…]"
    address = mail[0] if mail else f"[…]@{reading.host.removeprefix('www.')}"
    text = pick(
        reading,
        f'<p>[First name] answers, weekdays [hours]: <a href="tel:{dial}">{number}</a>, <a href="mailto:{address}">{address}</a></p>\n<p>[Company name], [street, town], org. no. [number]</p>',
        f'<p>[Förnamn] svarar, vardagar [tider]: <a href="tel:{dial}">{number}</a>, <a href="mailto:{address}">{address}</a></p>\n<p>[Företagsnamn], [gata, ort], org.nr [nummer]</p>',
    )
    return Rewrite(text=text, grounded=0.9 if mail or phone else 0.6)


def today(reading: Reading) -> Rewrite:
    old = re.search(r"(?:19|20)\d\d", reading.problem)
    quote = reading.quote
    if quote and (found := re.search(r"(?:19|20)\d\d(?!.*(?:19|20)\d\d)", quote)):
        return Rewrite(text=quote[: found.start()] + str(reading.year) + quote[found.end() :], grounded=0.95)
    text = (
        f"© {reading.year} {reading.brand}"
        if old
        else pick(
            reading,
            "[the date of the last real change], or none",
            "[datum för senaste verkliga ändringen], eller inget",
        )
    )
    return Rewrite(text=text, grounded=0.8 if old else 0.5)


def show_the_price(reading: Reading) -> Rewrite:
    price = _PRICE.search(reading.problem)
    if price:
        said = " ".join(price[0].split())
        start = "" if re.match(r"(?:from|från)\b", said, re.IGNORECASE) else pick(reading, "From ", "Från ")
        line = ended(capital(start + said))
        rest = pick(
            reading,
            "[What is included, and what makes it cost more.]",
            "[Vad som ingår, och vad som gör det dyrare.]",
        )
        return Rewrite(
            text=f"<p><strong>{safe(line)}</strong> {rest}</p>",
            grounded=0.9,
            slots={"element": _elsewhere(reading)},
        )
    text = pick(
        reading,
        "<p><strong>From [price] per [month, visit or piece].</strong> Most pay [usual price], because [what it depends on]. Example: [one customer's case, worked out].</p>",
        "<p><strong>Från [pris] per [månad, besök eller styck].</strong> De flesta betalar [vanligt pris], eftersom [vad det beror på]. Exempel: [ett kundfall, uträknat].</p>",
    )
    return Rewrite(text=text, grounded=0.6, slots={"element": _elsewhere(reading)})


def _elsewhere(reading: Reading) -> str | None:
    """The element that fails to answer; the price itself cannot be said to."""
    return None if reading.element == "price" else reading.element_name


def three_plans(reading: Reading) -> Rewrite:
    count = reading.number_of("plan", "tier", "packag", "paket", "option", "nivå")
    text = pick(
        reading,
        "<h3>For [the smallest customer, by what they are]</h3> <p>[price] · [the one thing it does]</p>\n<h3>For [most customers] <small>most choose this, because [reason]</small></h3> <p>[price] · everything above, and [the one difference]</p>\n<h3>For [the largest]</h3> <p>[price or “let us talk”] · everything above, and [the one difference]</p>",
        "<h3>För [den minsta kunden, efter vad de är]</h3> <p>[pris] · [det enda den gör]</p>\n<h3>För [de flesta] <small>vanligaste valet, eftersom [skäl]</small></h3> <p>[pris] · allt ovan, och [den enda skillnaden]</p>\n<h3>För [de största]</h3> <p>[pris eller ”hör av er”] · allt ovan, och [den enda skillnaden]</p>",
    )
    return Rewrite(text=text, grounded=0.65, slots={"n": count})
