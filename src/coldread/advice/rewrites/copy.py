"""Running text made plainer: empty words out, the reader in, one thought a sentence, no raised voice."""

from __future__ import annotations

import re

from coldread.advice.labels import label_for
from coldread.advice.reading import Reading
from coldread.advice.rewrites import headline
from coldread.advice.rewrites.rewrite import Rewrite, listed, safe, say
from coldread.base.languages import quoted
from coldread.scanner.page.phrases import content_words, phrases
from coldread.scanner.suggest.wording import capital, ended, sentences

#: where a sentence can be cut without losing its subject
_JOINTS = re.compile(
    r",?\s+(?:which means that|meaning that|because|whereas|vilket innebär att|vilket betyder att|eftersom)\s+"
    r"|,?\s+(?:and|but|while|och|men|samtidigt som)\s+(?=(?:we|you|it|they|there|the|this|your|our|a|vi|du|ni|det|den|de|er|ert|era|din|vår|vårt|våra)\s)"
    r"|;\s*|\s+[–—]\s+",
    re.IGNORECASE,
)
_WE = re.compile(
    r"^(?P<we>we|our (?:team|company|firm)|vi|vårt (?:team|företag)|vårt bolag)\s+(?P<verb>offer|provide|deliver|have|give|bring|supply|possess|erbjuder|levererar|har|ger|tillhandahåller|besitter)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_WE_HELP = re.compile(
    r"^(?:we|vi)\s+(?:help|hjälper)\s+(?P<whom>you|dig|er|our customers|våra kunder)\s+(?:to |att |med att )?(?P<what>.+)$",
    re.IGNORECASE,
)
_OUR = re.compile(
    r"^(?:our|vår|vårt|våra)\s+(?P<what>.+?)\s+(?P<verb>is|are|helps?|makes?|saves?|gives?|är|hjälper|gör|sparar|ger)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\b(?:the (?:world'?s )?(?:best|leading|greatest|#1|number one)|sveriges (?:bästa|ledande|främsta)|marknadens (?:bästa|ledande)|världens bästa)\b\s*",
    re.IGNORECASE,
)


def without_empty_words(reading: Reading) -> Rewrite:
    """What is left when empty words go, where that says something; else the offer itself."""
    said = reading.quote or ""
    empty = [found[0] for found in phrases("buzzwords.phrases").finditer(said)]
    empty += [found[0].strip() for found in _SUPERLATIVE.finditer(said)]
    named = [quoted(word.lower(), reading.lang) for word in dict.fromkeys(empty)][:3]
    sample = listed(reading, named) or None
    if reading.offer:
        line, grounded = headline.promise(reading)
        return Rewrite(text=ended(line), grounded=grounded, slots={"sample": sample})
    text = say(reading.lang, "copy.offer_unknown")
    left = _SUPERLATIVE.sub("", phrases("buzzwords.phrases").sub("…", said))
    if len([word for word in content_words(left) if len(word) > 3]) >= 4 and left.count("…") <= 2:
        text = ended(capital(" ".join(re.sub(r"\s*…(?:\s*,)?\s*", " ", left).split())))
        return Rewrite(text=text, grounded=0.65, slots={"sample": sample})
    return Rewrite(text=text, grounded=0.45, slots={"sample": sample})


def with_a_figure(reading: Reading) -> Rewrite:
    said = reading.quote
    if reading.offer:
        line, _ = headline.promise(reading)
        tail = say(reading.lang, "copy.one_figure")
        return Rewrite(text=f"{line}, {tail}.", grounded=0.75)
    start = f"{said.rstrip('.!')}: " if said else ""
    text = start + say(reading.lang, "copy.with_figure")
    return Rewrite(text=text, grounded=0.55)


def turn_to_the_reader(reading: Reading) -> Rewrite:
    """“We offer X” → “You get X”: the same facts, with the reader as subject."""
    said = reading.quote
    if said:
        turned = [_turned(sentence, reading) for sentence in sentences(said)]
        if any(new for _, new in turned):
            return Rewrite(text=" ".join(ended(capital(new or old)) for old, new in turned), grounded=0.9)
    if reading.offer.thing or reading.offer.outcome:
        line, grounded = headline.promise(reading)
        promised = line[:1].lower() + line[1:]
        text = say(reading.lang, "copy.you_get_promise", promised=promised)
        return Rewrite(text=text, grounded=grounded * 0.9)
    text = say(reading.lang, "copy.you_get_unknown")
    return Rewrite(text=text, grounded=0.5)


