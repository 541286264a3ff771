"""`postcard serve` as a process, and helpers for its tests. Needs only the standard library."""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Fixtures"
PROGRAM = pathlib.Path(os.environ.get("POSTCARD", ROOT / ".build/release/postcard"))
# The maximum time that a test waits, in seconds. The limit only ends hangs. A busy machine may need most of the time.
LONGEST = 60
TOKENS = {name: name * 2 + "-0123456789abcdef0123456789abcdef" for name in ("ann", "bob", "eve")}


def environment(**more):
    """Returns the environment of a program, without the caller's settings."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {"HOME": "/nonexistent", "TZ": "UTC", **kept, **more}


def wait_until(condition, otherwise="The condition was not met.", seconds=LONGEST):
    """Waits until a condition is true, and returns its value."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{otherwise} ({seconds} s)")
        time.sleep(0.02)
    return found


class Reply:
    """A response with its body."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    def __getitem__(self, name):
        return self.headers[name]

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {dict(self.headers)} {self.body[:300]!r}"


def request(port, target, method="GET", headers=None, body=None, client="127.0.0.1", seconds=LONGEST):
    """Sends one request from an IP address of this machine, any in 127.0.0.0/8."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds, source_address=(client, 0))
    try:
        connection.request(method, target, body=body, headers=headers or {})
        return Reply(connection.getresponse())
    finally:
        connection.close()


def form(fields, files):
    """Returns a body of multipart/form-data, and its media type."""
    boundary = "a-boundary-of-the-tests"
    parts = [(f'name="{name}"', value.encode()) for name, value in fields]
    parts += [(f'name="{name}"; filename="{file}"', content) for name, file, content in files]
    body = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n"
        for head, content in parts
    )
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


class Folder:
    """A temporary folder with pictures, a library and tokens."""

    def __init__(self, pictures):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="postcard-service-"))
        # nginx reads and writes here as another user.
        self.path.chmod(0o755)
        self.pictures = self.path / "pictures"
        self.pictures.mkdir()
        for name in pictures:
            shutil.copy(FIXTURES / name, self.pictures)
        self.library = self.path / "library"
        self.tokens = self.path / "tokens"
        self.tokens.write_text("".join(f"{name}:{token}\n" for name, token in TOKENS.items()))

    def run(self, *arguments):
        """Runs a command on the library."""
        variables = environment(POSTCARD_LIBRARY=str(self.library))
        subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, env=variables, cwd=self.path)

    def remove(self):
        shutil.rmtree(self.path)


# Starts a program with sockets as systemd does: as descriptors from 3 on.
PASS_SOCKETS = """
import os, sys
end = sys.argv.index("--")
# The sockets are moved out of the way first, so they do not overwrite each other.
sockets = [os.dup2(int(each), 100 + number) for number, each in enumerate(sys.argv[1:end])]
for number, each in enumerate(sockets):
    os.dup2(each, 3 + number)
os.environ.update(LISTEN_PID=os.environ.get("LISTEN_PID", str(os.getpid())), LISTEN_FDS=str(len(sockets)))
os.execv(sys.argv[end + 1], sys.argv[end + 1:])
"""


class NotStarted(AssertionError):
    """A service ended before it listened. The message contains its output."""


class Service:
    """A running service. Settings are named like their variables, without POSTCARD_SERVE_. `before` is called in the service's process."""

    def __init__(self, *arguments, port=0, variables=None, descriptors=None, sockets=(), before=None, **settings):
        self.sockets = [each.fileno() for each in sockets]
        limit = ["prlimit", f"--nofile={descriptors}:{descriptors}"] if descriptors else []
        passed = [sys.executable, "-c", PASS_SOCKETS, *map(str, self.sockets), "--"] if sockets else []
        self.arguments = [*limit, *passed, PROGRAM, "serve", *arguments]
        self.variables = variables or {}
        self.settings = settings
        self.before = before
        self.requested_port = port
        self.start()

    def start(self, **more):
        """Starts the service, optionally with more settings. Returns when it listens on the given port or a new one."""
        settings = {f"POSTCARD_SERVE_{name}": str(value) for name, value in {**self.settings, **more}.items()}
        self.process = subprocess.Popen(
            [*self.arguments, "--port", str(self.requested_port)], env=environment(**settings, **self.variables),
            stderr=subprocess.PIPE, text=True, pass_fds=self.sockets, preexec_fn=self.before,
        )
        self.log = []
        for line in self.process.stderr:
            self.log.append(line)
            if '"listening"' in line:
                break
        else:
            self.process.wait(timeout=LONGEST)
            self.process.stderr.close()
            raise NotStarted(f"The service did not start: {''.join(self.log)}")
        self.port = int(json.loads(self.log[-1]).get("port", 0))
        # Without a reader, the service would wait when the pipe is full.
        self.reader = threading.Thread(target=self.log.extend, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def request(self, target, **more):
        return request(self.port, target, **more)

    def end(self, number=signal.SIGTERM):
        """Ends the service, and returns its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(timeout=LONGEST)
        self.reader.join()
        self.process.stderr.close()
        return status


class StandIn(http.server.ThreadingHTTPServer):
    """A server on loopback in a separate thread. `respond` returns the status, type, body and other headers for the target of a GET."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), StandIn.Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, kind, body, *headers = self.server.respond(self.path)
            self.send_response(status)
            for name, value in [("Content-Type", kind), ("Content-Length", str(len(body))), *headers]:
                self.send_header(name, value)
            # The client may have disconnected, for example when a download is stopped.
            with contextlib.suppress(ConnectionError):
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_):
            pass

    def end(self):
        self.shutdown()
        self.server_close()


