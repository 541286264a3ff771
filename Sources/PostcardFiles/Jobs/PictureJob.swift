import PostcardCore
import PostcardDisk
import SystemPackage

/// A line of input for `postcard batch`: a picture, its edits, and the outputs.
///
///     {"id": 7, "input": "photo.jpg", "operations": [{"resize": {"width": 800}}], "output": "small.webp"}
package struct PictureJob: Sendable {
    /// The version of the format. Jobs can specify the version; jobs with another version are rejected.
    package static let version = 1

    /// The id of a job, repeated in its result.
    package enum ID: Sendable, Hashable {
        /// A string.
        case text(String)
        /// A whole number.
        case number(Int)

        /// Compares strings by their bytes, as other programs do.
        package static func == (first: ID, second: ID) -> Bool {
            switch (first, second) {
            case (.text(let first), .text(let second)): first.hasBytes(of: second)
            case (.number(let first), .number(let second)): first == second
            default: false
            }
        }

        /// Hashes the bytes, consistent with `==`.
        package func hash(into hasher: inout Hasher) {
            switch self {
            case .text(let text): hasher.combine(NameKey(text))
            case .number(let number): hasher.combine(number)
            }
        }
    }

    /// The input picture of a job.
    package enum Input: Sendable, Hashable {
        /// A file or a URL. Standard input can't be used, because the jobs are read from it.
        ///
        /// A file is written as `"photo.jpg"`, `{"path": "photo.jpg"}`, or the URL `"file:///tmp/caf%E9.jpg"`, whose escapes can represent
        /// bytes that are not UTF-8. An http, https or s3 URL is written as `{"url": "https://…"}`, or as plain text.
        case source(PictureSource)
        /// The bytes of the file, written as `{"base64": "…"}`.
        case bytes([UInt8])
    }

    /// The id of the job; `nil` if it has none.
    package let id: ID?
    let input: Input
    let recipe: PictureRecipe
}

extension PictureJob: Decodable {
    /// Decodes a job. Throws an error for unknown names. Missing members are taken from the recipe in the decoder's `userInfo`.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.members(["version", "id", "input"] + PictureRecipe.names)
        input = try members.value("input")
        let common = CodingUserInfoKey.recipe.flatMap { decoder.userInfo[$0] } as? PictureRecipe
        let given: ID? = try members.optional("id")
        id = common == nil ? given : given ?? input.name.map(ID.text)
        recipe = try PictureRecipe(members, in: common?.filled(for: input, id: id))
    }

    /// Makes a job from a line that is a plain path or URL.
    init(named bytes: [UInt8], recipe: PictureRecipe) throws(FileError) {
        let source = PictureSource(bytes: bytes)
        input = .source(source == .standardInput ? .file("-") : source)
        id = input.name.map(ID.text)
        self.recipe = try recipe.filled(for: input, id: id)
    }
}

extension CodingUserInfoKey {
    /// The key of the recipe that provides missing members of jobs. The key is optional because its initializer is failable.
    static let recipe = CodingUserInfoKey(rawValue: "recipe")
}

extension PictureJob.ID: Codable {
    /// Decodes a string or a whole number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            throw decoder.refusal("An id must be a string or an integer.")
        }
    }

    /// Encodes the string or number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

extension PictureJob.Input: Decodable {
    /// Decodes a string, or an object with one of the members `path`, `url` and `base64`.
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
                throw members.refusal("base64", "The text is not valid Base64.")
            }
            self = .bytes(bytes)
        }
    }
}
