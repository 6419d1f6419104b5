"""Pages that are hard on the eye, each with what is right to say about it and what would be wrong."""

from __future__ import annotations

from dataclasses import dataclass

from .studio import html

#: drawings in place of photographs: a bright one, a dark one
BRIGHT = "data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%2740%27 height=%2720%27%3E%3Crect width=%2740%27 height=%2720%27 fill=%27%23e8e4da%27/%3E%3Crect width=%2720%27 height=%2720%27 fill=%27%23d8d0c0%27/%3E%3C/svg%3E"
DARK = "data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%2740%27 height=%2720%27%3E%3Crect width=%2740%27 height=%2720%27 fill=%27%23121826%27/%3E%3Crect width=%2720%27 height=%2720%27 fill=%27%23233048%27/%3E%3C/svg%3E"
#: a photograph of 16 × 12 px
SMALL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAADkharWAAAAIUlEQVR42mOsCLBhIAUwMZAIKNDQvv4IMRoYB7MfRpAGAE4kBBmXuhtlAAAAAElFTkSuQmCC"
WORDS = "We mend roofs of old houses and tell you the price before we begin, in writing and for good. "
HEADLINE = f"<h1>Roofs mended in a day</h1><p>{WORDS}</p>"
BUTTON = '<a href="/book" style="display:inline-block;padding:14px 28px;background:#123a7a;color:#fff">Book a call</a>'
STYLE = "<style>body{margin:0;font:18px/1.5 Georgia} h1{font-size:48px;margin:20px} p{margin:20px;max-width:700px}</style>"
TALL = (
    '<section style="background:#f4f4f4"><h2>How we work</h2>'
    + 9 * '<p style="margin:60px">First we look.</p>'
    + "</section>"
)


@dataclass(frozen=True, kw_only=True)
class HardPage:
    """What is right: ids that must be found, and ids that must not be; `unsure` are those that nobody can tell."""

    name: str
    body: str
    head: str = ""
    finds: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()

    @property
    def html(self) -> str:
        return html(self.body, head=STYLE + self.head)


NO_CONTROL = ("cta.no-control",)


#: wider than a phone, and no column of it may break
TABLE = (
    "<table style='width:900px;white-space:nowrap'><tr><th>Roof</th><th>Days</th><th>Price</th></tr>"
    "<tr><td style='width:400px'>Tile</td><td style='width:300px'>Two</td><td>$ 4,900</td></tr></table>"
)


def hero(style: str, inside: str) -> str:
    return f'<section style="min-height:420px;padding:30px;{style}">{inside}</section>'


