"""The most important scenarios in another engine, WebKitGTK, with its own driver."""

import pathlib
import shutil
import tempfile
import unittest

from browser import App
from library import album, journal, picture
from touching import WAIT_UNTIL_STILL
from webdriver import DISPLAY, DRIVER, WebKit


@unittest.skipUnless(DRIVER and DISPLAY, "WebKitWebDriver (webkit2gtk-driver) or Xvfb is not installed")
class InWebKit(unittest.TestCase):
    is_thorough = True

    @classmethod
    def setUpClass(cls):
        # Opening a window is slow, so scenarios share one. Stored data belongs to one port, and each scenario has a separate app.
        home = pathlib.Path(tempfile.mkdtemp(prefix="postcard-webkit-home-"))
        cls.addClassCleanup(shutil.rmtree, home, ignore_errors=True)
        cls.page = WebKit(home)
        cls.addClassCleanup(cls.page.end)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-webkit-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.app = App(self.folder / "library")
        self.addCleanup(self.app.end)
        self.photos = album(self.app)
        self.page.open(self.app.ticket)
        self.page.find("//html[@data-state='ready']")

    def test_ticket_signs_in(self):
        self.assertEqual(self.page.run("return fetch('/session').then(reply => reply.json())")["name"], "owner")
        self.assertNotIn("t=", self.page.run("return location.href"))
        self.page.open(self.app.url)
        self.page.find("//*[@role='application' and @aria-label='Map']")
        self.assertEqual(self.page.run("return fetch('/session').then(reply => reply.json())")["scope"], "write")

    def test_map_draws_land_and_sea(self):
        self.page.open(f"{self.app.url}?at=48,5,4")
        self.page.find("//a[contains(., 'Eiffel Tower')]")
        # Checks each frame until the outline of the world is drawn.
        colors = self.page.run("""
            const canvas = document.querySelector('canvas');
            const seen = () => {
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                const colors = new Set();
                for (let at = 0; at < data.length; at += 64) colors.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
                return colors;
            };
            return (async () => {
                const wanted = ['223,233,238', '247,243,234'];
                while (!wanted.every(each => seen().has(each))) await new Promise(requestAnimationFrame);
                return wanted.filter(each => seen().has(each));
            })();""")
        self.assertEqual(len(colors), 2, colors)

    def test_p_key_drops_a_pin(self):
        self.page.open(f"{self.app.url}?at=52.5159,13.3803,12")
        self.page.type(self.page.find("//*[@role='application']"), "p")
        self.page.find("//button[contains(., 'Get photos')]")
        self.assertEqual(self.app.run("pin", "list", "--json").count('"coordinate"'), 2)

    def test_album_opens_with_its_photos(self):
        pin = self.page.find("//a[contains(., 'Eiffel Tower')]")
        self.page.run(f"return ({WAIT_UNTIL_STILL})()")
        self.page.click(pin)
        self.page.find("//h1[contains(., 'Eiffel Tower')]")
        self.page.find("//*[contains(@class, 'tile') and contains(@class, 'is-loaded')]")
        self.assertEqual(self.page.run("return document.querySelectorAll('.tile').length"), len(self.photos))

    def test_photos_are_uploaded_in_the_background(self):
        id, place = journal(self.app)
        self.page.open(f"{self.app.origin}/app/journals/{id}/places/{place}")
        # WebDriver can't operate the browser's file picker.
        self.page.run("HTMLInputElement.prototype.click = () => {}")
        self.page.click(self.page.find("//button[contains(., 'Photo')]"))
        self.page.click(self.page.find("//*[@role='menuitem'][contains(., 'From this device')]"))
        self.page.type(self.page.find("//body/input[@type='file']"), "\n".join(str(picture(name)) for name in ("bridge", "lights")))
        self.page.click(self.page.find("//a[@data-tab='entries']"))
        names = self.page.run("""
            const [path] = arguments;
            return (async () => {
                for (;;) {
                    const { stops } = await fetch(path).then(reply => reply.json());
                    const media = stops.flatMap(stop => stop.entries).flatMap(entry => entry.media);
                    if (media.length > 1) return media.map(medium => medium.name);
                }
            })();""", f"/library/journals/{id}")
        self.assertEqual(sorted(names), sorted([picture("bridge").name, picture("lights").name]))

    def test_typing_updates_the_meme_preview(self):
        self.page.open(f"{self.app.origin}/app/memes/new?photo={self.photos[0]}")
        before = self.page.property(self.page.find(
            "//img[contains(@class, 'stage-picture') and starts-with(@src, 'blob:')]"), "src")
        self.page.type(self.page.find("//textarea"), "Works here too")
        self.page.find(f"//img[contains(@class, 'stage-picture') and starts-with(@src, 'blob:') and @src != '{before}']")
        width = self.page.run("const image = document.querySelector('.stage-picture'); return image.decode().then(() => image.naturalWidth)")
        self.assertGreater(width, 200)


if __name__ == "__main__":
    unittest.main()
