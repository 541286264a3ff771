/// Copies the listed IPTC datasets (IIM 4.2): title, description, dates and credit.
enum IPTCFilter {
    /// The character set is in record 1.
    private static let characterSet = 90
    /// Version, title, dates and times, creator and job title, headline, credit, source, copyright, description and its writer.
    private static let numbers: Set<Int> = [0, 5, 55, 60, 62, 63, 80, 85, 105, 110, 115, 116, 120, 122]

    /// Returns a Photoshop resource block with the listed datasets; `nil` if the file has no such datasets.
    ///
    /// - Parameter resources: Photoshop resource blocks.
    static func filtered(resources: [UInt8]) -> [UInt8]? {
        let data = resources.span.bytes.withBuffer { buffer -> [UInt8] in
            let datasets = IPTCDatasets(resources: buffer)
            var result: [UInt8] = []
            var hasValues = false
            for dataset in datasets {
                let isValue = dataset.record == 2 && numbers.contains(dataset.number)
                guard isValue || dataset.record == 1 && dataset.number == characterSet,
                    let bytes = datasets.reader.slice(at: dataset.range.lowerBound, count: dataset.range.count)
                else { continue }
                result += bytes
                hasValues = hasValues || isValue
            }
            return hasValues ? result : []
        }
        guard !data.isEmpty else { return nil }
        return Array("8BIM".utf8) + [4, 4, 0, 0] + [UInt8](bigEndian: data.count, count: 4) + data
            + (data.count.isMultiple(of: 2) ? [] : [0])
    }
}
