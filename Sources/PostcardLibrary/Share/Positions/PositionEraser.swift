import PlatformLibc
import PostcardSources

/// The removal of positions from a picture or video. Positions are blanked in place, so that no other part of the file moves and no pixel changes.
///
/// It searches the whole file for EXIF, XMP, IPTC and ISO 6709, whatever the format, and also finds embedded files. The patterns are so strict that
/// compressed pixels do not match by chance.
struct PositionEraser {
    /// The bytes of the file or of a part of it.
    var bytes: [UInt8]
    /// A Boolean value that indicates whether a position was removed.
    var isChanged = false

    /// Removes the positions from a file.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        eraseEXIF()
        eraseXMP()
        eraseIPTC()
        eraseISO6709()
        if bytes.starts(with: Self.pngSignature) { updatePNGChecksums() }
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns a Boolean value that indicates whether the name of a text or tag is that of a position: `GPS Position`, `exif:GPSLatitude`, `LOCATION`
    /// …
    static func namesPlace(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["gps", "location", "latitude", "longitude", "6709", "geotag"].contains { name.contains($0) }
    }

    /// Calls `body` with each position at which `text` begins.
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

    /// Returns a Boolean value that indicates whether `text` stands at a position.
    func has(_ text: String, at position: Int) -> Bool {
        position >= 0 && position <= bytes.count && bytes[position...].starts(with: text.utf8)
    }

    /// Returns an unsigned number of `count` bytes; `nil` beyond the end.
    func number(at position: Int, _ count: Int, isBigEndian: Bool = true) -> Int? {
        guard position >= 0, position <= bytes.count - count else { return nil }
        return (0..<count).reduce(0) { $0 << 8 | Int(bytes[position + (isBigEndian ? $1 : count - 1 - $1)]) }
    }
}

// MARK: - FilePatch

/// A replacement for some bytes of a file, of the same length, applied while the file is copied.
struct FilePatch {
    let offset: Int
    let bytes: [UInt8]

    /// Applies the patch to a piece of the file, as far as it overlaps.
    func apply(to piece: inout [UInt8], at pieceOffset: Int) {
        let start = max(offset, pieceOffset)
        let end = min(offset + bytes.count, pieceOffset + piece.count)
        guard start < end else { return }
        piece.replaceSubrange(start - pieceOffset..<end - pieceOffset, with: bytes[start - offset..<end - offset])
    }
}
