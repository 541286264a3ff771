"""A minimal WebDriver (W3C) client for WebKitGTK's driver, and a display for it, with the standard library."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request

from ports import free_port
from service import LONGEST, wait_until

DRIVER, DISPLAY = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
# The key of an element reference, section 11 of the recommendation.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class WebKit:
    """An empty window of WebKitGTK."""

    def __init__(self, home, width=1280, height=800):
        reading, writing = os.pipe()
        self.display = subprocess.Popen(
            [DISPLAY, "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as output:
            number = output.readline().strip()
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/session"
        self.driver = subprocess.Popen(
            [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "DISPLAY": f":{number}", "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "LIBGL_ALWAYS_SOFTWARE": "1",
                 "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"})
        try:
            self.url += "/" + self.begin()
            self.send("POST", "/timeouts", {"implicit": 0, "pageLoad": LONGEST * 1_000, "script": LONGEST * 1_000})
        except BaseException:
            self.end()
            raise

    def begin(self):
        """Starts a session once the driver listens; returns its id."""
        def name():
            with contextlib.suppress(ConnectionRefusedError):
                return self.send("POST", "", {"capabilities": {"alwaysMatch": {}}})["sessionId"]
        return wait_until(name, "WebKitWebDriver did not start.")

    def send(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=2 * LONGEST) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise AssertionError(f"{method} {path}: {value['error']}: {value['message']}") from None
        except urllib.error.URLError as error:
            raise error.reason from None

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def find(self, path):
        """Returns the element of an XPath, once it exists.

        WebKit's implicit wait retries when elements are added, but not when an attribute changes.
        """
        return wait_until(lambda: self.send("POST", "/elements", {"using": "xpath", "value": path}), f"{path} did not appear.")[0][ELEMENT]

    def property(self, element, name):
        return self.send("GET", f"/element/{element}/property/{name}")

    def click(self, element):
        self.send("POST", f"/element/{element}/click", {})

    def type(self, element, text):
        self.send("POST", f"/element/{element}/value", {"text": text})

    def run(self, script, *arguments):
        """Returns the result of a function body in the page; promises are awaited."""
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", "/screenshot")))

    def resize(self, width, height):
        self.send("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def end(self):
        if not self.url.endswith("/session"):
            self.send("DELETE", "")
        for process in (self.driver, self.display):
            process.terminate()
            process.wait()
