package import PostcardPhotos

/// The JSON of search results, with the notice from their source.
package struct PlaceListing: Encodable, Sendable {
    /// A place with its distance from the center of the search.
    package struct Entry: Encodable, Sendable {
        package let place: Place
        /// The distance in meters; `nil` if the search has no center.
        package let distance: Int?

        /// Encodes the members of the place along with the distance.
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
