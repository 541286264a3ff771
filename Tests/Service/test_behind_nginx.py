"""Three services with one library behind nginx, with Deployment/nginx.conf. Only ports and paths are replaced."""

import collections
import concurrent.futures
import contextlib
import http.client
import itertools
import os
import queue
import re
import shutil
import signal
import struct
import subprocess
import threading
import time
import unittest

from ports import free_port
from service import FIXTURES, LONGEST, ROOT, TOKENS, FlickrStandIn, Folder, GatedHost, Service, form, request, wait_until

BROWSER = "image/avif,image/webp,image/apng,image/*,*/*;q=0.8"
PICTURES = ["small/jpeg-420.jpg", "small/png-rgb-8.png", "travel/poole-hills-in-mist.jpg"]
clients = (f"127.{a}.{b}.{c}" for a, b, c in itertools.product(range(1, 255), range(255), range(1, 255)))


def replaced(text, old, new, count):
    assert text.count(old) == count, f"{old!r} occurs {text.count(old)} times in the configuration, not {count} times"
    return text.replace(old, new)


class Nginx:
    """nginx with the configuration in Deployment/. With `certificate`, the paths of a certificate and its key, it uses TLS.

    `replacing` contains pairs of strings. The first of each occurs once in the configuration, and is replaced with the second."""

    def __init__(self, folder, port, ports, certificate=None, replacing=()):
        site = (ROOT / "Deployment/nginx.conf").read_text()
        for name, instance in zip(["8081", "8082", "8083"], ports):
            site = replaced(site, f"server 127.0.0.1:{name} ", f"server 127.0.0.1:{instance} ", 2)
        lines = ["listen 127.0.0.1:{} ssl;", "ssl_certificate {};", "ssl_certificate_key {};"] if certificate else ["listen 127.0.0.1:{};"]
        site = replaced(site, "listen 80;", "\n".join(lines).format(port, *(certificate or [])), 1)
        site = replaced(site, "/var/cache/nginx/postcard", f"{folder}/cache", 1)
        for old, new in replacing:
            site = replaced(site, old, new, 1)
        (folder / "site.conf").write_text(site)
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        self.log = folder / "access.log"
        (folder / "nginx.conf").write_text(
            f"daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
            + ("user root;\n" if os.geteuid() == 0 else "")
            + "events { worker_connections 1024; }\n"
            + f"http {{\n{paths}\nlog_format tries '$status $upstream_status $upstream_addr $request_uri';\naccess_log {self.log} tries;\n"
            + f"include {folder}/site.conf;\n}}\n"
        )
        self.process = subprocess.Popen(
            ["nginx", "-e", f"{folder}/error.log", "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.PIPE)
        self.port, self.error_log = port, folder / "error.log"
        wait_until(self.listens, "nginx did not start.")

    def listens(self):
        if self.process.poll() is not None:
            raise AssertionError(f"nginx did not start: {self.error_log.read_text()}")
        with contextlib.suppress(ConnectionRefusedError):
            return request(self.port, "/metrics")

    def retried(self):
        """Returns the number of successful requests that were retried with another instance."""
        return sum(line.startswith("200 ") and "," in line for line in self.log.read_text().splitlines())

    def instances(self, prefix, count):
        """Returns how many of `count` requests with a URL prefix each instance handled. Log lines are written after responses."""
        def find():
            found = re.findall(rf"^\d+ \S+ (\S+) {re.escape(prefix)}", self.log.read_text(), re.M)
            return found if len(found) == count else None
        return list(collections.Counter(each for each in wait_until(find) if each != "-").values())

    def end(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(timeout=LONGEST)
        self.process.stderr.close()


@unittest.skipUnless(shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"), "nginx is not installed")
class Farm(unittest.TestCase):
    """The base of these tests: the services, nginx, a simulated Flickr and another picture host."""

    settings = {}

    @classmethod
    def setUpClass(cls):
        os.environ["PATH"] += ":/usr/sbin"
        folder = cls.folder = Folder(PICTURES)
        cls.addClassCleanup(folder.remove)
        cls.flickr = FlickrStandIn()
        cls.addClassCleanup(cls.flickr.end)
        cls.gated_flickr = GatedHost(behind=cls.flickr.port)
        cls.addClassCleanup(cls.gated_flickr.end)
        cls.host = GatedHost(pictures=folder.pictures)
        cls.addClassCleanup(cls.host.end)
        folder.library.mkdir()
        cls.services = []
        cls.port, *ports = (free_port() for _ in range(4))
        for port in ports:
            service = Service(
                "--images", folder.pictures, "--library", folder.library, "--token-file", folder.tokens,
                "--trusted-proxy", "127.0.0.1", "--allowed-name", "127.0.0.1", "--allow-unsigned", "--allow-host", f"127.0.0.1:{cls.host.port}",
                "--allow-private-addresses", port=port, CACHE=folder.path / f"cache-{port}",
                variables={
                    "FLICKR_API_KEY": "0123456789abcdef0123456789abcdef",
                    "POSTCARD_FLICKR_ENDPOINT": f"http://127.0.0.1:{cls.gated_flickr.port}/services/rest/",
                }, **cls.settings,
            )
            cls.services.append(service)
            cls.addClassCleanup(service.end)
        (folder.path / "nginx").mkdir(mode=0o755)
        # The rate is so low that any machine exceeds it, but each client can still send 100 requests at once.
        cls.nginx = Nginx(folder.path / "nginx", cls.port, ports, replacing=[("rate=50r/s", "rate=2r/s")])
        cls.addClassCleanup(cls.nginx.end)

    def setUp(self):
        # Rates apply to each client, so each test uses a separate client.
        self.client = next(clients)

    def request(self, target, method="GET", headers=None, body=None, client=None):
        return request(self.port, target, method, headers, body, client or self.client)

    def library(self, target, method="GET", body=None, kind="application/json", token="ann", **headers):
        headers = {"Authorization": f"Bearer {TOKENS[token]}", **headers}
        if body is not None:
            headers["Content-Type"] = kind
        return self.request(f"/library/{target}", method, headers, body)


class Pictures(Farm):
    settings = {"RATE": 1, "BURST": 20}

    def test_second_request_is_served_from_the_cache(self):
        first, second = (self.request("/unsafe/32x/jpeg-420.jpg") for _ in range(2))
        self.assertEqual([first["X-Cache"], second["X-Cache"]], ["MISS", "HIT"])
        self.assertEqual(first["ETag"], second["ETag"])
        self.assertEqual(first.body, second.body)
        self.assertNotEqual(first["X-Request-ID"], second["X-Request-ID"])
        for name in ["Content-Type", "Cache-Control", "Vary", "X-Content-Type-Options", "Content-Security-Policy"]:
            self.assertEqual(first[name], second[name])
            self.assertIsNotNone(first[name], name)

    def test_all_sizes_of_a_picture_are_made_by_one_instance(self):
        self.host.gate.set()
        self.host.reached = queue.Queue()
        names = [f"sizes-{number}.jpg" for number in range(4)]
        for name in names:
            shutil.copy(self.folder.pictures / "jpeg-420.jpg", self.folder.pictures / name)
            source = f"http://127.0.0.1:{self.host.port}/{name}"
            client = next(clients)
            for target in (f"/unsafe/21x/{source}", f"/unsafe/fit-in/22x22/filters:quality(50)/{source}", f"/unsafe/{source}"):
                self.assertEqual(self.request(target, client=client).status, 200)
        # If requests went to all instances, each would fetch the picture.
        self.assertEqual(self.host.reached.qsize(), len(names))

    def test_each_client_gets_a_format_that_it_accepts(self):
        expected = [
            ("image/jpeg", None), ("image/webp", "image/webp,*/*"), ("image/jpeg", "*/*"), ("image/webp", BROWSER),
            ("image/jpeg", "image/avif"), ("image/png", "image/png"), ("image/jpeg", "image/webp;q=0.3,image/jpeg"),
        ]
        tags = {}
        for round in range(3):
            for kind, accept in expected:
                reply = self.request("/unsafe/33x/jpeg-420.jpg", headers={"Accept": accept} if accept else {})
                self.assertEqual((reply.status, reply["Content-Type"], reply["Vary"]), (200, kind, "Accept"))
                self.assertEqual(tags.setdefault(kind, reply["ETag"]), reply["ETag"])
                if round:
                    self.assertEqual(reply["X-Cache"], "HIT")
        self.assertEqual(len(set(tags.values())), 3)

    def test_format_in_the_url_applies_to_all_clients(self):
        replies = [
            self.request("/unsafe/34x/filters:format(avif)/jpeg-420.jpg", headers={"Accept": accept})
            for accept in ["*/*", "image/webp", BROWSER]
        ]
        self.assertEqual([reply["Content-Type"] for reply in replies], ["image/avif"] * 3)
        self.assertEqual([reply["X-Cache"] for reply in replies], ["MISS", "HIT", "HIT"])

    def test_matching_if_none_match_gets_304(self):
        target = "/unsafe/35x/jpeg-420.jpg"
        tag = self.services[0].request(target)["ETag"]
        for field, status in [(tag, 304), (f'"x", {tag}', 304), ('"x"', 200), (f"W/{tag}", 304), (tag, 304)]:
            reply = self.request(target, headers={"If-None-Match": field})
            self.assertEqual((reply.status, reply["ETag"]), (status, tag))
            self.assertEqual(reply.body == b"", status == 304)

    def test_head_returns_only_headers(self):
        for target in ["/unsafe/36x/jpeg-420.jpg", "/templates"]:
            head, get = self.request(target, "HEAD"), self.request(target)
            self.assertEqual((head.status, head.body), (200, b""))
            self.assertEqual(head["Content-Length"], str(len(get.body)))
            self.assertEqual(head["ETag"], get["ETag"])

    def test_urls_are_passed_unchanged(self):
        name = "b c%é.png"
        shutil.copy(FIXTURES / "small/png-rgb-8.png", self.folder.pictures / name)
        self.host.gate.set()
        fetched = f"http://127.0.0.1:{self.host.port}/png-rgb-8.png"
        for image in ["b%20c%25%C3%A9.png", fetched, fetched.replace(":", "%3A").replace("/", "%2F")]:
            self.assertEqual(self.request(f"/unsafe/37x/{image}").status, 200, image)
        for image in ["../tokens", "..%2Ftokens", "%2e%2e/tokens", "..%252Ftokens"]:
            self.assertIn(self.request(f"/unsafe/37x/{image}").status, [400, 404], image)

    def test_urls_in_responses_use_the_requested_host(self):
        host = f"127.0.0.1:{self.port}"
        reply = self.request("/images", "POST", {"Content-Type": "application/json"}, b'{"template_id":"verdict","text":["a"]}')
        self.assertEqual((reply.status, reply["X-Cache"]), (201, None))
        url = reply.json()["url"]
        self.assertTrue(url.startswith(f"http://{host}/images/verdict/"), url)
        meme = self.request(url.removeprefix(f"http://{host}"))
        self.assertEqual((meme.status, meme["X-Cache"]), (200, "MISS"))

    def test_responses_to_requests_with_a_token_are_not_cached(self):
        for _ in range(2):
            reply = self.request("/unsafe/38x/jpeg-420.jpg", headers={"Authorization": f"Bearer {TOKENS['ann']}"})
            self.assertEqual((reply.status, reply["X-Cache"]), (200, "BYPASS"))
        self.assertEqual(self.request("/unsafe/38x/jpeg-420.jpg")["X-Cache"], "MISS")

    def test_session_is_valid_on_all_instances_and_sticks_to_one(self):
        same_origin = {"Sec-Fetch-Site": "same-origin"}
        body = f'{{"token": "{TOKENS["ann"]}"}}'.encode()
        signed_in = self.request("/session", method="POST", headers={**same_origin, "Content-Type": "application/json"}, body=body)
        self.assertEqual(signed_in.status, 200, signed_in)
        cookie = signed_in["Set-Cookie"].split(";")[0]
        # The cookie is for the port that clients use.
        name, value = cookie.split("=", 1)
        self.assertEqual(name, f"postcard-{self.port}")
        for service in self.services:
            inside = f"postcard-{service.port}={value}"
            known = service.request("/session", headers={**same_origin, "Cookie": inside})
            self.assertEqual(known.json()["name"], "ann")
        picture = (FIXTURES / PICTURES[0]).read_bytes()
        headers = {**same_origin, "Cookie": cookie}
        sent = self.request("/memes/pictures", method="POST", headers={**headers, "Content-Type": "image/jpeg"}, body=picture)
        self.assertEqual(sent.status, 201, sent)
        for _ in range(6):
            request = f'{{"picture": "{sent.json()["name"]}", "texts": ["Hi"]}}'.encode()
            meme = self.request(
                "/memes", method="POST", headers={**headers, "Content-Type": "application/json"}, body=request)
            self.assertEqual(meme.status, 200, meme)
            self.assertNotIn("X-Cache", meme.headers)
        # Responses in a session are not cached for other clients.
        for _ in range(2):
            reply = self.request("/unsafe/37x/jpeg-420.jpg", headers=headers)
            self.assertNotEqual(reply["X-Cache"], "HIT")

    def test_metrics_are_not_public(self):
        self.assertEqual(self.request("/metrics").status, 404)
        self.assertEqual(self.services[0].request("/metrics").status, 200)

    def test_large_picture_can_be_uploaded(self):
        picture = (self.folder.pictures / "jpeg-420.jpg").read_bytes() + bytes(3 << 20)
        body, kind = form([("request", '{"texts": ["One"]}')], [("picture", "a.jpg", picture)])
        reply = self.request("/memes", "POST", {"Content-Type": kind}, body)
        self.assertEqual((reply.status, reply["Content-Type"]), (200, "image/jpeg"), reply)

    def test_rate_limit_applies_to_each_client_separately(self):
        began = time.monotonic()
        replies, numbers = [], itertools.count()

        def request(number):
            return self.request(f"/templates?n={number}", headers={"X-Forwarded-For": f"192.0.2.{number % 250}"})
        # Many requests are sent at once, since each instance allows one more each second. nginx has limits too, but its responses differ
        # from the service's.
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            while not (rejected := next((each for each in replies if each["Content-Type"] == "application/problem+json"), None)):
                replies += pool.map(request, itertools.islice(numbers, 95))
        # The URLs are spread over three instances. Each allows twenty requests, and one more per second.
        instances = self.nginx.instances("/templates?n=", len(replies))
        least = sum(min(20, each) for each in instances)
        statuses = [reply.status for reply in replies]
        self.assertEqual(rejected.status, 429)
        self.assertTrue(least <= statuses.count(200) <= least + 3 * (time.monotonic() - began), (statuses, instances))
        self.assertTrue(1 <= int(rejected["Retry-After"]) <= 2)
        self.assertEqual(self.request("/templates", client=next(clients)).status, 200)

    def test_nginx_also_limits_cached_pictures(self):
        self.request("/unsafe/39x/jpeg-420.jpg", client=next(clients))
        statuses = [self.request("/unsafe/39x/jpeg-420.jpg").status for _ in range(100)]
        self.assertEqual(set(statuses), {200})
        wait_until(lambda: self.request("/unsafe/39x/jpeg-420.jpg").status == 429)

    def test_writes_are_visible_on_all_instances_immediately(self):
        authorization = {"Authorization": f"Bearer {TOKENS['ann']}", "Content-Type": "application/json"}
        for writer in self.services:
            name = f"From {writer.port}"
            body = f'{{"name": "{name}", "coordinate": {{"latitude": 1, "longitude": 2}}}}'
            made = request(writer.port, "/library/pins", "POST", authorization, body, self.client)
            self.assertEqual(made.status, 201, made)
            for reader in self.services:
                reply = request(reader.port, made["Location"], headers=authorization, client=self.client)
                self.assertEqual((reply.status, reply.json()["name"]), (200, name))
        for token in TOKENS:
            # Two tokens may be routed to the same instance.
            self.client = next(clients)
            for other in TOKENS:
                made = self.library("journals", "POST", '{"name": "Trip"}', token=token)
                self.assertEqual(made.status, 201, made)
                found = self.library(made["Location"].removeprefix("/library/"), token=other)
                self.assertEqual((found.status, found["X-Cache"]), (200, None))

    def test_video_can_be_uploaded_and_read_in_ranges(self):
        clip = (FIXTURES / "video/starts-black.mp4").read_bytes()
        # A box that players skip makes the video larger than nginx allows by default.
        clip += struct.pack(">I4s", 3 << 20, b"free") + bytes((3 << 20) - 8)
        body, kind = form([("text", "Waves")], [("media", "waves.mp4", clip)])
        made = self.library("entries", "POST", body, kind)
        self.assertEqual(made.status, 201, made)
        file = made.json()["files"][0].removeprefix("/library/")
        whole = self.library(file)
        self.assertEqual((whole.status, whole.body == clip, whole["Accept-Ranges"]), (200, True, "bytes"))
        last = len(clip) - 1
        for field, start, end in [("0-99", 0, 99), ("1000-", 1000, last), ("-500", last - 499, last)]:
            part = self.library(file, Range=f"bytes={field}", **{"If-Range": whole["ETag"]})
            self.assertEqual((part.status, part["Content-Range"]), (206, f"bytes {start}-{end}/{len(clip)}"))
            self.assertEqual(part.body, clip[start : end + 1])
        self.assertEqual(self.library(file, Range=f"bytes={len(clip)}-").status, 416)
        if shutil.which("ffmpeg"):
            poster = self.library(file.removesuffix("file") + "thumbnail")
            self.assertEqual((poster.status, poster["Content-Type"]), (200, "image/jpeg"), poster)

    def test_download_events_are_not_buffered(self):
        tower = '{"name": "Tower", "coordinate": {"latitude": 48.8584, "longitude": 2.2945}}'
        album = self.library("pins", "POST", tower)["Location"].removeprefix("/library/") + "/album"
        begun = self.library(album, "POST", '{"count": 3, "seed": 1}')
        self.assertEqual(begun.status, 202, begun)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        self.addCleanup(connection.close)
        connection.request("GET", begun["Location"] + "/events", headers={"Authorization": f"Bearer {TOKENS['ann']}"})
        events = connection.getresponse()
        self.assertEqual((events.status, events.headers["Content-Type"]), (200, "text/event-stream"))
        self.assertEqual(events.readline(), b"event: running\n")
        self.gated_flickr.reached.get(timeout=LONGEST)
        # The source sends nothing, but the stream still sends heartbeats.
        while not (line := events.readline()).startswith(b": "):
            self.assertNotEqual(line, b"", "the stream ended before the download")
        self.assertFalse(self.gated_flickr.gate.is_set())
        self.gated_flickr.gate.set()
        rest = events.read().decode()
        self.assertIn("event: done\n", rest)
        opened = self.library(album, token="bob").json()
        self.assertEqual((opened["state"], len(opened["photos"])), ("ready", 3))


class Failures(Farm):
    settings = {"MAXIMUM_AGE": 1}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # All URLs of a picture go to one instance. With many pictures, all instances get requests.
        for number in range(40):
            shutil.copy(cls.folder.pictures / "jpeg-420.jpg", cls.folder.pictures / f"failures-{number}.jpg")

    @staticmethod
    def target(number):
        """Returns one of 800 URLs."""
        return f"/unsafe/{20 + number // 20 % 40}x{20 + number % 20}/failures-{number // 20 % 40}.jpg"

    def load(self, count, *events):
        """Requests many pictures over several connections, and runs `events` at some of them.

        Returns the statuses. Incomplete responses are errors of the client library.
        """
        numbers = itertools.count()
        statuses, errors = [], []
        actions = dict(events)

        def work():
            connection, sent = None, 0
            while (number := next(numbers)) < count:
                if number in actions:
                    actions[number]()
                # nginx allows a hundred requests from a client at once.
                sent += 1
                if sent % 25 == 0 or connection is None:
                    if connection:
                        connection.close()
                    connection = http.client.HTTPConnection(
                        "127.0.0.1", self.port, timeout=LONGEST, source_address=(next(clients), 0))
                try:
                    if number % 10 == 9:
                        # All requests with a token go to one instance. With several tokens, all instances get requests.
                        token = TOKENS[list(TOKENS)[number // 10 % 3]]
                        connection.request("GET", "/library/pins", headers={"Authorization": f"Bearer {token}"})
                    else:
                        connection.request("GET", self.target(number))
                    response = connection.getresponse()
                    response.read()
                    statuses.append(response.status)
                except Exception as error:
                    errors.append(f"{number}: {error!r}")
                    connection.close()
                    connection = None
            if connection:
                connection.close()

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        return statuses

    def test_instance_can_be_killed_and_restarted_under_load(self):
        service = self.services[1]
        kept = service.request("/unsafe/19x/jpeg-420.jpg")

        def kill():
            self.assertEqual(service.end(signal.SIGKILL), -signal.SIGKILL)

        statuses = self.load(1_500, (500, kill), (1_000, service.start))
        self.assertEqual(set(statuses), {200})
        self.assertGreater(self.nginx.retried(), 0)
        again = service.request("/unsafe/19x/jpeg-420.jpg")
        self.assertEqual((again.status, again["ETag"], again.body), (200, kept["ETag"], kept.body))
        metrics = service.request("/metrics").body.decode()
        self.assertRegex(metrics, r"(?m)^postcard_cache_hits_total [1-9]")
        # All files in the instance's cache are complete, including those that were being written when it was killed.
        for number in range(0, 800, 5):
            target = self.target(number)
            one, other = service.request(target), self.services[0].request(target)
            self.assertEqual((one["ETag"], one.body), (other["ETag"], other.body))

    def test_instance_can_be_restarted_gracefully_under_load(self):
        service = self.services[2]
        ended = []
        statuses = self.load(900, (300, lambda: ended.append(service.end())), (600, service.start))
        self.assertEqual((set(statuses), ended), ({200}, [0]))

    def test_running_requests_finish_before_shutdown(self):
        service = self.services[0]
        self.host.close_gate()
        replies = []
        target = f"/unsafe/40x/http://127.0.0.1:{self.host.port}/jpeg-420.jpg"
        client = threading.Thread(target=lambda: replies.append(service.request(target)))
        client.start()
        self.host.reached.get(timeout=LONGEST)
        service.process.send_signal(signal.SIGTERM)
        # The service stops listening after a moment. Connections in that moment are reset.
        with self.assertRaises(ConnectionRefusedError):
            while True:
                with contextlib.suppress(ConnectionResetError):
                    service.request("/healthz")
        self.assertIsNone(service.process.poll())
        self.host.gate.set()
        client.join()
        self.assertEqual(replies[0].status, 200)
        self.assertEqual(service.process.wait(timeout=LONGEST), 0)
        service.start()

    def test_stopping_service_accepts_connections_during_the_drain_time(self):
        service = self.services[1]
        service.end()
        service.start(DRAIN_SECONDS=600)
        service.process.send_signal(signal.SIGTERM)
        while (ready := service.request("/readyz")).status != 503:
            self.assertEqual(ready.status, 200)
        for _ in range(5):
            reply = service.request("/unsafe/43x/jpeg-420.jpg")
            self.assertEqual((reply.status, reply["Connection"]), (200, "close"))
        # ^C does not wait for the drain time.
        self.assertEqual(service.end(signal.SIGINT), 0)
        service.start(DRAIN_SECONDS=600)
        self.assertEqual(service.end(signal.SIGINT), 0)
        # The drain time ends.
        service.start(DRAIN_SECONDS=1)
        self.assertEqual(service.end(), 0)
        service.start()

    def test_stale_picture_is_served_when_its_source_or_the_service_fails(self):
        self.host.gate.set()
        elsewhere = f"http://127.0.0.1:{self.host.port}"
        target, another = (f"/unsafe/{width}x/{elsewhere}/png-rgb-8.png" for width in (41, 42))
        fresh = self.request(target)
        self.assertEqual((fresh.status, fresh["X-Cache"]), (200, "MISS"))
        for service in self.services:
            service.end()
            service.start(CACHE="")
        self.host.is_broken = True
        self.addCleanup(setattr, self.host, "is_broken", False)
        for service in self.services:
            self.assertEqual(service.request(target).status, 502)
        # nginx uses whole seconds: a response that may be one second old is fresh for up to two.
        while self.request(target)["X-Cache"] == "HIT":
            time.sleep(0.1)
        for _ in range(4):
            reply = self.request(target)
            self.assertEqual((reply.status, reply.body), (200, fresh.body))
            self.assertIn(reply["X-Cache"], ["STALE", "UPDATING"])
        self.assertEqual(self.request(another).status, 502)
        self.host.is_broken = False
        self.assertEqual(self.request(another).status, 200)
        for service in self.services:
            service.end()
        reply = self.request(target)
        self.assertEqual((reply.status, reply.body), (200, fresh.body))
        self.assertEqual(self.request("/unsafe/44x/png-rgb-8.png").status, 502)
        for service in self.services:
            service.start()


if __name__ == "__main__":
    unittest.main()
