/// One line that `postcard batch` writes: what became of a job.
package struct PictureJobResult: Sendable, Encodable {
    /// The outcome of a job.
    package enum Status: String, Sendable, Encodable {
        /// The results are there.
        case done
        /// There are no results of this job.
        case failed
    }

    /// A result: a file, or its bytes.
    package struct Output: Sendable, Encodable {
        /// Width in pixels.
        package var width: Int
        /// Height in pixels.
        package var height: Int
        /// The format: `jpeg`, `png` …
        package var format: String
        /// Length in bytes.
        package var bytes: Int
        /// The file that was written.
        package var path: String?
        /// The result itself when no file was named.
        package var base64: String?
        /// True for a file that was there before, and was kept; otherwise `nil`.
        package var existed: Bool?
    }

    /// A description of the picture that the job was given.
    package struct Source: Sendable, Encodable {
        /// The format.
        package var format: String
        /// Width in pixels, turned upright.
        package var width: Int
        /// Height in pixels, turned upright.
        package var height: Int
        /// Length of the file in bytes.
        package var bytes: Int
        /// SHA-256 of the file, in hexadecimal digits.
        package var sha256: String
    }

    /// The job's id; without one the number of its line, from 1.
    package let id: PictureJob.ID
    /// The outcome.
    package let status: Status
    /// The single result.
    package var output: Output?
    /// The results of a list of outputs, in its order.
    package var outputs: [Output]?
    /// The source, where the job asks for its description.
    package var source: Source?
    /// Defects of the picture that were passed over, and letters that no font has.
    package var warnings: [String]?
    /// The error of a job that failed.
    package var error: PictureJobError?

    init(id: PictureJob.ID) {
        self.id = id
        status = .done
    }

    init(failed id: PictureJob.ID, _ error: PictureJobError) {
        self.id = id
        self.error = error
        status = .failed
    }

    private enum Keys: String, CodingKey { case id, status, outputs, source, warnings, message, code, retry }

    /// Writes the facts of a single result beside the id, those of a list in `outputs`.
    package func encode(to encoder: any Encoder) throws {
        try output?.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(outputs, forKey: .outputs)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encodeIfPresent(warnings, forKey: .warnings)
        try container.encodeIfPresent(error?.message, forKey: .message)
        try container.encodeIfPresent(error?.code.rawValue, forKey: .code)
        try container.encodeIfPresent(error?.code.mayPass, forKey: .retry)
    }
}
