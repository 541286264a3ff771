/// The files around the point that was asked about last, so that each page of a search does not ask for them again.
actor CommonsListing {
    private var place: Coordinate?
    private var radius = 0.0
    private var spots: [CommonsReply.Spot] = []

    /// The files of a circle, if that was the last one.
    func spots(around center: Coordinate, radius: Double) -> [CommonsReply.Spot]? {
        place == center && self.radius == radius ? spots : nil
    }

    /// Remembers the files of a circle.
    func keep(_ spots: [CommonsReply.Spot], around center: Coordinate, radius: Double) {
        place = center
        self.radius = radius
        self.spots = spots
    }
}
