"""Thumbor's client library generates the URLs, and Pillow checks the responses."""

import io
import unittest
import urllib.parse

try:
    from libthumbor import CryptoURL
    from PIL import Image
except ImportError as error:
    raise unittest.SkipTest(f"Tests/Service/requirements.txt is not installed: {error}")

from service import Folder, GatedHost, Service

KEY, OLD_KEY = "a key of the tests", "the key before it"
COLORS = {"r": (220, 30, 30), "g": (30, 160, 60), "b": (30, 60, 220), "y": (240, 210, 40)}
WHITE = (255, 255, 255)
NAMES = [
    "été à Paris.png", "北京.png", "in a folder/deep (1).png", "plus+and&.png", "question?x=1.png", "a#b.png",
    "comma,semicolon;.png", "quote'.png", "100%.png", "a%20b.png",
]

# The request, the size of the result, and its corners from the upper left to the lower right; None if the corners do not matter.
# The image has 600 x 400 pixels, a quarter of each color; "framed.png" has a white border of twenty pixels.
REQUESTS = [
    ({}, (600, 400), "rgby"),
    ({"width": 300, "height": 200}, (300, 200), "rgby"),
    ({"width": 300}, (300, 200), "rgby"),
    ({"height": 100}, (150, 100), "rgby"),
    ({"width": 1200, "height": 800}, (1200, 800), "rgby"),
    ({"width": "orig", "height": 100}, (600, 100), "rgby"),
    ({"width": 50, "height": "orig"}, (50, 400), "rgby"),
    ({"width": 200, "height": 200}, (200, 200), "rgby"),
    ({"width": 50, "height": 200, "halign": "left"}, (50, 200), "rrbb"),
    ({"width": 50, "height": 200, "halign": "center"}, (50, 200), "rgby"),
    ({"width": 50, "height": 200, "halign": "right"}, (50, 200), "ggyy"),
    ({"width": 300, "height": 50, "valign": "top"}, (300, 50), "rgrg"),
    ({"width": 300, "height": 50, "valign": "middle"}, (300, 50), "rgby"),
    ({"width": 300, "height": 50, "valign": "bottom"}, (300, 50), "byby"),
    ({"width": 50, "height": 200, "halign": "left", "valign": "top"}, (50, 200), "rrbb"),
    ({"width": 100, "height": 100, "smart": True}, (100, 100), None),
    ({"width": 300, "height": 200, "flip": True}, (300, 200), "gryb"),
    ({"width": 300, "height": 200, "flop": True}, (300, 200), "byrg"),
    ({"width": 300, "height": 200, "flip": True, "flop": True}, (300, 200), "ybgr"),
    ({"flip": True}, (600, 400), "gryb"),
    ({"flop": True}, (600, 400), "byrg"),
    ({"flip": True, "flop": True}, (600, 400), "ybgr"),
    ({"crop": ((0, 0), (200, 400))}, (200, 400), "rrbb"),
    ({"crop": ((150, 100), (450, 300))}, (300, 200), "rgby"),
    ({"crop": ((400, 0), (600, 100)), "width": 100}, (100, 50), "gggg"),
    ({"crop": ((0, 0), (0, 0)), "width": 300}, (300, 200), "rgby"),
    ({"fit_in": True, "width": 300, "height": 300}, (300, 200), "rgby"),
    ({"fit_in": True, "width": 1000, "height": 1000}, (600, 400), "rgby"),
    ({"fit_in": True, "width": 300}, (300, 200), "rgby"),
    ({"full_fit_in": True, "width": 300, "height": 300}, (450, 300), "rgby"),
    ({"adaptive_fit_in": True, "width": 200, "height": 300}, (300, 200), "rgby"),
    ({"adaptive_full_fit_in": True, "width": 100, "height": 300}, (300, 200), "rgby"),
    ({"trim": True, "image_url": "framed.png"}, (600, 400), "rgby"),
    ({"trim": ("top-left", None), "image_url": "framed.png"}, (600, 400), "rgby"),
    ({"trim": ("top-left", 20), "image_url": "framed.png"}, (600, 400), "rgby"),
    ({"trim": ("bottom-right", 20), "image_url": "framed.png", "width": 300}, (300, 200), "rgby"),
    ({"trim": ("", 20), "image_url": "framed.png"}, (600, 400), "rgby"),
    ({"trim": True, "crop": ((20, 20), (120, 120)), "image_url": "framed.png"}, (100, 100), "rrrr"),
    ({"filters": ["quality(40)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["format(jpeg)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["format(png)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["format(webp)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["format(gif)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["format(avif)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["max_bytes(3000)", "format(jpeg)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["blur(3)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["blur(7,3)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["sharpen(1.0,0.5,true)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["grayscale()"], "width": 300}, (300, 200), None),
    ({"filters": ["rotate(90)"], "width": 300, "height": 200}, (200, 300), "gyrb"),
    ({"filters": ["rotate(180)"], "width": 300, "height": 200}, (300, 200), "ybgr"),
    ({"filters": ["round_corner(40,240,210,40)"], "width": 300}, (300, 200), "yyyy"),
    ({"filters": ["round_corner(10|10,255,255,255,1)"], "width": 300}, (300, 200), None),
    ({"filters": ["watermark(yellow.png,0,0,0)"], "width": 300}, (300, 200), "ygby"),
    ({"filters": ["watermark(yellow.png,-1,-1,50,20,20)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["watermark(yellow.png,repeat,center,30)"], "width": 300}, (300, 200), None),
    ({"filters": ["background_color(ff0000)"], "width": 300}, (300, 200), "rgby"),
    ({"filters": ["fill(red)"], "fit_in": True, "width": 300, "height": 300}, (300, 300), None),
    ({"filters": ["fill(1e3cdc)"], "fit_in": True, "width": 300, "height": 300}, (300, 300), "bbbb"),
    ({"filters": ["fill(auto)"], "fit_in": True, "width": 300, "height": 300}, (300, 300), None),
    ({"filters": ["fill(blur)"], "fit_in": True, "width": 300, "height": 300}, (300, 300), None),
    ({"filters": ["no_upscale()"], "width": 1200, "height": 800}, (600, 400), "rgby"),
    ({"filters": ["upscale()"], "fit_in": True, "width": 1200, "height": 1200}, (1200, 800), "rgby"),
    ({"filters": ["stretch()"], "width": 100, "height": 300}, (100, 300), "rgby"),
    ({"filters": ["proportion(0.5)"], "width": 300}, (150, 100), "rgby"),
    ({"filters": ["focal(0x0:60x60)"], "width": 50, "height": 200}, (50, 200), "rrbb"),
    ({"filters": ["strip_exif()", "strip_icc()"], "width": 300}, (300, 200), "rgby"),
    (
        {
            "trim": True, "crop": ((20, 20), (620, 420)), "fit_in": True, "width": 150, "height": 150, "flip": True,
            "halign": "right", "valign": "bottom", "smart": True, "image_url": "framed.png",
            "filters": ["quality(90)", "sharpen(0.5,0.5,false)", "format(webp)"],
        },
        (150, 100), "gryb",
    ),
]


def pattern():
    picture = Image.new("RGB", (600, 400))
    for index, color in enumerate("rgby"):
        x, y = index % 2 * 300, index // 2 * 200
        picture.paste(COLORS[color], (x, y, x + 300, y + 200))
    return picture


def colors(picture):
    """Returns the letters of the corners' colors."""
    picture = picture.convert("RGB")
    right, bottom = picture.width - 1, picture.height - 1

    def nearest(pixel):
        near = min(COLORS, key=lambda name: sum((a - b) ** 2 for a, b in zip(COLORS[name], pixel)))
        return near if max(abs(a - b) for a, b in zip(COLORS[near], pixel)) <= 12 else f"<{pixel}>"

    return "".join(nearest(picture.getpixel(corner)) for corner in [(0, 0), (right, 0), (0, bottom), (right, bottom)])


class ThumborClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Folder([])
        cls.addClassCleanup(cls.folder.remove)
        picture = pattern()
        picture.save(cls.folder.pictures / "a.png")
        framed = Image.new("RGB", (640, 440), WHITE)
        framed.paste(picture, (20, 20))
        framed.save(cls.folder.pictures / "framed.png")
        Image.new("RGB", (30, 20), COLORS["y"]).save(cls.folder.pictures / "yellow.png")
        for index, name in enumerate(NAMES):
            path = cls.folder.pictures / name
            path.parent.mkdir(exist_ok=True)
            # Each picture has a different size, so the pictures can be distinguished.
            picture.resize((60 + index, 40)).save(path)
        cls.host = GatedHost(pictures=cls.folder.pictures)
        cls.host.gate.set()
        cls.addClassCleanup(cls.host.end)
        cls.service = Service(
            "--images", str(cls.folder.pictures), "--allow-host", f"127.0.0.1:{cls.host.port}",
            "--allow-private-addresses", KEYS=f"{KEY},{OLD_KEY}",
        )
        cls.addClassCleanup(cls.service.end)
        cls.client = CryptoURL(key=KEY)

    def picture(self, target):
        reply = self.service.request(target)
        self.assertEqual(reply.status, 200, f"{target}: {reply}")
        return Image.open(io.BytesIO(reply.body))

    def test_generated_urls_return_the_requested_picture(self):
        for options, size, corners in REQUESTS:
            target = self.client.generate(**{"image_url": "a.png", **options})
            with self.subTest(target):
                picture = self.picture(target)
                self.assertEqual(picture.size, size)
                if corners:
                    self.assertEqual(colors(picture), corners)

    def test_format_filter_selects_the_format(self):
        for name in ["jpeg", "png", "webp", "gif", "avif"]:
            target = self.client.generate(image_url="a.png", width=60, filters=[f"format({name})"])
            with self.subTest(target):
                self.assertEqual(self.picture(target).format, name.upper())

    def test_urls_changed_after_signing_are_rejected(self):
        for options, _, _ in REQUESTS:
            target = self.client.generate(**{"image_url": "a.png", **options})
            _, signature, rest = target.split("/", 2)
            other = ("B" if signature[0] == "A" else "A") + signature[1:]
            for changed in [
                f"/{other}/{rest}", f"/{signature}/10x10/{rest}", f"/{signature}/{rest}x",
                f"/{signature}/{rest.replace('a.png', 'yellow.png').replace('framed', 'yellow')}",
            ]:
                with self.subTest(changed):
                    self.assertEqual(self.service.request(changed).status, 403)

    def test_unsigned_url_is_rejected(self):
        target = self.client.generate(unsafe=True, image_url="a.png", width=60)
        self.assertEqual(self.service.request(f"/{target}").status, 403)

    def test_any_configured_key_is_accepted(self):
        for key, status in [(KEY, 200), (OLD_KEY, 200), ("another key", 403)]:
            target = CryptoURL(key=key).generate(image_url="a.png", width=60)
            self.assertEqual(self.service.request(target).status, status)

    def test_names_can_be_encoded_before_signing(self):
        for index, name in enumerate(NAMES):
            target = self.client.generate(image_url=urllib.parse.quote(name))
            with self.subTest(name):
                self.assertEqual(self.picture(target).size, (60 + index, 40))

    def test_names_can_be_encoded_after_signing(self):
        for index, name in enumerate(NAMES):
            if "%" in name:
                continue  # Names are decoded twice, as in thumbor, so these must be encoded before.
            target = urllib.parse.quote(self.client.generate(image_url=name))
            with self.subTest(name):
                self.assertEqual(self.picture(target).size, (60 + index, 40))

    def test_pictures_on_other_servers_are_fetched(self):
        url = f"http://127.0.0.1:{self.host.port}/"
        for name in ["a.png", "été à Paris.png".replace(" ", "%20").replace("é", "%C3%A9").replace("à", "%C3%A0")]:
            for image in [url + name, urllib.parse.quote(url + name, safe="")]:
                target = self.client.generate(image_url=image, width=30, height=20)
                with self.subTest(target):
                    self.assertEqual(self.picture(target).size, (30, 20))

    def test_metadata_requests_describe_the_picture_and_the_operations(self):
        reply = self.service.request(self.client.generate(image_url="a.png", width=30, meta=True))
        self.assertEqual(reply.status, 200)
        report = reply.json()["thumbor"]
        self.assertEqual([report["source"][side] for side in ("width", "height")], [600, 400])
        self.assertEqual([report["target"][side] for side in ("width", "height")], [30, 20])
        self.assertEqual(report["operations"][-1], {"type": "resize", "width": 30, "height": 20})


if __name__ == "__main__":
    unittest.main()
