import PostcardCore
import PostcardDisk

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

    init(count: Int, end: Int, inode: UInt64, mark: UInt64, fenceChecksum: UInt32) {
        self.count = count
        self.end = end
        self.inode = inode
        self.mark = mark
        self.fenceChecksum = fenceChecksum
    }

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

    /// The header as it is in the file.
    var bytes: [UInt8] {
        var bytes = Self.magic
        for word in [
            UInt64(Self.version), UInt64(count), UInt64(end), inode, mark, UInt64(fenceChecksum),
        ] { bytes.append(littleEndian: word) }
        bytes.append(littleEndian: UInt64(Self.checksum(bytes)))
        return bytes
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
