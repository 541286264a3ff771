import PostcardImaging
import PostcardSources
public import SystemPackage

/// A picture, video or meme of a share: its file and its metadata.
package struct SharedItem: Encodable, Sendable {
    /// The id of its photo, meme or entry.
    let id: String
    /// The hash of the file; length and file name extension follow.
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

    /// The members of the JSON beside the file. Properties that the file itself shows are left out.
    private enum CodingKeys: String, CodingKey {
        case id, kind, duration, title, credit, creator, license, page, coordinate
        case blob = "sha256"
        case date = "dateTaken"
    }

    /// The number of pixels; 1 if it is unknown.
    package var pixels: Int { PixelSize(width: width ?? 1, height: height ?? 1).area }
}

/// A section of a share: an album, a place of a journal, or items that were named by id.
struct SharedSection: Sendable {
    /// A text with its pictures. Either may be missing.
    struct Block: Sendable {
        var date: WallTime?
        var text = ""
        var items: [SharedItem] = []
    }

    var title = ""
    /// The number of a place in its journal, or of an album in the share, from 1; `nil` for a section without a place.
    var number: Int?
    var date: WallTime?
    /// The dates of a place of a journal that a person has set or photos have; `nil` for other sections.
    var knownDates: [WallTime]?
    var coordinate: Coordinate?
    /// A Boolean value that indicates whether the coordinate is that of a photo.
    var isFromPhoto = false
    /// The notice that the terms of a source require; `nil` if there is none.
    var notice: String?
    var blocks: [Block] = []

    var items: [SharedItem] { blocks.flatMap(\.items) }
}

/// The contents of a share.
struct SharedGallery: Sendable {
    var title = ""
    var owner = ""
    var sections: [SharedSection] = []
    private(set) var positions = SharedPositions.places

    /// Reduces the coordinates of the sections to those that the share reveals.
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

    /// The sections with coordinates, with their indices.
    var places: [(number: Int, coordinate: Coordinate, section: SharedSection)] {
        sections.enumerated().compactMap { number, section in
            section.coordinate.map { (number, $0, section) }
        }
    }

    /// The number of rounded places.
    var roundedPlaces: Int { positions == .places ? places.count { $0.section.isFromPhoto } : 0 }

    var items: [SharedItem] { sections.flatMap(\.items) }
    var notices: [String] { sections.compactMap(\.notice).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    /// The range of days, such as `2024-06-09 – 2024-06-14`; empty without dates.
    var days: String {
        let dates = { (section: SharedSection) in ([section.date] + section.blocks.map(\.date)).compactMap(\.self) }
        let known = sections.flatMap { $0.knownDates ?? dates($0) }
        let days = (known.isEmpty ? sections.flatMap(dates) : known).map(\.day).sorted()
        guard let first = days.first, let last = days.last else { return "" }
        return first == last ? first : "\(first) – \(last)"
    }
}

// MARK: - ShareTarget

/// The form and place of a share.
public enum ShareTarget: Sendable, Hashable {
    /// A self-contained HTML page, with videos up to 8 MB.
    case page(FilePath)
    /// A zip archive with a page, the files, and a JSON document for each.
    case archive(FilePath)
    /// A folder with a page, the files, and a JSON document for each.
    case folder(FilePath)

    /// Chooses the form by the file name extension: `.html` and `.htm` for a page, `.zip` for an archive, others for a folder.
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
    /// The number of pictures and videos.
    public let items: Int
    /// The number of places on the map.
    public let places: Int
    /// The names of files whose format cannot contain a credit; it is in the JSON beside them. For a page: the videos that are not embedded, since
    /// they are too large or browsers do not play their format.
    public let notEmbedded: [String]
    /// The number of pictures and videos whose known position was withheld.
    public let withheldPositions: Int
    /// The number of places on the map from photos, which are rounded to 200 m.
    public let roundedPlaces: Int
    /// The warnings, such as about a licence that forbids changed versions, or a video without a frame.
    public let warnings: [String]
}

/// The JSON document beside a shared file.
struct Sidecar: Encodable {
    private let item: SharedItem
    private let file: String
    private let text: String

    /// Makes a document. `hasPosition` determines whether it contains the position of the item.
    init(_ item: SharedItem, file: String, text: String, hasPosition: Bool) {
        var told = item
        if !hasPosition { told.coordinate = nil }
        (self.item, self.file, self.text) = (told, file, text)
    }

    /// Encodes the members of the item together with the others.
    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        try ["file": file].encode(to: encoder)
        if !text.isEmpty { try ["text": text].encode(to: encoder) }
    }
}
