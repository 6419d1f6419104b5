"""What people and chats get to read."""

from __future__ import annotations

import re

import pytest

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.page.observations import FailedRequest
from coldread.scanner.report.chat import chat_summary
from coldread.scanner.report.markdown import report_md
from coldread.scanner.report.plain import plain_words, prose

from .seeing import BAD, ENGLISH, GOLD, desktop, document, rendered, report, seen_site, site

PAGES = GOLD | BAD
HOSTILE = (
    "Welcome <img src=x onerror=alert(1)> [click](https://evil.example/a) https://evil.example/b www.evil.example `x` evil.com/c "
    "**bold** ![pic](//evil.example/p.png)"
)


@pytest.mark.parametrize("lang", ["en", "sv"])
@pytest.mark.parametrize("name", PAGES)
def test_the_chat_summary_has_its_length_and_its_parts(name: str, lang: Language) -> None:
    told = Brief(goal=PAGES[name].goal, audience=PAGES[name].audience, lang=lang)
    answer = review(seen_site(name), told)
    text = chat_summary(answer)
    assert 350 <= len(text) <= 600
    # nobody takes what the HTML alone gets for what a browser sees
    score = f"**{answer.scores.overall}/100**" in text
    assert score is answer.seen.rendered
    assert ("HTML" in text.splitlines()[0]) is not answer.seen.rendered
    for number, item in enumerate(answer.top[:3], start=1):
        assert f"{number}. {item.severity}" in text
    assert text.splitlines()[-1].startswith("Next:" if lang == "en" else "Nästa steg:")


def test_nothing_from_a_page_becomes_a_link_or_an_element_in_a_chat() -> None:
    html = document(
        f'<h1>{HOSTILE.replace("<", "&lt;")}</h1><a href="#" role="button">{HOSTILE.replace("<", "&lt;")}</a>{ENGLISH}'
    )
    for goal in ("demo", "newsletter", "paid_signup", "other"):
        text = chat_summary(report(html, goal))
        assert not re.search(r"https?://|www\.|evil|\]\(|<|!\[", text), text


def test_nothing_from_a_page_becomes_markup_in_the_report() -> None:
    html = document(f"<h1>{HOSTILE.replace('<', '&lt;')}</h1>{ENGLISH}")
    text = re.sub(r"`[^`]*`", "", report_md(report(html)))
    assert "<img" not in text
    assert not re.search(r"(?<!\\)\]\(", text)
    assert not re.search(r"https?://evil", text)


@pytest.mark.parametrize("text", [HOSTILE, "a\n# heading\n- list", "<script>x</script>", "x&lt;b&gt;"])
def test_plain_text_is_one_line_of_words(text: str) -> None:
    assert not re.search(r"[<>\[\]`*\n#]|://", plain_words(text))


def test_the_report_leads_with_the_verdict_and_quotes_its_evidence() -> None:
    text = report_md(report(site("bad_en"), "demo"))
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert sections[:3] == ["Five questions every new visitor asks", "What to fix first", "Scores"]
    assert "lorem ipsum" in text.lower(), "its evidence in the page's own words"
    assert "Something that we measured blocks the goal" in text.split("##")[0]
    assert "Scores" in sections
    assert sections[-1] == "For your developer"
    assert "### Not measured" in text


def test_a_swedish_report_has_no_english_headings() -> None:
    text = report_md(report(site("bad_sv"), "newsletter", lang="sv"))
    assert "## Åtgärda först" in text
    assert "practitioner" not in text
    assert "## What" not in text


def test_three_reviewers_lead_with_their_worst_finding_or_have_no_objection() -> None:
    bad, good = report(site("bad_en"), "demo"), review(seen_site("calls_en"), GOLD["calls_en"])
    assert [review.reviewer.name for review in bad.reviews] == ["designer", "copywriter", "strategist"]
    for item in bad.reviews_list():
        assert item["worst"]["severity"] == "P0"
        assert item["worst"]["id"] in item["findings"]
        assert set(item) == {"reviewer", "verdict", "score", "worst", "findings", "summary"}
    for item in good.reviews_list():
        assert item["worst"] is None
        assert item["verdict"] == "No scored faults"


