/// The frame header (T.81, B.2.2), checked to be one that this decoder handles.
struct Frame: Equatable {
    /// Pixels, 1...65535.
    let width: Int
    let height: Int
    let isProgressive: Bool
    let components: [Component]

    var maximumHorizontalSampling: Int { components.map(\.horizontalSampling).max() ?? 1 }
    var maximumVerticalSampling: Int { components.map(\.verticalSampling).max() ?? 1 }

    /// MCUs (minimum coded units; T.81, A.2) across and down, when all components are interleaved.
    var mcusPerRow: Int { width.dividedRoundingUp(by: 8 * maximumHorizontalSampling) }
    var mcuRows: Int { height.dividedRoundingUp(by: 8 * maximumVerticalSampling) }

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

/// One component as the frame header declares it (T.81, B.2.2).
struct Component: Equatable {
    let identifier: UInt8
    /// Sampling factors, 1...4.
    let horizontalSampling: Int
    let verticalSampling: Int
    /// The number of its quantization table, 0...3.
    let quantizationSelector: Int
}

/// The sizes that follow from a component's sampling and the scale of the result.
struct ComponentLayout {
    /// The side of a block after the inverse DCT, in samples: 1, 2, 4 or 8.
    let blockSide: Int
    /// Blocks of this component in an MCU of an interleaved scan, across and down.
    let mcuWidth: Int
    let mcuHeight: Int
    /// Blocks across and down with those that fill up the last MCUs.
    let paddedBlocksPerRow: Int
    let paddedBlockRows: Int
    /// Blocks that hold some of the picture: a scan of this component alone has only these (T.81, A.2.2).
    let blocksPerRow: Int
    let blockRows: Int
    /// Samples that belong to the picture.
    let sampleWidth: Int
    let sampleHeight: Int
    /// Result pixels that one sample covers, across and down.
    let horizontalExpansion: Int
    let verticalExpansion: Int
    /// The weights of detail where a block becomes 2 × 2 samples. When the finest component keeps only the means of its blocks, the
    /// others' detail is attenuated alike: else the colours of edges would not match their brightness.
    let detailWeights: InverseDCT2.Weights
    /// The quantization table in zigzag order.
    let quantization: [UInt16]

    init(_ component: Component, frame: Frame, scale: ReducedJPEGDecoder.Scale, quantization: [UInt16]) {
        let horizontalMaximum = frame.maximumHorizontalSampling
        let verticalMaximum = frame.maximumVerticalSampling
        blockSide = Self.blockSide(of: component, frame: frame, scale: scale)
        mcuWidth = component.horizontalSampling
        mcuHeight = component.verticalSampling
        paddedBlocksPerRow = frame.mcusPerRow * component.horizontalSampling
        paddedBlockRows = frame.mcuRows * component.verticalSampling
        blocksPerRow = (frame.width * component.horizontalSampling).dividedRoundingUp(by: 8 * horizontalMaximum)
        blockRows = (frame.height * component.verticalSampling).dividedRoundingUp(by: 8 * verticalMaximum)
        sampleWidth = (frame.width * component.horizontalSampling * blockSide)
            .dividedRoundingUp(by: 8 * horizontalMaximum)
        sampleHeight = (frame.height * component.verticalSampling * blockSide)
            .dividedRoundingUp(by: 8 * verticalMaximum)
        horizontalExpansion = horizontalMaximum * scale.rawValue / (component.horizontalSampling * blockSide)
        verticalExpansion = verticalMaximum * scale.rawValue / (component.verticalSampling * blockSide)
        detailWeights = scale == .eighth ? .ofMeans : .full
        self.quantization = quantization
    }

    /// A component subsampled in both directions keeps more of each block instead of being upsampled later, as in libjpeg.
    private static func blockSide(of component: Component, frame: Frame, scale: ReducedJPEGDecoder.Scale) -> Int {
        let horizontal = frame.maximumHorizontalSampling * scale.rawValue
        let vertical = frame.maximumVerticalSampling * scale.rawValue
        var side = scale.rawValue
        while side < 8, horizontal.isMultiple(of: component.horizontalSampling * side * 2),
            vertical.isMultiple(of: component.verticalSampling * side * 2)
        {
            side *= 2
        }
        return side
    }
}

extension Int {
    /// The quotient rounded up, for non-negative numbers.
    func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
