"""Three replicas behind nginx, with originals in one store and results in another, while any of them fails."""

import collections
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
import service
from ports import free_port

from test_behind_nginx import Nginx
from test_storage import KEY, PICTURE, SECRET, Server

PICTURES = [f"picture {number}.jpg" for number in range(12)]
WIDTHS = (20, 24, 28)


@unittest.skipUnless(shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"), "nginx is not installed")
class Replicas(unittest.TestCase):
    is_thorough = True

    def setUp(self):
        os.environ["PATH"] += ":/usr/sbin"
        self.folder = pathlib.Path(tempfile.mkdtemp())
        # nginx reads and writes this folder as another user.
        self.folder.chmod(0o755)
        self.addCleanup(shutil.rmtree, self.folder)
        self.log = open(self.folder / "moto.log", "w")
        self.addCleanup(self.log.close)
        self.stores = {}
        for name, log in (("moto", self.log), ("rclone", -3)):
            (self.folder / name).mkdir()
            self.stores[name] = Server(name, self.folder / name, log)
            self.addCleanup(self.stores[name].end)
        originals, results = self.stores["moto"], self.stores["rclone"]
        originals.client.create_bucket(Bucket="photos")
        results.client.create_bucket(Bucket="results")
        for name in PICTURES:
            originals.client.put_object(Bucket="photos", Key=name, Body=PICTURE.read_bytes())
        config = self.folder / "config"
        config.write_text("".join(
            f"[profile {name}]\nendpoint_url = {store.url}\naws_access_key_id = {KEY}\naws_secret_access_key = {SECRET}\n"
            for name, store in (("originals", originals), ("results", results))))
        port, *ports = (free_port() for _ in range(4))
        self.port = port
        self.replicas = []
        for each in ports:
            replica = service.Service(
                "--images", "s3://originals@photos", "--results", "s3://results@results/site", "--results-for", "all", "--allow-unsigned",
                "--trusted-proxy", "127.0.0.1", port=each, CACHE=self.folder / f"cache-{each}",
                variables={"AWS_CONFIG_FILE": str(config)})
            self.replicas.append(replica)
            self.addCleanup(lambda replica=replica: replica.process.poll() is None and replica.end(signal.SIGKILL))
        (self.folder / "nginx").mkdir(mode=0o755)
        # nginx runs without its cache and limits, since these tests are about replicas.
        self.nginx = Nginx(self.folder / "nginx", port, ports, replacing=[
            ("        proxy_cache postcard_cache;\n        proxy_cache_bypass", "        proxy_cache off;\n        proxy_cache_bypass"),
            ("    limit_req zone=postcard_clients burst=100 nodelay;\n", "")])
        self.addCleanup(self.nginx.end)
        self.expected = {}

    def reads(self):
        """The number of responses to requests for originals, by status."""
        lines = re.findall(r'"GET /photos/[^?\s]\S* HTTP/1.1" (\d+)', (self.folder / "moto.log").read_text())
        return collections.Counter(lines)

    def results_made(self, replicas=None):
        """The number of results that some or all replicas have made since their start."""
        texts = [replica.request("/metrics").body.decode() for replica in replicas or self.replicas]
        return sum(int(count) for text in texts for count in re.findall(r'^postcard_results_total{from="made"} (\d+)$', text, re.MULTILINE))

    def request_all(self, between=lambda number: None):
        """Requests each size of each picture, four at a time, and returns the number of responses by status. All responses for one URL must be the same."""
        targets = [f"/unsafe/{width}x/{name.replace(' ', '%20')}" for width in WIDTHS for name in PICTURES]
        statuses, lock, left = collections.Counter(), threading.Lock(), iter(enumerate(targets))
        others = []

        def work():
            nonlocal others
            while True:
                with lock:
                    number, target = next(left, (None, None))
                    if target is None:
                        return
                    between(number)
                reply = service.request(self.port, target)
                with lock:
                    statuses[reply.status] += 1
                    if reply.status == 200:
                        same = self.expected.setdefault(target, (reply["ETag"], reply.body))
                        others += [target] if (reply["ETag"], reply.body) != same else []

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(others, [])
        return statuses

    def test_results_are_made_once_despite_failures(self):
        count = len(PICTURES) * len(WIDTHS)
        # All sizes of a picture, and all simultaneous clients, need one read.
        self.assertEqual(self.request_all(), {200: count})
        self.assertEqual((self.results_made(), self.reads()["200"]), (count, len(PICTURES)))

        # The replicas restart one after the other under load, two of them with an empty cache. Nothing is made or read again, and no client notices.
        def restart(number):
            if number and number % 12 == 0:
                replica = self.replicas[number // 12]
                self.assertEqual(replica.end(), 0)
                shutil.rmtree(replica.settings["CACHE"])
                replica.start()

        self.assertEqual(self.request_all(restart), {200: count})
        self.assertEqual(self.request_all(), {200: count})
        self.assertEqual(self.reads()["200"], len(PICTURES))
        self.assertEqual(self.results_made(self.replicas[1:]), 0)

        # One replica is killed. Its results come from the shared store.
        victim = self.replicas[1]
        victim.end(signal.SIGKILL)
        self.assertEqual(self.request_all(), {200: count})
        self.assertEqual(self.reads()["200"], len(PICTURES))
        victim.start()

        # Both stores are unreachable: known results are served, and others get an error. nginx sends requests to the killed replica again only
        # after some seconds.
        while not any('"route":"thumbor"' in line for line in victim.log):
            self.assertEqual(self.request_all(), {200: count})
        self.assertEqual(self.request_all(), {200: count})
        for store in self.stores.values():
            store.process.send_signal(signal.SIGKILL)
        self.assertEqual(self.request_all(), {200: count})
        self.assertEqual(service.request(self.port, "/unsafe/99x/unknown.jpg").status, 503)


if __name__ == "__main__":
    unittest.main()
