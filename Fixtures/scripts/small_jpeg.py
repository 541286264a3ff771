"""JPEG in all variants."""

import subprocess
from io import BytesIO
from tempfile import NamedTemporaryFile

import numpy as np
from PIL import Image

import exif
import icc
import jpeg_writer as jpeg
import patterns
from color import decode, encode
from travel import in_display_p3

SAMPLINGS = {"444": "1x1", "422": "2x1", "440": "1x2", "420": "2x2", "411": "4x1", "410": "4x2"}


def files():
    """Yields the name, bytes and description of each file."""
    yield from _samplings()
    yield from _codings()
    yield from _sizes()
    yield from _four_inks()
    yield from _orientations()
    yield from _profiles()
    yield from _markers()


def cjpeg(image, *options):
    """A picture encoded by libjpeg-turbo's command."""
    source = BytesIO()
    image.save(source, "PPM")
    done = subprocess.run(
        ["cjpeg", "-quality", "85", *options], input=source.getvalue(), capture_output=True, check=True
    )
    return done.stdout


def pillow(image, **options):
    out = BytesIO()
    image.save(out, "JPEG", **{"quality": 88, "subsampling": 0, **options})
    return out.getvalue()


def _samplings():
    for name, factors in SAMPLINGS.items():
        spelled = ":".join(name)
        yield f"jpeg-{name}.jpg", cjpeg(patterns.view(), "-sample", factors), f"baseline, {spelled} ({factors})"
    yield "jpeg-grey.jpg", cjpeg(patterns.view(), "-grayscale"), "baseline, one component"
    yield "jpeg-rgb.jpg", cjpeg(patterns.view(), "-rgb"), "three components that are R, G, B (Adobe transform 0)"


def _codings():
    view = patterns.view()
    yield "jpeg-progressive.jpg", cjpeg(view, "-progressive"), "progressive, 4:2:0"
    yield "jpeg-progressive-444.jpg", cjpeg(view, "-progressive", "-sample", "1x1"), "progressive, 4:4:4"
    yield "jpeg-progressive-grey.jpg", cjpeg(view, "-progressive", "-grayscale"), "progressive, one component"
    yield "jpeg-arithmetic.jpg", cjpeg(view, "-arithmetic"), "arithmetic coding (SOF9)"
    yield (
        "jpeg-arithmetic-progressive.jpg",
        cjpeg(view, "-arithmetic", "-progressive"),
        "arithmetic, progressive (SOF10)",
    )
    yield "jpeg-optimized.jpg", cjpeg(view, "-optimize"), "Huffman tables made for this picture"
    yield "jpeg-restart-row.jpg", cjpeg(view, "-restart", "1"), "a restart marker after each row of blocks"
    yield "jpeg-restart-block.jpg", cjpeg(view, "-restart", "1B"), "a restart marker after each block group"
    yield "jpeg-non-interleaved.jpg", _scripted(view, "0;\n1;\n2;\n"), "baseline, one scan per component"
    yield "jpeg-quality-5.jpg", cjpeg(view, "-quality", "5"), "very coarse quantization"
    gray = np.asarray(view.convert("L")).astype(np.uint16)
    wide = np.round(gray[:64, :96] * (4095 / 255)).astype(np.uint16)
    yield (
        "jpeg-12-bit.jpg",
        jpeg.encode([wide], 12, jpeg.SOF1, quantum=24),
        "12 bits per sample, gray (extended sequential)",
    )


def _scripted(view, script):
    with NamedTemporaryFile("w", suffix=".scans") as scans:
        scans.write(script)
        scans.flush()
        return cjpeg(view, "-scans", scans.name)


def _sizes():
    for width, height in ((1, 1), (7, 13), (8, 8), (16, 16), (17, 31), (160, 1), (1, 107)):
        crop = patterns.view().crop(
            (30, 40, 30 + width, 40 + height) if max(width, height) < 60 else (0, 0, width, height)
        )
        yield f"jpeg-{width}x{height}.jpg", cjpeg(crop), f"{width} × {height}, 4:2:0"
    crop = patterns.view().crop((30, 40, 47, 71))
    yield "jpeg-17x31-progressive.jpg", cjpeg(crop, "-progressive"), "17 × 31, progressive, 4:2:0"


