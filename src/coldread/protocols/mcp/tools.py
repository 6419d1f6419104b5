"""The table of tools: the route behind each, and its description."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from coldread.base.settings import Settings
from coldread.orders.files.deliverable_files import MEDIA_TYPES
from coldread.payments.on_sale import with_sale_note
from coldread.payments.prices import COLD_READ_NET, CURRENCY

ORDER_ID = {
    "type": "string",
    "description": "Order id: `INV-` and 8 characters.",
    "pattern": "^INV-[1-9A-HJ-NP-Za-km-z]{8}$",
}
BESIDE_ID = {
    "type": "string",
    "description": "From scan_page.",
    "pattern": "^[A-Za-z0-9_-]{22}$",
}
WATCH_ID = {"type": "string", "description": "Id of a watch.", "pattern": "^[A-Za-z0-9_-]{22}$"}
KEY = {
    "type": "string",
    "minLength": 8,
    "maxLength": 256,
    "description": "Your own UUID: with the same arguments it orders once.",
}
HAND_OVER = {
    "type": "boolean",
    "default": False,
    "description": "Show the pay page in the client, once (URL elicitation).",
}
FILE = {"type": "string", "enum": sorted(MEDIA_TYPES), "description": "Which file of the order."}
SLUG = {
    "type": "string",
    "description": "A problem's `type`, or its last part, e.g. `rate-limited`.",
    "pattern": "^(https?://[^ ]+/)?[a-z0-9-]+$",
}

TEXT_FILE = {
    "type": "object",
    "properties": {
        "file": {"type": "string"},
        "media_type": {"type": "string"},
        "text": {"type": "string"},
        "url": {"type": "string"},
    },
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tool:
    """One row."""

    name: str
    title: str
    description: str
    method: Literal["GET", "POST", "DELETE"]
    path: str
    #: arguments that are not in the route's body: parts of the path, and arguments that only MCP has
    arguments: dict[str, Any] = dataclasses.field(default_factory=dict)
    required: tuple[str, ...] = ()
    #: the output's schema, if the answer is not the route's JSON
    output: dict[str, Any] | None = None
    #: fields that the tool adds to the route's JSON
    adds: dict[str, Any] = dataclasses.field(default_factory=dict)
    #: whether a call costs the caller something
    paid: bool = False
    read_only: bool = False
    idempotent: bool = False
    #: the setting that offers it; empty: it is always there
    offered_by: str = ""

    def is_offered(self, settings: Settings) -> bool:
        return not self.offered_by or bool(getattr(settings, self.offered_by))

    def described(self, settings: Settings) -> str:
        return with_sale_note(self.description, self.path.removeprefix("/v1/"), settings)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="scan_page",
        title="Scan a landing page",
        description="Scans a landing page as a stranger sees it: scores, findings with evidence, and "
        "`chat_summary` to relay unchanged. Free, about 15 seconds, limited per page and day.",
        method="POST",
        path="/v1/scan",
    ),
    Tool(
        name="scan_page_paid",
        title="Scan without the free limits",
        description="The same scan, paid per call, never from the cache. Without a credential it answers -32042 with "
        "the challenge to pay.",
        method="POST",
        path="/v1/scan-paid",
        paid=True,
    ),
    Tool(
        name="fix_element",
        title="Fix one element",
        description="One diagnosis, rewrite and rationale for one element, from your description; "
        "the page is not fetched. Paid per call.",
        method="POST",
        path="/v1/quick-fix",
        paid=True,
    ),
    Tool(
        name="audit_page",
        title="Audit a page by its description",
        description="Five ranked findings (P0 to P2) and an executive summary from goal and audience; the page is "
        "not fetched. Paid per call.",
        method="POST",
        path="/v1/audit",
        paid=True,
    ),
    Tool(
        name="request_cold_read",
        title="Order a review by a person",
        description=f"Orders a cold-read: a person reviews the page within 72 hours of payment, {COLD_READ_NET} {CURRENCY} "
        "excluding VAT. "
        "A person pays later; nothing is charged here. Then use get_order. `dry_run` only prices it and says what is missing; `sandbox` rehearses it if offered.",
        method="POST",
        path="/v1/cold-read-requests",
        arguments={"idempotency_key": KEY},
        idempotent=True,
    ),
    Tool(
        name="get_order",
        title="Follow an order",
        description="Its status. Poll again after `poll_interval_sec` until `next_action` is `review_complete` or `request_closed`. Relay "
        "`question` while `waits_for.on` is `buyer` (answer with provide_info), `pay_url` in `billing_pending` (invoice for businesses "
        "first), then `draft_url` and `final_url`.",
        method="GET",
        path="/v1/orders/{order_id}",
        arguments={"order_id": ORDER_ID, "hand_over": HAND_OVER},
        required=("order_id",),
        adds={"message": {"type": "string", "description": "All of it in words, to relay."}},
        read_only=True,
    ),
    Tool(
        name="provide_info",
        title="Answer the reviewer's question",
        description="Answers the `question` of an order in `needs_info`, with source if it helps. A person reads it and "
        "moves the order on.",
        method="POST",
        path="/v1/orders/{order_id}/info",
        arguments={"order_id": ORDER_ID},
        required=("order_id",),
        idempotent=True,
    ),
    Tool(
        name="rescan_page",
        title="Use the free rescan",
        description="A new scan of the changed page after delivery, compared with before. Once per order.",
        method="POST",
        path="/v1/orders/{order_id}/rescan",
        arguments={"order_id": ORDER_ID},
        required=("order_id",),
    ),
    Tool(
        name="get_deliverable",
        title="Read a deliverable",
        description="The draft, the final specification or the diff of an order, as text.",
        method="GET",
        path="/deliverables/{order_id}/{file}",
        arguments={"order_id": ORDER_ID, "file": FILE},
        required=("order_id", "file"),
        output=TEXT_FILE,
        read_only=True,
    ),
    Tool(
        name="get_side_by_side",
        title="Read side by side",
        description="The pages of a scan with `competitors`: answers, facts and differences, with evidence. "
        "Ask again while `pending`.",
        method="GET",
        path="/v1/beside/{beside_id}",
        offered_by="watch",
        arguments={"beside_id": BESIDE_ID},
        required=("beside_id",),
        read_only=True,
    ),
    Tool(
        name="watch_page",
        title="Watch a page",
        description="Looks at a page daily or weekly and mails its owner what matters. Free. The button in our "
        "letter begins it. Keep `watch_id`.",
        method="POST",
        path="/v1/watches",
        offered_by="watch",
    ),
    Tool(
        name="get_watch",
        title="Read a watch",
        description="Its state, looks and changes.",
        method="GET",
        path="/v1/watches/{watch_id}",
        offered_by="watch",
        arguments={"watch_id": WATCH_ID},
        required=("watch_id",),
        read_only=True,
    ),
    Tool(
        name="stop_watch",
        title="Stop a watch",
        description="Ends it.",
        method="DELETE",
        path="/v1/watches/{watch_id}",
        offered_by="watch",
        arguments={"watch_id": WATCH_ID},
        required=("watch_id",),
        idempotent=True,
    ),
    Tool(
        name="explain_error",
        title="Explain an error",
        description="What a problem type means, what to do, and whether sending the same again can help.",
        method="GET",
        path="/errors/{slug}",
        arguments={"slug": SLUG},
        required=("slug",),
        output={"type": "object"},
        read_only=True,
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
