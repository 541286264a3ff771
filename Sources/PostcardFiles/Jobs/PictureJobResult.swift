import PlatformFoundation
import PostcardCore
import PostcardCrypto
import PostcardImaging

/// A line of output from `postcard batch`: the result of a job.
package struct PictureJobResult: Sendable, Encodable {
    /// The outcome of a job.
    package enum Status: String, Sendable, Encodable {
        /// The results were made, or existing results were kept.
        case done
        /// The job has no results.
        case failed
    }

    /// A result as a file or as bytes.
    package struct Output: Sendable, Encodable {
        /// The width in pixels.
        package var width: Int
        /// The height in pixels.
        package var height: Int
        /// The format, such as `jpeg` or `png`.
        package var format: String
        /// The size in bytes.
        package var bytes: Int
        /// The path of the file; `nil` for a result in Base64.
        package var path: String?
        /// The bytes of the result in Base64; `nil` for a file.
        package var base64: String?
        /// True for an existing file that was kept; otherwise `nil`.
        package var existed: Bool?
    }

    /// A description of the input picture.
    package struct Source: Sendable, Encodable {
        /// The format, such as `jpeg` or `png`.
        package var format: String
        /// The width of the upright picture in pixels.
        package var width: Int
        /// The height of the upright picture in pixels.
        package var height: Int
        /// The size of the file in bytes.
        package var bytes: Int
        /// The SHA-256 of the file in hexadecimal.
        package var sha256: String
    }

    /// The id of the job; for a job without an id, its line number, from 1.
    package let id: PictureJob.ID
    /// The outcome of the job.
    package var status: Status { error == nil ? .done : .failed }
    /// The result of a single output.
    package var output: Output?
    /// The results of a list of outputs, in the list's order.
    package var outputs: [Output]?
    /// The description of the source, if the job requests it.
    package var source: Source?
    /// The warnings: ignored defects in the picture, and characters that no font contains.
    package var warnings: [String]?
    /// The error of a failed job; `nil` for other jobs.
    package var error: PictureJobError?

    /// The result as JSON in UTF-8, on one line that ends with a line break.
    package var line: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }

    private enum Keys: String, CodingKey { case id, status, outputs, source, warnings, message, code, retry }

    /// Encodes a single result next to the id, and a list of results in `outputs`.
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
        try container.encodeIfPresent(error?.code.isRetryable, forKey: .retry)
    }
}

extension PictureJobResult {
    /// Makes the result from the report on a job.
    init(id: PictureJob.ID, _ report: PictureReport, of recipe: PictureRecipe) {
        self.id = id
        let outputs = zip(recipe.outputs, report.results).compactMap { output, result in
            result.map { Output($0, path: output.path) }
        }
        if recipe.hasList { self.outputs = outputs } else { output = outputs.first }
        source = recipe.describesSource ? report.picture.map(Source.init) : nil
        warnings = report.warnings.isEmpty ? nil : report.warnings
    }
}

extension PictureJobResult.Output {
    fileprivate init(_ result: PictureReport.Result, path: String?) {
        self.init(
            width: result.size.width, height: result.size.height, format: result.format.rawValue,
            bytes: result.byteCount, path: path, base64: result.bytes.map { Base64.standard.encode($0) },
            existed: result.existed ? true : nil)
    }
}

extension PictureJobResult.Source {
    fileprivate init(_ picture: OpenedPicture) {
        let header = picture.header
        self.init(
            format: header.format.rawValue, width: header.size.width, height: header.size.height,
            bytes: picture.bytes.count, sha256: Hexadecimal.encode(SHA256.hash(data: picture.bytes)))
    }
}
