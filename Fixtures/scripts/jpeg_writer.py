"""A baseline JPEG encoder for files that common encoders don't write: YCCK, 12 bits, absurd headers."""

import struct

import numpy as np

ZIGZAG = sorted(range(64), key=lambda i: (i // 8 + i % 8, i // 8 if (i // 8 + i % 8) % 2 else i % 8))
SOI, EOI, SOF0, SOF1, SOF2 = b"\xff\xd8", b"\xff\xd9", 0xC0, 0xC1, 0xC2


def segment(marker, payload):
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


def jfif():
    return segment(0xE0, b"JFIF\0" + bytes([1, 1, 0, 0, 1, 0, 1, 0, 0]))


def adobe(transform):
    return segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform))


def frame(marker, width, height, sampling, precision=8):
    """`sampling` is a list of (horizontal, vertical) factors, one per component."""
    parts = b"".join(bytes([index + 1, h << 4 | v, 0]) for index, (h, v) in enumerate(sampling))
    return segment(marker, struct.pack(">BHHB", precision, height, width, len(sampling)) + parts)


def scan_header(components, first=0, last=63, approximation=0):
    parts = b"".join(bytes([index + 1, 0]) for index in components)
    return segment(0xDA, bytes([len(components)]) + parts + bytes([first, last, approximation]))


def quantization(table, wide=False):
    coded = struct.pack(">64H", *table) if wide else bytes(table)
    return segment(0xDB, bytes([0x10 if wide else 0x00]) + coded)


def huffman(kind, symbols):
    """A table whose codes are all eight bits long: not small, but correct for any symbols (fewer than 256)."""
    counts = [0] * 16
    counts[7] = len(symbols)
    return segment(0xC4, bytes([kind << 4]) + bytes(counts) + bytes(symbols))


class Bits:
    def __init__(self):
        self.text = []

    def put(self, value, length):
        if length:
            self.text.append(format(value & ((1 << length) - 1), f"0{length}b"))

    def stuffed(self):
        bits = "".join(self.text)
        bits += "1" * (-len(bits) % 8)
        data = int(bits, 2).to_bytes(len(bits) // 8, "big") if bits else b""
        return data.replace(b"\xff", b"\xff\0")


DC_SYMBOLS = list(range(16))
AC_SYMBOLS = [0x00, 0xF0] + [run << 4 | size for run in range(16) for size in range(1, 15)]


def encode(planes, precision=8, marker=SOF0, before=b"", quantum=6):
    """Equal-sized planes, no subsampling, one quantization step for all frequencies."""
    height, width = planes[0].shape
    out = SOI + before + quantization([quantum] * 64)
    out += frame(marker, width, height, [(1, 1)] * len(planes), precision)
    out += huffman(0, DC_SYMBOLS) + huffman(1, AC_SYMBOLS) + scan_header(range(len(planes)))
    blocks = [_quantized(plane, precision, quantum) for plane in planes]
    bits, previous = Bits(), [0] * len(planes)
    for index in range(len(blocks[0])):
        for component, plane in enumerate(blocks):
            previous[component] = _put_block(bits, plane[index], previous[component])
    return out + bits.stuffed() + EOI


def _quantized(plane, precision, quantum):
    height, width = plane.shape
    padded = np.pad(plane.astype(np.float64), [(0, -height % 8), (0, -width % 8)], mode="edge") - (1 << (precision - 1))
    tall, wide = padded.shape[0] // 8, padded.shape[1] // 8
    blocks = padded.reshape(tall, 8, wide, 8).swapaxes(1, 2).reshape(-1, 8, 8)
    n = np.arange(8)
    basis = np.cos((2 * n[None, :] + 1) * n[:, None] * np.pi / 16) * 0.5
    basis[0] *= np.sqrt(0.5)
    coefficients = np.round(basis @ blocks @ basis.T / quantum).astype(int)
    return coefficients.reshape(-1, 64)[:, ZIGZAG].tolist()


def _put_block(bits, block, previous):
    _put_number(bits, DC_SYMBOLS, 0, block[0] - previous)
    run = 0
    last = max((index for index in range(1, 64) if block[index]), default=0)
    for value in block[1 : last + 1]:
        if value == 0:
            run += 1
            continue
        while run > 15:
            bits.put(AC_SYMBOLS.index(0xF0), 8)
            run -= 16
        _put_number(bits, AC_SYMBOLS, run, value)
        run = 0
    if last < 63:
        bits.put(AC_SYMBOLS.index(0x00), 8)
    return block[0]


def _put_number(bits, symbols, run, value):
    size = abs(value).bit_length()
    bits.put(symbols.index(run << 4 | size), 8)
    bits.put(value if value >= 0 else value + (1 << size) - 1, size)
