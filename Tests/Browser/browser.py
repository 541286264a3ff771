"""The web app in Chromium: helpers for its scenarios. Tests/Service/service.py starts the programs.

A scenario is a test method of a class with `@on_each_device` or `@on_desktop`. It has `app`, and a `page` that shows it. It fails on
console errors, uncaught exceptions and rejections, and violations of the content security policy.
"""

import atexit
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Service"))

try:
    from axe_playwright_python.base import AXE_SCRIPT, AxeResults
    from playwright.sync_api import expect, sync_playwright
except ImportError as error:
    raise unittest.SkipTest(f"Tests/Browser/requirements.txt is not installed: {error}")
from ports import free_port
from service import FIXTURES, LONGEST, PROGRAM, TOKENS, FlickrStandIn, Folder, NominatimStandIn, Service, StandIn, environment, request, wait_until

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Chromium without windows, tabs and extensions, if it is installed: it draws identically, and a visit takes a third of the CPU time.
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
DEVICES = {
    "Phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
    "Desktop": {"viewport": {"width": 1280, "height": 800}},
}
# During development, the app's files can be read from a folder: POSTCARD_APP_FOLDER=Sources/PostcardWeb/app.
WORK = ["--app-folder", os.environ["POSTCARD_APP_FOLDER"]] if "POSTCARD_APP_FOLDER" in os.environ else []
# Rules that are not a matter of taste: WCAG 2.2 at AA, and axe's best practices.
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Messages don't disappear: on a busy machine, ten seconds may pass before a scenario presses a message's button.
KEEP_MESSAGES = """
    new MutationObserver(changes => {
        for (const each of changes.flatMap(change => [...change.addedNodes])) {
            if (each instanceof Element && each.matches('.toast')) each.dispatchEvent(new Event('pointerenter'));
        }
    }).observe(document, { childList: true, subtree: true });"""
# The page receives no changes from the service; otherwise, uploads whose responses were lost would continue automatically.
NO_CHANGES = "window.EventSource = class extends EventTarget { close() {} };"

# Playwright uses milliseconds.
expect.set_options(timeout=LONGEST * 1_000)


def wait_in(page, condition, argument=None):
    """Waits until a JavaScript function is true in a page.

    Playwright's wait_for_function evaluates a string at each attempt, which the policy of the app's pages forbids.
    """
    page.evaluate(f"""async argument => {{
        const condition = {condition};
        const end = performance.now() + {LONGEST * 1_000};
        while (!await condition(argument)) {{
            if (performance.now() > end) throw new Error('The condition was not met.');
            await new Promise(requestAnimationFrame);
        }}
    }}""", argument)


def on_each_device(case, names=tuple(DEVICES)):
    """Makes a test case for each device. The desktop one is thorough, unless the class says otherwise."""
    module = sys.modules[case.__module__]
    for name in names:
        options = DEVICES[name]
        made = type(f"{case.__name__}On{name}", (case, BrowserTestCase), {
            "__module__": case.__module__, "__doc__": case.__doc__, "device": name, "options": options,
            "is_thorough": getattr(case, "is_thorough", name == "Desktop" and len(names) > 1),
        })
        setattr(module, made.__name__, made)
    return case


def on_desktop(case):
    """Makes a test case only for the desktop, for scenarios that depend neither on screen size nor on touch."""
    return on_each_device(case, ["Desktop"])


class App:
    """`postcard app` as a process, with a separate library."""

    def __init__(self, library, **variables):
        self.library = library
        self.variables = {"POSTCARD_LIBRARY": str(library), "XDG_CACHE_HOME": f"{library}.cache", **variables}
        # The same port is free again after a restart.
        self.port = free_port()
        self.start()

    def start(self, *arguments):
        """Starts the app on its fixed port, without streets unless the scenario has a server for streets."""
        streets = [] if "POSTCARD_SERVE_TILES" in self.variables else ["--tiles", "none"]
        self.process = subprocess.Popen(
            [PROGRAM, "app", "--no-browser", "--port", str(self.port), *streets, *WORK, *arguments],
            env=environment(**self.variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+/app/)(#t=\S+)", line)
        if not found:
            self.process.wait(timeout=LONGEST)
            raise AssertionError(f"The app did not start: {line}{self.process.stderr.read()}")
        self.url, self.fragment = found.group(1), found.group(2)
        self.origin = self.url.removesuffix("/app/")
        self.ticket = self.url + self.fragment
        self.log = []
        self.reader = threading.Thread(target=self.log.extend, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def run(self, *arguments):
        """Runs a command on the library, as in a terminal in the library's folder, and returns its output."""
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True, env=environment(**self.variables),
            cwd=self.library.parent)
        return done.stdout

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=LONGEST)
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()


class Shared:
    """Shared by all scenarios of a run: the browser, and the stand-ins for online services."""

    instance = None

    def __init__(self):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=HEADLESS, env={**os.environ, "FONTCONFIG_FILE": str(HERE / "fonts.conf")},
            # There is no GPU; drawing directly on the CPU takes half the time. Certificate errors are ignored because service workers would
            # reject the test's certificate.
            args=["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--no-sandbox", "--disable-gpu",
                  "--ignore-certificate-errors",
                  # A name for this machine that browsers do not trust, unlike 127.0.0.1.
                  "--host-resolver-rules=MAP phone.test 127.0.0.1"])
        self.flickr = FlickrStandIn()
        self.nominatim = NominatimStandIn()

    @classmethod
    def get(cls):
        if cls.instance is None:
            cls.instance = cls()
            atexit.register(cls.instance.end)
        return cls.instance

    def end(self):
        self.browser.close()
        self.playwright.stop()
        self.flickr.end()
        self.nominatim.end()


