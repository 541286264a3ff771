"""Images of at most 100 KB that once needed gigabytes or minutes, or are designed to need them. Each kind has at least three forms."""

import functools
import pathlib
import struct

from . import av1, heif, hevc, icc, jpeg, jxl, png, tiff

SMALL = pathlib.Path(__file__).resolve().parents[3] / "Fixtures/small"
# Just below the pixel limit of the service, which is lower than the commands' limit.
SIDE = 7040
LARGEST = 100_000


def pictures():
    """Yields the name of each image, which starts with its kind, and a function that makes its bytes."""
    for part in (decoys, coded_sizes, frames, sequences, grids, headers, tiff_parts, tiff_samples, tiff_codings, jxl_frames, profiles, texts, results):
        yield from part()


def decoys():
    """The coded size is hidden from readers of the header."""
    def hidden(kind, side, items, **more):
        return heif.file(kind, [*items, heif.coded(kind, (64, 64), (side, side))], primary=len(items) + 1, **more)

    yield "decoy-whole-file.avif", lambda: hidden("avif", 20_000, [heif.decoy("avif")])
    yield "decoy-whole-file.heic", lambda: hidden("heic", 19_968, [heif.decoy("heic")])
    yield "decoy-hundreds.avif", lambda: hidden("avif", 12_000, [heif.decoy("avif", number, 1_000) for number in range(300)])
    yield "decoy-wide-offset.avif", lambda: hidden("avif", 12_000, [], offset=lambda place: place + (1 << 48))

    def pieces():
        item = heif.coded("avif", (64, 64), (12_000, 12_000))
        whole = heif.file("avif", [item])
        start = len(whole) - len(item.data)
        # A nonexistent piece hides the real one from readers that stop at the first hole.
        item.places = [(1 << 40, 16), (start + 32, len(item.data))]
        return heif.file("avif", [item])

    yield "decoy-pieces.avif", pieces


def coded_sizes():
    """The coded image is larger than the header states."""
    for kind in ("avif", "heic"):
        yield f"coded-larger.{kind}", lambda kind=kind: heif.file(kind, [heif.coded(kind, (64, 64), (6144, 6144))])
        yield f"coded-thumbnail.{kind}", lambda kind=kind: heif.file(kind, [
            heif.coded(kind, (3072, 3072), (3072, 3072)), heif.coded(kind, (256, 256), (6144, 6144), references=[("thmb", [1])])])
        yield f"coded-opacity.{kind}", lambda kind=kind: heif.file(kind, [
            heif.coded(kind, (512, 512), (512, 512)),
            heif.coded(kind, (512, 512), (19_968, 19_968), heif.OPACITY, references=[("auxl", [1])])])
        yield f"coded-at-the-limit.{kind}", lambda kind=kind: heif.file(kind, [heif.coded(kind, (6144, 6144), (6144, 6144))])
    yield "coded-deep.avif", lambda: heif.file("avif", [heif.coded("avif", (6144, 6144), (6144, 6144), is_deep=True)])
    yield "coded-deep-with-opacity.avif", lambda: heif.file("avif", [
        heif.coded("avif", (6144, 6144), (6144, 6144), is_deep=True),
        heif.coded("avif", (6144, 6144), (6144, 6144), heif.OPACITY, is_deep=True, references=[("auxl", [1])])])


def frames():
    """Many images instead of one."""
    for kind in ("avif", "heic"):
        yield f"frames.{kind}", lambda kind=kind: heif.file(kind, [heif.coded(kind, (6144, 6144), (6144, 6144), frames=45)])
        yield f"frames-of-tiles.{kind}", lambda kind=kind: heif.file(kind, [
            heif.grid(4, 4, 2048, 2048, [2] * 16), heif.coded(kind, (512, 512), (512, 512), frames=30, is_hidden=True)], tail=heif.box("free", bytes(20_000)))
        yield f"frames-of-opacity.{kind}", lambda kind=kind: heif.file(kind, [
            heif.coded(kind, (3072, 3072), (3072, 3072)),
            heif.coded(kind, (3072, 3072), (3072, 3072), heif.OPACITY, references=[("auxl", [1])], frames=150)])


