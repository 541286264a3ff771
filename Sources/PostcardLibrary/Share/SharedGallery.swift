import PlatformLibc
import PostcardPhotos

/// The contents of a share.
struct SharedGallery: Sendable {
    var title = ""
    var owner = ""
    var sections: [SharedSection] = []
    /// The paths of GPS tracks.
    var tracks: [[Coordinate]] = []
    private(set) var positions = SharedPositions.places

    /// Removes or rounds the coordinates of sections and tracks, depending on what the share reveals.
    mutating func reveal(_ positions: SharedPositions) {
        self.positions = positions
        switch positions {
        case .none: tracks = []
        case .places:
            tracks = tracks.map { track in
                track.reduce(into: []) { points, point in
                    if let point = point.rounded, points.last != point { points.append(point) }
                }
            }
        case .all: break
        }
        for index in sections.indices {
            switch positions {
            case .none: sections[index].coordinate = nil
            case .places where sections[index].isFromPhoto:
                sections[index].coordinate = sections[index].coordinate?.rounded
            case .places, .all: break
            }
        }
    }

    /// The sections that have coordinates, with their indices.
    var places: [(number: Int, coordinate: Coordinate, section: SharedSection)] {
        sections.enumerated().compactMap { number, section in
            section.coordinate.map { (number, $0, section) }
        }
    }

    var roundedPlaces: Int { positions == .places ? places.count { $0.section.isFromPhoto } : 0 }

    var items: [SharedItem] { sections.flatMap(\.items) }
    var notices: [String] { sections.compactMap(\.notice).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    /// The range of days, such as `9 – 14 June 2024`; empty if nothing has a date.
    var days: String {
        let dates = { (section: SharedSection) in ([section.date] + section.blocks.map(\.date)).compactMap(\.self) }
        let known = sections.flatMap { $0.knownDates ?? dates($0) }
        let days = (known.isEmpty ? sections.flatMap(dates) : known).map(\.day).sorted()
        guard let first = days.first, let last = days.last else { return "" }
        return WallTime.text(from: first, to: last)
    }
}

extension Coordinate {
    /// The nearest point on a 200 m grid, less than 170 m away. A share reveals this point instead of a photo's position. The point is
    /// never `nil`; if it were, the share would reveal no position.
    ///
    /// Rows are 0.0018 degrees apart, from pole to pole. Each row has an even number of points about the same distance apart, so one point
    /// is on the prime meridian and one on the date line.
    var rounded: Coordinate? {
        let rowsToPole = 50_000.0
        let row = (latitude / 90 * rowsToPole).rounded() / rowsToPole * 90
        let pointsToDateLine = max(1, (2 * rowsToPole * cos(row * .pi / 180)).rounded())
        let column = (longitude / 180 * pointsToDateLine).rounded() / pointsToDateLine * 180
        return try? Coordinate(latitude: row, longitude: column)
    }
}
