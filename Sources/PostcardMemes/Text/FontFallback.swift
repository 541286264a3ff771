/// The fonts for a text: the caption's own font, fallbacks for characters missing from that font, and bold or slanted fonts for markup.
struct FontFallback {
    /// A grapheme, or the part of a grapheme that one font covers.
    struct Part {
        var range: Range<Int>
        /// The index in `typefaces`, ignoring the look from markup.
        var typeface: Int
        /// True for a mark whose letter is in another font.
        var isMark = false
    }

    let text: CaptionText
    /// The parts of each character.
    var parts: [[Part]] = []
    var typefaces: [TextLayout.Face]

    private let fonts: FontLibrary
    private let language: String?
    /// The indices of the faces to try for each look (ignoring the color), in order, keyed by the face without the look.
    private var styledFaces: [Int: [TextLook: [Int]]] = [:]

    /// `typeface` is the caption's own font. `scripts` contains the script of each character.
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
        unifySigns()
        unifyNumbers()
        sizeEmoji()
    }

    // MARK: Fonts that have a character

    private mutating func fontParts(of range: Range<Int>) throws(MemeError) -> [Part] {
        let cluster = text.scalars[range]
        if cluster.first == 0x0A { return [] }
        if let whole = try typefaceIndex(of: cluster) { return [Part(range: range, typeface: whole)] }
        guard cluster.count > 1 else { return [Part(range: range, typeface: 0)] }
        // No font has the whole character, so its letter and each mark get separate fonts.
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

    /// Returns the first font that has the whole character; `nil` if there is none.
    private mutating func typefaceIndex(of cluster: ArraySlice<UInt32>) throws(MemeError) -> Int? {
        let isEmoji = TextCluster.isEmoji(cluster)
        if !isEmoji, typefaces[0].typeface.covers(cluster) { return 0 }
        guard let found = try fonts.fallback(for: Array(cluster), isEmoji: isEmoji, language: language) else {
            return nil
        }
        if let known = typefaces.firstIndex(where: { $0.typeface == found }) { return known }
        typefaces.append(fallbackFace(found))
        return typefaces.count - 1
    }

    /// Returns the face of a fallback font. The capitals are as tall as the capitals of the caption's own font, within limits. Emoji are
    /// slightly taller and centered on the capitals.
    private func fallbackFace(_ typeface: Typeface) -> TextLayout.Face {
        let primary = typefaces[0].typeface
        let capHeight = Double(primary.capHeight) / Double(primary.unitsPerEm)
        let (em, unitsPerEm) = (Double(TextLayout.unitsPerEm), Double(typeface.unitsPerEm))
        guard typeface.isColor else {
            let scale = min(1.3, max(0.75, capHeight * unitsPerEm / Double(typeface.capHeight)))
            var face = TextLayout.Face(typeface: typeface, scale: Int((scale * em).rounded()), raise: 0)
            if typeface.hasGlyph(for: 0x4E00) { face.outlineShare = Self.denseOutline }
            return face
        }
        return emojiFace(typeface, besideHeight: Int(capHeight * em))
    }

    /// Returns the face of an emoji font beside digits or capitals of a height in units.
    private func emojiFace(_ typeface: Typeface, besideHeight height: Int) -> TextLayout.Face {
        let scale = Int((Double(height) * Self.emojiScale).rounded())
        return TextLayout.Face(
            typeface: typeface, scale: scale, raise: height / 2 - typeface.units(typeface.middle, scale: scale))
    }

    /// Makes emoji larger beside large text. The fonts of scripts without capitals often state a low height of capitals, and are enlarged.
    private mutating func sizeEmoji() {
        for emoji in typefaces.indices where typefaces[emoji].typeface.isColor {
            guard let first = parts.firstIndex(where: { $0.first?.typeface == emoji }),
                let letter = parts.indices.prefix(first).last(where: isWord)
                    ?? parts.indices.dropFirst(first).first(where: isWord),
                let number = parts[letter].first?.typeface, number > 0
            else { continue }
            let (capHeight, face) = (typefaces[0].capHeight, typefaces[number])
            // Some emoji are alphabetic.
            guard !face.typeface.isColor, let digit = face.typeface.nominalGlyph(of: 0x33).flatMap(face.typeface.inkBox)
            else { continue }
            let height = max(capHeight, min(2 * capHeight, face.typeface.units(digit.above, scale: face.scale)))
            typefaces[emoji] = emojiFace(typefaces[emoji].typeface, besideHeight: height)
        }
    }

    /// The share of the outline around the characters of Chinese, Japanese and Korean fonts.
    private static let denseOutline = 0.75

    /// The em of an emoji font relative to the cap height. Emoji are about 1.17 em tall and should be a quarter taller than capitals.
    private static let emojiScale = 1.07

    // MARK: Adjacent characters in one font

    /// Sets whole words in the fallback font if this font has all letters of a word and the caption's own font does not: letters of two
    /// typefaces in one word look like a mistake.
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

    /// True for letters with their marks. Digits and signs look good in any font.
    private func isWord(_ number: Int) -> Bool {
        Unicode.Scalar(text.scalars[text.boundaries[number]])?.properties.isAlphabetic ?? false
    }

    /// Sets spaces in the font of the preceding letters or, if that is the caption's own font, in the font of the following letters. The
    /// word spaces of condensed fonts are too narrow next to the wider letters of a fallback font.
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

    /// Dots, dashes and quotation marks that look different in Latin fonts than in Chinese and Japanese fonts.
    private static let signs: Set<UInt32> = [0x2014, 0x2015, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]

    /// Draws dots, dashes and quotation marks in the font of the Han characters or kana next to them. In these fonts, dots are in the
    /// middle, dashes join, and quotation marks are as wide as a character. Quotation marks use the font of the text inside them; dots and
    /// dashes use the font of the text before them.
    private mutating func unifySigns() {
        for number in parts.indices {
            let range = text.range(ofCharacter: number)
            let scalar = text.scalars[range.lowerBound]
            guard Self.signs.contains(scalar), parts[number].count == 1 else { continue }
            let before = parts.indices.prefix(upTo: number).last { !isSign($0) }
            let after = parts.indices.dropFirst(number + 1).first { !isSign($0) }
            let neighbors = [0x2018, 0x201C].contains(scalar) ? [after] : [before, before == nil ? after : nil]
            guard let neighbor = neighbors.compactMap(\.self).first, let part = parts[neighbor].first,
                isEastAsian(neighbor), hasAll(of: number..<number + 1, part.typeface)
            else { continue }
            parts[number][0].typeface = part.typeface
        }
    }

    /// Draws numbers between letters of a fallback font in that font. Most fonts for captions are bolder or narrower.
    private mutating func unifyNumbers() {
        func isDigit(_ number: Int) -> Bool {
            0x30...0x39 ~= text.scalars[text.boundaries[number]] && parts[number].count == 1
        }
        func isSpace(_ number: Int) -> Bool { text.scalars[text.boundaries[number]] == 0x20 }
        var start = 0
        while let first = parts.indices.dropFirst(start).first(where: isDigit) {
            let end = parts.indices.dropFirst(first).first { !isDigit($0) } ?? parts.count
            start = end
            let before = parts.indices.prefix(first).last { !isSpace($0) }
            let after = parts.indices.dropFirst(end).first { !isSpace($0) }
            let neighbors = [before, after].compactMap(\.self)
            guard let neighbor = neighbors.first, let part = parts[neighbor].first,
                neighbors.allSatisfy({ isEastAsian($0) || isWord($0) && parts[$0].first?.typeface == part.typeface }),
                part.typeface > 0, hasAll(of: first..<end, part.typeface)
            else { continue }
            for number in first..<end { parts[number][0].typeface = part.typeface }
        }
    }

    private func isSign(_ number: Int) -> Bool { Self.signs.contains(text.scalars[text.boundaries[number]]) }

    /// True for Han characters, kana and their punctuation in a fallback font.
    private func isEastAsian(_ number: Int) -> Bool {
        let scalar = text.scalars[text.boundaries[number]]
        return parts[number].first.map { $0.typeface > 0 } ?? false
            && (0x2E80...0x9FFF ~= scalar || 0xF900...0xFFEF ~= scalar || 0x20000...0x3FFFF ~= scalar)
    }

    // MARK: Looks

    /// Returns the face of a part, with the look from markup.
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

    /// Returns the faces with a look: a font of the same family that has the look, and a modified version of the font itself.
    private mutating func faces(of typeface: Int, _ look: TextLook) throws(MemeError) -> [Int] {
        var plain = typefaces[typeface]
        let first = typefaces.count
        if let real = try fonts.styled(plain.typeface, isBold: look.isBold, isSlanted: look.isSlanted) {
            var face = fallbackFace(real.typeface)
            (face.isBold, face.isSlanted) = (look.isBold && !real.isBold, look.isSlanted && !real.isSlanted)
            typefaces.append(face)
        }
        (plain.isBold, plain.isSlanted) = (look.isBold, look.isSlanted)
        typefaces.append(plain)
        return Array(first..<typefaces.count)
    }
}
