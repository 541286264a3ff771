"""Old Harry Rocks, Poole harbour and the Purbeck hills."""

import numpy as np

import coast
import skies
import terrain
import water
from canvas import Canvas, Sketch
from color import mix, rgb
from fuji import wooded_shore
from noise import fbm, noise, smoothstep


def _stacks(c, shore, sun, light, shade, cap="#6d8a45"):
    width = c.aspect
    coast.chalk(c, width * 0.02, width * 0.27, shore - 0.20, shore + 0.020, sun, light, shade, cap, 110, 0.8)
    coast.chalk(c, width * 0.355, width * 0.035, shore - 0.175, shore + 0.026, sun, light, shade, cap, 117, 0.8)
    coast.chalk(c, width * 0.47, width * 0.055, shore - 0.185, shore + 0.034, sun, light, shade, cap, 121, 0.7)
    coast.chalk(c, width * 0.600, width * 0.022, shore - 0.150, shore + 0.040, sun, light, shade, cap, 127, 0.9)
    coast.chalk(c, width * 0.690, width * 0.012, shore - 0.050, shore + 0.036, sun, light, shade, cap, 131, 0.9)


def _foam(c, shore, color):
    for center, half, foot in (
        (0.02, 0.29, 0.022),
        (0.355, 0.043, 0.028),
        (0.47, 0.066, 0.036),
        (0.60, 0.028, 0.042),
        (0.69, 0.017, 0.038),
    ):
        spread = smoothstep(c.aspect * half * 1.18, c.aspect * half * 0.9, np.abs(c.u - c.aspect * center))
        line = np.exp(-(((c.v - shore - foot) / 0.0045) ** 2))
        water.surf(c, line * spread * 0.8, color, 38)


def stacks_at_noon(width, height):
    c = Canvas(width, height)
    shore = 0.60
    skies.gradient(c, shore, [(0, "#3f7fc4"), (0.5, "#86b3de"), (0.9, "#cfe2ec"), (1.0, "#dfebee")])
    skies.Clouds(0.47, 1.0, 1.2, 1.0, 0.92, 0.08, 7, 52).paint(c, shore, "#ffffff", "#a9bdd6", (-0.1, -0.2))
    wooded_shore(c, shore, 0.035, "#6d8a9c", "#8fa8ae", "#c5d8e2", 0.55, 0.4, 140, 1.2)
    _stacks(c, shore, -1, "#fffaf0", "#8fa3bf")
    water.reflect(c, shore + 0.0, "#0d6f8c", calm=0.30, depth=0.85, seed=34, eye=0.10)
    shallow = np.exp(-(((c.v - shore - 0.05) / 0.10) ** 2)) * smoothstep(c.aspect * 0.85, c.aspect * 0.1, c.u)
    c.cover("#4fb8b4", 0.45 * shallow * (c.v > shore))
    _stacks(c, shore, -1, "#fffaf0", "#8fa3bf")
    _foam(c, shore, "#fbfffd")
    boats = Sketch(c, "#ffffff")
    coast.yacht(boats, c.aspect * 0.84, shore + 0.035, 0.052, "#f7f5ee", "#28486c", "#fdfaf2", -1)
    coast.yacht(boats, c.aspect * 0.765, shore + 0.014, 0.022, "#f7f5ee", "#8c2f2a", "#f6efe2", -1)
    water.stand(boats, shore + 0.035, 5, 0.5)
    return c.finished(exposure=0.98, bloom=0.10)


