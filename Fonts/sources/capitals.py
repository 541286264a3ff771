"""The Latin capitals.

Every letter is a function of a `Weight`, because Cyrillic and Greek also draw some of them at the x-height. All are
on y = 0 and start at about x = 0. `add_capitals` adds their side bearings.
"""

from .geometry import INNER_TENSION, Outline, box, oval, polygon, rounded, stroke
from .metrics import CAPITAL, DIAGONAL_SIDE, OVERSHOOT, ROUND_SIDE, STRAIGHT_SIDE

# The bars of A, E, F and others are slightly lighter than strokes that end a letter.
INNER_BAR = 0.93


def bowl_width(w):
    return 2 * w.bowl + w.counter - 8


def shoulder(width):
    """The length of a bowl's rounding down its sides."""
    return width * 0.44


def round_counter(left, bottom, right, top):
    """The white inside a bowl: narrow, with straight sides and round ends."""
    return oval(left, bottom, right, top, (right - left) * 0.80, INNER_TENSION)


def ring(width, w, side=None, counter=None):
    """O, and the frame of C, G and Q."""
    side = side or w.bowl
    top = w.height + OVERSHOOT
    outer = oval(0, -OVERSHOOT, width, top, shoulder(width))
    return outer - (counter or round_counter(side, w.bar, width - side, w.height - w.bar))


def right_bowl(left, bottom, right, top, depth=0.47):
    """The outside of D, P, B: straight at the left and round at the right."""
    radius = ((right - left) * 0.56, min((right - left) * depth, (top - bottom) / 2))
    return rounded(left, bottom, right, top, br=radius, tr=radius)


def right_counter(left, bottom, right, top):
    """The white of D, P, B: straight at the left, round at the right."""
    radius = ((right - left) * 0.80, min((right - left) * 0.80, (top - bottom) / 2))
    return rounded(left, bottom, right, top, br=radius, tr=radius, tension=INNER_TENSION)


def waisted(left, right, waist, bottom, top, notch, corner=(0.50, 0.44), turn=0.62, is_legged=False):
    """The outside of B and R, and half of that of 3 and 8: two bowls, one above the other, straight at the left.

    `right` is the x of the lower and the upper bowl. They meet in a notch of depth `notch` that is flat on
    purpose: a cusp would look like a nick in large letters, and fill up in small ones. `corner` is the extent of a
    bowl's rounding, `turn` the point on its side where it turns to the notch; both are fractions of the bowl's width. A
    letter with a leg has the leg instead of the lower bowl.
    """
    lower, upper = right
    inside, bulge = min(right) - notch, 0.74 * notch
    (x, y), low, high = corner, lower - left, upper - left
    # In low letters, a straight piece of side does not fit: bowl and notch share it.
    rise = min(high * turn, 0.43 * (top - waist))
    fall = min(low * turn, 0.43 * (waist - bottom))
    over = min(high * y, top - waist - rise - 8)
    under = min(low * y, waist - bottom - fall - 8)
    outline = Outline(left, bottom).to(left, top).to(upper - high * x, top).across(upper, top - over)
    outline.to(upper, waist + rise)
    outline.curve(upper, waist + rise * 0.42, inside + bulge, waist + bulge * 0.62, inside, waist)
    outline.curve(inside + bulge, waist - bulge * 0.62, lower, waist - fall * 0.42, lower, waist - fall)
    if is_legged:
        return outline.to(lower, bottom).close()
    return outline.to(lower, bottom + under).along(lower - low * x, bottom).close()


def letter_A(w):
    width, apex = 2 * w.stem + 146, w.stem * 1.56
    inset = (width - apex) / 2
    outer = polygon((0, 0), (inset, w.height), (width - inset, w.height), (width, 0))
    foot = w.stem * 1.07
    crossbar = box(0, w.height * 0.175, width, w.height * 0.175 + w.bar)
    white = polygon((foot, -1), (width / 2 - 9, w.height * 0.77), (width / 2 + 9, w.height * 0.77), (width - foot, -1))
    return outer - (white - crossbar)


