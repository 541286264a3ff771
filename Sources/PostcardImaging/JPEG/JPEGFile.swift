import ReducedJPEG

/// A JPEG file (ISO/IEC 10918-1).
struct JPEGFile: ImageFile {
    let bytes: UnsafeRawBufferPointer
    let markers: MarkerReader
    let frame: Frame
    let header: ImageHeader

    var colorSpace: ColorSpace { markers.profile.map(ColorSpace.profile) ?? .standard }

    /// `true` if a decoder that knows nothing of profiles shows the colours that Postcard shows.
    var showsStoredColors: Bool {
        ColorConversion(from: colorSpace, layout: .opaque, isGray: frame.components.count == 1).changesNothing
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        do throws(ReducedJPEGError) {
            markers = try MarkerReader(bytes)
        } catch {
            guard error.code == .truncated else { throw .damaged(error.message) }
            throw .truncated("The JPEG file ends after \(bytes.count) bytes, before its picture begins.")
        }
        guard let frame = markers.frame else { throw .damaged("The JPEG file has no picture in it.") }
        self.frame = frame
        header = ImageHeader(
            format: .jpeg, storedSize: PixelSize(width: frame.width, height: frame.height),
            metadata: Metadata(exif: markers.exif, xmp: markers.xmp, iptc: markers.resources))
    }

    /// The scale at which the file is decoded; `nil` for its full size.
    ///
    /// It has three pixels for every two wanted: with fewer, what the inverse DCT has blurred shows in the result. A reduced decode averages numbers.
    /// Where light is asked for, four pixels for every one wanted are averaged by light; ink is never resampled by light.
    func scale(for wanted: PixelSize, _ options: DecodingOptions) -> ReducedJPEGDecoder.Scale? {
        let halves = options.linearLight == true && frame.components.count < 4 ? 8 : 3
        return frame.scale(for: ((halves * wanted.width + 1) / 2, (halves * wanted.height + 1) / 2))
    }

    /// Those of the scale that is decoded, for a file that is read block after block; and an eighth of all, since the codes of the others
    /// are read too. Other files are in memory as a whole.
    func decodedPixels(wanted: PixelSize, options: DecodingOptions) -> Int {
        guard let decoder = try? ReducedJPEGDecoder(markers), decoder.isOneScan,
            let scale = scale(for: wanted, options)
        else { return header.storedSize.area }
        let size = frame.size(at: scale)
        return max(size.width * size.height, header.storedSize.area / 8)
    }

    /// Decodes by our own decoder where it is faster than libjpeg-turbo, which has the last word on anything that ours finds suspicious.
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
            // Rows of MCUs have 8 or 16 rows of pixels.
            return !continuesWork(row, 16 * Int32(frame.width))
        }
        do throws(ReducedJPEGError) {
            try decoder.decode(scale: scale, into: { buffer.row($0) }, isCanceled: isCanceled)
        } catch {
            try ImageWork.checkpoint()
            // libjpeg-turbo would need more.
            guard error.code != .outOfMemory else { throw .outOfMemory(error.message) }
            return try JPEGReader(self, wanted: wanted, options: options)
        }
        return BufferReader(
            buffer: buffer, layout: decoder.componentCount == 4 ? .cmyk : .opaque, isGray: decoder.componentCount == 1,
            colorSpace: colorSpace,
            exactSize: PixelExtent(header.storedSize, scaledBy: Double(scale.rawValue) / 8),
            // Of larger blocks the lowest coefficients are taken, which are no means.
            prefilterFactor: scale == .eighth ? 8 : 1)
    }
}
