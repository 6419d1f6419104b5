"""Two things that a page says of one are asked of its owner, before anything else."""

from __future__ import annotations

import pytest

from coldread.drafts.disagreements import disagreements
from coldread.drafts.spec import spec_md
from tests.drafts.test_spec import case
from tests.scanner.seeing import document

PAGE = document(
    "<main><h1>SwiftReply writes your e-mail</h1><p>Book a free 15-minute call with us today.</p>"
    "<p>We begin with a 30-minute call about your mail.</p><p>QuickReply works in Gmail.</p></main>"
    '<footer><a href="https://www.cvbc.example/privacy">Privacy Policy</a></footer>',
    head="<title>SwiftReply</title>",
)


def test_two_lengths_two_names_and_a_stranger_s_policy_are_asked_about() -> None:
    asked = disagreements(case(PAGE, goal="More calls", primary_goal="book_call"))
    told = [title for title, _ in asked]
    assert told[0] == "A reader takes these for one meeting: “15-minute call” and “30-minute call”."
    assert "“SwiftReply” and “QuickReply”" in told[1]
    assert "“cvbc.example”" in told[2]


def test_they_stand_among_the_changes_and_no_version_builds_on_them() -> None:
    text = spec_md(case(PAGE, goal="More calls", primary_goal="book_call"))
    assert "15-minute call" in text.partition("## The changes that matter most")[2].partition("\n## ")[0]
    assert "15" not in text.partition("### Version A")[2].partition("\n## ")[0]


def test_a_page_of_one_mind_is_asked_nothing() -> None:
    one = PAGE.replace("30-minute", "15-minute").replace("QuickReply", "SwiftReply")
    own = one.replace("https://www.cvbc.example/privacy", "/privacy")
    assert disagreements(case(own, goal="More calls", primary_goal="book_call")) == []


def test_a_year_that_is_past_in_a_headline_is_asked_about() -> None:
    html = document("<main><h1>Honung till salu: 2011 års skörd</h1><p>75 kr per burk.</p></main>", lang="sv")
    [(title, _)] = disagreements(case(html, lang="sv", primary_goal="other"))
    assert title == "”Honung till salu: 2011 års skörd”: året har passerat."
    since = html.replace("Honung till salu: 2011 års skörd", "Honung sedan 2011")
    assert disagreements(case(since, lang="sv", primary_goal="other")) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "<p>3-4</p><p>Days to deploy</p><p>It was automated in under 3 weeks.</p>",
            "Two times for one thing",
        ),
        (
            "<p>500+ companies trust us</p><p>Join thousands of businesses</p>",
            "“500+ companies” and “thousands of businesses”",
        ),
        (
            "<p>A gives 100 000 kr</p><p>B gives 200 000 kr</p><p>C gives 300 000 kr</p><p>Total: 500 000 kr</p>",
            "600 000",
        ),
        (
            "<blockquote><p>“It is very good indeed.”</p><footer>Ann Baker, Leeds</footer></blockquote>",
            "“Ann Baker”",
        ),
    ],
)
def test_what_a_friend_sees_in_a_minute(words: str, said: str) -> None:
    html = document(
        f"<main><h1>Baker Rotas</h1><p>Rotas for shops.</p>{words}</main>", head="<title>Baker Rotas</title>"
    )
    assert any(said in title for title, _ in disagreements(case(html)))
    calm = html.replace("3 weeks", "4 days").replace("thousands of", "many").replace("500 000", "600 000")
    calm = calm.replace("Ann Baker", "Ann Lee")
    assert not any(said in title for title, _ in disagreements(case(calm)))


def test_two_founding_years_are_told_once() -> None:
    body = "<main><h1>Bread for offices in Lund</h1><p>We bake in the night.</p><p>Founded in 1998 in Lund.</p><p>Established 2004.</p></main>"
    text = spec_md(case(document(body), goal="More calls", primary_goal="book_call"))
    changes = text.partition("## The changes that matter most")[2].partition("\n## ")[0]
    assert changes.count("1998") == 1


def test_whose_a_mailbox_is_nobody_asks() -> None:
    """A name that the page does not write may be the firm's all the same."""
    html = document(
        "<main><h1>Jobb i vården</h1><p>Vi bemannar regioner.</p>"
        '<a href="mailto:info@karriarmatchning.com">info@karriarmatchning.com</a></main>',
        head="<title>Jobb i vården</title>",
        lang="sv",
    )
    told = disagreements(case(html, goal="Fler anmäler intresse", primary_goal="other", lang="sv"))
    assert not any("karriarmatchning" in title for title, _ in told)
