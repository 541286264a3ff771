"""A library whose copy is in a bucket: the machine that keeps it is killed under load, another one takes over, the first comes back."""

import concurrent.futures
import hashlib
import http.client
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
import service

from test_storage import KEY, PICTURE, PROGRAM, SECRET, Server

PLACE = "s3://backup/home/library"
TOKEN = {"Authorization": f"Bearer {service.TOKENS['ann']}"}
TIMESTAMP = "library_copy_timestamp_seconds"


def eventually(condition, seconds=60):
    """Waits until a condition is true, and returns what it gave."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise AssertionError("It did not come about.")
        time.sleep(0.1)
    return found


class Common:
    """What holds for either server."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.store = Server(self.name, self.folder)
        self.addCleanup(self.store.end)
        self.store.client.create_bucket(Bucket="backup")
        self.variables = {
            "AWS_ENDPOINT_URL": self.store.address, "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_EC2_METADATA_DISABLED": "true"}
        #: Clients make changes while it is set.
        self.going = threading.Event()
        self.going.set()
        self.tokens = self.folder / "tokens"
        self.tokens.write_text(f"ann:{service.TOKENS['ann']}\n")

    def serve(self, machine):
        """The service of a machine, whose library is in a folder of its own."""
        library = self.folder / machine
        library.mkdir(exist_ok=True)
        running = service.Service(
            "--library", library, "--library-copy", PLACE, "--token-file", self.tokens, variables=self.variables, LIBRARY_COPY_SECONDS=1)
        self.addCleanup(lambda: running.process.poll() is None and running.end(signal.SIGKILL))
        return running

    def postcard(self, *arguments, machine, status=0):
        done = subprocess.run(
            [PROGRAM, *arguments, "--library", self.folder / machine], capture_output=True, text=True, timeout=120,
            env=service.environment(**self.variables))
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        return done.stdout + done.stderr

    def objects(self):
        pages = self.store.client.get_paginator("list_objects_v2").paginate(Bucket="backup")
        return {each["Key"]: (each["Size"], each["ETag"], each["LastModified"]) for page in pages for each in page.get("Contents", [])}

    def metric(self, running, name):
        return int(re.search(rf"^postcard_{name} (\d+)$", running.ask("/metrics").body.decode(), re.MULTILINE)[1])

    def wait_for_copy(self, running):
        """Waits until all that was changed up to now is copied."""
        now = int(time.time()) + 1
        eventually(lambda: self.metric(running, TIMESTAMP) >= now)

    def post(self, running, target, body, kind="application/json"):
        reply = running.ask(target, method="POST", headers={**TOKEN, "Content-Type": kind}, body=body)
        return reply, time.time()

    def change(self, running, number, padding=0):
        """Makes a change, and returns when it was acknowledged, where it is, and its name or the SHA-256 of its file; `None` for one that was not."""
        try:
            if number % 3 == 0:
                name = f"Journal {number}"
                reply, moment = self.post(running, "/library/journals", json.dumps({"name": name}))
                return (moment, reply["Location"], name) if reply.status == 201 else None
            if number % 3 == 1:
                # Each is another file.
                picture = PICTURE.read_bytes() + f"{number}".encode() * (1 + number % 40_000) + bytes(padding)
                reply, moment = self.post(running, "/library/entries", *service.form([("text", f"{number}")], [("media", "a.jpg", picture)]))
                return (moment, f"{reply['Location']}/media/1/file", hashlib.sha256(picture).hexdigest()) if reply.status == 201 else None
            order = {"template": "crossroads", "texts": [f"{number}", "b"], "size": "120", "record": True}
            reply, moment = self.post(running, "/memes", json.dumps(order))
            return (moment, f"{reply['Location']}/file", reply.json()["blob"]) if reply.status == 201 else None
        except (OSError, http.client.HTTPException):
            return None

    def load(self, running, until):
        """Changes the library with three clients until `until` returns, and returns what was acknowledged."""
        changes, numbers, lock, stop = [], iter(range(1_000_000)), threading.Lock(), threading.Event()

        def work():
            while not stop.is_set():
                self.going.wait()
                with lock:
                    number = next(numbers)
                change = self.change(running, number)
                with lock:
                    changes.append(change) if change else None

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            until(changes)
        finally:
            stop.set()
            self.going.set()
            for thread in threads:
                thread.join()
        return changes

    def assert_there(self, running, changes):
        for _, target, expected in changes:
            reply = running.ask(target, headers=TOKEN)
            self.assertEqual(reply.status, 200, target)
            is_journal = target.startswith("/library/journals/")
            found = reply.json()["journal"]["name"] if is_journal else hashlib.sha256(reply.body).hexdigest()
            self.assertEqual(found, expected, target)

    def test_second_machine_takes_over(self):
        first = self.serve("first")
        copied = 0

        def until(changes):
            nonlocal copied
            eventually(lambda: len(changes) > 20)
            self.wait_for_copy(first)
            # The store goes away under load: nothing fails, and all is copied when it is back.
            self.away()
            count = len(changes)
            eventually(lambda: len(changes) > count + 10)
            # A store that takes connections and never answers is noticed late: until then there is enough to copy.
            self.going.clear()
            eventually(lambda: self.metric(first, "library_copy_failing") == 1, seconds=120)
            self.assertGreater(self.metric(first, "library_copy_behind_seconds"), 0)
            self.assertEqual(first.ask("/readyz").status, 200)
            self.going.set()
            count = len(changes)
            eventually(lambda: len(changes) > count + 10)
            self.back()
            self.wait_for_copy(first)
            self.assertEqual(self.metric(first, "library_copy_failing"), 0)
            count = len(changes)
            eventually(lambda: len(changes) > count + 10)
            copied = self.metric(first, TIMESTAMP)
            first.end(signal.SIGKILL)

        changes = self.load(first, until)
        expected = [change for change in changes if change[0] < copied]
        self.assertGreater(len(expected), 30)

        told = self.postcard("library", "take-over", PLACE, machine="second")
        self.assertIn("taken over from", told)
        self.postcard("library", "check", "--read", machine="second")
        second = self.serve("second")
        self.assert_there(second, expected)
        for each in ("thumbnail", "w640"):
            target = next(target for _, target, _ in expected if target.startswith("/library/entries/"))
            self.assertEqual(second.ask(target.replace("/file", f"/{each}"), headers=TOKEN).status, 200)
        later = [self.change(second, number) for number in range(1_000_000, 1_000_006)]
        self.wait_for_copy(second)
        self.postcard("library", "check", machine="second")

        # The first comes back: it reads what it has, takes no changes, and leaves the copy as it is.
        before = self.objects()
        first.start()
        reply, _ = self.post(first, "/library/journals", json.dumps({"name": "lost"}))
        self.assertEqual((reply.status, reply["Retry-After"]), (503, "60"), reply)
        self.assertEqual(first.ask("/readyz").status, 503)
        self.assertEqual(first.ask("/library/journals", headers=TOKEN).status, 200)
        self.assertEqual(self.metric(first, "library_copy_failing"), 1)
        self.assertIn("taken over by", self.postcard("pin", "drop", "48.8,2.2", machine="first", status=77))
        self.assertEqual(first.end(), 0)
        self.assertIn("was taken over by", "".join(first.log))
        self.assertEqual(self.objects(), before)

        # An orderly end copies what is left.
        last = self.change(second, 1_000_009)
        self.assertEqual(second.end(), 0)
        # The first takes the library back, with the files that it has.
        self.postcard("library", "take-over", PLACE, "--all", machine="first")
        self.postcard("library", "check", "--read", machine="first")
        first.start()
        self.assert_there(first, [*expected, *later, last])
        self.assertEqual(first.end(), 0)

    def test_file_that_is_in_the_store_alone(self):
        first = self.serve("first")
        changes = [self.change(first, number) for number in (1, 4)]
        # It goes through in pieces.
        large = self.change(first, 7, padding=20 << 20)
        self.assertEqual(first.end(), 0)
        self.postcard("library", "take-over", PLACE, machine="second")
        second = self.serve("second")
        targets = [target for _, target, _ in changes]
        # Many that want it at once have it fetched once.
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(lambda _: second.ask(targets[0], headers=TOKEN), range(8)))
        self.assertEqual([reply.status for reply in replies], [200] * 8)
        self.assert_there(second, [large])
        self.store.process.kill()
        for target in (targets[1], targets[1].replace("/file", "/thumbnail")):
            reply = second.ask(target, headers=TOKEN)
            self.assertEqual((reply.status, reply["Retry-After"]), (503, "5"), target)
        self.assertEqual(second.ask(targets[0], headers=TOKEN).status, 200)
        self.assertIn("cannot be read now", self.postcard("library", "check", machine="second", status=69))

    def test_place_of_another_library(self):
        first = self.serve("first")
        self.change(first, 0)
        self.wait_for_copy(first)
        before = self.objects()
        self.postcard("pin", "drop", "48.8,2.2", machine="other")
        self.assertIn("another place", self.postcard("library", "copy", PLACE, machine="other", status=73))
        self.assertIn("another process copies", self.postcard("library", "copy", PLACE, machine="first", status=75).lower())
        self.assertEqual(self.objects(), before)
        self.postcard("library", "copy", "s3://backup/other", machine="other")
        self.assertIn("s3://backup/other/", self.postcard("library", "copy", "s3://backup/other/", machine="other"))
        self.postcard("library", "take-over", "s3://backup/nothing", machine="none", status=66)


class TakeOverRclone(Common, unittest.TestCase):
    name = "rclone"

    def away(self):
        self.store.process.kill()
        self.store.process.wait()

    def back(self):
        self.store.start()


class TakeOverMoto(Common, unittest.TestCase):
    """Moto keeps everything in memory: in place of being killed it hangs."""

    name = "moto"

    def away(self):
        self.store.process.send_signal(signal.SIGSTOP)

    def back(self):
        self.store.process.send_signal(signal.SIGCONT)


if __name__ == "__main__":
    unittest.main()
