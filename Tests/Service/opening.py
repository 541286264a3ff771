"""A process that fails to open files, or hangs while opening them, on demand. Needs only the standard library."""

# `socket.send_fds` imports `array`, but the new process can't import anything.
import array  # noqa: F401
import contextlib
import ctypes
import errno
import fcntl
import os
import platform
import re
import select
import socket
import struct
import subprocess
import threading


def start_opening(test, start):
    """Starts a program for a test. `start` receives a function to call in the new process. Returns an `Opening`, and the result of `start`."""
    opening = Opening()
    test.addCleanup(opening.end)
    try:
        return opening, start(opening.install)
    except subprocess.SubprocessError:
        test.skipTest("This system does not support seccomp_unotify.")


class Opening:
    """Controls how a process and its children open files. Within `failing()`, openat(2) fails with EMFILE; within `held()`, it does not return.

    The kernel notifies this process of each call (seccomp_unotify(2)). The table of files is not really full, since libdispatch ends a process if it
    can't open /proc/ID/stat of its threads. It does that once a second while work waits (`_dispatch_workq_count_runnable_workers`).
    """

    CALLS = {"x86_64": (317, 257), "aarch64": (277, 56)}
    FILE_OF_LIBDISPATCH = re.compile(rb"/proc/\d+/stat\0")
    RECEIVE, SEND = 0xC0502100, 0xC0182101
    LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
    ALLOW, NOTIFY = 0x7FFF0000, 0x7FC00000

    def __init__(self):
        self.seccomp, self.openat = self.CALLS[platform.machine()]
        self.is_failing = self.is_held = False
        self.waiting = []
        self.here, self.there = socket.socketpair()
        threading.Thread(target=self.respond, daemon=True).start()

    def install(self):
        """Installs the filter in this process, which then becomes the program."""
        steps = [(self.LOAD, 0, 0, 0), (self.JUMP_IF_EQUAL, 0, 1, self.openat), (self.RETURN, 0, 0, self.NOTIFY), (self.RETURN, 0, 0, self.ALLOW)]
        code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
        program = ctypes.create_string_buffer(struct.pack("HL", len(steps), ctypes.addressof(code)))
        libc = ctypes.CDLL(None, use_errno=True)
        set_no_new_privileges, set_filter, new_listener = 38, 1, 8
        libc.prctl(set_no_new_privileges, 1, 0, 0, 0)
        listener = libc.syscall(self.seccomp, set_filter, new_listener, ctypes.byref(program))
        if listener < 0:
            raise OSError(ctypes.get_errno(), "Can't set a filter with a listener.")
        socket.send_fds(self.there, [b"filter"], [listener])

    def respond(self):
        """Responds to the kernel until the process and its children have ended."""
        _, (listener,), _, _ = socket.recv_fds(self.here, 16, 1)
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        while not poll.poll()[0][1] & select.POLLHUP:
            # If the process was killed in the meantime, its call needs no response.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                call = bytearray(80)
                fcntl.ioctl(listener, self.RECEIVE, call)
                is_affected = (self.is_held or self.is_failing) and not self.FILE_OF_LIBDISPATCH.match(self.path(call))
                if is_affected and self.is_held:
                    self.waiting.append(call)
                    continue
                carry_on = 0 if is_affected else 1
                fcntl.ioctl(listener, self.SEND, call[:8] + struct.pack("qiI", 0, 0 if carry_on else -errno.EMFILE, carry_on))
        os.close(listener)

    @staticmethod
    def path(call):
        """Returns the start of the path of a call, from the memory of the calling thread."""
        thread, address = struct.unpack_from("I", call, 8)[0], struct.unpack_from("Q", call, 40)[0]
        with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:
            return os.pread(memory.fileno(), 32, address)

    @contextlib.contextmanager
    def failing(self):
        self.is_failing = True
        yield
        self.is_failing = False

    @contextlib.contextmanager
    def held(self):
        """Makes each call wait until its process ends, as for a disk that does not respond. `waiting` contains these calls."""
        self.is_held = True
        yield
        self.is_held = False

    def end(self):
        self.here.close()
        self.there.close()
