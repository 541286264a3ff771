extension ReducedJPEGDecoder {
    /// How far each coefficient of each component has come, so that scans out of order and missing ones are noticed.
    struct ScanProgress {
        private static let unseen = -1
        /// By component, then zigzag position: the lowest bit known so far.
        private var bits: [[Int]]
        private var scanCount = 0
        /// A file that needs more scans than any encoder writes is left to libjpeg.
        private static let maximumScanCount = 100

        init(componentCount: Int) {
            bits = Array(repeating: Array(repeating: Self.unseen, count: 64), count: componentCount)
        }

        /// Takes note of a scan; an error when it repeats or precedes what it builds on.
        mutating func add(_ scan: Scan) throws(ReducedJPEGError) {
            scanCount += 1
            guard scanCount <= Self.maximumScanCount else { throw .unsupported("More than 100 scans.") }
            let expected = scan.approximationHigh == 0 ? Self.unseen : scan.approximationHigh
            for member in scan.members {
                guard scan.spectralStart == 0 || bits[member.component][0] != Self.unseen else {
                    throw .damaged("An AC scan comes before the DC scan.")
                }
                for position in scan.spectralStart...scan.spectralEnd {
                    guard bits[member.component][position] == expected else {
                        throw .damaged("The scans are out of order.")
                    }
                    bits[member.component][position] = scan.approximationLow
                }
            }
        }

        /// Whether every coefficient has been sent in full. If not, libjpeg guesses the rest by smoothing.
        var isComplete: Bool { bits.allSatisfy { $0.allSatisfy { $0 == 0 } } }
    }
}
