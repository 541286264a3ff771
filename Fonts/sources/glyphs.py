"""The glyph type, and the set that the drawing modules fill."""

from dataclasses import dataclass, field

from .geometry import Shape, union


@dataclass
class Glyph:
    """A glyph that is drawn (`shape`), or composed of others (`parts`: name, dx, dy).

    A glyph with both has overlapping parts, and is drawn as their union.
    """

    name: str
    advance: int
    shape: Shape = field(default_factory=Shape)
    parts: tuple = ()
    anchors: dict = field(default_factory=dict)
    is_mark: bool = False


class GlyphSet:
    """All glyphs in the order of addition, and the characters that they represent."""

    def __init__(self):
        self.glyphs = {}
        self.characters = {}

    def __getitem__(self, name):
        return self.glyphs[name]

    def __contains__(self, name):
        return name in self.glyphs

    def for_character(self, character):
        return self.glyphs[self.characters[ord(character)]]

    def add(self, characters, shape, left, right, name=None, **anchors):
        """Adds a drawing with `left` and `right` units of white beside it."""
        x_min, _, x_max, _ = shape.bounds
        shape = shape.moved(left - x_min)
        anchors = {key: (x + left - x_min, y) for key, (x, y) in anchors.items()}
        glyph = Glyph(name or glyph_name(characters[0]), round(left + x_max - x_min + right), shape, anchors=anchors)
        return self.register(glyph, characters)

    def add_fixed(self, characters, shape, advance, name=None):
        """Adds a drawing centered in a fixed advance."""
        x_min, _, x_max, _ = shape.bounds
        side = (advance - (x_max - x_min)) / 2
        return self.add(characters, shape, round(side), advance - round(side) - (x_max - x_min), name)

    def add_empty(self, characters, advance, name=None):
        return self.register(Glyph(name or glyph_name(characters[0]), advance), characters)

    def add_mark(self, character, shape, name, **anchors):
        """Adds a combining mark: no advance, drawn around x = 0."""
        glyph = Glyph(name, 0, shape, anchors=anchors, is_mark=True)
        return self.register(glyph, character)

    def add_composite(self, character, advance, parts, anchors=None, is_merged=False):
        shape = union(*(self.glyphs[name].shape.moved(dx, dy) for name, dx, dy in parts)) if is_merged else Shape()
        glyph = Glyph(glyph_name(character), advance, shape, tuple(parts), anchors or {})
        return self.register(glyph, character)

    def add_alternate(self, base, suffix, rise):
        """Adds an alternate for a feature: the same glyph, raised."""
        glyph = Glyph(base.name + suffix, base.advance, base.shape.moved(0, rise))
        return self.register(glyph, "")

    def alias(self, characters, name):
        """Maps more characters to an existing glyph."""
        for character in characters:
            self._map(character, name)

    def register(self, glyph, characters):
        if glyph.name in self.glyphs:
            raise ValueError(f"two glyphs are named {glyph.name}")
        self.glyphs[glyph.name] = glyph
        for character in characters:
            self._map(character, glyph.name)
        return glyph

    def _map(self, character, name):
        if ord(character) in self.characters:
            raise ValueError(f"U+{ord(character):04X} has two glyphs")
        self.characters[ord(character)] = name


def glyph_name(character):
    """The glyph name from which tools derive the character: letters and figures by themselves, others as uniXXXX."""
    if character.isascii() and character.isalpha():
        return character
    return f"uni{ord(character):04X}"
