"""What a page's name on the command line means, and which door it opens."""

from __future__ import annotations

import asyncio
import http.client
from pathlib import Path

import httpx
import pytest

from coldread.cli.scanning.exits import Stop
from coldread.cli.scanning.local_site import serve_folder
from coldread.cli.scanning.place import open_place, policy_for
from tests.egress.places import fixed

NAMES = fixed(
    {"public.example": ["93.184.215.14"], "inside.example": ["10.1.2.3"], "localhost": ["127.0.0.1"]}
)


@pytest.mark.parametrize(
    ("argument", "url"),
    [
        ("https://example.com/offer?x=1", "https://example.com/offer?x=1"),
        ("example.com/offer", "https://example.com/offer"),
        ("localhost:3000", "http://localhost:3000"),
        ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
        ("app.localhost", "http://app.localhost"),
    ],
)
def test_a_bare_host_is_completed_as_people_mean_it(argument: str, url: str) -> None:
    with open_place(argument) as place:
        assert (place.url, place.file) == (url, None)


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        ("ftp://example.com/", "only http and https"),
        ("https://me:secret@example.com/", "--header"),
        ("nothing.html", "There is no file nothing.html"),
        ("./nothing", "There is no file"),
        ("https://exa mple.com/", "no address"),
    ],
)
def test_what_nobody_could_visit_is_refused_plainly(argument: str, told: str) -> None:
    with pytest.raises(Stop, match=told), open_place(argument):
        pass


def test_a_folder_stands_for_its_front_page(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="without an index"), open_place(str(tmp_path)):
        pass
    (tmp_path / "index.html").write_text("<h1>Hello</h1>", "utf-8")
    with open_place(str(tmp_path)) as place:
        assert place.file == tmp_path / "index.html"
        assert place.url == f"{place.is_temporary}index.html"


def test_a_built_site_is_the_root_where_the_folder_has_no_front_page(tmp_path: Path) -> None:
    for name in ("docs", "dist"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text("<h1>Built</h1>", "utf-8")
    with open_place(str(tmp_path)) as place:
        assert place.file == tmp_path / "dist" / "index.html"
        assert asked(place.url, "/") == 200
        assert asked(place.url, "/dist/") == 404
    (tmp_path / "index.html").write_text("<h1>Own</h1>", "utf-8")
    with open_place(str(tmp_path)) as place:
        assert place.file == tmp_path / "index.html"


def test_pages_are_found_by_their_names_as_hosts_do(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "about").mkdir(parents=True)
    (site / "empty").mkdir()
    for name in ("index.html", "book.html", "about/index.html", "empty.html", ".hidden.html"):
        (site / name).write_text("<h1>Hello</h1>", "utf-8")
    (tmp_path / "site.html").write_text("outside", "utf-8")
    with open_place(str(site)) as place:
        statuses = {path: asked(place.url, path) for path in ("/", "/book", "/book?x=1", "/about/", "/empty")}
        assert set(statuses.values()) == {200}, statuses
        assert asked(place.url, "/about") == 301  # to /about/
        assert {asked(place.url, path) for path in ("/nothing", "/.hidden", "/../site")} == {404}
    (site / "index.html").unlink()
    with open_place(str(site / "book.html")) as place:
        assert asked(place.url, "/") == 404  # never site.html beside the folder


def asked(url: str, path: str, host: str = "") -> int:
    place = url.removeprefix("http://").partition("/")[0]
    connection = http.client.HTTPConnection(place, timeout=5)
    connection.request("GET", path, headers={"Host": host or place})
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_file_s_folder_is_served_and_nothing_else(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "css").mkdir(parents=True)
    for name in ("page.html", "css/a.css", ".env"):
        (site / name).write_text("content", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (site / "link.txt").symlink_to(tmp_path / "secret.txt")
    with open_place(str(site / "page.html")) as place:
        assert asked(place.url, "/page.html") == 200
        assert asked(place.url, "/css/a.css") == 200
        for hidden in ("/.env", "/../secret.txt", "/%2e%2e/secret.txt", "/link.txt", "/css/", "/nothing"):
            assert asked(place.url, hidden) == 404, hidden
        assert asked(place.url, "/page.html", host="rebound.example") == 404
    with pytest.raises(OSError, match="refused"):
        asked(place.url, "/page.html")


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://public.example/", set()),
        ("http://inside.example/", {("inside.example", 80)}),
        ("http://localhost:3000/", {("localhost", 3000)}),
        ("http://127.0.0.1:3000/", {("127.0.0.1", 3000)}),
        ("https://public.example:8443/", {("public.example", 8443)}),
    ],
)
def test_the_door_opens_for_what_was_named_and_only_where_it_would_be_shut(
    url: str, allowed: set[tuple[str, int]]
) -> None:
    policy = asyncio.run(policy_for(url, frozenset(), NAMES))
    assert policy.allow == allowed


@pytest.mark.parametrize(
    ("data", "sent"),
    [
        ("<p>smörgås</p>".encode(), "text/html; charset=utf-8"),
        ("<p>smörgås</p>".encode("latin-1"), "text/html"),
    ],
)
def test_a_page_in_utf_8_is_sent_as_hosts_send_it(tmp_path: Path, data: bytes, sent: str) -> None:
    (tmp_path / "index.html").write_bytes(data)
    with serve_folder(tmp_path) as origin:
        assert httpx.get(f"{origin}/").headers["content-type"] == sent
        assert httpx.get(f"{origin}/index").headers["content-type"] == sent
