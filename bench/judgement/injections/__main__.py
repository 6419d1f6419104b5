"""`python -m bench.judgement.injections lay OUT --sites FOLDER` and `… take OUT KEY`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.judgement.injections.lay import lay
from bench.judgement.injections.take import lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.judgement.injections", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    laying = acts.add_parser("lay", help="write the requests of all arms, and the key beside them")
    laying.add_argument("out", type=Path)
    laying.add_argument("--sites", type=Path, required=True, help="a folder of sites, each with index.html")
    laying.add_argument("--goal", action="append", default=[], metavar="SITE=GOAL", help="else book_call")
    taking = acts.add_parser("take", help="hold each answer.json against its request, and compare the arms")
    taking.add_argument("out", type=Path)
    taking.add_argument("key", type=Path)
    asked = parser.parse_args()
    if asked.act == "lay":
        lay(asked.out, asked.sites, dict(row.split("=", 1) for row in asked.goal))
    else:
        print(*lines(asked.out, asked.key), sep="\n")


if __name__ == "__main__":
    main()
