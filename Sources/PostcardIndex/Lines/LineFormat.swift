import PostcardCore
import PostcardDisk

/// The format of a line of the index.
///
///     {"v":1,"seq":12,"at":"2026-11-21T10:00:00.123Z","changes":[{"op":"put","kind":"pin","id":"p-1","record":{…}},
///     {"op":"delete","kind":"photo","id":"f-1"}],"crc":"9a3f01bc"}
///
/// (on one line). `crc` is the CRC-32 of all bytes before `,"crc"`, in 8 lowercase hexadecimal digits. Future versions keep the position
/// and computation of `crc`, so that lines in a newer format can be distinguished from damaged ones.
///
/// Postcard writes exactly this canonical form, with members in this order and no whitespace, and reads it on a fast path. Postcard also
/// reads any other form of the same JSON without a `crc`, as left by a manual edit.
package enum LineFormat {
    /// The format version that is written, and the highest version that is read.
    static let version = 1
    /// The maximum length of a line in bytes, without the line break. A line must fit in memory.
    static let maximumLength = 16 << 20
    /// The length in bytes above which changes are split into several lines.
    package static let preferredLength = 8 << 20
    /// The highest sequence number: the largest integer that every JSON parser represents exactly.
    static let maximumSequence = 1 << 53
    static let start: StaticString = #"{"v":1,"seq":"#
    static let date: StaticString = #","at":""#
    static let changes: StaticString = #"","changes":["#
    static let put: StaticString = #"{"op":"put","kind":""#
    static let delete: StaticString = #"{"op":"delete","kind":""#
    static let id: StaticString = #"","id":""#
    static let record: StaticString = #"","record":"#
    static let nextChange = ByteNeedle(#"},{"op":""#)
    static let checksum: StaticString = #","crc":""#
    /// The length of `,"crc":"9a3f01bc"}` in bytes.
    static let sealLength = 18

    /// Returns the end of a line, with the checksum of the preceding `bytes`.
    static func seal(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array("\(checksum)\(CRC32.checksum(of: bytes).padded(to: 8, radix: 16))\"}".utf8)
    }

    /// Returns true if a line starts and ends in canonical form. The checksum is not verified.
    static func isSealed(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count > sealLength && line.starts(with: checksum, at: line.count - sealLength)
            && line.starts(with: "\"}", at: line.count - 2) && line.starts(with: "{\"v\":", at: 0)
    }

    /// Returns true if an invalid line was written completely: it has a checksum or is JSON.
    static func isFinished(_ line: UnsafeRawBufferPointer) -> Bool {
        var count = line.count
        while count > 0, [0x20, 0x09, 0x0D].contains(line[count - 1]) { count -= 1 }
        let line = line.slice(0..<count)
        return isSealed(line) || (line.first == UInt8(ascii: "{") && (try? JSONValue(parsing: line)) != nil)
    }

    /// Returns true if the checksum of a sealed line is correct.
    static func isChecksumRight(_ line: UnsafeRawBufferPointer) -> Bool {
        let start = line.count - sealLength
        let checksum = CRC32.checksum(of: line.slice(0..<start))
        return (0..<8).allSatisfy { index in
            let digit = UInt8(truncatingIfNeeded: checksum >> UInt32(28 - 4 * index)) & 0xF
            return line[start + LineFormat.checksum.utf8CodeUnitCount + index] == (digit < 10 ? 48 : 87) + digit
        }
    }

    /// Returns the range of the key at `start`, from the kind to the end of the id, and the position where the kind ends; `nil` if there is
    /// no key.
    static func key(at start: Int, in line: UnsafeRawBufferPointer) -> (text: Range<Int>, kindEnd: Int)? {
        guard let kindEnd = line.firstIndex(of: UInt8(ascii: "\""), from: start), line.starts(with: id, at: kindEnd),
            let end = line.firstIndex(of: UInt8(ascii: "\""), from: kindEnd + id.utf8CodeUnitCount)
        else { return nil }
        return (start..<end, kindEnd)
    }

    /// Returns the bytes that every change to the record `key` contains in a canonical line.
    static func needle(for key: RecordKey) -> ByteNeedle {
        ByteNeedle("\"kind\":\"\(key.kind.rawValue)\",\"id\":\"\(key.id)\"")
    }

    /// Returns the bytes that a change contains in a canonical line if its record is of `kind` and its id starts with `idPrefix`.
    static func needle(for kind: RecordKind, idPrefix: String = "") -> ByteNeedle {
        ByteNeedle("\"kind\":\"\(kind.rawValue)\",\"id\":\"\(idPrefix)")
    }
}
