internal import CGD
internal import CPostcardShims

/// A TGA, WBMP or XBM file, decoded by libgd once its header has been found sound, so that libgd takes no memory for what is
/// only claimed.
struct LibGDFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let hasAlpha: Bool
    let header: ImageHeader

    /// libgd keeps each byte of a TGA file in 4 bytes, twice.
    private static let mostTGAPixels = 25_000_000

    /// The format of these three that the header is one of. None has a signature, so that all of the header must be plausible, and
    /// a WBMP file must be exactly as long as its picture needs.
    static func format(sniffing bytes: UnsafeRawBufferPointer) -> ImageFormat? {
        if XBMHeader(bytes) != nil { return .xbm }
        if let header = WBMPHeader(bytes), header.byteCount == bytes.count { return .wbmp }
        return TGAHeader(bytes) != nil ? .tga : nil
    }

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        self.bytes = bytes
        let size: PixelSize
        let leastBytes: Int
        switch format {
        case .tga:
            guard let tga = TGAHeader(bytes) else { throw Self.damaged(format) }
            guard tga.isReadable else {
                throw .unsupported("This kind of TGA picture cannot be read: libgd reads 24 and 32 bits a pixel.")
            }
            (size, leastBytes, hasAlpha) = (tga.size, tga.leastBytes, tga.alphaBits == 8)
        case .wbmp:
            guard let wbmp = WBMPHeader(bytes) else { throw Self.damaged(format) }
            (size, leastBytes, hasAlpha) = (wbmp.size, wbmp.byteCount, false)
        default:
            guard let xbm = XBMHeader(bytes) else { throw Self.damaged(format) }
            (size, leastBytes, hasAlpha) = (xbm.size, xbm.leastBytes, false)
        }
        header = ImageHeader(format: format, storedSize: size, metadata: Metadata())
        guard bytes.count >= leastBytes else {
            throw .truncated(
                "The \(format.displayName) file ends early, after \(bytes.count) bytes. Copy it again from where it came."
            )
        }
    }

    private static func damaged(_ format: ImageFormat) -> ImageError {
        .damaged("The \(format.displayName) file is damaged in its header.")
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let size = header.storedSize
        if header.format == .tga, size.area > Self.mostTGAPixels {
            throw ImageError(
                .limitExceeded,
                "The TGA picture has \(size) pixels; libgd reads at most \(Self.mostTGAPixels / 1_000_000) megapixels of this format. Convert it first."
            )
        }
        return try LibGDReader(decoded(), size: size, hasAlpha: hasAlpha, format: header.format)
    }

    private func decoded() throws(ImageError) -> gdImagePtr {
        typealias FromBytes = @convention(c) (Int32, UnsafeMutableRawPointer?) -> gdImagePtr?
        typealias FromFile = @convention(c) (UnsafeMutableRawPointer?) -> gdImagePtr?
        // libgd takes a pointer to bytes that it does not change.
        let data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        let name = header.format.displayName
        guard let count = Int32(exactly: bytes.count) else {
            throw .unsupported("A \(name) file of \(bytes.count) bytes is too long for libgd.")
        }
        var image: gdImagePtr?
        switch header.format {
        case .tga: image = try function("gdImageCreateFromTgaPtr", as: FromBytes.self)(count, data)
        case .wbmp: image = try function("gdImageCreateFromWBMPPtr", as: FromBytes.self)(count, data)
        default:
            let read = try function("gdImageCreateFromXbm", as: FromFile.self)
            guard let file = postcard_memory_stream(data, bytes.count) else {
                throw .outOfMemory("There is not enough memory to read the \(name) file.")
            }
            image = read(file)
            postcard_stream_close(file)
        }
        guard let image else { throw .damaged("The \(name) file is damaged.") }
        return image
    }

    private func function<Function>(_ name: String, as type: Function.Type) throws(ImageError) -> Function {
        guard let function = LibGD.function(name, as: type) else {
            throw .unsupported(
                "Reading \(header.format.displayName) pictures needs libgd. Install it, or convert the picture first.")
        }
        return function
    }
}

/// Rows of an image that libgd made.
private final class LibGDReader: RowReader {
    private let image: gdImagePtr
    private let pixel: @convention(c) (gdImagePtr, Int32, Int32) -> Int32
    private let destroy: @convention(c) (gdImagePtr) -> Void
    private let hasAlpha: Bool
    private var rowsRead: Int32 = 0
    let size: PixelSize
    var isOpaque: Bool { !hasAlpha }

    /// Takes ownership of the image.
    init(_ image: gdImagePtr, size: PixelSize, hasAlpha: Bool, format: ImageFormat) throws(ImageError) {
        guard let destroy = LibGD.function("gdImageDestroy", as: (@convention(c) (gdImagePtr) -> Void).self),
            let pixel = LibGD.function(
                "gdImageGetTrueColorPixel", as: (@convention(c) (gdImagePtr, Int32, Int32) -> Int32).self)
        else { throw .unsupported("libgd lacks functions that every version has.") }
        guard image.pointee.sx == Int32(size.width), image.pointee.sy == Int32(size.height) else {
            destroy(image)
            throw .damaged("The \(format.displayName) file is damaged in its header.")
        }
        self.image = image
        self.destroy = destroy
        self.pixel = pixel
        self.size = size
        self.hasAlpha = hasAlpha
    }

    deinit { destroy(image) }

    func read(into row: UnsafeMutablePointer<Int32>) {
        for x in 0..<size.width { row[x] = pixel(image, Int32(x), rowsRead) }
        if !hasAlpha { GDPixel.clearAlpha(row, count: size.width) }
        rowsRead += 1
    }
}
