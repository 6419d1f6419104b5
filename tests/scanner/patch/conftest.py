"""The browser of the render tests, for patches that only a browser can prove."""

from tests.scanner.render.conftest import studio

__all__ = ["studio"]
