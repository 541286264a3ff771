"""The audits behind `build --check`. Each yields faults as sentences, and nothing if there are none."""

import io

from fontTools.ttLib import TTFont

from . import metrics
from .accents import OVERLAPPING
from .alternates import CASE, CASE_SUFFIX
from .box_drawing import BOX_DRAWING
from .check_hebrew import check_hebrew
from .coverage import missing
from .ink import LEAST_INK, ink
from .metrics import CAP_HEIGHT, CAPITAL, DESCENDER, LOWER, OVERSHOOT, SMALL, X_HEIGHT
from .neighbors import too_near
from .outlines import faults_of_outline
from .profiles import crossings, edges, profile

TOLERANCE = 1.0
CAPITAL_TOPS = {"flat": "BDEFHIKLMNPRTUVWXYZ5714", "round": "CGOQS0236890"}
CAPITAL_FEET = {"flat": "ABDEFHIKLMNPRTVWXYZ12747", "round": "CGJOSU035689"}
SMALL_TOPS = {"flat": "iuvwxyzı", "round": "aceomnpqrsg"}
SMALL_FEET = {"flat": "fhiklmnrvwxz", "round": "abcdeostu"}
# The letter, the height as a fraction of its alphabet's, the number of the stroke from the left, and its required width.
STEMS = {
    "stem": ("BDEFHIKLPRUJ", "bhiklnmpru"),
    "bowl": ("CGOQ", "ceoqdg"),
}
STEM_HEIGHT = {"J": 0.75, "E": 0.30, "F": 0.25, "P": 0.20, "B": 0.30, "K": 0.2, "k": 0.2, "e": 0.28, "R": 0.3, "H": 0.2}
LEFT_DIFFERS = "J"  # starts with neither
WIDEST = 1180
EVEN = 1.16  # the maximum ratio of white between pairs of straight and round letters
LEAST_WIDTHS = {"V": 0.66, "W": 0.98, "M": 0.80}  # in cap heights
LEAST_COUNTER = 46  # of V and W, halfway down
MARK_GAP = 10


def check(glyphs, data, committed):
    """All faults of the built font and its committed file."""
    font = TTFont(io.BytesIO(data))
    audits = (
        _committed(data, committed),
        _coverage(glyphs),
        _outlines(font),
        _heights(glyphs),
        _stems(glyphs),
        _side_bearings(glyphs),
        _arms(glyphs),
        _rhythm(glyphs),
        _diagonals(glyphs),
        _alternates(glyphs),
        _advances(glyphs, font),
        _accents(glyphs),
        _neighbors(glyphs, font),
        check_hebrew(glyphs, _kerning_of(font)),
        _tables(glyphs, font),
    )
    return [fault for audit in audits for fault in audit]


def _committed(data, path):
    if not path.exists():
        yield f"{path.name} is missing: run Fonts/build"
    elif path.read_bytes() != data:
        yield f"{path.name} does not match the sources: run Fonts/build with the versions in requirements.txt"


def _coverage(glyphs):
    for group, characters in missing(glyphs.characters).items():
        listed = " ".join(f"U+{ord(c):04X}" for c in characters)
        yield f"{group}: missing {listed}"


def _outlines(font):
    glyph_set = font.getGlyphSet()
    table = font["glyf"]
    for name in font.getGlyphOrder():
        if table[name].numberOfContours > 0:
            for fault in faults_of_outline(glyph_set, name):
                yield f"{name}: {fault}"


def _heights(glyphs):
    groups = (
        (CAPITAL_TOPS, CAP_HEIGHT, 1, 3),
        (SMALL_TOPS, X_HEIGHT, 1, 3),
        (CAPITAL_FEET, 0, -1, 1),
        (SMALL_FEET, 0, -1, 1),
    )
    for letters, line, sign, edge in groups:
        for kind, overshoot in (("flat", 0), ("round", OVERSHOOT * sign)):
            for letter in letters[kind]:
                if letter in "i" and sign > 0:
                    continue
                value = glyphs.for_character(letter).shape.bounds[edge]
                if abs(value - line - overshoot) > TOLERANCE:
                    yield f"{letter}: {kind} edge at {value:.0f}, not {line + overshoot}"


def _stems(glyphs):
    for kind, alphabets in STEMS.items():
        for weight, letters in zip((CAPITAL, LOWER), alphabets):
            for letter in letters:
                y = weight.height * STEM_HEIGHT.get(letter, 0.46 if kind == "stem" else 0.5)
                xs = crossings(edges(glyphs[letter].shape), y + 0.3)
                width, wanted = xs[1] - xs[0], getattr(weight, kind)
                if letter in "J":
                    width = xs[-1] - xs[-2]
                if abs(width - wanted) > TOLERANCE:
                    yield f"{letter}: its {kind} is {width:.0f} wide, not {wanted}"


