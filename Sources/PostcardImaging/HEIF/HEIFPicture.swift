import CPostcardShims

/// The picture of a HEIF file that libheif has decoded.
final class HEIFPicture {
    private let picture: OpaquePointer
    /// Rows of R, G, B or R, G, B, A bytes that start `stride` bytes after each other and stay as long as the picture.
    let pixels: UnsafePointer<UInt8>
    let stride: Int

    /// `bytes` must outlive the picture. `size` is the one that it must have. `isCropped` tells whether what is coded may be
    /// larger, and is cropped at the right and at the bottom. libheif does so itself from 1.18 on; before, it can be
    /// done here only where the picture is not turned. `keepsAlpha` tells whether opacity is wanted.
    init(
        _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, isCropped: Bool, keepsAlpha: Bool, _ failure: LibraryFailure
    ) throws(ImageError) {
        var picture: OpaquePointer?
        var pixels: UnsafePointer<UInt8>?
        var stride = 0
        try failure.check { message in
            postcard_heif_decode(
                bytes.start, bytes.count, Int32(clamping: size.width), Int32(clamping: size.height), isCropped,
                keepsAlpha, &picture, &pixels, &stride, message)
        }
        guard let picture, let pixels else {
            throw .damaged("The \(failure.format.displayName) file has no picture in it.")
        }
        (self.picture, self.pixels, self.stride) = (picture, pixels, stride)
    }

    deinit { postcard_heif_free(picture) }
}

/// Rows of a picture that libheif has decoded, taken where libheif keeps them.
final class HEIFPictureReader: RowReader {
    private let picture: HEIFPicture
    private let hasAlpha: Bool
    private let isPremultiplied: Bool
    private var rowsRead = 0
    let isOpaque: Bool
    let colorSpace: ColorSpace
    let size: PixelSize

    /// `picture` has alpha where it `hasAlpha`.
    init(_ picture: HEIFPicture, size: PixelSize, hasAlpha: Bool, isPremultiplied: Bool, colorSpace: ColorSpace) {
        self.picture = picture
        self.hasAlpha = hasAlpha
        self.isPremultiplied = isPremultiplied
        self.colorSpace = colorSpace
        self.size = size
        isOpaque =
            !hasAlpha
            || (0..<size.height).allSatisfy { y in
                let row = picture.pixels + y * picture.stride
                return (0..<size.width).allSatisfy { row[4 * $0 + 3] == 255 }
            }
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        let source = picture.pixels + rowsRead * picture.stride
        rowsRead += 1
        guard hasAlpha else { return Self.unpack(source, to: row, count: size.width) }
        for x in 0..<size.width {
            row[x] = Self.color(source + 4 * x) | Int32(bitPattern: UInt32(source[4 * x + 3]) << 24)
        }
        Premultiplication.pack(row, count: size.width, isPremultiplied: isPremultiplied)
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
