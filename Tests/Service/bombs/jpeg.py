"""JPEG files of empty blocks, with one or two bits each."""

import struct


def segment(marker, content):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(content) + 2) + content


def table(kind, symbols):
    """Returns Huffman codes for some symbols, all of one length. Codes of only ones are not allowed."""
    length = max(1, len(symbols).bit_length())
    counts = [0] * 16
    counts[length - 1] = len(symbols)
    return segment(0xC4, bytes([kind, *counts, *symbols]))


def head(width, height, frame=0xC0):
    start = b"\xff\xd8" + segment(0xDB, bytes([0, *[16] * 64])) + segment(frame, struct.pack(">BHHB3B", 8, height, width, 1, 1, 0x11, 0))
    # Code 0 means "unchanged"; codes of four bits end runs of 2^n blocks.
    return start + table(0, [0]) + (table(0x10, [size << 4 for size in range(15)]) if frame == 0xC2 else table(0x10, [0]))


def scan(first, last, data):
    return segment(0xDA, bytes([1, 1, 0, first, last, 0])) + data


def gray(width, height):
    blocks = -(-width // 8) * -(-height // 8)
    return head(width, height) + scan(0, 63, bytes(-(-blocks // 4))) + b"\xff\xd9"


def scans(width, height, count):
    """Returns a progressive image with many scans."""
    blocks, text = -(-width // 8) * -(-height // 8), ""
    left = blocks
    while left:
        run = min(left, (1 << 15) - 1)
        size = run.bit_length() - 1
        text += f"{size:04b}" + (f"{run - (1 << size):0{size}b}" if size else "")
        left -= run
    text += "1" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8, "big").replace(b"\xff", b"\xff\0")
    return head(width, height, 0xC2) + scan(0, 0, bytes(-(-blocks // 8))) + scan(1, 63, data) * count + b"\xff\xd9"


def with_profile(data, profile):
    """Returns a JPEG file with a profile, in as many pieces as needed."""
    pieces = [profile[start : start + 65_000] for start in range(0, len(profile), 65_000)]
    segments = [segment(0xE2, b"ICC_PROFILE\0" + bytes([number, len(pieces)]) + piece) for number, piece in enumerate(pieces, 1)]
    return data[:2] + b"".join(segments) + data[2:]
