"""Texts about an order that several packages use: `say("sv", "order.placed")`."""

from __future__ import annotations

from coldread.base.texts.texts import room

say = room("coldread.base")
