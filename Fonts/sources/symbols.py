"""Currency, mathematics, arrows, small figures, and the signs people put in captions."""

import math

from . import capitals, figures, greek, latin, lowercase
from .capitals import bowl_width, oval, ring, shoulder
from .cyrillic import ghe
from .figures import WIDTH, close_hooked_top, hooked_top
from .geometry import INNER_TENSION, Outline, Shape, box, circle, polygon, rounded, stroke, union
from .metrics import CAPITAL, OVERSHOOT, UNITS_PER_EM, X_HEIGHT
from .punctuation import percent

H, STEM, BOWL, BAR = CAPITAL.height, CAPITAL.stem, CAPITAL.bowl, CAPITAL.bar
AXIS = H * 0.42  # the middle of + - = and arrows
LINE = 118  # thickness of + - = and arrows
SIGN = 420  # width of + - =
SIDE = 26

# --- currency


def euro():
    shape = capitals.letter_C(CAPITAL, 0.36, 0.64).moved(66)
    return shape | box(0, H * 0.535, 372, H * 0.535 + 80) | box(0, H * 0.365, 372, H * 0.365 + 80)


def sterling():
    left = 52
    end = H * 0.630
    arch = close_hooked_top(hooked_top(end).to(WIDTH, H * 0.630).to(WIDTH - BOWL, H * 0.630), end).mirrored(WIDTH)
    arch = arch - box(-1, 0, left, H * 0.4)
    stem = Outline(left - 52, 0).to(WIDTH + 6, 0).to(WIDTH + 6, BAR).to(216, BAR)
    stem.curve(236, 190, 240, 250, 240, 330).to(240, H * 0.64).to(left - 4, H * 0.64).to(left - 4, 300)
    stem.curve(left - 4, 220, left - 20, 160, left - 52, 116)
    return arch.moved(left - 4) | stem.close() | box(0, H * 0.40, WIDTH - 60, H * 0.40 + 88)


def yen():
    width = 2 * STEM + CAPITAL.counter * 1.12
    middle = width / 2
    bars = box(middle - 210, H * 0.285, middle + 210, H * 0.285 + 72) | box(middle - 210, H * 0.125, middle + 210, H * 0.125 + 72)
    return capitals.letter_Y(CAPITAL) | bars


def cent():
    width = lowercase.O_WIDTH - 4
    middle = width / 2
    bars = box(middle - 48, -94, middle + 48, 60) | box(middle - 48, X_HEIGHT - 60, middle + 48, X_HEIGHT + 94)
    return (lowercase.letter_c() | bars).moved(0, 62)


def rupee():
    width, bar = 440, 96
    bowl = rounded(60, H * 0.40, 400, H, br=(170, 200), tr=(170, 130))
    white = rounded(0, H * 0.40 + bar, 400 - 176, H - bar, br=(40, 100), tr=(40, 80), tension=INNER_TENSION)
    leg = polygon((40, H * 0.40 + 10), (40, H * 0.40 + bar), (230, H * 0.40 + bar), (450, 0), (238, 0))
    bars = box(0, H - bar, width, H) | box(0, H * 0.685, width, H * 0.685 + 82) | box(0, H * 0.40, 250, H * 0.40 + bar)
    return (bowl - white) | bars | leg


def ruble():
    return capitals.letter_P(CAPITAL).moved(70) | box(0, H * 0.135, 400, H * 0.135 + 84) | box(
        0, H * 0.355, 200, H * 0.355 + BAR * 0.96
    )


def won():
    shape = capitals.letter_W(CAPITAL)
    width = shape.bounds[2]
    return shape | box(-20, H * 0.50, width + 20, H * 0.50 + 70) | box(-20, H * 0.33, width + 20, H * 0.33 + 70)