def _inks():
    rgb = np.asarray(patterns.upright()).astype(int)
    black = 255 - rgb.max(axis=2)
    cmy = 255 - rgb - black[..., None]
    return np.dstack([cmy, black]).astype(np.uint8)


def _four_inks():
    inks = _inks()
    planes = [255 - inks[..., index] for index in range(4)]
    yield "jpeg-cmyk-adobe.jpg", jpeg.encode(planes, before=jpeg.adobe(0)), "CMYK as Adobe writes it: values inverted"
    c, m, y, k = planes
    red, green, blue = (plane.astype(float) for plane in (255 - c, 255 - m, 255 - y))
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    cb, cr = 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402
    ycck = [np.clip(np.round(plane), 0, 255) for plane in (luma, cb, cr)] + [k]
    yield "jpeg-ycck-adobe.jpg", jpeg.encode(ycck, before=jpeg.adobe(2)), "YCCK (Adobe transform 2), the same picture"
    yield "jpeg-cmyk-plain.jpg", jpeg.encode(planes), "CMYK without an Adobe marker, also inverted"
    profile = icc.cmyk_profile("Ideal inks")
    image = Image.fromarray(inks, "CMYK")
    yield "jpeg-cmyk-profile.jpg", pillow(image, icc_profile=profile), "CMYK with a lookup-table profile"


def _orientations():
    picture = patterns.upright()
    for orientation in range(1, 9):
        tags = exif.app1(exif.orientation_only(orientation, "<" if orientation % 2 else ">"))
        data = pillow(exif.stored(picture, orientation), quality=95, exif=tags)
        yield (
            f"jpeg-orientation-{orientation}.jpg",
            data,
            f"EXIF orientation {orientation}: upright is an F with a red corner top left",
        )
    for value, name in ((0, "0"), (9, "9"), (65535, "65535")):
        tags = exif.app1(exif.orientation_only(value))
        yield (
            f"jpeg-orientation-invalid-{name}.jpg",
            pillow(picture, exif=tags),
            f"EXIF orientation {value}, which is invalid",
        )


def in_space(image, primaries, white=icc.D65, gamma=None):
    """sRGB pixels as values in another RGB space."""
    linear = decode(np.asarray(image, np.float32) / 255).astype(np.float64)
    there = np.linalg.inv(icc.adaptation(white) @ icc.matrix(primaries, white))
    xyz = linear @ (icc.adaptation(icc.D65) @ icc.matrix(icc.SRGB_PRIMARIES, icc.D65)).T
    values = np.clip(xyz @ there.T, 0, 1)
    coded = values ** (1 / gamma) if gamma else encode(values)
    return Image.fromarray((coded * 255 + 0.5).astype(np.uint8))


def profiled():
    """Yields (name, pixels, profile, description) of the RGB profile fixtures. All show the upright picture in the same colors."""
    picture = patterns.upright()
    yield "display-p3", in_display_p3(picture), icc.display_p3(), "Display P3 (v4, parametric curves)"
    adobe = in_space(picture, icc.ADOBE_PRIMARIES, gamma=563 / 256)
    yield "adobe-like", adobe, icc.adobe_like(), "Adobe RGB's primaries, gamma 2.2 (v2)"
    prophoto = in_space(picture, icc.PROPHOTO_PRIMARIES, icc.D50_XY, 1.8)
    yield "prophoto-like", prophoto, icc.prophoto_like(), "ProPhoto's primaries, D50, gamma 1.8 (v2)"
    swapped = Image.fromarray(np.ascontiguousarray(np.asarray(picture)[..., ::-1]))
    yield "swapped-channels", swapped, icc.swapped_channels(), "sRGB with red and blue exchanged in pixels and profile"
    yield "srgb", picture, icc.rgb_profile("sRGB", icc.SRGB_PRIMARIES), "sRGB, spelled out (v4)"


def grays():
    """Yields the same tuples for the gray profile fixtures."""
    linear = decode(np.asarray(patterns.upright().convert("L"), np.float32) / 255)
    for gamma in (1.0, 2.2):
        pixels = Image.fromarray((linear ** (1 / gamma) * 255 + 0.5).astype(np.uint8))
        yield f"grey-gamma-{gamma}", pixels, icc.gray_profile(f"Grey, gamma {gamma}", gamma), f"gray, gamma {gamma}"


