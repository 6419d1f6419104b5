"""A stranger's agent finds us wherever it looks, and everything that it is pointed to is there."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET

import pytest

from coldread.base.clock import DAY, rfc3339
from coldread.base.problems import PROBLEMS
from tests.harness.service import BASE_URL, START, Service

ADDRESSES = {
    "/robots.txt": "text/plain",
    "/sitemap.xml": "application/xml",
    "/sitemap.md": "text/markdown",
    "/llms.txt": "text/markdown",
    "/llms-full.txt": "text/markdown",
    "/openapi.json": "application/json",
    "/v1/openapi.json": "application/json",
    "/favicon.ico": "image/x-icon",
    "/.well-known/agent-card.json": "application/json",
    "/.well-known/api-catalog": "application/linkset+json",
    "/.well-known/mcp/server-card.json": "application/json",
    "/.well-known/mcp.json": "application/json",
    "/.well-known/mcp": "application/json",
    "/.well-known/agent-skills/index.json": "application/json",
    "/.well-known/security.txt": "text/plain",
}


@pytest.mark.parametrize("path", ADDRESSES)
def test_each_address_answers_in_its_own_kind(path: str, lasting_service: Service) -> None:
    answer = lasting_service.get(path)
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, ADDRESSES[path])
    assert "max-age" in answer.headers["cache-control"]
    assert answer.content


def links_of(text: str) -> list[str]:
    return re.findall(r"\]\((https?://[^)]+)\)", text)


@pytest.mark.parametrize("path", ["/llms.txt", "/llms-full.txt", "/sitemap.md", "/index.md"])
def test_every_link_of_a_guide_answers_200(path: str, lasting_service: Service) -> None:
    found = links_of(lasting_service.get(path).text)
    found += re.findall(rf"`({BASE_URL}/[^`{{}}]+)`:", lasting_service.get(path).text)
    assert len(found) >= 4
    for link in found:
        assert link.startswith(BASE_URL)
        assert lasting_service.get(link.removeprefix(BASE_URL)).status_code == 200, link


def test_every_page_of_the_sitemap_is_there_for_people_and_for_agents(lasting_service: Service) -> None:
    tree = ET.fromstring(lasting_service.get("/sitemap.xml").text)
    found = [entry.text or "" for entry in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert f"{BASE_URL}/" in found
    for link in found:
        for accept, kind in (("text/html", "text/html"), ("text/markdown", "text/markdown")):
            answer = lasting_service.get(link.removeprefix(BASE_URL), headers={"Accept": accept})
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, kind), link


def test_the_catalogue_and_the_link_headers_point_to_what_is_there(lasting_service: Service) -> None:
    catalogue = lasting_service.get("/.well-known/api-catalog").json()["linkset"]
    (api,) = [entry for entry in catalogue if "service-desc" in entry]
    pointed = [
        target["href"] for relation in api.values() if isinstance(relation, list) for target in relation
    ]
    header = lasting_service.get("/llms.txt").headers["link"]
    assert {"api-catalog", "service-desc", "service-doc", "status"} <= set(
        re.findall(r'rel="([^"]+)"', header)
    )
    pointed += [BASE_URL + path for path in re.findall(r"<(/[^>]+)>", header)]
    for href in pointed:
        assert lasting_service.get(href.removeprefix(BASE_URL)).status_code == 200, href


def test_llms_text_has_the_shape_that_its_readers_expect(lasting_service: Service) -> None:
    text = lasting_service.get("/llms.txt").text
    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1
    assert text.split("\n")[2].startswith("> ")
    assert "## Optional" in text
    assert "/mcp)" not in text, "an address that takes POST alone is no link"


def test_the_full_text_names_every_route_field_and_problem(lasting_service: Service) -> None:
    text = lasting_service.get("/llms-full.txt").text
    described = lasting_service.get("/v1/openapi.json").json()
    for path, item in described["paths"].items():
        for method in item:
            assert f"### {method.upper()} {path}\n" in text
    for name in described["components"]["schemas"]["OrderRequest"]["properties"]:
        assert f"- `{name}`" in text
    assert all(f"/errors/{row.slug}`" in text for row in PROBLEMS)


def test_robots_welcomes_agents_and_keeps_orders_out(lasting_service: Service) -> None:
    text = lasting_service.get("/robots.txt").text
    for line in (
        "User-agent: *",
        "User-agent: ClaudeBot",
        "User-agent: GPTBot",
        "Disallow: /o/",
        "Disallow: /pay/",
    ):
        assert line in text
    assert "Content-Signal: search=yes, ai-input=yes, ai-train=no" in text
    assert f"Sitemap: {BASE_URL}/sitemap.xml" in text


def test_the_server_card_names_the_tools_that_the_server_has(lasting_service: Service) -> None:
    card = lasting_service.get("/.well-known/mcp/server-card.json").json()
    assert card["remotes"][0]["url"] == f"{BASE_URL}/mcp"
    assert len(card["tools"]) == 14
    assert lasting_service.get("/.well-known/mcp").json() == card


def test_a_skill_is_what_its_digest_says(lasting_service: Service) -> None:
    skills = lasting_service.get("/.well-known/agent-skills/index.json").json()["skills"]
    assert len(skills) == 2
    for skill in skills:
        answer = lasting_service.get(skill["url"].removeprefix(BASE_URL))
        assert f"sha256:{hashlib.sha256(answer.content).hexdigest()}" == skill["digest"]
        assert answer.text.startswith(f"---\nname: {skill['name']}\n")
        assert BASE_URL in answer.text
    assert lasting_service.get("/.well-known/agent-skills/nothing/SKILL.md").status_code == 404


def test_security_txt_has_not_expired(quick_service: Service) -> None:
    for _ in range(2):
        text = quick_service.get("/.well-known/security.txt").text
        expires = re.search(r"^Expires: (.+)$", text, re.MULTILINE)
        assert expires is not None
        assert rfc3339(quick_service.clock.now()) < expires.group(1)
        quick_service.clock.move(300 * DAY)
    assert quick_service.clock.now() == START + 600 * DAY
