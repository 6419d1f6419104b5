"""Every address that agents' protocols are spoken at."""

from __future__ import annotations

from coldread.protocols.a2a import rest, rpc
from coldread.protocols.discovery import endpoints
from coldread.protocols.mcp import transport
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints([*rest.ENDPOINTS, *rpc.ENDPOINTS, *transport.ENDPOINTS, *endpoints.ENDPOINTS])
