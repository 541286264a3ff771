"""Ports for servers that can't report the port they got from the kernel, and ports that refuse connections. Needs only the standard library."""

import contextlib
import functools
import itertools
import pathlib
import socket

# The number of ports for each test process.
BLOCK = 100


def ephemeral():
    """Returns the first port that the kernel assigns to sockets. Connections of other tests can use higher ports at any time."""
    with contextlib.suppress(OSError, ValueError):
        return int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    return 32_768


@functools.cache
def block():
    """Returns the ports of this process in turn. They are below those that the kernel assigns.

    The UDP port with the block's first number is its lock. This process keeps it until it ends, so that no other test process uses the block.
    """
    for first in range(ephemeral() - BLOCK, 1_024, -BLOCK):
        lock = socket.socket(type=socket.SOCK_DGRAM)
        with contextlib.suppress(OSError):
            lock.bind(("127.0.0.1", first))
            return lock, itertools.cycle(range(first + 1, first + BLOCK))
        lock.close()
    raise RuntimeError("All blocks of ports are in use.")


def free_port():
    """Returns a port that no other test process uses. This process reuses it only after a long time, so a server can end and bind it again."""
    _, ports = block()
    for port in itertools.islice(ports, BLOCK):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise RuntimeError("All ports of the block are in use.")


@contextlib.contextmanager
def refusing_port():
    """Yields a port that refuses connections, since its socket does not listen."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]
