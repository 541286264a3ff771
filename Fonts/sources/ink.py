"""How black a glyph is: the share of its box that is ink.

Glyphs with similar shares look equally dark. V, W, A and K lose most of their box to the triangles beside their diagonals, and look
gray beside H unless the diagonals are heavier than stems.
"""

from fontTools.pens.areaPen import AreaPen

# The minimum shares of glyphs with diagonals.
LEAST_INK = {**dict.fromkeys("VvΛX", 0.66), **dict.fromkeys("Ww", 0.71), "A": 0.70, "K": 0.75, "k": 0.68, "M": 0.80}


def ink(shape):
    """The share of ink in the box around a shape, 0 to 1."""
    pen = AreaPen()
    shape.oriented().draw(pen)
    left, bottom, right, top = shape.bounds
    return abs(pen.value) / ((right - left) * (top - bottom))
