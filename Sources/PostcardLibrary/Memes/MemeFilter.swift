public import PlatformFoundation
public import PostcardPhotos

/// The criteria for memes. Criteria that are `nil` are not applied.
public struct MemeFilter: Sendable, Hashable {
    /// The earliest time of creation.
    public var since: Date?
    /// The end of the creation time range, exclusive.
    public var until: Date?
    /// A string that one of the captions contains, ignoring case.
    public var text: String?
    /// The name of the template.
    public var template: String?
    /// The pin. Memes made from the pin's photos match, and so do memes near `near`.
    public var pin: Pin.ID?
    /// The coordinate near which the base image was taken.
    public var near: Coordinate?
    /// The maximum distance from `near` in meters.
    public var distance: Double

    /// Makes a filter that accepts all memes.
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

    /// The index filter for the pin and the coordinate, which may accept additional memes; `nil` if neither is set.
    var recordFilter: RecordFilter? {
        let byPin = pin.map { RecordFilter("pin", equals: $0.rawValue) }
        guard let near else { return byPin }
        let area = MapArea(latitude: near.latitude, longitude: near.longitude, distance: distance)
        let byPlace = area.map { RecordFilter(within: $0) }
        guard let byPin, let byPlace else { return pin == nil ? byPlace : nil }
        return byPin.or(byPlace)
    }
}

extension Library {
    /// Returns the memes that match a filter, newest first.
    ///
    /// - Parameters:
    ///   - skipping: the number of matching memes to skip, for paging.
    ///   - limit: the maximum number of memes; `nil` for all.
    /// - Throws: `FileError` if the index cannot be read.
    public func memes(
        matching filter: MemeFilter = MemeFilter(), skipping: Int = 0, limit: Int? = nil
    ) throws(FileError) -> [MemeRecord] {
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