def lira():
    stem = box(96, 0, 96 + STEM, H)
    outline = Outline(96, 0).to(306, 0).curve(436, 0, 500, 130, 500, 330).to(330, 330).curve(330, 210, 336, BAR, 290, BAR)
    bars = union(*(polygon((0, y), (0, y + 86), (410, y + 196), (410, y + 110)) for y in (330, 470)))
    return stem | outline.to(96, BAR).close() | bars


def hryvnia():
    shape = capitals.s_shape(CAPITAL, bowl_width(CAPITAL) - 20)
    width = shape.bounds[2]
    shape = shape.mirrored(width)
    return shape | box(-36, H * 0.535, width + 36, H * 0.535 + 74) | box(-36, H * 0.39, width + 36, H * 0.39 + 74)


def bitcoin():
    ticks = union(*(box(x, y, x + 76, y + 150) for x in (120, 258) for y in (-84, H - 66)))
    return capitals.letter_B(CAPITAL) | box(-52, 0, 40, BAR) | box(-52, H - BAR, 40, H) | ticks


def florin():
    return lowercase.letter_f() | lowercase.tail(42, 42 + lowercase.STEM, -60)


def general_currency():
    rays = union(*(polygon((-46, 150), (46, 150), (46, 290), (-46, 290)).rotated(45 + 90 * k) for k in range(4)))
    return ((circle(0, 0, 216) | rays) - circle(0, 0, 104)).moved(0, AXIS)


def peso():
    return capitals.letter_P(CAPITAL).moved(40) | box(0, H * 0.80, 540, H * 0.80 + 60) | box(0, H * 0.62, 540, H * 0.62 + 60)


def dong():
    return latin.small_d_stroke() | box(10, -150, 430, -70)


def shekel():
    left = rounded(0, 0, 400, H, tr=(200, 190)) - rounded(160, -1, 240, H - BAR, tr=(60, 70), tension=INNER_TENSION)
    left = left - box(240, -1, 401, H * 0.30)
    return left | left.half_turned(400 + 176, H)


# --- mathematics


def minus(width=SIGN, y=AXIS):
    return box(0, y - LINE / 2, width, y + LINE / 2)


def plus(y=AXIS):
    return minus(y=y) | box((SIGN - LINE - 6) / 2, y - SIGN / 2, (SIGN + LINE + 6) / 2, y + SIGN / 2)


def times():
    bar = box(-LINE / 2, -250, LINE / 2, 250)
    return (bar.rotated(45) | bar.rotated(-45)).moved(0, AXIS)


def divide():
    return minus() | box(SIGN / 2 - 70, AXIS + 112, SIGN / 2 + 70, AXIS + 242) | box(
        SIGN / 2 - 70, AXIS - 242, SIGN / 2 + 70, AXIS - 112
    )


def equal():
    return minus(y=AXIS + 100) | minus(y=AXIS - 100)


def not_equal():
    return equal() | stroke((60, AXIS - 260), (250, AXIS + 260), 110)


def less(y=AXIS, half=230, reach=66):
    return polygon((0, y + reach), (SIGN - 20, y + half), (SIGN - 20, y + half - 132), (172, y), (SIGN - 20, y - half + 132),
                   (SIGN - 20, y - half), (0, y - reach))  # fmt: skip


def less_equal():
    return less(AXIS + 70, 200, 60) | box(0, AXIS - 262, SIGN - 20, AXIS - 162)


def mirrored(shape):
    left, _, right, _ = shape.bounds
    return shape.mirrored(left + right)


def wave(width=SIGN, thickness=118):
    """~: two arcs."""
    q, t = width / 4, thickness / 2
    outline = Outline(0, -t * 0.9).to(0, -t * 0.9 + 24).curve(0, t * 1.1, 46, t * 1.9, q * 1.05, t * 1.9)
    outline.curve(q * 1.7, t * 1.9, q * 2.2, -t * 0.1, q * 2.85, -t * 0.1).curve(q * 3.2, -t * 0.1, q * 3.3, t * 0.3, q * 3.34, t * 0.9)
    outline.to(width, t * 0.9).to(width, t * 0.9 - 24).curve(width, -t * 1.1, width - 46, -t * 1.9, width - q * 1.05, -t * 1.9)
    outline.curve(width - q * 1.7, -t * 1.9, width - q * 2.2, t * 0.1, width - q * 2.85, t * 0.1)
    return outline.curve(width - q * 3.2, t * 0.1, width - q * 3.3, -t * 0.3, width - q * 3.34, -t * 0.9).close()


