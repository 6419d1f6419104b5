"""What has to be touched for a finding: words, markup, styles, a picture, the server, or more than that. Pure.

How long it takes depends on how the page is made, which a scan does not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from coldread.scanner.judge.finding import dimension_of

Work = Literal["text", "markup", "style", "picture", "server", "developer"]

_OF_DIMENSION: Mapping[str, Work] = {
    "clarity": "text",
    "copy": "text",
    "trust": "text",
    "visual": "style",
    "performance": "developer",
}
#: checks whose kind differs from that of most of their dimension
_OF_CHECK: Mapping[str, Work] = {
    "clarity.h1-below-fold": "style",
    "clarity.h1-missing": "markup",
    "clarity.h1-multiple": "markup",
    "copy.lang-mismatch": "markup",
    "copy.source-cut": "developer",
    "cta.covered": "style",
    "cta.cut-off": "style",
    "cta.low-contrast": "style",
    "cta.many-buttons": "style",
    "cta.no-control": "developer",
    "cta.tap-target": "style",
    "trust.contact-unlinked": "markup",
    "trust.https": "server",
    "trust.stock-pictures": "picture",
    "form.many-fields": "developer",
    "form.no-action": "developer",
    "friction.popup": "developer",
    "visual.bare-heading": "text",
    "visual.blank-area": "developer",
    "visual.blurred-picture": "picture",
    "visual.broken-image": "picture",
    "visual.repeated-image": "picture",
    "visual.reveal-on-scroll": "developer",
    "mobile.viewport-missing": "markup",
    "a11y.color-contrast": "style",
    "perf.img-dimensions": "markup",
    "perf.img-oversize": "picture",
    "agent.llms-txt": "text",
    "agent.no-js-text": "developer",
    "agent.robots-ai-block": "server",
}


def kind_of_work(check_id: str) -> Work:
    return _OF_CHECK.get(check_id) or _OF_DIMENSION.get(dimension_of(check_id), "markup")
