"""Accented letters: the positions of accents, and the precomposed characters."""

import unicodedata

from .marks import ATTACHED, CAP_GAP, GAP, mark_name
from .metrics import ASCENDER, CAP_HEIGHT, CAPITAL, LOWER, STRAIGHT_SIDE, X_HEIGHT

# The white on either side of an accent that is wider than its letter.
SIDE = 11
STEM_MIDDLE = STRAIGHT_SIDE + LOWER.stem / 2

# The x of the anchor for letters whose accent is not centered on their outline.
TOP_X = {"L": 131, "b": STEM_MIDDLE, "h": STEM_MIDDLE, "k": STEM_MIDDLE, "l": STEM_MIDDLE, "J": 320, "t": 146, "f": 170}
TALL = "bdfhklſ"
TOP_Y = {"t": X_HEIGHT + 108}
BOTTOM_X = {"y": 466}  # beside the tail: there is no space under it
# The positions at which ogoneks and horns join their letters, as fractions of the width from left to right.
OGONEK_AT = {
    "A": 0.81,
    "a": 0.82,
    "E": 0.72,
    "e": 0.62,
    "I": 0.52,
    "i": 0.52,
    "ı": 0.52,
    "U": 0.60,
    "u": 0.79,
    "O": 0.56,
    "o": 0.56,
}
HORNED = "OoUu"
# Marks that are part of their letter's outline.
OVERLAPPING = {mark_name(code) for code in (*ATTACHED, 0x327)}

# The letters for which Unicode says cedilla, but that Latvian and Romanian write with a comma below; in ģ, it is turned and above.
LATVIAN = "ĢĶĻŅŖķļņŗ"
APOSTROPHE_CARON = "ďťľĽ"
DOTLESS = {"i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"}

ACCENTED = (
    [chr(c) for c in range(0xC0, 0x180)]
    + list("ǍǎǏǐǑǒǓǔǕǖǗǘǙǚǛǜǦǧǨǩǪǫǴǵǸǹȀȁȂȃȊȋȌȍȔȕȘșȚțȞȟȦȧȨȩȮȯȲȳƠơƯư")
    + [chr(c) for c in range(0x1E00, 0x1F00)]
    + [chr(c) for c in range(0x400, 0x460)]
    + list("ӂӁӐӑӒӓӖӗӢӣӤӥӦӧӮӯӰӱӲӳӸӹ")
)


def add_anchors(glyphs):
    """Adds the anchors at which marks join each letter."""
    names = {}
    for code, name in glyphs.characters.items():
        names.setdefault(name, chr(code))
    for name, character in names.items():
        glyph = glyphs[name]
        if glyph.is_mark or glyph.parts or not character.isalpha() or glyph.shape.is_empty:
            continue
        left, bottom, right, _ = glyph.shape.bounds
        middle = (left + right) / 2
        height = CAP_HEIGHT if character.isupper() else ASCENDER if character in TALL else X_HEIGHT
        gap = GAP if height == X_HEIGHT else CAP_GAP
        glyph.anchors.setdefault("top", (round(TOP_X.get(character, middle)), TOP_Y.get(character, height) + gap))
        low = round(bottom) if bottom < -60 and character not in BOTTOM_X else 0
        glyph.anchors.setdefault("bottom", (round(BOTTOM_X.get(character, middle)), low))
        if character in OGONEK_AT:
            glyph.anchors.setdefault("ogonek", (round(left + (right - left) * OGONEK_AT[character]), 0))
        if character in HORNED:
            glyph.anchors.setdefault("horn", (round(right), height))


def add_accented(glyphs):
    for character in ACCENTED:
        if ord(character) in glyphs.characters:
            continue
        decomposed = unicodedata.normalize("NFD", character)
        if len(decomposed) > 1:
            _add(glyphs, character, decomposed[0], [ord(mark) for mark in decomposed[1:]])


def _add(glyphs, character, letter, marks):
    if ord(letter) not in glyphs.characters:
        return
    if character in APOSTROPHE_CARON:
        _add_apostrophe_caron(glyphs, character, letter)
        return
    if character in LATVIAN:
        marks = [0x326]
    elif character == "ģ":
        marks = [0x312]
    try:
        names = [mark_name(code, _is_tall(letter)) for code in marks]
    except KeyError:
        return
    if letter in DOTLESS and any("top" in glyphs[name].anchors for name in names):
        letter = DOTLESS[letter]
    compose(glyphs, character, glyphs.for_character(letter), names)


def compose(glyphs, character, base, names):
    """Places marks on a letter at their anchors, and adds space for marks wider than the letter."""
    anchors = dict(base.anchors)
    parts = []
    for name in names:
        mark = glyphs[name]
        kind = next(key for key in mark.anchors if key.startswith("_"))[1:]
        x, y = anchors[kind]
        mark_x, mark_y = mark.anchors["_" + kind]
        dx, dy = round(x - mark_x), round(y - mark_y)
        parts.append((name, dx, dy))
        if kind in mark.anchors:
            anchors[kind] = (mark.anchors[kind][0] + dx, mark.anchors[kind][1] + dy)
    spans = [(glyphs[name].shape.bounds[0] + dx, glyphs[name].shape.bounds[2] + dx) for name, dx, _ in parts]
    left = max(0, round(SIDE - min(start for start, _ in spans)))
    right = max(0, round(max(end for _, end in spans) - base.advance + SIDE))
    parts = [(base.name, left, 0)] + [(name, dx + left, dy) for name, dx, dy in parts]
    moved = {key: (x + left, y) for key, (x, y) in anchors.items()}
    is_merged = any(name in OVERLAPPING for name in names)
    return glyphs.add_composite(character, base.advance + left + right, parts, moved, is_merged)


def _is_tall(letter):
    return letter.isupper() or letter in TALL


def _add_apostrophe_caron(glyphs, character, letter):
    base, caron = glyphs[letter], glyphs["caroncomb.alt"]
    right = base.shape.bounds[2]
    if letter == "L":
        x, y, advance = STRAIGHT_SIDE + CAPITAL.stem + 40, CAP_HEIGHT, base.advance + 20
    elif letter == "t":
        x, y = 264, X_HEIGHT + 230  # above the crossbar, at the right of the stem
        advance = 388
    else:
        x, y = right + 26, ASCENDER
        advance = round(right + 26 + caron.shape.bounds[2] + 12)
    parts = [(base.name, 0, 0), (caron.name, round(x), y)]
    glyphs.add_composite(character, advance, parts, {k: v for k, v in base.anchors.items() if k != "top"})
