"""Compares the scan with readers: pages from public repositories, labelled by readers who never saw the scan."""
