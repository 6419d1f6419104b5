"""Thousands of documents by seed: each gives a whole answer within its limits, and none costs more than its length.

    python -m bench.linear.structures --count 2000 --seed 1     with --store: writes bench/RESULTS.md if all were read
    python -m bench.linear.structures --only 1234               one seed, with all stages

Documents come in pairs of n and 4n characters of the same shape. The service's own isolated processes read them, with the
same limits. A pair that seems to grow faster than its length is measured again; the least of three counts.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bench.service import results
from coldread.isolation.errors import CutOff, TaskFailed
from coldread.isolation.limits import PAGES, REPORTS
from coldread.isolation.pool import ProcessPool

TASKS = "bench.linear.structure_tasks"
#: all stages of one document, some of them twice
LOOKS = dataclasses.replace(PAGES, name="structures", cpu_s=2 * PAGES.cpu_s, children=2, slow=0)
PATCHES = dataclasses.replace(REPORTS, name="patches", slow=0)
STAGES = ("parse", "observe", "judge", "report", "mend", "body")
#: what the service allows for it; reading, observing and judging are one task
MOST_S = dict.fromkeys(("parse", "observe", "judge", "report"), PAGES.cpu_s)
MOST_EXPONENT = 1.2
TIMES = 4
#: below this a clock tells nothing about growth
TELLING_S = 0.12
#: every so manieth is a body, and of every so manieth page the patches are made
BODIES, MENDED = 10, 12


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pair:
    """A shape at n and 4n characters."""

    seed: int
    length: int
    #: by stage: CPU seconds of n and 4n
    spent: dict[str, tuple[float, float]]
    characters: tuple[int, int]
    wrong: tuple[str, ...]

    def exponent(self, stage: str) -> float:
        small, large = self.spent[stage]
        return math.log(large / max(small, TELLING_S / 8), TIMES) if large > TELLING_S else 0.0


def kind_of(seed: int) -> str:
    return "body" if seed % BODIES == 0 else "page"


def length_of(seed: int) -> int:
    """n, so that 4n is 40 kB to 5 MB; most are short."""
    chance = random.Random(f"length {seed}")
    least, most = chance.choices(((10, 15), (15, 50), (250, 1250)), (30, 9, 1))[0]
    return 1000 * round(math.exp(chance.uniform(math.log(least), math.log(most))))


async def one(bench: ProcessPool, seed: int, length: int, *, mended: bool) -> dict[str, Any]:
    value = {"seed": seed, "length": length}
    try:
        found = dict(await bench.run(LOOKS, kind_of(seed), value))
    except (CutOff, TaskFailed) as error:
        return {"spent": {}, "wrong": [f"{type(error).__name__} {error} at {length}"], "characters": length}
    if mended:
        with contextlib.suppress(CutOff):  # then the report is made without patches
            found["spent"] |= (await bench.run(PATCHES, "patches", value))["spent"]
    return found


async def pair(bench: ProcessPool, seed: int, *, times: int = 1, mended: bool | None = None) -> Pair:
    """The least of so many."""
    length = length_of(seed)
    mend = kind_of(seed) == "page" and (seed % MENDED == 1 if mended is None else mended)
    runs = [
        [await one(bench, seed, TIMES**power * length, mended=mend) for _ in range(times)] for power in (0, 1)
    ]
    spent = {
        stage: (_least(runs[0], stage), _least(runs[1], stage))
        for stage in STAGES
        if all(any(stage in run["spent"] for run in each) for each in runs)
    }
    wrong = dict.fromkeys(reason for each in runs for run in each for reason in run["wrong"])
    late = [
        f"{stage} took {most:.1f} s"
        for stage, (_, most) in spent.items()
        if most > MOST_S.get(stage, math.inf)
    ]
    if mend and "mend" not in spent:
        spent["given up"] = (0.0, 0.0)
    return Pair(
        seed=seed,
        length=length,
        spent=spent,
        characters=(runs[0][0]["characters"], runs[1][0]["characters"]),
        wrong=(*wrong, *late),
    )


def _least(runs: list[dict[str, Any]], stage: str) -> float:
    return min(float(run["spent"][stage]) for run in runs if stage in run["spent"])


def steep(found: Pair) -> list[str]:
    return [stage for stage in found.spent if found.exponent(stage) > MOST_EXPONENT]


def told(found: Pair, stage: str) -> str:
    small, large = found.spent[stage]
    return (
        f"seed {found.seed} ({found.characters[0]:,} and {found.characters[1]:,} characters), {stage}: "
        f"{small * 1000:.0f} and {large * 1000:.0f} ms, exponent {found.exponent(stage):.2f}"
    )


async def measured(seeds: Sequence[int]) -> list[Pair]:
    bench = ProcessPool(TASKS)
    await bench.start()
    began = time.monotonic()
    done: list[Pair] = []
    waiting = iter(seeds)

    async def worker() -> None:
        for seed in waiting:
            found = await pair(bench, seed)
            if not found.wrong and steep(found):
                found = await pair(bench, seed, times=3, mended="mend" in steep(found))
            for stage in steep(found):
                print(told(found, stage), flush=True)
            for reason in found.wrong:
                print(f"seed {seed}: {reason}", flush=True)
            done.append(found)
            if len(done) % 50 == 0:
                print(f"{2 * len(done):,} documents, {time.monotonic() - began:.0f} s", flush=True)

    try:
        await asyncio.gather(*(worker() for _ in range(LOOKS.children)))
    finally:
        await bench.close()
    return done


def row(stage: str, pairs: list[Pair]) -> tuple[str, ...]:
    having = [found for found in pairs if stage in found.spent]
    telling = [found.exponent(stage) for found in having if found.exponent(stage)]
    worst = max(having, key=lambda found: found.exponent(stage))
    slowest = max(having, key=lambda found: found.spent[stage][1])
    return (
        stage,
        f"{2 * len(having):,}",
        f"{len(telling):,}",
        f"{sorted(telling)[len(telling) // 2]:.2f}" if telling else "–",
        f"{worst.exponent(stage):.2f} (seed {worst.seed})" if telling else "–",
        str(sum(exponent > MOST_EXPONENT for exponent in telling)),
        f"{slowest.spent[stage][1]:.2f} s (seed {slowest.seed})",
    )


def write(pairs: list[Pair], first: int, seconds: float) -> None:
    sizes = [size for found in pairs for size in found.characters]
    wrong = Counter(reason for found in pairs for reason in found.wrong)
    head = (
        "stage",
        "documents",
        "pairs long enough to tell",
        "exponent, median",
        "largest",
        "above 1.2",
        "longest CPU",
    )
    rows = [row(stage, pairs) for stage in STAGES if any(stage in found.spent for found in pairs)]
    results.write(
        "Made-up documents",
        f"{2 * len(pairs):,} documents from seed {first}, {min(sizes) / 1000:,.0f} kB to {max(sizes) / 1e6:.1f} MB, in {seconds / 60:.0f} minutes: "
        f"{sum(bool(found.wrong) for found in pairs)} pairs without a whole answer in time (asked: 0); of "
        f"{sum('mend' in found.spent or 'given up' in found.spent for found in pairs)} pairs whose patches were tried, "
        f"{sum('given up' in found.spent for found in pairs)} are told without them for want of computing.\n\n"
        + results.table(head, rows)
        + (
            "\n\n" + "\n".join(f"- {count} × {reason}" for reason, count in wrong.most_common())
            if wrong
            else ""
        ),
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=2000, help="documents, two of each shape")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", type=int, help="this seed alone, the least of three")
    asked.add_argument("--store", action="store_true", help="write bench/RESULTS.md")
    options = asked.parse_args()
    if options.only is not None:
        found = asyncio.run(_alone(options.only))
        print("\n".join([*found.wrong, *(told(found, stage) for stage in found.spent)]))
        return
    began = time.monotonic()
    pairs = asyncio.run(measured(range(options.seed, options.seed + options.count // 2)))
    if options.store:
        write(pairs, options.seed, time.monotonic() - began)
    bad = [found for found in pairs if found.wrong or steep(found)]
    print(f"{2 * len(pairs):,} documents, {len(bad)} shapes that are not as they should be")
    sys.exit(bool(bad))


async def _alone(seed: int) -> Pair:
    bench = ProcessPool(TASKS)
    try:
        return await pair(bench, seed, times=3, mended=True)
    finally:
        await bench.close()


if __name__ == "__main__":
    main()
