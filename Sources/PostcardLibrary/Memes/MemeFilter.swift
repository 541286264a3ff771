public import PlatformFoundation
public import PostcardSources

/// Criteria for memes. Criteria that are `nil` are not applied.
public struct MemeFilter: Sendable, Hashable {
    /// Made then or later.
    public var since: Date?
    /// Made before then.
    public var until: Date?
    /// One of the texts holds it, in any case.
    public var text: String?
    /// The template's name.
    public var template: String?
    /// Made of photos of this pin, or taken near its place.
    public var pin: String?
    /// Taken near this place.
    public var near: Coordinate?
    /// The largest distance from `near`, in metres.
    public var distance: Double

    /// Lets everything through; change what matters.
    public init(distance: Double = 10_000) {
        self.distance = distance
    }

    func matches(_ meme: MemeRecord) -> Bool {
        if let since, meme.created < since { return false }
        if let until, meme.created >= until { return false }
        if let template, meme.template != template { return false }
        if let text {
            let wanted = text.lowercased()
            guard meme.texts.contains(where: { $0.lowercased().contains(wanted) }) else { return false }
        }
        guard pin != nil || near != nil else { return true }
        if let pin, meme.pin == pin { return true }
        guard let near, let place = meme.coordinate else { return false }
        return near.distance(to: place) <= distance
    }

    /// A filter that leaves out most of what has nothing to do with the pin and the place; `nil` if there is none.
    var recordFilter: RecordFilter? {
        let byPin = pin.map { RecordFilter("pin", equals: $0) }
        guard let near else { return byPin }
        let area = MapArea(latitude: near.latitude, longitude: near.longitude, distance: distance)
        let byPlace = area.map { RecordFilter(within: $0) }
        guard let byPin, let byPlace else { return pin == nil ? byPlace : nil }
        return byPin.or(byPlace)
    }
}

extension Library {
    /// Memes, newest first.
    ///
    /// - Parameters:
    ///   - skipping: the number of memes that are left out at the beginning, for pages.
    ///   - limit: the largest number of memes; `nil` for all.
    /// - Throws: `LibraryError` when the index cannot be read.
    public func memes(
        matching filter: MemeFilter, skipping: Int = 0, limit: Int? = nil
    ) throws(LibraryError) -> [MemeRecord] {
        var cursor = try index.records(of: .meme, where: filter.recordFilter)
        var memes: [MemeRecord] = []
        var skipped = 0
        while memes.count < limit ?? .max, let record = try cursor.next() {
            guard let meme: MemeRecord = index.value(of: record), filter.matches(meme) else { continue }
            if skipped < skipping {
                skipped += 1
            } else {
                memes.append(meme)
            }
        }
        return memes
    }
}
