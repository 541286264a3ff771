/// A scan header (T.81, B.2.3).
struct Scan {
    let components: [ScanComponent]
    /// The first and last coefficient of the band in zigzag order.
    let spectralStart: Int
    let spectralEnd: Int
    /// Successive approximation: the bit position of the previous scan (0 for a first scan) and the bit position of this scan.
    let approximationHigh: Int
    let approximationLow: Int
    /// The position of the scan's entropy-coded data in the file.
    let dataStart: Int

    /// Reads the parameters of a start-of-scan segment, without marker and length.
    init(_ segment: UnsafeRawBufferPointer, frame: Frame, dataStart: Int) throws(ReducedJPEGError) {
        guard let count = segment.first.map({ Int($0) }), 1...4 ~= count, segment.count == 4 + 2 * count else {
            throw .damaged("The scan header has an invalid length.")
        }
        var components: [ScanComponent] = []
        for index in 0..<count {
            let identifier = segment[1 + 2 * index]
            let tables = segment[2 + 2 * index]
            guard let position = frame.components.firstIndex(where: { $0.identifier == identifier }),
                position > components.last?.index ?? -1, tables >> 4 < 4, tables & 15 < 4
            else { throw .damaged("A scan header refers to a missing component or table.") }
            components.append(
                ScanComponent(index: position, dcTable: Int(tables >> 4), acTable: Int(tables & 15)))
        }
        self.components = components
        spectralStart = Int(segment[1 + 2 * count])
        spectralEnd = Int(segment[2 + 2 * count])
        approximationHigh = Int(segment[3 + 2 * count] >> 4)
        approximationLow = Int(segment[3 + 2 * count] & 15)
        self.dataStart = dataStart
        try check(frame)
    }

    private func check(_ frame: Frame) throws(ReducedJPEGError) {
        if frame.isProgressive {
            let isBandValid =
                spectralStart == 0
                ? spectralEnd == 0 : components.count == 1 && spectralStart <= spectralEnd && spectralEnd <= 63
            let isBitValid =
                approximationLow <= 13 && (approximationHigh == 0 || approximationHigh == approximationLow + 1)
            guard isBandValid, isBitValid else { throw .damaged("A progressive scan has invalid parameters.") }
        } else {
            guard spectralStart == 0, spectralEnd == 63, approximationHigh == 0, approximationLow == 0 else {
                throw .damaged("A sequential scan has progressive parameters.")
            }
        }
        let blocks = components.reduce(0) { sum, scanned in
            let component = frame.components[scanned.index]
            return sum + component.horizontalSampling * component.verticalSampling
        }
        guard components.count == 1 || blocks <= 10 else {
            throw .damaged("A scan interleaves more than ten blocks.")
        }
    }
}

/// One component of a scan, with the numbers of its Huffman tables.
struct ScanComponent {
    /// The index in the frame's components.
    let index: Int
    let dcTable: Int
    let acTable: Int
}
