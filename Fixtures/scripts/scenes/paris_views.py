"""Paris around its iron tower."""

import numpy as np

import paris
import plants
import skies
import water
from canvas import Canvas, Sketch
from color import mix
from fuji import wooded_shore
from noise import fbm, smoothstep
from tower import Tower


def tower_at_dawn(width, height):
    c = Canvas(width, height)
    ground = 0.86
    skies.gradient(
        c, ground, [(0, "#7f9cc4"), (0.30, "#b7bfd6"), (0.55, "#e9c7c4"), (0.78, "#f9d3a9"), (1.0, "#fde6bf")]
    )
    sun = (c.aspect * 0.30, 0.74)
    skies.glow(c, *sun, "#ffb066", 0.60, 0.34, 1.5)
    skies.Clouds(0.44, 0.85, 1.8, 1.5, 0.8, 0.09, 7, 5).paint(c, ground, "#ffe0c2", "#b8a8bd", sun, "#ffd9a0")
    skies.sun(c, *sun, 0.020, "#fff0c4", 1.6)
    for row, rise, fog, seed in ((0.80, 0.05, 0.78, 91), (0.83, 0.05, 0.62, 92)):
        wooded_shore(c, row + 0.05, rise + 0.05, "#5b5560", "#a58d84", "#f3cfb4", fog, seed=seed)
    iron = Sketch(c, "#4a3d38")
    Tower(iron, (c.aspect * 0.60, 0.875), 0.80, "#51403a", "#8a6a55", "#3c3232").draw()
    mask = iron.paint()
    c.cover("#f6cfac", mask * np.clip(0.10 + 0.62 * smoothstep(0.45, 0.90, c.v), 0, 0.72))
    skies.haze(c, 0.85, "#f8d6b4", 0.055, 0.55, seed=23)
    _lawn(c, 0.86)
    random = np.random.default_rng(41)
    for u, v, w, h in (
        (0.02, 0.80, 0.36, 0.34),
        (0.17, 0.84, 0.22, 0.20),
        (0.99, 0.79, 0.40, 0.36),
        (0.86, 0.84, 0.20, 0.18),
    ):
        near = Sketch(c, "#3c3f33", 2)
        near.line([(u * c.aspect, v), (u * c.aspect, 0.93)], 0.012, "#35302b")
        plants.crown(
            near,
            random,
            (u * c.aspect, v),
            (w, h),
            ("#2b2c28", "#4c4a37", "#8a7448", "#d6a765"),
            0.0026,
            12000,
            (0.75 if u < 0.5 else -0.8, -0.55),
            40,
        )
        mask = near.paint()
        c.cover("#f6cfac", mask * (0.10 + 0.25 * (0.1 < u < 0.9)))
    return c.finished(bloom=0.20, exposure=0.98)


def _lawn(c, row):
    inside = smoothstep(row, row + 0.004, c.v)
    near = np.clip((c.v - row) / (1 - row), 0, 1)
    lift = 0.10 / (c.v - row + 0.02)
    blades = fbm((c.u - c.aspect * 0.6) * lift * 60, lift * 60 + 0 * c.u, 5, 44, gain=0.7)
    light = 0.5 + 0.16 * blades + 0.25 * np.exp(-(((c.u - c.aspect * 0.32) / 0.5) ** 2))
    c.cover(mix("#4d5636", "#c4a968", np.clip(light, 0, 1)) * (1 - 0.35 * near)[..., None], inside)
    c.cover("#f8d6b4", inside * np.exp(-near * 4.5) * 0.8)


def rooftops_in_gold(width, height):
    c = Canvas(width, height)
    horizon = 0.52
    skies.gradient(c, horizon, [(0, "#6f97c6"), (0.5, "#a9bfd6"), (0.85, "#f0d7b4"), (1.0, "#f9dfb0")])
    sun = (c.aspect * 0.10, 0.40)
    skies.glow(c, *sun, "#ffbe6e", 0.5, 0.4, 1.8)
    skies.Clouds(0.50, 0.95, 1.4, 1.2, 0.92, 0.09, 7, 28).paint(c, horizon, "#fff0d6", "#a7aec4", sun, "#ffdca6")
    iron = Sketch(c, "#4a3d38")
    Tower(iron, (c.aspect * 0.70, 0.56), 0.44, "#6a554b", "#a0805f", "#54484a").draw()
    mask = iron.paint()
    c.cover("#efd4b0", mask * 0.35)
    random = np.random.default_rng(7)
    rows = 8
    for index in range(rows):
        near = index / (rows - 1)
        street = Sketch(c, "#8494a4", 2 if near > 0.5 else 3)
        paris.roof_row(street, random, 0.525 + 0.40 * near**1.5, 0.035 + 0.235 * near**1.7, -1)
        light = 0.86 + 0.30 * np.exp(-c.u / 0.8) + 0.05 * fbm(c.u * 18, c.v * 18, 4, 50 + index)
        mask = street.paint(light=light)
        c.cover("#ffcf94", mask * 0.10)
        c.cover("#efd2ac", mask * 0.70 * (1 - near) ** 2.0)
    return c.finished(bloom=0.15, exposure=0.95)


def bridge_at_dusk(width, height):
    c = Canvas(width, height)
    shore = 0.62
    skies.gradient(c, shore, [(0, "#16244a"), (0.4, "#34487c"), (0.72, "#7a769e"), (0.9, "#d39b86"), (1.0, "#efb37c")])
    skies.Clouds(0.46, 0.9, 2.2, 1.2, 0.75, 0.09, 7, 34).paint(
        c, shore, "#b98f9c", "#36406c", (c.aspect * 0.7, 0.6), "#ffb288"
    )
    iron = Sketch(c, "#c98f4a")
    Tower(iron, (c.aspect * 0.235, 0.585), 0.50, "#c98a3e", "#f2bd68", "#6b4630").draw()
    mask = iron.paint()
    c.add("#ff9a36", 0.30 * c.blurred(mask, 0.016) + 0.18 * c.blurred(mask, 0.05))
    wooded_shore(c, 0.60, 0.06, "#1c2133", "#3a3a48", "#5c5a7c", 0.30, seed=95)
    random = np.random.default_rng(19)
    street = Sketch(c, "#5c5a7c", 3)
    paris.roof_row(street, random, 0.535, 0.052, -1, windows=0.55)
    light = 0.24 + 0.10 * np.exp(-(((c.v - 0.60) / 0.03) ** 2))
    right = smoothstep(c.aspect * 0.42, c.aspect * 0.50, c.u)
    houses, colors = street.mask() * right * (c.v < 0.602), street.colors()
    glow = smoothstep(0.35, 0.6, colors[..., 0] - 0.9 * colors[..., 2])
    c.cover(colors * (light + 1.1 * glow)[..., None], houses)
    wooded_shore(c, 0.612, 0.035, "#141a2a", "#2c2c38", "#5c5a7c", 0.12, seed=96)
    quay = Sketch(c, "#5d5248")
    quay.box(-0.1, 0.598, c.aspect + 0.1, shore + 0.002, "#675c55")
    quay.paint(light=0.30 + 0.06 * fbm(c.u * 40, c.v * 90, 4, 61))
    _arches(c, shore)
    for u in np.linspace(0.03, c.aspect - 0.03, 13):
        paris.lamp(c, u, 0.526, 0.011, "#ffae58", 0.9)
    water.reflect(c, shore, "#101a36", calm=0.60, depth=0.45, seed=37, eye=0.07)
    return c.finished(bloom=0.30, bloom_at=0.6, exposure=1.12)


def _arches(c, shore):
    stone = Sketch(c, "#b7a48a")
    ends = np.linspace(c.aspect * -0.10, c.aspect * 1.10, 7)
    paris.bridge(stone, shore, 0.548, ends)
    mask, colors = stone.mask(), stone.colors()
    hole = smoothstep(0.02, 0.0, colors.max(axis=-1))
    warm = 0.0 * c.u + 0.0 * c.v
    for u in np.linspace(0.03, c.aspect - 0.03, 13):
        warm = warm + np.exp(-((c.distance(u, 0.55) / 0.05) ** 2))
    texture = 1 + 0.10 * fbm(c.u * 60, c.v * 60, 4, 63)
    lit = colors * (texture * (0.26 + 0.55 * warm))[..., None] * np.array([1.15, 0.95, 0.75], np.float32)
    c.cover(lit, mask * (1 - hole))
    c.cover("#1b1d2c", mask * hole * 0.55)


def lights_at_night(width, height):
    c = Canvas(width, height)
    skies.gradient(c, 0.8, [(0, "#0a1430"), (0.5, "#152a58"), (0.9, "#3a3f72"), (1.05, "#54466e"), (1.25, "#141426")])
    skies.glow(c, c.aspect * 0.5, 0.80, "#d07a48", 0.16, 0.22, 3.0)
    iron = Sketch(c, "#c98f4a", 2)
    Tower(iron, (c.aspect * 0.62, 0.84), 0.72, "#b97a34", "#f5c272", "#7a4c2a").draw()
    mask = c.blurred(iron.mask(), 0.011)
    c.cover("#f0a548", np.clip(mask * 0.9, 0, 1))
    c.add("#ff9a36", 0.35 * c.blurred(mask, 0.05))
    _bokeh(c, np.random.default_rng(88))
    return c.finished(bloom=0.25, bloom_at=0.55, exposure=1.05, vignette=0.35, grain=0.004)


def _bokeh(c, random):
    tints = ("#ffb45e", "#ffd9a0", "#ff8a4a", "#ff6a5c", "#9cc4ff", "#ffe9c9", "#ff9f6e", "#7fd0c8")
    for _ in range(260):
        u = random.random() * c.aspect
        v = 0.80 + abs(random.normal(0, 0.075)) * random.choice((-0.9, 1.0))
        radius = 0.008 + 0.030 * random.random() ** 2 + 0.05 * max(0.0, v - 0.82)
        d = c.distance(u, v)
        # A lens out of focus draws a point as a disc that is a little brighter at its rim.
        disc = smoothstep(radius * 1.04, radius * 0.96, d) * (0.72 + 0.38 * np.clip(d / radius, 0, 1) ** 5)
        c.add(tints[random.integers(len(tints))], disc * (0.07 + 0.55 * random.random() ** 2))


def autumn_in_mist(width, height):
    c = Canvas(width, height)
    skies.gradient(c, 0.75, [(0, "#cfd3d2"), (0.5, "#dcd8cd"), (1.0, "#e9dcc2"), (1.3, "#b39a75")])
    skies.glow(c, c.aspect * 0.47, 0.45, "#fff1cf", 0.25, 0.5, 1.2)
    iron = Sketch(c, "#4a3d38")
    Tower(iron, (c.aspect * 0.5, 0.76), 0.66, "#8d8580", "#a59a90", "#857f7e").draw()
    c.cover("#e4dccb", iron.paint() * np.clip(0.42 + 0.45 * c.v, 0, 0.9))
    _path(c, 0.745)
    random = np.random.default_rng(5)
    for rank in range(6):
        near = (rank + 1) / 6
        for side in (-1, 1):
            _plane_tree(c, random, c.aspect / 2 + side * (0.12 + 0.66 * near**1.6), 0.745 + 0.17 * near**2, near)
        c.cover("#e6dcc6", 0.10 * (1 - near) * np.exp(-(((c.v - 0.72) / 0.25) ** 2)) + 0 * c.u)
    leaves = Sketch(c, "#b5702e", 2)
    for _ in range(2600):
        v = 0.77 + 0.25 * random.random() ** 0.7
        leaves.disc(
            random.random() * c.aspect, v, 0.0012 + 0.010 * (v - 0.76), plants.blend(_AUTUMN, random.random()), 0.45
        )
    leaves.paint(0.85)
    return c.finished(bloom=0.18, exposure=0.98)


_AUTUMN = ("#5a3a22", "#9a5a24", "#d08a34", "#f0c05a")


def _path(c, row):
    inside = smoothstep(row, row + 0.01, c.v)
    near = np.clip((c.v - row) / (1 - row), 0, 1)
    center = np.abs(c.u - c.aspect / 2) / (0.03 + 0.62 * near)
    grain = fbm(c.u * 60 / (0.2 + near), c.v * 160, 5, 46)
    ground = mix("#cbb893", "#a9763a", smoothstep(0.72, 1.05, center + 0.10 * grain))
    c.cover(ground * (0.92 + 0.09 * grain - 0.25 * near)[..., None], inside)
    c.cover("#e9dcc2", inside * np.exp(-near * 4))


def _plane_tree(c, random, u, foot, near):
    tree = Sketch(c, "#8a5a2a", 2)
    tall = 0.10 + 0.62 * near**1.2
    tips = []
    plants.branch(tree, random, (u, foot), -np.pi / 2, tall * 0.34, 0.030 * near**1.3 + 0.003, "#4b4038", 4, tips)
    plants.crown(
        tree,
        random,
        (u, foot - tall * 0.92),
        (tall * 1.15, tall * 0.95),
        _AUTUMN,
        0.0014 + 0.0020 * near,
        int(3500 + 11000 * near),
        (0.5 if u < c.aspect / 2 else -0.5, -0.8),
        30,
    )
    mask = tree.paint()
    c.cover("#e6dcc6", mask * 0.80 * (1 - near) ** 0.9)
