import CCodecs

/// A picture from an AV1 file, decoded by libheif.
final class HEIFPicture: HEIFTile {
    private let picture: OpaquePointer
    /// Rows of R, G, B bytes, `stride` bytes apart. The pointer is valid as long as the picture exists.
    private let pixels: UnsafePointer<UInt8>
    private let stride: Int

    /// Decodes a file. `size` is the minimum size that the picture must have.
    init(_ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ failure: LibraryFailure) throws(ImageError) {
        var picture: OpaquePointer?
        var pixels: UnsafePointer<UInt8>?
        var stride = 0
        try failure.check { message in
            postcard_heif_decode(
                bytes.start, bytes.count, Int32(clamping: size.width), Int32(clamping: size.height), &picture, &pixels,
                &stride, message)
        }
        guard let picture, let pixels else {
            throw .damaged("The \(failure.format.displayName) file contains no picture.")
        }
        (self.picture, self.pixels, self.stride) = (picture, pixels, stride)
    }

    deinit { postcard_heif_free(picture) }

    func row(_ y: Int, from x: Int, into row: UnsafeMutablePointer<Int32>, count: Int) {
        let source = pixels + y * stride + 3 * x
        for x in 0..<count {
            row[x] = Int32(source[3 * x]) << 16 | Int32(source[3 * x + 1]) << 8 | Int32(source[3 * x + 2])
        }
    }
}
