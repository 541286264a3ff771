internal import PostcardCore
internal import PostcardImaging

extension PictureJob: Decodable {
    private enum Keys: String, CodingKey, CaseIterable { case version, id, input, operations, output }

    /// Reads a job; names that this version does not know are refused.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        try decoder.refuseUnknownNames(Keys.self)
        let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? Self.version
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container,
                debugDescription: "This is version \(version) of jobs; this program knows version \(Self.version).")
        }
        id = try container.decodeIfPresent(ID.self, forKey: .id)
        input = try container.decode(Input.self, forKey: .input)
        operations = try container.decodeIfPresent([EditRequest].self, forKey: .operations) ?? []
        output = try container.decodeIfPresent(Output.self, forKey: .output) ?? Output()
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
    private enum Keys: String, CodingKey, CaseIterable { case path, format, quality, keep, replace }

    init(from decoder: any Decoder) throws {
        if let path = try? decoder.singleValueContainer().decode(String.self) {
            self.path = path
            return
        }
        let container = try decoder.container(keyedBy: Keys.self)
        try decoder.refuseUnknownNames(Keys.self)
        path = try container.decodeIfPresent(String.self, forKey: .path)
        quality = try container.decodeIfPresent(Int.self, forKey: .quality)
        replace = try container.decodeIfPresent(Bool.self, forKey: .replace) ?? false
        func refuse(_ key: Keys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
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
