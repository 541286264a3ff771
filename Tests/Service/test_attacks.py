"""Attacks on `postcard serve`, and slow, old or unusual clients over raw sockets: the responses, and the effects on other clients."""

import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import select
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import unittest
import zlib

import service
from opening import start_opening

MEBIBYTE = 1 << 20


def noise(side):
    """Returns a PNG of random pixels, which no format compresses."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    source = random.Random(1)
    rows = b"".join(b"\0" + source.randbytes(side * 3) for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


class Origin:
    """A server that calls `respond` for each connection."""

    def __init__(self, respond, address="127.0.0.1", port=0):
        self.socket = socket.create_server((address, port), backlog=200)
        self.port = self.socket.getsockname()[1]
        self.respond = respond
        self.connections = []
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with contextlib.suppress(OSError):
            connection.recv(65536)
            self.respond(connection)

    def end(self):
        for each in [self.socket, *self.connections]:
            each.close()


class AttackedService(unittest.TestCase):
    """The base of these tests: a service with images of random pixels, and raw sockets."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="postcard-attacks-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pictures = self.folder / "pictures"
        self.pictures.mkdir()
        (self.folder / "library").mkdir()
        (self.pictures / "small.png").write_bytes(noise(32))

    def serve(self, *arguments, **settings):
        self.service = service.Service("--images", self.pictures, "--allow-unsigned", *arguments, **settings)
        self.addCleanup(self.stop)
        return self.service

    def stop(self):
        if self.service.process.returncode is None:
            self.service.end(signal.SIGKILL)

    def connect(self, data=b"", receive_buffer=None):
        connection = socket.socket()
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(service.LONGEST)
        connection.connect(("127.0.0.1", self.service.port))
        connection.sendall(data)
        self.addCleanup(connection.close)
        return connection

    def exchange(self, data):
        """Returns everything that the service sends until it closes the connection."""
        connection, parts = self.connect(data), []
        while part := connection.recv(65536):
            parts.append(part)
        return b"".join(parts)

    def status(self, data):
        return int(self.exchange(data).split(b" ", 2)[1])

    def memory(self, field="VmRSS"):
        text = pathlib.Path(f"/proc/{self.service.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", text)[1]) * 1024

    def gauge(self, name):
        return int(re.search(rf"^postcard_{name} (\d+)$", self.service.request("/metrics").body.decode(), re.M)[1])

    def open_files(self):
        """Returns how many of this test's sockets and files the service has open."""
        count = 0
        for each in pathlib.Path(f"/proc/{self.service.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                count += os.readlink(each).startswith(("socket:", str(self.folder)))
        return count


class SlowReader(AttackedService):
    waits_long = True

    def test_slow_reader_receives_the_whole_picture(self):
        (self.pictures / "noise.png").write_bytes(noise(1_500))
        self.serve("--cache", self.folder / "cache")
        whole = self.service.request("/unsafe/0x0/noise.png").body
        connection = self.connect(b"GET /unsafe/0x0/noise.png HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 65536)
        read = b""
        # A client has 30 seconds for each 128 KiB. The whole response can take longer, but never without progress.
        for _ in range(31):
            until = len(read) + (144 << 10)
            while len(read) < until:
                read += connection.recv(until - len(read))
            time.sleep(1)
        self.assertLess(len(read), len(whole) - MEBIBYTE, "The rest is already in the system's buffers.")
        while part := connection.recv(65536):
            read += part
        self.assertEqual(read.split(b"\r\n\r\n", 1)[1], whole)


class StalledReader(AttackedService):
    waits_long = True

    def test_stalled_reader_is_disconnected(self):
        (self.pictures / "noise.png").write_bytes(noise(1_500))
        self.serve("--cache", self.folder / "cache")
        before = self.open_files()
        self.service.request("/unsafe/0x0/noise.png")
        connection = self.connect(b"GET /unsafe/0x0/noise.png HTTP/1.1\r\nHost: localhost\r\n\r\n", 4096)
        self.assertTrue(connection.recv(12).startswith(b"HTTP/1.1 200"))

        def read_a_little():
            with contextlib.suppress(ConnectionResetError):
                connection.recv(16)
            return self.open_files() == before
        # The system still sends its buffers, but after 30 seconds the service has closed the connection and the file.
        service.wait_until(read_a_little, "The connection or the file is still open.", 30 + service.LONGEST)


class AttackTests(AttackedService):
    # ---- Memory

    def test_unread_cached_results_are_not_kept_in_memory(self):
        (self.pictures / "noise.png").write_bytes(noise(2_000))
        self.serve("--preset", "web=0x0", "--cache", self.folder / "cache")
        self.assertEqual(self.service.request("/p/web/noise.png").status, 200)
        self.assertGreater(len(self.service.request("/p/web/noise.png").body), 10 * MEBIBYTE)
        before = self.memory()
        waiting = [self.connect(b"GET /p/web/noise.png HTTP/1.1\r\nHost: localhost\r\n\r\n", 4096) for _ in range(100)]
        for connection in waiting:
            self.assertTrue(connection.recv(12).startswith(b"HTTP/1.1 200"))
        # 100 results take 1.2 GB. A few pieces of each take 40 MB.
        self.assertLess(self.memory() - before, 100 * MEBIBYTE)
        self.assertEqual(self.service.request("/healthz").status, 200)

    def test_unread_results_in_memory_stay_below_their_limit(self):
        (self.pictures / "noise.png").write_bytes(noise(1_000))
        self.serve(
            "--preset", "web=0x0")
        waiting = [self.connect(b"GET /p/web/noise.png HTTP/1.1\r\nHost: localhost\r\n\r\n", 4096) for _ in range(30)]
        statuses = sorted(int(connection.recv(12).split()[1]) for connection in waiting)
        # Each result takes 3 MB. Five results fit into a client's limit, and the system buffers some of the sent bytes.
        self.assertIn(200, statuses)
        self.assertIn(503, statuses)
        self.assertLessEqual(self.gauge("response_bytes_in_flight"), 16 * MEBIBYTE)
        for connection in waiting:
            connection.close()
        service.wait_until(lambda: self.gauge("response_bytes_in_flight") == 0)
        self.assertEqual(self.service.request("/p/web/noise.png").status, 200)

    # ---- Slow clients and origins

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.service.process.pid}/fd"))

    def test_slow_origins_do_not_block_local_pictures(self):
        origin = Origin(lambda connection: connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n\x89PNG"))
        self.addCleanup(origin.end)
        self.serve("--allow-host", f"127.0.0.1:{origin.port}", "--allow-private-addresses")
        slow = [
            self.connect(f"GET /unsafe/9x9/http://127.0.0.1:{origin.port}/{n}.png HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            for n in range(64)]
        service.wait_until(lambda: self.gauge("fetches_in_flight") == 64)
        self.assertEqual(self.service.request("/unsafe/9x9/small.png").status, 200)
        # None of the slow requests has a response yet.
        self.assertEqual(select.select(slow, [], [], 0)[0], [])
        self.assertLess(self.gauge("fetched_bytes_in_flight"), MEBIBYTE)

    def test_slow_uploads_do_not_block_other_requests(self):
        self.serve()
        head = (b"POST /memes HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                b"Content-Length: 30000000\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\nabc")
        for _ in range(40):
            self.connect(head)
        reply = self.service.request(
            "/memes", method="POST", headers={"Content-Type": "application/json"},
            body=json.dumps({"template": "verdict", "texts": ["a", "b"]}))
        self.assertEqual(reply.status, 200)
        self.assertLess(self.gauge("upload_bytes_in_flight"), MEBIBYTE)

    # ---- Work

    def test_form_with_too_many_parts_is_rejected_early(self):
        self.serve()
        part = b"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n"
        # A form can have 50 parts. The request announces 200,000 and sends the first 1,000.
        connection = self.connect(
            b"POST /memes HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
            b"Content-Length: %d\r\n\r\n" % (len(part) * 200_000) + part * 1_000)
        self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 400 "))

    # ---- Descriptors

    def serve_opening(self):
        """Starts a service. Returns its `Opening`, and a function that sends requests over a connection that is already open."""
        opening, _ = start_opening(self, lambda install: self.serve(before=install))
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=service.LONGEST)
        self.addCleanup(connection.close)

        def request(target):
            connection.request("GET", target)
            return service.Reply(connection.getresponse())
        self.assertEqual(request("/healthz").status, 200)
        return opening, request

    def test_failure_to_open_files_causes_a_temporary_503(self):
        opening, request = self.serve_opening()
        with opening.failing():
            self.assertEqual(request("/unsafe/9x9/small.png").status, 503)
            self.assertEqual(request("/images/verdict/a/b.webp").status, 503)
        self.assertEqual(request("/unsafe/9x9/small.png").status, 200)
        # Libraries that could not be opened are tried again after a second.
        service.wait_until(lambda: request("/images/verdict/a/b.webp").status == 200)
        self.assertEqual(request("/unsafe/9x9/filters:format(webp)/small.png").status, 200)

    def test_fonts_that_could_not_be_opened_are_retried(self):
        # The template is part of the program, and the library for reading it is already loaded, so only the fonts are opened.
        target = "/images/verdict/%E6%97%A5/%E0%B8%81.png"
        self.serve()
        expected = self.service.request(target)
        self.assertEqual(expected.status, 200)
        self.service.end()
        opening, request = self.serve_opening()
        request("/images/verdict/a/b.png")
        with opening.failing():
            self.assertNotEqual(request(target).body, expected.body)
        # The list of the system's fonts is requested again too.
        self.assertEqual(request(target).body, expected.body)

    def test_connections_stay_below_the_descriptor_limit(self):
        self.serve(descriptors=400)
        self.assertTrue(any("the limit of open files is too low" in line for line in self.service.log))
        first = http.client.HTTPConnection("127.0.0.1", self.service.port)
        self.addCleanup(first.close)
        first.request("GET", "/healthz")
        self.assertEqual(service.Reply(first.getresponse()).status, 200)
        for _ in range(500):
            self.connect()
        first.request("GET", "/unsafe/9x9/filters:format(webp)/small.png")
        self.assertEqual(service.Reply(first.getresponse()).status, 200)
        self.assertLess(self.descriptors(), 400)
        # A service that spins because it can't accept connections would never sleep.
        service.wait_until(self.is_asleep, "The service spins.")

    def is_asleep(self):
        """Returns True if all threads of the service sleep, and have done nothing for a moment."""
        def threads():
            found = {}
            for each in pathlib.Path(f"/proc/{self.service.process.pid}/task").iterdir():
                with contextlib.suppress(FileNotFoundError):
                    fields = (each / "stat").read_text().rpartition(") ")[2].split()
                    # The state, and the user and system time.
                    found[each.name] = fields[0], fields[11], fields[12]
            return found
        before = threads()
        time.sleep(0.1)
        return before == threads() and {state for state, *_ in before.values()} == {"S"}

    # ---- Signals

    def test_sighup_reloads_valid_tokens(self):
        tokens, settings = self.folder / "tokens", self.folder / "settings.json"
        tokens.write_text("ann:" + "a" * 32 + "\n")
        settings.write_text(json.dumps({"keys": ["the one key of it"]}))
        self.serve("--library", self.folder / "library", "--token-file", tokens, "--config", settings)

        def status(token):
            return self.service.request("/library/pins", headers={"Authorization": f"Bearer {token}"}).status
        self.assertEqual((status("a" * 32), status("b" * 32)), (200, 401))
        tokens.write_text("bob:" + "b" * 32 + "\n")
        self.service.process.send_signal(signal.SIGHUP)
        service.wait_until(lambda: status("b" * 32) == 200)
        self.assertEqual(status("a" * 32), 401)
        # An invalid file changes nothing.
        tokens.write_text("nonsense\n")
        self.service.process.send_signal(signal.SIGHUP)
        service.wait_until(lambda: any("keys and tokens not reloaded" in line for line in self.service.log))
        self.assertEqual(status("b" * 32), 200)

    def test_other_signals_are_ignored(self):
        self.serve()
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM):
            self.service.process.send_signal(number)
        self.assertEqual(self.service.request("/healthz").status, 200)
        self.assertEqual(self.service.end(), 0)

    def test_busy_service_stops_within_its_shutdown_time(self):
        origin = Origin(lambda connection: None)
        self.addCleanup(origin.end)
        self.serve("--allow-host", f"127.0.0.1:{origin.port}", "--allow-private-addresses", SHUTDOWN_SECONDS=1)
        self.connect(f"GET /unsafe/9x9/http://127.0.0.1:{origin.port}/a.png HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        # The widest allowed image in the slowest format: one step takes longer than a second.
        large = self.connect(b"GET /unsafe/6000x6000/filters:upscale():format(avif)/small.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
        service.wait_until(lambda: self.gauge("fetches_in_flight") == 1 and self.gauge("pixels_in_flight") > 0)
        self.assertEqual(self.service.end(), 0)
        # The service did not wait for the end of that step.
        with contextlib.suppress(ConnectionResetError):
            self.assertFalse(large.recv(12).startswith(b"HTTP/1.1 200"))

    # ---- HTTP

    def test_malformed_requests_get_400_without_an_error_in_the_log(self):
        self.serve()
        post = b"POST /memes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        chunked = post + b"Transfer-Encoding: chunked\r\n\r\n"
        for request in (
            b"GET /healthz HTTP/1.1\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
            b"GET /healthz HTTP/1.1\r\nHost: a/b@c\r\n\r\n", chunked + b"G\r\n", chunked + b"-2\r\n", chunked + b"0x2\r\n",
            chunked + b"11111111111111111\r\n", post + b"Transfer-Encoding: identity\r\n\r\n{}",
            post + b"Transfer-Encoding: xchunked\r\n\r\n{}",
        ):
            with self.subTest(request=request):
                self.assertEqual(self.status(request), 400)
        self.assertFalse([line for line in self.service.log if '"error"' in line])

    def test_expect_100_continue_is_honored(self):
        self.serve()
        body = json.dumps({"template": "verdict", "texts": ["a", "b"]}).encode()
        connection = self.connect(
            b"POST /memes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body))
        self.assertEqual(connection.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
        connection.sendall(body)
        self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))
        self.assertEqual(self.status(b"GET /unsafe/9x9/small.png HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: foo\r\n\r\n"), 417)

    def test_http_1_0_responses_close_the_connection(self):
        self.serve()
        for target in (b"/healthz", b"/unsafe/9x9/small.png", b"/nothing"):
            reply = self.exchange(b"GET %s HTTP/1.0\r\n\r\n" % target)
            self.assertTrue(reply.startswith(b"HTTP/1.0 "), reply[:40])
            self.assertIn(b"connection: close", reply.lower())
            self.assertNotIn(b"chunked", reply.lower())

    def test_no_response_follows_connection_close(self):
        self.serve()
        reply = self.exchange(
            b"GET /unsafe/9x9/small.png HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello"
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertEqual(reply.count(b"HTTP/1.1 "), 1)
        self.assertTrue(reply.startswith(b"HTTP/1.1 413 "))

    def test_file_names_may_be_unencoded(self):
        (self.pictures / "maracujá 1.png").write_bytes(noise(8))
        self.serve()
        for name in ("maracujá%201.png", "maracuj%C3%A1%201.png"):
            request = f"GET /unsafe/9x9/{name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            self.assertEqual(self.status(request), 200)

    def test_unknown_hosts_are_rejected_unless_allowed_or_behind_a_proxy(self):
        def status(name, target="/unsafe/9x9/small.png"):
            return self.service.request(target, headers={"Host": name}).status
        self.serve()
        for name in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:80"):
            self.assertEqual(status(name), 421, name)
        for name in ("localhost", "localhost:80", "a.localhost", "127.0.0.1", "[::1]:8080", "192.0.2.1"):
            self.assertEqual(status(name), 200, name)
        self.assertEqual(status("evil.example", "/healthz"), 200)
        # Cached responses are not sent either.
        status("localhost"), status("localhost")
        self.assertEqual(status("evil.example"), 421)
        self.service.end()
        self.serve("--allowed-name", "*.example.org")
        self.assertEqual((status("a.example.org"), status("evil.example")), (200, 421))
        self.service.end()
        self.serve("--trusted-proxy", "127.0.0.1")
        self.assertEqual(status("pictures.example.org"), 200)

    # ---- Folders

    def test_missing_folder_causes_503_instead_of_404(self):
        self.serve("--library", self.folder / "library", "--public-library")
        self.assertEqual(self.service.request("/library/entries").status, 200)
        self.pictures.rename(self.folder / "elsewhere")
        self.assertEqual(self.service.request("/unsafe/9x9/small.png").status, 503)
        self.assertEqual(self.service.request("/readyz").status, 503)
        (self.folder / "elsewhere").rename(self.pictures)
        self.assertEqual(self.service.request("/unsafe/9x9/small.png").status, 200)
        self.assertEqual(self.service.request("/unsafe/9x9/none.png").status, 404)
        library = self.folder / "library"
        library.rename(self.folder / "away")
        self.assertEqual(self.service.request("/library/entries").status, 503)
        self.assertEqual(self.service.request("/readyz").status, 503)

    def test_unmounted_disk_causes_503_instead_of_404(self):
        for folder in (self.folder / "disk", self.folder / "library"):
            folder.mkdir(exist_ok=True)
            if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True).returncode != 0:
                self.skipTest("Mounting a disk needs root.")
            self.addCleanup(subprocess.run, ["umount", "--lazy", folder], capture_output=True)
        (self.folder / "disk/small.png").write_bytes(noise(32))
        self.pictures = self.folder / "disk"
        self.serve("--library", self.folder / "library", "--public-library")
        self.assertEqual(self.service.request("/library/entries").status, 200)
        self.assertEqual(self.service.request("/unsafe/9x9/small.png").status, 200)
        self.assertEqual(self.service.request("/readyz").status, 200)
        subprocess.run(["umount", "--lazy", self.folder / "disk"], check=True)
        self.assertEqual(self.service.request("/unsafe/9x9/small.png").status, 503)
        self.assertEqual(self.service.request("/readyz").status, 503)
        subprocess.run(["umount", "--lazy", self.folder / "library"], check=True)
        self.assertEqual(self.service.request("/library/entries").status, 503)

    def test_cache_folder_is_limited_to_one_process(self):
        self.serve("--cache", self.folder / "cache")
        with self.assertRaisesRegex(AssertionError, "in use by another process"):
            service.Service("--images", self.pictures, "--allow-unsigned", "--cache", self.folder / "cache")

    def test_cache_on_a_full_disk_frees_space_and_logs_it_once(self):
        cache = self.folder / "cache"
        cache.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", cache]
        if subprocess.run(mount, capture_output=True).returncode != 0:
            self.skipTest("Mounting a small disk needs root.")
        self.addCleanup(subprocess.run, ["umount", "--lazy", cache])
        (self.pictures / "noise.png").write_bytes(noise(64))
        self.serve("--cache", cache)
        for width in range(20, 60):
            self.assertEqual(self.service.request(f"/unsafe/{width}x60/noise.png").status, 200)
        self.assertGreater(self.gauge("cache_bytes"), 100_000)
        # After many more results than fit, the last one is still cached.
        self.service.request("/unsafe/59x60/noise.png")
        hits = re.search(r"^postcard_cache_hits_total (\d+)$", self.service.request("/metrics").body.decode(), re.M)[1]
        self.assertEqual(hits, "1")
        # The log is complete when the service has ended.
        self.service.end()
        self.assertEqual(len([line for line in self.service.log if "less free space" in line]), 1)

    def test_hidden_files_are_not_served(self):
        (self.pictures / ".hidden.png").write_bytes(noise(8))
        (self.pictures / ".git").mkdir()
        (self.pictures / ".git/a.png").write_bytes(noise(8))
        self.serve()
        for name in (".hidden.png", ".git/a.png"):
            self.assertEqual(self.service.request(f"/unsafe/9x9/{name}").status, 404)

    def test_service_listens_on_a_unix_socket(self):
        path = str(self.folder / "socket")
        self.serve("--host", path)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))
        connection.close()

    def test_service_listens_on_passed_sockets(self):
        path = str(self.folder / "socket")
        with socket.create_server(("127.0.0.1", 0)) as first, socket.socket(socket.AF_UNIX) as second:
            second.bind(path)
            second.listen()
            self.serve(sockets=[first, second])
            self.assertEqual(self.service.port, first.getsockname()[1])
            self.assertIn('"descriptors":2', self.service.log[-1])
            self.assertEqual(self.service.request("/unsafe/9x9/small.png").status, 200)
            # Only this machine can reach the first socket.
            self.assertEqual(self.service.request("/unsafe/9x9/small.png", headers={"Host": "evil.example"}).status, 421)
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(path)
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))
            self.assertEqual(self.service.end(), 0)
            # The process that passed the sockets keeps them for the next service.
            self.serve(sockets=[first])
            self.assertEqual(self.service.request("/healthz").status, 200)
            self.service.end()
            # These sockets are for another process.
            self.serve(sockets=[first], variables={"LISTEN_PID": "1"})
            self.assertNotEqual(self.service.port, first.getsockname()[1])

    def test_public_socket_accepts_any_host(self):
        with socket.create_server(("0.0.0.0", 0)) as everywhere:
            self.serve(sockets=[everywhere])
            self.assertEqual(self.service.request("/unsafe/9x9/small.png", headers={"Host": "a.example"}).status, 200)

    def test_passed_descriptor_must_be_a_listening_socket(self):
        with socket.socket() as deaf, open(os.devnull) as file:
            for each in (deaf, file):
                with self.assertRaisesRegex(AssertionError, "descriptor 3 is not a listening stream socket"):
                    service.Service("--images", self.pictures, "--allow-unsigned", sockets=[each])

    # ---- The log

    def test_unread_log_does_not_block_and_reports_dropped_lines(self):
        process = subprocess.Popen(
            [service.PROGRAM, "serve", "--port", "0", "--images", self.pictures, "--allow-unsigned"], stderr=subprocess.PIPE,
            env=service.environment())
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        port = next(int(json.loads(line)["port"]) for line in process.stderr if b'"listening"' in line)
        request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: " + b"a" * 64 + b"\r\n\r\n"
        connection = socket.create_connection(("127.0.0.1", port), timeout=service.LONGEST)
        self.addCleanup(connection.close)
        # A line has 250 bytes. Together, the lines exceed the pipe and the buffer of 1 MiB.
        received, count = b"", 6_000
        for _ in range(count // 100):
            connection.sendall(request * 100)
            seen = 0
            while seen < 100:
                received += connection.recv(1 << 16)
                seen += received.count(b"HTTP/1.1 200 ")
                received = received[-12:] if not received.endswith(b"ok\n") else b""
        # Now the log is read again.
        lines, dropped = 0, None
        for line in process.stderr:
            fields = json.loads(line)
            lines += fields["message"] == "request"
            if "dropped" in fields:
                dropped = int(fields["dropped"])
                break
        self.assertGreater(dropped, 0)
        self.assertEqual(service.request(port, "/healthz").status, 200)
        process.send_signal(signal.SIGTERM)
        rest = [json.loads(line) for line in process.stderr]
        lines += sum(line["message"] == "request" for line in rest)
        dropped += sum(int(line.get("dropped", 0)) for line in rest)
        self.assertEqual(process.wait(timeout=service.LONGEST), 0)
        self.assertEqual(lines + dropped, count + 1)

    def test_closed_log_does_not_stop_the_service(self):
        process = subprocess.Popen(
            [service.PROGRAM, "serve", "--port", "0", "--images", self.pictures, "--allow-unsigned"], stderr=subprocess.PIPE,
            env=service.environment())
        self.addCleanup(process.kill)
        port = next(int(json.loads(line)["port"]) for line in process.stderr if b'"listening"' in line)
        process.stderr.close()
        for _ in range(3):
            self.assertEqual(service.request(port, "/healthz").status, 200)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=service.LONGEST), 0)


if __name__ == "__main__":
    unittest.main()
