/// Writes result rows: upsamples the components to one size and converts their colors.
struct RowWriter {
    private let width: Int
    private let height: Int
    private let upsamplers: [Upsampler]
    private let converter: ColorConverter
    /// The number of result rows in an MCU row, and the number of those that wait for the first samples of the next MCU row.
    private let rowsPerMCU: Int
    private let delay: Int
    private var nextRow = 0

    init(
        frame: Frame, layouts: [ComponentLayout], windows: [SampleWindow], scale: ReducedJPEGDecoder.Scale,
        colorModel: ColorModel, arena: Arena
    ) throws(ReducedJPEGError) {
        (width, height) = frame.size(at: scale)
        upsamplers = try zip(layouts, windows).map { (layout, window) throws(ReducedJPEGError) in
            try Upsampler(layout, window: window, scale: scale, arena: arena)
        }
        converter = ColorConverter(model: colorModel)
        rowsPerMCU = frame.maximumVerticalSampling * scale.rawValue
        delay = upsamplers.contains { $0.needsNextRow } ? 2 : 0
    }

    /// Writes all rows that are complete once the MCU row `mcuRow` is decoded.
    mutating func write(
        after mcuRow: Int, isLast: Bool, into row: (Int) -> UnsafeMutablePointer<Int32>
    ) {
        let end = isLast ? height : min(height, (mcuRow + 1) * rowsPerMCU - delay)
        while nextRow < end {
            let samples = upsamplers.map { $0.row(nextRow) }
            converter.convert(samples, count: width, to: row(nextRow))
            nextRow += 1
        }
    }
}

/// Upsamples one component's rows to the result's size with libjpeg's filters. If a component has half the samples, the nearer sample has
/// weight 3/4 and the sample on the other side has weight 1/4 (at 1/8 size, samples are repeated). For other ratios, samples are repeated.
struct Upsampler {
    private enum Method {
        case none
        case repeating
        case horizontal
        case vertical
        case both
    }

    private let method: Method
    private let layout: ComponentLayout
    private let window: SampleWindow
    private let buffer: UnsafeMutablePointer<UInt8>

    init(
        _ layout: ComponentLayout, window: SampleWindow, scale: ReducedJPEGDecoder.Scale, arena: Arena
    ) throws(ReducedJPEGError) {
        self.layout = layout
        self.window = window
        let isSmooth = scale != .eighth
        method =
            switch (layout.horizontalExpansion, layout.verticalExpansion) {
            case (1, 1): .none
            case (2, 1) where isSmooth && layout.sampleWidth > 2: .horizontal
            case (1, 2) where isSmooth: .vertical
            case (2, 2) where isSmooth && layout.sampleWidth > 2: .both
            default: .repeating
            }
        buffer = try arena.allocate(UInt8.self, count: layout.sampleWidth * layout.horizontalExpansion + 1)
    }

    /// True if a result row can depend on the sample row below its own.
    var needsNextRow: Bool { method == .vertical || method == .both }

    /// Returns the samples of a result row, which are valid until the next call.
    func row(_ index: Int) -> UnsafePointer<UInt8> {
        let center = index / layout.verticalExpansion
        let samples = UnsafePointer(window.row(center))
        let neighbor = min(max(center + (index & 1) * 2 - 1, 0), layout.sampleHeight - 1)
        switch method {
        case .none: return samples
        case .repeating: repeatSamples(samples)
        case .horizontal: blendAcross(samples)
        case .vertical: blendDown(samples, UnsafePointer(window.row(neighbor)), bias: 1 + (index & 1))
        case .both: blendBoth(samples, UnsafePointer(window.row(neighbor)))
        }
        return UnsafePointer(buffer)
    }

    private func repeatSamples(_ samples: UnsafePointer<UInt8>) {
        let expansion = layout.horizontalExpansion
        if expansion == 1 {
            buffer.update(from: samples, count: layout.sampleWidth)
        } else if expansion == 2 {
            for x in 0..<layout.sampleWidth {
                buffer[2 &* x] = samples[x]
                buffer[2 &* x &+ 1] = samples[x]
            }
        } else {
            for x in 0..<layout.sampleWidth {
                for copy in 0..<expansion { buffer[expansion &* x &+ copy] = samples[x] }
            }
        }
    }

    private func blendAcross(_ samples: UnsafePointer<UInt8>) {
        blend(biases: (1, 2), shift: 2) { Int(samples[$0]) }
    }

    private func blendDown(_ samples: UnsafePointer<UInt8>, _ neighbor: UnsafePointer<UInt8>, bias: Int) {
        for x in 0..<layout.sampleWidth {
            buffer[x] = UInt8(truncatingIfNeeded: (3 &* Int(samples[x]) &+ Int(neighbor[x]) &+ bias) &>> 2)
        }
    }

    private func blendBoth(_ samples: UnsafePointer<UInt8>, _ neighbor: UnsafePointer<UInt8>) {
        blend(biases: (8, 7), shift: 4) { 3 &* Int(samples[$0]) &+ Int(neighbor[$0]) }
    }

    /// Computes two samples from each column. `biases` are added to the left and right samples before division by 2^`shift`.
    @inline(__always)
    private func blend(biases: (Int, Int), shift: Int, _ column: (_ x: Int) -> Int) {
        let last = layout.sampleWidth - 1
        for x in 0...last {
            let triple = 3 &* column(x)
            buffer[2 &* x] = UInt8(truncatingIfNeeded: (triple &+ column(max(x &- 1, 0)) &+ biases.0) &>> shift)
            buffer[2 &* x &+ 1] =
                UInt8(truncatingIfNeeded: (triple &+ column(min(x &+ 1, last)) &+ biases.1) &>> shift)
        }
    }
}
