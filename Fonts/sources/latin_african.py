"""Letters of Hausa, Ewe and Akan, and the schwa of Azerbaijani."""

from . import capitals, figures, lowercase
from .capitals import bowl_width, letter_C, ring
from .figures import three_shape
from .geometry import INNER_TENSION, Outline, box, oval, polygon, rounded
from .lowercase import B_WIDTH, STEM, H
from .metrics import ASCENDER, CAP_HEIGHT, CAPITAL, DESCENDER, LOWER, OVERSHOOT, ROUND_SIDE, STRAIGHT_SIDE

HOOK_BAR = 100  # the thickness of hooks at the top of letters
HOOK_END = 196  # the distance of the hook's end below the top of a capital


def schwa(w):
    """Ə: e rotated by half a turn, at any height."""
    width, low, thickness = bowl_width(w), w.height * 0.440, w.bar * 0.76
    cut = box(width / 2, w.height * 0.325, width + 1, low)
    bar = box(w.bowl - 30, low, width - w.bowl + 30, low + thickness)
    return ((ring(width, w) - cut) | bar).half_turned(width, w.height)


def hook_at_left(reach=104):
    """The hook at the top left of Ɓ and Ɗ: from the stem to the left, and down to a straight end."""
    end, top = CAP_HEIGHT - HOOK_END, CAP_HEIGHT
    outline = Outline(40, top).to(40, top - HOOK_BAR).to(0, top - HOOK_BAR)
    outline.across(-reach + 92, top - HOOK_BAR - 52, INNER_TENSION).to(-reach + 92, end).to(-reach, end)
    return outline.to(-reach, top - 118).along(0, top).close()


def hook_at_right(left, top, reach, end=None):
    """A hook that continues a stroke with left side `left` to the right, and down to `end`."""
    right = left + reach
    outline = Outline(left, top - HOOK_BAR).to(left, top).to(right - 118, top)
    if end is None:
        return outline.to(right, top).to(right, top - HOOK_BAR).close()
    outline.across(right, top - 118).to(right, end).to(right - 92, end).to(right - 92, top - HOOK_BAR - 40)
    return outline.along(right - 150, top - HOOK_BAR, INNER_TENSION).close()


def capital_b_hook():
    return capitals.letter_B(CAPITAL) | hook_at_left()


def capital_d_hook():
    return capitals.letter_D(CAPITAL) | hook_at_left()


def capital_k_hook():
    width = 2 * CAPITAL.stem + CAPITAL.counter * 1.24
    return capitals.letter_K(CAPITAL) | hook_at_right(width - 120, CAP_HEIGHT, 196, CAP_HEIGHT - HOOK_END)


def capital_y_hook():
    width = capitals.letter_Y(CAPITAL).bounds[2]
    return capitals.letter_Y(CAPITAL) | hook_at_right(width - 82, CAP_HEIGHT, 206, CAP_HEIGHT - HOOK_END)


def hooked_stem(left=0):
    """A stem whose top turns to the right, like that of f."""
    top, right = ASCENDER + 16, left + STEM
    outline = Outline(left, 0).to(left, top - 146).along(left + 146, top).to(right + 96, top).to(right + 96, top - 96)
    outline.to(right + 40, top - 96).across(right, top - 136, INNER_TENSION).to(right, 0)
    return outline.close()


def small_b_hook():
    return lowercase.bowl() | hooked_stem()


def small_d_hook():
    return lowercase.bowl().mirrored(B_WIDTH) | hooked_stem(B_WIDTH - STEM)


def small_k_hook():
    return capitals.letter_K(LOWER) | hooked_stem()


def small_y_hook():
    width = lowercase.letter_y().bounds[2]
    return lowercase.letter_y() | hook_at_right(width - 72, H, 196, H - 160)


def small_d_tail():
    """ɖ: d with a stem that turns to the right below the line."""
    left, bottom = B_WIDTH - STEM, DESCENDER - OVERSHOOT
    outline = Outline(left, 80).to(B_WIDTH, 80).to(B_WIDTH, bottom + 150)
    outline.along(B_WIDTH + 40, bottom + 104, INNER_TENSION).to(B_WIDTH + 92, bottom + 104).to(B_WIDTH + 92, bottom)
    return lowercase.letter_d() | outline.to(left + 146, bottom).across(left, bottom + 146).close()


