package import PostcardImaging

/// The report on a job: its results, and warnings about ignored defects.
package struct PictureReport: Sendable {
    /// A result.
    package struct Result: Sendable {
        /// The size of the picture in pixels.
        package let size: PixelSize
        /// The format of the file.
        package let format: ImageFormat
        /// The size of the file in bytes.
        let byteCount: Int
        /// The bytes of a result that is not written to a file; otherwise `nil`.
        let bytes: [UInt8]?
        /// True for an existing result that was kept.
        let existed: Bool
    }

    /// The results, in the order of the outputs; `nil` for results that are up to date and were not read.
    package var results: [Result?]
    /// The warnings, as sentences.
    package var warnings: [String] = []
    /// The header of the source; `nil` if no result was made.
    package var header: ImageHeader?
    /// The source, if the job requests it.
    var picture: OpenedPicture?
}

extension PictureReport.Result {
    init(_ file: PictureConversion.Result, isWritten: Bool) {
        self.init(
            size: file.size, format: file.format, byteCount: file.bytes.count, bytes: isWritten ? nil : file.bytes,
            existed: false)
    }
}
