"""HEIF files from coded tiles, box by box: files that phones write, but available encoders don't."""

import struct
from io import BytesIO

import pillow_heif

pillow_heif.register_heif_opener()


def box(name, *content):
    content = b"".join(content)
    return struct.pack(">I4s", len(content) + 8, name.encode()) + content


def full_box(name, *content, version=0, flags=0):
    return box(name, bytes([version]), flags.to_bytes(3, "big"), *content)


def boxes(data, start=0, end=None):
    """Yields name, whole box and content of each box."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        length, name = struct.unpack_from(">I4s", data, start)
        yield name.decode(), data[start : start + length], data[start + 8 : start + length]
        start += length


def coded(image, kind, **options):
    """The configuration box and the data of a picture, from the file that Pillow writes."""
    out = BytesIO()
    image.save(out, kind, **options)
    parts = {name: content for name, _, content in boxes(out.getvalue())}
    properties = next(content for name, _, content in boxes(parts["meta"], 4) if name == "iprp")
    (properties,) = (content for name, _, content in boxes(properties) if name == "ipco")
    config = next(whole for name, whole, _ in boxes(properties) if name in ("av1C", "hvcC"))
    return config, parts["mdat"]


def size(width, height):
    return full_box("ispe", struct.pack(">II", width, height))


def depth(bits=8):
    return full_box("pixi", bytes([3, bits, bits, bits]))


def turn(quarters):
    """Quarter turns counterclockwise."""
    return box("irot", bytes([quarters]))


def crop(width, height, left, top, of):
    """The property that crops a picture of size `of` to a rectangle."""
    across, down = 2 * left + width - of[0], 2 * top + height - of[1]
    return box("clap", struct.pack(">8i", width, 1, height, 1, across, 2, down, 2))


def code_points(primaries, transfer, matrix=6):
    """Colors by ITU-T H.273, full range. Pillow and pillow-heif use matrix 6, BT.601."""
    return box("colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, 0x80))


SRGB = code_points(1, 13)


def still(image, kind, properties, **options):
    """A picture in one piece. `properties` are in the given order, with None for the configuration."""
    config, data = coded(image, kind, **options)
    return _file(kind, [(_type(kind), data, [config if one is None else one for one in properties])], [], exif=b"")


def with_gain_map(image, gains, kind, **options):
    """A picture for SDR screens. `gains` adapt it to HDR screens: as an auxiliary picture in HEIC, as on Apple phones, or as a picture
    derived from both (ISO 21496-1) in AVIF. None for the picture alone."""
    items, references = [], []
    for one, more in ((image, [SRGB]), (gains, [code_points(2, 2)])):
        if one is not None:
            config, data = coded(one, kind, **options)
            items.append((_type(kind), data, [size(*one.size), depth(), config, *more]))
    if gains is not None and kind == "AVIF":
        # Versions and flags, then as fractions: the headrooms, and the gains' minimum, maximum, gamma and offsets.
        fractions = (0, 1, 23, 10, 0, 1, 23, 10, 1, 1, 1, 64, 1, 64)
        items.append(("tmap", bytes([0, 0, 0, 0, 0, 0x40]) + struct.pack(">14I", *fractions), [size(*image.size), code_points(9, 16)]))
        references = [("dimg", 3, [1, 2])]
    elif gains is not None:
        items[1][2].append(full_box("auxC", b"urn:com:apple:photo:2020:aux:hdrgainmap\0"))
        references = [("auxl", 2, [1])]
    return _file(kind, items, references, exif=b"")


def grid(image, kind, tile, properties=(), exif=b"", colors=SRGB, thumbnail=None, turns=None, **options):
    """A picture in tiles of `tile` pixels. Those at the right and bottom edges are padded with the last pixels. A thumbnail
    has the same properties, or those of `turns`."""
    columns, rows = -(-image.width // tile[0]), -(-image.height // tile[1])
    items = [("grid", bytes([0, 0, rows - 1, columns - 1]) + struct.pack(">HH", *image.size), [size(*image.size), colors, *properties])]
    for row in range(rows):
        for column in range(columns):
            config, data = coded(_tile(image, column * tile[0], row * tile[1], tile), kind, **options)
            items.append((_type(kind), data, [config, size(*tile), depth(), colors]))
    references = [("dimg", 1, range(2, len(items) + 1))]
    if thumbnail:
        config, data = coded(thumbnail, kind, **options)
        items.append((_type(kind), data, [config, size(*thumbnail.size), depth(), colors, *(properties if turns is None else turns)]))
        references.append(("thmb", len(items), [1]))
    return _file(kind, items, references, exif)


def _tile(image, x, y, tile):
    import numpy as np
    from PIL import Image

    pixels = np.asarray(image)
    part = pixels[y : y + tile[1], x : x + tile[0]]
    spare = ((0, tile[1] - part.shape[0]), (0, tile[0] - part.shape[1]), (0, 0))
    return Image.fromarray(np.pad(part, spare, mode="edge"))


def _type(kind):
    return "av01" if kind == "AVIF" else "hvc1"


def _file(kind, items, references, exif):
    brand = b"avif" if kind == "AVIF" else b"heic"
    head = box("ftyp", brand, bytes(4), b"mif1", brand, b"miaf")
    if exif:
        references = [*references, ("cdsc", len(items) + 1, [1])]
        items = [*items, ("Exif", bytes(4) + exif, [])]
    known = []
    for _, _, properties in items:
        known += [one for one in properties if one not in known]
    names = [
        # Tiles and metadata are hidden; the picture is not.
        full_box("infe", struct.pack(">HH4s", number, 0, name.encode()), b"\0", version=2, flags=int(number > 1))
        for number, (name, _, _) in enumerate(items, 1)
    ]
    # Properties that change pixels are marked as essential: readers must understand them.
    marks = [
        struct.pack(">HB", number, len(properties))
        + bytes(known.index(one) + 1 | (0x80 if one[4:8] in (b"irot", b"clap", b"hvcC", b"av1C") else 0) for one in properties)
        for number, (_, _, properties) in enumerate(items, 1)
    ]
    links = [
        box(name, struct.pack(">HH", source, len(targets)), *(struct.pack(">H", target) for target in targets))
        for name, source, targets in references
    ]

    def meta(start):
        places, offset = b"", start
        for number, (_, data, _) in enumerate(items, 1):
            places += struct.pack(">HHHII", number, 0, 1, offset, len(data))
            offset += len(data)
        return full_box(
            "meta",
            full_box("hdlr", bytes(4), b"pict", bytes(13)),
            full_box("pitm", struct.pack(">H", 1)),
            full_box("iloc", b"\x44\0", struct.pack(">H", len(items)), places),
            full_box("iinf", struct.pack(">H", len(items)), *names),
            *([full_box("iref", *links)] if links else []),
            box("iprp", box("ipco", *known), full_box("ipma", struct.pack(">I", len(items)), *marks)),
        )

    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + box("mdat", *(data for _, data, _ in items))
