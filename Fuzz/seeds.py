#!/usr/bin/env python3
"""Extracts EXIF blocks, XMP packets and ICC profiles from the small fixtures, as seeds for the targets that need them.

Font seeds are Frankmark and, if fontTools is installed, a small subset, with which fuzzing is faster.
"""

import base64
import hashlib
import io
import json
import struct
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SMALL = HERE.parent / "Fixtures" / "small"
EXIF, XMP, ICC = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0", b"ICC_PROFILE\0"


def jpeg_blocks(data):
    """Yields the payloads of the JPEG segments before the image data."""
    offset = 2
    while offset + 4 <= len(data) and data[offset] == 0xFF and data[offset + 1] not in (0xD9, 0xDA):
        length = int.from_bytes(data[offset + 2 : offset + 4], "big")
        payload = data[offset + 4 : offset + 2 + length]
        for name, target in ((EXIF, "metadata"), (XMP, "metadata"), (ICC, "icc")):
            if payload.startswith(name):
                yield target, payload[len(name) + (2 if target == "icc" else 0) :]
        offset += 2 + length


def png_blocks(data):
    """Yields the PNG chunks with the same kinds of content."""
    offset = 8
    while offset + 8 <= len(data):
        length = int.from_bytes(data[offset : offset + 4], "big")
        kind, payload = data[offset + 4 : offset + 8], data[offset + 8 : offset + 8 + length]
        if kind == b"eXIf":
            yield "metadata", payload
        if kind == b"iCCP":
            try:
                yield "icc", zlib.decompress(payload[payload.index(b"\0") + 2 :])[:65536]
            except (ValueError, zlib.error):
                pass
        offset += 12 + length


def blocks(path):
    data = path.read_bytes()
    if data.startswith(b"\xff\xd8"):
        yield from jpeg_blocks(data)
    if data.startswith(b"\x89PNG"):
        yield from png_blocks(data)
    if data[:2] in (b"II", b"MM") and len(data) < 20000:
        yield "metadata", data


def fonts():
    """Yields the names and bytes of fonts."""
    frankmark = HERE.parent / "Fonts" / "Frankmark-Regular.ttf"
    yield "frankmark", frankmark.read_bytes()
    try:
        from fontTools.subset import Options, Subsetter
        from fontTools.ttLib import TTFont
    except ImportError:
        return
    for name, text in (("letters", "AVÀTo"), ("marks", "q\u0301\u0308ΩЖfi")):
        font = TTFont(frankmark, recalcTimestamp=False)
        subsetter = Subsetter(Options(layout_features=["*"], notdef_outline=True))
        subsetter.populate(text=text)
        subsetter.subset(font)
        with io.BytesIO() as file:
            font.save(file)
            yield name, file.getvalue()


TEXTS = (
    "One does not simply", "バグを直したのに、なぜ動くのか", "我写了测试，但是没有运行", "อย่าปล่อยของวันศุกร์", "لا تنشر يوم الجمعة 6",
    "👩‍💻🇯🇵1️⃣ q\u0301\u0308", "“Well-known” (and/or) T-shirt…", "한국어 자막", "မြန်မာ ភាសាខ្មែរ",
)


JXL = base64.b64decode("/wrFwEoIEBAA0ABLKDZGn44UFEwAqBFjMByizpgTY8Y4FxACIJCCIhp3j2/vjJCen3GAIowLDNfej106uEEC")


def field(tag, kind, count, value):
    return struct.pack("<HHII", tag, kind, count, value)


def pictures():
    """Yields files in the formats that the small fixtures lack, and all TIFF files."""
    for path in sorted(SMALL.glob("tiff-*.tif")):
        yield "tiff", path.name, path.read_bytes()
    png, jpeg = (SMALL / "png-rgba-8.png").read_bytes(), (SMALL / "jpeg-420.jpg").read_bytes()
    yield "ico", "png", struct.pack("<HHHBBBBHHII", 0, 1, 1, 64, 64, 0, 0, 1, 32, len(png), 22) + png
    bitmap = struct.pack("<IiiHHIIiiII", 40, 4, 8, 1, 8, 0, 0, 0, 0, 2, 0) + bytes(8) + bytes(range(16)) + bytes(16)
    yield "ico", "bitmap", struct.pack("<HHHBBBBHHII", 0, 1, 1, 4, 4, 2, 0, 1, 8, len(bitmap), 22) + bitmap
    yield "raw", "raf", b"FUJIFILMCCD-RAW 0201".ljust(84, b"\0") + struct.pack(">II", 160, len(jpeg)) + bytes(68) + jpeg
    fields = field(0x112, 3, 1, 6) + field(0x201, 4, 1, 74) + field(0x202, 4, 1, len(jpeg)) + field(0xC612, 1, 4, 1025)
    yield "raw", "dng", b"II*\0" + struct.pack("<IH", 8, 4) + fields + bytes(16) + jpeg
    yield "raw", "rw2", b"IIU\0" + struct.pack("<IH", 8, 1) + field(0x2E, 7, len(jpeg), 26) + bytes(4) + jpeg
    preview = b"PRVW" + bytes(12) + struct.pack(">I", len(jpeg)) + jpeg
    box = b"uuid" + bytes.fromhex("eaf42b5e1c984b88b9fbb7dc406e4d16") + bytes(8) + struct.pack(">I", len(preview) + 4) + preview
    yield "raw", "cr3", b"\0\0\0\x0cftypcrx " + struct.pack(">I", len(box) + 4) + box
    yield "tga", "plain", struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 90, 2, 24, 0) + b"\xd9\1\2\3" * 2
    yield "jxl", "alpha", JXL

