import PostcardCore

/// Finds the changes that leave only video, sound and allowed metadata in an AVI file (Microsoft RIFF, OpenDML 1.02). Other chunks become
/// padding, and data after the last list is cut off.
struct AVIFilter {
    private struct Chunk {
        let name: String
        /// The kind of the list; `nil` for other chunks.
        let kind: String?
        let range: Range<Int>
        let content: Range<Int>
    }

    /// The names of the chunks to keep in each list. The `movi` list contains the chunks of the streams.
    private static let children: [NameKey: Set<NameKey>] = [
        "AVI ": ["hdrl", "movi", "INFO", "idx1"], "AVIX": ["movi", "idx1"],
        "hdrl": ["avih", "strl", "odml", "IDIT"], "strl": ["strh", "strf", "indx", "vprp"], "odml": ["dmlh"],
        "INFO": ["INAM", "IART", "ICOP", "ICRD", "ISFT"],
    ]
    private static let streamLists: Set<NameKey> = ["movi", "rec "]
    private static let kinds = ["vids", "auds"]
    private static let maximumDepth = 5

    private let file: OpenFile
    private let size: Int
    private var patches: [FilePatch] = []
    /// True for each stream that is kept.
    private var streams: [Bool] = []
    /// True if pictures in a stream contain metadata.
    private var hasMetadata = false

    init(_ file: OpenFile) throws(FileError) {
        self.file = file
        size = try file.status().size
    }

    /// Returns the changes; `nil` for a file that cannot be parsed.
    consuming func edit() throws(FileError) -> FileEdit? {
        var end = 0
        while let chunk = try chunk(at: end, end: size), chunk.name == "RIFF", let kind = chunk.kind,
            Self.children[kind] != nil
        {
            try filter(chunk, depth: 0)
            end = chunk.range.upperBound
        }
        return streams.contains(true) && !hasMetadata ? FileEdit(patches, length: end) : nil
    }

    /// Returns the chunk at a position; `nil` at the end. In a truncated file, the last chunk ends at the end of the file.
    private func chunk(at position: Int, end: Int) throws(FileError) -> Chunk? {
        guard position + 8 <= end, case let head = try file.read(12, at: position), head.count >= 8 else { return nil }
        let length = head[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let name = String(decoding: head[..<4], as: UTF8.self)
        let isList = ["RIFF", "LIST"].contains(name) && head.count == 12 && length >= 4
        let start = position + (isList ? 12 : 8)
        let last = min(end, position + 8 + length)
        guard start <= last else { return nil }
        return Chunk(
            name: name, kind: isList ? String(decoding: head[8...], as: UTF8.self) : nil,
            range: position..<min(end, last + length & 1), content: start..<last)
    }

    private mutating func filter(_ list: Chunk, depth: Int) throws(FileError) {
        let names = list.kind.flatMap { Self.children[$0] }
        var position = list.content.lowerBound
        while let chunk = try chunk(at: position, end: list.content.upperBound) {
            let name = chunk.kind ?? chunk.name
            if names.map({ $0.contains(name) }) ?? isOfKeptStream(chunk), depth < Self.maximumDepth {
                if name == "strh" { streams.append(try isKept(chunk)) }
                if chunk.kind != nil { try filter(chunk, depth: depth + 1) }
                if names == nil, try file.hasPictureMetadata(in: chunk.content) { hasMetadata = true }
            } else {
                patches.append(FilePatch(offset: chunk.range.lowerBound, bytes: Array("JUNK".utf8)))
                patches.append(FilePatch(blanking: chunk.range.dropFirst(8)))
            }
            position = chunk.range.upperBound
        }
        if position < list.content.upperBound {
            patches.append(FilePatch(blanking: position..<list.content.upperBound))
        }
    }

    private func isKept(_ header: Chunk) throws(FileError) -> Bool {
        Self.kinds.contains(String(decoding: try file.read(4, at: header.content.lowerBound), as: UTF8.self))
    }

    /// Returns true if a chunk in the stream data is a list of chunks, or belongs to a kept stream, such as `00dc`, `01wb` or `ix00`.
    private func isOfKeptStream(_ chunk: Chunk) -> Bool {
        if let kind = chunk.kind { return Self.streamLists.contains(kind) }
        let number = chunk.name.hasPrefix("ix") ? Int(chunk.name.suffix(2)) : Int(chunk.name.prefix(2))
        guard let number, streams.indices.contains(number), streams[number] else { return false }
        return chunk.name.hasPrefix("ix") || ["dc", "db", "wb", "pc"].contains(String(chunk.name.suffix(2)))
    }
}
