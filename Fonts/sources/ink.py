"""How black a glyph is: the share of its box that is ink.

Compared by eye, letters of a line are equally dark if their shares are near each other. V, W, A and K lose most of their box to the
triangles beside their diagonals, and look gray beside H unless these are heavier than its stems.
"""

from fontTools.pens.areaPen import AreaPen

# The least share for letters with diagonals.
LEAST_INK = {"V": 0.66, "W": 0.71, "A": 0.70, "K": 0.75, "M": 0.80, "X": 0.66, "v": 0.66, "w": 0.71, "k": 0.68, "Λ": 0.66}


def ink(shape):
    """The share of ink in the box around a shape, 0 to 1."""
    pen = AreaPen()
    shape.oriented().draw(pen)
    left, bottom, right, top = shape.bounds
    return abs(pen.value) / ((right - left) * (top - bottom))
