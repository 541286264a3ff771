import PostcardSources

/// Places that were found, to print.
struct PlaceListing: Encodable {
    /// A place with how far it is, in metres, from where it was looked for.
    struct Entry: Encodable {
        let place: Place
        let distance: Int?

        private enum Key: String, CodingKey { case distance }

        func encode(to encoder: any Encoder) throws {
            try place.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeIfPresent(distance, forKey: .distance)
        }
    }

    let source: String
    let notice: String
    let places: [Entry]

    init(_ places: [Place], from center: Coordinate?, source: any PlaceSource) {
        self.source = source.name
        notice = source.notice
        self.places = places.map { place in
            Entry(place: place, distance: center.map { Int($0.distance(to: place.coordinate).rounded()) })
        }
    }

    /// Prints the places. `none` is the message where there are none.
    func print(asJSON: Bool, none: String) throws {
        if asJSON { return try JSONOutput.print(self) }
        guard !places.isEmpty else { throw Failure(.missingInput, none) }
        var table = Table(["NAME", "COORDINATE", "METRES", "KIND", "ADDRESS"])
        for entry in places {
            let place = entry.place
            table.add([
                place.name, "\(place.coordinate)", entry.distance.map { "\($0)" } ?? "", place.categories.first ?? "",
                place.address,
            ])
        }
        table.lines.forEach(Console.print)
        Console.print(notice)
    }
}
