"""What runs beside a server in tests: workers of its database, and an outside pipeline."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.harness.process import ServerProcess, ended, launch

EXAMPLE = Path(__file__).parents[2] / "examples" / "pipeline" / "pipeline.py"


class Worker:
    """One `coldread work`; its log is kept beside the server's."""

    def __init__(self, server: ServerProcess, queues: str) -> None:
        self.log = server.log.with_name(f"work-{queues}-{time.monotonic_ns()}.log")
        self.process = launch(
            ["work", "--queues", queues],
            server.environ,
            self.log,
            fresh=server.fresh,
            new_session=True,  # its browser dies with it when the group is killed
        )

    def stop(self, within: float = 20) -> None:
        """Told to end, it ends in order."""
        ended(self.process, within)
        assert self.process.wait() == 0, self.log.read_text()[-3000:]

    def kill(self) -> None:
        """As a power cut would, browser included."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


@contextmanager
def workers(server: ServerProcess, *queues: str) -> Iterator[list[Worker]]:
    """Workers for as long as the test needs them."""
    started = [Worker(server, queue) for queue in queues]
    try:
        yield started
    finally:
        for worker in started:
            if worker.process.poll() is None:
                worker.stop()


@contextmanager
def outside_pipeline(key: str) -> Iterator[str]:
    """The worked example as a process; its address."""
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLE), "serve", "0"],
        env={**os.environ, "PIPELINE_KEY": key},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.communicate()
