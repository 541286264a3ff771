import PostcardCore
import PostcardDisk
import PostcardImaging

extension PictureJob: Decodable {
    /// Decodes a job, and refuses unknown names. Missing members are taken from the recipe in the decoder's `userInfo`.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.members(["version", "id", "input"] + PictureRecipe.names)
        input = try members.value("input")
        let common = CodingUserInfoKey.recipe.flatMap { decoder.userInfo[$0] } as? PictureRecipe
        let given: ID? = try members.optional("id")
        id = common == nil ? given : given ?? input.name.map(ID.text)
        recipe = try PictureRecipe(members, in: common?.filled(for: input, id: id))
    }
}

extension CodingUserInfoKey {
    /// The key of the recipe that jobs take missing members from. It is optional as its initializer is.
    static let recipe = CodingUserInfoKey(rawValue: "recipe")
}

extension PictureRecipe: Decodable {
    fileprivate static let names = ["operations", "output", "outputs", "source"]

    /// Decodes a recipe, and refuses unknown names, including those that only jobs have.
    package init(from decoder: any Decoder) throws {
        self = try PictureRecipe(decoder.members(["version"] + Self.names), in: nil)
        for output in outputs { _ = try output.path.map(OutputPattern.init) }
    }

    fileprivate init(_ members: KeyedDecodingContainer<AnyName>, in common: PictureRecipe?) throws {
        let version: Int = try members.optional("version") ?? PictureJob.version
        guard version == PictureJob.version else {
            throw members.refusal(
                "version", "This is version \(version) of jobs; this program knows version \(PictureJob.version).")
        }
        self = common ?? PictureRecipe()
        operations = try members.optional("operations") ?? operations
        describesSource = try members.optional("source") ?? describesSource
        let output: PictureJob.Output? = try members.optional("output")
        if let output {
            (outputs, hasList) = ([output], false)
            guard output.resize == nil else {
                throw members.refusal(
                    "output", "A size of its own is for a list of \"outputs\"; resize a single one in \"operations\".")
            }
        }
        guard let list: [PictureJob.Output] = try members.optional("outputs") else { return }
        guard !members.contains(AnyName(stringValue: "output")), !list.isEmpty else {
            throw members.refusal(
                "outputs", "Write one \"output\", or \"outputs\" with at least one in the list.")
        }
        (outputs, hasList) = (list, true)
        if list.contains(where: { $0.resize != nil }), case .edit(let first)? = operations.first,
            first.resize != nil
        {
            throw members.refusal(
                "outputs", "The size is in the outputs and in the first operation; leave one of them out.")
        }
    }
}

extension PictureJob.ID: Codable {
    /// Decodes a text or a whole number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            throw decoder.refusal("An id is a text or a whole number.")
        }
    }

    /// Encodes the text or number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

extension PictureJob.Input: Decodable {
    /// Decodes a text, or an object with one of the members `path`, `url` and `base64`.
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .source(PictureSource.isAddress(text) ? .address(text) : .file(PictureSource.path(named: text)))
            return
        }
        let members = try decoder.members(["path", "url", "base64"])
        if let path: String = try members.optional("path") {
            self = .source(.file(PictureSource.path(named: path)))
        } else if let url: String = try members.optional("url") {
            self = .source(.address(url))
        } else {
            let text: String = try members.value("base64")
            guard let bytes = Base64.standard.decode(text) else {
                throw members.refusal("base64", "This is not Base64.")
            }
            self = .bytes(bytes)
        }
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
                    "existing", "For a file that is there, write fail, replace or keep, not \(name).")
            }
            existing = treatment
        }
        if let quality, !(1...100).contains(quality) {
            throw members.refusal("quality", "A quality is from 1 to 100.")
        }
        if let name: String = try members.optional("format") {
            format = ImageFormat(fileExtension: name)
            guard format != nil else {
                throw members.refusal("format", "There is no format \(name); write jpg, png, gif, webp or avif.")
            }
        }
        let names: [String] = try members.optional("keep") ?? []
        for name in names {
            guard let part = Metadata.Kept(name: name) else {
                throw members.refusal(
                    "keep", "What can be kept is copyright, details, position or all, not \(name).")
            }
            keep.formUnion(part)
        }
    }
}
