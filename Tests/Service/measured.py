"""Programs as processes whose memory and time are measured, with all that they start."""

import contextlib
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading

MEBIBYTE = 1 << 20


def tree(pid):
    """A process and all below it."""
    found, left = [], [pid]
    while left:
        found.append(left.pop())
        with contextlib.suppress(OSError):
            for children in pathlib.Path(f"/proc/{found[-1]}/task").glob("*/children"):
                left += map(int, children.read_text().split())
    return found


def memory(pid, field="VmHWM"):
    """Bytes that a process has had at most, or has; 0 when it has ended."""
    with contextlib.suppress(OSError):
        if match := re.search(rf"^{field}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text(), re.M):
            return int(match[1]) * 1024
    return 0


class Watch:
    """Looks at a tree of processes some hundred times a second, and ends it when it has taken far too much."""

    def __init__(self, pid, most=2_048 * MEBIBYTE):
        self.pid, self.most, self.seen = pid, most, set()
        # Of all processes together, of the first one, and of the largest one below.
        self.peak = self.own = self.below = 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.done.wait(0.005):
            processes = tree(self.pid)
            self.seen.update(processes[1:])
            # A process that is only being started is in the memory of the one that starts it, and so are the pages of files, since both run the
            # same program. Of the first one, which may have lived long, only what it has now counts.
            now, files = memory(self.pid, "VmRSS"), memory(self.pid, "RssFile")
            below = [memory(pid) - min(files, memory(pid, "RssFile")) for pid in processes[1:]
                     if memory(pid, "VmSize") != memory(self.pid, "VmSize")]
            self.peak, self.own, self.below = max(self.peak, now + sum(below)), max(self.own, now), max([self.below, *below])
            if self.peak > self.most:
                for pid in processes:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

    def end(self):
        self.done.set()
        self.thread.join()


class Run:
    """A program that has run to its end: its status, what it wrote, its seconds of CPU time, its peak of memory, and what it left running."""

    def __init__(self, *command, seconds=30, standard_input=None, environment=None):
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as given:
            given.write(standard_input or b"")
            given.seek(0)
            process = subprocess.Popen(command, stdin=given, stdout=output, stderr=errors, preexec_fn=limit, env=environment)
            watch = Watch(process.pid)
            # The usage of all processes below that were waited for is in it, too.
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            watch.end()
            self.own, self.below, self.peak = watch.own, watch.below, max(watch.peak, usage.ru_maxrss * 1024)
            self.cpu = usage.ru_utime + usage.ru_stime
            self.left = [pid for pid in watch.seen if pathlib.Path(f"/proc/{pid}").exists()]
            self.output, self.errors = (self.read(file) for file in (output, errors))

    @staticmethod
    def read(file):
        file.seek(0)
        return file.read().decode(errors="replace")
