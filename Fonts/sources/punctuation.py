"""Punctuation, brackets, quotation marks and spaces."""

from .capitals import bowl_width, s_shape
from .figures import close_hooked_top, hooked_top
from .geometry import INNER_TENSION, Outline, box, circle, oval, polygon, rounded, stroke, union
from .metrics import CAPITAL, JOINT, OVERSHOOT, UNITS_PER_EM, WORD_SPACE, X_HEIGHT

H, BOWL, BAR = CAPITAL.height, CAPITAL.bowl, CAPITAL.bar
DOT_WIDTH, DOT_HEIGHT = 168, 150
COMMA_DEPTH = 128
SIDE = 30
DASH_THICKNESS, DASH_MIDDLE, DASH_SIDE = 116, H * 0.40, 24
FENCE_TOP, FENCE_BOTTOM = H + 20, -110  # of parentheses, brackets, braces


def dot(x=0, y=0):
    return box(x, y, x + DOT_WIDTH, y + DOT_HEIGHT)


def comma():
    shape = Outline(0, DOT_HEIGHT).to(DOT_WIDTH, DOT_HEIGHT).to(DOT_WIDTH, 14)
    shape.curve(DOT_WIDTH, -78, 104, -COMMA_DEPTH, 14, -COMMA_DEPTH).to(14, -76).curve(62, -70, 84, -44, 84, 0).to(0, 0)
    return shape.close()


def quote():
    """’: a comma at cap height."""
    return comma().moved(0, H - DOT_HEIGHT)


def turned_quote():
    """‘: the same, rotated."""
    return comma().half_turned(DOT_WIDTH, H - COMMA_DEPTH)


def straight_quote():
    return polygon((0, H), (156, H), (132, H - 286), (24, H - 286))


def doubled(shape, gap=36):
    left, _, right, _ = shape.bounds
    return shape | shape.moved(right - left + gap)


def exclamation():
    return polygon((0, H), (184, H), (156, 206), (28, 206)) | box(8, 0, 176, 150)


def question():
    end, left, right, foot = H * 0.630, 140, 300, 206
    outline = hooked_top(end).curve(468, H * 0.55, right, H * 0.49, right, H * 0.33).to(right, foot)
    outline.to(left, foot).to(left, H * 0.33).curve(left, H * 0.455, 276, H * 0.55, 276, H * 0.700)
    return close_hooked_top(outline, end) | box(left - 4, 0, left + 164, 150)


def parenthesis():
    side, outer, inner = 156, 96, 224  # the x of the waist, and of both curves at the tips
    middle = (FENCE_TOP + FENCE_BOTTOM) / 2
    outline = Outline(outer, FENCE_TOP).curve(34, FENCE_TOP - 170, 0, middle + 190, 0, middle)
    outline.curve(0, middle - 190, 34, FENCE_BOTTOM + 170, outer, FENCE_BOTTOM).to(inner, FENCE_BOTTOM)
    outline.curve(176, FENCE_BOTTOM + 170, side, middle - 190, side, middle)
    return outline.curve(side, middle + 190, 176, FENCE_TOP - 170, inner, FENCE_TOP).close()


def flat_parenthesis():
    """︵, as in (╯°□°)╯︵ ┻━┻: a shorter parenthesis, rotated."""
    shape = parenthesis().rotated(-90)
    left, bottom, _, top = shape.bounds
    return shape.transformed(xx=0.84, dx=-left * 0.84, dy=H * 0.42 - (bottom + top) / 2)


def bracket():
    return (
        box(0, FENCE_BOTTOM, 150, FENCE_TOP)
        | box(0, FENCE_BOTTOM, 226, FENCE_BOTTOM + 92)
        | box(0, FENCE_TOP - 92, 226, FENCE_TOP)
    )


