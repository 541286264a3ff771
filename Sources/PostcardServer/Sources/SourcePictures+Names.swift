extension SourcePictures {
    /// Returns the name by which to look up a picture: a path, an object storage URL, an http or https URL, or a library name. All URL
    /// schemes and presets resolve names with this function.
    ///
    /// Leading slashes are removed. A relative name that is not a file is resolved against the base URL in the settings, or, if the name
    /// starts with an allowed host, gets a scheme.
    ///
    /// - Throws: `HTTPError` with status 503 if a folder that might contain such a file does not respond.
    func name(_ text: String) async throws -> String {
        let name = Self.localName(text) ?? PictureName.withoutLeadingSlashes(text)
        guard !text.hasPrefix(Self.local), !PictureName.isComplete(name), let address = url(of: name),
            try await !isFile(name)
        else {
            return name
        }
        return Self.localName(address) ?? address
    }

    /// The scheme of files in imgproxy's URLs.
    private static let local = "local://"

    /// Returns the path in a name with the `local://` scheme; `nil` for other names.
    private static func localName(_ text: String) -> String? {
        text.hasPrefix(local) ? PictureName.withoutLeadingSlashes(text.dropFirst(local.count)) : nil
    }

    /// Resolves a name against the base URL or an allowed host; returns `nil` if neither applies.
    private func url(of name: String) -> String? {
        if let baseURL {
            return baseURL.hasSuffix("/") ? baseURL + name : "\(baseURL)/\(name)"
        }
        return remote.web.policy.hosts.lazy.compactMap { $0.url(of: name) }.first
    }

    /// Returns true if a picture folder contains a file with the name.
    private func isFile(_ name: String) async throws -> Bool {
        for folder in folders {
            let isFile = try await folder.calls.run {
                PictureName.spellings(of: name).contains { folder.path(of: $0) != nil }
            }
            if isFile { return true }
        }
        return false
    }
}
