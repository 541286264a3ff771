import PostcardMemes

/// A TrueType font of squares, made here so tests can rely on its numbers: 1000 units per em. A to Z and a to z are squares of 700
/// units above the baseline, 50 units to the right of the origin. These letters and the space advance by 800 units.
enum SyntheticFont {
    static let advance = 800
    static let side = 700
    static let bearing = 50

    static func typeface() throws -> Typeface {
        try Typeface(bytes: bytes())
    }

    static func bytes() -> [UInt8] {
        let glyph = squareGlyph()
        let tables: [(tag: String, data: [UInt8])] = [
            ("OS/2", os2()),
            ("cmap", cmap()),
            ("glyf", glyph),
            ("head", head()),
            ("hhea", words([1, 0, 800, -200, 0, advance, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3])),
            ("hmtx", words([advance, 0, advance, 0, advance, bearing])),
            // Glyph 0 and the space are empty. The table contains half of each offset.
            ("loca", words([0, 0, 0, glyph.count / 2])),
            ("maxp", words([1, 0, 3, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])),
        ]
        var directory = words([0, 1]) + words([tables.count, 128, 3, 0])
        var body: [UInt8] = []
        let start = 12 + tables.count * 16
        for table in tables {
            directory += Array(table.tag.utf8) + long(0) + long(start + body.count) + long(table.data.count)
            body += table.data
            while body.count % 4 != 0 { body.append(0) }
        }
        // The version is 0x00010000.
        return [0, 1, 0, 0] + directory.dropFirst(4) + body
    }

    private static func head() -> [UInt8] {
        long(0x10000) + long(0x10000) + long(0) + long(0x5F0F_3CF5) + words([0, 1000]) + long(0) + long(0) + long(0)
            + long(0)
            + words([0, 0, 750, 700, 0, 8, 2, 0, 0])
    }

    private static func os2() -> [UInt8] {
        var table = words([4, advance, 400, 5, 0] + [Int](repeating: 0, count: 11)) + [UInt8](repeating: 0, count: 10)
        table += [UInt8](repeating: 0, count: 16) + Array("TEST".utf8)
        table += words([0, 32, 122, 800, -200, 0, 800, 200]) + [UInt8](repeating: 0, count: 8)
        return table + words([500, side, 0, 32, 1])
    }

    private static func cmap() -> [UInt8] {
        // Format 12: the space is glyph 1. Each letter is a separate group that maps to glyph 2.
        let letters = Array(65...90) + Array(97...122)
        var table = words([0, 1, 3, 10]) + long(12)
        table += words([12, 0]) + long(16 + (letters.count + 1) * 12) + long(0) + long(letters.count + 1)
        table += long(32) + long(32) + long(1)
        for letter in letters { table += long(letter) + long(letter) + long(2) }
        return table
    }

    private static func squareGlyph() -> [UInt8] {
        let right = bearing + side
        var glyph = words([1, bearing, 0, right, side, 3, 0]) + [1, 1, 1, 1]
        // The corners clockwise from the lower left, each as a difference from the previous corner.
        glyph += words([bearing, 0, side, 0]) + words([0, side, 0, -side])
        while glyph.count % 4 != 0 { glyph.append(0) }
        return glyph
    }

    private static func words(_ values: [Int]) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    private static func long(_ value: Int) -> [UInt8] {
        words([value >> 16, value])
    }
}
