"""Comparing two scans: what a buyer is told after the changes are live."""

from __future__ import annotations

from typing import Any

from coldread.scans.comparison.findings import compare


def finding(check: str, *places: tuple[str, str], count: int | None = None) -> dict[str, Any]:
    return {
        "id": check,
        "dimension": "cta",
        "severity": "P1",
        "title": f"{check} is wrong",
        "evidence": [{"selector": selector, "snippet": snippet} for selector, snippet in places],
        "count": len(places) if count is None else count,
    }


def judged(*items: dict[str, Any], overall: int = 50, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "s",
        "url": "https://shop.example/",
        "_source": "pipeline",
        "scores": {"overall": overall, "dimensions": {"cta": overall}, "rubric_version": "1.0"},
        "findings": {"items": list(items), "not_measured": []},
        **more,
    }


def ids(compared: dict[str, Any]) -> dict[str, list[str]]:
    return {name: [entry["id"] for entry in entries] for name, entries in compared["findings"].items()}


H1 = finding("clarity.h1-long", ("h1", "Welcome"))
ALT = finding("a11y.image-alt", ("img.a", "<img a>"), ("img.b", "<img b>"))


def test_a_check_that_no_longer_speaks_is_fixed_and_one_that_begins_to_is_new() -> None:
    told = compare(judged(H1, overall=40), judged(ALT, overall=70))
    assert ids(told) == {
        "fixed": ["clarity.h1-long"],
        "remaining": [],
        "new": ["a11y.image-alt"],
        "not_measured": [],
    }
    assert told["scores"]["change"] == 30
    assert (told["scores"]["before"]["overall"], told["scores"]["after"]["overall"]) == (40, 70)
    assert told["comparable"]


def test_a_finding_whose_title_alone_has_changed_is_neither_gone_nor_new() -> None:
    """It is known by its check and its place; titles are words of a version, a language and a count."""
    reworded = {**H1, "title": "The first heading says nothing", "severity": "P2"}
    told = ids(compare(judged(H1), judged(reworded)))
    assert told == {"fixed": [], "remaining": ["clarity.h1-long"], "new": [], "not_measured": []}


def test_of_one_check_some_places_can_be_fixed_and_others_remain_or_appear() -> None:
    after = finding("a11y.image-alt", ("img.b", "<img b>"), ("img.c", "<img c>"))
    told = compare(judged(ALT), judged(after))["findings"]
    selectors = {
        name: [place["selector"] for entry in told[name] for place in entry["places"]] for name in told
    }
    assert selectors == {"fixed": ["img.a"], "remaining": ["img.b"], "new": ["img.c"], "not_measured": []}
    assert [entry["count"] for entry in told["fixed"]] == [1]


def test_a_place_is_known_again_by_its_words_or_by_its_selector() -> None:
    reworded = finding("clarity.h1-long", ("h1", "Hello there"))
    moved = finding("clarity.h1-long", ("main > div > h1", "  WELCOME "))
    for after in (reworded, moved):
        assert ids(compare(judged(H1), judged(after)))["remaining"] == ["clarity.h1-long"]


def test_what_one_scan_could_not_measure_is_neither_fixed_nor_new() -> None:
    blind = judged(
        findings={"items": [], "not_measured": [{"id": "clarity.h1-long", "reason": "no browser"}]}
    )
    for before, after in ((judged(H1), blind), (blind, judged(H1))):
        assert ids(compare(before, after)) == {
            "fixed": [],
            "remaining": [],
            "new": [],
            "not_measured": ["clarity.h1-long"],
        }


def test_a_scan_that_was_cut_short_has_no_score_beside_a_whole_one() -> None:
    whole, cut = (
        judged(H1, overall=overall, measured={"limits": limits})
        for overall, limits in ((16, []), (12, ["axe-failed"]))
    )
    for before, after in ((whole, cut), (cut, whole)):
        told = compare(before, after)
        assert (told["comparable"], told["incomparable_because"], told["scores"]["change"]) == (
            False,
            "limits",
            None,
        )
    assert compare(cut, cut)["comparable"], "both lack the same"
    assert compare(judged(H1), whole)["comparable"], "a scan of before limits were noted"


def test_what_axe_alone_reports_is_not_fixed_when_axe_failed() -> None:
    """Most of its rules have no row of their own, so no list names them as not measured."""
    rule = finding("a11y.heading-order", ("h4", "Sarah Johnson"))
    seen = judged(rule, measured={"limits": []})
    failed = judged(measured={"limits": ["axe-failed"]})
    for before, after in ((seen, failed), (failed, seen)):
        told = ids(compare(before, after))
        assert (told["fixed"], told["new"], told["not_measured"]) == ([], [], ["a11y.heading-order"])


def test_a_list_that_was_cut_off_claims_no_repair() -> None:
    """Of forty pictures twenty are listed: another twenty listed later are not new ones."""
    many = finding("a11y.image-alt", ("img.a", "a"), count=40)
    others = finding("a11y.image-alt", ("img.z", "z"), count=39)
    assert ids(compare(judged(many), judged(others)))["remaining"] == ["a11y.image-alt"]
    assert ids(compare(judged(many), judged(others)))["fixed"] == []


def test_scans_by_different_means_say_that_they_do_not_compare() -> None:
    assert not compare(judged(H1), judged(H1, _source="lite"))["comparable"]


def test_findings_of_an_unknown_shape_break_nothing() -> None:
    strange = judged(scores=None, findings={"items": ["?", {"id": "x"}, {"no": "id"}], "not_measured": None})
    told = compare(strange, judged(H1))
    assert told["scores"]["before"] is None
    assert told["scores"]["change"] is None
    assert ids(told)["fixed"] == ["x"]


def test_a_button_that_leads_nowhere_by_another_address_is_not_fixed() -> None:
    """`#` became `#gone`: another check speaks of the same button, which still leads nowhere."""
    dead = finding("cta.dead-link", ("#top > a", "Book a call"), ("#end > a", "Call us"))
    broken = finding("cta.broken-target", ("#top > a", "Book a call"))
    told = compare(judged(dead), judged(broken))["findings"]
    assert {name: [(entry["id"], entry["count"]) for entry in told[name]] for name in told} == {
        "fixed": [("cta.dead-link", 1)],  # the other one
        "remaining": [("cta.broken-target", 1)],
        "new": [],
        "not_measured": [],
    }
    assert ids(compare(judged(broken), judged(dead))) == {
        "fixed": [],
        "remaining": ["cta.dead-link"],
        "new": ["cta.dead-link"],
        "not_measured": [],
    }


def test_a_fault_is_gone_only_where_every_check_that_names_it_could_look() -> None:
    """Without a browser nobody follows a link: `#gone` looks as good as `/book`."""
    dead = finding("cta.dead-link", ("#top > a", "Book a call"))
    unseen = judged(findings={"items": [], "not_measured": [{"id": "cta.broken-target", "reason": "none"}]})
    assert ids(compare(judged(dead), unseen))["fixed"] == []
    assert ids(compare(judged(dead), unseen))["not_measured"] == ["cta.dead-link"]
    assert ids(compare(judged(dead), judged()))["fixed"] == ["cta.dead-link"]
