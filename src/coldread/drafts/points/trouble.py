"""What the buyer told of today's trouble: of which kind it is, and which changes of the page belong to it. Pure.

Nobody sees on a page why people stay away. What can be seen is what the page does not say, says late or hides of just that
which the trouble is about; those changes come first, and the document says which they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coldread.drafts.asked_of_page import QUESTIONS, best_line
from coldread.drafts.business.could_be import could_be
from coldread.drafts.case import Case
from coldread.drafts.first_screen import listed, short
from coldread.drafts.own_lines import OwnLine, own_lines
from coldread.drafts.parts_of_page import GAP, VOICE
from coldread.drafts.points.point import Point
from coldread.drafts.say import TEXTS, quoted, say
from coldread.drafts.sight import said_where
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.phrases import content_words, stem, words

#: changes that have no finding behind them
PRICE_LATE, FIRST_LINE, NO_STEP, LATE_ANSWER = "price.late", "first.line", "step.none", "answer."
#: the way to the step: seen late, hidden, worn down by others, leading elsewhere
_WAY = (NO_STEP, "cta.below-fold-desktop", "cta.below-fold-mobile", "cta.covered", "cta.behind-mismatch", "cta.competing", "cta.loudest-elsewhere", "cta.generic-label", "cta.next-step-untold", GAP, "cta.label-varies", "cta.low-contrast")  # fmt: skip
#: who is behind it, and who says so
_BELIEF = (VOICE, "trust.proof-anonymous", "trust.identity-absent", "trust.stock-pictures", "trust.private-mail", "trust.stale", "trust.contact-unlinked", "trust.privacy-link", "trust.https", "trust.proof-placeholder", "copy.leftover", "copy.spelling")  # fmt: skip
_WHAT = ("clarity.h1-vague", "clarity.headline-slogan", FIRST_LINE, "clarity.placeholder", "clarity.h1-below-fold", "copy.wall-of-text", "clarity.mixed-language")  # fmt: skip
_COST = ("trust.price-absent", PRICE_LATE, "trust.price-hidden", "trust.price-unclear")
_FOUND = ("seo.noindex", "clarity.place-absent", "seo.meta-description", "social.og")


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """One kind of trouble; its sentence stands under `trouble` in `texts/`."""

    name: str
    told: re.Pattern[str]
    #: the changes that belong to it, the likeliest first
    bears: tuple[str, ...]
    #: what people then look for (`asked_of_page.QUESTIONS`)
    asked: tuple[str, ...] = ()


def _said(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_ASK = r"\b(?:ask\w*|call\w*|email\w*|e-mail\w*|phone\w*|message\w*|write\w*|wonder\w*|want\w* to know|questions?|frågar?\w*|ringer|mejlar\w*|mailar\w*|undrar|hör av sig|skriver|vill veta|frågor\w*)\b[^.!?]{0,60}?"
_NOT = r"(?:n['’]t|\bnot|\bno one|\bnobody|\bnever|\bwithout|\bfew|\bhardly|\bbarely|\brarely|\binte|\bingen|\binga|\baldrig|\butan att|\bfå|\bknappt|\bsällan|\bnästan ingen)\b"
_DO = r"(?:book\w*|buy\w*|order\w*|sign\w*|subscrib\w*|contact\w*|call\w*|enqui\w*|inquir\w*|fill\w*|regist\w*|join\w*|donat\w*|download\w*|install\w*|apply\w*|repl\w*|write|message|messages|convert\w*|grab\w*|click\w*|purchas\w*|reserv\w*|bokar?\w*|köper?|beställ\w*|anmäl\w*|kontakt\w*|ringer|hör\w* av sig|skriver|fyller|skickar|prenumerer\w*|förfråg\w*|laddar|klick\w*|skänk\w*|går med|blir medlem\w*|handlar)"

#: in the order in which their sentences are told
TROUBLES: tuple[Trouble, ...] = (
    Trouble(
        name="price",
        told=_said(rf"{_ASK}\b(?:pric\w*|cost\w*|how much|rates?|quote|pris\w*|kostar|kostnad\w*|taxa\w*|avgift\w*|vad det går på)\b",
                   r"\b(?:price|pris)(?:frågor\w*| questions?| shoppers?)\b", r"\bwhat (?:it|we) (?:costs?|charges?)\b"),
        bears=_COST, asked=("price",),
    ),
    Trouble(
        name="when",
        told=_said(rf"{_ASK}\b(?:opening hours|hours|open\b|times\b|öppettid\w*|tider\w*|öppet)\b",
                   r"\bwhat time\b|\bvilken tid\b|\bhur dags\b|\b(?:know|vet|aware)\b[^.!?]{0,30}\b(?:open|öppet)\b|\bwhen to come\b"),
        bears=(), asked=("when",),
    ),
    Trouble(
        name="where",
        told=_said(rf"{_ASK}\b(?:where we|directions|find us|parking|if we (?:come|serve|cover|deliver)|var vi|hitta hit|om vi (?:kommer|kör|åker|levererar)|vägbeskrivning|parker\w*)\b",
                   r"\b(?:only (?:cover|serve|work in)|all over the|where to park|bara i \w+ och|kör bara|åker inte till)\b|\btoo far away\b|\b(?:wrong|other) (?:town|area|city)\b|\b(?:fel|andra|annan) (?:ort\w*|stad|stä\w*|del av)\b|\bför långt bort\b"),
        bears=("clarity.place-absent",), asked=("where",),
    ),
    Trouble(
        name="phone_instead",
        told=_said(r"\b(?:call|phone|ring)\w*\b[^.!?]{0,60}\b(?:instead|rather than)\b|\b(?:instead of|rather than) (?:book|order|us|fill|sign)\w*",
                   r"\b(?:ringer|ringa|mejlar)\b[^.!?]{0,70}\b(?:i stället|istället)\b|\b(?:i stället|istället) för att (?:boka|beställ|använd|fyll|anmäl)\w*"),
        bears=_WAY,
    ),
    Trouble(
        name="halfway",
        told=_said(r"\babandon\w*\b|\bhalf ?way\b|\bcart\b|\bdrop (?:off|out)\b|\bcheck-?out\b|\b(?:start|begin)\w*\b[^.!?]{0,50}\b(?:but|never|not|stop|without)\b|\bfinish\w*\b|\bform\w* (?:asks?|is too|has)\b|\b\w+ fields\b|\bfält\b|\bblankett\w*|\bcomplet\w* (?:the|their|it|an?)\b",
                   r"\bvarukorg\w*|\bkassan?\b|\bavbry\w*|\bhoppar av\b|\bpåbörja\w*|\bbörjar\b[^.!?]{0,50}\b(?:men|aldrig|inte|sen)\b|\bgör klart\b|\bslutför\w*|\bhalvvägs\b"),
        bears=("form.too-many-fields", "form.sensitive-early", "form.no-action", "trust.delivery-untold", *_COST, "cta.behind-mismatch", "trust.privacy-link", "cta.next-step-untold", VOICE),
        asked=("price", "delivery", "safe"),
    ),
    Trouble(
        name="what",
        told=_said(rf"(?:{_NOT})[^.!?]{{0,40}}\b(?:understand\w*|get it|clear|grasp\w*|know what|realis\w*|realiz\w*|förstå\w*|fattar|tydlig\w*|klart|vet vad|begrip\w*)\b",
                   r"\b(?:confus\w*|misunderst\w*|unclear|otydlig\w*|missförst\w*|förvirr\w*|krånglig\w*|osäkra på vad|unsure what|tror (?:att )?(?:vi (?:är|bara|gör)|det (?:bara )?är (?:bara )?för)|think (?:we['’]?re|we (?:are|do|only)|it['’]?s (?:only )?for|it is (?:only )?for))\b|\bwhat (?:it|we|the \w+) (?:is|do|does|are|actually)\b|\bvad (?:vi (?:gör|är|säljer|erbjuder)|det är)\b"),
        bears=(*_WHAT, "clarity.audience"),
    ),
    Trouble(
        name="wrong_people",
        told=_said(r"\bwrong (?:kind|people|customers?|clients?|leads?|enquir\w*|inquir\w*|type|sort|audience|visitors?)\b|\btoo (?:small|little|big)\b|\b(?:want|wants|after|looking for) (?:cheap|a job|free)\b|\bhalf of (?:them|those)\b|\bwe(?:'d| would)? (?:really )?want (?!people|more|visitors|to)\w+|\btyre.?kickers\b|\bnot (?:the )?(?:right|serious)\b|\bjust looking for\b",
                   r"\bfel (?:sorts?|typ|slags|kund\w*|folk|personer|målgrupp|förfråg\w*)\b|\bför små\b|\boseriösa?\b|\binte (?:rätt|dem vi)\b|\bbara (?:privat\w*|småjobb|studenter)\b|\bhälften är\b|\bvi vill (?:hellre )?ha (?!fler)\w+|\bmest (?:samtal|förfrågningar|mejl) (?:om|från)\b"),
        bears=("clarity.audience", *_COST, "clarity.place-absent", FIRST_LINE, "clarity.h1-vague", "clarity.headline-slogan"),
    ),
    Trouble(
        name="trust",
        told=_said(r"\b(?:trust\w*|scam\w*|legit\w*|believ\w*|sceptic\w*|skeptic\w*|credib\w*|doubt\w*|too good to be true|hesita\w*|nervous|afraid|worr(?:y|ied)|serious company|never heard of)\b",
                   r"\b(?:litar|förtroende\w*|lita på|seriös\w*|bluff\w*|tror inte|tvek\w*|tvivl\w*|osäkra\b|rädda|oroliga?|vågar|skeptisk\w*|för bra för att|trovärdig\w*)\b"),
        bears=_BELIEF,
    ),
    Trouble(
        name="others",
        told=_said(r"\b(?:compet\w*|different from|cheaper|go with|choose (?:others|another|someone)|stand out|all the same|the big (?:chains|ones))\b",
                   r"\b(?:konkurren\w*|billigare|skiljer oss|väljer (?:andra|någon annan|ändå)|sticker ut|de stora (?:kedjorna|drakarna)|går till andra)\b"),
        bears=(FIRST_LINE, VOICE, "clarity.headline-slogan", "clarity.h1-vague", "trust.proof-anonymous", *_COST),
    ),
    Trouble(
        name="other_shop",
        told=_said(r"\b(?:booking\.com|airbnb|expedia|hotels\.com|uber ?eats|deliveroo|just ?eat|foodora|wolt|amazon|etsy|ebay|tradera|blocket|bokadirekt|tripadvisor|hemnet)\b"),
        bears=_WAY, asked=("safe",),
    ),
    Trouble(
        name="no_shows",
        told=_said(r"\bno[- ]shows?\b|(?:n['’]t|\bnever|\bnot) (?:show|turn) up\b|\bstand us up\b", r"\butebli\w*|\bdyker? (?:inte|aldrig|upp)\b|\bdök (?:inte )?upp\b|\bkommer inte på\b"),
        bears=(), asked=("safe",),
    ),
    Trouble(
        name="phone",
        told=_said(r"\b(?:mobile|on (?:a|the|their|my) phone|phones\b|smartphone\w*|iphone\w*|android)\b", r"\b(?:mobil(?:en|er|telefon\w*)?|i telefonen|telefoner)\b(?!nummer)"),
        bears=("visual.viewport-missing", "visual.overflow-x", "cta.below-fold-mobile", GAP, "visual.clipped-text", "visual.small-text", "cta.tap-target", "trust.contact-unlinked", "perf.bytes", "perf.lcp", "friction.popup"),
    ),
    Trouble(
        name="slow",
        told=_said(r"\b(?:page|site|website|homepage)\b[^.!?]{0,25}\bslow\w*|\bslow (?:page|site|website|to load|on)\b|\b(?:to load|load(?:s|ing)? (?:slow\w*|times?))\b", r"\b(?:sidan|hemsidan|sajten|den) (?:är|känns) (?:\w+ )?(?:seg|långsam)\b|\b(?:seg|långsam) (?:sida|hemsida|på)\b|\bladdar (?:långsamt|segt|länge)\b|\btar (?:lång tid|evigheter) att ladda\b"),
        bears=("perf.lcp", "perf.bytes", "perf.blocking", "perf.cls"),
    ),
    Trouble(
        name="shared",
        told=_said(r"\b(?:linkedin|instagram|insta|facebook|tiktok|social media|sociala medier|reklam\w*|annons\w*|ads?\b|campaigns?|kampanj\w*|flyers?|post(?:s|ar|ing)?\b|share[ds]?\b|delar\b|qr\b|youtube)\b"),
        bears=("social.og", *_WHAT, *_WAY),
    ),
    Trouble(
        name="known_only",
        told=_said(r"\b(?:word of mouth|referrals|already know|existing (?:customers|clients)|regulars|friends|same people|recommend\w*|by accident)\b",
                   r"\b(?:mun till mun|rekommend\w*|redan (?:känner|kunder|vet|är)|stamkund\w*|bekanta|via kontakter|samma (?:personer|människor|gäng|folk))\b"),
        bears=(*_FOUND, *_WHAT, VOICE, "trust.identity-absent"),
    ),
    Trouble(
        name="few_come",
        told=_said(rf"(?:{_NOT})[^.!?]{{0,30}}\b(?:visitors|visits|traffic|find us|finds us|hits|besök(?:are|er)?|hittar (?:oss|hit|sidan)|trafik)\b",
                   r"\b(?:google|search|seo|sök\w*|rank\w*|syns inte|invisible)\b"),
        bears=_FOUND,
    ),
    Trouble(
        name="same_questions",
        told=_said(r"\b(?:same questions?|(?:over and over|again and again|all the time|every time|every day|constantly|always)[^.!?]{0,30}\b(?:ask|question)\w*|same (?:two|three|four|five|few|\d+) questions|n['’]t sure what|(?:ask|question)\w*[^.!?]{0,60}\b(?:over and over|again and again|all the time|every day|constantly))\b",
                   r"\b(?:samma frågor|om och om igen|hela tiden|jämt|alltid|varje dag)\b[^.!?]{0,40}\b(?:fråg\w*|undrar|ringer)?|\bfråg\w*[^.!?]{0,50}\b(?:om och om igen|hela tiden|jämt|varje dag)\b|\bundrar (?:vad|hur|om|när|vilk\w*)\b|\bask (?:what|how|if|whether|about|which)\b|\bfrågar (?:vad|hur|om|när|vilk\w*)\b"),
        bears=("cta.next-step-untold", *_COST), asked=("when", "where", "delivery", "safe", "long"),
    ),
    Trouble(
        name="no_step",
        told=_said(rf"(?:{_NOT})[^.!?]{{0,50}}\b{_DO}\b",
                   r"\b(?:look\w*|brows\w*|visit\w*|read\w*|come|traffic|visits|tittar|kikar|läser|besöker|går in|surfar)\b[^.!?]{0,40}\b(?:but|and then|then leave|without|men|utan)\b",
                   r"\b(?:convert\w*|conversions?|konverter\w*|stuck at|står still)\b|\bno (?:sales|sign-?ups|bookings|orders|replies)\b|\b(?:leave|leaves|bounce\w*|lämnar|försvinner|studsar)\b|\b(?:low|poor|bad|låg|dålig) (?:conversion\w*|konvertering\w*)\b|\b(?:few|fewer|få|färre) (?:book|order|sign|enquir|inquir|lead|sale|message|call|bok|beställ|förfråg|anmäl|samtal|kunder)\w*"),
        bears=(*_WAY, VOICE, *_COST, *_WHAT, "trust.identity-absent"),
    ),
)  # fmt: skip
#: what is seen before anybody comes
_SHOWN_ELSEWHERE = frozenset({"social.og", "seo.meta-description"})
#: sentences that are told together
MOST_SENTENCES = 2
#: a trouble of its own before the general one, which nearly every order has
_GENERAL = frozenset({"no_step", "same_questions"})


def troubles_in(said: str) -> tuple[Trouble, ...]:
    """Of which kinds it is, the particular before the general; none where no row fits."""
    found = [one for one in TROUBLES if one.told.search(said)]
    return tuple(sorted(found, key=lambda one: one.name in _GENERAL))


def particular(told: tuple[Trouble, ...]) -> tuple[Trouble, ...]:
    """Without the general ones, unless there are only such."""
    return tuple(one for one in told if one.name not in _GENERAL) or told


def troubles(case: Case) -> tuple[Trouble, ...]:
    return troubles_in(case.assignment.pain_point)


def leading(found: Sequence[Point], told: tuple[Trouble, ...]) -> list[Point]:
    """Those of the trouble first, in their own order, what searches and links show behind what visitors see; nothing is left out."""
    return sorted(found, key=lambda one: (not _belongs(one, told), one.of in _SHOWN_ELSEWHERE))


def _belongs(point: Point, told: tuple[Trouble, ...]) -> bool:
    return bool(point.of) and any(point.of in one.bears or _asks(one, point.of) for one in told)


def _asks(trouble: Trouble, name: str) -> bool:
    return name.startswith(LATE_ANSWER) and name.removeprefix(LATE_ANSWER) in trouble.asked


#: screens from the top from which on an answer comes late
LATE = 1.0
_QUOTE = 100


def of_trouble(case: Case) -> Iterator[Point]:
    """Changes that only this trouble asks for: what people ask about comes late or not at all, and what a shared link shows."""
    told, page, facts = troubles(case), case.page, case.settled
    if page is None or facts is None:
        return
    lines = own_lines(page)
    asked = dict.fromkeys(name for one in particular(told) for name in one.asked if name != "price")
    for name in asked:
        yield from _answered(case, name, lines)
    wanted = {name for one in told for name in one.bears}
    for item in case.report.findings if case.report is not None else ():
        if item.id in wanted:
            yield from _in_search(case, item)


def _answered(case: Case, name: str, lines: list[OwnLine]) -> Iterator[Point]:
    """Where the page answers it, if it does so late; that it does not, only where nothing on the page could be the answer."""
    lang, page = case.lang, case.page
    first = best_line([one for one in lines if one.place.is_seen], QUESTIONS[name])
    title = TEXTS.find(lang, f"trouble.none_{name}" if first is None else f"trouble.late_{name}")
    if title is None or page is None:
        return
    if first is None:
        if not could_be(page, _COULD_BE.get(name, name)):
            yield Point(title=title, do=say(lang, f"trouble.none_{name}_do"), of=f"{LATE_ANSWER}{name}")
    elif (first.place.desktop or 0.0) >= LATE and not first.place.is_first_on_phone:
        told = f"{quoted(short(first.text, _QUOTE), lang)} ({said_where(first.place, lang)})"
        yield Point(
            title=title.replace("{said}", told),
            do=say(lang, f"trouble.late_{name}_do"),
            of=f"{LATE_ANSWER}{name}",
        )


#: what could be the answer has another name there
_COULD_BE = {"when": "hours", "where": "address"}


def _in_search(case: Case, item: Finding) -> Iterator[Point]:
    """What stands in search results and shared links: an owner asks for it only where people do not come."""
    title, do = (TEXTS.find(case.lang, f"trouble.{item.id}{tail}") for tail in ("", "_do"))
    described = item.id == "seo.meta-description" and case.page is not None and meta_content(case.page.dom, "description")  # fmt: skip
    if title is not None and do is not None and not described:
        yield Point(title=title, do=do, of=item.id)


#: words of nearly every trouble, which tell of no matter of the page
_OF_ANY = frozenset(map(stem, ("people", "folks", "customer", "customers", "client", "clients", "visitor", "visitors", "website", "homepage", "pages", "button", "online", "months", "weeks", "years", "every", "about", "think", "really", "business", "questions", "email", "phone", "number", "besökare", "besökaren", "kunder", "kunderna", "kunden", "hemsidan", "sidan", "sidor", "knappen", "månad", "månaden", "veckan", "vecka", "frågor", "mycket", "många", "alltid", "samtal", "mejlar", "mejl", "ringer", "företag", "företaget", "first", "första", "other", "andra")))  # fmt: skip
LEAST_WORD, MOST_MENTIONS = 5, 1
#: lines with the word from which on it is what the whole page is about
EVERYWHERE = 8


def _mentions(case: Case) -> Iterator[str]:
    """What the page says of the matters that the trouble names, where it says it late: each by the first line that has the word."""
    page, lang = case.page, case.lang
    if page is None:
        return
    lines = [one for one in own_lines(page) if one.kind not in ("title", "meta") and one.place.is_seen]
    told: list[str] = []
    for word in dict.fromkeys(content_words(case.assignment.pain_point)):
        if len(word) < LEAST_WORD or stem(word) in _OF_ANY or not word.isalpha():
            continue
        fit = [one for one in lines if stem(word) in {stem(other) for other in words(one.text.lower())}]
        if not fit or len(fit) > EVERYWHERE:
            continue
        first = min(fit, key=lambda one: one.place.desktop or 0.0)
        seen = any(one.place.is_first or one.place.is_first_on_phone for one in fit)
        if not seen and (first.place.desktop or 0.0) >= LATE and first.text not in told:
            told.append(first.text)
            where = said_where(first.place, lang)
            yield say(lang, "trouble.mention", word=quoted(word, lang), said=quoted(short(first.text, _QUOTE), lang), where=where)  # fmt: skip


def answered(case: Case, chosen: Sequence[Point]) -> Iterator[str]:
    """The buyer's own words, what such trouble comes from, and the numbers of the changes that belong to it."""
    lang, pain, told = case.lang, case.assignment.pain_point.strip(), troubles(case)
    if not pain:
        return
    numbers = [str(number) for number, one in enumerate(chosen, 1) if _belongs(one, told)]
    yield say(lang, "trouble.told", pain=quoted(pain, lang))
    yield from (say(lang, f"trouble.{one.name}") for one in particular(told)[:MOST_SENTENCES])
    if numbers:
        yield say(lang, "trouble.belong", n=len(numbers), numbers=listed(numbers, lang))
    mentions = [] if numbers else list(_mentions(case))[:MOST_MENTIONS]
    yield from mentions
    if not numbers and not mentions:
        yield say(lang, "trouble.unseen" if told else "trouble.unknown")
