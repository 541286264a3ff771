"""Two thousand pictures in all formats that Postcard reads, drawn from seeds, so they are always the same."""

import io
import os
import pathlib
import random
import struct
import sys

import numpy
import pillow_heif
import pillow_jxl  # Lets Pillow read and write JPEG XL.
from PIL import Image, ImageDraw, TiffImagePlugin

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "Fixtures"
sys.path.insert(0, str(FIXTURES / "scripts"))
import png_writer
import tiff_writer

pillow_heif.register_heif_opener()

SIZES = [(320, 240), (240, 320), (640, 427), (427, 640), (200, 200), (801, 533), (97, 61), (1024, 300), (33, 257), (560, 561)]
LARGE = [(1600, 1067), (1200, 1800), (2400, 900)]
SMALL = [(64, 48), (47, 63), (120, 90), (17, 31), (150, 101)]


class Choice(random.Random):
    """The random numbers for a picture, and drawings made with them."""

    def size(self, sizes=SIZES):
        return self.choice(sizes)

    def photo(self, size, mode="RGB"):
        """A picture with the frequencies of a photo: noise of several sizes, edges, smooth parts."""
        width, height = size
        numbers = numpy.random.default_rng(self.getrandbits(32))
        picture = numpy.zeros((height, width, 3), "float32")
        for cells in (3, 9, 31, 97):
            layer = numbers.normal(0, 1, (cells, max(2, cells * width // height), 3)).astype("float32")
            picture += numpy.dstack([
                numpy.asarray(Image.fromarray(layer[..., channel]).resize(size, Image.Resampling.BILINEAR)) for channel in range(3)
            ]) * (70 / cells**0.45)
        picture += numpy.linspace(40, 200, width, dtype="float32")[None, :, None] * numpy.float32([0.9, 1.0, 0.8])
        image = Image.fromarray(picture.clip(0, 255).astype("uint8"))
        draw = ImageDraw.Draw(image)
        for _ in range(4):
            left, top = self.randrange(width), self.randrange(height)
            box = [left, top, left + self.randrange(1, width), top + self.randrange(1, height)]
            color = tuple(self.randrange(256) for _ in range(3))
            self.choice([draw.ellipse, draw.rectangle])(box, outline=color, width=3, fill=self.choice([None, color]))
        if mode.endswith("A"):
            mask = Image.linear_gradient("L").resize(size) if self.random() < 0.5 else Image.new("L", size)
            ImageDraw.Draw(mask).ellipse([width // 8, height // 8, width * 7 // 8, height * 7 // 8], fill=255)
            image.putalpha(mask)
        return image if image.mode == mode else image.convert(mode)

    def frames(self, size, mode="RGB"):
        """Yields frames in which only a part changes."""
        image = self.photo(size, mode)
        for step in range(self.randrange(2, 7)):
            frame = image.copy()
            ImageDraw.Draw(frame).rectangle(
                [step * size[0] // 8, size[1] // 3, (step + 2) * size[0] // 8, size[1] // 2], fill=(200, 30 * step, 60, 255)[:len(mode)])
            yield frame

    def exif(self):
        """EXIF data as a camera writes it: orientation, sometimes also date, location, camera and rights."""
        tags = Image.Exif()
        tags[0x0112] = self.randrange(1, 9)
        if self.random() < 0.5:
            tags[0x010F], tags[0x0110], tags[0x013B], tags[0x8298] = "Maker", "Model 1", "Ada Example", "CC BY 4.0"
            tags.get_ifd(0x8769)[0x9003] = f"2024:0{self.randrange(1, 10)}:11 12:13:14"
            tags.get_ifd(0x8825).update({
                1: "N", 2: (48.0, 51.0, round(self.random() * 60, 2)), 3: "E", 4: (2.0, 17.0, 40.2)})
        return tags


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def timeless(data):
    """A file in the MP4 container format, without its creation times."""
    for name in (b"mvhd", b"tkhd", b"mdhd"):
        at = data.find(name)
        while at >= 0:
            length = 16 if data[at + 4] == 1 else 8
            data = data[:at + 8] + bytes(length) + data[at + 8 + length:]
            at = data.find(name, at + 4)
    return data


def jpeg(choice):
    size = choice.size(LARGE if choice.random() < 0.08 else SIZES + SMALL)
    mode = choice.choices(["RGB", "L", "CMYK"], [16, 2, 1])[0]
    options = {"quality": choice.choice([30, 60, 75, 85, 95])}
    if mode == "RGB":
        options["subsampling"] = choice.choice(["4:4:4", "4:2:2", "4:2:0", "4:2:0"])
    name = f"{mode}-{options.get('subsampling', '')}".lower().replace(":", "")
    if choice.random() < 0.3:
        options["progressive"] = True
        name += "-progressive"
    elif choice.random() < 0.2:
        options["restart_marker_rows"] = 1
        name += "-restart"
    if choice.random() < 0.5:
        options["exif"] = choice.exif()
        name += "-exif"
    return f"{name}.jpg", saved(choice.photo(size, mode), "JPEG", **options)


def png(choice):
    if choice.random() < 0.5:
        mode = choice.choice(["RGB", "RGBA", "L", "LA", "P", "1"])
        image = choice.photo(choice.size(), "RGBA" if mode.endswith("A") else "RGB")
        options = {"exif": choice.exif()} if choice.random() < 0.2 else {}
        image = image.quantize(choice.choice([4, 16, 256])) if mode == "P" else image.convert(mode)
        return f"{mode}.png".lower(), saved(image, "PNG", **options)
    if choice.random() < 0.2:
        first, *more = choice.frames(choice.size(SMALL), choice.choice(["RGB", "RGBA"]))
        return "moving.png", saved(
            first, "PNG", save_all=True, append_images=more, duration=choice.choice([40, 100, 250]), loop=choice.choice([0, 3]))
    # The PNG writer of the fixtures works row by row and is slow, so these pictures are small.
    kind, channels, depths = choice.choice([
        (png_writer.GRAY, 1, [1, 2, 4, 8, 16]), (png_writer.RGB, 3, [8, 16]), (png_writer.GRAY_ALPHA, 2, [8, 16]),
        (png_writer.RGBA, 4, [8, 16])])
    depth, interlaced = choice.choice(depths), choice.random() < 0.5
    samples = numpy.asarray(choice.photo(choice.size(SMALL), "RGBA"))[..., 4 - channels:].astype("uint32")
    samples = samples * 257 + samples % 7 if depth == 16 else samples >> (8 - depth)
    name = f"kind-{kind}-{depth}-bits{'-interlaced' if interlaced else ''}.png"
    return name, png_writer.encode(samples.clip(0, (1 << depth) - 1), depth, kind, interlaced)


def gif(choice):
    if choice.random() < 0.4:
        return "still.gif", saved(choice.photo(choice.size()).quantize(choice.choice([2, 16, 200, 256])), "GIF", interlace=choice.choice([0, 1]))
    size, clear = choice.size(SMALL + SIZES[:2]), choice.random() < 0.3
    first, *more = choice.frames(size, "RGBA" if clear else "RGB")
    disposal = choice.choice([0, 1, 2, 3])
    data = saved(
        first, "GIF", save_all=True, append_images=more, duration=choice.choice([20, 70, 100, 500]), loop=choice.choice([0, 0, 2]),
        disposal=disposal)
    return f"moving-disposal-{disposal}{'-clear' if clear else ''}.gif", data


def webp(choice):
    mode = choice.choice(["RGB", "RGB", "RGBA"])
    options = choice.choice([{"quality": 80}, {"quality": 40}, {"lossless": True}])
    name = f"{mode}-{'lossless' if 'lossless' in options else 'lossy'}".lower()
    if choice.random() < 0.3:
        first, *more = choice.frames(choice.size(SMALL + SIZES[:2]), mode)
        data = saved(first, "WEBP", save_all=True, append_images=more, duration=choice.choice([40, 130]), loop=choice.choice([0, 2]), **options)
        return f"{name}-moving.webp", data
    if choice.random() < 0.3:
        options["exif"] = choice.exif()
    return f"{name}.webp", saved(choice.photo(choice.size(), mode), "WEBP", **options)


def avif(choice):
    mode = choice.choice(["RGB", "RGB", "RGBA"])
    options = {"quality": choice.choice([50, 80]), "speed": 9, "max_threads": 1, "subsampling": choice.choice(["4:2:0", "4:4:4", "4:2:2"])}
    if choice.random() < 0.2:
        first, *more = choice.frames(choice.size(SMALL), mode)
        return f"{mode}-moving.avif".lower(), timeless(saved(first, "AVIF", save_all=True, append_images=more, duration=100, **options))
    if choice.random() < 0.4:
        options["exif"] = choice.exif()
    return f"{mode}.avif".lower(), saved(choice.photo(choice.size(SIZES[:6]), mode), "AVIF", **options)


def heic(choice):
    mode = choice.choice(["RGB", "RGB", "RGBA"])
    image = choice.photo(choice.size(SIZES[:5]), mode)
    options = {"exif": choice.exif().tobytes()} if choice.random() < 0.4 else {}
    return f"{mode}.heic".lower(), saved(image, "HEIF", quality=choice.choice([50, 80]), **options)


def tiff(choice):
    if choice.random() < 0.3:
        samples = numpy.asarray(choice.photo(choice.size(SMALL), "RGB"))
        wide, order, tile = choice.random() < 0.5, choice.choice("<>"), choice.choice([None, 16, 32])
        samples = samples.astype("uint16") * 257 if wide else samples
        name = f"{'16' if wide else '8'}-bits-{'little' if order == '<' else 'big'}{'-tiled' if tile else ''}.tif"
        return name, tiff_writer.encode(samples, order, tile=tile, orientation=choice.randrange(1, 9))
    mode = choice.choice(["RGB", "RGBA", "L", "CMYK", "1", "P"])
    codings = {"1": ["group3", "group4", "packbits"], "RGB": ["jpeg"], "L": ["jpeg"]}.get(mode, [])
    coding = choice.choice(["raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", *codings])
    image = choice.photo(choice.size(), "RGBA" if mode == "RGBA" else "RGB")
    image = image.quantize(64) if mode == "P" else image.convert(mode)
    return f"{mode}-{coding}.tif".lower(), saved(image, "TIFF", compression=coding)


def bmp(choice):
    mode = choice.choice(["1", "L", "P", "RGB", "RGBA"])
    image = choice.photo(choice.size(), "RGBA" if mode == "RGBA" else "RGB")
    return f"{mode}.bmp".lower(), saved(image.quantize(200) if mode == "P" else image.convert(mode), "BMP")


def ico(choice):
    image = choice.photo((128, 128), "RGBA")
    coding = choice.choice(["png", "bmp"])
    return f"{coding}.ico", saved(image, "ICO", sizes=[(16, 16), (48, 48), (128, 128)][:choice.randrange(1, 4)], bitmap_format=coding)


def tga(choice):
    mode, coding = choice.choice(["L", "RGB", "RGBA"]), choice.choice([None, "tga_rle"])
    return f"{mode}-{coding or 'raw'}.tga".lower(), saved(choice.photo(choice.size(), mode), "TGA", compression=coding)


def jxl(choice):
    mode = choice.choice(["RGB", "RGBA", "L"])
    options = choice.choice([{"lossless": True}, {"quality": 80}, {"quality": 50}])
    name = f"{mode}-{'lossless' if 'lossless' in options else 'lossy'}.jxl".lower()
    return name, saved(choice.photo(choice.size(), mode), "JXL", effort=3, **options)


def damaged(choice):
    """A truncated file, or one with changed bytes."""
    name, data = choice.choice([jpeg, png, gif])(choice)
    if choice.random() < 0.5:
        return f"cut-{name}", data[:choice.randrange(20, len(data))]
    data = bytearray(data)
    for _ in range(3):
        data[choice.randrange(len(data))] ^= 1 << choice.randrange(8)
    return f"changed-{name}", bytes(data)


KINDS = {
    jpeg: 640, png: 380, gif: 200, webp: 240, avif: 100, heic: 100, tiff: 120, bmp: 40, ico: 20, tga: 30, jxl: 70,
    damaged: 60,
}


# Other files that commands and requests use, by name.
TEXTS = {
    "text.jpg": "This is not a picture.\n",
    "captions.csv": "name,top,bottom\none,FIRST,ROW\ntwo,SECOND,\nthree,,THIRD\n",
    "captions.jsonl": '{"name": "four", "texts": ["A", "B"]}\n{"name": "five", "picture": "small.png", "texts": ["C"], "style": "label"}\n'
                      '{"nme": 1}\n',
    "meme.json": '{"captions": [{"text": "LEFT", "box": {"x": 0.05, "y": 0.1, "width": 0.4, "height": 0.3}, "fill": "gold", "angle": -8},'
                 ' {"text": "_right_ *side*", "box": {"x": 0.5, "y": 0.5, "width": 0.45, "height": 0.4}, "backdrop": null}],'
                 ' "shapes": [{"kind": "arrow", "from": {"x": 0.2, "y": 0.8}, "to": {"x": 0.5, "y": 0.5}}], "sameSize": true}\n',
    "wrong.json": '{"captions": [{"txt": "LEFT"}]}\n',
    "job.json": '{"operations": [{"resize": {"width": 64}}], "output": "out/{dir}/{name}.webp"}\n',
    "tokens": "ann:annann-0123456789abcdef0123456789abcdef\nbob:bobbob-0123456789abcdef0123456789abcdef:read\n",
    # Sourced by commands that use the stand-in for object storage.
    "keys": "export AWS_ENDPOINT_URL=$STORE AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret\n",
    "doors/template.json": '{"name": "two-doors", "title": "Two doors", "keywords": ["choice"], "picture": "picture.webp", "credit": "Ada Example",'
                           ' "license": "CC-BY-4.0", "slots": [{"name": "left", "caption": {"box": {"x": 0.05, "y": 0.1, "width": 0.4,'
                           ' "height": 0.25}}}, {"name": "below", "ground": "below", "caption": {"fill": "black", "outline": null}}],'
                           ' "examples": [["Fix it", "Rewrite it"]]}\n',
}


def make_layout(folder):
    """Writes the folder that commands and requests use."""
    def put(name, data):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)

    for name, text in TEXTS.items():
        put(name, text.encode())
    photo = Choice("photo").photo((600, 400))
    put("photo.jpg", saved(photo, "JPEG", quality=92))
    put("paris/tower.jpg", saved(Choice("tower").photo((400, 600)), "JPEG", quality=85))
    put("paris/river.jpg", saved(Choice("river").photo((640, 360)), "JPEG", quality=85))
    put("tall.jpg", saved(Choice("tall").photo((401, 601)), "JPEG", quality=92))
    put("large.jpg", saved(Choice("large").photo((3000, 2000)), "JPEG", quality=80))
    put("gray.jpg", saved(photo.convert("L"), "JPEG"))
    put("cmyk.jpg", saved(photo.convert("CMYK"), "JPEG"))
    put("progressive.jpg", saved(photo, "JPEG", progressive=True))
    put("cut.jpg", saved(photo, "JPEG")[:9000])
    put("small.png", saved(Choice("small").photo((300, 201)), "PNG"))
    put("logo.png", saved(Choice("logo").photo((200, 200), "RGBA"), "PNG"))
    put("mark.png", saved(Image.new("RGBA", (30, 20), (250, 220, 40, 255)), "PNG"))
    border = Image.new("RGB", (300, 200), (240, 240, 240))
    border.paste(photo.resize((180, 120)), (50, 30))
    put("border.png", saved(border, "PNG"))
    for name, kind, options in (
            ("photo.webp", "WEBP", {}), ("photo.tif", "TIFF", {"compression": "tiff_lzw"}), ("photo.heic", "HEIF", {}),
            ("photo.avif", "AVIF", {"max_threads": 1}), ("photo.jxl", "JXL", {}), ("photo.bmp", "BMP", {}), ("photo.gif", "GIF", {}),
            ("doors/picture.webp", "WEBP", {})):
        put(name, saved(photo, kind, **options))
    for kind, extension in (("GIF", "gif"), ("WEBP", "webp"), ("PNG", "png"), ("AVIF", "avif")):
        first, *more = Choice("moving").frames((240, 180))
        put(f"moving.{extension}", timeless(saved(first, kind, save_all=True, append_images=more, duration=100, loop=0)))
    # Photos taken at the tower's location in the stand-ins for photo and place services.
    for number in range(6):
        tags = Image.Exif()
        tags[0x0112] = number + 1
        tags[0x013B], tags[0x8298] = f"Photographer {number}", "CC BY 4.0"
        tags.get_ifd(0x8769)[0x9003] = f"2024:06:{9 + number // 2:02} 1{number}:13:14"
        tags.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 30.0 + number), 3: "E", 4: (2.0, 17.0, 40.0 + number)})
        image = Choice(f"album {number - number % 5 // 4}").photo((480 + 40 * number, 360))
        put(f"album/stop {number}.jpg", saved(image, "JPEG", quality=90 - number, exif=tags))
    for name in ("starts-black.mp4", "truncated.mp4"):
        put(name, (FIXTURES / "video" / name).read_bytes())
    for name in ("flickr/search-page-1", "flickr/search-page-2", "flickr/search-page-3", "flickr/licenses", "flickr/fail-method",
                 "commons/search-one-batch"):
        put(f"replies/{name.replace('/', '-')}.json", (FIXTURES / f"replies/{name}.json").read_bytes())
    date(folder)


def date(folder):
    """Gives all files the same date, since the service sends their dates."""
    for path in folder.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))


def make(folder):
    """Writes all pictures to a folder, with their numbers as name prefixes, and the fixtures under their own names."""
    folder.mkdir()
    for path in sorted([*(FIXTURES / "small").glob("*.*"), *(FIXTURES / "travel").glob("*.jpg")]):
        if path.suffix != ".md":
            (folder / f"fixture-{path.name}").write_bytes(path.read_bytes())
    number = 0
    for kind, count in KINDS.items():
        for _ in range(count):
            number += 1
            name, data = kind(Choice(number))
            (folder / f"{number:04}-{kind.__name__}-{name.replace('-.', '.')}").write_bytes(data)
    date(folder)
