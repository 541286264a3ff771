import PostcardCore
import PostcardDisk
import PostcardImaging
import SystemPackage

/// The outputs of one job: those that are there and are kept, and those that are made.
struct PictureJobWork {
    /// An output that is to be made.
    struct Missing {
        fileprivate let number: Int
        fileprivate let output: PictureJob.Output
        /// The size and format.
        let version: PictureConversion.Version
    }

    /// A Boolean value that indicates whether the source has to be read.
    var needsSource: Bool { describesSource || !missing.isEmpty }
    /// The outputs that are to be made.
    private(set) var missing: [Missing] = []
    /// The results that are there, in the order of the outputs.
    var results: [PictureJobResult.Output] { found.compactMap { $0 } }

    private let existing: PictureJob.ExistingResult
    private let describesSource: Bool
    private let store: (any ByteStore)?
    private var found: [PictureJobResult.Output?] = []

    /// Looks for results that are there. `fetch` and `store` are for those in buckets.
    ///
    /// - Throws: `LibraryError` with code `conflict` when one must not be replaced.
    init(
        _ job: PictureJob, existing: PictureJob.ExistingResult, limits: DecodingLimits, store: (any ByteStore)?,
        fetch: PictureSource.Fetch
    ) async throws {
        self.existing = existing
        self.store = store
        describesSource = job.recipe.describesSource
        for (number, output) in job.recipe.outputs.enumerated() {
            let version = PictureConversion.Version(
                resize: output.resize, encoding: try output.encoding(defaultQuality: job.recipe.defaultQuality),
                keep: output.keep, keepsBlocks: output.quality == nil)
            let kept = try await kept(output, limits: limits, fetch: fetch)
            found.append(kept)
            if kept == nil { missing.append(Missing(number: number, output: output, version: version)) }
        }
    }

    private func kept(
        _ output: PictureJob.Output, limits: DecodingLimits, fetch: PictureSource.Fetch
    ) async throws -> PictureJobResult.Output? {
        let treatment = output.existing ?? existing
        guard let name = output.path, let place = output.place, treatment != .replace else { return nil }
        guard try await place.exists(in: store) else { return nil }
        guard treatment == .keep else { throw place.refusal }
        let bytes: [UInt8]
        switch place {
        case .file(let path): bytes = try PictureFile.read(path, maximumBytes: limits.bytes)
        case .object(let address): bytes = try await fetch(address, limits.bytes)
        }
        return try Self.result(bytes, at: place, named: name)
    }

    private static func result(
        _ bytes: [UInt8], at place: PictureDestination, named name: String
    ) throws(LibraryError) -> PictureJobResult.Output {
        do throws(ImageError) {
            let header = try ImageHeader(of: bytes.span.bytes)
            return PictureJobResult.Output(
                width: header.size.width, height: header.size.height, format: header.format.rawValue,
                bytes: bytes.count, path: name, existed: true)
        } catch {
            throw LibraryError(
                .exists, "\(place) exists already, and cannot be kept: \(error.message)", .replace(.file))
        }
    }

    /// Writes what was made of the missing outputs, in their order.
    mutating func write(_ files: [PictureConversion.Result]) async throws {
        for (missing, file) in zip(missing, files) {
            found[missing.number] = try await write(file, as: missing.output)
        }
    }

    private func write(
        _ file: PictureConversion.Result, as output: PictureJob.Output
    ) async throws -> PictureJobResult.Output {
        var result = PictureJobResult.Output(
            width: file.size.width, height: file.size.height, format: file.format.rawValue, bytes: file.bytes.count)
        guard let place = output.place else {
            result.base64 = Base64.standard.encode(file.bytes)
            return result
        }
        if case .file(let path) = place, !path.removingLastComponent().isEmpty {
            try FileSystem.makeDirectories(path.removingLastComponent())
        }
        // A result that came since the job was begun is by another process that does the same job.
        try await place.write(
            file.bytes, format: file.format, replacing: (output.existing ?? existing) != .fail, store: store)
        result.path = output.path
        return result
    }
}

extension PictureJob.Output {
    /// The place of the file; `nil` for a result that comes as Base64.
    var place: PictureDestination? { path.map { PictureDestination($0) } }

    /// The format that is asked for; `nil` when nothing says one.
    private var namedFormat: ImageFormat? {
        get throws(LibraryError) {
            guard format == nil, let path else { return format }
            guard let named = PictureDestination(path).format else {
                throw LibraryError(
                    .invalidRecord,
                    "\(path): the name does not say a picture format. Name a \"format\", or end it in .jpg, .png, .gif, .webp or .avif."
                )
            }
            return named
        }
    }

    fileprivate func encoding(defaultQuality: Int) throws -> PictureConversion.Encoding {
        let quality = quality ?? defaultQuality
        guard let format = try namedFormat else { return .byTransparency(quality: quality) }
        return .fixed(try EncodingOptions(format: format, quality: quality))
    }
}
