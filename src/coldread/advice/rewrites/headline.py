"""New headlines and the lines under them, made of what the complaint tells of the offer."""

from __future__ import annotations

from coldread.advice.labels import label_for
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, pick, safe
from coldread.scanner.judge.checks.clarity.h1_long import MAX_CHARS, MAX_WORDS
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.headline import LONGEST_NEW
from coldread.scanner.suggest.wording import capital, ended, halves


def promise(reading: Reading) -> tuple[str, float]:
    """The best headline that the facts allow, and how far it rests on them."""
    offer = reading.offer
    if offer.outcome and offer.audience:
        return capital(offer.outcome), 1.0
    if offer.thing and offer.audience:
        return capital(f"{offer.thing} {pick(reading, 'for', 'för')} {offer.audience}"), 1.0
    if offer.thing:
        return capital(offer.thing), 0.9
    if offer.audience:
        return pick(
            reading, f"[What they get] for {offer.audience}", f"[Vad de får] för {offer.audience}"
        ), 0.6
    return pick(reading, "[What you sell] for [whom]", "[Vad ni säljer] för [vem]"), 0.4


def explanation(reading: Reading) -> str:
    """The sentence under it: what the headline leaves open."""
    offer = reading.offer
    if offer.outcome and offer.audience:
        return pick(
            reading,
            f"For {offer.audience}. [How it works, in one sentence.]",
            f"För {offer.audience}. [Hur det går till, i en mening.]",
        )
    if offer.thing and offer.audience:
        return pick(
            reading,
            "[What changes for them, with one true figure or time.]",
            "[Vad som blir annorlunda för dem, med en sann siffra eller tid.]",
        )
    if offer.thing:
        return pick(
            reading,
            "For [whom] who [the situation they are in]. [What changes for them.]",
            "För [vem] som [läget de är i]. [Vad som blir annorlunda för dem.]",
        )
    return pick(
        reading,
        "[What changes for them, with one true figure or time.]",
        "[Vad som blir annorlunda för dem, med en sann siffra eller tid.]",
    )


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
    return pick(
        reading,
        "<!-- in that pattern, for another firm: “Payroll for cafés with under 20 staff” / “Wages, tax and pay slips done in a quarter of an hour a month.” -->",
        "<!-- samma mönster, för ett annat företag: ”Lönehantering för kaféer med under 20 anställda” / ”Löner, skatt och lönebesked klara på en kvart i månaden.” -->",
    )


def ask_back(reading: Reading) -> Rewrite:
    """Nothing tells what is wrong: the pattern of a text that works, to be filled."""
    headline, grounded = promise(reading)
    text = pick(
        reading,
        f"{ended(headline)} [What changes for them, with one figure or time.] [The next step, as verb and object.]",
        f"{ended(headline)} [Vad som blir annorlunda för dem, med en siffra eller tid.] [Nästa steg, som verb och objekt.]",
    )
    return Rewrite(text=text, grounded=grounded)


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
        pick(reading, "[The promise: what is offered, to whom]", "[Löftet: vad som erbjuds, till vem]"),
        pick(reading, "[First section]", "[Första avsnittet]"),
    )
    lines = [f"<h1>{safe(kept[0])}</h1>", *(f"<h2>{safe(text)}</h2>" for text in kept[1:4])]
    if len(kept) == 1:
        lines.append(
            pick(reading, "<h2>[every further headline]</h2>", "<h2>[varje ytterligare rubrik]</h2>")
        )
    return Rewrite(text="\n".join(lines), grounded=0.95, slots={"n": count})


def name_the_audience(reading: Reading) -> Rewrite:
    audience = reading.offer.audience
    if audience:
        text = pick(reading, f"For {audience}", f"För {audience}")
        about = f": {reading.offer.thing}" if reading.offer.thing else ""
        return Rewrite(text=ended(text + about), grounded=0.9, slots={"audience": audience})
    text = pick(
        reading,
        "For [the people you sell most to, as they call themselves] who [the situation that sends them to you].",
        "För [dem ni säljer mest till, som de själva kallar sig] som [läget som för dem till er].",
    )
    return Rewrite(text=text, grounded=0.5, slots={"audience": None})


def add_subhead(reading: Reading) -> Rewrite:
    offer = reading.offer
    if offer.thing or offer.outcome:
        what = f"{reading.brand} {pick(reading, 'is', 'är')} {offer.thing}" if offer.thing else ""
        whom = offer.audience or pick(reading, "[whom]", "[vem]")
        if offer.outcome:
            what = pick(
                reading,
                f"{reading.brand} helps {whom} {offer.outcome}",
                f"{reading.brand} hjälper {whom} att {offer.outcome}",
            )
        else:
            what += pick(reading, f" for {whom}", f" för {whom}")
        end = pick(
            reading,
            "[What it takes: time, price or first step.]",
            "[Vad som krävs: tid, pris eller första steg.]",
        )
        return Rewrite(text=f'<p class="lead">{safe(ended(what))} {end}</p>', grounded=0.85)
    text = pick(
        reading,
        f'<p class="lead">{safe(reading.brand)} gives [whom] [what], so that [what changes]. [What it takes: time, price or first step.]</p>',
        f'<p class="lead">{safe(reading.brand)} ger [vem] [vad], så att [vad som blir annorlunda]. [Vad som krävs: tid, pris eller första steg.]</p>',
    )
    return Rewrite(text=text, grounded=0.5)
