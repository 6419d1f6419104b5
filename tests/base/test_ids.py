"""Names of what is made: nobody guesses them, and two processes never give the same."""

from __future__ import annotations

import os

from coldread.base.ids import new_request_id


def test_a_forked_process_gives_other_request_ids_than_the_one_it_was_forked_from() -> None:
    told, written = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(written, new_request_id().encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(told, 100).decode() != new_request_id()
