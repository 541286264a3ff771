"""Arrows."""

from .geometry import box, polygon
from .mathematics import AXIS, LINE, SIDE, H, mirrored


def arrow_head(length, spread, y=AXIS):
    """The head of →, with its tip at x = 0."""
    return polygon((-length, y + spread), (-length, y - spread), (0, y - 30), (0, y + 30))


def rail(left, right, y=AXIS, thickness=LINE):
    return box(left, y - thickness / 2, right, y + thickness / 2)


def double_rail(left, right):
    return rail(left, right, AXIS + 92, 100) | rail(left, right, AXIS - 92, 100)


def arrow(length=640):
    """→"""
    return rail(0, length - 220) | arrow_head(250, 236).moved(length)


def double_arrow(length=640):
    """⇒"""
    return double_rail(0, length - 210) | arrow_head(240, 262).moved(length)


def both_ways(length=740):
    """↔"""
    head = arrow_head(250, 236).moved(length)
    return rail(220, length - 220) | head | head.mirrored(length)


def double_both_ways(length=780):
    """⇔"""
    head = arrow_head(240, 262).moved(length)
    return double_rail(210, length - 210) | head | head.mirrored(length)


def upright(shape):
    """The arrow pointing upward, on the baseline."""
    turned = shape.rotated(90)
    left, bottom, _, top = turned.bounds
    return turned.moved(-left, (H - (top - bottom)) / 2 - bottom)


ARROWS = {
    "→": (arrow, SIDE, SIDE),
    "←": (lambda: mirrored(arrow()), SIDE, SIDE),
    "↔": (both_ways, SIDE, SIDE),
    "↑": (lambda: upright(arrow()), SIDE, SIDE),
    "↓": (lambda: upright(arrow()).flipped(H), SIDE, SIDE),
    "↕": (lambda: upright(both_ways()), SIDE, SIDE),
    "⇒": (double_arrow, SIDE, SIDE),
    "⇐": (lambda: mirrored(double_arrow()), SIDE, SIDE),
    "⇔": (double_both_ways, SIDE, SIDE),
    "⇑": (lambda: upright(double_arrow()), SIDE, SIDE),
    "⇓": (lambda: upright(double_arrow()).flipped(H), SIDE, SIDE),
    "↗": (lambda: arrow().rotated(45, (320, AXIS)), SIDE, SIDE),
    "↘": (lambda: arrow().rotated(-45, (320, AXIS)), SIDE, SIDE),
    "↖": (lambda: arrow().rotated(135, (320, AXIS)), SIDE, SIDE),
    "↙": (lambda: arrow().rotated(-135, (320, AXIS)), SIDE, SIDE),
}


def add_arrows(glyphs):
    for characters, (draw, left, right) in ARROWS.items():
        glyphs.add(characters, draw(), left, right)
