"""A five-story pagoda and a gate in the water."""

import numpy as np

from plants import blend

WALL = ("#6e1f1b", "#a5332a", "#c9513c")
TILE = ("#2a2f38", "#4a525e", "#8a8f96")


class Pagoda:
    """Five roofs that shrink upward under a bronze spire; lit from the left."""

    def __init__(self, sketch, foot, width, height):
        self.sketch, (self.u, self.foot), self.width, self.height = sketch, foot, width, height

    def draw(self):
        storey = self.height * 0.72 / 5
        base = self.foot
        self.sketch.box(
            self.u - self.width * 0.46, base - 0.03 * self.height, self.u + self.width * 0.46, base, "#8f8a86"
        )
        base -= 0.03 * self.height
        for level in range(5):
            shrink = 1 - 0.105 * level
            self._storey(base, self.width * 0.30 * shrink, storey * (0.60 if level else 0.72))
            roof = base - storey * (0.52 if level else 0.64)
            self._roof(roof, self.width * 0.5 * shrink, storey * 0.52)
            base = roof - storey * 0.36
        self._spire(base, self.height * 0.24)

    def _storey(self, base, half, tall):
        s, u = self.sketch, self.u
        s.box(u - half, base - tall, u + half, base, "#7d2620")
        for index in range(7):
            left = u - half + 2 * half * index / 7
            right = u - half + 2 * half * (index + 1) / 7
            light = 0.95 - 0.75 * index / 6
            s.box(left, base - tall, left + half * 0.055, base, blend(WALL, light))
            if index in (1, 5):
                s.box(
                    left + half * 0.08,
                    base - tall * 0.72,
                    right - half * 0.02,
                    base - tall * 0.18,
                    blend(("#8d8078", "#efe5d4"), light),
                )
            elif index == 3:
                s.box(left + half * 0.06, base - tall * 0.78, right, base - tall * 0.08, "#471511")
        s.box(u - half * 1.28, base - tall * 0.20, u + half * 1.28, base - tall * 0.14, "#b23d30")
        s.box(u - half * 1.28, base - tall * 0.06, u + half * 1.28, base, "#8c2a22")
        for x in np.linspace(-1.26, 1.26, 15):
            s.box(u + x * half - half * 0.018, base - tall * 0.20, u + x * half + half * 0.018, base, "#a5352b")

    def _roof(self, eave, half, tall):
        s, u = self.sketch, self.u
        xs = np.linspace(-1, 1, 41)
        lift = tall * 0.46 * np.abs(xs) ** 3.2
        lower = [(u + x * half, eave - up) for x, up in zip(xs, lift, strict=True)]
        under = [(u + x * half * 0.94, eave - up * 0.8 + tall * 0.16) for x, up in zip(xs, lift, strict=True)]
        s.polygon(lower + under[::-1], "#5c1d19")
        for x, up in zip(xs[1:-1], lift[1:-1], strict=True):
            s.line(
                [(u + x * half * 0.97, eave - up * 0.85), (u + x * half * 0.62, eave + tall * 0.17)],
                tall * 0.035,
                blend(("#7a241e", "#d2573f"), 0.5 - 0.5 * x),
            )
        top = [(u + x * half * 0.52, eave - tall * 0.86) for x in (1, -1)]
        upper = _sag((u - half, eave - lift[0]), top[1]) + _sag(top[0], (u + half, eave - lift[-1]), rising=False)
        s.polygon(lower[::-1] + upper, TILE[1])
        for index, x in enumerate(np.linspace(-0.96, 0.96, 37)):
            up = tall * 0.46 * abs(x) ** 3.2
            crest = (u + x * half * 0.52, eave - tall * 0.84)
            bow = (u + x * half * 0.74, eave - tall * 0.40 - up * 0.28)
            s.line(
                [(u + x * half, eave - up), bow, crest],
                tall * 0.022,
                blend(TILE, 0.85 - 0.36 * (x + 1) - 0.2 * (index % 2)),
            )
        s.line(lower, tall * 0.075, "#3d454f")
        s.line([top[1], top[0]], tall * 0.07, "#39404a")

    def _spire(self, base, tall):
        s, u = self.sketch, self.u
        s.line([(u, base + tall * 0.1), (u, base - tall)], tall * 0.030, "#4c463c")
        for ring in range(9):
            half = tall * (0.075 - 0.0045 * ring)
            v = base - tall * (0.16 + 0.068 * ring)
            s.line([(u - half, v), (u + half, v)], tall * 0.022, "#6d6048")
            s.line([(u - half, v), (u - half * 0.2, v)], tall * 0.014, "#a8946a")
        s.disc(u, base - tall * 0.98, tall * 0.03, "#b09a66")


def _sag(a, b, rising=True, steps=12):
    points = []
    for t in np.linspace(0, 1, steps):
        drop = 0.20 * abs(b[1] - a[1]) * np.sin(np.pi * t)
        points.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + drop))
    return points


def torii(sketch, foot, width, lit=-1, colors=("#5e1c18", "#9d3527", "#d96a48")):
    """A great gate; `foot` is the middle between the posts at the water line."""
    u, v = foot
    tall = width * 0.86
    dark, mid, light = colors
    for side in (-1, 1):
        for part, (shift, color) in enumerate(((0.0, mid), (-0.010, dark if lit > 0 else light))):
            half = width * (0.040 if part == 0 else 0.012)
            shift = shift * width * (2.2 if part else 1)
            low, high = u + side * width * 0.40 + shift, u + side * width * 0.345 + shift
            sketch.polygon(
                [(low - half, v), (low + half, v), (high + half * 0.8, v - tall), (high - half * 0.8, v - tall)], color
            )
        post = u + side * width * 0.40
        sketch.box(post - width * 0.052, v - tall * 0.10, post + width * 0.052, v, "#2b2522")
    sketch.box(u - width * 0.47, v - tall * 0.76, u + width * 0.47, v - tall * 0.68, mid)
    sketch.box(u - width * 0.47, v - tall * 0.70, u + width * 0.47, v - tall * 0.68, dark)
    sketch.box(u - width * 0.035, v - tall * 0.94, u + width * 0.035, v - tall * 0.70, mid)
    _lintel(sketch, u, v - tall * 0.92, width * 0.60, width * 0.052, mid)
    _lintel(sketch, u, v - tall * 0.975, width * 0.66, width * 0.050, "#2c2a2e")
    _lintel(sketch, u, v - tall * 1.015, width * 0.66, width * 0.037, "#6f625c")


def _lintel(sketch, u, v, half, thick, color):
    xs = np.linspace(-1, 1, 31)
    top = [(u + x * half, v - half * 0.085 * x * x) for x in xs]
    bottom = [(u + x * half * 0.975, v + thick - half * 0.075 * x * x) for x in xs[::-1]]
    sketch.polygon(top + bottom, color)
