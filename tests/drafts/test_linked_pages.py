"""Pages that a page leads to: the telling ones of its own site are read for a model, and what they say is known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

from coldread.drafts import versions
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.page_context.linked_pages import (
    MOST_PAGES,
    linked_blocks,
    links_to_read,
    read_around,
    scripts_to_read,
    what_to_read_around,
)
from coldread.isolation.errors import CutOff
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.scanner import ScanCutOff
from coldread.scanner.visit.fetch import PageUnreachable
from tests.drafts.drafting import drafted
from tests.drafts.ordering import made, page_of
from tests.drafts.saying import block_in, block_of, kept, said
from tests.harness.fake_model import FakeModel, openai_reply
from tests.harness.service import Service
from tests.harness.website import Website
from tests.scanner.seeing import document, seen

PAGE = document(
    '<nav><a href="/">Hem</a><a href="/blogg.html">Blogg</a><a href="/priser.html">Priser</a><a href="/karta.pdf">Karta</a></nav>'
    '<main><h1>Fotvård i Uppsala</h1><p>Vi tar hand om dina fötter.</p><a class="btn" href="/boka.html?x=1#tid">Boka tid</a>'
    '<a href="https://andra.example/priser.html">Andras priser</a></main><footer><a href="/villkor.html">Villkor</a></footer>',
    lang="sv",
)
WISH = {"goal": "Fler bokade tider", "primary_goal": "book_call", "audience": "äldre", "lang": "sv"}


def linked_text(found: Iterable[Any], page: Page) -> str:
    """As the material tells it."""
    found = list(found)
    case = replace(made(PAGE, **WISH), around=tuple(found))
    blocks = linked_blocks(found, page, case.pages_around)
    return "\n".join(
        f"{one.role}{f' → {one.leads_to}' if one.leads_to else ''}: {one.words}" for one in blocks
    )


def test_the_goals_step_comes_first_then_what_visitors_ask_and_never_another_site_or_a_file() -> None:
    assert [one.rpartition("/")[2] for one in links_to_read(page_of(made(PAGE, **WISH)), "")] == [
        "boka.html",
        "priser.html",
        "blogg.html",
        "villkor.html",
    ]


def test_a_site_of_many_pages_is_read_in_part() -> None:
    links = "".join(f'<a href="/p{number}.html">Sida {number}</a>' for number in range(500))
    page = page_of(made(document(f"<main><h1>Fotvård</h1>{links}</main>"), **WISH))
    assert len(links_to_read(page, "")) == MOST_PAGES


def test_what_the_order_speaks_of_is_read_before_other_pages() -> None:
    html = document(
        '<nav><a href="/faq.html">Questions</a><a href="/tours.html">Tours</a><a href="/gardens.html">Gardens</a></nav><main><h1>Farm</h1></main>'
    )
    page = page_of(made(html, **WISH))
    assert links_to_read(page, "Schools should book a tour")[0].endswith("/tours.html")
    assert links_to_read(page, "More letters")[0].endswith("/faq.html")


def test_what_linked_pages_say_is_told_under_their_address_and_cut() -> None:
    html = document(
        '<nav><a href="/">Hem</a></nav><main id="tid"><h1>Boka</h1><p>45 minuter kostar 650 kr.</p><form action="/skicka"><input type="text" name="telefon" required><input type="email" name="post"></form></main>',
        head="<title>Boka tid</title>",
    )
    long = document(f"<main><p>{'ord ' * 9000}</p><p>slut</p></main>")
    found = [
        {"url": f"https://page.example/{name}.html", "record": seen(text).to_json().decode()}
        for name, text in (("boka", html), ("lang", long))
    ]
    text = linked_text(found, page_of(made(PAGE, **WISH)))
    assert text.splitlines()[:5] == [
        "/boka.html, title of the tab: Boka tid",
        "/boka.html, heading 1: Boka",
        "/boka.html, text: 45 minuter kostar 650 kr.",
        "/boka.html, form: 2 fields (the markup sends it to /skicka)",
        "/boka.html, field of type text, required: telefon",
    ]
    assert "Hem" not in text
    assert len(text) < 90_000


def test_a_fact_of_a_linked_page_may_be_used_and_stands_in_the_material() -> None:
    case = made(document("<main><h1>Rye bread from Malmö</h1><p>Bread for cafés.</p></main>"))
    screen = {
        "headline": "Rye bread in Malmö for 39 kr",
        "line": "",
        "button": "",
        "under_button": "",
        "because": "",
    }
    prices = document("<main><h1>Prices</h1><p>A loaf is 39 kr.</p></main>", head="<title>Prices</title>")
    record = {"url": "https://page.example/prices.html", "record": seen(prices).to_json().decode()}
    screens = []
    for one in (case, replace(case, around=(record,))):
        told = draft_material(one)
        assert told is not None
        screens.append(len(kept(told, said(block_of(told, "Rye bread"), screens=[screen])).screens))
    assert screens == [0, 1]


def test_a_paid_order_with_a_model_reads_the_page_behind_its_button(
    make_service: Callable[..., Service],
) -> None:
    behind = document("<main><h1>Boka</h1><p>Första besöket tar 45 minuter.</p></main>")
    site = Website({"/": PAGE, "/boka.html": behind})
    with FakeModel(lambda _: openai_reply({})) as fake, site:
        service = make_service(**fake.settings(), scan_engine="lite", scan_allow_hosts=site.place)
        asked = {"url": site.url("/"), "goal": "Fler bokade tider", "primary_goal": "book_call"}
        order_id = service.order_in("paid", **asked)
        drafted(service, order_id)
        told: Any = fake.asked[0]["messages"][-1]["content"]
    assert "Första besöket tar 45 minuter." in told


def test_a_page_whose_name_has_blanks_is_read_once_as_a_browser_asks_for_it(
    make_service: Callable[..., Service],
) -> None:
    links = (
        '<nav><a href="Våra priser.html">Priser</a><a href="V%C3%A5ra%20priser.html">Vad det kostar</a></nav>'
    )
    front = document(f"{links}<main><h1>Fotvård</h1></main>", lang="sv")
    prices = document("<main><h1>Priser</h1><p>Första besöket tar 45 minuter.</p></main>")
    path = "/V%C3%A5ra%20priser.html"
    site = Website({"/": front, path: prices})
    with FakeModel(lambda _: openai_reply({})) as fake, site:
        service = make_service(**fake.settings(), scan_engine="lite", scan_allow_hosts=site.place)
        drafted(service, service.order_in("paid", url=site.url("/"), goal="Fler tider"))
        told: Any = fake.asked[0]["messages"][-1]["content"]
    assert "Första besöket tar 45 minuter." in told
    assert site.visits[path] == 1


def test_a_form_without_an_address_is_not_said_to_reach_nobody() -> None:
    """The browser sends it to the page itself, and there a server may read it."""
    html = '<form {}><input type="email" name="post"></form>'
    for attributes, told in {
        'method="post"': "by POST, to the address of this page",
        "": "to the address of this page, with what was filled in behind it",
    }.items():
        record = seen(document(f"<main><h1>Boka</h1>{html.format(attributes)}</main>")).to_json().decode()
        found = [{"url": "https://page.example/boka.html", "record": record}]
        text = linked_text(found, page_of(made(PAGE, **WISH)))
        assert f"no script sends it, so the browser does, {told}; whether a server reads it" in text
        assert "nobody," not in text
        assert "reaches nobody" not in text


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("https://page.example/bli-medlem.html", "bli-medlem.html"),
        ("https://page.example/tj%C3%A4nster.html", "tjänster.html"),
        ("https://page.example/%2e%2e%2fx.html", "index.html"),
        ("https://page.example/", "index.html"),
    ],
)
def test_a_diff_names_the_file_as_the_address_does(address: str, file: str) -> None:
    from coldread.drafts.diff import source_patches
    from coldread.scanner.engine import review
    from tests.drafts.ordering import assignment

    html = "<html><head><title>x</title></head><body><h1>Bread</h1><img src=a.png><p>Hej</p></body></html>"
    report = review(replace(seen(html), url=address, final_url=address), assignment().brief)
    names = [one.file_name for one in source_patches(report, {"html": html})]
    assert names == [file]


def test_a_mark_of_the_encoding_does_not_push_changes_out_of_the_head() -> None:
    from coldread.drafts.diff import apply_diff, source_patches
    from coldread.scanner.engine import review
    from tests.drafts.ordering import assignment

    html = '\ufeff<!DOCTYPE html>\n<html lang="sv">\n<head>\n    <title>Möten</title>\n</head>\n<body><h1>Möten i Lund</h1></body>\n</html>\n'
    report = review(seen(html.removeprefix("\ufeff")), assignment().brief)
    [one] = source_patches(report, {"html": html})
    new = apply_diff(html, one.diff)
    assert new is not None
    assert new.startswith("\ufeff<!DOCTYPE html>")
    assert new.index("<head>") < new.index("canonical")


class Site:
    """Pages and files by their addresses; as much of a scanner as reads them."""

    def __init__(self, pages: dict[str, str], files: dict[str, str] | None = None) -> None:
        self.pages, self.files = pages, files or {}

    async def read_source(self, url: str) -> Observations:
        if "costly" in url:
            raise ScanCutOff("too much")
        if url not in self.pages:
            raise PageUnreachable("http_404", "the page answered 404")
        return replace(seen(self.pages[url]), url=url, final_url=url)

    async def read_files(self, urls: Iterable[str]) -> dict[str, str]:
        return {url: self.files[url] for url in urls if url in self.files}


def read(site: Site, html: str, url: str = "https://a.example/") -> list[dict[str, str]]:
    async def leads_to(record: str) -> dict[str, Any]:
        return what_to_read_around(
            Page(Observations.from_json(record), made(PAGE, **WISH).assignment.brief), ""
        )

    first = replace(seen(html), url=url, final_url=url).to_json().decode()
    return asyncio.run(read_around(cast("Any", site), first, leads_to))


def test_a_linked_page_that_costs_too_much_to_read_is_left_out_and_one_that_is_gone_says_so() -> None:
    html = document(
        '<main><h1>Hej</h1><a href="/costly">A</a><a href="/good">B</a><a href="/gone">C</a></main>'
    )
    found = read(Site({"https://a.example/good": document("<main><p>Good things</p></main>")}), html)
    assert {one["url"]: sorted(one) for one in found} == {
        "https://a.example/good": ["record", "url"],
        "https://a.example/gone": ["missing", "url"],
    }
    page = Page(replace(seen(html), final_url="https://a.example/"), made(PAGE, **WISH).assignment.brief)
    assert "/gone, page: the server has no such page" in linked_text(found, page)


def test_where_the_first_page_leads_on_to_is_read_and_nothing_twice() -> None:
    site = Site(
        {
            "https://a.example/book": document(
                '<main><p>Book here</p><a href="/terms">Terms</a><a href="/">Home</a><a href="/book/">Again</a></main>'
            ),
            "https://a.example/terms": document("<main><p>Paid by card</p></main>"),
            "https://a.example/": PAGE,
        }
    )
    found = read(site, document('<main><h1>Hej</h1><a class="btn" href="/book">Book</a></main>'))
    assert [one["url"] for one in found] == ["https://a.example/book", "https://a.example/terms"]


def test_where_nothing_leads_on_the_page_of_its_folder_does() -> None:
    site = Site(
        {
            "https://a.example/shop": document(
                '<main><p>Shop</p><a href="/shop/contact.html">Contact</a></main>'
            ),
            "https://a.example/shop/contact.html": document("<main><p>Call 08-12 34</p></main>"),
        }
    )
    found = read(site, document("<main><h1>Boats</h1></main>"), "https://a.example/shop/boats.html")
    assert [one["url"] for one in found] == ["https://a.example/shop", "https://a.example/shop/contact.html"]


def test_a_place_that_a_link_leads_to_and_its_page_does_not_have_is_told() -> None:
    html = document(
        '<main><h1>Hej</h1><a href="/other#here">Found</a><a href="/other#lost">Get updates</a></main>'
    )
    other = document('<main><h2 id="here">Here</h2><p>Words</p></main>', head="<title>Other</title>")
    found = read(Site({"https://a.example/other": other}), html)
    page = Page(replace(seen(html), final_url="https://a.example/"), made(PAGE, **WISH).assignment.brief)
    assert "“Get updates” leads to #lost" in linked_text(found, page)
    assert "#here" not in linked_text(found, page)


def test_the_sites_own_scripts_are_read_and_no_library_and_nobody_elses() -> None:
    html = document(
        '<main><h1>Hej</h1></main><script src="/js/form.js"></script><script src="/js/jquery.min.js"></script>'
        '<script src="https://cdn.example/x.js"></script>'
    )
    page = Page(replace(seen(html), final_url="https://a.example/"), made(PAGE, **WISH).assignment.brief)
    assert scripts_to_read(page) == ["https://a.example/js/form.js"]
    found = read(Site({}, {"https://a.example/js/form.js": "form.onsubmit = thank;"}), html)
    assert found == [{"url": "https://a.example/js/form.js", "script": "form.onsubmit = thank;"}]


@pytest.mark.parametrize("cut", ["drafts.links", "drafts.material", "drafts.write"])
def test_work_for_a_model_that_costs_too_much_leaves_the_draft_to_the_rules(
    make_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """Nobody who paid waits in vain: a page that it links to could be made to cost more than an isolated task may use."""
    site = Website(
        {"/": PAGE, "/boka.html": document("<main><h1>Boka</h1><p>Skriv till oss i dag.</p></main>")}
    )
    with FakeModel(lambda asked: openai_reply(said(block_in(asked, "Fotvård")))) as fake, site:
        service = make_service(**fake.settings(), scan_engine="lite", scan_allow_hosts=site.place)
        run = service.services.isolated_tasks.run

        async def costly(kind: Any, name: str, value: Any) -> Any:
            if name == cut and (name != "drafts.write" or value["said"] is not None):
                raise CutOff("cpu")
            return await run(kind, name, value)

        monkeypatch.setattr(service.services.isolated_tasks, "run", costly)
        order_id = service.order_in(
            "paid", url=site.url("/"), goal="Fler bokade tider", primary_goal="book_call"
        )
        drafted(service, order_id)
        draft = service.read(versions.current_draft, service.services, order_id)
    assert draft is not None
    assert "## " in draft.spec_md
    assert ("formulerat" in draft.spec_md or "worded by a language model" in draft.spec_md) == (
        cut == "drafts.links"
    )


def pages_of(**pages: str) -> list[dict[str, str]]:
    return [
        {"url": f"https://page.example/{name}.html", "record": seen(document(text)).to_json().decode()}
        for name, text in pages.items()
    ]


def test_a_row_that_comes_again_is_told_in_each_place_and_links_with_where_they_lead() -> None:
    cards = "<h2>Year-end accounts</h2><p>For firms.</p><h2>2 995 kr a year</h2><ul><li>Year-end accounts</li><li>Tax return</li></ul>"
    linked = '<p>Questions? <a href="#form">Book a free meeting</a></p><p id="form">Write to us.</p>'
    text = linked_text(pages_of(prices=f"<main>{cards}{linked}</main>"), page_of(made(PAGE, **WISH)))
    assert text.index("2 995 kr") < text.rindex("Year-end accounts")
    assert "“Book a free meeting” → a place on the page (#form)" in text


def test_what_closes_nearly_every_page_is_told_once_with_on_how_many() -> None:
    panel = "<h2>Join the circle and get the booklet</h2>"
    pages = {f"p{number}": f"<main><p>Essay number {number}.</p>{panel}</main>" for number in range(5)}
    text = linked_text(pages_of(**pages), page_of(made(PAGE, **WISH)))
    assert text.count("Join the circle") == 1
    assert "on 5 of the 5 other pages, heading 2: Join the circle and get the booklet" in text
    assert "Essay number 4." in text


def test_a_form_of_another_page_is_told_with_the_script_beside_it() -> None:
    form = "<form><input name='phone'><button>Send</button></form>"
    script = (
        "<script>form.addEventListener('submit', () => { show('Sent!') }) // no mail is sent yet</script>"
    )
    told = linked_text(pages_of(a=f"<main>{form}</main>{script}"), page_of(made(PAGE, **WISH)))
    assert "no mail is sent yet" in told
    bare = linked_text(pages_of(a=f"<main><p>Bread.</p></main>{script}"), page_of(made(PAGE, **WISH)))
    assert "no mail" not in bare


def test_a_link_to_a_map_is_told_with_the_place_that_it_shows() -> None:
    link = '<main><a href="https://www.google.com/maps/search/?api=1&query=Grafikgatan+21">Map</a></main>'
    assert "query=Grafikgatan+21" in linked_text(pages_of(a=link), page_of(made(PAGE, **WISH)))


def test_scripts_of_a_page_behind_that_has_a_form_are_read_too() -> None:
    """They say whether anything is sent: the visitor is thanked all the same."""
    behind = document('<main><form><input name="q"></form></main><script src="/contact.js"></script>')
    bare = document('<main><p>Hej</p></main><script src="/about.js"></script>')
    site = Site(
        {"https://a.example/contact": behind, "https://a.example/about": bare},
        {"https://a.example/contact.js": "form.reset()", "https://a.example/about.js": "x"},
    )
    html = document('<main><h1>Hej</h1><a href="/contact">Contact</a><a href="/about">About</a></main>')
    assert [one["url"] for one in read(site, html) if "script" in one] == ["https://a.example/contact.js"]


def test_a_form_is_told_with_where_it_goes_and_where_the_visitor_comes_out() -> None:
    form = (
        '<form action="https://forms.example/f/abc" method="post"><input type="hidden" name="_next" value="/guide.html">'
        '<input type="hidden" name="csrf" value="secret"><input name="email"></form>'
    )
    told = linked_text(pages_of(a=f"<main>{form}</main>"), page_of(made(PAGE, **WISH)))
    assert "sends it to https://forms.example/f/abc, with _next=/guide.html" in told
    assert "secret" not in told


def test_a_folded_menu_leads_on_all_the_same() -> None:
    menu = '<nav><ul hidden><li><a href="/calendar.html">Hall availability</a></li></ul></nav>'
    page = page_of(made(document(f"{menu}<main><h1>Hall</h1></main>"), **WISH))
    assert [one.rpartition("/")[2] for one in links_to_read(page, "")] == ["calendar.html"]


def test_what_another_page_embeds_is_told_with_its_address_and_width() -> None:
    frame = '<main><p>Join.</p><iframe src="https://forms.example/d/e/1" width="1000"></iframe></main>'
    told = linked_text(pages_of(join=frame), page_of(made(PAGE, **WISH)))
    assert "/join.html, frame with another page, not read, 1000 wide → https://forms.example/d/e/1: " in told
