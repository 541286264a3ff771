"""Galleries of folders in Chromium and WebKitGTK, opened as files without a service."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from browser import BrowserTestCase, on_each_device
from service import FIXTURES, PROGRAM, environment
from webdriver import DISPLAY, DRIVER, WebKit

TRAVEL = FIXTURES / "travel"
# Names that are hostile in HTML, URLs or file systems.
HOSTILE = ["<img src=x onerror=alert(1)>.jpg", "quote\" & 'quote.jpg", "\u202egpj.a.jpg", "new\nline.jpg", "#hash?x=50%.jpg", "caf\u00e9.jpg", "cafe\u0301.jpg"]


def make(folder, *options):
    """Makes pictures and their gallery in a folder; returns the folder of the gallery."""
    pictures, site = folder / "My pictures", folder / "site"
    for name in ("Paris", "Fuji", "<b>Odd</b> ones".replace("/", ":")):
        (pictures / name).mkdir(parents=True)
    for path in TRAVEL.glob("*.jpg"):
        place = path.name.split("-")[0].capitalize()
        if (pictures / place).exists():
            shutil.copy(path, pictures / place)
    small = next(TRAVEL.glob("paris-autumn*.jpg"))
    for name in HOSTILE:
        shutil.copy(small, next(pictures.glob("*Odd*")) / name)
    shutil.copy(next(TRAVEL.glob("poole-hills*.jpg")), pictures / "hills.jpg")
    (pictures / "Paris/gallery.json").write_text('{"title": "A week in Paris", "description": "It rained.\\n\\nIt was warm."}')
    subprocess.run(
        [PROGRAM, "gallery", str(pictures), "--to", str(site), *options], check=True, capture_output=True,
        env=environment(XDG_CACHE_HOME=str(folder / "cache")))
    return site


@on_each_device
class Gallery(BrowserTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-gallery-"))
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.site = make(folder, "--webp")

    def make_app(self):
        return None

    def go(self, page):
        self.page.goto((self.site / page).as_uri())

    def test_pages_are_accessible_and_fit_the_screen(self):
        odd = next(path.parent.name for path in self.site.glob("b-odd-b-ones*/index.html"))
        for page in ("index.html", "paris/index.html", f"{odd}/index.html", "paris/paris-dawn-over-the-lawn.html"):
            for scheme in ("light", "dark"):
                with self.subTest(page=page, scheme=scheme):
                    self.page.emulate_media(color_scheme=scheme)
                    self.go(page)
                    self.assert_accessible()
                    self.assertEqual(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
                    self.screenshot(f"gallery-{page.replace('/', '-').removesuffix('.html')}-{scheme}")

    def test_all_pictures_load(self):
        for page in self.site.rglob("*.html"):
            self.page.goto(page.as_uri())
            self.page.evaluate("document.querySelectorAll('img').forEach(image => image.loading = 'eager')")
            missing = self.page.evaluate("""Promise.all([...document.images].map(image => image.decode().then(() => null, () => image.src)))
                .then(urls => urls.filter(Boolean))""")
            self.assertEqual(missing, [], page)

    def test_keys_move_through_an_album_and_back_returns_to_it(self):
        self.go("paris/index.html")
        figures = self.page.locator(".photo a")
        links = [figure.get_attribute("href") for figure in figures.all()]
        figures.first.click()
        self.page.wait_for_url(f"**/{links[0]}")
        for key, index in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
            self.page.keyboard.press(key)
            self.page.wait_for_url(f"**/{links[index]}")
        self.page.go_back()
        self.page.wait_for_url("**/paris/index.html")
        figures.first.click()
        self.page.wait_for_url(f"**/{links[0]}")
        self.page.keyboard.press("Escape")
        self.page.wait_for_url("**/paris/index.html#*")

    def test_pages_work_without_a_script(self):
        page = self.new_context(java_script_enabled=False).new_page()
        page.goto((self.site / "index.html").as_uri())
        page.get_by_role("link", name="A week in Paris").first.click()
        page.locator(".photo a").first.click()
        page.get_by_role("link", name="Next").click()
        page.get_by_role("link", name="Back to the album").click()
        self.assertEqual(page.locator("h1").inner_text(), "A week in Paris")

    def test_rows_are_justified(self):
        self.go("paris/index.html")
        boxes = [each.bounding_box() for each in self.page.locator(".photo").all()]
        rows = {}
        for box in boxes:
            rows.setdefault(round(box["y"]), []).append(box)
        for row in rows.values():
            heights = [box["height"] for box in row]
            self.assertLess(max(heights) - min(heights), 2, row)

    def test_names_are_never_treated_as_html(self):
        for page in self.site.rglob("*.html"):
            self.page.goto(page.as_uri())
            self.assertEqual(self.page.locator("img[onerror], main b").all(), [])


@unittest.skipUnless(DRIVER and DISPLAY, "WebKitWebDriver (webkit2gtk-driver) or Xvfb is not installed")
class GalleryInWebKit(unittest.TestCase):
    is_thorough = True

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-gallery-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.site = make(self.folder)

    def test_styles_pictures_and_keys_work_without_a_server(self):
        for width in (390, 1440):
            home = self.folder / f"home{width}"
            home.mkdir()
            page = WebKit(home, width=1440, height=900)
            try:
                page.resize(width, 844)
                page.open((self.site / "paris/index.html").as_uri())
                self.assertEqual(page.run("return getComputedStyle(document.querySelector('.photos')).display"), "flex")
                self.assertTrue(page.run("""
                    document.querySelectorAll('img').forEach(image => image.loading = 'eager');
                    return Promise.all([...document.images].map(image => image.decode())).then(() => true);"""))
                self.assertLessEqual(page.run("return document.documentElement.scrollWidth - innerWidth"), 0)
                if folder := os.environ.get("SCREENSHOTS"):
                    page.screenshot(f"{folder}/gallery-webkit-{width}.png")
                page.open((self.site / "paris/paris-dawn-over-the-lawn.html").as_uri())
                page.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
                page.find("//h1[. = 'A week in Paris']")
            finally:
                page.end()


if __name__ == "__main__":
    unittest.main()
