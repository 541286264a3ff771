import PostcardSources

extension SourcePictures {
    /// The name that a picture is found by: that of a file, or of an object, an address, or one of the library. All schemes of addresses,
    /// and presets, read what they name with this.
    ///
    /// Leading slashes are dropped. A name that is neither whole nor that of a file is put behind the base address of the settings, or,
    /// where it begins with a host of the list, is an address without its scheme.
    func name(_ text: String) -> String {
        let name = Self.localName(text) ?? PictureName.withoutLeadingSlashes(text)
        guard !text.hasPrefix(Self.local), !PictureName.isWhole(name), let address = address(of: name), !isFile(name)
        else {
            return name
        }
        return Self.localName(address) ?? address
    }

    /// The scheme of files in imgproxy's addresses.
    private static let local = "local://"

    private static func localName(_ text: String) -> String? {
        text.hasPrefix(local) ? PictureName.withoutLeadingSlashes(text.dropFirst(local.count)) : nil
    }

    private func address(of name: String) -> String? {
        guard baseURL.isEmpty else {
            return baseURL.hasSuffix("/") ? baseURL + name : "\(baseURL)/\(name)"
        }
        return remote.web.policy.hosts.lazy.compactMap { $0.address(of: name) }.first
    }

    private func isFile(_ name: String) -> Bool {
        PictureName.spellings(of: name).contains { name in folders.contains { $0.path(of: name) != nil } }
    }
}
