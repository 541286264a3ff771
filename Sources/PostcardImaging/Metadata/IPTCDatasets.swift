/// The IPTC datasets (IIM 4.2) in Photoshop resource blocks.
struct IPTCDatasets: Sequence {
    /// A dataset.
    struct Element {
        let record: Int
        let number: Int
        /// The range of the dataset including its header, and the range of its value.
        let range, value: Range<Int>
    }

    private static let marker = 0x1C
    private static let resource = 0x0404

    let reader: ByteReader
    private let range: Range<Int>

    /// Finds the datasets. If a block is malformed, the result is empty.
    init(resources: UnsafeRawBufferPointer) {
        reader = ByteReader(resources)
        var offset = 0
        while reader.has("8BIM", at: offset), let kind = reader.uint16(at: offset + 4),
            let name = reader.byte(at: offset + 6)
        {
            // The name with its length is padded to an even number of bytes, and so is the data.
            let start = offset + 6 + (name + 2) / 2 * 2
            guard let size = reader.uint32(at: start) else { break }
            if kind == Self.resource {
                range = start + 4..<Swift.min(reader.count, start + 4 + size)
                return
            }
            offset = start + 4 + size + size & 1
        }
        range = 0..<0
    }

    func makeIterator() -> AnyIterator<Element> {
        var offset = range.lowerBound
        return AnyIterator {
            guard offset < range.upperBound, reader.byte(at: offset) == Self.marker,
                let record = reader.byte(at: offset + 1), let number = reader.byte(at: offset + 2),
                let length = reader.uint16(at: offset + 3), length < 0x8000,
                reader.slice(at: offset, count: 5 + length) != nil
            else { return nil }
            defer { offset += 5 + length }
            return Element(
                record: record, number: number, range: offset..<offset + 5 + length,
                value: offset + 5..<offset + 5 + length)
        }
    }
}

extension Metadata {
    /// Reads IPTC datasets. Missing and broken values are ignored.
    init(iptc resources: UnsafeRawBufferPointer) {
        self.init()
        let datasets = IPTCDatasets(resources: resources)
        var values: [Int: String] = [:]
        for dataset in datasets where dataset.record == 2 && values[dataset.number] == nil {
            guard let bytes = datasets.reader.slice(at: dataset.value.lowerBound, count: dataset.value.count) else {
                continue
            }
            values[dataset.number] = MetadataText.cleaned(bytes)
        }
        title = (values[5] ?? values[120]).flatMap(Self.writtenTitle)
        if values[5] != nil { caption = values[120] }
        artist = values[80]
        copyright = values[116]
        setDate(values[55].flatMap { MetadataDate("\($0) \(values[60] ?? "")") })
    }
}
