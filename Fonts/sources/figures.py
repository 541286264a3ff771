"""The figures 0-9. All except 1 and 4 have the same width, so that numbers look even in a caption."""

from .capitals import ring, round_counter, waisted
from .geometry import INNER_TENSION, Outline, box, oval, polygon
from .metrics import CAPITAL, OVERSHOOT, ROUND_SIDE, STRAIGHT_SIDE

H, STEM, BOWL, BAR, ARM = CAPITAL.height, CAPITAL.stem, 192, CAPITAL.bar, CAPITAL.arm
WHITE = 84
WIDTH = 2 * BOWL + WHITE
TOP = H + OVERSHOOT
REACH = WIDTH * 0.45
INNER_REACH = WHITE * 0.80


def zero():
    return ring(WIDTH + 4, CAPITAL, side=BOWL)


def one():
    left, drop = 98, 108
    return polygon(
        (left, 0),
        (left + STEM, 0),
        (left + STEM, H),
        (left + 46, H),
        (0, H - drop),
        (0, H - drop - 124),
        (left, H - drop - 86),
    )


def hooked_top(end):
    """An outline from the terminal of 2 and ? over the arch to its right side."""
    outline = Outline(0, end).to(0, TOP - REACH).along(WIDTH / 2, TOP)
    return outline.across(WIDTH, TOP - REACH)


def close_hooked_top(outline, end):
    """Closes it from the inside of the right side, around the white, to the terminal."""
    inner_top = H - BAR
    outline.to(WIDTH - BOWL, inner_top - INNER_REACH).along(WIDTH / 2, inner_top, INNER_TENSION)
    return outline.across(BOWL, inner_top - INNER_REACH, INNER_TENSION).to(BOWL, end).close()


def two():
    end, bend = H * 0.630, H * 0.700
    outline = hooked_top(end)
    outline.curve(WIDTH, H * 0.535, BOWL + 40, H * 0.395, BOWL + 26, ARM).to(WIDTH - 4, ARM).to(WIDTH - 4, 0).to(0, 0)
    outline.to(0, BAR * 0.80).curve(0, H * 0.36, WIDTH - BOWL, H * 0.50, WIDTH - BOWL, bend)
    return close_hooked_top(outline, end)


def three():
    return three_shape(CAPITAL, WIDTH, BOWL)


def three_shape(w, width, side):
    """3 and similar shapes such as З and ε: two bowls, open at the left."""
    h, top = w.height, w.height + OVERSHOOT
    waist, half, inset = h * 0.518, w.bar * 0.44, width * 0.021
    outside = double_bowl(width, width - inset, 0, 0, waist, top, w.stem * 0.20)
    upper_white = _open_counter(side, waist + half, width - inset - side, h - w.bar)
    lower_white = _open_counter(side, h - waist + half, width - side, h - w.bar).flipped(h)
    low, high = h * 0.345, h * 0.655
    opening = box(-1, low, side + 1, waist - half) | box(-1, waist + half, side + 1, high)
    # The strokes are vertical up to their cut ends.
    ends = box(0, high, side, waist + 0.43 * (top - waist) + 4)
    ends = ends | box(0, waist - 0.43 * (waist + OVERSHOOT) - 4, side, low)
    return (outside | ends) - upper_white - lower_white - opening - box(-1, low, side * 0.76, high)


def double_bowl(right, upper_right, left, upper_left, waist, top, notch):
    """The outside of 8: two bowls, the upper one slightly smaller, which meet in a flat notch at either side."""
    middle = (left + right) / 2
    corner, turn = (1.0, 0.87), 0.66
    east = waisted(middle, (right, upper_right), waist, -OVERSHOOT, top, notch, corner, turn)
    west = waisted(-middle, (-left, -upper_left), waist, -OVERSHOOT, top, notch, corner, turn).mirrored(0)
    return east | west


def _open_counter(left, bottom, right, top):
    """The white in the upper bowl of 3: it ends with a straight edge at the waist, where it opens to the left."""
    white = right - left
    outline = Outline(left, bottom).to(right - white * 0.70, bottom).across(right, bottom + white * 0.58, INNER_TENSION)
    outline.to(right, top - white * 0.80).along((left + right) / 2, top, INNER_TENSION)
    return outline.across(left, top - white * 0.80, INNER_TENSION).close()


