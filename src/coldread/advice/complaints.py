"""The table of complaints: what people say is wrong, the elements it concerns, and what mends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coldread.advice.reading import Reading
from coldread.advice.rewrites import call, copy, forms, head, headline, look, proof
from coldread.advice.rewrites.rewrite import Rewrite


@dataclass(frozen=True, kw_only=True)
class Complaint:
    """One row; its words stand under the same name in `texts/`."""

    name: str
    #: kinds of elements it is usually about
    elements: tuple[str, ...]
    mend: Callable[[Reading], Rewrite]
    #: the most that can be claimed without having looked
    sure: float = 0.85
    #: the rubric's check of the same fault, where it has one
    check: str | None = None


COMPLAINTS: tuple[Complaint, ...] = (
    Complaint(name="generic-label", elements=("call", "form"), mend=call.say_the_step, check="cta.generic-label"),
    Complaint(name="ignored-call", sure=0.45, elements=("call", "form"), mend=call.say_the_step),
    Complaint(name="goal-mismatch", sure=0.75, elements=("call", "form", "nav"), mend=call.serve_the_goal, check="cta.goal-mismatch"),
    Complaint(name="competing", elements=("call",), mend=call.one_filled, check="cta.competing"),
    Complaint(name="below-fold", sure=0.7, elements=("call", "headline", "form"), mend=call.up_to_the_first_screen, check="cta.below-fold-mobile"),
    Complaint(name="not-repeated", elements=("call", "footer"), mend=call.once_more, check="cta.not-repeated"),
    Complaint(name="dead-link", sure=0.8, elements=("call", "nav"), mend=call.lead_somewhere, check="cta.dead-link"),
    Complaint(name="tap-target", elements=("call", "nav"), mend=call.thumb_sized, check="cta.tap-target"),
    Complaint(name="language-mix", sure=0.8, elements=("call", "field", "popup"), mend=call.in_the_page_s_language, check="copy.lang-mismatch"),
    Complaint(name="headline-vague", sure=0.8, elements=("headline", "subhead"), mend=headline.say_the_offer, check="clarity.h1-vague"),
    Complaint(name="headline-long", elements=("headline",), mend=headline.shorten, check="clarity.h1-long"),
    Complaint(name="headline-missing", elements=("headline",), mend=headline.say_the_offer, check="clarity.h1-missing"),
    Complaint(name="headline-multiple", elements=("headline",), mend=headline.one_h1, check="clarity.h1-multiple"),
    Complaint(name="audience-absent", sure=0.7, elements=("headline", "subhead", "copy"), mend=headline.name_the_audience, check="clarity.audience-absent"),
    Complaint(name="subhead-missing", elements=("headline", "subhead"), mend=headline.add_subhead, check="clarity.subhead-missing"),
    Complaint(name="placeholder", elements=("copy", "headline", "subhead"), mend=copy.real_words, check="clarity.placeholder"),
    Complaint(name="buzzwords", elements=("copy", "headline", "subhead"), mend=copy.without_empty_words, check="copy.buzzwords"),
    Complaint(name="no-specifics", sure=0.7, elements=("copy", "headline", "subhead"), mend=copy.with_a_figure, check="copy.no-specifics"),
    Complaint(name="we-not-you", elements=("copy", "headline", "subhead"), mend=copy.turn_to_the_reader, check="copy.we-vs-you"),
    Complaint(name="wall-of-text", sure=0.75, elements=("copy",), mend=copy.in_pieces, check="copy.wall-of-text"),
    Complaint(name="hard-to-read", sure=0.7, elements=("copy", "subhead"), mend=copy.one_thought_each, check="copy.readability"),
    Complaint(name="shouting", sure=0.75, elements=("headline", "copy", "call"), mend=copy.calmer),
    Complaint(name="no-proof", sure=0.7, elements=("quote", "copy"), mend=proof.ask_for_proof, check="trust.no-proof"),
    Complaint(name="proof-anonymous", elements=("quote",), mend=proof.sign_it, check="trust.proof-anonymous"),
    Complaint(name="risk", elements=("price", "call", "form"), mend=proof.promise_a_way_out, check="trust.risk-reversal"),
    Complaint(name="contact-missing", elements=("footer", "copy"), mend=proof.be_reachable, check="trust.contact"),
    Complaint(name="privacy", elements=("form", "field"), mend=forms.say_what_for, check="trust.privacy-link"),
    Complaint(name="stale", elements=("footer", "copy"), mend=proof.today, check="trust.stale"),
    Complaint(name="price-hidden", elements=("price",), mend=proof.show_the_price),
    Complaint(name="too-many-plans", elements=("price",), mend=proof.three_plans),
    Complaint(name="too-many-fields", elements=("form",), mend=forms.fewer_fields, check="form.too-many-fields"),
    Complaint(name="sensitive-early", elements=("field", "form"), mend=forms.ask_later, check="form.sensitive-early"),
    Complaint(name="field-label", elements=("field", "form"), mend=forms.label_the_field, check="form.label"),
    Complaint(name="error-message", elements=("field", "form"), mend=forms.helpful_error),
    Complaint(name="nav", sure=0.7, elements=("nav",), mend=copy.shorter_menu, check="friction.nav-links"),
    Complaint(name="popup", elements=("popup",), mend=copy.inside_the_text, check="friction.popup"),
    Complaint(name="low-contrast", elements=("call", "copy", "headline"), mend=look.enough_contrast, check="cta.low-contrast"),
    Complaint(name="small-text", elements=("copy", "footer", "field"), mend=look.readable_size, check="visual.small-text"),
    Complaint(name="overflow", sure=0.6, elements=("picture", "copy", "price"), mend=look.within_the_screen, check="visual.overflow-x"),
    Complaint(name="line-length", elements=("copy",), mend=look.shorter_lines, check="visual.line-length"),
    Complaint(name="slow", sure=0.65, elements=("picture", "video"), mend=look.lighter_picture, check="perf.lcp"),
    Complaint(name="layout-shift", sure=0.7, elements=("picture",), mend=look.room_reserved, check="perf.cls"),
    Complaint(name="alt-text", elements=("picture",), mend=look.describe_it, check="a11y.image-alt"),
    Complaint(name="stock-photo", sure=0.6, elements=("picture",), mend=look.the_real_thing),
    Complaint(name="autoplay", elements=("video", "picture"), mend=look.on_request),
    Complaint(name="page-title", elements=("title",), mend=head.telling_title, check="seo.title"),
    Complaint(name="description", elements=("description",), mend=head.telling_description, check="seo.meta-description"),
    Complaint(name="sharing", elements=("sharing",), mend=head.dressed_link, check="social.og"),
)  # fmt: skip

#: what is said of an element when the complaint tells no cause
USUAL: dict[str, str] = {
    "call": "ignored-call",
    "headline": "headline-vague",
    "subhead": "headline-vague",
    "form": "too-many-fields",
    "field": "field-label",
    "quote": "proof-anonymous",
    "price": "price-hidden",
    "nav": "nav",
    "popup": "popup",
    "picture": "stock-photo",
    "video": "autoplay",
    "title": "page-title",
    "description": "description",
    "sharing": "sharing",
}

#: nothing in the table fits: a plain answer that says so
UNCLEAR = Complaint(name="unclear", elements=(), mend=headline.ask_back)

BY_NAME = {row.name: row for row in (*COMPLAINTS, UNCLEAR)}
