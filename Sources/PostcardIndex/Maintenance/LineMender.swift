internal import PostcardCore
internal import PostcardDisk

/// Mends lines of which one byte is wrong, by their checksums.
///
/// A checksum does not only tell that a line is wrong. If it is in just one byte, it also tells in which, and what the
/// byte was. A line break that became something else has joined two lines, a byte that became a line break has cut one
/// in two: pieces are put together and taken apart until their checksums are right.
enum LineMender {
    /// A part of a damaged stretch of the index.
    enum Part: Equatable {
        /// A line as it was once written.
        case mended([UInt8])
        /// Bytes that stay damaged.
        case lost(Range<Int>)
    }

    /// Finds the lines in a stretch of the index that has damaged lines, given without the last line break.
    static func parts(of stretch: UnsafeRawBufferPointer) -> [Part] {
        let breaks = self.breaks(in: stretch)
        var parts: [Part] = []
        var start = 0
        var next = 0
        while start < stretch.count {
            while breaks[next] < start { next += 1 }
            var isMended = false
            for end in breaks[next...].prefix(maximumPieces) {
                if let line = mended(stretch.slice(start..<end)) {
                    parts.append(.mended(line))
                    start = end + 1
                    isMended = true
                    break
                }
            }
            if isMended { continue }
            let end = stretch.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? stretch.count
            if end > start { parts.append(.lost(start..<end)) }
            start = end + 1
        }
        return parts
    }

    /// One wrong byte cuts a line in two at most, or joins two.
    private static let maximumPieces = 3

    /// Where lines may end: at line breaks, at the end, and wherever one line seems to follow another, whatever is
    /// between them.
    private static func breaks(in stretch: UnsafeRawBufferPointer) -> [Int] {
        var breaks: [Int] = []
        for position in 0..<stretch.count {
            let isBreak = stretch[position] == UInt8(ascii: "\n")
            let isJoint =
                stretch.starts(with: "\"}", at: position - 2) && stretch.starts(with: "{\"v\":", at: position + 1)
            if isBreak || isJoint { breaks.append(position) }
        }
        return breaks + [stretch.count]
    }

    /// The line as it was written, if at most one byte of it is wrong.
    static func mended(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
        guard line.count > LineFormat.sealLength, line.count <= LineFormat.maximumLength else { return nil }
        let body = line.slice(0..<line.count - LineFormat.sealLength)
        let seal = Array(line[body.count...])
        let rightSeal = LineFormat.seal(for: body)
        if zip(seal, rightSeal).count(where: { $0 != $1 }) <= 1 { return proven(Array(body) + rightSeal) }
        let found = CRC32.checksum(of: body)
        let digits = seal.dropFirst(LineFormat.checksum.utf8CodeUnitCount).prefix(8)
        guard let expected = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), expected != found else {
            return nil
        }
        let candidates = CRC32.singleByteErrors(explaining: expected ^ found, count: body.count).compactMap { error in
            var bytes = Array(line)
            bytes[error.position] ^= error.bits
            return proven(bytes)
        }
        // Two explanations are none.
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// The line, if nothing at all is wrong with it.
    private static func proven(_ line: [UInt8]) -> [UInt8]? {
        var decoder = LineDecoder()
        let isProven = line.withUnsafeBytes { bytes in
            decoder.decode(bytes) == .sealed && decoder.syntaxError(in: bytes) == nil
        }
        return isProven ? line : nil
    }
}
