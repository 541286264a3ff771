"""PNG, GIF and WebP files that are expensive for their size."""

import struct
import zlib


def chunk(kind, data=b""):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, bits=8, kind=0, more=b"", is_interlaced=False):
    """Returns a PNG of black pixels. `more` contains chunks before them."""
    channels = {0: 1, 2: 3, 6: 4}[kind]
    coder, row = zlib.compressobj(9), bytes(1 + (width * bits * channels + 7) // 8)
    rows = b"".join(coder.compress(row) for _ in range(height)) + coder.flush()
    if is_interlaced:
        rows = zlib.compress(bytes(sum(passes(width, height, bits * channels))), 9)
    head = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, int(is_interlaced))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + chunk(b"IDAT", rows) + chunk(b"IEND")


def passes(width, height, bits):
    """Yields the number of bytes of each pass of Adam7."""
    for x, y, across, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        columns, rows = -(-(width - x) // across), -(-(height - y) // down)
        yield rows * (1 + (columns * bits + 7) // 8) if columns > 0 and rows > 0 else 0


def profile(data):
    return chunk(b"iCCP", b"bomb\0\0" + zlib.compress(data, 9))


def raw_profile(kind, text):
    """Returns EXIF in a text chunk, as ImageMagick wrote it."""
    keyword = b"Raw profile type exif\0"
    if kind == b"iTXt":
        return chunk(kind, keyword + b"\1\0\0\0" + zlib.compress(text, 9))
    return chunk(kind, keyword + (b"\0" + zlib.compress(text, 9) if kind == b"zTXt" else text))


def gif(width, height, frames=1):
    """Returns a GIF whose frames draw one pixel each."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(3) + b"\xff" * 3
    frame = b"\x21\xf9\4\4\x0a\0\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\2\2\x44\1\0"
    return head + frame * frames + b"\x3b"


def webp_with_profile(data, profile):
    """Returns a WebP file with its profile replaced."""
    place = data.index(b"ICCP")
    end = place + 8 + (int.from_bytes(data[place + 4 : place + 8], "little") + 1 & ~1)
    rest = data[12:place] + b"ICCP" + struct.pack("<I", len(profile)) + profile + bytes(len(profile) & 1) + data[end:]
    return b"RIFF" + struct.pack("<I", 4 + len(rest)) + b"WEBP" + rest
