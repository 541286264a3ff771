import PostcardCore

/// Finds the tags of a Matroska or WebM file (RFC 9559) that tell where it was taken.
struct MatroskaTags {
    /// An element of EBML (RFC 8794).
    private struct Element {
        let id: Int
        /// The position of its head.
        let start: Int
        /// Its content; to the end of what it is in when its length is unknown.
        let content: Range<Int>
        let isOfUnknownLength: Bool
    }

    private static let segment = 0x1853_8067
    private static let cluster = 0x1F43_B675
    private static let tags = 0x1254_C367
    private static let tag = 0x7373
    private static let simpleTag = 0x67C8
    private static let tagName = 0x45A3
    private static let checksum = 0xBF
    private static let void: UInt8 = 0xEC
    /// Longer lists of tags are not read. In bytes.
    private static let maximumTagBytes = 16 << 20

    private let file: OpenFile
    private let size: Int

    init(_ file: OpenFile) throws(LibraryError) {
        self.file = file
        size = try file.status().size
    }

    /// Returns the changes to make in a copy: tags that name a place become void elements.
    func patches() throws(LibraryError) -> [FilePatch] {
        var patches: [FilePatch] = []
        var position = 0
        while position < size, let element = try element(at: position) {
            if element.id == Self.tags, element.content.count <= Self.maximumTagBytes {
                var bytes = try file.read(element.content.count, at: element.content.lowerBound)
                if Self.erase(&bytes) { patches.append(FilePatch(offset: element.content.lowerBound, bytes: bytes)) }
            }
            // The elements of a segment, or of a cluster of unknown length, are gone through as if they were not in it.
            let isOpened = element.id == Self.segment || element.isOfUnknownLength
            position = isOpened ? element.content.lowerBound : element.content.upperBound
        }
        return patches
    }

    private func element(at position: Int) throws(LibraryError) -> Element? {
        Self.element(in: try file.read(12, at: position), at: 0, offset: position, end: size)
    }

    private static func erase(_ bytes: inout [UInt8]) -> Bool {
        var isChanged = false
        for tag in elements(of: bytes, in: 0..<bytes.count) where tag.id == Self.tag {
            for simple in elements(of: bytes, in: tag.content) where simple.id == simpleTag {
                if erase(simple, in: &bytes) { isChanged = true }
            }
            if isChanged { updateChecksum(of: tag.content, in: &bytes) }
        }
        if isChanged { updateChecksum(of: 0..<bytes.count, in: &bytes) }
        return isChanged
    }

    private static func erase(_ simple: Element, in bytes: inout [UInt8]) -> Bool {
        // A tag can have tags in it, which are about the same.
        let namesPlace = elements(of: bytes, in: simple.content).contains { part in
            part.id == tagName && PositionEraser.namesPlace(String(decoding: bytes[part.content], as: UTF8.self))
        }
        guard namesPlace else {
            var isChanged = false
            for inner in elements(of: bytes, in: simple.content) where inner.id == simpleTag {
                if erase(inner, in: &bytes) { isChanged = true }
            }
            return isChanged
        }
        let count = simple.content.upperBound - simple.start
        // An element of one byte for its name and eight for its length, or one.
        let head: [UInt8] =
            count >= 9
            ? [void, 0x01] + (0..<7).map { UInt8(truncatingIfNeeded: (count - 9) >> (8 * (6 - $0))) }
            : [void, 0x80 | UInt8(count - 2)]
        let zeros = [UInt8](repeating: 0, count: count - head.count)
        bytes.replaceSubrange(simple.start..<simple.content.upperBound, with: head + zeros)
        return true
    }

    /// A checksum, which comes first, is of all that follows it.
    private static func updateChecksum(of range: Range<Int>, in bytes: inout [UInt8]) {
        guard let first = element(in: bytes, at: range.lowerBound, offset: 0, end: range.upperBound),
            first.id == checksum,
            first.content.count == 4
        else { return }
        let rest = first.content.upperBound..<range.upperBound
        let sum = bytes.withUnsafeBytes { CRC32.checksum(of: $0.slice(rest)) }
        bytes.replaceSubrange(first.content, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) })
    }

    private static func elements(of bytes: [UInt8], in range: Range<Int>) -> [Element] {
        var elements: [Element] = []
        var position = range.lowerBound
        while position < range.upperBound,
            let element = element(in: bytes, at: position, offset: 0, end: range.upperBound)
        {
            elements.append(element)
            position = element.content.upperBound
        }
        return elements
    }

    /// `position` is its beginning in `bytes`. `offset` is the position of `bytes` in the file. `end` is the end of its
    /// container in the file.
    private static func element(in bytes: [UInt8], at position: Int, offset: Int, end: Int) -> Element? {
        guard position < bytes.count, case let idLength = bytes[position].leadingZeroBitCount + 1, idLength <= 4,
            position + idLength < bytes.count
        else { return nil }
        let id = bytes[position..<position + idLength].reduce(0) { $0 << 8 | Int($1) }
        let place = position + idLength
        let length = bytes[place].leadingZeroBitCount + 1
        guard length <= 8, place + length <= bytes.count else { return nil }
        let mask = length == 8 ? 0 : Int(0xFF >> UInt8(length))
        let count = bytes[place + 1..<place + length].reduce(Int(bytes[place]) & mask) { $0 << 8 | Int($1) }
        let isUnknown = count == 1 << (7 * length) - 1
        let start = offset + place + length
        guard start <= end, isUnknown || count <= end - start else {
            // The last cluster of a file that was cut off.
            return start <= end && id == cluster
                ? Element(id: id, start: offset + position, content: start..<end, isOfUnknownLength: true) : nil
        }
        return Element(
            id: id, start: offset + position, content: start..<(isUnknown ? end : start + count),
            isOfUnknownLength: isUnknown)
    }
}
