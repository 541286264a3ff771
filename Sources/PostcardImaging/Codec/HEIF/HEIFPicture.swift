import CPostcardShims

/// The picture of a HEIF file that libheif has opened.
final class HEIFPicture {
    private let file: OpaquePointer
    let info: postcard_heif_info

    /// Beyond this no limit is useful: libheif's own sizes are 32 bits.
    private static let maximumPixels = 1 << 31

    /// `bytes` must outlive the picture. `failure` keeps the text of errors.
    init(_ bytes: UnsafeRawBufferPointer, _ failure: LibraryFailure) throws(ImageError) {
        var file: OpaquePointer?
        var info = postcard_heif_info()
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_open(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, Self.maximumPixels, &file, &info,
                message)
        }
        if let error = failure.error(status, message) { throw error }
        guard let file else {
            throw .outOfMemory("There is not enough memory to read the \(failure.format.displayName) file.")
        }
        self.file = file
        self.info = info
    }

    deinit { postcard_heif_close(file) }

    var metadata: Metadata {
        let exif = postcard_heif_metadata(file, false)
        let xmp = postcard_heif_metadata(file, true)
        defer {
            postcard_bytes_free(exif)
            postcard_bytes_free(xmp)
        }
        return Metadata(exif: exif.buffer, xmp: xmp.buffer)
    }

    /// The ICC profile.
    var profile: [UInt8]? {
        let profile = postcard_heif_profile(file)
        defer { postcard_bytes_free(profile) }
        return profile.buffer.map { Array($0) }
    }

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

extension postcard_bytes {
    var buffer: UnsafeRawBufferPointer? { data.map { UnsafeRawBufferPointer(start: $0, count: count) } }
}
