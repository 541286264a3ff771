import PostcardCore

/// The orientation of a character in a column.
enum VerticalOrientation: Hashable {
    /// Upright, as in a line.
    case upright
    /// Rotated clockwise by a quarter turn.
    case sideways
    /// Upright in the font's form for columns; sideways if the font has no such form.
    case transformed
    /// Upright next to other characters in the space of one character (tate-chu-yoko). Characters with the same number are combined.
    case combined(Int)

    /// Makes the value of the Vertical_Orientation property (UAX #50), with exceptions for `middleSigns`.
    init(_ scalar: UInt32) {
        switch scalar {
        case 0x2329...0x232A, 0x3008...0x3011, 0x3014...0x301F, 0x3030, 0x30A0, 0x30FC, 0xFE59...0xFE5E,
            0xFF08...0xFF09, 0xFF1A...0xFF1B, 0xFF3B, 0xFF3D, 0xFF3F, 0xFF5B...0xFF60, 0xFFE3:
            self = .transformed
        case _ where Self.middleSigns.contains(scalar): self = .transformed
        default: self = Self.isUpright(scalar) ? .upright : .sideways
        }
    }

    /// Ellipses and dashes. East Asian fonts have centered forms of these characters for columns, although the property ignores them.
    static let middleSigns: Set<UInt32> = [0x2014, 0x2015, 0x2025, 0x2026]

    private static func isUpright(_ scalar: UInt32) -> Bool {
        uprightBounds.partitioningIndex { $0 > scalar } & 1 == 1
    }

    /// The starts and ends of the ranges of upright characters (U and Tu).
    private static let uprightBounds: [UInt32] = [
        0xA7, 0xA8, 0xA9, 0xAA, 0xAE, 0xAF, 0xB1, 0xB2, 0xBC, 0xBF, 0xD7, 0xD8, 0xF7, 0xF8, 0x2EA, 0x2EC, 0x1100,
        0x1200, 0x1401, 0x1680, 0x18B0, 0x1900, 0x2016, 0x2017, 0x2020, 0x2022, 0x2030, 0x2032, 0x203B, 0x203D, 0x2042,
        0x2043, 0x2047, 0x204A, 0x2051, 0x2052, 0x2065, 0x2066, 0x20DD, 0x20E1, 0x20E2, 0x20E5, 0x2100, 0x2102, 0x2103,
        0x210A, 0x210F, 0x2110, 0x2113, 0x2115, 0x2116, 0x2118, 0x211E, 0x2124, 0x2125, 0x2126, 0x2127, 0x2128, 0x2129,
        0x212A, 0x212E, 0x212F, 0x2135, 0x2140, 0x2145, 0x214B, 0x214C, 0x214E, 0x214F, 0x218A, 0x218C, 0x2190, 0x221E,
        0x221F, 0x2234, 0x2236, 0x2300, 0x2308, 0x230C, 0x2320, 0x2324, 0x2329, 0x232B, 0x232C, 0x237D, 0x239B, 0x23BE,
        0x23CE, 0x23CF, 0x23D0, 0x23D1, 0x23DC, 0x23E2, 0x2423, 0x2424, 0x2500, 0x25A0, 0x261A, 0x2620, 0x2768, 0x2776,
        0x2794, 0x2B12, 0x2B30, 0x2B50, 0x2B5A, 0x2B97, 0x2B98, 0x2BB8, 0x2BD2, 0x2BD3, 0x2BEC, 0x2BF0, 0x2C00, 0x2E50,
        0x2E52, 0x2E80, 0x3008, 0x3012, 0x3014, 0x3020, 0x3030, 0x3031, 0x30A0, 0x30A1, 0x30FC, 0x30FD, 0xA4D0, 0xA960,
        0xA980, 0xAC00, 0xD800, 0xE000, 0xFB00, 0xFE10, 0xFE20, 0xFE30, 0xFE49, 0xFE50, 0xFE58, 0xFE5F, 0xFE63, 0xFE67,
        0xFE70, 0xFF01, 0xFF08, 0xFF0A, 0xFF0D, 0xFF0E, 0xFF1A, 0xFF1F, 0xFF3B, 0xFF3C, 0xFF3D, 0xFF3E, 0xFF3F, 0xFF40,
        0xFF5B, 0xFFE0, 0xFFE3, 0xFFE4, 0xFFE8, 0xFFF0, 0xFFF9, 0xFFFC, 0xFFFE, 0x10980, 0x109A0, 0x11580, 0x11600,
        0x11A00, 0x11AC0, 0x13000, 0x13440, 0x14400, 0x14680, 0x16FE0, 0x18D80, 0x1AFF0, 0x1B300, 0x1CF00, 0x1CFD0,
        0x1D000, 0x1D200, 0x1D2E0, 0x1D380, 0x1D800, 0x1DAB0, 0x1F000, 0x1F800, 0x1F900, 0x1FB00, 0x20000, 0x2FFFE,
        0x30000, 0x3FFFE, 0xF0000, 0xFFFFE, 0x100000, 0x10FFFE,
    ]
}

extension VerticalOrientation {
    /// The maximum number of digits, and of exclamation and question marks, that fit next to each other.
    private static let (maximumDigits, maximumSigns) = (2, 3)

    /// Returns the orientation of each character in a text.
    static func orientations(of text: CaptionText) -> [VerticalOrientation] {
        let clusters = text.characters.map { text.scalars[$0] }
        var orientations = clusters.map { cluster in
            TextCluster.isEmoji(cluster) ? .upright : VerticalOrientation(cluster.first ?? 0)
        }
        let letters = zip(clusters, orientations).map { cluster, orientation in
            cluster.count == 1 && orientation == .sideways ? cluster.first.flatMap(latin) : nil
        }
        for stretch in letters.stretches(of: { $0 != nil && $1 != nil }) where letters[stretch.lowerBound] != nil {
            if !isSideways(beside: stretch.lowerBound - 1, by: -1, clusters, orientations),
                !isSideways(beside: stretch.upperBound, by: 1, clusters, orientations)
            {
                combine(stretch, letters, &orientations)
            }
        }
        return orientations
    }

    /// The kinds of Latin characters in Japanese and Chinese text.
    private enum Latin { case digit, sign, capital, other }

    private static func latin(_ scalar: UInt32) -> Latin? {
        switch scalar {
        case 0x30...0x39: .digit
        case 0x21, 0x3F: .sign
        case 0x41...0x5A: .capital
        case 0x22...0x7E, 0xC0...0x24F: .other
        default: nil
        }
    }

    /// Returns true if the next character in the given direction, skipping spaces, is sideways.
    private static func isSideways(
        beside index: Int, by step: Int, _ clusters: [ArraySlice<UInt32>], _ orientations: [VerticalOrientation]
    ) -> Bool {
        var index = index
        while clusters.indices.contains(index), clusters[index].first == 0x20 { index += step }
        guard clusters.indices.contains(index), clusters[index].first != 0x0A else { return false }
        return orientations[index] == .sideways
    }

    private static func combine(_ stretch: Range<Int>, _ letters: [Latin?], _ orientations: inout [VerticalOrientation])
    {
        let parts = letters[stretch].stretches { $0 == $1 }
        let isShort = parts.allSatisfy { part in
            switch letters[part.lowerBound] {
            case .digit: part.count <= maximumDigits
            case .sign: part.count <= maximumSigns
            case .capital: stretch.count == 1
            case .other, nil: false
            }
        }
        guard isShort else { return }
        for part in parts {
            for index in part { orientations[index] = .combined(part.lowerBound) }
        }
    }
}
