"""Kerning, measured from the drawings.

The white between two letters is sampled on scan lines, and averaged so that narrow places have most weight. A pair whose
average differs from that of H H is moved to match it, within limits. Accented letters follow their base letter. Figures are
kerned only with figures. Long dashes join each other.
"""

import math
import unicodedata

from .alternates import CASE_SUFFIX
from .metrics import CAP_HEIGHT, DESCENDER, HEBREW_SIDE, JOINT, STRAIGHT_SIDE, X_HEIGHT
from .profiles import profile
from .punctuation import DASH_SIDE

TARGET = 2 * STRAIGHT_SIDE
ACCENT_WIDTH = 296
FAR = 210  # white beyond this looks the same
NEAREST = 50  # two letters never come nearer than this
NEAREST_DASH = 68  # nor does a dash, or an outline would join -F to one sign
TIGHTEST = -122
# Hebrew has wider counters, and so more white between letters. Its letters must not interlock.
TARGET_HEBREW = 2 * HEBREW_SIDE
TIGHTEST_HEBREW = -48
ALIKE = 7  # sides that differ by at most this on every line are kerned together
EXPONENT = 1.4  # of the mean; the higher, the more weight narrow places have
SMALLEST = 10  # smaller differences are ignored

LINES = range(DESCENDER, CAP_HEIGHT + 1, 22)
DASHES = "-–—"
PUNCTUATION = DASHES + ".,'\"’‘“”„‚!?:;()/«»‹›&…"
LONG_DASH = "—"
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
HEBREW_PUNCTUATION = PUNCTUATION + "־׳״"


class Side:
    """The side of a glyph, with all glyphs that have the same shape on that side."""

    def __init__(self, members, white, scripts, is_small, is_mark, nearest=NEAREST):
        self.members = members
        self.white = white
        self.scripts = scripts
        self.is_small = is_small
        self.is_mark = is_mark  # true for punctuation
        self.nearest = nearest  # its least white

    @property
    def kind(self):
        """Sides of different kinds are never kerned together."""
        return self.is_small, self.is_mark, self.nearest


def kerning_pairs(glyphs):
    """(first class, second class, value), each class a list of glyph names."""
    return _pairs(glyphs, _letters(glyphs, SCRIPTS, PUNCTUATION, "0123456789"))


def dash_pairs(glyphs):
    """The kerning of two long dashes, which overlap, so that no seam shows between them."""
    name = glyphs.characters[ord(LONG_DASH)]
    return [(name + suffix, name + suffix, -2 * (DASH_SIDE + JOINT)) for suffix in ("", CASE_SUFFIX)]


def hebrew_pairs(glyphs):
    """The same as `kerning_pairs` for right-to-left text, where the second glyph is at the left of the first."""
    return _pairs(glyphs, _letters(glyphs, ("HEBREW",), HEBREW_PUNCTUATION), is_leftward=True)


def _pairs(glyphs, letters, is_leftward=False):
    sides = {name: profile(glyphs, name, LINES) for name in letters}
    if is_leftward:
        sides = {name: (right, left) for name, (left, right) in sides.items()}
    firsts = _alike({name: Side([name], _far(after), *letters[name]) for name, (_, after) in sides.items()})
    seconds = _alike({name: Side([name], _far(before), *letters[name]) for name, (before, _) in sides.items()})
    _add_accented(glyphs, firsts, seconds)
    target, tightest = (TARGET_HEBREW, TIGHTEST_HEBREW) if is_leftward else (TARGET, TIGHTEST)
    rows = {
        first: {
            second: pair_value(a.white, b.white, target, tightest, max(a.nearest, b.nearest)) if _meet(a, b) else 0
            for second, b in seconds.items()
        }
        for first, a in firsts.items()
    }
    return _classes(rows, firsts, seconds)


def _alike(sides):
    """The sides that differ enough to be kerned separately; each includes the glyphs that are almost the same."""
    leaders = {}
    for name, side in sides.items():
        for leader in leaders.values():
            if leader.kind == side.kind and _near(leader.white, side.white):
                leader.members.append(name)
                leader.scripts = leader.scripts | side.scripts
                break
        else:
            leaders[name] = side
    return leaders


def _near(a, b):
    return all(abs(x - y) <= ALIKE or min(x, y) >= FAR - ALIKE * 2 for x, y in zip(a, b))