def letter_B(w):
    width, waist, half = bowl_width(w) - 10, w.height * 0.52, w.bar * INNER_BAR / 2
    upper_white = right_counter(w.stem, waist + half, width - 14 - w.bowl, w.height - w.bar)
    lower_white = right_counter(w.stem, w.bar, width - w.bowl, waist - half)
    return waisted(0, (width, width - 14), waist, 0, w.height, w.stem * 0.19, turn=0.32) - upper_white - lower_white


def letter_C(w, low=0.4215, high=0.5785):
    width = bowl_width(w)
    return ring(width, w) - box(width / 2, w.height * low, width + 1, w.height * high)


def letter_D(w):
    width = w.stem + w.counter + w.bowl
    return right_bowl(0, 0, width, w.height) - right_counter(w.stem, w.bar, width - w.bowl, w.height - w.bar)


def letter_E(w):
    arm, bar, middle = w.stem + w.counter * 1.56, w.arm, w.arm * INNER_BAR
    low = w.height * 0.505 - middle / 2
    stem = box(0, 0, w.stem, w.height)
    return stem | box(0, 0, arm, bar) | box(0, w.height - bar, arm, w.height) | box(0, low, arm - 16, low + middle)


def letter_F(w):
    arm, bar, middle = w.stem + w.counter * 1.44, w.arm, w.arm * INNER_BAR
    low = w.height * 0.455 - middle / 2
    return box(0, 0, w.stem, w.height) | box(0, w.height - bar, arm, w.height) | box(0, low, arm - 20, low + middle)


def letter_G(w):
    width, bar_top = bowl_width(w), w.height * 0.490
    open_ring = ring(width, w) - box(width / 2, bar_top, width + 1, w.height * 0.625)
    return open_ring | box(width * 0.475, bar_top - w.bar * 0.94, width, bar_top)


def letter_H(w):
    width, bar = 2 * w.stem + w.counter, w.bar
    low = w.height * 0.51 - bar / 2
    sides = box(0, 0, w.stem, w.height) | box(width - w.stem, 0, width, w.height)
    return sides | box(0, low, width, low + bar)


def letter_I(w):
    return box(0, 0, w.stem, w.height)


def letter_J(w):
    white = w.counter * 0.76
    hook, right = w.stem * 0.86, w.stem * 1.86 + white
    radius = right * 0.47
    outer = rounded(0, -OVERSHOOT, right, w.height, bl=(right / 2, radius), br=(right / 2, radius))
    inner = Outline(hook, w.height + 1).to(hook, w.bar + white * 0.8).along(hook + white / 2, w.bar, INNER_TENSION)
    inner = inner.across(hook + white, w.bar + white * 0.8, INNER_TENSION).to(hook + white, w.height + 1).close()
    return outer - inner - box(-1, w.height * 0.30, hook + 1, w.height + 1)


def letter_K(w):
    width, h = 2 * w.stem + w.counter * 1.24, w.height
    arms = polygon(
        (w.stem - 1, h * 0.635),
        (width - 10 - w.stem * 1.09, h),
        (width - 10, h),
        (w.stem + w.counter * 1.60, h * 0.548),
        (width + 8, 0),
        (width + 8 - w.stem * 1.16, 0),
        (w.stem - 1, h * 0.375),
    )
    return box(0, 0, w.stem, h) | arms


def letter_L(w):
    return box(0, 0, w.stem, w.height) | box(0, 0, w.stem + w.counter * 1.34, w.arm)


def letter_M(w):
    h, side = w.height, w.stem * 0.93
    width = 2 * side + w.counter * 2.84
    middle, foot, shoulder_width = width / 2, w.stem * 0.32, w.stem * 1.13
    body = polygon(
        (0, 0), (0, h), (shoulder_width, h), (middle, h * 0.325), (width - shoulder_width, h), (width, h), (width, 0)
    )
    left_white = polygon((side, -1), (side, h * 0.59), (side + 7, h * 0.59), (middle - foot, -1))
    return body - left_white - left_white.mirrored(width)


def letter_N(w):
    h, side = w.height, w.stem * 0.95
    width = 2 * side + w.counter * 1.26
    upper_white = polygon(
        (side * 0.99, h + 1), (width - side - 7, h * 0.43), (width - side, h * 0.43), (width - side, h + 1)
    )
    return box(0, 0, width, h) - upper_white - upper_white.half_turned(width, h)


def letter_O(w):
    return ring(bowl_width(w), w)


