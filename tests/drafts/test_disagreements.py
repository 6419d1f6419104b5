"""Two things that a page says of one are asked of its owner, before anything else."""

from __future__ import annotations

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
    assert asked[0] == "Which is right: “15-minute call” or “30-minute call”? The page says both."
    assert "“SwiftReply” or “QuickReply”" in asked[1]
    assert "“cvbc.example”" in asked[2]


def test_they_stand_in_begin_here() -> None:
    text = spec_md(case(PAGE, goal="More calls", primary_goal="book_call"))
    assert "15-minute call" in text.partition("Start here:")[2].partition("\n## ")[0]


def test_a_page_of_one_mind_is_asked_nothing() -> None:
    one = PAGE.replace("30-minute", "15-minute").replace("QuickReply", "SwiftReply")
    own = one.replace("https://www.cvbc.example/privacy", "/privacy")
    assert disagreements(case(own, goal="More calls", primary_goal="book_call")) == []


def test_a_year_that_is_past_in_a_headline_is_asked_about() -> None:
    html = document("<main><h1>Honung till salu: 2011 års skörd</h1><p>75 kr per burk.</p></main>", lang="sv")
    assert disagreements(case(html, lang="sv", primary_goal="other")) == [
        "”Honung till salu: 2011 års skörd”: stämmer det fortfarande? Årtalet har passerat."
    ]
    since = html.replace("Honung till salu: 2011 års skörd", "Honung sedan 2011")
    assert disagreements(case(since, lang="sv", primary_goal="other")) == []
