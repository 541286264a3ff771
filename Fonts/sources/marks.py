"""Accents: combining marks, their flat forms for capitals, and the spacing characters that show them by themselves.

A mark above is drawn around x = 0 on y = 0, then raised to its position above a lowercase letter, so that even a
renderer without GPOS places it correctly. Its anchor moves with it.
"""

from .geometry import INNER_TENSION, Outline, box, oval, polygon, rounded
from .metrics import CAP_HEIGHT, X_HEIGHT

GAP = 48  # white between a letter and the mark above it
CAP_GAP = 40
STACK_GAP = 22  # white between two marks
LOW_GAP = 38
RAISED = X_HEIGHT + GAP
BACK = -258  # above the middle of the previous letter, for renderers without GPOS

LOW, FLAT = 122, 94  # the height of an accent on lowercase, and on capitals


def grave(h):
    return polygon((-116, h), (34, h), (98, 0), (-14, 0))


def acute(h):
    return grave(h).mirrored(0)


def circumflex(h):
    top, foot = 64, h * 0.44
    return polygon((-150, 0), (-top, h), (top, h), (150, 0), (44, 0), (0, foot), (-44, 0))


def caron(h):
    return circumflex(h).flipped(h)


def dieresis(h):
    return box(-132, 0, -20, h * 0.90) | box(20, 0, 132, h * 0.90)


def dot_above(h):
    return box(-70, 0, 70, h * 0.92)


def macron(h):
    return box(-130, 0, 130, h * 0.72)


def breve(h):
    outer = rounded(-134, 0, 134, h, bl=(110, h * 0.80), br=(110, h * 0.80))
    return outer - rounded(-42, h * 0.56, 42, h + 1, bl=(38, h * 0.34), br=(38, h * 0.34), tension=INNER_TENSION)


def inverted_breve(h):
    return breve(h).flipped(h)


def ring_above(h):
    height = h * 1.24
    return oval(-92, 0, 92, height, tension=0.56) - oval(-36, height * 0.32, 36, height * 0.68, tension=0.56)


def double_acute(h):
    one = polygon((-30, 0), (74, 0), (128, h), (8, h))
    return one.moved(-118) | one.moved(36)


def double_grave(h):
    return double_acute(h).mirrored(0)


def tilde(h):
    """A wave of two arcs, each as thick as a macron."""
    t, left, right = h * 0.66, -146, 146
    outline = Outline(left, 0).to(left, h * 0.22).curve(left, h * 0.78, -104, h, -62, h)
    outline.curve(-14, h, 20, t, 58, t).curve(82, t, 90, h * 0.80, 90, h).to(right, h).to(right, h * 0.78)
    outline.curve(right, h * 0.22, 104, 0, 62, 0)
    outline.curve(14, 0, -20, h - t, -58, h - t).curve(-82, h - t, -90, h * 0.20, -90, 0)
    return outline.close()


def hook_above(h):
    height = h * 1.14
    outline = (
        Outline(-86, height).to(14, height).across(96, height * 0.70).curve(96, height * 0.40, 52, height * 0.42, 52, 0)
    )
    outline.to(-46, 0).to(-46, height * 0.30).curve(-46, height * 0.56, 0, height * 0.50, 0, height * 0.60)
    return outline.curve(0, height * 0.68, -20, height * 0.66, -86, height * 0.66).close()


def turned_comma(h):
    """Of ģ."""
    return comma_below(h * 1.05).half_turned(0, 0)


def tonos(h):
    return polygon((-38, 0), (-50, h), (64, h), (26, 0))


def dialytika_tonos(h):
    return (
        polygon((-34, 0), (-48, h * 1.2), (50, h * 1.2), (26, 0))
        | box(-176, 0, -70, h * 0.8)
        | box(70, 0, 176, h * 0.8)
    )


def comma_below(h=LOW):
    return (
        Outline(-66, 0)
        .to(66, 0)
        .to(66, -h * 0.34)
        .curve(66, -h * 0.80, 28, -h * 1.05, -44, -h * 1.05)
        .to(-44, -h * 0.72)
        .curve(-14, -h * 0.70, 2, -h * 0.58, 2, -h * 0.42)
        .to(-66, -h * 0.42)
        .close()
    )


def cedilla():
    outline = Outline(-44, 20).to(44, 20).to(44, -22).curve(84, -28, 108, -52, 108, -88)
    outline.curve(108, -140, 64, -164, -10, -164).to(-92, -164).to(-92, -104).to(-22, -104)
    outline.curve(2, -104, 12, -98, 12, -86).curve(12, -74, 2, -68, -22, -68).to(-44, -68)
    return outline.close()


