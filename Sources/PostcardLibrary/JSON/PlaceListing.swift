import PlatformFoundation
package import PostcardSources

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
    ///   - source: the service that found them.
    package init(_ places: [Place], from center: Coordinate?, source: any PlaceSource) {
        self.source = source.name
        notice = source.notice
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
    package init(_ pins: [Pin], in library: Library) throws(LibraryError) {
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
