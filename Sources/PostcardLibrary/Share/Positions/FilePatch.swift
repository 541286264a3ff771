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
