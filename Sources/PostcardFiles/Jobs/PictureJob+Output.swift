import PostcardDisk
import PostcardImaging

extension PictureJob {
    /// An output of a job: its path, size and encoding.
    struct Output: Sendable {
        /// The path of the file; `nil` for a result in Base64.
        var path: String?
        /// The format; `nil` to choose it by the file extension. Without a path, the format is JPEG, or PNG for a picture with
        /// transparency.
        var format: ImageFormat?
        /// The quality, 1 to 100; `nil` for the default. For a meme on a JPEG, unchanged blocks are copied only if `quality` is `nil`.
        var quality: Int?
        /// The source metadata to keep in the result.
        var keep: Metadata.Kept = []
        /// The action if the file exists; `nil` for the runner's default.
        var existing: ExistingResult?
        /// The size, applied before the operations; allowed only for outputs in a list.
        var resize: Resize?
    }

    /// The action if a file exists at the output path.
    package enum ExistingResult: String, Sendable, CaseIterable, Decodable {
        /// Fails with an error.
        case fail
        /// Replaces the existing file.
        case replace
        /// Keeps the existing file as the result, and does not make a new one.
        case keep
    }
}

extension PictureJob.Output: Decodable {
    init(from decoder: any Decoder) throws {
        if let path = try? decoder.singleValueContainer().decode(String.self) {
            self.path = path
            return
        }
        let members = try decoder.members(["path", "format", "quality", "keep", "replace", "existing", "resize"])
        path = try members.optional("path")
        quality = try members.optional("quality")
        let size = AnyName(stringValue: "resize")
        if try members.contains(size) && !members.decodeNil(forKey: size) {
            resize = try Resize(job: members.superDecoder(forKey: size))
        }
        if try members.optional("replace") ?? false { existing = .replace }
        if let name: String = try members.optional("existing") {
            guard let treatment = PictureJob.ExistingResult(rawValue: name) else {
                throw members.refusal(
                    "existing", "Unknown value \(name) for an existing file. Use fail, replace or keep.")
            }
            existing = treatment
        }
        if let quality, !(1...100).contains(quality) {
            throw members.refusal("quality", "The quality must be between 1 and 100.")
        }
        if let name: String = try members.optional("format") {
            format = ImageFormat(fileExtension: name)
            guard format != nil else {
                throw members.refusal("format", "Unknown format \(name). Use jpg, png, gif, webp or avif.")
            }
        }
        let names: [String] = try members.optional("keep") ?? []
        for name in names {
            guard let part = Metadata.Kept(name: name) else {
                throw members.refusal(
                    "keep", "Unknown metadata \(name). Use copyright, details, position or all.")
            }
            keep.formUnion(part)
        }
    }
}

extension PictureJob.Output {
    /// The destination of the file; `nil` for a result in Base64.
    var destination: PictureDestination? { path.map { PictureDestination($0) } }

    /// Returns the size and format of the result.
    func version(defaultQuality: Int) throws -> PictureConversion.Version {
        let format = try format ?? namedFormat
        let encoding = try EncodingOptions(format: format ?? .jpeg, quality: quality ?? defaultQuality)
        return PictureConversion.Version(
            resize: resize, encoding: encoding, transparent: format == nil ? .png : nil, keep: keep,
            keepsBlocks: quality == nil)
    }

    /// The format for the file extension; `nil` if `path` is `nil`.
    private var namedFormat: ImageFormat? {
        get throws(FileError) {
            guard let path else { return nil }
            guard let named = PictureDestination(path).format else {
                throw FileError(
                    .invalidRecord,
                    "\(path): the name has no known file extension. Set \"format\", or use .jpg, .png, .gif, .webp or .avif."
                )
            }
            return named
        }
    }
}
