import PlatformLibc
import PostcardSources

/// Removes from a picture or video where it was taken, and nothing else: what tells it is blanked where it stands, so that no
/// other part of the file moves and no pixel changes.
///
/// It looks for EXIF, XMP, IPTC and ISO 6709 wherever they are, in files of any format and in files within files, by forms so strict
/// that compressed pixels do not have them by chance.
struct PositionEraser {
    /// The file, or a part of it.
    var bytes: [UInt8]
    /// A Boolean value that indicates whether anything was removed.
    var isChanged = false

    /// Erases at once.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        eraseEXIF()
        eraseXMP()
        eraseIPTC()
        eraseISO6709()
        if bytes.starts(with: Self.pngSignature) { updatePNGChecksums() }
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns a Boolean value that indicates whether the name of a text or tag says that it states a place: `GPS
    /// Position`, `exif:GPSLatitude`, `LOCATION` …
    static func namesPlace(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["gps", "location", "latitude", "longitude", "6709", "geotag"].contains { name.contains($0) }
    }

    /// Calls `body` with each position where `text` begins.
    mutating func forEach(_ text: [UInt8], _ body: (inout PositionEraser, Int) -> Void) {
        let needle = ByteNeedle(text)
        var start = 0
        while let found = bytes.withUnsafeBytes({ needle.firstIndex(in: $0, from: start) }) {
            body(&self, found)
            start = found + 1
        }
    }

    /// Overwrites a range, which must be within the bytes.
    mutating func fill(_ range: Range<Int>, with byte: UInt8) {
        for index in range { bytes[index] = byte }
        isChanged = true
    }

    /// Returns a Boolean value that indicates whether `text` begins at a position.
    func has(_ text: String, at position: Int) -> Bool {
        position >= 0 && position <= bytes.count && bytes[position...].starts(with: text.utf8)
    }

    /// A number of up to four bytes; `nil` beyond the end.
    func number(at position: Int, _ count: Int, isBigEndian: Bool = true) -> Int? {
        guard position >= 0, position <= bytes.count - count else { return nil }
        return (0..<count).reduce(0) { $0 << 8 | Int(bytes[position + (isBigEndian ? $1 : count - 1 - $1)]) }
    }
}

/// Bytes that take the place of as many others when a file is copied.
struct FilePatch {
    let offset: Int
    let bytes: [UInt8]

    /// Puts what of the patch falls into a piece of the file in its place.
    func apply(to piece: inout [UInt8], at pieceOffset: Int) {
        let start = max(offset, pieceOffset)
        let end = min(offset + bytes.count, pieceOffset + piece.count)
        guard start < end else { return }
        piece.replaceSubrange(start - pieceOffset..<end - pieceOffset, with: bytes[start - offset..<end - offset])
    }
}

/// The positions of pictures that a share reveals; one may be a home.
public enum SharedPositions: String, Sendable, CaseIterable {
    /// Nothing: no map, and no position in any file.
    case none
    /// The places of journals and the pins, on the map, those that were made of photos rounded to 200 m; no position in any file.
    case places
    /// All that is known: the map, and the position of each picture in its file and beside it.
    case all
}

extension Coordinate {
    /// The nearest point of a grid of 200 m, less than 170 m away: what is told of a place that was made of a photo. `nil` would be told
    /// as nothing, and does not occur.
    ///
    /// Rows are 0.0018 degrees apart, from pole to pole. Each has the even number of points with which they are about as far apart, so that
    /// one lies on the meridian of Greenwich and one on the date line.
    var rounded: Coordinate? {
        let rowsToPole = 50_000.0
        let row = (latitude / 90 * rowsToPole).rounded() / rowsToPole * 90
        let pointsToDateLine = max(1, (2 * rowsToPole * cos(row * .pi / 180)).rounded())
        let column = (longitude / 180 * pointsToDateLine).rounded() / pointsToDateLine * 180
        return try? Coordinate(latitude: row, longitude: column)
    }
}