def capital_f_hook():
    tail = lowercase.tail(0, CAPITAL.stem, -110)
    return capitals.letter_F(CAPITAL) | tail


def small_f_hook():
    left = 42
    return lowercase.letter_f() | lowercase.tail(left, left + STEM, left - 100)


def gamma_shape(w, bottom):
    """Ɣ: two arms that cross above a loop."""
    h, width, arm = w.height, 2 * w.stem + w.counter * 1.30, w.stem * 0.97
    middle, waist, side = width / 2, bottom + (h - bottom) * 0.42, w.stem * 0.74
    loop = oval(middle - side - 38, bottom - OVERSHOOT, middle + side + 38, waist + 70, 150)
    white = oval(middle - 38, bottom + w.bar * 0.86, middle + 38, waist - 40, 62, INNER_TENSION)
    arms = polygon(
        (0, h), (arm, h), (middle, waist + 110), (width - arm, h), (width, h), (middle + side, waist - 30),
        (middle - side, waist - 30),
    )  # fmt: skip
    return (loop | arms) - white


def v_hook(w):
    """Ʋ: u with a right side that turns to the left at its top."""
    side, white = w.stem * 0.97, w.counter * 1.62
    width, h = 2 * side + white, w.height
    reach = (width / 2, width * 0.42)
    outer = rounded(0, -OVERSHOOT, width, h, bl=reach, br=reach, tr=(150, 150))
    inner = (white / 2, w.counter * 0.9)
    hole = rounded(side, w.bar, width - side, h - w.bar * 0.9, bl=inner, br=inner, tr=(70, 60), tension=INNER_TENSION)
    slit = box(side, h * 0.5, side + white * 0.42, h + 1)
    return outer - hole - slit


def open_e():
    return three_shape(CAPITAL, figures.WIDTH, figures.BOWL).mirrored(figures.WIDTH)


def open_o(w):
    return letter_C(w).mirrored(bowl_width(w))


STRAIGHT, ROUND = STRAIGHT_SIDE, ROUND_SIDE
LETTERS = {
    "ƏӘ": (lambda: schwa(CAPITAL), ROUND - 2, ROUND),
    "əә": (lambda: schwa(LOWER), ROUND - 2, ROUND),
    "Ɓ": (capital_b_hook, 14, ROUND - 2),
    "ɓ": (small_b_hook, STRAIGHT, ROUND),
    "Ɗ": (capital_d_hook, 14, ROUND),
    "ɗ": (small_d_hook, ROUND, 14),
    "Ƙ": (capital_k_hook, STRAIGHT, 12),
    "ƙ": (small_k_hook, STRAIGHT, 10),
    "Ƴ": (capital_y_hook, 10, 16),
    "ƴ": (small_y_hook, 12, 16),
    "ɖ": (small_d_tail, ROUND, 4),
    "Ƒ": (capital_f_hook, 12, 16),
    "Ɣ": (lambda: gamma_shape(CAPITAL, 0), 11, 11),
    "ɣ": (lambda: gamma_shape(LOWER, DESCENDER), 11, 11),
    "Ʋ": (lambda: v_hook(CAPITAL), STRAIGHT - 2, ROUND),
    "ʋ": (lambda: v_hook(LOWER), STRAIGHT - 2, ROUND),
    "Ɛ": (open_e, ROUND - 2, ROUND - 6),
    "Ɔ": (lambda: open_o(CAPITAL), ROUND - 5, ROUND),
    "ɔ": (lambda: open_o(LOWER), ROUND - 7, ROUND),
}
# Letters that look like an existing one.
SAME = {"Ɖ": "Đ", "ɛ": "ε"}


def add_african(glyphs):
    for characters, (draw, left, right) in LETTERS.items():
        glyphs.add(characters, draw(), left, right)
    for character, other in SAME.items():
        glyphs.alias(character, glyphs.characters[ord(other)])
