/// The file of a result, in memory or on disk.
enum ResultFile: Sendable {
    case bytes([UInt8])
    /// A file in the disk cache that is larger than one piece of a response.
    case cached(ServedFile)

    /// Creates the result from a file in the disk cache, with the bytes in memory if they fit in one piece; `nil` if the file is
    /// unreadable.
    init?(_ file: ServedFile) {
        guard file.size <= ServedFile.pieceSize else {
            self = .cached(file)
            return
        }
        let bytes = file.head(file.size)
        guard bytes.count == file.size else { return nil }
        self = .bytes(bytes)
    }

    /// Returns the file's bytes; `nil` if there are more than `limit` bytes.
    func bytes(upTo limit: Int) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes.count <= limit ? bytes : nil
        case .cached(let file): file.size <= limit ? file.head(file.size) : nil
        }
    }
}
