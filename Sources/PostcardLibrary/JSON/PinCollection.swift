import PlatformFoundation
import PostcardPhotos

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
        let id: Pin.ID
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
