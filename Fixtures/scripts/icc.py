"""Writes small ICC profiles: matrix and curve for RGB, one curve for gray, a lookup table for CMYK."""

import struct

import numpy as np

D50 = np.array([0.9642, 1.0, 0.8249])
D65 = (0.3127, 0.3290)
D50_XY = (0.3457, 0.3585)
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])

SRGB_PRIMARIES = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
P3_PRIMARIES = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
ADOBE_PRIMARIES = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
BT2020_PRIMARIES = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
PROPHOTO_PRIMARIES = ((0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105))

# g, a, b, c, d of IEC 61966-2-1 as an ICC parametric curve of type 3.
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def xyz(x, y):
    return np.array([x / y, 1.0, (1 - x - y) / y])


def matrix(primaries, white):
    """RGB to XYZ under the white of the color space."""
    columns = np.stack([xyz(*primary) for primary in primaries], axis=1)
    return columns * np.linalg.solve(columns, xyz(*white))


def adaptation(white):
    """Bradford adaptation from `white` to D50, the white of the profile connection space."""
    source, target = BRADFORD @ xyz(*white), BRADFORD @ D50
    return np.linalg.inv(BRADFORD) @ np.diag(target / source) @ BRADFORD


def converted(linear, source, target):
    """Linear RGB converted from one set of primaries to another, both with a D65 white."""
    change = np.linalg.inv(matrix(target, D65)) @ matrix(source, D65)
    return linear @ change.T.astype(np.float32)


def rgb_profile(name, primaries, white=D65, curve=SRGB_CURVE, version=4, code_points=None):
    """`curve` is a gamma or the five numbers of a parametric curve. Version 2 supports only gammas, and no code points (ITU-T H.273)."""
    change = adaptation(white)
    colorants = change @ matrix(primaries, white)
    tags = {b"desc": _text(name, version), b"cprt": _copyright(version), b"wtpt": _xyz(D50)}
    for index, letter in enumerate(b"rgb"):
        tags[bytes([letter]) + b"XYZ"] = _xyz(colorants[:, index])
    for letter in b"rgb":
        tags[bytes([letter]) + b"TRC"] = _curve(curve)
    if code_points:
        tags[b"cicp"] = b"cicp\0\0\0\0" + bytes([*code_points, 0, 1])
    if version == 4:
        tags[b"chad"] = b"sf32\0\0\0\0" + b"".join(_fixed(value) for value in change.ravel())
    return _assembled(b"mntr", b"RGB ", b"XYZ ", version, tags)


def gray_profile(name, gamma, version=2):
    tags = {b"desc": _text(name, version), b"cprt": _copyright(version), b"wtpt": _xyz(D50), b"kTRC": _curve(gamma)}
    return _assembled(b"mntr", b"GRAY", b"XYZ ", version, tags)


def cmyk_profile(name, grid=5):
    """A press that mixes ideal inks: device to CIELAB through a table of `grid`^4 points."""
    steps = np.linspace(0, 1, grid)
    c, m, y, k = np.meshgrid(steps, steps, steps, steps, indexing="ij")
    light = np.stack([(1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)], axis=-1) ** 2.2
    lab = _lab(light @ (adaptation(D65) @ matrix(SRGB_PRIMARIES, D65)).T)
    scaled = np.stack([lab[..., 0] * 652.8, (lab[..., 1] + 128) * 256, (lab[..., 2] + 128) * 256], axis=-1)
    table = np.clip(np.round(scaled), 0, 65535).astype(">u2").tobytes()
    identity = b"".join(_fixed(value) for value in np.eye(3).ravel())
    ramp = struct.pack(">2H", 0, 65535)
    lut = b"mft2\0\0\0\0" + bytes([4, 3, grid, 0]) + identity + struct.pack(">2H", 2, 2) + ramp * 4 + table + ramp * 3
    tags = {b"desc": _text(name, 2), b"cprt": _copyright(2), b"wtpt": _xyz(D50), b"A2B0": lut}
    return _assembled(b"prtr", b"CMYK", b"Lab ", 2, tags)


def _lab(values):
    ratio = values / D50
    cube = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = cube[..., 0], cube[..., 1], cube[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _fixed(value):
    return struct.pack(">i", round(float(value) * 65536))


def _xyz(values):
    return b"XYZ \0\0\0\0" + b"".join(_fixed(value) for value in values)


def _curve(curve):
    if isinstance(curve, tuple):
        return b"para\0\0\0\0" + struct.pack(">2H", 3, 0) + b"".join(_fixed(value) for value in curve)
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(curve * 256))


def _copyright(version):
    text = "No copyright, use freely"
    return _text(text, 4) if version == 4 else b"text\0\0\0\0" + text.encode() + b"\0"


def _text(text, version):
    if version == 4:
        coded = text.encode("utf-16-be")
        return b"mluc\0\0\0\0" + struct.pack(">2I2s2s2I", 1, 12, b"en", b"US", len(coded), 28) + coded
    ascii_text = text.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(ascii_text)) + ascii_text + bytes(4 + 4 + 2 + 1 + 67)


def _assembled(kind, space, connection, version, tags):
    offset = 128 + 4 + 12 * len(tags)
    directory, body, places = b"", b"", {}
    for tag, data in tags.items():
        # Equal curves are stored once.
        if data not in places:
            places[data] = offset + len(body)
            body += data + bytes(-len(data) % 4)
        directory += tag + struct.pack(">2I", places[data], len(data))
    header = struct.pack(
        ">I4sI4s4s4s6H4s4sI4s4sQI",
        offset + len(body),
        b"\0" * 4,
        version << 24 | (0x300000 if version == 2 else 0x200000),
        kind,
        space,
        connection,
        2026,
        1,
        1,
        0,
        0,
        0,
        b"acsp",
        b"\0" * 4,
        0,
        b"\0" * 4,
        b"\0" * 4,
        0,
        0,
    )
    header += b"".join(_fixed(value) for value in D50) + b"\0" * 4
    return header.ljust(128, b"\0") + struct.pack(">I", len(tags)) + directory + body


def display_p3():
    return rgb_profile("Display P3", P3_PRIMARIES)


def adobe_like():
    return rgb_profile("Wide RGB, gamma 2.2", ADOBE_PRIMARIES, curve=563 / 256, version=2)


def prophoto_like():
    return rgb_profile("Very wide RGB, gamma 1.8", PROPHOTO_PRIMARIES, D50_XY, 1.8, 2)


def swapped_channels():
    """sRGB with red and blue exchanged: a reader that ignores profiles shows the wrong colors."""
    red, green, blue = SRGB_PRIMARIES
    return rgb_profile("sRGB with red and blue exchanged", (blue, green, red))
