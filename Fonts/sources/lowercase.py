"""The Latin lowercase alphabet."""

from .capitals import (
    letter_K,
    letter_V,
    letter_W,
    letter_X,
    letter_Z,
    ring,
    round_counter,
    s_shape,
    shoulder,
    v_numbers,
)
from .geometry import INNER_TENSION, Outline, box
from .metrics import ASCENDER, DESCENDER, LOWER, OVERSHOOT, ROUND_SIDE, STRAIGHT_SIDE

H, STEM, BOWL, BAR, COUNTER = LOWER.height, LOWER.stem, LOWER.bowl, LOWER.bar, LOWER.counter
TOP = H + OVERSHOOT
N_WIDTH = 2 * STEM + COUNTER
O_WIDTH = 2 * BOWL + COUNTER - 2
B_WIDTH = STEM + COUNTER + BOWL
REACH = shoulder(N_WIDTH)  # the length of an arch's rounding down its outside
INNER_REACH = COUNTER * 0.80
NOTCH = 54  # the depth of the notch between a stem and its arch
TAIL_RISE = 22  # the height of their ends above their lowest points
TAIL_BAR = 104  # the thickness of the tails of g, j, y at their ends
INSIDE = 36  # the overlap of a part with the stem that it joins
CROSSBAR = 104  # of f and t
DOT_BOTTOM, DOT_TOP = H + 52, ASCENDER  # enough space that the dot is distinct at 20 pixels


def stem(left=0, bottom=0, top=H):
    return box(left, bottom, left + STEM, top)


def arch(left, right, h=H):
    """The arch of n, from inside the stem whose right side is `left`, to its foot."""
    peak = right - (right - left) * 0.52
    top, inner_top = h + OVERSHOOT, h - BAR
    white_right = right - STEM
    low = inner_top - INNER_REACH
    outline = Outline(left - INSIDE, low - INSIDE).to(left, low - INSIDE).to(left, low)
    outline.along((left + white_right) / 2, inner_top, INNER_TENSION)
    outline.across(white_right, inner_top - INNER_REACH, INNER_TENSION).to(white_right, 0).to(right, 0)
    outline.to(right, top - REACH).along(peak, top)
    outline.curve(peak - 48, top, left + 26, h - NOTCH + 36, left, h - NOTCH)
    return outline.to(left - INSIDE, h - NOTCH - INSIDE * 1.4).close()


def bowl(left=STEM, right=B_WIDTH, h=H, notch=NOTCH):
    """The bowl of b, which joins a stem at its left with a notch above and below."""
    peak = right - (right - left) * 0.52
    top = h + OVERSHOOT
    outline = Outline(left - INSIDE, h - notch - INSIDE * 1.4).to(left, h - notch)
    outline.curve(left + 26, h - notch + 36, peak - 48, top, peak, top)
    outline.across(right, top - REACH).to(right, REACH - OVERSHOOT).along(peak, -OVERSHOOT)
    outline.curve(peak - 48, -OVERSHOOT, left + 26, notch - 36, left, notch)
    outer = outline.to(left - INSIDE, notch + INSIDE * 1.4).close()
    return outer - round_counter(left, BAR, right - BOWL, h - BAR)


def letter_a():
    width, side = N_WIDTH - 4, BOWL * 0.97
    left, right = 6, width - STEM  # the left of the hook, slightly inside the bowl; the stem's left side
    inner_top, end = H - BAR * 0.98, H * 0.655
    hook_left, middle = left + side, (left + side + right) / 2
    hook = Outline(width, 0).to(width, TOP - REACH).along(width * 0.51, TOP).across(left, TOP - REACH * 0.98)
    hook.to(left, end).to(hook_left, end).to(hook_left, inner_top - INNER_REACH * 0.9)
    hook.along(middle, inner_top, INNER_TENSION).across(right, inner_top - INNER_REACH * 0.9, INNER_TENSION)
    frame = hook.to(right, 0).close()
    lower = Outline(right + INSIDE, H * 0.612).to(right, H * 0.612)
    lower.curve(right - 70, H * 0.572, 0, H * 0.545, 0, H * 0.335).to(0, H * 0.235)
    lower.along(width * 0.36, -OVERSHOOT).curve(width * 0.36 + 62, -OVERSHOOT, right - 26, 18, right, 56)
    outside = lower.to(right + INSIDE, 56).close()
    white = Outline(right, H * 0.478).curve(right - 34, H * 0.452, side, H * 0.430, side, H * 0.340)
    white.to(side, BAR * 0.86 + 52).along((side + right) / 2, BAR * 0.86, INNER_TENSION)
    white.across(right, BAR * 0.86 + 52, INNER_TENSION)
    return (frame | outside) - white.close()


