/// A replacement of the same length for bytes in a file.
struct FilePatch {
    let range: Range<Int>
    /// The new bytes; `nil` for zeros.
    private let bytes: [UInt8]?

    init(offset: Int, bytes: [UInt8]) { (range, self.bytes) = (offset..<offset + bytes.count, bytes) }

    /// Makes a patch that blanks a range. The range can be larger than memory.
    init(blanking range: Range<Int>) { (self.range, bytes) = (range, nil) }

    /// Applies the overlapping part of the patch to a piece of the file.
    func apply(to piece: inout [UInt8], at pieceOffset: Int) {
        let part = range.clamped(to: pieceOffset..<pieceOffset + piece.count)
        guard !part.isEmpty else { return }
        let place = part.lowerBound - pieceOffset..<part.upperBound - pieceOffset
        if let bytes {
            let source = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
            piece.replaceSubrange(place, with: bytes[source])
        } else {
            for index in place { piece[index] = 0 }
        }
    }
}
