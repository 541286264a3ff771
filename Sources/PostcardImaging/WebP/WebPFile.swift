import CCodecs

/// A WebP file (RFC 9649), read by libwebp's demuxer. Decoding the file as a still image returns its first frame.
final class WebPFile: ImageFile {
    /// The bytes of the file. The caller of ``ImageFormat/open(_:)`` must keep the bytes alive, because the demuxer points into them.
    private let bytes: UnsafeRawBufferPointer
    private let library: postcard_webp_demux
    private let demuxer: OpaquePointer
    /// False for a truncated file.
    private let isWhole: Bool
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        guard let library = postcard_webp_demux_functions()?.pointee else {
            throw .unsupported(
                "Reading WebP pictures needs libwebpdemux. Install it, or convert the picture first.")
        }
        try WebPFile.checkChunks(ByteReader(bytes, bigEndian: false))
        var data = WebPData(bytes: bytes.start, size: bytes.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        let demuxer = library.WebPDemuxInternal(&data, 1, &state, WEBP_DEMUX_ABI_VERSION)
        guard let demuxer, state != WEBP_DEMUX_PARSING_HEADER else {
            library.WebPDemuxDelete(demuxer)
            throw state == WEBP_DEMUX_PARSING_HEADER
                ? WebPFile.truncation(bytes.count) : .damaged("The WebP file is damaged.")
        }
        self.bytes = bytes
        self.library = library
        self.demuxer = demuxer
        isWhole = state == WEBP_DEMUX_DONE
        func number(_ feature: WebPFormatFeature) -> Int { Int(library.WebPDemuxGetI(demuxer, feature)) }
        let exif = WebPFile.chunk("EXIF", of: demuxer, library).map(WebPFile.tiff)
        header = ImageHeader(
            format: .webp,
            storedSize: PixelSize(width: number(WEBP_FF_CANVAS_WIDTH), height: number(WEBP_FF_CANVAS_HEIGHT)),
            metadata: Metadata(exif: exif, xmp: WebPFile.chunk("XMP ", of: demuxer, library)))
    }

    deinit { library.WebPDemuxDelete(demuxer) }

    /// The maximum number of chunks. libwebp keeps a record of each chunk.
    private static let maximumChunks = 1 << 16

    private static func checkChunks(_ reader: ByteReader) throws(ImageError) {
        var (offset, count) = (12, 0)
        while let length = reader.uint32(at: offset + 4) {
            offset += 8 + length + length & 1
            count += 1
            guard count <= maximumChunks else { throw ImageError(.limitExceeded, "The WebP file has too many chunks.") }
        }
    }

    private static func truncation(_ byteCount: Int) -> ImageError {
        .truncated("The WebP file ends after \(byteCount) bytes, before the start of its picture.")
    }

    private static func chunk(
        _ name: String, of demuxer: OpaquePointer, _ library: postcard_webp_demux
    ) -> UnsafeRawBufferPointer? {
        var chunk = WebPChunkIterator()
        guard library.WebPDemuxGetChunk(demuxer, name, 1, &chunk) != 0 else { return nil }
        defer { library.WebPDemuxReleaseChunkIterator(&chunk) }
        return UnsafeRawBufferPointer(chunk.chunk)
    }

    /// Returns EXIF without the prefix that some writers copy from JPEG.
    private static func tiff(_ exif: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        exif.starts(with: "Exif\0\0".utf8) ? UnsafeRawBufferPointer(rebasing: exif.dropFirst(6)) : exif
    }

    /// The XMP packet in the file.
    var xmp: UnsafeRawBufferPointer? { WebPFile.chunk("XMP ", of: demuxer, library) }

    private var profile: UnsafeRawBufferPointer? { WebPFile.chunk("ICCP", of: demuxer, library) }

    /// Returns a frame by its number, starting at 1. A still image has one frame.
    private func frame(_ number: Int) -> WebPIterator? {
        var frame = WebPIterator()
        guard library.WebPDemuxGetFrame(demuxer, Int32(number), &frame) != 0 else { return nil }
        defer { library.WebPDemuxReleaseIterator(&frame) }
        // A file can be truncated within a frame's header.
        return frame.width > 0 && frame.height > 0 ? frame : nil
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        guard let frame = frame(1) else { throw WebPFile.truncation(bytes.count) }
        let picture = WebPPicture(
            data: UnsafeRawBufferPointer(frame.fragment), rect: PixelRect(frame), isComplete: frame.complete != 0,
            profile: profile.map { Array($0) }, byteCount: bytes.count)
        try options.limits.check(size: picture.size)
        guard picture.rect.clipped(to: header.storedSize) == picture.rect else {
            throw .damaged("The first frame of the WebP file is outside the picture.")
        }
        let isReduced = !options.usesLinearLight(in: .webp) && !mayBeAnimated
        return try picture.reader(
            size: isReduced ? WebPPicture.reducedSize(of: picture.size, wanted: wanted) : picture.size,
            canvas: header.storedSize, recovers: options.toleratesDamage)
    }
}

extension PixelRect {
    fileprivate init(_ frame: WebPIterator) {
        self.init(
            x: Int(frame.x_offset), y: Int(frame.y_offset), width: Int(frame.width), height: Int(frame.height))
    }
}

extension UnsafeRawBufferPointer {
    fileprivate init(_ data: WebPData) { self.init(start: data.bytes, count: data.size) }
}

// MARK: Frames

extension WebPFile {
    /// True if the file is marked as animated: it starts with a VP8X chunk, and bit 1 of the chunk's flags is set.
    var mayBeAnimated: Bool {
        let reader = ByteReader(bytes, bigEndian: false)
        return reader.has("VP8X", at: 12) && reader.byte(at: 20).map { $0 & 2 != 0 } ?? false
    }

    func read(into scan: inout StillFrames.Scan) throws(ImageError) {
        scan.plays = Int(library.WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))
        if let profile, profile.count <= StillFrames.sharedLimit { scan.shared = [range(of: profile)] }
        var number = 1
        while let frame = frame(number) {
            let found = StillFrames.Frame(
                rect: PixelRect(frame), delay: Int(frame.duration), blends: frame.blend_method == WEBP_MUX_BLEND,
                disposal: frame.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND ? .clear : .keep,
                data: [range(of: UnsafeRawBufferPointer(frame.fragment))], isComplete: frame.complete != 0)
            guard try scan.append(found) else { return }
            number += 1
        }
        if !isWhole {
            scan.damage = .truncated("The WebP file ends early, after \(bytes.count) bytes.")
        } else if number == 1 {
            scan.damage = .damaged("The WebP file is marked as animated but contains no frames.")
        }
    }

    private func range(of part: UnsafeRawBufferPointer) -> Range<Int> {
        guard let start = bytes.baseAddress, let place = part.baseAddress else { return 0..<0 }
        return place - start..<place - start + part.count
    }
}
