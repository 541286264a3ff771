"""The travel album: the file of each scene, where and when it was "taken", and how it is stored."""

import importlib
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image

import exif
import icc
from color import decode, encode


@dataclass(frozen=True)
class Shot:
    """One picture. `size` is the size of the upright picture; `place` is latitude, longitude, and altitude in meters."""

    name: str
    title: str
    scene: str
    size: tuple
    orientation: int
    place: tuple
    taken: str
    offset: str
    quality: int = 88
    progressive: bool = False
    wide_gamut: bool = False
    order: str = "<"


SHOTS = (
    Shot(
        "paris-dawn-over-the-lawn",
        "The tower at dawn",
        "paris_views.tower_at_dawn",
        (2400, 1600),
        1,
        (48.8556, 2.2986, 35),
        "2025:04:12 07:04:31",
        "+02:00",
    ),
    Shot(
        "paris-rooftops-in-gold",
        "Zinc and chimney pots",
        "paris_views.rooftops_in_gold",
        (2100, 1400),
        2,
        (48.8652, 2.2963, 71),
        "2025:04:12 19:48:10",
        "+02:00",
        84,
    ),
    Shot(
        "paris-bridge-at-dusk",
        "Lamps along the river",
        "paris_views.bridge_at_dusk",
        (2100, 1400),
        3,
        (48.8612, 2.2889, 33),
        "2025:04:13 21:16:44",
        "+02:00",
    ),
    Shot(
        "paris-night-lights",
        "Out of focus",
        "paris_views.lights_at_night",
        (1600, 2000),
        6,
        (48.8622, 2.2878, 58),
        "2025:04:13 22:40:05",
        "+02:00",
        90,
    ),
    Shot(
        "paris-autumn-mist",
        "November avenue",
        "paris_views.autumn_in_mist",
        (1920, 1280),
        4,
        (48.8539, 2.3012, 36),
        "2024:11:09 09:22:57",
        "+01:00",
        84,
    ),
    Shot(
        "fuji-lake-at-dawn",
        "Fuji twice",
        "fuji_views.lake_at_dawn",
        (4000, 3000),
        1,
        (35.5106, 138.7889, 833),
        "2025:03:28 05:41:20",
        "+09:00",
        80,
        True,
    ),
    Shot(
        "fuji-pagoda-in-bloom",
        "Five storeys of spring",
        "fuji_views.pagoda_in_bloom",
        (2100, 1400),
        1,
        (35.5013, 138.8016, 846),
        "2025:04:11 10:15:33",
        "+09:00",
        88,
        False,
        True,
    ),
    Shot(
        "fuji-gate-at-sunset",
        "Through the gate",
        "fuji_views.gate_at_sunset",
        (2400, 1600),
        5,
        (35.5088, 138.7934, 832),
        "2025:04:11 18:09:02",
        "+09:00",
        88,
        False,
        False,
        ">",
    ),
    Shot(
        "fuji-ridges-in-mist",
        "Six ridges",
        "fuji_views.ridges_in_mist",
        (4000, 3000),
        8,
        (35.4951, 138.8112, 1012),
        "2024:10:30 07:30:12",
        "+09:00",
        76,
    ),
    Shot(
        "fuji-stars-over-snow",
        "A cold, clear night",
        "fuji_views.stars_over_snow",
        (1920, 1280),
        1,
        (35.4982, 138.7921, 862),
        "2025:01:18 22:05:48",
        "+09:00",
        86,
    ),
    Shot(
        "poole-stacks-at-noon",
        "Old Harry at noon",
        "poole_views.stacks_at_noon",
        (2400, 1600),
        1,
        (50.6427, -1.9236, 28),
        "2025:06:21 12:31:06",
        "+01:00",
        86,
    ),
    Shot(
        "poole-stacks-at-sunrise",
        "Old Harry at sunrise",
        "poole_views.stacks_at_sunrise",
        (2100, 1400),
        7,
        (50.6419, -1.9262, 24),
        "2025:06:22 05:02:51",
        "+01:00",
        86,
    ),
    Shot(
        "poole-boats-in-harbour",
        "Nobody up yet",
        "poole_views.boats_in_harbour",
        (2400, 1600),
        1,
        (50.6506, -1.9362, 2),
        "2025:06:23 06:18:39",
        "+01:00",
    ),
    Shot(
        "poole-lighthouse-in-storm",
        "The light in the squall",
        "poole_views.lighthouse_in_storm",
        (2100, 1400),
        1,
        (50.6372, -1.9301, 31),
        "2024:12:02 16:01:15",
        "+00:00",
        86,
        True,
    ),
    Shot(
        "poole-hills-in-mist",
        "The hills behind the bay",
        "poole_views.hills_in_mist",
        (1920, 1280),
        1,
        (50.6391, -1.9407, 118),
        "2025:05:04 06:10:27",
        "+01:00",
        86,
    ),
    Shot(
        "namib-dunes-in-the-evening",
        "A sea of sand",
        "southern_views.dunes_in_evening_light",
        (2100, 1400),
        1,
        (-24.7301, 15.3402, 561),
        "2024:08:17 17:32:40",
        "+02:00",
        88,
    ),
    Shot(
        "patagonia-peaks-over-a-lake",
        "Granite and glacier milk",
        "southern_views.peaks_over_a_lake",
        (2100, 1400),
        1,
        (-51.0436, -73.0632, 52),
        "2025:02:03 09:47:19",
        "-03:00",
        86,
    ),
)


def rendered(shot):
    """The finished drawing, upright, in sRGB."""
    module, function = shot.scene.split(".")
    return getattr(importlib.import_module("scenes." + module), function)(*shot.size)


def encoded(shot, image):
    """The bytes of the file."""
    profile = None
    if shot.wide_gamut:
        image, profile = in_display_p3(image), icc.display_p3()
    image = exif.stored(image, shot.orientation)
    tags = exif.photo(shot.title, shot.taken, shot.offset, image.size, shot.orientation, shot.place, shot.order)
    out = BytesIO()
    image.save(
        out, "JPEG", quality=shot.quality, progressive=shot.progressive, optimize=True, exif=tags, icc_profile=profile
    )
    return out.getvalue()


def in_display_p3(image):
    """sRGB pixels as Display P3 values, for the same colors."""
    linear = decode(np.asarray(image, np.float32) / 255)
    wide = encode(icc.converted(linear, icc.SRGB_PRIMARIES, icc.P3_PRIMARIES))
    return Image.fromarray((wide * 255 + 0.5).astype(np.uint8))


def table():
    """The album as a Markdown table."""
    lines = ["| file | title | size | orientation | latitude, longitude | special |", "|---|---|---|---|---|---|"]
    for shot in SHOTS:
        marks = [
            mark
            for mark, holds in (
                ("progressive", shot.progressive),
                ("Display P3 profile", shot.wide_gamut),
                ("big-endian EXIF", shot.order == ">"),
                ("12 megapixels", shot.size[0] * shot.size[1] >= 12_000_000),
            )
            if holds
        ]
        lines.append(
            f"| `{shot.name}.jpg` | {shot.title} | {shot.size[0]} × {shot.size[1]} | {shot.orientation} "
            f"| {shot.place[0]}, {shot.place[1]} | {', '.join(marks)} |"
        )
    return "\n".join(lines) + "\n"
