"""Every address that agents' protocols are spoken at."""

from __future__ import annotations

from coldread.protocols.a2a import rest, rpc
from coldread.protocols.finding import addresses
from coldread.protocols.mcp import door
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints([*rest.ENDPOINTS, *rpc.ENDPOINTS, *door.ENDPOINTS, *addresses.ENDPOINTS])
