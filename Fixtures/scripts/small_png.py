"""PNG: every color type and depth, and the chunks that change the meaning of the samples."""

import struct
import zlib

import numpy as np
from PIL import Image

import exif
import patterns
import png_writer as png
from color import decode
from small_jpeg import grays, profiled

WIDTH, HEIGHT = 48, 32


def files():
    """Yields the name, bytes and description of each file."""
    yield from _grays()
    yield from _colors()
    yield from _palettes()
    yield from _meanings()
    yield from _odd()


def _grays():
    for depth in (1, 2, 4, 8, 16):
        samples = patterns.ramp(WIDTH, HEIGHT, 1 << depth)
        yield f"png-grey-{depth}.png", png.encode(samples, depth, png.GRAY), f"gray, {_bits(depth)}"
        if depth != 2:
            name = f"png-grey-{depth}-interlaced.png"
            yield name, png.encode(samples, depth, png.GRAY, True), f"gray, {_bits(depth)}, Adam7"
        key = png.chunk(b"tRNS", struct.pack(">H", (1 << depth) // 2))
        yield (
            f"png-grey-{depth}-trns.png",
            png.encode(samples, depth, png.GRAY, before=key),
            f"gray, {_bits(depth)}, one transparent level",
        )
    for depth in (8, 16):
        alpha = np.dstack([patterns.ramp(WIDTH, HEIGHT, 1 << depth), patterns.ramp(HEIGHT, WIDTH, 1 << depth).T])
        yield f"png-grey-alpha-{depth}.png", png.encode(alpha, depth, png.GRAY_ALPHA), f"gray and alpha, {depth} bits"
        name = f"png-grey-alpha-{depth}-interlaced.png"
        yield name, png.encode(alpha, depth, png.GRAY_ALPHA, True), f"gray and alpha, {depth} bits, Adam7"


def _wide(samples):
    # 16-bit samples that don't just repeat a byte: the low byte is a different ramp.
    low = patterns.ramp(samples.shape[1], samples.shape[0], 256)[..., None]
    return samples.astype(np.uint32) * 256 + low


def _colors():
    view = np.asarray(patterns.view(96, 64))
    alpha = np.asarray(patterns.alpha_view())
    for depth, rgb, rgba in ((8, view, alpha), (16, _wide(view[:32, :48]), _wide(alpha[16:48, :48]))):
        for interlaced in (False, True):
            tail, words = ("-interlaced", ", Adam7") if interlaced else ("", "")
            yield f"png-rgb-{depth}{tail}.png", png.encode(rgb, depth, png.RGB, interlaced), f"RGB, {depth} bits{words}"
            yield (
                f"png-rgba-{depth}{tail}.png",
                png.encode(rgba, depth, png.RGBA, interlaced),
                f"RGBA, {depth} bits{words}",
            )
    paper = png.chunk(b"tRNS", struct.pack(">3H", *patterns.PAPER))
    yield (
        "png-rgb-8-trns.png",
        png.encode(_upright(), 8, png.RGB, before=paper),
        "RGB, tRNS makes the paper behind the F transparent",
    )


def _upright():
    return np.asarray(patterns.upright())


def _bits(depth):
    return "1 bit" if depth == 1 else f"{depth} bits"


def _palettes():
    for depth in (1, 2, 4, 8):
        count = 1 << depth
        samples = patterns.ramp(WIDTH, HEIGHT, count)
        table = png.chunk(b"PLTE", patterns.palette_of(count).tobytes())
        clear = png.chunk(b"tRNS", bytes(round(255 * index / (count - 1)) for index in range(count - count // 4)))
        yield (
            f"png-palette-{depth}.png",
            png.encode(samples, depth, png.PALETTE, before=table),
            f"palette, {_bits(depth)}",
        )
        name = f"png-palette-{depth}-interlaced.png"
        yield name, png.encode(samples, depth, png.PALETTE, True, table), f"palette, {_bits(depth)}, Adam7"
        name, words = f"png-palette-{depth}-trns.png", f"palette, {_bits(depth)}, some entries partly transparent"
        yield name, png.encode(samples, depth, png.PALETTE, before=table + clear), words


def _meanings():
    def upright(*chunks):
        return png.encode(_upright(), 8, png.RGB, before=b"".join(chunks))

    yield "png-srgb.png", upright(png.chunk(b"sRGB", b"\0")), "sRGB chunk"
    linear = np.round(decode(_upright() / 255) * 255).astype(np.uint8)
    one = png.chunk(b"gAMA", struct.pack(">I", 100000))
    yield "png-gamma-1.0.png", png.encode(linear, 8, png.RGB, before=one), "gAMA 1.0: linear light"
    yield "png-gamma-2.2.png", upright(png.chunk(b"gAMA", struct.pack(">I", 45455))), "gAMA 1/2.2"
    white = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    chrm = png.chunk(b"cHRM", struct.pack(">8I", *white))
    yield "png-chrm.png", upright(png.chunk(b"gAMA", struct.pack(">I", 45455)), chrm), "gAMA and cHRM of sRGB"
    for name, image, profile, what in profiled():
        chunk = png.chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile, 9))
        yield f"png-icc-{name}.png", png.encode(np.asarray(image), 8, png.RGB, before=chunk), f"ICC: {what}"
    for name, image, profile, what in grays():
        chunk = png.chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile, 9))
        yield f"png-icc-{name}.png", png.encode(np.asarray(image), 8, png.GRAY, before=chunk), f"ICC: {what}"
    wide = np.asarray(next(profiled())[1])
    cicp = png.chunk(b"cICP", bytes([12, 13, 0, 1]))
    yield "png-cicp-display-p3.png", png.encode(wide, 8, png.RGB, before=cicp), "cICP: Display P3 primaries, sRGB curve"
    yield from _code_points()
    turned = np.asarray(exif.stored(patterns.upright(), 6))
    tags = png.chunk(b"eXIf", exif.orientation_only(6, ">"))
    yield "png-exif-orientation-6.png", png.encode(turned, 8, png.RGB, before=tags), "eXIf: orientation 6"
    yield (
        "png-exif-after-pixels.png",
        png.encode(turned, 8, png.RGB, after=tags),
        "eXIf: orientation 6, after the pixels",
    )
    for name, kind, coded in (("text", b"tEXt", bytes), ("zipped-text", b"zTXt", lambda text: b"\0" + zlib.compress(text, 9))):
        taken = {0x9003: (exif.ASCII, "2025:06:21 12:31:06")}
        digits = exif.app1(exif.block({0x010F: (exif.ASCII, "Postcard"), 0x0112: (exif.SHORT, 6)}, taken)).hex()
        lines = "\n".join(digits[start : start + 72] for start in range(0, len(digits), 72))
        profile = f"\nexif\n{len(digits) // 2:8}\n{lines}\n".encode()
        chunk = png.chunk(kind, b"Raw profile type exif\0" + coded(profile))
        yield f"png-exif-in-{name}.png", upright(chunk), "EXIF in a text chunk as hexadecimal digits, from ImageMagick"
    packet = b'<x:xmpmeta><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'
    chunk = png.chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet)
    yield "png-xmp-orientation-6.png", upright(chunk), "orientation 6 in XMP; only EXIF rotates pictures"
    depth = png.chunk(b"sBIT", bytes([5, 6, 5])) + png.chunk(b"pHYs", struct.pack(">2IB", 5906, 5906, 1))
    text = png.chunk(b"tEXt", b"Author\0The Postcard authors") + png.chunk(
        b"tIME", struct.pack(">H5B", 2025, 6, 21, 12, 31, 6)
    )
    yield "png-texts.png", upright(depth, text), "sBIT, pHYs (150 dpi), tEXt, tIME"


