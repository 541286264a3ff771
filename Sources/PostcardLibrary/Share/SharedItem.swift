import PostcardImaging
import PostcardSources
public import SystemPackage

/// A picture, video or meme of a share: its file, its credit, and what stands beside it.
package struct SharedItem: Encodable, Sendable {
    /// The id of the photo, meme or entry that it is of.
    let id: String
    /// The file, and how names of its kind end.
    let blob: BlobHash
    let bytes: Int
    let format: String
    package let kind: Medium.Kind
    let width: Int?
    let height: Int?
    var duration: Double?
    var title: String
    var date: WallTime?
    let credit: String?
    var creator: String?
    let license: License?
    var page: String?
    var coordinate: Coordinate?

    /// Members of the JSON document beside the file, which says of its form no more than the file.
    private enum CodingKeys: String, CodingKey {
        case id, kind, duration, title, credit, creator, license, page, coordinate
        case blob = "sha256"
        case date = "dateTaken"
    }

    /// The number of pixels, 1 where it is unknown.
    package var pixels: Int { PixelSize(width: width ?? 1, height: height ?? 1).area }
}

/// A part of a share: an album, a place of a journal, or things that were named by themselves.
struct SharedSection: Sendable {
    /// A text with the pictures that belong to it; either may be missing.
    struct Block: Sendable {
        var date: WallTime?
        var text = ""
        var items: [SharedItem] = []
    }

    var title = ""
    /// The number of a place in its journal, or of an album in the share, from 1; `nil` for what is at no place.
    var number: Int?
    var date: WallTime?
    /// The dates of a part of a journal that somebody set or a photo tells.
    var knownDates: [WallTime]?
    var coordinate: Coordinate?
    /// A Boolean value that indicates whether the coordinate is where a photo was taken.
    var isFromPhoto = false
    /// The notice that a source's terms require.
    var notice: String?
    var blocks: [Block] = []

    var items: [SharedItem] { blocks.flatMap(\.items) }
}

/// All that is shared together.
struct SharedGallery: Sendable {
    var title = ""
    var owner = ""
    var sections: [SharedSection] = []
    private(set) var positions = SharedPositions.places

    /// Leaves in the sections what is told of where they are, and no more.
    mutating func tell(_ positions: SharedPositions) {
        self.positions = positions
        for index in sections.indices {
            switch positions {
            case .none: sections[index].coordinate = nil
            case .places where sections[index].isFromPhoto:
                sections[index].coordinate = sections[index].coordinate?.rounded
            case .places, .all: break
            }
        }
    }

    /// The sections that are on the map, with their numbers from 0.
    var places: [(number: Int, coordinate: Coordinate, section: SharedSection)] {
        sections.enumerated().compactMap { number, section in
            section.coordinate.map { (number, $0, section) }
        }
    }

    /// The number of places that are rounded.
    var roundedPlaces: Int { positions == .places ? places.count { $0.section.isFromPhoto } : 0 }

    var items: [SharedItem] { sections.flatMap(\.items) }
    var notices: [String] { sections.compactMap(\.notice).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    /// From the first to the last day, such as `2024-06-09 – 2024-06-14`; empty when nothing is dated.
    var days: String {
        let dates = { (section: SharedSection) in ([section.date] + section.blocks.map(\.date)).compactMap(\.self) }
        let known = sections.flatMap { $0.knownDates ?? dates($0) }
        let days = (known.isEmpty ? sections.flatMap(dates) : known).map(\.day).sorted()
        guard let first = days.first, let last = days.last else { return "" }
        return first == last ? first : "\(first) – \(last)"
    }
}

/// The form and place of a share.
public enum ShareTarget: Sendable, Hashable {
    /// One HTML page with everything in it, videos up to 8 MB.
    case page(FilePath)
    /// A zip archive with a page, the files themselves, and what is known of each.
    case archive(FilePath)
    /// A folder with the same.
    case folder(FilePath)

    /// Chooses the form by the end of a name: `.html` and `.htm` a page, `.zip` an archive, all others a folder.
    public init(_ path: FilePath) {
        switch path.extension?.lowercased() {
        case "html", "htm": self = .page(path)
        case "zip": self = .archive(path)
        default: self = .folder(path)
        }
    }
}

/// The result of a share.
public struct ShareReport: Sendable, Hashable, Codable {
    /// Pictures and videos.
    public let items: Int
    /// Places on the map.
    public let places: Int
    /// Names of files with a credit that could not be put into the file itself, for its format; it stands beside it. Of a page:
    /// videos that are not in it, since they are too large, or since browsers do not play their format.
    public let notEmbedded: [String]
    /// Pictures and videos whose position is known and was left out.
    public let withheldPositions: Int
    /// Places on the map that were made of photos, and are rounded to 200 m.
    public let roundedPlaces: Int
    /// Warnings, such as of a licence that forbids changed versions, or of a video without a frame to show.
    public let warnings: [String]
}

/// The JSON document beside a shared file, with all that is known of it.
struct Sidecar: Encodable {
    private let item: SharedItem
    private let file: String
    private let text: String

    /// `hasPosition` tells whether it states where the file was taken.
    init(_ item: SharedItem, file: String, text: String, hasPosition: Bool) {
        var told = item
        if !hasPosition { told.coordinate = nil }
        (self.item, self.file, self.text) = (told, file, text)
    }

    /// Writes the members of the item, and the others beside them.
    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        try ["file": file].encode(to: encoder)
        if !text.isEmpty { try ["text": text].encode(to: encoder) }
    }
}
