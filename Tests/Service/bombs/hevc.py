"""Gray HEVC images of any size, with one bit for each 64 × 64 pixels: each decision is as the coder predicts."""

import struct

from .bits import Bits

# The share of the range for the less probable value, for each context state and quarter of the range (ITU-T H.265, table 9-52).
LESS_PROBABLE = bytes.fromhex(
    "80b0d0f080a7c5e3809ebbd87b96b2cd748ea9c36f87a0b9698098af647a90a65f74899e5a6e829655687b8e516375874d5e6f804959697a4555647442505f6e"
    "3e4c5a683b4856633845515e35414d59333e4955303b45502e38424c2b353f4829323b4527303841252d363e232b333b2129303820272e351e252b321d232930"
    "1b21272d1a1f252b181e2329171c2127161b2025151a1e2314181d2113171b1f12161a1e1115191c1014171b0f1316190e1215180e1114170d1013160c0f1215"
    "0c0e11140b0e10130b0d0f120a0c0f110a0c0e10090b0d0f090b0c0e080a0c0e08090b0d07090b0c07090a0c07080a0b0608090b0607090a0607080902020202")


def escaped(data):
    """Returns data with a 3 inserted in bytes that look like a start code."""
    result, zeros = bytearray(), 0
    for byte in data:
        if zeros == 2 and byte <= 3:
            result.append(3)
            zeros = 0
        result.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(result)


def unit(kind, content):
    return bytes([kind << 1, 1]) + escaped(content)


def profile(bits):
    """Appends the main profile, level 8.5, which has no limits."""
    return bits.many((0, 2), 0, (1, 5), (0x60000000, 32), (0x900000000000, 48), (255, 8))


def parameters(width, height):
    """Returns the video, sequence and picture parameter sets."""
    video = profile(Bits().many((0, 4), 1, 1, (0, 6), (0, 3), 1, (0xFFFF, 16))).put(1).golomb(0, 0, 0)
    video.put(0, 6).golomb(0).many(0, 0)
    sequence = profile(Bits().many((0, 4), (0, 3), 1)).golomb(0, 1, width, height).put(0).golomb(0, 0, 4).put(1)
    # Blocks of 8 to 64 and transforms of 4 to 32, without tools that need bits.
    sequence.golomb(0, 0, 0).golomb(0, 3, 0, 3, 0, 0).many(0, 0, 0, 0).golomb(0).many(0, 0, 0, 0, 0)
    # At quantization 51, the wanted values are the more probable ones.
    picture = Bits().golomb(0, 0).many(0, 0, (0, 3), 0, 0).golomb(0, 0, 2 * 25 - 1).many(0, 0, 0).golomb(0, 0)
    picture.many(0, 0, 0, 0, 0, 0, 0, 0, 0, 0).golomb(0).many(0, 0)
    return [unit(32, video.bytes(True)), unit(33, sequence.bytes(True)), unit(34, picture.bytes(True))]


def state(initial):
    """Returns the state of a context at quantization 51, where the wanted value is more probable (section 9.3.2.2)."""
    number = ((initial >> 4) * 5 - 45) * 51 >> 4
    number = min(max(number + ((initial & 15) << 3) - 16, 1), 126)
    return 63 - number if number <= 63 else number - 64


def slices(width, height):
    """Returns one slice with all blocks as a unit. Zeros mean "as predicted"; only the end is not predicted."""
    # Split, predicted mode, chroma mode, chroma coefficients, and luma coefficients.
    contexts = {initial: state(initial) for initial in (139, 184, 63, 94, 111)}
    steps = [139, 184, None, 63, 94, 94, 111, 111, 111, 111]
    extent, shifts = 510, 0
    blocks = -(-width // 64) * -(-height // 64)
    for number in range(blocks):
        for step in steps:
            if step is None:
                shifts += 1
                continue
            extent -= LESS_PROBABLE[4 * contexts[step] + (extent >> 6 & 3)]
            contexts[step] = min(contexts[step] + 1, 62)
            if extent < 256:
                extent <<= 1
                shifts += 1
        extent -= 2
        if number < blocks - 1 and extent < 256:
            extent <<= 1
            shifts += 1
    head = Bits().many(1, 0).golomb(0, 2, 0).put(1)
    head.put(0, -len(head.text) % 8)
    # The rest of the range. Its last bit ends the unit.
    head.put(0, shifts).put(extent | 1, 9)
    return unit(19, head.bytes())


def configuration(units):
    """Returns the content of hvcC."""
    head = bytes.fromhex("01 01 60000000 900000000000 ff f000 fc fd f8 f8 0000 0f".replace(" ", ""))
    return head + bytes([len(units)]) + b"".join(bytes([0x80 | each[0] >> 1]) + struct.pack(">HH", 1, len(each)) + each for each in units)


def picture(width, height, frames=1):
    """Returns an item's data: units with their lengths."""
    data = slices(width, height)
    return (struct.pack(">I", len(data)) + data) * frames
