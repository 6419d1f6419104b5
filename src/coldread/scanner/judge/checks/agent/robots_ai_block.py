"""robots.txt blocks AI assistants; listed, never scored."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import lexicon

META = Meta(
    id="agent.robots-ai-block",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="robots.txt blocks no AI assistant that we know",
        failure="robots.txt asks {agents} to stay away from the site",
        why="It may be a deliberate choice. This does not affect the score.",
        fix="If it is not intended, remove the Disallow lines for these agents.",
    ),
    sv=Text(
        title="robots.txt blockerar ingen AI-assistent som vi känner till",
        failure="robots.txt ber {agents} att hålla sig borta från webbplatsen",
        why="Det kan vara ett medvetet val. Det påverkar inte poängen.",
        fix="Är det inte avsikten: ta bort Disallow-raderna för dem.",
    ),
)


def check(page: Page) -> Verdict:
    if page.seen.robots_txt is None:
        return NotMeasured("not-asked")
    refused = refused_agents(page.seen.robots_txt)
    if not refused:
        return None
    proof = [evidence.of_searched_place(page, "html", value="/robots.txt: " + ", ".join(refused)[:140])]
    return build_finding(META, page.brief, Severity.INFO, proof, agents=", ".join(refused))


def refused_agents(robots: str) -> list[str]:
    """Crawlers of known assistants that may not read the root."""
    known = set(lexicon("web")["robots"]["ai_agents"])
    refused: list[str] = []
    group: list[str] = []
    in_rules = False
    for line in robots.splitlines():
        key, _, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if key == "user-agent":
            group = [] if in_rules else group
            group.append(value)
            in_rules = False
        elif key:
            in_rules = True
            if key == "disallow" and value in ("/", "/*"):
                refused += [agent for agent in group if agent.lower() in known]
    return list(dict.fromkeys(refused))
