"""`make simulate-payments`: ten thousand lives of payers with a lying node and dying processes; every seed can be repeated.

python -m bench.payments.simulate [RUNS] [FIRST_SEED]
"""

from __future__ import annotations

import gc
import io
import sys
import tempfile
import time
import warnings
from pathlib import Path

from tests.harness.service import Service
from tests.payments.simulation import Stage

from coldread.base import log
from coldread.payments.methods import tempo

RUNS = 10_000
TELL_EVERY = 500


def main(runs: int, first: int) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what the chain libraries import
        tempo.warm()
    log._Output.stream = io.BytesIO()
    folder = Path(tempfile.mkdtemp(prefix="simulate-"))
    service = Service(f"sqlite:///{folder / 'coldread.db'}", folder / "data")
    stage = Stage(service.services)
    gc.disable()  # a tenth of the time; collected by hand below
    began, died, mined, bad = time.monotonic(), 0, 0, 0
    for seed in range(first, first + runs):
        world, found = stage.run(seed)
        log._Output.stream = io.BytesIO()
        died, mined, bad = died + world.died, mined + len(world.chain.mined), bad + bool(found)
        if found:
            print(f"seed {seed}: {found}", flush=True)
        if seed % 50 == 0:
            gc.collect()
        if (seed + 1 - first) % TELL_EVERY == 0 or seed + 1 == first + runs:
            print(
                f"seeds {first} to {seed}: {died} processes died, {mined} transactions were mined, "
                f"{bad} runs in which something did not hold, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    stage.close()
    service.close()
    return 1 if bad else 0


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    sys.exit(main(given[0] if given else RUNS, given[1] if len(given) > 1 else 0))
