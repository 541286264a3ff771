/// The sizes that follow from a component's sampling and the scale of the result.
struct ComponentLayout {
    /// The side of a block after the inverse DCT, in samples: 1, 2, 4 or 8.
    let blockSide: Int
    /// The number of blocks of this component in an MCU of an interleaved scan, horizontally and vertically.
    let mcuWidth: Int
    let mcuHeight: Int
    /// The number of blocks, horizontally and vertically, including blocks that only fill the last MCUs.
    let paddedBlocksPerRow: Int
    let paddedBlockRows: Int
    /// The number of blocks that contain a part of the picture. A scan of this component alone contains only these blocks (T.81, A.2.2).
    let blocksPerRow: Int
    let blockRows: Int
    /// The number of samples, horizontally and vertically, that belong to the picture.
    let sampleWidth: Int
    let sampleHeight: Int
    /// The number of result pixels that one sample covers, horizontally and vertically.
    let horizontalExpansion: Int
    let verticalExpansion: Int
    /// The weights for detail in blocks that become 2 × 2 samples. If the finest component keeps only the means of its blocks, detail in
    /// other components is attenuated equally. Otherwise, the color of edges would not match their brightness.
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

    /// As in libjpeg, a component that is subsampled in both directions keeps more of each block instead of being upsampled later.
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
