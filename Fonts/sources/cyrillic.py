"""The Cyrillic letters. In lowercase, most are the capitals at the x-height."""

from . import capitals, lowercase
from .capitals import (
    letter_C,
    letter_H,
    letter_N,
    letter_R,
    right_counter,
    ring,
    round_counter,
)
from .figures import three_shape
from .geometry import INNER_TENSION, Outline, box, oval, polygon, rounded
from .lowercase import arch, stem
from .metrics import ASCENDER, CAPITAL, DESCENDER, OVERSHOOT, ROUND_SIDE, SMALL, STRAIGHT_SIDE

FOOT_DEPTH = 0.175  # of Д, Ц, Щ, as a fraction of the height
FOOT_WIDTH = 0.78  # of their feet, as a fraction of the stem
FOOT_REACH = 0.36  # its part at the right of Ц and Щ, as a fraction of the stem


def soft_sign(w, left=0, height=0.600):
    """Ь: the foot of Б, В, Ъ, Ы, Љ and Њ."""
    width, top = w.stem + w.counter * 0.86 + w.bowl, w.height * height
    radius = ((width - w.stem * 0.4) * 0.56, min(width * 0.44, top / 2))
    body = rounded(0, 0, width, top, br=radius, tr=radius)
    white = right_counter(w.stem, w.bar, width - w.bowl, top - w.bar * 0.93)
    return ((body - white) | box(0, 0, w.stem, w.height)).moved(left)


def soft_width(w):
    return w.stem + w.counter * 0.86 + w.bowl


def foot(w, right):
    """The descending foot at the right of Ц and Щ, and the end of the bar above it. `right` is the x of their last stem."""
    end = right + w.stem * FOOT_REACH
    return box(right - 10, 0, end, w.bar) | box(end - w.stem * FOOT_WIDTH, -w.height * FOOT_DEPTH, end, w.bar)


def be(w):
    return soft_sign(w) | box(0, w.height - w.arm, w.stem + w.counter * 1.66, w.height)


def ghe(w):
    return box(0, 0, w.stem, w.height) | box(0, w.height - w.arm, w.stem + w.counter * 1.46, w.height)


def ghe_upturn(w):
    right = w.stem + w.counter * 1.46
    return ghe(w) | box(right - 112, w.height - w.arm, right, w.height + w.height * 0.15)


def leg_of_el(w, right, bottom=-OVERSHOOT / 2):
    """The left leg of Л, which curves to a foot at the left, and the bar at its top."""
    h, left, side = w.height, w.stem * 0.36, w.stem * 0.93
    outline = Outline(left, h).to(right, h).to(right, h - w.bar).to(left + side, h - w.bar).to(left + side, h * 0.34)
    outline.curve(left + side, h * 0.08, left * 1.5, bottom, left * 0.4, bottom).to(0, bottom)
    outline.to(0, bottom + w.bar * 1.05)
    return outline.curve(left * 0.8, bottom + w.bar * 1.05, left, h * 0.26, left, h * 0.42).close()


def el_width(w):
    return w.stem * 0.36 + w.stem * 0.93 + w.counter * 0.84 + w.stem


def el(w):
    width = el_width(w)
    return leg_of_el(w, width) | box(width - w.stem, 0, width, w.height)


def de(w):
    h, side, foot_width = w.height, w.stem * 0.94, w.stem * FOOT_WIDTH
    spread, white = w.stem * 0.26, w.counter * 0.90
    left, shift = spread, w.stem * 0.30  # the x of the left leg, and its lean
    right = left + shift + side + white + w.stem
    width = right + spread
    leg = polygon((left, w.bar - 10), (left + shift, h), (right, h), (right, w.bar - 10))
    inner_left = left + side
    white_shape = polygon(
        (inner_left + 6, w.bar), (inner_left + shift, h - w.bar), (right - w.stem, h - w.bar), (right - w.stem, w.bar)
    )
    feet = box(0, -h * FOOT_DEPTH, foot_width, w.bar) | box(width - foot_width, -h * FOOT_DEPTH, width, w.bar)
    return (leg | box(0, 0, width, w.bar) | feet) - white_shape


