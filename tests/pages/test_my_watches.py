"""“My orders” lists the watched pages of the address, too."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.harness.website import Website
from tests.pages.test_my_orders import ANNA, HERE, Make, ask, cookie, enter, link
from tests.watches.watched import shop, watched


def test_the_watches_of_the_address_are_listed_with_their_state_and_stopped_there(
    sqlite_service: Make,
) -> None:
    with Website({"/": shop(), "/b": shop("Rye")}) as site:
        service = sqlite_service(scan_engine="lite", scan_allow_hosts=site.place)
        watched(service, site.url("/"), ANNA)
        watched(service, site.url("/b"), "eva@shop.example")
        ask(service)
        session = cookie(enter(service, link(service)))
        page = HTMLParser(service.get("/my", headers=session).text)
        (card,) = page.css("[data-watch]")
        assert card.attributes["data-watch"] == "on"
        assert site.place in card.text()
        assert "/b" not in card.text(), "what is another's is not shown"
        history = str(card.css("a")[0].attributes["href"])
        assert service.get(history, headers={"Accept": "text/html"}).status_code == 200
        form = card.css_first("form")
        assert form is not None
        stopped = service.post(str(form.attributes["action"]), data={"go": "1"}, headers=HERE)
        assert stopped.status_code == 200
        (over,) = HTMLParser(service.get("/my", headers=session).text).css("[data-watch]")
        assert over.attributes["data-watch"] == "over"
        assert not over.css("form")
