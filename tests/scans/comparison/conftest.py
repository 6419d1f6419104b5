"""Real scans need the browser that the tests of the renderer have."""

from tests.scanner.render.conftest import studio

__all__ = ["studio"]
