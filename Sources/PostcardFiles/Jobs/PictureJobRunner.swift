internal import PlatformFoundation
internal import PostcardCore
internal import PostcardDisk
package import PostcardImaging
internal import SystemPackage

/// Does jobs, one at a time or many at once.
package struct PictureJobRunner: Sendable {
    private let limits: DecodingLimits
    private let recover: Bool
    private let replaces: Bool
    private let fetch: PictureSource.Fetch
    private let describe: @Sendable (any Error) -> String

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: hold for every picture, watermarks too, and for results.
    ///   - recover: whether what can be read of damaged files is taken, with a warning.
    ///   - replaces: whether every job may replace files, not only those that say so.
    ///   - describe: what results say of an error.
    ///   - fetch: gets pictures from addresses.
    package init(
        limits: DecodingLimits, recover: Bool, replaces: Bool,
        describe: @escaping @Sendable (any Error) -> String = { "\($0)" }, fetch: @escaping PictureSource.Fetch
    ) {
        self.limits = limits
        self.recover = recover
        self.replaces = replaces
        self.fetch = fetch
        self.describe = describe
    }

    /// Does the job that a line asks for. Whatever goes wrong is in the result.
    ///
    /// - Parameters:
    ///   - line: a `PictureJob` as JSON in UTF-8.
    ///   - number: names a job without an id.
    /// - Returns: the result, or the error.
    package func result(of line: [UInt8], number: Int) async -> PictureJobResult {
        let job: PictureJob
        do {
            job = try JSONDecoder().decode(PictureJob.self, from: Data(line))
        } catch {
            let id = (try? JSONDecoder().decode(JobName.self, from: Data(line)))?.id ?? .number(number)
            let reason = (error as? DecodingError)?.explanation ?? "\(error)"
            return PictureJobResult(failed: id, message: "Line \(number) is not a job: \(reason)")
        }
        let id = job.id ?? .number(number)
        do {
            return try await run(job, id: id)
        } catch {
            return PictureJobResult(failed: id, message: describe(error))
        }
    }

    private struct JobName: Decodable {
        let id: PictureJob.ID
    }

    private func run(_ job: PictureJob, id: PictureJob.ID) async throws -> PictureJobResult {
        let source = try await job.input.bytes(maximumBytes: limits.bytes, fetch: fetch)
        let conversion = try await PictureConversion(
            of: job.operations, limits: limits, recover: recover, encoding: try job.output.encoding,
            keep: job.output.keep, fetch: fetch)
        let (made, warnings) = try conversion.result(of: source)
        var result = PictureJobResult(id: id)
        if let path = job.output.path {
            try PictureFile.write(
                made.bytes, to: PictureSource.path(named: path), replacing: replaces || job.output.replace)
            result.path = path
        } else {
            result.base64 = Base64.standard.encode(made.bytes)
        }
        result.width = made.size.width
        result.height = made.size.height
        result.format = made.format.rawValue
        result.bytes = made.bytes.count
        result.warnings = warnings.isEmpty ? nil : warnings
        return result
    }
}

extension PictureJob.Input {
    /// The bytes of the file.
    ///
    /// - Throws: `LibraryError` as `PictureFile.read`, and what `fetch` throws.
    func bytes(maximumBytes: Int, fetch: PictureSource.Fetch) async throws -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .path(let path): try PictureFile.read(path, maximumBytes: maximumBytes)
        case .url(let address): try await fetch(address, maximumBytes)
        }
    }
}

extension PictureJob.Output {
    /// The format that is asked for; `nil` when nothing says one.
    private var namedFormat: ImageFormat? {
        get throws(LibraryError) {
            guard format == nil, let path else { return format }
            guard let named = PictureSource.path(named: path).extension.flatMap(ImageFormat.init(fileExtension:)) else {
                throw LibraryError(
                    .invalidRecord,
                    "\(path): the name does not say a picture format. Name a \"format\", or end it in .jpg, .png, .gif, .webp or .avif."
                )
            }
            return named
        }
    }

    fileprivate var encoding: PictureConversion.Encoding {
        get throws {
            guard let format = try namedFormat else { return .byTransparency(quality: quality ?? 85) }
            return .fixed(
                try quality.map { try EncodingOptions(format: format, quality: $0) } ?? EncodingOptions(format: format))
        }
    }
}
