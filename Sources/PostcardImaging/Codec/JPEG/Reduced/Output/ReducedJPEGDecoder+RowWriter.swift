extension ReducedJPEGDecoder {
    /// Makes result rows of the samples: brings the components to one size and converts the colours.
    struct RowWriter {
        private let width: Int
        private let height: Int
        private let upsamplers: [Upsampler]
        private let converter: ColorConverter
        /// Result rows per unit row, and how many of them wait for the first samples of the next.
        private let rowsPerUnit: Int
        private let delay: Int
        private var nextRow = 0

        init(
            frame: Frame, layouts: [ComponentLayout], windows: [SampleWindow], scale: Scale, colorModel: ColorModel,
            arena: Arena
        ) {
            width = (frame.width * scale.rawValue).dividedRoundingUp(by: 8)
            height = (frame.height * scale.rawValue).dividedRoundingUp(by: 8)
            upsamplers = zip(layouts, windows).map { Upsampler($0, window: $1, scale: scale, arena: arena) }
            converter = ColorConverter(colorModel)
            rowsPerUnit = frame.maximumVerticalSampling * scale.rawValue
            delay = upsamplers.contains { $0.needsNextRow } ? 2 : 0
        }

        /// Writes all rows that the unit rows up to `unitRow` make complete.
        mutating func write(
            after unitRow: Int, isLast: Bool, into row: (Int) -> UnsafeMutablePointer<Int32>
        ) {
            let end = isLast ? height : min(height, (unitRow + 1) * rowsPerUnit - delay)
            while nextRow < end {
                let samples = upsamplers.map { $0.row(nextRow) }
                converter.convert(samples, count: width, to: row(nextRow))
                nextRow += 1
            }
        }
    }
}
