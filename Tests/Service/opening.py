"""A process that cannot open files while a test says so, as with a full table of descriptors: only the standard library."""

# `socket.send_fds` imports it, and the new process can import nothing any more.
import array  # noqa: F401
import contextlib
import ctypes
import errno
import fcntl
import os
import platform
import select
import socket
import struct
import threading


class Opening:
    """Opens no files for a process and its children within `refused()`: openat(2) fails with EMFILE there.

    The kernel asks this process about each call (seccomp_unotify(2)). The table is not really full, since libdispatch ends a process in which it
    cannot open /proc/ID/stat of its threads, which it does once a second while work waits (`_dispatch_workq_count_runnable_workers`).
    """

    CALLS = {"x86_64": (317, 257), "aarch64": (277, 56)}
    # How libdispatch opens, and nothing in the program: our own files are closed when another program is started.
    FLAGS_OF_LIBDISPATCH = os.O_RDONLY | os.O_NONBLOCK
    RECEIVE, SEND = 0xC0502100, 0xC0182101
    LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
    ALLOW, ASK = 0x7FFF0000, 0x7FC00000

    def __init__(self):
        self.seccomp, self.openat = self.CALLS[platform.machine()]
        self.is_refused = False
        self.here, self.there = socket.socketpair()
        threading.Thread(target=self.answer, daemon=True).start()

    def install(self):
        """Installs the filter in this process, which is to become the program."""
        steps = [(self.LOAD, 0, 0, 0), (self.JUMP_IF_EQUAL, 0, 3, self.openat), (self.LOAD, 0, 0, 32), (self.JUMP_IF_EQUAL, 1, 0, self.FLAGS_OF_LIBDISPATCH),
                 (self.RETURN, 0, 0, self.ASK), (self.RETURN, 0, 0, self.ALLOW)]
        code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
        program = ctypes.create_string_buffer(struct.pack("HL", len(steps), ctypes.addressof(code)))
        libc = ctypes.CDLL(None, use_errno=True)
        set_no_new_privileges, set_filter, new_listener = 38, 1, 8
        libc.prctl(set_no_new_privileges, 1, 0, 0, 0)
        listener = libc.syscall(self.seccomp, set_filter, new_listener, ctypes.byref(program))
        if listener < 0:
            raise OSError(ctypes.get_errno(), "No filter with a listener can be set.")
        socket.send_fds(self.there, [b"filter"], [listener])

    def answer(self):
        """Answers the kernel until the process and its children have ended."""
        _, (listener,), _, _ = socket.recv_fds(self.here, 16, 1)
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        while not poll.poll()[0][1] & select.POLLHUP:
            # A call whose process was killed in the meantime needs no answer.
            with contextlib.suppress(FileNotFoundError):
                call = bytearray(80)
                fcntl.ioctl(listener, self.RECEIVE, call)
                carry_on = 0 if self.is_refused else 1
                fcntl.ioctl(listener, self.SEND, call[:8] + struct.pack("qiI", 0, 0 if carry_on else -errno.EMFILE, carry_on))
        os.close(listener)

    @contextlib.contextmanager
    def refused(self):
        self.is_refused = True
        yield
        self.is_refused = False

    def end(self):
        self.here.close()
        self.there.close()
