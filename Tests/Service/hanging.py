"""A folder whose disk stops responding: a file system of one folder with a few files, which this process serves with FUSE (fuse(4)).

Mounting it needs root and /dev/fuse.
"""

import contextlib
import ctypes
import errno
import os
import stat
import struct
import threading

LIBC = ctypes.CDLL(None, use_errno=True)
MNT_DETACH = 2
ROOT = 1
# Request numbers.
LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, INIT, OPENDIR, READDIR, RELEASEDIR, INTERRUPT, BATCH_FORGET = (
    1, 2, 3, 14, 15, 17, 18, 26, 27, 28, 29, 36, 42)


def reason_to_skip():
    """Returns the reason why hanging folders can't be made; None if they can."""
    if os.geteuid():
        return "needs root, to mount a file system"
    return None if os.access("/dev/fuse", os.R_OK | os.W_OK) else "needs /dev/fuse"


class HangingFolder:
    """The folder at `path`. It responds at first. `files` contains contents by name."""

    def __init__(self, path, files):
        self.path = str(path)
        self.files = list(files.items())
        self.responds = threading.Event()
        self.responds.set()
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
        if LIBC.mount(b"postcard-test", self.path.encode(), b"fuse", 0, options):
            raise OSError(ctypes.get_errno(), "mount")
        threading.Thread(target=self.serve, daemon=True).start()

    def hang(self):
        self.responds.clear()

    def respond(self):
        self.responds.set()

    def end(self):
        self.responds.set()
        LIBC.umount2(self.path.encode(), MNT_DETACH)
        os.close(self.device)

    def serve(self):
        # The device ends with the mount.
        with contextlib.suppress(OSError):
            while True:
                request = os.read(self.device, 1 << 20)
                length, kind, unique, node = struct.unpack_from("<IIQQ", request)
                if kind in (FORGET, BATCH_FORGET, INTERRUPT):
                    continue
                if kind != INIT:
                    self.responds.wait()
                body = self.handle(kind, node, request[40:length])
                error, body = (body, b"") if isinstance(body, int) else (0, body)
                os.write(self.device, struct.pack("<IiQ", 16 + len(body), -error, unique) + body)

    def handle(self, kind, node, body):
        """Returns the body of a response, or an error number."""
        if kind == INIT:
            return struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 12, 9, 1 << 17, 1, 0, 0, 0)
        if kind == LOOKUP:
            name = body.rstrip(b"\0").decode()
            found = [number for number, (each, _) in enumerate(self.files) if each == name]
            return struct.pack("<QQQQII", found[0] + 2, 0, 0, 0, 0, 0) + self.attributes(found[0] + 2) if found else errno.ENOENT
        if kind == GETATTR:
            return struct.pack("<QII", 0, 0, 0) + self.attributes(node)
        if kind in (OPEN, OPENDIR):
            return struct.pack("<QII", 0, 0, 0)
        if kind == READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            return self.files[node - 2][1][offset:offset + size]
        if kind == STATFS:
            return struct.pack("<5Q4I24x", 1, 0, 0, 0, 0, 4096, 255, 4096, 0)
        return b"" if kind in (READDIR, RELEASE, RELEASEDIR) else errno.ENOSYS

    def attributes(self, node):
        size = 0 if node == ROOT else len(self.files[node - 2][1])
        mode = stat.S_IFDIR | 0o755 if node == ROOT else stat.S_IFREG | 0o644
        return struct.pack("<6Q10I", node, size, (size + 511) // 512, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)
