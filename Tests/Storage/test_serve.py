"""`postcard serve` with pictures in buckets of two real servers."""

import hashlib
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
import service
from ports import refusing_port

from test_storage import KEY, NAMES, PICTURE, SECRET, Server

from urllib.parse import quote


class Common:
    """The tests for both servers."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.server = Server(cls.name, cls.folder)
        for bucket in ("photos", "results"):
            cls.server.client.create_bucket(Bucket=bucket)
        # URLs have a lower maximum length than keys.
        for name in NAMES[:-1]:
            cls.server.client.put_object(Bucket="photos", Key=f"trip/{name}", Body=PICTURE.read_bytes())

    @classmethod
    def tearDownClass(cls):
        cls.server.end()
        shutil.rmtree(cls.folder)

    def serve(self, *arguments, url=None, **settings):
        """Starts a service that ends with the test."""
        variables = {
            "AWS_ENDPOINT_URL": url or self.server.url, "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}
        running = service.Service("--images", "s3://photos/trip", "--allow-unsigned", *arguments, variables=variables, **settings)
        self.addCleanup(lambda: running.process.poll() is None and running.end(signal.SIGKILL))
        return running

    def test_objects_with_any_key_are_served(self):
        running = self.serve()
        for name in NAMES[:-1]:
            reply = running.request(f"/unsafe/24x/{quote(name)}")
            self.assertEqual(reply.status, 200, (name, reply))
            self.assertTrue(reply.body.startswith(b"\xff\xd8"), name)
        self.assertEqual(running.request("/unsafe/24x/gone.jpg").status, 404)
        self.assertEqual(running.request("/readyz").status, 200)

    def test_unchanged_object_gets_304(self):
        self.server.client.put_object(Bucket="photos", Key="trip/new.jpg", Body=PICTURE.read_bytes())
        running = self.serve(CACHE=tempfile.mkdtemp(dir=self.folder))
        first = running.request("/unsafe/new.jpg")
        again = running.request("/unsafe/new.jpg", headers={"If-None-Match": first["ETag"]})
        self.assertEqual((first.status, again.status), (200, 304))

    def test_replica_reuses_results_made_by_another(self):
        first, second = (
            self.serve("--results", "s3://results/site", "--results-for", "all", CACHE=tempfile.mkdtemp(dir=self.folder)) for _ in range(2))
        made = first.request("/unsafe/25x/plain.jpg", headers={"Accept": "image/webp"})
        self.assertEqual((made.status, made["Content-Type"]), (200, "image/webp"))
        # Results that wait to be written are written before the end.
        self.assertEqual(first.end(), 0)
        found = second.request("/unsafe/25x/plain.jpg", headers={"Accept": "image/webp"})
        self.assertEqual((found.status, found.body, found["ETag"]), (200, made.body, made["ETag"]))
        metrics = second.request("/metrics").body.decode()
        self.assertIn('postcard_results_total{from="shared"} 1\n', metrics)
        self.assertIn('postcard_shared_reads_total{outcome="hit"} 1\n', metrics)
        tag = hashlib.sha256(b"plain.jpg").hexdigest()[:16]
        listed = self.server.client.list_objects_v2(Bucket="results", Prefix=f"site/{tag[:2]}/{tag}/")
        self.assertEqual(listed["KeyCount"], 1)

    def test_unreachable_store_causes_503_and_a_log_line(self):
        with refusing_port() as port:
            running = self.serve(url=f"http://127.0.0.1:{port}")
            reply = running.request("/unsafe/24x/plain.jpg")
        self.assertEqual(reply.status, 503, reply)
        self.assertEqual(reply["Retry-After"], "5")
        self.assertEqual(running.request("/readyz").status, 200)
        running.end()
        self.assertIn("Can't connect", "".join(running.log))


class ServeRclone(Common, unittest.TestCase):
    name = "rclone"

    def test_wrong_secret_prevents_the_start(self):
        variables = {"AWS_ENDPOINT_URL": self.server.url, "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": "a wrong one"}
        done = subprocess.run(
            [service.PROGRAM, "serve", "--images", "s3://photos/trip", "--allow-unsigned", "--port", "0"],
            env=service.environment(**variables), capture_output=True, text=True, timeout=service.LONGEST)
        self.assertEqual(done.returncode, 78, done.stderr)
        self.assertRegex(done.stderr, "images, s3://photos/trip: .* were rejected")
        self.assertNotIn("a wrong one", done.stderr)


class ServeMoto(Common, unittest.TestCase):
    name = "moto"


if __name__ == "__main__":
    unittest.main()
