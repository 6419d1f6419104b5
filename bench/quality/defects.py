"""The table of defects: how a page is damaged, and which check must notice it."""

from __future__ import annotations

from dataclasses import dataclass

from bench.quality.damage import (
    Damage,
    bureaucracy,
    drop,
    each,
    hash_target,
    headline,
    in_last_paragraph,
    many_h1,
    more_fields,
    nameless_fields,
    no_h1,
    other_lang,
    placeholder_labels,
    primary_attr,
    put,
    renamed,
    scripted,
    stale,
    style_primary,
    under_headline,
    wall,
    without_privacy,
)


@dataclass(frozen=True, kw_only=True)
class Defect:
    """One way to damage a page; `damage` returns False where it does not fit the page."""

    name: str
    check: str
    damage: Damage
    #: needs a browser to be seen
    rendered: bool = False
    goals: tuple[str, ...] = ("newsletter", "demo", "book_call", "paid_signup")


SPACER = '<div style="height:{}px">&nbsp;</div>'
POPUP = '<div style="position:fixed;inset:0;background:#fff;z-index:99;padding:3rem"><p>{}</p></div>'

DEFECTS: tuple[Defect, ...] = (
    Defect(name="headline becomes a paragraph", check="clarity.h1-missing", damage=no_h1),
    Defect(
        name="headline is emptied",
        check="clarity.h1-missing",
        damage=lambda tree: tree.text_of("h1", "<span></span>"),
    ),
    Defect(name="second headline", check="clarity.h1-multiple", damage=many_h1),
    Defect(
        name="headline has no end",
        check="clarity.h1-long",
        damage=headline(
            "Everything you could possibly want to know about the way in which we take care of the many things that you would rather not do",
            "Allt du någonsin kan tänkas vilja veta om hur vi tar hand om de många saker som du helst av allt vill slippa göra själv i framtiden",
        ),
    ),
    Defect(
        name="Latin under the headline",
        check="clarity.placeholder",
        damage=under_headline(
            "Lorem ipsum dolor sit amet, consectetur.", "Lorem ipsum dolor sit amet, consectetur."
        ),
    ),
    Defect(
        name="a writer's note under the headline",
        check="clarity.placeholder",
        damage=under_headline("[Insert two sentences on the offer]", "[Infoga två meningar om erbjudandet]"),
    ),
    Defect(
        name="sample copy further down",
        check="clarity.placeholder",
        damage=in_last_paragraph("This is sample text, replace it.", "Detta är exempeltext, byt ut den."),
    ),
    Defect(name="primary leads to #", check="cta.dead-link", damage=primary_attr("href", "#")),
    Defect(
        name="primary leads to a void script",
        check="cta.dead-link",
        damage=primary_attr("href", "javascript:void(0);"),
    ),
    Defect(name="privacy link is removed", check="trust.privacy-link", damage=without_privacy),
    Defect(name="copyright is old", check="trust.stale", damage=stale),
    Defect(name="form asks for more", check="form.many-fields", damage=more_fields),
    Defect(name="labels become placeholders", check="form.placeholder-as-label", damage=placeholder_labels),
    Defect(
        name="e-mail field becomes text",
        check="form.email-type",
        damage=each('input[type="email"]', put(type="text")),
    ),
    Defect(
        name="autocomplete is removed",
        check="form.autocomplete",
        damage=each("input[autocomplete]", drop("autocomplete")),
    ),
    Defect(
        name="form loses its target", check="form.no-action", damage=each("form", drop("action", "method"))
    ),
    Defect(
        name="form target is a hash",
        check="form.no-action",
        damage=each("form", hash_target),
    ),
    Defect(name="copy turns bureaucratic", check="copy.readability", damage=bureaucracy),
    Defect(name="paragraph grows into a wall", check="copy.wall-of-text", damage=wall),
    Defect(name="another language is declared", check="copy.lang-mismatch", damage=other_lang),
    Defect(
        name="viewport is removed",
        check="mobile.viewport-missing",
        damage=lambda tree: tree.remove('meta[name="viewport"]'),
    ),
    Defect(
        name="picture sizes are removed",
        check="perf.img-dimensions",
        damage=each("img", drop("width", "height")),
    ),
    Defect(name="title is removed", check="seo.title", damage=lambda tree: tree.remove("title")),
    Defect(name="title is a word", check="seo.title", damage=lambda tree: tree.text_of("title", "Start")),
    Defect(
        name="description is removed",
        check="seo.meta-description",
        damage=lambda tree: tree.remove('meta[name="description"]'),
    ),
    Defect(
        name="robots are turned away",
        check="seo.noindex",
        damage=lambda tree: tree.append_to("head", '<meta name="robots" content="nofollow, noindex">'),
    ),
    Defect(
        name="canonical is removed",
        check="seo.canonical",
        damage=lambda tree: tree.remove('link[rel="canonical"]'),
    ),
    Defect(
        name="preview is removed", check="social.og", damage=lambda tree: tree.remove('meta[property^="og:"]')
    ),
    Defect(
        name="structured data is removed",
        check="agent.structured-data",
        damage=lambda tree: tree.remove('script[type="application/ld+json"]'),
    ),
    # seen by a browser only
    Defect(
        name="headline is pushed down",
        check="clarity.h1-below-fold",
        rendered=True,
        damage=lambda tree: tree.prepend_to("main", SPACER.format(800)),
    ),
    Defect(
        name="primary points to a missing page",
        check="cta.broken-target",
        rendered=True,
        damage=primary_attr("href", "/gone-for-good"),
    ),
    Defect(
        name="primary points to a missing anchor",
        check="cta.broken-target",
        rendered=True,
        damage=primary_attr("href", "#no-such-section"),
    ),
    Defect(
        name="primary label fades",
        check="cta.low-contrast",
        rendered=True,
        damage=style_primary("color:#bbb;background:#ddd;padding:1rem 2rem;border:1px solid #000"),
    ),
    Defect(
        name="primary melts into the page",
        check="cta.low-contrast",
        rendered=True,
        damage=style_primary("color:#222;background:#f4f4f2;padding:1rem 2rem;border:0"),
    ),
    Defect(
        name="primary shrinks",
        check="cta.tap-target",
        rendered=True,
        damage=style_primary(
            "font-size:12px;padding:2px 12px;min-height:0;background:#222;color:#fff;line-height:1.2"
        ),
    ),
    Defect(
        name="form goes to http",
        check="trust.https",
        rendered=True,
        damage=each("form", put(action="http://page.example/x")),
    ),
    Defect(name="fields lose their names", check="form.label", rendered=True, damage=nameless_fields),
    Defect(
        name="offer covers the phone",
        check="friction.popup",
        rendered=True,
        damage=lambda tree: tree.append_to(
            "body",
            POPUP.format(
                "Vänta! Få tio procent på första köpet."
                if tree.lang == "sv"
                else "Wait! Take ten per cent off your first order."
            ),
        ),
    ),
    Defect(
        name="a row is too wide",
        check="visual.overflow-x",
        rendered=True,
        damage=lambda tree: tree.append_to("main", '<div style="width:900px;background:#ddd">Wide</div>'),
    ),
    Defect(
        name="headline is small",
        check="visual.flat-hierarchy",
        rendered=True,
        damage=lambda tree: tree.add_style("h1 { font-size: 20px !important }"),
    ),
    Defect(
        name="text is tiny",
        check="visual.small-text",
        rendered=True,
        damage=lambda tree: tree.add_style("p, li, label { font-size: 10px !important }"),
    ),
    Defect(
        name="language is not declared",
        check="a11y.html-has-lang",
        rendered=True,
        damage=each("html", drop("lang")),
    ),
    Defect(
        name="pictures lose their text",
        check="a11y.image-alt",
        rendered=True,
        damage=each("img", drop("alt")),
    ),
    Defect(
        name="text is pale",
        check="a11y.color-contrast",
        rendered=True,
        damage=lambda tree: tree.add_style("p { color: #b5b5b5 !important }"),
    ),
    Defect(
        name="a link has no text",
        check="a11y.link-name",
        rendered=True,
        damage=lambda tree: tree.append_to(
            "main",
            '<a href="/x" style="display:block;width:48px;height:48px"><svg viewBox="0 0 1 1"></svg></a>',
        ),
    ),
    Defect(
        name="zoom is blocked",
        check="a11y.meta-viewport",
        rendered=True,
        damage=each('meta[name="viewport"]', put(content="width=device-width, user-scalable=no")),
    ),
    Defect(
        name="a banner comes late",
        check="perf.cls",
        rendered=True,
        damage=lambda tree: tree.append_to(
            "body",
            "<script>setTimeout(() => { const d = document.createElement('div'); d.style.height = '400px'; document.body.prepend(d) }, 300)</script>",
        ),
    ),
    Defect(
        name="a script keeps the page busy",
        check="perf.blocking",
        rendered=True,
        damage=lambda tree: tree.append_to(
            "body",
            "<script>setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 50)</script>",
        ),
    ),
    Defect(name="scripts write the page", check="agent.no-js-text", rendered=True, damage=scripted),
    Defect(name="main becomes a div", check="agent.landmarks", rendered=True, damage=renamed("div", "main")),
)
