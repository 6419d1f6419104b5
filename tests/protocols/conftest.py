"""The services that the contract's tests have, for the protocols too."""

from tests.contract.conftest import lasting_service, make_quick_service

__all__ = ["lasting_service", "make_quick_service"]