def zhe(w):
    h, arm = w.height, w.stem * 1.01
    reach = arm + w.counter * 1.04  # the length of the arms from the stem
    right = w.stem + reach
    arms = polygon(
        (w.stem - 1, h * 0.600),
        (right - 6 - arm, h),
        (right - 6, h),
        (w.stem + w.counter * 1.22, h * 0.552),
        (right + 4, 0),
        (right + 4 - arm * 1.05, 0),
        (w.stem - 1, h * 0.420),
    )
    return box(0, 0, w.stem, h) | arms | arms.mirrored(w.stem)


def ze(w):
    return three_shape(w, 2 * w.bowl + w.counter * 0.82, w.bowl)


def mirrored_n(w):
    return letter_N(w).mirrored(2 * w.stem * 0.95 + w.counter * 1.26)


def pe(w):
    width = 2 * w.stem + w.counter
    return box(0, 0, width, w.height) - box(w.stem, -1, width - w.stem, w.height - w.bar)


def u_with_tail(w):
    h, width, arm = w.height, 2 * w.stem + w.counter * 1.16, w.stem * 1.06
    middle, notch, waist = width / 2, h * 0.490, h * 0.300
    lean = middle - w.stem * 0.50  # the lean of the left arm, from its top to the waist
    outline = Outline(0, h).to(arm, h).to(middle + 2, notch).to(width - arm, h).to(width, h)
    turn_x, turn_y = middle + w.stem * 0.60, h * 0.24
    slope = (width - turn_x) / (h - turn_y)
    outline.to(turn_x, turn_y)
    outline.curve(turn_x - h * 0.16 * slope, turn_y - h * 0.16, middle - w.stem * 0.1, 0, middle - w.stem * 0.56, 0)
    outline.to(lean * 0.42, 0).to(lean * 0.42, w.bar * 0.96).to(middle - w.stem * 0.72, w.bar * 0.96)
    return outline.curve(middle - w.stem * 0.40, w.bar * 0.96, middle - w.stem * 0.42, h * 0.22, lean, waist).close()


def ef(w, low=0.095, high=0.905, bottom=-8, top=None):
    side, white = w.bowl * 0.90, w.counter * 0.70
    width = 2 * (side + white) + w.stem
    y0, y1 = w.height * low, w.height * high
    outer = oval(0, y0, width, y1, min(width * 0.38, (y1 - y0) / 2))
    inner = rounded(
        side,
        y0 + w.bar * 0.94,
        side + white,
        y1 - w.bar * 0.94,
        bl=(white * 0.9, 70),
        tl=(white * 0.9, 70),
        tension=INNER_TENSION,
    )
    stem_shape = box(side + white, bottom, width - side - white, w.height + 8 if top is None else top)
    return (outer | stem_shape) - inner - inner.mirrored(width)


def small_ef():
    return ef(SMALL, -OVERSHOOT / SMALL.height, 1 + OVERSHOOT / SMALL.height, DESCENDER, ASCENDER)


def tse(w):
    width = 2 * w.stem + w.counter * 0.96
    return pe(w).flipped(w.height).transformed(xx=width / (2 * w.stem + w.counter)) | foot(w, width)


def che(w):
    h, width = w.height, 2 * w.stem + w.counter * 0.94
    low = h * 0.335
    outline = Outline(0, h).to(w.stem, h).to(w.stem, low + w.bar + 62)
    outline.curve(w.stem, low + w.bar + 18, w.stem + 18, low + w.bar, w.stem + 56, low + w.bar)
    outline.to(width - w.stem + 10, low + w.bar).to(width - w.stem + 10, low).to(w.stem * 0.98, low)
    return outline.across(0, low + 176).close() | box(width - w.stem, 0, width, h)


