import PostcardImaging
import PostcardMemes

/// The rendering of a picture from files in memory. The same files always give the same bytes.
protocol PictureRendering: Sendable {
    /// Returns the sizes that the work depends on, by the headers of the files. The first is that of the base image.
    ///
    /// - Throws: `ImageError`.
    func sizes(of files: [[UInt8]]) throws -> [PixelSize]

    /// Returns the approximate number of pixels in memory at the same time: those of sources, intermediate pictures, the result and the encoder's
    /// buffers.
    ///
    /// - Parameters:
    ///   - sizes: as ``sizes(of:)`` returns them.
    ///   - limits: the limits of each source.
    func pixels(of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits) -> Int

    /// Renders the picture, within `ImageWork`.
    ///
    /// - Parameters:
    ///   - files: the files of the sources, in their order.
    ///   - sizes: as ``sizes(of:)`` returns them.
    /// - Throws: the errors of decoding, drawing and encoding.
    func render(
        _ files: [[UInt8]], of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits
    ) throws -> MadePicture
}

/// A rendered picture.
struct MadePicture: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]
    let size: PixelSize
    /// The layout of each caption of a meme.
    var reports: [CaptionReport] = []
}

// MARK: Sizes and keys

/// Returns the fields as one text, different for different fields, since each has its length before it.
func keyText(of fields: [String]) -> String { fields.map { "\($0.utf8.count):\($0)" }.joined() }

extension ImageFormat {
    /// Returns the number of pixels in memory while a picture is encoded, itself included. The encoders' buffers count as pixels of four bytes, by
    /// measurement.
    func encodingPixels(of size: PixelSize) -> Int {
        let factor =
            switch self {
            case .avif: 7
            case .gif: 5
            case .webp: 4
            default: 1
            }
        return size.area.multipliedClamped(by: factor)
    }
}

extension Int {
    /// Returns the product of two counts from 0, at most `Int.max`.
    func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }

    func addedClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
