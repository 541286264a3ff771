"""The watchdog of tests in Swift, and the reports from their event stream."""

import json
import pathlib
import runpy
import signal
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
WATCH = TESTS / "watch"
# Prints its process id, and never ends.
HANGS = "echo $$ >&2; exec sleep 100000"


def event(kind, seconds, test="", **more):
    payload = {"kind": kind, "instant": {"absolute": seconds}, **({"testID": test} if test else {}), **more}
    return json.dumps({"version": 0, "kind": "event", "payload": payload}) + "\n"


def skip(test, reason=""):
    text = f'Test "{test}" skipped' + (f': "{reason}"' if reason else ".")
    return event("testSkipped", 1, test, messages=[{"symbol": "skip", "text": text}])


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="postcard-watch-")
        self.addCleanup(folder.cleanup)
        self.events = pathlib.Path(folder.name) / "events.jsonl"

    def run_tool(self, name, *arguments):
        return subprocess.run([TESTS / name, *arguments], capture_output=True, text=True)


class ProgressLimit(unittest.TestCase):
    def test_run_ends_only_after_the_limit_without_changes(self):
        progress = runpy.run_path(str(WATCH))["Progress"](300, now=0)
        # The state changes just in time, for hours.
        for number in range(100):
            self.assertFalse(progress.is_over(number, now=number * 299))
        last = 99 * 299
        self.assertFalse(progress.is_over(99, now=last + 300))
        self.assertTrue(progress.is_over(99, now=last + 301))

    def test_run_without_any_events_ends(self):
        progress = runpy.run_path(str(WATCH))["Progress"](300, now=0)
        self.assertFalse(progress.is_over(None, now=300))
        self.assertTrue(progress.is_over(None, now=301))


