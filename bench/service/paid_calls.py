"""Where the time of a paid call goes: waiting for the chain, and our own work. Uses a real chain on this machine (anvil)."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import httpx
from tests.chain.conftest import Shop
from tests.chain.payer import JSON, RAW, Payer
from tests.harness.chain import KEYS, Chain

from bench.service import results
from bench.service.cpu_clock import cpu_seconds, wait_until_idle
from coldread.payments.methods import tempo

WARM = 3


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--calls", type=int, default=20)
    given = asked.parse_args()
    tempo.warm()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        chain = Chain(folder)
        shop = Shop(chain, folder, {})
        shop.server().start()
        try:
            rows = measured(shop, Payer(chain, KEYS[0]), given.calls)
        finally:
            shop.close()
            chain.stop()
    results.write("A paid call (SQLite, anvil)", results.table(("what", "median"), rows))


def measured(shop: Shop, payer: Payer, calls: int) -> list[tuple[str, str]]:
    process = shop.servers[0].process
    assert process is not None
    wait_until_idle(process.pid)
    whole, chain, own, demand = list[float](), list[float](), list[float](), list[float]()
    with httpx.Client(timeout=60, trust_env=False) as http:
        for number in range(WARM + calls):
            credential = payer.credential(shop.url)
            began = time.perf_counter()
            http.post(shop.url, content=RAW, headers=JSON)
            demanded = time.perf_counter() - began
            waited, spent, began = shop.door.seconds, cpu_seconds(process.pid), time.perf_counter()
            sold = http.post(shop.url, content=RAW, headers={**JSON, "Authorization": credential})
            assert sold.status_code == 200, sold.text
            if number >= WARM:
                whole.append(time.perf_counter() - began)
                chain.append(shop.door.seconds - waited)
                own.append(cpu_seconds(process.pid) - spent)
                demand.append(demanded)
    share = statistics.median(chain) / statistics.median(whole)
    return [
        ("402, no credential", f"{statistics.median(demand) * 1000:.1f} ms (asked: under 5)"),
        ("200, the whole call", f"{statistics.median(whole) * 1000:.0f} ms"),
        ("of it waiting for the chain", f"{statistics.median(chain) * 1000:.0f} ms, {share:.0%}"),
        ("CPU of the service", f"{statistics.median(own) * 1000:.0f} ms"),
    ]


if __name__ == "__main__":
    main()
