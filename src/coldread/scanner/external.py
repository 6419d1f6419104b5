"""An outside pipeline that scans instead of us: it gets a request over HTTP and calls back with its result.

Its address is the operator's own, so no egress policy applies; but it gets little time, no redirects, no
proxy from the environment, and the body of its answer is not read. After five failures in a row it gets no requests for
half a minute, then a single one, so that callers do not wait for a dead pipeline.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from coldread.scanner.brief import Brief
from coldread.scanner.scanner import EngineUnavailable

if TYPE_CHECKING:
    import httpx

FAILURES = 5
REST_S = 30.0


class CircuitBreaker:
    """Counts failures in a row, and pauses after too many."""

    def __init__(self, failures: int = FAILURES, rest_s: float = REST_S) -> None:
        self.failures = failures
        self.rest_s = rest_s
        self._failed = 0
        self._closed_until = 0.0

    def admits(self, now: float) -> bool:
        """Whether to try; after the pause one request is allowed, and the next only after its success."""
        if self._failed < self.failures:
            return True
        if now < self._closed_until:
            return False
        self._closed_until = now + self.rest_s
        return True

    def note_failure(self, now: float) -> None:
        self._failed += 1
        if self._failed >= self.failures:
            self._closed_until = now + self.rest_s

    def note_success(self) -> None:
        self._failed = 0


class ExternalPipeline:
    """Requests scans with the engine `external`."""

    def __init__(self, url: str, key: str, base_url: str) -> None:
        self.url = url
        self.key = key
        self.base_url = base_url
        self.breaker = CircuitBreaker()
        self._client: httpx.AsyncClient | None = None

    async def request_scan(self, session_id: str, url: str, brief: Brief, seconds: float) -> None:
        """Request a scan; raises EngineUnavailable if the pipeline does not accept it."""
        if not self.breaker.admits(time.monotonic()):
            raise EngineUnavailable("The analysis pipeline has failed repeatedly and is given a rest.")
        import httpx

        body = {
            "session_id": session_id,
            "url": url,
            "primary_goal": brief.goal,
            "audience": brief.audience,
            "callback_url": f"{self.base_url}/v1/internal/pipeline/scans/{session_id}/result",
        }
        try:
            async with self._open().stream("POST", self.url, json=body, timeout=seconds) as answer:
                taken = answer.is_success
                told = f"answered {answer.status_code}"
        except httpx.HTTPError as error:
            taken, told = False, f"cannot be reached ({type(error).__name__})"
        if not taken:
            self.breaker.note_failure(time.monotonic())
            raise EngineUnavailable(f"The analysis pipeline {told}.")

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _open(self) -> httpx.AsyncClient:
        if self._client is None:
            import httpx

            self._client = httpx.AsyncClient(
                headers={"X-Pipeline-Key": self.key}, trust_env=False, follow_redirects=False
            )
        return self._client