def sequences():
    """A track whose frames are larger than the track's stated size."""
    def animated(kind, side, count, has_picture, stated_count=None):
        codec = heif.coded(kind, (side, side), (side, side))
        entry = heif.box("av01" if kind == "avif" else "hvc1", bytes(7), b"\1", bytes(16), struct.pack(">HH", 16, 16), bytes(50), codec.properties[0])
        sizes = struct.pack(">II", len(codec.data), count if stated_count is None else stated_count)
        track = heif.box(
            "trak", heif.full_box("tkhd", bytes(80)), heif.box(
                "mdia", heif.full_box("mdhd", bytes(20)), heif.full_box("hdlr", bytes(4), b"pict", bytes(13)), heif.box("minf", heif.box(
                    "stbl", heif.full_box("stsd", struct.pack(">I", 1), entry), heif.full_box("stsz", sizes)))))
        film = heif.box("moov", heif.full_box("mvhd", bytes(96)), track) + heif.box("mdat", codec.data * count)
        if has_picture:
            return heif.file(kind, [heif.coded(kind, (128, 128), (side, side))], tail=film)
        brand = b"avis" if kind == "avif" else b"hevc"
        return heif.box("ftyp", brand, bytes(4), b"msf1", brand) + film

    yield "sequence-small-track.avif", lambda: animated("avif", 6144, 6, True)
    yield "sequence-small-track.heic", lambda: animated("heic", 6144, 6, True)
    yield "sequence-alone.avif", lambda: animated("avif", 6144, 6, False)
    yield "sequence-endless.avif", lambda: animated("avif", 128, 1, True, (1 << 32) - 1)