def _profiles():
    for name, image, profile, what in (*profiled(), *grays()):
        yield f"jpeg-icc-{name}.jpg", pillow(image, quality=95, icc_profile=profile), f"ICC: {what}"
    name, image, profile, what = next(profiled())
    plain = pillow(image, quality=95)
    halves = (profile[:300], profile[300:])
    chunks = b"".join(jpeg.segment(0xE2, b"ICC_PROFILE\0" + bytes([n + 1, 2]) + half) for n, half in enumerate(halves))
    reverse = b"".join(jpeg.segment(0xE2, b"ICC_PROFILE\0" + bytes([n + 1, 2]) + halves[n]) for n in (1, 0))
    lone = jpeg.segment(0xE2, b"ICC_PROFILE\0" + bytes([1, 2]) + halves[0])
    yield "jpeg-icc-in-two-chunks.jpg", plain[:2] + chunks + plain[2:], "ICC: Display P3 in two APP2 segments"
    yield "jpeg-icc-chunks-reversed.jpg", plain[:2] + reverse + plain[2:], "ICC: the same, second chunk first"
    yield "jpeg-icc-chunk-missing.jpg", plain[:2] + lone + plain[2:], "ICC: the second of two chunks is missing"


def _markers():
    plain = pillow(patterns.upright(), quality=92)
    without = plain[:2] + plain[2 + 18 :]
    yield "jpeg-no-jfif.jpg", without, "no JFIF segment"
    yield (
        "jpeg-comment.jpg",
        pillow(patterns.upright(), comment=b"Wish you were here \xe2\x98\xba"),
        "a comment segment, UTF-8",
    )
    yield "jpeg-fill-bytes.jpg", plain[:2] + b"\xff" * 9 + plain[2:], "fill bytes (FF) before the first segment"
    yield "jpeg-trailing-bytes.jpg", plain + b"trailing bytes " * 20, "300 bytes after the end marker"
    scan = plain.index(b"\xff\xda") + 4 + 1 + 2 * plain[plain.index(b"\xff\xda") + 4]
    samsung = plain[:scan] + bytes(3) + plain[scan + 3 :]
    yield "jpeg-samsung-scan.jpg", samsung, "the scan's parameters are 0, 0, 0, as on Samsung phones"
    empty = plain[:2] + b"\xff\xfe\0\0" + b"\xff\xe5\0\1" + plain[2:]
    yield "jpeg-empty-segments.jpg", empty, "a comment of length 0 and an application segment of length 1"
    stale = pillow(Image.new("RGB", (16, 12), (255, 0, 255)), quality=70)
    yield (
        "jpeg-stale-thumbnail.jpg",
        _with_thumbnail(stale),
        "EXIF orientation 6 and a magenta thumbnail that shows something else",
    )
    place = exif.photo("Wish you were here", "2025:06:21 12:31:06", "+01:00", (48, 64), 6, (50.6427, -1.9236, -3))
    turned = exif.stored(patterns.upright(), 6)
    yield (
        "jpeg-private-metadata.jpg",
        pillow(turned, exif=place),
        "GPS (3 m below the sea), artist, copyright, orientation 6",
    )


def _with_thumbnail(thumbnail):
    first = {0x0112: (exif.SHORT, 6)}
    head = exif.block(first)
    body = head[:-4] + (len(head)).to_bytes(4, "little")
    where = len(head) + 2 + 3 * 12 + 4
    entries = ((0x0103, exif.SHORT, 6), (0x0201, exif.LONG, where), (0x0202, exif.LONG, len(thumbnail)))
    rows = b"".join(
        tag.to_bytes(2, "little") + kind.to_bytes(2, "little") + (1).to_bytes(4, "little") + value.to_bytes(4, "little")
        for tag, kind, value in entries
    )
    second = len(entries).to_bytes(2, "little") + rows + bytes(4)
    return pillow(exif.stored(patterns.upright(), 6), exif=exif.app1(body + second + thumbnail))
