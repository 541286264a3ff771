extension SourcePictures {
    /// Returns the name that a picture is looked up by: a path, an object address, a web address, or a name of the library. All address schemes and
    /// presets resolve names with this function.
    ///
    /// Leading slashes are removed. A name that has no place of its own and is no file is put behind the base address of the settings, or completed
    /// with a scheme where it begins with an allowed host.
    ///
    /// - Throws: `HTTPError` with status 503 where a folder that may have such a file does not respond.
    func name(_ text: String) async throws -> String {
        let name = Self.localName(text) ?? PictureName.withoutLeadingSlashes(text)
        guard !text.hasPrefix(Self.local), !PictureName.isWhole(name), let address = address(of: name),
            try await !isFile(name)
        else {
            return name
        }
        return Self.localName(address) ?? address
    }

    /// The scheme of files in imgproxy's addresses.
    private static let local = "local://"

    /// Returns the path of a name in the scheme `local://`; `nil` for others.
    private static func localName(_ text: String) -> String? {
        text.hasPrefix(local) ? PictureName.withoutLeadingSlashes(text.dropFirst(local.count)) : nil
    }

    /// Returns the web address of a name by the base address or an allowed host; `nil` for none.
    private func address(of name: String) -> String? {
        if let baseURL {
            return baseURL.hasSuffix("/") ? baseURL + name : "\(baseURL)/\(name)"
        }
        return remote.web.policy.hosts.lazy.compactMap { $0.address(of: name) }.first
    }

    /// Returns true when a picture folder has a file of the name.
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
