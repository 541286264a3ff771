"""HEIF files of items, written box by box. Their headers can differ from their contents."""

import struct

from . import av1, hevc


def box(name, *content):
    content = b"".join(content)
    return struct.pack(">I4s", len(content) + 8, name.encode()) + content


def full_box(name, *content, version=0, flags=0):
    return box(name, bytes([version]), flags.to_bytes(3, "big"), *content)


def size(width, height):
    return full_box("ispe", struct.pack(">II", width, height))


def profile(data):
    return box("colr", b"prof", data)


OPACITY = full_box("auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")


class Item:
    """A coded image, or an image made from others. `places` contains the offsets and lengths of its parts in the file."""

    def __init__(self, kind, data, properties=(), references=(), places=None, is_hidden=False):
        self.kind, self.data, self.properties, self.references = kind, data, list(properties), list(references)
        self.places, self.is_hidden = places, is_hidden


def coded(kind, stated, actual, *properties, frames=1, is_deep=False, **more):
    """Returns an image whose stated size differs from the coded one, or with more than one frame."""
    if kind == "avif":
        settings = box("av1C", av1.DEEP_CONFIGURATION if is_deep else av1.CONFIGURATION)
        return Item("av01", av1.picture(*actual, frames, is_deep), [settings, size(*stated), *properties], **more)
    settings = box("hvcC", hevc.configuration(hevc.parameters(*actual)))
    return Item("hvc1", hevc.picture(*actual, frames), [settings, size(*stated), *properties], **more)


def grid(columns, rows, width, height, tiles, *properties):
    """Returns an image made from tiles, which are identified by their item numbers."""
    head = bytes([0, 1, rows - 1, columns - 1]) + struct.pack(">II", width, height)
    return Item("grid", head, [size(width, height), *properties], [("dimg", tiles)])


def decoy(kind, start=0, length=None):
    """Returns an item of a small image whose data overlaps the whole file."""
    item = coded(kind, (64, 64), (64, 64), places=[(start, length)])
    item.data = b""
    return item


def file(kind, items, primary=1, offset=lambda place: place, tail=b""):
    """Returns a file of items, numbered from 1. `offset` changes the offsets in the item location table; `tail` follows the items."""
    brand = b"avif" if kind == "avif" else b"heic"
    head = box("ftyp", brand, bytes(4), b"mif1", brand, b"miaf")
    known = []
    for item in items:
        known += [each for each in item.properties if each not in known]
    infos = [full_box("infe", struct.pack(">HH4s", number, 0, item.kind.encode()), b"\0", version=2, flags=int(item.is_hidden))
             for number, item in enumerate(items, 1)]
    marks = [struct.pack(">HB", number, len(item.properties)) + bytes(known.index(each) + 1 for each in item.properties)
             for number, item in enumerate(items, 1)]
    links = [box(name, struct.pack(">HH", number, len(targets)), *(struct.pack(">H", each) for each in targets))
             for number, item in enumerate(items, 1) for name, targets in item.references]

    def meta(start, length):
        places, place = b"", start
        for number, item in enumerate(items, 1):
            parts = [(place, len(item.data))] if item.places is None else item.places
            places += struct.pack(">HHH", number, 0, len(parts))
            for first, count in parts:
                places += struct.pack(">QQ", offset(first) if item.places is None else first, length if count is None else count)
            place += len(item.data)
        return full_box(
            "meta",
            full_box("hdlr", bytes(4), b"pict", bytes(13)),
            full_box("pitm", struct.pack(">H", primary)),
            full_box("iloc", b"\x88\0", struct.pack(">H", len(items)), places),
            full_box("iinf", struct.pack(">H", len(items)), *infos),
            *([full_box("iref", *links)] if links else []),
            box("iprp", box("ipco", *known), full_box("ipma", struct.pack(">I", len(items)), *marks)))

    start = len(head) + len(meta(0, 0)) + 8
    data = b"".join(item.data for item in items)
    return head + meta(start, start + len(data)) + box("mdat", data) + tail


def tables(kind, count):
    """Yields HEIF files whose tables have `count` entries with the maximum counts, in a few bytes each."""
    def with_box(name, content):
        """Returns a file of one image with another box of this name."""
        whole = file(kind, [coded(kind, (64, 64), (64, 64))])
        known = whole.find(name)
        start = (known if known >= 0 else whole.find(b"iprp")) - 4
        length = int.from_bytes(whole[start:start + 4], "big") if known >= 0 else 0
        for outer in [b"meta", b"iprp"] if name == b"ipma" else [b"meta"]:
            place = whole.find(outer) - 4
            size = int.from_bytes(whole[place:place + 4], "big") + len(content) - length
            whole = whole[:place] + struct.pack(">I", size) + whole[place + 4:]
        return whole[:start] + content + whole[start + length:]

    most = 65_535
    # Extents without bytes: offsets, lengths and base offsets have size 0.
    yield f"extents.{kind}", with_box(b"iloc", full_box(
        "iloc", b"\0\0", struct.pack(">H", count), b"".join(struct.pack(">HHH", number + 1, 0, most) for number in range(count))))
    yield f"long-extents.{kind}", with_box(b"iloc", full_box(
        "iloc", b"\0\0", struct.pack(">I", count), b"".join(struct.pack(">IHHH", number + 1, 0, 0, most) for number in range(count)), version=2))
    entry = struct.pack(">HB", 1, 255) + bytes([1] * 255)
    yield f"associations.{kind}", with_box(b"ipma", full_box("ipma", struct.pack(">I", count), entry * count))
    yield f"references.{kind}", with_box(b"iref", full_box("iref", *[
        box("auxl", struct.pack(">HH", number + 2, 200), b"\0\1" * 200) for number in range(count)]))