def _letters(glyphs, scripts, punctuation, figures=""):
    """The names of drawn letters and punctuation, with their scripts, and whether they are small or punctuation."""
    found = {}
    for code, name in sorted(glyphs.characters.items()):
        character, glyph = chr(code), glyphs[name]
        if glyph.parts or glyph.is_mark or glyph.shape.is_empty:
            continue
        if character in punctuation:
            found[name] = (set(scripts), False, True, NEAREST_DASH if character in DASHES else NEAREST)
            if name + CASE_SUFFIX in glyphs:
                found[name + CASE_SUFFIX] = found[name]
        elif character in figures:
            found[name] = ({"FIGURE"}, False, False)
        elif character.isalpha() and unicodedata.name(character).split()[0] in scripts:
            before = found.get(name, (set(),))[0]
            found[name] = (before | {unicodedata.name(character).split()[0]}, character.islower(), False)
    return found


def _meet(first, second):
    """True if the pair occurs in text: not two scripts, a capital after a small letter, or two punctuation marks."""
    if first.is_mark or second.is_mark:
        return not (first.is_mark and second.is_mark)
    return bool(first.scripts & second.scripts) and (second.is_small or not first.is_small)


def _far(white):
    return [FAR if value is None else min(value, FAR) for value in white]


def _add_accented(glyphs, firsts, seconds):
    """Kerns an accented letter like its base letter on every side where the accent adds no space.

    A small letter must not move so far under the bar of T that its accent touches it. As second letters, those with an
    accent are kerned separately.
    """
    first_of = {member: side for side in firsts.values() for member in side.members}
    second_of = {member: (leader, side) for leader, side in seconds.items() for member in side.members}
    for name, glyph in glyphs.glyphs.items():
        if not glyph.parts or glyph.parts[0][0] not in first_of:
            continue
        (base, shift, _), *marks = glyph.parts
        if glyph.advance == glyphs[base].advance + shift:
            first_of[base].members.append(name)
        if shift:
            continue
        leader, side = second_of[base]
        if side.is_small and any("_top" in glyphs[mark].anchors for mark, _, _ in marks):
            leader += " accented"
            if leader not in seconds:
                white = _under_accent(side.white, glyphs[base].anchors["top"][0])
                seconds[leader] = Side([], white, side.scripts, True, False)
            side = seconds[leader]
        side.members.append(name)


def _under_accent(white, middle):
    """The white at the left of a small letter with an accent."""
    beside = max(middle - ACCENT_WIDTH / 2, 0)
    return [min(value, beside) if X_HEIGHT < y else value for value, y in zip(white, LINES)]


def average_white(right, left, shift=0):
    """The mean of the white on all scan lines, in which narrow lines have most weight."""
    total = 0.0
    for a, b in zip(right, left):
        gap = max(min(a + b + shift, FAR), 1)
        total += gap**-EXPONENT
    return (total / len(right)) ** (-1 / EXPONENT)


def nearest(right, left):
    """The least white, also between adjacent scan lines, up to two lines apart."""
    least = 2 * FAR
    for index, a in enumerate(right):
        for b in left[max(0, index - 2) : index + 3]:
            least = min(least, a + b)
    return least


def pair_value(right, left, target, tightest, least):
    """The distance by which to move the second letter."""
    wanted = target + _slack(right, left, target)
    difference = wanted - average_white(right, left)
    room = least - nearest(right, left)  # the limit for moving nearer; above zero if already too near
    if room > 0:
        return math.ceil(room)
    # Dense pairs are round letters or stems, whose white is set by their side bearings.
    if difference > -SMALLEST:
        return 0
    low, high = tightest, 0
    while low < high:
        middle = (low + high) // 2
        if average_white(right, left, middle) < wanted:
            low = middle + 1
        else:
            high = middle
    value = max(low, math.ceil(room))
    return 0 if value > -SMALLEST else value


def _slack(right, left, target):
    """Excludes lines above or below both letters: their white must not make a pair look loose."""
    empty = sum(1 for a, b in zip(right, left) if a >= FAR and b >= FAR)
    filled = len(right) - empty
    return target * ((len(right) / filled) ** (1 / EXPONENT) - 1) if filled else 0


def _classes(rows, firsts, seconds):
    """Glyphs with the same kerning share a class, so that the table stays small."""
    columns = {second: tuple(rows[first].get(second, 0) for first in rows) for second in seconds}
    second_classes = _grouped(columns, seconds)
    leaders = [names[0] for names in second_classes]
    row_keys = {first: tuple(rows[first].get(second, 0) for second in leaders) for first in rows}
    pairs = []
    for names in _grouped(row_keys, firsts):
        for column in second_classes:
            value = rows[names[0]].get(column[0], 0)
            if value:
                pairs.append((_members(names, firsts), _members(column, seconds), value))
    return pairs


def _grouped(keys, sides):
    groups = {}
    for name in sides:
        groups.setdefault(keys[name], []).append(name)
    return list(groups.values())


def _members(names, sides):
    return [member for name in names for member in sides[name].members]
