"""AV1 images of any size in a few bytes. Images in some sizes are gray. Others are damaged at the end of their first tile."""

from .bits import Bits

# The keys are a tile's superblocks across and down. The values are its number of ones ("as predicted"), since libaom checks the end.
ONES = {(1, 1): 31, (4, 4): 189, (24, 24): 582, (32, 14): 562}
CONFIGURATION, DEEP_CONFIGURATION = bytes([0x81, 0x1F, 0x0C, 0]), bytes([0x81, 0x3F, 0x40, 0])


def unit(kind, content):
    """Returns an open bitstream unit with its length."""
    length, rest = b"", len(content)
    while True:
        length += bytes([rest & 0x7F | (0x80 if rest > 0x7F else 0)])
        rest >>= 7
        if not rest:
            return bytes([kind << 3 | 2]) + length + content


def sequence(width, height, is_deep):
    """Returns a sequence header for still images: 8 bits and 4:2:0, or 10 bits and 4:4:4."""
    bits = Bits().many((int(is_deep), 3), 1, 1, (31, 5), (15, 4), (15, 4), (width - 1, 16), (height - 1, 16))
    # Superblocks of 128, edge filters, CDEF and restoration; unspecified colors, full range.
    bits.many(1, 1, 1, 0, 1, 1).many(*[1, 0, 1, 0] if is_deep else [0, 0, 0, 1, (0, 2), 0]).put(0)
    return unit(1, bits.bytes(stop=True))


def logarithm(block, count):
    """Returns how often a block must be doubled to reach a count."""
    doublings = 0
    while block << doublings < count:
        doublings += 1
    return doublings


def frame(width, height):
    columns, rows = -(-width // 128), -(-height // 128)
    across = logarithm(32, columns)
    tiles = max(across, logarithm(576, columns * rows))
    down = max(tiles - across, 0)
    # Probability tables are not updated, screen content tools are off, and the size comes from the sequence.
    bits = Bits().many(0, 0, 0)
    # The minimum number of tiles, all of one size.
    bits.put(1)
    bits.many(*[0] if across < logarithm(1, min(columns, 64)) else []).many(*[0] if down < logarithm(1, min(rows, 64)) else [])
    if across + down:
        bits.many((0, across + down), (3, 2))
    # Quantization 100, no segments; all filters except restoration.
    bits.many((100, 8), 0, 0, 0, 0, 0, 0).many((20, 6), (20, 6), (20, 6), (20, 6), (0, 3), 0)
    bits.many((3, 2), (0, 2), (5, 4), (2, 2), (5, 4), (2, 2)).many((0, 2), (0, 2), (0, 2)).many(1, 0)
    wide, high = columns + (1 << across) - 1 >> across, rows + (1 << down) - 1 >> down
    count = -(-columns // wide) * -(-rows // high)
    ones = ONES.get((wide, high), 192)
    part = ((1 << ones) - 1 << -ones % 8).to_bytes(-(-ones // 8), "big")
    data = b"" if count == 1 else b"\0"
    data += ((len(part) - 1).to_bytes(4, "little") + part) * (count - 1) + part
    return unit(6, bits.bytes() + data)


def picture(width, height, frames=1, is_deep=False):
    return (sequence(width, height, is_deep) + frame(width, height)) * frames
