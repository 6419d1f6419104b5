"""`coldread-mcp` as `uvx` starts it: where nothing of the service is installed."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "clients" / "mcp" / "src"
BY_ITSELF = (
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); sys.modules['coldread'] = None; "
    "from coldread_mcp import main; main()",
)
