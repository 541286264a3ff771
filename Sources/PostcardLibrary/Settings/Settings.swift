import PostcardDisk
import PostcardIndex
import Synchronization

extension RecordKind {
    /// The settings of the library, of which there is one record.
    static let settings: RecordKind = "settings"
}

extension RecordKey {
    static let settings = RecordKey(.settings, "library")
}

/// The settings of a library.
public struct Settings: Sendable, Hashable, Codable {
    /// The direction in which a gallery scrolls.
    public enum Scroll: String, Sendable, Codable, CaseIterable {
        /// From top to bottom.
        case vertical
        /// From left to right.
        case horizontal
    }

    /// The memes that are kept in the library though nobody names it.
    public enum KeptMemes: String, Sendable, Codable, CaseIterable {
        /// All.
        case always
        /// Those that a person makes at a terminal.
        case terminal
        /// None.
        case never
    }

    /// The owner of the library; empty when it was not set.
    public internal(set) var owner = ""
    /// The direction in which galleries scroll.
    public internal(set) var scroll = Scroll.vertical
    /// The colour behind galleries as `#RRGGBB`; `nil` for light or dark, as the reader's screen has it.
    public internal(set) var background: String?
    /// The source of photos of a place, as `album open --source` takes it; `nil` for the best available one.
    public internal(set) var source: String?
    /// The longer side of thumbnails in pixels.
    public internal(set) var thumbnail = 256
    /// The longer side of peeks in pixels.
    public internal(set) var peek = 1024

    /// The memes that are kept though nobody names the library.
    public internal(set) var keepMemes = KeptMemes.terminal

    init() {}

    /// Reads settings; what is missing is as if it was never set.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        owner = try container.decodeIfPresent(String.self, forKey: .owner) ?? owner
        scroll = try container.decodeIfPresent(Scroll.self, forKey: .scroll) ?? scroll
        background = try container.decodeIfPresent(String.self, forKey: .background)
        source = try container.decodeIfPresent(String.self, forKey: .source)
        thumbnail = try container.decodeIfPresent(Int.self, forKey: .thumbnail) ?? thumbnail
        peek = try container.decodeIfPresent(Int.self, forKey: .peek) ?? peek
        keepMemes = try container.decodeIfPresent(KeptMemes.self, forKey: .keepMemes) ?? keepMemes
    }

    /// The longer side of smaller versions of pictures.
    public func longEdge(of size: DerivedSize) -> Int { size == .thumbnail ? thumbnail : peek }
}

extension Library {
    /// The settings as the index has them now, whichever process wrote them.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func settings() throws(LibraryError) -> Settings {
        let status = try FileSystem.status(of: index.path)
        return try knownSettings.withLock { known throws(LibraryError) in
            if let known, known.status == status { return known.settings }
            let settings: Settings = try index.record(.settings).flatMap { index.value(of: $0) } ?? Settings()
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
    /// - Throws: what `body` throws; `LibraryError` when they cannot be written, `preconditionFailed`.
    @discardableResult
    public func changeSettings(
        if condition: Condition? = nil, _ body: (inout Settings) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Settings {
        try update(if: condition) { (transaction) throws(LibraryError) in
            var settings: Settings = try valueToReplace(.settings, in: &transaction) ?? Settings()
            try body(&settings)
            try transaction.put(settings, for: .settings)
            return settings
        }
    }
}
