"""Why each point is not taken, by grader and check; a point without a reason here fails the run."""

REASONS: dict[str, dict[str, str]] = {
    "@vercel/agent-readability": {
        "Agent UA → markdown": "The same address gives the same answer to everybody who asks for the same thing: "
        "`Accept: text/markdown` and the `.md` twin are how markdown is asked for. Answers by user agent cannot be cached "
        "by others and look like cloaking.",
        ".md URL → markdown": "The grader appends `.md` to the bare origin (`http://host.md`), which is another host. The "
        "home page's twin is `/index.md`, named by a `Link` of the page.",
        "Missing page → markdown": "It wants 200 for a page that is missing. The contract answers every unrouted path with "
        "404 and `application/problem+json`.",
    },
    "agent-readiness": {},
    "afdocs": {
        "llms-txt-directive-html": "The pages name `/llms.txt` in their footer and in the `Link` header; a line about it at "
        "the top of every page would be for programs what nobody else needs to read first.",
        "llms-txt-directive-md": "As above; the `Link` header of the same answer names it.",
        "markdown-content-parity": "The markdown twin says what the page says in fewer words: labels of the form and the "
        "sample picture have no counterpart.",
        "markdown-link-portability": "The twin links the sample report, which is a page of pictures without a twin.",
    },
    "@agentcash/discovery": {
        "L2_AUTH_MODE_MISSING": "The operator's route wants a bearer secret (declared as `http` `bearer`); the grader knows "
        "only API keys and payments.",
        "L3_AUTH_MODE_MISSING": "As above.",
    },
}
