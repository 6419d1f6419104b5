"""How many connections a process may have open: each is a file, and one that cannot be opened would go unanswered."""

from __future__ import annotations

import resource

#: for the database, the browser's pipes, children, logs and connections to others
OWN_FILES = 256
FEWEST_CONNECTIONS = 64
#: connections that may wait in the kernel to be taken
MOST_WAITING = 2048


def most_connections() -> int:
    """Take as many files as the system gives for the asking; so many connections leave enough of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # a kernel that has less than it says
            pass
    if soft == resource.RLIM_INFINITY:
        return 0
    return max(FEWEST_CONNECTIONS, soft - OWN_FILES)