def four():
    right, low = WIDTH - 12, H * 0.158
    bar_top = low + BAR * 0.95
    left = right - STEM
    outer = polygon(
        (0, low),
        (0, bar_top + 14),
        (left - 34, H),
        (right, H),
        (right, bar_top),
        (right + 42, bar_top),
        (right + 42, low),
        (right, low),
        (right, 0),
        (left, 0),
        (left, low),
    )
    white = polygon((STEM * 0.82, bar_top), (left, H * 0.725), (left, bar_top))
    return outer - white


def five():
    bowl_top, flag = H * 0.640, 24
    side = flag + STEM * 0.90
    peak = WIDTH * 0.60
    outline = Outline(flag, H).to(WIDTH - 16, H).to(WIDTH - 16, H - BAR).to(side, H - BAR).to(side - 3, bowl_top - 34)
    outline.curve(side + 18, bowl_top - 12, peak - 40, bowl_top, peak, bowl_top).across(WIDTH, bowl_top - REACH * 0.92)
    outline.to(WIDTH, REACH - OVERSHOOT).along(WIDTH / 2, -OVERSHOOT).across(0, REACH - OVERSHOOT).to(0, H * 0.315)
    outline.to(BOWL, H * 0.315).to(BOWL, BAR + INNER_REACH).along(WIDTH / 2, BAR, INNER_TENSION)
    outline.across(WIDTH - BOWL, BAR + INNER_REACH, INNER_TENSION).to(WIDTH - BOWL, bowl_top - BAR - INNER_REACH)
    outline.along(WIDTH / 2, bowl_top - BAR, INNER_TENSION).across(BOWL, bowl_top - BAR - INNER_REACH, INNER_TENSION)
    return outline.to(BOWL, H * 0.405).to(flag - 12, H * 0.405).close()


def six():
    bowl_top, end = H * 0.600, H * 0.660
    peak, notch = WIDTH * 0.60, 44
    outline = Outline(WIDTH, end).to(WIDTH, TOP - REACH).along(WIDTH / 2, TOP).across(0, TOP - REACH)
    outline.to(0, REACH - OVERSHOOT).along(WIDTH / 2, -OVERSHOOT).across(WIDTH, REACH - OVERSHOOT)
    outline.to(WIDTH, bowl_top - REACH * 0.92).along(peak, bowl_top)
    outline.curve(peak - 40, bowl_top, BOWL + 20, bowl_top - notch + 28, BOWL, bowl_top - notch)
    outline.to(BOWL, H - BAR - INNER_REACH).along(WIDTH / 2, H - BAR, INNER_TENSION)
    outline.across(WIDTH - BOWL, H - BAR - INNER_REACH, INNER_TENSION).to(WIDTH - BOWL, end)
    return outline.close() - round_counter(BOWL, BAR, WIDTH - BOWL, bowl_top - BAR * 0.94)


def seven():
    width, foot, leg = WIDTH - 16, 44, STEM * 1.06
    return polygon(
        (0, H), (width, H), (width, H - ARM - 8), (foot + leg, 0), (foot, 0), (width - leg, H - ARM), (0, H - ARM)
    )


def eight():
    waist, half = H * 0.525, BAR * 0.43
    outside = double_bowl(WIDTH + 4, WIDTH - 4, 0, 8, waist, TOP, STEM * 0.20)
    upper_white = round_counter(BOWL + 4, waist + half, WIDTH - BOWL, H - BAR * 0.94)
    return outside - upper_white - round_counter(BOWL, BAR * 0.94, WIDTH + 4 - BOWL, waist - half)


def nine():
    return six().half_turned(WIDTH, H)


ROUND = ROUND_SIDE - 3
ADVANCE = WIDTH + 2 * ROUND
FIGURES = {
    "0": (zero, ROUND, ROUND),
    "1": (one, 24, STRAIGHT_SIDE),
    "2": (two, ROUND - 2, ROUND - 4),
    "3": (three, ROUND - 6, ROUND),
    "4": (four, 23, 23),
    "5": (five, ROUND - 4, ROUND),
    "6": (six, ROUND, ROUND),
    "7": (seven, 25, 22),
    "8": (eight, ROUND - 2, ROUND - 2),
    "9": (nine, ROUND, ROUND),
}


def add_figures(glyphs):
    for character, (draw, left, right) in FIGURES.items():
        if character in "147":
            glyphs.add(character, draw(), left, right)
        else:
            glyphs.add_fixed(character, draw(), ADVANCE)
