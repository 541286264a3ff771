"""Roofs, quays, bridges and lamps of Paris."""

from itertools import pairwise

import numpy as np

from plants import blend

ZINC = ("#5b6672", "#8494a4", "#b4c0c9")
STONE = ("#8d8071", "#c9bba4", "#efe3cb")
CLAY = ("#7d4a35", "#b26a48", "#d39067")


def roof_row(sketch, random, base, size, light=-1, windows=None):
    """A street of houses with zinc mansard roofs; `size` is a house's width, `base` the row of its cornice."""
    u = -size * random.random()
    while u < sketch.canvas.aspect + size:
        width = size * (0.75 + 0.75 * random.random())
        cornice = base + size * random.normal(0, 0.10)
        house(sketch, random, u, cornice, width, size, light, windows)
        u += width * 0.985


def house(sketch, random, u, cornice, width, size, light, windows):
    tone = 0.42 + 0.25 * random.random()
    steep, crest = size * (0.30 + 0.12 * random.random()), size * (0.05 + 0.10 * random.random())
    _facade(sketch, random, u, cornice, width, size, tone, windows)
    inset = size * 0.07
    left, right = u + inset * 0.3, u + width - inset * 0.3
    sketch.polygon(
        [(u, cornice), (left + inset, cornice - steep), (right - inset, cornice - steep), (u + width, cornice)],
        blend(ZINC, tone),
    )
    for x in np.arange(left + inset, right - inset, size * 0.035):
        sketch.line([(x, cornice), (x, cornice - steep)], size * 0.004, blend(ZINC, tone - 0.16))
    sketch.polygon(
        [
            (left + inset, cornice - steep),
            (left + inset * 2.4, cornice - steep - crest),
            (right - inset * 2.4, cornice - steep - crest),
            (right - inset, cornice - steep),
        ],
        blend(ZINC, tone + 0.32),
    )
    count = max(2, int(width / (size * 0.26)))
    for index in range(count):
        _dormer(sketch, random, u + width * (index + 0.5) / count, cornice, size, steep, tone, windows)
    sketch.box(u - size * 0.01, cornice - size * 0.02, u + width, cornice + size * 0.025, blend(STONE, 0.85))
    _chimney(sketch, random, u + width - size * 0.06, cornice - steep * 0.75, size, light)
    if random.random() < 0.5:
        _chimney(sketch, random, u + width * random.uniform(0.2, 0.6), cornice - steep, size * 0.7, light)


def _facade(sketch, random, u, cornice, width, size, tone, windows):
    depth = size * 1.5
    sketch.box(u, cornice, u + width, cornice + depth, blend(STONE, tone + 0.15))
    count = max(2, int(width / (size * 0.20)))
    for floor in range(4):
        top = cornice + size * (0.10 + 0.33 * floor)
        for index in range(count):
            x = u + width * (index + 0.5) / count
            glass = "#4a5058" if windows is None or random.random() > windows else "#ffcf7d"
            sketch.box(x - size * 0.038, top, x + size * 0.038, top + size * 0.19, glass)
            sketch.box(x - size * 0.064, top, x - size * 0.040, top + size * 0.19, blend(STONE, tone + 0.4))
            sketch.box(x + size * 0.040, top, x + size * 0.064, top + size * 0.19, blend(STONE, tone + 0.3))
        sketch.line([(u, top + size * 0.20), (u + width, top + size * 0.20)], size * 0.016, "#3d3a3a")


def _dormer(sketch, random, x, cornice, size, steep, tone, windows):
    half, top, foot = size * 0.058, cornice - steep * 0.80, cornice - steep * 0.12
    sketch.box(x - half, top, x + half, foot, blend(STONE, 0.75 + 0.2 * random.random()))
    glass = "#515a66" if windows is None or random.random() > windows else "#ffd58c"
    sketch.box(x - half * 0.62, top + size * 0.02, x + half * 0.62, foot - size * 0.01, glass)
    sketch.polygon([(x - half * 1.35, top), (x, top - size * 0.05), (x + half * 1.35, top)], blend(ZINC, tone + 0.35))


def _chimney(sketch, random, x, foot, size, light):
    tall, half = size * (0.24 + 0.16 * random.random()), size * (0.07 + 0.05 * random.random())
    sketch.box(x - half, foot - tall, x + half, foot + size * 0.15, blend(STONE, 0.55))
    lit = (x - half, x - half * 0.45) if light < 0 else (x + half * 0.45, x + half)
    sketch.box(lit[0], foot - tall, lit[1], foot + size * 0.15, blend(STONE, 0.98))
    sketch.box(x - half * 1.1, foot - tall - size * 0.015, x + half * 1.1, foot - tall + size * 0.01, blend(STONE, 0.7))
    for pot in np.linspace(-0.8, 0.8, 5):
        high = size * (0.05 + 0.04 * random.random())
        px = x + pot * half
        sketch.box(px - size * 0.011, foot - tall - high, px + size * 0.011, foot - tall, blend(CLAY, random.random()))


def bridge(sketch, water, deck, piers, color="#b7a48a", dark="#5d5248"):
    """A stone bridge of low arches; `piers` are the positions in u where the arches end, `deck` is the roadway's row."""
    left, right = piers[0], piers[-1]
    sketch.box(left - 0.2, deck, right + 0.2, water + 0.006, color)
    for a, b in pairwise(piers):
        middle, half = (a + b) / 2, (b - a) / 2 - 0.012
        turns = np.linspace(0, np.pi, 40)
        rise = (water - deck) * 0.74
        arch = [(middle + half * np.cos(t), water + 0.008 - rise * np.sin(t) ** 0.8) for t in turns]
        ring = [(middle + half * 1.06 * np.cos(t), water + 0.008 - rise * 1.10 * np.sin(t) ** 0.8) for t in turns]
        sketch.polygon(ring, blend(("#7d705f", "#d8c6a8"), 0.6))
        sketch.polygon(arch, dark)
        inner = [
            (middle + 0.012 + half * 0.95 * np.cos(t), water + 0.008 - rise * 0.92 * np.sin(t) ** 0.8) for t in turns
        ]
        sketch.polygon(inner, "#000000")
    sketch.box(left - 0.2, deck - 0.004, right + 0.2, deck + 0.006, blend(STONE, 0.9))
    for u in np.arange(left - 0.2, right + 0.2, 0.011):
        sketch.line([(u, deck - 0.014), (u, deck)], 0.0022, blend(STONE, 0.6))
    sketch.line([(left - 0.2, deck - 0.015), (right + 0.2, deck - 0.015)], 0.004, blend(STONE, 0.8))


def lamp(canvas, u, v, size=0.012, color="#ffb45e", strength=1.0):
    """The light of a street lamp: a point in its halo."""
    d = canvas.distance(u, v)
    canvas.add(color, strength * (1.5 * np.exp(-((d / (size * 0.35)) ** 2)) + 0.20 * np.exp(-d / (size * 1.4))))
