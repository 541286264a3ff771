"""Letters that would run together under an outline."""

from .kerning import LINES, nearest
from .profiles import profile

NEAREST_NEIGHBOURS = 43  # two letters of one word are never nearer, kerning included


def too_near(glyphs, names, kerning, right_to_left=False):
    """The pairs of glyphs that stand nearer than that; `kerning` is that of two names in the order of reading."""
    sides = {name: profile(glyphs, name, LINES) for name in names}
    far = {name: tuple([999 if v is None else v for v in side] for side in sides[name]) for name in names}
    for first in names:
        for second in names:
            left, right = (second, first) if right_to_left else (first, second)
            gap = nearest(far[left][1], far[right][0]) + kerning(first, second)
            if gap < NEAREST_NEIGHBOURS:
                yield f"{first} {second}: only {gap:.0f} apart"
