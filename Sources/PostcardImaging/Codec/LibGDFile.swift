import CGD

/// A WBMP or XBM file, decoded by libgd once its header has been found sound, so that libgd takes no memory for what is
/// only claimed.
struct LibGDFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader

    /// The format of these two that the header is one of. Neither has a signature, so that all of the header must be plausible, and
    /// a WBMP file must be exactly as long as its picture needs.
    static func format(sniffing bytes: UnsafeRawBufferPointer) -> ImageFormat? {
        if xbmHeader(bytes) != nil { return .xbm }
        return wbmpHeader(bytes)?.byteCount == bytes.count ? .wbmp : nil
    }

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        self.bytes = bytes
        guard let (size, byteCount) = format == .wbmp ? Self.wbmpHeader(bytes) : Self.xbmHeader(bytes) else {
            throw .damaged("The \(format.displayName) file is damaged in its header.")
        }
        header = ImageHeader(format: format, storedSize: size, metadata: Metadata())
        guard bytes.count >= byteCount else {
            throw .truncated(
                "The \(format.displayName) file ends early, after \(bytes.count) bytes. Copy it again from where it came."
            )
        }
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let size = header.storedSize
        guard let image = decoded() else { throw .damaged("The \(header.format.displayName) file is damaged.") }
        defer { gdImageDestroy(image) }
        guard image.pointee.sx == Int32(size.width), image.pointee.sy == Int32(size.height) else {
            throw .damaged("The \(header.format.displayName) file is damaged in its header.")
        }
        let buffer = try PixelBuffer(size)
        for y in 0..<size.height {
            for x in 0..<size.width { buffer.row(y)[x] = gdImageGetTrueColorPixel(image, Int32(x), Int32(y)) }
        }
        return BufferReader(buffer: buffer, layout: .opaque)
    }

    private func decoded() -> gdImagePtr? {
        // Without a method for errors, libgd prints none.
        gdSetErrorMethod(nil)
        // libgd takes a pointer to bytes that it does not change.
        let data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        if header.format == .wbmp { return Int32(exactly: bytes.count).flatMap { gdImageCreateFromWBMPPtr($0, data) } }
        guard let file = fmemopen(data, bytes.count, "r") else { return nil }
        defer { fclose(file) }
        return gdImageCreateFromXbm(file)
    }
}

extension LibGDFile {
    /// The size of a picture, and the bytes that its file has at least.
    private typealias Header = (size: PixelSize, byteCount: Int)

    /// The header of a WBMP file of type 0 (WAP-237, "Wireless Application Environment: WBMP"). It tells the length of the whole file.
    private static func wbmpHeader(_ bytes: UnsafeRawBufferPointer) -> Header? {
        let reader = ByteReader(bytes)
        guard reader.byte(at: 0) == 0, reader.byte(at: 1) == 0 else { return nil }
        var offset = 2
        /// Seven bits a byte; the eighth says that another follows.
        func number() -> Int? {
            var value = 0
            for _ in 0..<3 {
                guard let byte = reader.byte(at: offset) else { return nil }
                offset += 1
                value = value << 7 | byte & 127
                if byte & 128 == 0 { return value }
            }
            return nil
        }
        guard let width = number(), let height = number(), width > 0, height > 0 else { return nil }
        return (PixelSize(width: width, height: height), offset + (width + 7) / 8 * height)
    }

    /// The two definitions that an XBM file begins with ("X Window System", X.Org: bitmap file format), within 512 bytes.
    private static func xbmHeader(_ bytes: UnsafeRawBufferPointer) -> Header? {
        /// The number of `#define NAME_width NUMBER`.
        func value(_ line: Slice<UnsafeRawBufferPointer>, _ ending: String) -> Int? {
            let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard words.count == 3, words[0] == "#define", words[1].hasSuffix(ending) else { return nil }
            return Int(words[2]).flatMap { 1...0xFFFF ~= $0 ? $0 : nil }
        }
        guard ByteReader(bytes).has("#define ", at: 0) else { return nil }
        let head = bytes.prefix(512).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard head.count >= 2, let width = value(head[0], "_width"), let height = value(head[1], "_height") else {
            return nil
        }
        // Each byte takes at least four characters, as in `0x0,`.
        return (PixelSize(width: width, height: height), (width + 7) / 8 * height * 4)
    }
}