def brace():
    left, right, end = 60, 200, 262
    middle = (FENCE_TOP + FENCE_BOTTOM) / 2
    outline = Outline(end, FENCE_TOP).to(left + 110, FENCE_TOP).across(left, FENCE_TOP - 104).to(left, middle + 112)
    outline.along(left - 60, middle + 46).to(left - 60, middle - 46).across(left, middle - 112)
    outline.to(left, FENCE_BOTTOM + 104)
    outline.along(left + 110, FENCE_BOTTOM).to(end, FENCE_BOTTOM).to(end, FENCE_BOTTOM + 92)
    outline.to(right + 30, FENCE_BOTTOM + 92)
    outline.across(right, FENCE_BOTTOM + 122).to(right, middle - 108).along(right - 84, middle)
    outline.across(right, middle + 108)
    outline.to(right, FENCE_TOP - 122).along(right + 30, FENCE_TOP - 92).to(end, FENCE_TOP - 92)
    return outline.close()


def guillemet():
    top, low, depth, width = X_HEIGHT * 0.84, X_HEIGHT * 0.18, 118, 108
    middle = (top + low) / 2
    return polygon(
        (0, middle), (depth, top), (depth + width, top), (width + 14, middle), (depth + width, low), (depth, low)
    )


def asterisk():
    arm = polygon((-32, 0), (-50, 180), (50, 180), (32, 0))
    return union(*(arm.rotated(72 * k) for k in range(5)), circle(0, 0, 40)).moved(0, H - 170)


def ampersand():
    """A ring on a bowl. The leg passes through both, and the bowl's stroke crosses it and rises to a flat end."""
    width, arm_left, arm_right, tip = 618, 446, 594, 436
    upper = oval(50, H * 0.455, 412, H + OVERSHOOT, 172)
    upper_white = oval(184, H * 0.615, 280, H - 112, 76, INNER_TENSION)
    leg = polygon((64, H * 0.66), (290, H * 0.66), (width, 0), (width - 212, 0))
    bowl = Outline(0, 226).curve(0, 330, 44, 420, 120, H * 0.56).to(330, H * 0.50).to(330, 220).to(arm_left, 220)
    bowl.to(arm_left, tip).to(arm_right, tip).to(arm_right, 400)
    bowl.curve(arm_right, 150, 376, -OVERSHOOT, 204, -OVERSHOOT).curve(76, -OVERSHOOT, 0, 80, 0, 226)
    lower_white = Outline(178, 236).curve(178, 292, 190, 326, 208, 352).to(226, 352).to(366, 156)
    lower_white.curve(338, 128, 298, 114, 262, 114).curve(206, 114, 178, 160, 178, 236)
    return (upper | bowl.close() | leg) - upper_white - lower_white.close()


def at_sign():
    """A heavy ɑ, whose stem turns up into the ring around it."""
    width, top, bottom, side, bar = 772, H, -96, 118, 96
    left, stem_left, stem_right = side + 64, 412, 560  # of the ɑ: its bowl, and its stem
    low, high = 92, 588
    ring = oval(0, bottom, width, top, 310) - oval(side, bottom + bar, width - side, top - bar, 236, 0.64)
    ring = ring - box(466, bottom - 1, width + 1, H * 0.36)
    bowl = rounded(left, low, stem_right, high, bl=(170, 170), tl=(170, 170))
    white = rounded(left + 142, low + 90, stem_left, high - 90, bl=(60, 66), tl=(60, 66), tension=INNER_TENSION)
    turn = rounded(stem_left, low, width, H * 0.36, br=(190, 180))
    slit = rounded(stem_right, low + bar, width - side, H * 0.37, bl=(20, 26), br=(50, 60), tension=INNER_TENSION)
    return (ring | bowl | (turn - slit)) - white


def number_sign():
    lower, upper = stroke((66, 0), (120, H), 122), stroke((282, 0), (336, H), 122)
    return lower | upper | box(0, H * 0.20, 500, H * 0.20 + 104) | box(18, H * 0.58, 518, H * 0.58 + 104)


def percent(rings=2):
    small = oval(0, 0, 262, 390, 122) - oval(98, 84, 164, 306, 50, INNER_TENSION)
    lower = union(*(small.moved(410 + 292 * k, -OVERSHOOT) for k in range(rings - 1)))
    return small.moved(0, H + OVERSHOOT - 390) | lower | stroke((142, -OVERSHOOT), (390, H + OVERSHOOT), 140)


