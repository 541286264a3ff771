extension Template {
    /// Texts that a template may have.
    private static let maximumSlots = 50

    /// Checks that the template can be stored and used: that its name can be a folder's, that it names only files beside it, and
    /// that every caption and overlay makes sense.
    ///
    /// - Throws: `MemeError` with code `invalidTemplate`, `invalidCaption` or `invalidOverlay`.
    public func validate() throws(MemeError) {
        guard Self.isName(name) else {
            throw Self.invalid(
                "“\(name)” cannot be a template's name. Use small letters, digits and hyphens, at most 60.")
        }
        guard !slots.isEmpty || !overlays.isEmpty, slots.count <= Self.maximumSlots else {
            throw Self.invalid("The template “\(name)” has \(slots.count) slots; it needs 1 to \(Self.maximumSlots).")
        }
        try check(file: picture)
        for overlay in overlays {
            try overlay.validate()
            if case .named(let file)? = overlay.picture { try check(file: file) }
        }
        for slot in slots { try slot.caption.validate() }
        guard examples.allSatisfy({ $0.count <= slots.count }) else {
            throw Self.invalid("An example of the template “\(name)” has more texts than the template has slots.")
        }
    }

    /// Whether a text can be a template's name.
    public static func isName(_ text: String) -> Bool {
        let isAllowed = text.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "-")
        }
        return isAllowed && 1...60 ~= text.utf8.count && text.first != "-"
    }

    /// A folder that somebody sent must not make us read anything outside of it.
    private func check(file: String) throws(MemeError) {
        guard !file.isEmpty, !file.hasPrefix("."), !file.contains("/"), !file.unicodeScalars.contains("\0") else {
            throw Self.invalid(
                "The template “\(name)” names the file “\(file)”. Name a file in its folder, without any /.")
        }
    }

    private static func invalid(_ message: String) -> MemeError { MemeError(.invalidTemplate, message) }
}
