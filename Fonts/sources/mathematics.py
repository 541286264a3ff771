"""Mathematical signs."""

from . import greek, lowercase
from .geometry import INNER_TENSION, Outline, box, oval, polygon, stroke
from .metrics import CAPITAL, OVERSHOOT

H, BAR = CAPITAL.height, CAPITAL.bar
SIDE = 26  # white beside a sign
AXIS = H * 0.42  # the middle of + - = and arrows
LINE = 118  # the thickness of + - = and arrows
SIGN = 420  # the width of + - =


def minus(width=SIGN, y=AXIS):
    return box(0, y - LINE / 2, width, y + LINE / 2)


def plus(y=AXIS):
    return minus(y=y) | box((SIGN - LINE - 6) / 2, y - SIGN / 2, (SIGN + LINE + 6) / 2, y + SIGN / 2)


def times():
    bar = box(-LINE / 2, -250, LINE / 2, 250)
    return (bar.rotated(45) | bar.rotated(-45)).moved(0, AXIS)


def divide():
    return (
        minus()
        | box(SIGN / 2 - 70, AXIS + 112, SIGN / 2 + 70, AXIS + 242)
        | box(SIGN / 2 - 70, AXIS - 242, SIGN / 2 + 70, AXIS - 112)
    )


def equal():
    return minus(y=AXIS + 100) | minus(y=AXIS - 100)


def not_equal():
    return equal() | stroke((60, AXIS - 260), (250, AXIS + 260), 110)


def less(y=AXIS, half=230, reach=66):
    return polygon(
        (0, y + reach),
        (SIGN - 20, y + half),
        (SIGN - 20, y + half - 132),
        (172, y),
        (SIGN - 20, y - half + 132),
        (SIGN - 20, y - half),
        (0, y - reach),
    )


def less_equal():
    return less(AXIS + 70, 200, 60) | box(0, AXIS - 262, SIGN - 20, AXIS - 162)


def mirrored(shape):
    left, _, right, _ = shape.bounds
    return shape.mirrored(left + right)


def wave(width=SIGN, thickness=118):
    """~: two arcs."""
    q, t = width / 4, thickness / 2
    outline = Outline(0, -t * 0.9).to(0, -t * 0.9 + 24).curve(0, t * 1.1, 46, t * 1.9, q * 1.05, t * 1.9)
    outline.curve(q * 1.7, t * 1.9, q * 2.2, -t * 0.1, q * 2.85, -t * 0.1)
    outline.curve(q * 3.2, -t * 0.1, q * 3.3, t * 0.3, q * 3.34, t * 0.9)
    outline.to(width, t * 0.9).to(width, t * 0.9 - 24)
    outline.curve(width, -t * 1.1, width - 46, -t * 1.9, width - q * 1.05, -t * 1.9)
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
    return polygon(
        (0, H * 0.46),
        (0, H * 0.46 + 110),
        (150, H * 0.46 + 110),
        (252, 230),
        (380, H + 110),
        (620, H + 110),
        (620, H + 10),
        (470, H + 10),
        (316, -30),
        (196, -30),
        (70, H * 0.46),
    )


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


MATHS = {
    "+": (plus, SIDE, SIDE),
    "−": (minus, SIDE, SIDE),
    "×": (times, SIDE, SIDE),
    "÷": (divide, SIDE, SIDE),
    "±": (lambda: plus(AXIS + 60) | box(0, AXIS - 300, SIGN, AXIS - 196), SIDE, SIDE),
    "=": (equal, SIDE, SIDE),
    "≠": (not_equal, SIDE, SIDE),
    "<": (less, SIDE, SIDE),
    ">": (lambda: mirrored(less()), SIDE, SIDE),
    "≤": (less_equal, SIDE, SIDE),
    "≥": (lambda: mirrored(less_equal()), SIDE, SIDE),
    "~": (lambda: wave().moved(0, AXIS), SIDE, SIDE),
    "≈": (approximately, SIDE, SIDE),
    "^": (caret, SIDE, SIDE),
    "∞": (infinity, SIDE, SIDE),
    "√": (root, 14, 6),
    "°": (degree, 20, 20),
    "∫": (integral, 14, 14),
    "∂": (partial, SIDE, SIDE),
    "¬": (logical_not, SIDE, SIDE),
    "∑": (greek.capital_sigma, 20, 16),
    "∏": (lambda: box(-30, H - BAR, 540, H) | box(16, 0, 206, H) | box(304, 0, 494, H), 20, 20),
}


def add_mathematics(glyphs):
    for characters, (draw, left, right) in MATHS.items():
        glyphs.add(characters, draw(), left, right)
