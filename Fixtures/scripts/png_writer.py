"""A PNG encoder for any color type, depth, interlacing, filter and chunk."""

import struct
import zlib

import numpy as np

GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA = 0, 2, 3, 4, 6
SIGNATURE = b"\x89PNG\r\n\x1a\n"
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def chunk(kind, payload=b"", crc=None):
    check = zlib.crc32(kind + payload) if crc is None else crc
    return struct.pack(">I", len(payload)) + kind + payload + struct.pack(">I", check)


def header(width, height, depth, kind, interlaced=False):
    return chunk(b"IHDR", struct.pack(">2I5B", width, height, depth, kind, 0, 0, int(interlaced)))


def encode(samples, depth, kind, interlaced=False, before=b"", after=b""):
    """`samples` is (height, width) or (height, width, channels) of integers below 2^depth.

    Chunks in `before` are written between the header and the pixels, those in `after` after the pixels.
    """
    samples = samples[..., None] if samples.ndim == 2 else samples
    height, width, channels = samples.shape
    raw = b""
    for x, y, dx, dy in ADAM7 if interlaced else ((0, 0, 1, 1),):
        part = samples[y::dy, x::dx]
        if part.size:
            raw += _filtered(part, depth, max(1, channels * depth // 8))
    pixels = zlib.compress(raw, 9)
    middle = len(pixels) // 2
    data = chunk(b"IDAT", pixels[:middle]) + chunk(b"IDAT", pixels[middle:])
    return SIGNATURE + header(width, height, depth, kind, interlaced) + before + data + after + chunk(b"IEND")


def _filtered(samples, depth, step):
    # Each row uses the next of the five filters, so that a reader must implement them all.
    rows, previous = [], None
    for index, row in enumerate(samples):
        line = np.frombuffer(_packed(row.reshape(-1), depth), np.uint8).astype(int)
        above = np.zeros_like(line) if previous is None else previous
        left, corner = (np.concatenate([np.zeros(step, int), data])[: len(data)] for data in (line, above))
        guess = (0, left, above, (left + above) // 2, _paeth(left, above, corner))[index % 5]
        rows.append(bytes([index % 5]) + ((line - guess) % 256).astype(np.uint8).tobytes())
        previous = line
    return b"".join(rows)


def _packed(values, depth):
    if depth == 16:
        return values.astype(">u2").tobytes()
    if depth == 8:
        return values.astype(np.uint8).tobytes()
    bits = (values[:, None] >> np.arange(depth - 1, -1, -1)) & 1
    return np.packbits(bits.astype(np.uint8).reshape(-1)).tobytes()


def _paeth(a, b, c):
    estimate = a + b - c
    near_a, near_b, near_c = np.abs(estimate - a), np.abs(estimate - b), np.abs(estimate - c)
    return np.where((near_a <= near_b) & (near_a <= near_c), a, np.where(near_b <= near_c, b, c))