def stacks_at_sunrise(width, height):
    c = Canvas(width, height)
    shore = 0.64
    sun = (c.aspect * 0.765, 0.575)
    skies.gradient(
        c, shore, [(0, "#39507f"), (0.35, "#6f7ba6"), (0.65, "#c693a0"), (0.88, "#f5b183"), (1.0, "#fdd394")]
    )
    skies.glow(c, *sun, "#ffa654", 0.55, 0.32, 1.8)
    skies.Clouds(0.46, 0.9, 2.4, 1.2, 0.85, 0.08, 7, 58).paint(c, shore, "#ffb98f", "#6f668c", sun, "#ffd59a")
    skies.sun(c, *sun, 0.026, "#fff0bd", 2.2)
    _stacks(c, shore, 1, "#ffcf9f", "#54566f", "#4a5236")
    skies.haze(c, shore - 0.005, "#f7bd8c", 0.022, 0.45)
    water.reflect(c, shore, "#28416a", calm=0.50, depth=0.5, seed=39)
    _stacks(c, shore, 1, "#ffcf9f", "#54566f", "#4a5236")
    skies.haze(c, shore + 0.004, "#f7bd8c", 0.010, 0.30)
    water.glitter(c, shore + 0.004, sun[0], "#ffcf8a", 0.030, 1.0, 47, 0.30)
    _foam(c, shore, "#ffdcc0")
    return c.finished(bloom=0.22, exposure=0.98)


def boats_in_harbour(width, height):
    c = Canvas(width, height)
    shore = 0.50
    skies.gradient(c, shore, [(0, "#7ba3c6"), (0.5, "#aec6d6"), (0.85, "#e9dcc8"), (1.0, "#f4e2c4")])
    skies.glow(c, c.aspect * 0.25, 0.42, "#ffd79c", 0.35, 0.5, 1.8)
    skies.Clouds(0.48, 0.9, 1.8, 1.2, 0.85, 0.09, 7, 63).paint(
        c, shore, "#fff4e2", "#a9b4c6", (c.aspect * 0.25, 0.4), "#ffe6b8"
    )
    wooded_shore(c, shore, 0.070, "#6b8593", "#9aa9a6", "#dfdccf", 0.60, 0.5, 161, 0.8)
    wooded_shore(c, shore, 0.035, "#46605c", "#8a956f", "#dfdccf", 0.34, 0.8, 164, -1.0)
    water.reflect(c, shore, "#35596c", calm=0.80, depth=0.6, seed=43, eye=0.08)
    skies.haze(c, shore + 0.002, "#f1e4cc", 0.014, 0.5)
    fleet = (
        (
            0.512,
            0.040,
            ((0.08, -1), (0.15, 1), (0.24, 1), (0.35, 1), (0.44, -1), (0.52, 1), (0.63, -1), (0.79, 1), (0.92, 1)),
        ),
        (0.535, 0.085, ((0.05, 1), (0.33, -1), (0.57, 1), (0.70, -1), (0.97, -1))),
        (0.590, 0.170, ((0.47, 1), (0.87, -1))),
        (0.760, 0.420, ((0.235, 1),)),
    )
    trims = ("#2c4a6e", "#7d2f2c", "#35524a", "#3a3f4a", "#8a6a3c")
    for rank, (foot, size, places) in enumerate(fleet):
        group = Sketch(c, "#e9e5da")
        for index, (place, way) in enumerate(places):
            coast.yacht(
                group,
                place * c.aspect,
                foot,
                size,
                ("#f6f1e6", "#e4ddd0", "#d6e0e4")[index % 3],
                trims[(index + rank) % 5],
                None,
                way,
            )
        water.stand(group, foot, 5 + rank, 0.75)
        if rank < 2:
            c.cover("#eaddc6", group.mask() * (0.45 - 0.25 * rank))
    return c.finished(exposure=1.0, bloom=0.16)


