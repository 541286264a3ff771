public import PlatformFoundation
import PostcardCore
public import PostcardImaging
public import PostcardSources

/// A photo of an album, with what is needed to credit it.
public struct Photo: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `photo-` and twelve letters or digits.
    public let id: String
    /// The id of its album, which is that of its pin.
    public let album: String
    /// The collection that it came with.
    let collection: String
    /// The key of the photo at its source.
    public let remote: RemoteKey
    /// The title its owner gave it; may be empty.
    public let title: String
    /// The name to credit; may be empty.
    public let owner: String
    /// The owner's page.
    public let ownerURL: URL?
    /// The photo's own page.
    public let page: URL?
    /// The licence of the photo.
    public let license: License
    /// The date on which it was taken, as its source writes it.
    public let dateTaken: String?
    /// The coordinate at which it was taken.
    public let coordinate: Coordinate?
    /// SHA-256 of the picture file.
    public let blob: BlobHash
    /// Bytes of the picture file.
    public let bytes: Int
    /// Pixels from left to right, seen upright.
    public let width: Int
    /// Pixels from top to bottom, seen upright.
    public let height: Int
    /// The fingerprint by which duplicates are found.
    public let fingerprint: PictureFingerprint
    /// The mean of its colours, which stands for it until it is shown.
    public let color: Color

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// The line that credits the photo: title, owner, licence and page, as far as they are known.
    public var credit: String {
        let name = title.isEmpty ? "Photo" : "\"\(title)\""
        let by = owner.isEmpty ? "" : " by \(owner)"
        let link = page.map { ", \($0.absoluteString)" } ?? ""
        return "\(name)\(by), \(license.name)\(link)"
    }
}

/// 64 bits that tell what a picture looks like: pictures that differ in size, quality or a little lettering have nearly the
/// same ones, others do not.
///
/// The difference hash: the picture's mean luminances in 9 × 8 fields, and of each field whether it is brighter than the one
/// to its right. (N. Krawetz, "Kind of Like That", hackerfactor.com, 2013.)
public struct PictureFingerprint: Sendable, Hashable, Codable, LosslessStringConvertible, TextCoded {
    package static let refusal = "is no fingerprint."
    /// Up to so many different bits count as looking the same. Scaling and compressing change 0 to 4 of the 64; of two
    /// unrelated pictures about 32 differ.
    public static let nearDistance = 6

    private let bits: UInt64

    /// Looks at a picture; its thumbnail is enough.
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

    /// Reads 16 hexadecimal digits; `nil` for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else { return nil }
        self.bits = bits
    }

    /// 16 hexadecimal digits.
    public var description: String { bits.padded(to: 16, radix: 16) }

    /// Returns the number of bits, of 64, that differ.
    public func distance(to other: PictureFingerprint) -> Int { (bits ^ other.bits).nonzeroBitCount }

    /// Returns a Boolean value that indicates whether two pictures look the same.
    public func isNear(_ other: PictureFingerprint) -> Bool { distance(to: other) <= Self.nearDistance }

    private static func range(_ index: Int, of count: Int, in pixels: Int) -> Range<Int> {
        let start = min(pixels - 1, index * pixels / count)
        return start..<max(start + 1, (index + 1) * pixels / count)
    }

    /// Rec. 601 luma, which is what the eye would compare.
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
