"""BMP, TIFF, WebP, AVIF and HEIC."""

import struct
from io import BytesIO

import numpy as np
from PIL import Image, ImageOps

import exif
import heif_writer as heif
import icc
import patterns
import tiff_writer as tiff
from small_gif import COLORS
from small_gif import upright as upright_indices
from travel import in_display_p3


def files():
    """Yields the name, bytes and description of each file."""
    yield from _bmp()
    yield from _tiff()
    yield from _webp()
    yield from _avif()
    yield from _heic()


def saved(image, kind, **options):
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def bitmap(width, height, depth, rows, colors=(), compression=0, masks=b""):
    """A BMP file. With a negative height, the top row is first."""
    table = b"".join(bytes([blue, green, red, 0]) for red, green, blue in colors)
    offset = 14 + 40 + len(masks) + len(table)
    head = b"BM" + struct.pack("<I2HI", offset + len(rows), 0, 0, offset)
    info = struct.pack("<I2i2H2I2i2I", 40, width, height, 1, depth, compression, len(rows), 2835, 2835, len(colors), 0)
    return head + info + masks + table + rows


def _rows(lines, upwards=True):
    lines = lines[::-1] if upwards else lines
    return b"".join(bytes(line) + bytes(-len(line) % 4) for line in lines)


def _bmp():
    indices, rgb = upright_indices(), np.asarray(patterns.upright())
    bgr = [row[:, ::-1].tobytes() for row in rgb]
    ink = [np.packbits((row == 1).astype(np.uint8)).tobytes() for row in indices]
    nibbles = [(row[::2] << 4 | row[1::2]).astype(np.uint8).tobytes() for row in indices]
    two = (patterns.PAPER, patterns.INK)
    yield "bmp-1.bmp", bitmap(64, 48, 1, _rows(ink), two), "1 bit"
    yield "bmp-4.bmp", bitmap(64, 48, 4, _rows(nibbles), COLORS), "4 bits"
    yield "bmp-8.bmp", bitmap(64, 48, 8, _rows([row.tobytes() for row in indices]), COLORS), "8 bits"
    yield "bmp-8-rle.bmp", bitmap(64, 48, 8, _run_lengths(indices), COLORS, 1), "8 bits, run lengths (RLE8)"
    five = (rgb[..., 0].astype(int) >> 3 << 11) | (rgb[..., 1].astype(int) >> 2 << 5) | (rgb[..., 2].astype(int) >> 3)
    masks = struct.pack("<3I", 0xF800, 0x07E0, 0x001F)
    rows = _rows([row.astype("<u2").tobytes() for row in five])
    yield "bmp-16-565.bmp", bitmap(64, 48, 16, rows, (), 3, masks), "16 bits, bit fields 5-6-5"
    yield "bmp-24.bmp", bitmap(64, 48, 24, _rows(bgr)), "24 bits"
    yield "bmp-24-top-down.bmp", bitmap(64, -48, 24, _rows(bgr, False)), "24 bits, top row first"
    odd = [row[:13, ::-1].tobytes() for row in rgb[:7]]
    yield "bmp-24-13x7.bmp", bitmap(13, 7, 24, _rows(odd)), "13 × 7: rows are padded to four bytes"
    padded = [np.dstack([row[None, :, ::-1], np.zeros((1, 64, 1), np.uint8)]).tobytes() for row in rgb]
    yield "bmp-32.bmp", bitmap(64, 48, 32, _rows(padded)), "32 bits, fourth byte unused (0)"


def _run_lengths(indices):
    out = b""
    for row in indices[::-1].tolist():
        start = 0
        for x in range(1, len(row) + 1):
            if x == len(row) or row[x] != row[start]:
                out += bytes([x - start, row[start]])
                start = x
        out += b"\0\0"
    return out + b"\0\1"


def _tiff():
    rgb = np.asarray(patterns.upright())
    wide = rgb.astype(np.uint16) * 257
    alpha = np.asarray(patterns.alpha_view())
    inks = np.asarray(patterns.upright().convert("CMYK"))
    gray = np.asarray(patterns.upright().convert("L"))[..., None]
    yield "tiff-rgb.tif", tiff.encode(rgb), "uncompressed, little-endian, three strips"
    yield "tiff-rgb-big-endian.tif", tiff.encode(rgb, ">"), "uncompressed, big-endian"
    yield "tiff-rgb-16.tif", tiff.encode(wide), "16 bits per channel"
    yield "tiff-rgb-16-big-endian.tif", tiff.encode(wide, ">"), "16 bits per channel, big-endian"
    yield "tiff-rgb-tiled.tif", tiff.encode(rgb, tile=32), "tiles of 32 × 32, the last row half empty"
    yield "tiff-rgba.tif", tiff.encode(alpha[16:48, 24:72], alpha=True), "unassociated alpha"
    yield "tiff-grey.tif", tiff.encode(gray, kind=tiff.GRAY), "gray"
    yield "tiff-cmyk.tif", tiff.encode(inks, kind=tiff.CMYK), "CMYK"
    turned = np.asarray(exif.stored(patterns.upright(), 6))
    yield "tiff-orientation-6.tif", tiff.encode(turned, orientation=6), "orientation tag 6"
    for name, method in (
        ("lzw", "tiff_lzw"),
        ("deflate", "tiff_adobe_deflate"),
        ("packbits", "packbits"),
        ("jpeg", "jpeg"),
    ):
        yield f"tiff-{name}.tif", saved(patterns.upright(), "TIFF", compression=method), f"{name} strips"