def lighthouse_in_storm(width, height):
    c = Canvas(width, height)
    shore = 0.72
    skies.gradient(c, shore, [(0, "#2e3a48"), (0.5, "#566472"), (0.85, "#98a29f"), (1.0, "#d6c59c")])
    skies.glow(c, c.aspect * 0.20, 0.70, "#ffc87a", 0.28, 0.25, 3.0)
    skies.Clouds(0.80, 0.62, 1.1, 2.2, 0.97, 0.10, 8, 70).paint(
        c, shore, "#b4babb", "#2b3644", (c.aspect * 0.2, 0.72), "#ffdf9e", 0.06
    )
    rain = smoothstep(-0.2, 1.6, fbm(c.u * 3.2 + c.v * 0.9, c.v * 0.5, 4, 71)) * smoothstep(0.35, 0.7, c.v)
    c.cover("#7f8a90", 0.35 * rain * smoothstep(c.aspect * 0.2, c.aspect * 0.5, c.u))
    water.reflect(c, shore, "#1d3c44", calm=0.05, depth=0.7, seed=51, eye=0.12, squeeze=0.8)
    _whitecaps(c, shore)
    _headland(c)
    place = Sketch(c, "#c8ccd0")
    coast.cottage(place, c.aspect * 0.775, 0.655, 0.150)
    coast.lighthouse(place, c.aspect * 0.725, 0.66, 0.36, -1)
    place.paint(light=0.80 + 0.10 * fbm(c.u * 30, c.v * 30, 4, 72))
    lantern = (c.aspect * 0.725, 0.66 - 0.36 * 0.855)
    coast.beam(c, *lantern, np.pi + 0.10, 0.055, "#ffe3a0", 0.50)
    coast.beam(c, *lantern, 0.10, 0.055, "#ffe3a0", 0.42)
    skies.glow(c, *lantern, "#ffd27a", 0.85, 0.022, 1.0)
    return c.finished(bloom=0.25, exposure=1.08, vignette=0.32)


def _whitecaps(c, shore):
    below = np.maximum(c.v - shore, 1e-3)
    lift = 0.12 / (below + 0.01)
    swell = fbm((c.u - c.aspect / 2) * lift * 5, lift * 22, 5, 73, gain=0.6)
    foam = smoothstep(1.2, 2.0, swell + 0.5 * fbm(c.u * 40, c.v * 90, 4, 74)) * (c.v > shore)
    c.cover("#cfd8d6", 0.75 * foam * smoothstep(0.0, 0.05, below))
    c.scale(1 + 0.22 * np.clip(swell, -1.5, 1.5) * (c.v > shore) * smoothstep(0.0, 0.06, below))


def _headland(c):
    u, v = c.u, c.v
    rise = smoothstep(c.aspect * 0.42, c.aspect * 0.66, u + 0.03 * fbm(v * 14, np.float32(2), 4, 75))
    crest = (
        1.04
        - 0.385 * rise
        + 0.012 * fbm(u * 9, np.float32(4), 5, 76)
        + 0.05 * smoothstep(c.aspect * 0.8, c.aspect * 1.1, u)
    )
    inside = smoothstep(-1.2, 1.2, (v - crest) * c.height)
    beds = u * 0.5 + v + 0.02 * fbm(u * 8, v * 8, 3, 81)
    rock = fbm(u * 20, beds * 42, 6, 77, gain=0.55)
    ahead = fbm((u - 0.006) * 20, (beds - 0.007) * 42, 6, 77, gain=0.55)
    lit = np.clip(0.46 + 0.42 * (rock - ahead) + 0.06 * rock - 0.55 * (v - crest), 0, 1)
    stone = mix("#24282e", "#8f8a7c", lit)
    blades = np.clip(0.45 + 0.22 * fbm(u * 70, v * 150, 5, 78), 0, 1)
    turf = smoothstep(0.11, 0.03, v - crest + 0.03 * fbm(u * 12, v * 12, 5, 79)) * smoothstep(0.55, 0.9, rise)
    color = stone + (mix("#39452a", "#8a8a4c", blades) - stone) * turf[..., None]
    c.cover(color, inside)
    splash = np.exp(-(((v - 0.965 + 0.10 * smoothstep(c.aspect * 0.35, c.aspect * 0.60, u)) / 0.03) ** 2))
    water.surf(
        c,
        np.clip(
            splash * smoothstep(c.aspect * 0.36, c.aspect * 0.46, u) * smoothstep(c.aspect * 0.62, c.aspect * 0.52, u),
            0,
            1,
        )
        * 0.75,
        "#e4eae8",
        80,
    )