def _side_bearings(glyphs):
    """All letters that start with a stem have equal white at their left, and so do those that start with a bowl."""
    for kind, wanted in (("stem", metrics.STRAIGHT_SIDE), ("bowl", metrics.ROUND_SIDE)):
        for letter in "".join(STEMS[kind]):
            if letter in LEFT_DIFFERS:
                continue
            side = glyphs[letter].shape.bounds[0]
            if abs(side - wanted) > 3:
                yield f"{letter}: {side:.0f} units of white at its left, expected about {wanted}"


def _arms(glyphs):
    """Free strokes are heavier than those between two stems, measured across each arm at three quarters of its length."""
    for letters, weight in (("EFLTГ", CAPITAL), ("гт", SMALL)):
        for letter in letters:
            shape = glyphs.for_character(letter).shape
            left, _, right, _ = shape.bounds
            across = shape.transformed(0, 1, 1, 0)  # transposed, so that a scan line is a column
            xs = crossings(edges(across), left + (right - left) * 0.87)
            width = xs[1] - xs[0] if letter == "L" else xs[-1] - xs[-2]
            if abs(width - weight.arm) > TOLERANCE:
                yield f"{letter}: the thickness of its arm is {width:.0f}, not {weight.arm}"


def _rhythm(glyphs):
    """Two stems, a stem and a bowl, and two bowls have equal areas of white between them, so that lines of text look even."""
    lines = range(0, CAP_HEIGHT + 1, 10)
    white = {letter: profile(glyphs, letter, lines) for letter in "HOIND"}
    areas = {}
    for pair in ("HH", "HO", "OH", "OO", "II", "IN", "DO"):
        right, left = white[pair[0]][1], white[pair[1]][0]
        areas[pair] = sum(a + b for a, b in zip(right, left) if a is not None and b is not None) / len(lines)
    if max(areas.values()) > EVEN * min(areas.values()):
        yield "uneven white: " + ", ".join(f"{pair} {area:.0f}" for pair, area in areas.items())


def _diagonals(glyphs):
    """V and W are wide enough for their strokes, and their counters stay open far enough down. Diagonals are dark enough."""
    for character, least in LEAST_INK.items():
        share = ink(glyphs.for_character(character).shape)
        if share < least:
            yield f"{character}: {share:.0%} of its box is ink, not {least:.0%}"
    for letter, width in LEAST_WIDTHS.items():
        shape = glyphs.for_character(letter).shape
        left, _, right, _ = shape.bounds
        if right - left < width * CAP_HEIGHT:
            yield f"{letter}: its width is {(right - left) / CAP_HEIGHT:.2f} of the height, not {width}"
        xs = crossings(edges(shape), CAP_HEIGHT * 0.5 + 0.3)
        if letter != "M" and xs[2] - xs[1] < LEAST_COUNTER:
            yield f"{letter}: the width of its counter is {xs[2] - xs[1]:.0f} halfway down"


def _alternates(glyphs):
    """Signs between capitals are centered on them, and raised glyphs keep their drawing and advance."""
    for character in CASE:
        base = glyphs.for_character(character)
        raised = glyphs[base.name + CASE_SUFFIX]
        _, bottom, _, top = raised.shape.bounds
        if raised.advance != base.advance or round(top - bottom) != round(base.shape.bounds[3] - base.shape.bounds[1]):
            yield f"{raised.name}: not the same as {base.name}"
        if character in "-–—«»()[]{}@" and abs((top + bottom) / 2 - CAP_HEIGHT / 2) > CAP_HEIGHT * 0.04:
            yield f"{raised.name}: its middle is at {(top + bottom) / 2:.0f}"


def _advances(glyphs, font):
    cells = {glyphs.characters[ord(character)] for character in BOX_DRAWING}
    for name, glyph in glyphs.glyphs.items():
        if glyph.is_mark or glyph.shape.is_empty and not glyph.parts:
            continue
        if not 150 <= glyph.advance <= WIDEST:
            yield f"{name}: advance {glyph.advance}"
        if glyph.parts and glyph.advance < glyphs[glyph.parts[0][0]].advance:
            yield f"{name}: narrower than its base letter"
        table = font["glyf"][name]
        left, right = table.xMin, glyph.advance - table.xMax
        if name not in cells and not (-140 <= left <= 110 and -140 <= right <= 110):
            yield f"{name}: side bearings {left} and {right}"
    widths = {figure: glyphs.for_character(figure).advance for figure in "0235689"}
    if max(widths.values()) - min(widths.values()) > 8:
        yield f"figures of unequal width: {widths}"