def approximately():
    return wave().moved(0, AXIS + 120) | wave().moved(0, AXIS - 120)


def caret():
    return polygon((0, H - 330), (146, H), (274, H), (420, H - 330), (290, H - 330), (210, H - 140), (130, H - 330))


def infinity():
    loop = oval(0, AXIS - 190, 370, AXIS + 190, 190, 0.56) - oval(112, AXIS - 84, 258, AXIS + 84, 84, 0.56)
    return loop | loop.moved(290)


def root():
    return polygon((0, H * 0.46), (0, H * 0.46 + 110), (150, H * 0.46 + 110), (252, 230), (380, H + 110), (620, H + 110),
                   (620, H + 10), (470, H + 10), (316, -30), (196, -30), (70, H * 0.46))  # fmt: skip


def degree():
    return oval(0, H - 286, 262, H + OVERSHOOT, tension=0.56) - oval(88, H - 190, 174, H - 86, tension=0.56)


def integral():
    outline = Outline(0, -160).to(96, -160).curve(220, -160, 262, -80, 262, 40).to(262, H - 40)
    outline.curve(262, H + 20, 290, H + 30, 330, H + 30).to(372, H + 30).to(372, H + 140).to(276, H + 140)
    outline.curve(152, H + 140, 110, H + 60, 110, H - 60).to(110, 20).curve(110, -40, 82, -50, 42, -50).to(0, -50)
    return outline.close()


def partial():
    width, top = lowercase.O_WIDTH, H + OVERSHOOT
    outline = Outline(30, top).to(150, top).curve(360, top, width, 600, width, 330).to(width, 190)
    outline.along(width / 2, -OVERSHOOT).across(0, 190).to(0, 330).along(width * 0.42, 520)
    outline.curve(width * 0.52, 520, 250, 500, 262, 488).curve(258, 620, 220, 680, 130, 684).to(30, 684)
    return outline.close() - oval(184, 112, width - 184, 420, 66, INNER_TENSION)


def logical_not():
    return minus() | box(SIGN - LINE, AXIS - 170, SIGN, AXIS)


# --- arrows


def arrow(length=640, y=AXIS):
    """→"""
    head, spread = 250, 236
    neck = length - head + 30
    tip = polygon((length - head, y + spread), (length - head, y - spread), (length, y - 30), (length, y + 30))
    return box(0, y - LINE / 2, neck, y + LINE / 2) | tip


def double_arrow(length=640, y=AXIS):
    """⇒"""
    head, spread, gap = 240, 262, 42
    tip = polygon((length - head, y + spread), (length - head, y - spread), (length, y - 28), (length, y + 28))
    rails = box(0, y - gap - 100, length - head + 30, y - gap) | box(0, y + gap, length - head + 30, y + gap + 100)
    return rails | tip


def upright(shape):
    """The arrow turned to point upwards, standing on the baseline."""
    turned = shape.rotated(90)
    left, bottom, _, top = turned.bounds
    return turned.moved(-left, (H - (top - bottom)) / 2 - bottom)


def both_ways():
    return arrow(720) | mirrored(arrow(720))


# --- small figures and letters


def small(shape, scale=0.60):
    """A figure or letter made small, its strokes kept from getting too thin by being made wider than high."""
    return shape.scaled(scale * 1.06, scale)


def superior(draw):
    return small(draw()).moved(0, H * 0.40)


def numerator(draw):
    return small(draw(), 0.55).moved(0, H * 0.45)


def denominator(draw):
    return small(draw(), 0.55)


