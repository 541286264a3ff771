"""The iron tower of Paris, from its real proportions: 330 m high, 125 m wide, platforms at 57, 115 and 276 m."""

from itertools import pairwise

import numpy as np

LEVELS = (0.0, 0.06, 0.12, 0.173, 0.25, 0.349, 0.45, 0.60, 0.75, 0.836, 1.0)
OUTER = (0.189, 0.156, 0.129, 0.108, 0.079, 0.056, 0.0415, 0.027, 0.0175, 0.0135, 0.0135)
INNER = (0.112, 0.094, 0.078, 0.064, 0.041, 0.024, 0.0, 0.0, 0.0, 0.0, 0.0)


def outer(t):
    return float(np.interp(t, LEVELS, OUTER))


def inner(t):
    return float(np.interp(t, LEVELS, INNER))


class Tower:
    """Draws on a sketch; `foot` is the middle of the base, `height` in picture heights."""

    def __init__(self, sketch, foot, height, iron="#4a3d38", light="#7a6355", dark="#332b2b"):
        self.sketch, (self.u, self.foot), self.height = sketch, foot, height
        self.iron, self.light, self.dark = iron, light, dark

    def at(self, x, t):
        return self.u + x * self.height, self.foot - t * self.height

    def draw(self):
        self._far_side()
        self._arch()
        for side in (-1, 1):
            self._leg(side)
        self._shaft()
        self._platforms()
        self._head()

    def _far_side(self):
        # The rear legs, visible through the lattice, keep the tower from looking like wire.
        for side in (-1, 1):
            levels = np.linspace(0.0, 0.45, 24)
            edge = [self.at(side * (inner(t) + 0.30 * (outer(t) - inner(t))), t) for t in levels]
            back = [self.at(side * (outer(t) - 0.10 * (outer(t) - inner(t))), t) for t in reversed(levels)]
            self.sketch.polygon(edge + back, self.dark)
        shaft = [self.at(-0.66 * outer(t), t) for t in np.linspace(0.42, 0.83, 20)]
        shaft += [self.at(0.66 * outer(t), t) for t in np.linspace(0.83, 0.42, 20)]
        self.sketch.polygon(shaft, self.dark)

    def _beam(self, a, b, width, color):
        self.sketch.line([self.at(*a), self.at(*b)], width * self.height, color)

    def _leg(self, side):
        color = self.light if side < 0 else self.iron
        stops = np.concatenate([np.linspace(0.0, 0.165, 9), np.linspace(0.18, 0.34, 10), np.linspace(0.36, 0.45, 7)])
        for low, high in pairwise(stops):
            a, b, c, d = (side * f(t) for f, t in ((inner, low), (outer, low), (inner, high), (outer, high)))
            middle_low, middle_high = (a + b) / 2, (c + d) / 2
            for left, right, up_left, up_right in ((a, middle_low, c, middle_high), (middle_low, b, middle_high, d)):
                self._beam((left, low), (up_right, high), 0.0026, color)
                self._beam((right, low), (up_left, high), 0.0026, color)
            self._beam((a, low), (b, low), 0.0028, self.iron)
            self._beam((middle_low, low), (middle_high, high), 0.0026, color)
            self._beam((a, low), (c, high), 0.0048, self.iron)
            self._beam((b, low), (d, high), 0.0052, color)
        foot = [self.at(side * x, t) for x, t in ((0.104, 0.0), (0.197, 0.0), (0.194, 0.014), (0.107, 0.014))]
        self.sketch.polygon(foot, "#8b8178")

    def _arch(self):
        turns = np.linspace(0.08, np.pi - 0.08, 60)
        for radius, width in ((0.100, 0.0045), (0.111, 0.0045)):
            curve = [self.at(radius * np.cos(turn), 0.052 + radius * 0.98 * np.sin(turn)) for turn in turns]
            self.sketch.line(curve, width * self.height, self.iron)
        for turn in turns:
            a, b = ((r * np.cos(turn), 0.052 + r * 0.98 * np.sin(turn)) for r in (0.100, 0.111))
            self._beam(a, b, 0.002, self.iron)

    def _shaft(self):
        stops = 0.45 + (0.83 - 0.45) * np.linspace(0, 1, 30) ** 0.9
        for low, high in pairwise(stops):
            a, b = outer(low), outer(high)
            for left, right, up_left, up_right, color in ((-a, 0, -b, 0, self.light), (0, a, 0, b, self.iron)):
                self._beam((left, low), (up_right, high), 0.0022, color)
                self._beam((right, low), (up_left, high), 0.0022, color)
            self._beam((-a, low), (a, low), 0.0022, self.iron)
            self._beam((-a, low), (-b, high), 0.0046, self.light)
            self._beam((a, low), (b, high), 0.0046, self.iron)
            self._beam((0, low), (0, high), 0.0026, self.iron)

    def _deck(self, level, half, thickness, lip):
        corners = ((-half, level), (half, level), (half, level + thickness), (-half, level + thickness))
        self.sketch.polygon([self.at(*corner) for corner in corners], self.iron)
        self._beam((-half - lip, level + thickness), (half + lip, level + thickness), 0.004, self.light)
        for x in np.linspace(-half, half, int(half * 520)):
            self._beam((x, level), (x, level + thickness), 0.0016, self.dark)

    def _platforms(self):
        self._deck(0.160, 0.112, 0.017, 0.006)
        self._deck(0.340, 0.061, 0.012, 0.004)
        self._deck(0.345, 0.050, 0.020, 0.0)

    def _head(self):
        self._deck(0.829, 0.020, 0.012, 0.003)
        self._deck(0.842, 0.014, 0.014, 0.0)
        dome = [self.at(0.012 * np.cos(turn), 0.856 + 0.022 * np.sin(turn)) for turn in np.linspace(0, np.pi, 16)]
        self.sketch.polygon(dome, self.iron)
        self._beam((0, 0.87), (0, 0.935), 0.0075, self.iron)
        self._beam((0, 0.93), (0, 1.0), 0.0035, self.iron)
