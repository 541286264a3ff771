import PostcardLibrary
import PostcardSources

extension PlaceListing {
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