def fraction(upper, lower):
    top, bottom = numerator(upper), denominator(lower)
    right = top.bounds[2]
    bar = stroke((right - 96, -OVERSHOOT), (right + 104, H + OVERSHOOT), 92)
    return top | bar | bottom.moved(right + 84 - bottom.bounds[0])


def ordinal(draw):
    shape = draw().scaled(0.60 * 1.04, 0.60)
    right = shape.bounds[2]
    return shape.moved(0, H - X_HEIGHT * 0.60 - 4) | box(0, 250, right, 322)


def trademark():
    letters = small(capitals.letter_T(CAPITAL), 0.5)
    return (letters | small(capitals.letter_M(CAPITAL), 0.5).moved(letters.bounds[2] + 34)).moved(0, H * 0.5)


def service_mark():
    letters = small(capitals.letter_S(CAPITAL), 0.5)
    return (letters | small(capitals.letter_M(CAPITAL), 0.5).moved(letters.bounds[2] + 34)).moved(0, H * 0.5)


def encircled(letter, scale=0.50):
    radius = 400
    inner = letter.scaled(scale * 1.05, scale)
    left, bottom, right, top = inner.bounds
    inner = inner.moved(radius - (left + right) / 2, radius - (bottom + top) / 2)
    rim = circle(radius, radius, radius) - circle(radius, radius, radius - 84)
    return (rim | inner).moved(0, H / 2 - radius)


def numero():
    n = capitals.letter_N(CAPITAL)
    o = lowercase.letter_o().scaled(0.60)
    left = n.bounds[2] + 46
    return n | o.moved(left, H - o.bounds[3]) | box(left, 230, left + o.bounds[2], 310)


# --- pictures


def heart():
    outline = Outline(330, 0).curve(250, 110, 0, 270, 0, 500).curve(0, 620, 84, 700, 186, 700)
    outline.curve(254, 700, 306, 664, 330, 606).curve(354, 664, 406, 700, 474, 700).curve(576, 700, 660, 620, 660, 500)
    return outline.curve(660, 270, 410, 110, 330, 0).close().moved(0, 30)


def star(inner=0.40, radius=400):
    points = []
    for k in range(10):
        length = radius if k % 2 == 0 else radius * inner
        angle = math.radians(90 + 36 * k)
        points.append((length * math.cos(angle), length * math.sin(angle)))
    return polygon(*points).moved(0, 372)


def hollow_star():
    return star(0.44, 420) - star(0.38, 250).moved(0, 0)


def check_mark():
    return polygon((0, 300), (130, 400), (230, 270), (470, 760), (630, 690), (300, 20), (180, 20))


def ballot_cross():
    bar = box(-74, -360, 74, 360)
    return (bar.rotated(42) | bar.rotated(-42)).moved(0, 372)



def note():
    """A head, an ellipse that leans, and its stem."""
    head = oval(0, -20, 290, 206, tension=0.5523).rotated(20, (150, 95))
    right = head.bounds[2]
    return (head - box(right - 40, 95, right + 1, 300)) | box(right - 106, 100, right, H)


def eighth_note():
    shape = note()
    right = shape.bounds[2]
    flag = Outline(right - 60, H).to(right, H).curve(right, 640, right + 180, 600, right + 180, 400)
    flag.to(right + 180, 310).to(right + 90, 310).curve(right + 90, 450, right + 30, 500, right - 60, 520)
    return shape | flag.close()


def beamed_notes():
    shape = note()
    right = shape.bounds[2]
    beam = polygon((right - 106, H - 130), (right - 106, H), (right + 400, H + 60), (right + 400, H - 70))
    return shape | shape.moved(400, 60) | beam


def square(size=560):
    return box(0, H / 2 - size / 2, size, H / 2 + size / 2)


def triangle():
    return polygon((0, 90), (330, 700), (660, 90))


def diamond():
    return polygon((0, H / 2), (290, H / 2 + 370), (580, H / 2), (290, H / 2 - 370))


