internal import CPostcardShims

/// The picture of a HEIF file that libheif has opened.
final class HEIFPicture {
    private let file: OpaquePointer
    let info: postcard_heif_info

    /// Beyond this no limit is useful: libheif's own sizes are 32 bits.
    private static let mostPixels = 1 << 31

    /// - Parameters:
    ///   - bytes: must outlive the picture.
    ///   - failure: what an error is told of.
    init(_ bytes: UnsafeRawBufferPointer, _ failure: LibraryFailure) throws(ImageError) {
        var file: OpaquePointer?
        var info = postcard_heif_info()
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_open(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, Self.mostPixels, &file, &info,
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

    /// Decodes once.
    ///
    /// - Parameters:
    ///   - size: what the picture must have.
    ///   - keepsAlpha: whether opacity is wanted.
    ///   - isAV1: whether another decoder may be tried.
    /// - Returns: rows of R, G, B or, where `keepsAlpha`, R, G, B, A bytes that start `stride` bytes after each other and stay as
    ///   long as this object.
    func decode(
        _ size: PixelSize, keepsAlpha: Bool, isAV1: Bool, _ failure: LibraryFailure
    ) throws(ImageError) -> (pixels: UnsafePointer<UInt8>, stride: Int) {
        var pixels: UnsafePointer<UInt8>?
        var stride = 0
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_decode(
                file, Int32(clamping: size.width), Int32(clamping: size.height), keepsAlpha, isAV1, &pixels, &stride,
                message)
        }
        if let error = failure.error(status, message) { throw error }
        guard let pixels else { throw .damaged("The \(failure.format.displayName) file has no picture in it.") }
        return (pixels, stride)
    }
}

extension postcard_bytes {
    var buffer: UnsafeRawBufferPointer? { data.map { UnsafeRawBufferPointer(start: $0, count: count) } }
}
