"""Which changes of a watched page matter: a row for each, told once, whatever a single run could not see."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest

from coldread.base.languages import Language
from coldread.scanner.page.shown_words import sample
from coldread.scans.comparison.change_kinds import (
    BY_KIND,
    ChangeKind,
    first_thing_to_do,
    sentence,
)
from coldread.scans.comparison.matters import Known, Run, RunResult, changes_that_matter
from coldread.scans.comparison.page_state import PageState, page_state
from coldread.scans.comparison.pages import LOAD_CHECKS, compare_pages
from coldread.scans.comparison.shapes import PagesCompared

from .test_findings import finding, judged

CONTROL = {
    "selector": "main > a",
    "label": "Book a call",
    "target": "https://shop.example/book",
    "works": True,
    "why": "",
}
TEXTS = ("We bring fresh bread to busy families in Lund.", "Baked at night, at your door before you wake up.")
PRICE = {"what": "A month", "amount": "99 kr", "unit": "/month"}


def page(*items: dict[str, Any], **more: Any) -> PageState:
    """A page as a scan answers; `more` replaces parts of it."""
    control = {**CONTROL, **more.pop("control", {})}
    prices = more.pop("prices", [PRICE])
    without = more.pop("without", ())
    shows = {"title": more.pop("title", "Bread"), "sample": sample(more.pop("texts", TEXTS))}
    answer = judged(
        *items,
        overall=more.pop("overall", 80),
        reading={"headline": {"text": more.pop("headline", "Fresh bread")}, "prices": prices},
        measured={
            "made_by": "1",
            "final_url": "https://shop.example/",
            "main_control": control,
            "load": {"desktop": {"bytes": more.pop("bytes", 1000), "lcp_ms": 900.0}},
            "limits": more.pop("limits", []),
        },
        shows=shows,
        **more,
    )
    answer["findings"]["not_measured"] = [{"id": name, "reason": "?"} for name in without]
    return page_state(answer)


def runs(*seen: PageState | str | None) -> list[RunResult]:
    """What each run tells; a text is why there was no page, None a failure on our side."""
    told, known = [], Known()
    for one in seen:
        run = Run(down=one) if isinstance(one, str) else Run(page=one)
        told.append(changes_that_matter(known, run))
        known = Known.from_json(told[-1].known.to_json())  # as a watch stores it between two runs
    return told


def kinds(told: list[RunResult]) -> list[list[str]]:
    return [[change.kind.value for change in one.changes] for one in told]


def severe(severity: str, check: str = "trust.https", place: str = "html") -> dict[str, Any]:
    return {**finding(check, (place, place)), "severity": severity, "fix": {"summary": "Fix it so."}}


BROKEN = severe("P0", "cta.broken-target", "main > a")
FAILS = {"works": False, "why": "HTTP 404"}

#: what a run after `page()` shows, and what is told of it
TOLD_AT_ONCE: dict[str, tuple[PageState, list[str]]] = {
    "another headline": (page(headline="Old bread"), ["headline_changed"]),
    "no headline": (page(headline=""), ["headline_changed"]),
    "white space in the headline": (page(headline=" Fresh  bread"), []),
    "another price": (page(prices=[{**PRICE, "amount": "109 kr"}]), ["price_changed"]),
    "one price more": (page(prices=[PRICE, {**PRICE, "what": "A year"}]), ["price_changed"]),
    "no price": (page(prices=[]), ["price_changed"]),
    "another button": (page(control={"label": "Buy"}), ["main_button_changed"]),
    "another target": (page(control={"target": "https://shop.example/other"}), []),
    "a heavier page": (page(bytes=9_000_000), []),
    "a slow page": (page(severe("P1", "perf.lcp"), overall=78), []),
    "a layout that shifts": (page(severe("P1", "perf.cls")), []),
    "a check that could not tell": (page(without=("trust.https",), overall=60), []),
    "nothing": (page(), []),
}


#: what two runs after `page()` must show
TOLD_THE_SECOND_TIME: dict[str, tuple[PageState, list[str]]] = {
    "a new P0": (page(severe("P0")), ["new_blocking_finding"]),
    "a new P1": (page(severe("P1")), ["new_costly_finding"]),
    "a new P2": (page(severe("P2")), []),
    "the score down by 5": (page(overall=75), ["score_moved"]),
    "the score up by 5": (page(overall=85), ["score_moved"]),
    "the score by 4": (page(overall=76), []),
    "a new P0 with its score": (page(severe("P0"), overall=60), ["new_blocking_finding", "score_moved"]),
}


@pytest.mark.parametrize("name", TOLD_THE_SECOND_TIME)
def test_what_was_judged_is_told_when_two_looks_agree_and_once(name: str) -> None:
    after, expected = TOLD_THE_SECOND_TIME[name]
    assert kinds(runs(page(), after, page(), after)) == [[], [], [], []], "one look of two is not enough"
    assert kinds(runs(page(), after, after, after)) == [[], [], expected, []]


def test_a_finding_that_comes_and_goes_is_told_when_it_has_come_to_stay() -> None:
    """Each time that it went it must be seen once more in a row, five times at most."""
    pale, none = page(severe("P1")), page()
    assert kinds(runs(none, pale, none, pale, pale, pale, pale)) == [
        [], [], [], [], [], ["new_costly_finding"], [],
    ]  # fmt: skip
    restless = [none, *(pale, none) * 9]
    told = kinds(runs(*restless, *[pale] * 6))
    assert told[len(restless) :] == [[], [], [], [], ["new_costly_finding"], []]
    assert told[: len(restless)] == [[] for _ in restless]


def test_a_finding_that_was_told_and_went_is_told_again_when_it_is_back_for_good() -> None:
    pale, none = page(severe("P1")), page()
    assert kinds(runs(none, pale, pale, none, pale, pale, none, pale, pale, pale, pale)) == [
        [], [], ["new_costly_finding"], [], [], [], [], [], [], [], ["new_costly_finding"],
    ]  # fmt: skip


def test_a_look_that_could_not_look_for_a_finding_counts_neither_way() -> None:
    pale, blind = page(severe("P1")), page(without=("trust.https",))
    assert kinds(runs(page(), pale, blind, pale)) == [[], [], [], ["new_costly_finding"]]


def test_a_score_that_goes_up_and_down_is_not_told() -> None:
    assert kinds(runs(*(page(overall=points) for points in (80, 70, 90, 70, 90, 80)))) == [[]] * 6


OTHER = ("This domain is parked.", "The name may be for sale. Ask the registrar who owns it today.")
PARKED = page(
    severe("P0"), title="shop.example", headline="Parked", texts=OTHER, prices=[], overall=20,
    control={"label": "Buy this name", "target": "https://names.example/"},
)  # fmt: skip


def test_another_page_at_the_address_is_one_change_when_two_looks_agree() -> None:
    told = runs(page(), PARKED, PARKED, PARKED, page(), page())
    assert kinds(told) == [[], [], ["page_replaced"], [], [], ["page_replaced"]]
    change = told[2].changes[0]
    assert (change.before, change.after) == ("Bread", "shop.example")
    assert kinds(runs(page(), PARKED, page(), PARKED, page())) == [[], [], [], [], []], "a short disturbance"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (page(headline="Parked", texts=OTHER), ["headline_changed"]),
        (page(title="shop.example", texts=OTHER), []),
        (page(title="shop.example", headline="Parked"), ["headline_changed"]),
        (page(title="shop.example", headline="Parked", texts=(*TEXTS, *OTHER)), ["headline_changed"]),
        (dataclasses.replace(PARKED, sample=None, findings=(), score=80), ["headline_changed", "price_changed", "main_button_changed"]),
    ],
)  # fmt: skip
def test_a_page_that_keeps_its_title_its_headline_or_its_text_is_still_the_page(
    after: PageState, expected: list[str]
) -> None:
    assert kinds(runs(page(), after, after)) == [[], expected, []]


def test_a_blank_page_is_another_page() -> None:
    blank = page(title="", headline="", texts=(), prices=[])
    told = runs(page(), blank, blank)
    assert kinds(told) == [[], [], ["page_replaced"]]
    assert "none" in sentence(ChangeKind.REPLACED, "Bread", told[2].changes[0].after, Language.EN)


def test_two_samples_share_as_great_a_part_as_two_texts() -> None:
    words = [f"word{number}" for number in range(4000)]
    one, two, other = (page(texts=[" ".join(words[a:b])]) for a, b in ((0, 2000), (1000, 3000), (2000, 4000)))
    assert one.sample is not None
    assert two.sample is not None
    assert other.sample is not None
    assert len(one.sample) == 32
    smallest = sorted(one.sample | two.sample)[:32]
    assert 0.15 < sum(each in one.sample & two.sample for each in smallest) / 32 < 0.55  # a third
    assert not one.sample & other.sample


@pytest.mark.parametrize("name", TOLD_AT_ONCE)
def test_what_matters_is_told_at_once_and_once(name: str) -> None:
    after, expected = TOLD_AT_ONCE[name]
    assert kinds(runs(page(), after, after, after)) == [[], expected, [], []]


def test_two_plans_that_change_prices_are_a_change_and_a_list_in_another_order_is_none() -> None:
    dear = {**PRICE, "what": "A year", "amount": "990 kr"}
    swapped = [{**PRICE, "amount": "990 kr"}, {**dear, "amount": "99 kr"}]
    assert kinds(runs(page(prices=[PRICE, dear]), page(prices=[dear, PRICE]), page(prices=swapped))) == [
        [], [], ["price_changed"],
    ]  # fmt: skip


def test_a_page_that_is_down_is_told_when_it_is_down_twice_in_a_row() -> None:
    assert kinds(runs(page(), "502", page(), "502", "502", "502", page())) == [
        [], [], [], [], ["page_down"], [], [],
    ]  # fmt: skip


def test_a_run_that_failed_on_our_side_is_neither_down_nor_up() -> None:
    assert kinds(runs(page(), "502", None, "502")) == [[], [], [], ["page_down"]]


def test_a_target_that_worked_is_told_when_it_fails_twice_in_a_row_and_only_once() -> None:
    bad = page(BROKEN, control=FAILS)
    assert kinds(runs(page(), bad, page(), bad, bad, bad)) == [
        [], [], [], [], ["target_fails"], [],
    ]  # fmt: skip


def test_the_score_waits_with_the_target_that_lowers_it() -> None:
    bad = page(BROKEN, control=FAILS, overall=69)
    assert kinds(runs(page(), bad, page(), bad, bad, bad)) == [
        [], [], [], [], ["target_fails", "score_moved"], [],
    ]  # fmt: skip


def test_a_target_that_nobody_could_try_in_between_fails_twice_all_the_same() -> None:
    bad, untold = page(BROKEN, control=FAILS), page(control={"works": None}, without=("cta.broken-target",))
    assert kinds(runs(page(), bad, untold, bad)) == [[], [], [], ["target_fails"]]


def test_a_target_that_nobody_could_try_before_is_told_when_it_fails_twice() -> None:
    """A button that led to another site, which is not asked, and now to an address that does not exist."""
    before = page(
        control={"works": None, "target": "https://shop.other.example/"}, without=("cta.broken-target",)
    )
    bad = page(BROKEN, control=FAILS, overall=70)
    assert kinds(runs(before, bad, bad, bad, bad)) == [[], [], ["target_fails"], [], []]
    assert kinds(runs(bad, bad, bad)) == [[], [], []], "it failed from the beginning"


def test_a_button_that_is_renamed_while_its_target_fails_is_told_as_renamed_once() -> None:
    bad = page(BROKEN, control={**FAILS, "label": "Call us"})
    assert kinds(runs(page(), bad, bad)) == [[], ["main_button_changed"], ["target_fails"]]


def test_a_target_of_another_button_is_told_when_it_fails_for_good() -> None:
    other = severe("P1", "cta.broken-target", "footer > a")
    assert kinds(runs(page(), page(other), page(), page(other), page(other), page(other))) == [
        [], [], [], [], [], ["new_costly_finding"],
    ]  # fmt: skip


def test_a_finding_that_becomes_worse_is_new() -> None:
    costly, blocking = page(severe("P1")), page(severe("P0"))
    assert kinds(runs(page(severe("P2")), costly, costly, blocking, blocking)) == [
        [], [], ["new_costly_finding"], [], ["new_blocking_finding"],
    ]  # fmt: skip


def test_what_one_run_could_not_tell_is_told_by_the_next() -> None:
    """A fault that appeared while the check could not look is new; one that was there all the time is not."""
    blind = page(without=("trust.https",))
    bad, low = page(severe("P0")), page(overall=70)
    assert kinds(runs(page(), blind, bad, bad)) == [[], [], [], ["new_blocking_finding"]]
    assert kinds(runs(bad, blind, bad, bad)) == [[], [], [], []]
    assert kinds(runs(page(), blind, low, low)) == [[], [], [], ["score_moved"]]


def test_a_check_that_never_can_tell_again_does_not_end_the_alerts_about_the_score() -> None:
    blind = page(without=("visual.line-length",), overall=79)
    low = dataclasses.replace(blind, score=70)
    assert kinds(runs(page(), blind, blind, low, low)) == [[], [], [], [], ["score_moved"]]


def test_a_run_under_other_limits_tells_nothing_until_the_next_has_the_same() -> None:
    half = page(headline="", limits=["navigation-timeout"])
    told = runs(page(), half, page(), half, half)
    assert kinds(told) == [[], [], [], [], ["headline_changed"]]
    assert [one.outcome for one in told] == ["first", "unclear", "quiet", "unclear", "changed"]


def test_a_page_that_is_cut_off_each_time_tells_its_words_and_no_finding_of_the_part_that_came() -> None:
    def cut(*items: dict[str, Any], **more: Any) -> PageState:
        return page(*items, limits=["budget-bytes"], **more)

    one, other = severe("P1", "a11y.image-alt"), severe("P0", "trust.https")
    told = runs(cut(), cut(one), cut(one, overall=60), cut(other), cut(other), cut(other, overall=60))
    assert kinds(told) == [[]] * 6
    assert {each.outcome for each in told[1:]} == {"unclear"}
    assert kinds(runs(cut(), cut(headline="Old bread"))) == [[], ["headline_changed"]]
    assert kinds(runs(cut(), *[cut(control=FAILS)] * 3)) == [[], [], ["target_fails"], []]


def test_what_came_while_a_page_was_cut_off_is_told_by_the_next_looks_that_see_all_of_it() -> None:
    cut, worse = page(limits=["budget-bytes"]), page(severe("P1"))
    told = runs(page(), cut, cut, cut, worse, worse)
    assert kinds(told) == [[], [], [], [], [], ["new_costly_finding"]]
    # a page that was never seen whole before has nothing to compare its findings with
    assert kinds(runs(cut, worse, worse, worse, worse)) == [[]] * 5


def test_a_wall_against_robots_is_never_taken_for_the_page() -> None:
    wall = page(headline="Just a moment", limits=["bot-wall"])
    assert kinds(runs(page(), wall, wall, wall, page())) == [[], [], [], [], []]


def test_a_run_without_a_browser_is_not_compared_with_one_in_a_browser() -> None:
    bare = page(severe("P0"), headline="Loading", _source="lite")
    told = runs(page(), bare, bare, page())
    assert (kinds(told), [one.outcome for one in told]) == (
        [[], [], [], []], ["first", "unclear", "unclear", "quiet"],
    )  # fmt: skip
    told = runs(bare, page(), page(severe("P0")), page(severe("P0")))
    assert [one.outcome for one in told] == ["first", "first", "quiet", "changed"]


def test_other_rules_make_no_findings_and_no_score_of_their_own() -> None:
    stricter = page(severe("P0"), headline="Old bread", overall=60)
    stricter = dataclasses.replace(stricter, rubric_version="2.0")
    later = dataclasses.replace(stricter, score=50)
    assert kinds(runs(page(), stricter, later, later)) == [[], ["headline_changed"], [], ["score_moved"]]


def test_a_slow_drift_is_told_when_it_has_become_a_change() -> None:
    told = runs(*(page(overall=points) for points in (80, 77, 74, 72, 71)))
    assert kinds(told) == [[], [], [], ["score_moved"], []]
    assert (told[3].changes[0].before, told[3].changes[0].after) == ("80", "72")


def test_an_answer_of_before_measured_facts_cannot_tell_about_the_button() -> None:
    old = dataclasses.replace(page(), is_measured=False, control=None)
    assert kinds(runs(old, page(), page(control={"label": "Buy"}))) == [[], [], ["main_button_changed"]]
    assert kinds(runs(page(), old, page(control={"label": "Buy"}))) == [[], [], ["main_button_changed"]]


@pytest.mark.parametrize("lang", Language)
@pytest.mark.parametrize("kind", ChangeKind)
def test_every_kind_says_what_happened_and_what_to_do_first(kind: ChangeKind, lang: Language) -> None:
    assert kind in BY_KIND
    assert "{" not in sentence(kind, "", "b", lang)
    assert first_thing_to_do(kind, lang)
    assert first_thing_to_do(kind, lang, "Fix it so.") == "Fix it so."


def test_a_new_finding_brings_its_places_and_its_fix() -> None:
    change = runs(page(), page(severe("P0")), page(severe("P0")))[-1].changes[0]
    assert change.finding is not None
    assert (change.finding["fix"], change.finding["places"]) == (
        {"summary": "Fix it so."},
        [{"selector": "html", "snippet": "html"}],
    )


class TestPages:
    """Two scans side by side, whatever they are of."""

    def test_the_same_page_has_not_changed_whatever_its_load_was(self) -> None:
        slow = page(severe("P1", "perf.lcp"), overall=79, bytes=2000)
        told = compare_pages(page(), slow)
        assert told["outcome"] == "nothing_changed"
        assert [entry["id"] for entry in told["load"]["findings"]["new"]] == ["perf.lcp"]
        assert told["load"]["metrics"][0] == {
            "window": "desktop", "metric": "bytes", "before": 1000, "after": 2000,
        }  # fmt: skip

    @pytest.mark.parametrize(
        "after",
        [
            page(headline="Other"),
            page(prices=[]),
            page(control={"label": "Buy"}),
            page(control={"target": "https://shop.example/other"}),
            page(control=FAILS),
            page(severe("P2")),
            page(overall=79),
        ],
    )
    def test_any_change_is_a_change(self, after: PageState) -> None:
        assert compare_pages(page(), after)["outcome"] == "changed"
        assert compare_pages(after, page())["outcome"] == "changed"

    @pytest.mark.parametrize(
        ("page_url", "target", "same"),
        [
            ("https://shop.example/", "https://shop.example/book", "/book"),
            ("https://preview.example/x/", "https://preview.example/book", "/book"),
            ("web/index.html", "book", "/book"),
            ("https://shop.example/", "https://shop.example/#price", "#price"),
            ("web/index.html", "web/index.html#price", "#price"),
            ("https://shop.example/", "https://shop.example.evil/book", "https://shop.example.evil/book"),
            ("https://shop.example/", "mailto:a@shop.example", "mailto:a@shop.example"),
            ("https://shop.example/", "", ""),
        ],
    )
    def test_a_target_on_the_page_s_own_host_is_the_same_on_a_preview(
        self, page_url: str, target: str, same: str
    ) -> None:
        answer = judged(measured={"final_url": page_url, "main_control": {**CONTROL, "target": target}})
        control = page_state(answer).control
        assert control is not None
        assert control.target == same

    @pytest.mark.parametrize(
        ("after", "because"),
        [
            (page(_source="lite"), "source"),
            (dataclasses.replace(page(), rubric_version="2"), "rubric_version"),
            (page(limits=["still-moving"]), "limits"),
        ],
    )
    def test_what_cannot_be_compared_says_why(self, after: PageState, because: str) -> None:
        told = compare_pages(page(), after)
        assert (told["outcome"], told["incomparable_because"]) == ("could_not_tell", because)

    def test_every_reason_and_every_text_is_declared(self) -> None:
        texts = PagesCompared.model_fields["texts"].annotation
        declared = get_args(get_args(texts)[0].model_fields["what"].annotation)
        assert [text["what"] for text in compare_pages(page(), page())["texts"]] == list(declared)

    def test_answers_of_unknown_shapes_break_nothing(self) -> None:
        strange = page_state(
            {"findings": {"items": ["?", {"id": "x"}], "answers": 1}, "reading": [], "measured": 3}
        )
        told = compare_pages(strange, page())
        assert told["outcome"] == "could_not_tell"
        assert {text["told"] for text in told["texts"]} == {"could_not_tell"}
        assert told["main_control"]["told"] == "could_not_tell"

    def test_load_is_named_by_checks_that_exist(self) -> None:
        from coldread.scanner.judge.rubric import CHECKS

        assert {check.meta.id for check in CHECKS} >= LOAD_CHECKS
