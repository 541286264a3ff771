import PostcardCore

extension Settings {
    /// The name of a setting.
    package enum Name: String, Sendable, CaseIterable {
        /// The owner of the library.
        case owner
        /// The direction in which galleries scroll.
        case scroll
        /// The background color of galleries.
        case background
        /// The source for photos of a place.
        case source
        /// The longer side of thumbnails in pixels.
        case thumbnail
        /// The longer side of peeks in pixels.
        case peek
        /// The memes that are saved if the command does not specify a library.
        case keepMemes = "keep-memes"
        /// The permission to send searches to the place search service.
        case placeLookups = "place-lookups"

        /// The allowed values, in human-readable form.
        package var values: String {
            switch self {
            case .owner: "a name of up to 100 characters, or empty"
            case .scroll: "vertical or horizontal"
            case .background: "a color such as #F4EFE6, or auto to follow the reader's light or dark mode"
            case .source: "flickr, commons, immich, immich:ALBUM, folder:PATH, or auto for the best available"
            case .thumbnail:
                "pixels on the longer side, \(Settings.thumbnails.lowerBound) to \(Settings.thumbnails.upperBound)"
            case .peek: "pixels on the longer side, \(Settings.peeks.lowerBound) to \(Settings.peeks.upperBound)"
            case .keepMemes:
                "which memes to save without --library: always, terminal (those made in a terminal), or never"
            case .placeLookups:
                "online place searches by the app and the HTTP API: on, off, or ask in the app"
            }
        }
    }

    static let thumbnails = 64...1024
    static let peeks = 256...4096

    /// The value of a setting as text.
    package subscript(name: Name) -> String {
        switch name {
        case .owner: owner
        case .scroll: scroll.rawValue
        case .background: background ?? "auto"
        case .source: source ?? "auto"
        case .thumbnail: "\(thumbnail)"
        case .peek: "\(peek)"
        case .keepMemes: keepMemes.rawValue
        case .placeLookups: placeLookups.rawValue
        }
    }

    /// Sets a setting from text.
    ///
    /// - Throws: `LibraryError` with code `invalidValue`. The error message contains the allowed values.
    package mutating func set(_ name: Name, to text: String) throws(LibraryError) {
        let text = text.trimmed
        guard let changed = changing(name, to: text) else {
            throw LibraryError(
                .invalidValue, "\"\(text)\" is not a valid value of \(name.rawValue). Allowed: \(name.values).")
        }
        self = changed
    }

    /// Resets a setting to its default.
    package mutating func reset(_ name: Name) {
        self = changing(name, to: Settings()[name]) ?? self
    }

    /// Returns the settings with one setting changed; `nil` for an invalid value.
    func changing(_ name: Name, to text: String) -> Settings? {
        var result = self
        switch name {
        case .owner:
            guard text.count <= 100, !text.contains(where: \.isNewline) else { return nil }
            result.owner = text
        case .scroll:
            guard let scroll = Scroll(rawValue: text.lowercased()) else { return nil }
            result.scroll = scroll
        case .background:
            let color = Self.color(text)
            guard text == "auto" || color != nil else { return nil }
            result.background = color
        case .source:
            let isNamed = ["folder:", "immich:"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            guard isNamed || ["auto", "flickr", "commons", "immich"].contains(text) else { return nil }
            result.source = text == "auto" ? nil : text
        case .thumbnail:
            guard let size = Int(text), Self.thumbnails.contains(size) else { return nil }
            result.thumbnail = size
        case .peek:
            guard let size = Int(text), Self.peeks.contains(size) else { return nil }
            result.peek = size
        case .keepMemes:
            guard let keepMemes = KeptMemes(rawValue: text.lowercased()) else { return nil }
            result.keepMemes = keepMemes
        case .placeLookups:
            guard let placeLookups = PlaceLookups(rawValue: text.lowercased()) else { return nil }
            result.placeLookups = placeLookups
        }
        return result
    }

    /// Returns a color `#rgb` or `#rrggbb`, in upper or lower case, as `#RRGGBB`; `nil` for other strings.
    private static func color(_ text: String) -> String? {
        let digits = text.hasPrefix("#") ? text.dropFirst().uppercased() : ""
        guard [3, 6].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), digits.allSatisfy(\.isASCII) else {
            return nil
        }
        return "#" + (digits.utf8.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits)
    }
}
