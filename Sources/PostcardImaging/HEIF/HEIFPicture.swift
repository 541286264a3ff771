import CPostcardShims

/// The picture of a HEIF file that libheif has decoded.
final class HEIFPicture {
    private let picture: OpaquePointer
    /// Rows of R, G, B or R, G, B, A bytes that start `stride` bytes after each other and stay as long as the picture.
    private let pixels: UnsafePointer<UInt8>
    private let stride: Int

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

    /// The rows of a picture of `size`, which have alpha where it `hasAlpha`.
    func reader(
        _ size: PixelSize, hasAlpha: Bool, isPremultiplied: Bool, colorSpace: ColorSpace
    ) throws(ImageError) -> BufferReader {
        let buffer = try PixelBuffer(size)
        for y in 0..<size.height {
            let (source, row) = (pixels + y * stride, buffer.row(y))
            for x in 0..<size.width {
                let alpha = hasAlpha ? source[4 * x + 3] : 255
                row[x] = Self.color(source + (hasAlpha ? 4 : 3) * x) | Int32(bitPattern: UInt32(alpha) << 24)
            }
        }
        if isPremultiplied { Premultiplication.undo(buffer.pixels, count: size.area) }
        return BufferReader(
            buffer: buffer, layout: buffer.packAlpha() ? .opaque : .alpha, colorSpace: colorSpace)
    }

    /// Copies pixels of a row from `x` on, without alpha, as `0xRRGGBB`.
    func row(_ y: Int, from x: Int, into row: UnsafeMutablePointer<Int32>, count: Int) {
        let source = pixels + y * stride + 3 * x
        for x in 0..<count { row[x] = Self.color(source + 3 * x) }
    }

    @inline(__always)
    private static func color(_ bytes: UnsafePointer<UInt8>) -> Int32 {
        Int32(bytes[0]) << 16 | Int32(bytes[1]) << 8 | Int32(bytes[2])
    }
}