def _webp():
    view, oval = patterns.view(96, 64), patterns.alpha_view()
    yield "webp-lossy.webp", saved(view, "WEBP", quality=80), "lossy"
    yield "webp-lossless.webp", saved(patterns.upright(), "WEBP", lossless=True), "lossless"
    yield "webp-lossy-alpha.webp", saved(oval, "WEBP", quality=80), "lossy with alpha"
    yield "webp-lossless-alpha.webp", saved(oval.resize((48, 32)), "WEBP", lossless=True), "lossless with alpha"
    tags = exif.app1(exif.orientation_only(6))
    turned = exif.stored(patterns.upright(), 6)
    yield "webp-orientation-6.webp", saved(turned, "WEBP", lossless=True, exif=tags), "EXIF orientation 6"
    wide = in_display_p3(patterns.upright())
    yield "webp-display-p3.webp", saved(wide, "WEBP", lossless=True, icc_profile=icc.display_p3()), "Display P3 profile"
    frames = [patterns.upright(), patterns.upright().rotate(90), patterns.upright().rotate(180)]
    data = saved(
        frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=[100, 200, 300], loop=0, lossless=True
    )
    yield "webp-animated.webp", data, "3 frames of 0.1, 0.2 and 0.3 s"


def _large_upright():
    """A picture of 128 × 96 pixels, which tiles of 64 × 64 pixels don't divide evenly."""
    return patterns.upright().resize((128, 96), Image.Resampling.NEAREST)


def _avif():
    options = {"speed": 6, "max_threads": 1}
    yield "avif.avif", saved(patterns.view(96, 64), "AVIF", quality=70, **options), "8 bits, 4:2:0"
    alpha = saved(patterns.alpha_view(), "AVIF", quality=70, **options)
    yield "avif-alpha.avif", alpha, "with alpha"
    frames = [patterns.upright(), patterns.upright().rotate(90), patterns.upright().rotate(180)]
    moving = {"save_all": True, "duration": [100, 200, 300]}
    data = saved(frames[0], "AVIF", append_images=frames[1:], quality=90, subsampling="4:4:4", **moving, **options)
    yield "avif-animated.avif", data, "3 frames of 0.1, 0.2 and 0.3 s"
    full = saved(patterns.upright(), "AVIF", quality=90, subsampling="4:4:4", **options)
    yield "avif-444.avif", full, "4:4:4"
    tags = exif.orientation_only(6)
    turned = saved(exif.stored(patterns.upright(), 6), "AVIF", quality=90, subsampling="4:4:4", exif=tags, **options)
    yield "avif-orientation-6.avif", turned, "stored rotated; the container rotates it back (irot)"
    options |= {"quality": 90, "subsampling": "4:4:4"}
    tiles = heif.grid(_large_upright(), "AVIF", (64, 64), **options)
    yield "avif-grid.avif", tiles, "128 × 96 in four tiles of 64 × 64"
    large = exif.stored(_large_upright(), 6)
    turned = heif.grid(large, "AVIF", (64, 64), [heif.turn(3)], tags, **options)
    yield "avif-grid-orientation-6.avif", turned, "tiles stored rotated; the container rotates them back, EXIF too"
    parts = [heif.turn(3), heif.size(48, 64), heif.depth(), None, heif.SRGB]
    turned = heif.still(exif.stored(patterns.upright(), 6), "AVIF", parts, **options)
    yield "avif-irot-first.avif", turned, "irot before the size in the list of properties"
    wide = Image.new("RGB", (80, 64), patterns.INK)
    wide.paste(patterns.upright(), (6, 10))
    parts = [heif.crop(64, 48, 6, 10, (80, 64)), heif.size(80, 64), heif.depth(), None, heif.SRGB]
    yield "avif-clap-first.avif", heif.still(wide, "AVIF", parts, **options), "clap before the size"
    view = patterns.view(96, 64)
    for name, points, what in (
        ("pq", (9, 16), "BT.2020, perceptual quantizer (HDR)"),
        ("hlg", (9, 18), "BT.2020, hybrid log-gamma (HDR)"),
        ("linear", (1, 8), "linear light"),
        ("bt709", (1, 1), "BT.709 that means sRGB, as from most encoders"),
    ):
        parts = [heif.size(96, 64), heif.depth(), None, heif.code_points(*points)]
        yield f"avif-{name}.avif", heif.still(view, "AVIF", parts, **options), f"nclx: {what}"


def _heic():
    yield "heic.heic", saved(patterns.view(96, 64), "HEIF", quality=60), "8 bits"
    yield "heic-alpha.heic", saved(patterns.alpha_view(), "HEIF", quality=60), "with alpha"
    options = {"quality": 90, "chroma": 444}
    tiles = heif.grid(_large_upright(), "HEIF", (64, 64), **options)
    yield "heic-grid.heic", tiles, "128 × 96 in four tiles of 64 × 64"
    large, tags = exif.stored(_large_upright(), 6), exif.orientation_only(6)
    turned = heif.grid(large, "HEIF", (64, 64), [heif.turn(3)], tags, **options)
    yield "heic-grid-orientation-6.heic", turned, "as phones store upright photos: tiles, irot, and EXIF orientation 6"
    small = ImageOps.invert(large.resize((48, 64), Image.Resampling.BOX))
    turned = heif.grid(large, "HEIF", (64, 64), [heif.turn(3)], tags, thumbnail=small, **options)
    yield "heic-grid-thumbnail.heic", turned, "the same with a thumbnail of half its width, inverted to distinguish it from the picture"
    turned = heif.grid(large, "HEIF", (64, 64), [heif.turn(3)], tags, thumbnail=small, turns=[heif.turn(1)], **options)
    yield "heic-grid-thumbnail-turned.heic", turned, "the same with a thumbnail rotated the other way"
    strips = heif.grid(_large_upright(), "HEIF", (128, 64), **options)
    yield "heic-grid-strips.heic", strips, "two tiles, one below the other, the last one half empty"
