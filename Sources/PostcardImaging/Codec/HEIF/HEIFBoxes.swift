/// The boxes of a HEIF file (ISO/IEC 14496-12, ISO/IEC 23008-12), as far as they lead to coded pictures.
struct HEIFBoxes {
    private let reader: ByteReader
    private let meta: Range<Int>

    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        guard let meta = HEIFBoxes.boxes(reader, in: 0..<bytes.count, named: "meta").first, meta.count > 4 else {
            return nil
        }
        self.reader = reader
        self.meta = meta.dropFirst(4)
    }

    /// The contents of the boxes of one name.
    private static func boxes(_ reader: ByteReader, in range: Range<Int>, named name: StaticString) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let short = reader.uint32(at: offset), found.count < mostBoxes {
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
            if reader.has(name, at: offset + 4) { found.append(offset + head..<end) }
            offset = end
        }
        return found
    }

    /// libheif itself stops at as many children.
    private static let mostBoxes = 20_000

    private func boxes(_ path: StaticString...) -> [Range<Int>] {
        path.reduce([meta]) { ranges, name in ranges.flatMap { HEIFBoxes.boxes(reader, in: $0, named: name) } }
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] {
        reader.slice(at: range.lowerBound, count: range.count).map { Array($0) } ?? []
    }

    /// The largest picture that any sequence header tells of; `nil` when there is none to be found.
    ///
    /// - Throws: `ImageError` with code `damaged` for a header that contradicts itself.
    func largestCodedSize() throws(ImageError) -> PixelSize? {
        var sizes = boxes("iprp", "ipco", "av1C").compactMap { CodedSize.largest(inAV1: Array(bytes($0).dropFirst(4))) }
        var headers = boxes("iprp", "ipco", "hvcC").flatMap(parameterSets)
        let types = itemTypes()
        for (item, data) in itemData() {
            switch types[item] {
            case "av01": sizes += CodedSize.largest(inAV1: data).map { [$0] } ?? []
            case "hvc1": headers += HEIFBoxes.units(of: data).compactMap(HEVCSequenceHeader.init)
            default: break
            }
        }
        guard headers.allSatisfy(\.isSound) else {
            throw .damaged("The HEIC file is damaged: the header of its coded picture contradicts itself.")
        }
        return (sizes + headers.map(\.size)).max { $0.area < $1.area }
    }

    /// ISO/IEC 14496-15, section 8.3.2.
    private func parameterSets(in box: Range<Int>) -> [HEVCSequenceHeader] {
        var headers: [HEVCSequenceHeader] = []
        var offset = box.lowerBound + 23
        for _ in 0..<(reader.byte(at: box.lowerBound + 22) ?? 0) {
            let count = reader.uint16(at: offset + 1) ?? 0
            offset += 3
            for _ in 0..<count {
                guard let length = reader.uint16(at: offset), offset + 2 + length <= box.upperBound else {
                    return headers
                }
                headers += HEVCSequenceHeader(bytes(offset + 2..<offset + 2 + length)).map { [$0] } ?? []
                offset += 2 + length
            }
        }
        return headers
    }

    /// Units behind their lengths of four bytes.
    private static func units(of data: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var offset = 0
        while offset + 4 < data.count {
            let length = data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = min(data.count, offset + 4 + length)
            if data[offset + 4] >> 1 & 63 == 33 { units.append(Array(data[offset + 4..<end])) }
            offset = end
        }
        return units
    }

    private func itemTypes() -> [Int: String] {
        var types: [Int: String] = [:]
        for list in boxes("iinf") {
            let isLong = reader.byte(at: list.lowerBound) ?? 0 > 0
            let entries = list.dropFirst(isLong ? 8 : 6)
            for entry in HEIFBoxes.boxes(reader, in: entries, named: "infe") {
                let version = reader.byte(at: entry.lowerBound) ?? 0
                let start = entry.lowerBound + 4
                let item = version == 3 ? reader.uint32(at: start) : reader.uint16(at: start)
                guard version >= 2, let item, let name = reader.slice(at: start + (version == 3 ? 6 : 4), count: 4)
                else { continue }
                types[item] = String(decoding: name, as: UTF8.self)
            }
        }
        return types
    }

    /// What each item's extents hold, put together; no more in all than the file has.
    private func itemData() -> [(item: Int, data: [UInt8])] {
        guard let box = boxes("iloc").first, let locations = HEIFItemLocations(reader, box) else { return [] }
        let inner = boxes("idat").first
        var room = reader.count
        var items: [(item: Int, data: [UInt8])] = []
        for location in locations.items {
            let start = location.isInner ? inner?.lowerBound ?? reader.count : 0
            var data: [UInt8] = []
            for extent in location.extents {
                let offset = start + min(extent.offset, reader.count)
                let length = min(extent.length == 0 ? reader.count : extent.length, max(0, reader.count - offset), room)
                room -= length
                data += bytes(offset..<offset + length)
            }
            items.append((location.item, data))
        }
        return items
    }
}
