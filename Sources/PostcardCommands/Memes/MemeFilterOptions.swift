import ArgumentParser
import PostcardLibrary
import PostcardSources

/// The options that filter and page memes.
struct MemeFilterOptions: ParsableArguments {
    @Option(
        name: .long,
        help: """
            Only those made on this day or later: 2026-11-21, 21.11.2026, yesterday, 7d, "2 weeks"; or at this time, \
            2026-11-21T10:00:00Z.
            """)
    var since: DayOrMoment?

    @Option(name: .long, help: "Only those made before the end of this day, or before this time.")
    var until: DayOrMoment?

    // A southern coordinate begins like an option.
    @Option(
        name: .long, parsing: .unconditional,
        help: "Only those of this pin or taken near it: a pin's name or id, or a coordinate.", completion: .pins)
    var place: String?

    @Option(name: .long, help: "The radius around --place in metres.")
    var radius = 10_000.0

    @Option(name: .long, help: "Only those with these words, in any case.")
    var text: String?

    @Option(name: .long, help: "Only those of this template.", completion: .templates)
    var template: String?

    @Option(name: .long, help: "The maximum number of memes, which is the length of a page.")
    var limit: Int?

    @Option(name: .long, help: "The page number, from 1.")
    var page = 1

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit must be 1 or more.") }
        guard page > 0 else { throw ValidationError("--page must be 1 or more.") }
        guard page == 1 || limit != nil else { throw ValidationError("--page needs --limit, the length of a page.") }
        guard radius > 0, radius <= 20_040_000 else {
            throw ValidationError("--radius is \(radius); it goes from above 0 to 20040000 metres.")
        }
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
