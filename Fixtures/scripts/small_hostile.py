"""Damaged, mislabeled and resource-hungry files: a reader must reject them, or read the valid part, quickly and with little memory."""

import struct
import zlib

import numpy as np

import exif
import gif_writer as gif
import jpeg_writer as jpeg
import patterns
import png_writer as png
from small_jpeg import cjpeg, pillow


def files():
    """Yields the name, bytes and description of each file."""
    yield from _cut()
    yield from _misnamed()
    yield from _broken_metadata()
    yield from _huge_claims()
    yield from _many_parts()


def _view_png(**options):
    return png.encode(np.asarray(patterns.view(96, 64)), 8, png.RGB, **options)


def _cut():
    baseline, progressive = cjpeg(patterns.view()), cjpeg(patterns.view(), "-progressive")
    yield "hostile-truncated.jpg", baseline[: len(baseline) // 2], "baseline, second half missing"
    yield "hostile-truncated-progressive.jpg", progressive[: len(progressive) // 2], "progressive, second half missing"
    yield "hostile-truncated-in-header.jpg", baseline[:150], "ends inside a table"
    yield "hostile-only-soi.jpg", b"\xff\xd8", "two bytes: the start marker"
    yield (
        "hostile-no-tables.jpg",
        jpeg.SOI + jpeg.frame(jpeg.SOF0, 64, 48, [(1, 1)]) + jpeg.scan_header([0]) + bytes(40) + jpeg.EOI,
        "a scan without quantization and Huffman tables",
    )
    whole = _view_png()
    yield "hostile-truncated.png", whole[: len(whole) // 2], "second half missing"
    yield "hostile-no-iend.png", whole[:-12], "all pixels, no IEND"
    still = gif.opening(64, 48, [patterns.PAPER, patterns.INK]) + gif.frame(np.zeros((48, 64), np.uint8), bits=2)
    yield "hostile-truncated.gif", still[:-6], "cut inside the pixels"
    noise = bytearray(baseline)
    # The noise starts after the last header, so the file still looks like a JPEG.
    start = baseline.index(b"\xff\xda") + 40
    random = np.random.default_rng(1)
    for index in range(start, len(noise) - 2, 97):
        noise[index] = int(random.integers(255))
    yield "hostile-damaged-scan.jpg", bytes(noise), "some bytes of the scan are wrong"


def _misnamed():
    yield "hostile-text.jpg", b"Dear diary, this is not a photograph.\n" * 4, "a text file"
    yield "hostile-empty.jpg", b"", "no bytes"
    yield "hostile-one-byte.png", b"\x89", "one byte"
    yield "hostile-png-inside.jpg", _view_png(), "a valid PNG with the wrong name"
    yield "hostile-jpeg-inside.png", pillow(patterns.upright()), "a valid JPEG with the wrong name"
    yield (
        "hostile-html.jpg",
        b"<!DOCTYPE html><title>429 Too Many Requests</title><h1>429 Too Many Requests</h1>\n",
        "the page of a busy server instead of a picture",
    )


def _broken_metadata():
    picture = patterns.upright()
    garbage = np.random.default_rng(2).bytes(400)
    yield "hostile-exif-garbage.jpg", pillow(picture, exif=b"Exif\0\0" + garbage), "EXIF of random bytes"
    sound = exif.orientation_only(6)
    loop = sound[:-4] + struct.pack("<I", 8)
    yield "hostile-exif-loop.jpg", pillow(picture, exif=exif.app1(loop)), "EXIF directory that links to itself as the next"
    far = b"II*\0" + struct.pack("<I", 0xFFFFFF00) + bytes(20)
    yield (
        "hostile-exif-far-offset.jpg",
        pillow(picture, exif=exif.app1(far)),
        "EXIF whose first directory is far outside the file",
    )
    greedy = b"II*\0" + struct.pack("<IHHHII", 8, 1, 0x010E, 2, 0xFFFFFFFF, 26) + bytes(8)
    yield "hostile-exif-huge-count.jpg", pillow(picture, exif=exif.app1(greedy)), "EXIF text with a length of 4 GB"
    plain = pillow(picture)
    liar = jpeg.segment(0xE2, b"ICC_PROFILE\0\x01\x01" + struct.pack(">I", 0x7FFFFFFF) + garbage[:200])
    yield "hostile-icc-garbage.jpg", plain[:2] + liar + plain[2:], "an ICC profile of random bytes"
    bad = bytearray(_view_png())
    place = bad.index(b"IDAT") + 4 + struct.unpack(">I", bad[bad.index(b"IDAT") - 4 : bad.index(b"IDAT")])[0]
    bad[place] ^= 0xFF
    yield "hostile-bad-crc.png", bytes(bad), "wrong checksum of a pixel chunk"
    text = png.chunk(b"tEXt", b"Comment\0fine", crc=0)
    yield "hostile-bad-crc-in-text.png", _view_png(before=text), "wrong checksum of an unimportant chunk"
    bomb = png.chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(20_000_000), 9))
    yield (
        "hostile-text-bomb.png",
        png.encode(np.zeros((4, 4), np.uint8), 8, png.GRAY, before=bomb),
        "20 MB of text in 20 KB",
    )
    profile = png.chunk(b"iCCP", b"bomb\0\0" + zlib.compress(bytes(20_000_000), 9))
    yield (
        "hostile-icc-bomb.png",
        png.encode(np.zeros((4, 4, 3), np.uint8), 8, png.RGB, before=profile),
        "20 MB of profile in 20 KB",
    )


def _huge_claims():
    pixels = png.chunk(b"IDAT", zlib.compress(b""))
    huge = png.SIGNATURE + png.header(60000, 60000, 8, png.RGBA) + pixels + png.chunk(b"IEND")
    yield "hostile-60000x60000.png", huge, f"claims 60000 × 60000 RGBA in {len(huge)} bytes"
    rows = zlib.compress(zlib.compress(bytes(8), 9), 9)
    flat = png.SIGNATURE + png.header(0, 0, 8, png.RGB) + png.chunk(b"IDAT", rows) + png.chunk(b"IEND")
    yield "hostile-0x0.png", flat, "claims 0 × 0"
    side = 12000
    real = zlib.compress((b"\0" + bytes(side // 8)) * side, 9)
    bomb = png.SIGNATURE + png.header(side, side, 1, png.GRAY) + png.chunk(b"IDAT", real) + png.chunk(b"IEND")
    yield "hostile-12000x12000.png", bomb, f"really is 12000 × 12000, in {len(bomb):,} bytes"
    tables = jpeg.quantization([16] * 64) + jpeg.huffman(0, [0]) + jpeg.huffman(1, [0])
    head = jpeg.SOI + jpeg.jfif() + tables
    three = [(1, 1)] * 3
    base = head + jpeg.frame(jpeg.SOF0, 30000, 30000, three) + jpeg.scan_header([0, 1, 2]) + bytes(64) + jpeg.EOI
    yield "hostile-30000x30000.jpg", base, f"claims 30000 × 30000 in {len(base)} bytes"
    scans = jpeg.scan_header([0, 1, 2], 0, 0) + bytes(8)
    scans += b"".join(jpeg.scan_header([index % 3], 1, 63) + bytes(4) for index in range(60))
    many = head + jpeg.frame(jpeg.SOF2, 30000, 30000, three) + scans + jpeg.EOI
    yield (
        "hostile-30000x30000-progressive.jpg",
        many,
        "the same, progressive: would need all coefficients in memory, 61 scans",
    )
    zero = head + jpeg.frame(jpeg.SOF0, 0, 0, three) + jpeg.scan_header([0, 1, 2]) + bytes(8) + jpeg.EOI
    yield "hostile-0x0.jpg", zero, "claims 0 × 0"
    screen = gif.opening(65535, 65535, [patterns.PAPER, patterns.INK]) + gif.frame(np.zeros((1, 1), np.uint8), bits=2)
    yield "hostile-65535x65535.gif", screen + gif.closing(), "claims a screen of 65535 × 65535, with one pixel drawn"
    window = struct.pack("<I2i2H2I2i2I", 40, 50000, 50000, 1, 32, 0, 0, 0, 0, 0, 0)
    yield (
        "hostile-50000x50000.bmp",
        b"BM" + struct.pack("<I2HI", 54, 0, 0, 54) + window,
        "claims 50000 × 50000, no pixels",
    )
    yield (
        "hostile-negative-width.bmp",
        b"BM" + struct.pack("<I2HI", 54, 0, 0, 54) + struct.pack("<I2i2H2I2i2I", 40, -64, 48, 1, 24, 0, 0, 0, 0, 0, 0),
        "a width of -64",
    )


def _many_parts():
    yield "hostile-3000-scans.jpg", scan_bomb(3000), "4000 × 4000, progressive, 3000 scans: seconds of work in 150 KB"
    frame = gif.control(1, gif.KEEP) + gif.frame(np.zeros((1, 1), np.uint8), 3, 3, bits=2)
    many = gif.opening(8, 8, [patterns.PAPER, patterns.INK]) + gif.loop(0) + frame * 5000 + gif.closing()
    yield "hostile-5000-frames.gif", many, "8 × 8, 5000 frames of one pixel"
    wide = gif.opening(4000, 4000, [patterns.PAPER, patterns.INK]) + gif.loop(0) + frame * 1000 + gif.closing()
    yield (
        "hostile-1000-frames-of-16-megapixels.gif",
        wide,
        "4000 × 4000, 1000 frames of one pixel: 64 GB if each is stored whole",
    )
    chunks = png.chunk(b"tEXt", b"Comment\0") * 3000
    yield "hostile-3000-chunks.png", _view_png(before=chunks), "3000 text chunks"


def scan_bomb(scans, side=4000):
    """Every scan repeats every block unchanged, in a few bytes."""
    blocks = (side // 8) ** 2
    bits = jpeg.Bits()
    while blocks > 0:
        # Code 1 ends a run of 2^14 + extra blocks.
        run = min(blocks, (1 << 15) - 1)
        size = run.bit_length() - 1
        bits.put(1 + size, 8)
        bits.put(run - (1 << size), size)
        blocks -= run
    dc = bytes(((side // 8) ** 2 + 7) // 8)
    ends = [0xF1] + [size << 4 for size in range(15)]
    single = bytes([0x00, 1] + [0] * 15) + b"\0"
    out = jpeg.SOI + jpeg.jfif() + jpeg.quantization([16] * 64)
    out += jpeg.frame(jpeg.SOF2, side, side, [(1, 1)])
    out += jpeg.segment(0xC4, single) + jpeg.huffman(1, ends)
    out += jpeg.scan_header([0], 0, 0) + dc
    return out + (jpeg.scan_header([0], 1, 63) + bits.stuffed()) * scans + jpeg.EOI
