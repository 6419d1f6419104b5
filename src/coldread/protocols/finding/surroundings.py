"""Robots, sitemaps, api-catalog, security.txt: what crawlers and catalogues read. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from coldread.base.clock import DAY, rfc3339
from coldread.base.problems import PROBLEMS
from coldread.base.settings import Settings
from coldread.orders.handoff import PATH as HANDOFF

#: what belongs to one buyer, to the operator or to a machine: found by nobody
KEPT_OUT = ("/console", "/deliverables/", "/o/", "/pay/", "/r/", "/scanning/", "/v1/internal/")
#: crawlers that ask by name; the same rules as for all, said so that none has to guess
AGENTS = (
    "Amazonbot",
    "Applebot",
    "Applebot-Extended",
    "ChatGPT-User",
    "Claude-SearchBot",
    "Claude-User",
    "ClaudeBot",
    "Google-Extended",
    "GPTBot",
    "meta-externalagent",
    "MistralAI-User",
    "OAI-SearchBot",
    "Perplexity-User",
    "PerplexityBot",
)
#: to be found and quoted: yes; to be trained on: no
SIGNAL = "search=yes, ai-input=yes, ai-train=no"

#: address, title, what is there; those that this service has are shown
PAGES: tuple[tuple[str, str, str], ...] = (
    ("/", "Coldread", "What it is, a scan form, what it costs"),
    ("/sample", "Sample report", "What a scan looks like"),
    ("/docs", "Documentation", "Quick start, lifecycle, limits, idempotency, payments"),
    ("/order", "Order a cold-read", "The form for people"),
    ("/terms", "Terms", "What is sold, on which terms, and the right to withdraw"),
    ("/privacy", "Privacy", "What is kept, for how long, and for what"),
    ("/errors", "Problem types", "Every way to be refused, and what to do"),
    (HANDOFF, "Human hand-off", "How an agent is told that a person has to act"),
    ("/llms.txt", "For agents", "The contract in words"),
    ("/llms-full.txt", "For agents, in full", "Every route, field and problem in one text"),
)


def robots(settings: Settings) -> str:
    groups = [["*"], list(AGENTS)]
    rules = "\n".join(["Allow: /", *(f"Disallow: {path}" for path in KEPT_OUT), f"Content-Signal: {SIGNAL}"])
    written = "\n\n".join("\n".join([*(f"User-agent: {name}" for name in group), rules]) for group in groups)
    return f"# Agents are welcome: /llms.txt says how to call us.\n\n{written}\n\nSitemap: {settings.base_url}/sitemap.xml\n"


def shown_pages(known: Iterable[str]) -> list[tuple[str, str, str]]:
    there = set(known)
    problems = [(f"/errors/{row.slug}", row.title, row.meaning) for row in PROBLEMS]
    return [page for page in PAGES if page[0] in there] + problems


def sitemap_xml(settings: Settings, known: Iterable[str]) -> str:
    entries = "\n".join(
        f"<url><loc>{escape(settings.base_url + path)}</loc></url>" for path, _, _ in shown_pages(known)
    )
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    )
    return f"{head}\n{entries}\n</urlset>\n"


def sitemap_md(settings: Settings, known: Iterable[str]) -> str:
    lines = [f"- [{title}]({settings.base_url}{path}): {text}" for path, title, text in shown_pages(known)]
    return "\n".join(["# Coldread: every public page", "", *lines, ""])


def api_catalog(settings: Settings) -> dict[str, Any]:
    """RFC 9727: a linkset with our one API."""
    base = settings.base_url
    openapi = "application/vnd.oai.openapi+json;version=3.1"
    return {
        "linkset": [
            {
                "anchor": f"{base}/.well-known/api-catalog",
                "item": [{"href": f"{base}/v1", "title": "Coldread"}],
            },
            {
                "anchor": f"{base}/v1",
                "service-desc": [{"href": f"{base}/v1/openapi.json", "type": openapi}],
                "service-doc": [
                    {"href": f"{base}/llms.txt", "type": "text/markdown"},
                    {"href": f"{base}/errors", "type": "text/html"},
                ],
                "service-meta": [
                    {"href": f"{base}/.well-known/agent-card.json", "type": "application/json"},
                    {"href": f"{base}/.well-known/mcp/server-card.json", "type": "application/json"},
                    {"href": f"{base}/v1/manifest", "type": "application/json"},
                ],
                "status": [{"href": f"{base}/v1/ping", "type": "application/json"}],
            },
        ]
    }


def security_txt(settings: Settings, now: int) -> str:
    """RFC 9116; it must name a day on which it ends, so it is written anew each day."""
    contact = f"mailto:{settings.seller_email}" if settings.seller_email else f"{settings.base_url}/"
    expires = rfc3339((now // DAY + 180) * DAY)
    base = settings.base_url
    return "\n".join(
        (
            f"Contact: {contact}",
            f"Expires: {expires}",
            "Preferred-Languages: en, sv",
            f"Canonical: {base}/.well-known/security.txt",
            "",
        )
    )
