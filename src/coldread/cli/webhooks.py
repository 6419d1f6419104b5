"""`coldread webhook listen`: prints what a service sends to a `webhook_url`, and whether its signature is valid."""

from __future__ import annotations

import http.server
import json
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Try out events that a service sends.")

LARGEST = 100_000


@app.command("listen")
def listen(
    secret: Annotated[
        str, typer.Option(envvar="COLDREAD_WEBHOOK_SECRET", help="The order's webhook_secret.")
    ],
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")
    ] = 8787,
    most: Annotated[int, typer.Option(help="Stop after so many events; 0: until Ctrl-C.")] = 0,
) -> None:
    """Receive events on this machine, print and verify them, and answer 204.

    The service must be allowed to reach it: set COLDREAD_WEBHOOKS=1 and COLDREAD_SCAN_ALLOW_HOSTS=127.0.0.1:PORT there."""
    from coldread.orders.push.bodies import is_genuine

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = self.headers.get("Content-Length", "0")
            body = self.rfile.read(min(int(size), LARGEST) if size.isdigit() else 0)
            genuine = is_genuine(secret, self.headers, body)
            typer.echo(f"{'genuine' if genuine else 'NOT GENUINE'}  {_describe_event(body)}")
            self.send_response(204 if genuine else 401)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", port), Listener) as server:
        typer.echo(f"listening on http://127.0.0.1:{server.server_port}/", err=True)
        try:
            if not most:
                server.serve_forever()
            for _ in range(most):
                server.handle_request()
        except KeyboardInterrupt:
            pass


def _describe_event(body: bytes) -> str:
    """The event in one line. Anything else is printed as it is, without control characters."""
    try:
        event = json.loads(body)
        data = event.get("data", {})
        about, what = (
            data.get("order_id") or data.get("watch_id", ""),
            data.get("status") or data.get("changes", ""),
        )
        parts = (event["timestamp"], event["type"], about, what)
        line = "  ".join(str(part) for part in parts)
    except (ValueError, KeyError, AttributeError, TypeError):
        line = repr(body[:200])
    return "".join(character if character.isprintable() else "?" for character in line)
