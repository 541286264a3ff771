extension HEIFItems {
    /// The largest picture that any sequence header tells of; `nil` when there is none to be found.
    ///
    /// - Throws: `ImageError` with code `damaged` for a header that contradicts itself.
    func largestCodedSize() throws(ImageError) -> PixelSize? {
        var sizes = boxes.contents("iprp", "ipco", "av1C")
            .compactMap { CodedSize.largest(inAV1: Array(boxes.bytes($0).dropFirst(4))) }
        var headers = boxes.contents("iprp", "ipco", "hvcC").flatMap(parameterSets)
        // Extents may overlap: what is looked through is bounded by the file.
        var room = boxes.reader.count
        for item in all.sorted() where room > 0 {
            switch type(of: item) {
            case "av01":
                let data = data(of: item)
                room -= data.count
                sizes += CodedSize.largest(inAV1: data).map { [$0] } ?? []
            case "hvc1":
                let data = data(of: item)
                room -= data.count
                headers += HEIFItems.units(of: data).compactMap(HEVCSequenceHeader.init)
            default: break
            }
        }
        guard headers.allSatisfy(\.isSound) else {
            throw .damaged("The HEIC file is damaged: the header of its coded picture contradicts itself.")
        }
        return (sizes + headers.map(\.size)).max { $0.area < $1.area }
    }

    /// The size that a decoder takes memory for when it gets an item's `data`; `nil` when they do not say, or contradict themselves.
    func codedSize(of item: Int, data: [UInt8]) -> PixelSize? {
        var sizes: [PixelSize] = []
        if type(of: item) == "av01" {
            sizes = [av1Headers(of: item), data].compactMap(CodedSize.largest)
        } else if let config = property("hvcC", of: item) {
            let headers =
                parameterSets(in: config.content) + HEIFItems.units(of: data).compactMap(HEVCSequenceHeader.init)
            guard headers.allSatisfy(\.isSound) else { return nil }
            sizes = headers.map(\.size)
        }
        return sizes.max { $0.area < $1.area }
    }

    /// What an item's stream of AV1 begins with, before its data; empty when the file keeps nothing of it apart (AV1 Codec ISO Media File
    /// Format Binding, section 2.3.3).
    func av1Headers(of item: Int) -> [UInt8] {
        property("av1C", of: item).map { Array(boxes.bytes($0.content).dropFirst(4)) } ?? []
    }

    /// ISO/IEC 14496-15, section 8.3.2.
    private func parameterSets(in box: Range<Int>) -> [HEVCSequenceHeader] {
        let reader = boxes.reader
        var headers: [HEVCSequenceHeader] = []
        var offset = box.lowerBound + 23
        for _ in 0..<(reader.byte(at: box.lowerBound + 22) ?? 0) {
            let count = reader.uint16(at: offset + 1) ?? 0
            offset += 3
            for _ in 0..<count {
                guard let length = reader.uint16(at: offset), offset + 2 + length <= box.upperBound else {
                    return headers
                }
                headers += HEVCSequenceHeader(boxes.bytes(offset + 2..<offset + 2 + length)).map { [$0] } ?? []
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
}
