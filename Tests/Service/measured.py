"""Measures memory and time of programs, including the processes that they start."""

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
    """Returns the ids of a process and its descendants."""
    found, left = [], [pid]
    while left:
        found.append(left.pop())
        with contextlib.suppress(OSError):
            for children in pathlib.Path(f"/proc/{found[-1]}/task").glob("*/children"):
                left += map(int, children.read_text().split())
    return found


def memory(pid, field="VmHWM"):
    """Returns the memory of a process in bytes, its peak by default; 0 if the process has ended."""
    with contextlib.suppress(OSError):
        if match := re.search(rf"^{field}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text(), re.M):
            return int(match[1]) * 1024
    return 0


class Watch:
    """Samples a tree of processes about a hundred times a second, and ends it if it uses far too much memory."""

    def __init__(self, pid, most=2_048 * MEBIBYTE):
        self.pid, self.most, self.seen = pid, most, set()
        # The peaks of all processes together, of the first one, and of its largest descendant.
        self.peak = self.own = self.descendant = 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.done.wait(0.005):
            processes = tree(self.pid)
            self.seen.update(processes[1:])
            # A starting process shares its parent's memory. Pages of files are shared too, since both processes run the same program.
            # The first process may have run for a long time, so its current memory is used instead of its peak.
            now, files = memory(self.pid, "VmRSS"), memory(self.pid, "RssFile")
            descendant = [memory(pid) - min(files, memory(pid, "RssFile")) for pid in processes[1:]
                     if memory(pid, "VmSize") != memory(self.pid, "VmSize")]
            self.peak, self.own, self.descendant = max(self.peak, now + sum(descendant)), max(self.own, now), max([self.descendant, *descendant])
            if self.peak > self.most:
                for pid in processes:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

    def end(self):
        self.done.set()
        self.thread.join()


class Run:
    """A finished run of a program: its status, output, CPU time in seconds, peak memory, and processes that are still running."""

    def __init__(self, *command, seconds=30, standard_input=None, environment=None):
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as given:
            given.write(standard_input or b"")
            given.seek(0)
            process = subprocess.Popen(command, stdin=given, stdout=output, stderr=errors, preexec_fn=limit, env=environment)
            watch = Watch(process.pid)
            # The usage includes that of all descendants that were waited for.
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            watch.end()
            self.own, self.descendant, self.peak = watch.own, watch.descendant, max(watch.peak, usage.ru_maxrss * 1024)
            self.cpu = usage.ru_utime + usage.ru_stime
            self.left = [pid for pid in watch.seen if pathlib.Path(f"/proc/{pid}").exists()]
            self.output, self.errors = (self.read(file) for file in (output, errors))

    @staticmethod
    def read(file):
        file.seek(0)
        return file.read().decode(errors="replace")