def hills_in_mist(width, height):
    c = Canvas(width, height)
    horizon = 0.42
    skies.gradient(
        c, horizon, [(0, "#8fb0cf"), (0.5, "#c3cfd6"), (0.85, "#f7dfb6"), (1.0, "#fde7bb"), (1.6, "#f3dfb9")]
    )
    sun = (c.aspect * 0.24, 0.30)
    skies.glow(c, *sun, "#ffc878", 0.50, 0.35, 1.6)
    skies.Clouds(0.38, 0.8, 2.0, 1.3, 0.75, 0.09, 6, 85).paint(c, horizon, "#fff2d8", "#c0bfc8", sun, "#ffe3a8")
    view = terrain.View(c, horizon, eye=0.70, lens=1.5, near=0.9, far=34, steps=620)
    hit, x, z = view.land(_downs)
    nx, ny, nz, high = terrain.normals(_downs, x, z, view, 1.5)
    aim = (-0.62, 0.30, 0.72)
    lit = terrain.sunlight((nx * 2.2, ny, nz * 2.2), aim) * terrain.shadow(_downs, x, z, aim, 2.4, 10)
    color = _fields(x, z) * (rgb("#7f8fa6") * 1.0 + rgb("#ffdca0") * (lit * 2.3)[..., None])
    drift = 0.10 * fbm(x * 0.5, z * 0.5, 4, 86)
    pool = np.exp(-np.maximum(high + 0.36 + drift, 0) / 0.10) * smoothstep(1.5, 5.0, z)
    fog = terrain.air(z, 0.040) + 0.62 * pool
    bright = np.exp(-c.distance(*sun, 1.6) / 0.5)
    mist = mix("#cdd3d6", "#ffe2ad", np.clip(bright + 0.25, 0, 1))
    c.cover(terrain.veil(color, mist, np.clip(fog, 0, 0.97)), hit)
    return c.finished(bloom=0.18, exposure=1.0)


def _downs(x, z):
    long = 0.26 * noise(x * 0.17 + 8, z * 0.24 + 5, 141) + 0.10 * noise(x * 0.45, z * 0.5, 142)
    hedge = _hedges(x, z)[0]
    bumps = 0.012 * hedge * (1 + 0.5 * noise(x * 9, z * 9, 144)) + 0.004 * fbm(x * 3, z * 3, 3, 143)
    return long + bumps - 0.05


def _hedges(x, z):
    # Two families of wandering lines cut the land into fields; copses are where a slowly varying noise is high.
    a = noise(x * 0.55, z * 0.40, 145) * 2.2 + 0.9 * x
    b = noise(x * 0.40 + 7, z * 0.55, 146) * 2.2 + 0.9 * z
    line = np.minimum(np.abs(a - np.round(a)) / 0.9, np.abs(b - np.round(b)) / 0.9)
    copse = smoothstep(1.15, 1.4, noise(x * 0.55 + 20, z * 0.55, 147))
    return np.maximum(smoothstep(0.030, 0.014, line), copse), np.round(a - 0.5), np.round(b - 0.5)


def _fields(x, z):
    hedge, column, row = _hedges(x, z)
    kind = np.sin(column * 12.9898 + row * 78.233) * 43758.5453
    kind = (kind - np.floor(kind)).astype(np.float32)
    rows = 0.5 + 0.5 * np.sin((x * np.cos(kind * 6) + z * np.sin(kind * 6)) * 90) * np.exp(-z * 0.45)
    crop = mix("#5f8038", "#cdb95e", smoothstep(0.35, 0.75, kind)) * (0.90 + 0.10 * rows)[..., None]
    crop = crop * (1 + 0.10 * fbm(x * 4, z * 4, 4, 148))[..., None]
    trees = mix("#26351f", "#4d5f2c", np.clip(0.5 + 0.3 * noise(x * 12, z * 12, 149), 0, 1))
    return crop + (trees - crop) * hedge[..., None]