def dollar():
    width = bowl_width(CAPITAL) - 20
    middle = width / 2
    shape = s_shape(CAPITAL, width).transformed(yy=0.955, dy=H * 0.0225)
    return shape | box(middle - 50, -84, middle + 50, 60) | box(middle - 50, H - 60, middle + 50, H + 84)


def section():
    """§: two halves of an S, one above the other, sharing a ring between them."""
    width, side, line = 410, 150, 104
    top, bottom = H + OVERSHOOT, -110 - OVERSHOOT
    middle = (top + bottom) / 2
    center = oval(0, middle - 196, width, middle + 196, 150)
    white = oval(side, middle - 84, width - side, middle + 84, 56, INNER_TENSION)
    outline = Outline(width, top - 250).to(width, top - 170).along(width / 2, top).across(0, top - 180).to(0, top - 216)
    outline.curve(0, top - 330, 96, top - 340, width - side - 12, middle + 70).to(width - 40, middle + 120)
    outline.curve(width - 90, middle + 190, side, middle + 250, side, top - 190).to(side, top - line - 56)
    outline.along(width / 2, top - line, INNER_TENSION).across(width - side, top - line - 56, INNER_TENSION)
    half = outline.to(width - side, top - 250).close()
    return (center | half | half.half_turned(width, top + bottom)) - white


def paragraph():
    bowl = rounded(0, H * 0.44, 300, H, bl=(190, 172), tl=(190, 172))
    return bowl | box(170, -90, 300, H * 0.5) | box(290, H - 94, 520, H) | box(390, -90, 520, H)


def dagger(bars=1):
    low, high = -110, H
    body = box(130, low, 274, high)
    if bars == 1:
        return body | box(0, H * 0.60, 404, H * 0.60 + 116)
    return body | box(0, H * 0.64, 404, H * 0.64 + 116) | box(0, H * 0.11, 404, H * 0.11 + 116)


def dash(length):
    return box(0, DASH_MIDDLE - DASH_THICKNESS / 2, length, DASH_MIDDLE + DASH_THICKNESS / 2)


def prime(x=0):
    return polygon((56, H), (190, H), (96, H - 270), (0, H - 270)).moved(x)


def turned(shape):
    """¡ and ¿: rotated by half a turn, with the top at the x-height."""
    left, bottom, right, top = shape.bounds
    return shape.half_turned(left + right, X_HEIGHT)


