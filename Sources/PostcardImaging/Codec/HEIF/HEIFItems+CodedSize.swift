extension HEIFItems {
    /// Checks what a decoder takes memory for when it gets an item's `data`, before it does; `size` is the one that the file says.
    ///
    /// - Throws: `ImageError` with code `damaged` when the coded picture does not say how large it is, contradicts itself or is far larger
    ///   than the file says, and `limitExceeded`.
    func checkCodedSize(of item: Int, data: [UInt8], size: PixelSize, limits: DecodingLimits) throws(ImageError) {
        let name = type(of: item) == "hvc1" ? "HEIC" : "AVIF"
        guard let coded = codedSize(of: item, data: data) else {
            throw .damaged(
                "The \(name) file is damaged: the header of its coded picture is missing or contradicts itself.")
        }
        try limits.check(size: coded)
        func roundedUp(_ side: Int) -> Int { (side + Self.largestBlock - 1) / Self.largestBlock * Self.largestBlock }
        let area = PixelSize(width: roundedUp(size.width), height: roundedUp(size.height)).area
        guard coded.area / Self.maximumExcess <= area else {
            throw .damaged("The \(name) file is damaged: \(size) pixels are coded as \(coded).")
        }
    }

    /// Pictures are coded in blocks of up to as many samples a side.
    private static let largestBlock = 64
    /// Tiles at the edges of a picture may be coded whole.
    private static let maximumExcess = 4

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