class BrowserTestCase(unittest.TestCase):
    """A scenario: `app` runs with a new library, and `page` is a page in a new browser profile."""

    device = None
    options = {}

    @classmethod
    def setUpClass(cls):
        if HEADLESS is None:
            raise unittest.SkipTest("Chromium is not installed")
        cls.shared = Shared.get()

    def setUp(self):
        self.allowed = []
        self.problems = []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-browser-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.app = self.make_app()
        self.context = self.new_context()
        self.page = self.context.new_page()

    def make_app(self):
        """The scenario's app."""
        app = App(
            self.folder / "library", FLICKR_API_KEY="0123456789abcdef0123456789abcdef",
            POSTCARD_FLICKR_ENDPOINT=self.shared.flickr.endpoint,
            POSTCARD_NOMINATIM_ENDPOINT=self.shared.nominatim.endpoint)
        self.addCleanup(app.end)
        return app

    def new_context(self, **options):
        """Returns a new, empty browser profile. Page errors fail the scenario."""
        context = self.shared.browser.new_context(**{"service_workers": "allow", **self.options, **options})
        self.addCleanup(context.close)
        # Routes are removed before the context closes, since a routed request may still be running.
        self.addCleanup(context.unroute_all, behavior="ignoreErrors")
        context.set_default_timeout(LONGEST * 1_000)
        context.on("page", self.watch)
        context.add_init_script(KEEP_MESSAGES)
        # CSP Level 3 reports violations to the page; the console text differs between versions.
        context.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective + ' ' + e.blockedURI));")
        return context

    def watch(self, page):
        page.on("console", lambda message: self.report(f"console: {message.text} {message.location.get('url', '')}")
                if message.type == "error" else None)
        page.on("pageerror", lambda error: self.report(f"exception: {error}"))
        page.on("crash", lambda _: self.report("the page crashed"))

    def report(self, problem):
        self.problems.append(problem)

    def allow(self, *patterns):
        """Allows console messages in the scenario, such as `status of 401`, as regular expressions."""
        self.allowed += patterns

    def tearDown(self):
        problems = [each for each in self.problems if not any(re.search(pattern, each) for pattern in self.allowed)]
        self.assertEqual(problems, [])

    def sign_in(self, page=None, at="/app/"):
        """Opens the app as `postcard app` does, or at another path, which accepts a ticket too."""
        page = page or self.page
        page.goto(self.app.origin + at + self.app.fragment)
        expect(page.locator("html[data-state=ready]")).to_be_attached()

    def close_messages(self):
        """Closes messages, which cover the lowest line on a phone."""
        for message in self.page.locator(".toast").all():
            message.get_by_role("button", name="Close message").click()

    def box(self, locator):
        """Returns the box of an element once the element is shown: during a redraw, it is briefly missing."""
        return wait_until(locator.bounding_box, f"{locator} is not shown.")

    def assert_back_asks(self, question, *answers):
        """Goes back once for each answer to the dialog `question`: the name of a button, or "Back" to go back again."""
        dialog = self.page.get_by_role("dialog", name=question)
        at = self.page.url
        for answer in answers:
            self.page.go_back()
            expect(dialog).to_be_visible()
            expect(self.page).to_have_url(at)
            if answer == "Back":
                self.page.go_back()
            else:
                dialog.get_by_role("button", name=answer).click()
            expect(dialog).to_have_count(0)

    def screenshot(self, name, page=None):
        """Saves a screenshot for inspection in the folder that the SCREENSHOTS environment variable specifies."""
        if folder := os.environ.get("SCREENSHOTS"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            (page or self.page).screenshot(path=f"{folder}/{name}-{self.device.lower()}.png")

    def assert_accessible(self, page=None, without=()):
        """Asserts that axe finds no violations on the page; rules can be excluded."""
        page = page or self.page
        # The heading appears when the screen is drawn.
        expect(page.locator("h1").first).to_be_attached()
        # Elements have too little contrast while they fade in.
        page.evaluate("document.getAnimations().forEach(each => { try { each.finish(); } catch { /* It never ends. */ } })")
        if not page.evaluate("Boolean(globalThis.axe)"):
            page.evaluate(AXE_SCRIPT)
        # Passed checks are not needed. Stylesheets are not fetched again, since the pages' policy would block this.
        results = AxeResults(page.evaluate(
            "options => axe.run(options).then(({violations}) => ({violations}))",
            {"runOnly": {"type": "tag", "values": AXE_RULES}, "resultTypes": ["violations"],
             "preload": {"assets": ["media"]}, "rules": {rule: {"enabled": False} for rule in without}}))
        self.assertEqual(results.violations_count, 0, results.generate_report())
