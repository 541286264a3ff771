"""A library with items of all kinds, and its screens, for tests that visit all of them and change nothing."""

import functools
import pathlib
import re
import shutil
import tempfile

from browser import App, expect
from library import created_id, pictures, temporary

# The screens by name, with their paths, in which `{pin}` and others are placeholders.
SCREENS = {
    "map": "/app/?at=47,6,4.4", "album": "/app/pins/{pin}", "viewer": "/app/pins/{pin}/photos/{photo}",
    "meme editor": "/app/memes/new?photo={photo}", "gallery": "/app/memes", "journals": "/app/journals", "journal": "/app/journals/{journal}",
    "entries": "/app/entries", "settings": "/app/settings", "trash": "/app/trash",
}
# The fixed time that the clock shows in all pages.
NOW = "2026-06-12T12:00:00Z"


def fill(app):
    """Fills a library; returns the ids that the screens' paths need."""
    photos = pictures(640)

    def file(name):
        return photos / f"{name}.jpg"

    def write(journal, place, at, date, note, text, *names):
        app.run("journal", "place", journal, at, "--name", place, "--date", date)
        app.run("note", "new", journal, "--place", place, "--text", note)
        app.run("entry", "new", *map(file, names), "--text", text, "--journal", journal, "--place", place, "--date", date)

    pin = created_id(app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower"))
    for name, at in (("Harbour of Poole", "50.7127,-1.9872"), ("Hotel Adlon", "52.5159,13.3803"), ("Lisbon", "38.7078,-9.1366")):
        app.run("pin", "drop", at, "--name", name)
    app.run("album", "open", pin, "--source", f"folder:{photos}", "--seed", "1")
    photo = re.findall(r"photo-[0-9a-z]{12}", app.run("album", "list", pin))
    journal = created_id(app.run("journal", "new", "A week in Paris"))
    write(journal, "Louvre", "48.8606,2.3376", "2025-04-12", "Rain until noon, then gold.", "The roofs from the top floor", "paris-rooftops-in-gold")
    write(journal, "Pont Alexandre III", "48.8639,2.3136", "2025-04-13", "Cold feet.", "All lamps were lit",
          "paris-bridge-at-dusk", "paris-night-lights")
    other = created_id(app.run("journal", "new", "Round the Fuji"))
    write(other, "Kawaguchi", "35.5036,138.7644", "2024-11-02", "Up at four.", "Nobody else at the lake", "fuji-lake-at-dawn")
    app.run("journal", "new", "Somewhere warm")
    app.run("entry", "new", file("poole-lighthouse-in-storm"), "--text", "We did not stay long.", "--date", "2025-01-05")
    for words in (("one does not simply", "ship on Friday"), ("works on my machine", "")):
        app.run("meme", photo[0], *words, "-o", app.library.parent / f"{words[0][:3]}.jpg")
    app.run("meme", "--template", "crossroads", "Fix it", "Rewrite it", "Me", "-o", app.library.parent / "crossroads.jpg")
    app.run("pin", "drop", "-54.8,-68.3", "--name", "End of the world")
    app.run("pin", "delete", "End of the world")
    app.run("delete", created_id(app.run("journal", "new", "Diet")))
    return {"pin": pin, "photo": photo[0], "journal": journal}


@functools.cache
def filled_library():
    """Returns a folder with a filled library to copy, and its ids."""
    folder = temporary()
    app = App(folder / "library")
    try:
        ids = fill(app)
    finally:
        app.end()
    return folder / "library", ids


class Screens:
    """Scenarios that visit the screens. All scenarios of a class share `app`, and each one is signed in."""

    context_options = {}
    # Every screen is visited at both sizes.
    is_thorough = False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        library, cls.ids = filled_library()
        folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-screens-"))
        cls.addClassCleanup(shutil.rmtree, folder)
        shutil.copytree(library, folder / "library")
        cls.served = App(folder / "library")
        cls.addClassCleanup(cls.served.end)
        context = cls.shared.browser.new_context()
        page = context.new_page()
        page.goto(cls.served.ticket)
        expect(page.locator("html[data-state=ready]")).to_be_attached()
        cls.cookies = context.cookies()
        context.close()

    def make_app(self):
        return self.served

    def new_context(self, **options):
        # A service worker would respond before the routes here.
        context = super().new_context(
            service_workers="block", **{"locale": "en-GB", "timezone_id": "UTC", **self.context_options, **options})
        context.add_cookies(self.cookies)
        context.clock.set_fixed_time(NOW)
        # The date of the tests and the machine's features must not be visible.
        self.replace(context, "library/deleted", lambda items: [{**each, "deleted": "2026-06-11T18:30:00Z"} for each in items])
        self.replace(context, "library/journals", lambda items: [{**each, "created": "2026-06-11T18:30:00Z"} for each in items])
        self.replace(context, "session", lambda session: {**session, "version": "1.0.0", "ffmpeg": True})
        return context

    @staticmethod
    def replace(context, path, change):
        """Changes the service's response at a path."""
        def respond(route):
            reply = route.fetch()
            route.fulfill(response=reply, json=change(reply.json())) if reply.ok else route.fulfill(response=reply)
        context.route(re.compile(rf"/{path}(\?.*)?$"), respond)

    def show(self, name, page=None):
        """Opens a screen, and returns when it is complete."""
        page = page or self.page
        page.goto(self.app.origin + SCREENS[name].format(**self.ids))
        expect(page.locator("html[data-state=ready]")).to_be_attached()
        if name == "meme editor":
            page.locator(".words textarea").nth(0).fill("one does not simply")
            page.locator(".words textarea").nth(1).fill("ship on Friday")
            expect(page.locator(".stage-picture[src^=blob]")).to_be_visible()
            expect(page.locator(".stage[aria-busy=false]")).to_be_attached()
        expect(page.locator(".pane:not(.pane-behind) .loading")).to_have_count(0)
        # The user's photos appear on the map after everything else.
        if page.locator(".pane-map").count():
            expect(page.locator(".own-photos").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        # Waits until pictures in view are decoded and animations have ended.
        page.evaluate("""async () => {
            const isSeen = image => { const box = image.getBoundingClientRect(); return box.width && box.top < innerHeight && box.left < innerWidth && box.bottom > 0; };
            await Promise.all([...document.images].filter(isSeen).map(image => image.decode().catch(() => {})));
            await document.fonts.ready;
            for (const each of document.getAnimations()) try { each.finish(); } catch { /* It never ends. */ }
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
        }""")
