"""The executable files of the repository: their help, wrong arguments, and missing programs."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Programs that scripts use to build, install and download.
PROGRAMS = ("apt-get", "curl", "docker", "dpkg", "podman", "sudo", "swift", "systemctl")


class Scripts(unittest.TestCase):
    """A copy of the tracked files on a bare machine: Python has only its standard library, and calls to the programs above are recorded."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-scripts."))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        names = [name for name in listing.split("\0") if (ROOT / name).is_file()]
        cls.root = cls.folder / "postcard"
        for name in names:
            (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, cls.root / name)
        cls.scripts = [name for name in names if os.access(cls.root / name, os.X_OK)]
        for name in ("home", "programs", "temporary"):
            (cls.folder / name).mkdir()
        calls = cls.folder / "calls"
        cls.programs = {name: f'#!/bin/sh\necho "{name} $*" >>{calls}\nexit 1\n' for name in PROGRAMS}
        cls.programs["python3"] = f'#!/bin/sh\nexec "{sys.executable}" -S -B "$@"\n'
        for name, text in cls.programs.items():
            (cls.folder / "programs" / name).write_text(text)
            (cls.folder / "programs" / name).chmod(0o755)

    def run_script(self, name, *arguments, **variables):
        environment = {
            "HOME": str(self.folder / "home"), "LANG": "C.UTF-8", "PATH": f"{self.folder / 'programs'}:/usr/bin:/bin",
            "TMPDIR": str(self.folder / "temporary"), **variables}
        return subprocess.run(
            [self.root / name, *arguments], cwd=self.folder / "home", env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=120)

    def run_all(self, *arguments):
        """The results of all scripts, by name."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(self.scripts, pool.map(lambda name: self.run_script(name, *arguments), self.scripts)))

    def state(self):
        """The sizes and times of all files and folders, by path."""
        found = {path: path.lstat() for path in self.folder.rglob("*")}
        return {str(path.relative_to(self.folder)): (status.st_mode, status.st_size, status.st_mtime_ns) for path, status in found.items()}

    def assert_unchanged(self, before):
        after = self.state()
        # Scripts can create and remove temporary files.
        changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} - {"temporary"}
        calls = self.folder / "calls"
        self.assertEqual(changed, set(), calls.read_text() if calls.exists() else "")

    def test_help_has_no_side_effects(self):
        self.assertGreater(len(self.scripts), 30)
        before = self.state()
        for name, result in self.run_all("--help").items():
            with self.subTest(script=name):
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertGreater(len(result.stdout), 60)
        self.assertEqual(self.run_script("Scripts/gallery", "-h").stdout, self.run_script("Scripts/gallery", "--help").stdout)
        self.assert_unchanged(before)

    def test_unknown_option_fails_without_side_effects(self):
        before = self.state()
        for name, result in self.run_all("--no-such-option").items():
            with self.subTest(script=name):
                self.assertEqual((result.returncode, result.stdout), (64, ""))
                self.assertGreater(len(result.stderr), 20)
        self.assert_unchanged(before)

    def test_readme_states_the_number_of_build_packages(self):
        count = subprocess.run(
            ["bash", "-c", "source Scripts/setup.sh; echo ${#build_packages[@]}"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        self.assertIn(f"{count.strip()} packages", (ROOT / "README.md").read_text())

    def test_missing_or_failing_program_leaves_pictures_unchanged(self):
        before = self.state()
        for name in ("Scripts/gallery", "Sources/PostcardWeb/samples"):
            for program, status in (("/nowhere/postcard", 69), ("/bin/false", 1)):
                with self.subTest(script=name, program=program):
                    self.assertEqual(self.run_script(name, POSTCARD=program).returncode, status)
        self.assert_unchanged(before)


if __name__ == "__main__":
    unittest.main()