def _accents(glyphs):
    """Accents touch neither their letter nor each other, and stay within the line."""
    for name, glyph in glyphs.glyphs.items():
        if not glyph.parts:
            continue
        shapes = [(part, glyphs[part].shape.moved(dx, dy)) for part, dx, dy in glyph.parts]
        for index, (part, shape) in enumerate(shapes):
            if shape.bounds[3] > metrics.LINE_ASCENT or shape.bounds[1] < metrics.LINE_DESCENT:
                yield f"{name}: {part} leaves the line"
            if part in OVERLAPPING:
                continue
            for other, second in shapes[:index]:
                room = 0 if other in OVERLAPPING else MARK_GAP
                if any(not (shape.moved(0, dy) & second).is_empty for dy in (-room, 0, room)):
                    yield f"{name}: {part} touches {other}"


def _kerning_of(font):
    """Returns a function for the kerning of two glyphs, as read from GPOS."""
    table = font["GPOS"].table
    lookups = {i for r in table.FeatureList.FeatureRecord if r.FeatureTag == "kern" for i in r.Feature.LookupListIndex}
    subtables = [getattr(s, "ExtSubTable", s) for i in lookups for s in table.LookupList.Lookup[i].SubTable]

    def value(first, second):
        for subtable in subtables:
            if first not in subtable.Coverage.glyphs:
                continue
            if subtable.Format == 1:
                records = subtable.PairSet[subtable.Coverage.glyphs.index(first)].PairValueRecord
                found = [r.Value1.XAdvance for r in records if r.SecondGlyph == second]
                if found:
                    return found[0]
                continue
            row = subtable.Class1Record[subtable.ClassDef1.classDefs.get(first, 0)]
            record = row.Class2Record[subtable.ClassDef2.classDefs.get(second, 0)]
            return record.Value1.XAdvance if record.Value1 and hasattr(record.Value1, "XAdvance") else 0
        return 0

    return value


def _neighbors(glyphs, font):
    """No two letters of an alphabet are so close that they would merge under an outline."""
    kerning = _kerning_of(font)
    for letters in _alphabets():
        names = sorted({glyphs.characters[ord(c)] for c in letters})
        yield from too_near(glyphs, names, kerning)


def _alphabets():
    yield "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield "abcdefghijklmnopqrstuvwxyz"
    yield "0123456789"
    yield "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
    yield "абвгдежзиклмнопрстуфхцчшщъыьэюя"
    yield "ƏBCÇDEFGĞHXIJKQLMNOÖPRSŞTUÜVYZ"
    yield "əbcdefghxıijkqlmnoprstuvyz"
    yield "ABƁCDƊEFGHIJKƘLMNORSTUWYƳZ"
    yield "abɓcdɗefghijkƙlmnorstuwyƴz"
    yield "ABDƉEƐFƑGƔHIKLMNŊOƆPRSTUVƲWXYZ"
    yield "abdɖeɛfƒgɣhiklmnŋoɔprstuvʋwxyz"
    yield "АӘБВГҒДЕЖЗИКҚЛМНҢОӨПРСТУҰҮФХҺЦЧШЩЪЫІЬЭЮЯҖҘҠҪҲҶ"
    yield "аәбвгғдежзикқлмнңоөпрстуұүфхһцчшщъыіьэюяҗҙҡҫҳҷ"
    yield "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
    yield "αβγδεζηθικλμνξοπρςστυφχψω"


def _tables(glyphs, font):
    os2, hhea, head = font["OS/2"], font["hhea"], font["head"]
    if (os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap) != (hhea.ascent, hhea.descent, hhea.lineGap):
        yield "OS/2 and hhea have different line heights"
    if os2.usWinAscent < head.yMax or os2.usWinDescent < -head.yMin:
        yield "Windows would clip outlines beyond usWinAscent or usWinDescent"
    if not os2.fsSelection & 1 << 7:
        yield "USE_TYPO_METRICS is not set"
    if (os2.sCapHeight, os2.sxHeight) != (CAP_HEIGHT, X_HEIGHT):
        yield "wrong cap height or x-height in OS/2"
    if font["name"].getDebugName(6) != metrics.POSTSCRIPT_NAME:
        yield "wrong PostScript name"
    classes = font["GDEF"].table.GlyphClassDef.classDefs
    for name, glyph in glyphs.glyphs.items():
        if classes.get(name) != (3 if glyph.is_mark else 1):
            yield f"{name}: wrong class in GDEF"
    tags = {r.FeatureTag for t in ("GPOS", "GSUB") for r in font[t].table.FeatureList.FeatureRecord}
    for tag in {"kern", "mark", "mkmk", "ccmp", "locl", "case", "frac", "liga", "ordn"} - tags:
        yield f"no feature {tag}"
    lowest = min(glyphs[c].shape.bounds[1] for c in "gjpqy")
    if lowest < DESCENDER - OVERSHOOT - TOLERANCE:
        yield f"descenders reach {lowest:.0f}"
