import ReducedJPEG

/// A JPEG file (ISO/IEC 10918-1).
struct JPEGFile: ImageFile {
    let bytes: UnsafeRawBufferPointer
    let markers: MarkerReader
    let frame: Frame
    let header: ImageHeader

    var colorSpace: ColorSpace { markers.profile.map(ColorSpace.profile) ?? .standard }

    /// True if a decoder without color management shows the same colors as Postcard.
    var showsStoredColors: Bool {
        ColorConversion(from: colorSpace, layout: .opaque, isGray: frame.components.count == 1).changesNothing
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        do throws(ReducedJPEGError) {
            markers = try MarkerReader(bytes)
        } catch {
            guard error.code == .truncated else { throw .damaged(error.message) }
            throw .truncated("The JPEG file ends after \(bytes.count) bytes, before the start of its picture.")
        }
        guard let frame = markers.frame else { throw .damaged("The JPEG file contains no picture.") }
        self.frame = frame
        header = ImageHeader(
            format: .jpeg, storedSize: PixelSize(width: frame.width, height: frame.height),
            metadata: Metadata(exif: markers.exif, xmp: markers.xmp, iptc: markers.resources))
    }

    /// Returns the scale at which the file is decoded; `nil` for the full size.
    ///
    /// At that scale, each side has at least three pixels for every two in the result. With fewer pixels, the blur of the inverse DCT would
    /// be visible. A reduced decode averages sRGB values. For linear light, each side therefore has at least four pixels for each pixel in
    /// the result. These four pixels are averaged in linear light. CMYK is never resampled in linear light.
    func scale(for wanted: PixelSize, _ options: DecodingOptions) -> ReducedJPEGDecoder.Scale? {
        let halves = options.linearLight == true && frame.components.count < 4 ? 8 : 3
        return frame.scale(for: ((halves * wanted.width + 1) / 2, (halves * wanted.height + 1) / 2))
    }

    /// Returns the number of pixels at the decoded scale for a file that is streamed. The number is at least 1/8 of all pixels, because the
    /// codes of all blocks are read. Files that are not streamed are held in memory completely.
    func decodedPixels(wanted: PixelSize, options: DecodingOptions) -> Int {
        guard let decoder = try? ReducedJPEGDecoder(markers), decoder.isOneScan,
            let scale = scale(for: wanted, options)
        else { return header.storedSize.area }
        let size = frame.size(at: scale)
        return max(size.width * size.height, header.storedSize.area / 8)
    }

    /// Uses Postcard's own decoder if it is faster than libjpeg-turbo, but libjpeg-turbo if Postcard's decoder finds anything suspicious.
    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        guard let decoder = try? ReducedJPEGDecoder(markers),
            let scale = scale(for: wanted, options),
            scale != .half || decoder.isProgressive
        else { return try JPEGReader(self, wanted: wanted, options: options) }
        let size = frame.size(at: scale)
        let buffer = try PixelBuffer(PixelSize(width: size.width, height: size.height))
        var row: Int32 = 0
        func isCanceled() -> Bool {
            defer { row += 1 }
            // A row of MCUs has 8 or 16 rows of pixels.
            return !continuesWork(row, 16 * Int32(frame.width))
        }
        do throws(ReducedJPEGError) {
            try decoder.decode(scale: scale, into: { buffer.row($0) }, isCanceled: isCanceled)
        } catch {
            try ImageWork.checkpoint()
            // libjpeg-turbo would need even more memory.
            guard error.code != .outOfMemory else { throw .outOfMemory(error.message) }
            return try JPEGReader(self, wanted: wanted, options: options)
        }
        return BufferReader(
            buffer: buffer, layout: decoder.componentCount == 4 ? .cmyk : .opaque, isGray: decoder.componentCount == 1,
            colorSpace: colorSpace,
            exactSize: PixelExtent(header.storedSize, scaledBy: Double(scale.rawValue) / 8),
            // At larger scales, libjpeg uses the lowest coefficients of each block, so the pixels are not means.
            prefilterFactor: scale == .eighth ? 8 : 1)
    }
}
