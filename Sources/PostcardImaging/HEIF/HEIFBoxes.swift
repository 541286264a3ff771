/// The boxes of a HEIF file (ISO/IEC 14496-12, ISO/IEC 23008-12). The numbers in the boxes are not trusted.
struct HEIFBoxes {
    struct Box {
        /// Four characters.
        let name: String
        /// The box with its header.
        let whole: Range<Int>
        /// The bytes after the header.
        let content: Range<Int>
    }

    let reader: ByteReader
    /// The number of table entries that may still be read.
    let budget: EntryBudget
    private let meta: Range<Int>

    init?(_ bytes: UnsafeRawBufferPointer, budget: EntryBudget = EntryBudget()) {
        let reader = ByteReader(bytes)
        let files = HEIFBoxes.boxes(reader, in: 0..<bytes.count)
        guard let meta = files.first(where: { $0.name == "meta" })?.content, meta.count > 4 else { return nil }
        self.reader = reader
        self.budget = budget
        self.meta = meta.dropFirst(4)
    }

    /// True if the file ends within a box that describes pictures.
    static func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes)
        guard let last = boxes(reader, in: 0..<bytes.count).last else { return true }
        let length = reader.uint32(at: last.whole.lowerBound) ?? 0
        return length > last.whole.count || last.whole.upperBound < bytes.count
    }

    static func boxes(_ reader: ByteReader, in range: Range<Int>, atMost limit: Int = maximumBoxes) -> [Box] {
        var found: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let short = reader.uint32(at: offset), found.count < limit,
            let name = reader.slice(at: offset + 4, count: 4)
        {
            var head = 8
            var length = short
            if short == 1 {
                guard let long = reader.integer(at: offset + 8, as: UInt64.self) else { break }
                (head, length) = (16, Int(clamping: long))
            } else if short == 0 {
                length = range.upperBound - offset
            }
            guard length >= head, offset + head <= range.upperBound else { break }
            let end = length > range.upperBound - offset ? range.upperBound : offset + length
            found.append(
                Box(name: String(decoding: name, as: UTF8.self), whole: offset..<end, content: offset + head..<end))
            offset = end
        }
        return found
    }

    /// The maximum number of child boxes, as in libheif.
    static let maximumBoxes = 20_000

    /// Returns the boxes in a part of the file, up to the budget.
    func children(in range: Range<Int>) -> [Box] { HEIFBoxes.boxes(reader, in: range).filter { _ in budget.take() } }

    /// Returns the contents of the boxes at a path of names that starts in the `meta` box.
    func contents(_ path: String...) -> [Range<Int>] { HEIFBoxes.contents(reader, in: meta, at: path) }

    /// Returns the contents of the boxes at a path of names in a part of the file.
    static func contents(_ reader: ByteReader, in range: Range<Int>, at path: [String]) -> [Range<Int>] {
        path.reduce([range]) { ranges, name in
            ranges.flatMap { boxes(reader, in: $0).filter { $0.name == name }.map(\.content) }
        }
    }

    func bytes(_ range: Range<Int>) -> [UInt8] {
        reader.slice(at: range.lowerBound, count: range.count).map { Array($0) } ?? []
    }
}
