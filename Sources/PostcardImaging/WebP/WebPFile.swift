import CPostcardShims

/// A WebP file (RFC 9649): the chunks of its container. Of an animation, the first frame.
struct WebPFile: ImageFile {
    /// A chunk's payload, without padding.
    private struct Chunk {
        let name: UInt32
        let payload: Range<Int>
    }

    private let bytes: UnsafeRawBufferPointer
    /// A file of one still frame, when `bytes` is an animation.
    private let frame: [UInt8]?
    private let frameSize: PixelSize
    private let frameX: Int
    private let frameY: Int
    private let profile: [UInt8]?
    /// `true` if the picture's chunks say to be longer than what there is: libwebp takes the end of lossless data for zeros.
    private let isCut: Bool
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        let reader = ByteReader(bytes, bigEndian: false)
        let chunks = WebPFile.chunks(reader, from: 12, to: bytes.count)
        func part(_ name: StaticString) -> Range<Int>? { chunks.first { $0.name == WebPFile.code(name) }?.payload }
        func slice(_ name: StaticString) -> UnsafeRawBufferPointer? {
            part(name).flatMap { reader.slice(at: $0.lowerBound, count: $0.count) }
        }
        let metadata = Metadata(exif: slice("EXIF").map(WebPFile.tiff), xmp: slice("XMP "))
        profile = slice("ICCP").map { Array($0) }
        guard let canvas = WebPFile.size(reader, chunks) else {
            throw .truncated("The WebP file ends after \(bytes.count) bytes, before its picture begins.")
        }
        guard canvas.width > 0, canvas.height > 0 else {
            throw .damaged("The WebP file says that its picture has no pixels.")
        }
        header = ImageHeader(format: .webp, storedSize: canvas, metadata: metadata)
        let isFileCut = WebPFile.isCut(chunks, at: bytes.count)
        guard let first = part("ANMF"), let x = reader.uint24(at: first.lowerBound),
            let y = reader.uint24(at: first.lowerBound + 3)
        else {
            frame = nil
            frameSize = canvas
            (frameX, frameY) = (0, 0)
            isCut = isFileCut
            return
        }
        let parts = WebPFile.chunks(reader, from: first.lowerBound + 16, to: min(bytes.count, first.upperBound))
        isCut = isFileCut || WebPFile.isCut(parts, at: min(bytes.count, first.upperBound))
        guard let size = WebPFile.size(reader, parts) else { throw .damaged("The WebP file's first frame is broken.") }
        frameSize = size
        (frameX, frameY) = (x * 2, y * 2)
        guard frameX + size.width <= canvas.width, frameY + size.height <= canvas.height else {
            throw .damaged("The WebP file's first frame lies outside of its picture.")
        }
        // libwebp reads a file of one frame as a still picture.
        let data = first.dropFirst(16).clamped(to: 0..<bytes.count)
        frame = WebPFrames.file(size: size, flags: 0x10, chunks: bytes[data])
    }

    private static func code(_ name: StaticString) -> UInt32 {
        let text = name.utf8Start
        return UInt32(text[0]) | UInt32(text[1]) << 8 | UInt32(text[2]) << 16 | UInt32(text[3]) << 24
    }

    private static func isCut(_ chunks: [Chunk], at end: Int) -> Bool {
        let names = [code("VP8 "), code("VP8L"), code("ALPH"), code("ANMF")]
        return chunks.contains { names.contains($0.name) && $0.payload.upperBound > end }
    }

    /// More than there are.
    private static let maximumKinds = 16

    private static func chunks(_ reader: ByteReader, from start: Int, to end: Int) -> [Chunk] {
        var chunks: [Chunk] = []
        var offset = start
        while offset + 8 <= end, let name = reader.uint32(at: offset), let count = reader.uint32(at: offset + 4) {
            // The first of each kind is all that is used; a file may have millions.
            if !chunks.contains(where: { $0.name == name }), chunks.count < maximumKinds {
                chunks.append(Chunk(name: UInt32(name), payload: offset + 8..<offset + 8 + count))
            }
            offset += 8 + count + count & 1
        }
        return chunks
    }

    /// The first of the chunks that say a size.
    private static func size(_ reader: ByteReader, _ chunks: [Chunk]) -> PixelSize? {
        for chunk in chunks {
            let start = chunk.payload.lowerBound
            if chunk.name == code("VP8X"), let width = reader.uint24(at: start + 4),
                let height = reader.uint24(at: start + 7)
            {
                return PixelSize(width: width + 1, height: height + 1)
            }
            if chunk.name == code("VP8 "), let width = reader.uint16(at: start + 6),
                let height = reader.uint16(at: start + 8)
            {
                return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
            }
            if chunk.name == code("VP8L"), let bits = reader.uint32(at: start + 1) {
                return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
            }
        }
        return nil
    }

    /// EXIF without the prefix that some writers copy from JPEG.
    private static func tiff(_ exif: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        exif.starts(with: "Exif\0\0".utf8) ? UnsafeRawBufferPointer(rebasing: exif.dropFirst(6)) : exif
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try options.limits.check(size: frameSize)
        let size =
            frame == nil && !options.linearLight ? WebPFile.reducedSize(of: frameSize, wanted: wanted) : frameSize
        let buffer = try PixelBuffer(size)
        var rows: Int32 = 0
        let (width, height) = (Int32(size.width), Int32(size.height))
        let isReduced = size != frameSize
        func decode(_ data: UnsafePointer<UInt8>?, _ count: Int) -> postcard_status {
            postcard_webp_decode(data, count, isReduced, buffer.bytes, width, height, &rows)
        }
        let status =
            frame?.withUnsafeBufferPointer { decode($0.baseAddress, $0.count) }
            ?? decode(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        let storedRows = isReduced ? Int(rows) * frameSize.height / size.height : Int(rows)
        // Either way it may have met what stands for the end.
        let isReported = status == postcard_status_ok || status == postcard_status_damaged
        let failure = LibraryFailure(format: .webp, library: "libwebp", byteCount: bytes.count)
            .error(
                isCut && isReported ? postcard_status_truncated : status,
                rows: storedRows < frameSize.height ? (storedRows, of: frameSize.height) : nil)
        if let failure, !options.recover || ![.damaged, .truncated].contains(failure.code) { throw failure }
        let isOpaque = buffer.packAlpha()
        let canvas = try frame == nil ? buffer : onCanvas(buffer)
        return BufferReader(
            canvas, layout: isOpaque && canvas === buffer ? .opaque : .alpha,
            colorSpace: profile.map(ColorSpace.profile) ?? .standard,
            readableRows: failure == nil ? canvas.size.height : frameY + Int(rows), failure: failure)
    }

    /// libwebp averages whole squares of pixels while it decodes, which takes less memory and time than all of them. At least two
    /// pixels for each one wanted are left to the filter that was asked for.
    private static func reducedSize(of size: PixelSize, wanted: PixelSize) -> PixelSize {
        let factor = min(size.width / max(1, 2 * wanted.width), size.height / max(1, 2 * wanted.height))
        guard factor > 1 else { return size }
        return PixelSize(width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
    }

    /// The first frame where it lies on the animation's canvas.
    private func onCanvas(_ buffer: PixelBuffer) throws(ImageError) -> PixelBuffer {
        guard frameSize != header.storedSize else { return buffer }
        let canvas = try PixelBuffer(header.storedSize)
        canvas.pixels.update(repeating: 127 << 24, count: canvas.size.area)
        for y in 0..<frameSize.height {
            (canvas.row(frameY + y) + frameX).update(from: buffer.row(y), count: frameSize.width)
        }
        return canvas
    }
}
