"""The OpenType features, as the text that fontTools compiles."""

from .alternates import CASE, CASE_SUFFIX, LIGATURES, ORDINALS, denominator_name, numerator_name
from .hebrew_points import DAGESH_MARK, HEBREW_KINDS, SHIN, SHIN_DAGESH, SHIN_DOTS, with_dagesh
from .kerning import dash_pairs, hebrew_pairs, kerning_pairs
from .marks import ABOVE, mark_name
from .metrics import CAP_HEIGHT

KINDS = ("top", "bottom", "ogonek", "horn", *HEBREW_KINDS)


def features(glyphs):
    """GSUB (ccmp, locl, case, frac, liga, ordn), GPOS (kern, mark, mkmk) and GDEF."""
    return "\n".join(
        [
            "languagesystem DFLT dflt; languagesystem latn dflt; languagesystem latn ROM; languagesystem latn MOL;",
            "languagesystem cyrl dflt; languagesystem grek dflt; languagesystem hebr dflt;",
            _classes(glyphs),
            _composition(glyphs),
            _dagesh(glyphs),
            _romanian(),
            _raised_in_hebrew(glyphs),
            _alternates(glyphs),
            _kerning(glyphs),
            _mark_attachment(glyphs),
            _glyph_classes(glyphs),
        ]
    )


def _group(names):
    return "[" + " ".join(names) + "]"


def _marks_with(glyphs, anchor):
    return [name for name, glyph in glyphs.glyphs.items() if glyph.is_mark and anchor in glyph.anchors]


def _bases_with(glyphs, anchor):
    return [name for name, glyph in glyphs.glyphs.items() if not glyph.is_mark and anchor in glyph.anchors]


def _classes(glyphs):
    tall = [name for name in _bases_with(glyphs, "top") if glyphs[name].anchors["top"][1] >= CAP_HEIGHT]
    lines = [f"@TALL = {_group(tall)};"]
    lines.append(f"@ABOVE = {_group(mark_name(code) for code in ABOVE)};")
    lines.append(f"@FLAT = {_group(mark_name(code, True) for code in ABOVE)};")
    lines.append(f"@UNDER = {_group(_marks_with(glyphs, '_bottom') + _marks_with(glyphs, '_ogonek'))};")
    return "\n".join(lines)


def _composition(glyphs):
    """Removes the dots of i and j under an accent, and flattens accents on capitals."""
    i, j, dotless_i, dotless_j = "i", "j", glyphs.characters[ord("ı")], glyphs.characters[ord("ȷ")]
    i_dot, i_ogonek = glyphs.characters[ord("ị")], glyphs.characters[ord("į")]
    return f"""
lookup dotless {{ sub {i} by {dotless_i}; sub {j} by {dotless_j}; }} dotless;
lookup undotted {{ sub {i_dot} by {dotless_i} dotbelowcomb; sub {i_ogonek} by {dotless_i} ogonekcomb; }} undotted;
lookup flat {{ sub @ABOVE by @FLAT; }} flat;
feature ccmp {{
  lookup without_dot {{
    sub [{i} {j}]' lookup dotless @ABOVE;
    sub [{i} {j}]' lookup dotless @UNDER @ABOVE;
    sub [{i_dot} {i_ogonek}]' lookup undotted @ABOVE;
  }} without_dot;
  lookup on_capital {{
    sub @TALL @ABOVE' lookup flat;
    sub @TALL @UNDER @ABOVE' lookup flat;
    sub @FLAT @ABOVE' lookup flat;
  }} on_capital;
}} ccmp;"""


def _dagesh(glyphs):
    """Substitutes letters with a dagesh, which have more white inside. HarfBuzz puts the dots of ש before the dagesh."""
    names = {character: glyphs.characters[ord(character)] for character in (SHIN, SHIN_DAGESH, DAGESH_MARK)}
    dagesh = names[DAGESH_MARK]
    rules = []
    for character, dot in SHIN_DOTS.items():
        form, point = glyphs.characters[ord(character)], glyphs.characters[ord(dot)]
        rules.append(f"sub {names[SHIN]} {point} {dagesh} by {form};")
        rules.append(f"sub {names[SHIN_DAGESH]} {point} by {form};")
    for letter, character in with_dagesh().items():
        rules.append(f"sub {glyphs.characters[ord(letter)]} {dagesh} by {glyphs.characters[ord(character)]};")
    return f"feature ccmp {{ script hebr; lookup dagesh {{ {' '.join(rules)} }} dagesh; }} ccmp;"


