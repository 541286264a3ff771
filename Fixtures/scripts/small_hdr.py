"""Pictures that state their peak brightness, and SDR pictures with a gain map for HDR screens."""

import struct

import numpy as np

import heif_writer as heif
import icc
import jpeg_writer as jpeg
import patterns
import png_writer as png
from small_jpeg import cjpeg, pillow

GAIN_NAMESPACE = "http://ns.adobe.com/hdr-gain-map/1.0/"


def files():
    """Yields the name, bytes and description of each file."""
    yield from _peaks()
    yield from _gain_maps()


def _peaks():
    view = patterns.view(96, 64)
    pixels = np.asarray(view)
    points = png.chunk(b"cICP", bytes([9, 16, 0, 1]))
    picture = png.chunk(b"cLLI", struct.pack(">2I", 400_0000, 100_0000))
    for name, chunks, what in (
        ("clli", _mastering(4000) + picture, "cLLI of 400, mDCV of 4,000 candela per square meter"),
        ("mdcv", _mastering(400) + png.chunk(b"cLLI", bytes(8)), "mDCV of 400, cLLI without values"),
    ):
        yield f"png-cicp-pq-{name}.png", png.encode(pixels, 8, png.RGB, before=points + chunks), f"cICP: PQ; {what}"
    late = png.encode(pixels, 8, png.RGB, before=points, after=picture)
    yield "png-cicp-pq-clli-late.png", late, "cICP: PQ; cLLI after the pixels, where it is ignored"
    profile = icc.rgb_profile("PQ", icc.BT2020_PRIMARIES, curve=2.4, code_points=(9, 16))
    yield "jpeg-icc-pq.jpg", pillow(view, quality=95, icc_profile=profile), "ICC: PQ by its code points (cicp), which its curve contradicts"
    brightest = heif.box("clli", struct.pack(">2H", 400, 100))
    for kind, options in (("AVIF", {"quality": 90, "subsampling": "4:4:4"}), ("HEIF", {"quality": 90, "chroma": 444})):
        suffix = "avif" if kind == "AVIF" else "heic"
        parts = [heif.size(96, 64), heif.depth(), None, heif.code_points(9, 16)]
        for name, boxes, what in (
            ("clli", [_mastering_box(4000), brightest], "clli of 400, mdcv of 4,000 candela per square meter"),
            ("mdcv", [_mastering_box(400)], "mdcv of 400"),
        ):
            yield f"{suffix}-pq-{name}.{suffix}", heif.still(view, kind, parts + boxes, **options), f"nclx: PQ; {what}"


def _mastering(peak):
    colors = (35400, 14600, 8500, 39850, 6550, 2300, 15635, 16450)
    return png.chunk(b"mDCV", struct.pack(">8H2I", *colors, peak * 10_000, 1))


def _mastering_box(peak):
    # Green, blue, red.
    colors = (8500, 39850, 6550, 2300, 35400, 14600, 15635, 16450)
    return heif.box("mdcv", struct.pack(">8H2I", *colors, peak * 10_000, 1))


def _gain_maps():
    view = patterns.view()
    light = view.convert("L").resize((view.width // 2, view.height // 2))
    yield "jpeg-gain-map.jpg", _ultra_hdr(cjpeg(view, "-sample", "2x2"), cjpeg(light, "-grayscale")), "Ultra HDR: XMP, and a gain map after the picture"
    view = patterns.view(96, 64)
    light = view.convert("L").convert("RGB").resize((48, 32))
    for kind, options in (("AVIF", {"quality": 90, "subsampling": "4:4:4"}), ("HEIF", {"quality": 90, "chroma": 444})):
        suffix = "avif" if kind == "AVIF" else "heic"
        plain = heif.with_gain_map(view, None, kind, **options)
        yield f"{suffix}-plain.{suffix}", plain, "sRGB, the same without a gain map"
        what = "a gain map as on Apple phones (an auxiliary picture)" if kind == "HEIF" else "a gain map of ISO 21496-1 (tmap)"
        yield f"{suffix}-gain-map.{suffix}", heif.with_gain_map(view, light, kind, **options), what


def _ultra_hdr(plain, gains):
    """A file like Android's: the gain map's parameters are in XMP, and its position is in a table of pictures (CIPA DC-007)."""

    def described(attributes):
        text = (
            '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f'<rdf:Description rdf:about="" xmlns:hdrgm="{GAIN_NAMESPACE}" hdrgm:Version="1.0"{attributes}/></rdf:RDF></x:xmpmeta>'
        )
        return jpeg.segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + text.encode())

    attributes = ' hdrgm:GainMapMin="0" hdrgm:GainMapMax="2.3" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2.3"'
    gains = gains[:2] + described(attributes) + gains[2:]
    head = plain[:2] + described("")
    table = 4 + 4 + 82
    first = len(head) + table + len(plain) - 2
    entries = struct.pack(">3I2H", 0x030000, first, 0, 0, 0)
    # Offsets are relative to the end of the segment's four letters.
    entries += struct.pack(">3I2H", 0, len(gains), first - len(head) - 8, 0, 0)
    fields = struct.pack(">HHI4s", 0xB000, 7, 4, b"0100") + struct.pack(">HHII", 0xB001, 4, 1, 2)
    fields += struct.pack(">HHII", 0xB002, 7, 32, 50)
    index = b"MM\0*" + struct.pack(">IH", 8, 3) + fields + struct.pack(">I", 0) + entries
    segment = jpeg.segment(0xE2, b"MPF\0" + index)
    assert len(segment) == table, len(segment)
    return head + segment + plain[2:] + gains
