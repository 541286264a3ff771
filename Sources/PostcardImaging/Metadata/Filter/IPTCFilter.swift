/// Copies the datasets of IPTC (IIM 4.2) that are on a list: title, description, dates and credit.
enum IPTCFilter {
    /// The character set is in record 1.
    private static let characterSet = 90
    /// Version, title, dates and times, creator and their position, headline, credit, source, copyright, description and its writer.
    private static let numbers: Set<Int> = [0, 5, 55, 60, 62, 63, 80, 85, 105, 110, 115, 116, 120, 122]
    private static let marker = 0x1C

    /// Returns a resource block of Photoshop with the datasets on the list; `nil` if there are none.
    ///
    /// - Parameter resources: resource blocks of Photoshop.
    static func filtered(resources: [UInt8]) -> [UInt8]? {
        let data = resources.span.bytes.withBuffer { buffer -> [UInt8] in
            let reader = ByteReader(buffer)
            var offset = 0
            while reader.has("8BIM", at: offset), let kind = reader.uint16(at: offset + 4),
                let name = reader.byte(at: offset + 6)
            {
                // The name with its length is padded to an even number of bytes, as the data are.
                let start = offset + 6 + (name + 2) / 2 * 2
                guard let size = reader.uint32(at: start) else { break }
                if kind == 0x0404 { return datasets(reader, in: start + 4..<min(reader.count, start + 4 + size)) }
                offset = start + 4 + size + size & 1
            }
            return []
        }
        guard !data.isEmpty else { return nil }
        return Array("8BIM".utf8) + [4, 4, 0, 0] + [UInt8](bigEndian: data.count, count: 4) + data
            + (data.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func datasets(_ reader: ByteReader, in range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var hasValues = false
        var offset = range.lowerBound
        while offset < range.upperBound, reader.byte(at: offset) == marker, let record = reader.byte(at: offset + 1),
            let number = reader.byte(at: offset + 2), let length = reader.uint16(at: offset + 3), length < 0x8000,
            let dataset = reader.slice(at: offset, count: 5 + length)
        {
            let isValue = record == 2 && numbers.contains(number)
            if isValue || record == 1 && number == characterSet { result += dataset }
            hasValues = hasValues || isValue
            offset += 5 + length
        }
        return hasValues ? result : []
    }
}
