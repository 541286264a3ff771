"""Cyrillic letters of Kazakh, Kyrgyz, Mongolian, Tatar, Bashkir, Tajik and Uzbek."""

from . import capitals
from .capitals import bowl_width, letter_C, letter_K, letter_O, letter_X, letter_Y
from .cyrillic import che, foot, ghe, ze, zhe
from .geometry import box
from .greek import gamma
from .lowercase import STEM
from .marks import cedilla
from .metrics import CAPITAL, ROUND_SIDE, SMALL, STRAIGHT_SIDE


def with_foot(draw, w):
    """A letter with a descending foot at its right, like Ц."""
    shape = draw(w)
    right = shape.bounds[2]
    return shape | box(right - 64, 0, right, w.bar) | foot(w, right)


def with_cedilla(draw, w):
    """The tail of Bashkir Ҙ and Ҫ."""
    shape = draw(w)
    left, _, right, _ = shape.bounds
    return shape | cedilla().moved((left + right) / 2)


def ghe_bar(w):
    low = w.height * 0.40
    return ghe(w) | box(-50, low, w.stem + 84, low + w.bar * 0.78)


def ka_bashkir(w):
    return letter_K(w) | box(-w.counter * 0.98, w.height - w.arm, 10, w.height)


def o_bar(w):
    width, half, middle = bowl_width(w), w.bar * 0.42, w.height / 2
    return letter_O(w) | box(w.bowl - 10, middle - half, width - w.bowl + 10, middle + half)


def u_bar(w):
    middle = letter_Y(w).bounds[2] / 2
    reach, low = w.stem * 0.5 + 92, w.height * 0.165
    return letter_Y(w) | box(middle - reach, low, middle + reach, low + w.bar * 0.78)


def small_u_bar(_):
    shape = gamma()
    middle, low = shape.bounds[2] / 2, -82
    reach = STEM * 0.5 + 84
    return shape | box(middle - reach, low, middle + reach, low + SMALL.bar * 0.76)


def shha(w):
    return che(w).half_turned(2 * w.stem + w.counter * 0.94, w.height)


STRAIGHT, ROUND = STRAIGHT_SIDE, ROUND_SIDE
# The capital and small letter, the drawing of both, and the white at either side.
LETTERS = {
    "Ғғ": (ghe_bar, 8, 12),
    "Ққ": (lambda w: with_foot(letter_K, w), STRAIGHT, 8),
    "Ңң": (lambda w: with_foot(capitals.letter_H, w), STRAIGHT, 10),
    "Җҗ": (lambda w: with_foot(zhe, w), 6, 8),
    "Ҳҳ": (lambda w: with_foot(letter_X, w), 11, 8),
    "Ҷҷ": (lambda w: with_foot(che, w), STRAIGHT - 3, 10),
    "Ҙҙ": (lambda w: with_cedilla(ze, w), ROUND - 3, ROUND - 2),
    "Ҫҫ": (lambda w: with_cedilla(letter_C, w), ROUND, ROUND - 5),
    "Ҡҡ": (ka_bashkir, 12, 12),
    "Өө": (o_bar, ROUND, ROUND),
}
CAPITALS_ONLY = {"Ұ": (u_bar, 10, 10), "Һ": (shha, STRAIGHT, STRAIGHT - 3)}
SMALL_ONLY = {"ұ": (small_u_bar, 8, 8)}
# Letters that look like an existing one.
SAME = {"Ү": "Y", "ү": "γ", "һ": "h", "Ӏ": "I", "ӏ": "l"}


def add_cyrillic_asian(glyphs):
    for (capital, small), (draw, left, right) in LETTERS.items():
        glyphs.add(capital, draw(CAPITAL), left, right)
        glyphs.add(small, draw(SMALL), left - 1, right - 1)
    for characters, (draw, left, right) in CAPITALS_ONLY.items():
        glyphs.add(characters, draw(CAPITAL), left, right)
    for characters, (draw, left, right) in SMALL_ONLY.items():
        glyphs.add(characters, draw(SMALL), left, right)
    for character, other in SAME.items():
        glyphs.alias(character, glyphs.characters[ord(other)])