DAY, PLACE = "2024-01-01T00:00:00Z", {"latitude": 48.8584, "longitude": 2.2945}
MEDIUM = {"kind": "picture", "blob": hashlib.sha256().hexdigest(), "bytes": 0, "format": "jpeg", "width": 9, "height": 9}
CAPTION = {"text": "A", "box": {"x": 0.1, "y": 0.1, "width": 0.8, "height": 0.3}}
RECORDS = (
    ("journal", "journal-1", {"id": "journal-1", "name": "France", "created": DAY}),
    ("place", "place-1", {"id": "place-1", "journal": "journal-1", "name": "Tower", "coordinate": PLACE, "date": "2024-01-01"}),
    ("note", "note-1", {"id": "note-1", "journal": "journal-1", "place": "place-1", "date": "2024-01-01T10:00", "text": "one"}),
    ("entry", "entry-1", {"id": "entry-1", "journal": "journal-1", "date": "2024", "text": "", "media": [MEDIUM]}),
    ("pin", "pin-1", {"id": "pin-1", "name": "a", "created": DAY, "coordinate": PLACE}),
    ("album", "pin-1", {"id": "pin-1", "state": "ready", "photos": [], "source": "a", "removed": [], "updated": DAY}),
    ("meme", "meme-1", {"id": "meme-1", "texts": ["A"], "spec": {"captions": [CAPTION]}, "created": DAY, "width": 9, "height": 9}
     | {name: MEDIUM[name] for name in ("blob", "bytes", "format")}),
    ("settings", "library", {"owner": "Ann", "peek": 1024, "scroll": "vertical", "thumbnail": 256}),
    ("map-view", "last", {"center": PLACE, "latitudeSpan": 0.05, "longitudeSpan": 0.05}),
)


def libraries():
    """Yields exports and indexes, whole and one record at a time."""
    def dump(value):
        return json.dumps(value, separators=(",", ":")).encode()

    for name, records in [("all", RECORDS)] + [(record[0], [record]) for record in RECORDS]:
        elements = [{"kind": kind, "id": key, "record": record} for kind, key, record in records]
        earlier = [element | {"at": DAY} for element in elements] + [{"kind": "pin", "id": "pin-9", "at": DAY}]
        document = {"format": "postcard-library", "version": 1, "records": elements, "earlier": earlier}
        yield "import", name, dump(document)
        # The lines have no checksums, like manually written ones.
        lines = [[{"op": "put"} | element] for element in elements]
        lines.append([{"op": "delete", "kind": element["kind"], "id": element["id"]} for element in elements])
        index = [{"v": 1, "seq": number, "at": DAY, "changes": changes} for number, changes in enumerate(lines, 1)]
        yield "records", name, b"".join(dump(line) + b"\n" for line in index[: None if name != "all" else -1])


def main():
    for target in ("metadata", "icc", "gif", "sizes", "font", "text", "tiff", "ico", "raw", "tga", "jxl", "import", "records"):
        (HERE / "seeds" / target).mkdir(parents=True, exist_ok=True)
    for path in sorted(SMALL.iterdir()):
        for index, (target, block) in enumerate(blocks(path)):
            (HERE / "seeds" / target / f"{path.stem}-{index}").write_bytes(block)
        if path.suffix == ".gif":
            (HERE / "seeds" / "gif" / path.name).write_bytes(path.read_bytes())
    for target, name, data in (*pictures(), *libraries()):
        (HERE / "seeds" / target / name).write_bytes(data)
    packet = '<x:xmpmeta><rdf:Description tiff:Make="A" exif:GPSLatitude="5,3.5N" exif:GPSLongitude="1,5,2.9W">'
    packet += "<dc:creator><rdf:Seq><rdf:li>A &amp; B</rdf:li></rdf:Seq></dc:creator></rdf:Description></x:xmpmeta>"
    (HERE / "seeds" / "metadata" / "packet").write_text(packet)
    (HERE / "seeds" / "sizes" / "numbers").write_bytes(bytes(range(1, 200)))
    for name, data in fonts():
        (HERE / "seeds" / "font" / name).write_bytes(data)
    for index, text in enumerate(TEXTS):
        (HERE / "seeds" / "text" / str(index)).write_bytes(bytes([index]) + text.encode())


if __name__ == "__main__":
    main()
