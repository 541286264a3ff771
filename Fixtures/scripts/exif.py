"""Writes EXIF blocks, and rotates pixels so that an orientation tag shows them upright again."""

import struct
from fractions import Fraction

from PIL import Image

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED = 1, 2, 3, 4, 5, 7
SIZES = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1}
EXIF_POINTER, GPS_POINTER = 0x8769, 0x8825

# The transform of an upright picture that each orientation undoes.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def stored(image, orientation):
    """The pixels as a camera would have stored them in this orientation."""
    step = STORED[orientation]
    return image if step is None else image.transpose(step)


def block(main, exif=None, gps=None, order="<"):
    """A TIFF block of up to three directories; each is a dictionary that maps tags to (type, value)."""
    main = dict(main)
    if exif:
        main[EXIF_POINTER] = (LONG, 0)
    if gps:
        main[GPS_POINTER] = (LONG, 0)
    start = 8
    first_size = len(_directory(main, start, order))
    exif_at = start + first_size
    exif_bytes = _directory(exif, exif_at, order) if exif else b""
    gps_at = exif_at + len(exif_bytes)
    gps_bytes = _directory(gps, gps_at, order) if gps else b""
    if exif:
        main[EXIF_POINTER] = (LONG, exif_at)
    if gps:
        main[GPS_POINTER] = (LONG, gps_at)
    header = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, start)
    return header + _directory(main, start, order) + exif_bytes + gps_bytes


def app1(tiff):
    """The payload of a JPEG segment."""
    return b"Exif\0\0" + tiff


def orientation_only(orientation, order="<"):
    return block({0x0112: (SHORT, orientation)}, order=order)


def _directory(entries, offset, order):
    count = len(entries)
    heap_at = offset + 2 + 12 * count + 4
    rows, heap = b"", b""
    for tag in sorted(entries):
        kind, value = entries[tag]
        data = _coded(kind, value, order)
        number = len(data) // SIZES[kind]
        if len(data) > 4:
            place = struct.pack(order + "I", heap_at + len(heap))
            heap += data + bytes(len(data) % 2)
        else:
            place = data.ljust(4, b"\0")
        rows += struct.pack(order + "HHI", tag, kind, number) + place
    return struct.pack(order + "H", count) + rows + b"\0\0\0\0" + heap


def _coded(kind, value, order):
    if kind == ASCII:
        return value.encode() + b"\0"
    if kind in (BYTE, UNDEFINED):
        return bytes(value) if not isinstance(value, int) else bytes([value])
    values = value if isinstance(value, (list, tuple)) else [value]
    if kind == RATIONAL:
        return b"".join(struct.pack(order + "II", *_ratio(number)) for number in values)
    return b"".join(struct.pack(order + ("H" if kind == SHORT else "I"), number) for number in values)


def _ratio(number):
    fraction = Fraction(number).limit_denominator(10000)
    return fraction.numerator, fraction.denominator


def degrees(angle):
    """Degrees, minutes and seconds to a hundredth of a second (30 cm)."""
    hundredths = round(abs(angle) * 360000)
    return [hundredths // 360000, hundredths // 6000 % 60, Fraction(hundredths % 6000, 100)]


def gps_tags(latitude, longitude, altitude):
    return {
        0: (BYTE, [2, 3, 0, 0]),
        1: (ASCII, "N" if latitude >= 0 else "S"),
        2: (RATIONAL, degrees(latitude)),
        3: (ASCII, "E" if longitude >= 0 else "W"),
        4: (RATIONAL, degrees(longitude)),
        5: (BYTE, 0 if altitude >= 0 else 1),
        6: (RATIONAL, Fraction(str(abs(altitude)))),
    }


def photo(title, taken, offset, size, orientation, place, order="<"):
    """All EXIF data for a travel picture; `place` is (latitude, longitude, altitude in meters)."""
    main = {
        0x010E: (ASCII, title),
        0x010F: (ASCII, "Postcard"),
        0x0110: (ASCII, "Drawing Machine"),
        0x0112: (SHORT, orientation),
        0x011A: (RATIONAL, 72),
        0x011B: (RATIONAL, 72),
        0x0128: (SHORT, 2),
        0x0132: (ASCII, taken),
        0x013B: (ASCII, "The Postcard authors"),
        0x0213: (SHORT, 1),
        0x8298: (ASCII, "CC BY 4.0 The Postcard authors"),
    }
    exif = {
        0x829A: (RATIONAL, Fraction(1, 125)),
        0x829D: (RATIONAL, 8),
        0x8827: (SHORT, 100),
        0x9000: (UNDEFINED, b"0232"),
        0x9003: (ASCII, taken),
        0x9010: (ASCII, offset),
        0x9011: (ASCII, offset),
        0x9101: (UNDEFINED, [1, 2, 3, 0]),
        0x920A: (RATIONAL, 35),
        0xA000: (UNDEFINED, b"0100"),
        0xA001: (SHORT, 1),
        0xA002: (LONG, size[0]),
        0xA003: (LONG, size[1]),
    }
    return app1(block(main, exif, gps_tags(*place), order))
