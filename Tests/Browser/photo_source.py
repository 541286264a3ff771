"""A stand-in for Flickr whose photos come when a scenario lets them: small, quick, and with faults at will."""

import http.server
import json
import pathlib
import threading
import urllib.parse

PICTURE = (pathlib.Path(__file__).resolve().parents[2] / "Fixtures/small/jpeg-422.jpg").read_bytes()


class PhotoSource(http.server.ThreadingHTTPServer):
    """Answers searches with `count` photos around the place that is asked for, and pictures while it is open."""

    daemon_threads = True

    def __init__(self, count=6):
        super().__init__(("127.0.0.1", 0), PhotoSource.Handler)
        self.endpoint = f"http://127.0.0.1:{self.server_address[1]}/services/rest/"
        self.count = count
        # The farthest photo is so far from the pin, in kilometres; a search of less finds none.
        self.distance = 0
        # A status to answer searches with, instead of photos.
        self.fault = None
        self.title = "Picture {}"
        self.license = "4"
        self.first = 0
        self.searches = []
        self._passes = threading.Semaphore(0)
        self._is_open = threading.Event()
        self._is_open.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        """Keeps pictures back from now on."""
        self._is_open.clear()

    def open(self):
        """Lets all pictures through."""
        self._is_open.set()
        for _ in range(100):
            self._passes.release()

    def let(self, count):
        """Lets so many pictures through."""
        for _ in range(count):
            self._passes.release()

    def end(self):
        self.open()
        self.shutdown()
        self.server_close()

    def photo(self, number, latitude, longitude):
        address = f"http://127.0.0.1:{self.server_address[1]}/65535/{59000000000 + number}_cbf6cb52b1_b.jpg"
        return {
            "id": str(59000000000 + number), "owner": "12345675@N00", "secret": "cbf6cb52b1", "server": "65535", "farm": 66,
            "title": self.title.format(number), "ispublic": 1, "license": self.license, "datetaken": "2024-05-09 21:14:03",
            "datetakengranularity": 0, "datetakenunknown": "0", "ownername": f"Example Person {number}", "pathalias": None,
            "latitude": latitude, "longitude": longitude, "accuracy": "16", "context": 0,
            "url_l": address, "height_l": 683, "width_l": 1024,
        }

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            source = self.server
            url = urllib.parse.urlsplit(self.path)
            if not url.path.startswith("/services/rest"):
                if not source._is_open.is_set():
                    source._passes.acquire()
                # Every file is another one: a comment follows the first marker.
                comment = url.path.encode()
                marker = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
                return self.answer(200, "image/jpeg", PICTURE[:2] + marker + PICTURE[2:])
            query = dict(urllib.parse.parse_qsl(url.query))
            source.searches.append(query)
            if source.fault:
                return self.answer(source.fault, "text/html", b"<h1>Bad, bad panda!</h1>")
            is_near = float(query.get("radius", 2)) >= source.distance
            photos = [source.photo(source.first + each, query["lat"], query["lon"]) for each in range(source.count if is_near else 0)]
            page = {"page": 1, "pages": 1 if photos else 0, "perpage": 250, "total": len(photos), "photo": photos}
            self.answer(200, "application/json", json.dumps({"photos": page, "stat": "ok"}).encode())

        def answer(self, status, kind, body):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            try:
                self.end_headers()
                self.wfile.write(body)
            except ConnectionError:
                # The one who asked has gone: a download was stopped.
                pass

        def log_message(self, *_):
            pass
