import PostcardCore
import PostcardDisk
import PostcardImaging
import SystemPackage

extension PictureJobRunner {
    /// Returns the existing result of an output that is to be kept; `nil` for an output that must be made.
    ///
    /// - Throws: `LibraryError` with code `exists` if an existing file must not be replaced.
    func kept(_ output: PictureJob.Output) async throws -> PictureJobResult.Output? {
        let treatment = output.existing ?? existing
        guard let name = output.path, let place = output.place, treatment != .replace else { return nil }
        guard try await place.exists(in: store) else { return nil }
        guard treatment == .keep else { throw place.refusal }
        let bytes = try await place.source.bytes(maximumBytes: limits.bytes, fetch: fetch)
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

    /// Writes the result of an output.
    func write(
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
        // A result that appeared since the check was written by another process that does the same job.
        try await place.write(
            file.bytes, format: file.format, replacing: (output.existing ?? existing) != .fail, store: store)
        result.path = output.path
        return result
    }
}

extension PictureJob.Output {
    /// The place of the file; `nil` for a result in Base64.
    var place: PictureDestination? { path.map { PictureDestination($0) } }

    /// Returns the size and format of the result.
    func version(defaultQuality: Int) throws -> PictureConversion.Version {
        let format = try format ?? namedFormat
        let encoding = try EncodingOptions(format: format ?? .jpeg, quality: quality ?? defaultQuality)
        return PictureConversion.Version(
            resize: resize, encoding: encoding, transparent: format == nil ? .png : nil, keep: keep,
            keepsBlocks: quality == nil)
    }

    /// The format by the name of the file; `nil` without a name.
    private var namedFormat: ImageFormat? {
        get throws(LibraryError) {
            guard let path else { return nil }
            guard let named = PictureDestination(path).format else {
                throw LibraryError(
                    .invalidRecord,
                    "\(path): the name does not say a picture format. Name a \"format\", or end it in .jpg, .png, .gif, .webp or .avif."
                )
            }
            return named
        }
    }
}