def _turned(sentence: str, reading: Reading) -> tuple[str, str | None]:
    plain = sentence.strip().rstrip(".!")
    helps, offers = _WE_HELP.match(plain), _WE.match(plain)
    if helps:
        return plain, helps["what"]
    years = (
        re.fullmatch(
            r"(?P<n>(?:over |more than |över |mer än )?\d+) (?:years[’']? (?:of )?experience|års erfarenhet)(?P<more>.*)",
            offers["what"],
            re.IGNORECASE,
        )
        if offers
        else None
    )
    if years:
        return plain, say(reading.lang, "copy.done_for_years", n=years["n"], more=years["more"])
    if offers:
        what = offers["what"]
        what = re.sub(r"\band (?:we )?(?:offer|provide|deliver|have)\b", "and", what, flags=re.IGNORECASE)
        what = re.sub(r"\boch (?:vi )?(?:erbjuder|levererar|har)\b", "och", what, flags=re.IGNORECASE)
        return plain, say(reading.lang, "copy.you_get", what=what)
    return plain, None


def in_pieces(reading: Reading) -> Rewrite:
    """One thought a line, the first of them the conclusion."""
    count = reading.number_of("word", "ord", "line", "rad")
    told = [part for part in sentences(reading.quote or "") if part.strip()]
    if len(told) >= 3:
        points = "\n".join(f"<li>{safe(ended(part.strip()))}</li>" for part in told[1:])
        return Rewrite(
            text=f"<p><strong>{safe(ended(told[0]))}</strong></p>\n<ul>\n{points}\n</ul>",
            grounded=0.85,
            slots={"n": count},
        )
    first = f"{headline.promise(reading)[0]}." if reading.offer else say(reading.lang, "copy.conclusion")
    text = say(reading.lang, "copy.questions", first=safe(first))
    return Rewrite(text=text, grounded=0.7 if reading.offer else 0.55, slots={"n": count})


def one_thought_each(reading: Reading) -> Rewrite:
    """A long sentence cut at its joints; what is quoted keeps its words."""
    said = reading.quote or ""
    parts = [part.strip(" ,") for part in _JOINTS.split(said) if len(part.split()) >= 3]
    if len(parts) >= 2:
        return Rewrite(text=" ".join(ended(capital(part)) for part in parts), grounded=0.7)
    if reading.offer:
        line, grounded = headline.promise(reading)
        return Rewrite(text=ended(line), grounded=grounded * 0.9)
    text = say(reading.lang, "copy.one_sentence")
    return Rewrite(text=text, grounded=0.5)


def calmer(reading: Reading) -> Rewrite:
    """The same words in sentence case, without marks of alarm."""
    said = reading.quote
    if not said:
        return Rewrite(text=headline.say_the_offer(reading).text, grounded=0.5)
    calm = re.sub(r"[!]+", ".", re.sub(r"[\U0001F300-\U0001FAFF\u2600-\u27BF]", "", said))
    calm = re.sub(
        r"\b(?:now or never|hurry(?: up)?|last chance|act now|don'?t miss (?:out|this)|today only|only today|this week only|(?:bara|endast) (?:i ?dag|den här veckan)|skynda(?: dig)?|sista chansen|passa på|missa inte)\b[,.:!\s]*",
        "",
        calm,
        flags=re.IGNORECASE,
    )
    calm = _SUPERLATIVE.sub("", calm)
    if sum(sign.isupper() for sign in calm) > sum(sign.islower() for sign in calm):
        calm = ". ".join(capital(part.lower()) for part in calm.split(". "))
    calm = re.sub(r"\s*\.(\s*\.)+", ".", " ".join(calm.split())).strip(" .,–-")
    if len(calm.split()) >= 2:
        return Rewrite(text=ended(capital(calm)), grounded=0.85)
    text = say(reading.lang, "copy.calm_offer")
    return Rewrite(text=text, grounded=0.55)


def real_words(reading: Reading) -> Rewrite:
    if reading.offer:
        return headline.say_the_offer(reading)
    text = say(reading.lang, "copy.remove_block")
    return Rewrite(text=text, grounded=0.7)


def inside_the_text(reading: Reading) -> Rewrite:
    """An overlay's wish, as a quiet block where the reader has had something."""
    label = label_for(reading) or say(reading.lang, "call.verb_and_object")
    wish = say(reading.lang, "copy.wish")
    where = say(reading.lang, "copy.where_to_put")
    told = reading.number_of("second", "sekund", "sec", "s")
    count = told if told != "1" else None
    text = f"{where}\n<aside>\n  <p>{wish}</p>\n  <button>{safe(label)}</button>\n</aside>"
    return Rewrite(text=text, grounded=0.75, slots={"n": count})


