/// The fonts of a text: the wanted one, those that stand in where it lacks characters, and bold or slanted ones that marks ask for.
struct FontFallback {
    /// A grapheme, or the part of it that one font covers.
    struct Part {
        var range: Range<Int>
        /// Index into `typefaces`, without the look that marks give it.
        var typeface: Int
        /// A mark whose letter is of another font.
        var isMark = false
    }

    let text: CaptionText
    /// The parts of each character.
    var parts: [[Part]] = []
    var typefaces: [TextLayout.Face]

    private let fonts: FontLibrary
    private let language: String?
    /// Indices of faces in a look without a colour, in the order in which they are tried, for each face without the look.
    private var styledFaces: [Int: [TextLook: [Int]]] = [:]

    /// `typeface` is the wanted font. `scripts` has the script of each character.
    init(
        _ text: CaptionText, _ typeface: Typeface, scripts: [UInt32], language: String?, fonts: FontLibrary
    ) throws(MemeError) {
        self.text = text
        self.fonts = fonts
        self.language = language
        typefaces = [TextLayout.Face(typeface: typeface, scale: TextLayout.unitsPerEm, raise: 0)]
        for character in text.characters { parts.append(try fontParts(of: character)) }
        unifyWords(scripts)
        unifySpaces()
    }

    // MARK: Fonts that have a character

    private mutating func fontParts(of range: Range<Int>) throws(MemeError) -> [Part] {
        let cluster = text.scalars[range]
        if cluster.first == 0x0A { return [] }
        if let whole = try typefaceIndex(of: cluster) { return [Part(range: range, typeface: whole)] }
        guard cluster.count > 1 else { return [Part(range: range, typeface: 0)] }
        // No font has all of it: its letter in one, and each mark in one that has that.
        var parts: [Part] = []
        for index in range {
            let scalar = text.scalars[index]
            let typeface = try typefaceIndex(of: [scalar]) ?? 0
            if let last = parts.last, TextCluster.isIgnorable(scalar) || typeface == last.typeface {
                parts[parts.count - 1].range = last.range.lowerBound..<index + 1
            } else {
                let isMark = index > range.lowerBound && CanonicalMapping.combiningClass(of: scalar) > 0
                parts.append(Part(range: index..<index + 1, typeface: typeface, isMark: isMark))
            }
        }
        return parts
    }

    /// The first font that has all of a character; `nil` when none has.
    private mutating func typefaceIndex(of cluster: ArraySlice<UInt32>) throws(MemeError) -> Int? {
        let isEmoji = TextCluster.isEmoji(cluster)
        if !isEmoji, typefaces[0].typeface.covers(cluster) { return 0 }
        guard let found = try fonts.fallback(for: Array(cluster), isEmoji: isEmoji, language: language) else {
            return nil
        }
        if let known = typefaces.firstIndex(where: { $0.typeface == found }) { return known }
        typefaces.append(face(standingIn: found))
        return typefaces.count - 1
    }

    /// A font that stands in. Its capitals are as high as those of the wanted one, within reason; emoji are a little higher, and
    /// stand in the middle of the capitals.
    private func face(standingIn typeface: Typeface) -> TextLayout.Face {
        let primary = typefaces[0].typeface
        let capHeight = Double(primary.capHeight) / Double(primary.unitsPerEm)
        let (em, unitsPerEm) = (Double(TextLayout.unitsPerEm), Double(typeface.unitsPerEm))
        guard typeface.isColor else {
            let scale = min(1.3, max(0.75, capHeight * unitsPerEm / Double(typeface.capHeight)))
            return TextLayout.Face(typeface: typeface, scale: Int((scale * em).rounded()), raise: 0)
        }
        let scale = Int((capHeight * Self.emojiScale * em).rounded())
        let middle = typeface.units(typeface.middle, scale: scale)
        return TextLayout.Face(typeface: typeface, scale: scale, raise: Int(capHeight / 2 * em) - middle)
    }

    /// Ems of an emoji font to the height of capitals: its pictures are about 1.17 em high and are to be a quarter higher than
    /// capitals.
    private static let emojiScale = 1.07

    // MARK: Neighbours in one font

    /// Sets words of which the wanted font has only some letters whole in the font that stands in for the others, if that has
    /// all: letters of two typefaces within a word look like a mistake.
    private mutating func unifyWords(_ scripts: [UInt32]) {
        let words = parts.indices.stretches { scripts[$0] == scripts[$1] && isWord($0) && isWord($1) }
        for word in words where isWord(word.lowerBound) {
            let used = parts[word].joined().map(\.typeface)
            guard used.contains(0), let whole = used.first(where: { $0 > 0 && hasAll(of: word, $0) }) else { continue }
            for number in word { parts[number] = [Part(range: text.range(ofCharacter: number), typeface: whole)] }
        }
    }

    private func hasAll(of word: Range<Int>, _ typeface: Int) -> Bool {
        !typefaces[typeface].typeface.isColor
            && word.allSatisfy { typefaces[typeface].typeface.covers(text.scalars[text.range(ofCharacter: $0)]) }
    }

    /// `true` for letters with their marks; figures and signs look well in any font.
    private func isWord(_ number: Int) -> Bool {
        Unicode.Scalar(text.scalars[text.boundaries[number]])?.properties.isAlphabetic ?? false
    }

    /// Takes spaces from the font of the letters before them or, if that is the wanted one, after them. Word spaces of condensed
    /// fonts are narrow, too narrow beside the wider letters of a font that stands in.
    private mutating func unifySpaces() {
        func hasSpace(_ part: Part) -> Bool {
            let typeface = typefaces[part.typeface].typeface
            return part.typeface > 0 && !typeface.isColor && typeface.hasGlyph(for: 0x20)
        }
        for number in parts.indices {
            guard let part = parts[number].first, text.scalars[part.range].elementsEqual([0x20]) else { continue }
            let last = number > 0 ? parts[number - 1].last { !$0.isMark } : nil
            let next = parts.dropFirst(number + 1).first?.first
            if let neighbor = [last, next].compactMap(\.self).first(where: hasSpace) {
                parts[number][0].typeface = neighbor.typeface
            }
        }
    }

    // MARK: Looks

    /// The face of a part in the look that marks in the text give it.
    mutating func face(of part: Part) throws(MemeError) -> Int {
        var look = text.look(of: part.range.lowerBound)
        look.color = nil
        guard look != TextLook(), !typefaces[part.typeface].typeface.isColor else { return part.typeface }
        if styledFaces[part.typeface]?[look] == nil {
            styledFaces[part.typeface, default: [:]][look] = try faces(of: part.typeface, look)
        }
        let letters = text.scalars[part.range]
        return styledFaces[part.typeface]?[look]?.first { typefaces[$0].typeface.covers(letters) } ?? part.typeface
    }

    /// Faces in a style: a font of the family that has it, and the font itself made so.
    private mutating func faces(of typeface: Int, _ look: TextLook) throws(MemeError) -> [Int] {
        var plain = typefaces[typeface]
        let first = typefaces.count
        if let real = try fonts.styled(plain.typeface, isBold: look.isBold, isSlanted: look.isSlanted) {
            var face = face(standingIn: real.typeface)
            (face.isBold, face.isSlanted) = (look.isBold && !real.isBold, look.isSlanted && !real.isSlanted)
            typefaces.append(face)
        }
        (plain.isBold, plain.isSlanted) = (look.isBold, look.isSlanted)
        typefaces.append(plain)
        return Array(first..<typefaces.count)
    }
}