def sha_width(w):
    return 3 * w.stem * 0.92 + 2 * w.counter * 0.82


def sha(w):
    side, white = w.stem * 0.92, w.counter * 0.82
    hole = box(side, w.bar, side + white, w.height + 1)
    return box(0, 0, sha_width(w), w.height) - hole - hole.moved(side + white)


def shcha(w):
    return sha(w) | foot(w, sha_width(w))


def hard_sign(w):
    left = w.counter * 1.06
    return soft_sign(w, left) | box(0, w.height - w.bar, left + 10, w.height)


def yery(w):
    left = soft_width(w) + 58
    return soft_sign(w) | box(left, 0, left + w.stem, w.height)


def ukrainian_ie(w):
    middle, half = w.height * 0.5, w.bar * 0.42
    width = capitals.bowl_width(w)
    return letter_C(w, 0.375, 0.625) | box(w.bowl - 20, middle - half, width - w.bowl * 0.52, middle + half)


def reversed_e(w):
    return ukrainian_ie(w).mirrored(capitals.bowl_width(w))


def yu(w):
    left = w.stem + w.counter * 0.54
    side = w.bowl * 0.95
    round_part = ring(2 * side + w.counter * 0.82, w, side).moved(left)
    middle, half = w.height * 0.505, w.bar * 0.48
    return box(0, 0, w.stem, w.height) | round_part | box(w.stem - 10, middle - half, left + 60, middle + half)


def ya(w):
    return letter_R(w).mirrored(capitals.bowl_width(w) - 6)


def lje(w):
    width = el_width(w)
    return leg_of_el(w, width) | soft_sign(w, width - w.stem)


def nje(w):
    return letter_H(w) | soft_sign(w, w.stem + w.counter, 0.51 + w.bar / w.height * 0.5)


def dzhe(w):
    width = 2 * w.stem + w.counter * 0.96
    body = pe(w).flipped(w.height).transformed(xx=width / (2 * w.stem + w.counter))
    return body | box(width / 2 - w.stem * FOOT_WIDTH / 2, -w.height * FOOT_DEPTH, width / 2 + w.stem * FOOT_WIDTH / 2, w.bar)


def tshe(w, hooked=False):
    """Ћ and, with a hooked leg, Ђ: T with an arch from its stem."""
    h, left = w.height, w.counter * 0.98
    right = left + w.stem + w.counter * 0.92 + w.stem
    low = h * 0.585
    bar = box(0, h - w.bar, left + w.stem + w.counter * 1.10, h)
    radius = (w.stem + w.counter * 0.5, 150 * h / 790)
    shape = rounded(left + 20, 0, right, low, tr=radius)
    inner = (w.counter * 0.50, w.counter * 0.6)
    white = rounded(left + w.stem, -1, right - w.stem, low - w.bar * 0.96, tr=inner, tension=INNER_TENSION)
    arch_shape = shape - white
    if hooked:
        hook = rounded(left + w.stem + 46, -OVERSHOOT, right, 170, br=(170, 158)) - box(0, w.bar, right - w.stem, 400)
        arch_shape = (arch_shape - box(right - w.stem - 1, -1, right + 1, 165)) | hook
    return bar | box(left, 0, left + w.stem, h) | arch_shape


def small_be():
    """б: o with a flag at its left shoulder."""
    width, side, top = lowercase.O_WIDTH, SMALL.bowl, ASCENDER + OVERSHOOT
    peak = width * 0.60
    outline = Outline(width - 22, top).to(width - 22, top - 104).to(width - 150, top - 110)
    outline.curve(side + 50, top - 116, side + 14, top - 180, side + 2, 572)
    outline.curve(side + 36, 598, peak - 56, 610, peak, 610).across(width, 610 - 190).to(width, 186)
    outline.along(width / 2, -OVERSHOOT).across(0, 186).to(0, 430)
    outline.curve(0, 640, 60, top - 14, 250, top - 4)
    return outline.close() - round_counter(side, SMALL.bar, width - side, 500)


