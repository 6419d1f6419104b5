"""How many connections a process may have open. Each is a file, and without a free one a connection stays unanswered."""

from __future__ import annotations

import resource

#: files for the database, the browser's pipes, children, logs and outgoing connections
OWN_FILES = 256
FEWEST_CONNECTIONS = 64
#: connections that may wait in the kernel to be accepted
MOST_WAITING = 2048


def most_connections() -> int:
    """Raise the limit of open files to the system's maximum. Returns how many connections leave enough of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # a kernel that allows less than it reports
            pass
    if soft == resource.RLIM_INFINITY:
        return 0
    return max(FEWEST_CONNECTIONS, soft - OWN_FILES)
