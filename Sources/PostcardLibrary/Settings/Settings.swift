import PostcardDisk
import PostcardIndex
import Synchronization

extension RecordKind {
    /// The kind of the single record with the library's settings.
    static let settings: RecordKind = "settings"
}

extension RecordKey {
    static let settings = RecordKey(.settings, "library")
}

/// The settings of a library.
package struct Settings: Sendable, Hashable, Codable {
    /// The direction in which a gallery scrolls.
    package enum Scroll: String, Sendable, Codable, CaseIterable {
        /// From top to bottom.
        case vertical
        /// From left to right.
        case horizontal
    }

    /// The memes that are saved if the command does not specify a library.
    package enum KeptMemes: String, Sendable, Codable, CaseIterable {
        /// All memes.
        case always
        /// The memes that are made in a terminal.
        case terminal
        /// No memes.
        case never
    }

    /// The permission to send searches to the place search service.
    package enum PlaceLookups: String, Sendable, Codable, CaseIterable {
        /// Undecided: nothing is sent, and the web app asks before the first search.
        case undecided = "ask"
        /// Searches are sent.
        case on
        /// Nothing is sent.
        case off
    }

    /// The name of the library's owner; empty if it is not set.
    package internal(set) var owner = ""
    /// The direction in which galleries scroll.
    package internal(set) var scroll = Scroll.vertical
    /// The background color of galleries as `#RRGGBB`; `nil` to follow the reader's light or dark mode.
    package internal(set) var background: String?
    /// The source of photos, as in `album open --source`; `nil` for the best available source.
    package internal(set) var source: String?
    /// The longer side of thumbnails in pixels.
    package internal(set) var thumbnail = 256
    /// The longer side of peeks in pixels.
    package internal(set) var peek = 1024

    /// The memes that are saved if the command does not specify a library.
    package internal(set) var keepMemes = KeptMemes.terminal
    /// The permission for the web app and the HTTP API to send searches to the place search service. The permission belongs to the library,
    /// not to a device, because the machine with the library sends the requests.
    package internal(set) var placeLookups = PlaceLookups.undecided

    init() {}

    /// Decodes settings. Missing members get their defaults.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        owner = try container.decodeIfPresent(String.self, forKey: .owner) ?? owner
        scroll = try container.decodeIfPresent(Scroll.self, forKey: .scroll) ?? scroll
        background = try container.decodeIfPresent(String.self, forKey: .background)
        source = try container.decodeIfPresent(String.self, forKey: .source)
        thumbnail = try container.decodeIfPresent(Int.self, forKey: .thumbnail) ?? thumbnail
        peek = try container.decodeIfPresent(Int.self, forKey: .peek) ?? peek
        keepMemes = try container.decodeIfPresent(KeptMemes.self, forKey: .keepMemes) ?? keepMemes
        placeLookups = try container.decodeIfPresent(PlaceLookups.self, forKey: .placeLookups) ?? placeLookups
    }

    /// Returns the longer side of a smaller version in pixels.
    package func longEdge(of size: RenditionSize) -> Int { size == .thumbnail ? thumbnail : peek }
}

extension Library {
    /// Returns the current settings, including changes by other processes.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    package func settings() throws(FileError) -> Settings {
        let status = try FileSystem.status(of: index.path)
        return try knownSettings.withLock { known throws(FileError) in
            if let known, known.status == status { return known.settings }
            let settings: Settings = try index.value(of: .settings) ?? Settings()
            known = (status, settings)
            return settings
        }
    }

    /// Changes settings. If `body` throws, nothing is changed.
    ///
    /// - Parameters:
    ///   - condition: the condition that the change depends on.
    ///   - body: changes the settings.
    /// - Returns: the changed settings.
    /// - Throws: any error that `body` throws; `FileError` if the settings can't be written; `LibraryError` with code `preconditionFailed`.
    @discardableResult
    package func changeSettings(
        if condition: Condition? = nil, _ body: (inout Settings) throws -> Void
    ) throws -> Settings {
        try update(if: condition) { transaction in
            var settings: Settings = try valueToReplace(.settings, in: &transaction) ?? Settings()
            try body(&settings)
            try transaction.put(settings, for: .settings)
            return settings
        }
    }
}
