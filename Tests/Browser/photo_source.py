"""A stand-in for Flickr. A scenario controls when its small photos arrive, and its errors."""

import json
import pathlib
import threading
import urllib.parse

from browser import StandIn

PICTURE = (pathlib.Path(__file__).resolve().parents[2] / "Fixtures/small/jpeg-422.jpg").read_bytes()


class PhotoSource(StandIn):
    """Answers searches with `count` photos around the requested place, and sends pictures while it is open."""

    def __init__(self, count=6):
        super().__init__()
        self.endpoint = f"{self.address}services/rest/"
        self.count = count
        # The distance of the farthest photo from the pin, in kilometers; searches with a smaller radius find none.
        self.distance = 0
        # A status to answer searches with instead of photos.
        self.fault = None
        self.title = "Picture {}"
        self.license = "4"
        self.first = 0
        self.searches = []
        self._passes = threading.Semaphore(0)
        self._is_open = threading.Event()
        self._is_open.set()
        # Searches wait while it is cleared.
        self.answers = threading.Event()
        self.answers.set()

    def close(self):
        """Holds all pictures from now on."""
        self._is_open.clear()

    def open(self):
        """Releases all pictures."""
        self._is_open.set()
        for _ in range(100):
            self._passes.release()

    def let(self, count):
        """Releases a number of pictures."""
        for _ in range(count):
            self._passes.release()

    def end(self):
        self.open()
        self.answers.set()
        super().end()

    def photo(self, number, latitude, longitude):
        address = f"{self.address}65535/{59000000000 + number}_cbf6cb52b1_b.jpg"
        return {
            "id": str(59000000000 + number), "owner": "12345675@N00", "secret": "cbf6cb52b1", "server": "65535", "farm": 66,
            "title": self.title.format(number), "ispublic": 1, "license": self.license, "datetaken": "2024-05-09 21:14:03",
            "datetakengranularity": 0, "datetakenunknown": "0", "ownername": f"Example Person {number}", "pathalias": None,
            "latitude": latitude, "longitude": longitude, "accuracy": "16", "context": 0,
            "url_l": address, "height_l": 683, "width_l": 1024,
        }

    def answer(self, target):
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
        self.answers.wait()
        if self.fault:
            # Long enough that the program does not retry, as it otherwise does for half a minute.
            return self.fault, "text/html", b"<h1>Bad, bad panda!</h1>", ("Retry-After", "600")
        is_near = float(query.get("radius", 2)) >= self.distance
        photos = [self.photo(self.first + each, query["lat"], query["lon"]) for each in range(self.count if is_near else 0)]
        page = {"page": 1, "pages": 1 if photos else 0, "perpage": 250, "total": len(photos), "photo": photos}
        return 200, "application/json", json.dumps({"photos": page, "stat": "ok"}).encode()
