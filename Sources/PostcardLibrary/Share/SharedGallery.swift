import PlatformLibc
import PostcardImaging
import PostcardPhotos

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

extension Coordinate {
    /// The nearest point of a grid of 200 m, less than 170 m away. It is revealed instead of the position of a photo. It is never `nil`; a `nil`
    /// would reveal nothing.
    ///
    /// Rows are 0.0018 degrees apart, from pole to pole. Each row has an even number of points at about the same distance, so that one lies on the
    /// meridian of Greenwich and one on the date line.
    var rounded: Coordinate? {
        let rowsToPole = 50_000.0
        let row = (latitude / 90 * rowsToPole).rounded() / rowsToPole * 90
        let pointsToDateLine = max(1, (2 * rowsToPole * cos(row * .pi / 180)).rounded())
        let column = (longitude / 180 * pointsToDateLine).rounded() / pointsToDateLine * 180
        return try? Coordinate(latitude: row, longitude: column)
    }
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
