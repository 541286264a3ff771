"""Glyphs that OpenType features substitute for others: `case`, `frac`, `liga`."""

from . import figures, lowercase
from .geometry import INNER_TENSION, Outline, box
from .lowercase import BAR, CROSSBAR, DOT_BOTTOM, STEM, H
from .metrics import ASCENDER, CAP_HEIGHT, STRAIGHT_SIDE, X_HEIGHT
from .small import denominator, numerator

CASE_SUFFIX = ".case"
# Signs whose height suits lowercase letters, and the distance by which they are raised between capitals.
RISE = {
    **dict.fromkeys("-‐–—−+=×÷±≠≈<>~•·", round(CAP_HEIGHT * 0.5 - CAP_HEIGHT * 0.40)),
    **dict.fromkeys("«»‹›", round((CAP_HEIGHT - X_HEIGHT * 1.02) / 2)),
    **dict.fromkeys("()[]{}", 45),
    **dict.fromkeys("¡¿", CAP_HEIGHT - X_HEIGHT),
    **dict.fromkeys(":;", 46),
    "@": 49,
}
CASE = "".join(RISE)
F_LEFT = 42  # the left side of the stem of f
FIGURE_SIDE = 14  # white beside a figure in a fraction
# The character of each ligature, and its letters.
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl"}
ORDINALS = {"ª": "aA", "º": "oO"}


def numerator_name(figure):
    return f"{figure_name(figure)}.numr"


def denominator_name(figure):
    return f"{figure_name(figure)}.dnom"


def figure_name(figure):
    return f"uni{ord(figure):04X}"


def fi():
    """The hook of f continues into the dot of i."""
    shape, second, _ = _f_with_stem()
    return shape - _under_hook(DOT_BOTTOM, second + STEM + 1)


def fl():
    """The hook of f continues into the stem of l."""
    shape, second, roof = _f_with_stem()
    return shape - _under_hook(roof - BAR, second)


def _f_with_stem():
    """f and a stem with the space between them filled, the left side of the stem, and the top of both."""
    second, roof = F_LEFT + STEM + 96, ASCENDER + 6
    outline = Outline(F_LEFT, 0).to(F_LEFT, H - CROSSBAR).to(0, H - CROSSBAR).to(0, H).to(F_LEFT, H)
    outline.to(F_LEFT, roof - 136).along(F_LEFT + 146, roof).to(second + STEM, roof).to(second + STEM, 0).to(second, 0)
    return outline.to(second, H - CROSSBAR).to(F_LEFT + STEM, H - CROSSBAR).to(F_LEFT + STEM, 0).close(), second, roof


def _under_hook(top, end):
    right = F_LEFT + STEM
    white = Outline(right, H).to(end, H).to(end, top).to(right + 44, top)
    return white.across(right, top - 36, INNER_TENSION).close()


def ff():
    step = STEM + 104
    left = F_LEFT
    bridge = box(left + STEM - 10, H - CROSSBAR, left + step + 10, H)
    return lowercase.letter_f() | lowercase.letter_f().moved(step) | bridge


def add_alternates(glyphs):
    glyphs.add("ﬀ", ff(), 10, 10)
    glyphs.add("ﬁ", fi(), 10, STRAIGHT_SIDE - 1)
    glyphs.add("ﬂ", fl(), 10, STRAIGHT_SIDE - 1)
    for character, rise in RISE.items():
        base = glyphs.for_character(character)
        glyphs.add_alternate(base, CASE_SUFFIX, rise)
    for figure in "0123456789":
        draw = figures.FIGURES[figure][0]
        glyphs.add("", numerator(draw), FIGURE_SIDE, FIGURE_SIDE, numerator_name(figure))
        glyphs.add("", denominator(draw), FIGURE_SIDE, FIGURE_SIDE, denominator_name(figure))