def ogonek():
    outline = Outline(-30, 24).to(72, 24).curve(36, -16, 20, -46, 20, -72).curve(20, -90, 30, -98, 52, -98).to(96, -98)
    outline.to(96, -164).to(18, -164).curve(-52, -164, -88, -134, -88, -84).curve(-88, -44, -70, -6, -30, 24)
    return outline.close()


def dot_below():
    return box(-70, -112, 70, 0)


def macron_below():
    return box(-130, -88, 130, 0)


def horn():
    """The horn of ơ and ư, at the right shoulder of the letter, whose top right corner is the origin."""
    outline = Outline(-96, -128).to(-20, -128).curve(56, -110, 104, -64, 104, 14).to(104, 56).to(-4, 56)
    return outline.to(-4, 22).curve(-4, -16, -40, -36, -96, -36).close()


# Each combining character: name, drawing.
ABOVE = {
    0x300: ("grave", grave),
    0x301: ("acute", acute),
    0x302: ("circumflex", circumflex),
    0x303: ("tilde", tilde),
    0x304: ("macron", macron),
    0x306: ("breve", breve),
    0x307: ("dotaccent", dot_above),
    0x308: ("dieresis", dieresis),
    0x309: ("hook", hook_above),
    0x30A: ("ring", ring_above),
    0x30B: ("hungarumlaut", double_acute),
    0x30C: ("caron", caron),
    0x30F: ("dblgrave", double_grave),
    0x311: ("invertedbreve", inverted_breve),
    0x312: ("commaturned", turned_comma),
}
BELOW = {
    0x323: ("dotbelow", dot_below, LOW_GAP),
    0x326: ("commaaccent", comma_below, LOW_GAP),
    0x331: ("macronbelow", macron_below, LOW_GAP),
    0x327: ("cedilla", cedilla, 0),
}
# Marks without a line of their own: they join the letter at a special anchor.
ATTACHED = {0x328: ("ogonek", ogonek), 0x31B: ("horn", horn)}

# Each spacing character: the mark that it shows, and the white at either side.
SPACING = {
    "`": 0x300,
    "´": 0x301,
    "ˆ": 0x302,
    "˜": 0x303,
    "¯": 0x304,
    "˘": 0x306,
    "˙": 0x307,
    "¨": 0x308,
    "˚": 0x30A,
    "˝": 0x30B,
    "ˇ": 0x30C,
    "¸": 0x327,
    "˛": 0x328,
}
SPACING_SIDE = 22


def mark_name(code, capital=False):
    """The glyph name of a combining mark; for capitals, that of its flat form if it has one."""
    name = (ABOVE.get(code) or BELOW.get(code) or ATTACHED[code])[0] + "comb"
    return name + ".cap" if capital and code in ABOVE else name


def add_marks(glyphs):
    for code, (_, draw) in ABOVE.items():
        for capital in (False, True):
            shape = draw(FLAT if capital else LOW)
            _, bottom, _, top = shape.bounds
            base = CAP_HEIGHT + CAP_GAP if capital else RAISED
            anchors = {"_top": (BACK, base), "top": (BACK, base + top - bottom + STACK_GAP)}
            shape = shape.moved(BACK, base - bottom)
            glyphs.add_mark("" if capital else chr(code), shape, mark_name(code, capital), **anchors)
    for code, (_, draw, gap) in BELOW.items():
        shape = draw().moved(BACK, -gap)
        anchors = {"_bottom": (BACK, 0), "bottom": (BACK, shape.bounds[1] - STACK_GAP + LOW_GAP)}
        glyphs.add_mark(chr(code), shape, mark_name(code), **anchors)
    glyphs.add_mark("\u0328", ogonek().moved(BACK), mark_name(0x328), _ogonek=(BACK, 0))
    glyphs.add_mark("\u031b", horn().moved(0, X_HEIGHT), mark_name(0x31B), _horn=(0, X_HEIGHT))
    glyphs.add_mark("", caron_apostrophe(), "caroncomb.alt")
    for character, code in SPACING.items():
        shape = glyphs[mark_name(code)].shape
        glyphs.add(character, shape, SPACING_SIDE, SPACING_SIDE)


def caron_apostrophe():
    """The caron of ď, ť, ľ, Ľ: like an apostrophe at the right of an ascender. Its top left corner is the origin."""
    return (
        Outline(0, 0)
        .to(112, 0)
        .to(112, -96)
        .curve(112, -152, 84, -194, 22, -206)
        .to(8, -160)
        .curve(34, -150, 46, -132, 46, -108)
        .to(0, -108)
        .close()
    )
