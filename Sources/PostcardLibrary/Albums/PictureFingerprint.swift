import PostcardCore
import PostcardImaging

/// A 64-bit fingerprint for finding duplicates. Pictures that differ only in size, quality or a small caption have nearly equal
/// fingerprints.
///
/// The fingerprint is a difference hash: the picture is split into 9 × 8 cells, and each bit indicates whether a cell has a higher mean
/// luminance than the cell to its right (N. Krawetz, "Kind of Like That", hackerfactor.com, 2013).
package struct PictureFingerprint: Sendable, Hashable, Codable, LosslessStringConvertible, TextCoded {
    package static let refusal = "is not a fingerprint."
    /// The maximum number of bits that differ between duplicates. Scaling and compression change 0 to 4 of the 64 bits; unrelated pictures
    /// differ in about 32 bits.
    package static let nearDistance = 6

    private let bits: UInt64

    /// Computes the fingerprint of a picture or its thumbnail.
    init(of image: Image) {
        let (columns, rows) = (9, 8)
        let means = (0..<rows).map { row in
            (0..<columns).map { column in
                Self.meanLuminance(
                    of: image, column: Self.range(column, of: columns, in: image.size.width),
                    row: Self.range(row, of: rows, in: image.size.height))
            }
        }
        bits = means.reduce(0) { bits, row in
            zip(row, row.dropFirst()).reduce(bits) { $0 << 1 | ($1.0 > $1.1 ? 1 : 0) }
        }
    }

    /// Parses 16 hexadecimal digits; `nil` for other strings.
    package init?(_ text: String) {
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else { return nil }
        self.bits = bits
    }

    /// The fingerprint as 16 hexadecimal digits.
    package var description: String { bits.padded(to: 16, radix: 16) }

    /// Returns the number of different bits, 0 to 64.
    package func distance(to other: PictureFingerprint) -> Int { (bits ^ other.bits).nonzeroBitCount }

    /// Returns true if two pictures are duplicates.
    package func isNear(_ other: PictureFingerprint) -> Bool { distance(to: other) <= Self.nearDistance }

    private static func range(_ index: Int, of count: Int, in pixels: Int) -> Range<Int> {
        let start = min(pixels - 1, index * pixels / count)
        return start..<max(start + 1, (index + 1) * pixels / count)
    }

    /// Returns the mean luma (Rec. 601) of a cell.
    private static func meanLuminance(of image: Image, column: Range<Int>, row: Range<Int>) -> Int {
        var sum = 0
        for y in row {
            for x in column {
                let color = image[x, y]
                sum += 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)
            }
        }
        return sum / (column.count * row.count)
    }
}

// MARK: Groups

extension PictureFingerprint {
    /// Groups duplicates: each fingerprint joins the first group whose first fingerprint is near it, or starts a new group.
    ///
    /// A fingerprint is compared only with the first fingerprint in each group. Otherwise, a chain of similar pictures could put different
    /// pictures in one group.
    ///
    /// Two near fingerprints differ in at most 6 bits, so at least one of 7 parts is the same in both, by the pigeonhole principle. Only
    /// groups that share a part are compared, so the time grows about linearly with the number of fingerprints.
    ///
    /// - Returns: the groups of indices. The groups and the indices in them are in ascending order.
    static func groups(of fingerprints: [PictureFingerprint]) -> [[Int]] {
        var groups: [[Int]] = []
        // `known[part][value]` lists the groups whose first fingerprint has this value in this part.
        var known = [[[Int]]](repeating: [[Int]](repeating: [], count: 1 << partLength), count: nearDistance + 1)
        for (index, fingerprint) in fingerprints.enumerated() {
            let parts = fingerprint.parts
            var first: Int?
            for (part, value) in parts.enumerated() {
                // The groups in each list are in ascending order.
                let near = known[part][value].first { fingerprints[groups[$0][0]].isNear(fingerprint) }
                if let near { first = min(near, first ?? near) }
            }
            if let first {
                groups[first].append(index)
            } else {
                for (part, value) in parts.enumerated() { known[part][value].append(groups.count) }
                groups.append([index])
            }
        }
        return groups
    }

    /// The length of the longest part in bits.
    private static var partLength: Int { 64 / (nearDistance + 1) + 1 }

    /// The bits, split into parts. There is one more part than the maximum number of bits in which near fingerprints differ.
    private var parts: [Int] {
        let count = Self.nearDistance + 1
        return (0..<count).map { part in
            let (start, end) = (part * 64 / count, (part + 1) * 64 / count)
            return Int(bits >> UInt64(start) & (1 << UInt64(end - start) - 1))
        }
    }
}