def letter_P(w):
    width, low = bowl_width(w) - 14, w.height * 0.365
    bowl = right_bowl(0, low, width, w.height, 0.45)
    return (box(0, 0, w.stem, w.height) | bowl) - right_counter(
        w.stem, low + w.bar * 0.96, width - w.bowl, w.height - w.bar
    )


def letter_Q(w):
    """O with a tail that grows out of the bottom of its bowl."""
    width = bowl_width(w)
    tail = Outline(width / 2, 60).to(width / 2, -OVERSHOOT)
    tail.curve(width * 0.575, -OVERSHOOT, width * 0.615, -48, width * 0.64, -110).to(width + 10, -110)
    tail.curve(width - 10, -60, width - 28, 0, width - 36, 130)
    return letter_O(w) | tail.close()


def letter_R(w):
    width, waist = bowl_width(w) - 6, w.height * 0.485
    half = w.bar * 0.44
    white = right_counter(w.stem, waist + half, width - 6 - w.bowl, w.height - w.bar)
    frame = waisted(0, (width, width - 6), waist, 0, w.height, w.stem * 0.19, turn=0.30, is_legged=True)
    leg_white = rounded(
        w.stem, -1, width - w.stem, waist - half, tr=(w.counter * 0.50, w.counter * 0.60), tension=INNER_TENSION
    )
    return frame - white - leg_white


def s_shape(w, width, side=None, turn=0.700, spine=0.082, terminal=0.650, swing=(0.54, 0.50)):
    """S and similar shapes: two halves, of which the lower one is the upper one rotated and slightly larger.

    `turn` is where the outside leaves the straight side for the spine, `spine` the extra height at which the inside does, and
    `terminal` where the stroke ends; all are fractions of the height. `swing` is the length of the spine's handles.
    """
    side = side or w.bowl * 0.985
    h, top, inner_top = w.height, w.height + OVERSHOOT, w.height - w.bar * 0.96
    outer_turn, inner_turn = h * turn, h * (turn + spine)
    reach = min(shoulder(width), top - outer_turn)
    inner_reach = min((width - 2 * side) * 0.80, inner_top - inner_turn)
    growth, inset = 0.022, width * 0.015  # the extra height of the lower half, and its extra width on either side

    def upper(x, y):
        return inset + x * (width - 2 * inset) / width, h - (h - y) * (1 - growth)

    def lower(x, y):
        return width - x, (h - y) * (1 + growth)

    def half(outline, own, other):
        """From the end of a terminal over the arch, down the spine, and around the white of the other half."""
        outline.to(*own(width, top - reach)).along(*own(width / 2, top)).across(*own(0, top - reach))
        outline.to(*own(0, outer_turn)).swing(*other(side, inner_turn), *swing)
        outline.to(*other(side, inner_top - inner_reach)).along(*other(width / 2, inner_top), INNER_TENSION)
        outline.across(*other(width - side, inner_top - inner_reach), INNER_TENSION)
        outline.to(*other(width - side, h * terminal)).to(*other(width, h * terminal))

    outline = Outline(*upper(width, h * terminal))
    half(outline, upper, lower)
    half(outline, lower, upper)
    return outline.close()


def letter_S(w):
    return s_shape(w, bowl_width(w) - 20)


def letter_T(w):
    width = w.stem + w.counter * 2.16
    return box(0, w.height - w.arm, width, w.height) | box((width - w.stem) / 2, 0, (width + w.stem) / 2, w.height)


def letter_U(w):
    width = 2 * w.stem + w.counter
    radius, inner = (width / 2, shoulder(width)), (w.counter / 2, w.counter * 0.8)
    outer = rounded(0, -OVERSHOOT, width, w.height, bl=radius, br=radius)
    return outer - rounded(w.stem, w.bar, width - w.stem, w.height + 1, bl=inner, br=inner, tension=INNER_TENSION)


def v_numbers(w):
    """The widths of V and y, of their foot, and of an arm at its top, and the height at which the arms meet.

    Diagonals are wider than stems, because the white beside them makes them look thin.
    """
    return 2 * w.stem + w.counter * 1.54, w.stem * 1.50, w.stem * 1.08, w.height * 0.26


