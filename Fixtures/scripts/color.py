"""Colors: hexadecimal sRGB in the scenes, linear light in the calculations."""

import numpy as np


def decode(srgb):
    """sRGB 0…1 to linear light."""
    srgb = np.asarray(srgb, np.float32)
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def encode(linear):
    """Linear light to sRGB 0…1."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055).astype(np.float32)


def srgb(text):
    """`#rrggbb` as an sRGB triple 0…1."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


def rgb(text):
    """`#rrggbb` as a linear-light triple; any other value must already be linear light."""
    return decode(srgb(text)) if isinstance(text, str) else np.asarray(text, np.float32)


def ramp(t, stops):
    """The colors of a gradient at `t`; `stops` are (position, color) pairs in ascending order."""
    positions = [position for position, _ in stops]
    colors = np.array([srgb(color) for _, color in stops])
    # Between two hues, gamma-encoded values keep the lightness even; linear light would pass through the dark hues too quickly.
    channels = [np.interp(t, positions, colors[:, channel]) for channel in range(3)]
    return decode(np.stack(channels, axis=-1))


def mix(a, b, t):
    """Interpolates from `a` at t = 0 to `b` at t = 1; `t` is a field without the color axis."""
    t = np.asarray(t, np.float32)[..., None]
    return rgb(a) * (1 - t) + rgb(b) * t