PUNCTUATION = {
    "!": (exclamation, SIDE, SIDE),
    '"': (lambda: doubled(straight_quote(), 40), SIDE, SIDE),
    "#": (number_sign, 16, 16),
    "$": (dollar, 24, 24),
    "%": (percent, 22, 22),
    "&": (ampersand, 24, 8),
    "'": (straight_quote, SIDE, SIDE),
    "(": (parenthesis, 26, 14),
    ")": (lambda: parenthesis().mirrored(224), 14, 26),
    "*": (asterisk, 16, 16),
    ",": (comma, SIDE, SIDE),
    "-": (lambda: dash(220), DASH_SIDE, DASH_SIDE),
    ".": (dot, SIDE, SIDE),
    "/": (lambda: stroke((0, -50), (220, H + 20), 140), 10, 10),
    ":": (lambda: dot() | dot(0, X_HEIGHT - DOT_HEIGHT - 20), SIDE + 2, SIDE + 2),
    ";": (lambda: comma() | dot(0, X_HEIGHT - DOT_HEIGHT - 20), SIDE + 2, SIDE + 2),
    "?": (question, 20, 18),
    "@": (at_sign, 24, 24),
    "[": (bracket, 34, 12),
    "\\": (lambda: stroke((220, -50), (0, H + 20), 140), 10, 10),
    "]": (lambda: bracket().mirrored(226), 12, 34),
    "_": (lambda: box(0, -172, 440 + 2 * JOINT, -72), -JOINT, -JOINT),
    "{": (brace, 18, 12),
    "|": (lambda: box(0, -170, 120, H + 70), 50, 50),
    "}": (lambda: brace().mirrored(262), 12, 18),
    "¡": (lambda: turned(exclamation()), SIDE, SIDE),
    "§": (section, 26, 26),
    "«": (lambda: doubled(guillemet(), 4), 18, 18),
    "»": (lambda: doubled(guillemet(), 4).mirrored(456), 18, 18),
    "‹": (guillemet, 18, 18),
    "›": (lambda: guillemet().mirrored(226), 18, 18),
    "¶": (paragraph, 22, 34),
    "·∙‧": (lambda: dot(0, H * 0.37), SIDE, SIDE),
    "¿": (lambda: turned(question()), 18, 20),
    "¦": (lambda: box(0, -170, 120, 260) | box(0, 380, 120, H + 70), 50, 50),
    "‐‑": (lambda: dash(220), DASH_SIDE, DASH_SIDE),
    "‒": (lambda: dash(400), DASH_SIDE, DASH_SIDE),
    "–": (lambda: dash(430), DASH_SIDE, DASH_SIDE),
    "—―": (lambda: dash(760), DASH_SIDE, DASH_SIDE),
    "‖": (lambda: doubled(box(0, -170, 110, H + 70), 80), 50, 50),
    "‘ʻ": (turned_quote, SIDE - 6, SIDE - 6),
    "’ʼ": (quote, SIDE - 6, SIDE - 6),
    "‚": (comma, SIDE, SIDE),
    "‛": (lambda: quote().mirrored(DOT_WIDTH), SIDE - 6, SIDE - 6),
    "“": (lambda: doubled(turned_quote()), SIDE - 6, SIDE - 6),
    "”": (lambda: doubled(quote()), SIDE - 6, SIDE - 6),
    "„": (lambda: doubled(comma()), SIDE, SIDE),
    "‟": (lambda: doubled(quote().mirrored(DOT_WIDTH)), SIDE - 6, SIDE - 6),
    "†": (dagger, 22, 22),
    "‡": (lambda: dagger(2), 22, 22),
    "•": (lambda: circle(0, DASH_MIDDLE, 124), 26, 26),
    "…": (lambda: dot() | dot(DOT_WIDTH + 62) | dot(2 * (DOT_WIDTH + 62)), SIDE, SIDE),
    "‰": (lambda: percent(3), 22, 22),
    "′": (prime, 12, 12),
    "︵": (flat_parenthesis, 20, 20),
    "︶": (lambda: flat_parenthesis().flipped(H * 0.84), 20, 20),
    "″": (lambda: prime() | prime(160), 12, 12),
    "‴": (lambda: prime() | prime(160) | prime(320), 12, 12),
    "⁄": (lambda: stroke((0, -OVERSHOOT), (250, H + OVERSHOOT), 110), -60, -60),
}

# Spaces, as fractions of the em. The word space and the figure space depend on the typeface.
SPACES = {
    " \u00a0": WORD_SPACE,
    "\u2000\u2002": UNITS_PER_EM // 2,
    "\u2001\u2003": UNITS_PER_EM,
    "\u2004": UNITS_PER_EM // 3,
    "\u2005": UNITS_PER_EM // 4,
    "\u2006": UNITS_PER_EM // 6,
    "\u2007": 518,
    "\u2008": DOT_WIDTH + 2 * SIDE,
    "\u2009\u202f": UNITS_PER_EM // 8,
    "\u200a": UNITS_PER_EM // 16,
    "\u205f": UNITS_PER_EM * 4 // 18,
    "\u3000": UNITS_PER_EM,
}
# Zero-width spaces, joiners, directional marks, invisible operators, variation selectors, soft hyphen.
EMPTY = "\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
EMPTY += "\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff\u034f\u00ad"


def add_punctuation(glyphs):
    for characters, (draw, left, right) in PUNCTUATION.items():
        glyphs.add(characters, draw(), left, right)
    for characters, advance in SPACES.items():
        glyphs.add_empty(characters, advance)
    glyphs.add_empty(EMPTY, 0, "zerowidth")


def notdef():
    return box(0, 0, 380, H) - box(80, 80, 300, H - 80)
