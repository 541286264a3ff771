"""Turns the drawings into a TrueType font."""

import io

from fontTools.config import OPTIONS
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

from . import metrics

# The maximum distance of a TrueType curve from the drawing, in units.
CURVE_ERROR = 0.5
# `gasp`: smooth at every size, and never fitted to the grid, because there are no instructions.
SMOOTH = 0x000A


def compile_font(glyphs, features):
    """The bytes of the font for a GlyphSet and the text of its OpenType features."""
    order = list(glyphs.glyphs)
    builder = FontBuilder(metrics.UNITS_PER_EM, isTTF=True)
    # Without this, the bytes depend on whether uharfbuzz is installed.
    builder.font.cfg[OPTIONS["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"]] = False
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(glyphs.characters)
    builder.setupGlyf(_outlines(glyphs))
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (glyphs[name].advance, getattr(table[name], "xMin", 0)) for name in order})
    _set_up_tables(builder, table)
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    return _bytes(builder.font)


def _outlines(glyphs):
    outlines = {}
    for name, glyph in glyphs.glyphs.items():
        pen = TTGlyphPen(outlines)
        if not glyph.shape.is_empty:
            glyph.shape.oriented().draw(Cu2QuPen(pen, CURVE_ERROR, all_quadratic=True))
        for part, dx, dy in glyph.parts if glyph.shape.is_empty else ():
            pen.addComponent(part, (1, 0, 0, 1, dx, dy))
        outlines[name] = pen.glyph()
    return outlines


def _set_up_tables(builder, table):
    bounds = [glyph for glyph in table.glyphs.values() if glyph.numberOfContours]
    top, bottom = max(g.yMax for g in bounds), min(g.yMin for g in bounds)
    builder.setupHorizontalHeader(ascent=metrics.LINE_ASCENT, descent=metrics.LINE_DESCENT, lineGap=0)
    builder.setupNameTable(
        {
            "copyright": metrics.COPYRIGHT,
            "familyName": metrics.FAMILY,
            "styleName": metrics.STYLE,
            "uniqueFontIdentifier": f"{metrics.VERSION};{metrics.POSTSCRIPT_NAME}",
            "fullName": f"{metrics.FAMILY} {metrics.STYLE}",
            "version": f"Version {metrics.VERSION}",
            "psName": metrics.POSTSCRIPT_NAME,
            "manufacturer": "Postcard",
            "designer": "The Postcard authors",
            "description": "A heavy condensed grotesque for captions with an outline.",
            "licenseDescription": metrics.LICENSE,
            "licenseInfoURL": metrics.LICENSE_URL,
            "sampleText": "ONE DOES NOT SIMPLY DRAW A TYPEFACE",
        },
        mac=False,
    )
    builder.setupOS2(
        version=4,
        sTypoAscender=metrics.LINE_ASCENT,
        sTypoDescender=metrics.LINE_DESCENT,
        sTypoLineGap=0,
        usWinAscent=max(metrics.LINE_ASCENT, top),
        usWinDescent=max(-metrics.LINE_DESCENT, -bottom),
        sCapHeight=metrics.CAP_HEIGHT,
        sxHeight=metrics.X_HEIGHT,
        usWeightClass=400,  # the only style of its family; it is named "Regular", so it is not matched as bold
        usWidthClass=3,
        fsType=0,
        fsSelection=0b1100_0000,  # REGULAR, USE_TYPO_METRICS
        achVendID="POST",
        yStrikeoutPosition=round(metrics.X_HEIGHT * 0.5 + 40),
        yStrikeoutSize=80,
        usDefaultChar=0,
        usBreakChar=32,
    )
    builder.font["gasp"] = newTable("gasp")
    builder.font["gasp"].gaspRange = {0xFFFF: SMOOTH}
    builder.setupPost(underlinePosition=-130, underlineThickness=90)
    builder.font["OS/2"].recalcUnicodeRanges(builder.font)
    builder.font["OS/2"].recalcCodePageRanges(builder.font)


def _bytes(font):
    font["head"].created = font["head"].modified = metrics.TIMESTAMP
    font["head"].fontRevision = float(metrics.VERSION)
    font["head"].lowestRecPPEM = 8
    font.recalcTimestamp = False
    stream = io.BytesIO()
    font.save(stream, reorderTables=None)
    return stream.getvalue()