class GatedHost(StandIn):
    """A web server of pictures that delays its responses until the gate is open.

    With the port of another server (`behind`), it forwards requests to that server, and delays only pictures.
    """

    def __init__(self, pictures=None, behind=None):
        super().__init__()
        self.pictures = pictures
        self.behind = behind
        self.gate = threading.Event()
        self.reached = queue.Queue()
        self.port = self.server_address[1]
        self.is_broken = False

    def respond(self, target):
        if self.behind is None or "/services/" not in target:
            self.reached.put(target)
            self.gate.wait(timeout=LONGEST)
        if self.is_broken:
            return 500, "text/plain", b""
        if self.behind is None:
            return 200, "image/jpeg", (self.pictures / urllib.parse.unquote(target[1:])).read_bytes()
        # The other server makes its URLs from the requested host, so they point to this server again.
        reply = request(self.behind, target, headers={"Host": f"127.0.0.1:{self.port}"})
        return reply.status, reply["Content-Type"], reply.body

    def close_gate(self):
        """Makes requests wait from now on. `reached` contains only these requests."""
        self.gate.clear()
        self.reached = queue.Queue()

    def end(self):
        self.gate.set()
        super().end()


class FlickrStandIn:
    """The stand-in for Flickr, which is built with the tests, as a process."""

    def __init__(self):
        sibling = PROGRAM.parent / "FlickrStandInServer"
        program = sibling if sibling.exists() else ROOT / ".build/release/FlickrStandInServer"
        self.process = subprocess.Popen([program], stdout=subprocess.PIPE, text=True, env=environment())
        self.endpoint = self.process.stdout.readline().strip()
        self.port = int(self.endpoint.split(":")[2].split("/")[0])

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class NominatimStandIn(StandIn):
    """The place search of Nominatim. It records its requests. Like the service, it finds no places outside a bounded viewbox."""

    PLACES = [
        {
            "place_id": 1, "osm_type": "way", "osm_id": 5013364, "lat": "48.8582599", "lon": "2.2945006",
            "category": "man_made", "type": "tower", "name": "Tour Eiffel",
            "display_name": "Tour Eiffel, 5, Avenue Anatole France, Paris, France",
        },
        {
            "place_id": 3, "osm_type": "node", "osm_id": 3311845, "lat": "51.5128", "lon": "-0.1305",
            "category": "amenity", "type": "cafe", "name": "Café Louvre",
            "display_name": "Café Louvre, Soho, London, England",
        },
        {
            "place_id": 2, "osm_type": "relation", "osm_id": 7515426, "lat": "48.8611473", "lon": "2.3380277",
            "category": "tourism", "type": "museum", "name": "Louvre",
            "display_name": "Louvre, Place du Carrousel, Paris, France",
        },
    ]

    def __init__(self):
        super().__init__()
        self.requests = []
        self.endpoint = self.url

    def respond(self, target):
        url = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(url.query))
        self.requests.append((url.path.strip("/"), query))
        if url.path.endswith("/search"):
            words = query.get("q", "").lower().split()
            found = [place for place in self.PLACES if any(word in place["display_name"].lower() for word in words)
                     and self.is_inside(place, query)]
        else:
            found = self.PLACES[0] if abs(float(query["lat"]) - 48.85) < 1 else {"error": "Unable to geocode"}
        return 200, "application/json", json.dumps(found).encode()

    @staticmethod
    def is_inside(place, query):
        if query.get("bounded") != "1":
            return True
        west, north, east, south = map(float, query["viewbox"].split(","))
        return west <= float(place["lon"]) <= east and south <= float(place["lat"]) <= north