def hollow(shape, line):
    """The outline of a convex shape, by taking away a smaller copy."""
    left, bottom, right, top = shape.bounds
    x, y = (left + right) / 2, (bottom + top) / 2
    sx, sy = 1 - 2 * line / (right - left), 1 - 2 * line / (top - bottom)
    return shape - shape.transformed(xx=sx, yy=sy, dx=x - x * sx, dy=y - y * sy)


def smiley():
    face = circle(0, 0, 380) - circle(0, 0, 296)
    eyes = oval(-140, 40, -50, 180, tension=0.56) | oval(50, 40, 140, 180, tension=0.56)
    mouth = Outline(-200, -50).curve(-160, -230, 160, -230, 200, -50).to(112, -50).curve(80, -130, -80, -130, -112, -50)
    return (face | eyes | mouth.close()).moved(0, H / 2)


def suit_spade():
    body = heart().flipped(H).transformed(yy=0.86, dy=130)
    return body | polygon((200, 0), (300, 240), (360, 240), (460, 0))


def suit_club():
    leaves = circle(330, 570, 180) | circle(180, 320, 180) | circle(480, 320, 180)
    return leaves | polygon((200, 0), (290, 380), (370, 380), (460, 0))


CURRENCY = {
    "€": (euro, 8, SIDE), "£": (sterling, 14, 14), "¥": (yen, 6, 6), "¢": (cent, SIDE, SIDE), "₹": (rupee, 18, 14),
    "₽": (ruble, 8, 20), "₩": (won, 4, 4), "₺": (lira, 14, SIDE), "₴": (hryvnia, 8, 8), "₿": (bitcoin, 12, SIDE),
    "ƒ": (florin, 10, 10), "¤": (general_currency, SIDE, SIDE), "₱": (peso, 8, 8), "₫": (dong, SIDE, 4), "₪": (shekel, 34, 34),
}  # fmt: skip
MATHS = {
    "+": (plus, SIDE, SIDE), "−": (minus, SIDE, SIDE), "×": (times, SIDE, SIDE), "÷": (divide, SIDE, SIDE),
    "±": (lambda: plus(AXIS + 60) | box(0, AXIS - 300, SIGN, AXIS - 196), SIDE, SIDE), "=": (equal, SIDE, SIDE),
    "≠": (not_equal, SIDE, SIDE), "<": (less, SIDE, SIDE), ">": (lambda: mirrored(less()), SIDE, SIDE),
    "≤": (less_equal, SIDE, SIDE), "≥": (lambda: mirrored(less_equal()), SIDE, SIDE),
    "~": (lambda: wave().moved(0, AXIS), SIDE, SIDE), "≈": (approximately, SIDE, SIDE), "^": (caret, SIDE, SIDE),
    "∞": (infinity, SIDE, SIDE), "√": (root, 14, 6), "°": (degree, 20, 20), "∫": (integral, 14, 14),
    "∂": (partial, SIDE, SIDE), "¬": (logical_not, SIDE, SIDE),
    "∑": (lambda: greek.capital_sigma(), 20, 16), "∏": (lambda: box(-30, H - BAR, 540, H) | box(16, 0, 206, H) | box(304, 0, 494, H), 20, 20),
}  # fmt: skip
ARROWS = {
    "→": (arrow, SIDE, SIDE), "←": (lambda: mirrored(arrow()), SIDE, SIDE), "↔": (both_ways, SIDE, SIDE),
    "↑": (lambda: upright(arrow()), SIDE, SIDE), "↓": (lambda: upright(arrow()).flipped(H), SIDE, SIDE),
    "↕": (lambda: upright(both_ways()), SIDE, SIDE), "⇒": (double_arrow, SIDE, SIDE),
    "⇐": (lambda: mirrored(double_arrow()), SIDE, SIDE), "⇔": (lambda: double_arrow(760) | mirrored(double_arrow(760)), SIDE, SIDE),
    "⇑": (lambda: upright(double_arrow()), SIDE, SIDE), "⇓": (lambda: upright(double_arrow()).flipped(H), SIDE, SIDE),
    "↗": (lambda: arrow().rotated(45, (320, AXIS)), SIDE, SIDE), "↘": (lambda: arrow().rotated(-45, (320, AXIS)), SIDE, SIDE),
    "↖": (lambda: arrow().rotated(135, (320, AXIS)), SIDE, SIDE), "↙": (lambda: arrow().rotated(-135, (320, AXIS)), SIDE, SIDE),
}  # fmt: skip
LETTERLIKE = {
    "ª": (lambda: ordinal(lowercase.letter_a), 18, 20), "º": (lambda: ordinal(lowercase.letter_o), 18, 18),
    "©": (lambda: encircled(capitals.letter_C(CAPITAL)), SIDE, SIDE), "®": (lambda: encircled(capitals.letter_R(CAPITAL)), SIDE, SIDE),
    "℗": (lambda: encircled(capitals.letter_P(CAPITAL)), SIDE, SIDE),
    "™": (trademark, 14, 20), "℠": (service_mark, 18, 20), "№": (numero, 36, 22),
}  # fmt: skip
PICTURES = {
    "♥": (heart, SIDE, SIDE), "♡": (lambda: hollow(heart(), 86), SIDE, SIDE), "★": (star, 14, 14), "☆": (hollow_star, 14, 14),
    "✓✔": (check_mark, SIDE, SIDE), "✗✘": (ballot_cross, SIDE, SIDE), "♪": (eighth_note, SIDE, SIDE), "♫": (beamed_notes, SIDE, SIDE),
    "■": (square, SIDE, SIDE), "□": (lambda: hollow(square(), 90), SIDE, SIDE), "●": (lambda: circle(0, H / 2, 310), SIDE, SIDE),
    "○": (lambda: circle(0, H / 2, 310) - circle(0, H / 2, 220), SIDE, SIDE), "▪": (lambda: square(300), SIDE, SIDE),
    "▲": (triangle, 14, 14), "▼": (lambda: triangle().flipped(H), 14, 14), "◆": (diamond, 14, 14), "♦": (diamond, 14, 14),
    "◇": (lambda: hollow(diamond(), 110), 14, 14),
    "▶►": (lambda: polygon((0, 65), (0, 725), (610, 395)), SIDE, 14), "◀◄": (lambda: polygon((610, 65), (610, 725), (0, 395)), 14, SIDE),
    "♠": (suit_spade, SIDE, SIDE), "♣": (suit_club, SIDE, SIDE), "☺": (smiley, SIDE, SIDE),
    "◦": (lambda: circle(0, 316, 124) - circle(0, 316, 56), SIDE, SIDE),
}  # fmt: skip
SUPERIORS = {"⁰": figures.zero, "¹": figures.one, "²": figures.two, "³": figures.three, "⁴": figures.four, "⁵": figures.five,
             "⁶": figures.six, "⁷": figures.seven, "⁸": figures.eight, "⁹": figures.nine}  # fmt: skip
INFERIORS = dict(zip("₀₁₂₃₄₅₆₇₈₉", SUPERIORS.values()))
FRACTIONS = {"½": "12", "⅓": "13", "⅔": "23", "¼": "14", "¾": "34", "⅛": "18", "⅜": "38", "⅝": "58", "⅞": "78"}


def add_symbols(glyphs):
    for table in (CURRENCY, MATHS, ARROWS, LETTERLIKE, PICTURES):
        for characters, (draw, left, right) in table.items():
            glyphs.add(characters, draw(), left, right)
    for character, draw in SUPERIORS.items():
        glyphs.add(character, superior(draw), 18, 18)
    for character, draw in INFERIORS.items():
        glyphs.add(character, small(draw()).moved(0, -120), 18, 18)
    for character, (upper, lower) in FRACTIONS.items():
        shape = fraction(figures.FIGURES[upper][0], figures.FIGURES[lower][0])
        glyphs.add(character, shape, 18, 18)
