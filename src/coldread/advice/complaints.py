"""The table of complaints: what people say is wrong, the elements it concerns, and what mends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coldread.advice import humble
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
    #: a general fault (`[fault]` in `texts/`) that makes it, where the complaint is about one of its elements
    fault: str | None = None
    #: a subject (`[about]` in `texts/`) that the complaint must name for it
    about: str | None = None
    #: it is about its elements only
    only: bool = False
    #: what people see happen, or the most general cause: it gives way to any other that is told
    gives_way: bool = False
    #: complaints that rule it out: what mends it would contradict what they say
    unless: tuple[str, ...] = ()


COMPLAINTS: tuple[Complaint, ...] = (
    Complaint(name="generic-label", elements=("call", "form"), mend=call.say_the_step, check="cta.generic-label"),
    Complaint(name="ignored-call", sure=0.35, gives_way=True, elements=("call", "form"), mend=call.say_the_step),
    Complaint(name="goal-mismatch", sure=0.75, elements=("call", "form", "nav"), only=True, mend=call.serve_the_goal, check="cta.goal-mismatch"),
    Complaint(name="competing", elements=("call",), only=True, mend=call.one_filled, check="cta.competing", unless=("sold-out",)),
    Complaint(name="not-a-link", sure=0.75, elements=(), mend=proof.tappable, fault="unpressable", about="phone-number"),
    Complaint(name="below-fold", sure=0.7, elements=("call", "headline", "form"), mend=call.up_to_the_first_screen, check="cta.below-fold-mobile", fault="unseen", about="first-screen", unless=("covered", "unfound", "low-contrast")),
    Complaint(name="not-repeated", elements=("call", "footer"), mend=call.once_more, check="cta.not-repeated"),
    Complaint(name="dead-link", sure=0.8, elements=("call", "nav"), only=True, mend=call.lead_somewhere, check="cta.dead-link", fault="broken", unless=("form-broken", "media-broken")),
    Complaint(name="tap-target", elements=("call", "nav"), mend=call.thumb_sized, check="cta.tap-target"),
    Complaint(name="language-mix", sure=0.8, elements=("call", "field", "popup"), mend=call.in_the_page_s_language, check="copy.lang-mismatch"),
    Complaint(name="headline-vague", sure=0.8, elements=("headline", "subhead"), only=True, mend=headline.say_the_offer, check="clarity.h1-vague"),
    Complaint(name="headline-long", elements=("headline",), only=True, mend=headline.shorten, check="clarity.h1-long"),
    Complaint(name="headline-missing", elements=("headline",), mend=headline.say_the_offer, check="clarity.h1-missing", fault="absent", only=True),
    Complaint(name="headline-multiple", elements=("headline",), mend=headline.one_h1, check="clarity.h1-multiple"),
    Complaint(name="audience-absent", sure=0.7, elements=("headline", "subhead", "copy"), mend=headline.name_the_audience, check="clarity.audience-absent"),
    Complaint(name="subhead-missing", elements=("headline", "subhead"), mend=headline.add_subhead, check="clarity.subhead-missing"),
    Complaint(name="placeholder", elements=("copy", "headline", "subhead"), mend=copy.real_words, check="clarity.placeholder"),
    Complaint(name="buzzwords", elements=("copy", "headline", "subhead"), mend=copy.without_empty_words, check="copy.buzzwords"),
    Complaint(name="no-specifics", sure=0.7, elements=("copy", "headline", "subhead"), mend=copy.with_a_figure, check="copy.no-specifics"),
    Complaint(name="we-not-you", elements=("copy", "headline", "subhead"), mend=copy.turn_to_the_reader, check="copy.we-vs-you"),
    Complaint(name="wall-of-text", sure=0.75, elements=("copy", "subhead"), only=True, mend=copy.in_pieces, check="copy.wall-of-text"),
    Complaint(name="hard-to-read", sure=0.7, elements=("copy", "subhead"), mend=copy.one_thought_each, check="copy.readability"),
    Complaint(name="shouting", sure=0.75, elements=("headline", "copy", "call"), mend=copy.calmer),
    Complaint(name="no-proof", sure=0.7, elements=("quote", "copy"), mend=proof.ask_for_proof, check="trust.no-proof", unless=("nothing-to-show-yet", "unnamed-proof")),
    Complaint(name="proof-anonymous", elements=("quote",), only=True, mend=proof.sign_it, check="trust.proof-anonymous", unless=("nothing-to-show-yet", "unnamed-proof")),
    Complaint(name="risk", elements=("price", "call", "form"), mend=proof.promise_a_way_out, check="trust.risk-reversal"),
    Complaint(name="contact-missing", elements=("footer", "copy"), mend=proof.be_reachable, check="trust.contact", unless=("other-channel",)),
    Complaint(name="privacy", elements=("form", "field"), mend=forms.say_what_for, check="trust.privacy-link", unless=("form-spam",)),
    Complaint(name="stale", elements=("footer",), only=True, mend=proof.today, check="trust.stale", unless=("sold-out", "untrue")),
    Complaint(name="price-hidden", elements=("price",), mend=proof.show_the_price, fault="absent", unless=("dear", "price-surprise")),
    Complaint(name="too-many-plans", elements=("price",), only=True, mend=proof.three_plans),
    Complaint(name="too-many-fields", elements=("form",), only=True, mend=forms.fewer_fields, check="form.too-many-fields", unless=("form-broken", "wrong-people", "form-spam", "mistyped")),
    Complaint(name="sensitive-early", elements=("field", "form"), mend=forms.ask_later, check="form.sensitive-early"),
    Complaint(name="field-label", elements=("field", "form"), mend=forms.label_the_field, check="form.label"),
    Complaint(name="error-message", elements=("field", "form"), mend=forms.helpful_error),
    Complaint(name="nav", sure=0.7, elements=("nav",), mend=copy.shorter_menu, check="friction.nav-links"),
    Complaint(name="popup", elements=("popup",), only=True, mend=copy.inside_the_text, check="friction.popup", unless=("covered",)),
    Complaint(name="low-contrast", elements=("call", "copy", "headline"), mend=look.enough_contrast, check="cta.low-contrast"),
    Complaint(name="small-text", elements=("copy", "footer", "field"), mend=look.readable_size, check="visual.small-text"),
    Complaint(name="overflow", sure=0.6, elements=("picture", "copy", "price"), mend=look.within_the_screen, check="visual.overflow-x"),
    Complaint(name="line-length", elements=("copy",), mend=look.shorter_lines, check="visual.line-length"),
    Complaint(name="slow", sure=0.5, elements=("picture", "video"), mend=look.lighter_page, check="perf.lcp"),
    Complaint(name="layout-shift", sure=0.7, elements=("picture",), mend=look.room_reserved, check="perf.cls"),
    Complaint(name="alt-text", elements=("picture",), mend=look.describe_it, check="a11y.image-alt"),
    Complaint(name="stock-photo", sure=0.6, elements=("picture",), mend=look.the_real_thing),
    Complaint(name="autoplay", elements=("video", "picture"), mend=look.on_request, unless=("media-broken",)),
    Complaint(name="page-title", elements=("title",), only=True, mend=head.telling_title, check="seo.title"),
    Complaint(name="description", elements=("description",), only=True, mend=head.telling_description, check="seo.meta-description"),
    Complaint(name="sharing", elements=("sharing",), mend=head.dressed_link, check="social.og"),
    Complaint(name="covered", sure=0.75, elements=("popup", "nav", "call", "picture", "video", "copy"), mend=look.beside_not_above, fault="covers", about="lies-on-top", check="friction.popup"),
    Complaint(name="form-broken", sure=0.6, elements=("form", "field"), mend=forms.send_for_certain, fault="broken", only=True, check="form.no-action"),
    Complaint(name="media-broken", sure=0.6, elements=("video", "picture"), mend=look.plays_everywhere, fault="broken", only=True),
    Complaint(name="unfound", sure=0.6, elements=(), mend=head.found_by_searchers, fault="unseen", about="search", check="seo.title"),
    Complaint(name="unfindable", sure=0.55, elements=("nav", "copy", "footer", "price", "quote"), mend=copy.named_where_sought, fault="unseen", unless=("unfound", "covered", "below-fold")),
    Complaint(name="open-question", sure=0.65, gives_way=True, elements=(), mend=copy.answer_there, fault="asked", unless=("price-surprise", "dear", "too-many-plans")),
    Complaint(name="price-surprise", sure=0.7, elements=("price", "call", "form"), mend=proof.whole_price_early),
    Complaint(name="dear", sure=0.6, elements=("price", "headline", "copy"), mend=proof.what_the_price_buys),
    Complaint(name="wrong-people", sure=0.6, elements=("form", "call", "headline", "copy"), mend=forms.say_who_it_is_for, unless=("form-spam",)),
    Complaint(name="form-spam", sure=0.7, elements=("form", "field"), mend=forms.trap_for_robots),
    Complaint(name="mistyped", sure=0.65, elements=("form", "field"), mend=forms.hard_to_mistype),
    Complaint(name="sold-out", sure=0.7, elements=(), mend=call.take_names_instead, unless=()),
    Complaint(name="untrue", sure=0.6, elements=("copy", "footer", "price", "headline"), mend=copy.what_is_true_today, fault="untrue", unless=("sold-out",)),
    Complaint(name="sameness", sure=0.6, elements=("headline", "copy", "subhead"), mend=copy.what_only_you_can_sign),
    Complaint(name="nothing-to-show-yet", sure=0.7, elements=(), mend=proof.without_customers),
    Complaint(name="unnamed-proof", sure=0.7, elements=(), mend=proof.without_names),
    Complaint(name="may-not-promise", sure=0.65, elements=(), mend=copy.what_is_done),
    Complaint(name="other-channel", sure=0.65, elements=(), mend=proof.by_mail_only),
    Complaint(name="weak-picture", sure=0.55, elements=("picture",), mend=look.a_better_picture, only=True),
    Complaint(name="says-otherwise", sure=0.6, gives_way=True, elements=(), mend=copy.say_what_is_so),
    Complaint(name="messy", sure=0.6, elements=("picture",), mend=look.one_shape, only=True),
    Complaint(name="too-big", sure=0.6, elements=(), mend=look.smaller, unless=("small-text", "slow")),
    Complaint(name="in-a-pdf", sure=0.65, elements=(), mend=copy.out_of_the_pdf),
    Complaint(name="spelling", sure=0.5, elements=("copy", "headline", "subhead"), mend=copy.spelled),
)  # fmt: skip

#: told in words that can hardly be mistaken (`plain.py`); they have no cues
PLAIN_ONES: tuple[Complaint, ...] = (
    Complaint(name="text-in-picture", sure=0.5, elements=(), mend=copy.out_of_the_picture),
    Complaint(name="box-over", sure=0.5, elements=(), mend=look.box_in_its_place, check="friction.popup"),
    Complaint(
        name="many-fields", sure=0.5, elements=(), mend=forms.three_fields, check="form.too-many-fields"
    ),
)

#: nothing in the table fits: the answer says so, says what it would need, and asks one question
UNCLEAR = Complaint(name="unclear", elements=(), mend=humble.ask_back, sure=0.3)

BY_NAME = {row.name: row for row in (*COMPLAINTS, *PLAIN_ONES, UNCLEAR)}
