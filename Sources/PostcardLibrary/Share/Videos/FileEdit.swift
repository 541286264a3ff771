/// Changes applied to a file while it is copied: replaced bytes, and a smaller length.
struct FileEdit {
    /// The patches, ordered by offset.
    let patches: [FilePatch]
    /// The length of the copy in bytes, at most the length of the file; `nil` for the whole file.
    let length: Int?

    /// A copy without changes.
    static let none = FileEdit([])

    init(_ patches: [FilePatch], length: Int? = nil) {
        self.patches = patches.sorted { $0.range.lowerBound < $1.range.lowerBound }
        self.length = length
    }

    /// Returns a whole file with the changes applied.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        var copy = Array(bytes.prefix(length ?? bytes.count))
        for patch in patches { patch.apply(to: &copy, at: 0) }
        return copy
    }
}

extension OpenFile {
    /// Copies `source` to an offset in this file with changes applied, and passes each piece to `body`. Returns the copy's length in bytes.
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
