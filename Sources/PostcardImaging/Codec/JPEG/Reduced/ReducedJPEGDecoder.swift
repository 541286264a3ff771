/// Decodes JPEG photos at 1/8, 1/4 or 1/2 of their size, faster than libjpeg-turbo and nearer to the full picture.
///
/// A thumbnail of a photo needs only some of the coefficients of each block, and most of libjpeg's time goes into decoding the
/// others. This decoder steps over them: several Huffman symbols at a time within a scan, and at memory speed over scans of a
/// progressive file that hold nothing needed. It takes baseline, extended and progressive Huffman files of 8 bits with 1, 3 or 4
/// components. Everything else, and any sign of damage, is an error, upon which the caller has to ask libjpeg-turbo.
///
/// Where a block becomes 1 or 8 × 8 samples, results are libjpeg-turbo's to the bit; where it becomes 2 × 2 or 4 × 4, see
/// `InverseDCT2`.
///
/// References: ITU-T T.81 (the format), libjpeg-turbo (the arithmetic of the full inverse DCT, upsampling and colours).
struct ReducedJPEGDecoder {
    private let markers: MarkerReader
    private let scan: Scan
    let frame: Frame
    let colorModel: ColorModel

    /// Reads the headers up to the first scan, and no picture data.
    ///
    /// - Parameter bytes: The whole file, which has to stay valid as long as the decoder is used.
    /// - Throws: `ReducedJPEGError` when the file is damaged or of a kind left to libjpeg-turbo.
    init(_ bytes: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        var markers = try MarkerReader(bytes)
        guard case .scan(let scan) = try markers.next(), let frame = markers.frame else {
            throw .damaged("The file holds no picture.")
        }
        colorModel = try ColorModel(frame: frame, hasJFIF: markers.hasJFIF, adobeTransform: markers.adobeTransform)
        for component in frame.components where markers.quantization[component.quantizationSelector] == nil {
            throw .damaged("A quantization table is missing.")
        }
        self.markers = markers
        self.scan = scan
        self.frame = frame
    }

    /// Pixels of the whole picture, 1...65535.
    var width: Int { frame.width }
    var height: Int { frame.height }
    /// 1, 3 or 4.
    var componentCount: Int { frame.components.count }

    /// Width and height of a result in pixels: n eighths of the picture's, rounded up.
    func size(at scale: Scale) -> (width: Int, height: Int) {
        (
            (width * scale.rawValue).dividedRoundingUp(by: 8),
            (height * scale.rawValue).dividedRoundingUp(by: 8)
        )
    }

    /// The smallest result that is at least as wide and as high as asked, `nil` when the full size is needed.
    func scale(for minimum: (width: Int, height: Int)) -> Scale? {
        Scale.allCases.first { scale in
            let size = size(at: scale)
            return size.width >= minimum.width && size.height >= minimum.height
        }
    }

    /// Decodes the picture.
    ///
    /// - Parameters:
    ///   - scale: The size of the result; see `size(at:)`.
    ///   - row: Gives the memory of a result row, once for each in ascending order. For 1 and 3 components a pixel is
    ///     0x00RRGGBB; for 4 it is the bytes C, M, Y, K as the file stores them, Adobe's inversion included.
    /// - Throws: `ReducedJPEGError` on damaged or suspicious data; the rows written until then mean nothing.
    func decode(scale: Scale, into row: (Int) -> UnsafeMutablePointer<Int32>) throws(ReducedJPEGError) {
        try decode(scale: scale, into: row) { layouts, windows, arena throws(ReducedJPEGError) in
            if frame.isProgressive || scan.members.count < componentCount {
                return try BufferedDecoder(
                    scan, markers: markers, frame: frame, layouts: layouts, windows: windows, arena: arena)
            }
            return try StreamingDecoder(
                scan, markers: markers, frame: frame, layouts: layouts, windows: windows, arena: arena)
        }
    }

    /// Makes a picture of the samples that a source brings, one window for each component.
    func decode(
        scale: Scale, into row: (Int) -> UnsafeMutablePointer<Int32>,
        from makeSource: ([ComponentLayout], [SampleWindow], Arena) throws(ReducedJPEGError) -> any UnitRowSource
    ) throws(ReducedJPEGError) {
        let arena = Arena()
        defer { withExtendedLifetime(arena) {} }
        let layouts = try layouts(at: scale)
        let windows = layouts.map { SampleWindow($0, arena: arena) }
        var writer = RowWriter(
            frame: frame, layouts: layouts, windows: windows, scale: scale, colorModel: colorModel, arena: arena)
        let source = try makeSource(layouts, windows, arena)
        for unitRow in 0..<frame.unitRows {
            try source.decodeUnitRow(unitRow)
            writer.write(after: unitRow, isLast: unitRow == frame.unitRows - 1, into: row)
        }
        try source.finish()
    }

    func layouts(at scale: Scale) throws(ReducedJPEGError) -> [ComponentLayout] {
        var layouts: [ComponentLayout] = []
        for component in frame.components {
            guard let quantization = markers.quantization[component.quantizationSelector] else {
                throw .damaged("A quantization table is missing.")
            }
            layouts.append(ComponentLayout(component, frame: frame, scale: scale, quantization: quantization))
        }
        return layouts
    }
}
