/// The precision of each component's coefficients so far, which shows whether scans are missing or out of order.
struct ScanProgress {
    private static let unseen = -1
    /// The lowest bit known so far, by component, then zigzag position.
    private var bits: [[Int]]
    private var scanCount = 0
    /// The maximum number of scans, which is more than any encoder writes. A file with more scans is left to libjpeg.
    private static let maximumScanCount = 100

    init(componentCount: Int) {
        bits = Array(repeating: Array(repeating: Self.unseen, count: 64), count: componentCount)
    }

    /// Records a scan.
    ///
    /// - Throws: `ReducedJPEGError` if the scan repeats another scan, or precedes a scan that it refines.
    mutating func add(_ scan: Scan) throws(ReducedJPEGError) {
        scanCount += 1
        guard scanCount <= Self.maximumScanCount else { throw .unsupported("The file contains more than 100 scans.") }
        let expected = scan.approximationHigh == 0 ? Self.unseen : scan.approximationHigh
        for component in scan.components {
            guard scan.spectralStart == 0 || bits[component.index][0] != Self.unseen else {
                throw .damaged("An AC scan precedes the DC scan.")
            }
            for position in scan.spectralStart...scan.spectralEnd {
                guard bits[component.index][position] == expected else {
                    throw .damaged("The scans are out of order.")
                }
                bits[component.index][position] = scan.approximationLow
            }
        }
    }

    /// True if every coefficient is complete. If not, libjpeg estimates missing coefficients by smoothing.
    var isComplete: Bool { bits.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}
