"""The only door to addresses that an outsider named: scan targets, what they load, links, endpoints."""
