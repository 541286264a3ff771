import CPostcardShims

/// The picture of a HEIF file that libheif has opened.
final class HEIFPicture {
    private let file: OpaquePointer

    /// Beyond this no limit is useful: libheif's own sizes are 32 bits.
    private static let maximumPixels = 1 << 31

    /// `bytes` must outlive the picture. `failure` keeps the text of errors.
    init(_ bytes: UnsafeRawBufferPointer, _ failure: LibraryFailure) throws(ImageError) {
        var file: OpaquePointer?
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_open(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, Self.maximumPixels, &file, message)
        }
        if let error = failure.error(status, message) { throw error }
        guard let file else {
            throw .outOfMemory("There is not enough memory to read the \(failure.format.displayName) file.")
        }
        self.file = file
    }

    deinit { postcard_heif_close(file) }

    /// The rows of a picture: R, G, B or R, G, B, A bytes that start `stride` bytes after each other and stay as long as the
    /// `HEIFPicture`.
    struct Rows {
        let pixels: UnsafePointer<UInt8>
        let stride: Int
    }

    /// Decodes once. `size` is the one that the picture must have. `isCropped` tells whether what is coded may be
    /// larger, and is cropped at the right and at the bottom. libheif does so itself from 1.18 on; before, it can be
    /// done here only where the picture is not turned. `keepsAlpha` tells whether opacity is wanted.
    func decode(
        _ size: PixelSize, isCropped: Bool, keepsAlpha: Bool, _ failure: LibraryFailure
    ) throws(ImageError) -> Rows {
        var pixels: UnsafePointer<UInt8>?
        var stride = 0
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_decode(
                file, Int32(clamping: size.width), Int32(clamping: size.height), isCropped, keepsAlpha,
                &pixels, &stride, message)
        }
        if let error = failure.error(status, message) { throw error }
        guard let pixels else { throw .damaged("The \(failure.format.displayName) file has no picture in it.") }
        return Rows(pixels: pixels, stride: stride)
    }
}

/// Rows of a picture that libheif has decoded, taken where libheif keeps them.
final class HEIFPictureReader: RowReader {
    private let owner: HEIFPicture
    private let pixels: UnsafePointer<UInt8>
    private let stride: Int
    private let hasAlpha: Bool
    private let isPremultiplied: Bool
    private var rowsRead = 0
    let isOpaque: Bool
    let colorSpace: ColorSpace
    let size: PixelSize

    /// `owner` keeps the pixels. `rows` have alpha where the picture has it.
    init(
        owner: HEIFPicture, _ rows: HEIFPicture.Rows, size: PixelSize, hasAlpha: Bool, isPremultiplied: Bool,
        colorSpace: ColorSpace
    ) {
        self.owner = owner
        (pixels, stride) = (rows.pixels, rows.stride)
        self.hasAlpha = hasAlpha
        self.isPremultiplied = isPremultiplied
        self.colorSpace = colorSpace
        self.size = size
        isOpaque =
            !hasAlpha
            || (0..<size.height).allSatisfy { y in
                let row = rows.pixels + y * rows.stride
                return (0..<size.width).allSatisfy { row[4 * $0 + 3] == 255 }
            }
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        let source = pixels + rowsRead * stride
        rowsRead += 1
        guard hasAlpha else { return Self.unpack(source, to: row, count: size.width) }
        for x in 0..<size.width {
            row[x] = Self.color(source + 4 * x) | Int32(bitPattern: UInt32(source[4 * x + 3]) << 24)
        }
        if isPremultiplied { Premultiplication.undo(row, count: size.width) }
        GDPixel.packAlpha(row, count: size.width)
    }

    /// R, G, B bytes as `0xRRGGBB`.
    static func unpack(_ source: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count { row[x] = color(source + 3 * x) }
    }

    @inline(__always)
    private static func color(_ bytes: UnsafePointer<UInt8>) -> Int32 {
        Int32(bytes[0]) << 16 | Int32(bytes[1]) << 8 | Int32(bytes[2])
    }
}
