"""Every address that agents' protocols are spoken at."""

from __future__ import annotations

from coldread.protocols.a2a import rest, rpc
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints([*rest.ENDPOINTS, *rpc.ENDPOINTS])
