"""Why we do not take a point, by grader and check; a lost point without a reason here fails the run."""

REASONS: dict[str, dict[str, str]] = {
    "@vercel/agent-readability": {
        "Agent UA → markdown": "The same address gives the same answer to everybody who asks for the same thing: "
        "`Accept: text/markdown` and the `.md` twin are how markdown is asked for. Answers by user agent cannot be cached "
        "by others and look like cloaking.",
        ".md URL → markdown": "The grader picks a page by chance. For the home page it appends `.md` to the bare origin "
        "(`http://host.md`), which is another host; the twin is `/index.md`, named by a link of the page. The other pages "
        "have theirs, and the score is then 92.",
        "Missing page → markdown": "It wants 200 for a page that is missing. The contract answers every unrouted path with "
        "404 and `application/problem+json`.",
    },
    "agent-readiness": {},
    "afdocs": {
        "llms-txt-directive-html": "The pages name `/llms.txt` in their footer and in the `Link` header; a line about it at "
        "the top of every page would be for programs what nobody else needs to read first.",
        "llms-txt-directive-md": "As above; the `Link` header of the same answer names it.",
        "content-start-position": "A warning for `/terms` and `/privacy`: short pages, so that the header with its five links is "
        "12 and 15 % of them.",
        "markdown-content-parity": "The markdown twin says what the page says in fewer words: labels of the form and the "
        "sample picture have no counterpart.",
    },
    "@agentcash/discovery": {
        "L2_AUTH_MODE_MISSING": "The operator's route wants a bearer secret (declared as `http` `bearer`); the grader knows "
        "only API keys and payments.",
        "L3_AUTH_MODE_MISSING": "As above.",
    },
}
