"""Letters that would merge under an outline."""

from .kerning import LINES, nearest
from .profiles import profile

NEAREST_NEIGHBORS = 43  # the minimum distance between two letters of a word, including kerning


def too_near(glyphs, names, kerning, right_to_left=False):
    """The pairs of glyphs that are nearer than that. `kerning` returns the kerning of two names in reading order."""
    sides = {name: profile(glyphs, name, LINES) for name in names}
    far = {name: tuple([999 if v is None else v for v in side] for side in sides[name]) for name in names}
    for first in names:
        for second in names:
            left, right = (second, first) if right_to_left else (first, second)
            gap = nearest(far[left][1], far[right][0]) + kerning(first, second)
            if gap < NEAREST_NEIGHBORS:
                yield f"{first} {second}: only {gap:.0f} apart"
