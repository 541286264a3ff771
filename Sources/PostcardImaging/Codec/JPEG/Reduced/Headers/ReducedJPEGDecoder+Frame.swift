extension ReducedJPEGDecoder {
    /// The frame header (T.81, B.2.2), checked to be one that this decoder handles.
    struct Frame: Equatable {
        /// Pixels, 1...65535.
        let width: Int
        let height: Int
        let isProgressive: Bool
        let components: [Component]

        var maximumHorizontalSampling: Int { components.map(\.horizontalSampling).max() ?? 1 }
        var maximumVerticalSampling: Int { components.map(\.verticalSampling).max() ?? 1 }

        /// Minimum coded units (T.81, A.2) from side to side and from top to bottom, when all components are interleaved.
        var unitsPerRow: Int { width.dividedRoundingUp(by: 8 * maximumHorizontalSampling) }
        var unitRows: Int { height.dividedRoundingUp(by: 8 * maximumVerticalSampling) }

        /// Reads the parameters of a start-of-frame segment, without marker and length.
        init(_ segment: UnsafeRawBufferPointer, isProgressive: Bool) throws(ReducedJPEGError) {
            guard segment.count >= 6 else { throw .damaged("The frame header is cut short.") }
            let count = Int(segment[5])
            guard segment.count == 6 + 3 * count else { throw .damaged("The frame header's length is wrong.") }
            guard segment[0] == 8 else { throw .unsupported("Samples of \(segment[0]) bits.") }
            height = Int(segment[1]) << 8 | Int(segment[2])
            width = Int(segment[3]) << 8 | Int(segment[4])
            guard width > 0, height > 0 else { throw .unsupported("The frame header gives no size.") }
            guard count == 1 || count == 3 || count == 4 else { throw .unsupported("\(count) components.") }
            self.isProgressive = isProgressive
            var components: [Component] = []
            for index in 0..<count {
                let entry = UnsafeRawBufferPointer(rebasing: segment[(6 + 3 * index)...])
                // The only component of a picture is never subsampled against itself (T.81, A.2.2).
                let sampling = count == 1 ? (1, 1) : (Int(entry[1] >> 4), Int(entry[1] & 15))
                guard 1...4 ~= entry[1] >> 4, 1...4 ~= entry[1] & 15, entry[2] < 4 else {
                    throw .damaged("A component of the frame header has impossible parameters.")
                }
                guard !components.contains(where: { $0.identifier == entry[0] }) else {
                    throw .damaged("Two components have the same identifier.")
                }
                components.append(
                    Component(
                        identifier: entry[0], horizontalSampling: sampling.0, verticalSampling: sampling.1,
                        quantizationSelector: Int(entry[2])))
            }
            self.components = components
            try checkSampling()
        }

        private func checkSampling() throws(ReducedJPEGError) {
            for component in components {
                guard maximumHorizontalSampling.isMultiple(of: component.horizontalSampling),
                    maximumVerticalSampling.isMultiple(of: component.verticalSampling)
                else { throw .unsupported("A component's sampling is not a whole fraction of the largest.") }
            }
        }
    }
}

extension Int {
    /// The quotient rounded up, for non-negative numbers.
    func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
