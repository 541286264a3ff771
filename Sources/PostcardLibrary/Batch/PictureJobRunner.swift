#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import PostcardCore
public import PostcardImaging
internal import PostcardMemes
internal import SystemPackage

/// Does jobs, one at a time or many at once.
public struct PictureJobRunner: Sendable {
    /// Fetches the picture at an address, of at most so many bytes.
    public typealias Fetch = @Sendable (_ address: String, _ maximumBytes: Int) async throws -> [UInt8]

    private let limits: DecodingLimits
    private let recover: Bool
    private let replaces: Bool
    private let fetch: Fetch

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: hold for every picture, watermarks too, and for results.
    ///   - recover: whether what can be read of damaged files is taken, with a warning.
    ///   - replaces: whether every job may replace files, not only those that say so.
    ///   - fetch: gets pictures from addresses.
    public init(limits: DecodingLimits, recover: Bool, replaces: Bool, fetch: @escaping Fetch) {
        self.limits = limits
        self.recover = recover
        self.replaces = replaces
        self.fetch = fetch
    }

    /// Does the job that a line asks for. Whatever goes wrong is in the result.
    ///
    /// - Parameters:
    ///   - line: a `PictureJob` as JSON in UTF-8.
    ///   - number: names a job without an id.
    public func result(of line: [UInt8], number: Int) async -> PictureJobResult {
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
            return PictureJobResult(failed: id, message: "\(error)")
        }
    }

    private struct JobName: Decodable {
        let id: PictureJob.ID
    }

    private func run(_ job: PictureJob, id: PictureJob.ID) async throws -> PictureJobResult {
        let source = try await bytes(of: job.input)
        var edits: [Edit] = []
        var rest = job.operations[...]
        while let first = rest.first, let edit = try await edit(of: first) {
            edits.append(edit)
            rest.removeFirst()
        }
        let decoded = try DecodedImage(
            source, editing: edits, options: DecodingOptions(limits: limits, recover: recover))
        var image = decoded.image
        var warnings = decoded.warnings
        for request in rest {
            if case .meme(var meme) = request.kind {
                try meme.readFontFiles()
                let (picture, reports) = try meme.render(onto: image, pixelLimit: limits.pixels)
                image = picture
                warnings += reports.flatMap(\.warnings)
            } else if let edit = try await edit(of: request) {
                image = try image.edited([edit], limits: limits)
            }
        }
        var result = PictureJobResult(id: id)
        try write(image, of: decoded.header, to: job.output, result: &result)
        result.warnings = warnings.isEmpty ? nil : warnings
        return result
    }

    /// `nil` for a meme, which is more than an edit.
    private func edit(of request: EditRequest) async throws -> Edit? {
        switch request.kind {
        case .edit(let edit): return edit
        case .meme: return nil
        case .watermark(let watermark):
            let picture = try DecodedImage(
                try await bytes(of: watermark.picture), options: DecodingOptions(limits: limits))
            return .watermark(watermark.watermark(picture.image))
        }
    }

    private func bytes(of input: PictureJob.Input) async throws -> [UInt8] {
        switch input {
        case .bytes(let bytes): bytes
        case .path(let path): try PictureFile.read(FilePath(path), maximumBytes: limits.bytes)
        case .url(let address): try await fetch(address, limits.bytes)
        }
    }

    private func write(
        _ image: Image, of header: ImageHeader, to output: PictureJob.Output, result: inout PictureJobResult
    ) throws {
        let encoding = try output.encoding(for: image).withMetadata(header.metadata.keeping(output.keep))
        let bytes = try image.encoded(encoding)
        if let path = output.path {
            try PictureFile.write(bytes, to: FilePath(path), replacing: replaces || output.replace)
            result.path = path
        } else {
            result.base64 = Base64.standard.encode(bytes)
        }
        result.width = image.size.width
        result.height = image.size.height
        result.format = encoding.format.rawValue
        result.bytes = bytes.count
    }
}

extension PictureJobRunner {
    /// Requests with the watermarks among them read; memes are left out.
    ///
    /// - Throws: `ImageError` or `LibraryError` for a watermark that cannot be read.
    public func edits(_ requests: [EditRequest]) async throws -> [Edit] {
        var edits: [Edit] = []
        for request in requests {
            if let edit = try await edit(of: request) { edits.append(edit) }
        }
        return edits
    }
}

extension PictureJob.Output {
    func encoding(for image: Image) throws -> EncodingOptions {
        let named = path.flatMap { FilePath($0).extension }
        guard let format = format ?? named.flatMap(ImageFormat.init(fileExtension:)) else {
            if let path {
                throw LibraryError(
                    .invalidRecord,
                    "\(path): the name does not say a picture format. Name a \"format\", or end it in .jpg, .png, .gif, .webp or .avif."
                )
            }
            return image.isOpaque ? .jpeg(quality: quality ?? 85) : .png
        }
        return try quality.map { try EncodingOptions(format: format, quality: $0) } ?? EncodingOptions(format: format)
    }
}
