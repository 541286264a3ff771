"""Small figures and fractions, and signs that consist of small or encircled letters."""

from . import capitals, figures, lowercase
from .geometry import box, circle, stroke
from .metrics import CAPITAL, OVERSHOOT, X_HEIGHT

H = CAPITAL.height
SIDE = 26  # white beside a sign


def small(shape, scale=0.60):
    """A smaller figure or letter, slightly widened so that its strokes don't get too thin."""
    return shape.scaled(scale * 1.06, scale)


def superior(draw):
    return small(draw()).moved(0, H * 0.40)


def inferior(draw):
    return small(draw()).moved(0, -120)


def numerator(draw):
    return small(draw(), 0.55).moved(0, H * 0.45)


def denominator(draw):
    return small(draw(), 0.55)


def fraction(upper, lower):
    """The bar passes between both figures without touching them: its top is 200 to the right of its bottom."""
    top, bottom = numerator(upper), denominator(lower)
    start = top.bounds[2] - 62
    bar = fraction_bar().moved(start)
    return top | bar | bottom.moved(start + 214 - bottom.bounds[0])


def fraction_bar():
    return stroke((0, -OVERSHOOT), (200, H + OVERSHOOT), 92)


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


LETTERLIKE = {
    "ª": (lambda: ordinal(lowercase.letter_a), 18, 20),
    "º": (lambda: ordinal(lowercase.letter_o), 18, 18),
    "©": (lambda: encircled(capitals.letter_C(CAPITAL)), SIDE, SIDE),
    "®": (lambda: encircled(capitals.letter_R(CAPITAL)), SIDE, SIDE),
    "℗": (lambda: encircled(capitals.letter_P(CAPITAL)), SIDE, SIDE),
    "™": (trademark, 14, 20),
    "℠": (service_mark, 18, 20),
    "№": (numero, 36, 22),
}
SUPERIORS = {
    "⁰": figures.zero,
    "¹": figures.one,
    "²": figures.two,
    "³": figures.three,
    "⁴": figures.four,
    "⁵": figures.five,
    "⁶": figures.six,
    "⁷": figures.seven,
    "⁸": figures.eight,
    "⁹": figures.nine,
}
INFERIORS = dict(zip("₀₁₂₃₄₅₆₇₈₉", SUPERIORS.values()))
FRACTIONS = {"½": "12", "⅓": "13", "⅔": "23", "¼": "14", "¾": "34", "⅛": "18", "⅜": "38", "⅝": "58", "⅞": "78"}


def add_small(glyphs):
    for characters, (draw, left, right) in LETTERLIKE.items():
        glyphs.add(characters, draw(), left, right)
    for character, draw in SUPERIORS.items():
        glyphs.add(character, superior(draw), 18, 18)
    for character, draw in INFERIORS.items():
        glyphs.add(character, inferior(draw), 18, 18)
    for character, (upper, lower) in FRACTIONS.items():
        shape = fraction(figures.FIGURES[upper][0], figures.FIGURES[lower][0])
        glyphs.add(character, shape, 18, 18)
