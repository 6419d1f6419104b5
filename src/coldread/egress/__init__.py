"""The only module that connects to addresses from outsiders: scan targets, their resources, links, endpoints."""