def letter_b():
    return stem(top=ASCENDER) | bowl()


def letter_c():
    return ring(O_WIDTH - 4, LOWER) - box(O_WIDTH / 2, H * 0.405, O_WIDTH, H * 0.595)


def letter_d():
    return letter_b().mirrored(B_WIDTH)


def letter_e():
    low, thickness = H * 0.440, BAR * 0.72
    cut = box(O_WIDTH / 2, H * 0.335, O_WIDTH + 1, low)
    bar = box(BOWL - INSIDE, low, O_WIDTH - BOWL + INSIDE, low + thickness)
    return (ring(O_WIDTH, LOWER) - cut) | bar


def letter_f():
    left, width, top = 42, 42 + STEM + 88, ASCENDER + 6
    right = left + STEM
    outline = Outline(left, 0).to(left, H - CROSSBAR).to(0, H - CROSSBAR).to(0, H).to(left, H)
    outline.to(left, top - 136).along(left + 146, top).to(width, top).to(width, top - BAR)
    outline.to(right + 44, top - BAR).across(right, top - BAR - 36, INNER_TENSION)
    outline.to(right, H).to(width - 8, H).to(width - 8, H - CROSSBAR).to(right, H - CROSSBAR).to(right, 0)
    return outline.close()


def tail(left, right, end):
    """The hook of g and j: from a stem between `left` and `right` along an arc to a terminal at x = `end`."""
    bottom, inner = DESCENDER - OVERSHOOT, DESCENDER - OVERSHOOT + TAIL_BAR + 4
    middle = end + (right - end) * 0.44
    outline = Outline(left, 60).to(right, 60).to(right, bottom + 150).along(middle, bottom)
    outline.curve(middle - (middle - end) * 0.5, bottom, end + (middle - end) * 0.3, bottom + 6, end, bottom + TAIL_RISE)
    outline.to(end, bottom + TAIL_RISE + TAIL_BAR)
    turn = left - min(56, (left - end) * 0.5)
    outline.curve(end + (turn - end) * 0.4, inner + 6, end + (turn - end) * 0.6, inner, turn, inner)
    return outline.across(left, inner + 36, INNER_TENSION).close()


def letter_g():
    right = B_WIDTH
    return bowl().mirrored(right) | stem(right - STEM) | tail(right - STEM, right, 24)


def letter_h():
    return stem(top=ASCENDER) | arch(STEM, N_WIDTH)


def dot(left=0):
    return box(left, DOT_BOTTOM, left + STEM, DOT_TOP)


def letter_j(dotted=True):
    left = 74
    body = stem(left) | tail(left, left + STEM, 0)
    return body | dot(left) if dotted else body


def letter_k():
    return letter_K(LOWER) | stem(top=ASCENDER)


def letter_m():
    step = STEM - 4 + COUNTER - 8
    return stem() | arch(STEM, STEM + step) | arch(STEM + step, STEM + 2 * step)


def letter_n():
    return stem() | arch(STEM, N_WIDTH)


def letter_o():
    return ring(O_WIDTH, LOWER)


def letter_p():
    return stem(bottom=DESCENDER) | bowl()


def letter_q():
    return letter_p().mirrored(B_WIDTH)


def letter_r():
    end, top = STEM + 122, H + OVERSHOOT
    arm = Outline(STEM - INSIDE, H - NOTCH).to(STEM, H - NOTCH)
    arm.curve(STEM + 22, H - NOTCH + 40, end - 66, top, end - 12, top).to(end, top).to(end, H - BAR * 1.36)
    arm.to(end - 30, H - BAR * 1.36).curve(end - 80, H - BAR * 1.36, STEM, H - BAR * 1.62, STEM, H - BAR * 2.3)
    return stem() | arm.to(STEM - INSIDE, H - BAR * 2.3).close()


