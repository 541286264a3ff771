internal import PostcardCore
internal import PostcardDisk
internal import PostcardImaging
internal import SystemPackage

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
    private var found: [PictureJobResult.Output?] = []

    /// Looks for results that are there.
    ///
    /// - Throws: `LibraryError` with code `conflict` when one must not be replaced.
    init(_ job: PictureJob, existing: PictureJob.ExistingResult, limits: DecodingLimits) throws {
        self.existing = existing
        describesSource = job.recipe.describesSource
        for (number, output) in job.recipe.outputs.enumerated() {
            let version = PictureConversion.Version(
                resize: output.resize, encoding: try output.encoding, keep: output.keep)
            let kept = try Self.kept(output, existing: existing, limits: limits)
            found.append(kept)
            if kept == nil { missing.append(Missing(number: number, output: output, version: version)) }
        }
    }

    private static func kept(
        _ output: PictureJob.Output, existing: PictureJob.ExistingResult, limits: DecodingLimits
    ) throws -> PictureJobResult.Output? {
        let treatment = output.existing ?? existing
        guard let name = output.path, treatment != .replace else { return nil }
        let path = PictureSource.path(named: name)
        guard let status = try FileSystem.status(of: path) else { return nil }
        guard treatment == .keep, status.kind == .file else {
            throw LibraryError(.conflict, "\(path) exists already.", .replace(.file))
        }
        let bytes = try PictureFile.read(path, maximumBytes: limits.bytes)
        do throws(ImageError) {
            let header = try ImageHeader(of: bytes.span.bytes)
            return PictureJobResult.Output(
                width: header.size.width, height: header.size.height, format: header.format.rawValue,
                bytes: bytes.count, path: name, existed: true)
        } catch {
            throw LibraryError(
                .conflict, "\(path) exists already, and cannot be kept: \(error.message)", .replace(.file))
        }
    }

    /// Writes what was made of the missing outputs, in their order.
    mutating func write(_ files: [PictureConversion.Result]) throws {
        for (missing, file) in zip(missing, files) { found[missing.number] = try write(file, as: missing.output) }
    }

    private func write(
        _ file: PictureConversion.Result, as output: PictureJob.Output
    ) throws -> PictureJobResult.Output {
        var result = PictureJobResult.Output(
            width: file.size.width, height: file.size.height, format: file.format.rawValue, bytes: file.bytes.count)
        guard let name = output.path else {
            result.base64 = Base64.standard.encode(file.bytes)
            return result
        }
        let path = PictureSource.path(named: name)
        let folder = path.removingLastComponent()
        if output.makesFolders, !folder.isEmpty { try FileSystem.makeDirectories(folder) }
        // What came since the job was begun is by another process that does the same job.
        try PictureFile.write(file.bytes, to: path, replacing: (output.existing ?? existing) != .fail)
        result.path = name
        return result
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
