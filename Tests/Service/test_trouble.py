"""A service with hanging disks or a locked library, and programs without basic resources."""

import concurrent.futures
import fcntl
import os
import pathlib
import subprocess
import tempfile
import unittest

import service
from hanging import HangingFolder, reason_to_skip
from service import request, wait_until

PICTURE = "travel/fuji-lake-at-dawn.jpg"


class HangingDisk(unittest.TestCase):
    """A service with a folder on a disk that hangs, another folder, and a library."""

    is_thorough = True

    def setUp(self):
        if why := reason_to_skip():
            self.skipTest(why)
        self.folder = service.Folder([PICTURE])
        self.addCleanup(self.folder.remove)
        self.mount = self.folder.path / "mount"
        self.mount.mkdir()
        picture = (service.FIXTURES / PICTURE).read_bytes()
        self.disk = HangingFolder(self.mount, {"a.jpg": picture})
        self.addCleanup(self.disk.end)
        (self.folder.pictures / "b.jpg").write_bytes(picture)
        self.folder.run("pin", "drop", "48.8584,2.2945")
        self.service = service.Service("--images", self.mount, self.folder.pictures, "--library", self.folder.library, "--token-file",
                                       self.folder.tokens, "--public-library", "--allow-unsigned")
        self.addCleanup(self.service.end)

    def test_other_requests_are_served_while_a_folder_hangs(self):
        for target in ["/unsafe/20x/a.jpg", "/unsafe/20x/b.jpg", "/readyz"]:
            self.assertEqual(self.service.request(target).status, 200, target)
        self.disk.hang()
        with concurrent.futures.ThreadPoolExecutor(64) as threads:
            waiting = [threads.submit(request, self.service.port, f"/unsafe/{size}x/a.jpg") for size in range(30, 94)]
            for target in ["/healthz", "/library/pins", "/unsafe/31x/b.jpg", "/images/verdict/A.png"] * 3:
                self.assertEqual(self.service.request(target).status, 200, target)
            self.assertEqual({each.result().status for each in waiting}, {503})
        ready = self.service.request("/readyz")
        self.assertEqual(ready.status, 503)
        self.assertIn(f"{self.mount} does not respond", ready.json()["detail"])
        self.disk.respond()
        wait_until(lambda: self.service.request("/readyz").status == 200)
        self.assertEqual(self.service.request("/unsafe/21x/a.jpg").status, 200)


class LockedLibrary(unittest.TestCase):
    """A library that another program has locked."""

    is_thorough = True

    def test_reads_succeed_and_writes_get_503_while_the_library_is_locked(self):
        folder = service.Folder([PICTURE])
        self.addCleanup(folder.remove)
        folder.run("pin", "drop", "48.8584,2.2945")
        running = service.Service("--library", folder.library, "--token-file", folder.tokens)
        self.addCleanup(running.end)
        headers = {"Authorization": f"Bearer {service.TOKENS['ann']}", "Content-Type": "application/json"}
        body = '{"name": "q", "coordinate": {"latitude": 1, "longitude": 2}}'
        with open(folder.library / "lock") as lock, concurrent.futures.ThreadPoolExecutor(16) as threads:
            fcntl.flock(lock, fcntl.LOCK_EX)
            waiting = [threads.submit(running.request, "/library/pins", method="POST", headers=headers, body=body) for _ in range(12)]
            while any(not each.done() for each in waiting):
                self.assertEqual(running.request("/library/pins", headers=headers).status, 200)
            for each in waiting:
                self.assertEqual((each.result().status, each.result()["Retry-After"]), (503, "5"))
            fcntl.flock(lock, fcntl.LOCK_UN)
        self.assertEqual(running.request("/library/pins", method="POST", headers=headers, body=body).status, 201)
        self.assertEqual(len(running.request("/library/pins", headers=headers).json()), 2)


class MissingResources(unittest.TestCase):
    """A program without a basic resource reports the problem in one sentence."""

    def run_under(self, *limits, arguments=("info", service.FIXTURES / PICTURE)):
        return subprocess.run([*limits, service.PROGRAM, *arguments], capture_output=True, text=True, env=service.environment(),
                              timeout=service.LONGEST)

    @unittest.skipIf(os.geteuid(), "needs root, to become a user without threads")
    def test_failure_to_start_threads_is_reported(self):
        # Root has no thread limit.
        with tempfile.TemporaryDirectory(prefix="postcard-lacking-") as folder:
            os.chmod(folder, 0o755)
            picture = pathlib.Path(folder) / "a.jpg"
            picture.write_bytes((service.FIXTURES / PICTURE).read_bytes())
            user = ["setpriv", "--reuid=65533", "--clear-groups", "prlimit", "--nproc=1"]
            for arguments in [("info", picture), ("thumbnail", picture, "-o", "-"), ("serve", "--allow-unsigned")]:
                done = self.run_under(*user, arguments=arguments)
                self.assertEqual(done.returncode, 71, done)
                self.assertRegex(done.stderr, r"^postcard: Can't start a thread: [^\n]*\n$")

    @unittest.skipIf(os.geteuid(), "needs root, to hide /proc")
    def test_missing_proc_is_reported(self):
        hidden = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
        done = self.run_under(*hidden)
        self.assertEqual(done.returncode, 71, done)
        self.assertRegex(done.stderr, r"^postcard: Can't read /proc\. [^\n]*\n$")
        self.assertEqual(self.run_under(*hidden, arguments=["--version"]).returncode, 0)

    def test_decoders_work_under_lower_limits_of_the_caller(self):
        with tempfile.TemporaryDirectory(prefix="postcard-lacking-") as folder:
            result = pathlib.Path(folder) / "a.jpg"
            for limit in ["--cpu=20", f"--data={1 << 30}"]:
                done = self.run_under("prlimit", limit, arguments=("thumbnail", service.FIXTURES / "small/heic.heic", "-o", result, "--force"))
                self.assertEqual(done.returncode, 0, f"{limit}: {done.stderr}")
