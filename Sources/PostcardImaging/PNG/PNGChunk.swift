/// A chunk of a PNG file (W3C PNG, section 5.3).
struct PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let name: String
    let content: ArraySlice<UInt8>
    /// The chunk with its length, name and checksum.
    let whole: ArraySlice<UInt8>

    /// Returns the chunks of a file, and the end of the last chunk; `nil` if a chunk ends beyond the file.
    static func all(in bytes: [UInt8]) -> (chunks: [PNGChunk], end: Int)? {
        var chunks: [PNGChunk] = []
        var position = signature.count
        while position + 12 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = position + 12 + length
            guard end <= bytes.count else { return nil }
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            chunks.append(
                PNGChunk(name: name, content: bytes[position + 8..<end - 4], whole: bytes[position..<end]))
            position = end
        }
        return (chunks, position)
    }
}
