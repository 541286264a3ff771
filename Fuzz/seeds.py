#!/usr/bin/env python3
"""Takes the EXIF blocks, XMP packets and ICC profiles out of the small fixtures, as seeds for the targets that want them.

Seeds of fonts are Frankmark and, where fontTools is installed, a small part of it, which says more in a second.
"""

import io
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SMALL = HERE.parent / "Fixtures" / "small"
EXIF, XMP, ICC = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0", b"ICC_PROFILE\0"


def jpeg_blocks(data):
    """The payloads of the segments before the picture."""
    offset = 2
    while offset + 4 <= len(data) and data[offset] == 0xFF and data[offset + 1] not in (0xD9, 0xDA):
        length = int.from_bytes(data[offset + 2 : offset + 4], "big")
        payload = data[offset + 4 : offset + 2 + length]
        for name, target in ((EXIF, "metadata"), (XMP, "metadata"), (ICC, "icc")):
            if payload.startswith(name):
                yield target, payload[len(name) + (2 if target == "icc" else 0) :]
        offset += 2 + length


def png_blocks(data):
    """The chunks of the same."""
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
    """Names and bytes of fonts."""
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


def main():
    for target in ("metadata", "icc", "gif", "sizes", "font", "text"):
        (HERE / "seeds" / target).mkdir(parents=True, exist_ok=True)
    for path in sorted(SMALL.iterdir()):
        for index, (target, block) in enumerate(blocks(path)):
            (HERE / "seeds" / target / f"{path.stem}-{index}").write_bytes(block)
        if path.suffix == ".gif":
            (HERE / "seeds" / "gif" / path.name).write_bytes(path.read_bytes())
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
