import PostcardCore
import PostcardDisk
import PostcardImaging

extension PictureJob: Decodable {
    fileprivate enum Keys: String, CodingKey, CaseIterable {
        case version, id, input, operations, output, outputs, source
    }

    /// Reads a job; names that this version does not know are refused. What it lacks is taken from the recipe in the decoder's
    /// `userInfo`.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownNames(Keys.self)
        let container = try decoder.container(keyedBy: Keys.self)
        input = try container.decode(Input.self, forKey: .input)
        let common = CodingUserInfoKey.recipe.flatMap { decoder.userInfo[$0] } as? PictureRecipe
        let given = try container.decodeIfPresent(ID.self, forKey: .id)
        id = common == nil ? given : given ?? input.name.map(ID.text)
        recipe = try PictureRecipe(container, in: common?.filled(for: input, id: id))
    }
}

extension CodingUserInfoKey {
    /// The recipe of jobs that say nothing else; optional as its initializer is.
    static let recipe = CodingUserInfoKey(rawValue: "recipe")
}

extension PictureRecipe: Decodable {
    private enum Keys: String, CodingKey, CaseIterable { case version, operations, output, outputs, source }

    /// Reads a recipe; names that this version does not know are refused, those of a single job too.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownNames(Keys.self)
        self = try PictureRecipe(decoder.container(keyedBy: PictureJob.Keys.self), in: nil)
        for output in outputs { try output.path.map(OutputPattern.init)?.check() }
    }

    fileprivate init(_ container: KeyedDecodingContainer<PictureJob.Keys>, in common: PictureRecipe?) throws {
        let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? PictureJob.version
        guard version == PictureJob.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container,
                debugDescription:
                    "This is version \(version) of jobs; this program knows version \(PictureJob.version).")
        }
        self = common ?? PictureRecipe()
        operations = try container.decodeIfPresent([EditRequest].self, forKey: .operations) ?? operations
        describesSource = try container.decodeIfPresent(Bool.self, forKey: .source) ?? describesSource
        if let output = try container.decodeIfPresent(PictureJob.Output.self, forKey: .output) {
            (outputs, hasList) = ([output], false)
            guard output.resize == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: .output, in: container,
                    debugDescription:
                        "A size of its own is for a list of \"outputs\"; resize a single one in \"operations\".")
            }
        }
        guard let list = try container.decodeIfPresent([PictureJob.Output].self, forKey: .outputs) else { return }
        guard !container.contains(.output), !list.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .outputs, in: container,
                debugDescription: "Write one \"output\", or \"outputs\" with at least one in the list.")
        }
        (outputs, hasList) = (list, true)
        if list.contains(where: { $0.resize != nil }), case .edit(let first)? = operations.first,
            first.resize != nil
        {
            throw DecodingError.dataCorruptedError(
                forKey: .outputs, in: container,
                debugDescription: "The size is in the outputs and in the first operation; leave one of them out.")
        }
    }
}

extension PictureJob.ID: Codable {
    /// Reads a text or a whole number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "An id is a text or a whole number.")
        }
    }

    /// Writes what was read.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

extension PictureJob.Input: Decodable {
    private enum Keys: String, CodingKey, CaseIterable { case path, url, base64 }

    /// Reads a text, or an object with one of the three names.
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = PictureSource.isAddress(text) ? .url(text) : .path(PictureSource.path(named: text))
            return
        }
        let container = try decoder.container(keyedBy: Keys.self)
        try decoder.refuseUnknownNames(Keys.self)
        if let path = try container.decodeIfPresent(String.self, forKey: .path) {
            self = .path(PictureSource.path(named: path))
        } else if let url = try container.decodeIfPresent(String.self, forKey: .url) {
            self = .url(url)
        } else {
            let text = try container.decode(String.self, forKey: .base64)
            guard let bytes = Base64.standard.decode(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .base64, in: container, debugDescription: "This is not Base64.")
            }
            self = .bytes(bytes)
        }
    }
}

extension PictureJob.Output: Decodable {
    private enum Keys: String, CodingKey, CaseIterable { case path, format, quality, keep, replace, existing, resize }

    init(from decoder: any Decoder) throws {
        if let path = try? decoder.singleValueContainer().decode(String.self) {
            self.path = path
            return
        }
        let container = try decoder.container(keyedBy: Keys.self)
        try decoder.refuseUnknownNames(Keys.self)
        path = try container.decodeIfPresent(String.self, forKey: .path)
        quality = try container.decodeIfPresent(Int.self, forKey: .quality)
        if try container.contains(.resize) && !container.decodeNil(forKey: .resize) {
            resize = try Resize(job: container.superDecoder(forKey: .resize))
        }
        if try container.decodeIfPresent(Bool.self, forKey: .replace) ?? false { existing = .replace }
        func refuse(_ key: Keys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        if let name = try container.decodeIfPresent(String.self, forKey: .existing) {
            guard let treatment = PictureJob.ExistingResult(rawValue: name) else {
                throw refuse(.existing, "For a file that is there, write fail, replace or keep, not \(name).")
            }
            existing = treatment
        }
        if let quality, !(1...100).contains(quality) { throw refuse(.quality, "A quality is from 1 to 100.") }
        if let name = try container.decodeIfPresent(String.self, forKey: .format) {
            guard let format = ImageFormat(fileExtension: name) else {
                throw refuse(.format, "There is no format \(name); write jpg, png, gif, webp or avif.")
            }
            self.format = format
        }
        for name in try container.decodeIfPresent([String].self, forKey: .keep) ?? [] {
            guard let part = Metadata.Kept(name: name) else {
                throw refuse(.keep, "What can be kept is copyright, details, position or all, not \(name).")
            }
            keep.formUnion(part)
        }
    }
}
