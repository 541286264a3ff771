/// Changes to a file that are applied while it is copied: replacements of bytes in place, and an earlier end.
struct FileEdit {
    /// The patches in the order of their offsets.
    let patches: [FilePatch]
    /// The length of the copy in bytes, no more than that of the file; `nil` for all of the file.
    let length: Int?

    /// A copy without changes.
    static let none = FileEdit([])

    init(_ patches: [FilePatch], length: Int? = nil) {
        self.patches = patches.sorted { $0.range.lowerBound < $1.range.lowerBound }
        self.length = length
    }

    /// Returns the whole of a file with the changes.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        var copy = Array(bytes.prefix(length ?? bytes.count))
        for patch in patches { patch.apply(to: &copy, at: 0) }
        return copy
    }
}

/// A replacement for some bytes of a file, of the same length.
struct FilePatch {
    let range: Range<Int>
    /// The new bytes; `nil` for zeros.
    private let bytes: [UInt8]?

    init(offset: Int, bytes: [UInt8]) { (range, self.bytes) = (offset..<offset + bytes.count, bytes) }

    /// Makes a patch that blanks a range, which may be longer than memory.
    init(blanking range: Range<Int>) { (self.range, bytes) = (range, nil) }

    /// Applies the patch to a piece of the file, as far as it overlaps.
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

extension OpenFile {
    /// Copies another file to an offset of this one with changes, and passes each piece to `body`. Returns the length in bytes.
    func append(
        _ source: OpenFile, at offset: Int, _ edit: FileEdit, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(FileError) -> Int {
        var count = 0
        var patches = edit.patches[...]
        while case let wanted = min(BlobWriter.pieceSize, (edit.length ?? .max) - count), wanted > 0,
            case var piece = try source.read(wanted, at: count), !piece.isEmpty
        {
            let end = count + piece.count
            for patch in patches.prefix(while: { $0.range.lowerBound < end }) { patch.apply(to: &piece, at: count) }
            patches = patches.drop { $0.range.upperBound <= end }
            try piece.withBytes { bytes throws(FileError) in
                body(bytes)
                try write(bytes, at: offset + count)
            }
            count = end
        }
        return count
    }
}
