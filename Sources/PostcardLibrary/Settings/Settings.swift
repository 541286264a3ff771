extension RecordKind {
    /// The settings of the library, of which there is one record.
    static let settings: RecordKind = "settings"
}

extension RecordKey {
    static let settings = RecordKey(.settings, "library")
}

/// How a library shows what is in it.
public struct Settings: Sendable, Hashable, Codable {
    /// Which way a gallery goes on.
    public enum Scroll: String, Sendable, Codable, CaseIterable {
        /// From top to bottom.
        case vertical
        /// From left to right.
        case horizontal
    }

    /// Whose library it is; empty when nobody said.
    public internal(set) var owner = ""
    /// Which way galleries go on.
    public internal(set) var scroll = Scroll.vertical
    /// The colour behind galleries as `#RRGGBB`; `nil` for light or dark, as the reader's screen has it.
    public internal(set) var background: String?
    /// Where photos of a place come from, as `album open --source` takes it; `nil` for the best that there is.
    public internal(set) var source: String?
    /// The longer side of thumbnails in pixels.
    public internal(set) var thumbnail = 256
    /// The longer side of peeks in pixels.
    public internal(set) var peek = 1024

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
    }

    /// The longer side of smaller versions of pictures.
    public func longEdge(of size: DerivedSize) -> Int { size == .thumbnail ? thumbnail : peek }
}
