"""A constant as long as an order's answer, behind a decorated FastAPI route. Usage: constant_fastapi.py PORT"""

from __future__ import annotations

import sys

import uvicorn
from fastapi import FastAPI, Response

BODY = b"x" * 2300
app = FastAPI()


@app.get("/")
async def constant() -> Response:
    return Response(BODY, media_type="application/json")


if __name__ == "__main__":
    uvicorn.run(
        app, host="127.0.0.1", port=int(sys.argv[1]), loop="uvloop", http="httptools", log_level="error",
        access_log=False, server_header=False,
    )  # fmt: skip