def grids():
    """Tiles that are larger than stated, or too many tiles."""
    def tiled(kind, columns, rows, stated, actual, more=()):
        tile = heif.coded(kind, (stated, stated), (actual, actual), is_hidden=True)
        picture = heif.grid(columns, rows, columns * stated, rows * stated, [2] * columns * rows)
        # A quarter of the bytes that separate tiles would have.
        return heif.file(kind, [picture, tile, *more], tail=heif.box("free", bytes(len(tile.data) * columns * rows // 4)))

    for kind in ("avif", "heic"):
        yield f"grid-large-tiles.{kind}", lambda kind=kind: tiled(kind, 8, 8, 64, 6144)
        yield f"grid-many-tiles.{kind}", lambda kind=kind: tiled(kind, 40, 40, 128, 128)
        yield f"grid-of-large-tiles.{kind}", lambda kind=kind: tiled(kind, 2, 2, 3072, 3072)
    yield "grid-four-times.heic", lambda: tiled("heic", 40, 40, 128, 256)
    yield "grid-of-itself.heic", lambda: heif.file("heic", [heif.grid(8, 8, 4096, 4096, [1] * 64)])


def headers():
    """Long or self-referencing data that is read before decoding."""
    def item():
        return heif.coded("heic", (64, 64), (64, 64))

    def described(count, kinds):
        one = item()
        one.properties += [heif.box("free", bytes([number])) for number in range(kinds)]
        return heif.file("heic", [one] + [heif.Item("hvc1", b"", one.properties) for _ in range(count)])

    def referring(name, count):
        targets = list(range(1, count + 1))
        return heif.file("heic", [item()] + [heif.Item("hvc1", b"", [*item().properties, heif.OPACITY], [(name, targets)]) for _ in range(count)])

    def directories(count, entries):
        """Each directory refers to the next one, and the last directory refers to the first."""
        length = 2 + 12 * entries + 4
        sides = struct.pack("<HHII", 256, 4, 1, 64) + struct.pack("<HHII", 257, 4, 1, 64) * (entries - 1)
        parts = [struct.pack("<H", entries) + sides + struct.pack("<I", 8 + (number + 1) % count * length)
                 for number in range(count)]
        return struct.pack("<2sHI", b"II", 42, 8) + b"".join(parts)

    yield "header-properties.heic", lambda: described(500, 100)
    yield "header-references.heic", lambda: referring("thmb", 180)
    yield "header-opacities.heic", lambda: referring("auxl", 180)
    yield "header-pieces.heic", lambda: heif.file("heic", [item(), heif.Item("hvc1", b"", item().properties, places=[(0, 90_000)] * 5_000)], primary=2)
    yield "header-extents.heic", lambda: dict(heif.tables("heic", 15_000))["extents.heic"]
    yield "header-associations.heic", lambda: dict(heif.tables("heic", 380))["associations.heic"]
    yield "header-directories.tif", lambda: directories(3_000, 2)
    yield "header-entries.tif", lambda: directories(1, 8_000)
    yield "header-strips.tif", lambda: tiff.file(
        50, 1_000_000, [bytes(50)], tiff.NONE, rows=1, more=[(320, (tiff.SHORT, b"\0" * 60_000))])


def tiff_parts():
    """Tiles and strips as large as the image."""
    def one(width, height, samples, bits, coded, coding, is_tile, **more):
        count = width * height * samples * bits // 8
        return tiff.file(width, height, [coded(count)], coding, samples, bits, tiff.RGB if samples > 2 else tiff.GRAY,
                         tile=(width, height) if is_tile else None, is_float=bits == 64, **more)

    yield "tiff-tile-of-float64.tif", lambda: one(4992, 4992, 4, 64, tiff.zstandard, tiff.ZSTD, True)
    yield "tiff-tile-of-float64-deflated.tif", lambda: one(1728, 1728, 4, 64, tiff.deflated, tiff.DEFLATE, True)
    yield "tiff-tile-below-64-mib.tif", lambda: one(1440, 1440, 4, 64, tiff.deflated, tiff.DEFLATE, True)
    yield "tiff-strip-of-float64.tif", lambda: one(4992, 4992, 4, 64, tiff.zstandard, tiff.ZSTD, False)
    yield "tiff-strip-of-rgb.tif", lambda: one(SIDE, SIDE, 3, 8, tiff.zstandard, tiff.ZSTD, False)
    yield "tiff-strip-of-rgba-16.tif", lambda: one(4992, 4992, 4, 16, tiff.zstandard, tiff.ZSTD, False)
    yield "tiff-planes.tif", lambda: tiff.file(
        3456, 3456, [tiff.zstandard(3456 * 3456 * 8)] * 4, tiff.ZSTD, 4, 64, tiff.RGB, is_float=True, planar=2)
    yield "tiff-by-libtiff.tif", lambda: tiff.file(
        SIDE, SIDE, [tiff.zstandard(SIDE * SIDE * 3)], tiff.ZSTD, 3, 8, tiff.LAB)
    yield "tiff-tile-by-libtiff.tif", lambda: tiff.file(
        SIDE, SIDE, [tiff.zstandard(SIDE * SIDE * 3)], tiff.ZSTD, 3, 8, tiff.LAB, tile=(SIDE, SIDE))
    # Thousands of strips share the same bytes, which decode to far more than a strip.
    yield "tiff-strips.tif", lambda: tiff.file(SIDE, SIDE, [tiff.deflated(20_000_000)] * SIDE, tiff.DEFLATE, rows=1)


def tiff_samples():
    """Many samples per pixel."""
    yield "tiff-400-samples.tif", lambda: tiff.file(1_000_000, 8, [tiff.zstandard(400_000_000)], tiff.ZSTD, 400, 1, tiff.GRAY)
    yield "tiff-12000-samples.tif", lambda: tiff.file(100, 100, [tiff.zstandard(120_000_000)], tiff.ZSTD, 12_000, 8, tiff.GRAY)
    yield "tiff-16-samples.tif", lambda: tiff.file(
        1_000_000, 6, [tiff.zstandard(16 * 6_000_000)], tiff.ZSTD, 16, 8, tiff.RGB)
    yield "tiff-16-samples-of-float64.tif", lambda: tiff.file(
        1_000_000, 1, [tiff.zstandard(128_000_000)], tiff.ZSTD, 16, 64, tiff.RGB, is_float=True)


def tiff_codings():
    """Each compression of libtiff, with the largest image that fits."""
    def gray(coded, coding, **more):
        return tiff.file(SIDE, SIDE, [coded], coding, **more)

    count = SIDE * SIDE
    yield "tiff-coding-lzw.tif", lambda: gray(tiff.lzw(count), tiff.LZW)
    yield "tiff-coding-deflate.tif", lambda: gray(tiff.deflated(count), tiff.DEFLATE)
    yield "tiff-coding-zstd-window.tif", lambda: gray(tiff.zstandard(count, window=20), tiff.ZSTD)
    yield "tiff-coding-lzma.tif", lambda: gray(tiff.lzma_coded(count, 22), tiff.LZMA)
    yield "tiff-coding-lzma-dictionary.tif", lambda: tiff.file(64, 64, [tiff.lzma_coded(64 * 64, 38)], tiff.LZMA)
    yield "tiff-coding-lerc.tif", lambda: gray(tiff.lerc(SIDE, SIDE), tiff.LERC, more=[(50674, (tiff.LONG, [2, 0]))])
    yield "tiff-coding-lerc-of-float64.tif", lambda: tiff.file(
        4992, 4992, [tiff.lerc(4992, 4992, kind=7)], tiff.LERC, bits=64, is_float=True, more=[(50674, (tiff.LONG, [2, 0]))])
    yield "tiff-coding-lerc-lies.tif", lambda: tiff.file(
        64, 64, [tiff.lerc(40_000, 40_000)], tiff.LERC, more=[(50674, (tiff.LONG, [2, 0]))])
    yield "tiff-coding-jpeg.tif", lambda: tiff.file(4992, 4992, [jpeg.gray(4992, 4992)], tiff.JPEG)
    yield "tiff-coding-jpeg-scans.tif", lambda: tiff.file(3968, 3968, [jpeg.scans(3968, 3968, 1_000)], tiff.JPEG)
    yield "tiff-coding-jpeg-lies.tif", lambda: tiff.file(64, 64, [jpeg.scans(65_472, 8, 2)], tiff.JPEG)
    yield "tiff-coding-fax.tif", lambda: tiff.file(SIDE, SIDE, [b"\xff" * (SIDE // 8) + b"\0\x10\1"], tiff.G4, bits=1)
    yield "tiff-coding-fax-high.tif", lambda: tiff.file(48, 1_000_000, [b"\xff" * 99_000], tiff.G4, bits=1)
    yield "tiff-coding-packbits.tif", lambda: tiff.file(2432, 2432, [b"\x81\0" * (2432 * 19)], tiff.PACKBITS)


def jxl_frames():
    """Frames that are drawn over each other before any is shown, and frames that are stored as references."""
    def layers(width, height, count, **more):
        return jxl.head(width, height, **more) + jxl.frame(width, height, **more) * count + jxl.frame(width, height, is_last=True, **more)

    def references(side, kind):
        frames = b"".join(jxl.frame(side, side, kind=kind, keep_as=number) for number in (0, 1, 2, 3))
        return jxl.head(side, side) + frames + jxl.frame(side, side, is_last=True)

    yield "jxl-layers.jxl", lambda: layers(2_000, 2_000, 400)
    yield "jxl-layers-at-the-limit.jxl", lambda: layers(SIDE, SIDE, 400)
    yield "jxl-layers-of-an-animation.jxl", lambda: layers(2_000, 2_000, 400, is_animated=True)
    yield "jxl-layers-tiny.jxl", lambda: layers(256, 256, 9_000)
    yield "jxl-references.jxl", lambda: references(SIDE, jxl.REGULAR)
    yield "jxl-references-hidden.jxl", lambda: references(SIDE, jxl.REFERENCE_ONLY)
    yield "jxl-channels.jxl", lambda: layers(4_000, 4_000, 0, extra_channels=64)
    yield "jxl-4000-channels.jxl", lambda: layers(1_000, 1_000, 0, extra_channels=4_000)
    yield "jxl-at-the-limit.jxl", lambda: layers(SIDE, SIDE, 0)


def profiles():
    """Color conversions with thousands of steps, in each format that has profiles."""
    def fixture(name):
        return (SMALL / name).read_bytes()

    long = icc.profile(6_000)
    yield "profile.png", lambda: png.png(64, 64, kind=2, more=png.profile(icc.profile(100_000)))
    yield "profile-curves.png", lambda: png.png(64, 64, kind=2, more=png.profile(icc.profile(16, icc.curves(25_000))))
    yield "profile-table.png", lambda: png.png(64, 64, kind=2, more=png.profile(icc.profile(16, icc.table(60))))
    yield "profile.jpg", lambda: jpeg.with_profile(fixture("jpeg-444.jpg"), long)
    yield "profile-gray.jpg", lambda: jpeg.with_profile(jpeg.gray(64, 64), long)
    yield "profile.webp", lambda: png.webp_with_profile(fixture("webp-display-p3.webp"), long)
    yield "profile.tif", lambda: tiff.file(64, 64, [bytes(64 * 64 * 3)], tiff.NONE, 3, 8, tiff.RGB, more=[(34675, (7, long))])
    for kind in ("avif", "heic"):
        yield f"profile.{kind}", lambda kind=kind: heif.file(kind, [heif.coded(kind, (128, 128), (128, 128), heif.profile(long))])
    yield "profile.jxl", lambda: jxl.head(64, 64, profile=long) + jxl.frame(64, 64, is_last=True, is_xyb=False)


def texts():
    """PNG files with many text chunks that claim to be EXIF, but are not."""
    noise = b"z" * 159_000
    yield "text-zipped.png", lambda: png.png(64, 64, more=png.raw_profile(b"zTXt", noise) * 300)
    yield "text-international.png", lambda: png.png(64, 64, more=png.raw_profile(b"iTXt", noise) * 300)
    yield "text-plain.png", lambda: png.png(64, 64, more=png.raw_profile(b"tEXt", b"z" * 40_000) * 2)
    yield "text-empty.png", lambda: png.png(64, 64, more=png.raw_profile(b"tEXt", b"") * 2_500)


def results():
    """Empty images of the maximum allowed size."""
    yield "result.gif", lambda: png.gif(3840, 12_900)
    yield "result-animated.gif", lambda: png.gif(3840, 6_400, frames=2)
    yield "result-many-frames.gif", lambda: png.gif(256, 256, frames=700)
    yield "result-large.png", lambda: png.png(SIDE, SIDE, bits=1)
    yield "result-interlaced.png", lambda: png.png(SIDE, SIDE, is_interlaced=True)
    yield "result-scans.jpg", lambda: jpeg.scans(3968, 3968, 1_000)


@functools.cache
def images():
    """Returns all images. Making them takes some seconds."""
    return {name: make() for name, make in pictures()}


def write(folder):
    for name, data in images().items():
        (folder / name).write_bytes(data)
