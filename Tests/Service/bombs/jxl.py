"""JPEG XL files of empty frames, written bit by bit (ISO/IEC 18181-1). Each has about 20 bytes at any size."""

from .bits import LowBits

REGULAR, REFERENCE_ONLY = 0, 2
# For all channels: the predictor zero, and no bits for differences from it.
TREE = [0, 1, (0, 2), 1, (15, 4), 0, 0, 1, (15, 4), 0]


def choice(bits, value, *choices):
    """Appends a number, encoded with the first of four pairs (offset, number of bits) that can represent it."""
    for number, (offset, count) in enumerate(choices):
        if offset <= value < offset + (1 << count):
            return bits.many((number, 2), (value - offset, count))
    raise ValueError(value)


def side(bits, value):
    choice(bits, value, (1, 9), (1, 13), (1, 18), (1, 30))


def head(width, height, is_animated=False, profile=None, extra_channels=0):
    """Returns the signature, the size, and the settings of all frames."""
    bits = LowBits().put(0)
    side(bits, height)
    bits.put(0, 3)
    side(bits, width)
    if not (is_animated or profile or extra_channels):
        return b"\xff\x0a" + bits.many(1, 1).bytes()
    bits.many(0, int(is_animated))
    if is_animated:
        # Upright, no intrinsic size, no preview; 100 ticks per second, endless.
        bits.many((0, 3), 0, 0, 1, (0, 2), (0, 2), (0, 2), 0)
    # Integers of 8 bits, in buffers of 16 bits.
    bits.many(0, (0, 2), 1)
    choice(bits, extra_channels, (0, 0), (1, 0), (2, 4), (1, 12))
    for _ in range(extra_channels):
        # Opacity of 8 bits.
        bits.put(1)
    if profile:
        # Not XYB colors, but a profile with three color channels.
        bits.many(0, 0, 1, (0, 2))
    else:
        bits.many(1, 1)
    bits.many(*[1] if is_animated else []).many((0, 2), 1)
    if profile:
        put_profile(bits, profile)
    return b"\xff\x0a" + bits.bytes()


def put_profile(bits, profile):
    """Appends a profile in one piece, with 8 bits for each byte."""
    def number(value):
        parts = []
        while value > 0x7F:
            parts.append(value & 0x7F | 0x80)
            value >>= 7
        return bytes([*parts, value])
    # The first 128 bytes are the differences from a predicted header. A command then inserts the rest.
    commands = b"\0\1" + number(len(profile) - 128)
    expected = bytearray(128)
    expected[:4] = len(profile).to_bytes(4, "big")
    expected[8:9], expected[12:24], expected[36:40] = b"\4", b"mntrRGB XYZ ", b"acsp"
    expected[68:80] = bytes.fromhex("0000f6d6000100000000d32d")
    expected[80:84] = expected[4:8] = bytes(4)
    head = bytes(one - other & 0xFF for one, other in zip(profile[:128], expected))
    data = number(len(profile)) + number(len(commands)) + commands + head + profile[128:]
    bits.many(*wide(len(data)))
    # One table of 256 codes with 8 bits each, for all contexts.
    bits.many(0, 1, (0, 2), 1, (15, 4), 1, (7, 4), (127, 7)).put(0, 2)
    # The only code length is 8, the eleventh in the order of lengths.
    bits.many(*[(0, 2)] * 10, (1, 2), *[(0, 2)] * 7)
    for byte in data:
        bits.put(int(f"{byte:08b}"[::-1], 2), 8)


def wide(value):
    """Returns the longest form of U64."""
    parts = [(3, 2), (value & 0xFFF, 12)]
    value >>= 12
    while value:
        parts += [1, (value & 0xFF, 8)]
        value >>= 8
    return [*parts, 0]


def frame(width, height, is_last=False, kind=REGULAR, keep_as=0, is_animated=False, duration=0, is_xyb=True, extra_channels=0):
    """Returns an empty frame. `keep_as` is the number of a reference that later frames can be blended with."""
    bits = LowBits().many(0, (kind, 2), 1, (0, 2))
    # No color conversion by the frame, full size, groups of 1,024.
    bits.many(*[] if is_xyb else [0]).many((0, 2), *[(0, 2)] * extra_channels, (3, 2))
    # One pass, no crop rectangle.
    bits.many(*[(0, 2)] if kind == REGULAR else [], 0)
    if kind == REGULAR:
        # Each frame replaces the previous one.
        bits.many((0, 2), *[(0, 2)] * extra_channels)
        if is_animated:
            choice(bits, duration, (0, 0), (1, 0), (0, 8))
        bits.put(int(is_last))
    if not is_last:
        bits.put(keep_as, 2)
        # A frame that is not shown is stored before its colors are converted.
        if kind == REFERENCE_ONLY or duration == 0 or keep_as:
            bits.put(int(kind == REFERENCE_ONLY))
    # No name, the default filters.
    bits.many((0, 2), 1, (0, 2))
    groups = -(-width // 1024) * -(-height // 1024)
    common = LowBits().many(1, 1, *TREE).many(1, 1, (0, 2)).bytes()
    if groups == 1:
        parts = [common]
    else:
        parts = [common] + [b""] * (-(-width // 8192) * -(-height // 8192) + 1) + [LowBits().many(1, 1, (0, 2)).bytes()] * groups
    bits.put(0)
    bits.put(0, -len(bits.text) % 8)
    for part in parts:
        bits.many((0, 2), (len(part), 10))
    return bits.bytes() + b"".join(parts)
