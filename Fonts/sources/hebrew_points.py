"""The Hebrew points, the letters with a dagesh, and Hebrew punctuation.

A dot in a heavy letter needs space, so letters with a dagesh are separate drawings with more white inside. `ccmp`
substitutes them. All other points are placed at anchors.
"""

import unicodedata

from .accents import compose
from .geometry import box, polygon
from .hebrew import LETTERS, WHITE, B, H, S
from .punctuation import doubled

DOT, LOW_DOT = 84, 72  # the side of a dot in or above a letter, and below one
GAP, LOW_GAP = 44, 46  # white between a letter and a point above or below it
BETWEEN = 28  # white between the dots of a point
FOOT = LOW_DOT * 2 + BETWEEN  # the depth of points with two rows


def _dot(x, y=0):
    """A dot below the letter, with its middle at `x` and its top at `y`."""
    return box(x - LOW_DOT / 2, y - LOW_DOT, x + LOW_DOT / 2, y)


def sheva():
    return _dot(0) | _dot(0, LOW_DOT - FOOT)


def hiriq():
    return _dot(0)


def tsere():
    step = (LOW_DOT + BETWEEN) / 2
    return _dot(-step) | _dot(step)


def segol():
    return tsere() | _dot(0, LOW_DOT - FOOT)


def patah(width=196):
    return box(-width / 2, -64, width / 2, 0)


def qamats(width=196):
    return patah(width) | box(-LOW_DOT / 2, -FOOT, LOW_DOT / 2, -10)


def qubuts():
    size, across, down = 68, 78, 50
    return _square(-across, 0, size) | _square(0, -down, size) | _square(across, -2 * down, size)


def _square(x, y, size):
    return box(x - size / 2, y - size, x + size / 2, y)


def hataf(vowel):
    """Sheva at the right of a vowel."""
    left, _, right, _ = vowel.bounds
    width = right - left + BETWEEN + LOW_DOT
    return vowel.moved(-width / 2 - left) | sheva().moved(width / 2 - LOW_DOT / 2)


def dot():
    return box(-DOT / 2, -DOT / 2, DOT / 2, DOT / 2)


def rafe():
    return box(-112, 0, 112, 66)


# Each point: characters, name, drawing, the anchor at which it joins a letter, and the anchor's position in the drawing.
LOW, HIGH = (0, LOW_GAP), (0, -GAP - DOT / 2)
POINTS = (
    ("\u05b0", "sheva", sheva(), "low", LOW),
    ("\u05b1", "hatafsegol", hataf(segol()), "low", LOW),
    ("\u05b2", "hatafpatah", hataf(patah(160)), "low", LOW),
    ("\u05b3", "hatafqamats", hataf(qamats(160)), "low", LOW),
    ("\u05b4", "hiriq", hiriq(), "low", LOW),
    ("\u05b5", "tsere", tsere(), "low", LOW),
    ("\u05b6", "segol", segol(), "low", LOW),
    ("\u05b7", "patah", patah(), "low", LOW),
    ("\u05b8\u05c7", "qamats", qamats(), "low", LOW),
    ("\u05b9\u05ba", "holam", dot(), "holam", HIGH),
    ("\u05bb", "qubuts", qubuts(), "low", LOW),
    ("\u05bc", "dagesh", dot(), "dagesh", (0, 0)),
    ("\u05bf", "rafe", rafe(), "rafe", (0, -GAP)),
    ("\u05c1", "shindot", dot(), "shindot", HIGH),
    ("\u05c2", "sindot", dot(), "sindot", HIGH),
)
HEBREW_KINDS = tuple(dict.fromkeys(kind for _, _, _, kind, _ in POINTS))

# The positions of points below a letter that are not centered: units from its right edge, and the height.
LOW_FROM_RIGHT = {
    "ד": (150, 0),
    "ו": (S / 2, 0),
    "ז": (146, 0),
    "י": (S / 2, 0),
    "ך": (S + 128, H * 0.47),
    "ל": (210, 0),
    "ן": (S + 96, H * 0.30),
    "ף": (S + 128, H * 0.26),
    "ץ": (64, H * 0.20),
    "ק": (156, 0),
    "ר": (132, 0),
}
SHIN_DOT = S * 0.5 + 14  # from the side of ש: above its arm, and not too near to the point of the previous letter
HOLAM_FROM_LEFT = {"ל": -DOT / 2 - 12, "ש": SHIN_DOT}  # by default above the left corner; that of ש is also its dot

