"""The privileges that a process gives up before it reads outsiders' content: new privileges, sockets, programs, others'
memory, files.

Each part is requested separately, and skipped if the kernel does not support it. The limits on CPU and memory do not
depend on it."""

from __future__ import annotations

import ctypes
import dataclasses
import errno
import os
import platform
import struct
from collections.abc import Iterable
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 1, 38, 22
SECCOMP_MODE_FILTER = 2
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM


@dataclasses.dataclass(frozen=True, kw_only=True)
class Machine:
    """How a kernel numbers its system calls."""

    audit: int
    calls: dict[str, int]


#: refused: the network, other programs, other processes, other ways into the kernel
_X86_64 = {
    "socket": 41, "connect": 42, "accept": 43, "bind": 49, "listen": 50, "socketpair": 53, "accept4": 288,
    "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "clone3": 435,
    "kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "pidfd_open": 434, "pidfd_send_signal": 424,
    "pidfd_getfd": 438, "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312,
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "setns": 308, "unshare": 272, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425,
    "keyctl": 250, "add_key": 248, "request_key": 249, "open_by_handle_at": 304, "init_module": 175,
    "finit_module": 313, "kexec_load": 246, "reboot": 169, "mq_open": 240, "shmget": 29, "msgget": 68,
}  # fmt: skip
_AARCH64 = {
    "socket": 198, "connect": 203, "accept": 202, "bind": 200, "listen": 201, "socketpair": 199, "accept4": 242,
    "clone": 220, "execve": 221, "execveat": 281, "clone3": 435,
    "kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "pidfd_open": 434, "pidfd_send_signal": 424,
    "pidfd_getfd": 438, "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272,
    "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "setns": 268, "unshare": 97, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "io_uring_setup": 425,
    "keyctl": 219, "add_key": 217, "request_key": 218, "open_by_handle_at": 265, "init_module": 105,
    "finit_module": 273, "kexec_load": 104, "reboot": 142, "mq_open": 180, "shmget": 194, "msgget": 186,
}  # fmt: skip
MACHINES = {
    "x86_64": Machine(audit=0xC000003E, calls=_X86_64),
    "aarch64": Machine(audit=0xC00000B7, calls=_AARCH64),
}
#: numbers of another ABI on the same machine (x32)
_FIRST_FOREIGN = 0x40000000

_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
#: rights of the first version of Landlock: execute, write, read, list, remove, make; all are restricted, two are
#: granted
_EVERY_ACCESS = (1 << 13) - 1
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3


def end_with_parent(signal_number: int) -> None:
    """Ask the kernel for this signal when the thread that started this process ends."""
    _libc().prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)


def confine(readable: Iterable[Path]) -> None:
    """Restrict this process from now on. `readable`: folders of our code and data."""
    libc = _libc()
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
        _refuse_files(libc, readable)
        _refuse_calls(libc)


def filter_program(machine: Machine) -> bytes:
    """The seccomp filter: foreign numbers and every call of the table get EPERM, the rest is allowed."""
    refused = sorted(machine.calls.values())
    steps = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, len(refused) + 1, 0, _FIRST_FOREIGN),
    ]
    steps += [(_EQUAL, len(refused) - index, 0, number) for index, number in enumerate(refused)]
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _refuse_calls(libc: ctypes.CDLL) -> None:
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return
    code = filter_program(machine)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(head), 0, 0)


def _refuse_files(libc: ctypes.CDLL, readable: Iterable[Path]) -> None:
    governed = struct.pack("Q", _EVERY_ACCESS)
    ruleset = libc.syscall(_LANDLOCK_CREATE, ctypes.c_char_p(governed), ctypes.c_size_t(8), 0)
    if ruleset < 0:
        return
    try:
        for folder in readable:
            place = os.open(folder, os.O_PATH | os.O_CLOEXEC)
            rule = struct.pack("=Qi", _READ_FILE | _READ_FOLDER, place)
            libc.syscall(_LANDLOCK_ADD, ruleset, 1, ctypes.c_char_p(rule), 0)
            os.close(place)
        libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc
