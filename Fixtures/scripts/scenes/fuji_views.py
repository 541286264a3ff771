"""Mount Fuji from the hills and lakes near Fujiyoshida."""

import numpy as np

import japan
import plants
import skies
import water
from canvas import Canvas, Sketch
from fuji import Fuji, wooded_shore


def lake_at_dawn(width, height):
    c = Canvas(width, height)
    shore = 0.60
    skies.gradient(
        c, shore, [(0, "#5f7fae"), (0.35, "#92a5c8"), (0.62, "#d9b9c4"), (0.85, "#f6cfb4"), (1.0, "#fde3bd")]
    )
    skies.glow(c, c.aspect * 0.08, 0.52, "#ffb27a", 0.35, 0.45, 1.8)
    high = skies.Clouds(0.36, 0.8, 2.6, 1.3, 0.75, 0.10, 6, 11)
    high.paint(c, shore, "#ffd9c6", "#b79fbb", (0.1, 0.5), "#ffcfa0")
    Fuji(c, shore + 0.01, 0.56, 2.7, 2.15).paint(
        (-0.85, 0.42, -0.25), "#ffb79a", "#5d6c92", "#e7c6c2", 0.030, "#5a5266", "#4a5668"
    )
    skies.haze(c, shore - 0.015, "#f3d3c4", 0.028, 0.72, seed=21)
    wooded_shore(c, shore, 0.055, "#2d3d49", "#6d6a66", "#dcbfc0", 0.55, seed=71, tilt=-0.5)
    wooded_shore(c, shore + 0.003, 0.026, "#1f2d36", "#55565a", "#d9bcbd", 0.30, seed=75, tilt=0.9)
    water.reflect(c, shore, "#2c4a63", calm=0.88, depth=0.55, seed=31, tint="#f2f2f4")
    skies.haze(c, shore + 0.004, "#f6dccb", 0.012, 0.45, seed=25)
    return c.finished(exposure=1.04, vignette=0.22)


def pagoda_in_bloom(width, height):
    c = Canvas(width, height)
    horizon = 0.74
    skies.gradient(c, horizon, [(0, "#5a93cf"), (0.5, "#93bbe0"), (0.9, "#d5e3ea"), (1.0, "#e6e8e4")])
    skies.Clouds(0.42, 0.8, 1.6, 1.5, 0.8, 0.09, 7, 14).paint(c, horizon, "#ffffff", "#c3d3e6", (0.0, 0.0))
    Fuji(c, horizon, 0.36, 3.1, 1.75).paint((-0.7, 0.75, -0.55), "#fff3e2", "#5f7796", "#cfdcea", 0.030)
    skies.haze(c, horizon - 0.05, "#d8e2ea", 0.05, 0.75)
    wooded_shore(c, 0.80, 0.10, "#48626a", "#7f9793", "#cddbe6", 0.62, seed=72, tilt=-0.6, foot=1.1)
    wooded_shore(c, 0.86, 0.11, "#3c5852", "#86a07e", "#cddbe4", 0.45, seed=74, tilt=0.5, foot=1.1)
    wooded_shore(c, 0.93, 0.13, "#31493c", "#86a06a", "#c7d5d8", 0.26, seed=73, foot=1.1)
    wooded_shore(c, 1.02, 0.15, "#233a2c", "#7c9a58", "#c7d5d8", 0.08, seed=78, tilt=0.4, foot=1.1)
    gate = Sketch(c, "#7d2620")
    japan.Pagoda(gate, (c.aspect * 0.755, 0.93), 0.46, 0.80).draw()
    gate.paint(light=1.22 - 1.5 * np.clip(c.u / c.aspect - 0.66, 0, 0.3) + 0 * c.v)
    random = np.random.default_rng(23)
    pinks = ("#a8748a", "#d79fb3", "#f2c6d2", "#ffe9ee")
    for u, v, w, h in (
        (0.60, 0.97, 0.52, 0.26),
        (0.98, 0.95, 0.50, 0.30),
        (0.80, 1.02, 0.60, 0.20),
        (0.22, 1.03, 0.72, 0.20),
    ):
        near = Sketch(c, "#e6b6c4", 2)
        plants.crown(near, random, (u * c.aspect, v), (w, h), pinks, 0.0030, 9000, (-0.6, -0.8), 34)
        near.paint()
    _bough(c, random, pinks)
    return c.finished(exposure=1.0)


def _bough(c, random, pinks):
    near = Sketch(c, "#e6b6c4", 2)
    tips = []
    plants.branch(near, random, (-0.05, 0.10), -0.25, 0.20, 0.013, "#4a3430", 4, tips, 0.02)
    plants.branch(near, random, (-0.05, 0.00), 0.30, 0.13, 0.010, "#4a3430", 4, tips, 0.02)
    tips = [(u, v) for u, v in tips if v < 0.26]
    plants.blossom(near, random, tips, pinks, 0.0042, 16, 0.013)
    near.paint(blur=0.0016)


def gate_at_sunset(width, height):
    c = Canvas(width, height)
    shore = 0.66
    sun = (c.aspect * 0.335, 0.575)
    skies.gradient(c, shore, [(0, "#2c3d66"), (0.3, "#5c5f8c"), (0.6, "#b57b86"), (0.85, "#ef9f6c"), (1.0, "#fbc37a")])
    skies.glow(c, *sun, "#ff9a4a", 0.55, 0.30, 1.7)
    skies.Clouds(0.50, 0.9, 2.2, 1.1, 0.9, 0.07, 7, 17).paint(c, shore, "#ff9d6a", "#5a4a6c", sun, "#ffc58a")
    skies.sun(c, *sun, 0.030, "#ffdf9e", 2.2)
    Fuji(c, shore + 0.02, 0.70, 2.1, 2.4).paint(
        (-0.9, 0.2, 0.5), "#ff9c6a", "#4a4a74", "#d98f7e", 0.040, "#4a3f55", "#3a3c50"
    )
    skies.haze(c, shore - 0.01, "#f0a679", 0.030, 0.6)
    wooded_shore(c, shore + 0.001, 0.03, "#2b2a3c", "#5a4450", "#cf8a77", 0.40, seed=81)
    gate = Sketch(c, "#7d2620")
    japan.torii(gate, (c.aspect * 0.335, shore + 0.075), 0.40, 1, ("#3a1618", "#6d2a26", "#a84a38"))
    water.reflect(c, shore, "#23304e", calm=0.62, depth=0.5, seed=33)
    water.stand(gate, shore + 0.075, 5)
    water.glitter(c, shore + 0.004, sun[0], "#ffc07a", 0.035, 0.9, 35, 0.30)
    gate.paint()
    return c.finished(bloom=0.22, exposure=1.0)


def ridges_in_mist(width, height):
    c = Canvas(width, height)
    horizon = 0.62
    skies.gradient(
        c, horizon, [(0, "#7fa6c9"), (0.45, "#b3c8d6"), (0.8, "#ecdfcf"), (1.0, "#f6e4c8"), (1.5, "#a9bccb")]
    )
    skies.glow(c, c.aspect * 0.80, 0.34, "#ffd9a0", 0.35, 0.5, 1.5)
    skies.Clouds(0.34, 0.7, 2.4, 1.5, 0.6, 0.10, 6, 41).paint(c, horizon, "#fff4e4", "#c5cbd8", (c.aspect * 0.8, 0.3))
    Fuji(c, horizon + 0.01, 0.62, 2.2, 2.3).paint((0.8, 0.5, -0.3), "#ffe6c8", "#7288a8", "#d5dbe2", 0.034)
    skies.haze(c, horizon, "#ece4da", 0.05, 0.85, seed=43)
    for index in range(6):
        near = index / 5
        row = horizon + 0.02 + 0.34 * near**1.15
        wooded_shore(
            c,
            row + 0.05,
            0.08 + 0.05 * near,
            ("#6f8ba0", "#567790", "#44687f", "#345668", "#264552", "#1a333c")[index],
            ("#8fa6b4", "#7c98a6", "#6c8c97", "#577a80", "#44656a", "#345055")[index],
            "#dfe3e4",
            0.52 - 0.40 * near,
            0.6 + 0.5 * near,
            150 + 3 * index,
            (0.9, -1.0, 0.7, -0.6, 0.8, -0.5)[index],
            1.1,
        )
        c.cover("#e6e6e3", 0.42 * (1 - 0.55 * near) * np.exp(-(((c.v - row - 0.045) / 0.035) ** 2)) + 0 * c.u)
    return c.finished(exposure=1.0, grain=0.003)


def stars_over_snow(width, height):
    c = Canvas(width, height)
    horizon = 0.80
    skies.gradient(
        c, horizon, [(0, "#0b1330"), (0.45, "#16244c"), (0.8, "#2c4672"), (1.0, "#4f6c8e"), (1.3, "#1a2a48")]
    )
    skies.milky_way(c, horizon, (c.aspect * 0.40, 0.35), -1.05, 0.13, "#4c5484")
    skies.stars(c, horizon, 2600, 9, 0.95)
    skies.glow(c, c.aspect * 0.12, 0.80, "#d98f5c", 0.16, 0.30, 2.4)
    Fuji(c, horizon + 0.005, 0.56, 2.7, 1.2).paint(
        (0.6, 0.75, -0.5), "#8fa7d6", "#26365e", "#3c557e", 0.020, "#4b4a55", "#2b3c48", "#eef2fb"
    )
    skies.haze(c, horizon, "#4d678c", 0.03, 0.55)
    wooded_shore(c, 0.865, 0.085, "#0d1728", "#22324a", "#4a648a", 0.24, seed=83, foot=1.1)
    firs = Sketch(c, "#0b1220", 2)
    random = np.random.default_rng(3)
    for _ in range(80):
        u = random.random() * c.aspect
        side = abs(u / c.aspect - 0.5) * 2
        plants.conifer(
            firs,
            random,
            u,
            1.03,
            (0.09 + 0.22 * side**2.2) * random.uniform(0.65, 1.2),
            ("#060b16", "#132036", "#7f97bf"),
            1,
        )
    firs.paint()
    return c.finished(bloom=0.20, bloom_at=0.5, exposure=1.15, vignette=0.30, grain=0.004)
