"""Small files of each container with counts set to the maximum of their field: one field at a time, and all tables of HEIF together."""

import struct

from bombs import SMALL, heif, jxl, png

# A small file of each container.
FILES = ["heic.heic", "heic-grid-thumbnail.heic", "avif.avif", "avif-alpha.avif", "avif-animated.avif", "tiff-rgb-tiled.tif", "tiff-jpeg.tif",
         "tiff-rgb-16-big-endian.tif", "png-icc-display-p3.png", "png-texts.png", "gif-local-palettes.gif",
         "webp-animated.webp", "webp-display-p3.webp", "webp-orientation-6.webp", "bmp-8-rle.bmp", "jpeg-orientation-6.jpg"]
# The number of bytes at the start and at the end whose fields are changed.
LENGTH = 700
WIDTHS = {"all": (1, 2, 4), "quick": (2, 4)}


def fields(data, widths, step):
    """Yields copies of a file, each with one field of 1, 2 or 4 bytes at its maximum, or at the largest positive number."""
    for place in (place for place in range(0, len(data), step) if place < LENGTH or place >= len(data) - LENGTH):
        for width in widths:
            for value in (b"\xff" * width, b"\x7f" + b"\xff" * (width - 1)):
                yield f"{place}-{width}-{value[0]:x}", data[:place] + value + data[place + width:]


def containers():
    """Yields the name and bytes of a small file of each container."""
    for name in FILES:
        yield name, (SMALL / name).read_bytes()
    frame = struct.pack(">IIIIIHHBB", 0, 64, 64, 0, 0, 1, 10, 0, 0)
    yield "animated.png", png.png(64, 64, more=png.chunk(b"acTL", struct.pack(">II", 1, 0)) + png.chunk(b"fcTL", frame))
    exif = heif.box("Exif", bytes(4), struct.pack(">2sHIHHHII", b"MM", 42, 8, 1, 0x112, 3, 1, 6 << 16))
    yield "boxes.jxl", heif.box("JXL ", b"\r\n\x87\n") + heif.box("ftyp", b"jxl ", bytes(4), b"jxl ") + exif + heif.box(
        "jxlc", jxl.head(64, 64) + jxl.frame(64, 64, is_last=True))


def write(scale, folder):
    """Writes the files, with a folder for each container, and returns the folders."""
    folders = []
    for name, whole in containers():
        target = folder / name
        target.mkdir()
        for field, data in fields(whole, WIDTHS[scale], 1 if scale == "all" else 3):
            (target / f"{field}.{name.rpartition('.')[2]}").write_bytes(data)
        folders.append(target)
    target = folder / "tables"
    target.mkdir()
    for kind in ("heic", "avif"):
        for name, data in heif.tables(kind, 3_000):
            (target / name).write_bytes(data)
    return [*folders, target]
