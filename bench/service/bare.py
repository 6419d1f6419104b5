"""A constant as long as an order's answer, on the service's own server and protocol. Usage: bare.py PORT"""

from __future__ import annotations

import sys
from typing import Any

import uvicorn

BODY = b"x" * 2300
START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(BODY)).encode())],
}
END = {"type": "http.response.body", "body": BODY}


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await send(START)
        await send(END)


if __name__ == "__main__":
    uvicorn.run(
        app, host="127.0.0.1", port=int(sys.argv[1]), loop="uvloop", http="httptools", log_level="error",
        access_log=False, lifespan="off", server_header=False,
    )  # fmt: skip
