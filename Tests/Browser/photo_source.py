"""A stand-in for Flickr. A scenario controls its errors, and when its small photos arrive."""

import json
import pathlib
import threading
import urllib.parse

from browser import StandIn

PICTURE = (pathlib.Path(__file__).resolve().parents[2] / "Fixtures/small/jpeg-422.jpg").read_bytes()


class PhotoSource(StandIn):
    """Returns `count` photos around the requested place for each search, and sends pictures unless they are held."""

    def __init__(self, count=6):
        super().__init__()
        self.endpoint = f"{self.url}services/rest/"
        self.count = count
        # The distance from the pin to the farthest photo, in kilometers; searches with a smaller radius find none.
        self.distance = 0
        # If set, searches fail with this status.
        self.error_status = None
        self.title = "Picture {}"
        self.license = "4"
        self.first = 0
        self.searches = []
        self._passes = threading.Semaphore(0)
        self._is_open = threading.Event()
        self._is_open.set()
        # Searches wait while this event is cleared.
        self._may_respond = threading.Event()
        self._may_respond.set()

    def close(self):
        """Holds all pictures from now on."""
        self._is_open.clear()

    def open(self):
        """Releases all pictures."""
        self._is_open.set()
        for _ in range(100):
            self._passes.release()

    def release(self, count):
        """Releases a number of pictures."""
        for _ in range(count):
            self._passes.release()

    def end(self):
        self.open()
        self._may_respond.set()
        super().end()

    def hold_searches(self):
        """Holds all searches until the end of the scenario."""
        self._may_respond.clear()

    def photo(self, number, latitude, longitude):
        url = f"{self.url}65535/{59000000000 + number}_cbf6cb52b1_b.jpg"
        return {
            "id": str(59000000000 + number), "owner": "12345675@N00", "secret": "cbf6cb52b1", "server": "65535", "farm": 66,
            "title": self.title.format(number), "ispublic": 1, "license": self.license, "datetaken": "2024-05-09 21:14:03",
            "datetakengranularity": 0, "datetakenunknown": "0", "ownername": f"Example Person {number}", "pathalias": None,
            "latitude": latitude, "longitude": longitude, "accuracy": "16", "context": 0,
            "url_l": url, "height_l": 683, "width_l": 1024,
        }

    def respond(self, target):
        url = urllib.parse.urlsplit(target)
        if not url.path.startswith("/services/rest"):
            if not self._is_open.is_set():
                self._passes.acquire()
            # Each file is different: a comment follows the first marker.
            comment = url.path.encode()
            marker = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
            return 200, "image/jpeg", PICTURE[:2] + marker + PICTURE[2:]
        query = dict(urllib.parse.parse_qsl(url.query))
        self.searches.append(query)
        self._may_respond.wait()
        if self.error_status:
            # The pause is too long for a retry; otherwise, the program would retry for half a minute.
            return self.error_status, "text/html", b"<h1>Bad, bad panda!</h1>", ("Retry-After", "600")
        is_near = float(query.get("radius", 2)) >= self.distance
        photos = [self.photo(self.first + each, query["lat"], query["lon"]) for each in range(self.count if is_near else 0)]
        page = {"page": 1, "pages": 1 if photos else 0, "perpage": 250, "total": len(photos), "photo": photos}
        return 200, "application/json", json.dumps({"photos": page, "stat": "ok"}).encode()
