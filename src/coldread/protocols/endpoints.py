"""The endpoints of all agent protocols."""

from __future__ import annotations

from coldread.protocols.a2a import rest, rpc
from coldread.protocols.discovery import endpoints as discovery
from coldread.protocols.mcp import transport
from coldread.web.route import Endpoints

FILES = (rest, rpc, transport, discovery)
ENDPOINTS = Endpoints(row for file in FILES for row in file.ENDPOINTS)
