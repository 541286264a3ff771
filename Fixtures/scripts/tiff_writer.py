"""A TIFF encoder for layouts that common encoders do not offer: both byte orders, tiles, any depth."""

import struct

import numpy as np

SHORT, LONG = 3, 4
GRAY, RGB, CMYK = 1, 2, 5


def encode(samples, order="<", kind=RGB, tile=None, alpha=False, rows_per_strip=16, orientation=1):
    """Uncompressed; `samples` is (height, width, channels), 8 or 16 bits by its type; `tile` a multiple of 16."""
    height, width, channels = samples.shape
    samples = samples.astype(samples.dtype.newbyteorder(order))
    parts = (
        list(_tiles(samples, tile))
        if tile
        else [samples[y : y + rows_per_strip] for y in range(0, height, rows_per_strip)]
    )
    blobs = [part.tobytes() for part in parts]
    entries = {
        256: (LONG, [width]),
        257: (LONG, [height]),
        258: (SHORT, [samples.dtype.itemsize * 8] * channels),
        259: (SHORT, [1]),
        262: (SHORT, [kind]),
        274: (SHORT, [orientation]),
        277: (SHORT, [channels]),
    }
    if alpha:
        entries[338] = (SHORT, [2])
    if tile:
        entries |= {
            322: (LONG, [tile]),
            323: (LONG, [tile]),
            324: (LONG, [0] * len(blobs)),
            325: (LONG, [0] * len(blobs)),
        }
    else:
        entries |= {273: (LONG, [0] * len(blobs)), 278: (LONG, [rows_per_strip]), 279: (LONG, [0] * len(blobs))}
    offset = 8 + len(_directory(entries, order))
    places, sizes = (324, 325) if tile else (273, 279)
    entries[sizes] = (LONG, [len(blob) for blob in blobs])
    entries[places] = (LONG, [offset + sum(map(len, blobs[:index])) for index in range(len(blobs))])
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    return head + _directory(entries, order) + b"".join(blobs)


def _tiles(samples, size):
    height, width, channels = samples.shape
    for y in range(0, height, size):
        for x in range(0, width, size):
            part = samples[y : y + size, x : x + size]
            padded = np.zeros((size, size, channels), samples.dtype)
            padded[: part.shape[0], : part.shape[1]] = part
            yield padded


def _directory(entries, order):
    heap_at, rows, heap = 8 + 2 + 12 * len(entries) + 4, b"", b""
    for tag in sorted(entries):
        kind, values = entries[tag]
        data = b"".join(struct.pack(order + ("H" if kind == SHORT else "I"), value) for value in values)
        if len(data) > 4:
            place = struct.pack(order + "I", heap_at + len(heap))
            heap += data
        else:
            place = data.ljust(4, b"\0")
        rows += struct.pack(order + "HHI", tag, kind, len(values)) + place
    return struct.pack(order + "H", len(entries)) + rows + bytes(4) + heap
