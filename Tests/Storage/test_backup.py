"""Backups with the scripts in Documentation/Guides/Backup.md, made while several commands write to the library."""

import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from test_storage import LONGEST, PICTURE, PROGRAM, ROOT

PAGE = ROOT / "Documentation/Guides/Backup.md"


def scripts(title):
    """The lines of the scripts under a heading on the page: one for the backup, and one to restore it."""
    section = PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [script.splitlines() for script in re.findall(r"```sh\n(.*?)```", section, re.DOTALL)]


class Shell:
    """A shell that runs one line after the other."""

    END = "end of a line"

    def __init__(self, environment):
        self.process = subprocess.Popen(
            ["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        self.output = ""

    def run(self, line):
        """Runs a line. Returns True if the shell continues."""
        print(f"{line}\necho '{self.END}'", file=self.process.stdin, flush=True)
        for printed in self.process.stdout:
            if printed.strip() == self.END:
                return True
            self.output += printed
        return False

    def end(self):
        """Ends the shell, and returns its exit status."""
        self.process.communicate()
        return self.process.returncode


class Writers:
    """Threads that write to a library, each with one command after another, until the end of a block."""

    def __init__(self, changes):
        self.ids = [[] for _ in changes]
        self.error = None
        self.condition = threading.Condition()
        self.is_over = False
        self.threads = [threading.Thread(target=self.work, args=each) for each in zip(changes, self.ids)]

    def work(self, change, ids):
        for number in itertools.count():
            if self.is_over:
                return
            try:
                made = change(number)
            except Exception as error:
                made, self.error = None, error
            with self.condition:
                ids.append(made)
                self.condition.notify_all()
            if self.error:
                return

    def wait(self):
        """Waits until each thread has made another change, and returns all acknowledged changes."""
        with self.condition:
            wanted = [len(ids) + 1 for ids in self.ids]
            if not self.condition.wait_for(lambda: self.error or all(len(ids) >= count for ids, count in zip(self.ids, wanted)), timeout=LONGEST):
                raise AssertionError("A command did not end.")
            if self.error:
                raise self.error
            return {made for ids in self.ids for made in ids}

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        for thread in self.threads:
            thread.join()


class Common:
    """The tests for both tools."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        # The default path, which commands and the page use.
        self.library = self.folder / ".local/share/postcard"
        programs = [pathlib.Path(sys.executable).parent, PROGRAM.parent, os.environ["PATH"]]
        self.environment = {
            "PATH": ":".join(map(str, programs)), "HOME": str(self.folder), "POSTCARD_LIBRARY": str(self.library), "TZ": "UTC",
            "RCLONE_CONFIG": "", "RCLONE_CONFIG_BACKUP_TYPE": "alias", "RCLONE_CONFIG_BACKUP_REMOTE": str(self.folder / "backup"),
            "RESTIC_REPOSITORY": str(self.folder / "backup"), "RESTIC_PASSWORD": "secret"}
        self.back_up, self.restore = scripts(self.title)

    def postcard(self, *arguments):
        """Runs a command, and returns its output."""
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=self.environment, cwd=self.folder, timeout=LONGEST)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        return done.stdout

    def created_id(self, *arguments):
        """Runs a command, and returns the id of the item that it creates."""
        return re.search(r"\b(?:journal|entry|meme)-[0-9a-z]{12}\b", self.postcard(*arguments))[0]

    def journal(self, number):
        return self.created_id("journal", "new", f"Journal {number}")

    def entry(self, number):
        # Each entry has a different file.
        picture = self.folder / "picture.jpg"
        picture.write_bytes(PICTURE.read_bytes() + f"{number}".encode() * (1 + number * 20_000))
        return self.created_id("entry", "new", picture, "--text", f"{number}")

    def meme(self, number):
        return self.created_id("meme", "--template", "crossroads", f"{number}", "b", "--size", "120")

    def run_script(self, lines, between=lambda: None):
        """Runs lines from the page, and calls `between` after each. Returns the exit status, the completed lines, and the output."""
        shell = Shell(self.environment)
        ran = []
        for line in lines:
            if not shell.run(line):
                break
            ran.append(line)
            between()
        return shell.end(), ran, shell.output

    def restored(self):
        """Restores the library, and returns the ids of all its items."""
        status, _, output = self.run_script(self.restore)
        self.assertEqual(status, 0, output)
        restored = self.folder / "restored"
        lists = [self.postcard(kind, "list", "--json", "--library", restored) for kind in ("journal", "entry", "meme")]
        self.assertEqual(*({path.name for path in (each / "templates").glob("*/*")} for each in (self.library, restored)))
        shutil.rmtree(restored)
        return set(re.findall(r'"id" *: *"((?:journal|entry|meme)-\w+)"', "".join(lists)))

    def test_backup_during_writes_is_complete(self):
        self.postcard("template", "add", PICTURE)
        with Writers([self.journal, self.entry, self.meme]) as writers:
            for _ in range(2):
                before = writers.wait()
                status, _, output = self.run_script(self.back_up, writers.wait)
                self.assertEqual(status, 0, output)
                self.assertLessEqual(before, self.restored())
                self.assertLess(before, writers.wait())

    def test_backup_during_compaction_fails(self):
        kept = self.entry(1)
        status, _, output = self.run_script(self.back_up)
        self.assertEqual(status, 0, output)
        removed = self.entry(2)
        # Files older than a day are removed.
        for path in self.library.glob("blobs/??/*"):
            os.utime(path, times=(time.time() - 200_000,) * 2)

        def compact():
            if (self.library / "index.backup.jsonl").read_text().count(removed) and removed in self.postcard("entry", "list", "--json"):
                self.postcard("delete", removed)
                self.postcard("library", "compact")
                self.assertEqual(len([*self.library.glob("blobs/??/*")]), 1)

        status, ran, output = self.run_script(self.back_up, compact)
        self.assertNotEqual(status, 0)
        self.assertTrue(self.back_up[len(ran)].startswith("head "), output)
        self.assertIn("differ", output)
        self.check_earlier_backup(kept)
        status, _, output = self.run_script(self.back_up)
        self.assertEqual(status, 0, output)
        self.assertEqual(self.restored(), {kept})


class Rclone(Common, unittest.TestCase):
    title = "With rclone"

    def check_earlier_backup(self, kept):
        # The earlier backup was not touched.
        self.assertEqual(self.restored(), {kept})


@unittest.skipUnless(shutil.which("restic"), "restic is not installed")
class Restic(Common, unittest.TestCase):
    is_thorough = True
    title = "With restic"

    def setUp(self):
        super().setUp()
        subprocess.run(["restic", "init"], check=True, capture_output=True, env=self.environment)

    def check_earlier_backup(self, kept):
        """restic keeps the earlier backup separately."""


if __name__ == "__main__":
    unittest.main()
