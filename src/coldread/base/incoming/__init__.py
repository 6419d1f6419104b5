"""Reading what outsiders send, within limits: addresses, host names, headers, bodies, JSON."""
