/// The file of a result, in memory or on disk.
enum ResultFile: Sendable {
    case bytes([UInt8])
    /// A file of the disk cache that is larger than one piece of a response.
    case cached(ServedFile)

    /// Makes the file of the disk cache, with its bytes in memory where they are one piece; `nil` for one that cannot be read.
    init?(_ file: ServedFile) {
        guard file.size <= ServedFile.pieceSize else {
            self = .cached(file)
            return
        }
        let bytes = file.head(file.size)
        guard bytes.count == file.size else { return nil }
        self = .bytes(bytes)
    }

    /// Returns the bytes; `nil` when there are more than `limit`.
    func bytes(upTo limit: Int) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes.count <= limit ? bytes : nil
        case .cached(let file): file.size <= limit ? file.head(file.size) : nil
        }
    }
}
