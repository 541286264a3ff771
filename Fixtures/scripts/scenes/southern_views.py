"""Two places in the southern hemisphere."""

import numpy as np

import skies
import terrain
import water
from canvas import Canvas
from color import mix, rgb
from noise import fbm, noise, ridged, smoothstep


def dunes_in_evening_light(width, height):
    c = Canvas(width, height)
    horizon = 0.40
    skies.gradient(c, horizon, [(0, "#5d8fc0"), (0.55, "#9fbcd0"), (0.9, "#efd4ae"), (1.0, "#f6dcb2")])
    skies.glow(c, c.aspect * 0.95, 0.36, "#ffc27a", 0.40, 0.5, 1.8)
    skies.Clouds(0.30, 0.8, 3.0, 1.6, 0.55, 0.09, 6, 90).paint(c, horizon, "#fff0da", "#d2c4bf", (c.aspect, 0.3))
    view = terrain.View(c, horizon, eye=1.15, lens=1.35, near=0.9, far=60, steps=800)
    hit, x, z = view.land(_dunes)
    nx, ny, nz, high = terrain.normals(_rippled, x, z, view, 1.0)
    aim = (0.86, 0.36, 0.20)
    clear = terrain.shadow(_dunes, x, z, aim, 5.0, 22, 0.10)
    lit = terrain.sunlight((nx * 1.25, ny, nz * 1.25), aim) * clear
    sand = mix("#c9733c", "#e8a662", np.clip(0.5 + 0.25 * fbm(x * 0.9, z * 0.9, 4, 92) + 0.2 * high, 0, 1))
    color = sand * (rgb("#8f8fb4") * 0.55 + rgb("#ffdca8") * (lit * 1.65)[..., None])
    c.cover(terrain.veil(color, "#f0cfa6", terrain.air(z, 0.024)), hit)
    return c.finished(bloom=0.12, exposure=0.98)


def _dunes(x, z):
    # A dune is a long windward slope and a short slip face: fold the distance across the wind unevenly.
    wander = 1.5 * noise(x * 0.11, z * 0.11, 191) + 0.35 * noise(x * 0.35, z * 0.35, 192)
    phase = (0.30 * x + 0.13 * z) + wander
    t = phase - np.floor(phase)
    slope = np.where(t < 0.68, smoothstep(0.0, 0.74, t), smoothstep(1.04, 0.68, t) * 0.985)
    size = 0.75 + 0.42 * noise(x * 0.07 + 11, z * 0.10, 193)
    return 1.05 * np.clip(size, 0.2, 1.8) * slope * smoothstep(0.4, 5.0, z) - 0.15 + 0.05 * noise(x * 0.5, z * 0.5, 194)


def _rippled(x, z):
    bend = 0.5 * noise(x * 1.3, z * 1.3, 195)
    wave = np.sin((x * 0.55 + z * 1.0 + 0.35 * bend) * 62) * (0.7 + 0.4 * noise(x * 2, z * 2, 196))
    return _dunes(x, z) + 0.0020 * wave * np.exp(-z * 0.16)


def peaks_over_a_lake(width, height):
    c = Canvas(width, height)
    shore = 0.655
    skies.gradient(c, shore, [(0, "#4b7fb8"), (0.5, "#8fb2d3"), (0.9, "#d7e2e6"), (1.0, "#e8e6de")])
    skies.Clouds(0.44, 0.9, 1.6, 1.2, 0.88, 0.08, 7, 99).paint(c, shore, "#ffffff", "#a9b7cb", (c.aspect * 0.95, 0.1))
    view = terrain.View(c, shore + 0.004, eye=0.30, lens=2.5, near=7.0, far=30, steps=640)
    hit, x, z = view.land(_peaks)
    nx, ny, nz, high = terrain.normals(_peaks, x, z, view, 1.3)
    aim = (0.80, 0.55, -0.30)
    lit = terrain.sunlight((nx, ny * 0.8, nz), aim) * terrain.shadow(_peaks, x, z, aim, 3.5, 10)
    strata = 0.5 + 0.28 * fbm(x * 0.6, high * 9 + 0.2 * z, 4, 171)
    rock = mix("#5a5350", "#a5937f", np.clip(strata, 0, 1))
    snow = smoothstep(-0.10, 0.14, high - 1.30 + 0.30 * fbm(x * 1.7, z * 1.7, 5, 172) - 1.9 * (0.62 - ny))
    wood = smoothstep(0.62, 0.35, high + 0.16 * fbm(x * 2.2, z * 2.2, 4, 173))
    ground = (
        rock + (mix("#3e4a2b", "#8a7a3c", np.clip(0.5 + 0.3 * noise(x * 7, z * 7, 174), 0, 1)) - rock) * wood[..., None]
    )
    ground = ground + (rgb("#f8fafc") - ground) * snow[..., None]
    color = ground * (rgb("#7d94ba") * 0.55 + rgb("#fff0d8") * (lit * 1.5)[..., None])
    c.cover(terrain.veil(color, "#cfdbe4", np.clip(terrain.air(z, 0.030) * 0.9, 0, 1)), hit)
    skies.haze(c, shore - 0.01, "#e3e8e8", 0.020, 0.45)
    water.reflect(c, shore, "#1c7f90", calm=0.62, depth=0.75, seed=55, eye=0.10, tint="#dff2f0")
    return c.finished(exposure=1.0)


def _peaks(x, z):
    massif = np.exp(-(((z - 15) / 6.0) ** 2)) * (0.55 + 0.45 * np.exp(-(((x + 0.9) / 6.5) ** 2)))
    towers = 2.5 * massif * ridged(x * 0.20 + 4.1, z * 0.20 + 2.2, 8, 176, 0.52) ** 1.25
    apron = 0.16 + 0.10 * fbm(x * 0.5, z * 0.5, 5, 178)
    return smoothstep(7.0, 10.5, z) * (towers + apron) - 0.01
