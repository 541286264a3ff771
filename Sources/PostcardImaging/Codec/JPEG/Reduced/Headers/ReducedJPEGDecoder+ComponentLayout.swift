extension ReducedJPEGDecoder {
    /// The sizes that follow from a component's sampling and the scale asked for.
    struct ComponentLayout {
        /// Side in samples of what the inverse DCT makes of a block: 1, 2, 4 or 8.
        let blockSide: Int
        /// Blocks of this component in one minimum coded unit of an interleaved scan.
        let blocksPerUnitRow: Int
        let blocksPerUnitColumn: Int
        /// Blocks from side to side and top to bottom with those that fill up the last units.
        let paddedBlocksPerRow: Int
        let paddedBlockRows: Int
        /// Blocks that hold some of the picture: a scan of this component alone has only these (T.81, A.2.2).
        let blocksPerRow: Int
        let blockRows: Int
        /// Samples that belong to the picture.
        let sampleWidth: Int
        let sampleHeight: Int
        /// How many result pixels one sample covers.
        let horizontalExpansion: Int
        let verticalExpansion: Int
        /// How much detail counts where a block becomes 2 × 2 samples. When the finest component keeps nothing but its blocks'
        /// means, the others' detail is dimmed alike, or the colours of edges would not belong together.
        let detailWeights: InverseDCT2.Weights
        /// The quantization table in zigzag order.
        let quantization: [UInt16]

        init(_ component: Component, frame: Frame, scale: Scale, quantization: [UInt16]) {
            let horizontalMaximum = frame.maximumHorizontalSampling
            let verticalMaximum = frame.maximumVerticalSampling
            blockSide = Self.blockSide(of: component, frame: frame, scale: scale)
            blocksPerUnitRow = component.horizontalSampling
            blocksPerUnitColumn = component.verticalSampling
            paddedBlocksPerRow = frame.unitsPerRow * component.horizontalSampling
            paddedBlockRows = frame.unitRows * component.verticalSampling
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

        /// A component subsampled both ways keeps more of its block instead of being blown up later, as in libjpeg.
        private static func blockSide(of component: Component, frame: Frame, scale: Scale) -> Int {
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
}
