"""Containers with counts at their maximum: the costs of their parsers, in a process with separate limits."""

import pathlib
import resource
import shutil
import subprocess
import tempfile
import unittest

import counts
import service
from bombs import heif

# The address space in bytes. The program, its libraries and the stacks of its threads need about 150 MiB of it.
MOST_BYTES = 320 << 20
# The processor time in seconds for all copies of a file. There are up to 4,200; each takes about a millisecond.
MOST_SECONDS = 60
# The number of files per process.
EACH = 500


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Counts(unittest.TestCase):
    """`info` reads the headers of many files in one process."""

    def run_info(self, files):
        # Each arena of the C library would use 64 MiB of address space.
        return subprocess.run([service.PROGRAM, "info", "--json", *files], env=service.environment(MALLOC_ARENA_MAX="1"), capture_output=True,
                              preexec_fn=limit)

    def check(self, scale):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="postcard-counts-")))
        for each in counts.write(scale, folder):
            files = sorted(each.iterdir())
            self.assertGreater(len(files), 3)
            for start in range(0, len(files), EACH):
                part = files[start:start + EACH]
                run = self.run_info(part)
                if run.returncode in (0, 65, 75):
                    continue
                # One of the files exceeded a limit, or ended the process.
                alone = {path.name: self.run_info([path]).returncode for path in part}
                wrong = {name: status for name, status in alone.items() if status not in (0, 65)}
                self.fail(f"{each.name}: status {run.returncode}, alone {wrong}: {run.stderr[-500:]!r}")
            shutil.rmtree(each)

    def test_maximum_counts_stay_within_limits(self):
        self.check("quick")

    def test_maximum_values_at_every_byte_stay_within_limits(self):
        self.check("all")

    test_maximum_values_at_every_byte_stay_within_limits.is_thorough = True

    def test_oversized_table_is_reported_as_damage(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="postcard-counts-")))
        for name, data in heif.tables("heic", 3_000):
            path = folder / name
            path.write_bytes(data)
            with self.subTest(table=name):
                run = self.run_info([path])
                self.assertEqual(run.returncode, 65)
                self.assertIn(b"its tables list more than 100000 entries", run.stderr + run.stdout)


if __name__ == "__main__":
    unittest.main()
