"""Colours, sizes, pictures and films: rules and markup that can be pasted."""

from __future__ import annotations

import re

from coldread.advice.plain import is_small
from coldread.advice.reading import Reading
from coldread.advice.rewrites.rewrite import Rewrite, css, safe, say
from coldread.base.languages import written
from coldread.scanner.page.contrast import TEXT_RATIO, ratio
from coldread.scanner.page.observations import Colour
from coldread.scanner.suggest.wording import capital

_HEX = re.compile(r"#(?P<hex>[0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)
#: what people call colours, and the shade that is meant most often
_NAMED: dict[str, str] = {
    "dark red": "#8b0000", "mörkröd": "#8b0000", "mörkrött": "#8b0000", "dark blue": "#00308f", "mörkblå": "#00308f", "mörkblått": "#00308f", "dark green": "#0b5d1e", "mörkgrön": "#0b5d1e", "light grey": "#cccccc", "light gray": "#cccccc", "pale grey": "#cccccc", "dark grey": "#555555", "dark gray": "#555555", "ljusgrå": "#cccccc", "ljusgrått": "#cccccc", "mörkgrå": "#555555",
    "grey": "#999999", "gray": "#999999", "grå": "#999999", "grått": "#999999", "white": "#ffffff", "vit": "#ffffff", "vitt": "#ffffff", "vita": "#ffffff",
    "black": "#000000", "svart": "#000000", "yellow": "#ffd400", "gul": "#ffd400", "gult": "#ffd400", "orange": "#ff8c1a", "light blue": "#8ec9f0", "ljusblå": "#8ec9f0", "ljusblått": "#8ec9f0",
    "mint": "#a8e6cf", "light green": "#a3d9a5", "ljusgrön": "#a3d9a5", "ljusgrönt": "#a3d9a5", "green": "#2e9e4f", "grön": "#2e9e4f", "grönt": "#2e9e4f", "pink": "#f5a3c0", "rosa": "#f5a3c0",
    "dark brown": "#3e2723", "mörkbrun": "#3e2723", "mörkbrunt": "#3e2723", "brown": "#7b4a21", "brun": "#7b4a21", "brunt": "#7b4a21", "beige": "#e8dcc8", "turquoise": "#40c9c0", "turkos": "#40c9c0", "blue": "#1f6feb", "blå": "#1f6feb", "blått": "#1f6feb", "red": "#e03131", "röd": "#e03131", "rött": "#e03131",
}  # fmt: skip
_COLOUR = re.compile(
    rf"#[0-9a-f]{{6}}\b|#[0-9a-f]{{3}}\b|\b(?:{'|'.join(sorted(_NAMED, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\b(?:photo|picture|image|screenshot|illustration|foto(?:t)?|bild(?:en)?|skärmbild(?:en)?)\s+(?:of|på|av|som visar|showing|med|with)\s+(?P<what>[^.;,!?]{3,100}?)(?=\s+(?:has|have|is|are|lacks|with no|without|har|saknar|är|utan)\b|[.;,!?]|$)",
    re.IGNORECASE,
)


def _colours(reading: Reading) -> list[str]:
    """As they were told, the text's first: “the background is black and the text is dark red” names its ground first."""
    told = [found[0] for found in _COLOUR.finditer(reading.outside_quotes)]
    ground_first = re.search(
        r"\b(?:background|bakgrund\w*)\b[^.]*\b(?:text\w*|letters|font|bokstäver\w*)\b",
        reading.outside_quotes,
        re.IGNORECASE,
    )
    return [told[1], told[0], *told[2:]] if ground_first and len(told) > 1 else told


def names_colours(text: str) -> bool:
    return _COLOUR.search(text) is not None


def _rgb(text: str) -> Colour:
    code = _NAMED.get(text.lower(), text).lstrip("#")
    if len(code) == 3:
        code = "".join(sign * 2 for sign in code)
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16), 1.0


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in colour[:3])


def _dark_enough(fore: Colour, back: Colour) -> Colour:
    """The nearest shade of the same hue that can be read on this ground."""
    for towards in (0, 255):
        for step in range(1, 101):
            mixed = tuple(round(part + (towards - part) * step / 100) for part in fore[:3])
            shade: Colour = (mixed[0], mixed[1], mixed[2], 1.0)
            if ratio(shade, back) >= TEXT_RATIO:
                return shade
    return (0, 0, 0, 1.0)