def letter_s():
    return s_shape(LOWER, O_WIDTH - 26)


def letter_t():
    left, width, bottom = 46, 46 + STEM + 92, -OVERSHOOT
    right = left + STEM
    outline = Outline(left, H + 108).to(right, H + 108).to(right, H).to(width, H).to(width, H - CROSSBAR)
    outline.to(right, H - CROSSBAR).to(right, bottom + BAR + 36).along(right + 44, bottom + BAR, INNER_TENSION)
    outline.to(width, bottom + BAR).to(width, bottom).to(left + 146, bottom).across(left, bottom + 136)
    return outline.to(left, H - CROSSBAR).to(0, H - CROSSBAR).to(0, H).to(left, H).close()


def letter_u():
    return letter_n().half_turned(N_WIDTH, H)


def letter_y():
    """V, whose right arm continues into a tail."""
    width, foot, arm, notch = v_numbers(LOWER)
    inset, end, bottom = (width - foot) / 2, 8, DESCENDER - OVERSHOOT
    slope = inset / H
    outline = Outline(0, H).to(arm, H).to(width / 2 - 10, notch).to(width / 2 + 10, notch).to(width - arm, H).to(width, H)
    turn_x, turn_y = width - inset + 20 * slope, 20
    outline.to(turn_x, turn_y).curve(turn_x - 110 * slope, turn_y - 110, 330, bottom, 190, bottom)
    outline.curve(126, bottom, 72, bottom + 6, end, bottom + TAIL_RISE).to(end, bottom + TAIL_RISE + TAIL_BAR)
    outline.curve(38, bottom + TAIL_BAR + 10, 54, bottom + TAIL_BAR + 4, 72, bottom + TAIL_BAR + 4)
    deep = inset + 2  # the arm and the tail meet in a vertical, slightly below the baseline
    outline.curve(96, bottom + TAIL_BAR + 4, deep, -64, deep, -36)
    outline.curve(deep, -18, inset - 10 * slope, 10, inset - 40 * slope, 40)
    return outline.close()


STRAIGHT, ROUND = STRAIGHT_SIDE - 1, ROUND_SIDE - 1
LETTERS = {
    "a": (letter_a, ROUND - 6, STRAIGHT),
    "b": (letter_b, STRAIGHT, ROUND),
    "c": (letter_c, ROUND, ROUND - 7),
    "d": (letter_d, ROUND, STRAIGHT),
    "e": (letter_e, ROUND, ROUND - 2),
    "f": (letter_f, 10, 10),
    "g": (letter_g, ROUND, STRAIGHT),
    "h": (letter_h, STRAIGHT, STRAIGHT - 2),
    "i": (lambda: stem() | dot(), STRAIGHT, STRAIGHT),
    "j": (letter_j, 2, STRAIGHT),
    "k": (letter_k, STRAIGHT, 10),
    "l": (lambda: stem(top=ASCENDER), STRAIGHT, STRAIGHT),
    "m": (letter_m, STRAIGHT, STRAIGHT - 2),
    "n": (letter_n, STRAIGHT, STRAIGHT - 2),
    "o": (letter_o, ROUND, ROUND),
    "p": (letter_p, STRAIGHT, ROUND),
    "q": (letter_q, ROUND, STRAIGHT),
    "r": (letter_r, STRAIGHT, 16),
    "s": (letter_s, ROUND - 4, ROUND - 4),
    "t": (letter_t, 12, 14),
    "u": (letter_u, STRAIGHT - 2, STRAIGHT),
    "v": (lambda: letter_V(LOWER), 12, 12),
    "w": (lambda: letter_W(LOWER), 13, 13),
    "x": (lambda: letter_X(LOWER), 12, 12),
    "y": (letter_y, 12, 12),
    "z": (lambda: letter_Z(LOWER), 18, 18),
}


def add_lowercase(glyphs):
    for character, (draw, left, right) in LETTERS.items():
        glyphs.add(character, draw(), left, right)
    glyphs.add("ı", stem(), STRAIGHT, STRAIGHT)
    glyphs.add("ȷ", letter_j(dotted=False), 2, STRAIGHT)
