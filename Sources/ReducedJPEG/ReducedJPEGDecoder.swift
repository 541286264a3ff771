/// A decoder for JPEG photos at 1/8, 1/4 or 1/2 of their size, faster than libjpeg-turbo and closer to the full picture.
///
/// A photo's thumbnail needs only some of each block's coefficients, and libjpeg spends most of its time on the others. This decoder skips
/// unneeded coefficients, several Huffman symbols at a time. In a progressive file, it skips whole scans that are not needed, at memory
/// speed. The decoder supports baseline, extended and progressive Huffman files of 8 bits with 1, 3 or 4 components. Everything else, and
/// any sign of damage, throws an error. The caller must then use libjpeg-turbo.
///
/// Blocks that become 1 or 8 × 8 samples have the same samples as in libjpeg-turbo. For blocks that become 2 × 2 or 4 × 4 samples, see
/// `InverseDCT2`.
///
/// References: ITU-T T.81 (the format), libjpeg-turbo (the arithmetic of the full inverse DCT, upsampling and colors).
package struct ReducedJPEGDecoder {
    /// The scale of a result. The raw value is the number of result pixels for eight pixels of the picture.
    package enum Scale: Int, CaseIterable {
        case eighth = 1
        case quarter = 2
        case half = 4
    }

    private(set) var markers: MarkerReader
    let scan: Scan
    package let frame: Frame
    let colorModel: ColorModel
    /// The quantization tables of the components, in zigzag order.
    private let quantization: [[UInt16]]

    /// Reads the headers up to the first scan, but no picture data.
    ///
    /// - Parameter bytes: the whole file, which must stay valid as long as the decoder is used.
    /// - Throws: `ReducedJPEGError` if the file is damaged, or is of a kind that only libjpeg-turbo decodes.
    package init(_ bytes: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        try self.init(MarkerReader(bytes))
    }

    /// Reads the headers after the frame header, which `markers` has already read.
    package init(_ markers: MarkerReader) throws(ReducedJPEGError) {
        var markers = markers
        guard case .scan(let scan) = try markers.next(), let frame = markers.frame else {
            throw .damaged("The file contains no picture.")
        }
        colorModel = try ColorModel(frame: frame, hasJFIF: markers.hasJFIF, adobeTransform: markers.adobeTransform)
        quantization = frame.components.compactMap { markers.quantization[$0.quantizationSelector] }
        guard quantization.count == frame.components.count else { throw .damaged("A quantization table is missing.") }
        self.markers = markers
        self.scan = scan
        self.frame = frame
    }

    /// Drops all pointers into the file's bytes. Afterward, nothing can be decoded. The frame and the tables remain available.
    mutating func dropBytes() { markers.dropBytes() }

    /// The size of the whole picture in pixels, 1...65535.
    package var width: Int { frame.width }
    package var height: Int { frame.height }
    /// The number of components: 1, 3 or 4.
    package var componentCount: Int { frame.components.count }
    package var isProgressive: Bool { frame.isProgressive }
    /// True if the first scan contains the whole picture, which is then decoded block by block.
    package var isOneScan: Bool { !isProgressive && scan.components.count == componentCount }
    /// True if the picture is stored as luma alone, or as luma and two color differences.
    package var isLumaAndChroma: Bool { colorModel == .grayscale || colorModel == .yCbCr }

    /// Returns the 64 quantization steps of a component, row by row.
    package func steps(of component: Int) -> [UInt16] {
        var steps = [UInt16](repeating: 0, count: 64)
        for (step, position) in zip(quantization[component], Zigzag.naturalOrder) { steps[Int(position)] = step }
        return steps
    }

    /// Decodes the picture.
    ///
    /// - Parameters:
    ///   - scale: the scale of the result; see ``Frame/size(at:)``.
    ///   - row: returns the memory for a result row. Called once for each row, in ascending order. For 1 and 3 components, a pixel is
    ///     0x00RRGGBB; for 4, a pixel is the bytes C, M, Y, K as stored in the file, including Adobe's inversion.
    ///   - isCanceled: called before each scan and each row of MCUs; returns true to stop decoding.
    /// - Throws: `ReducedJPEGError` for damaged or suspicious data. The rows written before the error are invalid.
    package func decode(
        scale: Scale, into row: (Int) -> UnsafeMutablePointer<Int32>, isCanceled: () -> Bool = { false }
    ) throws(ReducedJPEGError) {
        try decode(scale: scale, into: row, isCanceled: isCanceled) {
            layouts, windows, arena throws(ReducedJPEGError) in
            if isProgressive || scan.components.count < componentCount {
                return try BufferedDecoder(
                    scan, markers: markers, frame: frame, layouts: layouts, windows: windows, arena: arena,
                    isCanceled: isCanceled)
            }
            return try StreamingDecoder(
                scan, markers: markers, frame: frame, layouts: layouts, windows: windows, arena: arena)
        }
    }

    /// Decodes the picture with a row decoder, which fills one window for each component.
    func decode(
        scale: Scale, into row: (Int) -> UnsafeMutablePointer<Int32>, isCanceled: () -> Bool = { false },
        using makeDecoder: ([ComponentLayout], [SampleWindow], Arena) throws(ReducedJPEGError) -> any MCURowDecoder
    ) throws(ReducedJPEGError) {
        let arena = Arena()
        defer { withExtendedLifetime(arena) {} }
        let layouts = layouts(at: scale)
        let windows = try layouts.map { (layout) throws(ReducedJPEGError) in try SampleWindow(layout, arena: arena) }
        var writer = try RowWriter(
            frame: frame, layouts: layouts, windows: windows, scale: scale, colorModel: colorModel, arena: arena)
        let decoder = try makeDecoder(layouts, windows, arena)
        for mcuRow in 0..<frame.mcuRows {
            if isCanceled() { throw .canceled }
            try decoder.decodeMCURow(mcuRow)
            writer.write(after: mcuRow, isLast: mcuRow == frame.mcuRows - 1, into: row)
        }
        try decoder.finish()
    }

    func layouts(at scale: Scale) -> [ComponentLayout] {
        zip(frame.components, quantization).map { component, quantization in
            ComponentLayout(component, frame: frame, scale: scale, quantization: quantization)
        }
    }
}