def letter_V(w):
    width, foot, arm, notch = v_numbers(w)
    inset = (width - foot) / 2
    outer = polygon((0, w.height), (inset, 0), (width - inset, 0), (width, w.height))
    white = polygon((arm, w.height + 1), (width / 2 - 10, notch), (width / 2 + 10, notch), (width - arm, w.height + 1))
    return outer - white


def letter_W(w):
    h, arm, foot, inset = w.height, w.stem * 1.03, w.stem * 1.34, 82 * w.stem / 190
    gap, apex = w.counter * 1.20, w.stem * 1.12  # the white at the top of one half, and the width of the middle apex
    width = 2 * (arm + gap) + apex
    middle, low, high = width / 2, h * 0.30, h * 0.60
    outer = polygon((0, h), (inset, 0), (width - inset, 0), (width, h))
    notch_x = inset + foot / 2 + 6
    upper_white = polygon((arm, h + 1), (notch_x - 10, low), (notch_x + 10, low), (arm + gap, h + 1))
    lower_white = polygon((inset + foot, -1), (middle - 10, high), (middle + 10, high), (width - inset - foot, -1))
    return outer - upper_white - upper_white.mirrored(width) - lower_white


def letter_X(w):
    width, arm = 2 * w.stem + w.counter * 1.22, w.stem * 1.07
    return stroke((0, 0), (width - 8 - arm, w.height), arm) | stroke((width - arm, 0), (8, w.height), arm)


def letter_Y(w):
    width, h, arm = 2 * w.stem + w.counter * 1.20, w.height, w.stem * 1.06
    left, right = (width - w.stem) / 2, (width + w.stem) / 2
    return polygon(
        (left, 0),
        (left, h * 0.345),
        (0, h),
        (arm, h),
        (width / 2, h * 0.575),
        (width - arm, h),
        (width, h),
        (right, h * 0.345),
        (right, 0),
    )


def letter_Z(w):
    width, h, bar = w.stem + w.counter * 2.0, w.height, (w.bar + w.arm) / 2
    diagonal = polygon(
        (0, bar),
        (0, bar - 20),
        (w.stem + 22, bar - 20),
        (w.stem + 22, bar),
        (width - 4, h - bar),
        (width - 4, h - bar + 20),
        (width - w.stem - 24, h - bar + 20),
        (width - w.stem - 24, h - bar),
    )
    return box(0, 0, width, bar) | box(4, h - bar, width - 4, h) | diagonal


# Each letter: its drawing, and the white at its left and right.
STRAIGHT, ROUND, DIAGONAL = STRAIGHT_SIDE, ROUND_SIDE, DIAGONAL_SIDE
CAPITALS = {
    "A": (letter_A, 11, 11),
    "B": (letter_B, STRAIGHT, ROUND - 2),
    "C": (letter_C, ROUND, ROUND - 5),
    "D": (letter_D, STRAIGHT, ROUND - 4),
    "E": (letter_E, STRAIGHT, 21),
    "F": (letter_F, STRAIGHT, 16),
    "G": (letter_G, ROUND, ROUND),
    "H": (letter_H, STRAIGHT, STRAIGHT),
    "I": (letter_I, STRAIGHT, STRAIGHT),
    "J": (letter_J, 16, STRAIGHT),
    "K": (letter_K, STRAIGHT, 12),
    "L": (letter_L, STRAIGHT, 17),
    "M": (letter_M, STRAIGHT, STRAIGHT),
    "N": (letter_N, STRAIGHT, STRAIGHT),
    "O": (letter_O, ROUND, ROUND),
    "P": (letter_P, STRAIGHT, ROUND - 10),
    "Q": (letter_Q, ROUND, ROUND - 10),
    "R": (letter_R, STRAIGHT, STRAIGHT - 8),
    "S": (letter_S, ROUND - 4, ROUND - 4),
    "T": (letter_T, DIAGONAL + 2, DIAGONAL + 2),
    "U": (letter_U, STRAIGHT - 2, STRAIGHT - 2),
    "V": (letter_V, 11, 11),
    "W": (letter_W, 12, 12),
    "X": (letter_X, 11, 11),
    "Y": (letter_Y, 10, 10),
    "Z": (letter_Z, 20, 20),
}


def add_capitals(glyphs):
    for character, (draw, left, right) in CAPITALS.items():
        glyphs.add(character, draw(CAPITAL), left, right)
