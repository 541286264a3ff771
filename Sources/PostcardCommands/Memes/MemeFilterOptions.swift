import ArgumentParser
import PostcardLibrary
import PostcardPhotos

/// The options that filter memes and split them into pages.
struct MemeFilterOptions: ParsableArguments {
    @Option(
        help: """
            Only memes made since this day or time: 2026-11-21, 21.11.2026, yesterday, 7d, "2 weeks", or \
            2026-11-21T10:00:00Z.
            """)
    var since: DayOrMoment?

    @Option(help: "Only memes made on or before this day, or before this time.") var until: DayOrMoment?

    // A southern coordinate starts with a minus, like an option.
    @Option(
        parsing: .unconditional, help: "Only memes from or near this place: a pin's name or id, or a coordinate.",
        completion: .pins)
    var place: String?

    @Option(help: "The radius around --place, in meters.") var radius = 10_000.0

    @Option(help: "Only memes with these words, ignoring case.") var text: String?

    @Option(help: "Only memes made from this template.", completion: .templates) var template: String?

    @Option(help: "The maximum number of memes per page.") var limit: Int?

    @Option(help: "The page number, from 1.") var page = 1

    func validate() throws {
        try require(limit ?? 1 > 0, "--limit must be 1 or more.")
        try require(page > 0, "--page must be 1 or more.")
        try require(page == 1 || limit != nil, "--page needs --limit, the number of memes per page.")
        try require(
            radius > 0 && radius <= 20_040_000, "--radius is \(radius); it must be above 0 and at most 20040000 meters."
        )
    }

    func memes(of library: Library) throws -> [MemeRecord] {
        var filter = MemeFilter(distance: radius)
        filter.since = since?.start
        filter.until = until?.end
        filter.text = text
        filter.template = template
        if let place {
            if let coordinate = try? Coordinate(parsing: place) {
                filter.near = coordinate
            } else {
                let pin = try library.pin(named: place)
                filter.pin = pin.id
                filter.near = pin.coordinate
            }
        }
        let (skipped, overflow) = (page - 1).multipliedReportingOverflow(by: limit ?? 0)
        return try library.memes(matching: filter, skipping: overflow ? .max : skipped, limit: limit)
    }
}