def test_findings_have_the_published_shape() -> None:
    body = report(site("bad_en"), "demo").findings_dict()
    assert set(body) == {"items", "counts", "top", "answers", "not_measured"}
    assert [item["question"] for item in body["answers"]] == ["what", "for_me", "why", "cost", "press"]
    assert [item["answer"] for item in body["answers"]] == ["partly", "no", "no", "no", "no"]
    assert len(body["top"]) <= 7
    keys = {
        "id",
        "dimension",
        "severity",
        "confidence",
        "title",
        "why",
        "source",
        "evidence",
        "fix",
        "effort",
        "count",
        "fingerprint",
    }
    for item in body["items"]:
        assert set(item) == keys
        assert 1 <= len(item["evidence"]) <= 20
        assert item["fix"]["kind"] in ("safe", "needs_review", "spec_only")
        for proof in item["evidence"]:
            assert {"layer", "selector", "snippet"} <= set(proof)
            assert len(proof["snippet"]) <= 160
    assert all(set(row) == {"id", "reason"} for row in body["not_measured"])
    assert body["counts"] == {
        name: sum(item["severity"] == name for item in body["items"]) for name in ("P0", "P1", "P2", "info")
    }


def test_model_notes_are_an_object_before_any_model_has_spoken() -> None:
    assert report(site("bad_en")).model_notes() == {
        "engine": "none",
        "notes": [],
        "rewrites": [],
        "caveats": [],
    }


def test_a_lead_is_someone_who_wants_to_talk_or_pay_and_has_a_serious_finding() -> None:
    assert report(site("bad_en"), "demo").lead_qualified
    assert not report(site("bad_sv"), "newsletter").lead_qualified
    assert not review(seen_site("calls_en"), GOLD["calls_en"]).lead_qualified


def test_what_did_not_load_is_told_without_words_of_this_house() -> None:
    failed = (
        FailedRequest(url="https://cdn.example/a.js", status=0, reason="egress: name_not_found"),
        FailedRequest(url="https://cdn.example/b.js", status=404, reason=""),
    )
    record = rendered(document(f"<h1>Bread</h1>{ENGLISH}"), desktop=desktop(failed=failed))
    text = report_md(report(record))
    assert "`name not found https://cdn.example/a.js`, `404 https://cdn.example/b.js`" in text


def test_a_caveat_is_told_to_the_reader() -> None:
    answer = review(seen_site("calls_en", caveats=("bot-wall",)), GOLD["calls_en"])
    assert "bot wall" in report_md(answer)
    assert answer.model_notes()["caveats"] == answer.caveats


@pytest.mark.parametrize(
    ("url", "status", "told"),
    [
        ("https://cdn.example/site.css", 0, True),
        ("https://cdn.example/form.js?v=2", 0, True),
        ("https://cdn.example/site.css", 404, False),
        ("https://fonts.example/css2?family=Inter", 0, False),
        ("https://cdn.example/face.png", 0, False),
    ],
)
def test_a_page_whose_styles_or_scripts_were_kept_from_us_says_so(url: str, status: int, told: bool) -> None:
    failed = (FailedRequest(url=url, status=status, reason="net::ERR_NAME_NOT_RESOLVED"),)
    found = report(rendered(document(f"<h1>Bread</h1>{ENGLISH}"), desktop=desktop(failed=failed)))
    assert any("did not come to us" in caveat for caveat in found.caveats) is told


def test_an_underscore_is_escaped_only_where_it_would_mark_something() -> None:
    assert prose("calls_en.html and _this_ and __that__") == r"calls_en.html and \_this\_ and \_\_that\_\_"
    assert prose("Dogs & cats, &lt;b>") == "Dogs & cats, &amp;lt;b&gt;"
    assert prose("C# and #1, # no heading") == r"C# and \#1, \# no heading"
    assert prose("a link (tel:, or mailto:).") == "a link (`tel:`, or `mailto:`)."