def shorter_menu(reading: Reading) -> Rewrite:
    label = label_for(reading) or say(reading.lang, "copy.goals_button")
    count = reading.number_of("link", "item", "länk", "menyval", "val", "option", "alternativ", "menu")
    items = say(reading.lang, "copy.menu").split(", ")
    links = "\n".join(f'  <a href="#{name.lower()}">{name}</a>' for name in items)
    text = f'<nav>\n{links}\n  <a class="button" href="[…]">{safe(label)}</a>\n</nav>\n' + say(
        reading.lang, "copy.rest_to_footer"
    )
    return Rewrite(text=text, grounded=0.8, slots={"n": count})


_ASKED = re.compile(
    r"\b(?:asks?(?:ing)?(?: us)?|wonders?|wondering|worr(?:y|ies|ied)(?: about)?|thinks?(?: that)?|believes?(?: that)?|assumes?(?: that)?|"
    r"expects?|knows?|reali[sz]es?(?: that)?|gets?(?: that)?(?= how| that| what)|emails? every day about|questions about|unsure|undrar|frågar(?: oss)?|oroar sig(?: för)?|oroliga(?: för)?|tror(?: att)?|vet(?: inte)?|inser inte(?: att)?|mejl varje dag|frågor|osäkra på)\s+"
    r"(?P<what>[^.;!?\n]{4,90}?)\s*(?=[.;!?\n,]|$|\s(?:but|men|although|fast)\b)",
    re.IGNORECASE,
)


#: the tail of another clause: “they that it is our fault”
_HALF = re.compile(r"(?:(?:de|dom|they|vi|we|det|it)\s+)?(?:att|that)\b", re.IGNORECASE)


def answer_there(reading: Reading) -> Rewrite:
    """The question that people bring, in their words, with its answer where they meet it."""
    found = _ASKED.search(reading.complained_of)
    asked = " ".join(found["what"].split()) if found else None
    if asked and (_HALF.match(asked) or asked.count("(") != asked.count(")")):
        asked = None
    text = (
        say(reading.lang, "copy.answer", asked=safe(asked))
        if asked
        else say(reading.lang, "copy.answer_unknown")
    )
    return Rewrite(text=text, grounded=0.7 if asked else 0.5, slots={"asked": asked})


def named_where_sought(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "copy.named_where_sought"), grounded=0.55)


def what_is_true_today(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "copy.true_today", year=reading.year), grounded=0.5)


def what_only_you_can_sign(reading: Reading) -> Rewrite:
    """The offer as it was told, and a blank for what no competitor could write."""
    line, grounded = headline.promise(reading)
    return Rewrite(
        text=say(reading.lang, "copy.only_you", line=safe(ended(line))), grounded=max(0.5, grounded * 0.8)
    )


def what_is_done(reading: Reading) -> Rewrite:
    line, grounded = headline.promise(reading)
    start = ended(line) if reading.offer else say(reading.lang, "copy.what_you_do")
    return Rewrite(
        text=say(reading.lang, "copy.what_is_done", start=safe(start)), grounded=max(0.5, grounded * 0.8)
    )


def spelled(reading: Reading) -> Rewrite:
    said = reading.quote
    text = (
        say(reading.lang, "copy.spelled_quote", quote=safe(said))
        if said
        else say(reading.lang, "copy.spelled")
    )
    return Rewrite(text=text, grounded=0.4)


#: “it says … but …”: the second half is what is so
_SAYS_BUT = re.compile(
    r"\b(?:says|shows|lists|promises|claims|står(?: det)?(?: att)?|säger|heter|lovar|visar)\b[^.!?\n]{2,120}?,?\s(?:but|although|while|men|fast|medan)\s+(?P<truth>[^.,;!?\n]{6,140})",
    re.IGNORECASE,
)


def what_is_so(reading: Reading) -> str | None:
    """What the complaint says is the case, against what stands on the page."""
    found = _SAYS_BUT.search(reading.problem)
    truth = " ".join(found["truth"].split()).rstrip(" ,") if found else None
    return None if truth is None or _OPINION.match(truth) else truth


#: what somebody thinks is no fact to print
_OPINION = re.compile(
    r"(?:i|we|jag|vi|hen|hon|han|she|he)\s(?:think|thinks|believe|feel|like|want|tycker|tror|anser|vill)\b",
    re.IGNORECASE,
)


def say_what_is_so(reading: Reading) -> Rewrite:
    truth = what_is_so(reading) or ""
    key = "copy.so_button" if reading.element == "call" else "copy.so_text"
    text = say(reading.lang, key, truth=safe(f"[{capital(truth)}.]"))
    return Rewrite(text=text, grounded=0.7, slots={"truth": truth})


def out_of_the_pdf(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "copy.out_of_pdf"), grounded=0.7)


def out_of_the_picture(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "copy.out_of_picture"))
