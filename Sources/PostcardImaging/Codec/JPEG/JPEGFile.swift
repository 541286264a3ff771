import ReducedJPEG

/// A JPEG file (ISO/IEC 10918-1).
struct JPEGFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let markers: JPEGMarkers
    let header: ImageHeader

    var hasEXIF: Bool { markers.exif != nil }

    var colorSpace: ColorSpace { markers.profile(in: bytes).map(ColorSpace.profile) ?? .standard }

    /// `true` if a decoder that knows nothing of profiles shows the colours that Postcard shows.
    var showsStoredColors: Bool {
        ColorConversion(from: colorSpace, layout: .opaque, isGray: markers.componentCount == 1).changesNothing
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        markers = try JPEGMarkers(of: bytes)
        let metadata = Metadata(
            exif: markers.exif.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) },
            xmp: markers.xmp.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
        header = ImageHeader(format: .jpeg, storedSize: markers.size, metadata: metadata)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        if let reader = try reducedReader(wanted: wanted) { return reader }
        return try JPEGReader(bytes, markers: markers, wanted: wanted, options: options)
    }

    /// Our own decoder where it is faster than libjpeg-turbo; `nil` otherwise, and for anything it finds suspicious, on which
    /// libjpeg-turbo then has the last word.
    private func reducedReader(wanted: PixelSize) throws(ImageError) -> BufferReader? {
        guard let decoder = try? ReducedJPEGDecoder(bytes),
            let scale = decoder.scale(for: JPEGReader.minimumSize(for: wanted)),
            scale != .half || decoder.isProgressive
        else { return nil }
        let size = decoder.size(at: scale)
        let buffer = try PixelBuffer(PixelSize(width: size.width, height: size.height))
        do throws(ReducedJPEGError) {
            try decoder.decode(scale: scale) { buffer.row($0) }
        } catch {
            return nil
        }
        return BufferReader(
            buffer, layout: decoder.componentCount == 4 ? .cmyk : .opaque, isGray: decoder.componentCount == 1,
            colorSpace: colorSpace,
            extent: PixelExtent(markers.size, scaledBy: Double(scale.rawValue) / 8),
            // Of larger blocks the lowest coefficients are taken, which are no means.
            prefilterFactor: scale == .eighth ? 8 : 1, readableRows: size.height, failure: nil)
    }
}