class Watching(Case):
    def test_status_and_output_are_passed_through(self):
        done = self.run_tool("watch", self.events, "--", "sh", "-c", "echo out; echo err >&2; exit 7")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "out\n", "err\n"))

    def test_status_after_a_signal_is_128_plus_its_number(self):
        self.assertEqual(self.run_tool("watch", self.events, "--", "sh", "-c", "kill -KILL $$").returncode, 137)

    def test_run_without_progress_is_killed_with_its_children_and_lists_its_tests(self):
        self.events.write_text(event("testStarted", 1, "T/A.swift:1:1") + event("testEnded", 2, "T/A.swift:1:1")
                               + event("testStarted", 1, "T/hangs()/A.swift:9:1"))
        done = self.run_tool("watch", "--limit", "0.2", self.events, "--", "sh", "-c", f"({HANGS}) & wait")
        self.assertEqual(done.returncode, 124)
        self.assertEqual(done.stdout, "Ended: no progress for 0.2 s.\nDID NOT END: T/hangs()/A.swift:9:1\n")
        # `subprocess.run` returned, so no process holds the other end of the pipe: the child has ended.

    def test_signals_are_forwarded(self):
        for number, script in ((signal.SIGINT, "trap 'exit 3' INT"), (signal.SIGTERM, "trap 'exit 4' TERM")):
            with self.subTest(number):
                running = subprocess.Popen(
                    [WATCH, self.events, "--", "sh", "-c", f"{script}; echo ready; while :; do sleep 0.1; done"], stdout=subprocess.PIPE, text=True,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
                self.addCleanup(running.stdout.close)
                self.assertEqual(running.stdout.readline(), "ready\n")
                running.send_signal(number)
                self.assertEqual(running.wait(timeout=60), 3 if number == signal.SIGINT else 4)


class Events(Case):
    def test_duration_of_a_test_is_the_sum_of_its_cases(self):
        self.events.write_text(
            event("runStarted", 0) + event("testStarted", 1, "T/Suite") + event("testStarted", 1, "T/Suite/one()/A.swift:1:1")
            + event("testStarted", 1, "T/Suite/many(_:)/A.swift:2:1") + event("testEnded", 3.5, "T/Suite/one()/A.swift:1:1")
            + event("testCaseStarted", 4, "T/Suite/many(_:)/A.swift:2:1") + event("testCaseStarted", 5, "T/Suite/many(_:)/A.swift:2:1")
            + event("testCaseEnded", 6, "T/Suite/many(_:)/A.swift:2:1") + event("testCaseEnded", 6, "T/Suite/many(_:)/A.swift:2:1")
            + event("testEnded", 6, "T/Suite/many(_:)/A.swift:2:1") + event("testEnded", 6, "T/Suite") + '{"kind": "ev')
        self.assertEqual(self.run_tool("events", self.events).stdout, "   3.0 s  T/Suite/many(_:)/A.swift:2:1\n")
        self.assertEqual(self.run_tool("events", "--running", self.events).stdout, "")

    def test_unfinished_tests_with_and_without_parameters_are_listed(self):
        many, waiting = "T/Suite/many(_:)/A.swift:2:1", "T/Suite/waiting(_:)/A.swift:3:1"
        self.events.write_text(
            event("testStarted", 1, "T/Suite") + event("testStarted", 1, "T/Suite/one()/A.swift:1:1") + event("testStarted", 1, many)
            + event("testCaseStarted", 2, many) + event("testCaseStarted", 2, many) + event("testCaseEnded", 4, many)
            + event("testStarted", 1, waiting) + event("testCaseStarted", 2, waiting) + event("testCaseEnded", 3, waiting))
        self.assertEqual(
            self.run_tool("events", "--running", self.events).stdout, f"DID NOT END: {many}\nDID NOT END: T/Suite/one()/A.swift:1:1\n")

    def test_long_list_of_unfinished_tests_is_truncated(self):
        self.events.write_text("".join(event("testStarted", 1, f"T/Suite/one()/A.swift:{number}:1") for number in range(100, 200)))
        lines = self.run_tool("events", "--running", self.events).stdout.splitlines()
        self.assertEqual((len(lines), lines[-1]), (31, "DID NOT END: 70 more, which may only have waited for their turn"))

    def test_skipped_tests_are_counted_by_reason(self):
        self.events.write_text(
            skip("T/One/a()/A.swift:1:1", "needs ffmpeg") + skip("T/One/b()/A.swift:2:1", "needs ffmpeg") + skip("T/One/c()/A.swift:3:1")
            + skip("T/Two", "needs root") + skip("T/Three", "needs a clock") + skip("T/Three/a()/B.swift:1:1", "needs a clock"))
        self.assertEqual(
            self.run_tool("events", "--skipped", self.events).stdout,
            "Skipped 2: needs ffmpeg\nSkipped 1: T/One/c()/A.swift:3:1\nSkipped 1: needs root\nSkipped 1: needs a clock\n")


# A class with a test that passes, and one that starts a process and hangs.
HANGING = """
import subprocess, threading, unittest

class Hanging(unittest.TestCase):
    def test_1_passes(self):
        pass

    def test_2_hangs(self):
        subprocess.Popen(["sleep", "100000"])
        threading.Event().wait()

    def test_3_never_runs(self):
        pass
"""


class Running(unittest.TestCase):
    def test_class_without_progress_is_killed_with_its_children_and_its_test_is_reported(self):
        with tempfile.TemporaryDirectory(prefix="postcard-run-") as name:
            folder = pathlib.Path(name) / "Tests"
            for each in ("Tools", "Service", "../Scripts"):
                (folder / each).mkdir(parents=True)
            for each in ("run", "../Scripts/usage.py"):
                (folder / each).write_text((TESTS / each).read_text())
            (folder / "Tools/test_hanging.py").write_text(HANGING)
            (folder / "Service/test_passing.py").write_text("import unittest\nclass Passing(unittest.TestCase):\n    def test(self): pass\n")
            done = subprocess.run(
                [sys.executable, folder / "run", "Tools", "Service"], capture_output=True, text=True, env={"POSTCARD_LONGEST_PAUSE": "5"})
        # `subprocess.run` returned, so no process holds the other end of its pipes: the test's child has ended too.
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("FAILED: Tools.test_hanging.Hanging.test_2_hangs\nIts process ended with status 1", done.stdout)
        self.assertIn("The class has 3 tests, of which 1 had ended", done.stdout)
        self.assertIn("in test_2_hangs", done.stderr)
        self.assertRegex(done.stdout, r"FAILED: 3 tests, 1 failed, 0 skipped, in \d+ s with 2 processes\.\n$")


if __name__ == "__main__":
    unittest.main()
