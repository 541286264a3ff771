import PostcardCore

/// A finder of the tags of a Matroska or WebM file (RFC 9559) that contain a position.
struct MatroskaTags {
    /// An element of EBML (RFC 8794).
    private struct Element {
        let id: Int
        /// The position of the element's ID.
        let start: Int
        /// The position of its content. If its length is unknown, the content goes to the end of the parent.
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
    /// The largest length of a list of tags that is read, in bytes.
    private static let maximumTagBytes = 16 << 20

    private let file: OpenFile
    private let size: Int

    init(_ file: OpenFile) throws(LibraryError) {
        self.file = file
        size = try file.status().size
    }

    /// Returns patches that replace the tags with a position by void elements.
    func patches() throws(LibraryError) -> [FilePatch] {
        var patches: [FilePatch] = []
        var position = 0
        while position < size, let element = try element(at: position) {
            if element.id == Self.tags, element.content.count <= Self.maximumTagBytes {
                var bytes = try file.read(element.content.count, at: element.content.lowerBound)
                if Self.erase(&bytes) { patches.append(FilePatch(offset: element.content.lowerBound, bytes: bytes)) }
            }
            // The children of a segment, and of a cluster of unknown length, are visited like their siblings.
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
        // A tag can contain tags that describe it.
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
        // A void element has an ID of one byte, and a length of eight bytes or of one.
        let head: [UInt8] =
            count >= 9
            ? [void, 0x01] + (0..<7).map { UInt8(truncatingIfNeeded: (count - 9) >> (8 * (6 - $0))) }
            : [void, 0x80 | UInt8(count - 2)]
        let zeros = [UInt8](repeating: 0, count: count - head.count)
        bytes.replaceSubrange(simple.start..<simple.content.upperBound, with: head + zeros)
        return true
    }

    /// Updates the checksum of a range. It is the first element, and covers all that follow.
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

    /// Reads the element at a position.
    ///
    /// - Parameters:
    ///   - bytes: a part of the file.
    ///   - position: the beginning of the element in `bytes`.
    ///   - offset: the position of `bytes` in the file.
    ///   - end: the end of the parent in the file.
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
            // The last cluster of a truncated file.
            return start <= end && id == cluster
                ? Element(id: id, start: offset + position, content: start..<end, isOfUnknownLength: true) : nil
        }
        return Element(
            id: id, start: offset + position, content: start..<(isUnknown ? end : start + count),
            isOfUnknownLength: isUnknown)
    }
}
