"""What clients were told while things broke: the other half of every check, beside the database."""

from __future__ import annotations

import dataclasses
import itertools
import random
import threading
import time
import uuid
from typing import Any

import httpx

from tests.harness.service import ADMIN, WISH

#: the way that every order is led
WAY = ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered")
FINAL = "# Specification\n\nChange the headline.\n"
#: in place of a status: nobody knows what became of the request
UNHEARD = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Scan:
    """A free scan as its client lived it."""

    #: microseconds
    at: int
    status: int


@dataclasses.dataclass
class Told:
    """One order as its client lived it."""

    key: str
    #: ids in the 201s of this key
    ids: set[str] = dataclasses.field(default_factory=set)
    bodies: set[bytes] = dataclasses.field(default_factory=set)
    #: moves that were answered with 200
    moved: list[str] = dataclasses.field(default_factory=list)
    #: `updated_at` of each read, in the order of the answers
    seen: list[str] = dataclasses.field(default_factory=list)
    scans: list[Scan] = dataclasses.field(default_factory=list)
    #: challenges that were paid, with the bodies of their 200s
    bought: dict[str, set[bytes]] = dataclasses.field(default_factory=dict)
    #: when its key was first sent, in microseconds; only a simulated client says so
    sent_at: int = 0
    #: what no client may be told
    oddities: list[str] = dataclasses.field(default_factory=list)

    def so_far(self) -> Told:
        """A copy that no longer changes; each part is copied at once, so it never tells more than was told."""
        return Told(
            key=self.key,
            ids=set(self.ids),
            bodies=set(self.bodies),
            moved=list(self.moved),
            seen=list(self.seen),
        )


class Client(threading.Thread):
    """Places orders and leads them to delivery, trying again whatever was cut off, until told to stop."""

    def __init__(self, url: str, seed: int, *, may_lapse: bool = False, pause_s: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.pause_s = pause_s
        #: an order may be over before its time, because the clock jumps
        self.may_lapse = may_lapse
        self.chance = random.Random(seed)
        self.told: list[Told] = []
        self.stopping = threading.Event()
        #: how often it was cut off, and how often told to come again
        self.unanswered = self.put_off = 0

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=15, trust_env=False) as http:
            while not self.stopping.is_set():
                told = Told(key=str(uuid.UUID(int=self.chance.getrandbits(128))))
                self.told.append(told)
                self._live(http, told)

    def _live(self, http: httpx.Client, told: Told) -> None:
        placed = self._asked(
            http, told, "POST", "/v1/cold-read-requests", json=WISH, headers={"Idempotency-Key": told.key}
        )
        if placed is None:
            return
        told.ids.add(placed.json()["order_id"])
        told.bodies.add(placed.content)
        order_id = placed.json()["order_id"]
        for status in WAY[: self.chance.randint(0, len(WAY))]:
            body: dict[str, Any] = {"to_status": status}
            if status == "delivered":
                body["patch"] = {"spec_md": FINAL}
            moved = self._asked(
                http, told, "POST", f"/v1/internal/orders/{order_id}/transition", json=body,
                headers={"Authorization": f"Bearer {ADMIN}"},
            )  # fmt: skip
            if moved is None:
                return
            told.moved.append(status)
            read = self._asked(http, told, "GET", f"/v1/orders/{order_id}")
            if read is None:
                return
            told.seen.append(read.json()["updated_at"])

    def _asked(
        self, http: httpx.Client, told: Told, method: str, path: str, **request: Any
    ) -> httpx.Response | None:
        """The answer, asked for until there is one; None once the client is told to stop."""
        while not self.stopping.wait(self.pause_s):
            try:
                answer = http.request(method, path, **request)
            except httpx.TransportError:
                self.unanswered += 1
                time.sleep(0.05)  # asks again until it is told to stop
                continue
            if answer.status_code in {200, 201}:
                return answer
            if self._was_done_before(answer, request):
                return answer
            if self.may_lapse and self._is_over(answer):
                return None
            if answer.status_code == 503 and answer.headers["content-type"] == "application/problem+json":
                self.put_off += 1
            elif answer.status_code != 409:
                told.oddities.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
                return None
            time.sleep(0.05)
        return None

    @staticmethod
    def _is_over(answer: httpx.Response) -> bool:
        lapsed = answer.status_code == 409 and answer.json().get("current_status") == "expired"
        return lapsed or answer.status_code == 404

    @staticmethod
    def _was_done_before(answer: httpx.Response, request: dict[str, Any]) -> bool:
        """A move whose answer was cut off is refused the second time, because the order stands there already."""
        wanted = (request.get("json") or {}).get("to_status")
        return (
            answer.status_code == 409 and wanted is not None and answer.json().get("current_status") == wanted
        )


class Scanner(threading.Thread):
    """Asks for free scans, one after the other, and notes what it was told."""

    def __init__(self, url: str, pages: list[str], patience_s: float = 20) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.pages = pages
        self.patience_s = patience_s
        self.told = [Told(key="")]
        self.stopping = threading.Event()

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=self.patience_s, trust_env=False) as http:
            for number in itertools.count():
                if self.stopping.is_set():
                    return
                self._scan(http, self.pages[number % len(self.pages)])

    def _scan(self, http: httpx.Client, page: str) -> None:
        (told,) = self.told
        at = time.time_ns() // 1000
        try:
            status = http.post("/v1/scan", json={"url": page, "primary_goal": "demo"}).status_code
        except httpx.TransportError:
            status = UNHEARD
        told.scans.append(Scan(at=at, status=UNHEARD if status == 503 else status))
        if status not in {UNHEARD, 200, 422, 429, 502, 503}:
            told.oddities.append(f"a scan of {page}: {status}")
        self.stopping.wait(0.05)
