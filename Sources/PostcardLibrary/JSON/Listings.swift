package import PlatformFoundation
package import PostcardPhotos

/// The encoder of records as JSON: sorted names, dates in UTC.
package enum ListingEncoder {
    /// Returns the indented JSON of a value.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }
}

/// The JSON of a journal with its places, notes and entries by date.
package struct JournalListing: Encodable, Sendable {
    struct Stop: Encodable {
        let place: JournalPlace?
        let notes: [Note]
        let entries: [EntryListing]
    }

    let journal: Journal
    let stops: [Stop]

    /// Lists a journal.
    package init(_ contents: JournalContents, entry: (Entry) -> EntryListing) {
        journal = contents.journal
        stops = contents.stops.map { stop in
            Stop(place: stop.place, notes: stop.notes, entries: stop.entries.map(entry))
        }
    }
}

/// The JSON of an entry with the paths or addresses of its files.
package struct EntryListing: Encodable, Sendable {
    package let entry: Entry
    /// The paths or addresses of its pictures and videos, in order.
    package let files: [String]

    package init(_ entry: Entry, files: [String]) {
        self.entry = entry
        self.files = files
    }

    /// Encodes the members of the entry together with the files.
    package func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        try ["files": files].encode(to: encoder)
    }
}

/// The JSON of a meme with the path or address of its file.
package struct MemeListing: Encodable, Sendable {
    /// The record of the meme.
    package let meme: MemeRecord
    /// The path or address of the file.
    package let path: String

    package init(_ meme: MemeRecord, path: String) {
        self.meme = meme
        self.path = path
    }

    /// Returns the texts of a meme on one line.
    package static func words(_ meme: MemeRecord) -> String {
        meme.texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ") }
            .joined(separator: " / ")
    }

    /// Encodes the members of the record together with the path.
    package func encode(to encoder: any Encoder) throws {
        try meme.encode(to: encoder)
        try ["path": path].encode(to: encoder)
    }
}

/// The JSON of a deleted record that can be restored.
package struct DeletedListing: Encodable, Sendable, Identifiable {
    /// The id of the record.
    package let id: String
    /// The kind of the record, such as `pin`.
    package let kind: String
    /// The time of the deletion.
    package let deleted: Date
    /// A line that identifies the record for people; may be empty.
    package let title: String

    package init(_ item: DeletedRecord) {
        id = item.record.key.id
        kind = item.record.key.kind.rawValue
        deleted = item.date
        // A record that does not fit its type has no title.
        let summary = try? Library.value(of: item.record).summary
        title = summary?.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}

/// The JSON of places that a search found, with the notice of their source.
package struct PlaceListing: Encodable, Sendable {
    /// A place with its distance from the centre of the search.
    package struct Entry: Encodable, Sendable {
        package let place: Place
        /// The distance in metres; `nil` without a centre.
        package let distance: Int?

        /// Encodes the members of the place together with the distance.
        package func encode(to encoder: any Encoder) throws {
            try place.encode(to: encoder)
            if let distance { try ["distance": distance].encode(to: encoder) }
        }
    }

    /// The name of the source.
    package let source: String
    /// The notice that the source's terms require.
    package let notice: String
    /// The places, best first.
    package let places: [Entry]

    /// Lists places.
    ///
    /// - Parameters:
    ///   - places: the places, best first.
    ///   - center: the point that distances are measured from; `nil` for none.
    package init(_ places: [Place], from center: Coordinate?, source: String, notice: String) {
        self.source = source
        self.notice = notice
        self.places = places.map { place in
            Entry(place: place, distance: center.map { Int($0.distance(to: place.coordinate).rounded()) })
        }
    }
}

/// The JSON of pins: a GeoJSON FeatureCollection (RFC 7946) with longitude first.
package struct PinCollection: Encodable, Sendable {
    struct Feature: Encodable {
        struct Geometry: Encodable {
            let type = "Point"
            let coordinates: [Double]
        }

        struct Properties: Encodable {
            let name: String
            let created: Date
            let album: String
            let photos: Int
            let address: String?
            let attribution: String?
        }

        let type = "Feature"
        let id: String
        let geometry: Geometry
        let properties: Properties
    }

    let type = "FeatureCollection"
    let features: [Feature]

    /// Lists pins with the states of their albums.
    package init(_ pins: [Pin], in library: Library) throws {
        var features: [Feature] = []
        for pin in pins {
            let album = try library.album(of: pin.id)
            let notices = [pin.origin?.notice, album?.photos.isEmpty == false ? album?.notice : nil].compactMap { $0 }
            features.append(
                Feature(
                    id: pin.id,
                    geometry: Feature.Geometry(coordinates: [pin.coordinate.longitude, pin.coordinate.latitude]),
                    properties: Feature.Properties(
                        name: pin.name, created: pin.created, album: try library.state(of: album),
                        photos: album?.photos.count ?? 0, address: pin.origin?.address,
                        attribution: notices.isEmpty ? nil : notices.joined(separator: " "))))
        }
        self.features = features
    }
}