def _odd():
    for width, height in ((1, 1), (7, 13), (17, 31)):
        crop = np.asarray(patterns.view(96, 64).crop((20, 20, 20 + width, 20 + height)))
        yield f"png-{width}x{height}.png", png.encode(crop, 8, png.RGB), f"{width} × {height}"
        name, words = f"png-{width}x{height}-interlaced.png", f"{width} × {height}, Adam7 (some passes are empty)"
        yield name, png.encode(crop, 8, png.RGB, True), words
    # White in the transparent part: a reader that does not premultiply shows a pale fringe.
    fringe = np.zeros((32, 32, 4), np.uint8)
    fringe[..., :3] = 255
    fringe[8:24, 8:24] = (200, 30, 30, 255)
    yield "png-white-under-clear.png", png.encode(fringe, 8, png.RGBA), "opaque red square, transparent pixels are white"
    yield "png-animated.png", _animated(), "APNG with three frames; readers of PNG show the first"


def _animated():
    frames = [
        np.asarray(Image.new("RGB", (32, 24), color)) for color in (patterns.RED, patterns.GREEN, patterns.BLUE)
    ]
    out = png.SIGNATURE + png.header(32, 24, 8, png.RGB) + png.chunk(b"acTL", struct.pack(">2I", 3, 0))
    sequence = 0
    for index, frame in enumerate(frames):
        out += png.chunk(b"fcTL", struct.pack(">5I2H2B", sequence, 32, 24, 0, 0, 20, 100, 0, 0))
        sequence += 1
        rows = zlib.compress(b"".join(b"\0" + row.tobytes() for row in frame), 9)
        if index == 0:
            out += png.chunk(b"IDAT", rows)
        else:
            out += png.chunk(b"fdAT", struct.pack(">I", sequence) + rows)
            sequence += 1
    return out + png.chunk(b"IEND")


def _code_points():
    """Samples in color spaces other than sRGB, by a cICP chunk or by gAMA and cHRM."""
    view = np.asarray(patterns.view(96, 64))
    wide = np.asarray(next(profiled())[1])
    for name, points, what in (
        ("pq", (9, 16), "BT.2020, perceptual quantizer (HDR)"),
        ("hlg", (9, 18), "BT.2020, hybrid log-gamma (HDR)"),
        ("linear", (1, 8), "linear light"),
        ("bt709", (1, 1), "the curve of BT.709"),
    ):
        chunk = png.chunk(b"cICP", bytes([*points, 0, 1]))
        yield f"png-cicp-{name}.png", png.encode(view, 8, png.RGB, before=chunk), f"cICP: {what}"
    name, _, profile, _ = next(one for one in profiled() if "swapped" in one[0])
    both = png.chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile, 9)) + png.chunk(b"cICP", bytes([12, 13, 0, 1]))
    yield "png-cicp-over-profile.png", png.encode(wide, 8, png.RGB, before=both), "cICP, which overrides an ICC profile"
    points = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]
    adobe = png.chunk(b"gAMA", struct.pack(">I", 45455)) + png.chunk(b"cHRM", struct.pack(">8I", *points))
    yield "png-chrm-adobe-rgb.png", png.encode(view, 8, png.RGB, before=adobe), "gAMA and cHRM of Adobe RGB"
