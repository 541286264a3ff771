"""The sides of a glyph: its white on each line."""

from fontTools.pens.basePen import BasePen

STEPS = 10  # the number of straight pieces per curve


class _EdgePen(BasePen):
    """Collects a path as straight edges."""

    def __init__(self):
        super().__init__(None)
        self.edges = []
        self._start = self._at = None

    def _moveTo(self, point):
        self._start = self._at = point

    def _lineTo(self, point):
        self.edges.append((self._at, point))
        self._at = point

    def _curveToOne(self, b, c, d):
        a = self._at
        for step in range(1, STEPS + 1):
            t = step / STEPS
            u = 1 - t
            self._lineTo(
                tuple(u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k] for k in (0, 1))
            )

    def _closePath(self):
        if self._at != self._start:
            self._lineTo(self._start)


def edges(shape):
    """The boundary of a shape as straight pieces."""
    pen = _EdgePen()
    shape.path.draw(pen)
    return pen.edges


def crossings(shape_edges, y):
    """The positions at which a horizontal line crosses the boundary, from left to right."""
    xs = []
    for (x0, y0), (x1, y1) in shape_edges:
        if (y0 <= y) != (y1 <= y):
            xs.append(x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    return sorted(xs)


def profile(glyphs, name, lines):
    """The white at the left and right of a drawn glyph on each line; None if the line has no ink."""
    glyph = glyphs[name]
    shape_edges = edges(glyph.shape)
    left, right = [], []
    for y in lines:
        xs = crossings(shape_edges, y + 0.5)
        left.append(xs[0] if xs else None)
        right.append(glyph.advance - xs[-1] if xs else None)
    return left, right
