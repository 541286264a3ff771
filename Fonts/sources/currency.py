"""Currency signs."""

from . import capitals, latin, lowercase
from .capitals import bowl_width
from .figures import WIDTH, close_hooked_top, hooked_top
from .geometry import INNER_TENSION, Outline, box, circle, polygon, rounded, union
from .metrics import CAPITAL, X_HEIGHT

H, STEM, BOWL, BAR = CAPITAL.height, CAPITAL.stem, CAPITAL.bowl, CAPITAL.bar
SIDE = 26  # white beside a sign
AXIS = H * 0.42


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
    base = capitals.letter_Y(CAPITAL)
    middle = base.bounds[2] / 2
    bars = box(middle - 210, H * 0.285, middle + 210, H * 0.285 + 72) | box(
        middle - 210, H * 0.125, middle + 210, H * 0.125 + 72
    )
    return base | bars


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
    return (
        capitals.letter_P(CAPITAL).moved(70)
        | box(0, H * 0.135, 400, H * 0.135 + 84)
        | box(0, H * 0.355, 200, H * 0.355 + BAR * 0.96)
    )


def won():
    shape = capitals.letter_W(CAPITAL)
    width = shape.bounds[2]
    return shape | box(-28, H * 0.62, width + 28, H * 0.62 + 72) | box(-28, H * 0.42, width + 28, H * 0.42 + 72)


def lira():
    stem = box(96, 0, 96 + STEM, H)
    outline = (
        Outline(96, 0).to(306, 0).curve(436, 0, 500, 130, 500, 330).to(330, 330).curve(330, 210, 336, BAR, 290, BAR)
    )
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
    return (
        capitals.letter_P(CAPITAL).moved(40)
        | box(0, H * 0.80, 540, H * 0.80 + 60)
        | box(0, H * 0.62, 540, H * 0.62 + 60)
    )


def dong():
    return latin.small_d_stroke() | box(10, -150, 430, -70)


def shekel():
    left = rounded(0, 0, 400, H, tr=(200, 190)) - rounded(160, -1, 240, H - BAR, tr=(60, 70), tension=INNER_TENSION)
    left = left - box(239, -1, 401, H * 0.545)
    return left | left.half_turned(610, H)


CURRENCY = {
    "€": (euro, 8, SIDE),
    "£": (sterling, 14, 14),
    "¥": (yen, 6, 6),
    "¢": (cent, SIDE, SIDE),
    "₹": (rupee, 18, 14),
    "₽": (ruble, 8, 20),
    "₩": (won, 4, 4),
    "₺": (lira, 14, SIDE),
    "₴": (hryvnia, 8, 8),
    "₿": (bitcoin, 12, SIDE),
    "ƒ": (florin, 10, 10),
    "¤": (general_currency, SIDE, SIDE),
    "₱": (peso, 8, 8),
    "₫": (dong, SIDE, 4),
    "₪": (shekel, 34, 34),
}


def add_currency(glyphs):
    for characters, (draw, left, right) in CURRENCY.items():
        glyphs.add(characters, draw(), left, right)
