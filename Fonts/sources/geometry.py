"""Shapes, and the functions that make them.

A `Shape` is a filled region with value semantics. Shapes are combined with `|` (union), `-` (difference) and `&`
(intersection), so the code of a letter describes it: a bowl without its counter, joined to a stem.
"""

import math

import pathops
from fontTools.misc.bezierTools import cubicPointAtT, solveQuadratic, splitCubicAtT
from fontTools.pens.filterPen import FilterPen
from fontTools.pens.transformPen import TransformPen

# The ends of the handles of a quarter curve, as a fraction of its extent. A circle has .552; higher values are squarer.
TENSION = 0.60
INNER_TENSION = 0.58


class Shape:
    """A filled region of the plane."""

    def __init__(self, path=None):
        self.path = path if path is not None else pathops.Path()

    def __or__(self, other):
        return Shape(pathops.op(self.path, other.path, pathops.PathOp.UNION))

    def __sub__(self, other):
        return Shape(pathops.op(self.path, other.path, pathops.PathOp.DIFFERENCE))

    def __and__(self, other):
        return Shape(pathops.op(self.path, other.path, pathops.PathOp.INTERSECTION))

    @property
    def bounds(self):
        """(left, bottom, right, top) of the curves, not of their handles."""
        return self.path.bounds

    @property
    def is_empty(self):
        return not list(self.path.segments)

    def transformed(self, xx=1, xy=0, yx=0, yy=1, dx=0, dy=0):
        path = pathops.Path()
        self.path.draw(TransformPen(path.getPen(), (xx, xy, yx, yy, dx, dy)))
        return Shape(path)

    def moved(self, dx=0, dy=0):
        return self.transformed(dx=dx, dy=dy)

    def scaled(self, x=1, y=None):
        return self.transformed(xx=x, yy=x if y is None else y)

    def mirrored(self, width):
        """Left and right swapped within 0...width."""
        return self.transformed(xx=-1, dx=width)

    def flipped(self, height):
        """Top and bottom swapped within 0...height."""
        return self.transformed(yy=-1, dy=height)

    def half_turned(self, width, height):
        return self.transformed(xx=-1, yy=-1, dx=width, dy=height)

    def rotated(self, degrees, about=(0, 0)):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = about
        return self.transformed(c, s, -s, c, x - c * x + s * y, y - s * x - c * y)

    def oriented(self):
        """The same region without overlaps, with outer contours clockwise, as TrueType requires."""
        path = pathops.Path(self.path)
        path.simplify(fix_winding=True, keep_starting_points=False, clockwise=True)
        split = pathops.Path()
        path.draw(_ExtremaPen(split.getPen()))
        return split


class _ExtremaPen(FilterPen):
    """Divides curves where they bulge beyond their ends, as in rotated shapes."""

    BULGE = 1.0  # units; a flatter bulge needs no point

    def moveTo(self, point):
        self._at = point
        super().moveTo(point)

    def lineTo(self, point):
        self._at = point
        super().lineTo(point)

    def curveTo(self, *points):
        curve = (self._at, *points)
        self._at = points[-1]
        for _, *rest in splitCubicAtT(*curve, *self._extrema(curve)):
            super().curveTo(*rest)

    def _extrema(self, curve):
        found = []
        for axis in (0, 1):
            a, b, c, d = (point[axis] for point in curve)
            # The derivative of the cubic, as a quadratic equation.
            roots = solveQuadratic(3 * (d - a + 3 * (b - c)), 6 * (a - 2 * b + c), 3 * (b - a))
            for t in roots:
                if 0.02 < t < 0.98:
                    value = cubicPointAtT(*curve, t)[axis]
                    if max(value - max(a, d), min(a, d) - value) > self.BULGE:
                        found.append(t)
        return sorted(found)


def union(*shapes):
    result = Shape()
    for shape in shapes:
        result = result | shape
    return result


def polygon(*points):
    path = pathops.Path()
    pen = path.getPen()
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()
    return Shape(path)


def box(left, bottom, right, top):
    return polygon((left, bottom), (right, bottom), (right, top), (left, top))


def stroke(start, end, width):
    """A straight stroke with horizontal ends; `width` is measured horizontally."""
    (x0, y0), (x1, y1) = start, end
    return polygon((x0, y0), (x0 + width, y0), (x1 + width, y1), (x1, y1))


class Outline:
    """A closed contour, written as pen movements. Every curve leaves and arrives along an axis or a given direction.

    Because curves meet at their extremes, the points that rasterizers and type designers expect exist by construction.
    """

    def __init__(self, x, y):
        self._path = pathops.Path()
        self._pen = self._path.getPen()
        self._pen.moveTo((x, y))
        self._at = (x, y)

    def to(self, x, y):
        """A straight line; none if the pen is already there."""
        if math.dist(self._at, (x, y)) < 0.01:
            return self
        self._pen.lineTo((x, y))
        self._at = (x, y)
        return self

    def across(self, x, y, tension=TENSION):
        """A quarter curve that leaves horizontally and arrives vertically."""
        x0, y0 = self._at
        return self.curve(x0 + (x - x0) * tension, y0, x, y - (y - y0) * tension, x, y)

    def along(self, x, y, tension=TENSION):
        """A quarter curve that leaves vertically and arrives horizontally."""
        x0, y0 = self._at
        return self.curve(x0, y0 + (y - y0) * tension, x - (x - x0) * tension, y, x, y)

    def swing(self, x, y, leave=0.5, arrive=0.5):
        """An S-shaped curve, vertical at both ends."""
        x0, y0 = self._at
        return self.curve(x0, y0 + (y - y0) * leave, x, y - (y - y0) * arrive, x, y)

    def curve(self, x1, y1, x2, y2, x, y):
        """Any cubic curve, by its two handles and its end."""
        self._pen.curveTo((x1, y1), (x2, y2), (x, y))
        self._at = (x, y)
        return self

    def close(self):
        self._pen.closePath()
        return Shape(self._path)


def _fitted(a, b, extent):
    """Two radii on one side, both reduced if they would overlap."""
    total = a + b
    return (a, b) if total <= extent else (a * extent / total, b * extent / total)


def rounded(left, bottom, right, top, bl=(0, 0), br=(0, 0), tr=(0, 0), tl=(0, 0), tension=TENSION):
    """A box whose corners (bottom left, bottom right, top right, top left) have the given radii (x, y)."""
    width, height = right - left, top - bottom
    blx, brx = _fitted(bl[0], br[0], width)
    tlx, trx = _fitted(tl[0], tr[0], width)
    bly, tly = _fitted(bl[1], tl[1], height)
    bry, try_ = _fitted(br[1], tr[1], height)
    outline = Outline(left + blx, bottom).to(right - brx, bottom)
    if brx:
        outline.across(right, bottom + bry, tension)
    outline.to(right, top - try_)
    if trx:
        outline.along(right - trx, top, tension)
    outline.to(left + tlx, top)
    if tlx:
        outline.across(left, top - tly, tension)
    outline.to(left, bottom + bly)
    if blx:
        outline.along(left + blx, bottom, tension)
    return outline.close()


def oval(left, bottom, right, top, shoulder=None, tension=TENSION):
    """A box with round ends; `shoulder` is the length of the rounding down the sides, by default half of them."""
    radius = ((right - left) / 2, (top - bottom) / 2 if shoulder is None else min(shoulder, (top - bottom) / 2))
    return rounded(left, bottom, right, top, radius, radius, radius, radius, tension)


def circle(x, y, radius):
    return oval(x - radius, y - radius, x + radius, y + radius, tension=0.5523)
