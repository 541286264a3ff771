import PlatformFoundation
import PostcardCore
import PostcardPhotos

/// The offsets from UTC at certain moments, taken from photos that contain offsets.
///
/// Most phones store the dates of videos in UTC. Postcard shows these dates with the offset of photos taken around the same time, so that
/// photos and videos are in order and on the same day.
struct LocalOffsets {
    /// The maximum time, in seconds, between a video and the photo that provides its offset.
    private static let reach = 86_400.0

    private let known: [(moment: Date, seconds: Int)]

    /// Collects the offsets from local dates.
    init(_ dates: some Sequence<WallTime>) {
        known = dates.compactMap { date in
            date.moment.flatMap { moment in date.secondsFromUTC.map { (moment, $0) } }
        }.ordered(by: \.moment)
    }

    /// Collects the offsets from media.
    init(_ media: some Sequence<Medium>) {
        self.init(media.lazy.filter { !$0.hasDateInUTC && !$0.isFromOthers }.compactMap(\.dateTaken))
    }

    /// Converts a UTC date to local time. The offset comes from the photo nearest in time, at most a day away, or else from the longitude,
    /// rounded to hours. Returns the date unchanged if neither is known.
    func local(_ date: WallTime, longitude: Double?) -> WallTime {
        guard let moment = date.moment else { return date }
        let seconds = seconds(at: moment) ?? longitude.map { Int(($0 / 15).rounded()) * 3_600 }
        return seconds.flatMap { WallTime(moment, secondsFromUTC: $0) } ?? date
    }

    /// Returns the offset in seconds of the photo nearest in time; `nil` if no photo is at most a day away.
    func seconds(at moment: Date) -> Int? {
        let index = known.partitioningIndex { $0.moment >= moment }
        let around = known[max(0, index - 1)..<min(known.count, index + 1)]
        return around.min { abs($0.moment.timeIntervalSince(moment)) < abs($1.moment.timeIntervalSince(moment)) }
            .flatMap { abs($0.moment.timeIntervalSince(moment)) <= Self.reach ? $0.seconds : nil }
    }

    /// Returns the media with the dates of videos converted to local time.
    func local(_ media: [Medium]) -> [Medium] {
        media.map { medium in
            guard medium.hasDateInUTC, let date = medium.dateTaken else { return medium }
            var medium = medium
            medium.dateTaken = local(date, longitude: medium.coordinate?.longitude)
            return medium
        }
    }
}

extension Medium {
    /// True if the date is in UTC because the local time is unknown, as in files from most phones.
    var hasDateInUTC: Bool { kind == .video && dateTaken?.secondsFromUTC == 0 }
}

extension Library {
    /// Returns the media with the dates of videos converted to local time, based on the photos among the media and in a journal.
    func local(_ media: [Medium], in journal: Journal.ID?) throws(FileError) -> [Medium] {
        guard media.contains(where: \.hasDateInUTC) else { return media }
        let others = try journal.map { journal throws(FileError) in try entries(of: journal).flatMap(\.media) } ?? []
        return LocalOffsets(media + others).local(media)
    }
}
