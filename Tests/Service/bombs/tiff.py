"""TIFF files of zeros, with every compression that expands small data."""

import lzma
import struct
import zlib

SHORT, LONG = 3, 4
NONE, G4, LZW, JPEG, DEFLATE, PACKBITS, LERC, LZMA, ZSTD = 1, 4, 5, 7, 8, 32773, 34887, 34925, 50000
GRAY, RGB, YCBCR, LAB = 1, 2, 6, 8


def deflated(count):
    coder, piece = zlib.compressobj(9), bytes(1 << 20)
    parts = [coder.compress(piece) for _ in range(count >> 20)]
    return b"".join([*parts, coder.compress(bytes(count & (1 << 20) - 1)), coder.flush()])


def zstandard(count, window=7):
    """Returns blocks that repeat one byte, with a window of 2^(10 + `window`) bytes."""
    sizes = [1 << 17] * (count >> 17) + [count & (1 << 17) - 1]
    blocks = [(size << 3 | 2 | (number == len(sizes) - 1)).to_bytes(3, "little") + b"\0" for number, size in enumerate(sizes)]
    return b"\x28\xb5\x2f\xfd\0" + bytes([window << 3]) + b"".join(blocks)


def lzw(count):
    """Returns TIFF's LZW codes of 9 to 12 bits. Each code represents one byte more than the previous code."""
    parts, width = [], 9
    while count > 0:
        parts += [f"{256:0{width}b}", f"{0:09b}"]
        count -= 1
        width = 9
        for code in range(258, 4094):
            if count <= 0:
                break
            length = code - 256
            parts.append(f"{code if count >= length else 0:0{width}b}")
            count -= length if count >= length else 1
            width = max(9, (code + 2).bit_length())
    text = "".join([*parts, f"{257:0{width}b}"])
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def lzma_coded(count, dictionary):
    """Returns an .xz stream. `dictionary` encodes the size of its dictionary; 40 is 4 GiB."""
    data = bytearray(lzma.compress(bytes(count), check=lzma.CHECK_NONE, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]))
    end = 12 + 4 * data[12]
    data[16] = dictionary
    data[end : end + 4] = zlib.crc32(data[12:end]).to_bytes(4, "little")
    return bytes(data)


def lerc(width, height, kind=1):
    """Returns one value for all pixels. `kind` is the type of the numbers; 7 has 64 bits."""
    return b"Lerc2 " + struct.pack("<7i3di", 2, height, width, width * height, 8, 62, kind, 0, 7, 7, 0)


def file(width, height, parts, coding, samples=1, bits=8, photometric=GRAY, tile=None, rows=None, is_float=False, planar=1, more=()):
    """Returns a file with one image of strips or tiles. `parts` can contain the same bytes several times."""
    tags = {
        256: (LONG, [width]), 257: (LONG, [height]), 258: (SHORT, [bits] * samples), 259: (SHORT, [coding]), 262: (SHORT, [photometric]),
        277: (SHORT, [samples]), 284: (SHORT, [planar]), 339: (SHORT, [3 if is_float else 1] * samples), **dict(more),
    }
    if samples > 3:
        tags[338] = (SHORT, [0] * (samples - (3 if photometric == RGB else 1)))
    places, counts = (324, 325) if tile else (273, 279)
    if tile:
        tags |= {322: (LONG, [tile[0]]), 323: (LONG, [tile[1]])}
    else:
        tags[278] = (LONG, [rows or height])
    kept = {}
    for part in parts:
        kept.setdefault(part, sum(map(len, kept)))
    tags |= {places: (LONG, [0] * len(parts)), counts: (LONG, [len(part) for part in parts])}
    start = 8 + len(directory(tags))
    tags[places] = (LONG, [start + kept[part] for part in parts])
    return struct.pack("<2sHI", b"II", 42, 8) + directory(tags) + b"".join(kept)


def directory(tags):
    rows, heap, heap_at = b"", b"", 8 + 2 + 12 * len(tags) + 4
    for tag, (kind, values) in sorted(tags.items()):
        data = values if isinstance(values, bytes) else struct.pack(f"<{len(values)}{'H' if kind == SHORT else 'I'}", *values)
        if len(data) > 4:
            place, heap = struct.pack("<I", heap_at + len(heap)), heap + data
        else:
            place = data.ljust(4, b"\0")
        rows += struct.pack("<HHI", tag, kind, len(values)) + place
    return struct.pack("<H", len(tags)) + rows + bytes(4) + heap