def _romanian():
    """Substitutes commas for cedillas: Romanian is often typed with the cedilla letters of Turkish."""
    pairs = [(0x15E, 0x218), (0x15F, 0x219), (0x162, 0x21A), (0x163, 0x21B)]
    rules = " ".join(f"sub uni{a:04X} by uni{b:04X};" for a, b in pairs)
    languages = " ".join(f"language {tag} exclude_dflt; lookup commas;" for tag in ("ROM", "MOL"))
    return f"lookup commas {{ {rules} }} commas;\nfeature locl {{ script latn; {languages} }} locl;"


def _raised_in_hebrew(glyphs):
    """Raises signs between Hebrew letters, which are almost as high as capitals."""
    rules = _raised(glyphs)
    return f"feature locl {{ script hebr; lookup raised {{ {rules} }} raised; }} locl;"


def _raised(glyphs):
    names = [glyphs.characters[ord(character)] for character in CASE]
    return " ".join(f"sub {name} by {name}{CASE_SUFFIX};" for name in names)


def _alternates(glyphs):
    """Raised punctuation between capitals, fractions of any figures, ligatures, and Romance ordinals."""
    names = {character: glyphs.characters[ord(character)] for character in "/⁄ªºﬀﬁﬂ0123456789"}
    figures = [names[figure] for figure in "0123456789"]
    over = [numerator_name(figure) for figure in "0123456789"]
    under = [denominator_name(figure) for figure in "0123456789"]
    ordinals = " ".join(
        f"sub @FIGURES [{' '.join(letters)}]' by {names[ordinal]};" for ordinal, letters in ORDINALS.items()
    )
    # The longest first, because the first ligature that matches is used.
    ligatures = " ".join(f"sub {' '.join(letters)} by {names[c]};" for c, letters in LIGATURES.items())
    long_f = f"sub f f by {names['ﬀ']};"  # in languages with i and ı, the dot must stay
    return f"""
@FIGURES = {_group(figures)};
@OVER = {_group(over)};
@UNDER = {_group(under)};
feature case {{ {_raised(glyphs)} }} case;
feature frac {{
  lookup bar {{ sub {names["/"]} by {names["⁄"]}; }} bar;
  lookup over {{ sub @FIGURES by @OVER; }} over;
  lookup under {{
    sub [{names["⁄"]} @UNDER] @OVER' by @UNDER;
  }} under;
}} frac;
feature liga {{
  {ligatures}
  script latn;
  language TRK exclude_dflt; {long_f}
  language AZE exclude_dflt; {long_f}
}} liga;
feature ordn {{ {ordinals} }} ordn;"""


def _kerning(glyphs):
    lines = ["lookup kern_rightward {"]
    # Pairs of single glyphs come before those of classes.
    lines += [f"  pos {first} {second} {value};" for first, second, value in dash_pairs(glyphs)]
    for first, second, value in kerning_pairs(glyphs):
        lines.append(f"  pos {_group(first)} {_group(second)} {value};")
    # In right-to-left text, the white to change is at the left of the first letter, so kerning also moves that letter.
    lines.append("} kern_rightward; lookup kern_leftward {")
    for first, second, value in hebrew_pairs(glyphs):
        lines.append(f"  pos {_group(first)} {_group(second)} <{value} 0 {value} 0>;")
    lines.append("} kern_leftward;")
    return "\n".join(lines + ["feature kern { lookup kern_rightward; script hebr; lookup kern_leftward; } kern;"])


def _anchor(point):
    return f"<anchor {round(point[0])} {round(point[1])}>"


def _mark_attachment(glyphs):
    lines = []
    for kind in KINDS:
        for name in _marks_with(glyphs, "_" + kind):
            lines.append(f"markClass {name} {_anchor(glyphs[name].anchors['_' + kind])} @{kind};")
    for feature, statement, names in (("mark", "base", _bases_with), ("mkmk", "mark", _marks_with)):
        lines.append(f"feature {feature} {{")
        for kind in KINDS:
            found = names(glyphs, kind)
            if found:
                lines.append(f"  lookup {feature}_{kind} {{")
                lines += [
                    f"    pos {statement} {name} {_anchor(glyphs[name].anchors[kind])} mark @{kind};" for name in found
                ]
                lines.append(f"  }} {feature}_{kind};")
        lines.append(f"}} {feature};")
    return "\n".join(lines)


def _glyph_classes(glyphs):
    marks = [name for name, glyph in glyphs.glyphs.items() if glyph.is_mark]
    bases = [name for name, glyph in glyphs.glyphs.items() if not glyph.is_mark]
    return f"table GDEF {{ GlyphClassDef {_group(bases)}, , {_group(marks)}, ; }} GDEF;"
