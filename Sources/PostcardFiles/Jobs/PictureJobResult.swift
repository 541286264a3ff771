internal import PostcardImaging

/// One line that `postcard batch` writes: what became of a job.
package struct PictureJobResult: Sendable, Encodable {
    /// The outcome of a job.
    package enum Status: String, Sendable, Encodable {
        /// The result is there.
        case done
        /// There is no result.
        case failed
    }

    /// The job's id; without one the number of its line, from 1.
    package let id: PictureJob.ID
    /// The outcome.
    package let status: Status
    /// Width of the result in pixels.
    package var width: Int?
    /// Height of the result in pixels.
    package var height: Int?
    /// The result's format: `jpeg`, `png` …
    package var format: String?
    /// Length of the result in bytes.
    package var bytes: Int?
    /// The file that was written.
    package var path: String?
    /// The result itself when no file was named.
    package var base64: String?
    /// Defects of the picture that were passed over, and letters that no font has.
    package var warnings: [String]?
    /// A message that says what went wrong and what to do.
    package var message: String?

    init(id: PictureJob.ID) {
        self.id = id
        status = .done
    }

    init(failed id: PictureJob.ID, message: String) {
        self.id = id
        self.message = message
        status = .failed
    }
}
