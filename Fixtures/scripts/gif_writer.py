"""A GIF encoder that writes exactly what it is given."""

import struct

import numpy as np

NONE, KEEP, BACKGROUND, PREVIOUS = range(4)


def table(colors):
    """A color table filled up to the next power of two; returns its bytes and its size code."""
    code = max(0, (len(colors) - 1).bit_length() - 1)
    return bytes(np.asarray(colors, np.uint8).reshape(-1)).ljust(3 * (2 << code), b"\0"), code


def opening(width, height, colors=None, background=0):
    if colors is None:
        return b"GIF89a" + struct.pack("<2H3B", width, height, 0x70, background, 0)
    data, code = table(colors)
    return b"GIF89a" + struct.pack("<2H3B", width, height, 0xF0 | code, background, 0) + data


def loop(count):
    """0 repeats forever."""
    return b"!\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", count, 0)


def comment(text):
    return b"!\xfe" + bytes([len(text)]) + text + b"\0"


def control(delay=0, disposal=NONE, clear=None):
    """Delay in hundredths of a second; `clear` is the transparent index."""
    flags = disposal << 2 | (clear is not None)
    return b"!\xf9\x04" + struct.pack("<BHB", flags, delay, clear or 0) + b"\0"


def frame(pixels, left=0, top=0, colors=None, interlaced=False, bits=8):
    """Palette indices (height, width); `bits` is the LZW start width, at least 2."""
    height, width = pixels.shape
    flags, data = (0x40 if interlaced else 0), b""
    if colors is not None:
        data, code = table(colors)
        flags |= 0x80 | code
    if interlaced:
        order = [row for start, step in ((0, 8), (4, 8), (2, 4), (1, 2)) for row in range(start, height, step)]
        pixels = pixels[order]
    coded = lzw(pixels.reshape(-1).tolist(), bits)
    blocks = b"".join(bytes([len(coded[i : i + 255])]) + coded[i : i + 255] for i in range(0, len(coded), 255))
    return b"," + struct.pack("<4HB", left, top, width, height, flags) + data + bytes([bits]) + blocks + b"\0"


def lzw(indices, bits):
    clear, stop = 1 << bits, (1 << bits) + 1
    codes, width, bits_out, filled, out = {}, bits + 1, 0, 0, bytearray()

    def put(code):
        nonlocal bits_out, filled
        bits_out |= code << filled
        filled += width
        while filled >= 8:
            out.append(bits_out & 255)
            bits_out >>= 8
            filled -= 8

    put(clear)
    prefix, following = indices[0], stop + 1
    for index in indices[1:]:
        longer = codes.get((prefix, index))
        if longer is not None:
            prefix = longer
            continue
        put(prefix)
        if following < 4096:
            codes[prefix, index] = following
            width += following == 1 << width
            following += 1
        else:
            put(clear)
            codes, width, following = {}, bits + 1, stop + 1
        prefix = index
    put(prefix)
    # Readers add another table entry after the last code, so they may widen the codes before the end code.
    width += following == 1 << width and width < 12
    put(stop)
    if filled:
        out.append(bits_out & 255)
    return bytes(out)


def closing():
    return b";"
