import CGD
import CPostcardShims

/// A WBMP or XBM file, decoded by libgd once its header has been found sound, so that libgd takes no memory for what is
/// only claimed.
struct LibGDFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader

    /// The format of these two that the header is one of. Neither has a signature, so that all of the header must be plausible, and
    /// a WBMP file must be exactly as long as its picture needs.
    static func format(sniffing bytes: UnsafeRawBufferPointer) -> ImageFormat? {
        if XBMHeader(bytes) != nil { return .xbm }
        return WBMPHeader(bytes)?.byteCount == bytes.count ? .wbmp : nil
    }

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        self.bytes = bytes
        let size: PixelSize
        let minimumBytes: Int
        switch format {
        case .wbmp:
            guard let wbmp = WBMPHeader(bytes) else { throw Self.damaged(format) }
            (size, minimumBytes) = (wbmp.size, wbmp.byteCount)
        default:
            guard let xbm = XBMHeader(bytes) else { throw Self.damaged(format) }
            (size, minimumBytes) = (xbm.size, xbm.minimumBytes)
        }
        header = ImageHeader(format: format, storedSize: size, metadata: Metadata())
        guard bytes.count >= minimumBytes else {
            throw .truncated(
                "The \(format.displayName) file ends early, after \(bytes.count) bytes. Copy it again from where it came."
            )
        }
    }

    private static func damaged(_ format: ImageFormat) -> ImageError {
        .damaged("The \(format.displayName) file is damaged in its header.")
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try LibGDReader(decoded(), size: header.storedSize, format: header.format)
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
    private var rowsRead: Int32 = 0
    let size: PixelSize
    var isOpaque: Bool { true }

    /// Takes ownership of the image.
    init(_ image: gdImagePtr, size: PixelSize, format: ImageFormat) throws(ImageError) {
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
    }

    deinit { destroy(image) }

    func read(into row: UnsafeMutablePointer<Int32>) {
        for x in 0..<size.width { row[x] = pixel(image, Int32(x), rowsRead) }
        GDPixel.clearAlpha(row, count: size.width)
        rowsRead += 1
    }
}