def _named(reading: Reading, said: str, colour: Colour, *, first: bool = False) -> str:
    """“Grey (say #999999)”: which shade was not told; what was told as a code stands alone."""
    if said.startswith("#"):
        return said.lower()
    name = capital(said) if first else said.lower()
    if _hex(colour) in ("#ffffff", "#000000"):
        return name
    return say(reading.lang, "look.shade", name=name, code=_hex(colour))


def enough_contrast(reading: Reading) -> Rewrite:
    """With two colours told, the nearest readable shade is calculated; else a safe pair."""
    told = _colours(reading)
    over_picture = re.search(
        r"\b(?:image|photo|picture|bild\w*|foto\w*)\b", reading.outside_quotes, re.IGNORECASE
    )
    if len(told) >= 2:
        fore, back = _rgb(told[0]), _rgb(told[1])
        measured = ratio(fore, back)
        if told[0].lower() != told[1].lower() and measured < TEXT_RATIO:
            shade = _dark_enough(fore, back)
            number = written(round(measured, 1), reading.lang)
            better = written(round(ratio(shade, back), 1), reading.lang)
            larger = ("font-size: 1rem", "line-height: 1.5") if is_small(reading) else ()
            text = css(reading, f"color: {_hex(shade)}", f"background-color: {_hex(back)}", *larger)
            exact = all(one.startswith("#") for one in told[:2])
            names = (
                (told[0], told[1])
                if exact
                else (_named(reading, told[0], fore, first=True), _named(reading, told[1], back))
            )
            return Rewrite(
                text=f"{text} /* {better}:1 */",
                grounded=1.0 if exact else 0.3,
                slots={"fore": names[0], "back": names[1], "ratio": number},
            )
    if over_picture:
        text = css(reading, "color: #ffffff", "background: rgb(0 0 0 / 0.6)", "padding: 0.5em 0.75em")
        return Rewrite(text=text, grounded=0.8)
    if reading.element in ("call", "form"):
        text = css(reading, "color: #ffffff", "background-color: #1d4ed8") + " /* 6.7:1 */"
        return Rewrite(text=text, grounded=0.6)
    larger = ("font-size: 1rem", "line-height: 1.5") if is_small(reading) else ()
    return Rewrite(text=css(reading, "color: #333333", *larger) + " /* 12.6:1 #fff */", grounded=0.6)


def readable_size(reading: Reading) -> Rewrite:
    size = reading.number_of("px", "pixel", "punkt", "pt")
    return Rewrite(text=css(reading, "font-size: 1rem", "line-height: 1.5"), grounded=0.95, slots={"n": size})


def within_the_screen(reading: Reading) -> Rewrite:
    wide = (
        "table" if re.search(r"table|tabell", f"{reading.selector} {reading.problem}", re.IGNORECASE) else ""
    )
    if wide:
        text = css(reading, "display: block", "max-width: 100%", "overflow-x: auto")
    else:
        text = css(reading, "max-width: 100%", "height: auto", "flex-wrap: wrap", "overflow-wrap: anywhere")
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return Rewrite(text=f"{text}\n{viewport}", grounded=0.75)


def shorter_lines(reading: Reading) -> Rewrite:
    count = reading.number_of("char", "tecken", "letter")
    return Rewrite(
        text=css(reading, "max-width: 68ch", "margin-inline: auto"), grounded=0.95, slots={"n": count}
    )


def colours_told(reading: Reading) -> float | None:
    """Contrast of the first two colours that the complaint names."""
    told = _colours(reading)
    return ratio(_rgb(told[0]), _rgb(told[1])) if len(set(map(str.lower, told[:2]))) == 2 else None


def room_reserved(reading: Reading) -> Rewrite:
    alt = _alt(reading) or say(reading.lang, "look.what_it_shows")
    picture = f'<img src="[…]" width="1200" height="675" alt="{safe(alt)}">'
    rule = css(reading, "width: 100%", "height: auto")
    if "img" not in reading.selector:
        rule = rule.replace(" {", " img {", 1)
    return Rewrite(text=f"{picture}\n{rule}", grounded=0.8)


def _alt(reading: Reading) -> str | None:
    found = _SHOWS.search(reading.problem)
    return capital(" ".join(found["what"].split())) if found else None


