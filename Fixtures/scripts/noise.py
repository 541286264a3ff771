"""Smooth random fields that can be sampled anywhere, so that a picture looks the same at every size."""

from functools import lru_cache

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

TILE = 1024
FEATURE = 8.0


@lru_cache(maxsize=16)
def _tile(seed):
    # Unlike lattice noise, blurred white noise shows no grid when it is stretched in perspective.
    white = np.random.default_rng(seed).standard_normal((TILE, TILE))
    smooth = gaussian_filter(white, FEATURE / 2.6, mode="wrap")
    return (smooth / smooth.std()).astype(np.float32)


def noise(x, y, seed=0):
    """Band-limited noise with about one feature per unit: mean 0, standard deviation 1."""
    x, y = np.broadcast_arrays(np.asarray(x, np.float32), np.asarray(y, np.float32))
    rows = y * FEATURE + 211.3
    columns = x * FEATURE + 97.7
    return map_coordinates(_tile(seed), [rows, columns], order=1, mode="grid-wrap", output=np.float32)


def fbm(x, y, octaves=6, seed=0, gain=0.5, lacunarity=2.03):
    """Fractal noise: each octave finer and weaker than the one before."""
    total, amplitude, norm = 0.0, 1.0, 0.0
    x, y = np.asarray(x, np.float32), np.asarray(y, np.float32)
    for octave in range(octaves):
        total = total + amplitude * noise(x, y, seed + octave % 3)
        norm += amplitude * amplitude
        amplitude *= gain
        # A turn between octaves keeps their grids from lining up.
        x, y = lacunarity * (0.8 * x - 0.6 * y) + 5.2, lacunarity * (0.6 * x + 0.8 * y) + 1.3
    return total / np.float32(np.sqrt(norm))


def ridged(x, y, octaves=6, seed=0, gain=0.5, lacunarity=2.07):
    """Mountain-like noise in 0…1: sharp crests, round valleys, detail mostly on the crests."""
    total, amplitude, norm, weight = 0.0, 1.0, 0.0, 1.0
    x, y = np.asarray(x, np.float32), np.asarray(y, np.float32)
    for octave in range(octaves):
        crest = np.clip(1.0 - np.abs(noise(x, y, seed + octave % 3)) * 0.62, 0.0, 1.0) ** 2
        total = total + amplitude * crest * weight
        norm += amplitude
        weight = np.clip(crest * 1.6, 0.15, 1.0)
        amplitude *= gain
        x, y = lacunarity * (0.8 * x - 0.6 * y) + 5.2, lacunarity * (0.6 * x + 0.8 * y) + 1.3
    return total / np.float32(norm)


def smoothstep(low, high, value):
    """0 below `low`, 1 above `high`, an S-curve between; the edges can be given in descending order."""
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)
