"""Color profiles of a few kilobytes that take a long time to apply."""

import struct

MATRIX = b"matf" + struct.pack(">IHH12f", 0, 3, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)


def curves(segments):
    """Returns a step of three curves in segments."""
    curve = b"curf" + struct.pack(f">IHH{segments - 1}f", 0, segments, 0, *(number / segments for number in range(1, segments)))
    curve += (b"parf" + struct.pack(">II4f", 0, 0, 1, 1, 0, 0)) * segments
    return b"cvst" + struct.pack(">IHH", 0, 3, 3) + struct.pack(">II", 36, len(curve)) * 3 + curve


def table(points):
    """Returns a step of a table with a number of points along each of three axes."""
    return b"clut" + struct.pack(">IHH16B", 0, 3, 3, *[points] * 3, *[0] * 13) + bytes(12 * points**3)


def profile(count, element=MATRIX, tag=b"D2B1"):
    """Returns a profile with a pipeline that contains the same step `count` times."""
    steps = b"mpet" + struct.pack(">IHHI", 0, 3, 3, count) + struct.pack(">II", 16 + 8 * count, len(element)) * count + element
    head = struct.pack(">III12s12x4s28xIII48x", 144 + len(steps), 0, 0x04400000, b"mntrRGB XYZ ", b"acsp", 0xF6D6, 0x10000, 0xD32D)
    return head + struct.pack(">I4sII", 1, tag, 144, len(steps)) + steps