def describe_it(reading: Reading) -> Rewrite:
    told = _alt(reading)
    alt = told or say(reading.lang, "look.what_it_tells")
    return Rewrite(text=f'<img src="[…]" alt="{safe(alt)}">', grounded=0.95 if told else 0.5)


def the_real_thing(reading: Reading) -> Rewrite:
    thing = reading.offer.thing
    shown = (
        say(reading.lang, "look.own_picture_of", thing=thing)
        if thing
        else say(reading.lang, "look.own_picture")
    )
    caption = say(reading.lang, "look.caption")
    text = f'<figure>\n  <img src="[…]" alt="{safe(shown)}" width="1200" height="800">\n  <figcaption>{caption}</figcaption>\n</figure>'
    return Rewrite(text=text, grounded=0.65)


def on_request(reading: Reading) -> Rewrite:
    """Nothing moves until someone asks."""
    slides = re.search(
        r"carousel|slider|slideshow|rotat|karusell|bildspel|roterar|byter bild",
        f"{reading.problem} {reading.selector}",
        re.IGNORECASE,
    )
    if slides:
        text = say(reading.lang, "look.slides")
        return Rewrite(text=text, grounded=0.8)
    if (
        re.search(r"\b(?:music|audio|musik\w*|ljud\w*)\b", reading.problem, re.IGNORECASE)
        and "video" not in reading.problem.lower()
    ):
        return Rewrite(text='<audio src="[…]" controls preload="none"></audio>', grounded=0.9)
    label = say(reading.lang, "look.what_one_sees")
    text = f'<video src="[…]" poster="[…]" controls preload="none" playsinline aria-label="{label}"></video>'
    return Rewrite(text=text, grounded=0.9)


def beside_not_above(reading: Reading) -> Rewrite:
    """A bar at the edge that scrolls inside itself, and room for it under the page; a bubble moves out of the way."""
    if re.search(
        r"\b(?:chat\w*|bubble|widget\w*|bubbla\w*|ikon\w*|icon)\b",
        f"{reading.problem} {reading.selector}",
        re.IGNORECASE,
    ):
        note = say(reading.lang, "look.aside_bubble")
        return Rewrite(text=css(reading, "bottom: 96px", "right: 12px") + f" /* {note} */", grounded=0.75)
    rule = css(reading, "position: fixed", "inset: auto 0 0 0", "max-height: 25vh", "overflow: auto")
    selector = rule.partition(" {")[0]
    note = say(reading.lang, "look.both_choices")
    return Rewrite(
        text=f"{rule}\nbody:has({selector}) {{\n  padding-bottom: 25vh;\n}}\n/* {note} */", grounded=0.8
    )


def plays_everywhere(reading: Reading) -> Rewrite:
    key = "look.plays" if "video" in reading.kinds else "look.picture_loads"
    return Rewrite(text=say(reading.lang, key), grounded=0.65)


def a_better_picture(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "look.better_picture"), grounded=0.55)


def one_shape(reading: Reading) -> Rewrite:
    return Rewrite(
        text=css(reading, "width: 100%", "aspect-ratio: 4 / 3", "object-fit: cover"), grounded=0.85
    )


def smaller(reading: Reading) -> Rewrite:
    """The thing itself, or the picture within it where the selector names what holds it."""
    logo = re.search(r"\blog(?:o|ga)\w*", f"{reading.problem} {reading.selector}", re.IGNORECASE)
    rule = css(reading, f"max-height: {'48px' if logo else '40vh'}", "width: auto")
    within = reading.element not in ("picture", "video") and not re.search(
        r"img|logo|svg|picture", reading.selector
    )
    return Rewrite(text=rule.replace(" {", " img {", 1) if within else rule, grounded=0.75)


def box_in_its_place(reading: Reading) -> Rewrite:
    return Rewrite(text=say(reading.lang, "look.box_in_place"))


def lighter_page(reading: Reading) -> Rewrite:
    """Three measures, the film's own where one is named."""
    seconds = reading.number_of("second", "sekund", "sec", "sek")
    spoken = say(reading.lang, "look.seconds", seconds=seconds) if seconds else None
    film = re.search(r"video|film|trailer", reading.outside_quotes, re.IGNORECASE)
    text = say(reading.lang, "look.lighter_film" if film else "look.lighter_page")
    return Rewrite(text=text, slots={"n": spoken})
