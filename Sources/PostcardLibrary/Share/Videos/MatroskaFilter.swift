import PostcardCore

/// Finds the changes that leave only video, sound and allowed metadata in a Matroska or WebM file (RFC 9559). Other elements become void
/// elements, and data after the segment is cut off.
struct MatroskaFilter {
    /// An EBML element (RFC 8794).
    private struct Element {
        let id: Int
        /// The range of the whole element, including its id and length.
        let range: Range<Int>
        let content: Range<Int>
        let isOfUnknownLength: Bool
    }

    private static let (header, segment, cluster) = (0x1A45_DFA3, 0x1853_8067, 0x1F43_B675)
    private static let (information, tracks, track) = (0x1549_A966, 0x1654_AE6B, 0xAE)
    private static let (trackNumber, trackType) = (0xD7, 0x83)
    private static let (simpleBlock, blockGroup, block) = (0xA3, 0xA0, 0xA1)
    private static let void: UInt8 = 0xEC
    /// The ids of elements that contain only positions, times and lengths.
    private static let plain: Set<Int> = [0x114D_9B74, 0x1C53_BB6B, 0xE7, 0xA7, 0xAB]
    /// The ids of elements for the file's identifier, time scale, duration, date, title, and the programs that wrote the file.
    private static let facts: Set<Int> = [0x73A4, 0x2A_D7B1, 0x4489, 0x4461, 0x7BA9, 0x4D80, 0x5741]
    /// Video and sound.
    private static let kinds = [1, 2]
    /// The maximum length, in bytes, of the file description and of the track descriptions.
    private static let maximumBytes = 16 << 20
    /// The maximum length, in bytes, of an element header plus a block's track number.
    private static let headLength = 32

    private let file: OpenFile
    private let size: Int
    private var patches: [FilePatch] = []
    /// The numbers of the kept tracks; `nil` until they are known.
    private var numbers: Set<Int>?

    init(_ file: OpenFile) throws(FileError) {
        self.file = file
        size = try file.status().size
    }

    /// Returns the changes; `nil` for a file that cannot be parsed.
    consuming func edit() throws(FileError) -> FileEdit? {
        guard let first = try element(at: 0, end: size), first.id == Self.header,
            let whole = try element(at: first.range.upperBound, end: size), whole.id == Self.segment
        else { return nil }
        var position = whole.content.lowerBound
        while position < whole.content.upperBound {
            guard let element = try element(at: position, end: whole.content.upperBound) else {
                // This is the last element of a truncated file.
                if numbers != nil, try isCut(at: position, end: whole.content.upperBound) { break }
                return nil
            }
            // The children of a cluster are visited like its siblings.
            if element.id == Self.cluster {
                position = element.content.lowerBound
                continue
            }
            guard !element.isOfUnknownLength, try addPatches(for: element) else { return nil }
            position = element.range.upperBound
        }
        return numbers == nil ? nil : FileEdit(patches, length: position)
    }

    /// Adds the patches for an element.
    ///
    /// - Returns: `false` if the element cannot be parsed.
    private mutating func addPatches(for element: Element) throws(FileError) -> Bool {
        switch element.id {
        case Self.information, Self.tracks:
            guard element.content.count <= Self.maximumBytes else { return false }
            let bytes = try file.read(element.content.count, at: element.content.lowerBound)
            if element.id == Self.tracks { numbers = numbers ?? [] }
            for child in Self.children(of: bytes, in: 0..<bytes.count)
            where element.id == Self.tracks ? !isKept(child, bytes) : !Self.facts.contains(child.id) {
                erase(child, in: element.content.lowerBound)
            }
        case Self.simpleBlock, Self.blockGroup:
            guard let numbers, let block = try block(in: element) else { return false }
            guard numbers.contains(block.track) else { erase(element); break }
            return try !file.hasPictureMetadata(in: block.data)
        default: if !Self.plain.contains(element.id) { erase(element) }
        }
        return true
    }

