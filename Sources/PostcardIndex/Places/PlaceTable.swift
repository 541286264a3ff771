import PostcardCore
import PostcardDisk

/// A file that tells where in the log the newest changes of records are: a sorted list of terms and places.
///
/// It covers the log up to `end`; what comes later must be searched. It only says where to look: whoever finds no such change there, or gets
/// `nil` from a method, has a table that cannot be used.
///
/// The file has a header, the first term and the checksum of every block of entries, and the entries.
final class PlaceTable: Sendable {
    struct Entry: Sendable, Hashable, Comparable {
        let term: PlaceTerm
        let place: KeyTable.Place

        /// The length in the file, in bytes.
        static let length = 24

        static func < (left: Entry, right: Entry) -> Bool {
            left.term == right.term ? left.place < right.place : left.term < right.term
        }
    }

    private let file: OpenFile
    let identity: FileStatus.Identity
    private let header: PlaceTableHeader
    /// The first term of every block, with the checksum of the block in place of a place.
    private let fences: [Entry]
    /// The number of entries of all blocks but the last.
    static let blockCount = 1024

    /// The end of the last line that is covered.
    var end: Int { header.end }

    /// Opens a table; nil if it does not fit the log, or covers more of it than the snapshot has.
    init?(_ file: OpenFile, identity: FileStatus.Identity, of log: IndexSnapshot) {
        guard let bytes = try? file.read(PlaceTableHeader.length, at: 0), let header = PlaceTableHeader(bytes),
            header.inode == log.identity.inode, header.end <= log.end,
            PlaceTableHeader.mark(of: log.file, end: header.end) == header.mark,
            case let blocks = (header.count - 1) / Self.blockCount + 1,
            (try? file.status())?.size == PlaceTableHeader.length + (blocks + header.count) * Entry.length,
            let fences = try? file.read(blocks * Entry.length, at: PlaceTableHeader.length),
            fences.count == blocks * Entry.length,
            fences.withUnsafeBytes({ CRC32.checksum(of: $0) }) == header.fenceChecksum
        else { return nil }
        self.file = file
        self.identity = identity
        self.header = header
        self.fences = Entry.all(in: fences)
    }

    /// Writes a table to an empty file, the header last.
    static func write(
        _ entries: [Entry], end: Int, inode: UInt64, mark: UInt64, to file: OpenFile
    ) throws(LibraryError) {
        var fences: [UInt8] = []
        let blocks = (entries.count - 1) / blockCount + 1
        for start in stride(from: 0, to: entries.count, by: blockCount) {
            var block: [UInt8] = []
            for entry in entries[start..<min(start + blockCount, entries.count)] { entry.append(to: &block) }
            let checksum = block.withUnsafeBytes { CRC32.checksum(of: $0) }
            Entry(term: entries[start].term, place: KeyTable.Place(bits: UInt64(checksum))).append(to: &fences)
            let offset = PlaceTableHeader.length + (blocks + start) * Entry.length
            try file.write(block, at: offset)
        }
        let header = PlaceTableHeader(
            count: entries.count, end: end, inode: inode, mark: mark,
            fenceChecksum: fences.withUnsafeBytes { CRC32.checksum(of: $0) })
        try file.write(header.bytes + fences, at: 0)
    }

    /// The positions of the entries with these terms.
    func range(of terms: ClosedRange<PlaceTerm>) -> Range<Int>? {
        guard let start = firstIndex(where: { $0 >= terms.lowerBound }),
            let end = firstIndex(where: { $0 > terms.upperBound }), start <= end
        else { return nil }
        return start..<end
    }

    /// The places of entries, in no order.
    func places(of range: Range<Int>) -> [KeyTable.Place]? {
        guard let entries = entries(in: range) else { return nil }
        return entries.map(\.place)
    }

    /// All entries.
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

    /// The position of the first entry whose term has come so far in the order; the number of entries if there is none.
    private func firstIndex(where isReached: (PlaceTerm) -> Bool) -> Int? {
        // The first block that begins with such a term; there may be some in the one before.
        let next = fences.partitioningIndex { isReached($0.term) }
        guard next > 0 else { return 0 }
        guard let entries = entries(ofBlock: next - 1) else { return nil }
        let index = entries.partitioningIndex { isReached($0.term) }
        return (next - 1) * Self.blockCount + index
    }

    private func entries(ofBlock block: Int) -> [Entry]? {
        let start = block * Self.blockCount
        let length = min(Self.blockCount, header.count - start) * Entry.length
        let offset = PlaceTableHeader.length + (fences.count + start) * Entry.length
        guard let bytes = try? file.read(length, at: offset), bytes.count == length,
            bytes.withUnsafeBytes({ CRC32.checksum(of: $0) }) == fences[block].place.bits
        else { return nil }
        return Entry.all(in: bytes)
    }
}

extension PlaceTable.Entry {
    fileprivate static func all(in bytes: [UInt8]) -> [Self] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: length).map { offset in
                func word(_ index: Int) -> UInt64 {
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8 * index, as: UInt64.self))
                }
                return Self(term: PlaceTerm(high: word(0), low: word(1)), place: KeyTable.Place(bits: word(2)))
            }
        }
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        for word in [term.high, term.low, place.bits] { bytes.append(littleEndian: word) }
    }
}

/// The first bytes of a table of places: which log it is of, and how far it goes.
struct PlaceTableHeader: Sendable, Equatable {
    /// The number of entries.
    var count: Int
    /// The end of the last line that is covered.
    var end: Int
    /// The number of the log's file, so that a log that was rewritten is another one.
    var inode: UInt64
    /// The hash of the first and the last bytes that are covered.
    var mark: UInt64
    /// The checksum of the fence.
    var fenceChecksum: UInt32

    /// The length in bytes.
    static let length = 64
    /// The length of each of the parts of the log that `mark` is of.
    private static let markLength = 4 << 10
    private static let magic = Array("PCPLACES".utf8)
    /// The version of the format. Another one is not read.
    private static let version: UInt32 = 1

    /// The header as it is in the file.
    var bytes: [UInt8] {
        var bytes = Self.magic
        for word in [
            UInt64(Self.version), UInt64(count), UInt64(end), inode, mark, UInt64(fenceChecksum),
        ] { bytes.append(littleEndian: word) }
        bytes.append(littleEndian: UInt64(Self.checksum(bytes)))
        return bytes
    }
}

extension PlaceTableHeader {
    /// Reads a header; nil if it is none of this version, or damaged.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.starts(with: Self.magic) else { return nil }
        let words = bytes.withUnsafeBytes { bytes in
            (0..<8).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        }
        guard UInt64(Self.checksum(bytes)) == words[7], words[1] == UInt64(Self.version),
            let count = Int(exactly: words[2]), let end = Int(exactly: words[3]),
            let fenceChecksum = UInt32(exactly: words[6])
        else { return nil }
        // A table is never made that is larger than its log.
        guard count > 0, end > 0, count <= end / PlaceTable.Entry.length else { return nil }
        self.init(count: count, end: end, inode: words[4], mark: words[5], fenceChecksum: fenceChecksum)
    }

    /// The hash of the first and the last bytes of a log before `end`; nil if it cannot be read.
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
