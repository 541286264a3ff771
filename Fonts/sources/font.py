"""The complete typeface."""

from .accents import add_accented, add_anchors
from .alternates import add_alternates
from .arrows import add_arrows
from .box_drawing import add_box_drawing
from .capitals import add_capitals
from .compile import compile_font
from .currency import add_currency
from .cyrillic import add_cyrillic
from .cyrillic_asian import add_cyrillic_asian
from .features import features
from .figures import add_figures
from .glyphs import Glyph, GlyphSet
from .greek import add_greek, add_greek_accents
from .hebrew import add_hebrew
from .hebrew_points import add_hebrew_points
from .latin import add_latin
from .latin_african import add_african
from .lowercase import add_lowercase
from .marks import add_marks
from .mathematics import add_mathematics
from .pictures import add_pictures
from .punctuation import add_punctuation, notdef
from .small import add_small


def draw_glyphs():
    """All glyphs. Letters come before glyphs that are composed of them."""
    glyphs = GlyphSet()
    glyphs.register(Glyph(".notdef", 460, notdef().moved(40)), "")
    add_punctuation(glyphs)
    add_figures(glyphs)
    add_capitals(glyphs)
    add_lowercase(glyphs)
    add_latin(glyphs)
    add_cyrillic(glyphs)
    add_greek(glyphs)
    add_african(glyphs)
    add_cyrillic_asian(glyphs)
    add_currency(glyphs)
    add_mathematics(glyphs)
    add_arrows(glyphs)
    add_small(glyphs)
    add_pictures(glyphs)
    add_box_drawing(glyphs)
    add_marks(glyphs)
    add_anchors(glyphs)
    add_greek_accents(glyphs)
    add_accented(glyphs)
    add_alternates(glyphs)
    add_hebrew(glyphs)
    add_hebrew_points(glyphs)
    return glyphs


def build():
    """The glyphs, and the bytes of their font."""
    glyphs = draw_glyphs()
    return glyphs, compile_font(glyphs, features(glyphs))
