"""An outside analysis pipeline for Coldread, in one file and without dependencies.

    python pipeline.py serve                      takes scans, looks at the page's source, calls back
    python pipeline.py draft INV-… spec.md [diff]  hands in a draft for a paid order

It reads two settings: PIPELINE_KEY (the service's COLDREAD_PIPELINE_KEY) and, for drafts, COLDREAD_URL.
Start the service with COLDREAD_SCAN_ENGINE=external and COLDREAD_PIPELINE_URL=http://127.0.0.1:8100/ to use it.

What it judges is deliberately little: the point is the conversation. It looks at any address it is given, so run it
only where the pages are yours, or put a proxy with a policy before it.
"""

from __future__ import annotations

import hmac
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

KEY = os.environ.get("PIPELINE_KEY", "")
LARGEST_PAGE = 5_000_000
#: what is looked for: id, dimension, title of the failure, fix
CHECKS = (
    ("clarity.h1-missing", "clarity", "The page has no headline", "Say in one h1 what is offered."),
    ("seo.title", "seo", "The page has no title", "Give the page a title of 15 to 60 characters."),
    ("cta.no-control", "cta", "Nothing asks the visitor to act", "Add one button that names the next step."),
)
TAGS = {"clarity.h1-missing": {"h1"}, "seo.title": {"title"}, "cta.no-control": {"button", "form"}}


class Tags(HTMLParser):
    """Which elements a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)


def judge(html: str) -> dict[str, Any]:
    """The body of the callback: scores, findings and a report."""
    tags = Tags()
    tags.feed(html)
    items = [finding(*row) for row in CHECKS if not TAGS[row[0]] & tags.seen]
    overall = 100 - 25 * len(items)
    lines = [f"# {overall}/100", *(f"- **{item['title']}.** {item['fix']['summary']}" for item in items)]
    return {
        "scores": {"overall": overall, "dimensions": {}, "coverage": 100},
        "findings": {"items": items, "top": [item["id"] for item in items], "not_measured": []},
        "report_md": "\n".join(lines),
    }


def finding(check: str, dimension: str, title: str, fix: str) -> dict[str, Any]:
    return {
        "id": check,
        "dimension": dimension,
        "severity": "P1",
        "title": title,
        "evidence": [{"layer": "static", "selector": "body", "snippet": ""}],
        "fix": {"summary": fix, "kind": "spec_only"},
        "count": 1,
    }


def look(order: dict[str, str]) -> None:
    """Fetch, judge, call back; a page that cannot be fetched is reported as a problem."""
    try:
        with urllib.request.urlopen(order["url"], timeout=6) as page:  # noqa: S310 - see the note at the top
            result = judge(page.read(LARGEST_PAGE).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        result = no_page(f"http_{error.code}", f"the page answered {error.code}")
    except OSError as error:
        result = no_page("unreachable", str(error)[:200])
    call_back(order["callback_url"], result)


def no_page(reason: str, detail: str) -> dict[str, Any]:
    return {"problem": {"type": "url-unreachable", "reason": reason, "detail": detail}}


def call_back(url: str, body: dict[str, Any], tries: int = 3) -> int:
    """Every callback may be repeated: sent twice, it counts once. Answers of 4xx are final."""
    request = urllib.request.Request(  # noqa: S310 - the service's own address
        url,
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "X-Pipeline-Key": KEY},
    )
    for rest in reversed(range(tries)):
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            if error.code < 500 or not rest:
                print(f"{url}: {error.code} {error.read(500)!r}", file=sys.stderr)
                return error.code
        except OSError as error:
            if not rest:
                print(f"{url}: {error}", file=sys.stderr)
        time.sleep(0.5)
    return 0


class Orders(BaseHTTPRequestHandler):
    """Accepts an order at once and works on it in a thread: the service waits for the callback, not for this answer."""

    def do_POST(self) -> None:
        if not hmac.compare_digest(self.headers.get("X-Pipeline-Key", ""), KEY):
            self.send_error(401)
            return
        order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()
        threading.Thread(target=look, args=(order,), daemon=True).start()

    def log_message(self, *_: object) -> None:
        pass


def serve(port: int) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", port), Orders)
    print(f"taking scans at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


def hand_in(order_id: str, spec: str, diff: str | None = None) -> int:
    """Stages while it works, then the draft; the order itself is moved by a person."""
    orders = (
        f"{os.environ.get('COLDREAD_URL', 'http://127.0.0.1:8000')}/v1/internal/pipeline/orders/{order_id}"
    )
    call_back(f"{orders}/stages", {"name": "draft", "state": "current"})
    draft = {"spec_md": Path(spec).read_text("utf-8")}
    if diff:
        draft["diff"] = Path(diff).read_text("utf-8")
    taken = call_back(f"{orders}/draft", draft) == 200
    call_back(f"{orders}/stages", {"name": "draft", "state": "done" if taken else "failed"})
    return 0 if taken else 1


if __name__ == "__main__":
    if not KEY:
        sys.exit("PIPELINE_KEY is not set")
    if sys.argv[1:2] == ["draft"] and len(sys.argv) in (4, 5):
        sys.exit(hand_in(*sys.argv[2:]))
    if sys.argv[1:2] != ["serve"]:
        sys.exit(__doc__)
    serve(int(sys.argv[2]) if len(sys.argv) > 2 else 8100)