PAGES = (
    # -- controls, however they are drawn
    HardPage(
        name="a button that its pseudo-element paints",
        body=HEADLINE + '<a class="b" href="/book">Book a call</a>',
        head="<style>.b{position:relative;z-index:0;display:inline-block;color:#fff;margin:40px}"
        ".b::before{content:'';position:absolute;inset:-14px -28px;background:#123a7a;z-index:-1}</style>",
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a button that a part larger than its own box paints",
        body=HEADLINE
        + '<a href="/book"><span style="display:block;width:220px;padding:16px;background:#123a7a;color:#fff">Book a call</span></a>',
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a button that the box around it paints",
        body=HEADLINE
        + '<div style="display:inline-block;padding:14px 30px;background:#123a7a"><a href="/book" style="color:#fff">Book a call</a></div>',
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a button in an open shadow root",
        body=HEADLINE
        + '<book-it></book-it><script>customElements.define("book-it",class extends HTMLElement{constructor(){super();'
        "this.attachShadow({mode:'open'}).innerHTML='<button style=\"padding:14px\">Book a call</button>'}})</script>",
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a button whose words are slotted into its shadow root",
        body=HEADLINE
        + '<a-button>Book a call</a-button><script>customElements.define("a-button",class extends HTMLElement{constructor(){super();'
        "this.attachShadow({mode:'open'}).innerHTML='<button><slot></slot></button>'}})</script>",
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a calendar in a frame",
        body=HEADLINE
        + '<iframe title="Pick a time" src="https://calendly.com/roofs/30min" width="700" height="400"></iframe>',
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a box that a script makes a button",
        body=HEADLINE
        + '<div id="go" style="cursor:pointer;width:200px;padding:14px;background:#123a7a;color:#fff">Book a call</div>'
        "<script>document.getElementById('go').addEventListener('click',()=>{location.href='/book'})</script>",
        leaves=NO_CONTROL,
    ),
    HardPage(name="nothing to press", body=HEADLINE + "<p>Come by on Tuesdays.</p>", finds=NO_CONTROL),
    HardPage(
        name="only a consent banner to press",
        body=HEADLINE
        + '<div style="position:fixed;bottom:0;left:0;right:0;padding:20px;background:#eee">We use cookies to see how you like us.'
        ' <button style="padding:14px 60px;background:#123a7a;color:#fff">Yes, that is fine</button></div>',
        finds=NO_CONTROL,
    ),
    HardPage(
        name="only a chat to press",
        body=HEADLINE
        + '<button style="position:fixed;right:20px;bottom:20px;padding:16px;background:#123a7a;color:#fff">Chat with us now</button>',
        finds=NO_CONTROL,
    ),
    # -- contrast as painted
    HardPage(
        name="white words on a bright picture",
        body=hero(f"background:url('{BRIGHT}') 0/cover", f'<div style="color:#fff">{HEADLINE}</div>')
        + BUTTON,
        finds=("a11y.color-contrast",),
    ),
    HardPage(
        name="white words on a dark picture",
        body=hero(f"background:url('{DARK}') 0/cover", f'<div style="color:#fff">{HEADLINE}</div>') + BUTTON,
        leaves=("a11y.color-contrast",),
    ),
    HardPage(
        name="a pale button on a gradient",
        body=HEADLINE
        + '<a href="/book" style="display:inline-block;padding:14px 28px;background:linear-gradient(90deg,#9fd0ff,#bfe4ff);color:#fff">Book a call</a>',
        finds=("cta.low-contrast",),
        leaves=("a11y.color-contrast",),
    ),
    HardPage(
        name="a strong button on a gradient",
        body=HEADLINE
        + '<a href="/book" style="display:inline-block;padding:14px 28px;background:linear-gradient(90deg,#0b2a5c,#123a7a);color:#fff">Book a call</a>',
        leaves=("cta.low-contrast", "a11y.color-contrast"),
    ),
    HardPage(
        name="letters cut out of a dark gradient",
        body='<h1 style="background:linear-gradient(90deg,#0b2a5c,#6a1010);-webkit-background-clip:text;background-clip:text;color:transparent">'
        f"Roofs mended in a day</h1><p>{WORDS}</p>{BUTTON}",
        leaves=("a11y.color-contrast",),
    ),
    HardPage(
        name="letters cut out of a pale gradient",
        body='<h1 style="background:linear-gradient(90deg,#f3ead0,#e9f3e0);-webkit-background-clip:text;background-clip:text;color:transparent">'
        f"Roofs mended in a day</h1><p>{WORDS}</p>{BUTTON}",
        finds=("a11y.color-contrast",),
    ),
    HardPage(
        name="words faded on a picture",
        body=hero(
            f"background:url('{DARK}') 0/cover", f'<div style="color:#fff;opacity:.25">{HEADLINE}</div>'
        )
        + BUTTON,
        finds=("a11y.color-contrast",),
    ),
    HardPage(
        name="words on a ground that never rests",
        body='<section style="position:relative;min-height:420px"><canvas width="1366" height="420" style="position:absolute;inset:0"></canvas>'
        f'<div style="position:relative;color:#fff">{HEADLINE}</div></section>{BUTTON}'
        "<script>let n=0;const c=document.querySelector('canvas').getContext('2d');setInterval(()=>{n++;c.fillStyle=n%2?'#fff':'#000';c.fillRect(0,0,1366,420)},16)</script>",
        unsure=("a11y.color-contrast",),
    ),
    HardPage(
        name="words on a ground that a script dresses anew all the time",
        body=f'<section style="min-height:420px;background:linear-gradient(#000,#000)"><div style="color:#fff">{HEADLINE}</div></section>{BUTTON}'
        "<script>let n=0;const s=document.querySelector('section').style;setInterval(()=>{n++;s.backgroundImage=n%2?'linear-gradient(#fff,#fff)':'linear-gradient(#000,#000)'},16)</script>",
        unsure=("a11y.color-contrast",),
    ),
    HardPage(
        name="words on a drawing that rests",
        body='<section style="position:relative;min-height:420px"><canvas width="1366" height="420" style="position:absolute;inset:0"></canvas>'
        f'<div style="position:relative;color:#ddd">{HEADLINE}</div></section>{BUTTON}'
        "<script>const c=document.querySelector('canvas').getContext('2d');c.fillStyle='#fff';c.fillRect(0,0,1366,420)</script>",
        finds=("a11y.color-contrast",),
    ),
    HardPage(
        name="text that is painted at half its size",
        body=f'<h1>Roofs mended in a day</h1><div style="transform:scale(.5);transform-origin:0 0"><p>{WORDS * 4}</p></div>{BUTTON}',
        finds=("visual.small-text",),
    ),
    # -- headlines
    HardPage(
        name="a headline in a picture",
        body=f'<h1><img alt="Roofs mended in a day" src="{DARK}" width="600" height="120"></h1><p>{WORDS}</p>{BUTTON}',
        leaves=("clarity.h1-missing", "visual.flat-hierarchy"),
    ),
    HardPage(
        name="a logo marked as the headline",
        body='<header><h1 style="font-size:16px"><a href="/">Roofs & Sons</a></h1></header>'
        f'<h2 style="font-size:52px">Roofs mended in a day</h2><p>{WORDS}</p>{BUTTON}',
        leaves=("visual.flat-hierarchy",),
    ),
    HardPage(
        name="a headline whose every letter is an element of its own",
        body="<h1>"
        + "".join(
            f"<span style='display:inline-block'>{sign}</span>" if sign != " " else " "
            for sign in "Roofs mended in a day"
        )
        + f"</h1><p>{WORDS}</p>{BUTTON}",
        leaves=("clarity.h1-missing", "visual.broken-words"),
    ),
    # -- proof, price and consent
    HardPage(
        name="voices of which one is shown at a time",
        body=HEADLINE
        + BUTTON
        + '<section style="width:700px;overflow:hidden"><div style="display:flex;width:1400px;transform:translateX(-700px)">'
        '<figure style="width:700px"><blockquote>They came on the day that we chose, and it is dry.</blockquote><figcaption>Ann Lee, Mill Lane School</figcaption></figure>'
        '<figure style="width:700px"><blockquote>The price in the letter was the price that we paid.</blockquote><figcaption>Jon Berg, Berg &amp; Sons</figcaption></figure></div></section>',
        leaves=("visual.clipped-text", "visual.text-overlap"),
    ),
    HardPage(
        name="a price whose parts stand apart",
        body=HEADLINE
        + BUTTON
        + '<p><span style="font-size:20px">$</span><span style="font-size:60px">490</span><sup style="font-size:20px">.00</sup> <small>per roof</small></p>',
        leaves=("trust.no-amount",),
    ),
    HardPage(
        name="a consent bar that is louder than the page",
        body=HEADLINE
        + BUTTON
        + '<div id="cookie-consent" style="position:fixed;left:0;right:0;bottom:0;background:#000;color:#fff;padding:20px">We use cookies.'
        '<button style="font-size:30px;padding:20px 60px;background:#ff3300;color:#000">Accept all</button></div>'
        "<script>document.querySelector('#cookie-consent button').addEventListener('click',e=>e.target.parentNode.remove())</script>",
        leaves=NO_CONTROL,
    ),
    # -- cut, broken, on top of each other
    HardPage(
        name="a table whose last columns a phone cuts off",
        body=HEADLINE + BUTTON + f'<section style="overflow:hidden">{TABLE}</section>',
        finds=("visual.cut-block",),
        leaves=("visual.overflow-x",),
    ),
    HardPage(
        name="a table that the page's own edge cuts off on a phone",
        body=HEADLINE + BUTTON + TABLE,
        head="<style>body{overflow-x:hidden}</style>",
        finds=("visual.cut-block",),
    ),
    HardPage(
        name="a block as wide as a computer in a box that hides the rest",
        body=HEADLINE
        + BUTTON
        + '<div style="overflow:hidden"><div style="width:900px;position:relative;height:80px"><p>Roofs of tile.</p>'
        '<p style="position:absolute;left:700px;top:0">Roofs of tin.</p></div></div>',
        finds=("visual.cut-block",),
    ),
    HardPage(
        name="a wide table that can be moved sideways",
        body=HEADLINE
        + BUTTON
        + f'<section style="overflow:hidden"><div style="overflow-x:auto">{TABLE}</div></section>',
        leaves=("visual.cut-block",),
    ),
    HardPage(
        name="a row of slides that a script moves",
        body=HEADLINE
        + BUTTON
        + '<section style="overflow:hidden"><div style="display:flex;width:1600px;transform:translateX(0)">'
        '<p style="width:400px">Tile roofs.</p><p style="width:400px">Tin roofs.</p><p style="width:400px">Straw roofs.</p></div></section>',
        leaves=("visual.cut-block",),
    ),
    HardPage(
        name="a strip of words whose parts move for all who have nothing against motion",
        body=HEADLINE
        + BUTTON
        + '<div class="strip"><div class="row"><div class="part"><span>Tile roofs on old barns</span><span>Tin roofs on new barns</span><span>Straw roofs</span></div>'
        '<div class="part"><span>Slate roofs on churches</span><span>Moss and gutters</span></div></div></div>',
        head="<style>.strip{overflow:hidden}.row{width:max-content;white-space:nowrap}.part{display:inline-block;animation:go 20s linear infinite}"
        ".part span{font-size:40px;margin-right:60px}@keyframes go{to{transform:translateX(-100%)}}"
        "@media (prefers-reduced-motion: reduce){.part{animation:none}}</style>",
        leaves=("visual.cut-block", "visual.clipped-text", "visual.overflow-x"),
    ),
    HardPage(
        name="a strip of words for the eye alone",
        body=HEADLINE
        + BUTTON
        + f'<div style="overflow:hidden" aria-hidden="true"><div style="width:1800px;white-space:nowrap"><span style="font-size:40px">{WORDS}</span>'
        '<span style="margin-left:900px">Straw roofs</span></div></div>',
        leaves=("visual.cut-block", "visual.clipped-text"),
    ),
    HardPage(
        name="a row of cards that buttons move",
        body=HEADLINE
        + BUTTON
        + '<section><div style="overflow:hidden"><div style="width:1800px"><p style="float:left;width:600px">Tile roofs.</p>'
        '<p style="float:left;width:600px">Tin roofs.</p><p style="float:left;width:600px">Straw roofs.</p></div></div>'
        '<button aria-label="Previous">‹</button><button aria-label="Next">›</button></section>'
        "<script>document.querySelectorAll('section button').forEach((b,i)=>b.addEventListener('click',()=>{b.parentNode.firstElementChild.scrollLeft+=i?600:-600}))</script>",
        leaves=("visual.cut-block",),
    ),
    HardPage(
        name="a strip that says the same again and again",
        body=HEADLINE
        + BUTTON
        + '<div style="overflow:hidden"><div style="width:2400px;white-space:nowrap">'
        + "<span>Tile roofs</span> <span>Tin roofs</span> " * 12
        + "</div></div>",
        leaves=("visual.cut-block",),
    ),
    HardPage(
        name="a picture that its frame crops",
        body=HEADLINE
        + BUTTON
        + '<div style="overflow:hidden;height:200px"><div style="width:900px;height:300px;background:#cde"><p>Roofs.</p></div></div>',
        leaves=("visual.cut-block",),
    ),
    HardPage(
        name="text cut by its box",
        body=HEADLINE
        + BUTTON
        + f'<div style="height:58px;width:500px;overflow:hidden;margin:20px"><h2 style="margin:0">{WORDS}</h2></div>',
        finds=("visual.clipped-text",),
    ),
    HardPage(
        name="text that ends in an ellipsis, and slides beside the window",
        body=HEADLINE
        + BUTTON
        + f'<p style="white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:300px">{WORDS}</p>'
        + '<div style="overflow:hidden;max-width:700px"><div style="display:flex;transform:translateX(-40px)">'
        + "".join(f'<div style="flex:0 0 400px"><h3>Slide number {n}</h3></div>' for n in range(4))
        + "</div></div>",
        leaves=("visual.clipped-text", "visual.overflow-x"),
    ),
    HardPage(
        name="text cut by the edge of the window",
        body=HEADLINE + BUTTON + f'<h2 style="white-space:nowrap">{WORDS}{WORDS}</h2>',
        head="<style>html,body{overflow-x:hidden}</style>",
        finds=("visual.clipped-text",),
    ),
    HardPage(
        name="a word torn apart",
        body=HEADLINE + BUTTON + '<h2 style="width:130px;word-break:break-all">Takläggningsentreprenad</h2>',
        finds=("visual.broken-words",),
    ),
    HardPage(
        name="a word that may be torn and need not",
        body=HEADLINE + BUTTON + '<h2 style="overflow-wrap:anywhere">Roofs of old houses</h2>',
        leaves=("visual.broken-words",),
    ),
    HardPage(
        name="text over text",
        body=HEADLINE
        + BUTTON
        + '<h2 style="margin:20px">What it costs and when we come</h2><p style="margin-top:-52px">Between one and three days of work</p>',
        finds=("visual.text-overlap",),
    ),
    HardPage(
        name="a header that lies on the page as one scrolls",
        body=f'<div style="position:fixed;top:0;left:0;right:0;background:#fff">Roofs & Sons</div>{HEADLINE}{BUTTON}{TALL}',
        leaves=("visual.text-overlap",),
    ),
    HardPage(
        name="slides that lie on each other with their pictures",
        body=HEADLINE
        + BUTTON
        + '<div style="position:relative;height:300px">'
        + "".join(
            f'<div style="position:absolute;inset:0"><img alt="" src="{DARK}" style="width:100%;height:300px">'
            f'<h3 style="position:absolute;top:100px;left:40px;color:#fff">Slide with words number {n}</h3></div>'
            for n in range(3)
        )
        + "</div>",
        leaves=("visual.text-overlap",),
    ),
    # -- what comes, and what stays away
    HardPage(
        name="a part that appears while one scrolls and goes again",
        body=HEADLINE
        + BUTTON
        + TALL
        + '<section class="r" style="height:500px"><h2>What it costs</h2><p>From 900 euro.</p></section>'
        + TALL,
        head="<style>.r{opacity:0;transition:opacity .6s}.r.on{opacity:1}</style><script>addEventListener('load',()=>{new IntersectionObserver("
        "e=>e.forEach(x=>x.target.classList.toggle('on',x.isIntersecting))).observe(document.querySelector('.r'))})</script>",
        finds=("visual.reveal-on-scroll",),
        leaves=("visual.blank-area",),
    ),
    HardPage(
        name="a part that never appears",
        body=HEADLINE
        + BUTTON
        + TALL
        + '<section style="height:800px;opacity:0"><h2>What it costs</h2><p>From 900 euro, in writing.</p></section>'
        + TALL,
        finds=("visual.blank-area",),
    ),
    HardPage(
        name="a picture that comes late",
        body=HEADLINE
        + BUTTON
        + TALL * 3
        + f'<img alt="A roof" loading="lazy" width="600" height="300" src="{DARK}">',
        leaves=("visual.broken-image", "visual.blank-area"),
    ),
    HardPage(
        name="a picture that is not there",
        body=HEADLINE + BUTTON + '<img alt="A roof" width="600" height="300" src="/gone.png">',
        finds=("visual.broken-image",),
    ),
    HardPage(
        name="the same picture twice",
        body=HEADLINE
        + BUTTON
        + '<img alt="Anna" width="200" height="200" src="/face.svg"><img alt="Bo" width="200" height="200" src="/face.svg">',
        finds=("visual.repeated-image",),
        leaves=("visual.broken-image",),
    ),
    HardPage(
        name="a letter-box that opens while one scrolls",
        body=HEADLINE
        + BUTTON
        + TALL * 3
        + '<div id="pop" style="display:none;position:fixed;inset:0;background:#fff">Before you go: our letter.</div>'
        "<script>addEventListener('scroll',()=>{if(scrollY>600)document.getElementById('pop').style.display='block'})</script>",
        leaves=("friction.popup", "clarity.h1-missing"),
    ),
    HardPage(
        name="a headline so large that the step falls out of a computer's first screen",
        body=f"<style>@media (min-width:800px){{h1{{font-size:230px;line-height:1.1}}}}</style>{HEADLINE}{BUTTON}",
        finds=NO_CONTROL,
    ),
    HardPage(
        name="a headline as large as the screen allows",
        body=f"<style>@media (min-width:800px){{h1{{font-size:110px;line-height:1.1}}}}</style>{HEADLINE}{BUTTON}",
        leaves=NO_CONTROL,
    ),
    HardPage(
        name="a bar about consent that lies on the step",
        body=HEADLINE
        + BUTTON
        + '<div style="position:fixed;left:0;right:0;top:180px;height:560px;background:#eee;z-index:9">We use cookies. <button>Accept all</button></div>',
        finds=("cta.covered",),
    ),
    HardPage(
        name="a bar that leaves the step free",
        body=HEADLINE
        + BUTTON
        + '<div style="position:fixed;left:0;right:0;bottom:0;height:70px;background:#eee;z-index:9">We use cookies. <button>Accept all</button></div>',
        leaves=("cta.covered",),
    ),
    HardPage(
        name="a small picture blown up",
        body=f'{HEADLINE}{BUTTON}<img alt="A roof" width="640" height="480" src="{SMALL}">',
        finds=("visual.blurred-picture",),
    ),
    HardPage(
        name="a small picture as a mark",
        body=f'{HEADLINE}{BUTTON}<img alt="A roof" width="64" height="48" src="{SMALL}">',
        leaves=("visual.blurred-picture",),
    ),
)
