public import PlatformFoundation
import PostcardCore
public import PostcardImaging
public import PostcardSources

/// A photo of an album with its attribution.
public struct Photo: Sendable, Hashable, Codable, Identifiable {
    /// The id: `photo-` and twelve letters or digits.
    public let id: String
    /// The id of the album, which is that of its pin.
    public let album: String
    /// The id of the collection that it was chosen with.
    let collection: String
    /// The key of the photo at its source.
    public let remote: RemoteKey
    /// The title; may be empty.
    public let title: String
    /// The name for the attribution; may be empty.
    public let owner: String
    /// The URL of the owner's page; `nil` if it is unknown.
    public let ownerURL: URL?
    /// The URL of the photo's page; `nil` if it is unknown.
    public let page: URL?
    /// The licence of the photo.
    public let license: License
    /// The date of the photo as its source writes it; `nil` if it is unknown.
    public let dateTaken: String?
    /// The position of the camera; `nil` if it is unknown.
    public let coordinate: Coordinate?
    /// The SHA-256 of the picture file.
    public let blob: BlobHash
    /// The length of the picture file in bytes.
    public let bytes: Int
    /// The width of the upright picture in pixels.
    public let width: Int
    /// The height of the upright picture in pixels.
    public let height: Int
    /// The fingerprint by which duplicates are found.
    public let fingerprint: PictureFingerprint
    /// The mean colour, shown until the picture is loaded.
    public let color: Color

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// The credit line: title, owner, licence and page, as far as they are known.
    public var credit: String {
        let name = title.isEmpty ? "Photo" : "\"\(title)\""
        let by = owner.isEmpty ? "" : " by \(owner)"
        let link = page.map { ", \($0.absoluteString)" } ?? ""
        return "\(name)\(by), \(license.name)\(link)"
    }
}

/// A fingerprint of 64 bits by which duplicates are found. Pictures that differ in size, quality or a small caption have nearly equal fingerprints.
///
/// It is the difference hash: the picture is divided into 9 × 8 fields, and a bit indicates whether a field has a higher mean luminance than its
/// right neighbour (N. Krawetz, "Kind of Like That", hackerfactor.com, 2013).
public struct PictureFingerprint: Sendable, Hashable, Codable, LosslessStringConvertible, TextCoded {
    package static let refusal = "is no fingerprint."
    /// The largest number of different bits between duplicates. Scaling and compression change 0 to 4 of the 64 bits; unrelated pictures differ in
    /// about 32.
    public static let nearDistance = 6

    let bits: UInt64

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

    /// Parses 16 hexadecimal digits; `nil` for other texts.
    public init?(_ text: String) {
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else { return nil }
        self.bits = bits
    }

    /// The fingerprint as 16 hexadecimal digits.
    public var description: String { bits.padded(to: 16, radix: 16) }

    /// Returns the number of different bits, 0 to 64.
    public func distance(to other: PictureFingerprint) -> Int { (bits ^ other.bits).nonzeroBitCount }

    /// Returns a Boolean value that indicates whether two pictures are duplicates.
    public func isNear(_ other: PictureFingerprint) -> Bool { distance(to: other) <= Self.nearDistance }

    private static func range(_ index: Int, of count: Int, in pixels: Int) -> Range<Int> {
        let start = min(pixels - 1, index * pixels / count)
        return start..<max(start + 1, (index + 1) * pixels / count)
    }

    /// Returns the mean luma (Rec. 601) of a field.
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

extension Image {
    /// Returns the mean colour.
    func meanColor() throws(ImageError) -> Color { try resized(Resize(into: .square(1), fit: .exact))[0, 0] }
}
