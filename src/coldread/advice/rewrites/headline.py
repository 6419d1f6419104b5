"""New headlines and the lines under them, made of what the complaint tells of the offer."""

from __future__ import annotations

from coldread.advice.labels import label_for
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, safe, say
from coldread.scanner.judge.checks.clarity.h1_long import MAX_CHARS, MAX_WORDS
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.headline import LONGEST_NEW
from coldread.scanner.suggest.wording import capital, ended, halves


def promise(reading: Reading) -> tuple[str, float]:
    """The best headline that the facts allow, and how far it rests on them."""
    offer = reading.offer
    if offer.outcome and offer.audience:
        return capital(offer.outcome), 1.0
    if offer.says:
        return capital(offer.says), 0.95
    if offer.thing and offer.audience:
        return capital(
            say(reading.lang, "headline.for_audience", thing=offer.thing, audience=offer.audience)
        ), 1.0
    if offer.thing:
        return capital(offer.thing), 0.9
    if offer.audience:
        return say(reading.lang, "headline.for_audience_unknown", audience=offer.audience), 0.6
    return say(reading.lang, "headline.unknown"), 0.4


def explanation(reading: Reading) -> str:
    """The sentence under it: what the headline leaves open."""
    offer = reading.offer
    if offer.outcome and offer.audience:
        return say(reading.lang, "headline.for_whom_how", audience=offer.audience)
    if offer.thing and offer.audience:
        return say(reading.lang, "headline.change")
    if offer.thing:
        return say(reading.lang, "headline.for_whom_change")
    return say(reading.lang, "headline.change")


def say_the_offer(reading: Reading) -> Rewrite:
    headline, grounded = promise(reading)
    label = label_for(reading)
    lines = [f"<h1>{safe(headline)}</h1>", f"<p>{safe(explanation(reading))}</p>"]
    if grounded < 0.5:
        lines.append(_example(reading))
    elif label and reading.element != "headline":
        lines.append(f'<a class="button" href="[…]">{safe(label)}</a>')
    return Rewrite(text="\n".join(lines), grounded=grounded)


def _example(reading: Reading) -> str:
    """A worked case in place of the facts that are missing; marked as one."""
    return say(reading.lang, "headline.example")


def shorten(reading: Reading) -> Rewrite:
    """The first clause stays the headline, the rest becomes the sentence below."""
    said = reading.quote or ""
    count = len(words(said))
    told = reading.number_of("word", "ord")
    slots = {"words": str(count) if count > MAX_WORDS // 2 else told}
    parted = halves(said, most_words=LONGEST_NEW, most_chars=MAX_CHARS)
    if parted is not None:
        text = f"<h1>{safe(parted[0])}</h1>\n<p>{safe(parted[1])}</p>"
        return Rewrite(text=text, grounded=0.9, slots=slots)
    plain = say_the_offer(reading)
    return Rewrite(text=plain.text, grounded=plain.grounded, slots=slots)


def one_h1(reading: Reading) -> Rewrite:
    count = reading.number_of("h1", "main", "huvud", "head", "rubrik")
    kept = reading.quoted or (
        say(reading.lang, "headline.promise"),
        say(reading.lang, "headline.first_section"),
    )
    lines = [f"<h1>{safe(kept[0])}</h1>", *(f"<h2>{safe(text)}</h2>" for text in kept[1:4])]
    if len(kept) == 1:
        lines.append(say(reading.lang, "headline.further_headline"))
    return Rewrite(text="\n".join(lines), grounded=0.95, slots={"n": count})


def name_the_audience(reading: Reading) -> Rewrite:
    audience = reading.offer.audience
    if audience:
        text = say(reading.lang, "headline.for_line", audience=audience)
        about = f": {reading.offer.thing}" if reading.offer.thing else ""
        return Rewrite(text=ended(text + about), grounded=0.9, slots={"audience": audience})
    text = say(reading.lang, "headline.for_line_unknown")
    return Rewrite(text=text, grounded=0.5, slots={"audience": None})


def add_subhead(reading: Reading) -> Rewrite:
    offer = reading.offer
    if offer.says:
        end = say(reading.lang, "headline.what_it_takes")
        return Rewrite(text=f'<p class="lead">{safe(ended(capital(offer.says)))} {end}</p>', grounded=0.85)
    if offer.thing or offer.outcome:
        told = {"brand": reading.brand, "whom": offer.audience or say(reading.lang, "headline.whom")}
        what = (
            say(reading.lang, "headline.helps", **told, outcome=offer.outcome)
            if offer.outcome
            else say(reading.lang, "headline.is", **told, thing=offer.thing)
        )
        end = say(reading.lang, "headline.what_it_takes")
        return Rewrite(text=f'<p class="lead">{safe(ended(what))} {end}</p>', grounded=0.85)
    text = say(reading.lang, "headline.lead_unknown", brand=safe(reading.brand))
    return Rewrite(text=text, grounded=0.5)
