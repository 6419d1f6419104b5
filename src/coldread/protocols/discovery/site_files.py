"""Robots, sitemaps, api-catalog, security.txt: what crawlers and catalogues read. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from coldread.base.clock import DAY, rfc3339
from coldread.base.problems import PROBLEMS
from coldread.base.settings import Settings
from coldread.orders.views.handoff import PATH as HANDOFF

#: pages of one buyer, of the operator or for machines, which search engines must not list
KEPT_OUT = ("/console", "/deliverables/", "/o/", "/pay/", "/r/", "/s/", "/scanning/", "/v1/internal/")
#: crawlers that look for their own name; they get the same rules as all, so that none has to guess
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
#: search and quotation are allowed; training is not
SIGNAL = "search=yes, ai-input=yes, ai-train=no"

#: day on which the public pages were last changed
LAST_UPDATED = "2026-11-15"

#: pages with a markdown twin: address, twin, title, description
PAGES: tuple[tuple[str, str, str, str], ...] = (
    ("/", "/index.md", "Coldread", "What it is, a scan form, what it costs"),
    ("/docs", "/docs.md", "Documentation", "Quick start, lifecycle, limits, idempotency, payments"),
    ("/terms", "/terms.md", "Terms", "What is sold, on which terms, and the right to withdraw"),
    ("/example", "/example.md", "Example", "A finished cold-read of a made-up firm's page, marked as that"),
    ("/privacy", "/privacy.md", "Privacy", "What is kept, for how long, and for what"),
)
#: texts for agents, listed for them alone
TEXTS: tuple[tuple[str, str, str], ...] = (
    ("/llms.txt", "For agents", "The contract in words"),
    ("/llms-full.txt", "For agents, in full", "Every route, field and problem in one text"),
    ("/docs/a2a.md", "A2A", "Skills, methods, states, errors and push notifications over A2A"),
    ("/errors", "Problem types", "Every way to be refused, and what to do"),
    (HANDOFF, "Human hand-off", "How an agent is told that a person has to act"),
)


def robots(settings: Settings) -> str:
    groups = [["*"], list(AGENTS)]
    rules = "\n".join(["Allow: /", *(f"Disallow: {path}" for path in KEPT_OUT), f"Content-Signal: {SIGNAL}"])
    written = "\n\n".join("\n".join([*(f"User-agent: {name}" for name in group), rules]) for group in groups)
    return f"# Agents are welcome: /llms.txt says how to call us.\n\n{written}\n\nSitemap: {settings.base_url}/sitemap.xml\n"


def sitemap_xml(settings: Settings, addresses: Iterable[str]) -> str:
    existing = set(addresses)
    entries = "\n".join(
        f"<url><loc>{escape(settings.base_url + path)}</loc><lastmod>{LAST_UPDATED}</lastmod></url>"
        for path, *_ in PAGES
        if path in existing
    )
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    )
    return f"{head}\n{entries}\n</urlset>\n"


def sitemap_md(settings: Settings, addresses: Iterable[str]) -> str:
    existing, base = set(addresses), settings.base_url
    pages = [f"- [{title}]({base}{twin}): {text}" for path, twin, title, text in PAGES if path in existing]
    texts = [f"- [{title}]({base}{path}): {text}" for path, title, text in TEXTS]
    problems = [f"- [{row.title}]({base}/errors/{row.slug}): {row.meaning}" for row in PROBLEMS]
    return "\n".join(
        ["# Coldread: every public page", "", "## Pages", "", *pages, "", "## For agents", "", *texts, "",
         "## Problem types", "", *problems, ""]
    )  # fmt: skip


def api_catalog(settings: Settings) -> dict[str, Any]:
    """RFC 9727: a linkset with our only API."""
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
    """RFC 9116. The file must name its own expiry, so it is built again each day."""
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