def small_tshe(hooked=False):
    right = lowercase.N_WIDTH
    body = stem(top=ASCENDER) | arch(lowercase.STEM, right) | box(-52, 694, lowercase.STEM + 110, 764)
    return body | lowercase.tail(right - lowercase.STEM, right, right - lowercase.STEM - 84) if hooked else body


STRAIGHT, ROUND = STRAIGHT_SIDE, ROUND_SIDE
# The capital and small letter, the drawing of both, and the white at either side.
LETTERS = {
    "Гг": (ghe, STRAIGHT, 12),
    "Ґґ": (ghe_upturn, STRAIGHT, 12),
    "Дд": (de, 10, 10),
    "Жж": (zhe, 6, 6),
    "Зз": (ze, ROUND - 3, ROUND - 2),
    "Ии": (mirrored_n, STRAIGHT, STRAIGHT),
    "Лл": (el, 10, STRAIGHT),
    "Пп": (pe, STRAIGHT, STRAIGHT),
    "Цц": (tse, STRAIGHT, 10),
    "Чч": (che, STRAIGHT - 3, STRAIGHT),
    "Шш": (sha, STRAIGHT, STRAIGHT),
    "Щщ": (shcha, STRAIGHT, 10),
    "Ъъ": (hard_sign, 14, ROUND),
    "Ыы": (yery, STRAIGHT, STRAIGHT),
    "Ьь": (soft_sign, STRAIGHT, ROUND),
    "Ээ": (reversed_e, ROUND - 5, ROUND),
    "Юю": (yu, STRAIGHT, ROUND),
    "Яя": (ya, STRAIGHT - 8, STRAIGHT),
    "Єє": (ukrainian_ie, ROUND, ROUND - 5),
    "Љљ": (lje, 10, ROUND),
    "Њњ": (nje, STRAIGHT, ROUND),
    "Џџ": (dzhe, STRAIGHT, STRAIGHT),
}
CAPITALS_ONLY = {
    "Б": (be, STRAIGHT, ROUND),
    "У": (u_with_tail, 6, 6),
    "Ф": (ef, ROUND, ROUND),
    "Ћ": (tshe, 14, STRAIGHT - 6),
    "Ђ": (lambda w: tshe(w, hooked=True), 14, ROUND),
}
SMALL_ONLY = {
    "б": (small_be, ROUND, ROUND),
    "ф": (small_ef, ROUND, ROUND),
    "ћ": (small_tshe, 6, STRAIGHT - 2),
    "ђ": (lambda: small_tshe(hooked=True), 6, STRAIGHT - 2),
}
# Letters that look like Latin ones share their glyphs.
SAME_AS_LATIN = {
    **dict(zip("АВЕКМНОРСТХЅІЈ", "ABEKMHOPCTXSIJ")),
    **dict(zip("аеорсухѕіј", "aeopcyxsij")),
}
SMALL_CAPITALS = {"в": "B", "м": "M", "н": "H", "т": "T", "к": "K"}


def add_cyrillic(glyphs):
    for character, name in SAME_AS_LATIN.items():
        glyphs.alias(character, name)
    for (capital, small), (draw, left, right) in LETTERS.items():
        glyphs.add(capital, draw(CAPITAL), left, right)
        glyphs.add(small, draw(SMALL), left - 1, right - 1)
    for character, (draw, left, right) in CAPITALS_ONLY.items():
        glyphs.add(character, draw(CAPITAL), left, right)
    for character, (draw, left, right) in SMALL_ONLY.items():
        glyphs.add(character, draw(), left, right)
    for character, letter in SMALL_CAPITALS.items():
        draw, left, right = capitals.CAPITALS[letter]
        glyphs.add(character, draw(SMALL), left - 1, right - 1)