# Each letter with a dagesh: the white inside, and the middle of the dot.
DAGESH = {
    "ב": (WHITE, lambda white: (white / 2 + 51, H / 2)),
    "ג": (196, lambda white: (white * 0.92 - 94, H * 0.60)),
    "ד": (WHITE, lambda white: (white / 2 + 10, H * 0.44)),
    "ה": (196, lambda white: (S + white / 2 + 2, H * 0.40)),
    "ו": (WHITE, lambda white: (-44, H * 0.46)),
    "ז": (WHITE, lambda white: (-20, H * 0.42)),
    "ט": (206, lambda white: (S + white / 2 + 25, H * 0.48)),
    "י": (WHITE, lambda white: (-44, H * 0.54)),
    "ך": (WHITE, lambda white: (white / 2 + 23, H * 0.44)),
    "כ": (WHITE, lambda white: (white / 2 + 38, H / 2)),
    "ל": (WHITE, lambda white: (white / 2 - 8, H * 0.50)),
    "מ": (226, lambda white: (S + white / 2 + 70, H * 0.46)),
    "נ": (196, lambda white: (white / 2 - 14, H / 2)),
    "ס": (216, lambda white: (S + white / 2 + 10, H * 0.53)),
    "ף": (270, lambda white: (S + white / 2 + 36, H * 0.47)),
    "פ": (264, lambda white: (S + white / 2 + 38, H * 0.47)),
    "צ": (196, lambda white: (150, B + 106)),
    "ק": (206, lambda white: (S + white / 2 - 6, H * 0.46)),
    "ר": (WHITE, lambda white: (white / 2 + 13, H * 0.44)),
    "ש": (236, lambda white: (S * 1.9 + white * 1.08, H * 0.60)),
    "ת": (206, lambda white: (S + white / 2 + 80, H * 0.44)),
}
SHIN, SHIN_DAGESH, DAGESH_MARK = "ש", "\ufb49", "\u05bc"
SHIN_DOTS = {"\ufb2c": "\u05c1", "\ufb2d": "\u05c2"}
YIDDISH = {"\u05f0": "וו", "\u05f1": "וי", "\u05f2": "יי"}  # read from right to left
# Presentation forms that consist of a letter and a point other than a dagesh.
POINTED = "\ufb1d\ufb1f\ufb2a\ufb2b\ufb2e\ufb2f\ufb4b\ufb4c\ufb4d\ufb4e"


def with_dagesh():
    """The character for each letter with a dagesh."""
    forms = {chr(code): unicodedata.normalize("NFD", chr(code)) for code in range(0xFB31, 0xFB4B)}
    return {form[0]: character for character, form in forms.items() if form[1:] == "\u05bc"}


def maqaf():
    return box(0, H - 150, 230, H - 20)


def geresh():
    return polygon((56, H + 10), (206, H + 10), (104, H - 250), (0, H - 250))


def add_hebrew_points(glyphs):
    for characters, name, shape, kind, anchor in POINTS:
        x, y = anchor
        # Drawn at its position on a letter, for renderers without GPOS.
        rise = {"low": -LOW_GAP, "dagesh": H / 2, "rafe": H + GAP}.get(kind, H + GAP + DOT / 2)
        glyphs.add_mark(characters, shape.moved(0, rise), name + "hb", **{"_" + kind: (x, y + rise)})
    for letter in LETTERS:
        _add_anchors(glyphs.for_character(letter), letter)
    _add_anchors(glyphs.for_character("◌"), "◌")
    for letter, character in with_dagesh().items():
        _add_with_dagesh(glyphs, letter, character)
    for character, letters in YIDDISH.items():
        _add_pair(glyphs, character, *map(glyphs.for_character, letters))
    for character in POINTED:
        letter, point = unicodedata.normalize("NFD", character)[-2:]
        compose(glyphs, character, glyphs.for_character(letter), [glyphs.characters[ord(point)]])
    for character, point in SHIN_DOTS.items():
        compose(glyphs, character, glyphs.for_character(SHIN_DAGESH), [glyphs.characters[ord(point)]])
    glyphs.add("\u05be", maqaf(), 30, 30)
    glyphs.add("\u05f3", geresh(), 22, 22)
    glyphs.add("\u05f4", doubled(geresh(), -20), 22, 22)


def _add_anchors(glyph, letter):
    left, _, right, _ = glyph.shape.bounds
    middle = (left + right) / 2
    from_right, low = LOW_FROM_RIGHT.get(letter, (right - middle, 0))
    glyph.anchors["low"] = (right - from_right, low)
    glyph.anchors["holam"] = (right - S / 2 if letter == "ו" else left + HOLAM_FROM_LEFT.get(letter, 10), H)
    if letter != "ל":
        glyph.anchors["rafe"] = (middle, H)
    glyph.anchors["dagesh"] = (middle, H / 2)
    if letter in (SHIN, "◌"):
        glyph.anchors["shindot"] = (right - SHIN_DOT, H)
        glyph.anchors["sindot"] = (left + SHIN_DOT, H)


def _add_with_dagesh(glyphs, letter, character):
    draw, left, right = LETTERS[letter]
    white, place = DAGESH[letter]
    glyph = glyphs.add(character, draw(white) | dot().moved(*place(white)), left, right)
    _add_anchors(glyph, letter)


def _add_pair(glyphs, character, first, second):
    """Two letters of Yiddish; the first one is at the right."""
    parts = [(second.name, 0, 0), (first.name, second.advance, 0)]
    glyph = glyphs.add_composite(character, first.advance + second.advance, parts)
    middle = glyph.advance / 2
    glyph.anchors.update(low=(middle, 0), rafe=(middle, H), dagesh=(middle, H / 2), holam=(middle, H))
