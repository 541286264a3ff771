import PostcardCore
import PostcardDisk

/// A file next to the log that lists the positions of the newest changes of records, sorted by term.
///
/// The table covers the log up to `end`; later lines must be searched. If a method returns `nil`, or a position does not contain the
/// expected change, the table cannot be used.
///
/// The file contains a header, then the first term and the checksum of every block of entries, then the entries.
final class TermTable: Sendable {
    struct Entry: Sendable, Hashable, Comparable {
        let term: IndexTerm
        let position: KeyTable.Position

        /// The length of an entry in the file, in bytes.
        static let length = 24

        static func < (left: Entry, right: Entry) -> Bool {
            left.term == right.term ? left.position < right.position : left.term < right.term
        }
    }

    private let file: OpenFile
    let identity: FileStatus.Identity
    private let header: Header
    /// The first term of every block. The member `place` contains the checksum of the block.
    private let fences: [Entry]
    /// The number of entries in a block; the last block may have fewer.
    static let blockCount = 1024

    /// The end of the last line that the table covers.
    var end: Int { header.end }

    /// Opens a table; `nil` if it belongs to another log, or covers more than the snapshot.
    init?(_ file: OpenFile, identity: FileStatus.Identity, of log: IndexSnapshot) {
        guard let bytes = try? file.read(Header.length, at: 0), let header = Header(bytes),
            header.inode == log.identity.inode, header.end <= log.end,
            Header.mark(of: log.file, end: header.end) == header.mark,
            case let blocks = (header.count - 1) / Self.blockCount + 1,
            (try? file.status())?.size == Header.length + (blocks + header.count) * Entry.length,
            let fences = try? file.read(blocks * Entry.length, at: Header.length),
            fences.count == blocks * Entry.length,
            fences.withUnsafeBytes({ CRC32.checksum(of: $0) }) == header.fenceChecksum
        else { return nil }
        self.file = file
        self.identity = identity
        self.header = header
        self.fences = Entry.all(in: fences)
    }

    /// Writes a table to an empty file. The header is written last.
    static func write(
        _ entries: [Entry], end: Int, inode: UInt64, mark: UInt64, to file: OpenFile
    ) throws(FileError) {
        var fences: [UInt8] = []
        let blocks = (entries.count - 1) / blockCount + 1
        for start in stride(from: 0, to: entries.count, by: blockCount) {
            var block: [UInt8] = []
            for entry in entries[start..<min(start + blockCount, entries.count)] { entry.append(to: &block) }
            let checksum = block.withUnsafeBytes { CRC32.checksum(of: $0) }
            Entry(term: entries[start].term, position: KeyTable.Position(bits: UInt64(checksum))).append(to: &fences)
            let offset = Header.length + (blocks + start) * Entry.length
            try file.write(block, at: offset)
        }
        let header = Header(
            count: entries.count, end: end, inode: inode, mark: mark,
            fenceChecksum: fences.withUnsafeBytes { CRC32.checksum(of: $0) })
        try file.write(header.bytes + fences, at: 0)
    }

    /// Returns the indices of the entries with these terms; `nil` if a block cannot be read.
    func range(of terms: ClosedRange<IndexTerm>) -> Range<Int>? {
        guard let start = firstIndex(where: { $0 >= terms.lowerBound }),
            let end = firstIndex(where: { $0 > terms.upperBound }), start <= end
        else { return nil }
        return start..<end
    }

    /// Returns the positions of entries in the log, in no particular order; `nil` if a block cannot be read.
    func positions(of range: Range<Int>) -> [KeyTable.Position]? {
        guard let entries = entries(in: range) else { return nil }
        return entries.map(\.position)
    }

    /// Returns all entries; `nil` if a block cannot be read.
    func entries() -> [Entry]? { entries(in: 0..<header.count) }

