extension HEIFItems {
    /// The position of an item's data.
    struct Location {
        /// True if offsets are relative to the `idat` box, not to the file.
        let isInner: Bool
        var extents: [(offset: Int, length: Int)] = []
    }

    /// Reads the item locations (ISO/IEC 14496-12, section 8.11.3) up to the first damaged entry.
    static func locations(in boxes: HEIFBoxes) -> [Int: Location] {
        let reader = boxes.reader
        var locations: [Int: Location] = [:]
        guard let box = boxes.contents("iloc").first, let version = reader.byte(at: box.lowerBound), version <= 2,
            let sizes = reader.uint16(at: box.lowerBound + 4)
        else { return locations }
        var offset = box.lowerBound + 6
        func number(_ length: Int) -> Int? {
            defer { offset += length }
            guard let part = offset + length <= box.upperBound ? reader.slice(at: offset, count: length) : nil else {
                return nil
            }
            // No file has 2⁴⁸ bytes; sums of larger numbers would overflow.
            guard part.dropLast(6).allSatisfy({ $0 == 0 }) else { return nil }
            return part.suffix(6).reduce(0) { $0 << 8 | Int($1) }
        }
        let widths = (
            offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15, index: version > 0 ? sizes & 15 : 0
        )
        for _ in 0..<(number(version == 2 ? 4 : 2) ?? 0) {
            guard boxes.budget.take(), let item = number(version == 2 ? 4 : 2),
                let method = version > 0 ? number(2) : 0,
                number(2) != nil, let base = number(widths.base), let extentCount = number(2)
            else { break }
            var location = Location(isInner: method & 15 == 1)
            for _ in 0..<extentCount {
                guard boxes.budget.take(), number(widths.index) != nil, let start = number(widths.offset),
                    let length = number(widths.length)
                else { return locations }
                location.extents.append((base + start, length))
            }
            locations[item] = locations[item] ?? location
        }
        return locations
    }

    /// True if all of an item's extents are in the file, and their total length does not exceed the file's length.
    func isWhole(_ item: Int) -> Bool {
        guard let location = locations[item] else { return false }
        let start = location.isInner ? inner?.lowerBound ?? 0 : 0
        var rest = boxes.reader.count
        return location.extents.allSatisfy { extent in
            rest -= extent.length
            return start + extent.offset + extent.length <= boxes.reader.count && rest >= 0
        }
    }

    /// Returns the joined extents of an item, at most as many bytes as the file has.
    func data(of item: Int) -> [UInt8] {
        guard let location = locations[item] else { return [] }
        let count = boxes.reader.count
        let start = location.isInner ? inner?.lowerBound ?? count : 0
        var data: [UInt8] = []
        for extent in location.extents {
            let offset = start + min(extent.offset, count)
            let rest = min(max(0, count - offset), count - data.count)
            data += boxes.bytes(offset..<offset + min(extent.length == 0 ? count : extent.length, rest))
        }
        return data
    }
}
