"""Hosts of a network of our own: namespaces on a bridge, one of them behind a line that is slow and loses packets."""

import atexit
import ctypes
import fcntl
import heapq
import json
import os
import random
import select
import struct
import subprocess
import sys
import time

NETWORK = "10.77.0"
#: The host that runs the tests: its namespace has the bridge.
CLIENT = f"{NETWORK}.1"


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Host:
    """A host with an address, in a network namespace of its own."""

    def __init__(self, name, number):
        self.name, self.address = name, f"{NETWORK}.{number}"
        #: The beginning of a command that runs here.
        self.within = ["ip", "netns", "exec", name]
        ip("netns", "add", name)
        ip("-n", name, "link", "set", "lo", "up")

    def connect(self):
        """Connects it with the bridge by a cable, of which one end has its name."""
        ip("link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", self.name, "master", "bridge", "up")
        self.address_up()

    def address_up(self):
        ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        ip("-n", self.name, "link", "set", "eth0", "up")

    def cut(self):
        """Pulls the cable."""
        ip("link", "set", self.name, "down")

    def mend(self):
        ip("link", "set", self.name, "up")


def make_bridge():
    ip("link", "set", "lo", "up")
    ip("link", "add", "bridge", "type", "bridge")
    ip("address", "add", f"{CLIENT}/24", "dev", "bridge")
    ip("link", "set", "bridge", "up")


class Line:
    """A line to a host that takes time and loses packets, of which nothing but the packets' order is kept: a process between two network devices.

    Linux has netem for this; not every kernel does."""

    def __init__(self, host, delay, jitter, loss):
        """`delay` and `jitter` are seconds there and back together, `loss` is the share of packets that is lost each way."""
        self.process = subprocess.Popen(
            [sys.executable, __file__, host.name, json.dumps([delay / 2, jitter / 2, loss])], stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        assert self.process.stdout.readline() == "ready\n"
        ip("link", "set", host.name, "master", "bridge", "up")
        host.address_up()

    def end(self):
        """Ends the line, and tells how many packets it had and how many of them it lost."""
        self.process.terminate()
        return json.loads(self.process.communicate()[0])


# <linux/if_tun.h>
TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000


def tap(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI))
    return device


def carry(name, delay, jitter, loss):
    """Carries frames between a device of this namespace and `eth0` of another until it is told to end."""
    import signal

    ends = tap(name), tap("far")
    ip("link", "set", "far", "netns", name)
    ip("-n", name, "link", "set", "far", "name", "eth0")
    print("ready", flush=True)
    counts = {"packets": 0, "lost": 0}

    def finish(*_):
        print(json.dumps(counts), flush=True)
        os._exit(0)

    signal.signal(signal.SIGTERM, finish)
    # One after the other, as on a line: none overtakes another of its direction.
    waiting, last, number = [], {end: 0.0 for end in ends}, 0
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, end, frame = heapq.heappop(waiting)
            try:
                os.write(end, frame)
            except OSError:
                # A device that is down, or has no room: as on any line.
                counts["lost"] += 1
        ready, _, _ = select.select(ends, [], [], waiting[0][0] - now if waiting else None)
        for end in ready:
            for _ in range(64):
                try:
                    frame = os.read(end, 65_536)
                except OSError:
                    break
                counts["packets"] += 1
                if random.random() < loss:
                    counts["lost"] += 1
                    continue
                other = ends[end == ends[0]]
                last[other] = max(last[other], time.monotonic() + delay + random.uniform(-jitter, jitter))
                number += 1
                heapq.heappush(waiting, (last[other], number, other, frame))


if __name__ == "__main__":
    # Ends with the tests, however they end.
    ctypes.CDLL(None).prctl(1, 9)
    carry(sys.argv[1], *json.loads(sys.argv[2]))