    private func entries(in range: Range<Int>) -> [Entry]? {
        var result: [Entry] = []
        result.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let block = position / Self.blockCount
            guard let entries = entries(ofBlock: block) else { return nil }
            let start = block * Self.blockCount
            let end = min(range.upperBound - start, entries.count)
            result += entries[position - start..<end]
            position = start + end
        }
        return result
    }

    /// Returns the index of the first entry whose term satisfies `isReached`, or the number of entries if there is none; `nil` if a block
    /// cannot be read.
    private func firstIndex(where isReached: (IndexTerm) -> Bool) -> Int? {
        // The first block that starts with such a term. The previous block may end with such terms.
        let next = fences.partitioningIndex { isReached($0.term) }
        guard next > 0 else { return 0 }
        guard let entries = entries(ofBlock: next - 1) else { return nil }
        let index = entries.partitioningIndex { isReached($0.term) }
        return (next - 1) * Self.blockCount + index
    }

    private func entries(ofBlock block: Int) -> [Entry]? {
        let start = block * Self.blockCount
        let length = min(Self.blockCount, header.count - start) * Entry.length
        let offset = Header.length + (fences.count + start) * Entry.length
        guard let bytes = try? file.read(length, at: offset), bytes.count == length,
            bytes.withUnsafeBytes({ CRC32.checksum(of: $0) }) == fences[block].position.bits
        else { return nil }
        return Entry.all(in: bytes)
    }

    /// The header of a table of change positions: the log that it belongs to, and the part that it covers.
    struct Header: Sendable, Equatable {
        /// The number of entries.
        var count: Int
        /// The end of the last line that the table covers.
        var end: Int
        /// The inode number of the log. A rewritten log has a different inode number.
        var inode: UInt64
        /// The hash of the first and last bytes that the table covers.
        var mark: UInt64
        /// The checksum of the list of first terms.
        var fenceChecksum: UInt32

        /// The length of the header in bytes.
        static let length = 64
        /// The number of bytes at each end of the covered part that are included in `mark`.
        private static let markLength = 4 << 10
        private static let magic = Array("PCPLACES".utf8)
        /// The version of the format. Tables in other versions are ignored.
        private static let version: UInt32 = 1

        /// The bytes of the header as stored in the file.
        var bytes: [UInt8] {
            var bytes = Self.magic
            for word in [
                UInt64(Self.version), UInt64(count), UInt64(end), inode, mark, UInt64(fenceChecksum),
            ] { bytes.append(littleEndian: word) }
            bytes.append(littleEndian: UInt64(Self.checksum(bytes)))
            return bytes
        }
    }
}

extension TermTable.Entry {
    fileprivate static func all(in bytes: [UInt8]) -> [Self] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: length).map { offset in
                func word(_ index: Int) -> UInt64 {
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8 * index, as: UInt64.self))
                }
                return Self(term: IndexTerm(high: word(0), low: word(1)), position: KeyTable.Position(bits: word(2)))
            }
        }
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        for word in [term.high, term.low, position.bits] { bytes.append(littleEndian: word) }
    }
}

extension TermTable.Header {
    /// Reads a header; `nil` if it has another version or is damaged.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.starts(with: Self.magic) else { return nil }
        let words = bytes.withUnsafeBytes { bytes in
            (0..<8).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        }
        guard UInt64(Self.checksum(bytes)) == words[7], words[1] == UInt64(Self.version),
            let count = Int(exactly: words[2]), let end = Int(exactly: words[3]),
            let fenceChecksum = UInt32(exactly: words[6])
        else { return nil }
        // A table is never larger than its log.
        guard count > 0, end > 0, count <= end / TermTable.Entry.length else { return nil }
        self.init(count: count, end: end, inode: words[4], mark: words[5], fenceChecksum: fenceChecksum)
    }

    /// Returns the hash of the first bytes of a log and the last bytes before `end`; `nil` if they cannot be read.
    static func mark(of log: OpenFile, end: Int) -> UInt64? {
        let length = min(markLength, end)
        guard let first = try? log.read(length, at: 0), let last = try? log.read(length, at: end - length),
            first.count == length, last.count == length
        else { return nil }
        return StableHash(first + last).value
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { CRC32.checksum(of: $0.slice(0..<length - 8)) }
    }
}

extension [UInt8] {
    mutating func append(littleEndian word: UInt64) {
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
    }
}
