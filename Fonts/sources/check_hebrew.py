"""The audits of the Hebrew letters and points. Each yields faults as sentences."""

from . import metrics
from .hebrew import LETTERS
from .hebrew_points import DAGESH, POINTS, dot, with_dagesh
from .metrics import HEBREW, HEBREW_DESCENDER, HEBREW_LAMED, OVERSHOOT
from .neighbors import too_near
from .profiles import crossings, edges, profile

TOLERANCE = 1.0
DESCENDING = "ךןףץק"
ROUND_FEET = "טסעש"
ROOFED = "בדהחםרתק"  # with a straight roof
STEMMED = "דהחםרךנ"  # with a straight stem at the right
EVEN = 1.16  # the maximum ratio of white between pairs of stems and bowls
LIKE_EACH_OTHER = ("בכ", "דר", "הח", "חת", "הת", "וז", "ון", "וי", "םס", "טמ", "עצ", "גנ", "ךן", "רו", "דך", "כפ")
LOW_OF_FINALS = {"ך": "\u05b0\u05b8", "ן": "", "ף": "", "ץ": ""}  # the points that occur below them in any language
LEAST_DIFFERENCE = 12_000  # square units: twenty pixels in letters of 40 pixels
DAGESH_ROOM = 40  # white around a dagesh


def check_hebrew(glyphs, kerning):
    for audit in (_heights, _strokes, _rhythm, _differences, _points, _dageshes):
        yield from audit(glyphs)
    yield from _neighbors(glyphs, kerning)


def _heights(glyphs):
    for letter in LETTERS:
        _, bottom, _, top = glyphs.for_character(letter).shape.bounds
        wanted = HEBREW_LAMED if letter == "ל" else HEBREW.height
        if abs(top - wanted) > TOLERANCE:
            yield f"{letter}: the top is at {top:.0f}, not {wanted}"
        wanted = HEBREW_DESCENDER if letter in DESCENDING else -OVERSHOOT if letter in ROUND_FEET else 0
        if letter != "י" and abs(bottom - wanted) > TOLERANCE:
            yield f"{letter}: the foot is at {bottom:.0f}, not {wanted}"


def _strokes(glyphs):
    """Roofs are heavier than stems."""
    for letter in ROOFED:
        shape = glyphs.for_character(letter).shape
        left, _, right, _ = shape.bounds
        across = edges(shape.transformed(0, 1, 1, 0))  # transposed, so that a scan line is a column
        columns = [crossings(across, left + (right - left) * part) for part in (0.25, 0.5)]
        roof = min(xs[-1] - xs[-2] for xs in columns)
        if abs(roof - HEBREW.bar) > TOLERANCE:
            yield f"{letter}: the thickness of its roof is {roof:.0f}, not {HEBREW.bar}"
    for letter in STEMMED:
        xs = crossings(edges(glyphs.for_character(letter).shape), HEBREW.height * 0.4 + 0.3)
        if abs(xs[-1] - xs[-2] - HEBREW.stem) > TOLERANCE:
            yield f"{letter}: the width of its stem is {xs[-1] - xs[-2]:.0f}, not {HEBREW.stem}"


def _rhythm(glyphs):
    """Two stems, a stem and a bowl, and two bowls have equal areas of white between them."""
    lines = range(0, HEBREW.height + 1, 10)
    white = {letter: profile(glyphs, glyphs.characters[ord(letter)], lines) for letter in "חםסט"}
    areas = {}
    for first, second in ("חח", "חם", "םס", "סם", "סס", "טח", "חט"):
        both = zip(white[first][0], white[second][1])
        areas[first + second] = sum(a + b for a, b in both if a is not None and b is not None) / len(lines)
    if max(areas.values()) > EVEN * min(areas.values()):
        yield "uneven white: " + ", ".join(f"{pair} {area:.0f}" for pair, area in areas.items())


def _differences(glyphs):
    """Similar letters differ enough in small sizes."""
    for first, second in LIKE_EACH_OTHER:
        a, b = (glyphs.for_character(letter).shape for letter in (first, second))
        b = b.moved(a.bounds[2] - b.bounds[2])
        area = sum(abs(shape.path.area) for shape in (a - b, b - a))
        if area < LEAST_DIFFERENCE:
            yield f"{first} and {second} differ by only {area:.0f} square units"


def _points(glyphs):
    """Points do not touch their letter, stay within the line, and do not touch those of the next letter."""
    widest = 0
    for characters, _, shape, kind, (x, y) in POINTS:
        left, bottom, right, top = shape.bounds
        if kind == "low":
            widest = max(widest, right - left)
        if kind == "dagesh":
            continue
        for letter in LETTERS:
            glyph = glyphs.for_character(letter)
            is_used = kind != "low" or characters[0] in LOW_OF_FINALS.get(letter, characters)
            if kind not in glyph.anchors or not is_used:
                continue
            at_x, at_y = glyph.anchors[kind]
            if at_y + bottom - y < metrics.LINE_DESCENT or at_y + top - y > metrics.LINE_ASCENT:
                yield f"{letter} U+{ord(characters[0]):04X}: the point leaves the line"
            if not (glyph.shape & shape.moved(at_x - x, at_y - y)).is_empty:
                yield f"{letter} U+{ord(characters[0]):04X}: the point touches the letter"
    for letter in LETTERS:
        if glyphs.for_character(letter).advance < widest:
            yield f"{letter}: narrower than the widest point"


def _dageshes(glyphs):
    """A dagesh is surrounded by white."""
    for letter, character in with_dagesh().items():
        white, place = DAGESH[letter]
        drawn = LETTERS[letter][0](white)
        x, y = place(white)
        for dx in (-DAGESH_ROOM, 0, DAGESH_ROOM):
            for dy in (-DAGESH_ROOM, 0, DAGESH_ROOM):
                if not (drawn & dot().moved(x + dx, y + dy)).is_empty:
                    yield f"U+{ord(character):04X}: too little white around the dagesh"
                    break


def _neighbors(glyphs, kerning):
    names = [glyphs.characters[ord(letter)] for letter in (*LETTERS, *with_dagesh().values(), "־", "׳", "״")]
    return too_near(glyphs, names, kerning, right_to_left=True)
