"""Clients that ask one address after the other until they are told to stop, and note how each was answered."""

import collections
import http.client
import itertools
import threading
import time


class Load:
    """`count` clients, each with a connection that is kept, who give up after some seconds. `expected` has the ETag and the bytes of each
    target's answer, and learns those of new ones."""

    def __init__(self, host, port, targets, expected, count=8, seconds=60):
        self.host, self.port, self.expected, self.seconds = host, port, expected, seconds
        self.statuses = collections.Counter()
        #: What went wrong: the second after the beginning, the target, and how.
        self.faults = []
        #: The seconds of the slowest answer, and the number of those that took a second or more.
        self.slowest, self.slow = 0.0, 0
        self.lock, self.ending, self.began = threading.Lock(), threading.Event(), time.monotonic()
        self.targets = itertools.cycle(targets)
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def work(self):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=self.seconds)
        while not self.ending.is_set():
            with self.lock:
                target = next(self.targets)
            began = time.monotonic()
            try:
                connection.request("GET", target)
                response = connection.getresponse()
                body, status, tag = response.read(), response.status, response.getheader("ETag")
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                body, status, tag = b"", repr(error), None
            ended = time.monotonic()
            with self.lock:
                self.statuses[status] += 1
                self.slowest = max(self.slowest, ended - began)
                self.slow += ended - began >= 1
                if status == 200 and self.expected.setdefault(target, (tag, body)) != (tag, body):
                    status = "other bytes"
                if status != 200:
                    self.faults.append((round(began - self.began, 1), target, status))
        connection.close()

    def end(self):
        """Ends it when the answers under way are there; tells how it went."""
        self.ending.set()
        for thread in self.threads:
            thread.join()
        return self

    def __repr__(self):
        return f"{self.statuses.total()} requests, {len(self.faults)} failed, slowest {self.slowest:.2f} s, {self.slow} of a second or more"


def at_once(count, ask):
    """Has as many threads do the same at the same moment, and answers what each returned."""
    barrier, answers = threading.Barrier(count), []

    def work():
        barrier.wait()
        answers.append(ask())

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
