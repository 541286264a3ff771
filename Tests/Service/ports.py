"""Ports for servers that cannot report which port the kernel gave them, and ports that refuse connections: only the standard library."""

import contextlib
import functools
import itertools
import pathlib
import socket

# The number of ports of each process that runs tests.
BLOCK = 100


def ephemeral():
    """The first of the ports that the kernel gives to sockets without one: connections of other tests take them at any time."""
    with contextlib.suppress(OSError, ValueError):
        return int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    return 32_768


@functools.cache
def block():
    """The ports of this process, in turn, below those that the kernel gives away.

    The UDP port of the block's first number is its lock. This process keeps it to its end, so no other process of tests takes the block.
    """
    for first in range(ephemeral() - BLOCK, 1_024, -BLOCK):
        lock = socket.socket(type=socket.SOCK_DGRAM)
        with contextlib.suppress(OSError):
            lock.bind(("127.0.0.1", first))
            return lock, itertools.cycle(range(first + 1, first + BLOCK))
        lock.close()
    raise RuntimeError("Every block of ports is taken.")


def free_port():
    """A port that no other process of tests uses, and this one not again for a long time: a server may end and take it again."""
    _, ports = block()
    for port in itertools.islice(ports, BLOCK):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise RuntimeError("Every port of the block is taken.")


@contextlib.contextmanager
def refusing_port():
    """A port that refuses connections: it belongs to a socket that does not listen."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]
