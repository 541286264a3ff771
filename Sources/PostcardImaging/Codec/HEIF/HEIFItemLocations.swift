/// The locations of the items of a HEIF file (ISO/IEC 14496-12, section 8.11.3).
struct HEIFItemLocations {
    struct Item {
        let item: Int
        /// `true` if offsets count from the start of the `idat` box and not of the file.
        let isInner: Bool
        var extents: [(offset: Int, length: Int)] = []
    }

    private(set) var items: [Item] = []

    init?(_ reader: ByteReader, _ box: Range<Int>) {
        guard let version = reader.byte(at: box.lowerBound), version <= 2,
            let sizes = reader.uint16(at: box.lowerBound + 4)
        else { return nil }
        var offset = box.lowerBound + 6
        func number(_ length: Int) -> Int? {
            defer { offset += length }
            guard let part = offset + length <= box.upperBound ? reader.slice(at: offset, count: length) : nil else {
                return nil
            }
            // No file is as long as 2⁴⁸ bytes; sums of larger numbers would not fit.
            guard part.dropLast(6).allSatisfy({ $0 == 0 }) else { return nil }
            return part.suffix(6).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let count = number(version == 2 ? 4 : 2) else { return nil }
        for _ in 0..<count {
            guard let item = number(version == 2 ? 4 : 2), let method = version > 0 ? number(2) : 0,
                number(2) != nil, let base = number(sizes >> 4 & 15), let extentCount = number(2)
            else { return }
            var entry = Item(item: item, isInner: method & 15 == 1)
            for _ in 0..<extentCount {
                guard number(version > 0 ? sizes & 15 : 0) != nil, let start = number(sizes >> 12),
                    let length = number(sizes >> 8 & 15)
                else { return }
                entry.extents.append((base + start, length))
            }
            items.append(entry)
        }
    }
}