    /// Returns true if a child of the track list is video or sound, and stores its number.
    private mutating func isKept(_ child: Element, _ bytes: [UInt8]) -> Bool {
        guard child.id == Self.track else { return false }
        let parts = Self.children(of: bytes, in: child.content)
        func number(_ id: Int) -> Int? {
            parts.first { $0.id == id }?.content.suffix(4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        }
        guard let kind = number(Self.trackType), Self.kinds.contains(kind), let number = number(Self.trackNumber) else {
            return false
        }
        numbers?.insert(number)
        return true
    }

    /// Returns the track number of a block, and the range of its data in the file.
    private func block(in element: Element) throws(FileError) -> (track: Int, data: Range<Int>)? {
        var content = element.content
        if element.id == Self.blockGroup {
            var position = content.lowerBound
            while let child = try self.element(at: position, end: content.upperBound), child.id != Self.block {
                position = child.range.upperBound
            }
            guard let block = try self.element(at: position, end: content.upperBound) else { return nil }
            content = block.content
        }
        let head = try file.read(min(8, content.count), at: content.lowerBound)
        // The track number is followed by the time and the flags.
        return Self.number(in: head, at: 0, keepsMark: false).map { ($0.value, content.dropFirst($0.length + 3)) }
    }

    /// Replaces an element with a void element.
    private mutating func erase(_ element: Element, in parent: Int = 0) {
        let range = element.range.lowerBound + parent..<element.range.upperBound + parent
        // The void element has an id of one byte, and a length field of one or eight bytes.
        let head: [UInt8] =
            range.count >= 9
            ? [Self.void, 0x01] + (0..<7).map { UInt8(truncatingIfNeeded: (range.count - 9) >> (8 * (6 - $0))) }
            : [Self.void, 0x80 | UInt8(range.count - 2)]
        patches.append(FilePatch(offset: range.lowerBound, bytes: head))
        patches.append(FilePatch(blanking: range.dropFirst(head.count)))
    }

    private func element(at position: Int, end: Int) throws(FileError) -> Element? {
        let head = try file.read(min(Self.headLength, end - position), at: position)
        return Self.element(in: head, at: 0, offset: position, end: end, isCut: end == size)
    }

    /// Returns true if the file ends within an element.
    private func isCut(at position: Int, end: Int) throws(FileError) -> Bool {
        guard end == size else { return false }
        let head = try file.read(Self.headLength, at: position)
        return head.count < 12 || Self.element(in: head, at: 0, offset: position, end: .max, isCut: false) != nil
    }

    private static func children(of bytes: [UInt8], in range: Range<Int>) -> [Element] {
        var elements: [Element] = []
        var position = range.lowerBound
        while position < range.upperBound,
            let element = element(in: bytes, at: position, offset: 0, end: range.upperBound, isCut: false)
        {
            elements.append(element)
            position = element.range.upperBound
        }
        return elements
    }

    /// Reads a variable-length number, with or without its length marker bit.
    private static func number(in bytes: [UInt8], at position: Int, keepsMark: Bool) -> (value: Int, length: Int)? {
        guard bytes.indices.contains(position), case let length = bytes[position].leadingZeroBitCount + 1, length <= 8,
            position + length <= bytes.count
        else { return nil }
        let first = Int(bytes[position]) & (keepsMark ? 0xFF : 0xFF >> length)
        return (bytes[position + 1..<position + length].reduce(first) { $0 << 8 | Int($1) }, length)
    }

    /// Reads the element at a position.
    ///
    /// - Parameters:
    ///   - bytes: a part of the file.
    ///   - position: the start of the element in `bytes`.
    ///   - offset: the position of `bytes` in the file.
    ///   - end: the end of the parent in the file.
    ///   - isCut: true if the file may end within a segment or a cluster.
    private static func element(in bytes: [UInt8], at position: Int, offset: Int, end: Int, isCut: Bool) -> Element? {
        guard let id = number(in: bytes, at: position, keepsMark: true), id.length <= 4,
            let count = number(in: bytes, at: position + id.length, keepsMark: false)
        else { return nil }
        let isUnknown = count.value == 1 << (7 * count.length) - 1
        let start = offset + position + id.length + count.length
        guard start <= end else { return nil }
        let isOpen = isUnknown || isCut && count.value > end - start && [segment, cluster].contains(id.value)
        guard isOpen || count.value <= end - start else { return nil }
        let content = start..<(isOpen ? end : start + count.value)
        return Element(
            id: id.value, range: offset + position..<content.upperBound, content: content, isOfUnknownLength: isOpen)
    }
}
